"""The contents of the new-game form, and the options that follow from the choices in it.

All contents derive from the declarations in `game/rules/options/` and `game/players/levels.py`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from game.narration.rules_prose import idle_options
from game.players import levels
from game.rules.options.declared import DECLARED, Options
from game.rules.options.presets import PRESETS, differences, resolve
from game.table.drawing import opening_markup

if TYPE_CHECKING:
    from game.contract.answers.list_answers import Menu, OptionsSummary, PresetData
    from game.contract.basics import Changes, OptionValue

OWN_FIELDS = ("set", "players", "rounds")
"""Options with a field of their own in the new-game form. They are not in the list of options."""


@cache
def declared() -> Menu:
    """Return the contents of the form as codes and values, without texts.

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


def _preset(code: str) -> PresetData:
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


def pairs(options: Options) -> list[OptionValue]:
    """Return every option as (code, value), in the order of declaration. A dict would lose the order in MicroPython."""
    return list(options.declared().items())


def resolved(preset: str | None, changes: Changes, players: int) -> Options:
    """Return the options of a rule-book with `changes` (values by option code) for `players` seats. Raises OptionError.

    `preset` None starts from the default values.
    """
    return resolve(preset, changes, players)


def summary(options: Options, preset: str | None) -> OptionsSummary:
    """Summarise the options for the form."""
    return {
        "values": pairs(options),
        "house": [*differences(options, preset)],
        "idle": list(idle_options(options)),
        "hand": options.hand,
        "rounds": options.round_count,
        "set": options.set,
        "yard": options.tiles.bit_count() - options.players * options.hand - (options.centre_from == "table"),
    }
