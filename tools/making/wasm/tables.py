"""Finds tables of one version's memory in the memory of another."""

LEAST = 1024  # bytes of a table that count as found
PROBE = 256  # bytes that are searched for; they must occur once
VARIETY = 12  # different bytes in a probe: zeros and runs are everywhere
NEAR = 4096  # bytes behind a difference, mostly an address, where a table may go on
STEP = 4096

Range = tuple[int, int]


def find_tables(old: bytes, tables: list[Range], new: bytes) -> list[Range]:
    """The parts of `new` that hold the very bytes of `tables`, which are ranges of addresses in `old`."""
    found: list[Range] = []
    shift: int | None = None  # how far the last piece lies from where it was; the next one mostly lies as far
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
    """The parts of `new` that hold pieces of one table, and how far the last one lies from where it was."""
    found: list[Range] = []
    at = begin
    while at < end:
        place = None if shift is None else _resumed(old, at, min(at + NEAR, end), new, shift)
        if place is None:
            probed = _shift(old[at : min(at + PROBE, end)], new, at)
            if probed is None:
                at += PROBE
                continue
            shift, place = probed, at
        assert shift is not None
        first, last = place, place + _common(old[place:end], new[place + shift :])
        while first > begin and first + shift > 0 and old[first - 1] == new[first - 1 + shift]:
            first -= 1
        if last - first >= LEAST:
            found.append((first + shift, last + shift))
        at = max(last, at + 1)
    return found, shift


def _shift(probe: bytes, new: bytes, at: int) -> int | None:
    """How far a probe from address `at` lies from there; None where it is not there, there twice, or says too little."""
    place = new.find(probe)
    if len(set(probe)) < VARIETY or place < 0 or new.find(probe, place + 1) >= 0:
        return None
    return place - at


def _resumed(old: bytes, at: int, end: int, new: bytes, shift: int) -> int | None:
    """The first address from `at` on where both go on alike, each as far from the other as before."""
    for place in range(at, end, 4):
        size = min(64, end - place)
        if old[place : place + size] == new[place + shift : place + shift + size]:
            return place
    return None


def _common(one: bytes, other: bytes) -> int:
    """How many bytes both begin with."""
    least = min(len(one), len(other))
    at = 0
    while at < least and one[at : at + STEP] == other[at : at + STEP]:
        at += STEP
    while at < least and one[at] == other[at]:
        at += 1
    return min(at, least)
