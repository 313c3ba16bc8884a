"""The verbs of the engine: the name, the arguments and the answer of every request of the page.

Each class is a group of verbs, and the engine's class of that group has the same signatures. mypy compares them where
game/engine/desk.py and game/engine/guests/guest_verbs.py assign the one to the other; tests/session/test_desk.py compares
the names and the defaults, also for the laboratory; tests/page/test_requests.py compares them with the page's requests.

The page sends a verb's name with a JSON object of its arguments, and gets an `Envelope` around the answer. A verb that
refuses changes nothing. What a verb does is said where it is done, in game/engine. The arguments `wanted` are the fields
of `Wanted`, without `players` where the verb knows the seats. `aspect` is the width of the board view divided by its height.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, TypedDict, overload

from game.contract.answers.laboratory_answers import (
    CheckedTables,
    ComparisonNumbers,
    LinkedComparisonData,
    MadeLink,
    ShownComparison,
    SurveyedOption,
    TableText,
    TrialRow,
)
from game.contract.answers.list_answers import (
    Boot,
    BroughtIn,
    HistoryList,
    HouseList,
    MatchList,
    OpenedHouse,
    OptionsSummary,
    PadData,
    PadList,
    Resumable,
    ShownStatistics,
    StoredPad,
    Ways,
)
from game.contract.answers.sharing_answers import (
    CalendarPage,
    ChallengeList,
    Invitation,
    KeptOpened,
    LinkContent,
    PartyData,
)
from game.contract.basics import (
    Changes,
    ChosenSeat,
    Message,
    NumberedSeat,
    Picture,
    Refused,
    StorageFailure,
    Tile,
    Wanted,
)
from game.contract.device_lines import Opened
from game.contract.kept import Settings, TableChoices
from game.contract.play_answers import (
    CheckedDeal,
    HintData,
    MatchReview,
    Places,
    PuzzleAnswer,
    ReviewData,
    Shared,
    Tapped,
    WrittenRules,
)
from game.contract.scenes import AnyScene, ReplayScene, Scene

ToldEvent = Literal["free", "elsewhere", "stored", "party"]
"""What the engine tells the page without a request.

"free": no other page holds the wanted match any more. "elsewhere": another page has taken the match over. "stored":
changes are stored that could not be stored at first. "party": the
people at the table, or the table, have changed.
"""


class Envelope(TypedDict, total=False):
    """The engine's answer to a request: one of the four."""

    ok: object  # what the verb answers
    refused: Refused  # one sentence for people
    failed: str  # the traceback of a fault in our code
    gone: bool  # the page restarted the engine while the request was open; the worker never says so


class MatchesVerbs(Protocol):
    """Stored matches."""

    async def boot(self) -> Boot: ...
    @overload
    async def keep(self, key: Literal["settings"], value: Settings) -> StorageFailure: ...
    @overload
    async def keep(self, key: Literal["table"], value: TableChoices) -> StorageFailure: ...
    async def matches(self) -> MatchList: ...
    async def rename_match(self, id: str, title: str) -> MatchList: ...
    async def delete_match(self, id: str) -> MatchList: ...
    async def undelete_match(self) -> MatchList: ...
    async def start(
        self,
        seats: Sequence[ChosenSeat],
        aspect: float,
        seed: str | None = None,
        *,
        preset: str | None,
        changes: Changes,
    ) -> Scene: ...
    async def resume(self, by_force: bool = False) -> Scene | None: ...
    async def open_match(self, id: str, by_force: bool = False) -> Scene: ...
    async def earlier(self) -> Scene: ...
    async def open_record(self, text: str, aspect: float) -> Scene: ...
    async def save_file(self, id: str = "", aside: str = "") -> str: ...
    async def leave(self) -> Resumable: ...


class PlayVerbs(Protocol):
    """A match in play."""

    async def tap(self, tile: Tile, at_once: bool = False, call: bool = False) -> Tapped: ...
    async def drag(self, tile: Tile) -> Places: ...
    async def act(self, code: str, seat: int | None = None, call: bool = False, toe: int = -1) -> Scene: ...
    async def lift(self) -> Scene: ...
    async def typed(self, tile: str, on: str = "", call: bool = False) -> Scene: ...
    async def arm(self, armed: bool) -> Scene: ...
    async def undo(self) -> Scene: ...
    async def redo(self) -> Scene: ...
    async def next_round(self, aspect: float) -> Scene: ...
    async def next_event(self) -> Scene | None: ...
    async def tell(self, what: str) -> list[Message]: ...


class CoachingVerbs(Protocol):
    """The coach. The answer None says that the table changed during the search."""

    async def hint(self) -> HintData | None: ...
    async def review(self, seat: int | None = None) -> ReviewData | None: ...
    async def review_match(self, seat: int | None = None) -> MatchReview | None: ...


class LearningVerbs(Protocol):
    """Lessons and the written rules."""

    async def lesson(
        self,
        step: int,
        names: list[str],
        aspect: float,
        *,
        preset: str | None,
        changes: Changes,
        players: int,
    ) -> Scene: ...
    @overload
    async def rules(self) -> WrittenRules: ...
    @overload
    async def rules(self, *, preset: str | None, changes: Changes, players: int) -> WrittenRules: ...
    async def why(self, reason: str) -> str | None: ...


class HouseRulesVerbs(Protocol):
    """Options and house rules."""

    async def check(self, *, preset: str | None, changes: Changes, players: int) -> OptionsSummary: ...
    async def ways(self, preset: str | None, changes: Changes, players: int) -> Ways: ...
    async def houses(self) -> HouseList: ...
    async def save_house(
        self, name: str, id: str = "", *, preset: str | None, changes: Changes, players: int
    ) -> HouseList: ...
    async def keep_house(self, code: str) -> HouseList: ...
    async def delete_house(self, id: str) -> HouseList: ...
    async def undelete_house(self) -> HouseList: ...
    async def house_link(self, id: str, name: str = "") -> str: ...
    async def open_house(self, code: str) -> OpenedHouse: ...


class PadVerbs(Protocol):
    """Score pads. `told` has for each seat its points, or the names of its remaining tiles."""

    async def pads(self) -> PadList: ...
    async def begin_pad(self, names: list[str], *, preset: str | None, changes: Changes) -> StoredPad: ...
    async def empty_pad(self, players: int, *, preset: str | None, changes: Changes) -> PadData: ...
    async def open_pad(self, id: str) -> PadData: ...
    async def pad_points(
        self, id: str, out: int, told: Sequence[int | list[Tile]], double: bool = False
    ) -> list[int]: ...
    async def write_pad(
        self,
        id: str,
        out: int,
        told: Sequence[int | list[Tile]],
        double: bool = False,
        number: int | None = None,
    ) -> StoredPad: ...
    async def strike_pad(self, id: str) -> StoredPad: ...
    async def delete_pad(self, id: str) -> PadList: ...
    async def undelete_pad(self) -> PadList: ...


class HistoryVerbs(Protocol):
    """Finished matches, and pictures of matches."""

    async def match_picture(self, id: str) -> Picture: ...
    async def round_picture(self, number: int) -> Picture: ...
    async def history(
        self, rules: str = "", whom: str = "", start: int = 0, count: int = 30, oldest: bool = False
    ) -> HistoryList: ...
    async def forget_match(self, id: str) -> bool: ...
    async def statistics(self, name: str = "") -> ShownStatistics: ...
    async def reset_statistics(self, name: str) -> ShownStatistics: ...
    async def unreset_statistics(self, name: str) -> ShownStatistics: ...


class ReplayVerbs(Protocol):
    """Replays."""

    async def replay(self, id: str, aspect: float) -> ReplayScene: ...
    async def replay_here(
        self, number: int, events: int, aspect: float, seat: int | None = None
    ) -> ReplayScene: ...
    async def replay_go(self, index: int) -> ReplayScene: ...
    async def replay_look(self, seat: int | None) -> ReplayScene: ...
    async def replay_tell(self, what: str) -> list[Message]: ...
    async def replay_play(self, aspect: float) -> Scene: ...
    async def replay_leave(self) -> Scene | None: ...


class BackupVerbs(Protocol):
    """Files: a text that is read, or the URL of a file to download."""

    async def export(self) -> str: ...
    async def export_match(self, id: str) -> str: ...
    async def bring_in(self, text: str) -> BroughtIn: ...


class SharingVerbs(Protocol):
    """Links, and the proof of a deal."""

    async def share(self, what: str = "", name: str = "", looked_at: bool = False) -> Shared: ...
    async def open_link(self, code: str) -> LinkContent: ...
    async def take_link(self, code: str, names: list[str], aspect: float) -> AnyScene: ...
    async def puzzle_answer(self) -> PuzzleAnswer | None: ...
    async def check_deal(self) -> CheckedDeal: ...


class ChallengeVerbs(Protocol):
    """Sent and received challenges."""

    async def challenges(self) -> ChallengeList: ...
    async def open_challenge(self, id: str) -> LinkContent: ...
    async def forget_challenge(self, id: str) -> ChallengeList: ...
    async def challenge_sent(self, code: str) -> bool: ...


class DailyVerbs(Protocol):
    """Daily deals. Dates are texts such as "2026-11-22", in UTC."""

    async def days(
        self, date: str, today: str = "", preset: str = "hastings", known: str = ""
    ) -> CalendarPage: ...
    async def start_day(
        self, date: str, names: list[str], aspect: float, today: str = "", preset: str = "hastings"
    ) -> Scene: ...


class PartyVerbs(Protocol):
    """People with their own devices at this table. assets/peers.js calls the last four."""

    async def open_party(
        self, seats: Sequence[ChosenSeat], aspect: float, *, preset: str | None, changes: Changes
    ) -> PartyData: ...
    async def party(self) -> PartyData: ...
    async def close_party(self) -> PartyData: ...
    async def invite(
        self, seat: int | None = None, new_device: bool = False, texts: str = ""
    ) -> Invitation: ...
    async def deal_party(self, bots: Sequence[NumberedSeat] = ()) -> PartyData: ...
    async def pause_party(self, paused: bool) -> PartyData: ...
    async def mind(self, seat: int) -> PartyData: ...
    async def let_play(self, seat: int) -> PartyData: ...
    async def take_out(self, seat: int) -> PartyData: ...
    async def link_opened(self, connection: str, invitation: str) -> None: ...
    async def link_closed(self, connection: str) -> None: ...
    async def received(self, connection: str, line: str) -> None: ...
    async def beat(self) -> None: ...


class OpenedVerbs(Protocol):
    """Matches that this device has played at another device's table."""

    async def keep_opened(self, opened: Opened) -> KeptOpened: ...


class Verbs(
    MatchesVerbs,
    PlayVerbs,
    CoachingVerbs,
    LearningVerbs,
    HouseRulesVerbs,
    PadVerbs,
    HistoryVerbs,
    ReplayVerbs,
    BackupVerbs,
    SharingVerbs,
    ChallengeVerbs,
    DailyVerbs,
    PartyVerbs,
    OpenedVerbs,
    Protocol,
):
    """All verbs of the worker `engine`."""


class LaboratoryVerbs(Protocol):
    """The verbs of a worker `laboratory`. `a` and `b` are the tables to compare."""

    async def check(self, a: Wanted, b: Wanted) -> CheckedTables: ...
    async def trial(self, a: Wanted, b: Wanted, level: str, seed: str, number: int) -> TrialRow: ...
    async def figures(self, rows: list[TrialRow]) -> ShownComparison: ...
    async def link(
        self, a: Wanted, b: Wanted, names: list[str], level: str, seed: str, numbers: ComparisonNumbers
    ) -> MadeLink: ...
    async def open_link(self, code: str) -> LinkedComparisonData: ...
    async def table_csv(self, numbers: ComparisonNumbers) -> TableText: ...
    async def survey(self, text: str, option: str) -> SurveyedOption: ...
