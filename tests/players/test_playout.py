"""The playout ends every round exactly as the rules do when everybody plays the way it plays."""

from collections.abc import Callable
from functools import partial

import pytest

from game.players.search.beliefs import position_of
from game.players.search.playout import playout, playout_rules, random_numbers, world_of
from game.players.search.rollout import CAREFUL, RolloutPolicy, Weights, careful, policy_for, urges
from game.players.search.search_position import table_of, tiles_off_table
from game.players.search.tile_tables import TileTables, tile_tables_for
from game.players.yardsticks import greedy
from game.rules.match import start_match, with_round
from game.rules.moves import Choice
from game.rules.options.declared import Options
from game.rules.options.presets import resolve
from game.rules.rng import Rng
from game.rules.round.round_state import Round
from game.rules.round.turn import play
from game.rules.tiles import parse_tile
from game.rules.view import SeatView, moves_of, view
from tests.players.tables import mixed_options, tables

Chooser = Callable[[SeatView], Choice]


def heaviest(seen: SeatView, tile_tables: TileTables, policy: RolloutPolicy) -> Choice:
    return greedy(seen)


def with_care(seen: SeatView, tile_tables: TileTables, policy: RolloutPolicy) -> Choice:
    """What `careful` says where several tiles fit, from the rules' own table."""
    hand, (count, opened, foot, missing, fit) = tile_tables.from_rules(seen.hand), table_of(seen, tile_tables)
    fits = hand & fit
    if seen.has_drawn or fits.bit_count() < 2:
        return greedy(seen)
    fewest = min(4, *(n for seat, n in enumerate(seen.counts) if seat != seen.seat))
    hidden = tiles_off_table(seen, tile_tables) & ~hand
    local, suit = careful(
        tile_tables, seen.options.toes, hand, hidden, fits, fewest, count, opened, foot, missing
    )
    return next(c for c in seen.choices if (c.tile, c.suit) == (tile_tables.rules_tile[local], suit))


def by_the_table(seen: SeatView, tile_tables: TileTables, policy: RolloutPolicy) -> Choice:
    """The most of urge + expose where several tiles fit; the heaviest of equals, by its higher half if that fits."""
    plays = [c for c in seen.choices if c.do == "play"]
    if seen.has_drawn or len({c.tile for c in plays}) < 2:
        return greedy(seen)
    fewest = min(4, *(n for seat, n in enumerate(seen.counts) if seat != seen.seat))

    def worth(choice: Choice) -> tuple[float, int, int]:
        tile = tile_tables.local[choice.tile]
        free = tile_tables.low[tile] if tile_tables.high[tile] == choice.suit else tile_tables.high[tile]
        return policy.urge[fewest][tile] + policy.expose[free], tile, choice.suit

    best = [
        max((c for c in plays if c.tile == tile), key=lambda c: c.suit) for tile in {c.tile for c in plays}
    ]
    return max(best, key=worth)


WAYS = {heaviest: None, with_care: CAREFUL, by_the_table: ...}


def played_out(state: Round, options: Options, choose: Chooser) -> tuple[int, ...]:
    """The hands left by the rules when every seat chooses so."""
    match = start_match(options, "any")
    while state.end is None:
        seen = view(with_round(match, state), state.turn)
        state = play(state, moves_of(seen, choose(seen))[0])
    return state.hands


def check(options: Options, seed: str) -> None:
    state = start_match(options, seed).current
    assert state is not None
    tile_tables = tile_tables_for(options)
    rules = playout_rules(options)
    match = start_match(options, seed)
    for _ in range(4):  # from the start and from a few moves later
        seen = view(with_round(match, state), state.turn)
        if seen.laid and not seen.has_drawn:
            position = position_of(seen, tile_tables, rules)
            table = policy_for(tile_tables, position.table[1], position.hidden)
            for way, policy in WAYS.items():
                policies = (table if policy is ... else policy,) * options.players
                hands = [tile_tables.from_rules(hand) for hand in state.hands]
                world = world_of(
                    hands.copy(), [tile_tables.bit[tile_tables.local[tile]] for tile in state.yard]
                )
                start, idle = position.table, position.idle
                playout(
                    tile_tables,
                    rules,
                    policies,
                    world,
                    hands,
                    0,
                    start,
                    state.turn,
                    idle,
                    (*random_numbers(0), 0),
                )
                expected = played_out(state, options, partial(way, tile_tables=tile_tables, policy=table))
                assert hands == [tile_tables.from_rules(hand) for hand in expected], way
        state = play(state, moves_of(seen, greedy(seen))[0])
        if state.end is not None:
            return


@pytest.mark.parametrize(("name", "options"), tables(), ids=[name for name, _ in tables()])
def test_a_playout_obeys_the_rules_of_every_preset(name: str, options: Options) -> None:
    changed = resolve(None, {**options.declared(), "last_tile_call": "none"})
    for number in range(6):
        check(changed, f"{name}-{number}")


@pytest.mark.slow
@pytest.mark.parametrize("mixes", [20, pytest.param(200, marks=pytest.mark.long)])
def test_a_playout_obeys_any_mix_of_options(mixes: int) -> None:
    rng = Rng("playout", "test")
    for number in range(mixes):
        options = mixed_options(rng)
        check(resolve(None, {**options.declared(), "last_tile_call": "none"}), f"mix-{number}")


@pytest.mark.parametrize("largest", [6, 9, 12, 15, 18])
def test_only_a_tile_that_scores_more_than_its_pips_is_a_burden(largest: int) -> None:
    """The heaviest ordinary tile has twice the highest pips. The double blank counts as a burden if it scores 50."""
    only_burden = Weights((0.0,) * 5, burden=1.0, double=0, double_late=0, double_unseen=0, unseen=0, new=0)
    for points, burdens in ((0, set[int]()), (50, {parse_tile("0-0")})):
        tile_tables = tile_tables_for(resolve(None, {"set": largest, "double_blank": points}, 4))
        values = urges(tile_tables, only_burden)[0]
        found = {tile for tile, local in tile_tables.local.items() if values[local]}
        assert found == burdens
