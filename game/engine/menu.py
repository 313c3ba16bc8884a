"""The contents of the new-game form, and the options that follow from the choices in it.

All contents derive from the declarations in `game/rules/options/` and `game/players/levels.py`.
"""

from functools import cache
from typing import Any

from game.narration.rules_prose import idle_options
from game.players import levels
from game.rules.options.declared import DECLARED, Options, Value
from game.rules.options.presets import PRESETS, differences, resolve
from game.table.drawing import opening_markup

OWN_FIELDS = ("set", "players", "rounds")
"""Options with a field of their own in the new-game form. They are not in the list of options."""


@cache
def declared() -> dict[str, Any]:
    """Return the contents of the form as codes and values, without texts.

    {"presets": […], "chapters": […], "options": […], "levels": […], "styles": […]}

    A preset has "source", the letter of its document in docs/rules.md. An option has "sources", the letters of the
    documents that mention it, and "chapter", one of "chapters". An option's "numbers" are its lowest and highest
    allowed number, or empty.

    The result is cached, and the heap snapshot contains it (tools/making/make_snapshot.mjs). Therefore callers must not
    change it.
    """
    offered = [option for option in DECLARED if option.code not in OWN_FIELDS]
    return {
        "presets": [_preset(code) for code in PRESETS],
        "chapters": [*dict.fromkeys(option.chapter for option in offered)],
        "options": [
            {
                "code": option.code,
                "default": option.default,
                "values": list(option.values),
                "numbers": [option.numbers[0], option.numbers[-1]] if option.numbers else [],
                "sources": option.sources.split(),
                "chapter": option.chapter,
            }
            for option in offered
        ],
        "levels": list(levels.LEVELS),
        "styles": list(levels.STYLES),
    }


def _preset(code: str) -> dict[str, Any]:
    preset = PRESETS[code]
    seats = min(max(4, preset.seats[0]), preset.seats[-1])
    options = resolve(code, {}, seats)
    return {
        "code": code,
        "source": preset.source,
        "picture": picture(options),
        "seats": [preset.seats[0], preset.seats[-1]],
        "values": pairs(options),
    }


def picture(options: Options) -> str:
    """Markup of a small picture of the opening: the centre and the places of its arms."""
    return opening_markup(options.arm_count)


def pairs(options: Options) -> list[list[Value]]:
    """Return every option as [code, value], in the order of declaration. A dict would lose the order in MicroPython."""
    return [[code, value] for code, value in options.declared().items()]


def resolved(preset: str | None, changes: dict[str, Any], players: int) -> Options:
    """Return the options of a rule-book with `changes` (values by option code) for `players` seats. Raises OptionError.

    `preset` None starts from the default values.
    """
    return resolve(preset, changes, players)


def summary(options: Options, preset: str | None) -> dict[str, Any]:
    """Summarise the options for the form.

    {"values": see `pairs`, "house": codes of the options that differ from the rule-book, "hand": tiles for each seat,
     "idle": codes of the options without effect beside the others, "rounds", "set", "yard": number of tiles left after
     the deal}
    """
    return {
        "values": pairs(options),
        "house": [*differences(options, preset)],
        "idle": idle_options(options),
        "hand": options.hand,
        "rounds": options.round_count,
        "set": options.set,
        "yard": options.tiles.bit_count() - options.players * options.hand - (options.centre_from == "table"),
    }
