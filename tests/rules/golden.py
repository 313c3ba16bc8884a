"""The golden file of deals, and a function that deals them: run in CPython by the tests, in Pyodide by a browser test.

`python3 -m tests.rules.golden` writes the file anew; that breaks every seed and link that people have kept.
"""

import json
from pathlib import Path

from game.rules.options.presets import PRESETS, resolve, seat_counts
from game.rules.round.deal import deal_round
from game.rules.tiles import NAME, tiles_in

EARLIER_MOST = {"double-chickenfoot": 8}  # the most seats, if a later version has more
GOLDEN_DEALS = Path(__file__).with_name("golden_deals.json")


def golden_deals() -> dict[str, str]:
    """For every preset and some seat counts, rounds of a few seeds: hands by seat, yard, first seat, in one text."""
    deals = {}
    for code in PRESETS:
        counts = seat_counts(code)
        for seats in dict.fromkeys((counts[0], EARLIER_MOST.get(code, counts[-1]), counts[-1])):
            for number, seed in ((1, "hen"), (2, "Küken 7")):
                deal = deal_round(resolve(code, players=seats), seed, number)
                hands = " / ".join(" ".join(NAME[tile] for tile in tiles_in(hand)) for hand in deal.hands)
                yard = " ".join(NAME[tile] for tile in deal.yard)
                start = f"{NAME[deal.centre]} by {deal.first_seat} after {len(deal.draws)} draws"
                deals[f"{code} {seats} {number} {seed}"] = f"{hands} / {yard} / {start}"
    return deals


if __name__ == "__main__":
    GOLDEN_DEALS.write_text(json.dumps(golden_deals(), indent=1, ensure_ascii=False) + "\n")
