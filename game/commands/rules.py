"""`rules`: prints all options with their values, labels and sources, or all values of one preset."""

import json

from game.commands.common import Parser, complain, sentence
from game.narration.localization.language import load
from game.rules.errors import OptionError
from game.rules.options.declared import DECLARED, Option, Value, written
from game.rules.options.presets import PRESETS, resolve, seat_counts

DEFAULT_SEATS = 4


def run(argv: list[str]) -> int:
    """Run the command; see docs/contracts.md, section 1."""
    parser = Parser(prog="rules", description=__doc__)
    parser.add_argument("--preset", help="the rule-book to print; without it, print all options")
    parser.add_argument(
        "--players", type=int, default=DEFAULT_SEATS, help="number of seats; some values depend on it"
    )
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(argv)
    try:
        data = _preset_data(arguments.preset, arguments.players) if arguments.preset else _options_data()
    except OptionError as problem:
        return complain(sentence(problem))
    if arguments.json:
        print(json.dumps(data, ensure_ascii=False))
    elif arguments.preset:
        counts = seat_counts(arguments.preset)
        print(f"{arguments.preset} ({data['source']}), seats {counts[0]}–{counts[-1]}")
        for code, value in resolve(arguments.preset, players=arguments.players).declared().items():
            print(f"  {code:20} {written(value)}")
    else:
        say = load().say
        for option in DECLARED:
            label = say(f"option.{option.code}.label")
            print(
                f"{option.code:20} {label}: {_choices(option)} (default {written(option.default)}; {option.sources})"
            )
    return 0


def _options_data() -> dict[str, object]:
    """All options, and the codes of the presets, as plain data."""
    say = load().say
    options = [
        {
            "code": option.code,
            "values": [*option.values],
            "numbers": [option.numbers[0], option.numbers[-1]] if option.numbers else None,
            "default": option.default,
            "label": say(f"option.{option.code}.label"),
            "help": say(f"option.{option.code}.help"),
            "sources": option.sources.split(),
        }
        for option in DECLARED
    ]
    return {"options": options, "presets": [*PRESETS]}


def _preset_data(code: str, players: int) -> dict[str, object]:
    """A preset and its values for a number of seats, as plain data. Raises OptionError."""
    options: dict[str, Value] = resolve(code, players=players).declared()
    return {
        "preset": code,
        "source": load().say(f"preset.{code}.source"),
        "sources": [PRESETS[code].source],
        "seats": seat_counts(code),
        "options": options,
    }


def _choices(option: Option) -> str:
    """The possible values of an option, for example "by-42 leaflet cross nathan 1..95"."""
    choices = [written(value) for value in option.values]
    if option.numbers:
        choices.append(f"{option.numbers[0]}..{option.numbers[-1]}")
    return " ".join(choices)
