"""Suggest fixes for wanted options that contradict each other: single changes that make them valid."""

from collections.abc import Iterator, Mapping

from game.rules.errors import OptionError
from game.rules.options.declared import BY_CODE, DECLARED, Option, Value
from game.rules.options.presets import PRESETS, resolve

MOST_FIXES = 3
FIRST = ("hand_size", "set", "players")
"""Players change these options most readily, so their fixes come first; the other options follow in their order."""


def suggest_fixes(preset: str | None, changes: Mapping[str, object], players: int) -> list[list[Value]]:
    """At most MOST_FIXES fixes [code, value]. Each one alone makes the options valid; each option gives its nearest value."""
    codes = [*FIRST, *(option.code for option in DECLARED if option.code not in FIRST)]
    found = []
    for code in codes:
        for value in _nearest(BY_CODE[code], _wished_value(code, preset, changes, players)):
            if _works(preset, {**changes, "players": players, code: value}):
                found.append([code, value])
                break
    return found[:MOST_FIXES]


def wished_options(
    preset: str | None, changes: Mapping[str, object], players: int
) -> dict[str, list[object]]:
    """The wanted options, valid or not: {"values": [[code, value], …] of every option, "house": [codes that differ from the
    rule-book]}."""
    codes = [option.code for option in DECLARED]
    values = {code: _wished_value(code, preset, changes, players) for code in codes}
    house = [code for code in codes if values[code] != _wished_value(code, preset, {}, players)]
    return {"values": [[code, values[code]] for code in codes], "house": [*house]}


def _works(preset: str | None, changes: Mapping[str, object]) -> bool:
    try:
        resolve(preset, changes)
    except OptionError:
        return False
    return True


def _wished_value(code: str, preset: str | None, changes: Mapping[str, object], players: int) -> object:
    """The wanted value of an option."""
    if code == "players":
        return players
    plain: dict[str, Value] = {code: BY_CODE[code].default}
    if preset in PRESETS:
        book = PRESETS[preset]
        plain |= {"set": book.set_for(players)} if players in book.seats else {}
        plain |= book.changes
    return changes.get(code, plain[code])


def _nearest(option: Option, now: object) -> Iterator[Value]:
    """An option's other values: numbers by their distance from the wanted one, then the rest in their order."""
    others = [
        value for value in (*option.values, *option.numbers) if value != now or type(value) is not type(now)
    ]
    if isinstance(now, bool) or not isinstance(now, int):
        return iter(others)
    numbers = [value for value in others if isinstance(value, int)]
    words = [value for value in others if not isinstance(value, int)]
    return iter([*sorted(numbers, key=lambda value: (abs(value - now), value)), *words])
