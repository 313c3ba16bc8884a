"""Carries out a move and its automatic consequences: penalties, missed turns, the end of the round."""

from collections.abc import Callable
from typing import Any

from game.rules.errors import IllegalMove
from game.rules.moves import Event, Move
from game.rules.options.declared import Options
from game.rules.round.board import lay
from game.rules.round.deal import Deal
from game.rules.round.judge import can_play, why_not
from game.rules.round.round_state import CALM, Asides, End, Retake, Round, opened
from game.rules.round.scoring import round_scores
from game.rules.tiles import BIT

_new = tuple.__new__


def begin_round(options: Options, deal: Deal) -> Round:
    """Return the round before its first turn. It can be blocked already (END-2)."""
    return settled(opened(options, deal))


def play(state: Round, move: Move) -> Round:
    """Return the round after `move` and its automatic consequences. Raises IllegalMove with the reason."""
    reason = why_not(state, move)
    if reason is not None:
        raise IllegalMove(reason.key, reason.values)
    return _CARRY_OUT[move.do](state, move)


# Nearly all moves are plays, draws and passes. So each of these unpacks the round and builds the next one without `__new__` and
# `_replace`, which would take most of the time, and looks at the asides only if there are any.


def _play_tile(state: Round, move: Move) -> Round:
    options, deal, board, hands, yard, seat, drawn, _, asides, events, _ = state
    _, _, tile, on, _, _ = move
    held = [*hands]
    held[seat] = hand = hands[seat] ^ BIT[tile]
    hands = tuple(held)
    turn = seat + 1 if seat + 1 < len(hands) else 0
    board = lay(board, tile, on, options)
    events += (move,)
    after = _new(Round, (options, deal, board, hands, yard, turn, -1, 0, CALM, events, None))
    if not hand:
        return _ended(after, "out", seat)
    if asides is CALM and options.plain_turns and hand & hand - 1:
        return after
    uncalled, retake = asides.uncalled, None
    if not hand & hand - 1 and options.last_tile_call != "none":
        uncalled |= 1 << seat  # LAST-1
    if options.take_back and on >= 0:
        retake = Retake(seat, state.board, drawn, asides.barred, asides.uncalled)
    return _turn_over(after, seat, Asides(-1, uncalled, asides.silent, asides.owing, retake))


def _draw(state: Round, move: Move) -> Round:
    options, deal, board, hands, yard, seat, _, _, asides, events, _ = state
    tile, held = yard[0], [*hands]
    held[seat] |= BIT[tile]
    hands = tuple(held)
    events += (_new(Move, (seat, "draw", tile, -1, -1, "turn")),)
    if asides is not CALM:
        asides = _calmed(asides._replace(silent=asides.silent & ~(1 << seat), retake=None))
    return _new(Round, (options, deal, board, hands, yard[1:], seat, tile, 0, asides, events, None))


def _pass(state: Round, move: Move) -> Round:
    options, deal, board, hands, yard, seat, drawn, stuck, asides, events, _ = state
    turn = seat + 1 if seat + 1 < len(hands) else 0
    # END-2; to hold a tile that fits but is barred is not to be stuck (ours)
    stuck = 0 if drawn >= 0 or hands[seat] & board.playable else stuck + 1
    events += (move,)
    after = _new(Round, (options, deal, board, hands, yard, turn, -1, stuck, CALM, events, None))
    if asides is CALM and options.plain_turns and stuck < len(hands):
        return after
    return _turn_over(after, seat, Asides(-1, asides.uncalled, asides.silent & ~(1 << seat), asides.owing))


def _call(state: Round, move: Move) -> Round:
    uncalled = state.asides.uncalled & ~(1 << move.seat)
    return _beside(state, uncalled=uncalled)._replace(events=(*state.events, move))


def _catch(state: Round, move: Move) -> Round:
    caught = _beside(state, silent=state.asides.silent & ~(1 << move.target))
    caught = _penalised(caught._replace(events=(*state.events, move)), move.target)
    # Caught on its own turn with an empty yard it misses this very turn (ours); whoever is on turn may now be stuck (END-2).
    return _turn_begun(caught)


def _take_back(state: Round, move: Move) -> Round:
    seat, asides, hands = move.seat, state.asides, state.hands
    retake, kept = asides.retake, ~(1 << move.seat)
    assert retake is not None
    # Its turn is not over after all: who was to call before its end may call again, unless the penalty is paid.
    again = retake.uncalled & kept & (-1 if state.options.last_tile_call == "courtesy" else asides.silent)
    before = Asides(retake.barred, asides.uncalled & kept | again, asides.silent & ~again, asides.owing)
    return state._replace(
        board=retake.board,
        hands=(*hands[:seat], hands[seat] | 1 << state.laid[-1][0], *hands[seat + 1 :]),
        turn=seat,
        drawn=retake.drawn,
        asides=_calmed(before),
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


def _calmed(asides: Asides) -> Asides:
    """Return the asides, or `CALM` itself if there are none: the fast paths compare by identity."""
    return CALM if asides == CALM else asides


def _beside(state: Round, **changes: Any) -> Round:
    """Return the round with some of its asides changed."""
    return state._replace(asides=_calmed(state.asides._replace(**changes)))


def _turn_over(state: Round, seat: int, asides: Asides) -> Round:
    """End the turn of `seat`: block the round, close the time to call, skip seats that miss their turn."""
    state = state._replace(asides=_calmed(asides))
    if state.stuck == state.options.players:
        return _ended(state, "blocked")
    return _turn_begun(_windows_closed(state, seat))


def _turn_begun(state: Round) -> Round:
    """Skip every seat that misses its turn."""
    while state.asides.owing >> state.turn & 1 and state.end is None:
        state = _skipped(state)
    return settled(state)


def _windows_closed(state: Round, seat: int) -> Round:
    """Close the time to call for the seat before `seat`, whose turn is over (LAST-1, LAST-3, LAST-4)."""
    before = (seat - 1) % state.options.players
    asides, rule = state.asides, state.options.last_tile_call
    if not asides.uncalled >> before & 1:
        return state
    if rule == "catch":
        return _beside(state, uncalled=asides.uncalled & ~(1 << before), silent=asides.silent | 1 << before)
    state = _beside(state, uncalled=asides.uncalled & ~(1 << before))
    return _penalised(state, before) if rule == "automatic" else state


def _penalised(state: Round, seat: int) -> Round:
    """Make the seat draw a tile that it may not play at once, or miss its next turn (LAST-3)."""
    if not state.drawable:
        return _beside(state, owing=state.asides.owing | 1 << seat)
    tile, hands = state.yard[0], state.hands
    if seat == state.turn:
        state = _beside(state, barred=tile)
    return state._replace(
        hands=(*hands[:seat], hands[seat] | 1 << tile, *hands[seat + 1 :]),
        yard=state.yard[1:],
        events=(*state.events, Event(seat, "draw", tile, why="penalty")),
    )


def _skipped(state: Round) -> Round:
    """Skip the seat on turn. It counts as stuck if it has nothing to play, and the last play can no longer be taken back."""
    seat, seats, asides = state.turn, state.options.players, state.asides
    stuck = state.stuck + 1 if is_stuck(state, seat) else 0
    skipped = state._replace(
        turn=(seat + 1) % seats, stuck=stuck, events=(*state.events, Event(seat, "skip"))
    )
    after = _beside(skipped, owing=asides.owing & ~(1 << seat), retake=None)
    return _ended(after, "blocked") if stuck == seats else _windows_closed(after, seat)


def is_stuck(state: Round, seat: int) -> bool:
    """Return whether a turn of this seat counts towards `all-stuck`: no tile fits, not even a barred one (ours), and none can be drawn."""
    return not state.hands[seat] & state.board.playable and not state.drawable


def settled(state: Round) -> Round:
    """End the round if the seat on turn blocks it (END-2, `one-stuck`).

    Called when a turn begins and when a penalty takes from the yard. A seat that has drawn in this turn had a tile to draw. A seat
    whose only fitting tile is barred has no play (both ours). A seat that misses its turn is not on turn.
    """
    if not state.options.one_stuck or state.end or state.drawn >= 0 or state.drawable or can_play(state):
        return state
    return _ended(state, "blocked")


def over(state: Round) -> Round:
    """End a round that was put together from its parts if somebody is out or it is blocked."""
    if 0 in state.hands:
        return _ended(state, "out", state.hands.index(0))
    if state.stuck == state.options.players:
        return _ended(state, "blocked")
    return settled(state)


def play_recorded(state: Round, move: Move, events: int, over: bool) -> Round:
    """Make a move of a record. The record has `events` events in this round, and the round is `over` there or goes on.

    Early versions did not check END-2 after a penalty, so rounds went on past a seat that the penalty had left stuck. Such a record
    stays valid: if it goes on after a penalty, so does the round, until the next turn begins.
    """
    after = play(state, move)
    if after.end is None or after.events[-1].why != "penalty" or (over and len(after.events) >= events):
        return after
    unblocked = state._replace(options=state.options._replace(one_stuck=False))
    return play(unblocked, move)._replace(options=state.options)


def _ended(state: Round, kind: str, seat: int = -1) -> Round:
    """End the round: `seat` went out (END-1), or it is blocked (END-2)."""
    last = state.board.laid[-1][0]
    end = End(kind, seat, round_scores(state.hands, seat, last, state.options), state.hands)
    return state._replace(drawn=-1, asides=CALM, end=end)
