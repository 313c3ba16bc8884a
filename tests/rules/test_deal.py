"""The deal and the start of a round."""

import json
from collections import Counter

import pytest

from game.rules.match import start_match
from game.rules.rng import Rng
from game.rules.round.deal import deal_round, dealer_of, find_centre
from game.rules.round.turn import begin_round
from game.rules.tiles import DOUBLE, HIGH, NAME, PIPS, parse_tile, tiles_in
from tests.rules.golden import GOLDEN_DEALS, golden_deals
from tests.rules.rounds import at, codes, mask, reason, rules, tiles

SEEDS = [f"seed {number}" for number in range(40)]


def test_deal_1_the_same_seed_options_and_seats_give_the_same_deal() -> None:
    for seats in (2, 4, 7):
        options = rules("montgomery", seats)
        assert deal_round(options, "hen", 3) == deal_round(options, "hen", 3)
        assert deal_round(options, "hen", 3).hands != deal_round(options, "cock", 3).hands
        assert deal_round(options, "hen", 3).hands != deal_round(options, "hen", 4).hands


def test_deal_1_the_deals_are_those_of_the_golden_file() -> None:
    assert golden_deals() == json.loads(GOLDEN_DEALS.read_text())


def test_deal_1_the_generator_is_splitmix64_of_an_fnv_1a_hash() -> None:
    # The published first numbers of SplitMix64 from 1234567, and the published hash of "foobar".
    rng = Rng("", "")
    rng._counter = 1234567
    assert [rng.bits() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert Rng("bar", "foo")._counter != Rng("foobar", "")._counter
    assert Rng("", "")._counter == (0xCBF29CE484222325 * 0x100000001B3) & (1 << 64) - 1


def test_deal_1_streams_do_not_shift_each_other() -> None:
    alone = Rng("seed", "deal-1").shuffle(list(range(20)))
    other = Rng("seed", "bots")
    other.random()
    assert Rng("seed", "deal-1").shuffle(list(range(20))) == alone
    assert Rng("seed", "bots").bits() != Rng("seed", "deal-1").bits()


def test_deal_1_every_order_is_equally_likely() -> None:
    rng = Rng("fair", "test")
    counts = Counter(tuple(rng.shuffle([0, 1, 2, 3])) for _ in range(12_000))
    assert len(counts) == 24
    # chi square with 23 degrees of freedom: above 49.7 once in a thousand; the seed is fixed
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 49.7


class Scripted(Rng):
    """Answers with given words."""

    def __init__(self, *words: int) -> None:
        self.words = list(words)

    def bits(self) -> int:
        return self.words.pop(0)


def test_deal_1_a_number_too_near_the_top_is_drawn_again() -> None:
    top = (1 << 64) - 1
    assert Scripted(top, 17).below(10) == 7
    assert Scripted(top).below(1 << 64) == top
    assert Scripted(0, 0, 7).below((1 << 64) + 5) == 7  # larger numbers take one word more than they fill


def test_deal_2_the_centre_lies_on_the_table_or_is_shuffled_in() -> None:
    on_table, from_hand = rules("hastings", 4), rules("double-chickenfoot", 4)
    for seed in SEEDS:
        deal = deal_round(on_table, seed, 1)
        assert begin_round(on_table, deal).laid == ((DOUBLE[9], -1),)
        assert not any(held >> DOUBLE[9] & 1 for held in (*deal.hands, sum(1 << tile for tile in deal.yard)))
        deal = deal_round(from_hand, seed, 1)
        assert begin_round(from_hand, deal).laid == ()
        assert any(held >> DOUBLE[9] & 1 for held in (*deal.hands, sum(1 << tile for tile in deal.yard)))


@pytest.mark.parametrize("preset", ["montgomery", "chickie", "gamerules"])
def test_deal_3_every_seat_gets_its_hand_and_the_yard_is_the_rest(preset: str) -> None:
    for seats in range(2, 9):
        options = rules(preset, seats)
        deal = deal_round(options, "x", 2)
        assert [hand.bit_count() for hand in deal.hands] == [options.hand] * seats
        dealt = [*(tile for hand in deal.hands for tile in tiles_in(hand)), *deal.yard]
        on_table = [deal.centre] if options.centre_from == "table" else []
        assert sorted(dealt + on_table) == tiles_in(options.tiles)


def test_deal_3_the_yard_is_drawn_from_its_head() -> None:
    state = at(rules(players=2), ["7-7", "8-8"], "9-9", "6-1 6-2 6-3")
    state = codes(state, "+")
    assert state.events[-1].tile == parse_tile("6-1")
    assert state.yard == tuple(tiles("6-2 6-3"))


def test_deal_4_the_rounds_go_through_the_doubles_in_order() -> None:
    options = rules("hastings", 4)
    assert [NAME[deal_round(options, "x", number).centre] for number in (1, 2, 10)] == ["9-9", "8-8", "0-0"]
    options = rules("hastings", 4, round_order="ascending")
    assert [NAME[deal_round(options, "x", number).centre] for number in (1, 2, 10)] == ["0-0", "1-1", "9-9"]


def test_start_1_the_holder_plays_the_centre_as_its_whole_first_turn() -> None:
    options = rules("montgomery", 3)
    state = at(options, ["8-8 9-1", "9-9 8-1 9-2", "7-1 9-3"], "", "6-1 6-2", turn=1, centre="9-9")
    assert reason(state, "+") == "centre-first"
    assert reason(state, "=") == "centre-first"
    assert reason(state, "9-2") == "centre-first"
    assert reason(state, "9-2>9-9") == "centre-first"
    assert reason(state, "9-9", seat=0) == "not-your-turn"
    state = codes(state, "9-9")
    assert (state.laid, state.turn) == (((DOUBLE[9], -1),), 2)


def test_start_1_the_first_seat_is_the_one_that_holds_the_centre() -> None:
    options = rules("montgomery", 4)
    for seed in SEEDS:
        state = start_match(options, seed).round
        assert state.hands[state.turn] >> DOUBLE[9] & 1
        assert state.turn == state.deal.first_seat
        assert (state.dealer, state.own_centre, state.number) == (3, DOUBLE[9], 1)


def test_start_2_all_draw_clockwise_until_the_round_of_draws_is_over() -> None:
    options = rules(players=3, hand_size=2)
    yard = tuple(tiles("1-0 2-0 9-9 3-0 4-0"))
    start = find_centre(options, DOUBLE[9], 1, (mask("8-1 8-2"), mask("8-3 8-4"), mask("8-5 8-6")), yard)
    assert start is not None
    assert [(event.seat, NAME[event.tile], event.why) for event in start.draws] == [
        (2, "1-0", "start"),
        (0, "2-0", "start"),
        (1, "9-9", "start"),
    ]
    assert (start.seat, start.centre) == (1, DOUBLE[9])
    start = find_centre(options, DOUBLE[9], 0, (0, 0, 0), tuple(tiles("1-0 9-9 2-0 3-0 4-0 5-0")))
    assert start is not None
    assert [event.seat for event in start.draws] == [1, 2, 0]  # the round of draws goes on to its end
    assert start.seat == 2


def test_start_2_the_draws_are_events_and_in_the_hands() -> None:
    options = rules("montgomery", 4, hand_size=2)
    deal = next(deal for seed in SEEDS if len((deal := deal_round(options, seed, 1)).draws) > 4)
    state = begin_round(options, deal)
    assert state.events == deal.draws
    assert state.yard == deal.yard[len(deal.draws) :]
    assert sum(state.hands) - sum(deal.hands) == sum(1 << event.tile for event in deal.draws)
    assert len(deal.draws) % 4 == 0
    assert all(hand >> DOUBLE[9] & 1 == 0 for hand in deal.hands)


def test_start_2_the_dealer_is_the_last_seat_and_moves_left() -> None:
    assert [dealer_of(number, 4) for number in (1, 2, 3, 4, 5, 6)] == [3, 0, 1, 2, 3, 0]
    options = rules("montgomery", 4)
    assert [deal_round(options, "x", number).dealer for number in (1, 2, 5)] == [3, 0, 3]


def test_start_2_with_a_reserve_all_is_dealt_again_without_the_double() -> None:
    options = rules(players=2, hand_size=1, yard_reserve="two-or-one")
    hands = (mask("8-1"), mask("8-2"))
    assert find_centre(options, DOUBLE[9], 1, hands, tuple(tiles("1-0 2-0 9-9 3-0"))) is None
    start = find_centre(options, DOUBLE[9], 1, hands, tuple(tiles("1-0 2-0 9-9 3-0 4-0")))
    assert start is not None
    assert [event.seat for event in start.draws] == [0, 1, 0]
    wide = rules(set=6, players=2, hand_size=1, yard_reserve="two-or-one")
    for seed in SEEDS:
        state = start_match(wide, seed).round
        assert state.hands[state.turn] >> DOUBLE[6] & 1
        assert len(state.yard) >= 2


@pytest.mark.parametrize(
    ("hands", "yard", "own", "centre", "seat", "draws"),
    [
        (["9-9 1-0", "8-8 2-0"], "", 9, "9-9", 0, 0),  # its own, if held
        (["1-1 1-0", "8-8 2-0"], "9-9", 9, "8-8", 1, 0),  # else the highest below
        (["9-9 1-0", "5-5 2-0"], "8-8", 8, "5-5", 1, 0),  # never one above its own while one below is held
        (["9-9 1-0", "6-5 2-0"], "5-5 4-0", 5, "9-9", 0, 0),  # unless no other double is held
        (["2-1 1-0", "6-5 2-0"], "4-0 5-0 7-0 3-3 8-8 6-0", 9, "3-3", 1, 4),  # nobody holds any: all draw
        (["2-1 1-0", "6-5 2-0"], "3-3 4-4", 9, "4-4", 1, 2),  # the higher of two drawn together
    ],
)
def test_start_3_next_lower_begins_with_the_highest_double_held(
    hands: list[str], yard: str, own: int, centre: str, seat: int, draws: int
) -> None:
    options = rules(players=2, hand_size=2, missing_double="next-lower")
    start = find_centre(options, DOUBLE[own], 1, tuple(mask(hand) for hand in hands), tuple(tiles(yard)))
    assert start is not None
    assert (NAME[start.centre], start.seat, len(start.draws)) == (centre, seat, draws)


def test_start_3_of_doubles_drawn_together_the_highest_begins() -> None:
    """T: "If multiple players draw doubles at the same time, the highest double is played", though it is above the own."""
    options = rules("montgomery-alternate", 2, hand_size=2)
    deal = deal_round(options, "nl6", 6)
    assert NAME[deal.own_centre] == "4-4"
    assert [NAME[draw.tile] for draw in deal.draws][-2:] == ["2-2", "8-8"]
    assert NAME[deal.centre] == "8-8" and NAME[deal_round(options, "nl6", 6, early=True).centre] == "2-2"


def test_start_3_later_rounds_keep_their_own_centre() -> None:
    options = rules("montgomery-alternate", 4)
    lower = [deal_round(options, seed, 1) for seed in SEEDS]
    assert any(deal.centre == DOUBLE[8] for deal in lower)
    assert all(deal.own_centre == DOUBLE[9] and not deal.draws for deal in lower if deal.centre != DOUBLE[9])
    assert all(deal_round(options, seed, 2).own_centre == DOUBLE[8] for seed in SEEDS)


def test_start_3_the_round_is_built_on_the_double_it_began_with() -> None:
    options = rules("montgomery-alternate", 2, hand_size=3)
    state = at(options, ["8-8 8-1", "9-8 9-9"], "", "6-1", turn=0, centre="8-8")
    state = codes(state, "8-8")
    assert reason(state, "9-9>8-8") == "no-match"
    assert reason(state, "9-8>8-8") is None
    assert state.foot == DOUBLE[8]


def test_start_4_redeal_deals_until_somebody_holds_the_double() -> None:
    options = rules("montgomery", 2, hand_size=3, missing_double="redeal")
    for seed in SEEDS:
        deal = deal_round(options, seed, 1)
        assert deal.draws == ()
        assert deal.hands[deal.first_seat] >> DOUBLE[9] & 1
    first_deal_of_all_draw = deal_round(options._replace(missing_double="all-draw"), SEEDS[0], 1)
    assert any(deal_round(options, seed, 1).hands != first_deal_of_all_draw.hands for seed in SEEDS[:1])


def test_start_5_finder_is_who_would_have_drawn_the_double() -> None:
    options = rules("gamerules", 4)
    firsts = [deal_round(options, seed, 1).first_seat for seed in SEEDS]
    assert set(firsts) == {0, 1, 2, 3}
    for seed in SEEDS[:5]:
        for number in (1, 2):
            pile = Rng(seed, f"start-{number}").shuffle(tiles_in(options.tiles))
            drawn_at = pile.index(DOUBLE[options.centres[number - 1]])
            deal = deal_round(options, seed, number)
            assert deal.first_seat == (deal.dealer + 1 + drawn_at) % 4
            assert deal.start_tiles == ()


def test_start_5_high_draw_is_most_pips_then_the_higher_half() -> None:
    options = rules("chickie", 5, first_seat="high-draw", set=6, hand_size=3)
    equal_pips = False
    for seed in [f"lot {number}" for number in range(300)]:
        deal = deal_round(options, seed, 1)
        pips = [PIPS[lot] for lot in deal.start_tiles]
        best = [seat for seat in range(5) if pips[seat] == max(pips)]
        equal_pips |= len(best) > 1
        assert deal.first_seat == max(best, key=lambda seat: HIGH[deal.start_tiles[seat]])
        assert deal.centre not in deal.start_tiles
        assert len(set(deal.start_tiles)) == 5
    assert equal_pips


def test_start_5_high_draw_then_left_draws_once() -> None:
    options = rules("hastings", 4)
    for seed in SEEDS[:10]:
        first = deal_round(options, seed, 1)
        assert len(first.start_tiles) == 4
        later = [deal_round(options, seed, number) for number in range(2, 11)]
        assert [deal.first_seat for deal in later] == [(first.first_seat + step) % 4 for step in range(1, 10)]
        assert all(deal.start_tiles == () for deal in later)
    every_round = rules("hastings", 4, first_seat="high-draw")
    firsts = [deal_round(every_round, "seed 1", number).first_seat for number in range(1, 11)]
    assert firsts != [(firsts[0] + step) % 4 for step in range(10)]
    assert all(deal_round(every_round, "seed 1", number).start_tiles for number in range(1, 11))
