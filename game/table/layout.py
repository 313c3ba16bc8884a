"""Where every played tile lies.

`Layout` follows one round: it is told what is laid on what, and answers with poses. Same calls, same poses, on every
machine: nothing here looks at a clock, and dice, where any are thrown, always fall alike.

All open ends of one number are equal under the rules, so which of them takes a tile is the layout's own choice, unless a
person drags the tile to one. Every place that a tile could take is weighed (`weigh`) by bends, size, neighbours and the
room that it leaves to every end that still needs some (`room`); where nothing is free, branches make way (`mend`).

Measured with `python3 -m game layout` (greedy and hen by turns, half the rounds tall, half wide), 21,200 rounds of all nine
rule-books; shares are of tiles laid, bent feet of feet, sizes in tile lengths, times of CPython on two busy cores. No two tiles
overlapped, none lay apart. Ends are picked at random, as when a person drags, for the given share of plays.

    table, share of ends           rounds   tiles    moved  bent feet  on a bend  contacts  longer side  ms p50/p95/max
    double-6, 2, .1                  1000   19375    .000 %    .03 %      12.8 %     .04 %      6.8/8.3    .07/1.2/21
    double-9, 4 x 7, .1              4000  136770    .004 %    .01 %      14.2 %     .02 %      9.7/11.9    .12/.7/20
    double-9, 4 x 7, 0                500   17029    .000 %    .00 %      13.7 %     .02 %      9.8/11.9    .13/.8/19
    double-9, 4 x 7, 1                500   17029    .059 %    .15 %      15.8 %     .11 %      9.9/12.4    .12/.6/43
    double-9, six arms, .1           1000   40623    .005 %    .05 %       8.9 %     .08 %      9.9/11.8    .09/1.4/25
    double-9, eight arms, .1         1000   39996    .013 %    .00 %       7.2 %     .06 %      9.5/11.1    .11/1.4/33
    double-9, three others, .1       1500   55020    .004 %    .01 %      11.1 %     .05 %      9.7/11.8    .11/1.0/26
    double-12, 6 x 10, .1            4000  260264    .050 %    .07 %      14.7 %     .06 %     13.9/16.9    .13/.7/54
    double-12, 6 x 10, 0              500   32352    .043 %    .07 %      14.5 %     .07 %     14.0/16.7    .13/.7/42
    double-12, 6 x 10, 1              500   32352    .133 %    .20 %      16.1 %     .13 %     14.1/17.5    .13/.6/50
    double-12, 6, next-lower, .1      500   34581    .032 %    .05 %      10.5 %     .07 %     13.7/16.2    .15/1.0/32
    double-15, 8, .1                 1900  189839    .042 %    .06 %       8.4 %     .07 %     18.0/21.2    .15/.8/64
    double-15, 8, 1                   500   50128    .291 %    .47 %      11.4 %     .30 %     18.3/21.8    .14/.6/56
    double-18, 10, .1                2900  424172    .059 %    .05 %       6.1 %     .09 %     24.1/28.4    .15/.8/59
    double-18, 10, 0                  200   29489    .037 %    .04 %       5.8 %     .05 %     24.2/28.4    .16/.8/27
    double-18, 10, 1                  700  102420    .347 %    .23 %       9.0 %     .31 %     25.0/29.6    .14/.6/99

Nor did one in 16,000 more rounds with other seeds and .1 (10,000 of double-9 with six arms, 3,000 each of double-15 and double-18;
the longest play took 79 ms). It is not proved that none ever will: of 359 mendings known to be the hardest (out of 4,000 rounds,
most with every end picked at random) one finds no room within the WORK that a play may take.

What helped most: to ask at every end whether a foot would fit beyond one more tile (`Room.onward`; a quarter fewer moves, which size
was then bought with); dear 45° bends, which make no table smaller; places a little aside where neat ones are close to strangers;
to compare several mendings by the room that they leave (a third of the moves used to follow another in the same round).

Tried and left out: a flood fill of what an end can still reach, and how much land lies free before it (failures come from
local crowding, not from pockets); how many toes of a foot to come could go on; asking whether two ends' only feet exclude
each other; footprints more exact than a cell; a box whose excess costs less the larger it is; a box of the screen's own shape
(tiles are drawn 6 % larger for people, but the longer side is a tenth longer); the overflow of what is still to come at an end
(no better than a smaller box); choosing toes by how far out they lie; all makeshift places wherever the neat ones cost much (2 %
to 5 % smaller, a quarter fewer moves, but a fifth more bends, four times the contacts and 6 ms a tile at p95); for mending: tiles
that go back to where they lay, few tiles at first and more each time, several short tries instead of a long one. Weights judged by
400 rounds are noise; these were judged by 3,000 to 5,000.
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.rules.tiles import HIGH, LOW, Tile
from game.table.geometry import ROOT, Place, Pose, Shape, ahead, closer
from game.table.places.cost import Scale
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
        scale = self._scale(self._open(ends), tile, unseen)
        costs = []
        for number, on in enumerate(ends):
            ways = scale.ways(on)
            costs.append((ways[0].cost if ways else NO_WAY, number))
        return ends[min(costs)[1]]

    def place(self, tile: Tile, on: Tile, unseen: int) -> list[Tile]:
        """Lays the tile on another; `unseen` is the mask of the tiles that are not on the table.

        Returns the tiles that had to move for it, usually none. Raises ValueError if `on` has no open end.
        """
        found = self._seek(self._scale(self._open([on]), tile, unseen), on)
        self.ground = found.ground
        if tile not in self.ground.places:
            self.ground.put(tile, on, found.place, found.toes)
        for each in (*found.moved, tile):
            self.poses[each] = pose_of(self.ground, each, self.ground.places[each], self.ground.on[each])
        self._corners = None
        return list(found.moved)

    def ghosts(self, tile: Tile, ends: Sequence[Tile], unseen: int) -> dict[Tile, Pose]:
        """Where the tile would lie on each of `ends`."""
        scale = self._scale(self._open(ends), tile, unseen)
        return {on: pose_of(scale.ground, tile, self._seek(scale, on).place, on) for on in ends}

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
        found = [
            (double, HIGH[double], slot.x, slot.y, slot.heading * 45)
            for double, slots in ground.kept.items()
            for slot in slots
        ]
        for on, end in ground.ends.items():
            x, y = dot_at(ground, end.place)
            found.append((on, end.suit, x, y, end.place.heading * 45))
        return found

    def _open(self, ends: Sequence[Tile]) -> Ground:
        """The ground; without the places of feet that were closed as they stood, when these are not on them."""
        closed = [double for double in self.ground.kept if double not in ends]
        if not closed:
            return self.ground
        ground = self.ground.copy()
        ground.give_up(closed)
        return ground

    def _seek(self, scale: Scale, on: Tile) -> "Found":
        ground = scale.ground
        if on in ground.kept:
            return Found(ground, scale.best_slot(on))
        if on not in ground.ends:
            raise ValueError(f"no open end on tile {on}")
        ways = scale.ways(on)
        if ways:
            return Found(ground, ways[0].place, ways[0].toes)
        mended = make_way(ground, scale, on, self.toes)
        if mended:
            return Found(mended[0], mended[0].places[scale.tile], (), mended[1])
        place = thread(ground, scale.tile, on, self.toes)
        return Found(ground, place, neat_toes(scale.tile, place, self.toes))

    def _scale(self, ground: Ground, tile: Tile, unseen: int) -> Scale:
        return Scale(ground, tile, unseen, self.toes, self.aspect)


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
