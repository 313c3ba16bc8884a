"""Which function of a new version is which function of an old one: a patience diff of their fingerprints in link order.

A fingerprint that occurs once in either list is an anchor. The longest rising run of anchors holds; from each the match is
extended as long as the neighbours are equal too, and what lies between is compared in the same way. A function that moved to
another place in the file, or whose code changed, has no twin.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import pairwise


def twins(old: Sequence[Hashable], new: Sequence[Hashable]) -> dict[int, int]:
    """The old index of each new index that has a twin.

    >>> sorted(twins("abcdef", "xabccef").items())
    [(1, 0), (2, 1), (3, 2), (5, 4), (6, 5)]
    """
    found: dict[int, int] = {}
    waiting = [(0, len(old), 0, len(new))]
    while waiting:
        first, last, begin, end = waiting.pop()
        while first < last and begin < end and old[first] == new[begin]:
            found[begin] = first
            first, begin = first + 1, begin + 1
        while first < last and begin < end and old[last - 1] == new[end - 1]:
            last, end = last - 1, end - 1
            found[end] = last
        anchors = _rising(_anchors(old, new, (first, last, begin, end)))
        if anchors:
            edges = [(first - 1, begin - 1), *anchors, (last, end)]
            found |= {theirs: ours for ours, theirs in anchors}
            waiting += [
                (ours + 1, next_ours, theirs + 1, next_theirs)
                for (ours, theirs), (next_ours, next_theirs) in pairwise(edges)
                if ours + 1 < next_ours and theirs + 1 < next_theirs
            ]
    return found


def _anchors(
    old: Sequence[Hashable], new: Sequence[Hashable], within: tuple[int, int, int, int]
) -> list[tuple[int, int]]:
    """The pairs of indices, by the old one, whose fingerprints occur once in either part."""
    first, last, begin, end = within
    counts = Counter(old[first:last]), Counter(new[begin:end])
    places = {new[index]: index for index in range(begin, end)}
    return [
        (index, places[old[index]])
        for index in range(first, last)
        if counts[0][old[index]] == 1 == counts[1][old[index]]
    ]


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest selection in which both numbers rise."""
    tops: list[int] = []  # the least last number of a run of each length
    runs: list[int] = []  # the pair that ends it
    before: list[int] = []
    for index, (_, place) in enumerate(pairs):
        length = bisect_left(tops, place)
        tops[length : length + 1] = [place]
        runs[length : length + 1] = [index]
        before.append(runs[length - 1] if length else -1)
    chosen = []
    at = runs[-1] if runs else -1
    while at >= 0:
        chosen.append(pairs[at])
        at = before[at]
    return chosen[::-1]
