"""What the laboratory's workers answer, and the survey's file."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from game.contract.basics import Markup, Message, Value, Wanted

CountedTrial = tuple[list[tuple[int, int]], list[int], int]
"""`Counts` of game/laboratory/measures.py: (sum, count) of each measure, the length of each round, the number of seats."""


class TrialRow(TypedDict):
    """A trial at both tables."""

    number: int  # of the trial, from 0
    a: CountedTrial
    b: CountedTrial


class ComparisonNumbers(TypedDict):
    """The numbers of a comparison, from which it can be made again."""

    trials: int
    deals: int  # rounds at each table
    alike: bool  # every trial counted the same at both tables
    unlike: NotRequired[
        str
    ]  # why the matches of both tables are unlike, "" if they are not; not in older surveys
    # a, b, difference, ci95, low, high of each measure, in the order of STORED; None without a value
    figures: list[list[float | None] | None]
    noted: list[float]  # at A and at B, of each value that is not compared
    lengths: list[float]  # minutes: the median and the slowest tenth of A, then of B


class SurveyEntry(ComparisonNumbers):
    """The rule-book with one changed option, compared with the rule-book."""

    option: str
    value: Value


class SurveyHead(TypedDict):
    """What a survey compares."""

    format: Literal["chickenfoot-survey/1"]
    preset: str
    players: int  # number of seats
    bots: str  # their level
    seed: str
    trials: int
    deals: int


class SurveyFile(SurveyHead):
    """The survey, `chickenfoot-survey/1`."""

    values: list[SurveyEntry]


class CheckedTables(TypedDict):
    """Two tables that can be played."""

    rounds: int  # rounds of a match, at the table with fewer
    levels: list[str]  # the possible levels of the players
    differ: list[tuple[str, Value, Value]]  # (option, value at A, value at B)


class FigureCard(TypedDict):
    """One measure."""

    code: str
    a: Message | str  # the value at A
    b: Message | str  # the value at B
    gap: Message | str  # the difference with its interval
    verdict: str  # a text key
    clear: bool  # there is a clear difference
    pictures: list[Markup]  # of A, of B
    band: Markup  # the interval
    notes: list[Message]


class ShownComparison(TypedDict):
    """A comparison as the page shows it."""

    trials: int
    deals: int
    sentence: list[Message]
    numbers: ComparisonNumbers
    cards: list[FigureCard]


class LinkedComparisonData(ShownComparison):
    """A comparison from a link."""

    a: Wanted
    b: Wanted
    names: list[str]  # of A and of B
    level: str
    seed: str


class MadeLink(TypedDict):
    """A link of a comparison."""

    code: str


class TableText(TypedDict):
    """A table as CSV."""

    text: str


class SurveyedValue(TypedDict):
    """What the survey says about a value."""

    value: Value
    sentence: list[Message]


class SurveyedOption(TypedDict):
    """What the survey says about an option."""

    preset: str
    players: int
    deals: int
    level: str
    values: list[SurveyedValue]


class ComparedFigure(TypedDict):
    """A measure of the command `compare`."""

    code: str
    a: float | None
    b: float | None
    difference: float | None
    ci95: float | None
    low: float | None
    high: float | None
    verdict: str
    name: str
    what: str
    unit: str
    source: str


class NotedValue(TypedDict):
    """A value that is not compared, of the command `compare`."""

    code: str
    a: float
    b: float
    name: str
    what: str


class Coverage(TypedDict):
    """How often the intervals hold, of the command `compare --repeat`."""

    repetitions: int
    trials: int
    # by measure, the share of the repetitions whose interval holds; None if no repetition had an interval
    alone: dict[str, float | None]
    together: float | None  # the share in which all hold
    zero_widths: int  # intervals without a width, though the tables are not alike
