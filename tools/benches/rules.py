"""Speed of the rules: whole rounds a second through the full engine, beside the PyPI package `dominoes`."""

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

_new = tuple.__new__  # as the engine does it: a named tuple's own constructor takes longer than a whole pass
SLICES = 7
SLICE_SECONDS = 0.4


def greedy_move(state: Round, order: tuple[int, ...]) -> Move:
    """The heaviest tile that fits on the first end that takes it, else a draw, else a pass."""
    seat, board, drawn = state.turn, state.board, state.drawn
    fitting = board.playable & (state.hands[seat] if drawn < 0 else 1 << drawn)
    if not fitting:
        return _new(Move, (seat, "draw" if drawn < 0 and state.drawable else "pass", -1, -1, -1, ""))
    if not board.laid:
        return Move(seat, "play", board.centre)
    several = fitting & fitting - 1
    tile = max(tiles_in(fitting), key=order.__getitem__) if several else fitting.bit_length() - 1
    if board.foot >= 0:
        return _new(Move, (seat, "play", tile, board.foot, -1, ""))
    targets = board.targets(HIGH[tile]) or board.targets(LOW[tile])
    return _new(Move, (seat, "play", tile, targets.bit_length() - 1, -1, ""))


@lru_cache
def greedy_order(options: Options) -> tuple[int, ...]:
    """For every tile how eagerly it is played: by its points, then doubles, then the higher tile."""
    points = tile_points(options)
    return tuple(points[tile] * 400 + is_double(tile) * 200 + tile for tile in range(190))


def greedy_round(options: Options, seed: str) -> int:
    """Plays one whole round, deal included; returns its number of moves."""
    order = greedy_order(options)
    state = begin_round(options, deal_round(options, seed, 1))
    while state.end is None:
        state = play(state, greedy_move(state, order))
    return len(state.events) - len(state.deal.draws)


def random_domino_game() -> None:
    """One game of four random players with the package `dominoes`."""
    game = dominoes.Game.new()
    while game.result is None:
        dominoes.players.random(game)
        game.make_move(*game.valid_moves[0])


def rate(run: Callable[[], object]) -> float:
    """Runs a second in one slice of time."""
    begun, runs = time.process_time(), 0
    while (spent := time.process_time() - begun) < SLICE_SECONDS:
        run()
        runs += 1
    return runs / spent


def figures() -> dict[str, float]:
    """Medians over slices taken in turn: rounds and games a second, their ratio, microseconds a move.

    `double9` is the usual table (four seats, seven tiles, six arms); `same_tiles` is dealt as their game is, all 28
    tiles of a double-6 to four seats. Time is the processor's, since other programs run on the machine too.
    """
    measured: dict[str, float] = {}
    theirs: list[float] = []
    for name, changes in (("double9", {"hand_size": 7}), ("same_tiles", {"hand_size": 7, "set": 6})):
        options = resolve(None, changes, 4)
        seeds, moves = count(), list[int]()
        pairs = [
            (rate(lambda: moves.append(greedy_round(options, str(next(seeds))))), rate(random_domino_game))  # noqa: B023
            for _ in range(SLICES)
        ]
        theirs += [pair[1] for pair in pairs]
        measured[f"rules_{name}_rounds_per_s"] = round(median(pair[0] for pair in pairs))
        measured[f"rules_{name}_ratio"] = round(median(pair[0] / pair[1] for pair in pairs), 2)
        measured[f"rules_{name}_moves_per_round"] = round(mean(moves), 1)
        measured[f"rules_{name}_us_per_move"] = round(
            1e6 / mean(moves) / median(pair[0] for pair in pairs), 2
        )
    return measured | {"dominoes_games_per_s": round(median(theirs))}


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name}: {value}")
