"""Import the modules for matches by post on first use. Most visits never need them, so they are in no heap snapshot."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from game.engine.match.current import CurrentMatch
from game.engine.verb_group import Verb
from game.store.match_lock import MatchLock
from game.store.match_store import MatchStore

if TYPE_CHECKING:
    from game.engine.post.post_verbs import PostMatches

VERBS = (
    "posts",
    "begin_post",
    "open_post_link",
    "take_post_link",
    "open_post",
    "post_link",
    "post_sent",
    "post_again",
    "forget_post",
)
"""The names of the verbs of `PostMatches`."""


class LatePost:
    """The verbs of `PostMatches`, by name. Each imports the modules first, if none did before.

    `load_archives` waits until modules that are not in the heap snapshot can be imported.
    """

    def __init__(
        self,
        match: CurrentMatch,
        store: MatchStore,
        lock: MatchLock,
        load_archives: Callable[[], Awaitable[None]],
    ) -> None:
        self._match, self._store, self._lock = match, store, lock
        self._load_archives = load_archives
        self._verbs: PostMatches | None = None
        self.by_name: dict[str, Verb] = {name: self._late_verb(name) for name in VERBS}

    def make(self) -> PostMatches:
        """The verbs. The first call makes them; the modules must be importable."""
        if self._verbs is None:
            from game.engine.post.post_verbs import PostMatches

            self._verbs = PostMatches(self._match, self._store, self._lock)
        return self._verbs

    def _late_verb(self, name: str) -> Verb:
        async def ask(**given: object) -> object:
            """A verb of `PostMatches`, see there."""
            if self._verbs is None:
                await self._load_archives()
            return await self.make().by_name[name](**given)

        return ask
