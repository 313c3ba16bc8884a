"""Measure when each step of the page's start is done, over the first VISITS visits of a person.

Each person has a new profile on the disk. Between two visits the bench waits until the offline copy is complete. Times
are medians over PEOPLE persons, in ms since the navigation. The browser reports `painted`. The other steps are performance
marks, which assets/boot.js and assets/engine.js set:

    painted     the first contentful paint
    table       the page's Python (MicroPython) has started
    worker      the engine's worker has started
    modules     the JavaScript of Pyodide is loaded
    compiled    the WebAssembly module of Pyodide is loaded and compiled
    recalled    the heap snapshot is loaded
    gathered    all files of the engine except the WebAssembly module are loaded
    python      Python runs in the worker
    game        the game is imported (at once after a heap snapshot, which contains the imported game)
    players     the page shows the first scene and is playable
"""

import statistics

from playwright.sync_api import Playwright, sync_playwright

from tools import build
from tools.benches.page import come_back, in_profile
from tools.common import drive, serve

PEOPLE = 5
VISITS = 4

# Returns the time of each step by its name.
STEPS = """() => Object.fromEntries([
  ["painted", performance.getEntriesByName("first-contentful-paint")[0].startTime],
  ...performance.getEntriesByType("mark")
    .filter(({ name }) => /^(start|engine):/.test(name) && !/:(tiles|complete)$/.test(name))
    .map(({ name, startTime }) => [name.split(":")[1], startTime]),
])"""


def figures() -> dict[str, float]:
    """Return the median time of each step of each visit."""
    build.build()
    measured: dict[str, list[float]] = {}
    with sync_playwright() as playwright, serve.serving(build.DIST) as address:
        for _ in range(PEOPLE):
            for name, time in times_of_one_person(playwright, address).items():
                measured.setdefault(name, []).append(time)
    return {name: round(statistics.median(times)) for name, times in measured.items()}


def times_of_one_person(playwright: Playwright, address: str) -> dict[str, float]:
    """Visit the page VISITS times with one new profile. Return the time of each step of each visit."""
    times: dict[str, float] = {}
    with in_profile(playwright) as person:
        for visit in range(1, VISITS + 1):
            come_back(person, address)
            drive.wait_until_offline_ready(person.page)
            times |= {f"visit_{visit}_{name}_ms": time for name, time in person.page.evaluate(STEPS).items()}
    return times
