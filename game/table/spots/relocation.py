"""Relocation: remove tiles and lay them again until a blocked tile has a spot.

A branch is a movable tile with all tiles that hang on it. If a tile finds no spot at its end, the branches around that
end are removed. Then the tile is laid, and each removed tile is laid again at its end, on the spot that is best now.

If a removed tile finds no spot, the branches around its end are removed in the same way. The area grows with each
failure of a tile. In this way the lack of space moves outwards until it reaches free space.
"""

from collections.abc import Collection
from random import Random

from game.rules.tiles import Tile
from game.table.spots.cost import CostModel
from game.table.spots.occupancy import Occupancy, branch_of

LIMITS = (3, 6), (4, 12), (5, 12), (6, 24), (7, 24), (8, 40), (10, 60), (12, 190), (15, 190)
"""Limits for the branches to remove when a tile finds no spot for the first time, the second time, and so on.

Each item is (distance, size). A branch may begin at most `distance` u from the end, on each axis.
In gentle mode it may have at most `size` tiles.
"""
SECOND_SHARE, THIRD_SHARE = 0.5, 0.2
"""With random numbers: the probability that a tile does not take its best spot, and that it takes the third best."""
EXTRA_WORK = 3000
"""Additional work for a try as long as its tiles find spots, because it may be about to succeed."""
RATING_WORK, NO_BRANCH_WORK = 5, 100
"""Work of laying one tile, in addition to the work of its `CostModel`, and work of a search that finds no branch."""


class Relocation:
    """One try to lay the tile of `model` at the open end of tile `on`. The try works on a copy of `occupancy`.

    `toes` is the number of toes of a foot.
    With `rng`, tiles do not always take their best spot. In `gentle` mode, only small branches are removed. Only with
    `anywhere` may doubles be shifted or turned (see `CostModel.cheapest_spots`).
    """

    def __init__(
        self,
        occupancy: Occupancy,
        model: CostModel,
        on: Tile,
        toes: int,
        rng: Random | None,
        gentle: bool,
        anywhere: bool = False,
    ) -> None:
        self.trial, self.aspect, self.toes = occupancy.copy(), model.aspect, toes
        self.tile, self.rng, self.gentle, self.anywhere = model.tile, rng, gentle, anywhere
        self.work = 0
        """Work done so far, in the unit of MAX_WORK (game/table/spots/repair.py)."""
        self.on = {**occupancy.on, model.tile: on}
        """The tile underneath each tile."""
        self.order = {tile: number for number, tile in enumerate(self.on)}
        """Position of each tile in the order of laying before this try."""
        self.waiting = [model.tile]
        """Tiles to lay, in this order."""
        self.urgent = {model.tile, *occupancy.path_to_centre(on)}
        """Tiles that found no spot, and all tiles between them and the centre. They are laid before the others."""
        self.failures: dict[Tile, int] = {}
        """Number of times that each tile found no spot."""
        self.unseen = model.unseen | 1 << model.tile
        """Mask of the tiles that are not on the trial occupancy."""

    def run(self, start: Collection[Tile], max_work: int) -> Occupancy | None:
        """Remove the tiles of `start` (whole branches), then lay all waiting tiles.

        Returns the new occupancy. Returns None when a tile finds no spot after `max_work`, and always after
        `max_work` + EXTRA_WORK.
        """
        self.pick_up(start)
        while self.waiting:
            tile = self.waiting[0]
            self.unseen &= ~(1 << tile)
            if self.lay_tile(tile, self.on[tile]):
                del self.waiting[0]
                if self.work >= max_work + EXTRA_WORK:
                    return None
            elif self.work >= max_work:
                return None
            else:
                self.unseen |= 1 << tile
                self.failures[tile] = self.failures.get(tile, 0) + 1
                self.urgent |= {tile, *self.trial.path_to_centre(self.on[tile])}
                self.pick_up(self.nearby_branches(self.on[tile], self.failures[tile]))
        self.trial.release_reserved([double for double in self.trial.reserved if double != self.tile])
        return self.trial

    def exchange(self, toe: Tile, other: Tile, hanging: Collection[Tile]) -> None:
        """Let two toes of one double change places. `hanging` are all tiles that hang on them, to be laid again."""
        self.pick_up(hanging)
        spots = self.trial.spots
        self.trial.move_tiles({toe: spots[other], other: spots[toe]})
        self.work += len(spots)  # approximate cost of the move

    def pick_up(self, tiles: Collection[Tile]) -> None:
        """Remove whole branches from the table and add them to the waiting tiles."""
        if not tiles:
            return
        self.trial.remove_branches(tiles)
        self.work += len(self.trial.spots)  # approximate cost of the removal
        for tile in tiles:
            self.unseen |= 1 << tile
        self.waiting = sorted(
            {*tiles, *self.waiting}, key=lambda tile: (tile not in self.urgent, self.order[tile])
        )

    def lay_tile(self, tile: Tile, on: Tile) -> bool:
        """Lay the tile on its best spot, or at random on the second or third best. Size has no cost here.

        Returns False if no spot is free.
        """
        model = CostModel(self.trial, tile, self.unseen, self.toes, self.aspect)
        model.desired_box.is_ignored = True
        if on in self.trial.reserved:
            self.trial.put_tile(tile, on, model.choose_reserved(on, tile in self.urgent))
            return True
        random_number = self.rng.random() if self.rng else 1.0
        choice = (random_number < SECOND_SHARE) + (random_number < THIRD_SHARE)
        rated_spots = model.cheapest_spots(on, self.anywhere, choice + 1)
        self.work += model.work + RATING_WORK
        if rated_spots:
            chosen = rated_spots[min(choice, len(rated_spots) - 1)]
            self.trial.put_tile(tile, on, chosen.spot, chosen.toes)
        return bool(rated_spots)

    def nearby_branches(self, on: Tile, failures: int) -> Collection[Tile]:
        """All tiles of the branches to remove for a tile that found no spot at the end of tile `on`.

        `failures` is the number of times that this happened. If it is odd, the line that leads to the end may be
        removed too.
        """
        distance, size = LIMITS[min(failures, len(LIMITS)) - 1]
        x, y, _ = self.trial.ends[on].edge
        line = set() if failures % 2 else set(self.trial.path_to_centre(on))
        children = self.trial.children()
        branches: dict[Tile, None] = {}  # in the order of laying
        for tile, spot in self.trial.spots.items():
            near = abs(spot.x - x) < distance and abs(spot.y - y) < distance
            if near and tile not in line and tile not in branches and self.trial.is_movable(tile):
                tiles = branch_of(tile, children)
                if not self.gentle or len(tiles) <= size:
                    branches.update(dict.fromkeys(tiles))
        if not branches:
            self.work += NO_BRANCH_WORK
        return branches
