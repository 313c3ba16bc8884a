"""Sizes of hands: the tables of the rule-books, and the largest hand that fits a set."""

_TABLES = {
    "leaflet": {(9, seats): size for seats, size in enumerate((20, 14, 11, 9, 8, 7, 6), 2)},
    "cross": {(9, 2): 12, (9, 3): 11, (9, 4): 10, (6, 2): 5, (6, 3): 5, (6, 4): 5},
    "nathan": {
        **{(9, seats): size for seats, size in enumerate((14, 10, 7, 6, 5), 2)},
        **{(12, seats): size for seats, size in enumerate((12, 10, 8, 7, 6, 5), 3)},
        **{(15, seats): size for seats, size in enumerate((12, 10, 9, 8, 7), 6)},
    },
}


def tile_count(most: int) -> int:
    """Return the number of tiles in a set up to double-`most`.

    >>> [tile_count(most) for most in (6, 9, 12, 15, 18)]
    [28, 55, 91, 136, 190]
    """
    return (most + 1) * (most + 2) // 2


def most_that_fits(most: int, seats: int, kept: int) -> int:
    """Return the largest hand when `kept` tiles (a centre on the table, the yard's reserve) are not dealt.

    >>> most_that_fits(9, 8, 1)
    6
    """
    return (tile_count(most) - kept) // seats


def hand_of(size: int | str, most: int, seats: int, fits: int) -> int | None:
    """Return the size of a hand by the option `hand_size`; None if its table has no entry for this set and these seats.

    `by-42` shares 42 of every 55 tiles and rounds halves up, which on double-9 is T's own table.

    >>> [hand_of("by-42", 9, seats, 27) for seats in range(2, 11)]
    [21, 14, 11, 8, 7, 6, 5, 5, 4]
    """
    if isinstance(size, int):
        return size
    if size == "by-42":
        return min(fits, (84 * tile_count(most) + 55 * seats) // (110 * seats))
    return _TABLES[size].get((most, seats))
