"""The compiled playout and search, with which strength is measured, play the very games of plain Python."""

import ctypes
from random import Random
from typing import Any

import pytest

from game.commands.measure.arena import bot_maker, measure
from game.players import levels
from game.players.bots import parse_spec
from game.players.levels import SETTINGS
from game.players.search import flat_monte_carlo
from game.players.search.beliefs import Sampler, position_of
from game.players.search.flat_monte_carlo import Search, SearchSettings
from game.players.search.playout import RANDOM_STARTS, World, playout, playout_rules, random_numbers
from game.players.search.rollout import CAREFUL, policy_for
from game.players.search.tile_tables import tile_tables_for
from game.players.search.utility import Margin
from game.rules.options.declared import Options
from game.rules.options.presets import resolve
from game.rules.rng import Rng
from game.rules.view import SeatView
from tests.players.tables import choosing, mixed_options, random_match, tables
from tools.strength import compiled as compiled_search
from tools.strength import ctables
from tools.strength.compiled import Compiled, CompiledSearch, installed
from tools.strength.ctables import Twister, compiler, library, world_from

pytestmark = [
    pytest.mark.skipif(compiler() is None, reason="there is no C compiler"),
    pytest.mark.long,  # no part of the game: it measures strength
]


def some_views(options: Options, seed: str, most: int) -> list[SeatView]:
    """Views with a choice, from all of a round of random moves."""
    views = [seen for match in random_match(options, seed, 1) if (seen := choosing(match)) and seen.laid]
    return views[:: max(1, len(views) // most)][:most]


def all_tables() -> list[tuple[str, Options]]:
    """Every preset and some more, and random options."""
    rng = Rng("compiled", "test")
    return [*tables(), *[(f"mix-{number}", mixed_options(rng)) for number in range(40)]]


def test_playouts_are_equal() -> None:
    compiled, random, number, outs = Compiled(), Random(1), 0, 0
    for name, options in all_tables():
        tile_tables, rules = tile_tables_for(options), playout_rules(options)
        for seen in some_views(options, name, 5):
            position = position_of(seen, tile_tables, rules)
            table = policy_for(tile_tables, position.table[1], position.hidden)
            sampler = Sampler(position, tile_tables)
            for _ in range(4):
                world, policies = (
                    sampler.world(random),
                    random.choices((None, CAREFUL, table), k=options.players),
                )
                dice = (*random_numbers(random.choice((0, 0.03, 0.2, 1))), random.randrange(RANDOM_STARTS))
                plain, mine = world.hands.copy(), world.hands.copy()
                start = (0, position.table, seen.seat, position.idle, dice)
                last = playout(tile_tables, rules, policies, world, plain, *start)
                assert compiled(tile_tables, rules, policies, world, mine, *start) == last, (name, policies)
                assert mine == plain, (name, policies)
                number += 1
                outs += last > 0
    assert number > 800
    assert 0.2 < outs / number < 0.95


def test_random_numbers_are_those_of_python() -> None:
    draw = library().draw
    draw.argtypes, draw.restype = [ctypes.c_void_p], ctypes.c_double
    for seed in range(3):
        twister, random = Twister(Random(seed)), Random(seed)
        assert [draw(twister.words) for _ in range(1_500)] == [random.random() for _ in range(1_500)]
        with twister.as_python_random() as same:
            assert same.random() == random.random()
        assert draw(twister.words) == random.random()


def test_searches_are_equal() -> None:
    """The same worlds, the same value of every candidate in each, to the last digit."""
    CompiledSearch.compiled = Compiled()
    number = 0
    for name, options in all_tables():
        for seen in some_views(options, name, 3):
            for settings in (SETTINGS, SearchSettings(epsilon=0.2)):
                utility = Margin(tile_tables_for(options), options, seen.seat, 1.4)
                plain, compiled = (
                    kind(seen, settings, utility, Random(3)) for kind in (Search, CompiledSearch)
                )
                for step in range(6):
                    plain.step()
                    compiled.step()
                    if step == 3:
                        plain.drop(1.0)
                        compiled.drop(1.0)
                assert plain.log == [*compiled.log]
                assert [t.values for t in plain.candidates] == [t.values for t in compiled.candidates], name
                number += len(plain.candidates)
    assert number > 1_000


def test_a_search_keeps_its_policies_when_the_cache_is_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    """C reads from them until the search is over. Memory that is free too early gets other numbers here."""
    monkeypatch.setattr(compiled_search, "CACHE_SIZE", 0)
    options = resolve(None, {"hand_size": 7}, 4)
    tile_tables, overwriting, masks = tile_tables_for(options), [], 0
    for seen in some_views(options, "cache", 12):
        CompiledSearch.compiled = Compiled()
        utility = Margin(tile_tables, options, seen.seat, 1.0)
        plain, compiled = (kind(seen, SETTINGS, utility, Random(5)) for kind in (Search, CompiledSearch))
        for _ in range(24):
            plain.step()
            compiled.step()
            sizes = (5 * (tile_tables.size + 1), tile_tables.suits)
            overwriting += [ctables.double_array([1e6 * k for k in range(size)]) for size in sizes]
        assert [t.values for t in plain.candidates] == [t.values for t in compiled.candidates]
        masks = max(masks, len({world.thinking for world, _ in plain.log}))
    assert masks > 2


def test_a_world_is_converted_at_most_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that also tries a draw or a pass needs the newest world only."""
    CompiledSearch.compiled = Compiled()
    converted: list[tuple[Any, ...]] = []

    def noted(*entry: Any) -> World:
        converted.append(entry)
        return world_from(*entry)

    monkeypatch.setattr(ctables, "world_from", noted)
    options = resolve(None, {"hand_size": 7, "may_hold_back": True}, 4)
    views = [
        seen for seen in some_views(options, "draws", 40) if {"play", "draw"} <= {c.do for c in seen.choices}
    ]
    utility = Margin(tile_tables_for(options), options, views[0].seat, 1.4)
    search = CompiledSearch(views[0], SETTINGS, utility, Random(3))
    for _ in range(20):
        search.step()
    assert 0 < len(converted) <= 20


def test_the_arena_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a drawn world runs into a dead end too, which is matched in Python."""
    matched = []

    def noted(search: CompiledSearch, *given: Any) -> Any:
        matched.append(given)
        return in_python(search, *given)

    in_python = CompiledSearch._draw_in_python
    monkeypatch.setattr(CompiledSearch, "_draw_in_python", noted)
    for hero, options in (
        ("farmer@40", resolve(None, {"hand_size": 7}, 4)),
        ("flat100", resolve("nathan", {}, 3)),
    ):
        makers = bot_maker(parse_spec(hero)), bot_maker(parse_spec("hen"))
        plain = measure(options, *makers, 2, "compiled")
        with installed():
            assert levels.Search is CompiledSearch
            compiled = measure(options, *makers, 2, "compiled")
        assert levels.Search is Search
        assert flat_monte_carlo.playout is playout
        assert {**plain, "ms_per_move": 0} == {**compiled, "ms_per_move": 0}
    assert matched
