"""Room to grow, by bits: could a foot still be laid at a line's end?

A cell is taken if it lies within CLEARANCE of a tile or of a place reserved for a toe. Every foot that could be laid at an end is a
mask, computed once per heading. Testing whether it fits takes one `and`. The result is a forecast, accurate to about a tenth of a u.
`CostModel` checks places exactly.
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
"""Number of fallbacks that count as enough slack."""
CORE_INSET = 0.3
"""Distance of a tile's core cells from its edge, in u."""
GROUP_SIZE = 4
"""Number of fallbacks that are first tested together."""
FOOT_ATTACHMENTS = NEAT_DOUBLE[0], NEAT_DOUBLE[1], NEAT_DOUBLE[6]
"""Attachments of a foot to an ordinary tile that are tested for a foot beyond it."""


class Continuation(NamedTuple):
    """Possible next tile or foot at an end: the attachment's turn, and its cells without and with space beyond."""

    turn: int
    tight: int
    roomy: int


def _union_window(shapes: list[Shape], margin: float = 0.0) -> int:
    mask = 0
    for shape in shapes:
        mask |= shape_window(shape, margin)
    return mask


def _end_and_own_cells(heading: int) -> tuple[Place, int]:
    """End at 0, 0 (the middle of its cell), and the cells near the end's own tile."""
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

    Every foot by the attachments of NEAT_DOUBLE, or, if the end's double is already played, every ordinary tile by those of
    NEAT_ORDINARY.
    """
    end, own_cells = _end_and_own_cells(heading)
    found = []
    for attachment in NEAT_ORDINARY if double_played else NEAT_DOUBLE:
        place = attached_place(end, attachment)
        if double_played:
            tight, outer = [shape_of(*place)], [place]
        else:
            outer = list(toe_places(place, FANS[3][0]))
            tight = _foot_shapes(place)
        roomy = [*tight, *(shape_of(*point_ahead(*toe, 1.5), toe.heading) for toe in outer)]
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
def fallbacks(heading: int, double: bool) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Less neat continuations at an end: shifted feet, or ordinary tiles.

    They come in groups, each with the cells that all its members need.
    """
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
    """For each attachment of NEAT_ORDINARY: the cells of the tile, and the cells of the tile with each foot beyond it."""
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
    """Cells well inside a tile attached to an end with this heading, and well inside its toes.

    If one of them is taken, another tile overlaps the place, or nearly does.
    """
    end, own_cells = _end_and_own_cells(heading)
    place = attached_place(end, attachment)
    return _union_window(_tile_and_toes(place, double, fan), -CORE_INSET) & ~own_cells


class GrowthRoom(NamedTuple):
    """Room to grow of an end.

    `corner` and `window` hold the taken cells that are relevant.
    `double_played` says whether the double of the end's number is on the table.
    `tight` and `roomy` are bits of the continuations that fit, and that fit with space beyond. `slack` counts if none fits:
    3 for many fallbacks, 2 for few, 1 for an ordinary tile only though the double is still to come, 0 for nothing.
    `foot_beyond` has the bits of NEAT_ORDINARY after which a foot would fit.
    """

    corner: int
    window: int
    double_played: bool
    tight: int
    roomy: int
    slack: int
    foot_beyond: int


def room_at(raster: Raster, end: Place, double_played: bool = False, more: Cells | None = None) -> GrowthRoom:
    """Room to grow at this end, if `more` cells near it were taken too."""
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


def find_feet_beyond(window: int, heading: int, limit_to: int = -1) -> int:
    """Bits of the attachments, among the bits of `limit_to`, after which a foot would fit."""
    following, bit = 0, 1
    for tile, masks in feet_beyond(heading):
        if limit_to & bit and not window & tile:
            for mask in masks:
                if not window & mask:
                    following |= bit
                    break
        bit <<= 1
    return following


def measure_slack(window: int, heading: int, double_played: bool) -> int:
    """Slack (0..3) of an end where no neat continuation fits."""
    count = count_fitting(window, fallbacks(heading, not double_played), ENOUGH_FALLBACKS)
    if count:
        return 3 if count >= ENOUGH_FALLBACKS else 2
    return int(not double_played and count_fitting(window, fallbacks(heading, False), 1) > 0)


def count_fitting(window: int, groups: tuple[tuple[int, tuple[int, ...]], ...], most: int) -> int:
    """Count the fallbacks whose cells are free. Counting may stop at `most`."""
    count = 0
    for common, group in groups:
        if not window & common:
            for mask in group:
                if not window & mask:
                    count += 1
            if count >= most:
                break
    return count


def is_stale(room: GrowthRoom, raster: Raster, end: Place) -> bool:
    """Whether the cells around the end have changed since the room was computed."""
    return (
        raster.window(*window_corner(end.x, end.y)) & relevant_cells(end.heading, room.double_played)
        != room.window
    )


def reduced_room(room: GrowthRoom, heading: int, cells: Cells) -> GrowthRoom:
    """Room that remains if these nearby cells are taken too. Returns the same object if none of them is relevant."""
    corner, before, double_played, tight, roomy, slack, foot_beyond = room
    window = before | cells.in_window(corner) & relevant_cells(heading, double_played)
    if window == before:
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
    return tuple(
        len({attachment.turn for k, attachment in enumerate(attachments) if bits >> k & 1})
        for bits in range(1 << len(attachments))
    )


DIRECTIONS = _count_directions(NEAT_DOUBLE), _count_directions(NEAT_ORDINARY)
"""Number of directions (0..5) in which a continuation fits, by `double_played` and the bits of a GrowthRoom."""
