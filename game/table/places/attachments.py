"""Attachments: the ways in which one tile may lie on another. Arms of the centre, toes of a foot, straight on, and bends.

Each attachment is a fixed offset from the tile underneath. The layout chooses among them.
"""

from itertools import combinations
from typing import NamedTuple

from game.table.geometry import GAP, SQRT_HALF, Place, point_ahead

FAN_FORWARD, FAN_ASIDE = 0.167, 0.904
"""Position of a side toe's base, from the middle of the double's far edge: forward and aside, in u.

With these values the toe clears the double's corner and the middle toe by GAP.
"""

STAR_FORWARD = 0.404
"""Like FAN_FORWARD, for a centre with arms on its short edges too. Those arms need more space."""


class Attachment(NamedTuple):
    """One way to lay a tile on a line's end.

    The tile's middle lies `forward` and `aside` of the end's edge, in u. Its heading is turned by `turn` eighths. `cost` rates
    the look of the bend.
    """

    forward: float
    aside: float
    turn: int
    cost: float


def _mirrored(attachments: list[Attachment]) -> list[Attachment]:
    return attachments + [
        Attachment(j.forward, -j.aside, -j.turn, j.cost) for j in attachments if j.turn or j.aside
    ]


def _bend45(reach: float, shift: float, cost: float) -> Attachment:
    """45° bend to the right. The middle of the new tile's near edge meets the corner, moved by `shift` along that edge."""
    return Attachment(SQRT_HALF * (reach + GAP - shift), 0.5 + SQRT_HALF * (reach + GAP + shift), 1, cost)


NEAT_ORDINARY = _mirrored(
    [
        Attachment(1 + GAP, 0, 0, 0),
        _bend45(1, -0.186, 120),
        Attachment(0.5 + GAP, 0.5, 2, 130),
        Attachment(-0.5, 1.5 + GAP, 2, 60),
    ]
)
"""Neat attachments of an ordinary tile to a line's end."""

NEAT_DOUBLE = _mirrored(
    [
        Attachment(0.5 + GAP, 0, 0, 0),
        _bend45(0.5, -0.35, 130),
        _bend45(0.5, 0, 130),
        Attachment(-0.5, 1 + GAP, 2, 54),
        Attachment(0.0, 1 + GAP, 2, 54),
        Attachment(0.5 + GAP, 1.2, 0, 32),
    ]
)
"""Neat attachments of a double to a line's end.

In the last one the double lies across too, but the line meets its other half.
"""


def _offsets(first: float, last: float, step: float = 0.15) -> list[float]:
    return [first + k * step for k in range(round((last - first) / step) + 1)]


SHIFTED_ORDINARY = _mirrored(
    [Attachment(1 + GAP, slide, 0, 50) for slide in _offsets(0.15, 0.75)]
    + [_bend45(1, shift, 60) for shift in _offsets(-0.45, 0.45)]
    + [Attachment(0.5 + GAP, slide, 2, 60) for slide in _offsets(0.0, 1.2)]
    + [Attachment(slide, 1.5 + GAP, 2, 60) for slide in _offsets(-1.1, 0.25)]
)
"""Less neat attachments of an ordinary tile, for lack of space."""

SHIFTED_DOUBLE = _mirrored(
    [Attachment(0.5 + GAP, slide, 0, 50) for slide in _offsets(0.15, 1.2)]
    + [_bend45(0.5, shift, 60) for shift in _offsets(-0.9, 0.9)]
    + [Attachment(slide, 1 + GAP, 2, 60) for slide in _offsets(-1.4, 0.7)]
)
"""Less neat attachments of a double, for lack of space."""

OBLIQUE_BESIDE = 0.5 + GAP + 1.5 * SQRT_HALF
"""Distance from the middle of a line to a tile at 45° that touches the line's side with a corner, in u."""

ODD_ORDINARY = _mirrored(
    [Attachment(slide, 1 + GAP, 4, 90) for slide in _offsets(-0.9, -0.3)]
    + [Attachment(slide, OBLIQUE_BESIDE, 3, 90) for slide in _offsets(-1.3, -0.4)]
    + [Attachment(slide, OBLIQUE_BESIDE, 1, 90) for slide in _offsets(-0.6, 0.3)]
)
"""Last attachments to try for an ordinary tile: back beside the line, or at 45° from its side."""

ODD_DOUBLE = _mirrored(
    [Attachment(1 + GAP, slide, turn, 90) for slide in _offsets(0, 0.75) for turn in (2, -2)]
    + [Attachment(slide, 1.5 + GAP, turn, 90) for slide in _offsets(-1.2, 0.15) for turn in (0, 4)]
    + [Attachment(slide, OBLIQUE_BESIDE, 1, 90) for slide in _offsets(-1.2, -0.45)]
    + [Attachment(slide, OBLIQUE_BESIDE, 3, 90) for slide in _offsets(-0.5, 0.25)]
)
"""Last attachments to try for a double: lengthwise, or on the line's side."""


def attached_place(end: Place, attachment: Attachment) -> Place:
    """Place of a tile laid by `attachment` on the line's end `end` (the middle of the end's edge)."""
    x, y = point_ahead(end.x, end.y, end.heading, attachment.forward, attachment.aside)
    return Place(x, y, (end.heading + attachment.turn) & 7)


def free_edge(place: Place) -> Place:
    """Middle of the free edge of an ordinary tile, with the tile's heading."""
    return Place(*point_ahead(*place, 1.0), place.heading)


def _fan_place(double: Place, heading: int, turn: int, base_forward: float = FAN_FORWARD) -> Place:
    """Place of a toe or arm on the long side of a double that faces `heading`, turned by -1, 0 or 1 eighths."""
    if turn == 0:
        return Place(*point_ahead(double.x, double.y, heading, 1.5 + GAP), heading & 7)
    base = point_ahead(double.x, double.y, heading, 0.5 + base_forward, FAN_ASIDE * turn)
    return Place(*point_ahead(*base, heading + turn, 1.0), (heading + turn) & 7)


Fan = tuple[int, ...]
"""Turns of a foot's toes, in eighths, relative to the double's heading.

-1, 0 and 1 are on the long side in front, 2 and -2 on the short edges, 3, -3 and 4 on the long side behind.
"""


def _bent_fans() -> list[Fan]:
    """Fans of three toes anywhere around a double, sorted by how many lie in front.

    A toe on a short edge leaves no space for a toe at the neighbouring corner.
    """
    fans: list[Fan] = [
        fan
        for fan in combinations((0, -1, 1, -2, 2, -3, 3, 4), 3)
        if not any(abs(a) == 2 and b - a in (1, -1) for a in fan for b in fan)
    ]
    return sorted(fans, key=lambda fan: sum(turn * turn for turn in fan))[1:]


FANS: dict[int, list[Fan]] = {
    0: [()],
    1: [(0,), (-1,), (1,)],
    2: [(-1, 1), (0, -1), (0, 1), (0, 2), (0, -2)],
    3: [(0, -1, 1), *_bent_fans()],
}
"""Fans of a foot by the number of its toes: first the neat one, then those for lack of space."""


def toe_places(double: Place, fan: Fan) -> tuple[Place, ...]:
    """Places of a foot's toes."""
    return tuple(toe_place(double, turn) for turn in fan)


def toe_place(double: Place, turn: int) -> Place:
    """Place of the toe with this turn on a double."""
    if abs(turn) < 2:
        return _fan_place(double, double.heading, turn)
    if abs(turn) > 2:  # on the other long side
        return _fan_place(double, double.heading + 4, turn - 4 if turn > 0 else turn + 4)
    heading = (double.heading + turn) & 7
    return Place(*point_ahead(double.x, double.y, heading, 2 + GAP), heading)


ARM_SIDES: dict[int, tuple[tuple[int, int], ...]] = {
    2: ((0, 0), (4, 0)),
    3: ((0, 0), (4, -1), (4, 1)),
    4: ((0, 0), (4, 0), (2, 2), (6, 2)),
    5: ((0, 0), (4, -1), (4, 1), (0, -1), (0, 1)),
    6: ((0, 0), (4, 0), (0, -1), (4, -1), (0, 1), (4, 1)),
    7: ((0, 0), (4, 0), (0, -1), (4, -1), (0, 1), (4, 1), (2, 2)),
    8: ((0, 0), (4, 0), (0, -1), (4, -1), (0, 1), (4, 1), (2, 2), (6, 2)),
}
"""Side and turn of each arm, by the number of arms. Sides 0 and 4 of the double are long, 2 and 6 short."""


def arm_places(centre: Place, count: int) -> tuple[Place, ...]:
    """Places of the centre's two to eight arms."""
    places = []
    base_forward = STAR_FORWARD if count > 6 else FAN_FORWARD
    for side, turn in ARM_SIDES[count]:
        heading = (centre.heading + side) & 7
        if turn == 2:  # on the short edge
            places.append(Place(*point_ahead(centre.x, centre.y, heading, 2 + GAP), heading))
        else:
            places.append(_fan_place(centre, heading, turn, base_forward))
    return tuple(places)
