"""Create the engine's objects for one page, and connect them: the desk.

A verb is a method with the decorator `verb` (game/engine/verb_group.py). `game/engine/verbs.py` turns arguments and
answer into JSON text. Here mypy checks each group of verbs against the contract.

`CurrentMatch` has lists of functions that it calls when the match changes. This module fills the lists.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from game.engine.guests.late_guests import LateGuests
from game.engine.history.backup import Backup
from game.engine.history.finished import store_summary
from game.engine.history.match_lists import History
from game.engine.history.replays import Replays
from game.engine.house.house_rules import SavedHouseRules
from game.engine.house.score_pads import ScorePads
from game.engine.learning import Learning, add_lesson
from game.engine.match.coaching import Coaching
from game.engine.match.current import CurrentMatch
from game.engine.match.play import Play
from game.engine.match.stored_matches import StoredMatches
from game.engine.match.story import add_match_story
from game.engine.match.thinking import Thinking
from game.engine.post.late_post import LatePost
from game.engine.sharing.challenges import Challenges, store_challenge_result
from game.engine.sharing.daily_calendar import DailyCalendar, store_daily_result
from game.engine.sharing.links import Sharing, add_sharing_parts
from game.engine.verb_group import verbs_of
from game.session.save_head import Label
from game.session.session import Session
from game.store.match_lock import MatchLock, NoLock
from game.store.match_store import MatchStore

if TYPE_CHECKING:
    from game.contract import engine_verbs as contract


async def _nothing_to_load() -> None:
    """All modules can be imported already."""


class Desk:
    """The engine's objects for one page; `verbs` has the page's verbs by name.

    `make_download` makes a file from a text and returns the file's URL, which the page offers for download. `tell_page`
    sends the page the name of an event without a request, see `ToldEvent` in the contract. `post_lines` sends lines to the
    guests, see `Party`. `load_archives` waits until modules that are not in the heap snapshot can be imported.
    """

    def __init__(
        self,
        store: MatchStore,
        lock: MatchLock | None = None,
        make_download: Callable[[str], str] = str,
        tell_page: Callable[[contract.ToldEvent], None] = lambda event: None,
        post_lines: Callable[[str], None] = lambda lines: None,
        load_archives: Callable[[], Awaitable[None]] = _nothing_to_load,
    ) -> None:
        lock = lock or NoLock()
        self.store = store
        store.late_writes.on_success = lambda: tell_page("stored")
        self.match = match = CurrentMatch(store, lock, tell_page)
        self.replays = replays = Replays(match, store)
        thinking = Thinking(match)
        history = History(match, store)
        challenges = Challenges(store)
        self.stored_matches = matches = StoredMatches(match, store, lock, make_download, history.read_ahead)

        match.scene_parts += [add_sharing_parts, add_lesson, add_match_story]
        match.on_change += [thinking.follow]
        match.on_finished += [self._store_results]
        self.guests = LateGuests(match, thinking, post_lines, load_archives)
        self.post = LatePost(match, store, lock, load_archives)

        match_verbs: contract.MatchesVerbs = matches
        play_verbs: contract.PlayVerbs = Play(match, thinking)
        coaching_verbs: contract.CoachingVerbs = Coaching(match, thinking)
        learning_verbs: contract.LearningVerbs = Learning(match)
        house_verbs: contract.HouseRulesVerbs = SavedHouseRules(store)
        pad_verbs: contract.PadVerbs = ScorePads(store)
        history_verbs: contract.HistoryVerbs = history
        replay_verbs: contract.ReplayVerbs = replays
        backup_verbs: contract.BackupVerbs = Backup(store, make_download, load_archives)
        sharing_verbs: contract.SharingVerbs = Sharing(match, store, thinking, replays, challenges)
        challenge_verbs: contract.ChallengeVerbs = challenges
        daily_verbs: contract.DailyVerbs = DailyCalendar(match, store, matches.open_match)
        self.verbs = {
            **verbs_of(match_verbs, play_verbs, coaching_verbs, learning_verbs, house_verbs, pad_verbs),
            **verbs_of(history_verbs, replay_verbs, backup_verbs),
            **verbs_of(sharing_verbs, challenge_verbs, daily_verbs),
            **self.guests.by_name,
            **self.post.by_name,
        }

    def _store_results(self, session: Session, label: Label) -> None:
        """Store the summary of a finished match, and its result in the daily deal or challenge to which it belongs."""
        store_summary(self.store, session, label)
        store_daily_result(self.store, session)
        store_challenge_result(self.store, session)
