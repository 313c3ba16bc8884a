"""Room to grow: which tiles and feet still fit at a line's end, tested on the raster of taken cells.

A cell is taken if it lies within CLEARANCE of a tile or of a place reserved for a toe. The cells of every possible
tile or foot at an end are a bit mask, computed once per heading. The tile or foot fits if `mask & taken cells` is 0.
The result is a forecast, accurate to about a tenth of a u. `CostModel` checks places exactly.

All masks here have the layout of a window (game/table/places/raster.py) around the end.
"""

from functools import cache, reduce
from operator import and_, or_
from typing import NamedTuple

from game.table.geometry import Place, Shape, point_ahead, shape_of
from game.table.places.attachments import (
    FANS,
    NEAT_DOUBLE,
    NEAT_ORDINARY,
    ODD_DOUBLE,
    ODD_ORDINARY,
    SHIFTED_DOUBLE,
    SHIFTED_ORDINARY,
    Attachment,
    Fan,
    attached_place,
    free_edge,
    toe_places,
)
from game.table.places.raster import CELLS_PER_U, Cells, Raster, shape_window, tile_cells, window_corner

CLEARANCE = 0.2
"""Least distance, in u, at which unrelated tiles do not look attached."""
ENOUGH_FALLBACKS = 4
"""Number of fitting fallbacks at which `GrowthRoom.slack` counts as 3."""
CORE_INSET = 0.3
"""Least distance of a tile's core cells from its edge, in u."""
GROUP_SIZE = 4
"""Number of fallbacks in a group. The cells that all of them need are tested first."""
FOOT_ATTACHMENTS = tuple(NEAT_DOUBLE)
"""Attachments tested for a foot beyond an ordinary tile: straight on, and the 45° bends to both sides."""

FallbackGroup = tuple[int, tuple[int, ...]]
"""The cells that all fallbacks of a group need, and the cells of each fallback."""


class Continuation(NamedTuple):
    """Neat tile or foot that may come next at an end. `turn` is its attachment's turn.

    `tight` is the mask of its own cells. `roomy` also has the cells of the space beyond it.
    """

    turn: int
    tight: int
    roomy: int


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


def _foot_shapes(double: Place) -> list[Shape]:
    return _tile_and_toes(double, True, FANS[3][0])


@cache
def continuations(heading: int, double_played: bool) -> tuple[Continuation, ...]:
    """Possible continuations at an end with this heading.

    They are feet, one for each attachment of NEAT_DOUBLE. If the double of the end's number is already played, they are
    ordinary tiles, one for each attachment of NEAT_ORDINARY.
    """
    end, own_cells = _end_and_own_cells(heading)
    found = []
    for attachment in NEAT_ORDINARY if double_played else NEAT_DOUBLE:
        place = attached_place(end, attachment)
        if double_played:
            tight, outermost = [shape_of(*place)], [place]
        else:
            outermost = list(toe_places(place, FANS[3][0]))
            tight = _foot_shapes(place)
        roomy = [*tight, *(shape_of(*point_ahead(*tile, 1.5), tile.heading) for tile in outermost)]
        found.append(
            Continuation(
                attachment.turn, _union_window(tight) & ~own_cells, _union_window(roomy) & ~own_cells
            )
        )
    return tuple(found)


@cache
def relevant_cells(heading: int, double_played: bool) -> int:
    """Cells that can change the room of an end with this heading."""
    cells = 0
    for double in (False,) if double_played else (False, True):
        for _, group in fallbacks(heading, double):
            cells = reduce(or_, group, cells)
    for continuation in continuations(heading, double_played):
        cells |= continuation.roomy
    for _, masks in feet_beyond(heading):
        cells = reduce(or_, masks, cells)
    return cells


@cache
def fallbacks(heading: int, double: bool) -> tuple[FallbackGroup, ...]:
    """Groups of less neat continuations at an end: shifted feet if `double`, else ordinary tiles."""
    end, own_cells = _end_and_own_cells(heading)
    _, corner = window_corner(end.x, end.y)
    masks = []
    for attachment in (
        (*SHIFTED_DOUBLE[::2], *ODD_DOUBLE[::2])
        if double
        else (*NEAT_ORDINARY, *SHIFTED_ORDINARY[::2], *ODD_ORDINARY[::2])
    ):
        place = attached_place(end, attachment)
        shapes = [(place.x, place.y, place.heading + 2 * double)]
        if double:
            shapes.extend(toe_places(place, FANS[3][0]))
        mask = reduce(or_, (tile_cells(*shape, 0.0).in_window(corner) for shape in shapes))
        masks.append(mask & ~own_cells)
    groups = [tuple(masks[k : k + GROUP_SIZE]) for k in range(0, len(masks), GROUP_SIZE)]
    return tuple((reduce(and_, group), group) for group in groups)


@cache
def feet_beyond(heading: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Cells of an ordinary tile by each attachment of NEAT_ORDINARY, and its cells with each foot beyond it.

    The feet are attached to the tile by FOOT_ATTACHMENTS.
    """
    end, own_cells = _end_and_own_cells(heading)
    tiles = []
    for attachment in NEAT_ORDINARY:
        place = attached_place(end, attachment)
        tile = shape_window(shape_of(*place)) & ~own_cells
        feet = (
            _union_window(_foot_shapes(attached_place(free_edge(place), following))) & ~own_cells
            for following in FOOT_ATTACHMENTS
        )
        tiles.append((tile, tuple(tile | foot for foot in feet)))
    return tuple(tiles)


@cache
def core_cells(heading: int, attachment: Attachment, double: bool, fan: Fan) -> int:
    """Cells well inside a tile at an end with this heading, and well inside the tile's toes.

    If one of these cells is taken, another tile overlaps the tile or a toe, or nearly does.
    """
    end, own_cells = _end_and_own_cells(heading)
    place = attached_place(end, attachment)
    return _union_window(_tile_and_toes(place, double, fan), -CORE_INSET) & ~own_cells


class GrowthRoom(NamedTuple):
    """Room to grow of an end. The bits of `tight` and `roomy` are indices of `continuations`."""

    corner: int
    """Index of the window's corner on the table, see `window_corner`."""
    window: int
    """The taken cells that can change this room."""
    double_played: bool
    """Whether the double of the end's number is on the table."""
    tight: int
    """Bits of the continuations that fit."""
    roomy: int
    """Bits of the continuations that fit with space beyond them."""
    slack: int
    """3 if a continuation or enough fallbacks fit, 2 if few fallbacks fit, 0 if nothing fits.

    1 if the double is still to come, but only an ordinary tile fits.
    """
    foot_beyond: int
    """Bits of the attachments of NEAT_ORDINARY whose tile fits with a foot beyond it."""


def room_at(raster: Raster, end: Place, double_played: bool = False, more: Cells | None = None) -> GrowthRoom:
    """Room to grow at this end. Cells in `more` count as taken too."""
    column, corner = window_corner(end.x, end.y)
    window = raster.window(column, corner)
    if more:
        window |= more.in_window(corner)
    window &= relevant_cells(end.heading, double_played)
    tight = roomy = 0
    bit = 1
    for _, tight_cells, roomy_cells in continuations(end.heading, double_played):
        if not window & tight_cells:
            tight |= bit
            if not window & roomy_cells:
                roomy |= bit
        bit <<= 1
    slack = 3 if tight else measure_slack(window, end.heading, double_played)
    return GrowthRoom(
        corner, window, double_played, tight, roomy, slack, find_feet_beyond(window, end.heading)
    )


def find_feet_beyond(window: int, heading: int, candidates: int = -1) -> int:
    """Bits for `GrowthRoom.foot_beyond`. Only attachments with a bit in `candidates` are tested."""
    fitting, bit = 0, 1
    for tile, masks in feet_beyond(heading):
        if candidates & bit and not window & tile:
            for mask in masks:
                if not window & mask:
                    fitting |= bit
                    break
        bit <<= 1
    return fitting


def measure_slack(window: int, heading: int, double_played: bool) -> int:
    """`GrowthRoom.slack` of an end at which no neat continuation fits."""
    count = count_fitting(window, fallbacks(heading, not double_played), ENOUGH_FALLBACKS)
    if count:
        return 3 if count >= ENOUGH_FALLBACKS else 2
    return int(not double_played and count_fitting(window, fallbacks(heading, False), 1) > 0)


def count_fitting(window: int, groups: tuple[FallbackGroup, ...], enough: int) -> int:
    """Count the fallbacks whose cells are free. Counting stops after the group in which the count reaches `enough`."""
    count = 0
    for common_cells, group in groups:
        if not window & common_cells:
            for mask in group:
                if not window & mask:
                    count += 1
            if count >= enough:
                break
    return count


def is_stale(room: GrowthRoom, raster: Raster, end: Place) -> bool:
    """Whether a cell that can change the room at this end has changed since the room was computed."""
    return (
        raster.window(*window_corner(end.x, end.y)) & relevant_cells(end.heading, room.double_played)
        != room.window
    )


def reduced_room(room: GrowthRoom, heading: int, cells: Cells) -> GrowthRoom:
    """Room that remains at an end if these nearby cells are taken too.

    Returns the same object if none of the cells changes the room's window.
    """
    corner, old_window, double_played, tight, roomy, slack, foot_beyond = room
    window = old_window | cells.in_window(corner) & relevant_cells(heading, double_played)
    if window == old_window:
        return room
    if tight:
        for k, (_, tight_cells, roomy_cells) in enumerate(continuations(heading, double_played)):
            bit = 1 << k
            if roomy & bit and window & roomy_cells:
                roomy ^= bit
            if tight & bit and window & tight_cells:
                tight ^= bit
    if not tight and slack:
        slack = measure_slack(window, heading, double_played)
    if foot_beyond:
        foot_beyond = find_feet_beyond(window, heading, foot_beyond)
    return GrowthRoom(corner, window, double_played, tight, roomy, slack, foot_beyond)


def _count_directions(attachments: list[Attachment]) -> tuple[int, ...]:
    """For every set of attachments, as bits: the number of different turns in it."""
    return tuple(
        len({attachment.turn for k, attachment in enumerate(attachments) if bits >> k & 1})
        for bits in range(1 << len(attachments))
    )


DIRECTIONS = _count_directions(NEAT_DOUBLE), _count_directions(NEAT_ORDINARY)
"""By `double_played`: the number of directions (0..5), by the bits of `GrowthRoom.tight` or `roomy`."""
