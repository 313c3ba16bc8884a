"""`python3 tools/soak_same.py [--matches N] [--from K]`: the same choices meet the same answers, N times (1,000 unless said).

A challenge over a random rule-book, set and table, with opponents of all levels and styles, is taken up twice: on a wide and on a
narrow screen, the second time kept and read again after every few moves. The person chooses at random the first time and
the same the second time. Prints what was seen and returns 1 if one match was not the other, choice by choice and point by point.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.session.same import same


def main(arguments: list[str]) -> int:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1_000)
    parser.add_argument("--from", dest="first", type=int, default=0)
    given = parser.parse_args(arguments)
    seen = Counter[str]()
    wrong = [n for n in range(given.first, given.first + given.matches) if not same(n, seen)]
    print(f"{given.matches} challenges taken up twice, {len(wrong)} not the same {wrong[:9]}; {dict(seen)}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
