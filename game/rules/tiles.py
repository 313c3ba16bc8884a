"""Tiles as small ints, and sets of tiles as bit masks.

A tile `high-low` is `high * (high + 1) // 2 + low`, the same number in every set: 0-0 is 0, 1-0 is 1, 1-1 is 2, 18-18
is 189. The tiles of a set, of a hand or of a suit are a mask: an int whose bit `t` stands for tile `t`. A set and a suit
themselves are numbers: 9 is the set double-9, and the suit of the nines. The lookup tables below cover the largest set,
double-18: 190 tiles and 19 suits.
"""

from game.rules.errors import TileError

Tile = int

SETS = (6, 9, 12, 15, 18)
MOST = 18  # the highest number of pips of any half

# by tile: the pips of its higher half, of its lower half, of both, and its name
HIGH = tuple(high for high in range(MOST + 1) for low in range(high + 1))
LOW = tuple(low for high in range(MOST + 1) for low in range(high + 1))
PIPS = tuple(high + low for high, low in zip(HIGH, LOW, strict=True))
NAME = tuple(f"{high}-{low}" for high, low in zip(HIGH, LOW, strict=True))
DOUBLE = tuple(suit * (suit + 3) // 2 for suit in range(MOST + 1))  # by suit: its double
DOUBLES = sum(1 << double for double in DOUBLE)  # the mask of all doubles
# by suit: the mask of the tiles with it as the higher half, as the lower half, and as either half
BY_HIGH = tuple(sum(1 << tile for tile in range(190) if HIGH[tile] == suit) for suit in range(MOST + 1))
BY_LOW = tuple(sum(1 << tile for tile in range(190) if LOW[tile] == suit) for suit in range(MOST + 1))
SUIT = tuple(by_high | by_low for by_high, by_low in zip(BY_HIGH, BY_LOW, strict=True))
BIT = tuple(1 << tile for tile in range(len(NAME)))  # by tile: its bit; a lookup is faster than a shift
SET = {most: (1 << (most + 1) * (most + 2) // 2) - 1 for most in SETS}  # by set: the mask of its tiles

_TILE = {name: tile for tile, name in enumerate(NAME)}


def tile_of(a: int, b: int) -> Tile:
    """Return the tile with the halves a and b (0 to 18 each, in either order).

    >>> tile_of(4, 9) == tile_of(9, 4) == parse_tile("9-4")
    True
    """
    high, low = (a, b) if a >= b else (b, a)
    return high * (high + 1) // 2 + low


def parse_tile(text: str) -> Tile:
    """Parse the name of a tile, such as `9-4`, with the higher half first. Raises TileError.

    >>> parse_tile("18-18")
    189
    """
    tile = _TILE.get(text)
    if tile is None:
        raise TileError("error.tile", {"text": text[:20]})
    return tile


def tiles_in(mask: int) -> list[Tile]:
    """List the tiles of a mask, the lowest number first.

    >>> [NAME[tile] for tile in tiles_in(0b1011)]
    ['0-0', '1-0', '2-0']
    """
    tiles = []
    while mask:
        lowest = mask & -mask
        tiles.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tiles


def other(tile: Tile, suit: int) -> int:
    """Return the suit of the other half of a tile that has `suit`. For a double it is `suit` again.

    >>> other(parse_tile("9-4"), 4), other(parse_tile("4-4"), 4)
    (9, 4)
    """
    return PIPS[tile] - suit


def is_double(tile: Tile) -> bool:
    """Return whether both halves have the same pips.

    >>> is_double(parse_tile("9-9")), is_double(parse_tile("9-4"))
    (True, False)
    """
    return HIGH[tile] == LOW[tile]
