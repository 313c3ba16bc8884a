"""Repairs: which solutions are compared."""

from collections.abc import Iterator

import pytest

from game.rules.tiles import SET, parse_tile
from game.table.layout import Layout
from game.table.spots.cost import CostModel
from game.table.spots.occupancy import Occupancy
from game.table.spots.repair import Repair, SwingPlan


def a_repair() -> Repair:
    """A repair at the end of 9-4 on an almost empty table."""
    layout, on = Layout(9, 2), parse_tile("9-4")
    layout.lay_centre(parse_tile("9-9"))
    layout.place(on, parse_tile("9-9"), SET[9])
    return Repair(layout.occupancy, CostModel(layout.occupancy, parse_tile("8-4"), SET[9], 3, 1.0), on, 3)


def test_a_swing_of_more_tiles_is_not_tried_once_a_smaller_one_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """People find their tiles again more easily if few of them move, even if a larger swing would cost less."""
    repair = a_repair()
    sizes, costs = (1, 2, 2, 3), (None, 5.0, 4.0, 1.0)  # by plan; None: the swing does not fit
    plans = [SwingPlan((number,), frozenset(range(size)), None) for number, size in enumerate(sizes)]
    trials = [None if cost is None else repair.occupancy.copy() for cost in costs]

    def results(_: Repair, plan: SwingPlan) -> Iterator[Occupancy]:
        trial = trials[plans.index(plan)]
        return iter([] if trial is None else [trial])

    def cost_of(_: Repair, trial: Occupancy) -> float | None:
        return next(cost for cost, other in zip(costs, trials, strict=True) if other is trial)

    monkeypatch.setattr(Repair, "swing_results", results)
    monkeypatch.setattr(Repair, "total_cost", cost_of)
    assert repair.best_swing(plans) is trials[2]
