"""Hit areas of places: push close places apart, so that none covers the middle of another."""


def push_apart(points, size):
    """The middles (px) of squares of `size`; each overlapping pair is pushed apart along its longer distance.

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
            gap = size - max(abs(across), abs(down))
            if gap > 0 and abs(across) >= abs(down):
                push = gap / 2 if across >= 0 else -gap / 2
                moved[earlier], moved[later] = (ax - push, ay), (bx + push, by)
            elif gap > 0:
                push = gap / 2 if down >= 0 else -gap / 2
                moved[earlier], moved[later] = (ax, ay - push), (bx, by + push)
    return moved
