"""A view in the terms of the search: masks of local tiles, and the table in the form for playouts."""

from typing import NamedTuple

from game.players.search.playout import Table
from game.players.search.tile_tables import TileTables
from game.rules.tiles import HIGH
from game.rules.view import SeatView

Slots = tuple[tuple[int, ...], ...]
"""By seat, for each of its hidden tiles: the mask of the tiles that it cannot be. Empty for the own seat."""


class Position(NamedTuple):
    """A view in the terms of the search. All masks are local."""

    seat: int
    hand: int
    table: Table
    off_table: int  # mask of the tiles that are not on the table, own ones included
    hidden: int  # mask of the tiles that are neither on the table nor in the own hand
    counts: tuple[int, ...]  # tiles held, by seat
    idle: int  # number of seats in a row, up to this turn, that are known to have been stuck
    slots: Slots  # the proved facts
    supposed: Slots  # the facts that hold if the seat is greedy
    thinks: tuple[float, ...]  # by seat, the probability that it is thinking (not greedy)


def uninferred_position(view: SeatView, tile_tables: TileTables) -> Position:
    """Convert a view to the terms of the search, without the parts that follow from the events.

    The inference from the events takes most of the time of `position_of`, and an evaluation does not need it.
    """
    hand, off_table = tile_tables.from_rules(view.hand), tiles_off_table(view, tile_tables)
    return Position(
        seat=view.seat,
        hand=hand,
        table=table_of(view, tile_tables),
        off_table=off_table,
        hidden=off_table & ~hand,
        counts=view.counts,
        idle=0,
        slots=(),
        supposed=(),
        thinks=(),
    )


def table_of(view: SeatView, tile_tables: TileTables) -> Table:
    """Return the table of a view in the form for playouts."""
    count = [ends.bit_count() for ends in view.ends[: tile_tables.suits]]
    opened = sum(1 << suit for suit, ends in enumerate(count) if ends)
    foot = HIGH[view.foot] if view.foot >= 0 else -1
    fits = tile_tables.suit[foot] if view.foot >= 0 else tile_tables.fits(opened)
    return count, opened, foot, view.missing, fits


def tiles_off_table(view: SeatView, tile_tables: TileTables) -> int:
    """Return the mask of the tiles that are not on the table, the own hand included."""
    return tile_tables.all & ~tile_tables.mask(tile for tile, _ in view.laid)
