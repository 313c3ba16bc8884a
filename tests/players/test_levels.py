"""Levels, styles, yardsticks and the arena that measures them."""

import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest

from game.__main__ import main
from game.commands.measure import arena
from game.commands.measure.arena import bot_maker, measure
from game.laboratory.runner import play_match
from game.players import rooster, yardsticks
from game.players.bots import Bot, parse_spec
from game.players.levels import (
    BUDGETS,
    FORGETS_CALL,
    LEVELS,
    MISSES_CATCH,
    STYLES,
    choose,
    choose_at_once,
    make_search,
    notices_catch,
    think,
    wants_call,
    wants_catch,
)
from game.players.search.beliefs import position_of
from game.players.search.flat_monte_carlo import Budget, Search, finish, run_search
from game.players.search.playout import playout_rules
from game.players.search.tile_tables import tile_tables_for
from game.players.yardsticks import YARDSTICKS, heaviest
from game.rules.errors import Refusal
from game.rules.match import act, start_match
from game.rules.moves import Choice
from game.rules.options.declared import Options
from game.rules.options.presets import resolve
from game.rules.rng import Rng
from game.rules.tiles import DOUBLES, HIGH, LOW, PIPS, is_double, parse_tile, tiles_in
from game.rules.view import SeatView, moves_of, view
from tests.players.tables import choosing, random_match, tables

SEVEN = resolve(None, {"hand_size": 7}, 4)


def margin(hero: str, field: str, deals: int, whole: bool = False) -> dict[str, Any]:
    one, others = (bot_maker(parse_spec(text)) for text in (hero, field))
    return measure(SEVEN, one, others, deals, "test", whole)


def some_choice() -> SeatView:
    return next(seen for match in random_match(SEVEN, "choice", 1) if (seen := choosing(match)))


@pytest.mark.parametrize(
    ("spec", "whole"),
    [
        *((spec, True) for spec in ("random", "child", "greedy", "rooster", "chick", "fox@4")),
        ("chick", False),
        *(
            pytest.param(spec, False, marks=pytest.mark.long)
            for spec in ("random", "child", "greedy", "rooster", "fox@4")
        ),
    ],
)
def test_identical_players_come_to_exactly_nought(spec: str, whole: bool) -> None:
    report = margin(spec, spec, 10, whole)
    assert report["margin"] == 0
    assert report["margin_ci95"] == 0
    assert report["match_win"] == 0.25
    assert report["matches"] == 4 * 10 // SEVEN.round_count
    assert report["round_win"] == pytest.approx((1 - report["blocked"]) / 4)


@pytest.mark.parametrize(("name", "options"), tables(), ids=[name for name, _ in tables()])
def test_a_choice_without_a_view_is_the_choice_with_one(name: str, options: Options) -> None:
    for seen in filter(None, map(choosing, random_match(options, name, 1))):
        for spec in ("chick", "pullet", "hen", "rooster", "fox", "farmer", *YARDSTICKS):
            bot, twin = (bot_maker(parse_spec(spec))(name, "seat") for _ in range(2))
            assert isinstance(bot, Bot) and isinstance(twin, Bot)
            needs_no_view = spec in ("chick", "pullet", "hen", "greedy", "child")
            quick = bot.choose_quickly(options, seen.choices, seen.off_table)
            assert quick == (twin(seen) if needs_no_view else None)


@pytest.mark.parametrize("level", ["chick", "pullet", "hen", "child"])
def test_a_beginner_never_draws_or_passes_while_a_tile_fits(level: str) -> None:
    options = resolve("montgomery")
    assert options.may_hold_back
    fitting = 0
    for match in random_match(options, "beginner", 4):
        seen = choosing(match)
        if seen and any(choice.do == "play" for choice in seen.choices):
            fitting += any(choice.do != "play" for choice in seen.choices)
            bot = bot_maker(parse_spec(level))(f"{len(seen.events)}", "seat")
            assert bot(seen).do == "play"
    assert fitting > 20


@pytest.mark.parametrize("level", ["chick", "pullet", "hen"])
def test_a_beginner_ends_no_round_by_a_double_while_another_tile_fits(level: str) -> None:
    """FOOT-3: every second round of hens ended blocked. Under `closes` such a double does no harm."""
    told = 0
    for number in range(60):
        for match in random_match(resolve("montgomery"), f"dead-{number}", 1):
            seen = choosing(match)
            plays = {choice.tile for choice in seen.choices if choice.do == "play"} if seen else set()
            if seen is None or not seen.laid or len(plays) < 2:
                continue
            laid = {tile for tile, _ in seen.laid}
            left = {*tiles_in(seen.options.tiles)} - laid
            dead = {
                tile
                for tile in plays
                if is_double(tile)
                and sum(HIGH[tile] in (HIGH[each], LOW[each]) for each in left - {tile}) < seen.options.toes
            }
            chosen = choose(seen, level, "balanced", Rng("dead", "feet")).tile
            assert chosen in (plays - dead or plays)
            told += bool(dead and plays - dead)
            options = seen.options._replace(short_foot="closes")
            closes = choose(seen._replace(options=options), level, "balanced", Rng("dead", "feet"))
            assert closes == choose_at_once(options, seen.choices, 0, level, Rng("dead", "feet"))
    assert told > 20


def test_a_beginner_plays_every_tile_that_fits_and_the_heaviest_more_often() -> None:
    nine_four, four_three, draw = (
        Choice("play", parse_tile("9-4"), 9),
        Choice("play", parse_tile("4-3"), 4),
        Choice("draw"),
    )
    heavy = {}
    for level in ("chick", "pullet", "hen"):
        rng = Rng("guesses", level)
        chosen = [
            choose_at_once(SEVEN, (draw, nine_four, four_three), SEVEN.tiles, level, rng) for _ in range(400)
        ]
        heavy[level] = chosen.count(nine_four)
        assert chosen.count(draw) == 0
    assert 150 < heavy["chick"] < 250 < heavy["pullet"] < 350 < heavy["hen"] == 400


def test_the_rooster_needs_no_inference_from_the_events() -> None:
    rules, tile_tables = playout_rules(SEVEN), tile_tables_for(SEVEN)
    for seen in filter(None, map(choosing, random_match(SEVEN, "rooster", 4))):
        position = position_of(seen, tile_tables, rules)
        values = [rooster.evaluate(tile_tables, rules, position, choice) for choice in seen.choices]
        assert choose(seen, "rooster", "balanced", Rng("a", "b")) == seen.choices[values.index(max(values))]


@pytest.mark.long
def test_strength_smoke() -> None:
    """Rough, quick, and far from chance: each of these has been above its mark by several standard errors."""
    assert margin("random", "greedy", 40)["margin"] < -5
    assert margin("rooster", "greedy", 150)["margin"] > 0.5
    assert margin("fox", "greedy", 32)["margin"] > 1
    assert margin("chick", "greedy", 80)["margin"] < -1.5


@pytest.mark.parametrize(("name", "options"), tables(), ids=[name for name, _ in tables()])
def test_every_level_plays_every_table_to_the_end(name: str, options: Options) -> None:
    rounds = resolve(None, {**options.declared(), "rounds": 2})
    specs = ["chick", "pullet", "hen", "rooster:racer", "fox@2", "farmer@2", "random", "child", "greedy"]
    players = [
        bot_maker(parse_spec(specs[seat % len(specs)]))(name, f"seat-{seat}")
        for seat in range(options.players)
    ]
    assert play_match(rounds, name, players).over


def test_flat100_plays_out_a_hundred_worlds_and_drops_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = []

    def run(search: Search, budget: Budget, drop_errors: float) -> Iterator[None]:
        budgets.append((budget, drop_errors))
        return run_search(search, budget, drop_errors)

    monkeypatch.setattr(yardsticks, "run_search", run)
    YARDSTICKS["flat100"](some_choice(), Rng("x", "y"))
    assert budgets == [(Budget(worlds=100), float("inf"))]


def test_a_yardstick_without_a_choice_draws_no_random_number() -> None:
    seen = some_choice()
    (only, *_), rng = seen.choices, Rng("one", "choice")
    assert YARDSTICKS["flat100"](seen._replace(choices=(only,)), rng) == only
    assert rng.bits() == Rng("one", "choice").bits()


def test_greedy_is_as_the_contract_says() -> None:
    """Most points first, equal: the double, then the higher tile, with its higher half; always plays if it can."""
    seen_doubles = seen_halves = 0
    for seed in range(12):
        for match in random_match(SEVEN, f"greedy-{seed}", 1):
            seen = choosing(match)
            if seen is None:
                continue
            choice = YARDSTICKS["greedy"](seen, Rng("x", "y"))
            tile, suits = choice.tile, [other.suit for other in seen.choices if other.tile == choice.tile]
            assert choice.suit == max(suits)
            seen_halves += len(suits) > 1
            fitting = [choice.tile for choice in seen.choices if choice.do == "play"]

            def rank(tile: int) -> tuple[int, bool, int]:
                return PIPS[tile] or 50, bool(DOUBLES >> tile & 1), tile

            assert rank(tile) == max(map(rank, fitting))
            seen_doubles += sum(PIPS[tile] == PIPS[other] for other in fitting) > 1
    assert seen_doubles > 0 and seen_halves > 0


def test_greedy_does_not_depend_on_the_order_of_the_choices() -> None:
    nine_four, higher_half = parse_tile("9-4"), Choice("play", parse_tile("9-4"), 9)
    choices = (
        Choice("draw"),
        Choice("play", nine_four, 4),
        higher_half,
        Choice("play", parse_tile("2-1"), 2),
    )
    for order in itertools.permutations(choices):
        assert heaviest(SEVEN, order) == higher_half
    assert heaviest(SEVEN, (Choice("draw"), Choice("pass"))) == Choice("draw")


@pytest.mark.long
def test_yardsticks_are_frozen() -> None:
    """The games that they play are known; a change here breaks every figure ever measured."""
    totals = [margin(spec, "greedy", 10)["score"] for spec in ("random", "greedy", "flat100")]
    assert totals == FROZEN


FROZEN = [24.475, 14.85, 14.65]


def test_thinking_can_be_left_after_any_world() -> None:
    thinking = think(some_choice(), "farmer", "balanced", Rng("left", "bot"))
    for _ in range(5):
        next(thinking)
    thinking.close()


@pytest.mark.parametrize(
    ("set", "seats", "hand"), [(6, 2, 7), (9, 4, 7), (9, 2, 22), (18, 10, 11)], ids=lambda value: str(value)
)
def test_a_decision_is_about_as_much_work_at_every_table(
    set: int, seats: int, hand: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the very most one world more than the budget; at a small table the worlds run out first."""
    options = resolve(None, {"set": set, "hand_size": hand}, seats)
    seen = next(seen for match in random_match(options, "work", 1) if (seen := choosing(match)))
    for level, budget in BUDGETS.items():
        search = make_search(seen, "balanced", Rng("work", level))
        monkeypatch.setattr(search, "drop", lambda errors: None)
        finish(run_search(search, budget, 0))
        world = search.playout_work * (len(seen.choices) + 1)
        worlds = len(search.log)
        assert world == (seen.yard + sum(seen.counts)) * (5 + len(tiles_in(seen.hand))) * (
            len(seen.choices) + 1
        )
        assert worlds == budget.worlds or budget.work <= worlds * world < budget.work + world


@pytest.mark.parametrize(("preset", "worlds"), [("chickie", 32), ("nathan", 128)])
def test_the_fox_tries_more_worlds_where_one_stuck_seat_ends_a_round(preset: str, worlds: int) -> None:
    """The most worlds of some decisions, because a decision ends early if one move is clearly the best."""
    views = filter(None, map(choosing, random_match(resolve(preset), "worlds", 1)))
    thinking = [
        think(seen, "fox", "balanced", Rng("worlds", "fox")) for seen in itertools.islice(views, 4, 12)
    ]
    pauses = [sum(1 for _ in thoughts) for thoughts in thinking]
    assert max(pauses) == 1 + worlds  # and the pause after the search is made


def test_the_only_move_is_played_at_once() -> None:
    match = start_match(SEVEN, "only")
    seen = view(match, match.round.turn)
    assert len(seen.choices) == 1
    with pytest.raises(StopIteration) as stop:
        next(think(seen, "farmer", "balanced", Rng("x", "y")))
    assert stop.value.value == seen.choices[0]


def test_the_same_rng_gives_the_same_choice() -> None:
    seen = some_choice()
    for level in LEVELS:
        for style in STYLES:
            choices = {choose(seen, level, style, Rng("same", "bot"), Budget(20)) for _ in range(3)}
            assert len(choices) == 1


def test_names_that_do_not_exist_are_refused() -> None:
    for text in ("wolf", "farmer:lazy", "farmer@0", "farmer@many", "hen@20", ""):
        with pytest.raises(Refusal):
            parse_spec(text)
    with pytest.raises(ValueError):
        choose(some_choice(), "wolf", "balanced", Rng("x", "y"))
    with pytest.raises(ValueError):
        choose(some_choice(), "hen", "lazy", Rng("x", "y"))


def test_easier_levels_forget_and_the_farmer_never_does() -> None:
    options = resolve(None, {"hand_size": 5, "last_tile_call": "catch"}, 4)
    calls = {level: [0, 0] for level in LEVELS}
    catches = {level: [0, 0] for level in LEVELS}
    for seed in range(4):
        for number, match in enumerate(random_match(options, f"forget-{seed}", 2)):
            for seat in range(4) if match.current is not None else ():
                seen = view(match, seat)
                for level in LEVELS:
                    rng = Rng(f"{seed}-{number}", level)
                    if seen.may_call:
                        calls[level][wants_call(seen, level, rng)] += 1
                    if seen.may_catch:
                        catches[level][wants_catch(seen, level, rng) in seen.may_catch] += 1
                    if not seen.may_catch:
                        assert wants_catch(seen, level, rng) is None
    for did in (calls, catches):
        assert did["farmer"][0] == 0 < did["farmer"][1]
        assert did["chick"][0] > did["fox"][0]
        assert did["chick"][1] > 0


def seat_that_may_call() -> SeatView:
    options = resolve(None, {"hand_size": 5, "last_tile_call": "catch"}, 4)
    return next(
        seen
        for match in random_match(options, "memory", 4)
        if match.current is not None
        for seat in range(4)
        if (seen := view(match, seat)).may_call
    )


@pytest.mark.parametrize("level", LEVELS)
def test_levels_forget_and_notice_as_often_as_their_tables_say(level: str) -> None:
    seen, tries = seat_that_may_call(), 2_000
    called = sum(wants_call(seen, level, Rng(str(number), "call")) for number in range(tries)) / tries
    noticed = sum(notices_catch(level, Rng(str(number), "catch")) for number in range(tries)) / tries
    # four standard errors of a share of 2,000 are at most .045
    assert abs(1 - called - FORGETS_CALL[level]) < 0.045
    assert abs(1 - noticed - MISSES_CATCH[level]) < 0.045


def test_a_bot_can_forget_as_another_level_does() -> None:
    seen = seat_that_may_call()

    def forgets(name: str, memory: str = "") -> int:
        bots = [Bot(parse_spec(name), Rng(str(number), "memory"), memory) for number in range(200)]
        return sum(not bot.call(seen) for bot in bots)

    assert forgets("farmer") == forgets("greedy") == 0
    assert forgets("farmer", "hen") == forgets("hen") > 20
    assert forgets("child") == forgets("chick") > forgets("pullet") > forgets("hen")


def test_a_local_tile_scores_what_the_rules_say() -> None:
    for options in {options for _, options in tables()}:
        tile_tables = tile_tables_for(options)
        match = start_match(options, "points")
        while match.current is not None:
            seen = view(match, match.round.turn)
            match = act(match, moves_of(seen, seen.choices[0])[0])
        end = match.rounds[0].end
        assert end is not None
        scores = [tile_tables.points(tile_tables.from_rules(hand)) for hand in end.hands]
        if not options.out_bonus_on_double:
            assert tuple(scores) == end.scores


def test_the_arena_measures_the_time_of_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(0.0, 0.002)  # seconds: each move takes two readings
    monkeypatch.setattr(arena, "perf_counter", lambda: next(clock))
    assert margin("hen", "hen", 2)["ms_per_move"] == pytest.approx(2)


def test_the_arena_command(capsys: pytest.CaptureFixture[str]) -> None:
    line = "arena --hero rooster --field greedy --option hand_size=7 --players 3 --deals 4 --json"
    assert main(line.split()) == 0
    report = json.loads(capsys.readouterr().out)
    keys = "hero field players deals margin margin_ci95 score round_win match_win blocked ms_per_move"
    assert set(keys.split()) <= set(report)
    assert (report["hero"], report["players"], report["deals"]) == ("rooster", 3, 4)


@pytest.mark.parametrize(
    "line",
    [
        "--hero wolf --field greedy --deals 1",
        "--hero hen --field greedy --deals 0",
        "--hero hen --field greedy --deals 1 --option hand_size=99",
        "--hero hen --field greedy --deals 1 --option nothing=1",
        "--hero hen --field greedy --deals 1 --preset nobody",
    ],
)
def test_the_arena_says_in_one_sentence_what_is_wrong(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *line.split()]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "{" not in said
    assert said.strip().endswith((".", "!"))
