"""Layouts of whole rounds of every kind, with any choice of ends, checked by independent code."""

import random
from functools import cache
from math import inf, nextafter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.commands.measure.layout_quality import Play, Table, bot_rounds, count_faults, lay_out
from game.players.bots import parse_spec
from game.rules.options.declared import Options
from game.rules.options.presets import resolve
from game.rules.tiles import DOUBLE, HIGH, LOW, SET, SUIT, Tile, parse_tile
from game.table import layout as layout_module
from game.table import overlap_check
from game.table.drawing import FRAME_MARGIN
from game.table.geometry import GAP, Spot, is_closer, point_ahead, separation, shape_of
from game.table.layout import Layout
from game.table.spots import repair as mend
from game.table.spots.attachments import (
    FANS,
    NEAT_DOUBLE,
    NEAT_ORDINARY,
    ODD_DOUBLE,
    ODD_ORDINARY,
    SHIFTED_DOUBLE,
    SHIFTED_ORDINARY,
    attached_spot,
    free_edge,
    toe_spots,
)
from game.table.spots.cost import CostModel, RatedSpot
from game.table.spots.growth_space import DesiredBox, next_box, reduced_space, shortage_cost, space_at
from game.table.spots.occupancy import Occupancy, footprint
from game.table.spots.raster import Raster, Squares, shape_window, tile_squares, window_corner
from game.table.spots.relocation import EXTRA_WORK, Relocation
from game.table.spots.repair import Repair, comes_too_near

GAMES = {
    "double-6": ("pagat", 2, {"set": 6}),
    "double-9": ("chickie", 4, {}),
    "six arms": ("montgomery", 4, {}),
    "eight arms": ("trains-8", 4, {}),
    "two toes": ("montgomery", 4, {"toes": 2}),
    "feet that close": ("hastings", 6, {}),
    "double-15": ("montgomery", 8, {"set": 15, "arms": 5}),
}
LARGEST = "double-18"
"""Crowded enough that tiles must move."""
CROWDED, LONG = (4, 6, 7), 1.496
"""Rounds of LARGEST in which tiles move if every end is picked at random, and the aspect of the box."""


@cache
def game(name: str) -> tuple[Options, list[list[Play]]]:
    preset, seats, changes = {**GAMES, LARGEST: ("montgomery", 10, {"set": 18})}[name]
    options = resolve(preset, changes, seats)
    specs = [parse_spec("greedy"), parse_spec("random")]
    return options, list(bot_rounds(options, specs, f"test {name}", 12))


def table_of(name: str, number: int, aspect: float, fixed: float) -> Table:
    options, rounds = game(name)
    return lay_out(options, rounds[number], aspect, fixed, f"{name}-{number}")


@cache
def faults(name: str, number: int, aspect: float) -> dict[str, int]:
    return count_faults(table_of(name, number, aspect, 0.0))


@settings(max_examples=30)
@given(
    st.sampled_from(list(GAMES)), st.integers(0, 11), st.floats(0.4, 2.5), st.sampled_from((0.0, 0.5, 1.0))
)
def test_nothing_overlaps_and_attached_halves_touch_and_match(
    name: str, number: int, aspect: float, fixed: float
) -> None:
    table = table_of(name, number, aspect, fixed)
    found = count_faults(table)
    assert found["overlaps"] == 0
    assert found["unplaced"] <= (fixed > 0), "ends picked at random may once need the last resort"
    x0, y0, x1, y1 = table.layout.box()
    points = [point for pose in table.layout.poses.values() for point in overlap_check.outline(pose)]
    assert all(x0 - 1e-9 <= x <= x1 + 1e-9 and y0 - 1e-9 <= y <= y1 + 1e-9 for x, y in points)


@pytest.mark.parametrize("name", GAMES)
def test_a_tile_lies_on_the_toe_that_was_chosen(name: str) -> None:
    (options, rounds), lots, others = game(name), random.Random(name), 0
    for number, plays in enumerate(rounds[:4]):
        ends = table_of(name, number, 0.6, 0.0).on_by
        layout = Layout(options.set, options.arm_count, options.toes, 0.6)
        layout.lay_centre(plays[0].tile)
        for play in plays[1:]:
            on = ends[play.tile][0]
            poses = layout.toe_poses(play.tile, on)
            own = layout.previews(play.tile, [on], play.unseen)[on]
            toe = (
                lots.randrange(len(poses)) if poses else 3
            )  # an end that is no foot has no toes to choose from
            layout.place(play.tile, on, play.unseen, toe)
            assert layout.poses[play.tile] == (poses[toe] if poses else own)
            others += layout.poses[play.tile] != own
        assert overlap_check.overlapping_pairs(layout.poses) == []
    assert others > 10


@pytest.mark.parametrize("name", GAMES)
def test_toes_fan_out_and_few_lines_bend(name: str) -> None:
    shapes = 0.6, 1.6
    found = [faults(name, number, aspect) for number in range(12) for aspect in shapes]
    tiles = len(shapes) * sum(len(plays) - 1 for plays in game(name)[1])
    assert sum(each["overlaps"] for each in found) == 0
    assert sum(each["bent"] for each in found) <= 0.03 * sum(each["feet"] for each in found) + 1
    assert sum(each["on_bend"] for each in found) <= 0.25 * tiles
    assert sum(each["false_contacts"] for each in found) <= 0.02 * tiles


@pytest.mark.parametrize("arms", range(2, 9))
def test_arms_of_the_centre_lie_free_of_one_another_and_touch_it(arms: int) -> None:
    for aspect in (0.6, 1.6):
        layout = Layout(9, arms, 3, aspect)
        centre = parse_tile("9-9")
        layout.lay_centre(centre)
        assert len(layout.open_spots()) == arms and layout.pending == centre
        for low in range(arms):
            layout.place(parse_tile(f"9-{low}"), centre, SET[9])
        assert layout.pending == -1
        assert not overlap_check.overlapping_pairs(layout.poses, 0)
        double = overlap_check.corners(layout.poses[centre])
        gaps = [
            overlap_check.separation(double, overlap_check.corners(layout.poses[parse_tile(f"9-{low}")]))
            for low in range(arms)
        ]
        assert max(gaps) < overlap_check.TOUCHING
        turns = {pose.angle % 180 for pose in layout.poses.values()}
        assert turns == {0, 90} if arms == 4 else True


def test_six_arms_are_three_on_each_long_side_facing_the_long_way() -> None:
    for aspect, along in ((0.6, 0), (1.6, 90)):
        layout = Layout(9, 6, 3, aspect)
        layout.lay_centre(parse_tile("9-9"))
        assert layout.poses[parse_tile("9-9")].angle == along
        _, _, xs, ys, _ = zip(*layout.open_spots(), strict=True)
        across = ys if along == 0 else xs
        assert sum(value > 1 for value in across) == sum(value < -1 for value in across) == 3


def follow(options: Options, table: Table, plays: list[Play], aspect: float) -> Layout:
    """Lay the same tiles on the same tiles in a new layout."""
    layout = Layout(options.set, options.arm_count, options.toes, aspect)
    layout.lay_centre(plays[0].tile)
    for play in plays[1:]:
        layout.place(play.tile, table.on_by[play.tile][0], play.unseen)
    return layout


@pytest.mark.parametrize("name", ["double-9", "feet that close"])
def test_same_plays_give_the_same_poses(name: str) -> None:
    options, rounds = game(name)
    for number, plays in enumerate(rounds[:4]):
        table = table_of(name, number, 1.6, 0.5)
        assert follow(options, table, plays, 1.6).poses == table.layout.poses


def test_copies_are_independent() -> None:
    options, rounds = game("double-9")
    table = table_of("double-9", 1, 1.0, 0.0)
    layout = Layout(options.set, options.arm_count, options.toes)
    layout.lay_centre(rounds[1][0].tile)
    for play, other in zip(rounds[1][1:], [*rounds[1][2:], rounds[1][1]], strict=True):
        before = layout.copy()
        aside = layout.copy()
        if aside.pending >= 0 and SUIT[HIGH[aside.pending]] >> other.tile & 1:
            aside.place(other.tile, aside.pending, play.unseen)
        assert layout.poses == before.poses and layout.open_spots() == before.open_spots()
        layout.place(play.tile, table.on_by[play.tile][0], play.unseen)
        assert play.tile not in before.poses
    assert layout.poses == table.layout.poses


@pytest.mark.parametrize("name", ["double-9", "double-15"])
def test_previews_show_the_final_pose(name: str) -> None:
    options, rounds = game(name)
    for plays in rounds[:3]:
        layout = Layout(options.set, options.arm_count, options.toes, 0.6)
        layout.lay_centre(plays[0].tile)
        for play in plays[1:]:
            ends = [on for on, suit, *_ in layout.open_spots() if suit == play.suit]
            ends = [layout.pending] if layout.pending >= 0 else ends
            previews = layout.previews(play.tile, ends, play.unseen | 1 << play.tile)
            assert set(previews) == set(ends)
            on = layout.choose_end(play.tile, ends, play.unseen)
            layout.place(play.tile, on, play.unseen)
            assert layout.poses[play.tile] == previews[on]


def test_a_play_does_not_repeat_the_repair_of_its_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    options, rounds = game(LARGEST)
    repairs = 0
    real = layout_module.repair_layout

    def counted(*given: Any) -> Any:
        nonlocal repairs
        repairs += 1
        return real(*given)

    monkeypatch.setattr(layout_module, "repair_layout", counted)
    number = CROWDED[0]
    ends = table_of(LARGEST, number, LONG, 1.0).on_by
    layout, repairs = Layout(options.set, options.arm_count, options.toes, LONG), 0
    layout.lay_centre(rounds[number][0].tile)
    for play in rounds[number][1:]:
        on = ends[play.tile][0]
        pose = layout.previews(play.tile, [on], play.unseen)[on]
        before, earlier = repairs, dict(layout.poses)
        copied = layout.copy()
        moved = copied.place(play.tile, on, play.unseen)
        assert repairs == before and copied.poses[play.tile] == pose
        again = layout.copy()  # of the same layout: as after an undo
        assert again.place(play.tile, on, play.unseen) == moved and again.poses == copied.poses
        assert repairs == before and layout.poses == earlier
        layout = copied
    assert repairs > 0


def choices(name: str, rounds: int, fixed: float) -> list[tuple[CostModel, list[Tile], Tile]]:
    """Cost model, ends and chosen end of every choice between several ends in some rounds."""
    found: list[tuple[CostModel, list[Tile], Tile]] = []
    real = Layout.choose_end

    def noted(layout: Layout, tile: Tile, ends: list[Tile], unseen: int) -> Tile:
        chosen = real(layout, tile, ends, unseen)
        if len(ends) > 1:
            found.append(
                (CostModel(layout.occupancy.copy(), tile, unseen, layout.toes, layout.aspect), ends, chosen)
            )
        return chosen

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Layout, "choose_end", noted)
        for number in range(rounds):
            table_of(name, number, 1.6, fixed)
    return found


def test_an_end_with_a_free_spot_is_chosen_at_any_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    model, ends, _ = choices("double-15", 3, 0.0)[-1]
    costly = RatedSpot(99999.0, Spot(0.0, 0.0, 0), (), False)
    for free in ends:
        layout = Layout(15, 5)
        layout.occupancy = model.occupancy
        monkeypatch.setattr(
            CostModel, "cheapest_spots", lambda _, on, free=free: [costly] if on == free else []
        )
        assert layout.choose_end(model.tile, ends, model.unseen) == free


def test_the_best_spot_is_found_without_rating_them_all() -> None:
    weighed = of_all = 0
    for model, ends, _ in choices("double-9", 4, 0.3):
        for on in ends:
            before = model.work
            rated_spots = model.cheapest_spots(on)
            between = model.work
            everything = model.cheapest_spots(on, most=99)
            assert rated_spots == everything[:1]
            assert [rated.cost for rated in everything] == sorted(rated.cost for rated in everything)
            weighed, of_all = weighed + between - before, of_all + model.work - between
    assert weighed < 0.7 * of_all


def test_the_space_of_every_end_is_up_to_date() -> None:
    for name in GAMES:
        occupancy = table_of(name, 3, 0.6, 0.3).layout.occupancy
        for end in occupancy.ends.values():
            assert end.space == space_at(occupancy.raster, end.edge, DOUBLE[end.suit] in occupancy.spots)


def test_the_taken_squares_are_those_of_the_tiles() -> None:
    for name, number in (*((name, 3) for name in GAMES), *((LARGEST, number) for number in CROWDED)):
        occupancy = table_of(name, number, LONG, 1.0).layout.occupancy  # on some of these, tiles have moved
        fresh = Raster()
        for tile, spot in occupancy.spots.items():
            fresh.occupy(footprint(tile, spot, occupancy.reserved.get(tile, ())))
        assert fresh.strips == occupancy.raster.strips


@pytest.mark.parametrize(("dx", "dy"), [(-1, 0), (1, 0), (0, -1), (0, 1)])
def test_a_tile_keeps_its_squares_when_its_neighbour_moves_away(dx: int, dy: int) -> None:
    first, second, centre = parse_tile("9-1"), parse_tile("9-2"), parse_tile("9-9")
    leaves = Spot(1.5 + 1.3 * dx, 1.5 + 1.3 * dy, 0)  # close to an edge of the block from 0, 0 to 3, 3
    stays = Spot(leaves.x + 2.05 * dx, leaves.y + 1.05 * dy, 0)
    occupancy, fresh = Occupancy(), Raster()
    occupancy.put_centre(centre, Spot(1.5, 5.5, 2), (leaves, stays))
    occupancy.put_tile(first, centre, leaves)
    occupancy.put_tile(second, centre, stays)
    occupancy.move_tiles({first: Spot(20.0, 0.0, 0)})
    for tile, spot in occupancy.spots.items():
        fresh.occupy(footprint(tile, spot))
    assert fresh.strips == occupancy.raster.strips


def test_space_for_a_foot_beyond_an_ordinary_tile() -> None:
    end = Spot(0.0, 0.0, 0)
    raster = Raster()
    free = space_at(raster, end)
    assert free.fits and free.fits_beyond
    walls = (5.0, 5.4, -9.0, 9.0), (-9.0, 9.0, -3.2, -2.8), (-9.0, 9.0, 2.8, 3.2)  # ahead, and to both sides
    squares = [shape_window((*sides, -99.0, 99.0, -99.0, 99.0)) for sides in walls]
    wall = Squares(*window_corner(0.0, 0.0), squares[0] | squares[1] | squares[2])
    walled = space_at(raster, end, more=wall)
    assert walled.fits, "a foot fits before the wall"
    assert not walled.fits_beyond, "but not one beyond a tile"
    assert shortage_cost(free._replace(fits=False)) > shortage_cost(walled) > shortage_cost(free) == 0
    assert reduced_space(free, 0, wall) == walled
    raster.occupy(wall)
    assert space_at(raster, end) == walled


def test_space_for_a_bent_foot_costs_less_than_none() -> None:
    """Beside the end lies a tile where a toe of the neat foot would lie."""
    raster, end = Raster(), Spot(0.0, 0.0, 0)
    beside = Squares(*window_corner(0.0, 0.0), shape_window(shape_of(2.5, -1.5, 0)))
    narrow = space_at(raster, end, more=beside)
    assert (narrow.fits, narrow.fits_bent) == (False, True)
    ahead = Squares(*window_corner(0.0, 0.0), shape_window(shape_of(0.9, 0.0, 2)))
    full = space_at(raster, end, more=ahead)
    assert (full.fits, full.fits_bent) == (False, False)
    costs = [shortage_cost(space_at(raster, end)), shortage_cost(narrow._replace(fits_beyond=True))]
    assert 0 == costs[0] < costs[1] < shortage_cost(full._replace(fits_beyond=True))


def test_growing_out_of_the_box_costs_more_on_a_full_table() -> None:
    box, beyond = (-4.0, -4.0, 4.0, 4.0), next_box(Spot(3.5, 0.0, 0), False)
    early, late = DesiredBox(8, 47, 0.7), DesiredBox(30, 25, 0.7)
    costs = [desired.outward_cost(beyond, box, desired.cost(box)) for desired in (early, late)]
    assert 0 < costs[0] < costs[1]
    assert late.outward_cost(next_box(Spot(-3.5, 0.0, 0), False), box, late.cost(box)) == 0
    late.is_ignored = True
    assert late.cost(box) == late.outward_cost(beyond, box, 0.0) == 0


def test_tiles_are_shifted_rather_than_laid_close_to_unrelated_tiles() -> None:
    found = [faults(name, number, 1.6) for name in GAMES for number in range(12)]
    assert sum(each["false_contacts"] for each in found) <= 4


def test_without_space_branches_move_and_place_returns_them() -> None:
    options, rounds = game(LARGEST)
    moves = 0
    for number in CROWDED:
        plays = rounds[number]
        table = table_of(LARGEST, number, LONG, 1.0)
        moves += table.moves
        layout = Layout(options.set, options.arm_count, options.toes, LONG)
        layout.lay_centre(plays[0].tile)
        for play in plays[1:]:
            before = dict(layout.poses)
            named = layout.place(play.tile, table.on_by[play.tile][0], play.unseen)
            assert set(named) == {tile for tile, pose in before.items() if layout.poses[tile] != pose}
    assert moves


def test_tiles_are_laid_again_when_no_branch_can_swing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Repair, "best_swing", lambda *_: None)
    moves = 0
    for number in (0, 9):
        table = table_of(LARGEST, number, LONG, 1.0)
        found = count_faults(table)
        assert found["overlaps"] == found["unplaced"] == 0
        moves += table.moves
    assert moves


@pytest.mark.parametrize("method", ["best_swap", "best_relocation"])
def test_the_cheapest_of_several_repairs_is_chosen(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rated: list[Occupancy] = []
    step, compared = 0.0, 0
    real = getattr(Repair, method)

    def cost(repair: Repair, occupancy: Occupancy) -> float:
        rated.append(occupancy)
        return step * len(rated)

    def checked(repair: Repair, *plans: list[mend.SwingPlan]) -> Occupancy | None:
        nonlocal step, compared
        found: Occupancy | None = None
        for each_is_cheaper, cheapest in ((True, -1), (False, 0)):
            step = -1000.0 if each_is_cheaper else 1000.0
            rated.clear()
            repair.work = mend.MAX_WORK
            found = real(repair, *plans)
            assert found is (rated[cheapest] if rated else None)
            compared += len(rated) > 1
        return found

    monkeypatch.setattr(Repair, "best_swing", lambda *_: None)
    monkeypatch.setattr(Repair, "best_swap", lambda *_: None)
    monkeypatch.setattr(Repair, method, checked)
    monkeypatch.setattr(Repair, "total_cost", cost)
    for number in CROWDED:
        table_of(LARGEST, number, LONG, 1.0)
    assert compared


def test_later_relocations_begin_with_the_plans_of_few_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first try may remove any tile, so it begins with none. Each later one is gentle."""
    tries: list[tuple[frozenset[Tile], bool]] = []
    layout, on = Layout(9, 2), parse_tile("9-9")
    layout.lay_centre(on)

    class Tried:
        work = 1

        def __init__(self, occupancy: Occupancy, *_: object, gentle: bool, anywhere: bool) -> None:
            self.occupancy, self.gentle = occupancy, gentle

        def run(self, start: frozenset[Tile], max_work: int) -> Occupancy:
            tries.append((frozenset(start), self.gentle))
            return self.occupancy

    monkeypatch.setattr(mend, "Relocation", Tried)
    monkeypatch.setattr(Repair, "total_cost", lambda *_: 0.0)
    sizes = (2, mend.MAX_STARTING, mend.MAX_STARTING + 1, 3)
    plans = [mend.SwingPlan((0,), frozenset(range(size)), None) for size in sizes]
    repair = Repair(layout.occupancy, CostModel(layout.occupancy, 0, SET[9], 3, 1.0), on, 3)
    assert repair.best_relocation(plans) is layout.occupancy
    assert [(len(start), gentle) for start, gentle in tries] == [
        (0, False),
        *((size, True) for size in (2, mend.MAX_STARTING, 3, 0, 0)),
    ]


def test_a_repair_looks_only_at_the_tiles_near_the_end() -> None:
    table = table_of("double-15", 1, 1.0, 0.0)
    occupancy = table.layout.occupancy
    for on in occupancy.ends:
        x, y, _ = occupancy.spots[on]
        near = {tile for tile, _ in Repair(occupancy, CostModel(occupancy, 0, 0, 3, 1.0), on, 3).near}
        distances = {tile: max(abs(spot.x - x), abs(spot.y - y)) for tile, spot in occupancy.spots.items()}
        assert on in near and near != set(distances)
        assert all((tile in near) == (distance < mend.NEAR) for tile, distance in distances.items())


def test_a_relocation_lays_all_tiles_and_changes_no_given_occupancy() -> None:
    moved = 0
    for name in ("double-9", "six arms", "feet that close", "double-15"):
        options, rounds = game(name)
        plays, half = rounds[1], len(rounds[1]) // 2
        while (table := lay_out(options, plays[:half], 1.0, 0.5, name)).layout.pending != -1:
            half += 1
        occupancy, play = table.layout.occupancy, plays[half]
        on = next(on for on, end in occupancy.ends.items() if end.suit == play.suit)
        before = dict(occupancy.spots), list(occupancy.raster.strips)
        centre = next(iter(occupancy.spots))
        start = [tile for tile in occupancy.spots if len([*occupancy.path_to_centre(tile)]) > 2]
        for gentle in (True, False):
            relocation = Relocation(
                occupancy, CostModel(occupancy, play.tile, play.unseen, 3, 1.0), on, 3, None, gentle
            )
            trial = relocation.run(start, 10**6)
            assert trial
            assert set(trial.spots) == {*occupancy.spots, play.tile}
            assert trial.on == {**occupancy.on, play.tile: on}
            assert all(trial.spots[tile] == occupancy.spots[tile] for tile in occupancy.children()[centre])
            moved += sum(trial.spots[tile] != spot for tile, spot in occupancy.spots.items())
            assert (dict(occupancy.spots), occupancy.raster.strips) == before
            assert not Relocation(
                occupancy, CostModel(occupancy, play.tile, play.unseen, 3, 1.0), on, 3, None, gentle
            ).run(start, -EXTRA_WORK)
    assert moved


@pytest.mark.parametrize("anywhere", [False, True])
def test_a_tile_that_is_laid_again_lies_anywhere_only_if_it_may(
    monkeypatch: pytest.MonkeyPatch, anywhere: bool
) -> None:
    layout, on, tile = Layout(9, 2), parse_tile("9-4"), parse_tile("4-0")
    layout.lay_centre(parse_tile("9-9"))
    layout.place(on, parse_tile("9-9"), SET[9])
    model, kinds = CostModel(layout.occupancy, tile, SET[9], 3, 1.0), []

    def full(model: CostModel, on: Tile, anywhere: bool, most: int) -> list[RatedSpot]:
        kinds.append(anywhere)
        return []

    monkeypatch.setattr(CostModel, "cheapest_spots", full)
    relocation = Relocation(layout.occupancy, model, on, 3, None, False, anywhere)
    for failures in range(6):
        relocation.failures = {tile: failures}
        assert not relocation.lay_tile(tile, on)
    assert kinds == [anywhere] * 6


@pytest.mark.parametrize(("gone", "coming"), [("", 3), ("5-4", 3), ("5-4 6-4", 2), ("5-4 6-4 7-4 8-4", 0)])
def test_a_foot_is_tried_neat_then_with_the_toes_that_can_come_then_bent(gone: str, coming: int) -> None:
    """Of the nine other fours, four are on the table already."""
    layout, double = Layout(9, 2), parse_tile("4-4")
    layout.lay_centre(parse_tile("9-9"))
    layout.place(parse_tile("9-4"), parse_tile("9-9"), SET[9])
    fours = [parse_tile(name) for name in ("4-0", "4-1", "4-2", "4-3", "9-4", *gone.split())]
    unseen = SET[9] & ~(1 << double) & ~sum(1 << tile for tile in fours)
    kinds = CostModel(layout.occupancy, double, unseen, 3, 1.0).spot_kinds(anywhere=True)
    neat = [(NEAT_DOUBLE, FANS[3]), *((kind, FANS[3][:1]) for kind in (SHIFTED_DOUBLE, ODD_DOUBLE))]
    assert kinds[:3] == neat
    assert [fans for _, fans in kinds[3:-1]] == ([FANS[coming]] if coming < 3 else [])
    assert all(kind == [*NEAT_DOUBLE, *SHIFTED_DOUBLE] for kind, _ in kinds[3:-1])
    attachments, bent = kinds[-1]
    assert bent == FANS[3][1:] and SHIFTED_DOUBLE[0] in attachments


def test_a_repair_costs_more_if_the_toes_of_the_new_foot_have_little_space() -> None:
    double, on = parse_tile("4-4"), parse_tile("9-4")
    layout = Layout(9, 2)
    layout.lay_centre(parse_tile("9-9"))
    for tile in (on, parse_tile("9-1")):
        layout.place(tile, parse_tile("9-9"), SET[9])
    layout.place(double, on, SET[9])
    occupancy = layout.occupancy
    walled = occupancy.copy()
    x, y, heading = free_edge(occupancy.reserved[double][1])
    walled.raster.occupy(tile_squares(*point_ahead(x, y, heading, 1.5), heading + 2, 0.0))
    costs = {}
    for unseen in (SET[9], SET[9] & ~SUIT[4]):
        repair = Repair(occupancy, CostModel(occupancy, double, unseen, 3, 1.0), on, 3)
        costs[unseen] = repair.total_cost(walled) - repair.total_cost(occupancy)
    assert costs[SET[9]] > 0
    assert costs[SET[9] & ~SUIT[4]] == 0, "no four can come"


def test_the_work_of_one_play_is_capped(monkeypatch: pytest.MonkeyPatch) -> None:
    cap, step = 500, EXTRA_WORK + 600  # the cap is looked at between steps
    left: list[int] = []
    real = layout_module.repair_layout

    def counted(
        occupancy: Occupancy, model: CostModel, on: Tile, toes: int, anywhere: bool, small: bool
    ) -> tuple[Occupancy, list[Tile]] | None:
        repair = Repair(occupancy, model, on, toes, anywhere)
        monkeypatch.setattr(mend, "Repair", lambda *_: repair)
        found = real(occupancy, model, on, toes, anywhere, small)
        left.append(repair.work)
        return found

    for limit in ("MAX_WORK", "LAST_WORK"):
        monkeypatch.setattr(mend, limit, cap)
    monkeypatch.setattr(mend, "SWING_WORK", 100)
    monkeypatch.setattr(layout_module, "repair_layout", counted)
    for number in CROWDED:
        found = count_faults(table_of(LARGEST, number, LONG, 1.0))
        assert found["overlaps"] == 0
    assert min(left) <= 0, "no play reached the cap"
    assert min(left) > -step


def test_swinging_branches_are_checked_exactly() -> None:
    tile, other, on = parse_tile("4-3"), parse_tile("5-4"), parse_tile("6-3")
    near = {tile: Spot(0.0, 0.0, 0)}
    assert comes_too_near(near, {other: Spot(0.0, 1.05, 0)}, on)  # SWING_GAP is 0.08, and only 0.05 is left
    assert not comes_too_near(near, {other: Spot(0.0, 1.1, 0)}, on)
    assert not comes_too_near(near, {on: Spot(0.0, 1.05, 0)}, on)
    assert comes_too_near(near, {on: Spot(0.0, 1.0, 0)}, on)


def test_open_spots_are_all_open_ends_and_no_marker_is_under_a_tile() -> None:
    table = table_of("six arms", 2, 1.6, 0.0)
    layout = table.layout
    bare = {tile for tile in layout.poses if HIGH[tile] != LOW[tile]} - {on for on, _ in table.on_by.values()}
    spots = [spot for spot in layout.open_spots() if HIGH[spot[0]] != LOW[spot[0]]]
    assert sorted(on for on, *_ in spots) == sorted(bare)
    for on, suit, x, y, _ in spots:
        assert suit == HIGH[on] + LOW[on] - table.on_by[on][1]
        marker = [(x - 0.05, y - 0.05), (x + 0.05, y - 0.05), (x + 0.05, y + 0.05), (x - 0.05, y + 0.05)]
        covered = [
            tile
            for tile, pose in layout.poses.items()
            if overlap_check.separation(marker, overlap_check.corners(pose)) < 0
        ]
        assert covered in ([], [on])


def test_the_frame_shows_every_marker() -> None:
    """It cuts off what lies farther outside the box than its margin, if the table fills it."""
    layout = table_of("six arms", 2, 1.6, 0.0).layout
    x0, y0, x1, y1 = layout.box()
    spots, margin = layout.open_spots(), FRAME_MARGIN
    assert len(spots) > 6
    assert all(x0 - margin <= x <= x1 + margin and y0 - margin <= y <= y1 + margin for _, _, x, y, _ in spots)


@pytest.mark.parametrize(
    ("blocked", "marker"),
    [
        ([], (0.15, 0.0)),
        ([(1.4, 0)], (0.15, 0.0)),
        ([(1.3, 0)], (-0.3, 0.8)),
        ([(1.3, 0), (-1, 1.3)], (-0.3, -0.8)),
        ([(1.3, 0), (-1, 1.3), (-1, -1.3)], (-0.5, 0.0)),
    ],
    ids=["in front", "between two tiles", "to the right", "to the left", "on the last half"],
)
@pytest.mark.parametrize("heading", range(8))
def test_a_marker_lies_at_the_end_where_there_is_space(
    blocked: list[tuple[float, float]], marker: tuple[float, float], heading: int
) -> None:
    """The points are (ahead of the end, to the right of it). The last tile of the line lies behind the end."""
    end, occupancy = Spot(3.0, -2.0, heading), Occupancy()
    middles = [point_ahead(*end, *point) for point in [(-1.0, 0.0), *blocked]]
    occupancy.shapes = {number: shape_of(x, y, heading) for number, (x, y) in enumerate(middles)}
    assert layout_module.marker_point(occupancy, end) == pytest.approx(point_ahead(*end, *marker))


def test_a_tile_without_an_open_end_is_refused() -> None:
    layout = Layout(9, 6)
    layout.lay_centre(parse_tile("9-9"))
    for call in (layout.place, lambda tile, on, unseen: layout.previews(tile, [on], unseen)):
        with pytest.raises(ValueError, match="no open end"):
            call(parse_tile("3-2"), parse_tile("4-3"), SET[9])


def test_every_attachment_touches_the_tile_underneath() -> None:
    line, end = (
        overlap_check.corners((-1, 0, 0), 0.0, 1.0),
        Spot(0.0, 0.0, 0),
    )  # the last half of a line that ends at 0, 0
    for attachments, double in (
        ((*NEAT_ORDINARY, *SHIFTED_ORDINARY, *ODD_ORDINARY), 0),
        ((*NEAT_DOUBLE, *SHIFTED_DOUBLE, *ODD_DOUBLE), 90),
    ):
        for attachment in attachments:
            spot = attached_spot(end, attachment)
            tile = overlap_check.outline((spot.x, spot.y, spot.heading * 45 + double))
            gap = overlap_check.separation(tile, overlap_check.outline((-1, 0, 0)))
            assert gap == pytest.approx(GAP), attachment
            near = tile if double else overlap_check.corners((spot.x, spot.y, spot.heading * 45), -1.0, 0.0)
            assert overlap_check.separation(near, line) < overlap_check.TOUCHING, attachment


def test_the_toes_of_a_fan_touch_their_double_and_no_other_toe() -> None:
    double = Spot(0.0, 0.0, 0)
    for fan in (fan for fans in FANS.values() for fan in fans):
        toes = [overlap_check.outline((x, y, heading * 45)) for x, y, heading in toe_spots(double, fan)]
        for number, toe in enumerate(toes):
            gap = overlap_check.separation(toe, overlap_check.outline((0, 0, 90)))
            assert gap == pytest.approx(GAP), fan
            assert all(overlap_check.separation(toe, other) > 0.04 for other in toes[:number]), fan


def test_shapes_are_apart_exactly_when_polygons_are() -> None:
    for turn in range(8):
        for other in range(8):
            for step in range(24):
                x, y = point_ahead(0.3, -0.2, step, 0.4 + 0.1 * step, 0.3)
                one, two = shape_of(0, 0, turn), shape_of(x, y, other)
                exact = overlap_check.separation(
                    overlap_check.outline((0, 0, turn * 45)), overlap_check.outline((x, y, other * 45))
                )
                assert abs(separation(one, two) - exact) < 1e-9 or separation(one, two) > exact > 0
                assert is_closer(one, two, 0.2) == (separation(one, two) < 0.2)


def test_shapes_at_exactly_a_distance_are_not_closer_on_any_axis() -> None:
    """A tile may lie at the least distance from another one, on each side and at each of the four axes."""
    for heading in range(8):
        x, y = point_ahead(0, 0, heading, 4.0)
        for turn in range(8):
            one, two = shape_of(0, 0, turn), shape_of(x, y, turn)
            apart = separation(one, two)
            assert not is_closer(one, two, apart) and is_closer(one, two, nextafter(apart, inf))


def test_the_overlap_check_finds_planted_faults() -> None:
    table = table_of("double-9", 0, 1.0, 0.0)
    one, two = list(table.on_by)[4:6]
    pose = table.layout.poses[one]
    table.layout.poses[two] = pose._replace(x=pose.x + 0.6, y=pose.y + 0.6, angle=pose.angle + 45)
    assert any({one, two} == set(pair) for pair in overlap_check.overlapping_pairs(table.layout.poses))
    assert count_faults(table)["unplaced"] >= 1


def test_the_overlap_check_measures_gaps_numbers_turns_and_fans() -> None:
    flat, next_to = (0.0, 0.0, 0), (2.05, 0.0, 180)
    straight = overlap_check.check_attachment("9-4", next_to, "9-2", flat, 9)
    assert straight.match and straight.turn == 0 and abs(straight.separation - 0.05) < 1e-9
    assert not overlap_check.check_attachment("8-4", next_to, "9-2", flat, 9).match
    assert overlap_check.check_attachment("9-4", (2.05, 0.0, 0), "9-2", flat, 9).separation > 1
    assert overlap_check.check_attachment("9-4", (1.55, 0.5, 270), "9-2", flat, 9).turn == 90
    assert overlap_check.check_attachment("9-9", (1.55, 0.0, 90), "9-2", flat, 9).turn == 0
    assert overlap_check.check_attachment("9-9", (0.5, 1.05, 0), "9-2", flat, 9).turn == 90
    assert overlap_check.is_fanned((0, 0, 90), [0, 45, -45]) and overlap_check.is_fanned(
        (0, 0, 90), [180, 135]
    )
    assert not overlap_check.is_fanned((0, 0, 90), [0, 45, 45]) and not overlap_check.is_fanned(
        (0, 0, 90), [0, 90, -45]
    )


@pytest.mark.parametrize(
    ("shapes", "left", "right"),
    [
        ([(0, 4, 2, 5), (3, 6, 2, 5)], [(0, 2)], [(6, 2)]),
        ([(3, 6, 2, 5), (0, 4, 2, 5)], [(0, 2)], [(6, 2)]),
        ([(0, 2, 3, 5), (1, 4, 2, 3), (-1, 1, 4, 6)], [(1, 2), (0, 3), (-1, 4)], [(4, 2)]),
    ],
    ids=["beside each other", "beside each other, turned", "one below the other"],
)
def test_each_upper_corner_lies_further_out_than_those_above_it(
    shapes: list[tuple[float, ...]], left: list[tuple[float, float]], right: list[tuple[float, float]]
) -> None:
    """A shape is (left, right, top, bottom, …)."""
    found = [layout_module._nearest(shapes, side, sign) for side, sign in ((0, 1), (1, -1))]
    assert found == [left, right]


def test_upper_corners_are_those_of_the_outermost_tiles() -> None:
    for name in GAMES:
        layout = table_of(name, 4, 1.0, 0.2).layout
        left, right = layout.upper_corners()
        boxes = [overlap_check.outline(pose) for pose in layout.poses.values()]
        upper = [(min(x for x, _ in box), min(y for _, y in box)) for box in boxes]
        mirrored = [(-max(x for x, _ in box), min(y for _, y in box)) for box in boxes]
        for found, points in ((left, upper), ([(-x, y) for x, y in right], mirrored)):
            for x in (-9.0, -4.0, -1.0, 0.5, 3.0, 8.0):
                for y in (-9.0, -3.0, 0.5, 5.0):
                    covered = any(across < x and down < y for across, down in points)
                    assert covered == any(across < x and down < y for across, down in found)
            assert len(found) < len(points) / 2


def test_a_missing_toe_or_arm_is_an_upper_corner() -> None:
    """So that the title of the table does not show through an open foot that lies under it."""
    layout = Layout(9, 6, 3, 1.0)
    layout.lay_centre(parse_tile("9-9"))
    arm_at = min((y, x) for _, _, x, y, _ in layout.open_spots())
    assert min(y for _, y in layout.upper_corners()[0]) < arm_at[0] - 0.5
    for tile, on in (("9-8", "9-9"), ("8-8", "9-8")):
        layout.place(parse_tile(tile), parse_tile(on), 1)
    for side, sign in enumerate((1, -1)):
        points = layout.upper_corners()[side]
        for _, _, x, y, _ in layout.open_spots():
            assert any(sign * across < sign * x and down < y for across, down in points)


@pytest.mark.parametrize("angle", [0, 45, 90])
def test_a_double_beside_a_half_turns_the_line_by_90_degrees(angle: int) -> None:
    beside = overlap_check.check_attachment("6-6", (0.5, 1.0, angle), "6-3", (0.0, 0.0, 0), 6)
    assert beside.turn == 90
