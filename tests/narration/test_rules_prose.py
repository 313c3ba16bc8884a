"""The written rules say what has effect at a table, and nothing else; each refusal opens the paragraph that it breaks."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from game.narration.localization.language import load
from game.narration.localization.terms import split_terms, without_marks
from game.narration.rules_prose import (
    CLAUSES_OF,
    SECTIONS,
    clause_of,
    house_rules,
    idle_options,
    paragraphs,
    written_rules,
)
from game.narration.tile_pictures import foot_picture, line_picture
from game.rules.errors import OptionError
from game.rules.match import act, start_match
from game.rules.moves import Move
from game.rules.options.declared import DECLARED, Options, assemble
from game.rules.options.presets import PRESETS, resolve
from game.rules.round.judge import why_not
from game.rules.round.round_state import Round
from game.table.layout import Layout
from tests.narration.clause_effects import EFFECT, always, drawn, left_over
from tests.rules.clauses import CODES
from tests.rules.rounds import random_move, random_options

ROOT = Path(__file__).resolve().parents[2]
TEXTS = load().table
EVERY_SET = (6, 9, 12, 15, 18)


# When an option makes a difference; the others always do.
MATTERS: dict[str, Callable[[Options], bool]] = {
    "missing_double": lambda o: o.centre_from == "hand" and left_over(o) > 0,
    "first_seat": lambda o: o.centre_from == "table",
    "may_hold_back": drawn,
    "draw": drawn,
    "drawn_tile": drawn,
    "double_blank": lambda o: o.blank_half == 0,
    "call_again": lambda o: o.last_tile_call in ("catch", "automatic"),
}


def words(value: Any) -> str:
    return load().words(value)


def said(options: Options) -> list[str]:
    return [words(paragraph.text) for paragraph in paragraphs(options)]


def tables() -> list[tuple[str | None, Options]]:
    """Every rule-book with every number of seats, and house rules by lot."""
    made: list[tuple[str | None, Options]] = [
        (code, resolve(code, {}, seats))
        for code, book in PRESETS.items()
        for seats in book.seats
        if _fits(code, seats)
    ]
    made.append((None, resolve(None, {"set": 6, "hand_size": 7}, 4)))  # nothing is left over
    made.append(
        (None, resolve(None, {"set": 6, "hand_size": 9, "yard_reserve": "two-or-one"}, 3))
    )  # only what is kept
    random = Random(12)
    return made + [random_options(random, EVERY_SET) for _ in range(400)]


def _fits(code: str, seats: int) -> bool:
    try:
        resolve(code, {}, seats)
    except OptionError:
        return False
    return True


def test_the_predicates_are_those_of_the_specification() -> None:
    """EFFECT names each clause of docs/rules.md."""
    assert sorted(EFFECT) == sorted(CODES)


def test_exactly_the_clauses_with_effect_are_stated() -> None:
    for preset, options in tables():
        stated = {clause for paragraph in paragraphs(options) for clause in paragraph.clauses}
        assert stated == {clause for clause, has in EFFECT.items() if has(options)}, (preset, options)


def test_an_option_changes_the_text_exactly_when_it_has_an_effect() -> None:
    random = Random(7)
    for _, options in [random_options(random, EVERY_SET) for _ in range(120)]:
        for option in DECLARED[2:]:
            changed = random.choice([*option.values, *option.numbers])
            try:
                other = assemble({**options.declared(), option.code: changed})
            except OptionError:
                continue
            same_game = other._replace(**{option.code: getattr(options, option.code)}) == options
            if other == options or (same_game and option.code in ("hand_size", "arms", "rounds")):
                assert said(other) == said(options)
                continue
            matters = MATTERS.get(option.code, always)
            if matters(options) == matters(other):
                differ = "change" if said(other) != said(options) else "are the same"
                expected = "change" if matters(options) else "are the same"
                assert differ == expected, (
                    f"with {option.code} = {changed} the written rules {differ} and should {expected} (rules_prose.py, and MATTERS "
                    f"in this file): {options}"
                )


def test_an_option_beside_which_another_has_no_effect_is_named() -> None:
    both = resolve("hastings", {"double_blank": 100}, 4)
    assert "double_blank" in idle_options(both) and "blank_half" not in idle_options(both)
    assert "double_blank" not in idle_options(resolve("hastings", {"blank_half": 0}, 4))
    assert "call_again" in idle_options(both) and "call_again" not in idle_options(resolve("montgomery"))
    random = Random(11)
    for _, options in [random_options(random, EVERY_SET) for _ in range(60)]:
        without = {code for code, matters in MATTERS.items() if not matters(options)}
        assert without == set(idle_options(options)), options


@pytest.mark.parametrize("preset", PRESETS)
def test_a_rule_book_is_told_without_house_rules(preset: str) -> None:
    shown = written_rules(resolve(preset, {}, PRESETS[preset].seats[0]), preset)
    assert shown["preset"] == preset
    assert shown["house"] == []
    assert not any(each["house"] for section in shown["sections"] for each in section["paragraphs"])


def test_the_sections_are_those_of_the_paragraphs_in_their_order() -> None:
    found = [paragraph.section for paragraph in paragraphs(resolve("montgomery"))]
    assert tuple(dict.fromkeys(found)) == SECTIONS


def test_what_differs_from_the_rule_book_is_marked_and_listed() -> None:
    options = resolve("montgomery", {"toes": 2, "first_seat": "finder"}, 4)
    shown = written_rules(options, "montgomery")
    marked = [
        each["text"][0] for section in shown["sections"] for each in section["paragraphs"] if each["house"]
    ]
    assert marked == ["rules.doubles.foot"]
    assert list(house_rules(options, "montgomery")) == ["toes"]  # who plays first has no effect here
    assert [words(each) for each in shown["house"]] == ["Toes of a foot (2)"]


def test_each_change_that_has_effect_is_listed_or_marked() -> None:
    random = Random(3)
    for preset, options in [random_options(random) for _ in range(150)]:
        try:
            shown = written_rules(options, preset)
        except OptionError:
            continue  # the rule-book does not know so many seats
        marked = [each for section in shown["sections"] for each in section["paragraphs"] if each["house"]]
        assert preset is None or bool(marked) <= bool(shown["house"])


def test_every_text_of_the_rules_is_used_and_filled() -> None:
    keys = {key for key in TEXTS if re.match(r"rules\.[a-z]+\.", key)}
    for _, options in tables():
        for paragraph in paragraphs(options):
            sentence = words(paragraph.text)
            assert "{" not in sentence
            assert "[" not in without_marks(sentence)
            n = paragraph.text[1].get("n")
            keys -= {paragraph.text[0], paragraph.text[0] + (".one" if n == 1 else ".other")}
            keys.discard(f"rules.{paragraph.section}.title")
    assert keys == set()


def test_pictures_are_well_formed_and_draw_what_they_speak_of() -> None:
    options = resolve("montgomery", {"toes": 2}, 4)
    pictures = {each.text[0]: each.picture() for each in paragraphs(options) if each.picture}
    assert set(pictures) == {"rules.start.arms", "rules.turn.match", "rules.doubles.foot"}
    for markup in pictures.values():
        ElementTree.fromstring(markup)
    assert pictures["rules.start.arms"].count("#blank") == 7
    assert pictures["rules.doubles.foot"].count('href="#outline"') == 2
    assert pictures["rules.turn.match"].count('href="#tile"') == 3


@pytest.mark.parametrize(
    ("changes", "seats", "arms", "toes"),
    [
        ({"arms": 2, "toes": 3}, 4, 2, 3),
        ({"arms": 8, "toes": 2}, 4, 8, 2),
        ({"arms": "players"}, 5, 5, 3),
        ({"arms": "players"}, 10, 8, 3),
    ],
)
def test_the_pictures_have_an_empty_place_for_each_arm_and_toe(
    changes: dict[str, Any], seats: int, arms: int, toes: int
) -> None:
    options = resolve("montgomery", changes, seats)
    pictures = {each.text[0]: each.picture() for each in paragraphs(options) if each.picture}
    assert pictures["rules.start.arms"].count("#blank") == 1 + arms  # the centre is blank too
    assert pictures["rules.doubles.foot"].count('href="#outline"') == toes
    assert "#outline" not in pictures["rules.turn.match"]


# --- what a refusal opens

# Written from rules.md alone: which clause a person asks about who is refused for this reason.
ASKED: dict[str, set[Any]] = {
    "call-too-late": {"LAST-1"},
    "can-play": {"TURN-4"},
    "catch-too-early": {"LAST-3"},
    "catch-yourself": {"LAST-3"},
    "centre-first": {"START-1"},
    "draw-first": {"TURN-7"},
    "draw-on": {"TURN-6"},
    "drawn-fits": {"TURN-6"},
    "drew-already": {"TURN-6"},
    "foot-first": {"FOOT-1"},
    "no-calls": {"LAST-2"},
    "no-catches": {"LAST-2", "LAST-4"},
    "no-match": {"TURN-2"},
    "no-open-end": {"TURN-2"},
    "no-such-seat": {None},
    "no-take-back": {None},
    "not-on-the-table": {"TURN-2"},
    "not-your-turn": {"TURN-3"},
    "not-yours": {None},
    "nothing-to-call": {"LAST-1"},
    "nothing-to-catch": {"LAST-3"},
    "nothing-to-take-back": {"TURN-8"},
    "only-drawn": {"TURN-6"},
    "opening": {"TURN-1"},
    "penalty-tile": {"LAST-3", "LAST-4"},
    "play-drawn": {"TURN-6"},
    "where": {"START-1", "START-5"},
    "yard-empty": {"TURN-5", "TURN-7"},
    "yard-reserve": {"TURN-5"},
}


def test_the_paragraph_that_a_refusal_opens_is_there_and_is_the_right_one() -> None:
    """Whatever anybody tries in 40 or more rounds of random house rules, until all reasons but the end of a round come up."""
    random, asked, number = Random(5), set[str](), 0
    while number < 40 or asked != set(ASKED):
        assert number < 400, f"no try was refused for {sorted(set(ASKED) - asked)}"
        _, options = random_options(random, (6, 9))
        rule = ("catch", "automatic", options.last_tile_call)[number % 3]
        options = options._replace(round_count=1, last_tile_call=rule)
        refused = set[str]()
        match = start_match(options, f"why-{number}")
        while match.current is not None:
            refused |= _refused(match.current, random)
            match = act(match, random_move(match.current, random))
        stated = {clause for paragraph in paragraphs(options) for clause in paragraph.clauses}
        for key in refused:
            clause = clause_of("reason." + key, options)
            assert clause in ASKED[key], (key, clause)
            assert clause is None or clause in stated
        asked |= refused
        number += 1


def _refused(state: Round, random: Random) -> set[str]:
    """The reasons, without their `reason.`, that some tries of all seats are refused for."""
    any_tile = random.randrange(state.options.tiles.bit_length())
    held = [tile for tile in range(190) if state.hands[state.turn] >> tile & 1]
    ons = [-1, any_tile, *(on for on, _ in state.laid[-2:])]
    tries = [Move(state.turn, "play", tile, on) for tile in (any_tile, *held) for on in ons]
    for seat in (state.turn, (state.turn + 1) % state.options.players, state.options.players):
        tries += [Move(seat, do) for do in ("draw", "pass", "call", "take-back")]
        tries += [Move(seat, "catch", target=target) for target in range(state.options.players + 1)]
    reasons = [why_not(state, move) for move in tries]
    return {reason.key.removeprefix("reason.") for reason in reasons if reason is not None}


def test_each_refusal_of_the_judge_has_its_place_in_the_table() -> None:
    keys = {key.split(".")[1] for key in TEXTS if key.startswith("reason.")}
    assert keys == set(CLAUSES_OF)
    assert clause_of("reason.round-over", resolve("montgomery")) == "END-1"
    assert clause_of("error.tile", resolve("montgomery")) is None


def test_a_draw_from_an_empty_yard_opens_the_rules_that_apply() -> None:
    assert clause_of("reason.yard-empty", resolve("montgomery", {}, 4)) == "TURN-5"
    nothing_left = resolve(None, {"set": 6, "hand_size": 7}, 4)
    assert left_over(nothing_left) == 0 and clause_of("reason.yard-empty", nothing_left) == "TURN-7"


def test_an_option_of_the_other_kind_of_start_changes_nothing() -> None:
    assert said(resolve("hastings", {"missing_double": "redeal"}, 4)) == said(resolve("hastings", {}, 4))


def test_the_first_paragraph_of_a_clause_speaks_of_the_refusal() -> None:
    """`#rules-text [data-clause~=…]` opens at its first paragraph: for the opening that is the arms', not the feet's."""
    first: dict[str, str] = {}
    for paragraph in paragraphs(resolve("montgomery")):
        for clause in paragraph.clauses:
            first.setdefault(clause, paragraph.text[0])
    assert first["TURN-1"] == "rules.start.arms"
    assert first["FOOT-1"] == "rules.doubles.foot"
    assert first["TURN-6"] == "rules.drawing.one-hold-back"


# --- the words


def test_marks_are_read() -> None:
    assert split_terms("[toe]") == [["toe", "toe"]]
    assert split_terms("plain") == [["plain", ""]]
    assert without_marks("the [arms|arm] of the [centre]") == "the arms of the centre"


@pytest.mark.parametrize(
    ("rounds", "key"), [(10, "rules.match.rounds"), (9, "rules.match.short"), (1, "rules.match.short")]
)
def test_a_match_with_a_round_for_each_double_is_no_short_one(rounds: int, key: str) -> None:
    stated = [paragraph.text for paragraph in paragraphs(resolve("montgomery", {"rounds": rounds}, 4))]
    assert (key, {"n": rounds}) in stated


def test_the_form_draws_no_picture_to_find_idle_options(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is part of each start, and placing the tiles of a picture took longer than all its words."""
    monkeypatch.setattr(Layout, "place", None)
    for cached in (idle_options, line_picture, foot_picture):
        cached.cache_clear()
    assert idle_options(resolve("montgomery", {}, 4))
