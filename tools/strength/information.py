"""Measure how much information would help the farmer: `python3 tools/strength/information.py [--field NAME]`

These players are compared: `greedy`, the farmer, and the farmer's search that is told the type of the others, or sees all
hands, or both. They play the same deals of double-9 with four seats and seven tiles, against three of the field, each in
every seat, as the arena measures. Prints each player's margin with its 95 % confidence interval. For each player after
the farmer, prints the share too: the farmer's gain over `greedy`, as a part of this player's gain. Its interval comes from
resampled deals (bootstrap).
"""

import argparse
import random
import sys
from contextlib import nullcontext
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.commands.measure.arena import Maker, bot_maker, margins
from game.laboratory.intervals import mean_ci95
from game.players.bots import parse_spec
from game.rules.options.presets import resolve
from tools.strength.compiled import installed
from tools.strength.ctables import compiler
from tools.strength.peek import Peek

RESAMPLES = 2000  # bootstrap samples for the interval of the share


def share(greedy: list[float], farmer: list[float], seeing: list[float], deals: list[int]) -> float:
    """The share for some deals: 0 if the farmer plays like `greedy`, 1 if it plays as if it saw all hands.

    The lists have each player's margin by deal. `deals` may contain a deal several times.
    """
    low, farmer_total, high = (sum(values[deal] for deal in deals) for values in (greedy, farmer, seeing))
    return (farmer_total - low) / (high - low)


def main(arguments: list[str]) -> int:
    """Play the deals and print the figures. Returns 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--field", choices=("flat100", "greedy"), default="flat100")
    parsed = parser.parse_args(arguments)
    options, thinks = resolve(None, {"hand_size": 7}, 4), float(parsed.field != "greedy")
    heroes: dict[str, Maker] = {
        "greedy": bot_maker(parse_spec("greedy")),
        "farmer": bot_maker(parse_spec("farmer")),
        "told": lambda seed, stream: Peek(seed, stream, 0, sees_hands=False, thinks=thinks),
        "seeing": lambda seed, stream: Peek(seed, stream, 0),
        "both": lambda seed, stream: Peek(seed, stream, 0, thinks=thinks),
    }
    field = bot_maker(parse_spec(parsed.field))
    with installed() if compiler() else nullcontext():
        margins_of = {
            name: margins(options, hero, field, parsed.deals, "arena") for name, hero in heroes.items()
        }
    generator = random.Random(1)
    deals = range(parsed.deals)
    for name, values in margins_of.items():
        mean, ci95 = mean_ci95(values)
        line = f"{name:8} {mean:+.2f} ± {ci95 or 0:.2f}"
        if name in ("told", "seeing", "both"):
            gain, half = mean_ci95([new - old for new, old in zip(values, margins_of["farmer"], strict=True)])
            three = (margins_of["greedy"], margins_of["farmer"], values)
            shares = sorted(share(*three, generator.choices(deals, k=parsed.deals)) for _ in range(RESAMPLES))
            low, high = shares[RESAMPLES // 40], shares[-RESAMPLES // 40]  # the 95 % interval
            line += f"   over the farmer {gain:+.2f} ± {half or 0:.2f}"
            line += f"   share {100 * share(*three, list(deals)):.0f} % ({low * 100:.0f} to {high * 100:.0f})"
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
