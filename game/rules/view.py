"""The view of a seat: all that it may know (docs/rules.md section 10). Bots and the page see nothing else."""

from typing import NamedTuple

from game.rules.match import Match
from game.rules.moves import Choice, Event, Move, moves_of_choice
from game.rules.options.declared import Options
from game.rules.round.board import Laid, targets_of
from game.rules.round.judge import legal_choices, why_not
from game.rules.round.round_state import End, Round
from game.rules.tiles import BIT, DOUBLES, HIGH, SUIT, Tile, tiles_in

NOBODY = -1
"""The seat number of an onlooker's view."""


class SeatView(NamedTuple):
    """All that one seat may know. Sets of tiles are masks, sets of seats are tuples; -1 is no tile or no seat."""

    seat: int
    options: Options
    number: int  # the round, from 1
    own_centre: Tile  # the round's own double, by the option `round_order`
    centre: Tile  # the double in the centre; the option `missing_double` can replace the own one
    dealer: int
    first_seat: int
    # by seat, the tile that it drew for the start of this round (START-5); empty without such draws
    start_tiles: tuple[Tile, ...]
    hand: int
    counts: tuple[int, ...]  # tiles held, by seat
    yard: int  # number of tiles in the yard, the reserve included
    laid: Laid  # in order: (tile, the tile that it was put on; -1 for the centre)
    ends: tuple[int, ...]  # by suit: the mask of laid tiles with a free half of that suit
    playable: int  # the mask of tiles that fit somewhere now
    foot: Tile  # the double that must be filled before other plays (in the opening, the centre); -1 none
    missing: int  # toes that the foot still needs; in the opening, arms that the centre still needs
    opening: bool  # the centre or some of its arms are still to come
    stalemate: bool  # the foot can never be completed
    turn: int  # the seat on turn, -1 when the round is over
    has_drawn: bool  # the seat on turn has drawn in this turn
    drawn: Tile  # the tile that this seat drew last in its present turn
    barred: Tile  # this seat's penalty tile, which it may not play in this turn
    choices: tuple[Choice, ...]  # the legal choices of this seat; empty when it is not on turn
    may_call: bool
    may_catch: tuple[int, ...]  # seats that this seat may catch now
    may_take_back: bool
    # seats with one tile left that have not called yet: until they call, their silence can cost them something
    not_called: tuple[int, ...]
    owing: tuple[int, ...]  # seats that miss their next turn
    again: tuple[int, ...]  # of `not_called`, the seats that missed a turn and must call again (LAST-7)
    events: tuple[Event, ...]  # of this round; the tiles that others drew are -1
    round_scores: tuple[tuple[int, ...], ...]  # for every finished round, the scores by seat
    totals: tuple[int, ...]  # points of the finished rounds, by seat
    places: tuple[int, ...]  # by seat, the final rank from 1; empty while the match goes on
    end: End | None  # when the round is over: all hands and scores
    book: str | None = (
        None  # the rule-book, whose words the table uses (FOOT-2); None in the views of commands
    )

    def targets(self, suit: int) -> int:
        """Return the mask of the laid tiles on which a tile with this suit may be put now."""
        return targets_of(self.foot, self.ends[suit], suit)

    @property
    def off_table(self) -> int:
        """The mask of the tiles that are not on the table."""
        left = self.options.tiles
        for tile, _ in self.laid:
            left &= ~BIT[tile]
        return left

    def left_for_foot(self, tile: Tile) -> int:
        """Return how many tiles there still are for the foot of a double of the hand; -1 if the tile would need no foot.

        It needs none if it is no double, the centre, or the last tile, which wins the round (END-1).
        """
        if not self.laid or not BIT[tile] & DOUBLES or self.hand == BIT[tile]:
            return -1
        return _tiles_for_foot(self.off_table, tile)


def is_dead_foot(options: Options, off_table: int, double: Tile) -> bool:
    """Return whether the foot of a double could never be completed, if it were played now (FOOT-3). Under `closes` no foot waits.

    `off_table` is the mask of the tiles that are not on the table.
    """
    return options.short_foot != "closes" and _tiles_for_foot(off_table, double) < options.toes


def _tiles_for_foot(off_table: int, double: Tile) -> int:
    """Return how many tiles there are for the foot of a double that is not on the table."""
    return (off_table & SUIT[HIGH[double]] & ~BIT[double]).bit_count()


def view(match: Match, seat: int, choices: tuple[Choice, ...] | None = None) -> SeatView:
    """Return what `seat` may know of the match and of its current or last round.

    `choices` are the legal choices of the seat on turn, if the caller knows them already.
    """
    state = match.round
    board, deal, over = state.board, state.deal, state.end is not None
    own_turn = state.turn == seat and not over
    return SeatView(
        seat=seat,
        options=state.options,
        number=deal.number,
        own_centre=deal.own_centre,
        centre=deal.centre,
        dealer=deal.dealer,
        first_seat=deal.first_seat,
        start_tiles=deal.start_tiles,
        hand=state.hands[seat],
        counts=tuple(hand.bit_count() for hand in state.hands),
        yard=len(state.yard),
        laid=board.laid,
        ends=board.ends,
        playable=board.playable,
        foot=board.foot,
        missing=board.missing,
        opening=board.opening,
        stalemate=state.stalemate,
        turn=-1 if over else state.turn,
        has_drawn=state.drawn >= 0,
        drawn=state.drawn if own_turn else -1,
        barred=state.asides.barred if own_turn else -1,
        choices=() if not own_turn else legal_choices(state) if choices is None else choices,
        may_call=_may(state, Move(seat, "call")),
        may_catch=tuple(
            rival for rival in _seats(state.asides.silent) if _may(state, Move(seat, "catch", target=rival))
        ),
        may_take_back=_may(state, Move(seat, "take-back")),
        not_called=_seats(state.asides.uncalled | state.asides.silent | state.asides.again),
        owing=_seats(state.asides.owing),
        again=_seats(state.asides.again),
        events=_events_seen_by(seat, state.events),
        round_scores=match.round_scores,
        totals=match.totals,
        places=match.places,
        end=state.end,
    )


def onlooker(match: Match) -> SeatView:
    """Return the view of an onlooker: all that is public. Its seat is NOBODY."""
    return view(match, match.round.turn)._replace(
        seat=NOBODY,
        hand=0,
        drawn=-1,
        barred=-1,
        choices=(),
        may_call=False,
        may_catch=(),
        may_take_back=False,
        events=_events_seen_by(NOBODY, match.round.events),
    )


def _may(state: Round, move: Move) -> bool:
    """Return whether the move is legal now."""
    return why_not(state, move) is None


def _seats(mask: int) -> tuple[int, ...]:
    """Return the seats in a mask (bit s for seat s)."""
    return tuple(tiles_in(mask))


def _events_seen_by(seat: int, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events as `seat` sees them: without the tiles that other seats drew."""
    hidden = [event.do == "draw" and event.seat != seat for event in events]
    return tuple(
        [
            Event(event.seat, "draw", why=event.why) if hide else event
            for event, hide in zip(events, hidden, strict=True)
        ]
    )


def moves_of(seen: SeatView, choice: Choice) -> tuple[Move, ...]:
    """Return the exact moves that a choice of the view's seat stands for: one for each open end of its suit."""
    return moves_of_choice(seen, seen.seat, choice)
