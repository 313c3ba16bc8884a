"""The compiled search, for measurements: the same games as with plain Python, but several times faster.

`installed()` replaces the game's search by the compiled one. The game itself never uses it. playout.c has the C code,
ctables.py its data types. Some terms: the *live* candidates of a search are those that it has not dropped; a *greedy*
seat always plays the heaviest tile that fits; a world's *start* is the index of its first random number.
"""

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
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
from game.rules.view import SeatView
from tools.strength.ctables import (
    CAREFUL_POLICY,
    HEAVIEST_POLICY,
    WIDTH,
    CData,
    Log,
    MarginTable,
    PolicyTable,
    Prepared,
    Twister,
    address,
    double_array,
    library,
    mask_bytes,
    packed_position,
    sampler_table,
    tables_in_c,
    yard_bytes,
)
from tools.strength.pupil import PupilPolicy, Pupils

REPLACED = ((flat_monte_carlo, "playout"), (levels, "Search"), (yardsticks, "Search"))  # (module, name)
CACHE_SIZE = 512  # policies whose C tables are cached
NO_WORLD = World([], [], [])  # an argument for `Search.policies` in place of a world that is not drawn yet


class Compiled:
    """The functions of playout.c, with caches of the C tables that they need.

    An instance can be called in place of the function `playout` of game/players/search/playout.py.
    """

    def __init__(self) -> None:
        self.c_playout, self.c_values = library().playout, library().values
        self.c_playout.argtypes = [ctypes.c_void_p] * 8
        self.c_values.argtypes = [ctypes.c_void_p] * 7 + [
            ctypes.c_int64,
            ctypes.c_void_p,
            ctypes.c_int64,
            ctypes.c_void_p,
        ]
        self.c_values.restype = None
        self.c_step = library().step
        self.c_step.argtypes = [
            *[ctypes.c_void_p] * 9,
            ctypes.c_int64,
            ctypes.c_void_p,
            ctypes.c_int64,
            ctypes.c_void_p,
        ]
        self.c_step.restype = ctypes.c_int64
        self.c_greedy_seats = library().greedy_seats
        self.c_greedy_seats.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p]
        self.c_greedy_seats.restype = ctypes.c_int64
        # The key of a cached value is the `id` of the Python object from which it was made. A CData holds this object,
        # so no id is reused.
        self.policy_cache: dict[int, CData] = {}
        self.seats_cache: dict[tuple[int, ...], CData] = {}  # by the ids of all seats' policies
        self.numbers_cache: dict[int, CData] = {}

    def __call__(
        self,
        tile_tables: TileTables,
        rules: PlayoutRules,
        policies: Sequence[RolloutPolicy | None],
        world: World,
        hands: list[int],
        drawn_count: int,
        table: Table,
        seat: int,
        idle: int,
        random_numbers: RandomNumbers,
    ) -> int:
        """See `game.players.search.playout.playout`."""
        gaps, picks, first_index = random_numbers  # see `RandomNumbers`
        numbers = self._random_numbers(gaps, picks)
        hands_in_c = ctypes.create_string_buffer(b"".join(map(mask_bytes, hands)), WIDTH * len(hands))
        last: int = self.c_playout(
            ctypes.addressof(tables_in_c(tile_tables).value),
            ctypes.addressof(self._seat_policies(policies).value),
            ctypes.addressof(numbers.value),
            numbers.parts[0],
            yard_bytes(world),
            hands_in_c,
            mask_bytes(table[4]),
            packed_position(rules, table, len(world.yard), drawn_count, seat, idle, first_index),
        )
        hands_left = hands_in_c.raw
        hands[:] = [
            int.from_bytes(hands_left[k : k + WIDTH], "little") for k in range(0, len(hands_left), WIDTH)
        ]
        return last

    def packed_plays(self, search: Search, plays: Sequence[Candidate]) -> bytes:
        """Pack candidates of a search as an array of `candidate` (playout.c). Each must play a tile."""
        position, rules, tile_tables = search.position, search.rules, search.tile_tables
        packed = []
        for play in plays:
            tile, suit = tile_tables.local[play.choice.tile], play.choice.suit
            table = lay(tile_tables, rules, position.table, tile, suit, position.off_table)
            in_yard = position.hidden.bit_count() - sum(position.counts) + position.hand.bit_count()
            position_after = packed_position(rules, table, in_yard, 0, search.next_seat, 0, 0)
            packed.append(tile.to_bytes(8, "little") + mask_bytes(table[4]) + position_after)
        return b"".join(packed)

    def margin(self, search: Search) -> MarginTable:
        """The utility of a search as the C struct `margin` (playout.c)."""
        utility = search.utility
        assert isinstance(utility, Margin)
        return MarginTable(utility.seat, utility.share, utility.bonus)

    def values_in_world(
        self, search: Search, packed_plays: bytes, count: int, world: World, start: int
    ) -> ctypes.Array[ctypes.c_double]:
        """The value of each play in a world, see `Search.value`.

        `packed_plays` has `count` plays, see the method of that name. `start` is the index of the first random number.
        """
        margin, numbers = self.margin(search), self._random_numbers(*search.random_numbers)
        values = (ctypes.c_double * count)()
        self.c_values(
            ctypes.addressof(tables_in_c(search.tile_tables).value),
            ctypes.addressof(self._seat_policies(search.policies(world)).value),
            ctypes.addressof(numbers.value),
            numbers.parts[0],
            yard_bytes(world),
            b"".join(map(mask_bytes, world.hands)),
            packed_plays,
            count,
            ctypes.addressof(margin),
            start,
            values,
        )
        return values

    def _seat_policies(self, policies: Sequence[RolloutPolicy | None]) -> CData:
        """An array with the address of each seat's `policy` (playout.c)."""
        key = tuple(map(id, policies))
        data = self.seats_cache.get(key)
        if data is None:
            if len(self.policy_cache) > CACHE_SIZE:
                self.policy_cache.clear()
                self.seats_cache.clear()
            tables = [self._policy(policy) for policy in policies]
            addresses = (ctypes.c_int64 * len(tables))(*(ctypes.addressof(table.value) for table in tables))
            data = self.seats_cache[key] = CData(addresses, tuple(policies), tuple(tables))
        return data

    def _policy(self, policy: RolloutPolicy | None) -> CData:
        """A rollout policy as the C struct `policy` (playout.c)."""
        if policy is None:
            return HEAVIEST_POLICY
        if policy is CAREFUL:
            return CAREFUL_POLICY
        data = self.policy_cache.get(id(policy))
        if data is None and isinstance(policy, PupilPolicy):
            data = self.policy_cache[id(policy)] = policy.in_c()
        elif data is None:
            # `urge` has a value for each tile, `expose` for each suit; see `RolloutPolicy`
            parts = double_array([*chain(*policy.urge)]), double_array(policy.expose)
            data = self.policy_cache[id(policy)] = CData(PolicyTable(2, *map(address, parts)), policy, parts)
        return data

    def _random_numbers(self, gaps: tuple[int, ...], picks: tuple[float, ...]) -> CData:
        """The two arrays of the function `random_numbers` (playout.py), converted to C arrays.

        Each item of `gaps` is the number of plays up to the next random play. `gaps` becomes the `value` of the result.
        Each item of `picks` chooses the tile of a random play. `picks` becomes the only item of the result's `parts`.
        """
        data = self.numbers_cache.get(id(gaps))
        if data is None:
            value = (ctypes.c_int64 * len(gaps))(*gaps)
            data = self.numbers_cache[id(gaps)] = CData(value, (gaps, picks), (double_array(picks),))
        return data


class Batch(NamedTuple):
    """The live candidates of a search, and the data for C."""

    live: list[Candidate]
    plays: list[Candidate]  # the live candidates that play a tile
    packed_plays: bytes  # `plays` in C, see `Compiled.packed_plays`
    play_values: ctypes.Array[ctypes.c_double]  # C writes the value of each play here


class CompiledSearch(Search):
    """The search with compiled steps.

    C samples the worlds, and evaluates the candidates that play a tile. Python evaluates the candidates that draw a
    tile or pass.
    """

    compiled: Compiled
    pupils = Pupils()  # the policies under trial, in place of the game's

    def __init__(self, view: SeatView, settings: SearchSettings, utility: Utility, random: Random):
        super().__init__(view, settings, utility, random)
        self.log = Log()
        self.twister = Twister(random)
        self.prepared: dict[int, Prepared] = {}  # by the `id` of the sampler
        self.batch: Batch | None = None
        # C writes the hands and the yard of a drawn world here.
        self.hands = ctypes.create_string_buffer(WIDTH * len(view.counts))
        self.yard = ctypes.create_string_buffer(max(1, view.yard))
        self.yard_size = view.yard

    def step(self) -> None:
        """Draw one more world and evaluate every live candidate in it."""
        if self.batch is None or self.batch.live is not self.live:
            plays = [candidate for candidate in self.live if candidate.choice.do == "play"]
            packed_plays = self.compiled.packed_plays(self, plays)
            self.batch = Batch(self.live, plays, packed_plays, (ctypes.c_double * max(1, len(plays)))())
        live, plays, packed_plays, play_values = self.batch
        sampler, greedy = self._sampler_of_next_world()
        start = self._step_in_c(sampler) if type(sampler) is Sampler else -1
        if start < 0:
            world, start = self._draw_in_python(sampler, greedy)
            self.log.append((world, start))
            play_values = self.compiled.values_in_world(self, packed_plays, len(plays), world, start)
        for play, value in zip(plays, play_values, strict=False):
            play.values.append(value - self.delay_of(play.choice))
        if len(plays) < len(live):
            assert isinstance(self.log, Log)
            world, _ = self.log.newest()
            for candidate in live:
                if candidate.choice.do != "play":
                    candidate.values.append(self.value(candidate.choice, world, start))

    @cached_property
    def thinking_chances(self) -> ctypes.Array[ctypes.c_double]:
        """By seat: how likely it is not greedy. Made when first needed, because peek.py replaces the position."""
        return double_array(self.position.thinks)

    def policies(self, world: World) -> tuple[RolloutPolicy | None, ...]:
        """See `Search.policies`. A pupil takes the place of the policy that it is to replace."""
        return self.pupils.in_place_of(super().policies(world), self.position.seat, self.tile_tables)

    def _sampler_of_next_world(self) -> tuple[Sampler | OpponentModel, int]:
        """Choose at random which seats are greedy. Returns the sampler of worlds with these greedy seats, and the seats' mask.

        If the search has no opponent model, returns its only sampler, and 0 for no greedy seat.
        """
        model = self.sampler
        if type(model) is not OpponentModel:
            return model, 0
        chances = self.thinking_chances
        greedy: int = self.compiled.c_greedy_seats(chances, len(chances), self.twister.words)
        if greedy not in model.samplers:
            model.samplers[greedy] = Sampler(self.position, self.tile_tables, greedy)
        return model.samplers[greedy], greedy

    def _step_in_c(self, sampler: Sampler) -> int:
        """Draw a world and evaluate the plays in C. Returns the index of the world's first random number.

        C deals the hidden tiles in random order to the slots. A slot is one hidden tile of a hand. Returns -1 if it
        comes to a slot that may hold none of the remaining tiles. Python can then match tiles and slots
        (`Sampler._matched`).
        """
        batch = self.batch
        assert batch is not None
        prepared = self.prepared.get(id(sampler))
        if prepared is None:
            prepared = self.prepared[id(sampler)] = self._prepare(sampler)
        _, first, table, margin = prepared
        start: int = self.compiled.c_step(
            *first,
            table,
            self.twister.words,
            self.yard,
            self.hands,
            batch.packed_plays,
            len(batch.plays),
            margin,
            RANDOM_STARTS,
            batch.play_values,
        )
        if start >= 0:
            assert isinstance(self.log, Log)
            self.log.add(self.hands.raw, self.yard.raw[: self.yard_size], sampler.thinking, start)
        return start

    def _prepare(self, sampler: Sampler) -> Prepared:
        """Make what C needs for the worlds of a sampler."""
        compiled, world = self.compiled, NO_WORLD._replace(thinking=sampler.thinking)
        policies = compiled._seat_policies(self.policies(world))
        numbers, tables = compiled._random_numbers(*self.random_numbers), tables_in_c(self.tile_tables)
        table, margin = sampler_table(sampler), compiled.margin(self)
        shared = (tables.value, policies.value, numbers.value, numbers.parts[0])
        kept = (policies, numbers, table, margin, sampler)
        return Prepared(kept, (*map(address, shared),), address(table.value), address(margin))

    def _draw_in_python(self, sampler: Sampler | OpponentModel, greedy: int) -> tuple[World, int]:
        """Draw a world in Python. Returns the world and the index of its first random number.

        There are two cases. If `sampler` is a plain `Sampler`, C has tried to draw a world, but a slot got no tile. Python
        then does what `Sampler.attempt` does after that. If `sampler` is of another class, C cannot use it, and Python
        draws the world from the beginning. `greedy` is the mask of the greedy seats.
        """
        with self.twister.as_python_random() as random:
            if type(sampler) is not Sampler:
                world: World | None = sampler.world(random)
            else:
                draw = random.random
                world = sampler._matched(sorted(sampler.tiles, key=lambda _: draw()))
                if world is None:
                    assert isinstance(self.sampler, OpponentModel)
                    self.sampler.samplers[greedy] = self.sampler.samplers[0]
                    world = self.sampler.samplers[0].world(random)
            assert world is not None
            return world, int(random.random() * RANDOM_STARTS)


@contextmanager
def installed(pupils: Pupils = Pupils()) -> Iterator[None]:  # noqa: B008 - a tuple, it never changes
    """A context in which every search of the game is the compiled one, with these policies under trial."""
    CompiledSearch.compiled, CompiledSearch.pupils = Compiled(), pupils
    originals = [(module, name, vars(module)[name]) for module, name in REPLACED]
    try:
        for module, name in REPLACED:
            vars(module)[name] = CompiledSearch if name == "Search" else CompiledSearch.compiled
        yield
    finally:
        for module, name, original in originals:
            vars(module)[name] = original
