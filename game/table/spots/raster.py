"""Raster of the table as bits: which squares are taken.

SQUARES_PER_U squares side by side are 1 u long (game/table/geometry.py). The middle of a tile is rounded
to the middle of a square. A square belongs to a shape if the square's middle lies inside.

A window is a block of squares around a point, as one integer with one bit for each square. A row has ROW_BITS bits, of
which the window uses the first SPAN. The raster stores the table as overlapping strips of ROW_BITS columns. Every
window lies completely in one strip, so one shift cuts it out of the strip.

The corner of a window is its upper left square, as the number `row * ROW_BITS + column`. The column is counted from the
table's left edge, so it can be more than ROW_BITS. The number minus the first column of a strip is the square's bit in that
strip.
"""

from collections.abc import Iterator
from functools import cache
from math import ceil, floor
from typing import NamedTuple

from game.table.geometry import SQRT_HALF, Shape, shape_of

SQUARES_PER_U = 6
RADIUS = 42
"""Distance, in squares, from a window's middle square to its edge."""
SPAN = 2 * RADIUS + 1
"""Number of rows and of columns of a window."""
ROW_BITS = 160
"""Number of bits in a row of a window: SPAN for its squares, and a reserve. Squares that lie up to ROW_BITS - SPAN columns left
or right of another window come into its reserve, not into the squares of another row (see `Squares.in_window`)."""
STRIP_STEP = ROW_BITS - SPAN + 1
"""Distance from one strip to the next, in columns."""
ROWS = 600
"""Number of rows and of columns of the table. The point 0, 0 is in the middle."""
LAST_START = ROWS - SPAN
"""Last row and column in which a window may begin."""
MIDDLE_START = ROWS // 2 - RADIUS
"""First row and column of the window around the point 0, 0."""
STRIPS = LAST_START // STRIP_STEP + 1
"""Number of strips."""


class Squares(NamedTuple):
    """Squares around a point: their window, and the window's first column and corner."""

    column: int
    corner: int
    window: int

    def in_window(self, corner: int) -> int:
        """These squares as bits of the window with another corner.

        The squares must be less than ROW_BITS - RADIUS columns away from the middle of the other window.
        """
        shift = self.corner - corner
        return self.window << shift if shift >= 0 else self.window >> -shift

    def union(self, others: "list[Squares]") -> "Squares":
        """These squares together with other squares nearby."""
        window = self.window
        for other in others:
            window |= other.in_window(self.corner)
        return Squares(self.column, self.corner, window)


def shape_window(shape: Shape, margin: float = 0.0) -> int:
    """Squares of a shape, enlarged by `margin` u, that lie in the window around the point 0, 0."""
    # s and d are limits on the diagonal axes, (x + y) and (x - y) times SQRT_HALF. Divided by it, they limit x + y and x - y.
    x0, x1, y0, y1, s0, s1, d0, d1 = shape
    s0, s1, d0, d1 = (
        (s0 - margin) / SQRT_HALF,
        (s1 + margin) / SQRT_HALF,
        (d0 - margin) / SQRT_HALF,
        (d1 + margin) / SQRT_HALF,
    )
    x0, x1 = x0 - margin, x1 + margin
    first = max(0, ceil((y0 - margin) * SQUARES_PER_U + RADIUS - 0.5))
    last = min(SPAN - 1, floor((y1 + margin) * SQUARES_PER_U + RADIUS - 0.5))
    mask = 0
    for row in range(first, last + 1):
        y = (row + 0.5 - RADIUS) / SQUARES_PER_U
        left = max(0, ceil(max(x0, s0 - y, d0 + y) * SQUARES_PER_U + RADIUS - 0.5))
        right = min(SPAN - 1, floor(min(x1, s1 - y, d1 + y) * SQUARES_PER_U + RADIUS - 0.5))
        if right >= left:
            mask |= ((1 << (right - left + 1)) - 1) << (left + row * ROW_BITS)
    return mask


def window_corner(x: float, y: float) -> tuple[int, int]:
    """First column and corner of the window around x, y. A window beyond the table's edge is moved to the edge."""
    column, row = floor(x * SQUARES_PER_U) + MIDDLE_START, floor(y * SQUARES_PER_U) + MIDDLE_START
    if not (0 <= column <= LAST_START and 0 <= row <= LAST_START):
        column, row = min(max(column, 0), LAST_START), min(max(row, 0), LAST_START)
    return column, row * ROW_BITS + column


@cache
def _tile_window(heading: int, margin: float) -> int:
    """Squares of a tile whose middle is that of the square at 0, 0.

    Opposite headings have the same squares, so `heading` is 0 to 3.
    """
    middle = 0.5 / SQUARES_PER_U
    return shape_window(shape_of(middle, middle, heading), margin)


def tile_squares(x: float, y: float, heading: int, margin: float) -> Squares:
    """Squares of a tile with its long axis along the heading, enlarged by `margin` u."""
    return Squares(*window_corner(x, y), _tile_window(heading & 3, margin))


@cache
def _column_mask(first: int, last: int) -> int:
    """Mask of the columns `first` to `last` - 1 of a window."""
    line = ((1 << (last - first)) - 1) << first
    return sum(line << row * ROW_BITS for row in range(SPAN))


def strip_parts(squares: Squares) -> Iterator[tuple[int, int]]:
    """Yield (strip number, the squares as bits of that strip) for each strip with a square.

    Strips overlap, so a square may be in several.
    """
    column, corner, window = squares
    for number in range(
        max(0, (column - ROW_BITS) // STRIP_STEP + 1), min(STRIPS, (column + SPAN - 1) // STRIP_STEP + 1)
    ):
        first = number * STRIP_STEP - column  # the strip's first column, as a column of the window
        part = window
        if first > 0 or first + ROW_BITS < SPAN:
            part &= _column_mask(max(0, first), min(SPAN, first + ROW_BITS))
        if part:
            shift = corner - number * STRIP_STEP
            yield number, part << shift if shift >= 0 else part >> -shift


class Raster:
    """Set of the table's taken squares."""

    def __init__(self) -> None:
        self.strips = [0] * STRIPS
        """The taken squares of each strip, as bits."""

    def copy(self) -> "Raster":
        """Return an independent copy."""
        clone = Raster.__new__(Raster)
        clone.strips = self.strips.copy()
        return clone

    def occupy(self, squares: Squares) -> bool:
        """Mark these squares as taken. Returns whether one of them was free."""
        newly_taken = False
        for number, part in strip_parts(squares):
            before = self.strips[number]
            after = before | part
            if after != before:
                self.strips[number] = after
                newly_taken = True
        return newly_taken

    def release(self, squares: Squares) -> None:
        """Mark these squares as free."""
        for number, part in strip_parts(squares):
            self.strips[number] &= ~part

    def window(self, column: int, corner: int) -> int:
        """Taken squares of the window at this column and corner. Bits beyond the first SPAN of a row are arbitrary."""
        number = column // STRIP_STEP
        return self.strips[number] >> (corner - number * STRIP_STEP)

    def any_taken(self, squares: Squares) -> bool:
        """Whether one of these squares is taken."""
        return self.window(squares.column, squares.corner) & squares.window != 0
