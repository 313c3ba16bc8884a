"""Speed of the players: playouts a second beside OpenSpiel's block dominoes, and the farmer's time a move.

OpenSpiel is measured when it is installed (`pip install --require-hashes -r tools/requirements-bench.txt`).
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
from game.rules.view import View, moves_of, view
from game.session.slices import in_slices

# set, seats, hand: the table of opponents' speeds that these are to be held against
TABLES = ((6, 2, 7), (9, 4, 7), (12, 6, 10), (15, 8, 11), (18, 10, 11))
SLICES = 5
SLICE_SECONDS = 0.3
BATCH = 20


def deals(options: Options, tile_tables: TileTables) -> list[World]:
    """Forty deals without the centre, which lies on the table."""
    worlds = []
    for number in range(40):
        tiles = [
            bit
            for tile, bit in enumerate(tile_tables.bit)
            if tile and tile_tables.names[tile] != tile_tables.names[-1]
        ]
        random.Random(number).shuffle(tiles)
        cut = [tiles[seat * options.hand : (seat + 1) * options.hand] for seat in range(options.players)]
        worlds.append(world_of([sum(hand) for hand in cut], tiles[options.players * options.hand :]))
    return worlds


def rounds_runner(options: Options, epsilon: float) -> Callable[[], None]:
    """Plays one whole round, another deal every time."""
    tile_tables, rules = tile_tables_for(options), playout_rules(options)
    centre = options.set
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
            0,
            table,
            seat,
            0,
            (*numbers, played * 37 % 4096),
        )
        played += 1

    return run


def openspiel_runner() -> Callable[[], None] | None:
    """Plays one random game of OpenSpiel's block dominoes in Python; None when it is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        print("OpenSpiel is not installed: its figure is left out", file=sys.stderr)
        return None
    import pyspiel  # type: ignore[import-not-found,unused-ignore]
    from open_spiel.python.games import block_dominoes  # type: ignore[import-not-found,unused-ignore] # noqa: F401

    game = pyspiel.load_game("python_block_dominoes")
    draw = random.Random(1)

    def run() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(draw.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(draw.choice(state.legal_actions()))

    return run


def rate(run: Callable[[], None]) -> float:
    """Runs a second of processor time in one slice. The clock is asked once a BATCH: asking takes a tenth of a short round."""
    begun, runs = time.process_time(), 0
    while (spent := time.process_time() - begun) < SLICE_SECONDS:
        for _ in range(BATCH):
            run()
        runs += BATCH
    return runs / spent


def views(options: Options, most: int) -> list[View]:
    """Views with a choice from games that hens play."""
    choosing: list[View] = []
    game = 0
    while len(choosing) < most:
        match = start_match(options, f"bench-{game}")
        game += 1
        while match.current is not None:
            seen = view(match, match.current.turn)
            if len(seen.choices) > 1:
                choosing.append(seen)
            match = act(match, moves_of(seen, seen.choices[-1])[0])
    return choosing[:: max(1, len(choosing) // most)][:most]


def thinking_figures(
    options: Options, name: str, most: int = 60, clock: Callable[[], float] = time.process_time
) -> dict[str, float]:
    """The farmer's milliseconds a move (median, 95 %, longest) and its longest slice, over `most` moves."""
    moves, slices = [], []
    for number, seen in enumerate(views(options, most)):
        begun = last = clock()
        for _ in in_slices(think(seen, "farmer", "balanced", Rng(str(number), "bench"))):
            slices.append(clock() - last)
            last = clock()
        moves.append(clock() - begun)
    moves.sort()
    return {
        f"farmer_{name}_ms_p50": round(1000 * median(moves), 1),
        f"farmer_{name}_ms_p95": round(1000 * moves[int(0.95 * len(moves))], 1),
        f"farmer_{name}_ms_max": round(1000 * moves[-1], 1),
        f"farmer_{name}_slice_ms_max": round(1000 * max(slices, default=0.0), 1),
    }


def figures() -> dict[str, float]:
    """Medians over slices taken in turn; `playout_9_4_greedy` is rounds a second at double-9 with four seats."""
    spiel = openspiel_runner()
    measured: dict[str, float] = {}
    theirs: list[float] = []
    for most, seats, hand in TABLES:
        options = resolve(None, {"set": most, "hand_size": hand, "centre_from": "table"}, seats)
        random_run, greedy_run = rounds_runner(options, 1), rounds_runner(options, 0)
        rates: list[tuple[float, float]] = []
        for _ in range(SLICES):
            rates.append((rate(random_run), rate(greedy_run)))
            if spiel is not None:
                theirs.append(rate(spiel))
        measured[f"playout_{most}_{seats}_random_per_s"] = round(median(pair[0] for pair in rates))
        measured[f"playout_{most}_{seats}_greedy_per_s"] = round(median(pair[1] for pair in rates))
    if theirs:
        measured["openspiel_block_dominoes_per_s"] = round(median(theirs))
    for most, seats, hand in (TABLES[1], TABLES[-1]):
        options = resolve(None, {"set": most, "hand_size": hand}, seats)
        measured |= thinking_figures(options, f"{most}_{seats}")
    start = views(resolve(None, {"hand_size": 7}, 4), 40)
    tile_tables, rules = tile_tables_for(start[0].options), playout_rules(start[0].options)
    begun = time.process_time()
    for seen in start:
        position_of(seen, tile_tables, rules)
    return measured | {"beliefs_ms": round(1000 * (time.process_time() - begun) / len(start), 3)}


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name}: {value}")
