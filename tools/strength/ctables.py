"""Compile playout.c, and convert the search's data to and from its C types (with `ctypes`)."""

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
# -ffp-contract=off: fused multiply-adds would round differently from Python.
FLAGS = ("-O3", "-march=native", "-ffp-contract=off", "-shared", "-fPIC")
WIDTH = 24  # bytes of a `mask` of playout.c
SUITS = 19  # the number of suits in the largest set, double-18
POSITION = Struct(f"<{14 + SUITS}q")  # `position` of playout.c


def compiler() -> str | None:
    """The path of the C compiler, or None if there is none."""
    return shutil.which(os.environ.get("CC", "cc"))


@cache
def library() -> ctypes.CDLL:
    """Load the compiled playout.c.

    Compile it first if the source or the flags are new. Raises RuntimeError without a compiler.
    """
    command = compiler()
    if command is None:
        raise RuntimeError("there is no C compiler: neither cc nor the program that the variable CC names")
    digest = hashlib.sha256(SOURCE.read_bytes() + " ".join(FLAGS).encode()).hexdigest()[:16]
    path = FOLDER / f"playout-{digest}.so"
    if not path.exists():
        FOLDER.mkdir(exist_ok=True)
        temporary = path.with_suffix(f".{os.getpid()}")  # several processes may compile at once
        subprocess.run([command, *FLAGS, "-o", str(temporary), str(SOURCE)], check=True)
        temporary.replace(path)
    return ctypes.CDLL(str(path))


class TileTablesInC(ctypes.Structure):
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

    _fields_ = (
        ("kind", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("urge", "expose", "rows", "noise")),
    )


class CData(NamedTuple):
    """A C value, and references to all that it needs, so that Python does not free the memory that it points to."""

    value: ctypes.Structure | ctypes.Array[ctypes.c_int64]
    made_from: object  # the Python value
    parts: tuple[object, ...]  # the arrays and bytes that `value` points to


def double_array(values: Sequence[float]) -> ctypes.Array[ctypes.c_double]:
    """The values as a C array of the type `double`."""
    return (ctypes.c_double * len(values))(*values)


def address(part: Any) -> int | None:
    """The address of an array or of bytes. The caller must keep a reference to them."""
    if isinstance(part, bytes):
        return ctypes.cast(ctypes.c_char_p(part), ctypes.c_void_p).value
    return ctypes.addressof(part)


def mask_bytes(tiles: int) -> bytes:
    """A local mask (see `tile_tables`) as `mask` of playout.c."""
    return tiles.to_bytes(WIDTH, "little")


@cache
def tables_in_c(tile_tables: TileTables) -> CData:
    """The tile tables and the weights CARE as `tile_tables` of playout.c."""
    scaled = care_in(tile_tables)
    high, low = bytes(tile_tables.high), bytes(tile_tables.low)
    suits, urges = b"".join(map(mask_bytes, tile_tables.suit)), double_array([*chain(*scaled.urges)])
    score = bytes(tile_tables.score)
    value = TileTablesInC(
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
    return CData(value, tile_tables, (high, low, suits, urges, score))


def yard_bytes(world: World) -> bytes:
    """The local tiles of a world's yard in the order of drawing, one byte each."""
    return bytes(map(int.bit_length, world.yard))


def packed_position(
    rules: PlayoutRules, table: Table, yard_size: int, drawn: int, seat: int, idle: int, number_index: int
) -> bytes:
    """A `position` of playout.c.

    Args:
        rules: the options of the playout.
        table: the table.
        yard_size: the number of tiles in the world's yard, drawn ones included.
        drawn: how many of these tiles are drawn already.
        seat: the seat on turn.
        idle: how many seats in a row have been stuck.
        number_index: the index of the next random number.
    """
    after, limit, until, toes, closes, reserve = rules
    count, opened, foot, missing, _ = table
    counts = (*count, *[0] * (SUITS - len(count)))
    rest = (yard_size, drawn, seat, idle, opened, foot, missing, number_index, *counts)
    return POSITION.pack(len(after), limit, until, toes, closes, reserve, *rest)


# The policies that need no tables. In Python they are `None` and CAREFUL.
HEAVIEST_POLICY, CAREFUL_POLICY = CData(PolicyTable(0), None, ()), CData(PolicyTable(1), None, ())


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


class Prepared(NamedTuple):
    """The data for C that all worlds of a sampler share. Made once, because they took half of the time of a world."""

    kept: tuple[object, ...]  # the owners of the addresses
    first: tuple[int | None, ...]  # addresses: the tile tables, the seats' policies, the random numbers
    table: int | None  # address of the sampler's table
    margin: int | None  # address of the utility


def sampler_table(sampler: Sampler) -> CData:
    """A sampler as `sampler` of playout.c."""
    position = sampler.position
    tiles, allowed = (
        bytes(map(int.bit_length, sampler.tiles)),
        b"".join(mask_bytes(slot) for slot, _ in sampler.tight),
    )
    parts = (
        tiles,
        allowed,
        bytes(seat for _, seat in sampler.tight),
        bytes(number for _, number in sampler.loose),
    )
    sizes = len(sampler.loose), position.seat, len(tiles), len(sampler.tight)
    hand = (ctypes.c_uint64 * 3).from_buffer_copy(mask_bytes(position.hand))
    return CData(SamplerTable(*sizes, *map(address, parts), hand), sampler, parts)


class Twister:
    """The state of a `Random` (a Mersenne Twister) as an array, so that C draws the same numbers as Python would."""

    def __init__(self, random: Random) -> None:
        self.random = random
        # The 624 words of the generator, and the index of the next one.
        self.words = (ctypes.c_uint32 * 625)(*random.getstate()[1])

    @contextmanager
    def as_python_random(self) -> Iterator[Random]:
        """A context in which Python draws the next numbers, from the `Random` that it yields. Afterwards C goes on."""
        self.random.setstate((3, tuple(self.words), None))
        yield self.random
        self.words[:] = self.random.getstate()[1]


class Log(list[tuple[World, int]]):
    """The worlds of a search, each with the index of its first random number.

    The entries from C are converted only when the log is read.
    """

    def add(self, hands: bytes, yard: bytes, thinking: int, start: int) -> None:
        """Add a world from C (see `world_from`) and the index of its first random number."""
        self.append((hands, yard, thinking, start))  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[tuple[World, int]]:
        for entry in super().__iter__():
            yield _converted(entry)

    def newest(self) -> tuple[World, int]:
        """The last entry. It alone is converted."""
        return _converted(super().__getitem__(-1))


def _converted(entry: tuple[Any, ...]) -> tuple[World, int]:
    """An entry of a `Log` as a world and the index of its first random number."""
    return (world_from(*entry[:3]), entry[3]) if len(entry) > 2 else (entry[0], entry[1])


def world_from(hands: bytes, yard: bytes, thinking: int) -> World:
    """Convert a world from C: each seat's mask, the yard's local tiles, and the mask of seats that are not greedy."""
    masks = [int.from_bytes(hands[k : k + WIDTH], "little") for k in range(0, len(hands), WIDTH)]
    return world_of(masks, [1 << tile - 1 for tile in yard], thinking)
