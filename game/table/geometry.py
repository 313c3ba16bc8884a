"""Positions and exact shapes of tiles on the table.

The unit is u, half a tile's length: a tile is 2 by 1. `y` grows downwards, so positive turns are clockwise on screen.

Every tile lies along one of eight headings, the multiples of 45°. Each of its edges is therefore a line of constant
x, y, x + y or x − y, and so is the tangent that cuts off a rounded corner. Two tiles are apart if they are apart on one
of these four axes. That test takes eight comparisons and no polygons.
"""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

GAP = 0.05
"""Distance, in u, of a tile from the tile it is laid on, and of neighbouring toes."""

CORNER_RADIUS = 0.16
"""Radius of a tile's rounded corners, in u."""

SQRT_HALF = sqrt(0.5)
CORNER_CUT = CORNER_RADIUS * (sqrt(2) - 1)
"""How much shorter the rounded corners make a tile at 45° to its edges, at either end, in u."""
OBLIQUE_REACH = 1.5 * SQRT_HALF - CORNER_CUT
"""Half of a tile's extent on the axes at 45° to its edges, in u."""
COS = (1.0, SQRT_HALF, 0.0, -SQRT_HALF, -1.0, -SQRT_HALF, 0.0, SQRT_HALF)
SIN = (0.0, SQRT_HALF, 1.0, SQRT_HALF, 0.0, -SQRT_HALF, -1.0, -SQRT_HALF)
"""Cosine and sine by heading."""

Shape = tuple[float, float, float, float, float, float, float, float]
"""Extent of a tile: least and greatest x, y, (x + y)·SQRT_HALF and (x − y)·SQRT_HALF, in this order."""


class Pose(NamedTuple):
    """Position of a tile as it is drawn: its middle and the direction of its long axis.

    `angle` is that direction in degrees, clockwise, 0 to the right. The half with the higher number is at the front.
    """

    x: float
    y: float
    angle: int


class Spot(NamedTuple):
    """Position of a tile as the layout uses it: its middle, and the heading in which the line continues.

    The heading is a multiple of 45°, 0 to 7. A double lies across it.
    """

    x: float
    y: float
    heading: int


def point_ahead(x: float, y: float, heading: int, forward: float, aside: float = 0.0) -> tuple[float, float]:
    """Point that lies `forward` along the heading from x, y, and `aside` to the right of the heading."""
    c, s = COS[heading & 7], SIN[heading & 7]
    return x + c * forward - s * aside, y + s * forward + c * aside


def moved_spot(spot: Spot, before: Spot, after: Spot, mirror: int) -> Spot:
    """Move a spot together with the spot `before`, which becomes `after`. With `mirror` -1, mirror it too."""
    x, y = spot.x - before.x, spot.y - before.y
    c, s = COS[before.heading], SIN[before.heading]
    x, y = point_ahead(after.x, after.y, after.heading, x * c + y * s, mirror * (y * c - x * s))
    return Spot(x, y, (after.heading + mirror * (spot.heading - before.heading)) & 7)


def shape_of(x: float, y: float, heading: int) -> Shape:
    """Shape of a tile with the middle x, y and its long axis along the heading."""
    s, d = (x + y) * SQRT_HALF, (x - y) * SQRT_HALF
    reach = OBLIQUE_REACH
    kind = heading & 3
    if kind == 0:
        return (x - 1, x + 1, y - 0.5, y + 0.5, s - reach, s + reach, d - reach, d + reach)
    if kind == 1:  # down to the right: long on x + y
        return (x - reach, x + reach, y - reach, y + reach, s - 1, s + 1, d - 0.5, d + 0.5)
    if kind == 2:
        return (x - 0.5, x + 0.5, y - 1, y + 1, s - reach, s + reach, d - reach, d + reach)
    return (x - reach, x + reach, y - reach, y + reach, s - 0.5, s + 0.5, d - 1, d + 1)


def separation(a: Shape, b: Shape) -> float:
    """Distance of two shapes on their best separating axis. A negative value is the depth of their overlap."""
    return max(
        a[0] - b[1], b[0] - a[1], a[2] - b[3], b[2] - a[3], a[4] - b[5], b[4] - a[5], a[6] - b[7], b[6] - a[7]
    )


def is_closer(a: Shape, b: Shape, distance: float) -> bool:
    """Whether two shapes are less than `distance` apart."""
    return (
        a[0] - b[1] < distance
        and b[0] - a[1] < distance
        and a[2] - b[3] < distance
        and b[2] - a[3] < distance
        and a[4] - b[5] < distance
        and b[4] - a[5] < distance
        and a[6] - b[7] < distance
        and b[6] - a[7] < distance
    )


def bounding_box(shapes: Iterable[Shape]) -> tuple[float, float, float, float]:
    """Bounding box (x0, y0, x1, y1) of one or more shapes."""
    x0, x1, y0, y1 = zip(*((s[0], s[1], s[2], s[3]) for s in shapes), strict=True)
    return min(x0), min(y0), max(x1), max(y1)
