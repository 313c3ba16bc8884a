"""The playout compiled by the system's C compiler, for measuring: the same games as plain Python's, many times sooner.

`installed()` puts it in the place of the search's own. The game itself never uses it.
"""

import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from struct import Struct
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.players import levels, yardsticks
from game.players.search import flat
from game.players.search.flat import Search, Trial
from game.players.search.kit import Kit
from game.players.search.playout import NOISE, Noise, PlayoutRules, Table, World, lay
from game.players.search.rollout import CARE, CAREFUL, RolloutPolicy, care_in
from game.players.search.utility import Margin

SOURCE = Path(__file__).with_name("playout.c")
FOLDER = Path(__file__).with_name(".compiled")
FLAGS = (
    "-O3",
    "-march=native",
    "-ffp-contract=off",
    "-shared",
    "-fPIC",
)  # no fused sums: equal to the last digit
WIDTH = 24  # bytes of a mask
SUITS = 19
POSITION = Struct(f"<{14 + SUITS}q")
PLACES = ((flat, "playout"), (levels, "Search"), (yardsticks, "Search"))
MOST_KEPT = 512  # policies of which the C tables are kept


def compiler() -> str | None:
    """The C compiler, None where there is none."""
    return shutil.which(os.environ.get("CC", "cc"))


@cache
def library() -> ctypes.CDLL:
    """The compiled playout, compiled now if its source is new. Raises RuntimeError without a compiler."""
    command = compiler()
    if command is None:
        raise RuntimeError("there is no C compiler (cc, or what CC names)")
    digest = hashlib.sha256(SOURCE.read_bytes() + " ".join(FLAGS).encode()).hexdigest()[:16]
    path = FOLDER / f"playout-{digest}.so"
    if not path.exists():
        FOLDER.mkdir(exist_ok=True)
        made = path.with_suffix(f".{os.getpid()}")
        subprocess.run([command, *FLAGS, "-o", str(made), str(SOURCE)], check=True)
        made.replace(path)
    return ctypes.CDLL(str(path))


class KitTables(ctypes.Structure):
    """`kit` of playout.c."""

    _fields_ = (
        *((name, ctypes.c_int64) for name in ("size", "suits")),
        *((name, ctypes.c_void_p) for name in ("high", "low", "suit", "care_urge", "score")),
        *(
            (name, ctypes.c_double)
            for name in (
                "care_unseen",
                "care_double_unseen",
                "double_own",
                "double_short",
                "own",
                "fresh",
                "shut",
                "shut_own",
            )
        ),
    )


class PolicyTable(ctypes.Structure):
    """`policy` of playout.c."""

    _fields_ = (("kind", ctypes.c_int64), ("urge", ctypes.c_void_p), ("expose", ctypes.c_void_p))


class Kept(NamedTuple):
    """A C value, the Python value that it was made from and all that it points at, so that nothing is freed."""

    value: ctypes.Structure | ctypes.Array[ctypes.c_int64]
    made_from: object
    parts: tuple[object, ...]


def _doubles(values: Sequence[float]) -> ctypes.Array[ctypes.c_double]:
    return (ctypes.c_double * len(values))(*values)


def _address(part: Any) -> int | None:
    if isinstance(part, bytes):
        return ctypes.cast(ctypes.c_char_p(part), ctypes.c_void_p).value
    return ctypes.addressof(part)


def _mask(tiles: int) -> bytes:
    return tiles.to_bytes(WIDTH, "little")


@cache
def kit_tables(kit: Kit) -> Kept:
    """The tables of a kit."""
    scaled = care_in(kit)
    high, low = bytes(kit.high), bytes(kit.low)
    suits, urges = b"".join(map(_mask, kit.suit)), _doubles([*chain(*scaled.urges)])
    score = bytes(kit.score)
    value = KitTables(
        kit.size,
        kit.suits,
        *map(_address, (high, low, suits, urges, score)),
        scaled.unseen,
        scaled.double_unseen,
        CARE.double_own,
        CARE.double_short,
        CARE.own,
        CARE.new,
        CARE.shut,
        CARE.shut_own,
    )
    return Kept(value, kit, (high, low, suits, urges, score))


def _yard(world: World) -> bytes:
    return bytes(map(int.bit_length, world.yard))


def _packed(rules: PlayoutRules, table: Table, yard: int, at: int, seat: int, idle: int, throw: int) -> bytes:
    """`position` of playout.c; `yard` is how many tiles there were before `at` of them were drawn."""
    after, limit, until, toes, closes, reserve = rules
    count, opened, foot, missing, _ = table
    rest = (yard, at, seat, idle, opened, foot, missing, throw, *count, *[0] * (SUITS - len(count)))
    return POSITION.pack(len(after), limit, until, toes, closes, reserve, *rest)


HEAVIEST, WITH_CARE = PolicyTable(0), PolicyTable(1)


class MarginTable(ctypes.Structure):
    """`margin` of playout.c."""

    _fields_ = (("seat", ctypes.c_int64), ("share", ctypes.c_double), ("bonus", ctypes.c_double))


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
        self.policies: dict[int, Kept] = {}
        self.seats: dict[tuple[int, ...], Kept] = {}
        self.numbers: dict[int, Kept] = {}

    def __call__(
        self,
        kit: Kit,
        rules: PlayoutRules,
        policies: Sequence[RolloutPolicy | None],
        world: World,
        hands: list[int],
        at: int,
        table: Table,
        seat: int,
        idle: int,
        noise: Noise,
    ) -> int:
        """See `game.players.search.playout.playout`."""
        gaps, picks, throw = noise
        dice = self._numbers(gaps, picks)
        held = ctypes.create_string_buffer(b"".join(map(_mask, hands)), WIDTH * len(hands))
        last: int = self.playout(
            ctypes.addressof(kit_tables(kit).value),
            ctypes.addressof(self._seats(policies).value),
            ctypes.addressof(dice.value),
            dice.parts[0],
            _yard(world),
            held,
            _mask(table[4]),
            _packed(rules, table, len(world.yard), at, seat, idle, throw),
        )
        left = held.raw
        hands[:] = [int.from_bytes(left[k : k + WIDTH], "little") for k in range(0, len(left), WIDTH)]
        return last

    def candidates(self, search: Search, trials: Sequence[Trial]) -> bytes:
        """Plays of a search, as `values` wants them."""
        position, rules, kit = search.position, search.rules, search.kit
        written = []
        for trial in trials:
            tile, suit = kit.local[trial.choice.tile], trial.choice.suit
            table = lay(kit, rules, position.table, tile, suit, position.off)
            in_yard = position.hidden.bit_count() - sum(position.counts) + position.hand.bit_count()
            start = _packed(rules, table, in_yard, 0, search.next, 0, 0)
            written.append(tile.to_bytes(8, "little") + _mask(table[4]) + start)
        return b"".join(written)

    def values(self, search: Search, candidates: bytes, many: int, world: World, start: int) -> list[float]:
        """What so many candidates come to in a world, as `Search.value` says of each."""
        assert isinstance(search.utility, Margin)
        to = MarginTable(search.utility.seat, search.utility.share, search.utility.bonus)
        dice, value = self._numbers(*search.noise), (ctypes.c_double * many)()
        self.all_values(
            ctypes.addressof(kit_tables(search.kit).value),
            ctypes.addressof(self._seats(search.policies(world)).value),
            ctypes.addressof(dice.value),
            dice.parts[0],
            _yard(world),
            b"".join(map(_mask, world.hands)),
            candidates,
            many,
            ctypes.addressof(to),
            start,
            value,
        )
        return list(value)

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
            parts = _doubles([*chain(*policy.urge)]), _doubles(policy.expose)
            kept = self.policies[id(policy)] = Kept(PolicyTable(2, *map(_address, parts)), policy, parts)
        assert isinstance(kept.value, ctypes.Structure)
        return kept.value

    def _numbers(self, gaps: tuple[int, ...], picks: tuple[float, ...]) -> Kept:
        kept = self.numbers.get(id(gaps))
        if kept is None:
            value = (ctypes.c_int64 * len(gaps))(*gaps)
            kept = self.numbers[id(gaps)] = Kept(value, (gaps, picks), (_doubles(picks),))
        return kept


class CompiledSearch(Search):
    """The search with its steps compiled, as far as they are plays."""

    compiled: Compiled
    batch: tuple[list[Trial], list[Trial], bytes] | None = (
        None  # the live trials, the plays among them, and those in C
    )

    def step(self) -> None:
        """One more world, the same for every live candidate."""
        world = self.sampler.world(self.random)
        start = int(self.random.random() * NOISE)
        self.log.append((world, start))
        if self.batch is None or self.batch[0] is not self.live:
            plays = [trial for trial in self.live if trial.choice.do == "play"]
            self.batch = self.live, plays, self.compiled.candidates(self, plays)
        live, plays, candidates = self.batch
        if plays:
            values = self.compiled.values(self, candidates, len(plays), world, start)
            for trial, value in zip(plays, values, strict=True):
                trial.values.append(value)
        for trial in live:
            if trial.choice.do != "play":
                trial.values.append(self.value(trial.choice, world, start))


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
