"""Relocation: remove tiles and lay them again until a blocked tile has a place.

If a tile finds no place at an open end, the branches around that end are removed. The tile is laid, then they are laid where they
fit best now.
If one of them finds no place, the branches around its end are removed in turn, in wider rings each time. A lack of space in one
spot thus spreads until it meets free space.
"""

from collections.abc import Collection
from random import Random

from game.rules.tiles import Tile
from game.table.places.cost import ALL_KINDS, CostModel
from game.table.places.occupancy import Occupancy, branch_of

RINGS = (3, 6), (4, 12), (5, 12), (6, 24), (7, 24), (8, 40), (10, 60), (12, 190), (15, 190)
"""Branches to remove when a tile finds no place for the first time, the second time, and so on.

Each ring has the largest distance from the end at which a branch may begin, in u, and the most tiles of a branch in gentle mode.
"""
USUAL_KINDS, DESPERATE_AFTER = 3, 2
"""Number of kinds of places to try (see `CostModel.place_kinds`), and the number of failures after which all are tried."""
SECOND_SHARE, THIRD_SHARE = 0.5, 0.2
"""With random numbers: the probability that a tile does not take its best place, and that it takes the third best."""
EXTRA_WORK = 3000
"""Additional work for a try in which every tile finds a place, because it may be about to succeed."""
RATING_WORK, STUCK_WORK = 5, 100
"""Work of rating a tile's places, besides what its model counts, and of a search that finds no branch."""


class Relocation:
    """One try to lay the tile of `model` at the open end of tile `on`. The given occupancy stays unchanged.

    `toes` is the number of toes of a foot.
    With `rng`, tiles do not always take their best place. In `gentle` mode, only small branches are removed.
    """

    def __init__(
        self, occupancy: Occupancy, model: CostModel, on: Tile, toes: int, rng: Random | None, gentle: bool
    ) -> None:
        self.trial, self.aspect, self.toes = occupancy.copy(), model.aspect, toes
        self.tile, self.rng, self.gentle = model.tile, rng, gentle
        self.work = 0
        """Work done so far, in the unit of `MAX_WORK`."""
        self.on = {**occupancy.on, model.tile: on}
        self.order = {tile: number for number, tile in enumerate(self.on)}
        self.waiting = [model.tile]
        """Tiles to lay, in this order."""
        self.urgent = {model.tile, *occupancy.path_to_centre(on)}
        """Tiles that had no place, and the lines that lead to them. They are laid before all others."""
        self.failures: dict[Tile, int] = {}
        """Number of times that each tile found no place."""
        self.unseen = model.unseen | 1 << model.tile
        """Mask of the tiles that are not on the trial occupancy."""

    def run(self, start: Collection[Tile], most: int) -> Occupancy | None:
        """Remove the branches of `start`, then lay all waiting tiles.

        Returns the new occupancy, or None after `most` work. A try in which no tile has failed may use EXTRA_WORK more.
        """
        self.pick_up(start)
        while self.waiting:
            tile = self.waiting[0]
            self.unseen &= ~(1 << tile)
            if self.lay_tile(tile, self.on[tile]):
                del self.waiting[0]
                if self.work >= most + EXTRA_WORK:
                    return None
            elif self.work >= most:
                return None
            else:
                self.unseen |= 1 << tile
                self.failures[tile] = self.failures.get(tile, 0) + 1
                self.urgent |= {tile, *self.trial.path_to_centre(self.on[tile])}
                self.pick_up(self.nearby_branches(self.on[tile], self.failures[tile]))
        self.trial.release_reserved([double for double in self.trial.reserved if double != self.tile])
        return self.trial

    def pick_up(self, tiles: Collection[Tile]) -> None:
        """Remove whole branches from the table and add them to the waiting tiles."""
        if not tiles:
            return
        self.trial.remove_branches(tiles)
        self.work += len(self.trial.places)  # approximate cost of the removal
        for tile in tiles:
            self.unseen |= 1 << tile
        self.waiting = sorted(
            {*tiles, *self.waiting}, key=lambda tile: (tile not in self.urgent, self.order[tile])
        )

    def lay_tile(self, tile: Tile, on: Tile) -> bool:
        """Lay the tile on its best place, or by `rng` on the second or third best. The size of the whole table does not count as cost.

        Returns False if no place is free.
        """
        model = CostModel(self.trial, tile, self.unseen, self.toes, self.aspect)
        model.ignore_size = True
        if on in self.trial.reserved:
            self.trial.put_tile(tile, on, model.choose_reserved(on, tile in self.urgent))
            return True
        draw = self.rng.random() if self.rng else 1.0
        choice = (draw < SECOND_SHARE) + (draw < THIRD_SHARE)
        desperate = self.failures.get(tile, 0) >= DESPERATE_AFTER
        rated_places = model.cheapest_places(on, ALL_KINDS if desperate else USUAL_KINDS, choice + 1)
        self.work += model.work + RATING_WORK
        if rated_places:
            chosen = rated_places[min(choice, len(rated_places) - 1)]
            self.trial.put_tile(tile, on, chosen.place, chosen.toes)
        return bool(rated_places)

    def nearby_branches(self, on: Tile, times: int) -> Collection[Tile]:
        """Branches to remove for a tile at the end of `on` that found no place for the `times`-th time.

        If `times` is odd, branches of the line that leads to the end may be among them.
        """
        radius, most = RINGS[min(times, len(RINGS)) - 1]
        x, y, _ = self.trial.ends[on].edge
        line = set() if times % 2 else set(self.trial.path_to_centre(on))
        children = self.trial.children()
        branches: dict[Tile, None] = {}  # in the order of laying
        for tile, place in self.trial.places.items():
            near = abs(place.x - x) < radius and abs(place.y - y) < radius
            if near and tile not in line and tile not in branches and self.trial.is_movable(tile):
                tiles = branch_of(tile, children)
                if not self.gentle or len(tiles) <= most:
                    branches.update(dict.fromkeys(tiles))
        if not branches:
            self.work += STUCK_WORK
        return branches
