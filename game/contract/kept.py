"""What is kept on a device: entries of the store, and the backup file (docs/contracts.md, section 3).

What is read is not trusted: a reader checks each field of the parsed text, and returns a value of its own. These shapes
are those of the texts that the game writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict

from game.contract.basics import Changes, SeatKind, Tile, UsedHelp
from game.contract.device_lines import EveningRow, ShareData

Unchecked = Mapping[str, object]
"""An object that was kept, or that comes from outside: no field is sure."""

# --- objects with one entry each

Settings = TypedDict(
    "Settings",
    {
        "theme": str,  # "auto", "light" or "dark"
        "tiles": str,  # the look of the tiles
        "order": str,  # the order of the hand
        "speed": str,  # the pace
        "numerals": bool,  # numerals instead of pips
        "sound": bool,
        "volume": str,
        "size": str,  # of the texts and buttons
        "left": bool,  # buttons for the left hand
        "warn": bool,  # warn when another seat has one tile left
        "talk": str,  # how much is announced to screen readers
        "vibrate": bool,
        "text": bool,  # a field to type moves
        "single-keys": bool,  # single characters are commands
        "at-once": bool,  # a tap on a tile plays it if it fits at one tile of the table only
        "pass-alone": bool,  # pass if nothing else is possible
        "pass-told": bool,  # the person was told that the game passes for them
        "call-alone": bool,  # call the last tile for the person
        "draw-asked": bool,  # the person knows that they may draw while a tile fits
        "tap-told": bool,  # the person was offered single taps at the table
        "dear-told": bool,  # the person was told what the double blank costs
        "catch-told": bool,  # the person has had a chance to catch somebody
        "called-told": bool,  # a banner has said that the game calls for the person
        "hurry-told": bool,  # the person was told that a tap hurries the others
        "draw-alone": bool,  # draw if nothing else is possible
        "name": str,  # the person's name, or empty
        "signature": str,  # the name that was typed last for a link, or empty
        "faces": dict[str, str],  # the faces that people at this device chose, by their names
        "language": str,  # empty: the browser's language
    },
    total=False,
)
"""The settings, see game/page/settings/settings.py. An older version has fewer."""


class KeptSeat(TypedDict):
    """A seat of the last new-game form."""

    name: str
    kind: SeatKind
    level: str | None  # the bot's level, None for a person
    style: str | None  # the bot's style, None for a person


class TableChoices(TypedDict):
    """The last choices in the new-game form."""

    preset: str | None  # the code of the rule-book
    changes: Changes
    house: str  # the id of the chosen house rules, or empty
    seats: list[KeptSeat]


class Counted(TypedDict):
    """Since when the statistics count, and whose they are."""

    since: dict[str, int]  # the time of the last reset in ms since 1970, by the person's name
    renamed: NotRequired[dict[str, str]]  # a person's present name by their earlier name; "You" is no name


# --- a match


class MatchHead(TypedDict):
    """The facts of a match for a list of matches."""

    id: str
    when: int  # last played, in ms since 1970
    title: str | None
    preset: str | None  # the code of the rule-book
    names: list[str]  # by seat
    round: int  # the present round, from 1
    of: int  # number of rounds
    totals: list[int]  # points, by seat
    phase: Literal["playing", "round-over", "match-over"]
    begun: bool  # a person has made a move, or a round is over


class SaveExtras(TypedDict):
    """What only the restoring of a save needs. Fields that may be missing are 0, empty or false then."""

    aspect: float  # width of the board view divided by its height
    undone: int  # number of undos
    styles: list[str | None]  # by seat, None for people
    helped: NotRequired[int]  # number of hints
    before: NotRequired[
        UsedHelp
    ]  # the help in the rounds before this one; missing if it is that of the whole match
    armed: NotRequired[bool]  # the next play also calls the last tile
    link: NotRequired[str]  # the code of the accepted challenge
    day: NotRequired[str]  # the date of the daily deal
    late: NotRequired[bool]  # started after that day
    again: NotRequired[bool]  # a second try with this deal
    away: NotRequired[list[int]]  # the seats of people at other devices
    toes: NotRequired[
        dict[str, dict[Tile, int]]
    ]  # by round, the index of the toe or arm on which a tile lies


class SaveHead(MatchHead, SaveExtras):
    """The first line of a save; the record follows."""

    format: Literal["chickenfoot-save/2"]


class KeptSeatResult(TypedDict):
    """A seat of a finished match."""

    name: str
    kind: SeatKind
    level: str | None  # None for a person
    place: int
    points: list[int]  # by round
    doubles: int | None  # in the remaining tiles of all rounds; None if unknown
    loss: float | None  # points per round given away; None without a review


class KeptEnding(TypedDict):
    """The end of a round."""

    kind: Literal["out", "blocked"]
    seat: int | None  # the seat that went out


class SummaryEntry(TypedDict):
    """A finished match."""

    format: Literal["chickenfoot-summary/1"]
    id: str
    when: int  # its end, in ms since 1970
    preset: str | None  # the code of the rule-book
    source: Literal["played", "pad"]
    seats: list[KeptSeatResult]
    ends: list[KeptEnding]  # by round
    record: NotRequired[str]  # deflated, in base64
    deal: NotRequired[str]  # SET/SEATS/HAND/SEED
    again: NotRequired[bool]  # a second try with its deal
    title: NotRequired[str]
    away: NotRequired[list[int]]  # the seats of people at other devices
    toes: NotRequired[dict[str, dict[Tile, int]]]  # by round, the index of the toe or arm that a person chose
    aspects: NotRequired[dict[str, float]]  # by round, the width of the board view divided by its height


# --- other entries


class KeptPadRound(TypedDict):
    """A round on a score pad."""

    out: int | None  # the seat that went out
    double: bool  # on a double
    points: list[int]  # by seat
    left: list[list[Tile] | None]  # by seat; None if the points were typed


class PadEntry(TypedDict):
    """A score pad."""

    format: Literal["chickenfoot-pad/1"]
    id: str
    when: int  # its beginning, in ms since 1970
    rules: str  # the rule-book, the number of seats and the changed options: "hastings/5,double_blank=25"
    names: list[str]  # by seat
    rounds: list[KeptPadRound]


class HouseEntry(TypedDict):
    """Named house rules."""

    format: Literal["chickenfoot-house/1"]
    id: str
    when: int  # ms since 1970
    name: str
    rules: str  # as in a pad


class ChallengeEntry(TypedDict):
    """A sent or received challenge with all known results."""

    format: Literal["chickenfoot-challenge/1"]
    id: str
    when: int  # the last change, in ms since 1970
    sent: bool  # this device sent it
    came: bool  # it was accepted here
    theirs: str  # the link code with other people's results
    mine: str  # the link code with this device's results


class DayEntry(TypedDict):
    """The result of a daily deal."""

    format: Literal["chickenfoot-day/1"]
    date: str  # such as "2026-11-22"
    when: int  # ms since 1970
    points: list[int]  # by seat, the person's first
    marked: bool  # with undo or hints
    late: NotRequired[bool]  # started after its day
    preset: NotRequired[str]  # the code of the rule-book; absent for "hastings"


class KeptPlan(TypedDict):
    """Who shall sit in a seat."""

    kind: str  # "host", "guest" or "bot"
    name: str
    face: str
    level: str
    style: str


class KeptMember(TypedDict):
    """A guest with a seat."""

    who: str  # the device's name in the draw of the seed
    seat: int
    name: str
    face: str
    secret: str  # SHA-256 of the secret
    next_secret: NotRequired[str]  # of a secret that was sent, and may have been lost


class HostState(TypedDict):
    """What lets guests return after a reload of the host's page."""

    table: str  # the id by which the phones know the table
    plan: list[KeptPlan]  # by seat
    places: list[KeptMember]
    shares: list[ShareData]  # the host's first
    minded: list[int]  # the seats for which a bot plays on
    count: int  # number of invitations and members so far
    match: NotRequired[int]  # the number of the match at the table, if it is not the first
    evening: NotRequired[list[EveningRow]]


class PartyEntry(HostState):
    """The guests of a match in play."""

    format: Literal["chickenfoot-party/1"]


class LastMove(TypedDict):
    """The last move of a match by post, as everybody at the table saw it."""

    seat: int
    do: str  # "play", "draw", "pass", "call", "catch", "skip" or "take-back"
    tile: str  # the tile of a play, else empty


class PostFacts(TypedDict):
    """What the list of matches by post shows of one."""

    names: list[str]  # by seat
    people: list[int]  # the seats of people, clockwise from the person who started the match
    here: list[int]  # the seats that are played at this device
    turn: int  # the seat that must act next, -1 after the match
    over: bool
    unsent: bool  # something that happened here was not sent yet
    round: int  # from 1; 0 before the deal
    of: int  # the number of rounds
    totals: list[int]  # by seat
    last: LastMove | None
    own: NotRequired[LastMove | None]  # the last move of a person at this device; missing in older entries


class PostEntry(PostFacts):
    """A match by post on this device."""

    format: Literal["chickenfoot-post/1"]
    id: str
    when: int  # the last change, in ms since 1970
    link: str  # its link from before the deal: the table, and the parts of the seed but the starter's
    part: str  # the starter's part of the seed; empty before the deal
    record: str | None  # what was played; None before the deal
    secrets: list[list[int | str]]  # a pair for each seat that was opened here: the seat, and its secret
    shared: list[int]  # the number of parts and the number of events that a link has told
    sheets: int  # the number of finished rounds whose end the person has seen


# --- files


class KeptText(TypedDict):
    """An entry in a backup."""

    id: str
    text: str


class Archive(TypedDict):
    """A backup of all entries."""

    format: Literal["chickenfoot-archive/1"]
    when: int  # ms since 1970
    matches: list[KeptText]
    summaries: list[KeptText]
    pads: list[KeptText]
    house: list[KeptText]
    days: list[KeptText]
    challenges: list[KeptText]
    parties: list[KeptText]
    posts: list[KeptText]
    settings: Settings | None
    table: TableChoices | None
    counted: Counted | None


class FaultReport(TypedDict):
    """What a person can send after a fault."""

    report: Literal["chickenfoot-report/1"]
    version: str
    build: str  # the folder of the page's own files
    commit: (
        str | None
    )  # of the sources of the page, with "+" if they had changed since; None if it was built without Git
    browser: str
    detail: str  # the traceback
    save: str | None  # the newest save
