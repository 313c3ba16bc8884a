"""The state of a round, as one immutable value with all hidden tiles."""

from typing import Literal, NamedTuple

from game.rules.moves import Event
from game.rules.options.declared import Options
from game.rules.round.board import Board, Laid, empty_board, lay, stalemate_pending
from game.rules.round.deal import Deal
from game.rules.tiles import Tile


class End(NamedTuple):
    """The end of a round."""

    kind: Literal["out", "blocked"]
    seat: int  # the seat that went out, -1 nobody
    scores: tuple[int, ...]  # by seat
    hands: tuple[int, ...]  # by seat, the mask of the tiles that it still held


class Retake(NamedTuple):
    """The values that a take-back restores (TURN-8): the values before the last play, and the seat that made it."""

    seat: int
    board: Board
    drawn: Tile
    barred: Tile
    uncalled: int


class Asides(NamedTuple):
    """Calls, catches, penalties and take-backs that are possible or due. Sets of seats are masks (bit s for seat s)."""

    barred: Tile = -1  # the penalty tile that the seat on turn may not play in this turn (LAST-3), -1 none
    uncalled: int = 0  # seats with one tile left that may still call (LAST-1)
    silent: int = 0  # seats with one tile left that did not call in time and may be caught (LAST-3)
    owing: int = 0  # seats that miss their next turn (LAST-3)
    again: int = 0  # seats that missed a turn and have not called again yet (LAST-7)
    retake: Retake | None = None  # the values before the last play, while it may be taken back


CALM = Asides()
"""The asides of most turns: nothing is possible or due."""


class Round(NamedTuple):
    """One round, in progress or over, with all hidden tiles."""

    options: Options
    deal: Deal
    board: Board
    hands: tuple[int, ...]
    yard: tuple[Tile, ...]  # in the order of drawing
    turn: int  # the seat on turn
    drawn: Tile  # the tile that the seat on turn drew last in this turn, -1 none
    stuck: int  # how many of the latest turns in a row ended with their seat stuck (END-2)
    asides: Asides
    events: tuple[Event, ...]
    end: End | None  # None while the round goes on

    @property
    def number(self) -> int:
        """The round's number in the match, from 1."""
        return self.deal.number

    @property
    def own_centre(self) -> Tile:
        """The round's own double, by the option `round_order`."""
        return self.deal.own_centre

    @property
    def centre(self) -> Tile:
        """The double that the round begins with. Under `next-lower` it can differ from the own centre (START-3)."""
        return self.deal.centre

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.deal.dealer

    @property
    def laid(self) -> Laid:
        """The played tiles in order: (tile, the tile that it was put on; -1 for the centre)."""
        return self.board.laid

    @property
    def ends(self) -> tuple[int, ...]:
        """By suit (0..18): the mask of the laid tiles with a free half of that suit."""
        return self.board.ends

    @property
    def foot(self) -> Tile:
        """The double that must be filled before other plays (in the opening, the centre), -1 none."""
        return self.board.foot

    @property
    def missing(self) -> int:
        """The number of toes (arms) that the foot still needs."""
        return self.board.missing

    @property
    def stalemate(self) -> bool:
        """Whether the pending foot can never be completed (FOOT-3)."""
        return stalemate_pending(self.board, self.options)

    @property
    def drawable(self) -> bool:
        """Whether the yard can be drawn from (TURN-5)."""
        return len(self.yard) > self.options.reserve


def round_after_deal(options: Options, deal: Deal) -> Round:
    """Return the round after the deal and the draws with which the seats looked for the centre (START-2)."""
    hands = list(deal.hands)
    for draw in deal.draws:
        hands[draw.seat] |= 1 << draw.tile
    board = empty_board(deal.centre)
    if options.centre_from == "table":
        board = lay(board, deal.centre, -1, options)
    return Round(
        options=options,
        deal=deal,
        board=board,
        hands=tuple(hands),
        yard=deal.yard[len(deal.draws) :],
        turn=deal.first_seat,
        drawn=-1,
        stuck=0,
        asides=CALM,
        events=deal.draws,
        end=None,
    )
