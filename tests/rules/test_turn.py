"""A turn: where tiles go, drawing, passing, taking back."""

import pytest

from game.rules.moves import move_text
from game.rules.round.judge import legal_moves
from game.rules.tiles import NAME, parse_tile
from tests.rules.rounds import OPENED, at, codes, reason, rules


def legal(state: object, seat: int | None = None) -> list[str]:
    return [move_text(move) for move in legal_moves(state, seat)]


def test_turn_1_in_the_opening_only_the_centre_may_be_played_on() -> None:
    state = at(rules(players=2), ["9-5 4-3 3-1", "9-8"], "9-9 9-4>9-9 9-3>9-9", "6-1")
    assert reason(state, "4-3>9-4") == "opening"
    assert legal(state) == ["9-5>9-9"]


def test_turn_1_with_a_foot_pending_only_that_double_may_be_played_on() -> None:
    state = at(rules(players=2), ["4-3 3-1 8-0", "9-8"], f"{OPENED} 4-4>9-4", "6-1")
    assert reason(state, "3-1>9-1") == "foot-first"
    assert legal(state) == ["4-3>4-4"]


def test_turn_1_otherwise_every_open_end_is_open_to_everybody() -> None:
    state = at(rules(players=3), ["4-3", "4-3", "4-3"], OPENED, "6-1")
    for seat in range(3):
        assert legal(state._replace(turn=seat)) == ["4-3>9-4", "4-3>9-3"]


def test_turn_2_a_tile_attaches_by_a_half_equal_to_the_open_end() -> None:
    state = at(rules(players=2), ["8-4 8-7", "6-6 9-6"], OPENED, "6-1")
    assert reason(state, "8-7>9-4") == "no-match"
    assert reason(state, "8-4>9-9") == "no-open-end"
    assert reason(state, "8-4>6-6") == "not-on-the-table"
    state = codes(state, "8-4>9-4")
    assert state.ends[8] == 1 << parse_tile("8-4")
    assert state.ends[4] == 0
    assert reason(state, "6-6>8-4") == "no-match"


def test_turn_2_a_double_leaves_no_open_end_but_its_toes() -> None:
    state = at(rules(players=2), ["4-4 8-7", "4-1 4-2 4-3 4-0"], OPENED, "6-1")
    state = codes(state, "4-4>9-4")
    assert (NAME[state.foot], state.missing) == ("4-4", 3)
    assert state.ends[4] == 0
    for toe in ("4-1", "4-2", "4-3"):
        assert reason(state._replace(turn=1), f"{toe}>4-4") is None
        state = codes(state._replace(turn=1), f"{toe}>4-4")
    assert reason(state._replace(turn=1), "4-0>4-4") == "no-open-end"


def test_turn_3_one_tile_a_turn_doubles_included() -> None:
    state = at(rules(players=2), ["4-4 4-1 8-7", "4-2 4-3"], OPENED, "6-1")
    state = codes(state, "4-4>9-4")
    assert state.turn == 1
    assert reason(state, "4-1>4-4", seat=0) == "not-your-turn"
    assert codes(state, "4-2>4-4").turn == 0


def test_turn_4_a_seat_that_can_play_must_play() -> None:
    state = at(rules(players=2), ["4-3 8-7", "8-8"], OPENED, "6-1")
    assert reason(state, "+") == "can-play"
    assert reason(state, "=") == "can-play"


def test_turn_4_unless_it_may_hold_back_and_then_it_draws() -> None:
    hold_back = rules(players=2, may_hold_back=True)
    state = at(hold_back, ["4-3 8-7", "8-8"], OPENED, "6-1 6-2")
    assert reason(state, "+") is None
    assert reason(state, "=") == "draw-first"
    state = at(hold_back, ["4-3 8-7", "8-8"], OPENED, "")
    assert reason(state, "+") == "yard-empty"
    assert reason(state, "=") == "can-play"


def test_turn_5_a_seat_that_cannot_play_draws() -> None:
    state = at(rules(players=2), ["8-7", "8-8"], OPENED, "7-6 6-2")
    assert legal(state) == ["+"]
    assert reason(state, "=") == "draw-first"


@pytest.mark.parametrize(("players", "kept"), [(2, 2), (3, 1)])
def test_turn_5_the_reserve_is_never_drawn(players: int, kept: int) -> None:
    options = rules(players=players, yard_reserve="two-or-one")
    hands = ["8-7 8-6", "8-8", "7-7"][:players]
    yard = "9-8 9-7 9-6"
    state = at(options, hands, OPENED, yard)
    for _ in range(3 - kept):
        state = codes(state, "+", "=")
    assert len(state.yard) == kept
    assert reason(state, "+") == "yard-reserve"
    assert reason(state, "=") is None


def test_turn_6_after_a_draw_only_the_drawn_tile_may_be_played() -> None:
    state = at(rules(players=2, may_hold_back=True), ["4-3 8-7", "8-8"], OPENED, "6-4 6-2")
    state = codes(state, "+")
    assert reason(state, "4-3>9-4") == "only-drawn"
    assert reason(state, "6-4>9-4") is None
    assert reason(state, "+") == "drew-already"


def test_turn_6_must_play_and_may_play() -> None:
    hands, yard = ["8-7", "8-8"], "6-4 6-2"
    state = codes(at(rules(players=2, drawn_tile="must-play"), hands, OPENED, yard), "+")
    assert reason(state, "=") == "play-drawn"
    assert legal(state) == ["6-4>9-4"]
    state = codes(at(rules(players=2, drawn_tile="may-play"), hands, OPENED, yard), "+")
    assert legal(state) == ["6-4>9-4", "="]


def test_turn_6_until_playable_draws_until_one_fits_or_the_yard_gives_out() -> None:
    options = rules(players=2, draw="until-playable")
    state = at(options, ["8-7", "8-8"], OPENED, "7-6 6-6 6-4 6-2")
    state = codes(state, "+")
    assert legal(state) == ["+"]
    assert reason(state, "=") == "draw-on"
    state = codes(state, "+", "+")
    assert reason(state, "+") == "drawn-fits"
    assert legal(state) == ["6-4>9-4"]
    state = codes(at(options, ["8-7", "8-8"], OPENED, "7-6 6-6"), "+", "+")
    assert legal(state) == ["="]
    assert reason(state, "+") == "yard-empty"


def test_turn_7_a_pass_is_legal_only_after_a_draw_or_with_nothing_to_draw() -> None:
    state = at(rules(players=2), ["8-7", "8-8"], OPENED, "7-6")
    assert reason(state, "=") == "draw-first"
    state = codes(state, "+")
    assert reason(state, "=") is None
    state = codes(state, "=")
    assert (state.turn, state.yard) == (1, ())
    assert reason(state, "=") is None
    assert reason(at(rules(players=2), ["4-3", "8-8"], OPENED), "=") == "can-play"


TAKE_BACK = rules(players=3, take_back=True, may_hold_back=True, drawn_tile="may-play")


def test_turn_8_the_tile_just_played_may_be_taken_back_and_another_played() -> None:
    state = at(TAKE_BACK, ["4-3 8-5", "8-8 5-1", "7-7 7-6"], OPENED, "6-1 6-4")
    played = codes(state, "4-3>9-4")
    back = codes(played, "0:<")
    assert (back.board, back.hands, back.turn) == (state.board, state.hands, 0)
    assert [event.do for event in codes(back, "8-5>9-5").events] == ["play", "take-back", "play"]


@pytest.mark.parametrize("code", ["+", "5-1>9-5"])
def test_turn_8_until_the_next_seat_has_drawn_or_played(code: str) -> None:
    state = at(TAKE_BACK, ["4-3 8-5", "8-8 5-1", "7-7 7-6"], OPENED, "6-1 6-4")
    state = codes(state, "4-3>9-4")
    assert reason(state, "<", seat=1) == "nothing-to-take-back"
    assert reason(state, "<", seat=0) is None
    assert reason(codes(state, code), "<", seat=0) == "nothing-to-take-back"


def test_turn_8_or_passed() -> None:
    state = codes(at(TAKE_BACK, ["4-3 8-5", "8-8", "7-7 7-6"], OPENED), "4-3>9-4")
    assert reason(state, "<", seat=0) is None
    assert reason(codes(state, "="), "<", seat=0) == "nothing-to-take-back"


def test_turn_8_if_it_had_drawn_the_draw_stands() -> None:
    state = at(TAKE_BACK, ["8-7 8-6", "8-8 5-1", "7-7 7-6"], OPENED, "6-4 6-3")
    state = codes(state, "+", "6-4>9-4", "0:<")
    assert legal(state) == ["6-4>9-4", "="]
    assert reason(state, "+") == "drew-already"


def test_turn_8_or_missed_its_turn() -> None:
    missing = rules(players=3, take_back=True, last_tile_call="catch")
    state = codes(at(missing, ["4-3 8-5", "8-8", "7-7 7-6"], OPENED, owing=0b010), "4-3>9-4")
    assert (state.turn, state.events[-1].do) == (2, "skip")
    assert reason(state, "<", seat=0) == "nothing-to-take-back"


def test_turn_8_a_foot_is_taken_back_with_its_double() -> None:
    state = at(TAKE_BACK, ["4-4 8-5", "8-8", "7-7"], OPENED, "6-1")
    state = codes(state, "4-4>9-4", "0:<")
    assert (state.foot, state.missing) == (-1, 0)
    assert reason(state, "8-5>9-5") is None


def test_turn_8_not_the_centre_and_not_without_the_option() -> None:
    state = at(TAKE_BACK, ["9-9 4-3", "8-8", "7-7"], "", "6-1", centre="9-9")
    assert reason(codes(state, "9-9"), "<", seat=0) == "nothing-to-take-back"
    plain = rules(players=2)
    assert reason(codes(at(plain, ["4-3 8-5", "8-8"], OPENED), "4-3>9-4"), "<", seat=0) == "no-take-back"


def test_turn_8_a_round_that_is_over_stays_over() -> None:
    state = codes(at(TAKE_BACK, ["4-3", "8-8", "7-7"], OPENED), "4-3>9-4")
    assert reason(state, "<", seat=0) == "round-over"
