"""Suggest fixes for wanted options that contradict each other. A fix is the change of one option that makes all valid.

The wanted options are a rule-book (`preset`), `changes` (values by option code) and the number of `players`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from game.rules.errors import OptionError
from game.rules.options.declared import BY_CODE, DECLARED, Option, Value
from game.rules.options.presets import PRESETS, resolve

if TYPE_CHECKING:
    from game.contract.answers.list_answers import Wished
    from game.contract.basics import OptionValue

MOST_FIXES = 3
FIRST_OPTIONS = ("hand_size", "set", "players")
"""Fixes that change one of these options come first, because they trouble players least.

Fixes of the other options follow in the order of declaration.
"""


def suggest_fixes(preset: str | None, changes: Mapping[str, object], players: int) -> list[OptionValue]:
    """At most MOST_FIXES fixes, as (code, value): change the option `code` to `value`.

    Each fix alone makes the options valid. If several values of an option would do, the fix is the one that is nearest
    to the wanted value.
    """
    codes = [*FIRST_OPTIONS, *(option.code for option in DECLARED if option.code not in FIRST_OPTIONS)]
    found = []
    for code in codes:
        for value in _nearest(BY_CODE[code], _wanted_value(code, preset, changes, players)):
            if _is_valid(preset, {**changes, "players": players, code: value}):
                found.append((code, value))
                break
    return found[:MOST_FIXES]


def wanted_options(preset: str | None, changes: Mapping[str, object], players: int) -> Wished:
    """The wanted options, valid or not."""
    codes = [option.code for option in DECLARED]
    values = {code: _wanted_value(code, preset, changes, players) for code in codes}
    house = [code for code in codes if values[code] != _wanted_value(code, preset, {}, players)]
    return {"values": [(code, values[code]) for code in codes], "house": [*house]}


def _is_valid(preset: str | None, changes: Mapping[str, object]) -> bool:
    """Whether the options can be played together. `changes` also has the number of players."""
    try:
        resolve(preset, changes)
    except OptionError:
        return False
    return True


def _wanted_value(code: str, preset: str | None, changes: Mapping[str, object], players: int) -> object:
    """The wanted value of an option: of the changes, else of the rule-book, else the default."""
    if code == "players":
        return players
    unchanged: dict[str, Value] = {code: BY_CODE[code].default}
    if preset in PRESETS:
        book = PRESETS[preset]
        unchanged |= {"set": book.set_for(players)} if players in book.seats else {}
        unchanged |= book.changes
    return changes.get(code, unchanged[code])


def _nearest(option: Option, wanted: object) -> Iterator[Value]:
    """An option's values except `wanted`. If `wanted` is a number: first numbers by distance from it, then words."""
    others = [
        value
        for value in (*option.values, *option.numbers)
        if value != wanted or type(value) is not type(wanted)
    ]
    if isinstance(wanted, bool) or not isinstance(wanted, int):
        return iter(others)
    numbers = [value for value in others if isinstance(value, int)]
    words = [value for value in others if not isinstance(value, int)]
    return iter([*sorted(numbers, key=lambda value: abs(value - wanted)), *words])
