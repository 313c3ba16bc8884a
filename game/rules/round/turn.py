"""Carries out moves and their automatic consequences: penalties, missed turns, the end of the round.

"(ours)" marks a rule that the rule-books leave open (docs/rules.md).
"""

from collections.abc import Callable
from typing import Any, Literal

from game.rules.errors import IllegalMove
from game.rules.moves import Event, Move
from game.rules.options.declared import Options
from game.rules.round.board import lay
from game.rules.round.deal import Deal
from game.rules.round.judge import can_play, why_not
from game.rules.round.round_state import CALM, Asides, End, Retake, Round, round_after_deal
from game.rules.round.scoring import round_scores
from game.rules.tiles import BIT, tiles_in


def begin_round(options: Options, deal: Deal) -> Round:
    """Return the round before its first turn. The round can be over already, because it is blocked (END-2)."""
    return settled(round_after_deal(options, deal))


def play(state: Round, move: Move) -> Round:
    """Return the round after `move` and its automatic consequences. Raises IllegalMove with the reason."""
    reason = why_not(state, move)
    if reason is not None:
        raise IllegalMove(reason.key, reason.values)
    return _CARRY_OUT[move.do](state, move)


# Nearly all moves are plays, draws and passes. These three do no work for the asides if they are CALM.


def _play_tile(state: Round, move: Move) -> Round:
    options, seat, asides = state.options, state.turn, state.asides
    hand = state.hands[seat] ^ BIT[move.tile]
    after = Round(
        options=options,
        deal=state.deal,
        board=lay(state.board, move.tile, move.on, options),
        hands=_with_hand(state, hand),
        yard=state.yard,
        turn=_next_seat(state),
        drawn=-1,
        stuck=0,
        asides=CALM,
        events=(*state.events, move),
        end=None,
    )
    if not hand:
        return _ended(after, "out", seat)
    if asides is CALM and options.plain_turns and hand & hand - 1:
        return after
    uncalled, retake = asides.uncalled, None
    if not hand & hand - 1 and options.last_tile_call != "none":
        uncalled |= 1 << seat  # LAST-1
    if options.take_back and move.on >= 0:
        retake = Retake(seat, state.board, state.drawn, asides.barred, asides.uncalled)
    # LAST-7; a seat of `again` that lays its own last tile ends the round
    owing = asides.owing | asides.again
    return _turn_over(after, seat, Asides(-1, uncalled, asides.silent, owing, 0, retake))


def _draw(state: Round, move: Move) -> Round:
    seat, tile, asides = state.turn, state.yard[0], state.asides
    if asides is not CALM:
        asides = _canonical(asides._replace(silent=asides.silent & ~(1 << seat), retake=None))
    return Round(
        options=state.options,
        deal=state.deal,
        board=state.board,
        hands=_with_hand(state, state.hands[seat] | BIT[tile]),
        yard=state.yard[1:],
        turn=seat,
        drawn=tile,
        stuck=0,
        asides=asides,
        events=(*state.events, Move(seat, "draw", tile, why="turn")),
        end=None,
    )


def _pass(state: Round, move: Move) -> Round:
    options, seat, asides = state.options, state.turn, state.asides
    # END-2; a seat with a barred tile that fits is not stuck (ours)
    can_go_on = state.drawn >= 0 or state.hands[seat] & state.board.playable
    stuck = 0 if can_go_on else state.stuck + 1
    after = Round(
        options=options,
        deal=state.deal,
        board=state.board,
        hands=state.hands,
        yard=state.yard,
        turn=_next_seat(state),
        drawn=-1,
        stuck=stuck,
        asides=CALM,
        events=(*state.events, move),
        end=None,
    )
    if asides is CALM and options.plain_turns and stuck < options.players:
        return after
    silent = asides.silent & ~(1 << seat)
    return _turn_over(after, seat, Asides(-1, asides.uncalled, silent, asides.owing, asides.again))


def _with_hand(state: Round, hand: int) -> tuple[int, ...]:
    """Return the hands with another one for the seat on turn."""
    hands = [*state.hands]
    hands[state.turn] = hand
    return tuple(hands)


def _next_seat(state: Round) -> int:
    """Return the seat after the seat on turn."""
    return (state.turn + 1) % state.options.players


def _call(state: Round, move: Move) -> Round:
    others, asides = ~(1 << move.seat), state.asides
    called = _with_asides(state, uncalled=asides.uncalled & others, again=asides.again & others)
    return called._replace(events=(*state.events, move))


def _catch(state: Round, move: Move) -> Round:
    caught = _with_asides(state, silent=state.asides.silent & ~(1 << move.target))
    caught = _penalised(caught._replace(events=(*state.events, move)), move.target)
    # A seat that is caught on its own turn, with nothing to draw, misses this turn (ours).
    # A penalty that takes the last tile to draw can leave the seat on turn stuck (END-2).
    return _turn_begun(caught)


def _take_back(state: Round, move: Move) -> Round:
    seat, asides, hands = move.seat, state.asides, state.hands
    retake, others = asides.retake, ~(1 << move.seat)
    assert retake is not None
    # The turn goes on. So another seat whose time to call had ended may call again, if it has not paid a penalty (LAST-6).
    again = retake.uncalled & others & (-1 if state.options.last_tile_call == "courtesy" else asides.silent)
    before = Asides(retake.barred, asides.uncalled & others | again, asides.silent & ~again, asides.owing)
    return state._replace(
        board=retake.board,
        hands=(*hands[:seat], hands[seat] | 1 << state.laid[-1][0], *hands[seat + 1 :]),
        turn=seat,
        drawn=retake.drawn,
        asides=_canonical(before),
        events=(*state.events, move),
    )


_CARRY_OUT: dict[str, Callable[[Round, Move], Round]] = {
    "play": _play_tile,
    "draw": _draw,
    "pass": _pass,
    "call": _call,
    "catch": _catch,
    "take-back": _take_back,
}


def _canonical(asides: Asides) -> Asides:
    """Return the object `CALM` for equal asides, because the fast paths compare with `is`."""
    return CALM if asides == CALM else asides


def _with_asides(state: Round, **changes: Any) -> Round:
    """Return the round with some fields of its asides changed."""
    return state._replace(asides=_canonical(state.asides._replace(**changes)))


def _turn_over(state: Round, seat: int, asides: Asides) -> Round:
    """Set the asides after the turn of `seat`. End the round if it is blocked, else begin the next turn."""
    state = state._replace(asides=_canonical(asides))
    if state.stuck == state.options.players:
        return _ended(state, "blocked")
    return _turn_begun(_call_time_over(state, seat))


def _turn_begun(state: Round) -> Round:
    """Begin the next turn: skip the seats that miss their turn, and end the round if it is blocked."""
    while state.asides.owing >> state.turn & 1:  # no seat owes a turn after the end
        state = _skipped(state)
    return settled(state)


def _call_time_over(state: Round, seat: int) -> Round:
    """Handle the end of the turn of `seat`: the seat before it may no longer call (LAST-1, LAST-3, LAST-4).

    Missed turns that close no window (LAST-7) can leave several such seats.
    """
    asides, rule = state.asides, state.options.last_tile_call
    late = asides.uncalled & ~(1 << seat)
    if not late:
        return state
    uncalled = asides.uncalled ^ late
    if rule == "catch":
        return _with_asides(state, uncalled=uncalled, silent=asides.silent | late)
    state = _with_asides(state, uncalled=uncalled)
    for silent in tiles_in(late) if rule == "automatic" else ():
        state = _penalised(state, silent)
    return state


def _penalised(state: Round, seat: int) -> Round:
    """Make the seat draw a tile that it may not play at once, or miss its next turn if it cannot draw (LAST-3)."""
    if not state.drawable:
        return _with_asides(state, owing=state.asides.owing | 1 << seat)
    tile, hands = state.yard[0], state.hands
    if seat == state.turn:
        state = _with_asides(state, barred=tile)
    return state._replace(
        hands=(*hands[:seat], hands[seat] | 1 << tile, *hands[seat + 1 :]),
        yard=state.yard[1:],
        events=(*state.events, Event(seat, "draw", tile, why="penalty")),
    )


def _skipped(state: Round) -> Round:
    """Skip the seat on turn. The seat can count as stuck. The last play can no longer be taken back.

    Under `call_again` the seat must call again, and its missed turn closes the window of no other seat (LAST-7).
    """
    seat, seats, asides = state.turn, state.options.players, state.asides
    call_again = state.options.call_again
    stuck = state.stuck + 1 if is_stuck(state, seat) else 0
    skipped = state._replace(
        turn=(seat + 1) % seats, stuck=stuck, events=(*state.events, Event(seat, "skip"))
    )
    again = asides.again | call_again << seat
    after = _with_asides(skipped, owing=asides.owing & ~(1 << seat), again=again, retake=None)
    if stuck == seats:
        return _ended(after, "blocked")
    return after if call_again else _call_time_over(after, seat)


def is_stuck(state: Round, seat: int) -> bool:
    """Return whether no tile of the seat fits, not even a barred one (ours), and no tile can be drawn.

    Such a turn counts towards `all-stuck` (END-2).
    """
    return not state.hands[seat] & state.board.playable and not state.drawable


def settled(state: Round) -> Round:
    """End the round under `one-stuck`, if the seat on turn has neither a play nor a tile to draw (END-2).

    Call it when a turn begins, and when a penalty takes a tile from the yard. A seat that has drawn in this turn had a
    tile to draw. A seat whose only fitting tile is barred has no play. A seat that misses its turn is not on turn (all
    ours).
    """
    if not state.options.one_stuck or state.end or state.drawn >= 0 or state.drawable or can_play(state):
        return state
    return _ended(state, "blocked")


def end_if_over(state: Round) -> Round:
    """End a round that was built from a position, if a seat has no tiles left or the round is blocked."""
    if 0 in state.hands:
        return _ended(state, "out", state.hands.index(0))
    if state.stuck == state.options.players:
        return _ended(state, "blocked")
    return settled(state)


def play_recorded(state: Round, move: Move, event_count: int, ended: bool) -> Round:
    """Make a move of a record. The record has `event_count` events in this round; `ended` says whether it ends there.

    Early versions did not check END-2 after a penalty. So a round went on although the penalty had left a seat stuck.
    Such a record stays valid: if its round goes on after a penalty, nothing blocks it before the next turn begins.
    """
    after = play(state, move)
    penalty_last = after.events[-1].why == "penalty"
    if after.end is None or not penalty_last or (ended and len(after.events) >= event_count):
        return after
    unblocked = state._replace(options=state.options._replace(one_stuck=False))
    return play(unblocked, move)._replace(options=state.options)


def _ended(state: Round, kind: Literal["out", "blocked"], seat: int = -1) -> Round:
    """End the round. `kind` is out (`seat` has no tiles left, END-1) or blocked (END-2)."""
    last = state.board.laid[-1][0]
    end = End(kind, seat, round_scores(state.hands, seat, last, state.options), state.hands)
    return state._replace(drawn=-1, asides=CALM, end=end)
