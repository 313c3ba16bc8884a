"""Repairs: which solutions are compared, and which are found."""

from collections.abc import Iterator

import pytest

from game.rules.tiles import SET, is_double, parse_tile
from game.table.geometry import Spot
from game.table.layout import Layout, tile_pose
from game.table.overlap_check import overlapping_pairs
from game.table.spots.attachments import NEAT_DOUBLE, attached_spot, free_edge
from game.table.spots.cost import CostModel
from game.table.spots.occupancy import Occupancy
from game.table.spots.repair import Repair, SwingPlan, repair_layout


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


def a_table_of_seven() -> Repair:
    """A repair on a table of the centre with six arms, each with one tile."""
    layout, arms = Layout(9, 6), [parse_tile(f"9-{number}") for number in range(3, 9)]
    layout.lay_centre(parse_tile("9-9"))
    for arm in arms:
        layout.place(arm, parse_tile("9-9"), SET[9])
    return Repair(
        layout.occupancy, CostModel(layout.occupancy, parse_tile("8-4"), SET[9], 3, 1.0), arms[1], 3
    )


def moved_by(repair: Repair, ways: dict[str, float]) -> Occupancy:
    """The table of the repair after these tiles moved so many u to the right, and its tile was laid far away."""
    trial, spots = repair.occupancy.copy(), repair.occupancy.spots
    trial.put_tile(repair.tile, repair.on, Spot(0.0, 9.0, 0))
    moving = {parse_tile(name): way for name, way in ways.items()}
    trial.move_tiles({tile: spots[tile]._replace(x=spots[tile].x + way) for tile, way in moving.items()})
    return trial


def test_a_repair_costs_less_if_fewer_tiles_move_less_far() -> None:
    repair = a_table_of_seven()
    right = [
        name for name in ("9-3", "9-5", "9-6", "9-7", "9-8") if repair.occupancy.spots[parse_tile(name)].x > 1
    ]
    one_step, one_leap, two_steps = (
        moved_by(repair, {right[0]: 1.0}),
        moved_by(repair, {right[0]: 3.0}),
        moved_by(repair, dict.fromkeys(right[:2], 1.0)),
    )
    assert repair.moved(two_steps) == sorted(map(parse_tile, right[:2]), key=list(one_step.spots).index)
    assert repair.cheapest([one_leap, one_step, two_steps]) is one_step
    assert repair.cheapest([two_steps, one_leap]) is one_leap


def test_a_repair_rather_moves_a_tile_than_lay_one_beside_another() -> None:
    repair = a_table_of_seven()
    right = max(repair.occupancy.spots, key=lambda tile: repair.occupancy.spots[tile].x)
    beside = moved_by(repair, {})
    x, y, heading = beside.spots[right]
    beside.move_tiles({repair.tile: Spot(x + 2.1, y, heading)})
    assert beside.contacts([repair.tile]) == 1
    assert repair.cheapest([beside, moved_by(repair, {"9-3": 2.0})]) is not beside


@pytest.mark.parametrize(("swapped", "relocates"), [(4, False), (5, True)])
def test_a_swap_of_many_tiles_is_compared_with_a_relocation(
    monkeypatch: pytest.MonkeyPatch, swapped: int, relocates: bool
) -> None:
    repair = a_table_of_seven()
    names = ("9-3", "9-4", "9-5", "9-6", "9-7")
    swap, relocated = moved_by(repair, dict.fromkeys(names[:swapped], 0.5)), moved_by(repair, {"9-3": 0.5})
    monkeypatch.setattr(Repair, "best_swing", lambda *_: None)
    monkeypatch.setattr(Repair, "best_swap", lambda *_: swap)
    monkeypatch.setattr(Repair, "best_relocation", lambda *_: relocated)
    found = repair_layout(repair.occupancy, repair.model, repair.on, 3)
    assert found is not None and (found[0] is relocated) == relocates
    assert found[1] == repair.moved(found[0])


# A table on which 7-7 finds room at 7-0 only if that toe of 0-0 changes places with 8-0, and 8-3 is laid again. The two
# toes beside it and the foot of 9-9 leave no room for a foot. Each line has a tile, the tile underneath, x, y and heading.
LOCKED = """
5-5 5-5 0 0 0
5-1 5-5 1.55 0 0
8-5 5-5 -1.55 0 4
9-5 5-5 1.3468 -1.5444 7
5-4 5-5 -1.3468 1.5444 3
6-5 5-5 1.3468 1.5444 1
5-0 5-5 -1.3468 -1.5444 5
9-7 9-5 2.7964 -2.994 7
8-7 8-5 -3.6 0 4
7-6 8-7 -5.65 0 4
0-0 5-0 -2.4428 -2.6404 5
7-0 0-0 -3.5388 -3.7364 5
9-0 0-0 -4.4872 -2.5007 4
8-0 0-0 -2.3031 -4.6848 6
8-3 8-0 -0.7531 -5.1848 0
9-9 9-0 -6.0372 -2.5007 4
9-8 9-9 -7.5872 -2.5007 4
9-3 9-9 -7.384 -0.9563 3
9-4 9-9 -7.384 -4.0451 5
6-6 6-5 2.4428 2.6404 1
6-4 6-6 3.5388 3.7364 1
8-6 6-6 4.4872 2.5007 0
9-6 6-6 2.3031 4.6848 2
7-3 9-7 4.246 -4.4435 7
"""


def locked_table() -> Occupancy:
    """The table of LOCKED."""
    lines = [line.split() for line in LOCKED.split("\n") if line]
    spots = {parse_tile(name): Spot(float(x), float(y), int(heading)) for name, _, x, y, heading in lines}
    toes = {
        parse_tile(double): tuple(spots[parse_tile(tile)] for tile, on, *_ in lines if on == double != tile)
        for double, *_ in lines
        if is_double(parse_tile(double))
    }
    occupancy = Occupancy()
    for name, under, *_ in lines:
        tile, on = parse_tile(name), parse_tile(under)
        if tile == on:
            occupancy.put_centre(tile, spots[tile], toes[tile])
        else:
            occupancy.put_tile(tile, on, spots[tile], toes.get(tile, ()))
    return occupancy


def test_two_toes_change_places_before_a_double_is_laid_off_its_line() -> None:
    occupancy, tile, on = locked_table(), parse_tile("7-7"), parse_tile("7-0")
    unseen = SET[9] & ~sum(1 << laid for laid in (*occupancy.spots, tile))
    model = CostModel(occupancy, tile, unseen, 3, 2.0)
    assert not model.cheapest_spots(on) and not model.bent_foot_spots(on)
    repaired = repair_layout(occupancy, model, on, 3)
    assert repaired
    found, moved = repaired
    across = attached_spot(free_edge(found.spots[on]), NEAT_DOUBLE[0])
    assert tuple(found.spots[tile]) == pytest.approx(tuple(across))
    assert set(moved) == {parse_tile(name) for name in ("7-0", "8-0", "8-3")}
    poses = {laid: tile_pose(found, laid, spot, found.on[laid]) for laid, spot in found.spots.items()}
    assert overlapping_pairs(poses) == []
