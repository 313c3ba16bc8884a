"""Measure the bots: playouts per second, compared with OpenSpiel, and the time of the farmer for a move.

A playout is one round played to its end by simple policies. The farmer is the strongest bot. The game in OpenSpiel is
block dominoes; its figure is left out unless OpenSpiel is installed
(`pip install --require-hashes -r tools/requirements-bench.txt`).
"""

import importlib.util
import random
import sys
import time
from collections.abc import Callable
from statistics import median

from game.players.levels import think
from game.players.search.beliefs import position_of
from game.players.search.playout import World, playout, playout_rules, random_numbers, world_of
from game.players.search.tile_tables import TileTables, tile_tables_for
from game.rules.match import act, start_match
from game.rules.options.declared import Options
from game.rules.options.presets import resolve
from game.rules.rng import Rng
from game.rules.tiles import DOUBLE
from game.rules.view import View, moves_of, view
from game.session.slices import in_slices

# Set, seats, tiles in a hand.
TABLES = ((6, 2, 7), (9, 4, 7), (12, 6, 10), (15, 8, 11), (18, 10, 11))
SLICES = 5  # measurements of each program, in alternation
SLICE_SECONDS = 0.3
BATCH = 20  # rounds between two readings of the clock; a reading takes a tenth of the time of a short round


def deals(options: Options, tile_tables: TileTables) -> list[World]:
    """Return forty deals for playouts. They lack the centre tile, which is on the table."""
    worlds, centre = [], tile_tables.local[DOUBLE[options.set]]
    for number in range(40):
        tiles = [bit for tile, bit in enumerate(tile_tables.bit) if tile not in (0, centre)]
        random.Random(number).shuffle(tiles)
        hands = [tiles[seat * options.hand : (seat + 1) * options.hand] for seat in range(options.players)]
        worlds.append(world_of([sum(hand) for hand in hands], tiles[options.players * options.hand :]))
    return worlds


def rounds_runner(options: Options, epsilon: float) -> Callable[[], None]:
    """Return a function that plays one round, with another deal at each call.

    A move is random with probability `epsilon`, else it is the heaviest tile that fits.
    """
    tile_tables, rules = tile_tables_for(options), playout_rules(options)
    centre = options.set
    # A `Table` (game/players/search/playout.py) at the opening: no open end yet, and the centre needs all its arms.
    table = ([0] * tile_tables.suits, 0, centre, options.arm_count, tile_tables.suit[centre])
    worlds = deals(options, tile_tables)
    numbers = random_numbers(epsilon)
    heaviest_first = (None,) * options.players
    played = 0

    def run() -> None:
        nonlocal played
        world = worlds[played % len(worlds)]
        seat = played % options.players
        playout(
            tile_tables,
            rules,
            heaviest_first,
            world,
            world.hands.copy(),
            0,  # tiles drawn already
            table,
            seat,
            0,  # stuck seats in a row
            (*numbers, played * 37 % 4096),
        )
        played += 1

    return run


def openspiel_runner() -> Callable[[], None] | None:
    """Return a function that plays one random game of OpenSpiel's block dominoes, or None without OpenSpiel."""
    if importlib.util.find_spec("pyspiel") is None:
        print("OpenSpiel is not installed, so its figure is left out", file=sys.stderr)
        return None
    import pyspiel  # type: ignore[import-not-found,unused-ignore]
    from open_spiel.python.games import block_dominoes  # type: ignore[import-not-found,unused-ignore] # noqa: F401

    game = pyspiel.load_game("python_block_dominoes")
    random_numbers = random.Random(1)

    def run() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random_numbers.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(random_numbers.choice(state.legal_actions()))

    return run


def rate(run: Callable[[], None]) -> float:
    """Call `run` for SLICE_SECONDS of processor time. Return the calls per second."""
    start, runs = time.process_time(), 0
    while (seconds := time.process_time() - start) < SLICE_SECONDS:
        for _ in range(BATCH):
            run()
        runs += BATCH
    return runs / seconds


# tools/benches/thinking.py runs the source of the next two functions in a browser too.


def views(options: Options, count: int) -> list[View]:
    """Return `count` views with more than one choice, from matches in which each seat makes its last choice."""
    found: list[View] = []
    game = 0
    while len(found) < count:
        match = start_match(options, f"bench-{game}")
        game += 1
        while match.current is not None:
            seat_view = view(match, match.current.turn)
            if len(seat_view.choices) > 1:
                found.append(seat_view)
            match = act(match, moves_of(seat_view, seat_view.choices[-1])[0])
    return found[:: max(1, len(found) // count)][:count]


def thinking_figures(
    options: Options, name: str, count: int = 60, clock: Callable[[], float] = time.process_time
) -> dict[str, float]:
    """Return the farmer's milliseconds for a move (median, 95th percentile, longest) and its longest slice.

    A slice is the computation between two pauses in which the engine can answer. The figures are over `count` moves.
    """
    moves, slices = [], []
    for number, seat_view in enumerate(views(options, count)):
        start = last = clock()
        for _ in in_slices(think(seat_view, "farmer", "balanced", Rng(str(number), "bench"))):
            slices.append(clock() - last)
            last = clock()
        moves.append(clock() - start)
    moves.sort()
    return {
        f"farmer_{name}_ms_p50": round(1000 * median(moves), 1),
        f"farmer_{name}_ms_p95": round(1000 * moves[int(0.95 * len(moves))], 1),
        f"farmer_{name}_ms_max": round(1000 * moves[-1], 1),
        f"farmer_{name}_slice_ms_max": round(1000 * max(slices, default=0.0), 1),
    }


def figures() -> dict[str, float]:
    """Return medians over SLICES slices. `playout_9_4_greedy_per_s` is for a double-9 set with four seats."""
    openspiel_run = openspiel_runner()
    measured: dict[str, float] = {}
    openspiel_rates: list[float] = []
    for set_, seats, hand in TABLES:
        options = resolve(None, {"set": set_, "hand_size": hand, "centre_from": "table"}, seats)
        random_run, greedy_run = rounds_runner(options, 1), rounds_runner(options, 0)
        rates: list[tuple[float, float]] = []  # (random, greedy) rounds per second
        for _ in range(SLICES):
            rates.append((rate(random_run), rate(greedy_run)))
            if openspiel_run is not None:
                openspiel_rates.append(rate(openspiel_run))
        measured[f"playout_{set_}_{seats}_random_per_s"] = round(median(pair[0] for pair in rates))
        measured[f"playout_{set_}_{seats}_greedy_per_s"] = round(median(pair[1] for pair in rates))
    if openspiel_rates:
        measured["openspiel_block_dominoes_per_s"] = round(median(openspiel_rates))
    for set_, seats, hand in (TABLES[1], TABLES[-1]):
        options = resolve(None, {"set": set_, "hand_size": hand}, seats)
        measured |= thinking_figures(options, f"{set_}_{seats}")
    seat_views = views(resolve(None, {"hand_size": 7}, 4), 40)
    tile_tables, rules = tile_tables_for(seat_views[0].options), playout_rules(seat_views[0].options)
    start = time.process_time()
    for seat_view in seat_views:
        position_of(seat_view, tile_tables, rules)
    return measured | {"beliefs_ms": round(1000 * (time.process_time() - start) / len(seat_views), 3)}


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name}: {value}")
