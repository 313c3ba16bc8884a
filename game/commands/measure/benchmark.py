"""`arena --benchmark NAME`: a frozen benchmark, whose deals and opponents never change.

The benchmark of a rule-book has DEALS deals with four seats. Each deal is played once with the measured bot in each seat
and the yardstick `greedy` in the others. The file docs/benchmarks/NAME.json has the hash of the deals, and the lead of
each measured bot in each deal. So bots of different years and programs can be compared deal by deal.
"""

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from game.laboratory.intervals import mean_ci95
from game.records import fields
from game.rules.options.declared import EARLIER_VALUES, Options
from game.rules.options.presets import resolve
from game.rules.round.deal import Deal, deal_round
from game.rules.tiles import NAME, tiles_in

FORMAT = "chickenfoot-benchmark/1"
FOLDER = Path(__file__).resolve().parents[3] / "docs" / "benchmarks"
DEALS, SEATS, OPPONENT = 1000, 4, "greedy"


class Benchmark(NamedTuple):
    """A benchmark and the bots that were measured."""

    preset: str
    sha256: str  # the hash of `deal_text` of all deals, in order
    # For each bot, by its level: its lead in each deal, in order. A lead adds up the points of another seat less the bot's,
    # over the other seats and over the SEATS games of the deal. Divided by SEATS × (SEATS - 1) it is the margin.
    leads: dict[str, list[int]]

    @property
    def options(self) -> Options:
        """The rules. Options that are newer than the benchmarks keep the earlier behaviour, so they stay frozen."""
        return resolve(self.preset, {**EARLIER_VALUES}, SEATS)

    @property
    def seed(self) -> str:
        """The seed of the deals; deal k is the first round of a match with the seed SEED-k."""
        return f"benchmark-{self.preset}"


def deal_text(deal: Deal) -> str:
    """Write a deal as a line, for the hash: the centre, the first seat, the hands, the yard, each tile by its name."""
    hands = [" ".join(NAME[tile] for tile in tiles_in(hand)) for hand in deal.hands]
    yard = " ".join(NAME[tile] for tile in deal.yard)
    return f"{NAME[deal.centre]} {deal.first_seat} | {' | '.join(hands)} | {yard}\n"


def hash_of_deals(benchmark: Benchmark) -> str:
    """The SHA-256 of the deals as this program deals them."""
    found = sha256()
    for number in range(DEALS):
        found.update(deal_text(deal_round(benchmark.options, f"{benchmark.seed}-{number}", 1)).encode())
    return found.hexdigest()


def read_benchmark(preset: str) -> Benchmark:
    """Read a benchmark. One without a file has no measured bots yet. Raises RecordError for an unreadable file."""
    path = FOLDER / f"{preset}.json"
    if not path.exists():
        empty = Benchmark(preset, "", {})
        return empty._replace(sha256=hash_of_deals(empty))
    data = fields.read_document(path.read_text(encoding="utf-8"), FORMAT)
    leads: Any = fields.entry(data.get("leads"), "leads")
    return Benchmark(preset, fields.text(data, "sha256", 64), leads)


def write_benchmark(benchmark: Benchmark) -> None:
    """Write the file of a benchmark: a line for each measured bot."""
    head = {
        "format": FORMAT,
        "preset": benchmark.preset,
        "players": SEATS,
        "seed": benchmark.seed,
        "deals": DEALS,
        "sha256": benchmark.sha256,
        "field": OPPONENT,
    }
    lines = [
        f"{json.dumps(name)}:{json.dumps(found, separators=(',', ':'))}"
        for name, found in benchmark.leads.items()
    ]
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps(head)[:-1] + ', "leads": {\n' + ",\n".join(lines) + "\n}}\n"
    (FOLDER / f"{benchmark.preset}.json").write_text(text, encoding="utf-8")


def leads_of(margins: Sequence[float]) -> list[int]:
    """Convert margins to leads."""
    return [round(SEATS * (SEATS - 1) * margin) for margin in margins]


def report(benchmark: Benchmark, leads: Sequence[int]) -> dict[str, object]:
    """Compare a bot's leads with those of the bots in the file, deal by deal. A positive difference is in this bot's favour."""
    scale = SEATS * (SEATS - 1)
    margin, ci95 = mean_ci95([lead / scale for lead in leads])
    compared = {}
    for name, others in benchmark.leads.items():
        gaps = [(lead - other) / scale for lead, other in zip(leads, others, strict=False)]
        difference, ci95_of_difference = mean_ci95(gaps)
        compared[name] = {"deals": len(gaps), "difference": difference, "difference_ci95": ci95_of_difference}
    return {"deals": len(leads), "margin": margin, "margin_ci95": ci95, "compared": compared}
