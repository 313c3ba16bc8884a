"""`python3 tools/strength/arena.py ARGUMENTS…`: the command `arena`, its searches compiled; the same games, sooner.

`--compare N` instead: N deals of the farmer with 300 worlds against `greedy`, four seats and seven tiles, played by both ways in
turn; prints whether the reports are equal and how many times faster the compiled one was. Needs a C compiler.
"""

import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.commands.measure.arena import bot_maker, measure, run
from game.players.bots import parse_spec
from game.rules.options.presets import resolve
from tools.strength.compiled import installed
from tools.strength.ctables import compiler


def played(deal: int) -> tuple[dict[str, object], float]:
    """The report of one deal and the processor's seconds that it took."""
    options = resolve(None, {"hand_size": 7}, 4)
    hero, field = bot_maker(parse_spec("farmer@300")), bot_maker(parse_spec("greedy"))
    begun = time.process_time()
    report = measure(options, hero, field, 1, f"compare-{deal}")
    del report["ms_per_move"]
    return report, time.process_time() - begun


def compare(deals: int) -> int:
    """Both ways in turn; returns 1 if any report differs."""
    ratios, different = [], 0
    for deal in range(deals):
        plain, plain_seconds = played(deal)
        with installed():
            compiled, compiled_seconds = played(deal)
        different += plain != compiled
        ratios.append(plain_seconds / compiled_seconds)
    ratios.sort()
    print(
        f"{deals} deals, {different} differ; {median(ratios):.1f} times faster ({ratios[0]:.1f} to {ratios[-1]:.1f})"
    )
    return 1 if different else 0


def main(arguments: list[str]) -> int:
    """What `arena` returns, or `compare`; 2 without a compiler."""
    if compiler() is None:
        print("There is no C compiler (cc, or what CC names).", file=sys.stderr)
        return 2
    if arguments[:1] == ["--compare"]:
        return compare(int(arguments[1]))
    with installed():
        return run(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
