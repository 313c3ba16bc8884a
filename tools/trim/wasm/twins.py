"""Pair each function of a new version of Pyodide's wasm with the same function of the old version, its twin.

The input is two lists of fingerprints, old and new, which are compared by a patience diff: a fingerprint that occurs
exactly once in each list is an anchor. The longest sequence of anchors that has the same order in both lists is used.
Going outward from an anchor, functions are twins as long as their fingerprints are equal. The parts between are compared
in the same way. A function that moved to another place in the file, or whose code changed, has no twin.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import pairwise


def twins(old: Sequence[Hashable], new: Sequence[Hashable]) -> dict[int, int]:
    """Return new index -> old index for each pair of twins.

    >>> sorted(twins("abcdef", "xabccef").items())
    [(1, 0), (2, 1), (3, 2), (5, 4), (6, 5)]
    """
    found: dict[int, int] = {}
    parts = [(0, len(old), 0, len(new))]  # still to compare: (old begin, old end, new begin, new end)
    while parts:
        old_begin, old_end, new_begin, new_end = parts.pop()
        while old_begin < old_end and new_begin < new_end and old[old_begin] == new[new_begin]:
            found[new_begin] = old_begin
            old_begin, new_begin = old_begin + 1, new_begin + 1
        while old_begin < old_end and new_begin < new_end and old[old_end - 1] == new[new_end - 1]:
            old_end, new_end = old_end - 1, new_end - 1
            found[new_end] = old_end
        anchors = _longest_rising(_anchors(old, new, (old_begin, old_end, new_begin, new_end)))
        if anchors:
            edges = [(old_begin - 1, new_begin - 1), *anchors, (old_end, new_end)]
            found |= {new_index: old_index for old_index, new_index in anchors}
            parts += [
                (old_index + 1, next_old, new_index + 1, next_new)
                for (old_index, new_index), (next_old, next_new) in pairwise(edges)
                if old_index + 1 < next_old and new_index + 1 < next_new
            ]
    return found


def _anchors(
    old: Sequence[Hashable], new: Sequence[Hashable], part: tuple[int, int, int, int]
) -> list[tuple[int, int]]:
    """The anchors of a part (old begin, old end, new begin, new end) as (old index, new index), sorted by old index."""
    old_begin, old_end, new_begin, new_end = part
    old_counts, new_counts = Counter(old[old_begin:old_end]), Counter(new[new_begin:new_end])
    new_indices = {new[index]: index for index in range(new_begin, new_end)}
    return [
        (index, new_indices[old[index]])
        for index in range(old_begin, old_end)
        if old_counts[old[index]] == 1 == new_counts[old[index]]
    ]


def _longest_rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence of `pairs` in which the second numbers rise. The first numbers rise already."""
    tails: list[int] = []  # tails[n]: the least second number that ends a rising subsequence of n + 1 pairs
    tail_indices: list[int] = []  # the index in `pairs` of each tail
    previous: list[int] = []  # for each pair, the index of the pair before it in its subsequence, or -1
    for index, (_, new_index) in enumerate(pairs):
        length = bisect_left(tails, new_index)
        tails[length : length + 1] = [new_index]
        tail_indices[length : length + 1] = [index]
        previous.append(tail_indices[length - 1] if length else -1)
    chosen = []
    index = tail_indices[-1] if tail_indices else -1
    while index >= 0:
        chosen.append(pairs[index])
        index = previous[index]
    return chosen[::-1]
