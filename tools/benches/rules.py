"""Measure the rules: whole rounds per second, compared with games of the PyPI package `dominoes`."""

import time
from collections.abc import Callable
from functools import lru_cache
from itertools import count
from statistics import mean, median

import dominoes  # type: ignore[import-untyped]

from game.rules.moves import Move
from game.rules.options.declared import Options
from game.rules.options.presets import resolve
from game.rules.round.deal import deal_round
from game.rules.round.round_state import Round
from game.rules.round.scoring import tile_points
from game.rules.round.turn import begin_round, play
from game.rules.tiles import HIGH, LOW, is_double, tiles_in

_new = tuple.__new__  # as in game/rules: makes a NamedTuple faster than its own `__new__`
TILES = 190  # the number of tiles in the largest set, double-18
SLICES = 7  # measurements of each program, in alternation
SLICE_SECONDS = 0.4


def greedy_move(state: Round, order: tuple[int, ...]) -> Move:
    """Return a play of the fitting tile with the highest `order`, else a draw or a pass.

    If several ends are open to the tile, the move chooses the tile with the highest number among those of its higher half;
    if there are none, among those of its lower half.
    """
    seat, board, drawn = state.turn, state.board, state.drawn
    fitting = board.playable & (state.hands[seat] if drawn < 0 else 1 << drawn)
    if not fitting:
        may_draw = drawn < 0 and state.drawable
        return _new(Move, (seat, "draw" if may_draw else "pass", -1, -1, -1, ""))
    if not board.laid:
        return Move(seat, "play", board.centre)
    several = fitting & (fitting - 1)  # 0 if only one tile fits
    tile = max(tiles_in(fitting), key=order.__getitem__) if several else fitting.bit_length() - 1
    if board.foot >= 0:
        return _new(Move, (seat, "play", tile, board.foot, -1, ""))
    targets = board.targets(HIGH[tile]) or board.targets(LOW[tile])
    return _new(Move, (seat, "play", tile, targets.bit_length() - 1, -1, ""))


@lru_cache
def greedy_order(options: Options) -> tuple[int, ...]:
    """Return a rank for every tile. The highest is played first: by points, then doubles, then tile number."""
    points = tile_points(options)
    return tuple(points[tile] * 400 + is_double(tile) * 200 + tile for tile in range(TILES))


def greedy_round(options: Options, seed: str) -> int:
    """Deal and play one whole round. Return its number of moves."""
    order = greedy_order(options)
    state = begin_round(options, deal_round(options, seed, 1))
    while state.end is None:
        state = play(state, greedy_move(state, order))
    return len(state.events) - len(state.deal.draws)  # without the draws for the starting double


def random_domino_game() -> None:
    """Play a game of four random players with the package `dominoes`."""
    game = dominoes.Game.new()
    while game.result is None:
        dominoes.players.random(game)  # sorts game.valid_moves: the first is the player's choice
        game.make_move(*game.valid_moves[0])


def rate(run: Callable[[], object]) -> float:
    """Call `run` for SLICE_SECONDS of processor time. Return the calls per second."""
    start, runs = time.process_time(), 0
    while (seconds := time.process_time() - start) < SLICE_SECONDS:
        run()
        runs += 1
    return runs / seconds


def compare(options: Options) -> tuple[list[tuple[float, float]], list[int]]:
    """Return SLICES pairs of rounds and games per second, and the number of moves of each round."""
    seeds, moves = count(), list[int]()

    def play_next() -> None:
        moves.append(greedy_round(options, str(next(seeds))))

    return [(rate(play_next), rate(random_domino_game)) for _ in range(SLICES)], moves


def figures() -> dict[str, float]:
    """Return medians over SLICES slices: rounds and games per second, their ratio, microseconds for a move.

    `double9` is the usual table: a double-9 set, four seats, seven tiles each, six arms. `same_tiles` has the deal of
    the package: all 28 tiles of a double-6 set for four seats. Times are processor times, because other programs may
    run meanwhile.
    """
    measured: dict[str, float] = {}
    package_rates: list[float] = []
    for name, changes in (("double9", {"hand_size": 7}), ("same_tiles", {"hand_size": 7, "set": 6})):
        options = resolve(None, changes, 4)
        pairs, moves = compare(options)
        package_rates += [pair[1] for pair in pairs]
        measured[f"rules_{name}_rounds_per_s"] = round(median(pair[0] for pair in pairs))
        measured[f"rules_{name}_ratio"] = round(median(pair[0] / pair[1] for pair in pairs), 2)
        measured[f"rules_{name}_moves_per_round"] = round(mean(moves), 1)
        measured[f"rules_{name}_us_per_move"] = round(
            1e6 / mean(moves) / median(pair[0] for pair in pairs), 2
        )
    return measured | {"dominoes_games_per_s": round(median(package_rates))}


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name}: {value}")
