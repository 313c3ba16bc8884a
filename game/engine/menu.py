"""What the menu offers, and what its wishes come to; all of it made from the declarations of `rules` and `players`."""

from functools import cache
from typing import Any

from game.players import levels
from game.rules.options.declared import DECLARED, Options, Value
from game.rules.options.presets import PRESETS, differences, resolve
from game.table.drawing import opening_markup

CHAPTERS = {
    "set": "match",
    "hand_size": "setup",
    "missing_double": "start",
    "toes": "doubles",
    "may_hold_back": "turn",
    "last_tile_call": "last",
    "blocked_when": "end",
    "double_blank": "score",
}
"""The chapter of the written rules (narration/rules_prose.py) that begins with an option; the options are in the order of play."""


@cache
def declared() -> dict[str, Any]:
    """{"presets": […], "options": […], "levels": […], "styles": […]}: codes and values, no texts but their keys.

    A preset has "source", its letter; an option "sources", the letters of those that speak of it, and its "chapter".
    It is made once, and not to be changed: the heap snapshot contains it (tools/making/make_snapshot.mjs).
    """
    chapter = ""
    chapters = {}
    for option in DECLARED:
        chapter = chapters[option.code] = CHAPTERS.get(option.code, chapter)
    return {
        "presets": [_preset(code) for code in PRESETS],
        "options": [
            {
                "code": option.code,
                "default": option.default,
                "values": list(option.values),
                "numbers": [option.numbers[0], option.numbers[-1]] if option.numbers else [],
                "sources": option.sources.split(),
                "chapter": chapters[option.code],
            }
            for option in DECLARED
            if option.code not in ("set", "players", "rounds")
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
    """The opening as a small drawing."""
    return opening_markup(options.arm_count)


def pairs(options: Options) -> list[list[Value]]:
    """Every option as [code, value], in their order: dicts have none in the page's interpreter."""
    return [[code, value] for code, value in options.declared().items()]


def resolved(preset: str | None, changes: dict[str, Any], players: int) -> Options:
    """The options that these wishes come to. Raises OptionError."""
    return resolve(preset, changes, players)


def summary(options: Options, preset: str | None) -> dict[str, Any]:
    """What the options come to, for the form: {"values": see `pairs`, "house": codes of what differs from the rule-book,
    "hand", "rounds", "set", "yard"}."""
    return {
        "values": pairs(options),
        "house": [*differences(options, preset)],
        "hand": options.hand,
        "rounds": options.round_count,
        "set": options.set,
        "yard": options.tiles.bit_count() - options.players * options.hand - (options.centre_from == "table"),
    }
