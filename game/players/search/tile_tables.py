"""Lookup tables over the tiles of one set, indexed so that the heaviest tile of a hand is the highest bit of its mask.

A *local* tile is a number 1..n, its place in that order (so `mask.bit_length()` names the heaviest tile of a mask), and its
bit is `1 << (tile - 1)`. A local mask is an int over those bits. Nothing here depends on a position: the tables are
built once for each set and scoring, and shared.
"""

from collections.abc import Iterable
from functools import cache
from operator import getitem

from game.rules import tiles as rules_tiles
from game.rules.options.declared import Options
from game.rules.round.scoring import tile_points

SPLIT = 10  # open suits are looked up in two halves: 0..9 and 10..18


class TileTables:
    """The tables of one set and scoring.

    names       local tile -> the tile of game.rules (index 0 unused)
    local       tile of game.rules -> local tile
    high, low   local tile -> its pips
    bit         local tile -> its bit
    suit        suit -> mask of the tiles that have it
    fits_low, fits_high   sets of open suits (0..9, 10..18, as bits) -> mask of the tiles that fit one of them
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
        "names",
        "points_by_byte",
        "score",
        "size",
        "suit",
        "suits",
        "width",
    )

    def __init__(self, set_: int, points: tuple[int, ...]):

        def urgency(tile: int) -> tuple[int, bool, int]:
            return points[tile], rules_tiles.is_double(tile), tile

        order = sorted(rules_tiles.tiles_in(rules_tiles.SET[set_]), key=urgency)
        self.suits = set_ + 1
        self.size = len(order)
        self.names = (-1, *order)
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
        self.width = (self.size + 7) // 8
        padded = (*self.score[1:], *[0] * 8)
        self.points_by_byte = tuple(_sums(padded[8 * k : 8 * k + 8]) for k in range(self.width))
        suit_bit = tuple(1 << suit for suit in range(self.suits))
        self.columns = (self.high, self.low, self.bit, suit_bit, self.suit, self.fits_low, self.fits_high)

    def fits(self, opened: int) -> int:
        """Return the mask of the tiles that fit one of the suits in `opened` (bit s for suit s)."""
        return self.fits_low[opened & 1023] | self.fits_high[opened >> SPLIT]

    def points(self, mask: int) -> int:
        """Return what the tiles of a local mask score (END-3)."""
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
    unions = [0]
    for mask in masks:
        unions += [mask | before for before in unions]
    return tuple(unions)


def _sums(values: tuple[int, ...]) -> tuple[int, ...]:
    sums = [0]
    for value in values:
        sums += [value + before for before in sums]
    return tuple(sums)


@cache
def tile_tables_for(options: Options) -> TileTables:
    """Return the tables for these options: the same object for every table with the same set and the same points."""
    return _tables_of(options.set, tile_points(options))


_tables_of = cache(TileTables)
