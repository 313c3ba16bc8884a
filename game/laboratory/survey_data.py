"""The survey: a rule-book compared with each variant that changes one option, as data that comes with the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from game.laboratory.comparison import NO_VALUE, TOO_FEW, Comparison, Figure, Lengths, verdict
from game.laboratory.measures import MEASURES, UNCOMPARED
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
    return {
        "trials": comparison.trials,
        "deals": comparison.deals,
        "alike": comparison.alike,
        "figures": [None if figure.difference is None else [*figure[1:7]] for figure in comparison.figures],
        "noted": [value for _, *values in comparison.noted for value in values],
        "lengths": [value for lengths in comparison.lengths for value in lengths],
    }


def comparison_of(numbers: ComparisonNumbers) -> Comparison:
    """Make a comparison from its numbers. Data of an older version lacks newer measures; these get a figure without values."""
    trials, given = numbers["trials"], numbers["figures"]
    figures = [
        _figure(measure.code, given[index] if index < len(given) else None, trials)
        for index, measure in enumerate(MEASURES)
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
    )


def _figure(code: str, numbers: list[float | None] | None, trials: int) -> Figure:
    if numbers is None:
        return Figure(code, None, None, None, None, None, None, NO_VALUE)
    a, b, difference, ci95, low, high = numbers
    judged = (
        TOO_FEW if low is None or high is None else verdict(low, high, trials)
    )  # one trial has no interval
    return Figure(code, a, b, difference, ci95, low, high, judged)
