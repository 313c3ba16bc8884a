"""The table of a round: what lies on what, and what is open (TURN-1, TURN-2, FOOT-1 to FOOT-5)."""

from functools import lru_cache
from typing import NamedTuple

from game.rules.errors import Reason
from game.rules.options import Options
from game.rules.tiles import HIGH, LOW, MOST, NAME, PIPS, SUIT, Tile

Laid = tuple[tuple[Tile, Tile], ...]


class Board(NamedTuple):
    """The played tiles. The opening is a foot like any other: `foot` is the centre until its arms are there.

    `ends` has for every suit the mask of the laid non-doubles whose free half it is; `open` is the set of
    suits (bit s: suit s) that have any. `playable` is the mask of the tiles that fit somewhere now, laid
    ones among them.
    """

    centre: Tile
    laid: Laid  # (tile, the tile it was put on; -1 the centre), in order
    table: int  # the mask of all laid tiles
    ends: tuple[int, ...]
    open: int
    foot: Tile  # the double that must be filled before anything else, -1 none
    missing: int  # its missing toes (arms)
    playable: int

    @property
    def opening(self) -> bool:
        """Whether the centre or some of its arms are still to come."""
        return not self.laid or self.foot == self.centre

    def targets(self, suit: int) -> int:
        """The mask of the laid tiles on which a tile may be put by a half `suit` now."""
        if self.foot >= 0:
            return 1 << self.foot if suit == HIGH[self.foot] else 0
        return self.ends[suit]


def empty_board(centre: Tile) -> Board:
    """The table before the centre is laid: nothing but the centre can be played."""
    return Board(centre, (), 0, (0,) * (MOST + 1), 0, -1, 0, 1 << centre)


@lru_cache(4096)
def _fitting(suits: int) -> int:
    """The tiles with a half in the set of suits."""
    tiles = 0
    while suits:
        lowest = suits & -suits
        tiles |= SUIT[lowest.bit_length() - 1]
        suits ^= lowest
    return tiles


def unseen(board: Board, suit: int, options: Options) -> int:
    """How many tiles of a suit are off the table, in hands and yard."""
    return (SUIT[suit] & options.tiles & ~board.table).bit_count()


def stalemate_pending(board: Board, options: Options) -> bool:
    """Whether the foot (or the opening) can never be completed (FOOT-3)."""
    return board.foot >= 0 and unseen(board, HIGH[board.foot], options) < board.missing


def lay(board: Board, tile: Tile, on: Tile, options: Options) -> Board:
    """The table with `tile` on `on` (-1: as the centre); the caller has asked `why_not_lay` first."""
    table = board.table | 1 << tile
    ends, open_suits, foot, missing = board.ends, board.open, board.foot, board.missing
    if foot >= 0:
        missing -= 1
        ends, open_suits = _opened(ends, open_suits, PIPS[tile] - HIGH[foot], tile)
        if not missing:
            foot = -1
    elif on < 0:
        foot, missing = tile, options.arm_count
    else:
        suit = HIGH[on] if ends[HIGH[on]] >> on & 1 else LOW[on]
        ends, open_suits = _covered(ends, open_suits, suit, on)
        if HIGH[tile] == LOW[tile]:
            foot, missing = tile, options.toes
        else:
            ends, open_suits = _opened(ends, open_suits, PIPS[tile] - suit, tile)
    if foot >= 0:
        fitting = SUIT[HIGH[foot]]
        if (
            options.short_foot == "closes" and (fitting & options.tiles & ~table).bit_count() < missing
        ):  # FOOT-4
            foot, missing = -1, 0
    if foot < 0:
        fitting = _fitting(open_suits)
    return Board(board.centre, (*board.laid, (tile, on)), table, ends, open_suits, foot, missing, fitting)


def _opened(ends: tuple[int, ...], open_suits: int, suit: int, tile: Tile) -> tuple[tuple[int, ...], int]:
    """The ends and their suits with the half `suit` of `tile` free."""
    return (*ends[:suit], ends[suit] | 1 << tile, *ends[suit + 1 :]), open_suits | 1 << suit


def _covered(ends: tuple[int, ...], open_suits: int, suit: int, tile: Tile) -> tuple[tuple[int, ...], int]:
    """The ends and their suits with the half `suit` of `tile` no longer free."""
    left = ends[suit] ^ 1 << tile
    return (*ends[:suit], left, *ends[suit + 1 :]), open_suits if left else open_suits ^ 1 << suit


def why_not_lay(board: Board, tile: Tile, on: Tile) -> Reason | None:
    """Why `tile` cannot lie on `on`, as far as the table goes; None when it can."""
    if not board.laid:
        if tile == board.centre and on < 0:
            return None
        return Reason("reason.centre-first", {"centre": NAME[board.centre]})
    if on < 0:
        return Reason("reason.where", {"tile": NAME[tile]})
    suit = HIGH[on]
    if board.foot >= 0:
        if on != board.foot:
            return foot_first(board)
    elif not board.ends[suit] >> on & 1:
        suit = LOW[on]
        if not board.ends[suit] >> on & 1:
            key = "reason.no-open-end" if board.table >> on & 1 else "reason.not-on-the-table"
            return Reason(key, {"on": NAME[on]})
    if SUIT[suit] >> tile & 1:
        return None
    return Reason("reason.no-match", {"tile": NAME[tile], "on": NAME[on], "suit": suit})


def foot_first(board: Board) -> Reason:
    """The reason that a foot or the opening has to be filled first."""
    key = "reason.opening" if board.opening else "reason.foot-first"
    return Reason(key, {"double": NAME[board.foot], "n": board.missing})
