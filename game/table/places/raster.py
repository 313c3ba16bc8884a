"""The table as cells, by bits: which of them are taken, and what lies around a point.

CELLS to the u. What lies around a point is a window: one integer, ROW bits to a row, of which the first SPAN are looked at.
The table is kept in overlapping strips of that width, so that every window lies wholly in one of them and one shift cuts
it out. A cell belongs to a shape when its middle lies in it; a tile is taken to lie at the middle of a cell.
"""

from collections.abc import Iterator
from functools import cache
from math import ceil, floor
from typing import NamedTuple

from game.table.geometry import ROOT, Shape, shape_of

CELLS = 6
RADIUS = 42
"""How far a window reaches from its point, in cells."""
SPAN = 2 * RADIUS + 1
ROW = 160
"""At least SPAN and what a footprint may lie further aside (see `Cells.seen_from`)."""
STEP = ROW - SPAN + 1
"""From one strip to the next."""
ROWS = 600
"""How many rows and columns the table has; its middle is the point 0, 0."""
LAST = ROWS - SPAN
"""The last row and column in which a window may begin."""
OFFSET = ROWS // 2 - RADIUS
STRIPS = LAST // STEP + 1


class Cells(NamedTuple):
    """Cells around a point: the column in which their window begins, its corner (row by row), and the window."""

    column: int
    corner: int
    window: int

    def seen_from(self, corner: int) -> int:
        """These cells as part of another window; the two points are less than (ROW - RADIUS) cells apart, reach included."""
        far = self.corner - corner
        return self.window << far if far >= 0 else self.window >> -far

    def joined(self, others: "list[Cells]") -> "Cells":
        """These cells and some others nearby."""
        window = self.window
        for other in others:
            window |= other.seen_from(self.corner)
        return Cells(self.column, self.corner, window)


def window_of(shape: Shape, grow: float = 0.0) -> int:
    """The cells of a shape near the point 0, 0, with `grow` around it; what lies outside of the window is left out."""
    x0, x1, y0, y1, s0, s1, d0, d1 = shape
    s0, s1, d0, d1 = (s0 - grow) / ROOT, (s1 + grow) / ROOT, (d0 - grow) / ROOT, (d1 + grow) / ROOT
    x0, x1 = x0 - grow, x1 + grow
    first = max(0, ceil((y0 - grow) * CELLS + RADIUS - 0.5))
    last = min(SPAN - 1, floor((y1 + grow) * CELLS + RADIUS - 0.5))
    mask = 0
    for row in range(first, last + 1):
        y = (row + 0.5 - RADIUS) / CELLS
        left = max(0, ceil(max(x0, s0 - y, d0 + y) * CELLS + RADIUS - 0.5))
        right = min(SPAN - 1, floor(min(x1, s1 - y, d1 + y) * CELLS + RADIUS - 0.5))
        if right >= left:
            mask |= ((1 << (right - left + 1)) - 1) << (left + row * ROW)
    return mask


def corner_of(x: float, y: float) -> tuple[int, int]:
    """The column and the corner of the window around x, y; a point off the table is seen at its edge."""
    column, row = floor(x * CELLS) + OFFSET, floor(y * CELLS) + OFFSET
    if not (0 <= column <= LAST and 0 <= row <= LAST):
        column, row = min(max(column, 0), LAST), min(max(row, 0), LAST)
    return column, row * ROW + column


@cache
def _stamp(kind: int, grow: float) -> int:
    middle = 0.5 / CELLS
    return window_of(shape_of(middle, middle, kind), grow)


def taken_by(x: float, y: float, heading: int, grow: float) -> Cells:
    """The cells that a tile takes, with `grow` around it; with 0 those that it covers itself."""
    return Cells(*corner_of(x, y), _stamp(heading & 3, grow))


@cache
def _columns(first: int, last: int) -> int:
    """All cells of a window in these columns."""
    line = ((1 << (last - first)) - 1) << first
    return sum(line << row * ROW for row in range(SPAN))


def parts(cells: Cells) -> Iterator[tuple[int, int]]:
    """These cells in each of the strips that have some of them, with the strip's number."""
    column, corner, window = cells
    for number in range(max(0, (column - ROW) // STEP + 1), min(STRIPS, (column + SPAN - 1) // STEP + 1)):
        first = number * STEP - column  # of the window, in this strip
        part = window
        if first > 0 or first + ROW < SPAN:
            part &= _columns(max(0, first), min(SPAN, first + ROW))
        if part:
            begin = corner - number * STEP
            yield number, part << begin if begin >= 0 else part >> -begin


class Raster:
    """Which cells of the table are taken."""

    def __init__(self) -> None:
        self.strips = [0] * STRIPS

    def copy(self) -> "Raster":
        """One that may go its own way."""
        twin = Raster.__new__(Raster)
        twin.strips = self.strips.copy()
        return twin

    def take(self, cells: Cells) -> bool:
        """Takes these cells; whether one of them was free."""
        fresh = False
        for number, part in parts(cells):
            before = self.strips[number]
            after = before | part
            if after != before:
                self.strips[number] = after
                fresh = True
        return fresh

    def free(self, cells: Cells) -> None:
        """Takes none of these cells any longer."""
        for number, part in parts(cells):
            self.strips[number] &= ~part

    def window(self, column: int, corner: int) -> int:
        """What is taken in the window, and anything beyond it."""
        number = column // STEP
        return self.strips[number] >> (corner - number * STEP)

    def hit(self, cells: Cells) -> bool:
        """Whether one of these cells is taken."""
        return self.window(cells.column, cells.corner) & cells.window != 0
