"""Utility functions: the value of a round's end for a seat."""

from collections.abc import Callable

from game.players.search.tile_tables import TileTables
from game.rules.options.declared import Options

Utility = Callable[[list[int], int], float]
"""(by seat, the mask of the tiles left; the local tile that somebody went out with, or 0) -> the value"""


class Margin:
    """The utility `weight` × (mean points of the others) − own points, in points of one round, for `seat`."""

    __slots__ = ("_bit", "_doubles", "_points", "bonus", "seat", "share")

    def __init__(self, tile_tables: TileTables, options: Options, seat: int, weight: float):
        self.seat = seat
        self.share = weight / (options.players - 1)
        self.bonus = options.out_bonus_on_double
        self._points, self._doubles, self._bit = tile_tables.points, tile_tables.doubles, tile_tables.bit

    def __call__(self, hands: list[int], last: int) -> float:
        """Return the value of a round that ends with these hands and this last tile, as `Utility` says."""
        own = hands[self.seat]
        value = self.share * self._points(sum(hands) - own) - self._points(own)
        if self.bonus and last and self._bit[last] & self._doubles:
            value += self.bonus if not own else -self.share * self.bonus
        return value
