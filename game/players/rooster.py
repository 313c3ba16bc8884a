"""The rooster's evaluation function: a weighted sum of features of one move, without search.

A weight is in points of a round for one unit of its feature. The weights were fitted by least squares to the values that a search
with many worlds gave to the moves of some thousand positions, of all sets and numbers of seats.
"""

from game.players.search.beliefs import Position
from game.players.search.playout import PlayoutRules, lay
from game.players.search.tile_tables import TileTables
from game.rules.moves import Choice

FEATURES = (
    "points",  # of the tile
    "double",
    "double cover",  # own tiles left that fit the double just played
    "double short",  # toes that the double will lack for sure
    "hurry",  # points of the tile when somebody else is down to three tiles or fewer
    "fitting",  # share of the own tiles left that fit the table afterwards
    "fitting points",  # their points
    "support",  # own tiles left of the suit that is laid open
    "scarcity",  # share of the suit laid open that nobody but the own seat can still hold
    "new suit",  # 1 when the suit laid open was not open before
    "shut",  # own tiles left that fitted before and do not afterwards
    "foot done",  # 1 when the foot or the opening is completed
    "doubles freed",  # own doubles that the suit laid open makes playable
)


def features(tile_tables: TileTables, rules: PlayoutRules, position: Position, choice: Choice) -> list[float]:
    """Return the features of a choice, in the order of FEATURES. A draw or pass has only the features of what fits now."""
    before = position.table[4]
    _, opened, _, missing, _ = position.table
    if choice.do != "play":
        fitting = position.hand & before
        return [
            0.0,
            0,
            0,
            0,
            0,
            fitting.bit_count() / position.hand.bit_count(),
            float(tile_tables.points(fitting)),
        ] + [0.0] * 6
    tile = tile_tables.local[choice.tile]
    bit = tile_tables.bit[tile]
    hand = position.hand & ~bit
    after = lay(tile_tables, rules, position.table, tile, choice.suit, position.off)
    high, low = tile_tables.high[tile], tile_tables.low[tile]
    double = high == low
    free = low if choice.suit == high else high
    fits = tile_tables.fits(after[1])
    unseen = (position.hidden & tile_tables.suit[free]).bit_count()
    left = hand.bit_count() or 1
    fewest = min(n for seat, n in enumerate(position.counts) if seat != position.seat)
    points = float(tile_tables.score[tile])
    support = (hand & tile_tables.suit[free]).bit_count()
    new = not double and not opened >> free & 1
    return [
        points,
        float(double),
        float(support if double else 0),
        float(max(0, rules.toes - unseen - support) if double else 0),
        points * max(0, 4 - fewest),
        (hand & fits).bit_count() / left,
        float(tile_tables.points(hand & fits)),
        float(0 if double else support),
        0.0 if double else 1 - unseen / tile_tables.suits,
        float(new),
        float((hand & tile_tables.fits(opened) & ~fits).bit_count()),
        float(missing == 1),
        float(0 if double else (hand & tile_tables.suit[free] & tile_tables.doubles).bit_count()),
    ]


WEIGHTS = {
    "points": 0.13,
    "double": 4.6,
    "double cover": 0.2,
    "double short": -0.6,
    "hurry": 0.22,
    "fitting": 0.0,
    "fitting points": 0.05,
    "support": 0.35,
    "scarcity": 2.0,
    "new suit": 0.5,
    "shut": 0.5,
    "foot done": 0.0,
    "doubles freed": 0.0,
}


def evaluate(tile_tables: TileTables, rules: PlayoutRules, position: Position, choice: Choice) -> float:
    """Return the value of a choice. Only differences between choices of one position mean anything."""
    values = features(tile_tables, rules, position, choice)
    return sum(value * weight for value, weight in zip(values, WEIGHTS.values(), strict=True))
