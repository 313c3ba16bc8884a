"""The history: saved and finished matches, replays, and statistics."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.answers.list_answers import HistoryList, MatchRow, ShownStatistics
    from game.contract.answers.sharing_answers import ChallengeRow
    from game.contract.basics import Picture
    from game.page.page_types import State

    class DatedPicture(Picture):
        """The picture of a saved match."""

        when: int  # when the match was last played, in ms since 1970

    class HistoryFilter(TypedDict):
        """Which finished matches to list."""

        rules: str  # the code of the rule-book, or ""
        whom: str  # the company, or ""

    class ReplayPlace(TypedDict):
        """Where a replay was opened."""

        opener: str  # the selector of the button
        scrolled: list[tuple[str, float]]  # how far each part was scrolled

    class HistoryState(TypedDict, total=False):
        """The types of the values below."""

        kept_matches: list[MatchRow] | None
        match_pictures: dict[str, DatedPicture]
        history: HistoryList | None
        history_filter: HistoryFilter
        history_can_undo: bool
        challenges: list[ChallengeRow] | None
        statistics: ShownStatistics | None
        statistics_can_undo: bool
        before_replay: State
        replay_place: ReplayPlace | None
        replay_wanted_stop: int | None
        replay_runs: bool


room = Room(
    __name__,
    "way_back",
    "match_list",
    "replay_view",
    "statistics_view",
    "history_actions",
    "running_replay",
    "turning_point",
)
room.state(
    kept_matches=None,  # the saved matches, as the engine lists them
    match_pictures={},  # pictures of the saved matches' tables: {match id: {"tiles", "box", "when"}}
    history=None,  # the engine's answer to `history`; "rows" are the finished matches that were loaded so far
    history_filter={"rules": "", "whom": ""},  # which finished matches to list; "" lists all
    history_can_undo=False,  # a match or challenge was deleted and can be restored
    challenges=None,  # challenges sent and received, as the engine lists them
    statistics=None,  # the statistics of one person
    statistics_can_undo=False,  # the statistics were reset and can be restored
    before_replay={},  # the values of the state that a replay puts aside, from before it
    replay_place=None,  # the place to return to, see way_back.py; None: the replay was opened from a link or a file
    replay_wanted_stop=None,  # the number of the stop that the slider asks for; None: no request is running
    replay_runs=False,  # the replay plays by itself
)
