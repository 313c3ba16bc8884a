"""How a measure differs between the matches of two rule tables, with confidence intervals.

The rounds of a match are not independent, and both tables play the same deals. So one trial, at both tables, is one
observation. A table's value is a ratio of two sums over its trials. The standard error of the difference comes from
linearising both ratios (Cochran, Sampling Techniques, chapter 6).

Few trials can miss a rare event, or have the same counts at both tables by chance. Then they vary too little. So the
error contains two more observations, in which only one table has one more event. For events that a trial counts once,
this is the interval of Bonett and Price (2012) for a paired difference of proportions, about the plain difference. A
measure that counts no events gets one more round at each table, with the variance of the table's rounds.

Sums are exact: whole numbers, and `fsum` for fractions. So the order of the trials changes no digit.
"""

from collections.abc import Sequence
from math import erfc, exp, fsum, pi, sqrt
from typing import NamedTuple

from game.laboratory.measures import Pair

MISS = 0.05  # the probability with which an interval does not hold the true value


class Difference(NamedTuple):
    """The values of two tables, their difference, and its standard error. `error` is None for a single trial."""

    a: float
    b: float
    difference: float
    error: float | None


def difference(
    pairs_a: Sequence[Pair], pairs_b: Sequence[Pair], rounds: int, counts_events: bool
) -> Difference | None:
    """Compare the counts of one measure in the same trials at two tables. None if one has counted nothing.

    A trial has `rounds` rounds, at the table with fewer.
    """
    (sum_a, count_a), (sum_b, count_b) = totals(pairs_a), totals(pairs_b)
    if not count_a or not count_b:
        return None
    a, b, trials = sum_a / count_a, sum_b / count_b, len(pairs_a)
    if trials == 1:
        return Difference(a, b, a - b, None)
    residuals_a, residuals_b = (
        [(part - value * number) * trials / count for part, number in pairs]
        for pairs, value, count in ((pairs_a, a, count_a), (pairs_b, b, count_b))
    )
    squares = [(one - other) ** 2 for one, other in zip(residuals_a, residuals_b, strict=True)]
    if counts_events:
        squares += [(trials / count_a) ** 2, (trials / count_b) ** 2]
    else:
        squares += [
            fsum(one * one for one in residuals) / (trials - 1) / rounds
            for residuals in (residuals_a, residuals_b)
        ]
    return Difference(a, b, a - b, sqrt(fsum(squares) / (trials * (trials - 1))))


def totals(pairs: Sequence[Pair]) -> Pair:
    """Add up pairs.

    >>> totals([(1, 10), (2, 10)])
    (3, 20)
    """
    return sum(first for first, _ in pairs), sum(second for _, second in pairs)


def mean_ci95(values: Sequence[float]) -> tuple[float | None, float | None]:
    """Return the mean, and half the width of its 95 % confidence interval.

    The mean is None without values. The width is None with fewer than two values.
    """
    if not values:
        return None, None
    mean = fsum(values) / len(values)
    if len(values) < 2:
        return mean, None
    variance = fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, critical_value(len(values)) * sqrt(variance / len(values))


def critical_value(trials: int, comparisons: int = 1) -> float:
    """Return how many standard errors an interval extends to each side of a difference that `trials` trials have shown.

    With several comparisons all intervals together hold their true values with the probability 1 - MISS (Bonferroni).

    >>> critical_value(10**9), critical_value(20), critical_value(100, 9)
    (1.959964, 2.093024, 2.835027)
    """
    return _student_quantile(MISS / comparisons / 2, trials - 1)


def _normal_quantile(tail: float) -> float:
    """Return the x that a standard normal variable exceeds with the probability `tail`, by Newton's method."""
    x = 1.0
    for _ in range(50):
        x += (erfc(x / sqrt(2)) / 2 - tail) * sqrt(2 * pi) * exp(x * x / 2)
    return x


def _student_quantile(tail: float, degrees: int) -> float:
    """Return the quantile of Student's t distribution, to six decimals (Abramowitz and Stegun, 26.7.5).

    The rounding hides the last digits of `erfc` and `exp`, which differ between machines.
    """
    x = _normal_quantile(tail)
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    total: float = x + sum(term / degrees**power for power, term in enumerate(terms, 1))
    return round(total, 6)
