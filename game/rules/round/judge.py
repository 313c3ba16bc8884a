"""The one place that decides legality: `why_not` says why a move is not allowed, and everything else asks it."""

from collections.abc import Callable, Iterator

from game.rules.errors import Reason
from game.rules.moves import Choice, Move, moves_of_choice
from game.rules.round.board import why_not_lay
from game.rules.round.round_state import Round
from game.rules.tiles import BIT, HIGH, LOW, NAME, Tile, tiles_in

_OF_A_TURN = ("play", "draw", "pass")


def why_not(state: Round, move: Move) -> Reason | None:
    """Return why `move` is not legal now, as a message key with values; None if it is legal."""
    if state.end is not None:
        return Reason("reason.round-over", {})
    if move.seat != state.turn:
        if not 0 <= move.seat < state.options.players:
            return Reason("reason.no-such-seat", {"seat": move.seat})
        if move.do in _OF_A_TURN:
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
    rules, board, drawn = state.options, state.board, state.drawn
    if not board.laid:
        return Reason("reason.centre-first", {"centre": NAME[board.centre]})
    if drawn >= 0 and rules.draw == "one":
        return Reason("reason.drew-already", {})
    if drawn >= 0 and board.playable & BIT[drawn]:
        return Reason("reason.drawn-fits", {"drawn": NAME[drawn]})
    if len(state.yard) <= rules.reserve:
        key = "reason.yard-reserve" if state.yard else "reason.yard-empty"
        return Reason(key, {"n": len(state.yard)})
    if drawn < 0 and not rules.may_hold_back and can_play(state):
        return Reason("reason.can-play", {})
    return None


def _why_not_pass(state: Round, move: Move) -> Reason | None:
    rules, board, drawn = state.options, state.board, state.drawn
    if not board.laid:
        return Reason("reason.centre-first", {"centre": NAME[board.centre]})
    drawable = len(state.yard) > rules.reserve
    if drawn < 0:
        if can_play(state) and not (drawable and rules.may_hold_back):
            return Reason("reason.can-play", {})
        return Reason("reason.draw-first", {}) if drawable else None
    if board.playable & BIT[drawn]:
        if rules.drawn_tile == "must-play":
            return Reason("reason.play-drawn", {"drawn": NAME[drawn]})
    elif drawable and rules.draw == "until-playable":
        return Reason("reason.draw-on", {})
    return None


def _why_not_call(state: Round, move: Move) -> Reason | None:
    if state.options.last_tile_call == "none":
        return Reason("reason.no-calls", {})
    if state.asides.uncalled >> move.seat & 1:
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


def places_for(state: Round, tile: Tile) -> Iterator[tuple[int, int]]:
    """Yield (suit, mask of the laid tiles that take this half) for a tile, legal or not."""
    for suit in dict.fromkeys((HIGH[tile], LOW[tile])):
        targets = state.board.targets(suit)
        if targets:
            yield suit, targets


def legal_choices(state: Round) -> tuple[Choice, ...]:
    """Return the choices of the seat on turn: plays first, then draw, then pass."""
    seat, choices = state.turn, list[Choice]()
    if not state.board.laid:
        return (Choice("play", state.board.centre),) if state.end is None else ()
    for tile in tiles_in(state.hands[seat] & state.board.playable):
        for suit, targets in places_for(state, tile):
            if why_not(state, Move(seat, "play", tile, targets.bit_length() - 1)) is None:
                choices.append(Choice("play", tile, suit))
    choices += [Choice(do) for do in ("draw", "pass") if why_not(state, Move(seat, do)) is None]
    return tuple(choices)


def legal_moves(state: Round, seat: int | None = None) -> list[Move]:
    """Return the legal moves of the seat on turn, or of a given seat with its calls, catches and take-backs."""
    moves = list[Move]()
    if seat is None or seat == state.turn:
        for choice in legal_choices(state):
            moves += moves_of_choice(state.board, state.turn, choice)
    if seat is not None:
        asides = [Move(seat, "call"), Move(seat, "take-back")]
        asides += [Move(seat, "catch", target=target) for target in range(state.options.players)]
        moves += [move for move in asides if why_not(state, move) is None]
    return moves
