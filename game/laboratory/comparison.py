"""The figures of a comparison: the values of both tables, their difference, its intervals and a verdict.

All figures are rounded to DIGITS decimals, and verdicts follow from the rounded figures. A link holds the rounded figures,
so every device that opens it shows the same verdicts.
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.laboratory.intervals import Difference, critical_value, difference, totals
from game.laboratory.measures import MEASURE, MEASURES, MINUTE, UNCOMPARED, Counts, Measure, Pair

DIGITS = 4
# The least number of trials for a verdict. With fewer, a rare event can be missing at one table by chance.
FEWEST = 20

MORE, LESS, UNCLEAR, TOO_FEW, NO_VALUE = "more", "less", "unclear", "early", "never"
# Why the matches of two tables are unlike. The verdict on a measure that needs like matches.
ROUNDS_DIFFER, SEATS_DIFFER = "unlike-rounds", "unlike-seats"


class Figure(NamedTuple):
    """One measure of two tables, with its values `a` and `b`.

    They are None if no trial of a table has counted anything, or if the tables cannot be compared by the measure.

    `ci95` is half the width of the 95 % interval of this difference alone. `low` and `high` are the ends of a wider
    interval: with a probability of 95 %, the wider intervals of all measures hold at once. The three are None for fewer
    than two trials.
    """

    code: str
    a: float | None
    b: float | None
    difference: float | None
    ci95: float | None
    low: float | None
    high: float | None
    # A has MORE or LESS than B; or UNCLEAR, TOO_FEW (too few trials), NO_VALUE, ROUNDS_DIFFER, SEATS_DIFFER
    verdict: str


class Lengths(NamedTuple):
    """How long rounds take at one table, in minutes at the normal pace."""

    median: float
    slowest_tenth: float  # one round in ten takes at least as long


class Comparison(NamedTuple):
    """The result of the trials so far."""

    trials: int
    deals: int  # rounds that were dealt at each table, or the smaller number if the tables differ
    # The figure of each measure, in the order of MEASURES. One from an older link lacks newer measures, and may have retired ones.
    figures: tuple[Figure, ...]
    # (measure's code, value of A, value of B), in the order of UNCOMPARED
    noted: tuple[tuple[str, float, float], ...]
    lengths: tuple[Lengths, Lengths]  # how long the rounds take at A, and at B
    alike: bool  # whether every trial counted the same at both tables
    unlike: str  # ROUNDS_DIFFER, SEATS_DIFFER, or "" if the matches of both tables have equally many rounds and seats


def compare(of_a: Sequence[Counts], of_b: Sequence[Counts], comparisons: int = 1) -> Comparison:
    """Compare the same trials at two tables, at least one. Their order does not matter.

    With several comparisons, the wider intervals (see `Figure`) of all of them hold at once.
    """
    columns = [
        ([counts.pairs[column] for counts in of_a], [counts.pairs[column] for counts in of_b])
        for column in range(len(MEASURES) + len(UNCOMPARED))
    ]
    matches = [(len(counted[0].lengths), counted[0].seats) for counted in (of_a, of_b)]
    unlike = why_unlike(*matches)
    alike = all(a == b for a, b in zip(of_a, of_b, strict=True))
    rounds = min(number for number, _ in matches)
    figures = [
        without_value(measure.code, unlike)
        if unlike and measure.needs_like_matches
        else _figure(
            measure,
            difference(*pairs, rounds, measure.counts_events),
            len(of_a),
            comparisons * len(MEASURES),
            alike,
        )
        for measure, pairs in zip(MEASURES, columns, strict=False)
    ]
    noted = [
        (measure.code, _value(pairs_a), _value(pairs_b))
        for measure, (pairs_a, pairs_b) in zip(UNCOMPARED, columns[len(MEASURES) :], strict=True)
    ]
    return Comparison(
        len(of_a),
        min(sum(len(counts.lengths) for counts in counted) for counted in (of_a, of_b)),
        tuple(figures),
        tuple(noted),
        (_lengths(of_a), _lengths(of_b)),
        alike,
        unlike,
    )


def why_unlike(a: tuple[int, int], b: tuple[int, int]) -> str:
    """Say why the matches of two tables are unlike, from their numbers (rounds, seats); see `Comparison.unlike`."""
    if a[1] != b[1]:
        return SEATS_DIFFER
    return ROUNDS_DIFFER if a != b else ""


def without_value(code: str, verdict: str) -> Figure:
    """Return a figure without values."""
    return Figure(code, None, None, None, None, None, None, verdict)


def _figure(measure: Measure, found: Difference | None, trials: int, intervals: int, alike: bool) -> Figure:
    """Make a figure. `intervals` are to hold at once. Tables that are alike differ by exactly 0."""
    if found is None:
        return without_value(measure.code, NO_VALUE)
    a, b = round(found.a, DIGITS), round(found.b, DIGITS)
    gap = round(found.difference, DIGITS)
    if found.error is None:
        return Figure(measure.code, a, b, gap, None, None, None, TOO_FEW)
    error = 0.0 if alike else found.error
    together = error * critical_value(trials, intervals)
    low, high = round(found.difference - together, DIGITS), round(found.difference + together, DIGITS)
    if measure.counts_events:  # a share lies between 0 and 1
        low, high = max(low, -1.0), min(high, 1.0)
    alone = round(error * critical_value(trials), DIGITS)
    return Figure(measure.code, a, b, gap, alone, low, high, verdict(low, high, trials))


def verdict(low: float, high: float, trials: int) -> str:
    """Return the verdict of an interval. It claims a difference only if the interval excludes 0.

    >>> verdict(0.1, 0.3, 100), verdict(-0.1, 0.3, 100), verdict(0.1, 0.3, 5)
    ('more', 'unclear', 'early')
    """
    if trials < FEWEST:
        return TOO_FEW
    if low > 0:
        return MORE
    return LESS if high < 0 else UNCLEAR


def csv_text(comparison: Comparison) -> str:
    """Write the figures as CSV, a line for each measure. No value needs quotes; None is an empty one."""
    lines: list[tuple[str, ...]] = [("measure", "unit", *Figure._fields[1:])]
    for figure in comparison.figures:
        values = ["" if value is None else str(value) for value in figure[1:]]
        lines.append((figure.code, MEASURE[figure.code].unit, *values))
    return "".join(",".join(line) + "\n" for line in lines)


def _value(pairs: Sequence[Pair]) -> float:
    top, bottom = totals(pairs)
    return round(top / bottom, DIGITS)


def _lengths(counted: Sequence[Counts]) -> Lengths:
    """The median and the slowest tenth of all rounds, in minutes. `Counts` adds up the lengths over all seats."""
    lengths = sorted(length for counts in counted for length in counts.lengths)
    minute = MINUTE * counted[0].seats
    middle, tenth = lengths[len(lengths) // 2], lengths[len(lengths) * 9 // 10]
    return Lengths(round(middle / minute, DIGITS), round(tenth / minute, DIGITS))
