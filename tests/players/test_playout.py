"""The playout ends every round exactly as the rules do when everybody plays the way it plays."""

import pytest

from game.players.beliefs import position_of
from game.players.kit import kit_for
from game.players.playout import HEAVIEST, law_for, noise, playout, world_of
from game.players.yardsticks import greedy
from game.rules.match import start_match, with_round
from game.rules.options import Options
from game.rules.presets import resolve
from game.rules.rng import Rng
from game.rules.state import Round
from game.rules.turn import play
from game.rules.view import moves_of, view
from tests.players.tables import mixed_options, tables


def played_out(state: Round, options: Options) -> tuple[tuple[int, ...], int]:
    """By the rules, with `greedy` in every seat: the hands left and how many tiles of the yard are left."""
    match = start_match(options, "any")
    while state.end is None:
        seen = view(with_round(match, state), state.turn)
        state = play(state, moves_of(seen, greedy(seen))[0])
    return state.hands, len(state.yard)


def check(options: Options, seed: str) -> None:
    state = start_match(options, seed).current
    assert state is not None
    kit = kit_for(options.set, options.double_blank, options.blank_half)
    law = law_for(options)
    match = start_match(options, seed)
    for _ in range(4):  # from the start and from a few moves later
        seen = view(with_round(match, state), state.turn)
        if seen.laid and not seen.has_drawn:
            position = position_of(seen, kit, law)
            hands = [kit.from_rules(hand) for hand in state.hands]
            world = world_of(hands.copy(), [kit.bit[kit.local[tile]] for tile in state.yard])
            playout(
                kit, law, HEAVIEST, world, hands, 0, position.table, state.turn, position.idle, (*noise(0), 0)
            )
            expected, _ = played_out(state, options)
            assert hands == [kit.from_rules(hand) for hand in expected]
        state = play(state, moves_of(seen, greedy(seen))[0])
        if state.end is not None:
            return


@pytest.mark.parametrize(("name", "options"), tables(), ids=[name for name, _ in tables()])
def test_a_playout_obeys_the_rules_of_every_preset(name: str, options: Options) -> None:
    changed = resolve(None, {**options.declared(), "last_tile_call": "none"})
    for number in range(12):
        check(changed, f"{name}-{number}")


def test_a_playout_obeys_any_mix_of_options() -> None:
    rng = Rng("playout", "test")
    for number in range(60):
        options = mixed_options(rng)
        check(resolve(None, {**options.declared(), "last_tile_call": "none"}), f"mix-{number}")
