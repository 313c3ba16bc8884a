"""Measure the bots: playouts per second, and the time of the farmer for a move.

A playout is one round played to its end by simple policies. The farmer is the strongest bot.
"""

import random
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
from game.rules.view import SeatView, moves_of, view
from game.session.slices import in_slices
from tools.benches.harness import Figures, Run, bench, in_turn, medians, rate

# Set, seats, tiles in a hand.
TABLES = ((6, 2, 7), (9, 4, 7), (12, 6, 10), (15, 8, 11), (18, 10, 11))
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


# tools/benches/thinking.py runs the source of the next two functions in a browser too.


def views(options: Options, count: int) -> list[SeatView]:
    """Return `count` views with more than one choice, from matches in which each seat makes its last choice."""
    found: list[SeatView] = []
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


@bench
def players(run: Run) -> Figures:
    """Playouts per second, and the farmer's time for a move in CPython; medians over five slices in turn."""
    measured: Figures = {}
    for set_, seats, hand in TABLES:
        options = resolve(None, {"set": set_, "hand_size": hand, "centre_from": "table"}, seats)
        found = in_turn(
            run.count(5), {"random": playout_rate(options, 1), "greedy": playout_rate(options, 0)}
        )
        measured |= {f"playout_{set_}_{seats}_{name}": value for name, value in medians(found).items()}
    for set_, seats, hand in (TABLES[1], TABLES[-1]):
        options = resolve(None, {"set": set_, "hand_size": hand}, seats)
        measured |= thinking_figures(options, f"{set_}_{seats}")
    seat_views = views(resolve(None, {"hand_size": 7}, 4), 40)
    tile_tables, rules = tile_tables_for(seat_views[0].options), playout_rules(seat_views[0].options)
    start = time.process_time()
    for seat_view in seat_views:
        position_of(seat_view, tile_tables, rules)
    return measured | {"beliefs_ms": round(1000 * (time.process_time() - start) / len(seat_views), 3)}


def playout_rate(options: Options, epsilon: float) -> Callable[[], Figures]:
    """Return a measure of the rounds per second, see `rounds_runner`."""
    run = rounds_runner(options, epsilon)
    return lambda: {"per_s": rate(run, SLICE_SECONDS, BATCH)}
