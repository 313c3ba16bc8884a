"""Create the engine's objects for one page, and connect them: the desk.

Each folder of the engine has a module `*_verbs.py` with a table of its verbs by name. A verb takes keyword arguments.
It returns JSON-able data or raises Refusal. `game/engine/verbs.py` turns both into JSON text.

`CurrentMatch` has lists of functions that it calls when the match changes. This module fills the lists.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from game.engine.guests.late_guests import LateGuests
from game.engine.history.finished import store_summary
from game.engine.history.history_verbs import HistoryVerbs
from game.engine.house.house_verbs import HouseVerbs
from game.engine.learning import add_lesson
from game.engine.library import Library
from game.engine.match.current import CurrentMatch
from game.engine.match.match_verbs import MatchVerbs
from game.engine.match.story import add_match_story
from game.engine.match.thinking import Thinking
from game.engine.sharing.challenges import store_challenge_result
from game.engine.sharing.daily_calendar import store_daily_result
from game.engine.sharing.links import add_sharing_parts
from game.engine.sharing.sharing_verbs import SharingVerbs
from game.session.save_head import Label
from game.session.session import Session
from game.store.match_lock import MatchLock, NoLock
from game.store.match_store import MatchStore


async def _nothing_to_load() -> None:
    """All modules can be imported already."""


class Desk:
    """The engine's objects for one page; `verbs` has the page's verbs by name.

    `make_download` makes a file from a text and returns the file's URL, which the page offers for download. `tell_page`
    sends the page the name of an event without a request: "free" (no other page holds the wanted match any more),
    "elsewhere" (another page has taken the match over), "stored" (changes are stored that could not be stored at first) or
    "party" (see `Party`). `post_lines` sends lines to the guests, see
    `Party`. `load_archives` waits until modules that are not in the heap snapshot can be imported.
    """

    def __init__(
        self,
        store: MatchStore,
        lock: MatchLock | None = None,
        make_download: Callable[[str], str] = str,
        tell_page: Callable[[str], None] = lambda event: None,
        post_lines: Callable[[str], None] = lambda lines: None,
        load_archives: Callable[[], Awaitable[None]] = _nothing_to_load,
    ) -> None:
        lock = lock or NoLock()
        self.store = store
        store.late_writes.on_success = lambda: tell_page("stored")
        self.match = match = CurrentMatch(store, lock, tell_page)
        self.history_verbs = HistoryVerbs(match, store, make_download)
        self.library = Library(match, store, lock, make_download, self.history_verbs.history.read_ahead)
        thinking = Thinking(match)
        sharing = SharingVerbs(match, store, thinking, self.history_verbs.replays, self.library.open_match)

        match.scene_parts += [add_sharing_parts, add_lesson, add_match_story]
        match.on_change += [thinking.search_ahead]
        match.on_finished += [self._store_results]
        self.guests = LateGuests(match, thinking.search_ahead, post_lines, load_archives)

        self.verbs: dict[str, Callable[..., Awaitable[Any]]] = {
            **MatchVerbs(match, thinking, self.library).by_name,
            **HouseVerbs(store).by_name,
            **self.history_verbs.by_name,
            **sharing.by_name,
            **self.guests.by_name,
        }

    def _store_results(self, session: Session, label: Label) -> None:
        """Store the summary of a finished match, and its result in the daily deal or challenge to which it belongs."""
        store_summary(self.store, session, label)
        store_daily_result(self.store, session)
        store_challenge_result(self.store, session)
