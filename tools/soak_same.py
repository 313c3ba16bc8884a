"""`python3 tools/soak_same.py [--matches N] [--from K]`: test that the opponents answer equal choices with equal moves.

It plays N challenges (default 1,000), each twice. A challenge has a random rule-book, set and number of seats, and
opponents of random levels and styles. The first time the person's choices are random, and the table is wide. The second
time they are the same choices and the table is narrow; the session is also saved and restored after every 7 moves.
It prints counts. The exit code is 1 if the events or the points of the two matches differ, else 0.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.session.same import same


def main(arguments: list[str]) -> int:
    """Run the test. Return the exit code; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1_000, metavar="N", help="number of challenges")
    parser.add_argument(
        "--from",
        dest="first",
        type=int,
        default=0,
        metavar="K",
        help="number of the first challenge (default 0)",
    )
    options = parser.parse_args(arguments)
    counts = Counter[str]()
    numbers = range(options.first, options.first + options.matches)
    different = [number for number in numbers if not same(number, counts)]
    print(f"{options.matches} challenges, {len(different)} with a difference {different[:9]}; {dict(counts)}")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
