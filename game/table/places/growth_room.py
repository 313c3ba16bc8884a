"""Room to grow: whether a tile or a foot still fits at a line's end, tested on the raster of taken cells.

A cell is taken if it lies within CLEARANCE of a tile or of a place reserved for a toe. The cells of a possible tile or
foot at an end are a bit mask, computed once per heading. The tile or foot fits if `mask & taken cells` is 0. The result
is a forecast, accurate to about a tenth of a u. `CostModel` checks places exactly.

All masks here have the layout of a window (game/table/places/raster.py) around the end.
"""

from functools import cache, reduce
from operator import or_
from typing import NamedTuple

from game.table.geometry import Place, Shape, point_ahead, shape_of
from game.table.places.attachments import (
    FANS,
    NEAT_DOUBLE,
    NEAT_ORDINARY,
    Attachment,
    Fan,
    attached_place,
    free_edge,
    toe_places,
)
from game.table.places.raster import CELLS_PER_U, Cells, Raster, shape_window, window_corner

CLEARANCE = 0.2
"""Least distance, in u, at which unrelated tiles do not look attached."""
CORE_INSET = 0.3
"""Least distance of a tile's core cells from its edge, in u."""


def _union_window(shapes: list[Shape], margin: float = 0.0) -> int:
    mask = 0
    for shape in shapes:
        mask |= shape_window(shape, margin)
    return mask


def _end_and_own_cells(heading: int) -> tuple[Place, int]:
    """An end in the middle of the cell at 0, 0, and the cells near the tile that has this end.

    A mask leaves these cells out, because the tile itself takes them.
    """
    middle = 0.5 / CELLS_PER_U
    end = Place(middle, middle, heading)
    return end, shape_window(shape_of(*point_ahead(*end, -1.0), heading), CLEARANCE + 1 / CELLS_PER_U)


def _tile_and_toes(place: Place, double: bool, fan: Fan) -> list[Shape]:
    """Shapes of a tile at this place and of its toes."""
    toes = toe_places(place, fan)
    return [shape_of(place.x, place.y, place.heading + 2 * double), *(shape_of(*toe) for toe in toes)]


def _foot_at(end: Place) -> int:
    """Cells of a neat foot at an end."""
    return _union_window(_tile_and_toes(attached_place(end, NEAT_DOUBLE[0]), True, FANS[3][0]))


@cache
def foot_cells(heading: int) -> int:
    """Cells of a foot at an end with this heading."""
    end, own_cells = _end_and_own_cells(heading)
    return _foot_at(end) & ~own_cells


@cache
def tile_cells_ahead(heading: int) -> tuple[tuple[int, int], ...]:
    """For each neat attachment of an ordinary tile: the tile's cells, and the cells of the tile with a foot beyond it."""
    end, own_cells = _end_and_own_cells(heading)
    found = []
    for attachment in NEAT_ORDINARY:
        place = attached_place(end, attachment)
        tile = shape_window(shape_of(*place)) & ~own_cells
        found.append((tile, tile | _foot_at(free_edge(place)) & ~own_cells))
    return tuple(found)


@cache
def relevant_cells(heading: int) -> int:
    """Cells that can change the room of an end with this heading."""
    return reduce(or_, (cells for _, cells in tile_cells_ahead(heading)), foot_cells(heading))


@cache
def core_cells(heading: int, attachment: Attachment, double: bool, fan: Fan) -> int:
    """Cells well inside a tile at an end with this heading, and well inside the tile's toes.

    If one of these cells is taken, another tile overlaps the tile or a toe, or nearly does.
    """
    end, own_cells = _end_and_own_cells(heading)
    place = attached_place(end, attachment)
    return _union_window(_tile_and_toes(place, double, fan), -CORE_INSET) & ~own_cells


class GrowthRoom(NamedTuple):
    """Room to grow of an end."""

    corner: int
    """Index of the window's corner on the table, see `window_corner`."""
    window: int
    """The taken cells that can change this room."""
    double_played: bool
    """Whether the double of the end's number is on the table."""
    fits: bool
    """Whether the end has room for a foot, or for an ordinary tile if the double is already played."""
    fits_beyond: bool
    """Whether it has room for an ordinary tile with a foot beyond it."""


def room_at(raster: Raster, end: Place, double_played: bool = False, more: Cells | None = None) -> GrowthRoom:
    """Room to grow at this end. Cells in `more` count as taken too."""
    column, corner = window_corner(end.x, end.y)
    window = raster.window(column, corner)
    if more:
        window |= more.in_window(corner)
    return _room(corner, window & relevant_cells(end.heading), end.heading, double_played)


def _room(corner: int, window: int, heading: int, double_played: bool) -> GrowthRoom:
    fits = not double_played and not window & foot_cells(heading)
    fits_beyond = False
    for tile, with_foot in tile_cells_ahead(heading):
        if not window & tile:
            fits = fits or double_played
            if not window & with_foot:
                fits_beyond = True
                break
    return GrowthRoom(corner, window, double_played, fits, fits_beyond)


def is_stale(room: GrowthRoom, raster: Raster, end: Place) -> bool:
    """Whether a cell that can change the room at this end has changed since the room was computed."""
    return raster.window(*window_corner(end.x, end.y)) & relevant_cells(end.heading) != room.window


def reduced_room(room: GrowthRoom, heading: int, cells: Cells) -> GrowthRoom:
    """Room that remains at an end if these nearby cells are taken too.

    Returns the same object if none of the cells changes the room's window.
    """
    window = room.window | cells.in_window(room.corner) & relevant_cells(heading)
    if window == room.window:
        return room
    return _room(room.corner, window, heading, room.double_played)
