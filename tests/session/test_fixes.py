"""Fixes for contradictory options."""

import random

import pytest

from game.engine.house.fixes import MOST_FIXES, _nearest, suggest_fixes, wanted_options
from game.rules.errors import OptionError
from game.rules.options.declared import BY_CODE, DECLARED
from game.rules.options.presets import PRESETS, resolve


@pytest.mark.parametrize(
    ("preset", "changes", "players", "out"),
    [
        ("montgomery", {"hand_size": 30}, 4, [("hand_size", 13), ("set", 15)]),
        ("montgomery", {"set": 6, "arms": 8}, 4, [("set", 9), ("arms", 6)]),
        ("hastings", {"set": 6}, 5, [("hand_size", 5), ("set", 9), ("players", 2)]),
        ("pagat", {}, 6, [("players", 4)]),
        ("montgomery", {"set": 6, "rounds": 9}, 4, [("set", 9), ("rounds", 7)]),
        ("montgomery", {}, 4, None),
    ],
)
def test_fixes(preset: str, changes: dict[str, object], players: int, out: object) -> None:
    if out is None:
        assert resolve(preset, changes, players)
    else:
        with pytest.raises(OptionError):
            resolve(preset, changes, players)
        assert suggest_fixes(preset, changes, players) == out


def test_every_fix_makes_valid_options() -> None:
    lots, none = random.Random(4), 0
    for _ in range(150):
        preset = lots.choice([None, *PRESETS])
        changes: dict[str, object] = {}
        for option in lots.sample(DECLARED, 6):
            if option.code != "players":
                changes[option.code] = lots.choice([*option.values, *option.numbers])
        players = lots.randint(2, 10)
        try:
            resolve(preset, changes, players)
        except OptionError:
            found = suggest_fixes(preset, changes, players)
            none += not found
            assert len(found) <= MOST_FIXES
            for code, value in found:
                assert resolve(preset, {**changes, "players": players, str(code): value})
    assert none < 40


def test_contradictory_options_are_described() -> None:
    told = wanted_options("montgomery", {"hand_size": 25, "arms": 6}, 4)
    values = dict(told["values"])
    assert (values["hand_size"], values["set"]) == (25, 9) and told["house"] == ["hand_size"]
    for preset, players, most_pips in (
        ("montgomery", 8, 9),
        ("chickie", 2, 6),
        ("chickie", 8, 12),
        ("chickie", 9, 9),
    ):
        assert dict(wanted_options(preset, {}, players)["values"])["set"] == most_pips


def test_the_nearest_values_come_first_each_once_and_words_last() -> None:
    assert list(_nearest(BY_CODE["arms"], 6)) == [5, 7, 4, 8, 3, 2, "players"]
