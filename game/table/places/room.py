"""Room to grow, by bits: could a foot still be laid at a line's end?

A taken cell is one within CLEAR of a tile or of a place kept for a toe. Every foot that could be laid at an end is a mask, made
once for each heading; looking whether it would fit is one `and`. It is a forecast, good to about a tenth of a u: `weigh`
checks exactly.
"""

from functools import cache, reduce
from operator import and_, or_
from typing import NamedTuple

from game.table.geometry import Place, Shape, ahead, shape_of
from game.table.places.joints import (
    CROSS,
    FANS,
    LINE,
    ODD_CROSS,
    ODD_LINE,
    SLID_CROSS,
    SLID_LINE,
    Fan,
    Joint,
    end_of,
    joined,
    toes_of,
)
from game.table.places.raster import CELLS, Cells, Raster, corner_of, taken_by, window_of

CLEAR = 0.2
"""Tiles that have nothing to do with one another should be this far apart, or they look attached."""
MANY = 4
"""How many makeshifts are enough slack."""
INSIDE = 0.3
"""How far the cells of a tile's `core` are inside of it."""
LOT = 4
"""How many makeshifts are looked at together first."""
AFTER = CROSS[0], CROSS[1], CROSS[6]
"""How a foot may follow an ordinary tile, when it is asked whether one could."""


class Future(NamedTuple):
    """What may come at an end: the joint's turn, and its cells with and without much room beyond."""

    turn: int
    tight: int
    roomy: int


def _union(shapes: list[Shape], grow: float = 0.0) -> int:
    mask = 0
    for shape in shapes:
        mask |= window_of(shape, grow)
    return mask


def _around(heading: int) -> tuple[Place, int]:
    """An end at 0, 0 (the middle of its cell), and the cells near its own tile."""
    middle = 0.5 / CELLS
    end = Place(middle, middle, heading)
    return end, window_of(shape_of(*ahead(*end, -1.0), heading), CLEAR + 1 / CELLS)


def _with_toes(place: Place, double: bool, fan: Fan) -> list[Shape]:
    """A tile at this place, and its toes."""
    toes = toes_of(place, fan)
    return [shape_of(place.x, place.y, place.heading + 2 * double), *(shape_of(*toe) for toe in toes)]


def _foot(double: Place) -> list[Shape]:
    return _with_toes(double, True, FANS[3][0])


@cache
def futures(heading: int, past: bool) -> tuple[Future, ...]:
    """What may come at an end with this heading: every foot by the joints of CROSS, or, when its double is `past`, every
    ordinary tile by those of LINE."""
    end, own = _around(heading)
    coming = []
    for joint in LINE if past else CROSS:
        place = joined(end, joint)
        if past:
            tight, outer = [shape_of(*place)], [place]
        else:
            outer = list(toes_of(place, FANS[3][0]))
            tight = _foot(place)
        roomy = [*tight, *(shape_of(*ahead(*toe, 1.5), toe.heading) for toe in outer)]
        coming.append(Future(joint.turn, _union(tight) & ~own, _union(roomy) & ~own))
    return tuple(coming)


@cache
def reach(heading: int, past: bool) -> int:
    """All cells that matter to an end with this heading."""
    cells = 0
    for double in (False,) if past else (False, True):
        for _, lot in makeshifts(heading, double):
            cells = reduce(or_, lot, cells)
    for future in futures(heading, past):
        cells |= future.roomy
    for _, masks in onward(heading):
        cells = reduce(or_, masks, cells)
    return cells


@cache
def makeshifts(heading: int, double: bool) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """What may come at an end in less neat ways: feet by the joints for want of room, or ordinary tiles. They come in lots,
    each after the cells that all of it needs."""
    end, own = _around(heading)
    _, corner = corner_of(end.x, end.y)
    masks = []
    for joint in (*SLID_CROSS[::2], *ODD_CROSS[::2]) if double else (*LINE, *SLID_LINE[::2], *ODD_LINE[::2]):
        place = joined(end, joint)
        shapes = [(place.x, place.y, place.heading + 2 * double)]
        if double:
            shapes.extend(toes_of(place, FANS[3][0]))
        mask = reduce(or_, (taken_by(*shape, 0.0).seen_from(corner) for shape in shapes))
        masks.append(mask & ~own)
    lots = [tuple(masks[k : k + LOT]) for k in range(0, len(masks), LOT)]
    return tuple((reduce(and_, lot), lot) for lot in lots)


@cache
def onward(heading: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """An ordinary tile by each joint of LINE, and after it a foot by those of AFTER."""
    end, own = _around(heading)
    tiles = []
    for joint in LINE:
        place = joined(end, joint)
        tile = window_of(shape_of(*place)) & ~own
        feet = (_union(_foot(joined(end_of(place), after))) & ~own for after in AFTER)
        tiles.append((tile, tuple(tile | foot for foot in feet)))
    return tuple(tiles)


@cache
def core(heading: int, joint: Joint, double: bool, fan: Fan) -> int:
    """The cells well inside of a tile that lies by this joint on an end with this heading, and of its toes: if one of them is
    taken, a stranger lies there, or nearly."""
    end, own = _around(heading)
    place = joined(end, joint)
    return _union(_with_toes(place, double, fan), -INSIDE) & ~own


class Room(NamedTuple):
    """An end's room: the corner of its window and what is taken there, of the cells that matter; whether its double is
    past, which futures fit, tightly and with room beyond, as bits; and if none fits how much slack is left: 3 many less
    neat ways, 2 few, 1 only for an ordinary tile though the double is still to come, 0 none; then, by the bits of LINE,
    after which tiles a foot would fit."""

    corner: int
    window: int
    past: bool
    tight: int
    roomy: int
    slack: int
    onward: int


def room_at(ground: Raster, end: Place, past: bool = False, more: Cells | None = None) -> Room:
    """What would fit at this end on this ground, and with some `more` cells taken near the end."""
    column, corner = corner_of(end.x, end.y)
    window = ground.window(column, corner)
    if more:
        window |= more.seen_from(corner)
    window &= reach(end.heading, past)
    tight = roomy = 0
    bit = 1
    for _, narrow, wide in futures(end.heading, past):
        if not window & narrow:
            tight |= bit
            if not window & wide:
                roomy |= bit
        bit <<= 1
    slack = 3 if tight else slack_in(window, end.heading, past)
    return Room(corner, window, past, tight, roomy, slack, onward_in(window, end.heading))


def onward_in(window: int, heading: int, among: int = -1) -> int:
    """After which tiles `among` these a foot would fit."""
    after, bit = 0, 1
    for tile, masks in onward(heading):
        if among & bit and not window & tile:
            for mask in masks:
                if not window & mask:
                    after |= bit
                    break
        bit <<= 1
    return after


def slack_in(window: int, heading: int, past: bool) -> int:
    """The slack (0..3) of an end where nothing fits neatly."""
    count = fitting(window, makeshifts(heading, not past), MANY)
    if count:
        return 3 if count >= MANY else 2
    return int(not past and fitting(window, makeshifts(heading, False), 1) > 0)


def fitting(window: int, lots: tuple[tuple[int, tuple[int, ...]], ...], most: int) -> int:
    """How many of these makeshifts find their cells free; no more are counted once there are `most`."""
    count = 0
    for common, lot in lots:
        if not window & common:
            for mask in lot:
                if not window & mask:
                    count += 1
            if count >= most:
                break
    return count


def changed(room: Room, ground: Raster, end: Place) -> bool:
    """Whether this is no longer the room at the end."""
    return ground.window(*corner_of(end.x, end.y)) & reach(end.heading, room.past) != room.window


def room_left(room: Room, heading: int, taken: Cells) -> Room:
    """The room that is left once these cells, not far away, are taken too; the same one if none of them matters."""
    corner, before, past, tight, roomy, slack, further = room
    window = before | taken.seen_from(corner) & reach(heading, past)
    if window == before:
        return room
    if tight:
        for k, (_, narrow, wide) in enumerate(futures(heading, past)):
            bit = 1 << k
            if roomy & bit and window & wide:
                roomy ^= bit
            if tight & bit and window & narrow:
                tight ^= bit
    if not tight and slack:
        slack = slack_in(window, heading, past)
    if further:
        further = onward_in(window, heading, further)
    return Room(corner, window, past, tight, roomy, slack, further)


def _turns(joints: list[Joint]) -> tuple[int, ...]:
    return tuple(
        len({joint.turn for k, joint in enumerate(joints) if bits >> k & 1})
        for bits in range(1 << len(joints))
    )


TURNS = _turns(CROSS), _turns(LINE)
"""In how many directions (0..5) a future fits, by `past` and the bits of a Room."""
