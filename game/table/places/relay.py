"""Taking tiles up and laying them again, until one that found no place has one.

Where a tile finds no place, the branches around its end are taken up; it is laid, and then they are, where they fit best now. Where
one of those finds no place, what is around its end makes way in its turn, in wider circles each time: so want of room in
one spot spreads until it meets free land.
"""

from collections.abc import Collection
from random import Random

from game.rules.tiles import Tile
from game.table.places.cost import ALL, CostModel
from game.table.places.ground import Ground, branch_of

CIRCLES = (3, 6), (4, 12), (5, 12), (6, 24), (7, 24), (8, 40), (10, 60), (12, 190), (15, 190)
"""What makes way for a tile that found no place, the first time, the second … : branches that begin so near to its end, in u;
and how many tiles they may have at most when all goes gently."""
RESORTS, DESPERATE = 3, 2
"""How many kinds of places are looked at for a tile (see `CostModel.ways`), until it has found none so many times."""
SECOND, THIRD = 0.5, 0.2
"""With dice, the share of tiles that do not lie where they fit best, and the share of all that lie where they fit third best."""
GRACE = 3000
"""How much more work a try may take while every tile finds a place: it may be about to end well."""
WEIGHING, STUCK = 5, 100
"""The work of weighing the places of a tile, but for what its model counts; and of looking around in vain."""


class Relay:
    """One try to lay the tile of `model` at the line's end of `on`, which leaves `ground` as it is.

    With `dice` tiles do not always lie where they fit best; if it goes `gently` only small branches make way at first.
    """

    def __init__(
        self, ground: Ground, model: CostModel, on: Tile, toes: int, dice: Random | None, gently: bool
    ) -> None:
        self.trial, self.aspect, self.toes = ground.copy(), model.aspect, toes
        self.tile, self.dice, self.gently = model.tile, dice, gently
        self.work = 0
        """How much was done so far (see `mend`)."""
        self.on = {**ground.on, model.tile: on}
        self.rank = {tile: number for number, tile in enumerate(self.on)}
        self.waiting = [model.tile]
        """What is to be laid, in this order."""
        self.first = {model.tile, *ground.line_down(on)}
        """The tiles that were in need and the lines that lead to them: they are laid before all others."""
        self.missed: dict[Tile, int] = {}
        """How often a tile found no place."""
        self.unseen = model.unseen | 1 << model.tile
        """The mask of the tiles that do not lie on the trial ground."""

    def laid(self, start: Collection[Tile], most: int) -> Ground | None:
        """The ground with all laid, after the branches of `start` were taken up; None if that takes more than `most` work, or
        GRACE more."""
        self.take_up(start)
        while self.waiting:
            tile = self.waiting[0]
            self.unseen &= ~(1 << tile)
            if self.lay(tile, self.on[tile]):
                del self.waiting[0]
                if self.work >= most + GRACE:
                    return None
            elif self.work >= most:
                return None
            else:
                self.unseen |= 1 << tile
                self.missed[tile] = self.missed.get(tile, 0) + 1
                self.first |= {tile, *self.trial.line_down(self.on[tile])}
                self.take_up(self.around(self.on[tile], self.missed[tile]))
        self.trial.give_up([double for double in self.trial.kept if double != self.tile])
        return self.trial

    def take_up(self, tiles: Collection[Tile]) -> None:
        """Takes whole branches off the table; they wait from now on."""
        if not tiles:
            return
        self.trial.take_up(tiles)
        self.work += len(self.trial.places)  # about what that takes
        for tile in tiles:
            self.unseen |= 1 << tile
        self.waiting = sorted(
            {*tiles, *self.waiting}, key=lambda tile: (tile not in self.first, self.rank[tile])
        )

    def lay(self, tile: Tile, on: Tile) -> bool:
        """Lays the tile where it fits best, by the dice second or third best, as if size did not count; False if nothing is free."""
        model = CostModel(self.trial, tile, self.unseen, self.toes, self.aspect)
        model.grow = True
        if on in self.trial.kept:
            self.trial.put(tile, on, model.best_slot(on, tile in self.first))
            return True
        throw = self.dice.random() if self.dice else 1.0
        choice = (throw < SECOND) + (throw < THIRD)
        desperate = self.missed.get(tile, 0) >= DESPERATE
        ways = model.ways(on, ALL if desperate else RESORTS, choice + 1)
        self.work += model.work + WEIGHING
        if ways:
            way = ways[min(choice, len(ways) - 1)]
            self.trial.put(tile, on, way.place, way.toes)
        return bool(ways)

    def around(self, on: Tile, times: int) -> Collection[Tile]:
        """The branches that make way for a tile at the end of `on`, by the number of `times` that it found no place; every other
        time, the first time too, they may be of the line that leads to it."""
        radius, most = CIRCLES[min(times, len(CIRCLES)) - 1]
        x, y, _ = self.trial.ends[on].place
        line = set() if times % 2 else set(self.trial.line_down(on))
        above = self.trial.above()
        branches: dict[Tile, None] = {}  # in the order of laying
        for tile, place in self.trial.places.items():
            near = abs(place.x - x) < radius and abs(place.y - y) < radius
            if near and tile not in line and tile not in branches and self.trial.loose(tile):
                tiles = branch_of(tile, above)
                if not self.gently or len(tiles) <= most:
                    branches.update(dict.fromkeys(tiles))
        if not branches:
            self.work += STUCK
        return branches
