"""Fingerprints of WebAssembly functions: equal for two functions that differ only in numbers that a linker filled in.

A linker chooses the numbers of functions, types, tables, globals and tags, and the addresses of data. They change with
every version, so a fingerprint ignores them. Everything else in a body counts: instructions, small constants, floats,
depths of branches.
"""

import hashlib
from typing import NamedTuple

from tools.trim.wasm.binary import number_at

# Constants and offsets from FIRST_ADDRESS to LAST_ADDRESS - 1 may be addresses, or indices of the function table.
FIRST_ADDRESS, LAST_ADDRESS = 64, 1 << 26

# The immediates (operands in the code) of each instruction, by its code. Each immediate is one letter:
#   n a number that is part of the fingerprint     r a number that a linker fills in     c the function that is called
#   x a 32-bit constant     m alignment and offset     b the type of a block     t a table of branches
#   s a list of value types     4 or 8 a float of 4 or 8 bytes
_IMMEDIATES = {
    **dict.fromkeys((0x02, 0x03, 0x04, 0x06), "b"),  # block, loop, if, try
    **dict.fromkeys((0x07, 0x08), "r"),  # catch, throw
    **dict.fromkeys((0x09, 0x0C, 0x0D, 0x18, 0x20, 0x21, 0x22, 0x42), "n"),  # branches, locals, i64.const
    0x0E: "t",  # br_table
    **dict.fromkeys((0x10, 0x12), "c"),  # call, return_call
    **dict.fromkeys((0x11, 0x13), "rr"),  # call_indirect, return_call_indirect
    0x1C: "s",  # select
    **dict.fromkeys((0x23, 0x24, 0x25, 0x26, 0xD2), "r"),  # globals, tables, ref.func
    **dict.fromkeys(range(0x28, 0x3F), "m"),  # load, store
    **dict.fromkeys((0x3F, 0x40, 0xD0), "n"),  # memory.size, memory.grow, ref.null
    0x41: "x",  # i32.const
    0x43: "4",  # f32.const
    0x44: "8",  # f64.const
}
# The same for instructions of two numbers, 0xFC and the key: bulk memory and tables. Conversions, 0 to 7, have no
# immediates.
_BULK = {8: "rn", 9: "r", 10: "nn", 11: "n", 12: "rr", 13: "r", 14: "rr", 15: "r", 16: "r", 17: "r"}
# Instructions without immediates.
_BARE = frozenset(
    (0x00, 0x01, 0x05, 0x0A, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, 0xD1, *range(0x45, 0xC5))
)  # fmt: skip


class Fingerprint(NamedTuple):
    """`hash` is equal for equal functions. `calls` has the numbers of the functions that this one calls directly."""

    hash: bytes
    calls: tuple[int, ...]


def fingerprint(body: bytes) -> Fingerprint:
    """The fingerprint of a function's body, which begins with its length.

    Raises ValueError for an unknown instruction.
    """
    hashed = hashlib.blake2b(digest_size=16)
    calls: list[int] = []
    size, offset = number_at(body, 0)
    end = offset + size
    unhashed = offset  # the offset of the first byte that is not hashed yet
    local_groups, offset = number_at(body, offset)
    for _ in range(local_groups):  # a count and a type of local variables
        offset = number_at(body, offset)[1] + 1
    while offset < end:
        code, offset = body[offset], offset + 1
        if code in _BARE:
            continue
        immediates = _IMMEDIATES.get(code)
        if immediates is None:
            immediates, offset = _prefixed(code, body, offset)
        for kind in immediates:
            if kind in "48ts":
                offset = _after_plain(kind, body, offset)
                continue
            begin = number_at(body, offset)[1] if kind == "m" else offset
            value, offset = number_at(body, begin, signed=kind in "xb")
            if _linked(kind, value):
                hashed.update(body[unhashed:begin])
                hashed.update(b"\0masked")
                unhashed = offset
                if kind == "c":
                    calls.append(value)
    if offset != end:
        raise ValueError("the last instruction of a function exceeds the function's size")
    hashed.update(body[unhashed:end])
    return Fingerprint(hashed.digest(), tuple(calls))


def _after_plain(kind: str, body: bytes, offset: int) -> int:
    """The offset after an immediate of the kinds 4, 8, t and s, which are hashed unchanged."""
    if kind in "48":
        return offset + int(kind)
    count, offset = number_at(body, offset)
    if kind == "s":
        return offset + count
    for _ in range(count + 1):
        offset = number_at(body, offset)[1]
    return offset


def _linked(kind: str, value: int) -> bool:
    """Whether a linker may have filled in this number."""
    if kind == "b":
        return value >= 0  # the number of a function type; value types are negative
    return kind in "rc" or (kind in "xm" and FIRST_ADDRESS <= value < LAST_ADDRESS)


def _prefixed(code: int, body: bytes, offset: int) -> tuple[str, int]:
    """The immediates of an instruction of two numbers, and the offset after the second number."""
    second, after = number_at(body, offset)
    if code == 0xFC and second < 18:
        return _BULK.get(second, ""), after
    raise ValueError(f"unknown WebAssembly instruction {code:#04x} {second}")
