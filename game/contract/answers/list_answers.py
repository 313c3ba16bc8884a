"""The answers of the verbs for what is stored: matches, the history, statistics, house rules and score pads."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from game.contract.basics import Changes, Markup, OptionValue, StorageFailure, Tile, Value
from game.contract.kept import MatchHead, Unchecked
from game.contract.score_sheets import SheetRow

# --- the new-game form


class OptionData(TypedDict):
    """An option of the new-game form."""

    code: str
    default: Value
    values: list[Value]  # its words and truth values
    numbers: list[int]  # its lowest and its highest number; empty if it takes none
    sources: list[str]  # the letters of the documents that mention it
    chapter: str


class PresetData(TypedDict):
    """A rule-book."""

    code: str
    source: str  # the letter of its document in docs/rules.md
    picture: Markup  # the opening
    seats: list[int]  # the fewest and the most
    values: list[OptionValue]  # every option


class Menu(TypedDict):
    """The contents of the new-game form, without texts."""

    presets: list[PresetData]
    chapters: list[str]
    options: list[OptionData]
    levels: list[str]  # the weakest first
    styles: list[str]


class OptionsSummary(TypedDict):
    """Options that can be played."""

    values: list[OptionValue]  # every option
    house: list[str]  # codes of the options that differ from the rule-book
    idle: list[str]  # codes of the options without effect beside the others
    hand: int  # tiles for each seat
    rounds: int  # number of rounds
    set: int  # the highest number on the tiles
    yard: int  # number of tiles left after the deal


class Wished(TypedDict):
    """The wanted options, valid or not."""

    values: list[tuple[str, object]]  # every option as (code, value)
    house: list[str]  # codes of the options that differ from the rule-book


class Ways(TypedDict):
    """Fixes for options that contradict each other."""

    ways: list[OptionValue]  # each alone makes the options valid
    wished: Wished


# --- stored matches


class QuarantinedData(TypedDict):
    """A stored entry that could not be read, and was put aside."""

    id: str
    when: int  # ms since 1970


class NextMatch(TypedDict):
    """What the verb `resume` would go on with."""

    day: str  # the date of its daily deal, as "2026-11-22", or empty
    challenge: bool  # it is an accepted challenge
    round: int  # the present round, from 1
    of: int  # number of rounds


class Resumable(TypedDict):
    """What can be resumed when the table is empty."""

    saved: bool  # there is a match to resume
    next: NextMatch | None  # that match
    earlier: MatchHead | None  # the newest other match that can be resumed
    storage_problem: StorageFailure


class Boot(Resumable):
    """What the page needs at its start."""

    menu: Menu
    settings: Unchecked | None  # `Settings` that this or another version kept; None on a first visit
    table: Unchecked | None  # `TableChoices` that this or another version kept; None on a first visit
    over: bool  # the match to resume is finished
    finished: int  # how many finished matches are kept on this device
    posts: int  # number of matches by post
    quarantined: list[QuarantinedData]  # those that were not reported before


class MatchRow(MatchHead):
    """A stored match in the list."""

    here: bool  # it is on the table
    day: str  # the date of its daily deal, as "2026-11-22", or empty


class MatchList(TypedDict):
    """The stored matches."""

    matches: list[MatchRow]  # the newest first
    quarantined: list[QuarantinedData]
    storage_problem: StorageFailure


# --- finished matches


class HistoryRow(TypedDict):
    """A finished match."""

    id: str
    when: int  # its end, in ms since 1970
    preset: str | None  # the code of the rule-book
    names: list[str]  # by seat
    totals: list[int]  # points, by seat
    places: list[int]  # by seat
    levels: list[str | None]  # by seat; None for a person
    rounds: int  # number of rounds
    company: str  # the strongest level among its bots, or "people"
    replay: bool  # it has a record
    again: bool  # a second try with its deal
    day: str  # the date of its daily deal, as "2026-11-22", or empty
    title: str | None


class HistoryList(TypedDict):
    """A part of the history."""

    rows: list[HistoryRow]
    of: int  # number of selected matches
    all: int  # number of all matches
    rules: list[str]  # the rule-books of all matches
    companies: list[str]  # the companies of all matches


class Person(TypedDict):
    """A person who has played at this device."""

    name: str
    matches: int  # number of matches


class Wins(TypedDict):
    """Matches and wins of one group."""

    key: str  # a company or a rule-book
    matches: int
    wins: int


class RecentMatch(TypedDict):
    """A match in the chart of points."""

    when: int  # ms since 1970
    points: float | None  # mean per round
    place: int
    of: int  # number of seats


class StatisticsCharts(TypedDict):
    """The charts of the statistics."""

    company: Markup
    rules: Markup
    recent: Markup


class Statistics(TypedDict):
    """A person's statistics. A mean of no values is None."""

    name: str
    matches: int
    wins: int
    rounds: int
    points: float | None  # mean per round
    out: int  # rounds in which the person went out
    blocked: int  # rounds that ended blocked
    doubles: float | None  # mean number of doubles left in the hand after a round
    loss: float | None  # points per round that the person's choices cost
    streak: int  # matches won in a row up to the last match
    longest: int  # the longest such streak
    by_company: list[Wins]  # the weakest bots first
    by_rules: list[Wins]  # by rule-book, "house" for house rules
    recent: list[RecentMatch]  # the oldest first
    charts: StatisticsCharts


class ShownStatistics(TypedDict):
    """The statistics of one of the people who have played here."""

    people: list[Person]  # most matches first
    statistics: Statistics | None  # None for a name that never played
    since: int  # the time of the last reset in ms since 1970, or 0
    also: list[str]  # other names under which the person has played
    maybe: list[str]  # the people who may be the same person, because they never played in one match


class BroughtIn(TypedDict):
    """What an import has changed."""

    new: int  # number of entries added
    longer: int  # number of stored entries that the file has in a later state
    known: int  # number of entries that were stored already
    kinds: list[tuple[str, int]]  # (field of the file, number) of what was added or continued


# --- house rules


class HouseData(TypedDict):
    """Named house rules."""

    id: str  # empty if they are not stored
    name: str
    preset: str | None  # the code of the rule-book
    changes: Changes
    players: int  # number of seats
    picture: Markup  # the opening


class HouseList(TypedDict):
    """The saved house rules."""

    houses: list[HouseData]  # by name
    storage_problem: StorageFailure
    id: NotRequired[str]  # the rules that were saved just now


class OpenedHouse(HouseData):
    """House rules from a link."""

    kind: Literal["house"]
    sender: str  # the sender's name, or empty
    houses: list[HouseData]  # the saved ones


# --- score pads


class PadRow(TypedDict):
    """A score pad in the list."""

    id: str
    when: int  # its beginning, in ms since 1970
    names: list[str]  # by seat
    round: int  # number of written rounds
    of: int  # number of all rounds
    totals: list[int]  # points, by seat
    over: bool  # all rounds are written


class PadList(TypedDict):
    """The score pads."""

    pads: list[PadRow]  # the newest first
    storage_problem: StorageFailure


class PadRound(SheetRow):
    """A round on a pad. These fields are missing until it is written."""

    out: NotRequired[int]  # the seat that went out, or -1
    double: NotRequired[bool]  # it went out on a double
    left: NotRequired[list[list[Tile] | None]]  # by seat, the remaining tiles; None if the points were typed


class PadData(PadRow):
    """A score pad."""

    preset: str | None  # the code of the rule-book
    set: int  # the highest number on the tiles
    rows: list[PadRound]  # one for each round
    leads: list[int]  # the seats with the lowest total
    places: list[int]  # by seat
    chart: Markup  # empty before the first round
    bonus: int  # points taken off for going out on a double
    tiles: list[list[str]]  # [name, markup] of every tile of the set


class StoredPad(PadData):
    """A score pad after a change."""

    storage_problem: StorageFailure
