"""Run the command `arena` with the compiled search: `python3 tools/strength/arena.py ARGUMENTS…`

It plays the same games as the command, but faster, and needs a C compiler. ARGUMENTS are those of the command. With
`--compare N`, it plays N deals with plain Python and with the compiled search, and prints how many reports differ and
how many times faster the compiled search was. In each deal the farmer, with 300 worlds, plays against `greedy`, with
four seats and seven tiles.
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


def play_deal(deal: int) -> tuple[dict[str, object], float]:
    """Play one deal. Returns its report without times, and the seconds of processor time."""
    options = resolve(None, {"hand_size": 7}, 4)
    hero, field = bot_maker(parse_spec("farmer@300")), bot_maker(parse_spec("greedy"))
    begun = time.process_time()
    report = measure(options, hero, field, 1, f"compare-{deal}")
    del report["ms_per_move"]
    return report, time.process_time() - begun


def compare(deals: int) -> int:
    """Play each deal with both searches and print the comparison. Returns 1 if any report differs, else 0."""
    ratios, different = [], 0
    for deal in range(deals):
        plain, plain_seconds = play_deal(deal)
        with installed():
            compiled, compiled_seconds = play_deal(deal)
        different += plain != compiled
        ratios.append(plain_seconds / compiled_seconds)
    ratios.sort()
    print(
        f"{deals} deals, {different} differ; {median(ratios):.1f} times faster ({ratios[0]:.1f} to {ratios[-1]:.1f})"
    )
    return 1 if different else 0


def main(arguments: list[str]) -> int:
    """Return the exit code of `arena` or of `compare`; 2 without a C compiler."""
    if compiler() is None:
        print(
            "There is no C compiler: neither cc nor the program that the variable CC names.", file=sys.stderr
        )
        return 2
    if arguments[:1] == ["--compare"]:
        return compare(int(arguments[1]))
    with installed():
        return run(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
