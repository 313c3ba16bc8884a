"""Check whether play can have led to a round that was read from a text.

Only its current state is checked, not its events.
"""

from collections.abc import Iterator

from game.rules.errors import PositionError
from game.rules.round.round_state import CALM, Round
from game.rules.round.turn import is_stuck
from game.rules.tiles import DOUBLES


def check_reachable(state: Round) -> None:
    """Raise PositionError if a tile is missing or occurs twice, or if a part of the state contradicts the others."""
    tiles = [*state.hands, *(1 << tile for tile in state.yard), state.board.table]
    union = 0
    for mask in tiles:
        union |= mask
    if sum(tiles) != state.options.tiles or union != state.options.tiles:
        raise PositionError("error.position.tiles")
    for part in _contradictions(state):
        raise PositionError("error.position.state", {"part": part})


def _contradictions(state: Round) -> Iterator[str]:
    """Yield the name of each field (see position.py) that contradicts the others.

    The functions below do the same for some fields.
    """
    rules = state.options
    any_double = rules.centre_from == "hand" and rules.missing_double == "next-lower"
    if state.number < 1:
        yield "round"
    if state.centre != state.own_centre and not (any_double and DOUBLES >> state.centre & 1):
        yield "centre"
    if len(state.hands) != rules.players:
        yield "hands"
    elif not state.laid:
        yield from _before_the_centre(state)
    else:
        yield from _turn(state)
        yield from _last_tiles(state)
        if state.asides.retake is not None:
            yield from _taking_back(state)


def _before_the_centre(state: Round) -> Iterator[str]:
    """Check a round without a laid tile: the seat with the centre tile is on turn, and nothing has happened yet."""
    if state.drawn >= 0 or state.stuck or state.asides != CALM or state.options.centre_from == "table":
        yield "laid"
    if 0 in state.hands:
        yield "hands"
    if state.deal.first_seat != state.turn or not state.hands[state.turn] >> state.centre & 1:
        yield "turn"


def _turn(state: Round) -> Iterator[str]:
    """Check the seat that went out, the tiles drawn in this turn, and the seats that were stuck before it."""
    seats, hand = state.options.players, state.hands[state.turn]
    out = [seat for seat, held in enumerate(state.hands) if not held]
    if out and out != [_before(state)]:
        yield "hands"
    for part, tile in (("drawn", state.drawn), ("barred", state.asides.barred)):
        if tile >= 0 and (not hand >> tile & 1 or hand == 1 << tile):
            yield part
    if state.asides.barred >= 0 and not state.options.silence_costs:
        yield "barred"
    stuck = [(state.turn - 1 - step) % seats for step in range(state.stuck)]
    if stuck and (out or state.drawn >= 0 or not all(is_stuck(state, seat) for seat in stuck)):
        yield "stuck"


def _last_tiles(state: Round) -> Iterator[str]:
    """Check the seats that may call their last tile, can be caught, or will miss a turn. All are masks of seats."""
    last_seat, one_tile = 1 << _before(state), 0
    for seat, hand in enumerate(state.hands):
        if hand.bit_count() == 1:
            one_tile |= 1 << seat
    rule = state.options.last_tile_call
    over = 0 in state.hands or state.stuck == state.options.players
    # only with an empty yard turns are missed, and under `call_again` they close no window (LAST-7)
    windows = -1 if _may_call_again(state) else last_seat
    if state.asides.uncalled & ~(windows & one_tile) or (state.asides.uncalled and (over or rule == "none")):
        yield "uncalled"
    if state.asides.silent & ~(one_tile & ~last_seat) or (state.asides.silent and (over or rule != "catch")):
        yield "silent"
    closed = state.asides.uncalled | state.asides.silent
    if state.asides.again & (closed | ~one_tile) or (
        state.asides.again and (over or not _may_call_again(state))
    ):
        yield "again"
    not_owing = 1 << state.turn | closed | state.asides.again
    if state.asides.owing & not_owing or (
        state.asides.owing and (over or state.drawable or not state.options.silence_costs)
    ):
        yield "owing"


def _may_call_again(state: Round) -> bool:
    """Whether a seat can have missed its turn and have to call again (LAST-7)."""
    return state.options.call_again and state.options.silence_costs and not state.drawable


def _taking_back(state: Round) -> Iterator[str]:
    """Check the state that a take-back restores: only the seat before the one on turn may take its play back."""
    retake, (tile, on) = state.asides.retake, state.laid[-1]
    assert retake is not None
    seats = state.options.players
    possible = state.options.take_back and on >= 0 and not state.stuck and state.drawn < 0
    allowed = 1 << (retake.seat - 1) % seats if state.options.last_tile_call != "none" else 0
    if _may_call_again(state):
        allowed = ~(1 << retake.seat)
    barred = retake.barred < 0 or (
        state.options.silence_costs and state.hands[retake.seat] >> retake.barred & 1
    )
    if (
        not possible
        or 0 in state.hands
        or retake.drawn not in (-1, tile)
        or not barred
        or retake.uncalled & ~allowed
    ):
        yield "back"


def _before(state: Round) -> int:
    """The seat before the one on turn."""
    return (state.turn - 1) % state.options.players
