"""What playout.c is given and what it gives back, in terms of `ctypes`; the library, compiled when it is first asked for."""

import ctypes
import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from struct import Struct
from typing import Any, NamedTuple

from game.players.search.beliefs import Sampler
from game.players.search.playout import PlayoutRules, Table, World, world_of
from game.players.search.rollout import CARE, care_in
from game.players.search.tile_tables import TileTables

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
    """`tile_tables` of playout.c."""

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


def doubles(values: Sequence[float]) -> ctypes.Array[ctypes.c_double]:
    """The values as an array of C."""
    return (ctypes.c_double * len(values))(*values)


def address(part: Any) -> int | None:
    """Where an array or bytes lie; whoever asks keeps them alive."""
    if isinstance(part, bytes):
        return ctypes.cast(ctypes.c_char_p(part), ctypes.c_void_p).value
    return ctypes.addressof(part)


def mask_bytes(tiles: int) -> bytes:
    """A local mask as `mask` of playout.c."""
    return tiles.to_bytes(WIDTH, "little")


@cache
def tables_in_c(tile_tables: TileTables) -> Kept:
    """The tables of a tile_tables."""
    scaled = care_in(tile_tables)
    high, low = bytes(tile_tables.high), bytes(tile_tables.low)
    suits, urges = b"".join(map(mask_bytes, tile_tables.suit)), doubles([*chain(*scaled.urges)])
    score = bytes(tile_tables.score)
    value = KitTables(
        tile_tables.size,
        tile_tables.suits,
        *map(address, (high, low, suits, urges, score)),
        scaled.unseen,
        scaled.double_unseen,
        CARE.double_own,
        CARE.double_short,
        CARE.own,
        CARE.new,
        CARE.shut,
        CARE.shut_own,
    )
    return Kept(value, tile_tables, (high, low, suits, urges, score))


def yard_bytes(world: World) -> bytes:
    """The yard's local tiles."""
    return bytes(map(int.bit_length, world.yard))


def packed(rules: PlayoutRules, table: Table, yard: int, at: int, seat: int, idle: int, throw: int) -> bytes:
    """`position` of playout.c; `yard` is how many tiles there were before `at` of them were drawn."""
    after, limit, until, toes, closes, reserve = rules
    count, opened, foot, missing, _ = table
    rest = (yard, at, seat, idle, opened, foot, missing, throw, *count, *[0] * (SUITS - len(count)))
    return POSITION.pack(len(after), limit, until, toes, closes, reserve, *rest)


HEAVIEST, WITH_CARE = PolicyTable(0), PolicyTable(1)


class MarginTable(ctypes.Structure):
    """`margin` of playout.c."""

    _fields_ = (("seat", ctypes.c_int64), ("share", ctypes.c_double), ("bonus", ctypes.c_double))


class SamplerTable(ctypes.Structure):
    """`sampler` of playout.c."""

    _fields_ = (
        *((name, ctypes.c_int64) for name in ("seats", "own", "tiles", "tight")),
        *((name, ctypes.c_void_p) for name in ("tile", "allowed", "allowed_in", "loose")),
        ("hand", ctypes.c_uint64 * 3),
    )


def sampler_table(sampler: Sampler) -> Kept:
    """What a sampler knows, in C's terms."""
    position = sampler.position
    tile, allowed = (
        bytes(map(int.bit_length, sampler.tiles)),
        b"".join(mask_bytes(slot) for slot, _ in sampler.tight),
    )
    parts = (
        tile,
        allowed,
        bytes(seat for _, seat in sampler.tight),
        bytes(number for _, number in sampler.loose),
    )
    sizes = len(sampler.loose), position.seat, len(tile), len(sampler.tight)
    hand = (ctypes.c_uint64 * 3).from_buffer_copy(mask_bytes(position.hand))
    return Kept(SamplerTable(*sizes, *map(address, parts), hand), sampler, parts)


class Twister:
    """A `Random` of which C draws; `borrowed` has it drawn from in Python meanwhile."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.words = (ctypes.c_uint32 * 625)(*random.getstate()[1])

    @contextmanager
    def borrowed(self) -> Iterator[Random]:
        """The same numbers, in Python."""
        self.random.setstate((3, tuple(self.words), None))
        yield self.random
        self.words[:] = self.random.getstate()[1]


class Log(list[tuple[World, int]]):
    """The worlds of a search, made of what C wrote only when somebody looks at them."""

    def add(self, hands: bytes, yard: bytes, thinking: int, start: int) -> None:
        """One more."""
        self.append((hands, yard, thinking, start))  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[tuple[World, int]]:
        for entry in super().__iter__():
            yield entry if len(entry) == 2 else (world_from(*entry[:3]), entry[3])


def world_from(hands: bytes, yard: bytes, thinking: int) -> World:
    """The world that C wrote."""
    held = [int.from_bytes(hands[k : k + WIDTH], "little") for k in range(0, len(hands), WIDTH)]
    return world_of(held, [1 << tile - 1 for tile in yard], thinking)
