"""Space to grow: whether a tile or a foot still fits at a line's end, tested on the raster of taken squares.

A square is taken if it lies within CLEARANCE of a tile or of a spot reserved for a toe. The squares of a possible tile or
foot at an end are a bit mask, computed once per heading. The tile or foot fits if `mask & taken squares` is 0. The result
is a forecast, accurate to about a tenth of a u. `CostModel` checks spots exactly.

The shortage cost of an end is the cost of its lack of space to grow. `DesiredBox` says what it costs if the table grows.

All masks here have the layout of a window (game/table/spots/raster.py) around the end.
"""

from functools import cache, reduce
from math import sqrt
from operator import or_
from typing import NamedTuple

from game.table.geometry import Shape, Spot, bounding_box, point_ahead, shape_of
from game.table.spots.attachments import (
    FANS,
    NEAT_DOUBLE,
    NEAT_ORDINARY,
    Attachment,
    Fan,
    attached_spot,
    free_edge,
    toe_spot,
    toe_spots,
)
from game.table.spots.raster import SQUARES_PER_U, Raster, Squares, shape_window, window_corner

Box = tuple[float, float, float, float]
"""Bounding box as (x0, y0, x1, y1), in u."""
CLEARANCE = 0.2
"""Least distance, in u, at which unrelated tiles do not look attached."""
CORE_INSET = 0.3
"""Least distance of a tile's core squares from its edge, in u."""
ONLY_BENT = 60.0
"""Cost of an end that has space for a bent foot, but not for the neat one."""
NO_SPACE = 180.0, 150.0
"""Cost of an end without space, by `GrowthSpace.double_played`: for any foot, or for an ordinary tile if the double is played."""
NO_SPACE_BEYOND = 80.0, 140.0
"""Cost of an end without space for an ordinary tile and a foot beyond it, by `GrowthSpace.double_played`."""
BOX_SIDE, SIZE_COST, MIN_BOX_SIDE = 1.6, 70000.0, 13.5
"""Cost of the table's size.

The side of the desired bounding box is BOX_SIDE times the square root of the number of tiles in the set, in u. The box
has the shape of the board view. A side that is too long by the factor 1 + e costs e² times SIZE_COST, divided by the
desired side. Only the side that is longer by its factor counts, because it alone makes the tiles smaller. The divisor is
at least MIN_BOX_SIDE.
"""
SIDE_COST, LATE_SIDE_COST, EARLY_SHARE = 200.0, 3300.0, 0.15
"""Cost of that side, divided by the desired side: from the first tile on, and for the share of the set's tiles laid after EARLY_SHARE.

The table grows into the free part of the board view before it needs more of the other part, and the more so the fuller it
is. On an empty table lines stay straight.
"""
OUTWARD_WEIGHT = 0.05
"""Weight of the cost of the size that the table has after the next foot or tile at an end, in the shortage cost of that end."""
SMALL_TABLE = 50
"""Number of tiles above which size costs less, because people look at a large table piece by piece."""
TOE_TURNS = 0, -1, 1, -2, 2, -3, 3
"""The turns of the toes that a foot at an end may have, see `Fan`. At turn 4 lies the tile with the end."""


def _union_window(shapes: list[Shape], margin: float = 0.0) -> int:
    mask = 0
    for shape in shapes:
        mask |= shape_window(shape, margin)
    return mask


def _end_and_own_squares(heading: int) -> tuple[Spot, int]:
    """An end in the middle of the square at 0, 0, and the squares near the tile that has this end.

    A mask leaves these squares out, because the tile itself takes them.
    """
    middle = 0.5 / SQUARES_PER_U
    end = Spot(middle, middle, heading)
    return end, shape_window(shape_of(*point_ahead(*end, -1.0), heading), CLEARANCE + 1 / SQUARES_PER_U)


def _tile_and_toes(spot: Spot, double: bool, fan: Fan) -> list[Shape]:
    """Shapes of a tile at this spot and of its toes."""
    toes = toe_spots(spot, fan)
    return [shape_of(spot.x, spot.y, spot.heading + 2 * double), *(shape_of(*toe) for toe in toes)]


def _foot_at(end: Spot) -> int:
    """Squares of a neat foot at an end."""
    return _union_window(_tile_and_toes(attached_spot(end, NEAT_DOUBLE[0]), True, FANS[3][0]))


@cache
def foot_squares(heading: int) -> int:
    """Squares of a foot at an end with this heading."""
    end, own_squares = _end_and_own_squares(heading)
    return _foot_at(end) & ~own_squares


@cache
def foot_parts(heading: int) -> tuple[int, tuple[int, ...]]:
    """Squares of a double at an end with this heading, and of a toe at each of TOE_TURNS."""
    end, own_squares = _end_and_own_squares(heading)
    double = attached_spot(end, NEAT_DOUBLE[0])
    body, *_ = _tile_and_toes(double, True, ())
    toes = [shape_window(shape_of(*toe_spot(double, turn))) & ~own_squares for turn in TOE_TURNS]
    return shape_window(body) & ~own_squares, tuple(toes)


def _feet_by_free_toes() -> tuple[bool, ...]:
    """Whether a foot is possible, by the free ones of TOE_TURNS as bits."""
    feet = [sum(1 << TOE_TURNS.index(turn) for turn in fan) for fan in FANS[3] if set(fan) <= set(TOE_TURNS)]
    return tuple(any(free & foot == foot for foot in feet) for free in range(1 << len(TOE_TURNS)))


FEET_BY_FREE_TOES = _feet_by_free_toes()


def _bent_foot_fits(window: int, heading: int) -> bool:
    """Whether any foot fits at an end with this heading, if these squares are taken."""
    double, toes = foot_parts(heading)
    if window & double:
        return False
    free = 0
    for number, toe in enumerate(toes):
        if not window & toe:
            free |= 1 << number
    return FEET_BY_FREE_TOES[free]


@cache
def tile_squares_ahead(heading: int) -> tuple[tuple[int, int], ...]:
    """For each neat attachment of an ordinary tile: the tile's squares, and the squares of the tile with a foot beyond it."""
    end, own_squares = _end_and_own_squares(heading)
    found = []
    for attachment in NEAT_ORDINARY:
        spot = attached_spot(end, attachment)
        tile = shape_window(shape_of(*spot)) & ~own_squares
        found.append((tile, tile | _foot_at(free_edge(spot)) & ~own_squares))
    return tuple(found)


@cache
def relevant_squares(heading: int) -> int:
    """Squares that can change the space of an end with this heading."""
    double, toes = foot_parts(heading)
    squares = [double, *toes, *(squares for _, squares in tile_squares_ahead(heading))]
    return reduce(or_, squares, foot_squares(heading))


def next_box(end: Spot, double_played: bool) -> Box:
    """Bounding box of the neat foot that may come at an end, or of a tile if the double is played."""
    x0, y0, x1, y1 = _next_box(end.heading, double_played)
    return end.x + x0, end.y + y0, end.x + x1, end.y + y1


@cache
def _next_box(heading: int, double_played: bool) -> Box:
    """The same box around an end at 0, 0."""
    end = Spot(0.0, 0.0, heading)
    attachment = NEAT_ORDINARY[0] if double_played else NEAT_DOUBLE[0]
    fan = () if double_played else FANS[3][0]
    return bounding_box(_tile_and_toes(attached_spot(end, attachment), not double_played, fan))


@cache
def core_squares(heading: int, attachment: Attachment, double: bool, fan: Fan) -> int:
    """Squares well inside a tile at an end with this heading, and well inside the tile's toes.

    If one of these squares is taken, another tile overlaps the tile or a toe, or nearly does.
    """
    end, own_squares = _end_and_own_squares(heading)
    spot = attached_spot(end, attachment)
    return _union_window(_tile_and_toes(spot, double, fan), -CORE_INSET) & ~own_squares


class GrowthSpace(NamedTuple):
    """Space to grow of an end."""

    corner: int
    """Index of the window's corner on the table, see `window_corner`."""
    window: int
    """The taken squares that can change this space."""
    double_played: bool
    """Whether the double of the end's number is on the table."""
    fits: bool
    """Whether the end has space for a foot, or for an ordinary tile if the double is already played."""
    fits_beyond: bool
    """Whether it has space for an ordinary tile with a foot beyond it."""
    fits_bent: bool
    """Whether it has space for a bent foot, if it has none for the neat one."""


def shortage_cost(space: GrowthSpace) -> float:
    """Cost of an end's lack of space to grow."""
    _, _, double_played, fits, fits_beyond, fits_bent = space
    cost = 0.0 if fits else ONLY_BENT if fits_bent else NO_SPACE[double_played]
    return cost if fits_beyond else cost + NO_SPACE_BEYOND[double_played]


def space_at(
    raster: Raster, end: Spot, double_played: bool = False, more: Squares | None = None
) -> GrowthSpace:
    """Space to grow at this end. Squares in `more` count as taken too."""
    column, corner = window_corner(end.x, end.y)
    window = raster.window(column, corner)
    if more:
        window |= more.in_window(corner)
    return _space(corner, window & relevant_squares(end.heading), end.heading, double_played)


def _space(corner: int, window: int, heading: int, double_played: bool) -> GrowthSpace:
    fits = not double_played and not window & foot_squares(heading)
    fits_beyond = False
    for tile, with_foot in tile_squares_ahead(heading):
        if not window & tile:
            fits = fits or double_played
            if not window & with_foot:
                fits_beyond = True
                break
    fits_bent = not double_played and not fits and _bent_foot_fits(window, heading)
    return GrowthSpace(corner, window, double_played, fits, fits_beyond, fits_bent)


def is_stale(space: GrowthSpace, raster: Raster, end: Spot) -> bool:
    """Whether a square that can change the space at this end has changed since the space was computed."""
    return raster.window(*window_corner(end.x, end.y)) & relevant_squares(end.heading) != space.window


def reduced_space(space: GrowthSpace, heading: int, squares: Squares) -> GrowthSpace:
    """Space that remains at an end if these nearby squares are taken too.

    Returns the same object if none of the squares changes the space's window.
    """
    window = space.window | squares.in_window(space.corner) & relevant_squares(heading)
    if window == space.window:
        return space
    return _space(space.corner, window, heading, space.double_played)


class DesiredBox:
    """The bounding box that the table should keep, and what it costs to exceed it.

    `laid` tiles lie on the table, as many as `coming` are to come. `aspect` is the width of the board view divided by its height.
    """

    def __init__(self, laid: int, coming: int, aspect: float) -> None:
        # The box has the shape of the board view, so that the tiles are drawn large.
        # The factor is rounded, because ** gives slightly different results on different machines.
        self.stretch: float = round(aspect**0.5, 3)
        self.side = BOX_SIDE * sqrt(laid + coming)
        self.size_weight = SIZE_COST / max(self.side, MIN_BOX_SIDE) * min(1.0, SMALL_TABLE / laid)
        self.side_weight = SIDE_COST + LATE_SIDE_COST * max(0.0, laid / (laid + coming) - EARLY_SHARE)
        self.is_ignored = False
        """Whether the table's size has no cost."""

    def cost(self, box: Box) -> float:
        """Cost of the table's size if this is its bounding box."""
        if self.is_ignored:
            return 0.0
        x0, y0, x1, y1 = box
        side = max((x1 - x0) / self.stretch, (y1 - y0) * self.stretch) / self.side
        excess = max(0.0, side - 1)
        return self.side_weight * side + self.size_weight * excess * excess

    def outward_cost(self, beyond: Box, box: Box, size: float) -> float:
        """Weighted cost of growing on at an end: the next tiles take `beyond` (`next_box`), and the table's `box` costs `size`."""
        x0, y0, x1, y1 = beyond
        if x0 >= box[0] and y0 >= box[1] and x1 <= box[2] and y1 <= box[3]:
            return 0.0
        grown = min(x0, box[0]), min(y0, box[1]), max(x1, box[2]), max(y1, box[3])
        return OUTWARD_WEIGHT * (self.cost(grown) - size)
