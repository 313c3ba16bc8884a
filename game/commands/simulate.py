"""`simulate`: lets bots play whole matches, and writes a record file for each match."""

from pathlib import Path

from game.commands.common import Parser, add_option_arguments, complain, options_from_arguments, sentence
from game.laboratory.runner import play_match
from game.players.bots import Bot, Spec, parse_spec
from game.records.record import Record, Seat, write_record
from game.rules.errors import OptionError, Refusal
from game.rules.match import Match
from game.rules.options.declared import Options
from game.rules.rng import Rng


def run(argv: list[str]) -> int:
    """Run the command; see docs/contracts.md, section 1. Match k (from 1) has the seed `<seed>-<k>`."""
    parser = Parser(prog="simulate", description=__doc__)
    add_option_arguments(parser)
    parser.add_argument(
        "--seats",
        default="hen",
        metavar="LEVEL,LEVEL,…",
        help="level of the bot at each seat; the list repeats for more seats",
    )
    parser.add_argument("--seed", default="simulate")
    parser.add_argument("--matches", type=int, default=1, help="number of matches")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the records")
    arguments = parser.parse_args(argv)
    try:
        options = options_from_arguments(arguments)
        specs = _specs(arguments.seats, options.players)
    except Refusal as problem:
        return complain(sentence(problem))
    if arguments.matches < 1:
        return complain("simulate: --matches must be 1 or more")
    seats = tuple(Seat(f"{spec.name} {seat + 1}", "bot", spec.name) for seat, spec in enumerate(specs))
    rounds = blocked = 0
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
        for number in range(1, arguments.matches + 1):
            match = simulate_match(options, specs, f"{arguments.seed}-{number}")
            path = arguments.out / f"match-{number:05}.json"
            path.write_text(write_record(Record(match, arguments.preset, seats)), encoding="utf-8")
            rounds += len(match.rounds)
            blocked += sum(state.end is not None and state.end.kind == "blocked" for state in match.rounds)
    except OSError as problem:
        return complain(f"{problem.filename} cannot be written: {problem.strerror}.")
    print(f"{arguments.matches} matches, {rounds} rounds, {blocked} blocked")
    return 0


def simulate_match(options: Options, specs: list[Spec], seed: str) -> Match:
    """Play a whole match between bots. The same arguments give the same match."""
    return play_match(options, seed, [Bot(spec, Rng(seed, f"bot-{seat}")) for seat, spec in enumerate(specs)])


def _specs(listed: str, seats: int) -> list[Spec]:
    """The specifications of the bots by seat. A list shorter than the number of seats repeats. Raises Refusal."""
    specs = [parse_spec(name) for name in listed.split(",")]
    if len(specs) > seats:
        raise OptionError("option.too-many-bots", {"found": len(specs), "players": seats})
    return [specs[seat % len(specs)] for seat in range(seats)]
