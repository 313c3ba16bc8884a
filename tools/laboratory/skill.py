"""Compare the measure "how much skill counts" with the lead of the search players: `python3 tools/laboratory/skill.py`

For each rule-book, prints the measure among hens, whose strong player is a rooster, and the margins of fox and farmer
against three hens, in points and by the gap between two hens (see game/laboratory/measures.py). These margins come from
the frozen benchmarks (docs/benchmarks/). Then prints Spearman's rank correlation of the measure with each margin.
"""

import argparse
import sys
from collections.abc import Sequence
from math import fsum
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.commands.measure.benchmark import SEATS, read_benchmark
from game.laboratory.intervals import mean_ci95, totals
from game.laboratory.measures import MEASURES, Counts, count
from game.laboratory.trials import play_trial
from game.rules.options.presets import PRESETS, resolve

PLAYERS = ("fox", "farmer")
CODES = [measure.code for measure in MEASURES]


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, from 1. Equal values share the mean of their ranks.

    >>> ranks([30, 10, 20, 10])
    [4.0, 1.5, 3.0, 1.5]
    """
    return [
        sum(other < value for other in values) + (sum(other == value for other in values) + 1) / 2
        for value in values
    ]


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation.

    >>> rank_correlation([1, 2, 3], [10, 20, 30]), rank_correlation([1, 2, 3], [3, 2, 1])
    (1.0, -1.0)
    """
    mean = (len(one) + 1) / 2
    first, second = ([rank - mean for rank in ranks(values)] for values in (one, other))

    def product(left: Sequence[float], right: Sequence[float]) -> float:
        return fsum(a * b for a, b in zip(left, right, strict=True))

    return float(product(first, second) / (product(first, first) * product(second, second)) ** 0.5)


def edge_of(counted: Sequence[Counts]) -> tuple[float, float, float]:
    """Return the measure, half its 95 % interval, and the gap in points."""
    pairs = [counts.pairs[CODES.index("skill-edge")] for counts in counted]
    won, gaps = totals(pairs)
    edge, mean_gap = won / gaps, gaps / len(pairs)
    _, half = mean_ci95([(top - edge * bottom) / mean_gap for top, bottom in pairs])
    rounds = sum(len(counts.lengths) for counts in counted)
    seats = counted[0].seats
    return edge, half or 0.0, gaps / (seats * (seats - 1)) / rounds


def main(arguments: Sequence[str]) -> int:
    """Play, and print the table and the correlations. Returns 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--trials", type=int, default=600, help="trials of each rule-book")
    parser.add_argument("--first", type=int, default=0, help="number of the first trial")
    parser.add_argument("--books", nargs="+", choices=PRESETS, default=[*PRESETS])
    chosen = parser.parse_args(arguments)
    edges: dict[str, float] = {}
    leads: dict[str, dict[str, float]] = {
        name: {} for player in PLAYERS for name in (player, f"{player}/gap")
    }
    print("| rule-book | skill in 100 | gap | fox | farmer |\n|---|---|---|---|---|")
    for book in chosen.books:
        options = resolve(book, players=SEATS)
        edge, half, gap = edge_of(
            [
                count(play_trial(options, "hen", "skill", number))
                for number in range(chosen.first, chosen.first + chosen.trials)
            ]
        )
        edges[book] = edge
        told = ""
        for player in PLAYERS:
            found = read_benchmark(book).leads.get(player)
            margin, ci95 = mean_ci95([lead / (SEATS * (SEATS - 1)) for lead in found or ()])
            told += f" | {margin:+.2f} ± {ci95:.2f}" if margin is not None else " | "
            if margin is not None:
                leads[player][book], leads[f"{player}/gap"][book] = margin, margin / gap
        print(f"| {book} | {100 * edge:.1f} ± {100 * half:.1f} | {gap:.1f}{told} |", flush=True)
    for name, of_books in leads.items():
        if len(of_books) > 2:
            found_in = [edges[book] for book in of_books]
            print(f"{name}: {rank_correlation(found_in, [*of_books.values()]):+.2f} ({len(of_books)} books)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
