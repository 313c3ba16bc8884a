"""`python3 tools/strength/information.py [--deals N]`: how far the farmer goes from `greedy` to the same search seeing all hands.

The three play the same deals of double-9 with four seats and seven tiles against three `flat100`, each in every seat, as the arena
measures. Prints the margins with their intervals and the share of the way, with an interval from resampled deals.
"""

import argparse
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.commands.measure.arena import Maker, bot_maker, margins, mean_ci95
from game.players.bots import parse_spec
from game.rules.options.presets import resolve
from tools.strength.peek import Peek

RESAMPLED = 2000


def share(greedy: list[float], farmer: list[float], seeing: list[float], deals: list[int]) -> float:
    """The share of the way over some of the deals."""
    low, mine, high = (sum(each[deal] for deal in deals) for each in (greedy, farmer, seeing))
    return (mine - low) / (high - low)


def main(arguments: list[str]) -> int:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300)
    given = parser.parse_args(arguments)
    options = resolve(None, {"hand_size": 7}, 4)
    heroes: dict[str, Maker] = {
        "greedy": bot_maker(parse_spec("greedy")),
        "farmer": bot_maker(parse_spec("farmer")),
        "seeing": lambda seed, stream: Peek(seed, stream, worlds=0),
    }
    field = bot_maker(parse_spec("flat100"))
    measured = {name: margins(options, hero, field, given.deals, "arena") for name, hero in heroes.items()}
    for name, values in measured.items():
        mean, ci95 = mean_ci95(values)
        print(f"{name:8} {mean:+.2f} ± {ci95 or 0:.2f}")
    draw = random.Random(1)
    three = (measured["greedy"], measured["farmer"], measured["seeing"])
    shares = sorted(share(*three, draw.choices(range(given.deals), k=given.deals)) for _ in range(RESAMPLED))
    low, high = shares[RESAMPLED // 40], shares[-RESAMPLED // 40]
    print(
        f"share    {100 * share(*three, list(range(given.deals))):.0f} % ({low * 100:.0f} to {high * 100:.0f})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
