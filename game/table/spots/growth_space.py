"""Space to grow: whether a tile or a foot still fits at a line's end, tested on the raster of taken squares.

A square is taken if it lies within CLEARANCE of a tile or of a spot reserved for a toe. The squares of a possible tile or
foot at an end are a bit mask, computed once per heading. The tile or foot fits if `mask & taken squares` is 0. The result
is a forecast, accurate to about a tenth of a u. `CostModel` checks spots exactly.

All masks here have the layout of a window (game/table/spots/raster.py) around the end.
"""

from functools import cache, reduce
from operator import or_
from typing import NamedTuple

from game.table.geometry import Shape, Spot, point_ahead, shape_of
from game.table.spots.attachments import (
    FANS,
    NEAT_DOUBLE,
    NEAT_ORDINARY,
    Attachment,
    Fan,
    attached_spot,
    free_edge,
    toe_spots,
)
from game.table.spots.raster import SQUARES_PER_U, Raster, Squares, shape_window, window_corner

CLEARANCE = 0.2
"""Least distance, in u, at which unrelated tiles do not look attached."""
CORE_INSET = 0.3
"""Least distance of a tile's core squares from its edge, in u."""


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
    return reduce(or_, (squares for _, squares in tile_squares_ahead(heading)), foot_squares(heading))


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
    return GrowthSpace(corner, window, double_played, fits, fits_beyond)


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
