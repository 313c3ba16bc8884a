"""The rules against a second set of rules that shares no code with them (tests/rules/referee.py): deals, moves, records."""

import json
from collections import Counter
from random import Random

import pytest

from game.commands.simulate import simulate_match
from game.players.bots import Spec
from game.records.record import Record, Seat, write_record
from game.rules.errors import OptionError
from game.rules.match import act, start_match
from game.rules.moves import Move, move_text, parse_move
from game.rules.options.declared import Options
from game.rules.options.presets import PRESETS, resolve, seat_counts
from game.rules.round.deal import deal_round
from game.rules.round.judge import legal_moves
from game.rules.tiles import NAME, tiles_in
from tests.rules.referee import Referee, check_record, tile_of
from tests.rules.rounds import random_options, rules


def record_of(options: Options, specs: list[Spec], seed: str, preset: str | None) -> dict[str, object]:
    """A whole match between bots, as a record."""
    match = simulate_match(options, specs, seed)
    seats = tuple(Seat(f"{seat}", "bot", spec.name) for seat, spec in enumerate(specs))
    found: dict[str, object] = json.loads(write_record(Record(match, preset, seats)))
    return found


@pytest.mark.parametrize("preset", PRESETS)
def test_start_5_dealer_and_finder_are_those_of_a_deal_that_shares_no_code(preset: str) -> None:
    """Also START-1 to START-4, DEAL-1 to DEAL-4: hands, yard, centre, dealer, first seat, in every round."""
    for seats in seat_counts(preset):
        options = resolve(preset, {}, seats)
        for number in range(1, options.round_count + 1):
            deal = deal_round(options, f"own {seats}", number)
            referee = Referee(options.declared(), f"own {seats}", number).deal(options.hand)
            assert (deal.dealer, deal.first_seat) == (referee.dealer, referee.first)
            assert (NAME[deal.centre], NAME[deal.own_centre]) == tuple(
                f"{tile[0]}-{tile[1]}" for tile in (referee.centre, referee.own)
            )
            assert [{tile_of(NAME[tile]) for tile in tiles_in(hand)} for hand in deal.hands] == referee.dealt
            assert [tile_of(NAME[tile]) for tile in deal.yard] == referee.dealt_yard
            assert [tile_of(NAME[draw.tile]) for draw in deal.draws] == [
                tile_of(event["tile"]) for event in referee.events if event.get("why") == "start"
            ]


@pytest.mark.parametrize("first_seat", ["finder", "high-draw", "high-draw-then-left"])
def test_start_5_every_way_to_begin_in_both_orders(first_seat: str) -> None:
    seen = Counter[int]()
    for order in ("descending", "ascending"):
        for seats in (2, 5, 8):
            options = rules("gamerules", seats, first_seat=first_seat, round_order=order)
            for number in range(1, 11):
                deal = deal_round(options, f"way {seats}", number)
                referee = Referee(options.declared(), f"way {seats}", number).deal(options.hand)
                assert (deal.dealer, deal.first_seat) == (referee.dealer, referee.first)
                seen[deal.first_seat] += 1
    assert len(seen) > 6


def test_start_3_small_hands_draw_doubles_together() -> None:
    """Rounds in which doubles above and below the round's own are drawn at the same time: the highest begins."""
    above = 0
    for number in range(40):
        options = rules("montgomery-alternate", 2 + number % 4, hand_size=2)
        for place in range(1, 11):
            deal = deal_round(options, f"nl{number}", place)
            referee = Referee(options.declared(), f"nl{number}", place).deal(2)
            assert (NAME[deal.centre], deal.first_seat) == (
                f"{referee.centre[0]}-{referee.centre[1]}",
                referee.first,
            )
            above += bool(deal.draws) and deal.centre > deal.own_centre
    assert above > 3


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_new_records_of_every_rule_book_hold_by_the_referee(preset: str) -> None:
    done = Counter[str]()
    for seats in seat_counts(preset)[:4]:
        options = resolve(preset, {"rounds": 4}, seats)
        levels = ["chick", "hen", "random", "greedy"]
        specs = [Spec(levels[seat % 4]) for seat in range(seats)]
        for event in check_record(record_of(options, specs, f"law {preset} {seats}", preset)):
            done[event["do"]] += 1
    assert done["play"] > 100


CATCHES = {"last_tile_call": ("catch", "catch", "automatic"), "call_again": (True, True, False)}


def careless(random: Random) -> Options:
    """Options by lot, with penalties for silence, and hands large enough that the yard runs empty."""
    while True:
        _, options = random_options(random, sets=(6, 9))
        changes = {code: random.choice(values) for code, values in CATCHES.items()}
        try:
            large = rules(
                **{**options.declared(), **changes, "hand_size": random.randint(4, 12), "rounds": 1}
            )
        except OptionError:
            continue
        return large


def careless_moves(options: Options, seed: str, random: Random) -> Counter[str]:
    """Play a round of random moves with few calls by both sets of rules. At each state they must allow the same."""
    match, done = start_match(options, seed), Counter[str]()
    referee = Referee(options.declared(), seed, 1).deal(options.hand)
    weights = {"take-back": 0.1, "call": 0.1, "catch": 3.0}
    while match.current is not None:
        state = match.current
        moves = [move for seat in range(options.players) for move in legal_moves(state, seat)]
        assert {(move.seat, move_text(move)) for move in moves} == referee.moves(), state
        move: Move = random.choices(moves, [weights.get(move.do, 1.0) for move in moves])[0]
        match = act(match, parse_move(move_text(move), move.seat))
        referee.make(move.seat, move_text(move))
        done["again"] += bool(referee.again) and move.do != "call"
        done["owed again"] += move.do == "play" and bool(state.asides.again)
    assert referee.end is not None
    end = match.round.end
    assert end is not None and list(end.scores) == referee.end["scores"]
    assert [(event.seat, event.do) for event in match.round.events] == [
        (event["seat"], event["do"]) for event in referee.events
    ]
    done.update(event.do for event in match.round.events)
    return done


@pytest.mark.slow
@pytest.mark.parametrize("playouts", [60, pytest.param(300, marks=pytest.mark.long)])
def test_last_7_random_playouts_allow_what_the_referee_allows(playouts: int) -> None:
    done = Counter[str]()
    for number in range(playouts):
        random = Random(f"careless {number}")
        done += careless_moves(careless(random), f"careless {number}", random)
    assert done["skip"] > 40 and done["owed again"] > 8 and done["catch"] > 40, done
