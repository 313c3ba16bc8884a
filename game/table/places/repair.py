"""Repair of the layout if no place at an end is free.

First a branch swings out of the way. If that fails, tiles around the end are removed and laid again. If that fails too, the tile
lies apart from its end.

A branch is a tile that could be attached in another way (it lies on an ordinary tile, not as a toe or an arm), with all tiles
that hang on it. It swings as one piece, perhaps mirrored, so people see one movement and find every tile again.

Work is counted, not timed, and limited. The same table is always repaired in the same way, and no play takes long.
"""

from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import NamedTuple

from game.rules.tiles import HIGH, Tile, is_double
from game.table.geometry import COS, SIN, Place, bounding_box, is_closer, point_ahead
from game.table.places.attachments import (
    FANS,
    NEAT_DOUBLE,
    NEAT_ORDINARY,
    SHIFTED_DOUBLE,
    SHIFTED_ORDINARY,
    Attachment,
    attached_place,
    free_edge,
    toe_places,
)
from game.table.places.cost import CostModel, shortage_cost
from game.table.places.crowding import MIN_GAP
from game.table.places.growth_room import CLEARANCE, room_at
from game.table.places.occupancy import Occupancy, branch_of, footprint, tile_and_toe_shapes, tile_shape
from game.table.places.raster import Raster, tile_cells
from game.table.places.relocation import USUAL_KINDS, Relocation

SWING_GAP = 0.08
"""Least distance, in u, of a tile that swings from unrelated tiles."""
MAX_WORK, SWING_WORK = 20000, 600
"""Most work of one play, and the part of it that swinging may use.

The unit is one tile tested, about 4 µs. Other work is converted to that unit.
"""
FIRST_TRY_WORK, LATER_TRY_WORK, COMPARING_WORK = 14000, 800, 4000
"""Most work of one relocation before there is a solution, of one after that, and of all of the latter together."""
HURRY_WORK = 12000
"""After this much work the first solution is final."""
MOVED_TILE_COST = 8.0
"""Cost of each tile that moves."""
MAX_SWUNG, MAX_STARTING = 90, 24
"""Most tiles that may swing at once, and most tiles that may be removed at the start of a relocation."""
MAX_SOLUTIONS = 6
"""Number of solutions that are compared."""

TilePlaces = Mapping[Tile, Place]


class SwingPlan(NamedTuple):
    """Branches to swing, as their first tiles and as all their tiles.

    They make space for the new tile at `place`. Without a place they take the end itself to a better spot.
    """

    roots: tuple[Tile, ...]
    tiles: frozenset[Tile]
    place: Place | None


def repair_layout(
    occupancy: Occupancy, model: CostModel, on: Tile, toes: int
) -> tuple[Occupancy, list[Tile]] | None:
    """Lay the tile of `model` on `on` by moving other tiles.

    Returns the new occupancy and the tiles that moved, or None if nothing helped.
    """
    repair = Repair(occupancy, model, on, toes)
    plans = repair.swing_plans()
    best = repair.best_swing(plans) or repair.best_relocation(plans)
    if best is None:
        return None
    return best, [tile for tile, place in occupancy.places.items() if best.places[tile] != place]


class Repair:
    """Search for space for the tile of `model` at the line's end of `on`."""

    def __init__(self, occupancy: Occupancy, model: CostModel, on: Tile, toes: int) -> None:
        self.occupancy, self.model, self.on, self.toes = occupancy, model, on, toes
        self.tile = model.tile
        self.work = MAX_WORK
        self.line = set(occupancy.path_to_centre(on))
        x, y, _ = occupancy.places[on]
        self.near = [
            (tile, shape)
            for tile, shape in sorted(occupancy.shapes.items())
            if abs(shape[0] + shape[1] - 2 * x) < 15 and abs(shape[2] + shape[3] - 2 * y) < 15
        ]
        self.children = occupancy.children()
        self.branch: dict[Tile, frozenset[Tile]] = {}
        """Cache of branches by their first tiles."""

    def swing_plans(self) -> list[SwingPlan]:
        """Possible swings, fewest tiles first."""
        plans = {SwingPlan((root,), self.tiles_of({root}), None): None for root in self.roots(self.on)}
        for attachment in attachments_for(self.tile):
            place = attached_place(self.occupancy.ends[self.on].edge, attachment)
            choices = [
                [root for root in self.roots(blocker) if root not in self.line]
                for blocker in self.blockers(place)
            ]
            if not choices or not all(choices):
                continue
            for larger in range(max(map(len, choices))):
                roots = {choice[min(larger, len(choice) - 1)] for choice in choices}
                outer = {
                    root for root in roots if not any(root in self.tiles_of({o}) for o in roots - {root})
                }
                plans[SwingPlan(tuple(sorted(outer)), self.tiles_of(outer), place)] = None
        return sorted(
            (plan for plan in plans if len(plan.tiles) <= MAX_SWUNG), key=lambda plan: len(plan.tiles)
        )

    def tiles_of(self, roots: Collection[Tile]) -> frozenset[Tile]:
        """Tiles of all branches that begin at `roots`."""
        for root in roots:
            if root not in self.branch:
                self.branch[root] = frozenset(branch_of(root, self.children))
        return frozenset().union(*(self.branch[root] for root in roots))

    def blockers(self, place: Place) -> list[Tile]:
        """Tiles in the way of the new tile at `place`. Empty if the tile underneath is among them."""
        shapes = tile_and_toe_shapes(self.tile, place, neat_toe_places(self.tile, place, self.toes))
        x0, y0, x1, y1 = bounding_box(shapes)
        others = []
        for other, shape in self.near:
            if (
                shape[1] > x0 - SWING_GAP
                and shape[0] < x1 + SWING_GAP
                and shape[3] > y0 - SWING_GAP
                and shape[2] < y1 + SWING_GAP
            ):
                least = MIN_GAP if other == self.on else SWING_GAP
                if any(is_closer(shape, new_shape, least) for new_shape in shapes):
                    if other == self.on:
                        return []
                    others.append(other)
        return others

    def best_swing(self, plans: list[SwingPlan]) -> Occupancy | None:
        """Choose the best of the first swings that fit."""
        solutions: list[tuple[float, int, Occupancy]] = []
        for plan in plans:
            if self.work <= MAX_WORK - SWING_WORK or (solutions and len(plan.tiles) > solutions[0][1]):
                break
            for trial in self.swing_results(plan):
                solutions.append((self.total_cost(trial), len(plan.tiles), trial))
                if len(solutions) >= MAX_SOLUTIONS:
                    break
            if len(solutions) >= MAX_SOLUTIONS:
                break
        return min(solutions, key=lambda entry: entry[:2])[2] if solutions else None

    def best_relocation(self, plans: list[SwingPlan]) -> Occupancy | None:
        """Choose the best of the first relocations that succeed.

        The first solution may remove any number of tiles. Later tries remove few, and start with the tiles of one plan each.
        """
        solutions: list[tuple[float, int, Occupancy]] = []
        starts = iter([plan.tiles for plan in plans if len(plan.tiles) <= MAX_STARTING])
        least, number = 0, 0
        while self.work > least and len(solutions) < MAX_SOLUTIONS:
            rng = Random(number) if number else None  # seeded, so the same on every machine
            relocation = Relocation(
                self.occupancy, self.model, self.on, self.toes, rng, gentle=bool(solutions)
            )
            start = next(starts, ()) if solutions else ()
            trial = relocation.run(
                start, min(self.work - least, LATER_TRY_WORK if solutions else FIRST_TRY_WORK)
            )
            self.work -= relocation.work
            number += 1
            if trial:
                if not solutions:
                    least = max(0, self.work - COMPARING_WORK, MAX_WORK - HURRY_WORK)
                moved = sum(trial.places[tile] != place for tile, place in self.occupancy.places.items())
                solutions.append((self.total_cost(trial) + MOVED_TILE_COST * moved, number, trial))
        return min(solutions, key=lambda entry: entry[:2])[2] if solutions else None

    def swing_results(self, plan: SwingPlan) -> Iterator[Occupancy]:
        """Yield the occupancy, with the tile laid, after each swing of the plan that fits."""
        fixed = {tile: place for tile, place in self.occupancy.places.items() if tile not in plan.tiles}
        toes = neat_toe_places(self.tile, plan.place, self.toes) if plan.place else ()
        new_shapes = tile_and_toe_shapes(self.tile, plan.place, toes) if plan.place else []
        raster = Raster()
        if plan.place:
            raster.occupy(footprint(self.tile, plan.place, toes, SWING_GAP))
        rasters = [raster_with(raster, fixed, self.occupancy.on[root]) for root in plan.roots]
        for places in self.swing_branches(plan.roots, fixed, rasters):
            if any(
                is_closer(tile_shape(*each), shape, SWING_GAP)
                for each in places.items()
                for shape in new_shapes
            ):
                continue
            trial = self.occupancy.copy()
            trial.move_tiles(places)
            self.work -= len(fixed)  # approximate cost of the copy
            if plan.place is None:
                model = CostModel(trial, self.tile, self.model.unseen, self.toes, self.model.aspect)
                rated_places = model.cheapest_places(self.on, USUAL_KINDS)
                self.work -= model.work
                if not rated_places:
                    continue
                trial.put_tile(self.tile, self.on, rated_places[0].place, rated_places[0].toes)
            else:
                trial.put_tile(self.tile, self.on, plan.place, toes)
            yield trial

    def swing_branches(
        self, roots: tuple[Tile, ...], fixed: TilePlaces, rasters: list[Raster]
    ) -> Iterator[dict[Tile, Place]]:
        """Yield new places for these branches, clear of the `fixed` tiles. `rasters` has the fixed tiles' cells for each root."""
        if not roots:
            yield {}
            return
        for places in self.swing_branch(roots[0], fixed, rasters[0]):
            others = [raster_with(raster, places) for raster in rasters[1:]]
            for rest in self.swing_branches(roots[1:], {**fixed, **places}, others):
                yield {**places, **rest}

    def swing_branch(self, root: Tile, fixed: TilePlaces, raster: Raster) -> Iterator[dict[Tile, Place]]:
        """Yield new places for one branch, neat attachments first.

        `raster` has the cells of all fixed tiles except the one that the branch lies on.
        """
        self.work -= len(fixed) // 4
        on, before, branch = (
            self.occupancy.on[root],
            self.occupancy.places[root],
            branch_of(root, self.children),
        )
        for attachment in attachments_for(root):
            after = attached_place(free_edge(fixed[on]), attachment)
            for mirror in (1, -1):
                if self.work <= MAX_WORK - SWING_WORK:
                    return
                places: dict[Tile, Place] = {}
                for tile in branch:
                    self.work -= 1
                    x, y, heading = places[tile] = moved_place(
                        self.occupancy.places[tile], before, after, mirror
                    )
                    if raster.any_taken(tile_cells(x, y, heading + 2 * is_double(tile), 0.0)):
                        break
                else:
                    if not comes_too_near(places, fixed, on):
                        yield places

    def total_cost(self, occupancy: Occupancy) -> float:
        """Cost of the occupancy: shortage of room at the ends, and size."""
        x0, y0, x1, y1 = occupancy.box
        needs = sum(
            shortage_cost(end.room) for end in occupancy.ends.values() if self.model.suit_coming[end.suit]
        )
        if self.model.double:
            demand = self.model.average_demand(HIGH[self.tile])
            needs += demand * sum(
                shortage_cost(room_at(occupancy.raster, free_edge(toe)))
                for toe in occupancy.reserved.get(self.tile, ())
            )
        return needs + 10 * max(x1 - x0, y1 - y0)

    def roots(self, tile: Tile) -> list[Tile]:
        """Movable tiles on the path from this tile to the centre."""
        return [root for root in self.occupancy.path_to_centre(tile) if self.occupancy.is_movable(root)]


def raster_with(raster: Raster, tiles: TilePlaces, except_tile: Tile = -1) -> Raster:
    """Copy the raster and add the cells of these tiles, except one, with SWING_GAP around each."""
    extended = raster.copy()
    for tile, place in tiles.items():
        if tile != except_tile:
            extended.occupy(footprint(tile, place, margin=SWING_GAP))
    return extended


def attachments_for(tile: Tile) -> list[Attachment]:
    """Attachments for a tile, the neat ones first."""
    return (
        [*NEAT_DOUBLE, *SHIFTED_DOUBLE[::3]] if is_double(tile) else [*NEAT_ORDINARY, *SHIFTED_ORDINARY[::3]]
    )


def neat_toe_places(tile: Tile, place: Place, toes: int) -> tuple[Place, ...]:
    """Places of the neat toes of a tile at `place`. Empty for an ordinary tile."""
    return toe_places(place, FANS[toes][0]) if is_double(tile) else ()


def moved_place(place: Place, before: Place, after: Place, mirror: int) -> Place:
    """Move a place along with `before`, which becomes `after`. `mirror` -1 mirrors it too."""
    x, y = place.x - before.x, place.y - before.y
    c, s = COS[before.heading], SIN[before.heading]
    x, y = point_ahead(after.x, after.y, after.heading, x * c + y * s, mirror * (y * c - x * s))
    return Place(x, y, (after.heading + mirror * (place.heading - before.heading)) & 7)


def comes_too_near(places: TilePlaces, fixed: TilePlaces, on: Tile) -> bool:
    """Whether a moved tile comes too close to a fixed one. On `on` it may lie closer than elsewhere."""
    shapes = [tile_shape(tile, place) for tile, place in places.items()]
    for tile, place in fixed.items():
        other, least = tile_shape(tile, place), MIN_GAP if tile == on else SWING_GAP
        if any(is_closer(shape, other, least) for shape in shapes):
            return True
    return False


def place_apart(occupancy: Occupancy, tile: Tile, on: Tile, toes: int) -> Place:
    """Find the nearest free place for a tile that must lie apart from its end."""
    end = occupancy.ends[on].edge
    others = [*occupancy.shapes.values(), *occupancy.reserved_shapes()]
    for ring in range(2, 400):
        for side in range(8):
            x, y = point_ahead(end.x, end.y, end.heading + side, ring * 0.5)
            for heading in range(8):
                place = Place(x, y, heading)
                shapes = tile_and_toe_shapes(tile, place, neat_toe_places(tile, place, toes))
                if not any(is_closer(a, b, CLEARANCE) for a in shapes for b in others):
                    return place
    raise AssertionError("the table is endless")
