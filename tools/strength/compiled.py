"""The search compiled by the system's C compiler, for measuring: the same games as plain Python's, several times sooner.

`installed()` puts it in the place of the search's own. The game itself never uses it.
"""

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from random import Random
from typing import NamedTuple

from game.players import levels, yardsticks
from game.players.search import flat_monte_carlo
from game.players.search.beliefs import OpponentModel, Sampler
from game.players.search.flat_monte_carlo import Candidate, Search, SearchSettings
from game.players.search.playout import RANDOM_STARTS, PlayoutRules, RandomNumbers, Table, World, lay
from game.players.search.rollout import CAREFUL, RolloutPolicy
from game.players.search.tile_tables import TileTables
from game.players.search.utility import Margin, Utility
from game.rules.view import View
from tools.strength.ctables import (
    HEAVIEST,
    WIDTH,
    WITH_CARE,
    Kept,
    Log,
    MarginTable,
    PolicyTable,
    Twister,
    address,
    doubles,
    library,
    mask_bytes,
    packed,
    sampler_table,
    tables_in_c,
    yard_bytes,
)

PLACES = ((flat_monte_carlo, "playout"), (levels, "Search"), (yardsticks, "Search"))
MOST_KEPT = 512  # policies of which the C tables are kept
NO_WORLD = World([], [], [])


class Compiled:
    """The playout, called as `game.players.search.playout.playout` is, and `values` for all candidates of a world at once."""

    def __init__(self) -> None:
        self.playout, self.all_values = library().playout, library().values
        self.playout.argtypes = [ctypes.c_void_p] * 8
        self.all_values.argtypes = [ctypes.c_void_p] * 7 + [
            ctypes.c_int64,
            ctypes.c_void_p,
            ctypes.c_int64,
            ctypes.c_void_p,
        ]
        self.all_values.restype = None
        self.step = library().step
        self.step.argtypes = [
            *[ctypes.c_void_p] * 9,
            ctypes.c_int64,
            ctypes.c_void_p,
            ctypes.c_int64,
            ctypes.c_void_p,
        ]
        self.step.restype = ctypes.c_int64
        self.greedy_seats = library().greedy_seats
        self.greedy_seats.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p]
        self.greedy_seats.restype = ctypes.c_int64
        self.policies: dict[int, Kept] = {}
        self.seats: dict[tuple[int, ...], Kept] = {}
        self.numbers: dict[int, Kept] = {}

    def __call__(
        self,
        tile_tables: TileTables,
        rules: PlayoutRules,
        policies: Sequence[RolloutPolicy | None],
        world: World,
        hands: list[int],
        at: int,
        table: Table,
        seat: int,
        idle: int,
        random_numbers: RandomNumbers,
    ) -> int:
        """See `game.players.search.playout.playout`."""
        gaps, picks, throw = random_numbers
        dice = self._numbers(gaps, picks)
        held = ctypes.create_string_buffer(b"".join(map(mask_bytes, hands)), WIDTH * len(hands))
        last: int = self.playout(
            ctypes.addressof(tables_in_c(tile_tables).value),
            ctypes.addressof(self._seats(policies).value),
            ctypes.addressof(dice.value),
            dice.parts[0],
            yard_bytes(world),
            held,
            mask_bytes(table[4]),
            packed(rules, table, len(world.yard), at, seat, idle, throw),
        )
        left = held.raw
        hands[:] = [int.from_bytes(left[k : k + WIDTH], "little") for k in range(0, len(left), WIDTH)]
        return last

    def candidates(self, search: Search, candidates: Sequence[Candidate]) -> bytes:
        """Plays of a search, as `values` wants them."""
        position, rules, tile_tables = search.position, search.rules, search.tile_tables
        written = []
        for candidate in candidates:
            tile, suit = tile_tables.local[candidate.choice.tile], candidate.choice.suit
            table = lay(tile_tables, rules, position.table, tile, suit, position.off)
            in_yard = position.hidden.bit_count() - sum(position.counts) + position.hand.bit_count()
            start = packed(rules, table, in_yard, 0, search.next, 0, 0)
            written.append(tile.to_bytes(8, "little") + mask_bytes(table[4]) + start)
        return b"".join(written)

    def margin(self, search: Search) -> MarginTable:
        """The utility of a search."""
        to = search.utility
        assert isinstance(to, Margin)
        return MarginTable(to.seat, to.share, to.bonus)

    def values(
        self, search: Search, candidates: bytes, many: int, world: World, start: int
    ) -> ctypes.Array[ctypes.c_double]:
        """What so many candidates come to in a world, as `Search.value` says of each."""
        to, dice, value = (
            self.margin(search),
            self._numbers(*search.random_numbers),
            (ctypes.c_double * many)(),
        )
        self.all_values(
            ctypes.addressof(tables_in_c(search.tile_tables).value),
            ctypes.addressof(self._seats(search.policies(world)).value),
            ctypes.addressof(dice.value),
            dice.parts[0],
            yard_bytes(world),
            b"".join(map(mask_bytes, world.hands)),
            candidates,
            many,
            ctypes.addressof(to),
            start,
            value,
        )
        return value

    def _seats(self, policies: Sequence[RolloutPolicy | None]) -> Kept:
        key = tuple(map(id, policies))
        kept = self.seats.get(key)
        if kept is None:
            if len(self.policies) > MOST_KEPT:
                self.policies.clear()
                self.seats.clear()
            tables = [self._policy(policy) for policy in policies]
            addresses = (ctypes.c_int64 * len(tables))(*map(ctypes.addressof, tables))
            kept = self.seats[key] = Kept(addresses, tuple(policies), tuple(tables))
        return kept

    def _policy(self, policy: RolloutPolicy | None) -> ctypes.Structure:
        if policy is None:
            return HEAVIEST
        if policy is CAREFUL:
            return WITH_CARE
        kept = self.policies.get(id(policy))
        if kept is None:
            parts = doubles([*chain(*policy.urge)]), doubles(policy.expose)
            kept = self.policies[id(policy)] = Kept(PolicyTable(2, *map(address, parts)), policy, parts)
        assert isinstance(kept.value, ctypes.Structure)
        return kept.value

    def _numbers(self, gaps: tuple[int, ...], picks: tuple[float, ...]) -> Kept:
        kept = self.numbers.get(id(gaps))
        if kept is None:
            value = (ctypes.c_int64 * len(gaps))(*gaps)
            kept = self.numbers[id(gaps)] = Kept(value, (gaps, picks), (doubles(picks),))
        return kept


class Batch(NamedTuple):
    """The live candidates of a search in C's terms."""

    live: list[Candidate]
    plays: list[Candidate]
    candidates: bytes
    values: ctypes.Array[ctypes.c_double]


class CompiledSearch(Search):
    """The search with its steps compiled: worlds are drawn and plays are valued in C, draws and passes in Python."""

    compiled: Compiled

    def __init__(self, view: View, settings: SearchSettings, utility: Utility, random: Random):
        super().__init__(view, settings, utility, random)
        self.log = Log()
        self.twister = Twister(random)
        self.thinks = doubles(self.position.thinks)
        self.known: dict[int, Kept] = {}
        self.batch: Batch | None = None
        self.hands = ctypes.create_string_buffer(WIDTH * len(view.counts))
        self.yard = ctypes.create_string_buffer(max(1, view.yard))
        self.yard_size = view.yard

    def step(self) -> None:
        """One more world, the same for every live candidate."""
        if self.batch is None or self.batch.live is not self.live:
            plays = [candidate for candidate in self.live if candidate.choice.do == "play"]
            made = self.compiled.candidates(self, plays)
            self.batch = Batch(self.live, plays, made, (ctypes.c_double * max(1, len(plays)))())
        live, plays, _, values = self.batch
        model, sampler, heavy = self.sampler, self.sampler, 0
        if type(model) is OpponentModel:
            heavy = self.compiled.greedy_seats(self.thinks, len(self.thinks), self.twister.words)
            sampler = model.samplers.get(heavy) or Sampler(self.position, self.tile_tables, heavy)
            model.samplers[heavy] = sampler
        start = self._step_in_c(sampler) if type(sampler) is Sampler else -1
        if start < 0:
            world, start = self._matched(sampler, heavy)
            self.log.append((world, start))
            values = self.compiled.values(self, self.batch.candidates, len(plays), world, start)
        for candidate, value in zip(plays, values, strict=False):
            candidate.values.append(value)
        if len(plays) < len(live):
            world = [*self.log][-1][0]
            for candidate in live:
                if candidate.choice.do != "play":
                    candidate.values.append(self.value(candidate.choice, world, start))

    def _step_in_c(self, sampler: Sampler) -> int:
        """The step, as long as the world needs no matching: where its random numbers begin, -1 when it does."""
        compiled, batch = self.compiled, self.batch
        assert batch is not None
        known = self.known.get(id(sampler))
        if known is None:
            known = self.known[id(sampler)] = sampler_table(sampler)
        to = compiled.margin(self)
        seats, dice = (
            compiled._seats(self.policies(NO_WORLD._replace(thinking=sampler.thinking))),
            compiled._numbers(*self.random_numbers),
        )
        start: int = compiled.step(
            ctypes.addressof(tables_in_c(self.tile_tables).value),
            ctypes.addressof(seats.value),
            ctypes.addressof(dice.value),
            dice.parts[0],
            ctypes.addressof(known.value),
            self.twister.words,
            self.yard,
            self.hands,
            batch.candidates,
            len(batch.plays),
            ctypes.addressof(to),
            RANDOM_STARTS,
            batch.values,
        )
        if start >= 0:
            assert isinstance(self.log, Log)
            self.log.add(self.hands.raw, self.yard.raw[: self.yard_size], sampler.thinking, start)
        return start

    def _matched(self, sampler: Sampler | OpponentModel, heavy: int) -> tuple[World, int]:
        """The world that `world` comes to when the attempt of `sampler` has failed; samplers of another kind draw in Python."""
        with self.twister.borrowed() as random:
            if type(sampler) is not Sampler:
                world: World | None = sampler.world(random)
            else:
                draw = random.random
                world = sampler._matched(sorted(sampler.tiles, key=lambda _: draw()))
                if world is None:
                    assert isinstance(self.sampler, OpponentModel)
                    self.sampler.samplers[heavy] = self.sampler.samplers[0]
                    world = self.sampler.samplers[0].world(random)
            assert world is not None
            return world, int(random.random() * RANDOM_STARTS)


@contextmanager
def installed() -> Iterator[None]:
    """All searches are compiled meanwhile."""
    CompiledSearch.compiled = Compiled()
    kept = [(module, name, vars(module)[name]) for module, name in PLACES]
    try:
        for module, name in PLACES:
            vars(module)[name] = CompiledSearch if name == "Search" else CompiledSearch.compiled
        yield
    finally:
        for module, name, plain in kept:
            vars(module)[name] = plain
