"""Swaps: two branches on the same double change places, so that a foot comes to where it has space.

Two neighbouring toes or arms, 45° apart, have space for only one foot. Such a lack of space needs no search: one of the
two feet goes to another side of their double.

In a swap, each branch moves as one piece. In an exchange, only the two toes change places, and what hangs on them is laid again.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from game.rules.tiles import Tile, is_double
from game.table.geometry import Spot, is_closer, moved_spot
from game.table.spots.cost import CostModel
from game.table.spots.occupancy import Occupancy, branch_of, tile_shape
from game.table.spots.relocation import Relocation

SWING_GAP = 0.08
"""Least distance, in u, between a swung tile and the tiles that it does not lie on."""
PAIRS_PER_WORK = 8
"""Number of pairs of tiles that are compared in one unit of work: most differ at the first comparison."""
EXCHANGE_WORK, EXCHANGES_WORK = 300, 3000
"""Work after which an exchange is given up when a tile finds no spot, and after which no further one is tried.

An exchange succeeds at once or hardly ever.
"""
TileSpots = Mapping[Tile, Spot]


def toe_pairs(
    occupancy: Occupancy, tiles: Iterable[Tile], children: Mapping[Tile, list[Tile]]
) -> Iterator[tuple[Tile, Tile]]:
    """Yield each pair of toes or arms of one double, one of them between one of `tiles` and the centre.

    The pairs of the first of these tiles come first.
    """
    involved = dict.fromkeys(root for tile in tiles for root in occupancy.path_to_centre(tile))
    found = set()
    for root in involved:
        double = occupancy.on[root]
        if double != root and is_double(double):
            for other in children[double]:
                if other != root and (other, root) not in found:
                    found.add((root, other))
                    yield root, other


class Swaps:
    """Exchanges of branches after which the tile of `model` fits at the open end of tile `on`."""

    def __init__(self, occupancy: Occupancy, model: CostModel, on: Tile, anywhere: bool) -> None:
        self.occupancy, self.model, self.on, self.anywhere = occupancy, model, on, anywhere
        self.children = occupancy.children()
        self.work = 0
        """Work done so far, in the unit of MAX_WORK (game/table/spots/repair.py)."""

    def find(self, tiles: Iterable[Tile], max_work: int) -> Iterator[Occupancy]:
        """Yield each occupancy with the new tile.

        A swap moves a branch that contains one of `tiles`. No further swap is tried after `max_work`.
        """
        for root, other in toe_pairs(self.occupancy, tiles, self.children):
            if self.work >= max_work:
                break
            yield from self._swap(root, other)

    def exchanges(self, tiles: Iterable[Tile], toes: int, max_work: int) -> Iterator[Occupancy]:
        """Yield what `find` does, for exchanges. `toes` is the number of toes of a foot."""
        max_work = min(max_work, self.work + EXCHANGES_WORK)
        for root, other in toe_pairs(self.occupancy, tiles, self.children):
            if self.work >= max_work:
                break
            hanging = {*branch_of(root, self.children), *branch_of(other, self.children)} - {root, other}
            relocation = Relocation(
                self.occupancy, self.model, self.on, toes, None, gentle=False, anywhere=self.anywhere
            )
            relocation.exchange(root, other, hanging)
            trial = relocation.run((), EXCHANGE_WORK)
            self.work += relocation.work
            if trial:
                yield trial

    def _swap(self, root: Tile, other: Tile) -> Iterator[Occupancy]:
        """Exchange the branches that begin at `root` and `other`, each mirrored or not."""
        before = self.occupancy.spots
        branch, other_branch = branch_of(root, self.children), branch_of(other, self.children)
        moving = {*branch, *other_branch}
        fixed = {tile: spot for tile, spot in before.items() if tile not in moving}
        for mirror, other_mirror in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            spots = {tile: moved_spot(before[tile], before[root], before[other], mirror) for tile in branch}
            spots |= {
                tile: moved_spot(before[tile], before[other], before[root], other_mirror)
                for tile in other_branch
            }
            self.work += len(spots) * (1 + len(fixed) // PAIRS_PER_WORK)
            if not self._is_clear(spots, fixed, {root, other}):
                continue
            trial = self.occupancy.copy()
            trial.move_tiles(spots)
            model = CostModel(trial, self.model.tile, self.model.unseen, self.model.toes, self.model.aspect)
            rated_spots = model.cheapest_spots(self.on, self.anywhere)
            self.work += model.work + len(fixed)
            if rated_spots:
                trial.put_tile(self.model.tile, self.on, rated_spots[0].spot, rated_spots[0].toes)
                yield trial

    def _is_clear(self, spots: TileSpots, fixed: TileSpots, roots: Collection[Tile]) -> bool:
        """Whether moved tiles keep their distance from the fixed ones and from each other. `roots` begin the branches."""
        on, shapes = self.occupancy.on, {tile: tile_shape(tile, spot) for tile, spot in spots.items()}
        fixed_shapes = {tile: tile_shape(tile, spot) for tile, spot in fixed.items()}
        for number, (tile, shape) in enumerate(shapes.items()):
            for other, other_shape in fixed_shapes.items():
                attached = tile in roots and on[tile] in (other, on[other])
                if not attached and is_closer(shape, other_shape, SWING_GAP):
                    return False
            for other, other_shape in list(shapes.items())[:number]:
                attached = on[tile] in (other, on[other]) or on[other] == tile
                if not attached and is_closer(shape, other_shape, SWING_GAP):
                    return False
        return True
