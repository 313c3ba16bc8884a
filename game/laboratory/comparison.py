"""The figures of a comparison: the values of both tables, their difference, its intervals and a verdict.

All figures are rounded to DIGITS decimals, and verdicts follow from the rounded figures. A link holds the rounded figures,
so every device that opens it shows the same verdicts.
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.laboratory.intervals import critical_value, difference, totals
from game.laboratory.measures import MEASURES, UNCOMPARED, Counts, Measure, Pair

DIGITS = 4
# The least number of trials for a verdict. With fewer, a rare event can be missing at one table by chance.
FEWEST = 20

MORE, LESS, UNCLEAR, TOO_FEW, NO_VALUE = "more", "less", "unclear", "early", "never"


class Figure(NamedTuple):
    """One measure of two tables, with its values `a` and `b`. They are None if no trial of a table has counted anything.

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
    verdict: str  # A has MORE or LESS than B; or UNCLEAR, TOO_FEW (too few trials), NO_VALUE (no value)


class Lengths(NamedTuple):
    """How long rounds take at one table, in minutes at the normal pace."""

    median: float
    slowest_tenth: float  # one round in ten takes at least as long


class Comparison(NamedTuple):
    """The result of the trials so far."""

    trials: int
    deals: int  # rounds that were dealt at each table, or the smaller number if the tables differ
    figures: tuple[Figure, ...]  # the figure of each measure, in the order of MEASURES
    # (measure's code, value of A, value of B), in the order of UNCOMPARED
    noted: tuple[tuple[str, float, float], ...]
    lengths: tuple[Lengths, Lengths]  # how long the rounds take at A, and at B
    alike: bool  # whether every trial counted the same at both tables


def compare(of_a: Sequence[Counts], of_b: Sequence[Counts]) -> Comparison:
    """Compare the same trials at two tables, at least one. Their order does not matter."""
    columns = [
        ([counts.pairs[column] for counts in of_a], [counts.pairs[column] for counts in of_b])
        for column in range(len(MEASURES) + len(UNCOMPARED))
    ]
    figures = [_figure(measure, *pairs) for measure, pairs in zip(MEASURES, columns, strict=False)]
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
        all(a == b for a, b in zip(of_a, of_b, strict=True)),
    )


def _figure(measure: Measure, of_a: Sequence[Pair], of_b: Sequence[Pair]) -> Figure:
    found = difference(of_a, of_b)
    if found is None:
        return Figure(measure.code, None, None, None, None, None, None, NO_VALUE)
    a, b = round(found.a, DIGITS), round(found.b, DIGITS)
    gap = round(found.difference, DIGITS)
    if found.error is None:
        return Figure(measure.code, a, b, gap, None, None, None, TOO_FEW)
    alone = found.error * critical_value(len(of_a))
    together = found.error * critical_value(len(of_a), len(MEASURES))
    low, high = round(found.difference - together, DIGITS), round(found.difference + together, DIGITS)
    return Figure(measure.code, a, b, gap, round(alone, DIGITS), low, high, verdict(low, high, len(of_a)))


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
    for measure, figure in zip(MEASURES, comparison.figures, strict=True):
        values = ["" if value is None else str(value) for value in figure[1:]]
        lines.append((measure.code, measure.unit, *values))
    return "".join(",".join(line) + "\n" for line in lines)


def _value(pairs: Sequence[Pair]) -> float:
    top, bottom = totals(pairs)
    return round(top / bottom, DIGITS)


def _lengths(counted: Sequence[Counts]) -> Lengths:
    """The median and the slowest tenth of all rounds, in minutes.

    The lengths in `Counts` are in another unit. The first measure, `length`, has a pair (length of all rounds in that unit,
    number of rounds times a minute in that unit), so the pair tells how long a minute is.
    """
    lengths = sorted(length for counts in counted for length in counts.lengths)
    minute = counted[0].pairs[0][1] // len(counted[0].lengths)
    middle, tenth = lengths[len(lengths) // 2], lengths[len(lengths) * 9 // 10]
    return Lengths(round(middle / minute, DIGITS), round(tenth / minute, DIGITS))
