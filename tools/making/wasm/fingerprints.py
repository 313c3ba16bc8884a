"""Fingerprints of functions: equal for two functions that differ only in what a linker fills in.

A linker decides the numbers of functions, types, tables, globals and tags, and the addresses of data. They change with every
version, so a fingerprint leaves them out. All else of a body counts: its instructions, small constants, floats, depths of branches.
"""

import hashlib
from typing import NamedTuple

from tools.making.wasm.binary import number_at

# Constants and offsets in this range may be addresses, or indices of the function table.
FIRST_ADDRESS, LAST_ADDRESS = 64, 1 << 26

# Immediates of the instructions, one letter each:
#   n a number that counts     r a number that a linker fills in     c a call: its target     x a 32-bit constant
#   m alignment and offset     b a block's type     t a table of branches     s a list of value types     4 8 bytes of a float
_IMMEDIATES = {
    **dict.fromkeys((0x02, 0x03, 0x04, 0x06), "b"),  # block, loop, if, try
    **dict.fromkeys((0x07, 0x08), "r"),  # catch, throw
    **dict.fromkeys((0x09, 0x0C, 0x0D, 0x18, 0x20, 0x21, 0x22, 0x42), "n"),  # branches, locals, i64.const
    0x0E: "t",
    **dict.fromkeys((0x10, 0x12), "c"),  # call, return_call
    **dict.fromkeys((0x11, 0x13), "rr"),  # call_indirect, return_call_indirect
    0x1C: "s",
    **dict.fromkeys((0x23, 0x24, 0x25, 0x26, 0xD2), "r"),  # globals, tables, ref.func
    **dict.fromkeys(range(0x28, 0x3F), "m"),
    **dict.fromkeys((0x3F, 0x40, 0xD0), "n"),  # memory.size, memory.grow, ref.null
    0x41: "x",
    0x43: "4",
    0x44: "8",
}
# After the prefix 0xFC: conversions have none; bulk memory and tables.
_BULK = {8: "rn", 9: "r", 10: "nn", 11: "n", 12: "rr", 13: "r", 14: "rr", 15: "r", 16: "r", 17: "r"}
# Instructions without immediates.
_BARE = frozenset(
    (0x00, 0x01, 0x05, 0x0A, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, 0xD1, *range(0x45, 0xC5))
)  # fmt: skip


class Fingerprint(NamedTuple):
    """`hash` tells functions apart, `calls` are the numbers of the functions that it calls directly."""

    hash: bytes
    calls: tuple[int, ...]


def fingerprint(body: bytes) -> Fingerprint:
    """The fingerprint of a function's body (with its length in front). Raises ValueError for an instruction that is not known."""
    hashed = hashlib.blake2b(digest_size=16)
    calls: list[int] = []
    size, at = number_at(body, 0)
    end = at + size
    kept = at  # the first byte that is not hashed yet
    groups, at = number_at(body, at)
    for _ in range(groups):
        at = number_at(body, at)[1] + 1
    while at < end:
        code, at = body[at], at + 1
        if code in _BARE:
            continue
        immediates = _IMMEDIATES.get(code)
        if immediates is None:
            immediates, at = _prefixed(code, body, at)
        for kind in immediates:
            if kind in "48ts":
                at = _after_plain(kind, body, at)
                continue
            begin = number_at(body, at)[1] if kind == "m" else at
            value, at = number_at(body, begin, signed=kind in "xb")
            if _linked(kind, value):
                hashed.update(body[kept:begin])
                hashed.update(b"\0masked")
                kept = at
                if kind == "c":
                    calls.append(value)
    if at != end:
        raise ValueError("a function's instructions end behind it")
    hashed.update(body[kept:end])
    return Fingerprint(hashed.digest(), tuple(calls))


def _after_plain(kind: str, body: bytes, at: int) -> int:
    """The offset after an immediate that is not a single number."""
    if kind in "48":
        return at + int(kind)
    count, at = number_at(body, at)
    if kind == "s":
        return at + count
    for _ in range(count + 1):
        at = number_at(body, at)[1]
    return at


def _linked(kind: str, value: int) -> bool:
    """Whether a linker may have filled in this number."""
    if kind == "b":
        return value >= 0  # the number of a type; simple types are below 0
    return kind in "rc" or (kind in "xm" and FIRST_ADDRESS <= value < LAST_ADDRESS)


def _prefixed(code: int, body: bytes, at: int) -> tuple[str, int]:
    """The immediates of an instruction of two numbers, and the offset after the second."""
    second, after = number_at(body, at)
    if code == 0xFC and second < 18:
        return _BULK.get(second, ""), after
    raise ValueError(f"unknown WebAssembly instruction {code:#04x} {second}")
