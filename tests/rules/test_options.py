"""Options, presets, hand sizes and what does not go together."""

from collections.abc import Mapping

import pytest

from game.narration.localization.language import load
from game.rules.errors import OptionError
from game.rules.options.declared import BY_CODE, BY_DIGIT, DECLARED, Options, assemble, written
from game.rules.options.hand_sizes import tile_count
from game.rules.options.presets import PRESETS, differences, foot_call, resolve, seat_counts
from game.rules.round.deal import deal_round
from tests.rules.preset_table import TABLE
from tests.rules.rounds import rules


@pytest.mark.parametrize("code", TABLE)
def test_a_preset_is_the_full_assignment_of_its_rule_book(code: str) -> None:
    table = TABLE[code].split()
    table += [
        written(option.default) for option in BY_DIGIT[len(table) :]
    ]  # a later option: where it says nothing
    values = [written(getattr(resolve(code), option.code)) for option in BY_DIGIT]
    assert [(want, have) for want, have in zip(table, values, strict=True) if want not in ("*", have)] == []


def test_all_presets_are_in_the_table() -> None:
    assert list(PRESETS) == list(TABLE)


@pytest.mark.parametrize(
    ("code", "sets"),
    [
        ("hastings", {2: 9, 4: 9, 5: 12, 8: 12}),
        ("chickie", {2: 6, 3: 6, 4: 9, 7: 9, 8: 12}),
        ("montgomery", {2: 9, 10: 9}),
        ("double-chickenfoot", {2: 9, 8: 9, 9: 12, 10: 12}),
    ],
)
def test_the_set_of_a_preset_may_depend_on_the_seats(code: str, sets: Mapping[int, int]) -> None:
    assert {seats: resolve(code, players=seats).set for seats in sets} == sets


def test_four_hands_of_seven_take_a_whole_double_6() -> None:
    """W: "each player picks seven"; only "with more than four players, the game requires an extended set"."""
    options = resolve("chickie", {"set": 6}, 4)
    assert (options.hand, options.players * options.hand, options.centre_from) == (7, 28, "hand")
    assert resolve("chickie", {"set": 6, "hand_size": 6}, 4).centre_from == "table"
    assert resolve("chickie", {}, 3).centre_from == "table"
    with pytest.raises(OptionError):
        resolve("chickie", {"set": 6, "centre_from": "table"}, 4)
    deal = deal_round(options, "whole", 1)
    assert deal.yard == () and deal.hands[deal.first_seat] >> deal.centre & 1


def test_a_leaflet_for_ten_is_playable_with_a_double_12_and_seven_each() -> None:
    assert (resolve("double-chickenfoot", {}, 10).set, resolve("double-chickenfoot", {}, 10).hand) == (12, 7)
    assert resolve("double-chickenfoot", {"set": 12}, 4).hand == round(11 * 91 / 55)
    for highest in (6, 9, 12, 15, 18):
        for seats in range(2, 11):
            assert rules("double-chickenfoot", seats, set=highest).hand >= 1


def test_the_books_announce_a_double_in_their_own_words() -> None:
    """FOOT-2. The words themselves are in the locale files."""
    own = {"hastings": "chicken", "chickie": "chickie"}
    assert {code: foot_call(code) for code in PRESETS} == {
        code: own.get(code, "chickenfoot") for code in PRESETS
    }
    assert foot_call(None) == "chickenfoot"


def test_presets_are_for_the_seats_of_their_sources() -> None:
    counts = {code: (seat_counts(code)[0], seat_counts(code)[-1]) for code in PRESETS}
    two_to_eight = dict.fromkeys(["gamerules", "trains-8", "hastings", "chickie"], (2, 8))
    assert counts == {
        **dict.fromkeys(["montgomery", "montgomery-alternate", "double-chickenfoot"], (2, 10)),
        **two_to_eight,
        "pagat": (2, 4),
        "nathan": (2, 6),
    }
    assert seat_counts("nathan", {"set": 12}) == [3, 4, 5, 6, 7, 8]
    assert seat_counts("nathan", {"set": 15}) == [6, 7, 8, 9, 10]
    assert seat_counts(None) == list(range(2, 11))


@pytest.mark.parametrize(
    ("size", "most", "hands"),
    [
        ("by-42", 9, {2: 21, 3: 14, 4: 11, 5: 8, 6: 7, 7: 6, 8: 5, 9: 5, 10: 4}),
        ("by-42", 6, {2: 11, 3: 7, 4: 5, 5: 4, 6: 4, 7: 3, 8: 3, 9: 2, 10: 2}),
        ("by-42", 12, {2: 35, 4: 17, 6: 12, 10: 7}),
        ("by-42", 18, {2: 73, 10: 15}),
        ("leaflet", 9, {2: 20, 3: 14, 4: 11, 5: 9, 6: 8, 7: 7, 8: 6}),
        ("leaflet", 12, {2: 33, 3: 23, 4: 18, 5: 15, 6: 13, 7: 12, 8: 10, 9: 8, 10: 7}),
        ("leaflet", 15, {2: 49, 3: 35, 4: 27, 5: 22, 6: 20, 7: 17, 8: 15, 9: 12, 10: 10}),
        ("cross", 9, {2: 12, 3: 11, 4: 10}),
        ("cross", 6, {2: 5, 3: 5, 4: 5}),
        ("nathan", 9, {2: 14, 3: 10, 4: 7, 5: 6, 6: 5}),
        ("nathan", 12, {3: 12, 4: 10, 5: 8, 6: 7, 7: 6, 8: 5}),
        ("nathan", 15, {6: 12, 7: 10, 8: 9, 9: 8, 10: 7}),
        (15, 12, {4: 15}),
        (7, 12, {10: 7}),
    ],
)
def test_hand_sizes(size: object, most: int, hands: Mapping[int, int]) -> None:
    assert {seats: rules(set=most, players=seats, hand_size=size).hand for seats in hands} == hands


def test_by_42_always_fits_with_table_centre_and_reserve() -> None:
    for most in (6, 9, 12, 15, 18):
        for seats in range(2, 11):
            options = rules(set=most, players=seats, centre_from="table", yard_reserve="two-or-one")
            assert seats * options.hand + 1 + options.reserve <= tile_count(most)


@pytest.mark.parametrize(
    ("changes", "fits"),
    [
        ({"set": 6, "players": 4, "hand_size": 7, "centre_from": "table"}, 6),
        ({"set": 6, "players": 4, "hand_size": 7, "centre_from": "hand"}, 7),
        ({"set": 6, "players": 9, "hand_size": 3, "centre_from": "table"}, 3),  # 27 + 1 of 28: exactly
        ({"set": 6, "players": 9, "hand_size": 3, "centre_from": "table", "yard_reserve": "two-or-one"}, 2),
        ({"set": 9, "players": 2, "hand_size": 27, "yard_reserve": "two-or-one"}, 26),
        ({"set": 9, "players": 8, "hand_size": 10}, 6),
    ],
)
def test_a_deal_fits_when_hands_centre_and_reserve_fit_into_the_tiles(
    changes: dict[str, object], fits: int
) -> None:
    assert rules(**(changes | {"hand_size": fits})).hand == fits
    with pytest.raises(OptionError) as caught:
        rules(**(changes | {"hand_size": fits + 1}))
    assert caught.value.values["most"] == fits


@pytest.mark.parametrize(
    ("preset", "changes", "players", "sentence"),
    [
        (
            None,
            {"hand_size": 10},
            8,
            "A double-9 set has too few tiles to deal 10 to each of 8 players; 6 each is the most.",
        ),
        (None, {"set": 6, "arms": 8}, 4, "A double-6 set has no room for 8 arms; the most is 6."),
        (None, {"set": 6, "rounds": 8}, 4, "A double-6 set has 7 rounds, so a match cannot have 8."),
        ("pagat", {}, 5, "The rules “pagat” are for 2 to 4 players, not for 5."),
        ("dominos", {}, 4, f"There are no rules called “dominos”; there are {', '.join(PRESETS)}."),
        (None, {"spinner": 1}, 4, "There is no option called “spinner”."),
        (None, {"set": 7}, 4, "The option set cannot be “7”; it can be 6, 9, 12, 15, 18."),
        (None, {"set": True}, 4, "The option set cannot be “on”; it can be 6, 9, 12, 15, 18."),
        (None, {"take_back": 1}, 4, "The option take_back cannot be “1”; it can be off, on."),
        (None, {"toes": None}, 4, "The option toes cannot be “?”; it can be 3, 2."),
        (None, {"rounds": 0}, 4, "The option rounds cannot be “0”; it can be all, 1…19."),
        ("hastings", {}, 11, "The option players cannot be “11”; it can be 2…10."),
        ("hastings", {}, True, "The option players cannot be “on”; it can be 2…10."),
        (
            "nathan",
            {},
            7,
            "The table “nathan” does not say how many tiles 7 players get with a double-9 set; "
            "choose another table or a number.",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_that_says_what_can(
    preset: str | None, changes: dict[str, object], players: int, sentence: str
) -> None:
    with pytest.raises(OptionError) as caught:
        resolve(preset, changes, players)
    assert load().say(caught.value.key, caught.value.values) == sentence


def test_a_refused_value_is_shown_with_twenty_characters_at_most() -> None:
    with pytest.raises(OptionError) as caught:
        resolve(None, {"draw": "x" * 30}, 4)
    assert caught.value.values["value"] == "x" * 20


def test_every_value_is_written_and_read_back() -> None:
    for option in DECLARED:
        for value in (*option.values, *option.numbers):
            assert option.read(written(value)) == value
            assert type(option.read(written(value))) is type(value)
            assert option.allows(value)
        assert option.allows(option.default)
        with pytest.raises(OptionError):
            option.read("nonsense")


def test_a_declaration_is_a_field_and_the_derived_fields_follow() -> None:
    assert Options._fields[: len(DECLARED)] == tuple(BY_CODE)
    assert sorted(option.digit for option in DECLARED) == list(range(len(DECLARED)))


def test_differences_are_what_makes_a_preset_into_the_options() -> None:
    options = resolve("hastings", {"arms": 6, "toes": 2, "set": 12}, 3)
    assert differences(options, "hastings") == {"set": 12, "arms": 6, "toes": 2}
    assert differences(resolve("hastings", players=6), "hastings") == {}
    assert resolve(None, differences(options, None), 3) == options
    assert assemble(options.declared()) == options
