"""Find constant tables of one Pyodide version in the memory of another version.

`old` and `new` are the initial memories of the two versions. A range is (address of the first byte, address after the
last byte).
"""

LEAST_SIZE = 1024  # bytes; shorter pieces of a table are ignored, because they may be equal by chance
PROBE = 256  # bytes that are searched for in the new memory, where they must occur once
LEAST_VARIETY = 12  # different byte values in a probe; zeros and other repetitions occur everywhere
GAP = 4096  # bytes after a difference (mostly an address) in which the rest of the table is looked for
STEP = 4096  # bytes that are compared at once

Range = tuple[int, int]


def find_tables(old: bytes, tables: list[Range], new: bytes) -> list[Range]:
    """The ranges of `new` that contain the same bytes as the ranges `tables` of `old`."""
    found: list[Range] = []
    # New address minus old address of the last piece of a table; often the same for the next one.
    shift: int | None = None
    for begin, end in tables:
        pieces, shift = _pieces(old, begin, end, new, shift)
        found += pieces
    merged: list[Range] = []
    for begin, end in sorted(found):
        if merged and begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((begin, end))
    return merged


def _pieces(
    old: bytes, begin: int, end: int, new: bytes, shift: int | None
) -> tuple[list[Range], int | None]:
    """The ranges of `new` that contain pieces of one table, and the shift of the last piece (see `find_tables`)."""
    found: list[Range] = []
    address = begin
    while address < end:
        start = None if shift is None else _resumed(old, address, min(address + GAP, end), new, shift)
        if start is None:
            probed = _shift(old[address : min(address + PROBE, end)], new, address)
            if probed is None:
                address += PROBE
                continue
            shift, start = probed, address
        assert shift is not None
        first, last = start, start + _common_length(old[start:end], new[start + shift :])
        while first > begin and first + shift > 0 and old[first - 1] == new[first - 1 + shift]:
            first -= 1
        if last - first >= LEAST_SIZE:
            found.append((first + shift, last + shift))
        address = max(last, address + 1)
    return found, shift


def _shift(probe: bytes, new: bytes, old_address: int) -> int | None:
    """New address minus old address of a probe.

    None if the probe has too few different bytes or does not occur exactly once.
    """
    new_address = new.find(probe)
    if len(set(probe)) < LEAST_VARIETY or new_address < 0 or new.find(probe, new_address + 1) >= 0:
        return None
    return new_address - old_address


def _resumed(old: bytes, begin: int, end: int, new: bytes, shift: int) -> int | None:
    """The first old address in a range at which the next 64 bytes are the same in `new` at this shift, or None."""
    for address in range(begin, end, 4):
        size = min(64, end - address)
        if old[address : address + size] == new[address + shift : address + shift + size]:
            return address
    return None


def _common_length(one: bytes, other: bytes) -> int:
    """The length of the longest common beginning of both."""
    least = min(len(one), len(other))
    length = 0
    while length < least and one[length : length + STEP] == other[length : length + STEP]:
        length += STEP
    while length < least and one[length] == other[length]:
        length += 1
    return min(length, least)
