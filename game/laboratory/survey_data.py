"""The survey: a rule-book compared with each variant that changes one option, as data that comes with the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from game.laboratory.comparison import (
    NO_VALUE,
    TOO_FEW,
    Comparison,
    Figure,
    Lengths,
    verdict,
    without_value,
)
from game.laboratory.measures import MEASURES, RETIRED, STORED, UNCOMPARED
from game.rules.options.declared import Value

if TYPE_CHECKING:
    from game.contract.answers.laboratory_answers import ComparisonNumbers, SurveyEntry

FORMAT: Final = "chickenfoot-survey/1"


class Entry(NamedTuple):
    """The rule-book with one changed option (A) compared with the rule-book (B)."""

    option: str
    value: Value
    comparison: Comparison

    def data(self) -> SurveyEntry:
        """Return the entry as plain data, see docs/contracts.md, section 3."""
        return {"option": self.option, "value": self.value, **numbers_of(self.comparison)}


def numbers_of(comparison: Comparison) -> ComparisonNumbers:
    """Return the numbers of a comparison, from which `comparison_of` makes the comparison again."""
    found = {figure.code: figure for figure in comparison.figures}
    last = max(map(STORED.index, found), default=-1)
    return {
        "trials": comparison.trials,
        "deals": comparison.deals,
        "alike": comparison.alike,
        "unlike": comparison.unlike,
        "figures": [
            [*found[code][1:7]] if code in found and found[code].difference is not None else None
            for code in STORED[: last + 1]
        ],
        "noted": [value for _, *values in comparison.noted for value in values],
        "lengths": [value for lengths in comparison.lengths for value in lengths],
    }


def comparison_of(numbers: ComparisonNumbers) -> Comparison:
    """Make a comparison from its numbers.

    Data of an older version lacks newer measures. These get no figure, but the retired measures do.
    """
    trials, given = numbers["trials"], dict(zip(STORED, numbers["figures"], strict=False))
    unlike = numbers.get("unlike", "")
    figures = [
        without_value(measure.code, unlike)
        if unlike and measure.needs_like_matches
        else _figure(measure.code, given[measure.code], trials)
        for measure in (*MEASURES, *RETIRED)
        if measure.code in given and (measure.tally or given[measure.code])
    ]
    noted = numbers["noted"]
    median_a, slowest_a, median_b, slowest_b = numbers["lengths"]
    return Comparison(
        trials,
        numbers["deals"],
        tuple(figures),
        tuple(
            (measure.code, noted[2 * index], noted[2 * index + 1])
            for index, measure in enumerate(UNCOMPARED)
            if 2 * index < len(noted)
        ),
        (Lengths(median_a, slowest_a), Lengths(median_b, slowest_b)),
        numbers["alike"],
        unlike,
    )


def _figure(code: str, numbers: list[float | None] | None, trials: int) -> Figure:
    if numbers is None:
        return without_value(code, NO_VALUE)
    a, b, difference, ci95, low, high = numbers
    # one trial has no interval
    judged = TOO_FEW if low is None or high is None else verdict(low, high, trials)
    return Figure(code, a, b, difference, ci95, low, high, judged)
