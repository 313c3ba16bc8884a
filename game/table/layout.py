"""Where every played tile lies.

`Layout` follows one round: it is told what is laid on what, and answers with poses. Same calls, same poses, on every
machine: nothing here looks at a clock, and dice, where any are thrown, always fall alike.

All open ends of one number are equal under the rules, so which of them takes a tile is the layout's own choice, unless a
person drags the tile to one. Every place that a tile could take is weighed (`weigh`) by bends, size, neighbours and the
room that it leaves to every end that still needs some (`room`); where nothing is free, branches make way (`mend`).

Figures, what helped and what was tried: docs/layout.md.
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.rules.tiles import HIGH, LOW, Tile
from game.table.geometry import ROOT, Place, Pose, Shape, ahead, closer
from game.table.places.cost import CostModel
from game.table.places.ground import Ground
from game.table.places.joints import arms_of
from game.table.places.mend import make_way, neat_toes, thread

DOTS = ((0.45, 0.0), (0.25, 0.0), (-0.3, 0.8), (-0.3, -0.8))
"""Where a dot may go, from the middle of a line's end: forward and aside."""
NO_WAY = 1e9
"""What it costs to choose an end at which nothing is free."""

Corners = tuple[list[tuple[float, float]], list[tuple[float, float]]]


class Layout:
    """The tiles of one round on the table.

    `top` is the set's highest number, `arms` (2..8) how many arms the centre takes, `toes` (1..3) how many a foot takes,
    `aspect` the width of the wanted box by its height.
    """

    def __init__(self, top: int, arms: int, toes: int = 3, aspect: float = 1.0) -> None:
        self.top, self.arms, self.toes, self.aspect = top, arms, toes, aspect
        self.poses: dict[Tile, Pose] = {}
        self.ground = Ground()
        self._corners: Corners | None = None

    def copy(self) -> "Layout":
        """A layout of its own that stands where this one stands."""
        twin = Layout(self.top, self.arms, self.toes, self.aspect)
        twin.poses, twin.ground, twin._corners = dict(self.poses), self.ground.copy(), self._corners
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
        self.poses[tile] = pose_of(self.ground, tile, place, tile)
        self._corners = None

    def choose(self, tile: Tile, suit: int, ends: Sequence[Tile], unseen: int) -> Tile:
        """Which of `ends`, equal under the rules, should take the tile by its half `suit`."""
        if len(ends) == 1:
            return ends[0]
        model = self._model(self._open(ends), tile, unseen)
        costs = []
        for number, on in enumerate(ends):
            ways = model.ways(on)
            costs.append((ways[0].cost if ways else NO_WAY, number))
        return ends[min(costs)[1]]

    def place(self, tile: Tile, on: Tile, unseen: int) -> list[Tile]:
        """Lays the tile on another; `unseen` is the mask of the tiles that are not on the table.

        Returns the tiles that had to move for it, usually none. Raises ValueError if `on` has no open end.
        """
        choice = self._seek(self._model(self._open([on]), tile, unseen), on)
        self.ground = choice.ground
        if tile not in self.ground.places:
            self.ground.put(tile, on, choice.place, choice.toes)
        for each in (*choice.moved, tile):
            self.poses[each] = pose_of(self.ground, each, self.ground.places[each], self.ground.on[each])
        self._corners = None
        return list(choice.moved)

    def ghosts(self, tile: Tile, ends: Sequence[Tile], unseen: int) -> dict[Tile, Pose]:
        """Where the tile would lie on each of `ends`."""
        model = self._model(self._open(ends), tile, unseen)
        return {on: pose_of(model.ground, tile, self._seek(model, on).place, on) for on in ends}

    def corners(self) -> "Corners":
        """What lies nearest to the upper left and the upper right: the corners, there, of the boxes of those tiles than which
        no other reaches both further up and further to that side. Looked for once as long as the tiles lie still."""
        if self._corners is None:
            shapes = list(self.ground.shapes.values())
            self._corners = _nearest(shapes, 0, 1), _nearest(shapes, 1, -1)
        return self._corners

    def spots(self) -> list[tuple[Tile, int, float, float, int]]:
        """What is open, as (on, suit, x, y, angle): where a dot goes at a line's end, or the middle of a missing toe or
        arm. While a foot is `pending` its places come first."""
        ground = self.ground
        spots = [
            (double, HIGH[double], slot.x, slot.y, slot.heading * 45)
            for double, slots in ground.kept.items()
            for slot in slots
        ]
        for on, end in ground.ends.items():
            x, y = dot_at(ground, end.place)
            spots.append((on, end.suit, x, y, end.place.heading * 45))
        return spots

    def _open(self, ends: Sequence[Tile]) -> Ground:
        """The ground; without the places of feet that were closed as they stood, when these are not on them."""
        closed = [double for double in self.ground.kept if double not in ends]
        if not closed:
            return self.ground
        ground = self.ground.copy()
        ground.give_up(closed)
        return ground

    def _seek(self, model: CostModel, on: Tile) -> "Found":
        ground = model.ground
        if on in ground.kept:
            return Found(ground, model.best_slot(on))
        if on not in ground.ends:
            raise ValueError(f"no open end on tile {on}")
        ways = model.ways(on)
        if ways:
            return Found(ground, ways[0].place, ways[0].toes)
        mended = make_way(ground, model, on, self.toes)
        if mended:
            return Found(mended[0], mended[0].places[model.tile], (), mended[1])
        place = thread(ground, model.tile, on, self.toes)
        return Found(ground, place, neat_toes(model.tile, place, self.toes))

    def _model(self, ground: Ground, tile: Tile, unseen: int) -> CostModel:
        return CostModel(ground, tile, unseen, self.toes, self.aspect)


def _nearest(shapes: list[Shape], side: int, sign: int) -> list[tuple[float, float]]:
    """See `Layout.corners`; `side` is the index in a shape of the edge on that side."""
    corners: list[tuple[float, float]] = []
    for shape in sorted(shapes, key=lambda shape: (shape[2], sign * shape[side])):
        if not corners or sign * shape[side] < sign * corners[-1][0]:
            corners.append((shape[side], shape[2]))
    return corners


class Found(NamedTuple):
    """A place for a tile with its toe places, on a ground where it lies already if tiles had to move for it."""

    ground: Ground
    place: Place
    toes: tuple[Place, ...] = ()
    moved: Sequence[Tile] = ()


def pose_of(ground: Ground, tile: Tile, place: Place, on: Tile) -> Pose:
    """The pose of a tile that lies at `place` on the tile `on`."""
    if HIGH[tile] == LOW[tile]:
        return Pose(place.x, place.y, (place.heading * 45 + 90) % 180)
    back = ground.free[on] == HIGH[tile]
    return Pose(place.x, place.y, (place.heading * 45 + 180 * back) % 360)


def dot_at(ground: Ground, end: Place) -> tuple[float, float]:
    """A point for a dot at a line's end: before it, else beside the last half, else on it."""
    for forward, aside in DOTS:
        x, y = ahead(*end, forward, aside)
        dot = (x, x, y, y, (x + y) * ROOT, (x + y) * ROOT, (x - y) * ROOT, (x - y) * ROOT)
        if not any(closer(dot, shape, 0.2) for shape in ground.shapes.values()):
            return x, y
    return ahead(*end, -0.5)
