"""The evaluation function of the level rooster: a weighted sum of features of one move, without search.

A weight is in points of a round for one unit of its feature. The program that fitted them is not kept.
"""

from math import fsum

from game.players.search.playout import PlayoutRules, lay
from game.players.search.search_position import Position
from game.players.search.tile_tables import TileTables
from game.rules.moves import Choice

# "Own tiles left" are the own hand after the move. "The open half" is the free half of the tile just played. A double
# has none, so its features with the open half are 0.
FEATURES = (
    "points",  # of the tile
    "double",  # 1 for a double
    "double cover",  # for a double, own tiles left that fit it
    "double short",  # for a double, the number of toes for which no tile is left
    "hurry",  # points of the tile × (4 − the fewest tiles of another seat), 0 from four tiles on
    "fitting points",  # points of the own tiles left that fit an open suit afterwards
    "support",  # own tiles left with the suit of the open half
    "scarcity",  # share of the tiles with the suit of the open half that are not hidden
    "new suit",  # 1 if the suit of the open half was not open before
    "shut",  # own tiles left that fitted an open suit before and fit none afterwards
)


def features(tile_tables: TileTables, rules: PlayoutRules, position: Position, choice: Choice) -> list[float]:
    """Return the features of a choice, in the order of FEATURES.

    A draw or pass has only "fitting points", for the present hand and table.
    """
    _, opened, _, _, fits_before = position.table
    if choice.do != "play":
        return [0.0] * 5 + [float(tile_tables.points(position.hand & fits_before))] + [0.0] * 4
    tile = tile_tables.local[choice.tile]
    bit = tile_tables.bit[tile]
    hand = position.hand & ~bit
    _, opened_after, _, _, _ = lay(tile_tables, rules, position.table, tile, choice.suit, position.off_table)
    high, low = tile_tables.high[tile], tile_tables.low[tile]
    double = high == low
    free = low if choice.suit == high else high
    fits = tile_tables.fits(opened_after)
    hidden = (position.hidden & tile_tables.suit[free]).bit_count()
    fewest = min(n for seat, n in enumerate(position.counts) if seat != position.seat)
    points = float(tile_tables.score[tile])
    support = (hand & tile_tables.suit[free]).bit_count()
    new = not double and not opened >> free & 1
    return [
        points,
        float(double),
        float(support if double else 0),
        float(max(0, rules.toes - hidden - support) if double else 0),
        points * max(0, 4 - fewest),
        float(tile_tables.points(hand & fits)),
        float(0 if double else support),
        0.0 if double else 1 - hidden / tile_tables.suits,
        float(new),
        float((hand & tile_tables.fits(opened) & ~fits).bit_count()),
    ]


WEIGHTS = {
    "points": 0.13,
    "double": 4.6,
    "double cover": 0.2,
    "double short": -0.6,
    "hurry": 0.22,
    "fitting points": 0.05,
    "support": 0.35,
    "scarcity": 2.0,
    "new suit": 0.5,
    "shut": 0.5,
}


def evaluate(tile_tables: TileTables, rules: PlayoutRules, position: Position, choice: Choice) -> float:
    """Return the value of a choice. Values are only comparable between the choices of one position.

    `sum` rounds floats in another way from Python 3.12 on, so a rooster would play otherwise in the page than in an
    older Python. `fsum` is exact everywhere.
    """
    values = features(tile_tables, rules, position, choice)
    return fsum(value * weight for value, weight in zip(values, WEIGHTS.values(), strict=True))
