"""Where every played tile lies.

`Layout` follows one round: it is told what is laid on what, and answers with poses. Same calls, same poses, on every
machine: nothing here looks at a clock or draws lots.
"""

from collections.abc import Sequence

from game.rules.tiles import HIGH, LOW, Tile
from game.table.geometry import Place, Pose, ahead, closer
from game.table.ground import Ground, shapes_of
from game.table.joints import arms_of, toes_of
from game.table.room import CLEAR
from game.table.weigh import Scale


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
        return self.ground.double

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
        self.poses[tile] = self._pose(tile, place, tile)

    def choose(self, tile: Tile, suit: int, ends: Sequence[Tile], unseen: int) -> Tile:
        """Which of `ends`, equal under the rules, should take the tile by its half `suit`."""
        if len(ends) == 1:
            return ends[0]
        scale = self._scale(tile, unseen)
        return min((self._best(scale, on)[0], i, on) for i, on in enumerate(ends))[2]

    def place(self, tile: Tile, on: Tile, unseen: int) -> list[Tile]:
        """Lays the tile on another; `unseen` is the mask of the tiles that are not on the table.

        Returns the tiles that had to move for it, usually none. Raises ValueError if `on` has no open end.
        """
        place = self._best(self._scale(tile, unseen), on)[1]
        self.poses[tile] = self._pose(tile, place, on)
        self.ground.put(tile, on, place, self.toes)
        return []

    def ghosts(self, tile: Tile, ends: Sequence[Tile], unseen: int) -> dict[Tile, Pose]:
        """Where the tile would lie on each of `ends`."""
        scale = self._scale(tile, unseen)
        return {on: self._pose(tile, self._best(scale, on)[1], on) for on in ends}

    def spots(self) -> list[tuple[Tile, int, float, float, int]]:
        """What is open, as (on, suit, x, y, angle): where a dot goes at a line's end, or the middle of a missing toe or arm."""
        ground = self.ground
        found = [(ground.double, ground.free[ground.double], s.x, s.y, s.heading * 45) for s in ground.kept]
        for on, end in ground.ends.items():
            x, y = ahead(*end.place, 0.45)
            found.append((on, end.suit, x, y, end.place.heading * 45))
        return found

    def _pose(self, tile: Tile, place: Place, on: Tile) -> Pose:
        if HIGH[tile] == LOW[tile]:
            return Pose(place.x, place.y, (place.heading * 45 + 90) % 180)
        back = self.ground.free[on] == HIGH[tile]
        return Pose(place.x, place.y, (place.heading * 45 + 180 * back) % 360)

    def _scale(self, tile: Tile, unseen: int) -> Scale:
        return Scale(self.ground, tile, unseen, self.toes, self.aspect)

    def _best(self, scale: Scale, on: Tile) -> tuple[float, Place]:
        """The cheapest place for the tile on `on`, after its cost."""
        ground = self.ground
        if on == ground.double:
            return 0.0, scale.best_slot()
        if on not in ground.ends:
            raise ValueError(f"no open end on tile {on}")
        found = scale.ways(on)
        return found[0] if found else self._thread(ground.ends[on].place, scale.tile)

    def _thread(self, end: Place, tile: Tile) -> tuple[float, Place]:
        """The nearest free spot: the tile lies apart from its end, for want of any place at it."""
        for ring in range(2, 400):
            for heading in range(8):
                x, y = ahead(*end[:2], heading, ring * 0.5)
                for turn in range(8):
                    place = Place(x, y, turn)
                    shapes = shapes_of(tile, place, toes_of(place, self.toes))
                    if not any(closer(a, b, CLEAR) for a in shapes for b in self.ground.shapes.values()):
                        return 1000.0 + ring, place
        raise AssertionError("the table is endless")
