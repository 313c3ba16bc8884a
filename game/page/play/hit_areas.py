"""Hit areas: move buttons apart whose places on the board are close together, so that a finger can hit each of them."""

from game.for_types import TYPE_CHECKING

if TYPE_CHECKING:
    from game.page.page_types import Point


def push_apart(points: "list[Point]", size: "float") -> "list[Point]":
    """The middles (px) of square buttons after pushing overlapping ones apart. `size` is a button's width in px.

    Each overlapping pair moves apart on the axis on which its middles differ more. Each pair is treated once, so that
    of three or more buttons some may still overlap a little.

    >>> push_apart([(0, 0), (10, 4)], 44)
    [(-17.0, 0), (27.0, 4)]
    >>> push_apart([(0, 0), (50, 4)], 44)
    [(0, 0), (50, 4)]
    """
    moved = list(points)
    for later in range(1, len(moved)):
        for earlier in range(later):
            (ax, ay), (bx, by) = moved[earlier], moved[later]
            across, down = bx - ax, by - ay
            overlap = size - max(abs(across), abs(down))
            if overlap > 0 and abs(across) >= abs(down):
                push = overlap / 2 if across >= 0 else -overlap / 2
                moved[earlier], moved[later] = (ax - push, ay), (bx + push, by)
            elif overlap > 0:
                push = overlap / 2 if down >= 0 else -overlap / 2
                moved[earlier], moved[later] = (ax, ay - push), (bx, by + push)
    return moved
