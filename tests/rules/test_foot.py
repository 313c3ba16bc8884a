"""Doubles: feet that block, feet that close, stalemates, arms."""

import pytest

from game.rules.errors import OptionError
from game.rules.match import Match
from game.rules.tiles import NAME, parse_tile
from game.rules.view import is_dead_foot, view
from tests.rules.rounds import OPENED, at, codes, mask, reason, rules

# Fours on the table: 9-4 8-4 7-4 6-4 5-4 and what a test adds; off it are then 4-4 4-3 4-2 4-1 4-0.
FOURS = f"{OPENED} 5-4>9-5 3-3>9-3 8-3>3-3 7-3>3-3 6-3>3-3 8-4>8-3 7-4>7-3 6-4>6-3"


def test_foot_1_a_double_is_pending_until_its_toes_lie_on_it() -> None:
    state = at(rules(players=2), ["4-4 8-0 4-2", "4-1 4-3 5-0"], OPENED, "6-1")
    state = codes(state, "4-4>9-4")
    assert (NAME[state.foot], state.missing) == ("4-4", 3)
    state = codes(state, "4-1>4-4", "4-2>4-4")
    assert state.missing == 1
    assert reason(state, "5-0>9-5") == "foot-first"
    state = codes(state, "4-3>4-4")
    assert (state.foot, state.missing) == (-1, 0)
    assert reason(state, "8-0>9-0") is None


def test_foot_1_two_toes_as_a_house_rule() -> None:
    state = at(rules(players=2, toes=2), ["4-4 8-0", "4-1 5-0"], OPENED, "6-1")
    state = codes(state, "4-4>9-4")
    assert state.missing == 2


def test_foot_2_silence_about_a_double_costs_nothing() -> None:
    for preset in ("montgomery", "chickie", "hastings"):
        options = rules(preset, 2, set=9, hand_size=2, arms=6)
        state = at(options, ["4-4 8-0 7-0", "4-1 4-3 5-0"], OPENED, "6-1 6-2")
        state = codes(state, "4-4>9-4", "4-1>4-4")
        assert (state.asides.uncalled, state.asides.silent, state.asides.owing) == (0, 0, 0)
        assert reason(state, "!") in ("no-calls", "nothing-to-call")


def test_foot_3_a_foot_that_can_never_be_completed_blocks_the_round() -> None:
    state = at(rules(players=2), ["4-4 8-0 7-0", "4-1 5-0 6-0"], f"{FOURS} 4-3>7-4 4-2>8-4", "")
    state = codes(state, "4-4>9-4")
    assert state.stalemate
    state = codes(state, "=") if reason(state, "=") is None else codes(state, "4-1>4-4")
    assert (NAME[state.foot], state.missing) == ("4-4", 2)
    assert reason(state, "8-0>9-0") == "foot-first"
    state = codes(state, "=", "=")
    assert state.end is not None
    assert (state.end.kind, state.end.seat) == ("blocked", -1)


def test_foot_3_stalemate_is_pending_when_too_few_tiles_are_left() -> None:
    options = rules(players=2)
    state = codes(at(options, ["4-4 8-0", "7-0"], f"{FOURS} 4-3>7-4"), "4-4>9-4")
    assert not state.stalemate  # 4-2 4-1 4-0 are still somewhere: just enough
    state = codes(at(options, ["4-4 8-0", "7-0"], f"{FOURS} 4-3>7-4 4-2>8-4"), "4-4>9-4")
    assert state.stalemate


def test_foot_3_a_view_tells_how_many_tiles_a_foot_could_still_get() -> None:
    """Of a double of the hand that would need a foot; the double itself is not counted."""

    def left(tile: str, hand: str, laid: str) -> int:
        state = at(rules(players=2), [hand, "7-0"], laid, centre="9-9")
        return view(Match(state.options, "foot", (), state), 0).left_for_foot(parse_tile(tile))

    assert left("4-4", "4-4 8-0", f"{FOURS} 4-3>7-4") == 3
    assert left("4-4", "4-4 4-2", f"{FOURS} 4-3>7-4") == 3, "those of the own hand too"
    assert left("4-4", "4-4 8-0", f"{FOURS} 4-3>7-4 4-2>8-4") == 2
    assert left("8-0", "4-4 8-0", FOURS) == -1, "no double"
    assert left("4-4", "4-4", FOURS) == -1, "the last tile wins (END-1)"
    assert left("9-9", "9-9 8-0", "") == -1, "the centre"


@pytest.mark.parametrize("short_foot", ["blocks", "closes"])
def test_foot_3_a_foot_is_dead_without_enough_tiles(short_foot: str) -> None:
    """Under `closes` it waits for none (FOOT-4)."""
    options, double = rules(players=2, short_foot=short_foot), parse_tile("4-4")
    for left, is_dead in (("4-4 4-1 4-2 4-3 9-9", False), ("4-4 4-1 4-2 9-9", short_foot == "blocks")):
        assert is_dead_foot(options, mask(left), double) is is_dead


def test_foot_3_a_seat_may_still_go_out_on_it_and_win() -> None:
    state = at(rules(players=2), ["4-4 8-0", "4-1"], f"{FOURS} 4-3>7-4 4-2>8-4", "6-1")
    state = codes(state, "4-4>9-4")
    assert state.stalemate
    state = codes(state, "4-1>4-4")
    assert state.end is not None
    assert (state.end.kind, state.end.seat) == ("out", 1)


def test_foot_4_a_foot_closes_when_too_few_tiles_are_off_the_table() -> None:
    closes = rules("hastings", 2, arms=6)
    laid = f"{FOURS} 4-3>7-4 4-2>8-4"
    state = codes(at(closes, ["4-4 8-0", "5-0 6-0"], laid), "4-4>9-4")
    assert (state.foot, state.missing) == (-1, 0)  # 4-1 and 4-0 are left for three toes: closed at once
    assert reason(state, "5-0>9-0") is None
    assert reason(state, "4-1>4-4", seat=1) == "not-yours"
    state = codes(at(closes, ["4-4 8-0", "5-0 6-0 4-1"], f"{FOURS} 4-3>7-4"), "4-4>9-4")
    assert (NAME[state.foot], state.missing) == ("4-4", 3)  # just enough
    assert not state.stalemate


def test_foot_4_a_closed_double_takes_no_more_toes() -> None:
    state = at(rules("hastings", 2, arms=6), ["4-4 8-0", "4-1 6-0"], f"{FOURS} 4-3>7-4 4-2>8-4")
    state = codes(state, "4-4>9-4")
    assert reason(state, "4-1>4-4") == "no-open-end"


def test_foot_4_a_double_with_no_tile_left_closes_as_it_lies() -> None:
    laid = f"{FOURS} 4-3>7-4 4-2>8-4 4-1>6-4 4-0>9-4"
    state = at(rules("hastings", 2, arms=6), ["4-4 8-0", "7-0 6-0"], laid)
    state = codes(state, "4-4>5-4")
    assert state.foot == -1
    assert state.ends[4] == 0
    assert state.laid[-1] == (parse_tile("4-4"), parse_tile("5-4"))


def test_foot_5_arms_block_like_a_foot() -> None:
    state = at(rules(players=2), ["8-7 8-6", "7-7 7-6"], "9-9 9-0>9-9", "")
    assert (NAME[state.foot], state.missing, state.board.opening) == ("9-9", 5, True)
    state = codes(state, "=", "=")
    assert state.end is not None
    assert state.end.kind == "blocked"


def test_foot_5_no_more_arms_than_the_set_has_tiles_for() -> None:
    assert rules(set=6, arms=6).arm_count == 6
    with pytest.raises(OptionError) as caught:
        rules(set=6, arms=7)
    assert (caught.value.key, caught.value.values) == ("option.too-many-arms", {"arms": 7, "set": 6})
    assert [rules(players=seats, arms="players").arm_count for seats in (2, 5, 8, 10)] == [2, 5, 8, 8]
    assert rules(set=6, players=9, arms="players").arm_count == 6


def test_foot_5_the_opening_can_always_be_filled() -> None:
    closes = rules("hastings", 2, set=6, hand_size=3, arms=6)
    state = at(closes, ["6-0 6-1 6-2", "6-3 6-4 6-5"], "6-6", "")
    for code in ("6-0", "6-3", "6-1", "6-4", "6-2"):
        assert state.foot == parse_tile("6-6")
        state = codes(state, f"{code}>6-6") if state.hands[state.turn] & mask(code) else state
    assert state.missing == 1 or state.end is not None
