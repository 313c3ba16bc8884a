"""`perft`: counts how many sequences of N legal moves, by any seats, there are from a position."""

from game.commands.common import Parser, complain, sentence
from game.records.position import parse_position
from game.rules.errors import PositionError
from game.rules.match import start_match
from game.rules.options.presets import resolve
from game.rules.round.judge import legal_moves
from game.rules.round.round_state import Round
from game.rules.round.turn import play


def perft(state: Round, depth: int) -> int:
    """Count the sequences of `depth` moves: turns, and calls, catches and take-backs by any seat.

    A tile that fits several open ends of one suit counts as several moves. A round that is over sooner has no sequence of
    that length.
    """
    if depth == 0:
        return 1
    moves = [move for seat in range(state.options.players) for move in legal_moves(state, seat)]
    if depth == 1:
        return len(moves)
    return sum(perft(play(state, move), depth - 1) for move in moves)


def run(argv: list[str]) -> int:
    """Run the command. The default position is the first deal by the rule-book montgomery with four seats and the seed `perft`."""
    parser = Parser(prog="perft", description=__doc__)
    parser.add_argument(
        "--position", metavar="TEXT", help="a position; default: the first deal by the rule-book montgomery"
    )
    parser.add_argument("--depth", type=int, required=True, help="number of moves in a sequence")
    arguments = parser.parse_args(argv)
    if arguments.depth < 0:
        return complain("perft: --depth must be 0 or more")
    try:
        state = parse_position(arguments.position) if arguments.position is not None else _default()
    except PositionError as problem:
        return complain(sentence(problem))
    for depth in range(1, arguments.depth):
        print(f"{depth}: {perft(state, depth)}")
    print(f"{arguments.depth}: {perft(state, arguments.depth)}")
    return 0


def _default() -> Round:
    """The default position."""
    return start_match(resolve("montgomery"), "perft").round
