"""Rollout policies: how the thinking seats of a playout choose.

The own seat evaluates each play with the weights CARE, by its hand, the hidden tiles and the open suits. For the other
thinking seats, the weights OTHERS are made into a table once for a position. The playout only looks up values in it.

CARE was found by the cross-entropy method with double-9 and four seats, OTHERS by maximum likelihood from choices of flat
Monte Carlo. These programs are not kept; tools/strength/train.py fits such weights anew and judges them (docs/players.md).
For other sets, points and numbers of tiles are scaled in proportion.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from game.players.search.tile_tables import TileTables

FITTED_SET = 9  # the set for which the weights were found
# A tile is a burden if its points are at least BURDEN times the set's highest pips, as 50 for the double blank are.
BURDEN = 19 / 9


class Weights(NamedTuple):
    """The weights of a policy: what a play gains. Only their proportions matter.

    "Fewest" is the smallest number of tiles in any other hand, but at most 4. The opened suit is the suit of the half that a
    play leaves free.
    """

    points: tuple[float, ...]  # for each point of the tile, by fewest
    burden: float  # for a tile with at least BURDEN times the highest pips in points
    double: float  # for a double
    double_late: float  # for a double, times 4 - fewest
    double_unseen: float  # for a double, for each hidden tile of its suit
    unseen: float  # for each hidden tile of the opened suit
    new: float  # if the opened suit was not open before
    double_own: float = 0.0  # for a double, for each other own tile of its suit
    double_short: float = 0.0  # for a double that cannot get all its toes
    own: float = 0.0  # for each own tile of the opened suit
    shut: float = 0.0  # if the play takes the last open end of a suit
    shut_own: float = 0.0  # for each own tile of the suit whose last open end it takes


CARE = Weights(
    points=(0.94, 3.25, 1.31, 0.50, -0.15),
    burden=27.5,
    double=5.0,
    double_late=13.0,
    double_unseen=2.85,
    unseen=-3.06,
    new=6.1,
    double_own=-4.96,
    double_short=16.0,
    own=1.78,
    shut=5.64,
    shut_own=2.43,
)
OTHERS = Weights(
    points=(0.0, 0.47, 0.21, 0.11, 0.05),
    burden=-1.08,
    double=0.52,
    double_late=0.49,
    double_unseen=0.06,
    unseen=-0.21,
    new=0.07,
)


class RolloutPolicy(NamedTuple):
    """The table of a thinking seat: it plays the tile with the highest urge + expose."""

    urge: tuple[tuple[float, ...], ...]  # by fewest (0 to 4), then by local tile
    expose: tuple[float, ...]  # by the opened suit (of a double: its own)


BOTH_WAYS = (0, 1)  # lay a tile by its higher half, then by its lower half
CAREFUL = RolloutPolicy((), ())
"""Marks a seat that evaluates every play with `careful`, instead of a table."""


class Scaled(NamedTuple):
    """The parts of CARE that depend on the set, scaled for one set."""

    urges: tuple[tuple[float, ...], ...]  # as `urges` returns them
    unseen: float
    double_unseen: float


@cache
def care_in(tile_tables: TileTables) -> Scaled:
    """Return CARE scaled for the set of the tables."""
    share = FITTED_SET / (tile_tables.suits - 1)
    return Scaled(urges(tile_tables, CARE), CARE.unseen * share, CARE.double_unseen * share)


@cache
def urges(tile_tables: TileTables, weights: Weights) -> tuple[tuple[float, ...], ...]:
    """Return the value of each tile without regard to the table: by fewest (0 to 4), then by local tile."""
    highest = tile_tables.suits - 1

    def urge(tile: int, fewest: int) -> float:
        points = tile_tables.score[tile]
        value = weights.points[fewest] * FITTED_SET / highest * points
        if points >= BURDEN * highest:
            value += weights.burden
        if tile_tables.high[tile] == tile_tables.low[tile]:
            value += weights.double + weights.double_late * (4 - fewest)
        return value

    tiles = range(1, tile_tables.size + 1)
    return tuple((0.0, *(urge(tile, fewest) for tile in tiles)) for fewest in range(5))


def policy_for(tile_tables: TileTables, opened: int, hidden: int) -> RolloutPolicy:
    """Return the policy of the other thinking seats.

    `opened` is the mask of the open suits (bit s for suit s), and `hidden` is the mask of the hidden tiles.
    """
    share = FITTED_SET / (tile_tables.suits - 1)
    unseen = [share * (hidden & suit).bit_count() for suit in tile_tables.suit]
    new = [0.0 if opened >> suit & 1 else OTHERS.new for suit in range(tile_tables.suits)]
    expose = tuple(OTHERS.unseen * number + extra for number, extra in zip(unseen, new, strict=True))
    # A double opens no suit, but the playout adds `expose` for it too. So its urge contains the opposite.
    double = [0.0] * (tile_tables.size + 1)
    for tile in tile_tables.tiles(tile_tables.doubles):
        suit = tile_tables.high[tile]
        double[tile] = OTHERS.double_unseen * unseen[suit] - expose[suit]
    table = urges(tile_tables, OTHERS)
    return RolloutPolicy(tuple(tuple(map(float.__add__, row, double)) for row in table), expose)


def careful(
    tile_tables: TileTables,
    toes: int,
    hand: int,
    hidden: int,
    fits: int,
    fewest: int,
    count: Sequence[int],
    opened: int,
    foot: int,
    missing: int,
) -> tuple[int, int]:
    """Return the play with the highest value by CARE: (local tile, the suit by which it is laid).

    `hidden` is the mask of the tiles that are neither on the table nor in `hand`. `fits` is the mask of the own tiles
    that fit. `fewest` is as in `Weights`. `count`, `opened`, `foot` and `missing` are parts of the playout's table.
    """
    high, low, bit, _, suit, _, _ = tile_tables.columns
    table, unseen, double_unseen = care_in(tile_tables)
    own, new = CARE.own, CARE.new
    urge = table[fewest]
    best_value, best_tile, best_suit = -1e9, 0, -1
    while fits:
        tile = fits.bit_length()
        fits ^= bit[tile]
        laid, free = high[tile], low[tile]
        rest = hand ^ bit[tile]
        if laid == free:
            own_toes, hidden_toes = (rest & suit[laid]).bit_count(), (hidden & suit[laid]).bit_count()
            value = urge[tile] + CARE.double_own * own_toes + double_unseen * hidden_toes
            if own_toes + hidden_toes < toes:
                value += CARE.double_short
            if value > best_value:
                best_value, best_tile, best_suit = value, tile, laid
            continue
        for _ in BOTH_WAYS:
            if laid == foot if missing else opened >> laid & 1:
                mask = suit[free]
                value = urge[tile] + unseen * (hidden & mask).bit_count() + own * (rest & mask).bit_count()
                if not opened >> free & 1:
                    value += new
                if count[laid] == 1 and not missing:
                    value += CARE.shut + CARE.shut_own * (rest & suit[laid]).bit_count()
                if value > best_value:
                    best_value, best_tile, best_suit = value, tile, laid
            laid, free = free, laid
    return best_tile, best_suit
