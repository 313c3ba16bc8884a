"""Import the modules for people with their own devices on first use.

Most visits never need them. Without them the heap snapshot, which every visitor downloads, is 90 kB smaller.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from game.engine.match.current import CurrentMatch
from game.engine.match.thinking import Thinking
from game.engine.verb_group import Verb
from game.session.session import Session

if TYPE_CHECKING:
    from game.engine.guests.guest_verbs import GuestVerbs

VERBS = (
    "open_party",
    "change_party",
    "play_again",
    "react",
    "party",
    "close_party",
    "invite",
    "open_door",
    "let_in",
    "deal_party",
    "pause_party",
    "mind",
    "let_play",
    "take_out",
    "link_opened",
    "link_closed",
    "received",
    "beat",
    "keep_opened",
)
"""The names of the verbs of `GuestVerbs`."""


class LateGuests:
    """The verbs of `GuestVerbs`, by name. Each imports the modules first, if none did before.

    `load_archives` waits until modules that are not in the heap snapshot can be imported. For the other arguments, see
    `Party`.
    """

    def __init__(
        self,
        match: CurrentMatch,
        thinking: Thinking,
        post_lines: Callable[[str], None],
        load_archives: Callable[[], Awaitable[None]],
    ) -> None:
        self._match = match
        self._thinking = thinking
        self._post_lines = post_lines
        self._load_archives = load_archives
        self._verbs: GuestVerbs | None = None
        self.by_name: dict[str, Verb] = {name: self._late_verb(name) for name in VERBS}
        match.before_put.append(self._prepare)

    def make(self) -> GuestVerbs:
        """The verbs. The first call makes them; the modules must be importable."""
        if self._verbs is None:
            from game.engine.guests.guest_hints import GuestHints
            from game.engine.guests.guest_verbs import GuestVerbs
            from game.engine.guests.opened_match import OpenedMatches
            from game.engine.guests.party import Party

            hints = GuestHints(self._match, self._thinking)
            party = Party(self._match, self._thinking.search_ahead, self._post_lines, hints)
            self._verbs = GuestVerbs(party, OpenedMatches(self._match.store))
        return self._verbs

    async def _load(self) -> GuestVerbs:
        await self._load_archives()
        return self.make()

    def _late_verb(self, name: str) -> Verb:
        async def ask(**given: object) -> object:
            """A verb of `GuestVerbs`, see there."""
            # without a pause from the second time on: requests keep their order
            verbs = self._verbs or await self._load()
            return await verbs.by_name[name](**given)

        return ask

    async def _prepare(self, session: Session) -> None:
        """Load the modules before a match with people at other devices comes to the table: `Party` must restore its host."""
        if session.away and self._verbs is None:
            await self._load()
