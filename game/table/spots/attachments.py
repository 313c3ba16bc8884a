"""Attachments: the fixed offsets at which one tile may lie on another.

This module has the attachments to a line's end (straight on, and bends), the arms of the centre, and the toes of a
foot. The "end" of a line is a `Spot`: the middle of the last tile's free edge, and the heading of the line. An ordinary
tile is a tile that is not a double.
"""

from itertools import combinations
from typing import NamedTuple

from game.table.geometry import CORNER_CUT, GAP, OBLIQUE_REACH, SQRT_HALF, Spot, point_ahead

FAN_ASIDE = 0.5 + GAP + OBLIQUE_REACH - SQRT_HALF
FAN_FORWARD = (OBLIQUE_REACH + GAP) / SQRT_HALF - 0.5 - FAN_ASIDE
"""Spot of a toe turned by 45°: from the middle of the double's long side to the middle of the toe's near edge, in u.

With these values the toe's flat edge lies GAP away from the double's rounded corner, and the toe from the middle toe.
"""

STAR_FORWARD = GAP + OBLIQUE_REACH - SQRT_HALF
"""FAN_FORWARD for a centre with seven or eight arms: the arms at 45° must clear those on the short edges."""


class Attachment(NamedTuple):
    """One way to lay a tile on a line's end.

    The tile's middle lies `forward` of the end and `aside` to the right, in u. Its heading differs from the line's by
    `turn` times 45°. `cost` is higher for a bend that looks worse.
    """

    forward: float
    aside: float
    turn: int
    cost: float


def _with_mirrored(attachments: list[Attachment]) -> list[Attachment]:
    """The attachments, then the mirror image of each one that is not symmetric."""
    return attachments + [
        Attachment(each.forward, -each.aside, -each.turn, each.cost)
        for each in attachments
        if each.turn or each.aside
    ]


def _bend45(half_length: float, shift: float, cost: float) -> Attachment:
    """45° bend to the right, around the right corner of the end's edge.

    `half_length` is half of the new tile's extent in its heading, in u. With `shift` 0, the middle of its near edge lies
    GAP from that rounded corner. `shift` moves the tile along its near edge, to the right as seen in its heading.
    """
    away = half_length + GAP - CORNER_CUT
    return Attachment(SQRT_HALF * (away - shift), 0.5 + SQRT_HALF * (away + shift), 1, cost)


NEAT_ORDINARY = _with_mirrored(
    [
        Attachment(1 + GAP, 0, 0, 0),
        _bend45(1, -0.186, 50),
        Attachment(0.5 + GAP, 0.5, 2, 250),
        Attachment(-0.5, 1.5 + GAP, 2, 60),
    ]
)
"""Neat attachments of an ordinary tile to a line's end."""

NEAT_DOUBLE = [Attachment(0.5 + GAP, 0, 0, 0)]
"""The neat attachment of a double to a line's end: across the line, in its middle."""


def _offsets(first: float, last: float, step: float = 0.15) -> list[float]:
    """Numbers from `first` to `last`, in steps."""
    return [first + k * step for k in range(round((last - first) / step) + 1)]


SHIFTED_ORDINARY = _with_mirrored(
    [Attachment(1 + GAP, slide, 0, 50) for slide in _offsets(0.15, 0.75)]
    + [_bend45(1, shift, 60) for shift in _offsets(-0.45, 0.45)]
    + [Attachment(0.5 + GAP, slide, 2, 60) for slide in _offsets(0.0, 1.2)]
    + [Attachment(slide, 1.5 + GAP, 2, 60) for slide in _offsets(-1.1, 0.25)]
)
"""Less neat attachments of an ordinary tile, for lack of space."""

SHIFTED_DOUBLE = _with_mirrored(
    [Attachment(0.5 + GAP, slide, 0, 50) for slide in _offsets(0.15, 1.2)]
    + [_bend45(0.5, shift, 60) for shift in _offsets(-0.9, 0.9)]
    + [Attachment(slide, 1 + GAP, 2, 60) for slide in _offsets(-1.4, 0.7)]
)
"""Less neat attachments of a double, for lack of space."""

OBLIQUE_BESIDE = 0.5 + GAP + OBLIQUE_REACH
"""Distance, in u, from a line's axis to the middle of a tile at 45° whose corner lies GAP from the line's side."""

ODD_ORDINARY = _with_mirrored(
    [Attachment(slide, 1 + GAP, 4, 90) for slide in _offsets(-0.9, -0.3)]
    + [Attachment(slide, OBLIQUE_BESIDE, 3, 90) for slide in _offsets(-1.3, -0.4)]
    + [Attachment(slide, OBLIQUE_BESIDE, 1, 90) for slide in _offsets(-0.6, 0.3)]
)
"""Last attachments to try for an ordinary tile: beside the line and leading back, or at 45° to the line's side."""

ODD_DOUBLE = _with_mirrored(
    [Attachment(1 + GAP, slide, turn, 90) for slide in _offsets(0, 0.75) for turn in (2, -2)]
    + [Attachment(slide, 1.5 + GAP, turn, 90) for slide in _offsets(-1.2, 0.15) for turn in (0, 4)]
    + [Attachment(slide, OBLIQUE_BESIDE, 1, 90) for slide in _offsets(-1.2, -0.45)]
    + [Attachment(slide, OBLIQUE_BESIDE, 3, 90) for slide in _offsets(-0.5, 0.25)]
)
"""Last attachments to try for a double: ahead with its long axis along the line, beside the line, or beside it at 45°."""


def attached_spot(end: Spot, attachment: Attachment) -> Spot:
    """Spot of a tile that is laid on a line's end by `attachment`."""
    x, y = point_ahead(end.x, end.y, end.heading, attachment.forward, attachment.aside)
    return Spot(x, y, (end.heading + attachment.turn) & 7)


def free_edge(spot: Spot) -> Spot:
    """A line's end at its last ordinary tile: the middle of the tile's free edge, with its heading."""
    return Spot(*point_ahead(*spot, 1.0), spot.heading)


def _fan_spot(double: Spot, heading: int, turn: int, base_forward: float = FAN_FORWARD) -> Spot:
    """Spot of a toe or arm on the double's long side that faces `heading`. `turn` is -1, 0 or 1, times 45°."""
    if turn == 0:
        return Spot(*point_ahead(double.x, double.y, heading, 1.5 + GAP), heading & 7)
    base = point_ahead(double.x, double.y, heading, 0.5 + base_forward, FAN_ASIDE * turn)
    return Spot(*point_ahead(*base, heading + turn, 1.0), (heading + turn) & 7)


Fan = tuple[int, ...]
"""Turns of a foot's toes from the double's heading, as multiples of 45°.

The toes -1, 0 and 1 lie on the front long side, 2 and -2 on the short edges, and 3, -3 and 4 on the back long side.
"""


def _bent_fans() -> list[Fan]:
    """Fans of three toes anywhere around a double, except the neat one. Fans with small turns come first.

    A toe on a short edge leaves no space for a toe at the neighbouring corner.
    """
    fans: list[Fan] = [
        fan
        for fan in combinations((0, -1, 1, -2, 2, -3, 3, 4), 3)
        if not any(abs(a) == 2 and b - a in (1, -1) for a in fan for b in fan)
    ]
    return sorted(fans, key=lambda fan: sum(turn * turn for turn in fan))[1:]  # the first one is the neat fan


FANS: dict[int, list[Fan]] = {
    0: [()],
    1: [(0,), (-1,), (1,)],
    2: [(-1, 1), (0, -1), (0, 1), (0, 2), (0, -2)],
    3: [(0, -1, 1), *_bent_fans()],
}
"""Fans of a foot by the number of its toes: first the neat fan, then the fans for lack of space."""


def toe_spots(double: Spot, fan: Fan) -> tuple[Spot, ...]:
    """Spots of the toes of a fan around a double."""
    return tuple(toe_spot(double, turn) for turn in fan)


def toe_spot(double: Spot, turn: int) -> Spot:
    """Spot of the toe with this turn (see `Fan`) on a double."""
    if abs(turn) < 2:
        return _fan_spot(double, double.heading, turn)
    if abs(turn) > 2:  # on the back long side
        return _fan_spot(double, double.heading + 4, turn - 4 if turn > 0 else turn + 4)
    heading = (double.heading + turn) & 7
    return Spot(*point_ahead(double.x, double.y, heading, 2 + GAP), heading)


ARM_SIDES: dict[int, tuple[tuple[int, int], ...]] = {
    2: ((0, 0), (4, 0)),
    3: ((0, 0), (4, -1), (4, 1)),
    4: ((0, 0), (4, 0), (2, 2), (6, 2)),
    5: ((0, 0), (4, -1), (4, 1), (0, -1), (0, 1)),
    6: ((0, 0), (4, 0), (0, -1), (4, -1), (0, 1), (4, 1)),
    7: ((0, 0), (4, 0), (0, -1), (4, -1), (0, 1), (4, 1), (2, 2)),
    8: ((0, 0), (4, 0), (0, -1), (4, -1), (0, 1), (4, 1), (2, 2), (6, 2)),
}
"""(side, turn) of each arm, as multiples of 45°, by the number of arms.

`side` is the direction from the centre's middle: 0 and 4 are the long sides, 2 and 6 the short edges. `turn` is the
turn from that direction, -1, 0 or 1. On a short edge it is 2, which means no turn.
"""


def arm_spots(centre: Spot, count: int) -> tuple[Spot, ...]:
    """Spots of the centre's two to eight arms."""
    spots = []
    base_forward = STAR_FORWARD if count > 6 else FAN_FORWARD
    for side, turn in ARM_SIDES[count]:
        heading = (centre.heading + side) & 7
        if turn == 2:  # on a short edge
            spots.append(Spot(*point_ahead(centre.x, centre.y, heading, 2 + GAP), heading))
        else:
            spots.append(_fan_spot(centre, heading, turn, base_forward))
    return tuple(spots)
