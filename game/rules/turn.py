"""Carrying out a move, and what follows by itself: penalties, missed turns, the end of the round."""

from collections.abc import Callable

from game.rules.board import lay
from game.rules.deal import Deal
from game.rules.errors import IllegalMove
from game.rules.judge import why_not
from game.rules.moves import Event, Move
from game.rules.options import Options
from game.rules.scoring import round_scores
from game.rules.state import End, Retake, Round, opened

_new = tuple.__new__


def begin_round(options: Options, deal: Deal) -> Round:
    """The round as it stands when its first seat is to play; it may be blocked already (END-2)."""
    return settled(opened(options, deal))


def play(state: Round, move: Move) -> Round:
    """The round after `move`, automatic consequences included; raises IllegalMove with the judge's reason."""
    reason = why_not(state, move)
    if reason is not None:
        raise IllegalMove(reason.key, reason.values)
    return _CARRY_OUT[move.do](state, move)


# The three moves of a turn make up nearly all of a game, so they unpack the round and build the next one without
# `__new__` and `_replace`, which would take most of the time.


def _play_tile(state: Round, move: Move) -> Round:
    options, deal, board, hands, yard, seat, drawn, barred, _, uncalled, silent, owing, _, events, _ = state
    tile, on, bit = move.tile, move.on, 1 << seat
    hand = hands[seat] ^ 1 << tile
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    retake = None
    if options.take_back and on >= 0:
        retake = Retake(seat, board, drawn, barred, uncalled)
    if hand & hand - 1 or options.last_tile_call == "none":
        uncalled &= ~bit
    else:
        uncalled |= bit  # LAST-1
    board, events, turn = lay(board, tile, on, options), (*events, move), (seat + 1) % len(hands)
    flags = (uncalled, silent & ~bit, owing)
    after = _new(Round, (options, deal, board, hands, yard, turn, -1, -1, 0, *flags, retake, events, None))
    if not hand:
        return _ended(after, "out", seat)
    return _turn_over(after, seat) if uncalled or owing or options.one_stuck else after


def _draw(state: Round, move: Move) -> Round:
    options, deal, board, hands, yard, seat, _, barred, _, uncalled, silent, owing, _, events, _ = state
    tile, bit = yard[0], 1 << seat
    hands = (*hands[:seat], hands[seat] | 1 << tile, *hands[seat + 1 :])
    events = (*events, _new(Move, (seat, "draw", tile, -1, -1, "turn")))
    flags = (uncalled & ~bit, silent & ~bit, owing)
    return _new(
        Round, (options, deal, board, hands, yard[1:], seat, tile, barred, 0, *flags, None, events, None)
    )


def _pass(state: Round, move: Move) -> Round:
    options, deal, board, hands, yard, seat, drawn, _, stuck, uncalled, silent, owing, _, events, _ = state
    stuck = stuck + 1 if drawn < 0 and is_stuck(state, seat) else 0
    events, turn, bit = (*events, move), (seat + 1) % len(hands), 1 << seat
    flags = (uncalled & ~bit, silent & ~bit, owing)
    after = _new(Round, (options, deal, board, hands, yard, turn, -1, -1, stuck, *flags, None, events, None))
    if stuck == len(hands):
        return _ended(after, "blocked")
    return _turn_over(after, seat) if uncalled or owing or options.one_stuck else after


def _call(state: Round, move: Move) -> Round:
    return state._replace(uncalled=state.uncalled & ~(1 << move.seat), events=(*state.events, move))


def _catch(state: Round, move: Move) -> Round:
    target = move.target
    caught = state._replace(silent=state.silent & ~(1 << target), events=(*state.events, move))
    caught = _penalised(caught, target)
    return (
        _turn_begun(caught) if caught.owing >> caught.turn & 1 else caught
    )  # it misses this very turn (ours)


def _take_back(state: Round, move: Move) -> Round:
    seat, retake, bit = move.seat, state.retake, 1 << move.seat
    assert retake is not None
    # The turn is not over after all: whoever was to call before its end may call again, unless the penalty
    # is paid.
    again = retake.uncalled & ~bit & (-1 if state.options.last_tile_call == "courtesy" else state.silent)
    tile = state.board.laid[-1][0]
    hands = state.hands
    return state._replace(
        board=retake.board,
        hands=(*hands[:seat], hands[seat] | 1 << tile, *hands[seat + 1 :]),
        turn=seat,
        drawn=retake.drawn,
        barred=retake.barred,
        uncalled=state.uncalled & ~bit | again,
        silent=state.silent & ~again,
        retake=None,
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


def _turn_over(state: Round, seat: int) -> Round:
    """What follows the end of `seat`'s turn: windows to call close, missed turns are missed."""
    return _turn_begun(_windows_closed(state, seat))


def _turn_begun(state: Round) -> Round:
    """The round once a seat is on turn that does not miss it, or over."""
    while state.owing >> state.turn & 1 and state.end is None:
        state = _skipped(state)
    return state if state.end is not None else settled(state)


def _windows_closed(state: Round, seat: int) -> Round:
    """The seat before `seat`, whose turn is over, can no longer call (LAST-1, LAST-3, LAST-4)."""
    before = (seat - 1) % state.options.players
    if not state.uncalled >> before & 1:
        return state
    rule, state = state.options.last_tile_call, state._replace(uncalled=state.uncalled & ~(1 << before))
    if rule == "catch":
        return state._replace(silent=state.silent | 1 << before)
    return _penalised(state, before) if rule == "automatic" else state


def _penalised(state: Round, seat: int) -> Round:
    """The seat draws a tile that it may not play at once, or misses its next turn (LAST-3)."""
    if not state.drawable:
        return state._replace(owing=state.owing | 1 << seat)
    tile = state.yard[0]
    return state._replace(
        hands=(*state.hands[:seat], state.hands[seat] | 1 << tile, *state.hands[seat + 1 :]),
        yard=state.yard[1:],
        barred=tile if seat == state.turn else state.barred,
        events=(*state.events, Event(seat, "draw", tile, why="penalty")),
    )


def _skipped(state: Round) -> Round:
    """The seat on turn misses its turn; with nothing to play it counts as stuck. The last play stands."""
    seat, seats = state.turn, state.options.players
    after = state._replace(
        turn=(seat + 1) % seats,
        stuck=state.stuck + 1 if is_stuck(state, seat) else 0,
        owing=state.owing & ~(1 << seat),
        retake=None,
        events=(*state.events, Event(seat, "skip")),
    )
    return _ended(after, "blocked") if after.stuck == seats else _windows_closed(after, seat)


def is_stuck(state: Round, seat: int) -> bool:
    """Whether a seat has neither a tile that fits, barred for this turn or not (ours), nor one to draw."""
    return not state.hands[seat] & state.board.playable and not state.drawable


def settled(state: Round) -> Round:
    """The round ended if the seat on turn is the one that blocks it (END-2), else as it is."""
    return _ended(state, "blocked") if state.options.one_stuck and is_stuck(state, state.turn) else state


def over(state: Round) -> Round:
    """A round put together from its parts, ended if it is over: somebody is out, or it is blocked."""
    if 0 in state.hands:
        return _ended(state, "out", state.hands.index(0))
    if state.stuck == state.options.players:
        return _ended(state, "blocked")
    return settled(state) if state.drawn < 0 else state


def _ended(state: Round, kind: str, seat: int = -1) -> Round:
    """The round over: `seat` went out (END-1), or it is blocked (END-2)."""
    last = state.board.laid[-1][0]
    end = End(kind, seat, round_scores(state.hands, seat, last, state.options), state.hands)
    return state._replace(drawn=-1, barred=-1, uncalled=0, silent=0, owing=0, retake=None, end=end)
