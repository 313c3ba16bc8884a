"""Sizes of hands: the tables of the rule-books, and the largest hand that fits a set.

`highest` is the set's highest number of pips: 9 for double-9.
"""

# by value of the option `hand_size`: {(highest, seats): tiles of each hand}; sources in docs/rules.md
_TABLES = {
    "cross": {(9, 2): 12, (9, 3): 11, (9, 4): 10, (6, 2): 5, (6, 3): 5, (6, 4): 5},
    "nathan": {
        **{(9, seats): size for seats, size in enumerate((14, 10, 7, 6, 5), 2)},
        **{(12, seats): size for seats, size in enumerate((12, 10, 8, 7, 6, 5), 3)},
        **{(15, seats): size for seats, size in enumerate((12, 10, 9, 8, 7), 6)},
    },
}
# The table "leaflet": by seats, (the set, tiles of each hand). Other sets are in proportion (X).
_LEAFLET = {
    **{seats: (9, size) for seats, size in enumerate((20, 14, 11, 9, 8, 7, 6), 2)},
    9: (12, 8),
    10: (12, 7),
}


def tile_count(highest: int) -> int:
    """Return the number of tiles in a set.

    >>> [tile_count(highest) for highest in (6, 9, 12, 15, 18)]
    [28, 55, 91, 136, 190]
    """
    return (highest + 1) * (highest + 2) // 2


def largest_hand(highest: int, seats: int, undealt: int) -> int:
    """Return the size of the largest hand if `undealt` tiles (a centre on the table, the yard's reserve) stay undealt.

    >>> largest_hand(9, 8, 1)
    6
    """
    return (tile_count(highest) - undealt) // seats


def hand_for(hand_size: int | str, highest: int, seats: int, largest: int) -> int | None:
    """Return the number of tiles of each hand, by the option `hand_size`.

    Return None if the table that the option names has no entry for this set and these seats. `by-42` deals 42 of every
    55 tiles, and `leaflet` scales its table to the set. Both round halves up, but no hand is larger than `largest`. On
    double-9 `by-42` gives the table of source T (docs/rules.md).

    >>> [hand_for("by-42", 9, seats, 27) for seats in range(2, 11)]
    [21, 14, 11, 8, 7, 6, 5, 5, 4]
    >>> hand_for("leaflet", 12, 8, 11), hand_for("leaflet", 12, 10, 9)
    (10, 7)
    """
    if isinstance(hand_size, int):
        return hand_size
    if hand_size == "by-42":
        return min(largest, (84 * tile_count(highest) + 55 * seats) // (110 * seats))
    if hand_size == "leaflet":
        own, size = tile_count(_LEAFLET[seats][0]), _LEAFLET[seats][1]
        return min(largest, (2 * size * tile_count(highest) + own) // (2 * own))
    return _TABLES[hand_size].get((highest, seats))
