"""The ways in which one tile may lie on another: arms of the centre, toes of a foot, straight on, and bends.

All are fixed offsets from the place of the tile that is laid on; `layout` chooses among them.
"""

from itertools import combinations
from typing import NamedTuple

from game.table.geometry import GAP, ROOT, Place, ahead

FAN_OUT, FAN_ASIDE = 0.167, 0.904
"""A side toe's base, from the middle of the double's far edge: it clears the double's corner and the middle toe by GAP."""

STAR_OUT = 0.404
"""The same for arms of a centre that has arms on its short edges too: those need the room."""


class Joint(NamedTuple):
    """One way to lay a tile on a line's end: its middle `forward` and `aside` of the end's edge, its heading turned
    by `turn` eighths, and what the bend costs in looks."""

    forward: float
    aside: float
    turn: int
    cost: float


def _mirrored(joints: list[Joint]) -> list[Joint]:
    return joints + [Joint(j.forward, -j.aside, -j.turn, j.cost) for j in joints if j.turn or j.aside]


def _bend45(reach: float, shift: float, cost: float) -> Joint:
    """A 45° bend to the right: the middle of the new tile's near edge meets the corner, `shift` along that edge from it."""
    return Joint(ROOT * (reach + GAP - shift), 0.5 + ROOT * (reach + GAP + shift), 1, cost)


LINE = _mirrored(
    [
        Joint(1 + GAP, 0, 0, 0),
        _bend45(1, -0.186, 120),
        Joint(0.5 + GAP, 0.5, 2, 130),
        Joint(-0.5, 1.5 + GAP, 2, 60),
    ]
)
"""For an ordinary tile on a line's end."""

CROSS = _mirrored(
    [
        Joint(0.5 + GAP, 0, 0, 0),
        _bend45(0.5, -0.35, 130),
        _bend45(0.5, 0, 130),
        Joint(-0.5, 1 + GAP, 2, 54),
        Joint(0.0, 1 + GAP, 2, 54),
        Joint(0.5 + GAP, 1.2, 0, 32),
    ]
)
"""For a double on a line's end; the last one lies across too, but the line meets its other half."""


def _steps(first: float, last: float, step: float = 0.15) -> list[float]:
    return [first + k * step for k in range(round((last - first) / step) + 1)]


SLID_LINE = _mirrored(
    [Joint(1 + GAP, slide, 0, 50) for slide in _steps(0.15, 0.75)]
    + [_bend45(1, shift, 60) for shift in _steps(-0.45, 0.45)]
    + [Joint(0.5 + GAP, slide, 2, 60) for slide in _steps(0.0, 1.2)]
    + [Joint(slide, 1.5 + GAP, 2, 60) for slide in _steps(-1.1, 0.25)]
)
"""More ways for an ordinary tile, less neat, for want of room."""

SLID_CROSS = _mirrored(
    [Joint(0.5 + GAP, slide, 0, 50) for slide in _steps(0.15, 1.2)]
    + [_bend45(0.5, shift, 60) for shift in _steps(-0.9, 0.9)]
    + [Joint(slide, 1 + GAP, 2, 60) for slide in _steps(-1.4, 0.7)]
)
"""The same for a double."""

BESIDE = 0.5 + GAP + 1.5 * ROOT
"""The middle of a tile that lies at 45° and touches the side of a line with a corner, from the middle of the line."""

ODD_LINE = _mirrored(
    [Joint(slide, 1 + GAP, 4, 90) for slide in _steps(-0.9, -0.3)]
    + [Joint(slide, BESIDE, 3, 90) for slide in _steps(-1.3, -0.4)]
    + [Joint(slide, BESIDE, 1, 90) for slide in _steps(-0.6, 0.3)]
)
"""Ways for an ordinary tile when there are no others: back beside the line, or at 45° from its side."""

ODD_CROSS = _mirrored(
    [Joint(1 + GAP, slide, turn, 90) for slide in _steps(0, 0.75) for turn in (2, -2)]
    + [Joint(slide, 1.5 + GAP, turn, 90) for slide in _steps(-1.2, 0.15) for turn in (0, 4)]
    + [Joint(slide, BESIDE, 1, 90) for slide in _steps(-1.2, -0.45)]
    + [Joint(slide, BESIDE, 3, 90) for slide in _steps(-0.5, 0.25)]
)
"""The same for a double: lengthwise, or on the line's side."""


def joined(end: Place, joint: Joint) -> Place:
    """The place of a tile laid by `joint` on the line's end `end` (the middle of the end's edge)."""
    x, y = ahead(end.x, end.y, end.heading, joint.forward, joint.aside)
    return Place(x, y, (end.heading + joint.turn) & 7)


def end_of(place: Place) -> Place:
    """The free edge of an ordinary tile."""
    return Place(*ahead(*place, 1.0), place.heading)


def _fan(double: Place, heading: int, turn: int, out: float = FAN_OUT) -> Place:
    """A toe (or arm) on the long side of a double that faces `heading`, turned by -1, 0 or 1 eighths."""
    if turn == 0:
        return Place(*ahead(double.x, double.y, heading, 1.5 + GAP), heading & 7)
    base = ahead(double.x, double.y, heading, 0.5 + out, FAN_ASIDE * turn)
    return Place(*ahead(*base, heading + turn, 1.0), (heading + turn) & 7)


Fan = tuple[int, ...]
"""The turns of a foot's toes, in eighths, from the heading of the double; 2 and -2 are on its short edges, 3, -3 and
4 on the long side behind."""


def _bent_fans() -> list[Fan]:
    """Three toes anywhere around a double, most of them in front first; beside a toe on the short edge there is no room
    for one at the corner."""
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
"""The fans of a foot by the number of its toes: the neat one first, then those for want of room."""


def toes_of(double: Place, fan: Fan) -> tuple[Place, ...]:
    """The toe places of a foot."""
    return tuple(toe_of(double, turn) for turn in fan)


def toe_of(double: Place, turn: int) -> Place:
    """The place of the toe with this turn on a double."""
    if abs(turn) < 2:
        return _fan(double, double.heading, turn)
    if abs(turn) > 2:  # on the other long side
        return _fan(double, double.heading + 4, turn - 4 if turn > 0 else turn + 4)
    heading = (double.heading + turn) & 7
    return Place(*ahead(double.x, double.y, heading, 2 + GAP), heading)


ARMS: dict[int, tuple[tuple[int, int], ...]] = {
    2: ((0, 0), (4, 0)),
    3: ((0, 0), (4, -1), (4, 1)),
    4: ((0, 0), (4, 0), (2, 2), (6, 2)),
    5: ((0, 0), (4, -1), (4, 1), (0, -1), (0, 1)),
    6: ((0, 0), (4, 0), (0, -1), (4, -1), (0, 1), (4, 1)),
    7: ((0, 0), (4, 0), (0, -1), (4, -1), (0, 1), (4, 1), (2, 2)),
    8: ((0, 0), (4, 0), (0, -1), (4, -1), (0, 1), (4, 1), (2, 2), (6, 2)),
}
"""By the number of arms: the side of the double (0 and 4 are its long sides, 2 and 6 its ends) and the turn there."""


def arms_of(centre: Place, count: int) -> tuple[Place, ...]:
    """The arm places of the centre: two to eight."""
    places = []
    out = STAR_OUT if count > 6 else FAN_OUT
    for side, turn in ARMS[count]:
        heading = (centre.heading + side) & 7
        if turn == 2:  # on the short edge
            places.append(Place(*ahead(centre.x, centre.y, heading, 2 + GAP), heading))
        else:
            places.append(_fan(centre, heading, turn, out))
    return tuple(places)
