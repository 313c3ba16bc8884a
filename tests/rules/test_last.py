"""The last tile: calls, catches, penalties, missed turns."""

import pytest

from game.rules.match import Match
from game.rules.options.declared import EARLIER_VALUES, Options
from game.rules.options.presets import PRESETS, resolve
from game.rules.round.round_state import Round
from game.rules.tiles import parse_tile
from game.rules.view import view
from tests.rules.rounds import OPENED, at, codes, event_words, reason, rules

CATCH = rules(players=3, last_tile_call="catch", may_hold_back=True, drawn_tile="may-play")
AUTOMATIC = rules(players=3, last_tile_call="automatic", may_hold_back=True, drawn_tile="may-play")
HANDS = ["4-3 8-5", "8-0 5-1 7-1", "8-7 7-0 6-0"]
YARD = "6-1 6-4 6-5 6-3"


def one_left(options: Options = CATCH, yard: str = YARD) -> Round:
    """Seat 0 has just played its last tile but one, in silence."""
    return codes(at(options, HANDS, OPENED, yard), "4-3>9-4")


def test_last_1_a_seat_calls_with_its_play_or_before_the_next_turn_is_over() -> None:
    state = one_left()
    assert state.asides.uncalled == 1
    assert reason(state, "!", seat=0) is None
    assert reason(state, "!", seat=1) == "nothing-to-call"
    during = codes(state, "+")  # the next seat has drawn, its turn goes on
    assert reason(during, "!", seat=0) is None
    assert reason(codes(during, "="), "!", seat=0) == "call-too-late"
    called = codes(state, "0:!")
    assert called.events[-1].do == "call"
    assert reason(called, "!", seat=0) == "nothing-to-call"
    assert called.turn == 1


def test_last_1_nothing_to_call_with_more_tiles() -> None:
    state = codes(at(CATCH, ["4-3 8-5 8-6", *HANDS[1:]], OPENED, YARD), "4-3>9-4")
    assert reason(state, "!", seat=0) == "nothing-to-call"


def test_last_2_courtesy_is_shown_and_silence_costs_nothing() -> None:
    courtesy = rules(players=3, last_tile_call="courtesy")
    state = one_left(courtesy)
    assert event_words(codes(state, "0:!"))[-1] == "0 call"
    state = codes(state, "8-0>9-0")
    assert (state.asides.uncalled, state.asides.silent) == (0, 0)
    assert reason(state, "?0", seat=1) == "no-catches"
    assert reason(state, "!", seat=0) == "nothing-to-call"


def test_last_2_none_has_nothing_to_call() -> None:
    state = one_left(rules(players=3))
    assert (state.asides.uncalled, state.asides.silent) == (0, 0)
    assert reason(state, "!", seat=0) == "no-calls"
    assert reason(codes(state, "8-0>9-0"), "?0", seat=2) == "no-catches"


def test_last_3_a_silent_seat_may_be_caught_once_the_next_turn_is_over() -> None:
    state = one_left()
    assert reason(state, "?0", seat=2) == "catch-too-early"
    state = codes(state, "8-0>9-0")
    assert reason(state, "?0", seat=0) == "catch-yourself"
    assert reason(state, "?1", seat=2) == "nothing-to-catch"
    assert reason(state, "?3", seat=2) == "no-such-seat"
    for catcher in (1, 2):  # whoever is on turn
        caught = codes(state, f"{catcher}:?0")
        assert event_words(caught)[-2:] == [f"{catcher} catch", "0 draw penalty"]
        assert caught.events[-1].tile == parse_tile("6-1")
        assert caught.hands[0].bit_count() == 2
        assert caught.turn == 2
        assert reason(caught, "?0", seat=2) == "nothing-to-catch"


def test_last_3_who_has_called_is_not_caught() -> None:
    state = codes(one_left(), "0:!", "8-0>9-0")
    assert reason(state, "?0", seat=2) == "nothing-to-catch"


@pytest.mark.parametrize("act", ["+", "8-5>9-5"])
def test_last_3_until_it_acts_again_itself(act: str) -> None:
    state = codes(one_left(), "8-0>9-0", "8-7>8-0")
    assert state.turn == 0
    assert reason(state, "?0", seat=2) is None
    after = codes(state, act)
    assert reason(after, "?0", seat=2) == ("nothing-to-catch" if after.end is None else "round-over")


def test_last_3_passing_is_acting_too() -> None:
    state = at(CATCH, ["4-3 7-6", "8-0 5-1", "7-7 8-1"], OPENED)
    state = codes(state, "4-3>9-4", "8-0>9-0", "8-1>9-1")
    assert reason(codes(state, "="), "?0", seat=1) == "nothing-to-catch"


def test_last_3_the_penalty_tile_may_not_be_played_at_once() -> None:
    state = codes(one_left(yard="5-4 6-1 6-2"), "8-0>9-0", "8-7>8-0", "2:?0")
    assert state.turn == 0
    assert reason(state, "5-4>9-5") == "penalty-tile"
    assert reason(state, "8-5>9-5") is None
    later = codes(state, "8-5>9-5", "7-1>9-1", "7-0>7-1")
    assert later.turn == 0
    assert reason(later, "5-4>4-3") == "no-match"
    assert (
        reason(later._replace(hands=(later.hands[0] | 1 << parse_tile("5-3"), *later.hands[1:])), "5-3>4-3")
        is None
    )
    assert later.asides.barred == -1


def test_last_3_caught_before_its_turn_it_may_play_the_tile_on_its_turn() -> None:
    state = codes(one_left(yard="5-4 6-1 6-2"), "8-0>9-0", "2:?0", "8-7>8-0")
    assert state.turn == 0
    assert reason(state, "5-4>9-5") is None


def test_last_3_with_only_the_penalty_tile_fitting_it_cannot_play() -> None:
    options = rules(players=3, last_tile_call="catch")
    state = at(options, ["4-3 8-6", "8-0 5-1 7-1", "8-7 7-0 6-0"], OPENED, "5-4")
    state = codes(state, "4-3>9-4", "8-0>9-0", "8-7>8-0", "1:?0")
    assert reason(state, "5-4>9-5") == "penalty-tile"
    assert reason(state, "+") == "yard-empty"
    assert reason(state, "=") is None
    assert codes(state, "=").stuck == 0  # it does hold a tile that fits


def test_last_3_if_the_yard_gives_none_it_misses_its_next_turn() -> None:
    state = codes(one_left(yard=""), "8-0>9-0", "2:?0")
    assert event_words(state)[-1] == "2 catch"
    assert state.asides.owing == 1
    assert reason(state, "?0", seat=1) == "nothing-to-catch"
    state = codes(state, "8-7>8-0")
    assert event_words(state)[-1] == "0 skip"
    assert (state.turn, state.asides.owing) == (1, 0)


def test_last_3_the_reserve_gives_no_penalty_tile() -> None:
    options = rules(players=3, last_tile_call="catch", yard_reserve="two-or-one")
    state = codes(one_left(options, yard="6-1"), "8-0>9-0", "2:?0")
    assert (state.asides.owing, len(state.yard)) == (1, 1)


def test_last_3_caught_on_its_turn_with_an_empty_yard_it_misses_that_turn() -> None:
    state = codes(one_left(yard=""), "8-0>9-0", "8-7>8-0", "1:?0")
    assert event_words(state)[-2:] == ["1 catch", "0 skip"]
    assert state.turn == 1


def test_last_3_with_two_seats_it_can_be_caught_on_its_own_turn() -> None:
    options = rules(players=2, last_tile_call="catch")
    state = codes(at(options, ["4-3 8-5", "8-0 5-1"], OPENED, "6-1"), "4-3>9-4")
    assert reason(state, "?0", seat=1) == "catch-too-early"
    state = codes(state, "8-0>9-0")
    assert reason(codes(state, "1:?0"), "6-1>9-1") == "penalty-tile"


def test_last_3_a_missed_turn_closes_the_window_of_the_seat_before_it() -> None:
    hands = ["4-3 8-5", "8-0", "8-7 7-0 6-0"]
    state = at(CATCH, hands, OPENED, turn=0, owing=0b010)
    state = codes(state, "4-3>9-4")
    assert event_words(state)[-1] == "1 skip"
    assert state.turn == 2
    assert (state.asides.uncalled, state.asides.silent) == (0, 1)


def test_last_3_a_missed_turn_that_blocks_the_round_is_its_last_event() -> None:
    state = at(CATCH, ["8-6", "8-7", "7-6"], OPENED, stuck=1, owing=0b110)
    state = codes(state, "=")  # seats 1 and 2 miss their turns
    assert state.end is not None and state.end.kind == "blocked"
    assert event_words(state) == ["0 pass", "1 skip"]


def test_last_4_automatic_the_silent_seat_pays_when_the_next_turn_is_over() -> None:
    state = one_left(AUTOMATIC)
    state = codes(state, "+")
    assert state.hands[0].bit_count() == 1
    state = codes(state, "=")
    assert event_words(state)[-3:] == ["1 draw turn", "1 pass", "0 draw penalty"]
    assert (state.hands[0].bit_count(), state.turn, state.asides.barred) == (2, 2, -1)
    assert reason(state, "?0", seat=2) == "no-catches"


def test_last_4_who_calls_pays_nothing() -> None:
    state = codes(one_left(AUTOMATIC), "0:!", "8-0>9-0")
    assert state.hands[0].bit_count() == 1


def test_last_4_with_two_seats_the_penalty_tile_waits_a_turn() -> None:
    options = rules(players=2, last_tile_call="automatic")
    state = codes(at(options, ["4-3 8-5", "8-0 5-1 7-1"], OPENED, "6-1 6-2"), "4-3>9-4", "8-0>9-0")
    assert state.turn == 0
    assert reason(state, "6-1>9-1") == "penalty-tile"
    state = codes(state, "8-5>9-5", "0:!", "7-1>9-1")
    assert state.asides.barred == -1
    assert reason(state, "6-1>9-1") == "no-open-end"  # it may be tried now


def test_last_4_with_an_empty_yard_the_turn_is_missed() -> None:
    options = rules(players=2, last_tile_call="automatic")
    state = codes(at(options, ["4-3 8-5", "8-0 5-1 7-1"], OPENED), "4-3>9-4", "8-0>9-0")
    assert event_words(state)[-1] == "0 skip"
    assert state.turn == 1


def test_last_4_nothing_is_paid_when_the_round_is_over() -> None:
    state = codes(
        one_left(AUTOMATIC)._replace(hands=(1 << parse_tile("8-5"), 1 << parse_tile("8-0"), 7)), "8-0>9-0"
    )
    assert state.end is not None
    assert event_words(state)[-1] == "1 play"


def test_last_5_a_penalised_seat_must_call_again_at_its_next_last_tile() -> None:
    state = codes(one_left(), "8-0>9-0", "2:?0", "8-7>8-0", "8-5>9-5")
    assert state.asides.uncalled == 1
    assert reason(state, "!", seat=0) is None
    state = codes(state, "7-1>9-1")
    assert reason(state, "?0", seat=1) is None


def test_last_5_a_missed_turn_has_paid_for_the_silence() -> None:
    state = codes(one_left(yard=""), "8-0>9-0", "2:?0", "8-7>8-0")
    assert (state.asides.uncalled, state.asides.silent, state.asides.owing) == (0, 0, 0)


BACK = rules(players=3, last_tile_call="catch", take_back=True)


def test_last_1_taking_back_takes_the_call_with_it() -> None:
    state = codes(one_left(BACK), "0:!", "0:<")
    assert state.asides.uncalled == 0
    state = codes(state, "8-5>9-5")
    assert state.asides.uncalled == 1


def test_last_3_taking_back_reopens_the_window_of_the_seat_before() -> None:
    state = codes(one_left(BACK), "8-0>9-0")
    assert (state.asides.uncalled, state.asides.silent) == (0, 1)
    state = codes(state, "1:<")
    assert (state.asides.uncalled, state.asides.silent) == (1, 0)
    caught = codes(one_left(BACK), "8-0>9-0", "2:?0", "1:<")
    assert (caught.asides.uncalled, caught.asides.silent, caught.hands[0].bit_count()) == (0, 0, 2)


@pytest.mark.parametrize("penalty", ["catch", "automatic"])
def test_last_6_a_paid_penalty_stands_when_a_tile_is_taken_back(penalty: str) -> None:
    table = one_left(rules(players=3, last_tile_call=penalty, take_back=True))
    paid = codes(table, "8-0>9-0", *(["2:?0"] if penalty == "catch" else []))
    back = codes(paid, "1:<")
    assert paid.hands[0].bit_count() == 2 and back.hands[0] == paid.hands[0]
    assert (back.asides.uncalled, back.asides.silent) == (0, 0), "nobody pays twice for one silence"


def test_last_2_taking_back_reopens_a_courtesy_too_but_not_a_paid_penalty() -> None:
    courtesy = codes(one_left(rules(players=3, last_tile_call="courtesy", take_back=True)), "8-0>9-0", "1:<")
    assert courtesy.asides.uncalled == 1
    paid = codes(one_left(rules(players=3, last_tile_call="automatic", take_back=True)), "8-0>9-0", "1:<")
    assert (paid.asides.uncalled, paid.hands[0].bit_count()) == (0, 2)


# LAST-7: T's "must say Chickenlittle before the next player (to his/her left) plays; otherwise, … skip another turn"
AGAIN = rules(players=3, last_tile_call="catch", call_again=True)
THREE = ["4-3 8-5", "8-0 5-1 7-1", "8-7 7-0 6-0"]


def missed(options: Options = AGAIN) -> Round:
    """Seat 0 was caught with an empty yard and has just missed its turn; seat 1 is on turn."""
    state = codes(at(options, THREE, OPENED), "4-3>9-4", "8-0>9-0", "2:?0", "8-7>8-0")
    assert (event_words(state)[-1], state.turn) == ("0 skip", 1)
    return state


def test_last_7_after_a_missed_turn_the_seat_must_call_again() -> None:
    state = missed()
    assert (state.asides.again, state.asides.uncalled, state.asides.owing) == (1, 0, 0)
    everybody = [view(Match(AGAIN, "", (), state), seat) for seat in range(3)]
    assert [(seen.not_called, seen.again) for seen in everybody] == [((0,), (0,))] * 3, "all see it"
    assert reason(state, "!", seat=0) is None
    assert reason(state, "?0", seat=2) == "nothing-to-catch"
    called = codes(state, "0:!", "7-1>9-1")
    assert (called.asides.again, called.asides.owing) == (0, 0)
    assert reason(codes(called, "7-0>7-1"), "8-5>9-5") is None, "it plays at its next turn"


def test_last_7_who_stays_silent_too_long_misses_the_next_turn_too() -> None:
    state = codes(missed(), "7-1>9-1")
    assert (state.asides.again, state.asides.owing) == (0, 1)
    assert reason(state, "!", seat=0) == "nothing-to-call"
    state = codes(state, "7-0>7-1")
    assert (event_words(state)[-1], state.turn) == ("0 skip", 1)
    assert state.asides.again == 1, "and so on"
    assert codes(state, "0:!").asides.again == 0


def test_last_7_a_pass_is_no_play() -> None:
    hands = ["4-3 8-5", "8-0 6-4 6-6", "8-7 7-0 6-0"]  # seat 1 cannot play after its first tile
    state = codes(at(AGAIN, hands, OPENED), "4-3>9-4", "8-0>9-0", "2:?0", "8-7>8-0")
    state = codes(state, "=")
    assert state.asides.again == 1 and reason(state, "!", seat=0) is None
    assert event_words(codes(state, "7-0>8-7"))[-1] == "0 skip", "a tile is laid: the next turn is missed too"


def test_last_7_if_nobody_lays_a_tile_the_seat_has_its_turn() -> None:
    hands = ["4-3 8-5", "8-0 6-6", "8-7 6-0 6-4"]
    state = codes(at(AGAIN, hands, OPENED), "4-3>9-4", "8-0>9-0", "2:?0", "8-7>8-0")
    assert state.turn == 1
    state = codes(state, "=", "=")
    assert state.turn == 0 and reason(state, "!", seat=0) is None
    assert codes(state, "8-5>9-5").end is not None


def test_last_7_without_the_option_the_missed_turn_has_paid() -> None:
    state = missed(rules(players=3, last_tile_call="catch"))
    assert state.asides.again == 0
    assert reason(state, "!", seat=0) == "nothing-to-call"


def test_last_7_a_missed_turn_closes_no_window() -> None:
    state = codes(at(AGAIN, ["4-3 8-5", "8-0", "8-7 7-0 6-0"], OPENED, owing=0b010), "4-3>9-4")
    assert event_words(state)[-1] == "1 skip"
    assert (state.turn, state.asides.uncalled, state.asides.again) == (2, 0b001, 0b010)
    assert reason(state, "!", seat=0) is None, "T: before the next player has played"
    state = codes(state, "6-0>9-0")
    assert (state.asides.uncalled, state.asides.silent, state.asides.owing) == (0, 0b001, 0b010)


def test_last_7_automatic_pays_for_each_late_seat() -> None:
    options = rules(players=3, last_tile_call="automatic", call_again=True)
    state = codes(at(options, ["4-3 8-5", "8-0", "8-7 7-0 6-0"], OPENED, owing=0b010), "4-3>9-4")
    assert state.turn == 2
    state = codes(state, "6-0>9-0")
    assert event_words(state)[-2:] == ["0 skip", "1 skip"]
    assert (state.turn, state.asides.again) == (2, 0b011)


def test_last_7_a_missed_turn_that_blocks_the_round_is_its_last_event() -> None:
    state = codes(at(AGAIN, ["8-6", "8-7", "7-6"], OPENED, stuck=1, owing=0b110), "=")
    assert state.end is not None and event_words(state) == ["0 pass", "1 skip"]


def test_last_6_an_owed_turn_stands_when_the_closing_tile_is_taken_back() -> None:
    options = rules(players=3, last_tile_call="catch", call_again=True, take_back=True)
    state = codes(missed(options), "7-1>9-1", "1:<")
    assert (state.asides.again, state.asides.owing, state.turn) == (0, 1, 1)


def test_last_7_montgomery_plays_it_and_the_other_books_do_not() -> None:
    """No other rule-book has the sentence; an older text without the option does without it."""
    again = {code for code in PRESETS if resolve(code).call_again}
    assert again == {"montgomery", "montgomery-alternate"}
    assert EARLIER_VALUES["call_again"] is False


def test_turn_8_after_a_take_back_the_turn_is_what_it_was() -> None:
    """T: "replaced with another"; the same tile elsewhere, a draw and a pass are ours (docs/decisions.md)."""
    options = rules("montgomery", 3)
    state = codes(at(options, ["4-3 8-5 7-0", "8-0 5-1", "8-7 7-1"], OPENED, "6-1"), "4-3>9-4", "0:<")
    for code in ("8-5>9-5", "7-0>9-0", "4-3>9-3", "+"):
        assert reason(state, code) is None
    empty = codes(at(options, ["4-3 8-5 7-0", "8-0 5-1", "8-7 7-1"], OPENED), "4-3>9-4", "0:<")
    assert reason(empty, "=") == "can-play"
