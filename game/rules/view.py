"""The view of a seat: all that it may know (docs/rules.md section 10). Bots and pages see nothing else."""

from typing import NamedTuple

from game.rules.match import Match
from game.rules.moves import Choice, Event, Move, moves_of_choice
from game.rules.options.declared import Options
from game.rules.round.board import Laid, targets_of
from game.rules.round.judge import legal_choices, why_not
from game.rules.round.round_state import End, Round
from game.rules.tiles import Tile, tiles_in

NOBODY = -1
"""The seat number of an onlooker's view."""


class View(NamedTuple):
    """What one seat knows. Sets of tiles are masks, sets of seats are tuples; -1 is no tile or no seat."""

    seat: int
    options: Options
    number: int  # the round, from 1
    own_centre: Tile  # the double that the schedule names for the round
    centre: Tile  # the double that lies in the centre; it may be another one by the option `missing_double`
    dealer: int
    first_seat: int
    start_tiles: tuple[
        Tile, ...
    ]  # by seat, the tile drawn for the start of this round (START-5); often empty
    hand: int
    counts: tuple[int, ...]  # tiles held, by seat
    yard: int  # tiles in the yard, with those that may never be drawn
    laid: Laid  # in order: (tile, the tile that it was put on, -1 for the centre itself)
    ends: tuple[int, ...]  # by suit: the mask of laid tiles with a free half of that suit
    playable: int  # the mask of tiles that would fit somewhere now
    foot: Tile  # the double to be filled before anything else (in the opening the centre), -1 none
    missing: int  # toes that the foot still needs; in the opening, arms that the centre still needs
    opening: bool  # the centre or some of its arms are still to come
    stalemate: bool  # the foot can never be completed
    turn: int  # -1 when the round is over
    has_drawn: bool  # the seat on turn has drawn in this turn
    drawn: Tile  # the tile that this seat drew in its present turn
    barred: Tile  # this seat's penalty tile that it may not play yet
    choices: tuple[Choice, ...]  # only when it is this seat's turn
    may_call: bool
    may_catch: tuple[int, ...]
    may_take_back: bool
    must_call: tuple[int, ...]  # seats on one tile that could still call, or can be caught
    owing: tuple[int, ...]  # seats that miss their next turn
    events: tuple[Event, ...]  # of this round; the tiles of others' draws are -1
    round_scores: tuple[tuple[int, ...], ...]  # of the finished rounds, this one too when it is over
    totals: tuple[int, ...]
    places: tuple[int, ...]  # by seat, the final rank from 1; empty while the match goes on
    end: End | None  # when the round is over: all hands and scores

    def targets(self, suit: int) -> int:
        """Return the mask of the laid tiles that a half `suit` may be put on now."""
        return targets_of(self.foot, self.ends[suit], suit)


def view(match: Match, seat: int) -> View:
    """Return what `seat` may know of the match and of its current or last round."""
    state = match.round
    board, deal, over = state.board, state.deal, state.end is not None
    own_turn = state.turn == seat and not over
    return View(
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
        choices=legal_choices(state) if own_turn else (),
        may_call=_may(state, Move(seat, "call")),
        may_catch=tuple(
            rival for rival in _seats(state.asides.silent) if _may(state, Move(seat, "catch", target=rival))
        ),
        may_take_back=_may(state, Move(seat, "take-back")),
        must_call=_seats(state.asides.uncalled | state.asides.silent),
        owing=_seats(state.asides.owing),
        events=_seen(state.events, seat),
        round_scores=match.round_scores,
        totals=match.totals,
        places=match.places,
        end=state.end,
    )


def onlooker(match: Match) -> View:
    """Return what everybody may know: no hand, nothing drawn, no choices. Its seat is NOBODY."""
    return view(match, match.round.turn)._replace(
        seat=NOBODY,
        hand=0,
        drawn=-1,
        barred=-1,
        choices=(),
        may_call=False,
        may_catch=(),
        may_take_back=False,
        events=_seen(match.round.events, NOBODY),
    )


def _may(state: Round, move: Move) -> bool:
    return why_not(state, move) is None


def _seats(mask: int) -> tuple[int, ...]:
    return tuple(tiles_in(mask))


def _seen(events: tuple[Event, ...], seat: int) -> tuple[Event, ...]:
    """Return the events as `seat` sees them, with the tiles that others drew hidden."""
    hidden = [event.do == "draw" and event.seat != seat for event in events]
    return tuple(
        [
            Event(event.seat, "draw", why=event.why) if hide else event
            for event, hide in zip(events, hidden, strict=True)
        ]
    )


def moves_of(seen: View, choice: Choice) -> tuple[Move, ...]:
    """Return the exact moves that a choice of the seat stands for."""
    return moves_of_choice(seen, seen.seat, choice)
