"""The end of a round, points and places."""

import pytest

from game.rules.round.round_state import CALM
from game.rules.round.scoring import hand_points, lowest_seats, places_of, totals_of
from game.rules.round.turn import end_if_over
from game.rules.tiles import parse_tile
from tests.rules.rounds import OPENED, at, codes, event_words, mask, reason, rules


def test_end_1_a_seat_with_no_tiles_left_wins_at_once_and_scores_0() -> None:
    state = codes(at(rules(players=3), ["4-3", "8-5 1-0", "7-7"], OPENED, "6-1"), "4-3>9-4")
    assert state.end is not None
    assert (state.end.kind, state.end.seat, state.end.scores) == ("out", 0, (0, 14, 14))
    assert reason(state, "+", seat=1) == "round-over"


def test_end_1_on_a_double_too_with_its_toes_left_open() -> None:
    state = codes(at(rules(players=2), ["4-4", "8-5 1-0"], OPENED, "6-1"), "4-4>9-4")
    assert state.end is not None
    assert (state.end.kind, state.end.seat, state.end.scores) == ("out", 0, (0, 14))
    assert state.missing == 3


def test_end_2_all_stuck_when_every_seat_in_turn_can_neither_play_nor_draw() -> None:
    state = at(rules(players=3), ["8-7 8-6", "7-7", "7-6"], OPENED)
    state = codes(state, "=", "=")
    assert state.end is None
    state = codes(state, "=")
    assert state.end is not None
    assert (state.end.kind, state.end.seat, state.end.scores) == ("blocked", -1, (29, 14, 13))


def test_end_2_a_play_begins_the_count_again() -> None:
    state = at(rules(players=3), ["8-7 8-6", "7-7", "7-4 6-6"], OPENED)
    state = codes(state, "=", "=", "7-4>9-4", "8-7>7-4")
    assert (state.stuck, state.end) == (0, None)


def test_end_2_drawing_the_last_tile_is_not_being_stuck() -> None:
    state = at(rules(players=2), ["8-7", "7-7"], OPENED, "6-6")
    state = codes(state, "+", "=")
    assert (state.stuck, state.end) == (0, None)
    state = codes(state, "=", "=")
    assert state.end is not None


def test_end_2_one_stuck_as_soon_as_the_seat_on_turn_is() -> None:
    options = rules(players=3, blocked_when="one-stuck")
    state = at(options, ["4-3 8-6", "7-7", "7-3 6-6"], OPENED)
    state = codes(state, "4-3>9-4")
    assert state.end is not None
    assert (state.end.kind, state.turn) == ("blocked", 1)


def test_end_2_one_stuck_not_while_it_can_draw_or_has_drawn() -> None:
    options = rules(players=2, blocked_when="one-stuck")
    state = codes(at(options, ["4-3 8-6", "7-7"], OPENED, "6-6"), "4-3>9-4")
    assert state.end is None
    state = codes(state, "+")
    assert state.end is None
    assert codes(state, "=").end is not None


def test_end_2_a_missed_turn_counts_as_stuck_only_without_a_play() -> None:
    options = rules(players=2, last_tile_call="catch")
    state = at(options, ["8-7 7-6", "8-6"], OPENED, owing=0b10)
    state = codes(state, "=")  # seat 1 misses its turn and could not have played
    assert state.end is not None
    state = at(options, ["8-7 7-6", "4-3"], OPENED, owing=0b10)
    state = codes(state, "=")
    assert (state.end, state.stuck, state.turn) == (None, 0, 0)


BOK_BOK = rules(players=3, blocked_when="one-stuck", last_tile_call="catch")
SILENT = ["8-5", "8-7 7-6", "7-0 7-7"]  # seat 0 has not called, seat 1 cannot play on OPENED


def test_end_2_one_stuck_when_a_catch_takes_the_last_tile_of_the_yard() -> None:
    state = at(BOK_BOK, SILENT, OPENED, "6-6", turn=1, silent=0b001)
    assert reason(state, "+") is None
    caught = codes(state, "2:?0")
    assert caught.end is not None
    assert (caught.end.kind, caught.turn, event_words(caught)) == (
        "blocked",
        1,
        ["2 catch", "0 draw penalty"],
    )
    assert caught.end.hands == (mask("8-5 6-6"), mask("8-7 7-6"), mask("7-0 7-7"))
    assert caught.end.scores == (25, 28, 21)


def test_end_2_one_stuck_when_a_catch_leaves_only_the_reserve() -> None:
    options = rules(players=3, blocked_when="one-stuck", last_tile_call="catch", yard_reserve="two-or-one")
    state = at(options, SILENT, OPENED, "6-6 8-8", turn=1, silent=0b001)
    assert codes(state, "2:?0").end is not None
    assert codes(state._replace(yard=(*state.yard, parse_tile("1-1"))), "2:?0").end is None


def test_end_2_one_stuck_not_by_a_catch_that_leaves_a_play_or_a_tile() -> None:
    playable = at(BOK_BOK, ["8-5", "8-7 7-5", "7-0 7-7"], OPENED, "6-6", turn=1, silent=0b001)
    assert codes(playable, "2:?0").end is None
    drawable = at(BOK_BOK, SILENT, OPENED, "6-6 8-8", turn=1, silent=0b001)
    assert codes(drawable, "2:?0").end is None


@pytest.mark.parametrize("draw", ["one", "until-playable"])
def test_end_2_one_stuck_who_has_drawn_in_this_turn_had_a_tile_to_draw(draw: str) -> None:
    options = rules(players=3, blocked_when="one-stuck", last_tile_call="catch", draw=draw)
    state = codes(at(options, SILENT, OPENED, "8-8 6-6", turn=1, silent=0b001), "+", "2:?0")
    assert state.end is None
    assert reason(state, "=") is None
    assert reason(state, "+") == ("drew-already" if draw == "one" else "yard-empty")
    assert codes(state, "=").end is None  # seat 2 has 7-0


def test_end_2_one_stuck_a_caught_seat_cannot_play_the_barred_tile() -> None:
    state = at(BOK_BOK, ["8-7", "7-0 7-6", "7-7 6-6"], OPENED, "5-4", silent=0b001)
    caught = codes(state, "1:?0")
    assert caught.end is not None
    assert (caught.end.kind, caught.end.hands[0]) == ("blocked", mask("8-7 5-4"))
    also = at(BOK_BOK, ["8-5", "7-0 7-6", "7-7 6-6"], OPENED, "5-4", silent=0b001)
    assert codes(also, "1:?0").end is None


def test_end_2_one_stuck_when_an_automatic_penalty_takes_the_last_tile() -> None:
    options = rules(players=3, blocked_when="one-stuck", last_tile_call="automatic")
    state = codes(at(options, ["4-3 8-5", "8-0 5-1 7-1", "7-7 6-6"], OPENED, "6-1"), "4-3>9-4")
    state = codes(state, "8-0>9-0")
    assert state.end is not None
    assert (state.turn, event_words(state)[-1]) == (2, "0 draw penalty")


def test_end_2_one_stuck_ends_the_round_whatever_could_be_taken_back() -> None:
    options = rules(players=3, blocked_when="one-stuck", last_tile_call="catch", take_back=True)
    state = at(options, ["8-5", "7-7 8-7", "7-0 7-6 4-3"], OPENED, "6-6", turn=2, silent=0b010)
    state = codes(state._replace(hands=(mask("8-6 8-8"), *state.hands[1:])), "4-3>9-4")
    assert reason(state, "<", seat=2) is None
    caught = codes(state, "2:?1")
    assert caught.end is not None
    assert reason(caught, "<", seat=2) == "round-over"


def test_end_2_one_stuck_a_missed_turn_is_not_a_turn() -> None:
    state = at(BOK_BOK, ["4-3 6-6", "8-7 7-6", "7-0 7-7"], OPENED, owing=0b010)
    state = codes(state, "4-3>9-4")
    assert (event_words(state)[-1], state.turn, state.end) == ("1 skip", 2, None)


@pytest.mark.parametrize(
    ("double_blank", "blank_half", "hand", "points"),
    [
        (50, 0, "0-0", 50),
        (0, 0, "0-0", 0),
        (25, 0, "0-0 5-0", 30),
        (100, 0, "0-0 9-9", 118),
        (50, 0, "5-0", 5),
        (50, 25, "5-0", 30),
        (50, 25, "0-0", 50),
        (100, 25, "0-0", 50),
        (0, 25, "0-0 5-0 6-1", 87),
        (50, 0, "", 0),
    ],
)
def test_end_3_a_tile_scores_its_pips_and_blanks_what_the_options_say(
    double_blank: int, blank_half: int, hand: str, points: int
) -> None:
    assert hand_points(mask(hand), rules(double_blank=double_blank, blank_half=blank_half)) == points


def test_end_4_in_a_blocked_round_the_lowest_hand_wins_the_title() -> None:
    state = codes(at(rules("gamerules", 3), ["8-7 8-6", "7-7", "8-6"], "9-9 9-0>9-9 9-1>9-9 9-2>9-9"), *"===")
    assert state.end is not None
    assert state.end.scores == (29, 14, 14)
    assert lowest_seats(state.end.scores) == (1, 2)


def test_end_5_the_bonus_for_going_out_on_a_double() -> None:
    bonus = rules(players=2, out_bonus_on_double=50)
    on_double = codes(at(bonus, ["4-4", "8-5"], OPENED), "4-4>9-4").end
    plain = codes(at(bonus, ["4-3", "8-5"], OPENED), "4-3>9-4").end
    assert on_double is not None
    assert plain is not None
    assert (on_double.scores, plain.scores) == ((-50, 13), (0, 13))
    blocked = codes(at(bonus, ["8-7", "7-6"], f"{OPENED} 4-4>9-4"), "=", "=").end
    assert blocked is not None
    assert blocked.scores == (15, 13)


def test_match_1_totals_add_up_and_the_lowest_wins() -> None:
    rounds = [(0, 10, 5), (20, 0, 5), (1, 1, 1)]
    assert totals_of(rounds, 3) == (21, 11, 11)
    assert places_of(rounds, rules(players=3)) == (3, 1, 1)


def test_match_2_equal_totals_share_the_place() -> None:
    assert places_of([(5, 1, 5, 9)], rules(players=4)) == (2, 1, 2, 4)


@pytest.mark.parametrize(
    ("rounds", "places"),
    [
        ([(0, 5, 9), (10, 5, 0)], (2, 3, 1)),  # all 10 or 9
        ([(0, 5), (10, 5)], (1, 2)),  # equal totals: most rounds won
        ([(0, 4, 9), (4, 0, 9), (9, 9, 0)], (1, 1, 3)),  # all the same: shared
        ([(0, 0), (3, 5), (6, 4)], (1, 2)),  # then the lowest round above zero
        ([(-5, 2), (10, 3)], (1, 2)),  # a round below zero is won
        ([(0, 10), (0, -10)], (1, 2)),  # a round below zero is won too, but zero twice is more
    ],
)
def test_match_2_rounds_won_decides_equal_totals(
    rounds: list[tuple[int, ...]], places: tuple[int, ...]
) -> None:
    assert places_of(rounds, rules(players=len(places), ties="rounds-won")) == places


def test_match_2_without_the_option_they_share() -> None:
    assert places_of([(0, 5), (10, 5)], rules(players=2)) == (1, 1)


def test_end_1_a_round_from_a_position_that_is_over_has_no_drawn_tile() -> None:
    state = at(rules(players=2), ["", "8-7 6-5"], OPENED, turn=1, drawn=parse_tile("8-7"))
    over = end_if_over(state)
    assert over.end is not None and over.end.seat == 0
    assert (over.drawn, over.asides) == (-1, CALM)
