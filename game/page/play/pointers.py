"""Interpret pointer movements on the table as a pan or a pinch, and find the place near a pointer.

Positions are (x, y) in px on screen.
"""

from game.for_types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from game.page.page_types import Point

DRAG_DISTANCE = 7  # px: a pointer that moves less makes a tap
SNAP_DISTANCE = 70  # px within which a dragged tile snaps to a place


def distance(a: "Point", b: "Point") -> "float":
    """The distance between two positions."""
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


def nearest(positions: "list[Point]", pointer: "Point") -> "int | None":
    """The index of the position nearest to the pointer, or None if none is within SNAP_DISTANCE."""
    least: float = SNAP_DISTANCE
    nearest_index = None
    for index, position in enumerate(positions):
        away = distance(position, pointer)
        if away < least:
            least, nearest_index = away, index
    return nearest_index


class Fingers:
    """The fingers, or other pointers, that are down on the table. A finger is named by its pointer id."""

    def __init__(self) -> "None":
        self.positions: dict[
            int, Point
        ] = {}  # the last positions of the fingers that are down, by pointer id
        self.moved = False  # this press is a pan or a pinch, not a tap

    def down(self, finger: "int", position: "Point") -> "None":
        """Add a finger. With a second finger the press is no tap."""
        self.positions[finger] = position
        self.moved = len(self.positions) > 1

    def move(self, finger: "int", position: "Point") -> "tuple[Any, ...] | None":
        """Move a finger.

        Return ("pan", px across, px down), ("zoom", factor, x, y of the point to zoom around), or None.
        """
        before = self.positions.get(finger)
        if before is None or (not self.moved and distance(before, position) < DRAG_DISTANCE):
            return None
        self.moved = True
        self.positions[finger] = position
        others = [place for other, place in self.positions.items() if other != finger]
        if not others:
            return "pan", position[0] - before[0], position[1] - before[1]
        other = others[0]
        factor = distance(position, other) / max(distance(before, other), 1)
        return "zoom", factor, (position[0] + other[0]) / 2, (position[1] + other[1]) / 2

    def up(self, finger: "int") -> "bool":
        """Remove a finger. Return True if it was part of a pan or a pinch."""
        return self.positions.pop(finger, None) is not None and self.moved
