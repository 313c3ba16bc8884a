"""Where every played tile lies.

`Layout` follows one round: it is told what is laid on what, and answers with poses. Same calls, same poses, on every
machine: nothing here looks at a clock or draws lots.
"""

from collections.abc import Sequence

from game.rules.tiles import HIGH, LOW, Tile
from game.table.geometry import Place, Pose, ahead
from game.table.ground import Ground
from game.table.joints import arms_of
from game.table.mend import make_way, neat_toes, thread
from game.table.weigh import Scale

NO_WAY = 1000.0
"""What it costs to choose an end at which nothing is free."""


class Layout:
    """The tiles of one round on the table.

    `top` is the set's highest number, `arms` (2..8) how many arms the centre takes, `toes` (1..3) how many a foot takes,
    `aspect` the width of the wanted box by its height.
    """

    def __init__(self, top: int, arms: int, toes: int = 3, aspect: float = 1.0) -> None:
        self.top, self.arms, self.toes, self.aspect = top, arms, toes, aspect
        self.poses: dict[Tile, Pose] = {}
        self.ground = Ground()

    def copy(self) -> "Layout":
        """A layout of its own that stands where this one stands."""
        twin = Layout(self.top, self.arms, self.toes, self.aspect)
        twin.poses, twin.ground = dict(self.poses), self.ground.copy()
        return twin

    @property
    def pending(self) -> Tile:
        """The centre or the foot that still takes arms or toes; -1 when every line's end is open."""
        return next(iter(self.ground.kept), -1)

    def box(self) -> tuple[float, float, float, float]:
        """The bounding box (x0, y0, x1, y1) of the tiles and of the places kept for toes and arms."""
        return self.ground.box

    def centre(self, tile: Tile) -> None:
        """Lays the centre."""
        upright = (self.aspect >= 1) != (
            self.arms in (4, 5)
        )  # its long sides face the long way; a cross lies along it
        place = Place(0.0, 0.0, 0 if upright else 2)
        self.ground.put_centre(tile, place, arms_of(place, self.arms))
        self.poses[tile] = self._pose(self.ground, tile)

    def choose(self, tile: Tile, suit: int, ends: Sequence[Tile], unseen: int) -> Tile:
        """Which of `ends`, equal under the rules, should take the tile by its half `suit`."""
        if len(ends) == 1:
            return ends[0]
        scale = self._scale(tile, unseen)
        costs = []
        for place, on in enumerate(ends):
            ways = scale.ways(on)
            costs.append((ways[0].cost if ways else NO_WAY, place))
        return ends[min(costs)[1]]

    def place(self, tile: Tile, on: Tile, unseen: int) -> list[Tile]:
        """Lays the tile on another; `unseen` is the mask of the tiles that are not on the table.

        Returns the tiles that had to move for it, usually none. Raises ValueError if `on` has no open end.
        """
        self.ground.give_up([double for double in self.ground.kept if double != on])
        self.ground, moved = self._laid(tile, on, unseen)
        for each in (*moved, tile):
            self.poses[each] = self._pose(self.ground, each)
        return moved

    def ghosts(self, tile: Tile, ends: Sequence[Tile], unseen: int) -> dict[Tile, Pose]:
        """Where the tile would lie on each of `ends`."""
        found = {}
        for on in ends:
            aside = self.copy()
            aside.place(tile, on, unseen)
            found[on] = aside.poses[tile]
        return found

    def spots(self) -> list[tuple[Tile, int, float, float, int]]:
        """What is open, as (on, suit, x, y, angle): where a dot goes at a line's end, or the middle of a missing toe or
        arm. While a foot is `pending` its places come first."""
        ground = self.ground
        found = [
            (double, HIGH[double], slot.x, slot.y, slot.heading * 45)
            for double, slots in ground.kept.items()
            for slot in slots
        ]
        for on, end in ground.ends.items():
            x, y = ahead(*end.place, 0.45)
            found.append((on, end.suit, x, y, end.place.heading * 45))
        return found

    def _laid(self, tile: Tile, on: Tile, unseen: int) -> tuple[Ground, list[Tile]]:
        ground, scale = self.ground, self._scale(tile, unseen)
        toes: tuple[Place, ...] = ()
        if on in ground.kept:
            place = scale.best_slot(on)
        elif on not in ground.ends:
            raise ValueError(f"no open end on tile {on}")
        elif ways := scale.ways(on):
            _, place, toes = ways[0]
        elif mended := make_way(ground, scale, on, self.toes):
            return mended
        else:
            place = thread(ground, tile, on, self.toes)
            toes = neat_toes(tile, place, self.toes)
        ground.put(tile, on, place, toes)
        return ground, []

    def _scale(self, tile: Tile, unseen: int) -> Scale:
        return Scale(self.ground, tile, unseen, self.toes, self.aspect)

    @staticmethod
    def _pose(ground: Ground, tile: Tile) -> Pose:
        place, on = ground.places[tile], ground.on[tile]
        if HIGH[tile] == LOW[tile]:
            return Pose(place.x, place.y, (place.heading * 45 + 90) % 180)
        back = ground.free[on] == HIGH[tile]
        return Pose(place.x, place.y, (place.heading * 45 + 180 * back) % 360)
