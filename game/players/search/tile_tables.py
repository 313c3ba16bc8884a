"""Lookup tables over the tiles of one set. They number the tiles by weight, for a fast search.

A *local* tile is a number from 1, its place in the order of weight. Its bit is `1 << (tile - 1)`. A local mask is an
int of such bits, so `mask.bit_length()` is its heaviest tile. The tables do not depend on a position: they are built
once for each set and scoring, and shared.
"""

from collections.abc import Iterable
from functools import cache
from operator import getitem

from game.rules import tiles as rules_tiles
from game.rules.options.declared import Options
from game.rules.round.scoring import tile_points

# A mask of open suits is looked up in two parts, 0 to 9 and 10 to 18, because a table for all suits would be too large.
SPLIT = 10


class TileTables:
    """The tables of one set and scoring.

    size        number of tiles
    suits       number of suits
    all         mask of all tiles
    doubles     mask of the doubles
    rules_tile  local tile -> the tile of game.rules (index 0 is unused, as in every table by local tile)
    local       tile of game.rules -> local tile
    high, low   local tile -> pips of its higher and lower half
    bit         local tile -> its bit
    score       local tile -> its points (clause END-3 of docs/rules.md)
    suit        suit -> mask of the tiles that have it
    fits_low    mask of open suits among 0 to 9 -> mask of the tiles that fit one of them
    fits_high   mask of open suits among 10 to 18, shifted right by SPLIT -> mask of the tiles that fit one of them
    columns     (high, low, bit, suit -> its bit, suit, fits_low, fits_high), to unpack all at once
    """

    __slots__ = (
        "all",
        "bit",
        "columns",
        "doubles",
        "fits_high",
        "fits_low",
        "high",
        "local",
        "low",
        "points_by_byte",
        "rules_tile",
        "score",
        "size",
        "suit",
        "suits",
        "width",
    )

    def __init__(self, set_: int, points: tuple[int, ...]):
        """Build the tables of a set. `points` has the points of each tile of game.rules."""

        def weight(tile: int) -> tuple[int, bool, int]:
            return points[tile], rules_tiles.is_double(tile), tile

        order = sorted(rules_tiles.tiles_in(rules_tiles.SET[set_]), key=weight)
        self.suits = set_ + 1
        self.size = len(order)
        self.rules_tile = (-1, *order)
        self.local = {tile: place for place, tile in enumerate(order, 1)}
        self.high = (0, *(rules_tiles.HIGH[tile] for tile in order))
        self.low = (0, *(rules_tiles.LOW[tile] for tile in order))
        self.bit = (0, *(1 << place for place in range(self.size)))
        self.all = (1 << self.size) - 1
        self.score = (0, *map(points.__getitem__, order))
        self.suit = tuple(
            sum(self.bit[t] for t in range(1, self.size + 1) if suit in (self.high[t], self.low[t]))
            for suit in range(self.suits)
        )
        self.doubles = sum(self.bit[t] for t in range(1, self.size + 1) if self.high[t] == self.low[t])
        self.fits_low = _unions(self.suit[:SPLIT])
        self.fits_high = _unions(self.suit[SPLIT:])
        self.width = (self.size + 7) // 8  # bytes of a mask
        # for each byte of a mask: the points of its tiles, by the byte's value
        padded = (*self.score[1:], *[0] * 8)
        self.points_by_byte = tuple(_sums(padded[8 * k : 8 * k + 8]) for k in range(self.width))
        suit_bit = tuple(1 << suit for suit in range(self.suits))
        self.columns = (self.high, self.low, self.bit, suit_bit, self.suit, self.fits_low, self.fits_high)

    def fits(self, opened: int) -> int:
        """Return the mask of the tiles that fit one of the suits in the mask `opened` (bit s for suit s)."""
        return self.fits_low[opened & 1023] | self.fits_high[opened >> SPLIT]

    def points(self, mask: int) -> int:
        """Return the points of the tiles of a local mask."""
        return sum(map(getitem, self.points_by_byte, mask.to_bytes(self.width, "little")))

    def mask(self, tiles: Iterable[int]) -> int:
        """Convert tiles of game.rules to a local mask."""
        local, bit = self.local, self.bit
        return sum(bit[local[tile]] for tile in tiles)

    def from_rules(self, mask: int) -> int:
        """Convert a mask of game.rules to a local mask."""
        return self.mask(rules_tiles.tiles_in(mask))

    def tiles(self, mask: int) -> list[int]:
        """List the local tiles of a local mask, the heaviest first."""
        tiles = []
        while mask:
            tile = mask.bit_length()
            tiles.append(tile)
            mask ^= self.bit[tile]
        return tiles


def _unions(masks: tuple[int, ...]) -> tuple[int, ...]:
    """Return, for each subset of the masks (bit k for masks[k]), the union of its masks."""
    unions = [0]
    for mask in masks:
        unions += [mask | before for before in unions]
    return tuple(unions)


def _sums(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return, for each subset of the values (bit k for values[k]), the sum of its values."""
    sums = [0]
    for value in values:
        sums += [value + before for before in sums]
    return tuple(sums)


@cache
def tile_tables_for(options: Options) -> TileTables:
    """Return the tables for these options. Options with the same set and the same points share one object."""
    return _tables_of(options.set, tile_points(options))


_tables_of = cache(TileTables)
