"""Decides which moves are legal. Only `why_not` decides; all other code calls it."""

from collections.abc import Callable

from game.rules.errors import Reason
from game.rules.moves import Choice, Move, moves_of_choice
from game.rules.round.board import why_not_lay
from game.rules.round.round_state import Round
from game.rules.tiles import BIT, HIGH, LOW, NAME, tiles_in

_ONLY_ON_TURN = ("play", "draw", "pass")


def why_not(state: Round, move: Move) -> Reason | None:
    """Return why `move` is not legal now. Return None if it is legal."""
    if state.end is not None:
        return Reason("reason.round-over", {})
    if move.seat != state.turn:
        if not 0 <= move.seat < state.options.players:
            return Reason("reason.no-such-seat", {"seat": move.seat})
        if move.do in _ONLY_ON_TURN:
            return Reason("reason.not-your-turn", {})
    return _JUDGES[move.do](state, move)


def can_play(state: Round) -> bool:
    """Return whether the seat on turn holds a tile that it may play before drawing (TURN-4)."""
    fitting = state.hands[state.turn] & state.board.playable
    return bool(fitting) and (state.asides.barred < 0 or fitting != BIT[state.asides.barred])


def _why_not_play(state: Round, move: Move) -> Reason | None:
    tile = move.tile
    if not state.hands[state.turn] & BIT[tile]:
        return Reason("reason.not-yours", {"tile": NAME[tile]})
    if state.drawn >= 0 and tile != state.drawn:
        return Reason("reason.only-drawn", {"drawn": NAME[state.drawn]})
    if tile == state.asides.barred:
        return Reason("reason.penalty-tile", {"tile": NAME[tile]})
    return why_not_lay(state.board, tile, move.on)


def _why_not_draw(state: Round, move: Move) -> Reason | None:
    options, board, drawn = state.options, state.board, state.drawn
    if not board.laid:
        return Reason("reason.centre-first", {"centre": NAME[board.centre]})
    if drawn >= 0 and options.draw == "one":
        return Reason("reason.drew-already", {})
    if drawn >= 0 and board.playable & BIT[drawn]:
        return Reason("reason.drawn-fits", {"drawn": NAME[drawn]})
    if len(state.yard) <= options.reserve:
        key = "reason.yard-reserve" if state.yard else "reason.yard-empty"
        return Reason(key, {"n": len(state.yard)})
    if drawn < 0 and not options.may_hold_back and can_play(state):
        return Reason("reason.can-play", {})
    return None


def _why_not_pass(state: Round, move: Move) -> Reason | None:
    options, board, drawn = state.options, state.board, state.drawn
    if not board.laid:
        return Reason("reason.centre-first", {"centre": NAME[board.centre]})
    drawable = len(state.yard) > options.reserve
    if drawn < 0:
        if can_play(state) and not (drawable and options.may_hold_back):
            return Reason("reason.can-play", {})
        return Reason("reason.draw-first", {}) if drawable else None
    if board.playable & BIT[drawn]:
        if options.drawn_tile == "must-play":
            return Reason("reason.play-drawn", {"drawn": NAME[drawn]})
    elif drawable and options.draw == "until-playable":
        return Reason("reason.draw-on", {})
    return None


def _why_not_call(state: Round, move: Move) -> Reason | None:
    if state.options.last_tile_call == "none":
        return Reason("reason.no-calls", {})
    if (state.asides.uncalled | state.asides.again) >> move.seat & 1:
        return None
    return Reason(
        "reason.call-too-late" if state.asides.silent >> move.seat & 1 else "reason.nothing-to-call", {}
    )


def _why_not_catch(state: Round, move: Move) -> Reason | None:
    target = move.target
    if state.options.last_tile_call != "catch":
        return Reason("reason.no-catches", {})
    if not 0 <= target < state.options.players:
        return Reason("reason.no-such-seat", {"seat": target})
    if target == move.seat:
        return Reason("reason.catch-yourself", {})
    if state.asides.silent >> target & 1:
        return None
    return Reason(
        "reason.catch-too-early" if state.asides.uncalled >> target & 1 else "reason.nothing-to-catch", {}
    )


def _why_not_take_back(state: Round, move: Move) -> Reason | None:
    if not state.options.take_back:
        return Reason("reason.no-take-back", {})
    if state.asides.retake is None or state.asides.retake.seat != move.seat:
        return Reason("reason.nothing-to-take-back", {})
    return None


_JUDGES: dict[str, Callable[[Round, Move], Reason | None]] = {
    "play": _why_not_play,
    "draw": _why_not_draw,
    "pass": _why_not_pass,
    "call": _why_not_call,
    "catch": _why_not_catch,
    "take-back": _why_not_take_back,
}


def legal_choices(state: Round) -> tuple[Choice, ...]:
    """Return the legal choices of the seat on turn: plays first, then draw, then pass."""
    seat, board, choices = state.turn, state.board, list[Choice]()
    if not board.laid:
        return (Choice("play", board.centre),) if state.end is None else ()
    for tile in tiles_in(state.hands[seat] & board.playable):
        high, low = HIGH[tile], LOW[tile]
        for suit in (high, low) if high != low else (high,):
            targets = board.targets(suit)
            # one target stands for all targets of the suit: `why_not` treats them alike
            if targets and why_not(state, Move(seat, "play", tile, targets.bit_length() - 1)) is None:
                choices.append(Choice("play", tile, suit))
    choices += [Choice(do) for do in ("draw", "pass") if why_not(state, Move(seat, do)) is None]
    return tuple(choices)


def legal_moves(state: Round, seat: int | None = None) -> list[Move]:
    """Return the legal plays, draws and passes of the seat on turn.

    With a `seat`, return the legal moves of that seat, its calls, catches and take-backs included.
    """
    moves = list[Move]()
    if seat is None or seat == state.turn:
        for choice in legal_choices(state):
            moves += moves_of_choice(state.board, state.turn, choice)
    if seat is not None:
        off_turn = [Move(seat, "call"), Move(seat, "take-back")]
        off_turn += [Move(seat, "catch", target=target) for target in range(state.options.players)]
        moves += [move for move in off_turn if why_not(state, move) is None]
    return moves
