"""The table of a round: the laid tiles and the open ends (TURN-1, TURN-2, FOOT-1 to FOOT-5)."""

from functools import lru_cache
from typing import NamedTuple

from game.rules.errors import Reason
from game.rules.options.declared import Options
from game.rules.tiles import BIT, BY_HIGH, BY_LOW, HIGH, LOW, MOST, NAME, SUIT, Tile

Laid = tuple[tuple[Tile, Tile], ...]
"""In order of play: (tile, the tile that it was put on; -1 for the centre)."""

_new = tuple.__new__  # makes a NamedTuple faster than its own `__new__`


class Board(NamedTuple):
    """The laid tiles and the open ends. From the laying of the centre to its last arm, the centre counts as a foot.

    A laid tile that is not a double has at most one free half. A double has none: `missing` counts its toes or arms.
    """

    centre: Tile
    laid: Laid
    table: int  # the mask of all laid tiles
    free_high: int  # the mask of the laid tiles whose higher half is free
    free_low: int  # the mask of the laid tiles whose lower half is free
    open: int  # bit s for each suit s with a free half; the bit of the pending foot's suit may be set without one
    foot: Tile  # the double that must be filled before other plays, -1 none
    missing: int  # toes (arms) that the foot still needs
    playable: int  # the mask of the tiles that fit somewhere now; it also contains laid tiles

    @property
    def opening(self) -> bool:
        """Whether the centre or some of its arms are still to come."""
        return not self.laid or self.foot == self.centre

    @property
    def ends(self) -> tuple[int, ...]:
        """By suit (0..18): the mask of the laid tiles with a free half of that suit."""
        return tuple(
            self.free_high & BY_HIGH[suit] | self.free_low & BY_LOW[suit] for suit in range(MOST + 1)
        )

    def targets(self, suit: int) -> int:
        """Return the mask of the laid tiles that a half of the suit `suit` may be put on now."""
        return targets_of(self.foot, self.free_high & BY_HIGH[suit] | self.free_low & BY_LOW[suit], suit)


def targets_of(foot: Tile, free: int, suit: int) -> int:
    """Return the mask of the laid tiles that a half of the suit `suit` may be put on (TURN-1).

    `foot` is the pending foot, or -1. `free` is the mask of the laid tiles with a free half of the suit.
    """
    if foot < 0:
        return free
    return 1 << foot if suit == HIGH[foot] else 0


def empty_board(centre: Tile) -> Board:
    """Return the table before the centre is laid. Only the centre can be played."""
    return Board(centre, (), 0, 0, 0, 0, -1, 0, 1 << centre)


@lru_cache(4096)
def _fitting(suits: int) -> int:
    """Return the mask of the tiles that have a half of one of the `suits` (bit s for suit s)."""
    tiles = 0
    while suits:
        lowest = suits & -suits
        tiles |= SUIT[lowest.bit_length() - 1]
        suits ^= lowest
    return tiles


def unseen(board: Board, suit: int, options: Options) -> int:
    """Return how many tiles of a suit are not on the table, but in the hands and the yard."""
    return (SUIT[suit] & options.tiles & ~board.table).bit_count()


def stalemate_pending(board: Board, options: Options) -> bool:
    """Return whether there is a pending foot or opening that can never be completed (FOOT-3)."""
    return board.foot >= 0 and unseen(board, HIGH[board.foot], options) < board.missing


def lay(board: Board, tile: Tile, on: Tile, options: Options) -> Board:
    """Return the table with `tile` put on `on` (-1: as the centre). The caller must check `why_not_lay` first.

    This function takes most of the time of the rules. So it unpacks the board and builds the next one with `_new`.
    """
    centre, laid, table, free_high, free_low, open_suits, foot, missing, playable = board
    high, low, bit = HIGH[tile], LOW[tile], BIT[tile]  # below, `suit` is the suit by which the tile touches
    laid += ((tile, on),)
    table |= bit
    if foot >= 0:
        suit = HIGH[foot]
        missing -= 1
    elif on < 0:
        suit, missing = high, options.arm_count
    elif free_high & BIT[on]:
        suit = HIGH[on]
        free_high ^= BIT[on]
    else:
        suit = LOW[on]
        free_low ^= BIT[on]
    if high == low:
        foot, missing = tile, missing or options.toes  # for the centre, `missing` is the number of arms
    elif high == suit:
        free_low |= bit
        open_suits |= BIT[low]
    else:
        free_high |= bit
        open_suits |= BIT[high]
    if missing and (options.short_foot == "blocks" or not _too_few(suit, missing, table, options)):
        playable = SUIT[suit]
    else:
        foot, missing = -1, 0
        if not (free_high & BY_HIGH[suit] or free_low & BY_LOW[suit]):
            open_suits &= ~BIT[suit]
        playable = _fitting(open_suits)
    return _new(Board, (centre, laid, table, free_high, free_low, open_suits, foot, missing, playable))


def _too_few(suit: int, missing: int, table: int, options: Options) -> bool:
    """Return whether fewer tiles of the suit are off the table than the foot still needs (FOOT-4)."""
    return (SUIT[suit] & options.tiles & ~table).bit_count() < missing


def why_not_lay(board: Board, tile: Tile, on: Tile) -> Reason | None:
    """Return why the table does not allow `tile` on `on`. Return None if it does."""
    if on < 0:
        return _why_not_centre(board, tile)
    if board.foot >= 0:
        if on != board.foot:
            return foot_first(board)
        suit = HIGH[on]
    elif board.free_high & BIT[on]:
        suit = HIGH[on]
    elif board.free_low & BIT[on]:
        suit = LOW[on]
    else:
        return _why_no_end(board, on)
    if HIGH[tile] == suit or LOW[tile] == suit:
        return None
    return Reason("reason.no-match", {"tile": NAME[tile], "on": NAME[on], "suit": suit})


def _why_not_centre(board: Board, tile: Tile) -> Reason | None:
    """Return why `tile` cannot be laid as the centre. Return None if it can."""
    if board.laid:
        return Reason("reason.where", {"tile": NAME[tile]})
    return None if tile == board.centre else Reason("reason.centre-first", {"centre": NAME[board.centre]})


def _why_no_end(board: Board, on: Tile) -> Reason:
    """Return why no tile can be put on `on`."""
    if not board.laid:
        return Reason("reason.centre-first", {"centre": NAME[board.centre]})
    key = "reason.no-open-end" if board.table >> on & 1 else "reason.not-on-the-table"
    return Reason(key, {"on": NAME[on]})


def foot_first(board: Board) -> Reason:
    """Return the reason "the foot or the opening must be filled first"."""
    key = "reason.opening" if board.opening else "reason.foot-first"
    return Reason(key, {"double": NAME[board.foot], "n": board.missing})
