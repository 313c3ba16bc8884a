"""Repair of the layout if no spot at an end is free.

Branches swing out of the way, or two branches of one double change places, so that a foot comes to where it has space: as
they are, or else what hangs on their first tiles is laid again (an exchange). If neither fits or each moves many tiles,
tiles around the end are removed and laid again (a relocation). If all fails, the tile lies apart from its end.

A branch is a movable tile with all tiles that hang on it. A tile is movable if it lies on an ordinary tile, because
then another attachment is possible. A branch swings as one piece, perhaps mirrored. People see one movement and find
every tile again.

The repair counts its work instead of measuring time, so the same table is always repaired in the same way, in a short time.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from game.rules.tiles import HIGH, Tile, is_double
from game.table.geometry import Spot, bounding_box, is_closer, moved_spot
from game.table.spots.attachments import (
    FANS,
    NEAT_DOUBLE,
    NEAT_ORDINARY,
    SHIFTED_ORDINARY,
    Attachment,
    attached_spot,
    free_edge,
    toe_spots,
)
from game.table.spots.cost import MIN_GAP, CostModel
from game.table.spots.growth_space import shortage_cost, space_at
from game.table.spots.occupancy import Occupancy, branch_of, footprint, tile_and_toe_shapes, tile_shape
from game.table.spots.raster import Raster, tile_squares
from game.table.spots.relocation import Relocation
from game.table.spots.swaps import SWING_GAP, Swaps, TileSpots

NEAR = 7.5
"""Largest distance of two tiles' middles on each axis, in u, at which one may block a spot on the other."""
MAX_WORK, LAST_WORK, SWING_WORK = 15000, 45000, 600
"""Largest work of one repair, of the last one before a tile must lie apart, and the part that swings may use.

The unit is the test of one tile, about 4 µs. Other work is converted to that unit.
"""
FIRST_TRY_SHARE, LATER_TRY_WORK, COMPARING_WORK = 0.8, 800, 2000
"""Limits of relocations: share of the largest work until one succeeds, work of each later one, and of all later ones."""
HURRY_WORK = 6000
"""After this much work, the first solution is final."""
MOVED_TILE_COST, WAY_COST, CONTACT_COST = 40.0, 15.0, 1000.0
"""Cost of each tile that a repair moves, because people look for it where it lay; of each u that it moves on each axis; and of
each unrelated tile close to it.
"""
MANY_MOVED = 5
"""Number of moved tiles from which on a relocation is tried although swings or swaps fit, because it may move fewer."""
MAX_SWUNG, MAX_STARTING = 90, 24
"""Largest number of tiles that may swing at once, and that may be removed at the start of a relocation."""
MAX_SOLUTIONS = 6
"""Largest number of solutions to compare."""


class SwingPlan(NamedTuple):
    """Branches to swing, so that the new tile fits."""

    roots: tuple[Tile, ...]
    """The first tile of each branch."""
    tiles: frozenset[Tile]
    """All tiles of the branches."""
    spot: Spot | None
    """The spot of the new tile, to be cleared. None if the swing moves the end itself, to a spot with more space."""


def repair_layout(
    occupancy: Occupancy, model: CostModel, on: Tile, toes: int, anywhere: bool = False, small: bool = False
) -> tuple[Occupancy, list[Tile]] | None:
    """Lay the tile of `model` on the tile `on`, and move other tiles for that. `toes` is the number of toes of a foot.

    With `anywhere`, every double may be shifted or turned for that (see `CostModel.cheapest_spots`). With `small`, only
    branches swing or change places, and no tile is laid anew.

    Returns the new occupancy and the tiles that moved. Returns None if no repair was found.
    """
    repair = Repair(occupancy, model, on, toes, anywhere)
    plans = repair.swing_plans()
    found = [trial for trial in (repair.best_swing(plans), repair.best_swap(small)) if trial]
    if not small and all(len(repair.moved(trial)) >= MANY_MOVED for trial in found):
        relocated = repair.best_relocation(plans)
        found += [relocated] if relocated else []
    best = repair.cheapest(found)
    return (best, repair.moved(best)) if best else None


class Repair:
    """Search for space for the tile of `model` at the end of tile `on`. `toes` is the number of toes of a foot."""

    def __init__(
        self, occupancy: Occupancy, model: CostModel, on: Tile, toes: int, anywhere: bool = False
    ) -> None:
        self.occupancy, self.model, self.on, self.toes, self.anywhere = occupancy, model, on, toes, anywhere
        self.tile = model.tile
        self.max_work = self.work = LAST_WORK if anywhere else MAX_WORK
        """Largest work, and the work that is left."""
        self.line = set(occupancy.path_to_centre(on))
        """All tiles from `on` to the centre."""
        x, y, _ = occupancy.spots[on]
        self.near = [
            (tile, shape)
            for tile, shape in sorted(occupancy.shapes.items())
            if abs(shape[0] + shape[1] - 2 * x) < 2 * NEAR and abs(shape[2] + shape[3] - 2 * y) < 2 * NEAR
        ]
        """The tiles near `on`, with their shapes."""
        self.children = occupancy.children()
        self.branches: dict[Tile, frozenset[Tile]] = {}
        """Cache: the tiles of a branch, by its first tile."""

    def swing_plans(self) -> list[SwingPlan]:
        """Possible swings, those with the fewest tiles first.

        A plan swings a branch that contains the end, or swings one branch for each tile that blocks a spot of the
        new tile.
        """
        plans = {SwingPlan((root,), self.tiles_of({root}), None): None for root in self.roots(self.on)}
        for attachment in attachments_for(self.tile):
            spot = attached_spot(self.occupancy.ends[self.on].edge, attachment)
            # for each blocker: the first tiles of the branches that contain it, smallest branch first
            roots_by_blocker = [
                [root for root in self.roots(blocker) if root not in self.line]
                for blocker in self.blockers(spot)
            ]
            if not roots_by_blocker or not all(roots_by_blocker):
                continue
            for size in range(max(map(len, roots_by_blocker))):  # larger branches each time
                roots = {choice[min(size, len(choice) - 1)] for choice in roots_by_blocker}
                outermost = {
                    root
                    for root in roots
                    if not any(root in self.tiles_of({other}) for other in roots - {root})
                }
                plans[SwingPlan(tuple(sorted(outermost)), self.tiles_of(outermost), spot)] = None
        return sorted(
            (plan for plan in plans if len(plan.tiles) <= MAX_SWUNG), key=lambda plan: len(plan.tiles)
        )

    def tiles_of(self, roots: Collection[Tile]) -> frozenset[Tile]:
        """Tiles of all branches that begin at `roots`."""
        for root in roots:
            if root not in self.branches:
                self.branches[root] = frozenset(branch_of(root, self.children))
        return frozenset().union(*(self.branches[root] for root in roots))

    def blockers(self, spot: Spot) -> list[Tile]:
        """Tiles that block the new tile at `spot`. Empty if `on` blocks it too, because `on` stays."""
        shapes = tile_and_toe_shapes(self.tile, spot, neat_toe_spots(self.tile, spot, self.toes))
        x0, y0, x1, y1 = bounding_box(shapes)
        others = []
        for other, shape in self.near:
            if (
                shape[1] > x0 - SWING_GAP
                and shape[0] < x1 + SWING_GAP
                and shape[3] > y0 - SWING_GAP
                and shape[2] < y1 + SWING_GAP
            ):
                gap = MIN_GAP if other == self.on else SWING_GAP
                if any(is_closer(shape, new_shape, gap) for new_shape in shapes):
                    if other == self.on:
                        return []
                    others.append(other)
        return others

    def best_swing(self, plans: list[SwingPlan]) -> Occupancy | None:
        """Choose the cheapest of the first swings that fit. All of them swing the same number of tiles."""
        solutions: list[Occupancy] = []
        fewest = MAX_SWUNG  # number of tiles of the first plan that fits
        for plan in plans:
            left = MAX_SOLUTIONS - len(solutions)
            if self.work <= self.max_work - SWING_WORK or len(plan.tiles) > fewest or not left:
                break
            solutions += islice(self.swing_results(plan), left)
            if solutions:
                fewest = len(plan.tiles)
        return self.cheapest(solutions)

    def best_swap(self, small: bool) -> Occupancy | None:
        """Choose the cheapest swap of two branches after which the tile fits at its end, or unless `small` an exchange."""
        spot = attached_spot(self.occupancy.ends[self.on].edge, attachments_for(self.tile)[0])
        swaps = Swaps(self.occupancy, self.model, self.on, self.anywhere)
        tiles = [self.on, *self.blockers(spot)]
        best = self.cheapest(swaps.find(tiles, self.work))
        if not (best or small):
            best = self.cheapest(swaps.exchanges(tiles, self.toes, self.work))
        self.work -= swaps.work
        return best

    def best_relocation(self, plans: list[SwingPlan]) -> Occupancy | None:
        """Choose the cheapest of the first relocations that succeed.

        Until one succeeds, a try may remove any number of tiles. Each later try is gentle and begins with the tiles
        of a plan.
        """
        solutions: list[Occupancy] = []
        starts = iter([plan.tiles for plan in plans if len(plan.tiles) <= MAX_STARTING])
        reserve, number = 0, 0  # work that must be left over, and number of the try
        while self.work > reserve and len(solutions) < MAX_SOLUTIONS:
            rng = Random(number) if number else None  # seeded, so the same on every machine
            table = self.occupancy, self.model, self.on, self.toes
            relocation = Relocation(*table, rng, gentle=bool(solutions), anywhere=self.anywhere)
            start = next(starts, ()) if solutions else ()
            limit = LATER_TRY_WORK if solutions else round(FIRST_TRY_SHARE * self.max_work)
            trial = relocation.run(start, min(self.work - reserve, limit))
            self.work -= relocation.work
            number += 1
            if trial:
                if not solutions:
                    reserve = max(0, self.work - COMPARING_WORK, self.max_work - HURRY_WORK)
                solutions.append(trial)
        return self.cheapest(solutions)

    def moved(self, trial: Occupancy) -> list[Tile]:
        """The tiles that lie elsewhere than before the repair."""
        return [tile for tile, spot in self.occupancy.spots.items() if trial.spots[tile] != spot]

    def cheapest(self, solutions: Iterable[Occupancy]) -> Occupancy | None:
        """The solution of the lowest cost, for its room to grow and for the moved tiles. The first one of equal ones."""
        return min(solutions, key=self.total_cost, default=None)

    def swing_results(self, plan: SwingPlan) -> Iterator[Occupancy]:
        """Yield the occupancy for each way to swing the plan's branches that fits. The new tile is laid in it."""
        fixed = {tile: spot for tile, spot in self.occupancy.spots.items() if tile not in plan.tiles}
        toes = neat_toe_spots(self.tile, plan.spot, self.toes) if plan.spot else ()
        new_shapes = tile_and_toe_shapes(self.tile, plan.spot, toes) if plan.spot else []
        raster = Raster()
        if plan.spot:
            raster.occupy(footprint(self.tile, plan.spot, toes, SWING_GAP))
        rasters = [raster_with(raster, fixed, self.occupancy.on[root]) for root in plan.roots]
        for spots in self.swing_branches(plan.roots, fixed, rasters):
            if any(
                is_closer(tile_shape(tile, spot), shape, SWING_GAP)
                for tile, spot in spots.items()
                for shape in new_shapes
            ):
                continue
            trial = self.occupancy.copy()
            trial.move_tiles(spots)
            self.work -= len(fixed)  # approximate cost of the copy
            if plan.spot is None:
                model = CostModel(trial, self.tile, self.model.unseen, self.toes, self.model.aspect)
                rated_spots = model.cheapest_spots(self.on, self.anywhere)
                self.work -= model.work
                if not rated_spots:
                    continue
                trial.put_tile(self.tile, self.on, rated_spots[0].spot, rated_spots[0].toes)
            else:
                trial.put_tile(self.tile, self.on, plan.spot, toes)
            yield trial

    def swing_branches(
        self, roots: tuple[Tile, ...], fixed: TileSpots, rasters: list[Raster]
    ) -> Iterator[dict[Tile, Spot]]:
        """Yield new spots for these branches, clear of the `fixed` tiles.

        `rasters` has one raster for each root, see `swing_branch`.
        """
        if not roots:
            yield {}
            return
        for spots in self.swing_branch(roots[0], fixed, rasters[0]):
            other_rasters = [raster_with(raster, spots) for raster in rasters[1:]]
            for other_spots in self.swing_branches(roots[1:], {**fixed, **spots}, other_rasters):
                yield {**spots, **other_spots}

    def swing_branch(self, root: Tile, fixed: TileSpots, raster: Raster) -> Iterator[dict[Tile, Spot]]:
        """Yield new spots for the tiles of one branch, neat attachments first.

        `raster` has the squares of all fixed tiles except the tile on which the branch lies.
        """
        self.work -= len(fixed) // 4
        on, before, branch = (
            self.occupancy.on[root],
            self.occupancy.spots[root],
            branch_of(root, self.children),
        )
        for attachment in attachments_for(root):
            after = attached_spot(free_edge(fixed[on]), attachment)
            for mirror in (1, -1):
                if self.work <= self.max_work - SWING_WORK:
                    return
                spots: dict[Tile, Spot] = {}
                for tile in branch:
                    self.work -= 1
                    x, y, heading = spots[tile] = moved_spot(
                        self.occupancy.spots[tile], before, after, mirror
                    )
                    if raster.any_taken(tile_squares(x, y, heading + 2 * is_double(tile), 0.0)):
                        break
                else:
                    if not comes_too_near(spots, fixed, on):
                        yield spots

    def total_cost(self, occupancy: Occupancy) -> float:
        """Cost of the occupancy: lack of space at the ends, 10 for each u of the longer side, and that of the moved tiles."""
        x0, y0, x1, y1 = occupancy.box
        shortage = sum(
            shortage_cost(end.space) for end in occupancy.ends.values() if self.model.suit_coming[end.suit]
        )
        if self.model.double and self.model.suit_coming[HIGH[self.tile]]:
            shortage += sum(
                shortage_cost(space_at(occupancy.raster, free_edge(toe)))
                for toe in occupancy.reserved.get(self.tile, ())
            )
        moved = self.moved(occupancy)
        poses = [(self.occupancy.spots[tile], occupancy.spots[tile]) for tile in moved]
        way = sum(abs(after.x - before.x) + abs(after.y - before.y) for before, after in poses)
        cost = shortage + 10 * max(x1 - x0, y1 - y0) + CONTACT_COST * occupancy.contacts([*moved, self.tile])
        return cost + MOVED_TILE_COST * len(moved) + WAY_COST * way

    def roots(self, tile: Tile) -> list[Tile]:
        """First tiles of the branches that contain this tile, smallest branch first."""
        return [root for root in self.occupancy.path_to_centre(tile) if self.occupancy.is_movable(root)]


def raster_with(raster: Raster, tiles: TileSpots, except_tile: Tile = -1) -> Raster:
    """Copy the raster and add the squares of `tiles`, except `except_tile`, with SWING_GAP around each tile."""
    extended = raster.copy()
    for tile, spot in tiles.items():
        if tile != except_tile:
            extended.occupy(footprint(tile, spot, margin=SWING_GAP))
    return extended


def attachments_for(tile: Tile) -> list[Attachment]:
    """Attachments that a repair tries for a tile, the neat ones first."""
    return NEAT_DOUBLE if is_double(tile) else [*NEAT_ORDINARY, *SHIFTED_ORDINARY[::3]]


def neat_toe_spots(tile: Tile, spot: Spot, toes: int) -> tuple[Spot, ...]:
    """Spots of the neat toes of a tile at `spot`. Empty for an ordinary tile."""
    return toe_spots(spot, FANS[toes][0]) if is_double(tile) else ()


def comes_too_near(spots: TileSpots, fixed: TileSpots, on: Tile) -> bool:
    """Whether a tile in `spots` is too close to a fixed tile. The fixed tile `on` may be closer than the others."""
    shapes = [tile_shape(tile, spot) for tile, spot in spots.items()]
    for tile, spot in fixed.items():
        fixed_shape, gap = tile_shape(tile, spot), MIN_GAP if tile == on else SWING_GAP
        if any(is_closer(shape, fixed_shape, gap) for shape in shapes):
            return True
    return False
