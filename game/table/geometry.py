"""Exact shapes of tiles on the table.

Units are *u*, half a tile: a tile is 2 by 1. `y` grows downwards, so turns are clockwise on screen. Every tile lies along
one of eight headings (multiples of 45°), hence every edge on x, y, x + y or x − y, and two tiles are apart exactly when
they are apart on one of these four: eight comparisons, no polygons.
"""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

GAP = 0.05
"""Between a tile and the one that it is laid on, and between neighbouring toes."""

ROOT = sqrt(0.5)
COS = (1.0, ROOT, 0.0, -ROOT, -1.0, -ROOT, 0.0, ROOT)
SIN = (0.0, ROOT, 1.0, ROOT, 0.0, -ROOT, -1.0, -ROOT)

Shape = tuple[float, float, float, float, float, float, float, float]
"""A tile's extent as (least, most) of x, of y, of (x + y)·ROOT and of (x − y)·ROOT."""


class Pose(NamedTuple):
    """Where a tile lies: its middle, and the direction of its long axis in degrees (0 points right, clockwise),
    the half with the higher number at the front."""

    x: float
    y: float
    angle: int


class Place(NamedTuple):
    """A tile's place as the layout thinks of it: its middle, and the heading (0..7, times 45°) in which the line goes on.

    A double lies across its heading."""

    x: float
    y: float
    heading: int


def ahead(x: float, y: float, heading: int, forward: float, aside: float = 0.0) -> tuple[float, float]:
    """The point `forward` along the heading and `aside` to the right of it (right as seen when walking)."""
    c, s = COS[heading & 7], SIN[heading & 7]
    return x + c * forward - s * aside, y + s * forward + c * aside


def shape_of(x: float, y: float, heading: int) -> Shape:
    """The shape of a tile whose middle is x, y and whose long axis lies along the heading."""
    s, d = (x + y) * ROOT, (x - y) * ROOT
    around = 1.5 * ROOT  # how far a tile reaches on the axes that are not its own
    kind = heading & 3
    if kind == 0:
        return (x - 1, x + 1, y - 0.5, y + 0.5, s - around, s + around, d - around, d + around)
    if kind == 1:  # down to the right: long on x + y
        return (x - around, x + around, y - around, y + around, s - 1, s + 1, d - 0.5, d + 0.5)
    if kind == 2:
        return (x - 0.5, x + 0.5, y - 1, y + 1, s - around, s + around, d - around, d + around)
    return (x - around, x + around, y - around, y + around, s - 0.5, s + 0.5, d - 1, d + 1)


def gap(a: Shape, b: Shape) -> float:
    """How far two shapes are apart on their best separating axis; negative: they overlap by that much."""
    return max(
        a[0] - b[1], b[0] - a[1], a[2] - b[3], b[2] - a[3], a[4] - b[5], b[4] - a[5], a[6] - b[7], b[6] - a[7]
    )


def closer(a: Shape, b: Shape, apart: float) -> bool:
    """Whether the two shapes are less than `apart` from one another."""
    return (
        a[0] - b[1] < apart
        and b[0] - a[1] < apart
        and a[2] - b[3] < apart
        and b[2] - a[3] < apart
        and a[4] - b[5] < apart
        and b[4] - a[5] < apart
        and a[6] - b[7] < apart
        and b[6] - a[7] < apart
    )


def box_of(shapes: Iterable[Shape]) -> tuple[float, float, float, float]:
    """The bounding box (x0, y0, x1, y1) of some shapes, at least one."""
    x0, x1, y0, y1 = zip(*((s[0], s[1], s[2], s[3]) for s in shapes), strict=True)
    return min(x0), min(y0), max(x1), max(y1)
