"""Measure the steps between neighbouring levels by each rule-book, and write the table of docs/strength.md.

    python3 tools/strength/steps.py                  # until each step has 400 deals
    python3 tools/strength/steps.py --minutes 15     # for about 15 minutes; the next start goes on from there
    python3 tools/strength/steps.py --table          # only writes the table

A step compares two neighbouring levels. One seat plays the higher level (the hero), all other seats play the lower one
(the field). Four play by the rule-book, and each deal is played once with the hero in each seat, as in the arena. The
yardstick `child` plays matches of three rounds against each of the two lowest levels: the part that it wins. The file
steps.json holds the result of every deal or match and is saved after each CHUNK. After a change of a player, delete its lines.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from math import fsum, sqrt
from pathlib import Path
from time import monotonic
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.commands.measure.arena import bot_maker, margins, match_wins
from game.laboratory.intervals import critical_value
from game.narration.localization.language import load
from game.players.bots import Spec
from game.players.levels import LEVELS
from game.rules.options.presets import PRESETS, resolve
from tools.strength.compiled import installed
from tools.strength.ctables import compiler, library

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(__file__).with_name("steps.json")
PAGE = ROOT / "docs" / "strength.md"
BEGIN, END = "<!-- tools/strength/steps.py writes this table -->\n", "<!-- end of the table -->\n"
SEED = "steps"
CHUNK = 4  # deals that a process plays at a time
FEWEST = 20  # deals; with fewer, the table has no figure

Leads = dict[str, list[int]]
"""By the key of a cell, one number for each deal. It adds up "points of another seat minus points of the hero", over all other
seats and all seats of the hero. For the child, one number for each match: the sum of its shares of first places, in twelfths."""


class Cell(NamedTuple):
    """A step by one rule-book."""

    book: str
    hero: str
    field: str

    @property
    def key(self) -> str:
        """The cell's name in the file."""
        return f"{self.book} {self.hero}-{self.field}"

    @property
    def scale(self) -> int:
        """A deal's margin is its number divided by this: hero's seats times opponents. For a match: seats times twelfths."""
        seats = resolve(self.book).players
        return seats * (12 if self.is_match else seats - 1)

    @property
    def is_match(self) -> bool:
        """Whether the cell has the part of the matches that the child wins."""
        return self.hero == CHILD


CHILD, MATCH = "child", {"rounds": 3}
# (hero, field)
STEPS = [*((CHILD, field) for field in LEVELS[:2]), *zip(LEVELS[1:], LEVELS, strict=False)]
CELLS = [Cell(book, hero, field) for book in PRESETS for hero, field in STEPS]


def play_deals(cell: Cell, first: int, deals: int) -> list[int]:
    """Play deals from number `first` on, with the compiled search. Return their leads."""
    hero, field = bot_maker(Spec(cell.hero)), bot_maker(Spec(cell.field))
    with installed():
        if cell.is_match:
            found = match_wins(resolve(cell.book, MATCH), hero, field, deals, SEED, first)
        else:
            found = margins(resolve(cell.book), hero, field, deals, SEED, first)
    return [round(value * cell.scale) for value in found]


def measure(cells: Sequence[Cell], leads: Leads, deals: int, deadline: float, workers: int) -> None:
    """Play until each cell has `deals` deals or the deadline has passed. Update and save `leads`.

    The cell with the fewest deals is next. Only one process at a time plays deals of a cell, so the deals come in order.
    """
    running: dict[Future[list[int]], Cell] = {}
    with ProcessPoolExecutor(workers) as pool:
        while True:
            waiting = [
                cell
                for cell in cells
                if len(leads.setdefault(cell.key, [])) < deals and cell not in running.values()
            ]
            waiting.sort(key=lambda cell: len(leads[cell.key]))
            for cell in waiting[: workers - len(running)] if monotonic() < deadline else []:
                first = len(leads[cell.key])
                running[pool.submit(play_deals, cell, first, min(CHUNK, deals - first))] = cell
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                leads[running.pop(future).key] += future.result()
            save(leads)


def save(leads: Leads) -> None:
    """Write the file, a line for each cell."""
    keys = [cell.key for cell in CELLS if leads.get(cell.key)]
    lines = [f"{json.dumps(key)}: {json.dumps(leads[key], separators=(',', ':'))}" for key in keys]
    FILE.with_suffix(".new").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    FILE.with_suffix(".new").replace(FILE)


def table(leads: Leads) -> str:
    """The table in Markdown: for each rule-book and step the margin, its 95 % interval and the number of deals."""
    say = load().say
    lines = ["| rule-book | " + " | ".join(f"{hero}–{field}" for hero, field in STEPS) + " |\n"]
    lines.append("|---" * (len(STEPS) + 1) + "|\n")
    for book in PRESETS:
        cells = [Cell(book, hero, field) for hero, field in STEPS]
        found = " | ".join(shown(leads.get(cell.key, []), cell) for cell in cells)
        lines.append(f"| {say(f'preset.{book}.name')} | {found} |\n")
    return "".join(lines)


def shown(found: Iterable[int], cell: Cell) -> str:
    """The margin of a cell with its interval, and the number of deals in brackets: `+1.50 ± .24 (20)`; or a percentage."""
    values = [number / cell.scale for number in found]
    deals = len(values)
    if deals < FEWEST:
        return "too few deals"
    mean = fsum(values) / deals
    error = sqrt(fsum((value - mean) ** 2 for value in values) / (deals - 1) / deals)
    half = critical_value(deals) * error
    if cell.is_match:
        return f"{100 * mean:.1f} ± {100 * half:.1f} % ({deals})"
    return f"{mean:+.2f} ± {f'{half:.2f}'.removeprefix('0')} ({deals})".replace("-", "−")


def write_table(leads: Leads) -> None:
    """Replace the table in docs/strength.md."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    PAGE.write_text(before + BEGIN + table(leads) + END + rest.split(END)[1], encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Measure, print and write the table. Return 2 without a C compiler, else 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=400, help="deals of each step")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin nothing after this time")
    parser.add_argument("--books", nargs="+", choices=PRESETS, default=[*PRESETS])
    names = [f"{hero}-{field}" for hero, field in STEPS]
    parser.add_argument("--steps", nargs="+", choices=names, default=names)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--table", action="store_true", help="play nothing")
    chosen = parser.parse_args(arguments)
    leads: Leads = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    if not chosen.table:
        if compiler() is None:
            print(
                "There is no C compiler: neither cc nor the program that the variable CC names.",
                file=sys.stderr,
            )
            return 2
        library()  # compile once, before several processes need it
        cells = [
            cell
            for cell in CELLS
            if cell.book in chosen.books and f"{cell.hero}-{cell.field}" in chosen.steps
        ]
        measure(cells, leads, chosen.deals, monotonic() + 60 * chosen.minutes, chosen.workers)
    write_table(leads)
    print(table(leads), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
