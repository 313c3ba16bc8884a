"""Find constant tables of one Pyodide version in the memory of another version.

`old` and `new` are the initial memories of the two versions. A range is (address of the first byte, address after the
last byte). A shift is a new address minus the old address of the same byte.
"""

import re
from collections import defaultdict

PROBE = 256  # bytes that are searched for in the new memory, where they must occur once
PROBE_STEP = 512  # bytes from one probe to the next
LEAST_VARIETY = 12  # different byte values in a probe; zeros and other repetitions occur everywhere
EQUAL = re.compile(
    rb"\0{1024,}"
)  # in the XOR of two memories: equal bytes; shorter pieces may be equal by chance

Range = tuple[int, int]


def find_tables(old: bytes, tables: list[Range], new: bytes) -> list[Range]:
    """The ranges of `new` with the same bytes as parts of `tables`, the ranges of `old`. Each part contains a probe."""
    found: list[Range] = []
    for begin, end in tables:
        for shift, probes in _probes(old, begin, end, new).items():
            first, last = max(begin, -shift), min(end, len(new) - shift)
            one, other = old[first:last], new[first + shift : last + shift]
            difference = (int.from_bytes(one, "big") ^ int.from_bytes(other, "big")).to_bytes(
                last - first, "big"
            )
            found += [
                (first + shift + run.start(), first + shift + run.end())
                for run in EQUAL.finditer(difference)
                if any(run.start() <= probe - first <= run.end() - PROBE for probe in probes)
            ]
    merged: list[Range] = []
    for begin, end in sorted(found):
        if merged and begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((begin, end))
    return merged


def _probes(old: bytes, begin: int, end: int, new: bytes) -> dict[int, list[int]]:
    """The old addresses of the probes of one table that occur exactly once in `new`, by their shift."""
    found: dict[int, list[int]] = defaultdict(list)
    for address in range(begin, end - PROBE, PROBE_STEP):
        probe = old[address : address + PROBE]
        place = new.find(probe) if len(set(probe)) >= LEAST_VARIETY else -1
        if place >= 0 and new.find(probe, place + 1) < 0:
            found[place - address].append(address)
    return found
