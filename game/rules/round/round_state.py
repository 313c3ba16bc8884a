"""A round in progress, as one immutable value with everything in it, hidden tiles too."""

from typing import NamedTuple

from game.rules.moves import Event
from game.rules.options.declared import Options
from game.rules.round.board import Board, Laid, empty_board, lay, stalemate_pending
from game.rules.round.deal import Deal
from game.rules.tiles import Tile


class End(NamedTuple):
    """How a round ended: `kind` is out or blocked, `seat` went out (-1 nobody), scores and hands by seat."""

    kind: str
    seat: int
    scores: tuple[int, ...]
    hands: tuple[int, ...]


class Retake(NamedTuple):
    """What a take-back restores (TURN-8): the seat of the last play, and the values before it."""

    seat: int
    board: Board
    drawn: Tile
    barred: Tile
    uncalled: int


class Asides(NamedTuple):
    """Calls, catches, penalties and take-backs that are open; usually none. Sets of seats are masks, bit s for seat s."""

    barred: Tile = -1  # a penalty tile that the seat on turn may not play yet (LAST-3), -1 none
    uncalled: int = 0  # seats on one tile that may still call (LAST-1)
    silent: int = 0  # seats on one tile that did not call and may be caught (LAST-3)
    owing: int = 0  # seats that miss their next turn (LAST-3)
    retake: Retake | None = None


CALM = Asides()


class Round(NamedTuple):
    """One round, with all hidden tiles."""

    options: Options
    deal: Deal
    board: Board
    hands: tuple[int, ...]
    yard: tuple[Tile, ...]  # in the order of drawing
    turn: int
    drawn: Tile  # what the seat on turn drew last in this turn, -1 nothing
    stuck: int  # turns in a row in which a seat had neither a play nor a tile to draw (END-2)
    asides: Asides
    events: tuple[Event, ...]
    end: End | None

    @property
    def number(self) -> int:
        """The round's number in the match, from 1."""
        return self.deal.number

    @property
    def own_centre(self) -> Tile:
        """The round's own double."""
        return self.deal.own_centre

    @property
    def centre(self) -> Tile:
        """The double that the round began with; not the own one only under next-lower (START-3)."""
        return self.deal.centre

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.deal.dealer

    @property
    def laid(self) -> Laid:
        """The played tiles in order: (tile, the tile it was put on; -1 the centre)."""
        return self.board.laid

    @property
    def ends(self) -> tuple[int, ...]:
        """By suit (0..18): the mask of the laid tiles with a free half of that suit."""
        return self.board.ends

    @property
    def foot(self) -> Tile:
        """The double to be filled before anything else (in the opening the centre), -1 none."""
        return self.board.foot

    @property
    def missing(self) -> int:
        """How many toes (arms) the foot still lacks."""
        return self.board.missing

    @property
    def stalemate(self) -> bool:
        """Whether the pending foot can never be completed (FOOT-3)."""
        return stalemate_pending(self.board, self.options)

    @property
    def drawable(self) -> bool:
        """Whether the yard can be drawn from (TURN-5)."""
        return len(self.yard) > self.options.reserve


def opened(options: Options, deal: Deal) -> Round:
    """The round right after the deal and its start draws."""
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
