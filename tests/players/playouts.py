"""Compare the playouts of the search with the rules."""

from collections.abc import Callable
from functools import partial

from game.players.search.beliefs import position_of
from game.players.search.playout import playout, playout_rules, random_numbers, world_of
from game.players.search.rollout import CAREFUL, RolloutPolicy, careful, policy_for
from game.players.search.search_position import table_of, tiles_off_table
from game.players.search.tile_tables import TileTables, tile_tables_for
from game.players.yardsticks import greedy
from game.rules.match import start_match, with_round
from game.rules.moves import Choice
from game.rules.options.declared import Options
from game.rules.round.round_state import Round
from game.rules.round.turn import play
from game.rules.view import SeatView, moves_of, view

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
