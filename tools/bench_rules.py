"""Speed of the rules: whole rounds a second through the full engine, beside the PyPI package `dominoes`."""

import time
from collections.abc import Callable

import dominoes  # type: ignore[import-untyped]

from game.rules.deal import deal_round
from game.rules.moves import Move
from game.rules.options import Options
from game.rules.presets import resolve
from game.rules.scoring import tile_points
from game.rules.state import Round
from game.rules.tiles import HIGH, LOW, tiles_in
from game.rules.turn import begin_round, play

SLICES = 7
SLICE_SECONDS = 0.4


def greedy_move(state: Round, order: tuple[int, ...]) -> Move:
    """The heaviest tile that fits on the first end that takes it, else a draw, else a pass."""
    seat, board = state.turn, state.board
    hand = state.hands[seat] if state.drawn < 0 else 1 << state.drawn
    fitting = hand & board.playable
    if not fitting:
        return Move(seat, "draw" if state.drawn < 0 and state.drawable else "pass")
    if not board.laid:
        return Move(seat, "play", board.centre)
    tile = max(tiles_in(fitting), key=order.__getitem__)
    targets = board.targets(HIGH[tile]) or board.targets(LOW[tile])
    return Move(seat, "play", tile, targets.bit_length() - 1)


def greedy_round(options: Options, seed: str) -> int:
    """Plays one whole round, deal included; returns its number of moves."""
    points = tile_points(options.double_blank, options.blank_half)
    order = tuple(points[tile] * 400 + (HIGH[tile] == LOW[tile]) * 200 + tile for tile in range(190))
    state, moves = begin_round(options, deal_round(options, seed, 1)), 0
    while state.end is None:
        state = play(state, greedy_move(state, order))
        moves += 1
    return moves


def random_domino_game() -> None:
    """One game of four random players with the package `dominoes`."""
    game = dominoes.Game.new()
    while game.result is None:
        dominoes.players.random(game)
        game.make_move(*game.valid_moves[0])


def rate(run: Callable[[], object]) -> float:
    """Runs a second in one slice of time."""
    begun, runs = time.perf_counter(), 0
    while (spent := time.perf_counter() - begun) < SLICE_SECONDS:
        run()
        runs += 1
    return runs / spent


def figures() -> dict[str, float]:
    """Medians over slices taken in turn: rounds (games) a second, their ratio, and microseconds a move."""
    options = resolve(None, {"hand_size": 7}, 4)
    moves = [0, 0]

    def our_round() -> None:
        moves[0] += greedy_round(options, str(moves[1]))
        moves[1] += 1

    pairs = sorted((rate(our_round), rate(random_domino_game)) for _ in range(SLICES))
    ours = sorted(pair[0] for pair in pairs)[SLICES // 2]
    theirs = sorted(pair[1] for pair in pairs)[SLICES // 2]
    ratio = sorted(pair[0] / pair[1] for pair in pairs)[SLICES // 2]
    return {
        "rules_greedy_rounds_per_s": round(ours),
        "dominoes_random_games_per_s": round(theirs),
        "rules_rounds_per_dominoes_game": round(ratio, 2),
        "rules_moves_per_round": round(moves[0] / moves[1], 1),
        "rules_us_per_move": round(1e6 * moves[1] / moves[0] / ours, 2),
    }


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name}: {value}")
