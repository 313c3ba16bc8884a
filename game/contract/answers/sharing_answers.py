"""What links contain, challenges, daily deals, and the people at a table with their own devices."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from game.contract.answers.list_answers import OptionsSummary
from game.contract.basics import Message, OptionValue, UsedHelp
from game.contract.device_lines import EveningRow, HostPhase, LobbySeats
from game.contract.scenes import Scene
from game.contract.score_sheets import ChallengeResult

# --- links


class SeatChoice(TypedDict):
    """A seat of a challenge."""

    kind: str  # "human" or "bot"
    level: str | None  # None for a person
    style: str | None  # None for a person


class ChallengeParts(TypedDict):
    """What a new challenge and an answered one share."""

    preset: str | None  # the code of the rule-book
    summary: OptionsSummary
    seats: list[SeatChoice]
    person: int  # the person's seat
    results: list[ChallengeResult]  # the best first


class ChallengeContent(ChallengeParts):
    """A challenge to play."""

    kind: Literal["challenge"]
    again: bool  # it would be a second try with this deal
    code: str  # the link code


class AnswerContent(ChallengeParts):
    """A challenge of which this device has a result: the results are compared."""

    kind: Literal["answer"]
    id: str  # of the stored challenge
    sent: bool  # this device sent it; else it accepted it
    fresh: list[ChallengeResult]  # those that are new here; if there are none, the best one of other people
    code: str  # the link code


class ProgressContent(TypedDict):
    """A match to replay or to continue."""

    kind: Literal["replay", "position"]
    names: list[str]  # by seat
    round: int  # the round in play, from 1
    of: int  # number of rounds
    totals: list[int]  # points, by seat
    over: bool  # the match is over


class PuzzleContent(TypedDict):
    """A puzzle."""

    kind: Literal["puzzle"]
    names: list[str]  # by seat
    round: int  # the round, from 1
    of: int  # number of rounds


class DayContent(TypedDict):
    """A daily deal."""

    kind: Literal["day"]
    date: str  # such as "2026-11-22"
    preset: str  # the code of the rule-book


LinkContent = ChallengeContent | AnswerContent | ProgressContent | PuzzleContent | DayContent

ChallengeRow = TypedDict(
    "ChallengeRow",
    {
        "id": str,
        "when": int,  # the last change, in ms since 1970
        "sent": bool,  # this device sent it; else it accepted it
        "from": str,  # the name of the first sender, or empty
        "preset": str | None,  # the code of the rule-book
        "rounds": int,  # number of rounds
        "played": bool,  # on this device
        "results": list[ChallengeResult],  # the best first
    },
)
"""A stored challenge."""


class ChallengeList(TypedDict):
    """The sent and the received challenges."""

    challenges: list[ChallengeRow]  # the newest first


# --- the daily deal


class DayResult(TypedDict):
    """The result of a daily deal."""

    points: list[int]  # by seat, the person's first
    place: int  # the person's place
    used: UsedHelp
    late: bool  # started after its day


class CalendarPage(TypedDict):
    """The deal of a date, and the calendar of its month. Dates are texts such as "2026-11-22"."""

    date: str
    today: str  # in UTC
    preset: str  # the code of the rule-book; of a played deal that of the result, of a begun one its match's
    differs: list[OptionValue]  # the options in which it differs from the rule-book that the person knows
    levels: list[str | None]  # of the opponents
    played: DayResult | None  # None if the deal was not played
    begun: bool  # a match of the deal is stored that is not over
    streak: int  # days
    best: int  # the longest streak, in days
    count: int  # number of days played
    latest: list[bool]  # whether each of the seven days up to `today` was played in time
    weeks: list[list[tuple[str, int | None]]]  # (date or empty, place) of each day of the month, Monday first
    before: str  # a day in the previous month, or empty
    after: str  # a day in the next month, or empty
    code: str  # the link code of the day


# --- own devices


class Visitor(TypedDict):
    """A guest who waits until the host's person lets it in."""

    connection: str  # its name
    name: str
    face: str  # the name of the portrait
    looks_on: bool  # the device only wants to show the table


class PartyLobby(LobbySeats):
    """The people at the host's table, see `LobbyFacts`."""

    phase: HostPhase | Literal["none"]  # of the host
    paused: bool  # the match is paused
    match: NotRequired[int]
    news: NotRequired[list[Message]]
    evening: NotRequired[list[EveningRow]]
    other_versions: int  # number of devices that were refused for the version of their texts
    reactions: list[tuple[int, int, str]]  # the newest ones of guests: (running number, seat, which)
    flooded: list[str]  # the guests whose connections were closed for too many messages
    visitors: list[Visitor]  # guests who wait to be let in


class PartyData(PartyLobby):
    """What the host's page shows of the people with their own devices."""

    table: str  # the id of the table, or empty
    scene: Scene | None  # the page's scene, if the table changed since the last one


class Invitation(TypedDict):
    """An invitation for one guest."""

    invitation: str  # its id


class KeptOpened(TypedDict):
    """Whether a match at another device was fair."""

    problems: list[Message]  # what contradicts the evidence of this device; empty for a fair match
    checked: bool  # this device took part in the draw, so it knows that nobody chose the deal
    stored: bool  # this device's history has the match
