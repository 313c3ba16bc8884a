"""Measure how often the laboratory's intervals hold the truth, for each rule-book: `python3 tools/laboratory/coverage.py`

Each rule-book (A: with two toes; B: as it is) is compared in TRIALS trials. The differences over all of them count as the
truth. Then comparisons with few deals are made of trials drawn from these, no trial twice in one comparison. Prints for
each rule-book and number of deals:

    together  the share of the comparisons whose intervals (`low` to `high`) hold the truth for every measure at once
    alone     the smallest share, over the measures, of the single intervals (`ci95`) that hold it, and that measure
    narrow    intervals without a width, although the tables are not alike
"""

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.commands.measure.compare import Tables, coverage, play, trials_for
from game.laboratory.comparison import compare
from game.laboratory.measures import Counts
from game.rules.options.presets import PRESETS, resolve

CHANGE = {"toes": 2}


def drawn(
    counted: Sequence[tuple[Counts, Counts]], trials: int, repetitions: int, seed: str
) -> list[tuple[Counts, Counts]]:
    """Draw the trials of several comparisons, one comparison after the other."""
    draw = random.Random(seed)
    return [trial for _ in range(repetitions) for trial in draw.sample(counted, trials)]


def main(arguments: Sequence[str]) -> int:
    """Play, and print a line for each rule-book and number of deals. Returns 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--books", nargs="+", choices=PRESETS, default=[*PRESETS])
    parser.add_argument("--deals", nargs="+", type=int, default=[20, 60, 200])
    parser.add_argument("--trials", type=int, default=500, help="trials of each rule-book")
    parser.add_argument("--repeat", type=int, default=1000, help="comparisons of each number of deals")
    parser.add_argument("--workers", type=int, default=1, help="number of processes")
    chosen = parser.parse_args(arguments)
    print("| rule-book | deals | trials | together | alone | narrow |\n|---|---|---|---|---|---|")
    for book in chosen.books:
        tables = Tables(resolve(book, CHANGE), resolve(book), "hen")
        counted = [*play(tables, "coverage", chosen.trials, chosen.workers)]
        truth = compare([a for a, _ in counted], [b for _, b in counted])
        for deals in chosen.deals:
            trials = trials_for(tables, deals)
            found = coverage(drawn(counted, trials, chosen.repeat, book), trials, truth)
            code, least = min(
                ((code, share) for code, share in found["alone"].items() if share is not None),
                key=lambda pair: pair[1],
            )
            together = found["together"] or 0
            print(
                f"| {book} | {deals} | {trials} | {100 * together:.1f} | {100 * least:.1f} ({code}) "
                f"| {found['zero_widths']} |",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
