"""The survey: a rule-book compared with each variant that changes one option, as data that comes with the game."""

from typing import Any, NamedTuple

from game.laboratory.comparison import NO_VALUE, TOO_FEW, Comparison, Figure, Lengths, verdict
from game.laboratory.measures import MEASURES, UNCOMPARED
from game.rules.options.declared import Value

FORMAT = "chickenfoot-survey/1"


class Entry(NamedTuple):
    """The rule-book with one changed option (A) compared with the rule-book (B)."""

    option: str
    value: Value
    comparison: Comparison

    def data(self) -> dict[str, Any]:
        """Return the entry as plain data, see docs/contracts.md, section 3."""
        return {"option": self.option, "value": self.value, **numbers_of(self.comparison)}


def numbers_of(comparison: Comparison) -> dict[str, Any]:
    """Return the numbers of a comparison, from which `comparison_of` makes the comparison again."""
    return {
        "trials": comparison.trials,
        "deals": comparison.deals,
        "alike": comparison.alike,
        "figures": [None if figure.difference is None else [*figure[1:7]] for figure in comparison.figures],
        "noted": [value for _, *values in comparison.noted for value in values],
        "lengths": [value for lengths in comparison.lengths for value in lengths],
    }


def comparison_of(numbers: dict[str, Any]) -> Comparison:
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


def _figure(code: str, numbers: list[float] | None, trials: int) -> Figure:
    if numbers is None:
        return Figure(code, None, None, None, None, None, None, NO_VALUE)
    a, b, difference, ci95, low, high = numbers
    early = low is None or high is None  # a single trial has no interval
    return Figure(code, a, b, difference, ci95, low, high, TOO_FEW if early else verdict(low, high, trials))
