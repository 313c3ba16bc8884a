"""Room to grow, by bits: could a foot still be laid at a line's end?

The table is one integer, a bit a cell (CELLS to the u, WIDE to a row). A taken cell is one whose middle lies within CLEAR
of a tile or of a place kept for a toe. Every foot that could be laid at an end is a mask, made once for each heading; looking
whether it would fit is one shift and one `and`. It is a forecast, good to about a tenth of a u: `weigh` checks exactly.
"""

from functools import cache, reduce
from math import ceil, floor
from operator import or_
from typing import NamedTuple

from game.table.geometry import ROOT, Place, Shape, ahead, shape_of
from game.table.joints import (
    CROSS,
    FANS,
    LINE,
    ODD_CROSS,
    ODD_LINE,
    SLID_CROSS,
    SLID_LINE,
    Joint,
    end_of,
    joined,
    toes_of,
)

CELLS = 6
WIDE = 432
MIDDLE = WIDE // 2
CLEAR = 0.2
"""Tiles that have nothing to do with one another should be this far apart, or they look attached."""
MANY = 4
"""How many makeshifts are enough slack."""
AFTER = CROSS[0], CROSS[1], CROSS[6]
"""How a foot may follow an ordinary tile, when it is asked whether one could."""
RADIUS = 42
"""How far a mask reaches from its end, in cells."""


def cells(shape: Shape, grow: float = 0.0) -> int:
    """The cells whose middles lie in the shape, grown on every side; what lies off the raster is left out."""
    x0, x1, y0, y1, s0, s1, d0, d1 = shape
    s0, s1, d0, d1 = (s0 - grow) / ROOT, (s1 + grow) / ROOT, (d0 - grow) / ROOT, (d1 + grow) / ROOT
    first = max(0, ceil((y0 - grow) * CELLS + MIDDLE - 0.5))
    last = min(WIDE - 1, floor((y1 + grow) * CELLS + MIDDLE - 0.5))
    found = 0
    x0, x1 = x0 - grow, x1 + grow
    for row in range(last, first - 1, -1):
        y = (row + 0.5 - MIDDLE) / CELLS
        left = max(0, ceil(max(x0, s0 - y, d0 + y) * CELLS + MIDDLE - 0.5))
        right = min(WIDE - 1, floor(min(x1, s1 - y, d1 + y) * CELLS + MIDDLE - 0.5))
        found <<= WIDE
        if right >= left:
            found |= ((1 << (right - left + 1)) - 1) << left
    return found << (first * WIDE) if found else 0


def corner_of(x: float, y: float) -> int:
    """How far to shift the table so that the masks made around 0, 0 lie around x, y."""
    column, row = floor(x * CELLS) + MIDDLE - RADIUS, floor(y * CELLS) + MIDDLE - RADIUS
    return max(0, row * WIDE + column)


@cache
def _stamp(kind: int, grow: float) -> int:
    middle = 0.5 / CELLS
    return _window(cells(shape_of(middle, middle, kind), grow))


def taken_by(x: float, y: float, heading: int, grow: float = CLEAR) -> int:
    """The cells that a tile takes, with `grow` around it; with 0 those that it covers itself."""
    return _stamp(heading & 3, grow) << corner_of(x, y)


class Future(NamedTuple):
    """What may come at an end: the joint's turn, and its cells with and without much room beyond."""

    turn: int
    tight: int
    roomy: int


def _window(found: int) -> int:
    """Cells around 0, 0 as a mask for `corner_of`."""
    return found >> ((MIDDLE - RADIUS) * WIDE + MIDDLE - RADIUS)


def _union(shapes: list[Shape]) -> int:
    found = 0
    for shape in shapes:
        found |= cells(shape)
    return found


def _around(heading: int) -> tuple[Place, int]:
    """An end at 0, 0 (the middle of its cell), and the cells near its own tile."""
    middle = 0.5 / CELLS
    end = Place(middle, middle, heading)
    return end, cells(shape_of(*ahead(*end, -1.0), heading), CLEAR + 1 / CELLS)


def _foot(double: Place) -> list[Shape]:
    toes = toes_of(double, FANS[3][0])
    return [shape_of(double.x, double.y, double.heading + 2), *(shape_of(*toe) for toe in toes)]


@cache
def futures(heading: int, past: bool) -> tuple[Future, ...]:
    """What may come at an end with this heading: every foot by the joints of CROSS, or, when its double is `past`, every
    ordinary tile by those of LINE."""
    end, own = _around(heading)
    found = []
    for joint in LINE if past else CROSS:
        place = joined(end, joint)
        if past:
            tight, outer = [shape_of(*place)], [place]
        else:
            outer = list(toes_of(place, FANS[3][0]))
            tight = _foot(place)
        roomy = [*tight, *(shape_of(*ahead(*toe, 1.5), toe.heading) for toe in outer)]
        found.append(Future(joint.turn, _window(_union(tight) & ~own), _window(_union(roomy) & ~own)))
    return tuple(found)


@cache
def reach(heading: int, past: bool) -> int:
    """All cells that matter to an end with this heading."""
    found = 0
    for future in futures(heading, past):
        found |= future.roomy
    return reduce(or_, onward_reach(heading), found)


@cache
def makeshifts(heading: int, double: bool) -> tuple[int, ...]:
    """What may come at an end in less neat ways: feet by the joints for want of room, or ordinary tiles."""
    end, own = _around(heading)
    found = []
    for joint in (*SLID_CROSS[::2], *ODD_CROSS[::2]) if double else (*LINE, *SLID_LINE[::2], *ODD_LINE[::2]):
        place = joined(end, joint)
        shapes = [(place.x, place.y, place.heading + 2 * double)]
        if double:
            shapes.extend(toes_of(place, FANS[3][0]))
        mask = 0
        for shape in shapes:
            mask |= taken_by(*shape, 0.0)
        found.append(_window(mask & ~own))
    return tuple(found)


@cache
def onward(heading: int) -> tuple[tuple[int, ...], ...]:
    """An ordinary tile and a foot beyond it, by each joint of LINE and those of AFTER."""
    end, own = _around(heading)
    found = []
    for joint in LINE:
        place = joined(end, joint)
        tile = cells(shape_of(*place))
        masks = [tile | _union(_foot(joined(end_of(place), after))) for after in AFTER]
        found.append(tuple(_window(mask & ~own) for mask in masks))
    return tuple(found)


@cache
def onward_reach(heading: int) -> tuple[int, ...]:
    """The cells that matter to these, by joints."""
    return tuple(reduce(or_, masks) for masks in onward(heading))


class Room(NamedTuple):
    """An end's room: how far to shift the table for it, whether its double is past, which futures fit, tightly and
    with room beyond, as bits; and if none fits how much slack is left: 3 many less neat ways, 2 few, 1 only for an
    ordinary tile though the double is still to come, 0 none; then, by the bits of LINE, after which tiles a foot would fit."""

    corner: int
    past: bool
    tight: int
    roomy: int
    slack: int
    onward: int


def room_at(ground: int, end: Place, past: bool = False) -> Room:
    """What would fit at this end on this ground."""
    corner = corner_of(end.x, end.y)
    window = ground >> corner
    tight = roomy = 0
    bit = 1
    for _, narrow, wide in futures(end.heading, past):
        if not window & narrow:
            tight |= bit
            if not window & wide:
                roomy |= bit
        bit <<= 1
    slack = 3 if tight else slack_in(window, end.heading, past)
    return Room(corner, past, tight, roomy, slack, onward_in(window, end.heading))


def onward_in(window: int, heading: int, among: int = -1) -> int:
    """After which tiles `among` these a foot would fit."""
    found = 0
    for k, masks in enumerate(onward(heading)):
        if among >> k & 1:
            for mask in masks:
                if not window & mask:
                    found |= 1 << k
                    break
    return found


def slack_in(window: int, heading: int, past: bool) -> int:
    """The slack (0..3) of an end where nothing fits neatly."""
    count = 0
    for mask in makeshifts(heading, not past):
        if not window & mask:
            count += 1
            if count == MANY:
                return 3
    if count:
        return 2
    return int(not past and any(not window & mask for mask in makeshifts(heading, False)))


def touches(room: Room, heading: int, cells: int) -> bool:
    """Whether any of the cells matter to an end with this heading."""
    return bool(cells >> room.corner & reach(heading, room.past))


def room_left(room: Room, heading: int, taken: int, ground: int) -> Room:
    """The room that is left on the ground once these cells are taken too."""
    window = taken >> room.corner
    if not window & reach(heading, room.past):
        return room
    tight, roomy, slack = room.tight, room.roomy, room.slack
    for k, (_, narrow, wide) in enumerate(futures(heading, room.past)):
        bit = 1 << k
        if roomy & bit and window & wide:
            roomy ^= bit
        if tight & bit and window & narrow:
            tight ^= bit
    if not tight and slack:
        slack = slack_in(window | ground >> room.corner, heading, room.past)
    further = room.onward
    if further:
        asked = 0
        for k, cells in enumerate(onward_reach(heading)):
            if further >> k & 1 and window & cells:
                asked |= 1 << k
        if asked:
            further ^= asked
            further |= onward_in(window | ground >> room.corner, heading, asked)
    return Room(room.corner, room.past, tight, roomy, slack, further)


def _turns(joints: list[Joint]) -> tuple[int, ...]:
    return tuple(
        len({joint.turn for k, joint in enumerate(joints) if bits >> k & 1})
        for bits in range(1 << len(joints))
    )


TURNS = _turns(CROSS), _turns(LINE)
"""In how many directions (0..5) a future fits, by `past` and the bits of a Room."""
