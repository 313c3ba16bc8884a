"""`python3 tools/soak.py [--minutes M] [--matches N]`: play many matches in one browser tab, measure memory and delays.

Each match has three rounds without the opponents' pauses, and comes from a link. The rule-books and numbers of seats
alternate. The command undoes every seventh turn and reloads the page after every fifth match.

After each match it forces a garbage collection. Then it measures the page's heap and DOM nodes and the largest renderer
process (on Linux; that process contains the engine's worker). It also takes the median and the 95th percentile of the
time from a click to the painted tile.

The first WARM matches fill caches and are not compared. The next SAMPLE matches are compared with the last SAMPLE
matches, which repeat their links. One match has few clicks. Therefore the command also compares the 95th percentiles of
the first and the second half of the run, with a confidence interval. The exit code is 1 after an error, a warning, a
request to another origin, or more than 5 % of memory growth, else 0.
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
from game.rules.options.declared import EARLIER_VALUES
from game.rules.options.presets import PRESETS, resolve, seat_counts
from tools import build
from tools.common import provision, serve

WARM = 5  # first matches that are not compared, because they fill caches
SAMPLE = 10  # matches in each of the two groups that are compared
RELOAD, UNDO = 5, 7  # reload after so many matches, undo after so many turns
GROWTH = 0.05  # the largest share by which the renderer's memory may grow
Measurements = dict[str, float]  # the measurements of one match by name; the name says the unit


def links() -> Iterator[str]:
    """Yield endless links: matches of three rounds with every rule-book and each of its numbers of seats in turn."""
    for number in itertools.count():
        for preset in PRESETS:
            for seats in seat_counts(preset):
                options = resolve(preset, {**EARLIER_VALUES, "rounds": 3}, seats)
                yield write_link(Link(preset, options, f"soak-{number}"))


def planned_links(minutes: float, matches: int) -> Iterator[str]:
    """Yield the links of `matches` matches, or fewer when the minutes are over.

    The last SAMPLE links are always the same as the SAMPLE links after the first WARM.
    """
    deadline = time.monotonic() + 60 * minutes
    for number, link in enumerate(links(), 1):
        if number > matches - SAMPLE or time.monotonic() > deadline:
            break
        yield link
    yield from itertools.islice(links(), WARM, WARM + SAMPLE)


def soak(address: str, minutes: float, matches: int) -> tuple[list[Measurements], list[str]]:
    """Play the matches. Return the measurements of each, and all errors, warnings and requests to other origins."""
    from playwright.sync_api import sync_playwright

    from tools.benches.crowd import memory
    from tools.benches.page import WATCH_CLICKS, placing_times
    from tools.common import drive

    measured: list[Measurements] = []
    with sync_playwright() as playwright:
        browser = drive.launch_chromium(playwright)
        context = browser.new_context(viewport=drive.SIZES["laptop"], reduced_motion="reduce")
        context.set_default_timeout(60_000)
        page = context.new_page()
        problems = drive.watch(page, address)
        session = context.new_cdp_session(page)
        drive.open_menu(page, address)
        page.evaluate(WATCH_CLICKS)
        for number, link in enumerate(planned_links(minutes, matches), 1):
            start = time.monotonic()
            page.evaluate(f"location.hash = {link!r}")
            page.locator("#setup [data-action=start]:visible").click()
            page.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
            play_match(page)
            times = placing_times(page)
            if len(times) < 2:  # too few for percentiles
                times = [0.0, 0.0]
            measured.append(
                memory(session)
                | {"seconds": time.monotonic() - start, "clicks": len(times)}
                | {
                    "click_p50_ms": statistics.median(times),
                    "click_p95_ms": statistics.quantiles(times, n=20)[-1],
                }
            )
            line = "  ".join(f"{name} {value:g}" for name, value in rounded(measured[-1]).items())
            print(f"{number:4} {line}", flush=True)
            if problems:
                break
            if number % RELOAD == 0:
                page.reload()
                page.locator("body[data-start=ready]").wait_for()
                drive.phase(page)
                page.evaluate(WATCH_CLICKS)
            else:
                page.evaluate("placingTimes.length = 0")
        browser.close()
    return measured, problems


def play_match(page: Any) -> None:
    """Play until the match is over. Undo every UNDO-th turn."""
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


def rounded(measurements: Measurements) -> Measurements:
    """Return the measurements of a match, rounded for display."""
    return {name: round(value, 1) for name, value in measurements.items()}


def medians(measured: list[Measurements], name: str) -> tuple[float, float]:
    """Return the median of a measurement over the first SAMPLE matches after WARM, and over the last SAMPLE."""
    first, last = measured[WARM : WARM + SAMPLE], measured[-SAMPLE:]
    return statistics.median(match[name] for match in first), statistics.median(match[name] for match in last)


def compare_samples(measured: list[Measurements]) -> list[str]:
    """Return a line for each measurement: its median in the first and in the last sample, and the change in percent."""
    lines = []
    for name in measured[0]:
        first, last = medians(measured, name)
        change = (last - first) / first if first else 0.0
        lines.append(f"{name:16} {first:10.1f} {last:10.1f} {change:+8.1%}")
    return lines


def compare_halves(measured: list[Measurements], name: str) -> str:
    """Return a line with the change of the median from the first to the second half, and its 95 % interval.

    The interval is a bootstrap: 4,000 random samples of both halves, always with the same seed.
    """
    random_numbers = random.Random(1)
    values = [match[name] for match in measured[WARM:-SAMPLE]]
    halves = values[: len(values) // 2], values[len(values) // 2 :]

    def change(first: list[float], second: list[float]) -> float:
        return statistics.median(second) / statistics.median(first) - 1

    resampled = (change(*(random_numbers.choices(half, k=len(half)) for half in halves)) for _ in range(4000))
    cuts = statistics.quantiles(resampled, n=40)  # the first and the last are at 2.5 % and 97.5 %
    return (
        f"{name}, second half against the first: {change(*halves):+.1%} ({cuts[0]:+.1%} to {cuts[-1]:+.1%})"
    )


def has_grown(measured: list[Measurements]) -> bool:
    """Return whether the renderer's memory has grown by more than GROWTH."""
    first, last = medians(measured, "renderer_mb")
    return last > first * (1 + GROWTH)


def main(arguments: list[str]) -> int:
    """Run the soak test. Return the exit code; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=120, help="stop after so long (default 120)")
    parser.add_argument("--matches", type=int, default=200, help="stop after so many matches (default 200)")
    options = parser.parse_args(arguments)
    with serve.serving(build.build()) as address:
        measured, problems = soak(address, options.minutes, options.matches)
    print(f"{len(measured)} matches")
    print("\n".join(problems))
    if len(measured) < WARM + 2 * SAMPLE:
        print("too few matches to compare")
        return int(bool(problems))
    print("\n".join([*compare_samples(measured), compare_halves(measured, "click_p95_ms")]))
    return int(bool(problems) or has_grown(measured))


if __name__ == "__main__":
    provision.rerun_in_venv(__file__)  # Playwright is in tools/requirements.txt
    sys.exit(main(sys.argv[1:]))
