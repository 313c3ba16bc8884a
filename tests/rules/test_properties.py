"""What holds for every match, whatever the options, the seats, the seed and the moves."""

import random as global_random
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.laboratory.runner import play_match, play_round
from game.rules.match import Match, start_match
from game.rules.moves import Event
from game.rules.rng import Rng
from game.rules.round.board import stalemate_pending, unseen
from game.rules.round.judge import legal_moves
from game.rules.round.round_state import CALM, Round
from game.rules.round.scoring import hand_points
from game.rules.tiles import DOUBLE, HIGH, LOW, is_double, tiles_in
from game.rules.view import moves_of, view
from tests.rules.rounds import (
    OPENED,
    at,
    codes,
    mask,
    penalised_round,
    random_options,
    random_rounds,
    rules,
    stuck_on_turn,
)

MODEST = settings(derandomize=True, deadline=None, max_examples=20)
SEEDS = st.integers(0, 10**6)


def whereabouts(state: Round) -> Counter[int]:
    """How often every tile is somewhere."""
    places = Counter(state.yard) + Counter(tile for tile, _ in state.laid)
    for hand in state.hands:
        places += Counter(tiles_in(hand))
    return places


@pytest.mark.slow
@MODEST
@given(SEEDS)
def test_tiles_are_conserved_at_every_event_and_every_match_ends(seed: int) -> None:
    random = Random(seed)
    _, options = random_options(random)
    whole = Counter(tiles_in(options.tiles))
    numbers = []
    for match, event in random_rounds(
        options._replace(round_count=min(2, options.round_count)), str(seed), random
    ):
        state = match.round
        assert whereabouts(state) == whole
        assert state.board.table == sum(1 << tile for tile, _ in state.laid)
        if event is None:
            numbers.append(state.number)
            assert len(state.yard) + len(state.events) + options.hand * options.players + len(
                state.laid
            ) == len(whole)
        _check_table(state)
        _check_seats(state)
        if state.end is not None:
            assert (state.drawn, state.asides) == (-1, CALM)
    assert match.over
    assert numbers == list(range(1, len(match.rounds) + 1))
    _check_results(match)


def _check_table(state: Round) -> None:
    """The cached table is what the laid tiles say."""
    free: Counter[int] = Counter()
    for tile, on in state.laid:
        if on >= 0:
            suit = next(half for half in (HIGH[on], LOW[on]) if half in (HIGH[tile], LOW[tile]))
            if not is_double(on):
                assert free[on] == 1
                free[on] = 0
            if not is_double(tile):
                free[tile] = 1
                assert state.end is not None or suit in (HIGH[tile], LOW[tile])
    ends = state.ends
    assert sum(end.bit_count() for end in ends) == sum(free.values())
    assert all(
        free[tile] and suit in (HIGH[tile], LOW[tile]) for suit in range(19) for tile in tiles_in(ends[suit])
    )
    if state.foot >= 0:
        assert is_double(state.foot)
        assert state.missing > 0
        assert stalemate_pending(state.board, state.options) == (
            unseen(state.board, HIGH[state.foot], state.options) < state.missing
        )
        assert state.options.short_foot == "blocks" or not state.stalemate
    else:
        assert state.missing == 0


def _check_seats(state: Round) -> None:
    """Flags only where there is a reason for them."""
    rules = state.options
    for seat, hand in enumerate(state.hands):
        if (state.asides.uncalled | state.asides.silent) >> seat & 1:
            assert hand.bit_count() == 1
    assert not state.asides.uncalled & state.asides.silent
    assert not state.asides.uncalled >> state.turn & 1
    assert not state.asides.silent or rules.last_tile_call == "catch"
    assert not state.asides.owing or rules.last_tile_call in ("catch", "automatic")
    assert not (state.drawn >= 0 and state.stuck)
    assert len(state.yard) >= min(rules.reserve, len(state.deal.yard))
    assert (state.end is None) or state.turn >= 0


def _check_results(match: Match) -> None:
    for state in match.rounds:
        end = state.end
        assert end is not None
        assert end.hands == state.hands
        for seat, hand in enumerate(end.hands):
            if seat == end.seat:
                bonus = match.options.out_bonus_on_double if is_double(state.laid[-1][0]) else 0
                assert (hand, end.scores[seat]) == (0, -bonus)
            else:
                assert end.scores[seat] == hand_points(hand, match.options)
                assert hand
    assert min(match.places) == 1


@pytest.mark.untraced
@MODEST
@given(SEEDS)
def test_disturbing_the_global_random_state_changes_nothing(seed: int) -> None:
    _, options = random_options(Random(seed), sets=(6,))
    once = [match for match, _ in random_rounds(options._replace(round_count=1), str(seed), Random(seed))]
    again: list[Any] = []
    for match, _ in random_rounds(options._replace(round_count=1), str(seed), Random(seed)):
        global_random.seed(len(again))
        again.append(match)
    assert once == again


@MODEST
@given(SEEDS)
def test_states_are_values_that_later_moves_do_not_change(seed: int) -> None:
    random = Random(seed)
    _, options = random_options(random, sets=(6,))
    kept: list[tuple[Match, int, str]] = []
    for match, _ in random_rounds(options._replace(round_count=1), str(seed), random):
        kept.append((match, hash(match), repr(match)))
    assert all(hash(match) == hashed and repr(match) == written for match, hashed, written in kept)
    for (before, *_), (after, *_) in pairwise(kept):
        assert after.round.events[: len(before.round.events)] == before.round.events


@MODEST
@given(SEEDS)
def test_twin_worlds_that_differ_in_hidden_tiles_give_equal_views(seed: int) -> None:
    random = Random(seed)
    _, options = random_options(random, sets=(6, 9))
    for match, _ in random_rounds(options._replace(round_count=1), str(seed), random):
        state = match.current
        if state is None or random.random() < 0.8:
            continue
        seat = random.randrange(options.players)
        twin = _shuffled(state, seat, random)
        if twin is not None:
            assert view(match._replace(current=twin, seed="another"), seat) == view(match, seat)


def _shuffled(state: Round, seat: int, random: Random) -> Round | None:
    """The round with all tiles that `seat` does not see dealt anew; None while the centre is in a hand."""
    if not state.laid:
        return None
    others = [rival for rival in range(state.options.players) if rival != seat]
    hidden = [tile for rival in others for tile in tiles_in(state.hands[rival])] + list(state.yard)
    random.shuffle(hidden)
    hands = list(state.hands)
    for rival in others:
        size = hands[rival].bit_count()
        hands[rival] = sum(1 << tile for tile in hidden[:size])
        hidden = hidden[size:]
    own_turn = state.turn == seat
    events = tuple(_disguised(event, seat) for event in state.events)
    draw = next(iter(tiles_in(hands[state.turn])), -1) if state.drawn >= 0 else -1
    return state._replace(
        hands=tuple(hands),
        yard=tuple(hidden),
        drawn=state.drawn if own_turn else draw,
        asides=state.asides if own_turn else state.asides._replace(barred=-1),
        events=events,
    )


def _disguised(event: Event, seat: int) -> Event:
    return event._replace(tile=(event.tile + 1) % 28) if event.do == "draw" and event.seat != seat else event


@pytest.mark.slow
def test_end_2_under_one_stuck_no_seat_is_ever_on_turn_that_is_stuck() -> None:
    """`python3 tools/bench.py stuck` does the same at length."""
    after_penalty = 0
    for number in range(150):
        _, states = penalised_round(f"stuck {number}")
        for state in states:
            assert not stuck_on_turn(state), (number, state.events)
        after_penalty += state.end is not None and state.events[-1].why == "penalty"
    assert after_penalty > 3, "penalties do block rounds"


def test_a_view_shows_no_more_than_a_seat_may_know() -> None:
    """The fields that could give something away, by name: a new one has to be thought about here."""
    match = start_match(random_options(Random(5))[1], "secret seed")
    seen = view(match, 0)
    assert "secret seed" not in repr(seen)
    shown = (
        "seat options number own_centre centre dealer first_seat start_tiles hand counts yard laid ends playable foot missing opening "
        "stalemate turn has_drawn drawn barred choices may_call may_catch may_take_back not_called owing again events round_scores "
        "totals places end book"
    )
    assert seen._fields == tuple(shown.split())


def test_the_runner_is_deterministic_and_asks_each_chance_once() -> None:
    class Careless:
        """Plays at random, never calls, always catches; counts what it was asked."""

        def __init__(self, seat: int) -> None:
            self.rng, self.asked = Rng("careless", str(seat)), 0

        def __call__(self, seen):  # type: ignore[no-untyped-def]
            assert len(seen.choices) > 1
            return seen.choices[self.rng.below(len(seen.choices))]

        def call(self, seen) -> bool:  # type: ignore[no-untyped-def]
            assert seen.may_call
            self.asked += 1
            return False

        def catch(self, seen):  # type: ignore[no-untyped-def]
            assert seen.may_catch
            return seen.may_catch[0]

    _, options = None, random_options(Random(3))[1]._replace(last_tile_call="catch", players=3)
    options = options._replace(hand=4, arm_count=3, round_count=2)
    announced: list[Event] = []
    players = [Careless(seat) for seat in range(3)]
    match = play_match(options, "run", players, lambda _, event: announced.append(event))
    again = play_match(options, "run", [Careless(seat) for seat in range(3)])
    assert match == again
    assert announced == [event for state in match.rounds for event in state.events]
    ones = sum(player.asked for player in players)
    downs = sum(1 for event in announced if event.do == "catch")
    assert 0 < downs <= ones


def test_the_runner_stops_when_a_catch_ends_the_round() -> None:
    """Caught with an empty yard and nothing to play, the seat misses its turn, and so everybody has been stuck."""

    class Catcher:
        def __call__(self, seen):  # type: ignore[no-untyped-def]
            return seen.choices[0]

        def catch(self, seen) -> int:  # type: ignore[no-untyped-def]
            return int(seen.may_catch[0])

    options = rules(players=2, last_tile_call="catch")
    state = codes(at(options, ["7-4 8-7", "8-6 7-6"], OPENED, turn=1), "=")
    state = codes(state, "7-4>9-4")._replace(hands=(mask("6-6"), mask("8-6 8-8")))
    announced: list[Event] = []
    match = start_match(options, "any")._replace(current=state)
    match = play_round(match, [Catcher(), Catcher()], lambda _, event: announced.append(event))
    assert match.current is None
    assert [(event.seat, event.do) for event in announced[-3:]] == [(1, "pass"), (1, "catch"), (0, "skip")]


@pytest.mark.parametrize(("target", "catches"), [(2, 0), (None, 0), ("no method", 0), (1, 1)])
def test_the_runner_catches_only_the_rival_that_the_player_names(target: object, catches: int) -> None:
    """Seat 1 has played its last tile but one and did not call."""

    class Player:
        def __call__(self, seen):  # type: ignore[no-untyped-def]
            return seen.choices[0]

    class Catcher(Player):
        def catch(self, seen):  # type: ignore[no-untyped-def]
            return target if seen.may_catch == (1,) else None

    options = rules(players=3, last_tile_call="catch")
    state = codes(at(options, ["8-6 8-7", "7-4 6-6", "6-5 7-6"], OPENED, "3-2 2-1", turn=1), "7-4>9-4")
    match = start_match(options, "any")._replace(current=state)
    first = Player() if target == "no method" else Catcher()
    events = play_round(match, [first, Player(), Player()]).round.events
    assert [(event.seat, event.target) for event in events if event.do == "catch"] == [(0, 1)] * catches


def test_the_runner_offers_a_chance_to_catch_once() -> None:
    """Seat 1 did not call. The others let it go, and may still catch it after their own turns."""
    offered: list[tuple[int, tuple[int, ...]]] = []

    class Patient:
        def __call__(self, seen):  # type: ignore[no-untyped-def]
            return seen.choices[0]

        def catch(self, seen) -> None:  # type: ignore[no-untyped-def]
            if len(seen.events) <= len(state.events) + 2:  # before seat 1 moves again
                offered.append((seen.seat, seen.may_catch))

    options = rules(players=3, last_tile_call="catch")
    hands = ["8-6 8-7 5-4", "7-4 6-6", "6-5 7-6 3-0"]
    state = codes(at(options, hands, OPENED, "3-2 2-1", turn=1), "7-4>9-4")
    match = start_match(options, "any")._replace(current=state)
    events = play_round(match, [Patient(), Patient(), Patient()]).round.events[len(state.events) :]
    assert [event.seat for event in events[:3]] == [2, 0, 1]
    assert offered == [(0, (1,)), (2, (1,))]


def test_deals_of_all_sets_have_doubles_in_their_places() -> None:
    assert [HIGH[double] for double in DOUBLE] == [LOW[double] for double in DOUBLE] == list(range(19))


@MODEST
@given(SEEDS)
def test_a_seat_reads_the_legal_moves_from_its_own_view(seed: int) -> None:
    random = Random(seed)
    _, options = random_options(random)
    for match, _ in random_rounds(options._replace(round_count=1), f"view-{seed}", random):
        if match.round.end is None:
            seen = view(match, match.round.turn)
            moves = [move for choice in seen.choices for move in moves_of(seen, choice)]
            assert moves == legal_moves(match.round)
