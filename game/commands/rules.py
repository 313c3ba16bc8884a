"""`rules`: prints all options with their values, labels and sources, or all values of one preset."""

import json

from game.commands.common import Parser, complain, sentence
from game.narration.localization.language import load
from game.rules.errors import OptionError
from game.rules.options.declared import DECLARED, Option, Value, written
from game.rules.options.presets import PRESETS, resolve, seat_counts

SEATS = 4


def run(argv: list[str]) -> int:
    """Run the command; see docs/contracts.md, section 1."""
    parser = Parser(prog="rules", description=__doc__)
    parser.add_argument("--preset")
    parser.add_argument(
        "--players", type=int, default=SEATS, help="for how many seats the preset is resolved"
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(argv)
    try:
        shown = _preset(given.preset, given.players) if given.preset else _all()
    except OptionError as problem:
        return complain(sentence(problem))
    if given.json:
        print(json.dumps(shown, ensure_ascii=False))
    elif given.preset:
        counts = seat_counts(given.preset)
        print(f"{given.preset} ({shown['source']}), seats {counts[0]}–{counts[-1]}")
        for code, value in resolve(given.preset, players=given.players).declared().items():
            print(f"  {code:20} {written(value)}")
    else:
        say = load().say
        for option in DECLARED:
            label = say(f"option.{option.code}.label")
            print(
                f"{option.code:20} {label}: {_choices(option)} (default {written(option.default)}; {option.sources})"
            )
    return 0


def _all() -> dict[str, object]:
    """All options, and the codes of the presets."""
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


def _preset(code: str, players: int) -> dict[str, object]:
    """The values of a preset for a number of seats. Raises OptionError."""
    options: dict[str, Value] = resolve(code, players=players).declared()
    return {
        "preset": code,
        "source": load().say(f"preset.{code}.source"),
        "sources": [PRESETS[code].source],
        "seats": seat_counts(code),
        "options": options,
    }


def _choices(option: Option) -> str:
    """The possible values of an option, in short."""
    shown = [written(value) for value in option.values]
    if option.numbers:
        shown.append(f"{option.numbers[0]}..{option.numbers[-1]}")
    return " ".join(shown)
