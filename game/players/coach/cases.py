"""A choice in its position, with the hand and the table after it: what reasons and facts are about."""

from collections.abc import Sequence
from typing import NamedTuple

from game.players.search.playout import PlayoutRules, lay
from game.players.search.search_position import Position
from game.players.search.tile_tables import TileTables
from game.rules.moves import Choice
from game.rules.round.scoring import hand_points
from game.rules.tiles import BIT, PIPS
from game.rules.view import SeatView

DEAR = 25  # so many points more than its pips make a tile dear


class Case(NamedTuple):
    """A choice in its position, with the hand and the table after it."""

    view: SeatView
    tile_tables: TileTables
    rules: PlayoutRules
    position: Position
    choice: Choice
    tile: int  # the played tile as a local tile (tile_tables.py), or 0
    hand_left: int  # the own hand afterwards
    fits: int  # the mask of the tiles that fit the table afterwards
    foot: bool  # whether the tile is a double that now needs toes

    @property
    def blocks(self) -> bool:
        """Return whether nobody can play after this play, which does not empty the hand."""
        left = self.hand_left | self.position.hidden
        return bool(self.tile and self.hand_left) and not self.fits & left

    @property
    def double(self) -> bool:
        """Return whether a double is played."""
        return bool(self.tile) and self.tile_tables.high[self.tile] == self.tile_tables.low[self.tile]

    @property
    def free(self) -> int:
        """Return the suit that the played tile leaves open."""
        high, low = self.tile_tables.high[self.tile], self.tile_tables.low[self.tile]
        return low if self.choice.suit == high else high

    @property
    def fitting(self) -> int:
        """Return how many tiles of the own hand fit the table afterwards."""
        return (self.hand_left & self.fits).bit_count()

    @property
    def hidden_free(self) -> int:
        """Return how many hidden tiles have the suit that the played tile leaves open."""
        return (self.position.hidden & self.tile_tables.suit[self.free]).bit_count()


def case_of(
    view: SeatView, tile_tables: TileTables, rules: PlayoutRules, position: Position, choice: Choice
) -> Case:
    """Build the case of one choice."""
    if choice.do != "play" or choice.suit < 0:
        _, _, _, _, fits = position.table
        return Case(view, tile_tables, rules, position, choice, 0, position.hand, fits, False)
    tile = tile_tables.local[choice.tile]
    _, _, _, missing, fits = lay(tile_tables, rules, position.table, tile, choice.suit, position.off_table)
    hand_left = position.hand & ~tile_tables.bit[tile]
    foot = tile_tables.high[tile] == tile_tables.low[tile] and missing > 0 and hand_left > 0
    return Case(view, tile_tables, rules, position, choice, tile, hand_left, fits, foot)


def dear_tile(case: Case) -> int:
    """The first dear local tile that is left in the own hand after the move; 0 if there is none."""
    tables = case.tile_tables
    held = (tile for tile, bit in enumerate(tables.bit) if tile and bit & case.hand_left)
    return next((tile for tile in held if is_dear(tables, tile)), 0)


def kept_tile(case: Case, others: Sequence[Case]) -> int:
    """The heaviest local tile of the own hand that fits after this play and after none of the others; 0 if there is none."""
    tables, kept = case.tile_tables, case.hand_left & case.fits if case.tile else 0
    for other in others:
        kept &= ~other.fits & ~(tables.bit[other.tile] if other.tile else 0)
    tiles = [tile for tile, bit in enumerate(tables.bit) if tile and bit & kept]
    return max(tiles, key=lambda tile: tables.score[tile], default=0)


def is_dear(tables: TileTables, tile: int) -> bool:
    """Whether a local tile costs at least DEAR points more than its pips."""
    return tables.score[tile] >= DEAR + PIPS[tables.rules_tile[tile]]


def points_left(case: Case) -> tuple[int, float]:
    """The points in the own hand after a play, and in the smallest of the other hands, if the hidden tiles are equally likely."""
    view = case.view
    hidden = view.off_table & ~view.hand
    fewest = min(count for seat, count in enumerate(view.counts) if seat != view.seat)
    of_tile = hand_points(hidden, view.options) / max(hidden.bit_count(), 1)
    return hand_points(view.hand & ~BIT[case.choice.tile], view.options), fewest * of_tile
