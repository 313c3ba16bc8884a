"""The worked examples of the rule-books."""

from game.rules.round.scoring import hand_points
from game.rules.tiles import NAME
from tests.rules.rounds import at, codes, event_words, mask, reason, rules


def test_t_scores_65_points_and_15_without_the_double_blank() -> None:
    options = rules("montgomery")
    assert hand_points(mask("5-5 1-0 0-0 3-1"), options) == 65
    assert hand_points(mask("5-5 1-0 3-1"), options) == 15


def test_t_double_6_as_the_first_double_after_the_opening() -> None:
    """Six tiles on the double-9, then 6-6 and the three tiles on it; only then is the rest open again."""
    opening = "9-9 9-6>9-9 9-1>9-9 9-2>9-9 9-3>9-9 9-4>9-9 9-5>9-9"
    state = at(rules("montgomery", 2), ["6-6 6-2 8-1 8-8", "6-1 6-3 8-3 7-7"], opening, "7-0")
    state = codes(state, "6-6>9-6")
    assert reason(state, "8-3>9-3") == "foot-first"
    state = codes(state, "6-1>6-6", "6-2>6-6", "6-3>6-6")
    assert reason(state, "8-1>9-1") is None


def test_t_stalemate_with_two_sixes_left_and_a_six_as_the_last_domino_wins() -> None:
    laid = (
        "9-9 9-6>9-9 9-1>9-9 9-2>9-9 9-3>9-9 9-4>9-9 9-5>9-9 6-1>9-1 6-2>9-2 6-3>9-3 6-4>9-4 6-5>9-5 7-6>6-1"
    )
    state = at(rules("montgomery", 2), ["6-6 8-1", "8-6"], laid, "6-0 7-0")
    state = codes(state, "6-6>6-2")
    assert state.stalemate
    state = codes(state, "8-6>6-6")
    assert state.end is not None
    assert (state.end.kind, state.end.seat, state.end.scores) == ("out", 1, (9, 0))


def test_t_a_stalemate_is_final_when_the_yard_is_exhausted() -> None:
    laid = (
        "9-9 9-6>9-9 9-1>9-9 9-2>9-9 9-3>9-9 9-4>9-9 9-5>9-9 6-1>9-1 6-2>9-2 6-3>9-3 6-4>9-4 6-5>9-5 7-6>6-1"
    )
    state = at(rules("montgomery", 2), ["6-6 8-1", "8-7 7-5"], laid, "7-0")
    state = codes(state, "6-6>6-2", "+", "=", "=", "=")
    assert state.end is not None
    assert state.end.kind == "blocked"
    assert state.end.scores == (9, 15 + 12 + 7)


def test_t_silence_with_one_tile_left_costs_a_tile_or_a_turn() -> None:
    opening = "9-9 9-6>9-9 9-1>9-9 9-2>9-9 9-3>9-9 9-4>9-9 9-5>9-9"
    hands = ["6-0 8-0", "8-1 7-7", "8-2 7-6"]
    with_yard = codes(at(rules("montgomery", 3), hands, opening, "5-0"), "6-0>9-6", "8-1>9-1")
    assert event_words(codes(with_yard, "2:?0"))[-1] == "0 draw penalty"
    empty = codes(at(rules("montgomery", 3), hands, opening, ""), "6-0>9-6", "8-1>9-1", "2:?0", "8-2>9-2")
    assert event_words(empty)[-1] == "0 skip"


def test_g_the_opening_of_a_game_of_four() -> None:
    """Player one starts a train, two draws and passes, three plays, four draws a match and plays, one plays again."""
    hands = ["9-1 9-2 8-7", "8-1 8-2 8-3", "9-3 7-1 7-2", "6-1 6-2 6-3"]
    state = at(rules("gamerules", 4), hands, "9-9", "5-4 9-5 7-6 7-7")
    assert state.missing == 4
    state = codes(state, "9-1>9-9")
    assert reason(state, "8-1>9-1") == "opening"
    state = codes(state, "+")
    assert NAME[state.drawn] == "5-4"
    assert reason(state, "5-4>9-9") == "no-match"
    state = codes(state, "=", "9-3>9-9", "+")
    assert reason(state, "=") == "play-drawn"  # "if that domino matches, it must be played"
    state = codes(state, "9-5>9-9", "9-2>9-9")
    assert state.missing == 0
    assert reason(state, "8-1>9-1") is None  # now every train is open to everybody
    assert reason(state, "8-2>9-2") is None


def test_g_leaves_two_tiles_with_two_players_and_one_with_more() -> None:
    assert [rules("gamerules", seats).reserve for seats in (2, 3, 8)] == [2, 1, 1]


def test_h_a_foot_closes_when_there_are_no_longer_three_free_dominoes() -> None:
    laid = "9-9 9-4>9-9 9-1>9-9 9-2>9-9 9-3>9-9 4-1>9-1 4-2>9-2 4-3>9-3 6-4>4-1 5-4>4-2 8-4>4-3"
    state = at(rules("hastings", 4), ["4-4 7-0", "8-0 7-6", "7-7", "6-6"], laid)
    state = codes(state, "4-4>9-4")  # 7-4 and 4-0 are left: two
    assert (state.foot, state.missing) == (-1, 0)
    assert reason(state, "8-0>8-4") is None


def test_h_may_end_on_a_double_and_need_not_close_it() -> None:
    state = at(rules("hastings", 4), ["4-4", "8-0 7-6", "7-7", "6-6"], "9-9 9-4>9-9 9-1>9-9 9-2>9-9 9-3>9-9")
    state = codes(state, "4-4>9-4")
    assert state.end is not None
    assert (state.end.seat, state.end.scores) == (0, (0, 46, 14, 12))


def test_h_a_blank_counts_25_and_the_double_blank_50() -> None:
    options = rules("hastings")
    assert hand_points(mask("0-0"), options) == 50
    assert hand_points(mask("5-0"), options) == 30
    assert hand_points(mask("0-0 5-0 3-1"), options) == 84


def test_w_the_bonus_of_more_tiles_with_a_larger_set_and_fewer_players() -> None:
    assert rules("chickie", 4, set=12, hand_size=15).hand == 15


def test_x_ten_players_with_a_double_12_get_seven_tiles_each() -> None:
    assert rules(None, 10, set=12, hand_size=7).hand == 7
