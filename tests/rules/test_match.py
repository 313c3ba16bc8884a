"""Matches: how many rounds, one after the other, over or not."""

from random import Random

import pytest

from game.rules.errors import MatchError, OptionError
from game.rules.match import act, next_round, start_match
from game.rules.moves import Move
from game.rules.view import NOBODY, onlooker
from tests.rules.rounds import random_rounds, rules


@pytest.mark.parametrize(("most", "rounds"), [(6, 7), (9, 10), (12, 13), (15, 16), (18, 19)])
def test_match_3_as_many_rounds_as_doubles_or_the_first_few(most: int, rounds: int) -> None:
    assert rules(set=most).round_count == rounds
    assert rules(set=most, rounds=3).centres == (most, most - 1, most - 2)
    with pytest.raises(OptionError) as caught:
        rules(set=most, rounds=rounds + 1 if rounds < 19 else 20)
    assert caught.value.key in ("option.too-many-rounds", "option.bad-value")


def test_match_3_a_short_match_is_over_after_its_rounds() -> None:
    options = rules("chickie", 2, rounds=2)
    *_, (match, _) = random_rounds(options, "short", Random(1))
    assert match.over
    assert match.current is None
    assert len(match.rounds) == 2
    assert sorted(match.places)[0] == 1
    assert match.totals == tuple(sum(scores) for scores in zip(*match.round_scores, strict=True))
    with pytest.raises(MatchError) as caught:
        next_round(match)
    assert caught.value.key == "error.match-over"
    with pytest.raises(MatchError) as caught:
        act(match, Move(0, "pass"))
    assert caught.value.key == "error.no-round"


def test_match_1_places_are_known_at_the_end_only() -> None:
    match = start_match(rules("montgomery", 2), "x")
    assert (match.places, match.totals, match.over) == ((), (0, 0), False)
    with pytest.raises(MatchError) as caught:
        next_round(match)
    assert caught.value.key == "error.round-not-over"


def test_an_onlooker_sees_no_hand_and_no_tile_that_was_drawn() -> None:
    for match, _ in random_rounds(rules("montgomery", 3, rounds=1), "looked-at", Random(4)):
        if match.current is None:
            continue
        seen = onlooker(match)
        assert (seen.seat, seen.hand, seen.drawn, seen.choices) == (NOBODY, 0, -1, ())
        assert not [event for event in seen.events if event.do == "draw" and event.tile >= 0]
        assert seen.counts == tuple(hand.bit_count() for hand in match.current.hands)
