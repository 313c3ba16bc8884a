"""Beliefs never claim more than is true, and worlds agree with what was seen."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from pytest import approx

from game.players.search.beliefs import EventInference, OpponentModel, Sampler, position_of
from game.players.search.opponent_types import THINKERS, OpponentTypes
from game.players.search.playout import playout_rules
from game.players.search.tile_tables import tile_tables_for
from game.players.yardsticks import greedy
from game.rules.match import Match, act, next_round, start_match
from game.rules.options.declared import Options
from game.rules.options.presets import resolve
from game.rules.rng import Rng
from game.rules.view import moves_of, view
from tests.players.tables import mixed_options, random_match, tables
from tests.rules.rounds import random_move, random_rounds


def can_hold(slots: tuple[int, ...], tiles: list[int]) -> bool:
    """Whether the tiles (bits) can be put one in each slot."""
    holder: dict[int, int] = {}

    def settle(tile: int, tried: set[int]) -> bool:
        for slot, cannot in enumerate(slots):
            if not cannot & tile and slot not in tried:
                tried.add(slot)
                if slot not in holder or settle(holder[slot], tried):
                    holder[slot] = tile
                    return True
        return False

    return len(slots) == len(tiles) and all(settle(tile, set()) for tile in tiles)


def check(match: Match, options: Options) -> int:
    """All seats' beliefs about one state; returns how many slots were proved something."""
    tile_tables = tile_tables_for(options)
    rules = playout_rules(options)
    proved = 0
    state = match.round
    for seat in range(options.players):
        seen = view(match, seat)
        position = position_of(seen, tile_tables, rules)
        memory = EventInference(seen, tile_tables, rules)
        if len(seen.laid) > 0:
            assert memory.table == position.table
            assert memory.off_table == position.off_table
        for other, slots in enumerate(position.slots):
            if other == seat:
                continue
            held = [
                tile_tables.bit[tile]
                for tile in tile_tables.tiles(tile_tables.from_rules(state.hands[other]))
            ]
            assert can_hold(slots, held), (seen.events, other)
            proved += sum(1 for cannot in slots if cannot & position.hidden)
        if seat == state.turn:
            sampler = Sampler(position, tile_tables)
            world = sampler.world(Random(7))
            everything = sum(world.hands) + sum(world.yard)
            assert everything == position.off_table
            assert [hand.bit_count() for hand in world.hands] == list(seen.counts)
            assert len(world.yard) == seen.yard
            assert world.hands[seat] == position.hand
            for other, slots in enumerate(position.slots):
                if other != seat:
                    drawn = [tile_tables.bit[tile] for tile in tile_tables.tiles(world.hands[other])]
                    assert can_hold(slots, drawn)
    return proved


@pytest.mark.parametrize(("name", "options"), tables(), ids=[name for name, _ in tables()])
def test_what_is_believed_is_true_in_every_preset(name: str, options: Options) -> None:
    for number, match in enumerate(random_match(options, name, 1)):
        if number % max(3, options.players) == 0:  # each state has a check for each pair of seats
            check(match, options)


def test_draws_and_passes_prove_something() -> None:
    options = resolve(None, {"hand_size": 7}, 4)
    assert sum(check(match, options) for match in random_match(options, "proof", 1)) > 200


@pytest.mark.slow
@pytest.mark.parametrize("mixes", [2, pytest.param(40, marks=pytest.mark.long)])
def test_what_is_believed_is_true_in_any_mix_of_options(mixes: int) -> None:
    rng = Rng("beliefs", "test")
    for number in range(mixes):
        options = mixed_options(rng)
        for step, match in enumerate(random_match(options, f"mix-{number}", 1)):
            if step % 5 == 0:
                check(match, options)


@pytest.mark.parametrize("matches", [40, pytest.param(120, marks=pytest.mark.long)])
def test_no_more_seats_are_believed_stuck_than_are(matches: int) -> None:
    """A missed turn, and a pass with a penalty tile that may not be played, leave open who is stuck."""
    random, several = Random(5), 0
    for number in range(matches):
        calls = ("catch", "automatic")[number % 2]
        changes = {"set": 6, "hand_size": 3 + number % 3, "last_tile_call": calls, "toes": 3, "rounds": 1}
        options = resolve(None, changes, 2 + number % 4)
        match = start_match(options, f"stuck-{number}")
        while match.current is not None:
            state = match.current
            if state.drawn < 0 and state.laid:
                idle = position_of(
                    view(match, state.turn), tile_tables_for(options), playout_rules(options)
                ).idle
                assert idle <= state.stuck, state.events
                several += idle > 1
                surely = not any(e.do == "skip" or e.why == "penalty" for e in state.events)
                assert idle == state.stuck or not surely
            match = act(match, random_move(state, random))
    assert several > matches / 6


def test_a_draw_after_a_penalty_proves_something_of_the_other_tiles() -> None:
    """The penalty tile may not be played yet. No other tile of the hand fits, or the seat would have played."""
    random, proofs = Random(8), 0
    changes = {"set": 6, "hand_size": 4, "last_tile_call": "automatic", "may_hold_back": False, "rounds": 1}
    options = resolve(None, changes, 2)
    tile_tables, rules = tile_tables_for(options), playout_rules(options)
    for number in range(100):
        states = [match for match, _ in random_rounds(options, f"barred-{number}", random)]
        for before, after in pairwise(states):
            event = after.round.events[-1]
            has_turn = before.round.asides.barred >= 0 and before.round.drawn < 0
            if not has_turn or (event.why != "turn" and event.do != "pass"):
                continue
            watcher = 1 - event.seat
            known = EventInference(view(before, watcher), tile_tables, rules)
            _, _, _, _, fits = known.table
            slots = EventInference(view(after, watcher), tile_tables, rules).slots[event.seat]
            others = before.round.hands[event.seat].bit_count() - 1
            assert all(cannot & fits == fits for cannot in slots[:others])
            assert slots[others] == 0
            proofs += 1
    assert proofs > 3


@pytest.mark.parametrize("drawn_tile", ["must-play", "may-play"])
def test_a_drawn_tile_before_another_draw_or_a_pass_did_not_fit(drawn_tile: str) -> None:
    """If the tile may be kept, a pass proves nothing. It is supposed all the same: a greedy seat would have played."""
    options = resolve(None, {"set": 6, "draw": "until-playable", "drawn_tile": drawn_tile}, 3)
    tile_tables, rules = tile_tables_for(options), playout_rules(options)
    done = set()
    for before, after in pairwise(random_match(options, "again", 1)):
        event = after.round.events[-1]
        if before.round.drawn < 0 or event.do not in ("draw", "pass") or event.why == "penalty":
            continue
        watcher = (event.seat + 1) % 3
        _, _, _, _, fits = EventInference(view(before, watcher), tile_tables, rules).table
        known = EventInference(view(after, watcher), tile_tables, rules)
        drawn = -1 if event.do == "pass" else -2  # place in the hand
        proved, supposed = known.slots[event.seat][drawn], known.supposed[event.seat][drawn]
        assert supposed == fits
        assert proved == (fits if event.do == "draw" or drawn_tile == "must-play" else 0)
        done.add(event.do)
    assert done == {"draw", "pass"}


def greedy_match(options: Options, seed: str) -> Iterator[Match]:
    """Every state of two rounds in which everybody always plays the heaviest tile."""
    match = start_match(options, seed)
    for _ in range(2):
        while match.current is not None:
            yield match
            seen = view(match, match.current.turn)
            match = act(match, moves_of(seen, greedy(seen))[0])
        if match.over:
            return
        match = next_round(match)


@pytest.mark.parametrize(("name", "options"), tables(), ids=[name for name, _ in tables()])
def test_what_is_supposed_of_those_who_play_the_heaviest_is_true_of_them(name: str, options: Options) -> None:
    tile_tables, rules = tile_tables_for(options), playout_rules(options)
    for number, match in enumerate(greedy_match(options, name)):
        if number % max(8, 2 * options.players):
            continue
        for seat in range(options.players):
            position = position_of(view(match, seat), tile_tables, rules)
            for other, slots in enumerate(position.supposed):
                if other != seat:
                    hand = tile_tables.from_rules(match.round.hands[other])
                    assert can_hold(slots, [tile_tables.bit[tile] for tile in tile_tables.tiles(hand)])
                    assert position.thinks[other] < 1  # never refuted


def test_a_play_of_the_heaviest_lets_suppose_more_than_is_proved() -> None:
    options = resolve(None, {"hand_size": 7}, 4)
    tile_tables, rules = tile_tables_for(options), playout_rules(options)
    proved = supposed = 0
    for match in greedy_match(options, "suppose"):
        position = position_of(view(match, match.round.turn), tile_tables, rules)
        proved += sum((cannot & position.hidden).bit_count() for slots in position.slots for cannot in slots)
        supposed += sum(
            (cannot & position.hidden).bit_count() for slots in position.supposed for cannot in slots
        )
    assert supposed > 1.5 * proved > 0


def test_a_play_is_judged_by_all_other_tiles_of_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[tuple[int, int]] = []  # seat, and number of its other tiles
    monkeypatch.setattr(
        OpponentTypes, "update", lambda types, seat, slots, *_: judged.append((seat, len(slots)))
    )
    options = resolve(None, {"hand_size": 7}, 4)
    states = [match for match in greedy_match(options, "judged") if not match.rounds]
    held = []
    for before, after in pairwise(state.round for state in states):
        event = after.events[-1]
        if event.do == "play" and event.seat != 0 and before.drawn < 0:
            held.append((event.seat, after.hands[event.seat].bit_count()))
    EventInference(view(states[-1], 0), tile_tables_for(options), playout_rules(options))
    assert judged == held and len(held) > 8


def last_thoughts(options: Options, matches: Iterator[Match]) -> float:
    """The mean chance that another seat thinks, at the last choice of each seat."""
    tile_tables, rules = tile_tables_for(options), playout_rules(options)
    *_, last = (match for match in matches if match.current is not None)
    chances = [
        chance
        for seat in range(options.players)
        for other, chance in enumerate(position_of(view(last, seat), tile_tables, rules).thinks)
        if other != seat
    ]
    return sum(chances) / len(chances)


def test_those_who_play_the_heaviest_are_told_from_those_who_do_not() -> None:
    options = resolve(None, {"hand_size": 7}, 4)
    seeds = [f"habit-{number}" for number in range(8)]
    heavy = sum(last_thoughts(options, greedy_match(options, seed)) for seed in seeds) / 8
    other = sum(last_thoughts(options, random_match(options, seed, 1)) for seed in seeds) / 8
    assert heavy < 0.25 < 0.75 < other


def test_judged_worlds_agree_with_what_is_supposed_in_them() -> None:
    options = resolve(None, {"hand_size": 7}, 4)
    tile_tables, rules = tile_tables_for(options), playout_rules(options)
    constrained = 0
    for match in greedy_match(options, "judge"):
        position = position_of(view(match, match.round.turn), tile_tables, rules)
        judge, random = OpponentModel(position, tile_tables), Random(3)
        for _ in range(3):
            world = judge.world(random)
            for other, slots in enumerate(position.supposed):
                if not world.thinking >> other & 1 and other != position.seat:
                    constrained += any(cannot & position.hidden for cannot in slots)
                    assert can_hold(
                        slots, [tile_tables.bit[tile] for tile in tile_tables.tiles(world.hands[other])]
                    )
    assert constrained > 50


def test_a_seat_whose_play_is_excluded_thinks_for_certain() -> None:
    opponent_types = OpponentTypes(3, 0)
    assert opponent_types.thinking_chances() == (1.0, approx(THINKERS), approx(THINKERS))
    opponent_types.refute(1)
    assert opponent_types.thinking_chances()[1] == 1
    assert opponent_types.thinking_chances()[2] > 0.7, "the others are probably alike"
