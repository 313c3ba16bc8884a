"""The contents of the new-game form, and the summary of the options that are chosen in it."""

import pytest

from game.engine import menu
from game.rules.match import start_match
from game.rules.options.declared import BY_CODE, assemble
from game.rules.options.presets import PRESETS, resolve


def test_an_option_of_the_form_has_its_values_and_its_range() -> None:
    options = {option["code"]: option for option in menu.declared()["options"]}
    assert set(options) == set(BY_CODE) - {"set", "players", "rounds"}
    assert options["arms"]["numbers"] == [2, 8] and options["arms"]["values"] == ["players"]
    assert options["hand_size"]["numbers"] == [1, 95] and options["hand_size"]["default"] == "by-42"
    assert options["draw"]["numbers"] == [] and options["draw"]["values"] == ["one", "until-playable"]
    assert options["draw"]["sources"] == ["T", "G", "H", "W", "X"]
    chapters = ["match", "setup", "start", "doubles", "turn", "last", "end", "score"]
    assert menu.declared()["chapters"] == chapters


@pytest.mark.parametrize("code", PRESETS)
def test_a_rule_book_of_the_form_is_shown_for_four_seats_if_it_has_so_many(code: str) -> None:
    shown = next(preset for preset in menu.declared()["presets"] if preset["code"] == code)
    allowed = PRESETS[code].seats
    assert shown["seats"] == [min(allowed), max(allowed)] and shown["source"] == PRESETS[code].source
    values = dict(shown["values"])
    assert values["players"] == sorted((min(allowed), 4, max(allowed)))[1]
    assert values == resolve(code, {}, values["players"]).declared()
    assert shown["picture"] == menu.picture(assemble(values))


@pytest.mark.parametrize("centre_from", ["hand", "table"])
@pytest.mark.parametrize("players", [2, 5])
def test_the_summary_counts_the_tiles_as_they_are_dealt(centre_from: str, players: int) -> None:
    options = menu.resolved("montgomery", {"centre_from": centre_from, "rounds": 3}, players)
    summary = menu.summary(options, "montgomery")
    dealt = start_match(options, "menu").round.deal
    assert summary["yard"] == len(dealt.yard)
    assert [hand.bit_count() for hand in dealt.hands] == [summary["hand"]] * players
    assert (summary["rounds"], summary["set"]) == (3, 9)
    assert summary["values"] == [(code, getattr(options, code)) for code in BY_CODE]


def test_the_summary_names_the_options_that_differ_from_the_rule_book() -> None:
    plain = menu.resolved("montgomery", {}, 4)
    assert menu.summary(plain, "montgomery")["house"] == []
    changed = menu.resolved("montgomery", {"double_blank": 25 if plain.double_blank != 25 else 0}, 4)
    assert menu.summary(changed, "montgomery")["house"] == ["double_blank"]
