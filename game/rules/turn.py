"""Carrying out a move, and what follows by itself: penalties, missed turns, the end of the round."""

from collections.abc import Callable

from game.rules.board import Board, lay
from game.rules.deal import Deal
from game.rules.errors import IllegalMove
from game.rules.judge import why_not
from game.rules.moves import Event, Move
from game.rules.options import Options
from game.rules.scoring import round_scores
from game.rules.state import End, Retake, Round, opened
from game.rules.tiles import Tile


def begin_round(options: Options, deal: Deal) -> Round:
    """The round as it stands when its first seat is to play; it may be blocked already (END-2)."""
    return _ended_if_stuck(opened(options, deal))


def play(state: Round, move: Move) -> Round:
    """The round after `move`, automatic consequences included; raises IllegalMove with the judge's reason."""
    reason = why_not(state, move)
    if reason is not None:
        raise IllegalMove(reason.key, reason.values)
    return _CARRY_OUT[move.do](state, move)


def _play_tile(state: Round, move: Move) -> Round:
    seat, _, tile, on, _ = move
    rules, hands, bit = state.options, state.hands, 1 << seat
    hand = hands[seat] ^ 1 << tile
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    board = lay(state.board, tile, on, rules)
    events = (*state.events, Event(seat, "play", tile, on))
    if not hand:
        return _ended(state, board, hands, events, "out", seat)
    uncalled, retake = state.uncalled & ~bit, None
    if not hand & hand - 1 and rules.last_tile_call != "none":
        uncalled |= bit  # LAST-1
    if rules.take_back and on >= 0:
        retake = Retake(seat, state.board, state.drawn, state.barred, state.uncalled)
    return _next_turn(state, board, hands, 0, uncalled, retake, events)


def _draw(state: Round, move: Move) -> Round:
    seat, bit, tile = move.seat, 1 << move.seat, state.yard[0]
    hands = state.hands
    return Round(
        state.options,
        state.deal,
        state.board,
        (*hands[:seat], hands[seat] | 1 << tile, *hands[seat + 1 :]),
        state.yard[1:],
        seat,
        tile,
        state.barred,
        0,
        state.uncalled & ~bit,
        state.silent & ~bit,
        state.owing,
        None,
        (*state.events, Event(seat, "draw", tile, -1, "turn")),
        None,
    )


def _pass(state: Round, move: Move) -> Round:
    seat = move.seat
    events = (*state.events, Event(seat, "pass"))
    stuck = state.stuck + 1 if state.drawn < 0 and _is_stuck(state, seat) else 0
    if stuck == state.options.players and state.options.blocked_when == "all-stuck":
        return _ended(state, state.board, state.hands, events, "blocked")
    return _next_turn(state, state.board, state.hands, stuck, state.uncalled & ~(1 << seat), None, events)


def _call(state: Round, move: Move) -> Round:
    events = (*state.events, Event(move.seat, "call"))
    return state._replace(uncalled=state.uncalled & ~(1 << move.seat), events=events)


def _catch(state: Round, move: Move) -> Round:
    target = move.target
    events = (*state.events, Event(move.seat, "catch", target=target))
    return _penalised(state._replace(silent=state.silent & ~(1 << target), events=events), target)


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
        events=(*state.events, Event(seat, "take-back")),
    )


_CARRY_OUT: dict[str, Callable[[Round, Move], Round]] = {
    "play": _play_tile,
    "draw": _draw,
    "pass": _pass,
    "call": _call,
    "catch": _catch,
    "take-back": _take_back,
}


def _next_turn(
    state: Round,
    board: Board,
    hands: tuple[int, ...],
    stuck: int,
    uncalled: int,
    retake: Retake | None,
    events: tuple[Event, ...],
) -> Round:
    """The round with the turn of the seat on turn over: windows to call close, missed turns are missed."""
    rules, seat = state.options, state.turn
    after = Round(
        rules,
        state.deal,
        board,
        hands,
        state.yard,
        seat + 1 if seat + 1 < rules.players else 0,
        -1,
        -1,
        stuck,
        uncalled,
        state.silent & ~(1 << seat),
        state.owing,
        retake,
        events,
        None,
    )
    if uncalled:
        after = _windows_closed(after, seat)
    while after.owing >> after.turn & 1:
        after = _skipped(after)
        if after.end is not None:
            return after
    if rules.blocked_when == "one-stuck":
        return _ended_if_stuck(after)
    return after


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
        stuck=state.stuck + 1 if _is_stuck(state, seat) else 0,
        owing=state.owing & ~(1 << seat),
        retake=None,
        events=(*state.events, Event(seat, "skip")),
    )
    if after.stuck == seats and state.options.blocked_when == "all-stuck":
        return _ended(after, after.board, after.hands, after.events, "blocked")
    return _windows_closed(after, seat)


def _is_stuck(state: Round, seat: int) -> bool:
    """Whether a seat has neither a tile that fits, barred for this turn or not (ours), nor one to draw."""
    return not state.hands[seat] & state.board.playable and not state.drawable


def _ended_if_stuck(state: Round) -> Round:
    if state.options.blocked_when == "one-stuck" and _is_stuck(state, state.turn):
        return _ended(state, state.board, state.hands, state.events, "blocked")
    return state


def _ended(
    state: Round, board: Board, hands: tuple[int, ...], events: tuple[Event, ...], kind: str, seat: Tile = -1
) -> Round:
    """The round over: `seat` went out (END-1), or it is blocked (END-2)."""
    end = End(kind, seat, round_scores(hands, seat, board.laid[-1][0], state.options), hands)
    return state._replace(
        board=board,
        hands=hands,
        drawn=-1,
        barred=-1,
        retake=None,
        uncalled=0,
        silent=0,
        events=events,
        end=end,
    )
