"""The desk between page and table: puts the engine's objects together, once, for one page.

Each room has a table of its verbs by name: plain calls that answer JSON-able data. Refusals are raised; `verbs` turns them into
answers. What the rooms have to know of the match they are told by `CurrentMatch`, whose lists are filled here.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from game.engine.history.finished import remember
from game.engine.history.history_verbs import HistoryVerbs
from game.engine.house.house_verbs import HouseVerbs
from game.engine.learning import add_lesson
from game.engine.library import Library
from game.engine.match.current import CurrentMatch
from game.engine.match.match_verbs import MatchVerbs
from game.engine.match.thinking import Thinking
from game.engine.sharing.challenges import remember_challenge
from game.engine.sharing.daily_calendar import remember_day
from game.engine.sharing.links import add_shared
from game.engine.sharing.sharing_verbs import SharingVerbs
from game.session.save_head import Label
from game.session.session import Session
from game.store.match_lock import MatchLock, NoLock
from game.store.match_store import MatchStore


class Desk:
    """The verbs of one page. `hand_out` makes a text the page's to save: it answers the address of a file; `tell` tells the page
    something that it did not ask."""

    def __init__(
        self,
        store: MatchStore,
        lock: MatchLock | None = None,
        hand_out: Callable[[str], str] = str,
        tell: Callable[[str], None] = lambda what: None,
    ) -> None:
        lock = lock or NoLock()
        self.store = store
        self.match = match = CurrentMatch(store, lock, tell)
        self.finished = HistoryVerbs(match, store, hand_out)
        self.library = Library(match, store, lock, hand_out, self.finished.history.read_ahead)
        thinking = Thinking(match)
        sharing = SharingVerbs(match, store, thinking, self.finished.replays, self.library.open_match)

        match.scene_parts += [add_shared, add_lesson]
        match.on_change += [thinking.ahead]
        match.on_finished += [self._remember]

        self.verbs: dict[str, Callable[..., Awaitable[Any]]] = {
            **MatchVerbs(match, thinking, self.library).by_name,
            **HouseVerbs(store).by_name,
            **self.finished.by_name,
            **sharing.by_name,
        }

    def _remember(self, session: Session, label: Label) -> None:
        """A match that is over goes into the history, and into the days if it is the deal of one."""
        remember(self.store, session, label)
        remember_day(self.store, session)
        remember_challenge(self.store, session)
