"""Rollout policies: how seats of a playout choose that are not greedy.

The own seat evaluates each play: what it would then hold, what is still hidden, which suit it closes. Another thinking seat follows
a table that is built once for a position, so that the playout only looks it up.

CARE, the weights of the own seat, was found by the cross-entropy method over some millions of rounds of double-9 with four seats. By
itself it wins 4.2 points a round against three greedy seats. OTHERS was fitted to 34,000 choices of flat Monte Carlo by maximum
likelihood. For other sets, points and counts are scaled in proportion.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from game.players.search.tile_tables import TileTables

SET = 9  # the set for which the weights were found
BURDEN = 19 / 9  # points of a tile, in the set's highest number, from which it is a burden: the double blank


class Weights(NamedTuple):
    """The weights of a policy. Only their proportions count."""

    points: tuple[float, ...]  # a point of the tile, by the fewest tiles in another hand (4 for more)
    burden: float  # a tile that scores more than any pips
    double: float
    double_late: float  # a double, for each tile that the fewest are below 4
    double_unseen: float  # a double, for each hidden tile of its suit
    unseen: float  # for each hidden tile of the suit that is laid open
    new: float  # when that suit is not open yet
    double_own: float = 0.0  # a double, for each other own tile of its suit
    double_short: float = 0.0  # a double that will lack toes
    own: float = 0.0  # for each own tile of the suit that is laid open
    shut: float = 0.0  # when the last end of a suit is taken
    shut_own: float = 0.0  # and for each own tile of it


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
    """The table of a seat in playouts: it plays the tile with the highest urge + expose."""

    urge: tuple[tuple[float, ...], ...]  # by the fewest tiles in another hand (4 for more), by local tile
    expose: tuple[float, ...]  # by the suit that is laid open (of a double: its own)


BOTH_WAYS = (0, 1)
CAREFUL = RolloutPolicy((), ())
"""Stands for a seat without a table, which evaluates every play with CARE."""


class Scaled(NamedTuple):
    """CARE scaled for one set."""

    urges: tuple[tuple[float, ...], ...]
    unseen: float
    double_unseen: float


@cache
def care_in(tile_tables: TileTables) -> Scaled:
    """Return CARE scaled for the set of the tables."""
    share = SET / (tile_tables.suits - 1)
    return Scaled(urges(tile_tables, CARE), CARE.unseen * share, CARE.double_unseen * share)


@cache
def urges(tile_tables: TileTables, weights: Weights) -> tuple[tuple[float, ...], ...]:
    """Return the value of each tile by itself: by the fewest tiles in another hand (0..4), then by local tile."""
    top = tile_tables.suits - 1

    def urge(tile: int, fewest: int) -> float:
        points = tile_tables.score[tile]
        worth = weights.points[fewest] * SET / top * points
        if points >= BURDEN * top:
            worth += weights.burden
        if tile_tables.high[tile] == tile_tables.low[tile]:
            worth += weights.double + weights.double_late * (4 - fewest)
        return worth

    tiles = range(1, tile_tables.size + 1)
    return tuple((0.0, *(urge(tile, fewest) for tile in tiles)) for fewest in range(5))


def policy_for(tile_tables: TileTables, opened: int, hidden: int) -> RolloutPolicy:
    """Return the policy of another seat. `opened` has a bit for each open suit; `hidden` is the mask of the hidden tiles."""
    share = SET / (tile_tables.suits - 1)
    unseen = [share * (hidden & suit).bit_count() for suit in tile_tables.suit]
    new = [0.0 if opened >> suit & 1 else OTHERS.new for suit in range(tile_tables.suits)]
    expose = tuple(OTHERS.unseen * number + fresh for number, fresh in zip(unseen, new, strict=True))
    # a double lays open its toes, not its suit
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

    `hidden` is the mask of the tiles that neither lie nor are in `hand`, `fits` that of the own tiles that fit; `count`, `opened`,
    `foot` and `missing` are the playout's table.
    """
    high, low, bit, _, suit, _, _ = tile_tables.columns
    table, unseen, double_unseen = care_in(tile_tables)
    own, new = CARE.own, CARE.new
    urge = table[fewest]
    most, best, by = -1e9, 0, -1
    while fits:
        tile = fits.bit_length()
        fits ^= bit[tile]
        laid, free = high[tile], low[tile]
        rest = hand ^ bit[tile]
        if laid == free:
            others, left = (rest & suit[laid]).bit_count(), (hidden & suit[laid]).bit_count()
            worth = urge[tile] + CARE.double_own * others + double_unseen * left
            if others + left < toes:
                worth += CARE.double_short
            if worth > most:
                most, best, by = worth, tile, laid
            continue
        for _ in BOTH_WAYS:
            if laid == foot if missing else opened >> laid & 1:
                mask = suit[free]
                worth = urge[tile] + unseen * (hidden & mask).bit_count() + own * (rest & mask).bit_count()
                if not opened >> free & 1:
                    worth += new
                if count[laid] == 1 and not missing:
                    worth += CARE.shut + CARE.shut_own * (rest & suit[laid]).bit_count()
                if worth > most:
                    most, best, by = worth, tile, laid
            laid, free = free, laid
    return best, by
