"""The contents of the new-game form, and what the choices made in it come to. Everything derives from `rules` and `players`."""

from functools import cache
from typing import Any

from game.players import levels
from game.rules.options.declared import DECLARED, Options, Value
from game.rules.options.presets import PRESETS, differences, resolve
from game.table.drawing import opening_markup

ELSEWHERE = ("set", "players", "rounds")
"""Options that the new-game form asks for in fields of their own."""


@cache
def declared() -> dict[str, Any]:
    """Return {"presets": […], "chapters": […], "options": […], "levels": […], "styles": […]}: codes and values, no texts.

    A preset has "source", the letter of its document. An option has "sources", the letters of the documents that mention it, and
    "chapter", one of the chapters of the form. Callers must not change the value: it is built once, and the heap snapshot
    contains it (tools/making/make_snapshot.mjs).
    """
    offered = [option for option in DECLARED if option.code not in ELSEWHERE]
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
    """Draw the opening, small."""
    return opening_markup(options.arm_count)


def pairs(options: Options) -> list[list[Value]]:
    """Return every option as [code, value], in order: a dict has no order in the page's interpreter."""
    return [[code, value] for code, value in options.declared().items()]


def resolved(preset: str | None, changes: dict[str, Any], players: int) -> Options:
    """Return the options that these choices come to. Raises OptionError."""
    return resolve(preset, changes, players)


def summary(options: Options, preset: str | None) -> dict[str, Any]:
    """Summarise the options for the form: {"values": see `pairs`, "house": codes that differ from the rule-book, "hand",
    "rounds", "set", "yard"}."""
    return {
        "values": pairs(options),
        "house": [*differences(options, preset)],
        "hand": options.hand,
        "rounds": options.round_count,
        "set": options.set,
        "yard": options.tiles.bit_count() - options.players * options.hand - (options.centre_from == "table"),
    }
