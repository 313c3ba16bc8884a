"""Compute the positions of all played tiles of a round.

A `Layout` receives each play (the tile and the tile underneath) and computes poses. The same calls give the same
poses on every machine: nothing here reads a clock, and random numbers have fixed seeds.

Under the rules all open ends of one number are equal. The layout chooses among them, unless a person drags the tile
to an end. `CostModel` rates every possible spot by bends, size, neighbours, and the space to grow that other ends
keep. If no spot is free, or a double has space only beside an unrelated tile, `repair_layout` moves branches.

docs/layout.md lists measurements, what helped and what was tried.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from game.rules.tiles import HIGH, Tile, is_double
from game.table.geometry import SQRT_HALF, Pose, Shape, Spot, is_closer, point_ahead
from game.table.spots.attachments import arm_spots
from game.table.spots.cost import CostModel, RatedSpot
from game.table.spots.growth_space import CLEARANCE, shortage_cost
from game.table.spots.occupancy import Occupancy, tile_and_toe_shapes
from game.table.spots.repair import neat_toe_spots, repair_layout

MARKER_AHEAD, MARKER_ASIDE = 0.15, ((-0.3, 0.8), (-0.3, -0.8))
"""The positions of an open-end marker, from the middle of the end's edge in u: how far in front of it, else (forward, aside).

A marker touches its end, because the next tile may lie beside the end as well as in front of it.
"""
MARKER_DISTANCE, NEIGHBOURS = 0.2, 0.9
"""Least distance of a marker's middle from other tiles, in u, and the distance within which it should have only its own tile."""
NEAT, BENT, CROWDED, TAKEN = range(4)
"""What an end offers to a tile: a neat spot, one with a bent foot, one too close to other tiles, or none without a repair."""

OpenSpot = tuple[Tile, int, float, float, int]
"""An open spot, see `Layout.open_spots`."""
Repairable = tuple[Tile, Tile, int, bool, bool, tuple[Tile, ...]]
"""What a repair depends on, apart from the layout: see `Layout._repair`."""
Corners = tuple[list[tuple[float, float]], list[tuple[float, float]]]
"""Points (x, y) in u for the upper left and for the upper right, see `Layout.upper_corners`."""


class Layout:
    """Positions of the tiles of one round.

    `top` is the set's highest number. `arms` (2..8) is the number of arms of the centre, `toes` (1..3) the number of
    toes of a foot. `aspect` is the width of the board view divided by its height. In the methods, `unseen` is the
    mask of the tiles that are not on the table.
    """

    def __init__(self, top: int, arms: int, toes: int = 3, aspect: float = 1.0) -> None:
        self.top, self.arms, self.toes, self.aspect = top, arms, toes, aspect
        self.poses: dict[Tile, Pose] = {}
        self.occupancy = Occupancy()
        self._upper_corners: Corners | None = None
        self._repaired: dict[Repairable, Placement | None] = {}
        """The repairs since the last tile, so that a play does not repeat the repair of its preview."""
        self._offers: dict[tuple[Tile, Tile, int], Offer] = {}
        """What ends offer to tiles, by tile, end and `unseen`, for the same reason."""

    def copy(self) -> "Layout":
        """Return an independent copy."""
        clone = Layout(self.top, self.arms, self.toes, self.aspect)
        clone.poses, clone.occupancy = dict(self.poses), self.occupancy.copy()
        clone._upper_corners, clone._repaired, clone._offers = (
            self._upper_corners,
            self._repaired,
            self._offers,
        )
        return clone

    @property
    def pending(self) -> Tile:
        """The double that still lacks arms or toes; -1 if there is none."""
        return next(iter(self.occupancy.reserved), -1)

    def box(self) -> tuple[float, float, float, float]:
        """Bounding box (x0, y0, x1, y1) of the tiles and of the spots reserved for toes and arms."""
        return self.occupancy.box

    def lay_centre(self, tile: Tile) -> None:
        """Lay the centre."""
        # upright on a wide table, level on a tall one; with 4 or 5 arms the other way round
        upright = (self.aspect >= 1) != (self.arms in (4, 5))
        spot = Spot(0.0, 0.0, 0 if upright else 2)
        self.occupancy.put_centre(tile, spot, arm_spots(spot, self.arms))
        self.poses[tile] = tile_pose(self.occupancy, tile, spot, tile)
        self._upper_corners = None

    def choose_end(self, tile: Tile, ends: Sequence[Tile], unseen: int) -> Tile:
        """Choose the end for the tile. `ends` are tiles with open ends of one number."""
        if len(ends) == 1:
            return ends[0]
        model = self._model(self._relevant_occupancy(ends), tile, unseen)
        return min(ends, key=lambda on: end_cost(model, on, self._offer(model, on)))

    def place(self, tile: Tile, on: Tile, unseen: int, toe: int = -1) -> list[Tile]:
        """Lay the tile on the tile `on`. `toe` is the index of one of its missing toes or arms; -1: the layout chooses.

        Returns the tiles that had to move, usually none. Raises ValueError if `on` has no open end.
        """
        placement = self._find_spot(self._model(self._relevant_occupancy([on]), tile, unseen), on, toe)
        # a repair is kept for other copies of this layout
        self.occupancy = placement.occupancy.copy() if placement.moved else placement.occupancy
        self._repaired, self._offers = {}, {}
        if tile not in self.occupancy.spots:
            self.occupancy.put_tile(tile, on, placement.spot, placement.toes)
        for each in (*placement.moved, tile):
            self.poses[each] = tile_pose(
                self.occupancy, each, self.occupancy.spots[each], self.occupancy.on[each]
            )
        self._upper_corners = None
        return list(placement.moved)

    def free_pose(self, tile: Tile, on: Tile, unseen: int) -> Pose | None:
        """Pose that the tile would take on the tile `on` as the table is drawn; None if that takes a repair.

        `previews` also has the poses after a repair, which fit the table only once other tiles have moved.
        Raises ValueError if `on` has no open end.
        """
        model = self._model(self._relevant_occupancy([on]), tile, unseen)
        if on in model.occupancy.reserved:
            return tile_pose(model.occupancy, tile, model.choose_reserved(on), on)
        self._check_end(model.occupancy, on)
        neat = [spots for spots in self._offer(model, on) if is_neat(model, spots)]
        return tile_pose(model.occupancy, tile, neat[0][0].spot, on) if neat else None

    def previews(self, tile: Tile, ends: Sequence[Tile], unseen: int) -> dict[Tile, Pose]:
        """Pose that the tile would take on each tile of `ends`. Raises ValueError if one of them has no open end."""
        model = self._model(self._relevant_occupancy(ends), tile, unseen)
        return {on: tile_pose(model.occupancy, tile, self._find_spot(model, on).spot, on) for on in ends}

    def toe_poses(self, tile: Tile, double: Tile) -> list[Pose]:
        """Pose that the tile would take on each missing toe or arm of the double; none for any other tile."""
        slots = self.occupancy.reserved.get(double, ())
        return [tile_pose(self.occupancy, tile, slot, double) for slot in slots]

    def upper_corners(self) -> "Corners":
        """Corners of the tiles, missing toes and missing arms nearest to the upper left and to the upper right of the table.

        The page fades a label in its upper corners when one of them lies under the label. One counts if no other
        reaches both farther up and farther to that side. The points are the upper corners of the bounding boxes on
        that side. The result is cached until a tile is laid.
        """
        if self._upper_corners is None:
            shapes = [*self.occupancy.shapes.values(), *self.occupancy.reserved_shapes()]
            self._upper_corners = _nearest(shapes, 0, 1), _nearest(shapes, 1, -1)
        return self._upper_corners

    def open_spots(self) -> list[OpenSpot]:
        """Open spots as (on, suit, x, y, angle): x and y in u, the angle in degrees.

        The point is that of the marker at a line's end, or the middle of a missing toe or arm. Missing toes and arms
        come first.
        """
        occupancy = self.occupancy
        spots = [
            (double, HIGH[double], slot.x, slot.y, slot.heading * 45)
            for double, slots in occupancy.reserved.items()
            for slot in slots
        ]
        for on, end in occupancy.ends.items():
            spots.append((on, end.suit, *self.marker(on)))
        return spots

    def marker(self, on: Tile) -> Pose:
        """The point of the marker at the line's end on the tile `on`, and the direction of the line."""
        edge = self.occupancy.ends[on].edge
        return Pose(*marker_point(self.occupancy, edge), edge.heading * 45)

    def _relevant_occupancy(self, ends: Sequence[Tile]) -> Occupancy:
        """Occupancy without the spots that doubles other than `ends` reserve, because those get no more toes."""
        closed = [double for double in self.occupancy.reserved if double not in ends]
        if not closed:
            return self.occupancy
        occupancy = self.occupancy.copy()
        occupancy.release_reserved(closed)
        return occupancy

    def _find_spot(self, model: CostModel, on: Tile, toe: int = -1) -> "Placement":
        occupancy = model.occupancy
        if on in occupancy.reserved:
            slots = occupancy.reserved[on]
            return Placement(occupancy, slots[toe] if 0 <= toe < len(slots) else model.choose_reserved(on))
        self._check_end(occupancy, on)
        # A double lies across its line: with a bent foot if need be, else at the price of other tiles that move. Only if
        # that fails may it lie anywhere.
        for anywhere in (False, True):
            rated_spots, bent_foot_spots = (
                (model.cheapest_spots(on, anywhere), []) if anywhere else self._offer(model, on)
            )
            if is_neat(model, bent_foot_spots):
                rated_spots = bent_foot_spots
            is_enough = is_neat(model, rated_spots)
            repaired = None if is_enough else self._repair(model, on, anywhere, bool(rated_spots))
            if repaired:
                return repaired
            rated_spots = rated_spots or bent_foot_spots
            if rated_spots:
                return Placement(occupancy, rated_spots[0].spot, rated_spots[0].toes)
        spot = spot_apart(occupancy, model.tile, on, self.toes)
        return Placement(occupancy, spot, neat_toe_spots(model.tile, spot, self.toes))

    def _check_end(self, occupancy: Occupancy, on: Tile) -> None:
        if on not in occupancy.ends:
            raise ValueError(f"no open end on tile {on}")

    def _offer(self, model: CostModel, on: Tile) -> "Offer":
        """What the end of tile `on` offers to the tile of `model`, without a repair."""
        key = model.tile, on, model.unseen
        if key not in self._offers:
            rated_spots = model.cheapest_spots(on)
            is_enough = is_neat(model, rated_spots)
            self._offers[key] = Offer(rated_spots, [] if is_enough else model.bent_foot_spots(on))
        return self._offers[key]

    def _repair(self, model: CostModel, on: Tile, anywhere: bool, small: bool) -> "Placement | None":
        """Repair the layout for the tile of `model` (see `repair_layout`), or return the repair that is kept."""
        key = model.tile, on, model.unseen, anywhere, small, tuple(model.occupancy.reserved)
        if key not in self._repaired:
            found = repair_layout(model.occupancy, model, on, self.toes, anywhere, small)
            self._repaired[key] = found and Placement(found[0], found[0].spots[model.tile], (), found[1])
        return self._repaired[key]

    def _model(self, occupancy: Occupancy, tile: Tile, unseen: int) -> CostModel:
        return CostModel(occupancy, tile, unseen, self.toes, self.aspect)


class Offer(NamedTuple):
    """The places at an end: the best spot, and the best one with a bent foot if the best is not neat. A list may be empty."""

    spots: list[RatedSpot]
    bent_foot_spots: list[RatedSpot]


def end_cost(model: CostModel, on: Tile, offer: Offer) -> tuple[int, float]:
    """What the end of tile `on` offers to the tile of `model`, and the cost of the spot there. The lowest is best.

    Of ends that are taken, that with most space for anything is best: a repair succeeds there first.
    """
    rated_spots, bent = offer
    if is_neat(model, rated_spots):
        return NEAT, rated_spots[0].cost
    if is_neat(model, bent):
        return BENT, bent[0].cost
    if rated_spots:
        return CROWDED, rated_spots[0].cost
    return TAKEN, shortage_cost(model.occupancy.ends[on].space)


def is_neat(model: CostModel, rated_spots: list[RatedSpot]) -> bool:
    """Whether the best of these places needs no repair: it is free, and a double has felt around it."""
    return bool(rated_spots) and not (model.double and rated_spots[0].crowded)


def _nearest(shapes: list[Shape], side: int, sign: int) -> list[tuple[float, float]]:
    """Upper corners for one side (see `Layout.upper_corners`).

    `side` and `sign` are 0 and 1 for the left side, 1 and -1 for the right side. `side` is the index of that edge in
    a shape.
    """
    upper_corners: list[tuple[float, float]] = []
    for shape in sorted(shapes, key=lambda shape: (shape[2], sign * shape[side])):
        if not upper_corners or sign * shape[side] < sign * upper_corners[-1][0]:
            upper_corners.append((shape[side], shape[2]))
    return upper_corners


class Placement(NamedTuple):
    """Spot of a tile with its toe spots. If other tiles `moved`, the occupancy already contains the tile."""

    occupancy: Occupancy
    spot: Spot
    toes: tuple[Spot, ...] = ()
    moved: Sequence[Tile] = ()


def tile_pose(occupancy: Occupancy, tile: Tile, spot: Spot, on: Tile) -> Pose:
    """Pose of a tile at `spot` on the tile `on`."""
    if is_double(tile):
        return Pose(spot.x, spot.y, (spot.heading * 45 + 90) % 180)
    higher_touches = occupancy.open_suits[on] == HIGH[tile]
    return Pose(spot.x, spot.y, (spot.heading * 45 + 180 * higher_touches) % 360)


def marker_point(occupancy: Occupancy, end: Spot) -> tuple[float, float]:
    """Point for a marker at a line's end: in front of the end if there is space, else beside the line's last half, else on that half.

    It is in front even if the next tile would lie beside: people look there for the end of a line. Beside it, rather within the
    table's box, and so in the frame, and with ample space.
    """
    front, shapes = point_ahead(*end, MARKER_AHEAD), occupancy.shapes.values()
    if _near(front, shapes, MARKER_DISTANCE) <= 1:  # the line's own tile
        return front
    x0, y0, x1, y1 = occupancy.box
    sides = [point_ahead(*end, forward, aside) for forward, aside in MARKER_ASIDE]
    free = [side for side in sides if not _near(side, shapes, MARKER_DISTANCE)]
    ample = [
        (x, y) for x, y in free if x0 <= x <= x1 and y0 <= y <= y1 and _near((x, y), shapes, NEIGHBOURS) <= 1
    ]
    return (ample or free or [point_ahead(*end, -0.5)])[0]


def _near(point: tuple[float, float], shapes: Iterable[Shape], distance: float) -> int:
    """How many of the shapes are less than `distance` from the point, in u."""
    x, y = point
    ahead, across = (x + y) * SQRT_HALF, (x - y) * SQRT_HALF
    marker = (x, x, y, y, ahead, ahead, across, across)
    return sum(is_closer(marker, shape, distance) for shape in shapes)


def spot_apart(occupancy: Occupancy, tile: Tile, on: Tile, toes: int) -> Spot:
    """Find a free spot near the end of tile `on`, for a tile that must lie apart from it."""
    end = occupancy.ends[on].edge
    laid_shapes = [*occupancy.shapes.values(), *occupancy.reserved_shapes()]
    for ring in range(2, 400):  # circles around the end, 0.5 u apart
        for direction in range(8):
            x, y = point_ahead(end.x, end.y, end.heading + direction, ring * 0.5)
            for heading in range(8):
                spot = Spot(x, y, heading)
                shapes = tile_and_toe_shapes(tile, spot, neat_toe_spots(tile, spot, toes))
                if not any(is_closer(a, b, CLEARANCE) for a in shapes for b in laid_shapes):
                    return spot
    raise AssertionError("the table is endless")
