"""Move counts of positions of every kind, and a second, naive generator that must come to the same."""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.commands.measure.perft import perft
from game.records.position import parse_position
from game.rules.moves import Move
from game.rules.round.judge import legal_moves
from game.rules.round.round_state import Round
from game.rules.round.turn import play
from game.rules.tiles import HIGH, LOW, NAME, PIPS
from tests.rules.rounds import random_options, random_states

PERFT = Path(__file__).with_name("perft.json")


def naive_turn(state: Round) -> Iterator[Move]:
    """The plays, draws and passes of the seat on turn, from the laid tiles alone and as the rules are told in words."""
    rules, seat, laid = state.options, state.turn, dict(state.laid)
    if state.end is not None:
        return
    if not laid:
        yield Move(seat, "play", state.centre)
        return
    hand = [tile for tile in range(190) if state.hands[seat] >> tile & 1]
    fitting = [(tile, on) for tile in hand for on in laid if fits(state, laid, tile, on)]
    now = [(tile, on) for tile, on in fitting if state.drawn in (-1, tile) and tile != state.asides.barred]
    yard = len(state.yard) - rules.reserve > 0
    if state.drawn < 0:
        yield from (Move(seat, "play", tile, on) for tile, on in now)
        if yard and (not now or rules.may_hold_back):
            yield Move(seat, "draw")
        if not yard and not now:
            yield Move(seat, "pass")
    elif now:
        yield from (Move(seat, "play", tile, on) for tile, on in now)
        if rules.drawn_tile == "may-play":
            yield Move(seat, "pass")
    elif rules.draw == "until-playable" and yard:
        yield Move(seat, "draw")
    else:
        yield Move(seat, "pass")


def fits(state: Round, laid: dict[int, int], tile: int, on: int) -> bool:
    """Whether a tile may go on a laid one, by looking at the whole table."""
    pending = naive_foot(state, laid)
    if pending is not None:
        return on == pending and HIGH[on] in (HIGH[tile], LOW[tile])
    if HIGH[on] == LOW[on] or on in laid.values():
        return False
    under = laid[on]
    joint = HIGH[on] if HIGH[on] in (HIGH[under], LOW[under]) else LOW[on]
    # Two halves could meet only if both tiles had the same two numbers, and every tile is unique.
    return PIPS[on] - joint in (HIGH[tile], LOW[tile])


def naive_foot(state: Round, laid: dict[int, int]) -> int | None:
    """The double that lacks toes, found by counting."""
    rules = state.options
    for double in (tile for tile in laid if HIGH[tile] == LOW[tile]):
        needed = rules.arm_count if laid[double] < 0 else rules.toes
        lying = sum(on == double for on in laid.values())
        if lying == needed:
            continue
        suit = HIGH[double]
        off = [
            tile
            for tile in range(190)
            if suit in (HIGH[tile], LOW[tile]) and HIGH[tile] <= rules.set and tile not in laid
        ]
        if rules.short_foot == "closes" and (len(off) < needed - lying or _closed_before(state, double)):
            continue
        return double
    return None


def _closed_before(state: Round, double: int) -> bool:
    """Whether something was laid elsewhere after the double while it still lacked toes: then it had closed."""
    after = [on for tile, on in state.laid[[tile for tile, _ in state.laid].index(double) + 1 :]]
    return any(on != double for on in after)


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=30)
@given(st.integers(0, 10**6))
def test_the_naive_generator_finds_the_same_moves(seed: int) -> None:
    random = Random(seed)
    _, options = random_options(random, sets=(6, 9))
    for state in random_states(options._replace(round_count=1), str(seed), random):
        if random.random() < 0.5:
            assert sorted(legal_moves(state)) == sorted(naive_turn(state))


def turns(state: Round, depth: int, moves: Callable[[Round], Iterable[Move]]) -> int:
    """Sequences of so many plays, draws and passes, by a generator of moves."""
    if depth == 0:
        return 1
    return sum(turns(play(state, move), depth - 1, moves) for move in moves(state))


@pytest.mark.slow
@pytest.mark.parametrize("kind", json.loads(PERFT.read_text()))
def test_perft(kind: str) -> None:
    entry = json.loads(PERFT.read_text())[kind]
    state = parse_position(entry["position"])
    depths = range(1, len(entry["counts"]) + 1)
    assert [perft(state, depth) for depth in depths] == entry["counts"]
    assert [turns(state, depth, naive_turn) for depth in depths] == [
        turns(state, depth, legal_moves) for depth in depths
    ]


def test_the_perft_file_has_every_kind_of_position() -> None:
    entries = json.loads(PERFT.read_text())
    states = {kind: parse_position(entry["position"]) for kind, entry in entries.items()}
    assert states["opening"].board.opening and states["opening"].laid
    assert not states["centre in a hand"].laid
    assert states["pending foot"].foot >= 0 and not states["pending foot"].stalemate
    assert states["blocked foot"].stalemate
    closed = states["closed foot"]
    assert closed.options.short_foot == "closes" and closed.foot < 0
    doubles = [tile for tile, _ in closed.laid[1:] if HIGH[tile] == LOW[tile]]
    assert any(sum(on == double for _, on in closed.laid) < 3 for double in doubles), [
        NAME[d] for d in doubles
    ]
    assert states["after a draw"].drawn >= 0
    assert (
        states["a call, a catch, a tile to take back"].asides.silent
        or states["a call, a catch, a tile to take back"].asides.uncalled
    )
    assert states["a call, a catch, a tile to take back"].asides.retake is not None
