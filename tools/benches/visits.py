"""Where a start's time goes: the first visits of one person, in a profile that keeps what browsers keep on a disk.

Between two visits the page is left alone until the offline copy is kept. Times are medians over PEOPLE, in ms since the navigation
began; the marks are those of assets/boot.js and assets/engine.js:

    painted     first contentful paint
    table       the page's own Python says its first line (MicroPython)
    worker      the engine's first line
    modules     its JavaScript is read
    compiled    its wasm is there and compiled
    recalled    the memory of an engine that has begun is there
    python      the interpreter runs
    game        the game is imported
    players     the first scene is shown: playable
"""

import statistics

from playwright.sync_api import Playwright, sync_playwright

from tools import build
from tools.benches.page import in_profile
from tools.common import drive, serve

PEOPLE = 5
VISITS = 4

MARKS = """() => Object.fromEntries([
  ["painted", performance.getEntriesByName("first-contentful-paint")[0].startTime],
  ...performance.getEntriesByType("mark").filter(({ name }) => /^(start|engine):/.test(name) && !/:(tiles|complete)$/.test(name))
    .map(({ name, startTime }) => [name.split(":")[1], startTime]),
])"""


def figures() -> dict[str, float]:
    """Every mark of every visit."""
    build.build()
    taken: dict[str, list[float]] = {}
    with sync_playwright() as playwright, serve.serving(build.DIST) as address:
        for _ in range(PEOPLE):
            for name, time in one_person(playwright, address).items():
                taken.setdefault(name, []).append(time)
    return {name: round(statistics.median(times)) for name, times in taken.items()}


def one_person(playwright: Playwright, address: str) -> dict[str, float]:
    """The marks of the first visits in a new profile."""
    marks: dict[str, float] = {}
    with in_profile(playwright) as person:
        for visit in range(1, VISITS + 1):
            person.go(address)
            drive.kept(person.page)
            marks |= {f"visit_{visit}_{name}_ms": time for name, time in person.page.evaluate(MARKS).items()}
    return marks
