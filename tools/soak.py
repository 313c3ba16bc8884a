"""`python3 tools/soak.py [--minutes M] [--matches N]`: matches through the real page, for as long as asked.

One visit in Chromium, all matches in it: three rounds each with the opponents' pauses left out, the rule-books, seats and
levels in turn, every match from a link, every seventh turn undone, a reload after every fifth match. After each match it
measures, after a forced garbage collection, the page's heap and nodes and the largest renderer process (on Linux; it contains
the engine's worker), and the median and 95th percentile of the time from click to painted tile. It compares the first SAMPLE
matches after the WARM first ones with the last SAMPLE, which have the same tables. A match has few clicks; therefore it also
compares the 95th percentile of the whole second half with the first half, with an interval. Exits with 1 after an error, a
warning, a request to another origin, or more than 5 % of memory growth.
"""

import argparse
import itertools
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from game.records.links.version1 import Link, write_link
from game.rules.options.presets import PRESETS, resolve, seat_counts
from tools import build
from tools.common import provision, serve

WARM = 5  # first matches that are not compared, because caches still fill
SAMPLE = 10  # matches at either end that are compared
RELOAD, UNDO = 5, 7
GROWTH = 0.05
Measurements = dict[str, float]


def links() -> Iterator[str]:
    """Tables of three rounds, every rule-book and number of seats that links of version 1 can hold, over and over."""
    for number in itertools.count():
        for preset in PRESETS:
            for seats in seat_counts(preset):
                options = resolve(preset, {"rounds": 3}, seats)
                yield write_link(Link(preset, options, f"soak-{number}"))


def course(minutes: float, matches: int) -> Iterator[str]:
    """Links of `matches` tables, or fewer if the time is over. The last SAMPLE are those after the WARM first ones again."""
    until = time.monotonic() + 60 * minutes
    for number, link in enumerate(links(), 1):
        if number > matches - SAMPLE or time.monotonic() > until:
            break
        yield link
    yield from itertools.islice(links(), WARM, WARM + SAMPLE)


def soak(address: str, minutes: float, matches: int) -> tuple[list[Measurements], list[str]]:
    """The measurements after each match, and the errors and foreign requests of the page."""
    from playwright.sync_api import sync_playwright

    from tools.benches.crowd import memory
    from tools.benches.page import WATCH_CLICKS, placing_times
    from tools.common import drive

    reads: list[Measurements] = []
    with sync_playwright() as playwright:
        browser = drive.launch_chromium(playwright)
        context = browser.new_context(viewport=drive.SIZES["laptop"], reduced_motion="reduce")
        context.set_default_timeout(60_000)
        page = context.new_page()
        wrong = drive.watch(page, address)
        session = context.new_cdp_session(page)
        drive.open_menu(page, address)
        page.evaluate(WATCH_CLICKS)
        for number, link in enumerate(course(minutes, matches), 1):
            begun = time.monotonic()
            page.evaluate(f"location.hash = {link!r}")
            page.locator("#setup [data-action=start]:visible").click()
            page.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
            play(page)
            times = placing_times(page)
            if len(times) < 2:
                times = [0.0, 0.0]
            reads.append(
                memory(session)
                | {"seconds": time.monotonic() - begun, "clicks": len(times)}
                | {
                    "click_p50_ms": statistics.median(times),
                    "click_p95_ms": statistics.quantiles(times, n=20)[-1],
                }
            )
            told = "  ".join(f"{name} {value:g}" for name, value in rounded(reads[-1]).items())
            print(f"{number:4} {told}", flush=True)
            if wrong:
                break
            if number % RELOAD == 0:
                page.reload()
                page.locator("body[data-start=ready]").wait_for()
                drive.phase(page)
                page.evaluate(WATCH_CLICKS)
            else:
                page.evaluate("placingTimes.length = 0")
        browser.close()
    return reads, wrong


def play(page: Any) -> None:
    """Until the match is over, now and then taking a move back."""
    from tools.common import drive

    for turn in itertools.count(1):
        phase = drive.phase(page)
        if phase == "round-over":
            drive.go_on(page)
        elif phase != "playing":
            return
        else:
            drive.take_turn(page)
            if turn % UNDO == 0 and drive.phase(page) == "playing":
                page.locator("body").press("u")


def rounded(read: Measurements) -> Measurements:
    """The measurements of a match, rounded for display."""
    return {name: round(value, 1) for name, value in read.items()}


def compared(reads: list[Measurements]) -> list[str]:
    """Medians of the first matches after WARM and of the last ones, and by how much they differ."""
    first, last = reads[WARM : WARM + SAMPLE], reads[-SAMPLE:]
    lines = []
    for name in reads[0]:
        before, after = (statistics.median(read[name] for read in part) for part in (first, last))
        share = (after - before) / before if before else 0.0
        lines.append(f"{name:16} {before:10.1f} {after:10.1f} {share:+8.1%}")
    return lines


def compare_halves(reads: list[Measurements], name: str) -> str:
    """The median of the second half beside that of the first, with an interval of 95 % (bootstrap, always the same draws)."""
    draw, steady = random.Random(1), [read[name] for read in reads[WARM:-SAMPLE]]
    first, last = steady[: len(steady) // 2], steady[len(steady) // 2 :]

    def ratio(*halves: list[float]) -> float:
        before, after = map(statistics.median, halves)
        return after / before - 1

    again = (ratio(*(draw.choices(half, k=len(half)) for half in (first, last))) for _ in range(4000))
    cuts = statistics.quantiles(again, n=40)
    return (
        f"{name}, second half beside the first {ratio(first, last):+.1%} ({cuts[0]:+.1%} to {cuts[-1]:+.1%})"
    )


def grown(reads: list[Measurements]) -> bool:
    """Whether the renderer's memory has grown by more than GROWTH."""
    first, last = reads[WARM : WARM + SAMPLE], reads[-SAMPLE:]
    before, after = (statistics.median(read["renderer_mb"] for read in part) for part in (first, last))
    return after > before * (1 + GROWTH)


def main(arguments: list[str]) -> int:
    """Runs it; see the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--matches", type=int, default=200)
    given = parser.parse_args(arguments)
    with serve.serving(build.build()) as address:
        reads, wrong = soak(address, given.minutes, given.matches)
    print(f"{len(reads)} matches")
    print("\n".join(wrong))
    if len(reads) < WARM + 2 * SAMPLE:
        print("too few to compare")
        return int(bool(wrong))
    print("\n".join([*compared(reads), compare_halves(reads, "click_p95_ms")]))
    return int(bool(wrong) or grown(reads))


if __name__ == "__main__":
    provision.go_on_in_venv(__file__)  # Playwright is among the dependencies of the tests
    sys.exit(main(sys.argv[1:]))
