"""Measure the effect of each trick. A trick is an optimization of the page's start (tools/making/tricks.py).

The bench compares the normal build with builds that lack one trick. It measures all builds in alternation:

    cold, second, third   time until the page is playable (the engine has answered and the menu is shown), at three
                          visits of a person with a new profile on the disk
    blocked               the total blocking time of another first visit until the offline copy is complete, with the
                          main thread slowed 4 times, as on a phone: the sum over all tasks of their time above 50 ms
    bytes                 the size of the files that a first visit needs until the page is playable, compressed by
                          Brotli

Times are medians over PEOPLE persons for each build. The whole run takes about half an hour on two idle cores.
"""

import statistics
from contextlib import ExitStack

from playwright.sync_api import Playwright, sync_playwright

from tools.benches import trick_bytes
from tools.benches.page import OFFLINE_READY, STARTS, VISITS, come_back, in_profile
from tools.common import serve
from tools.common.person import until
from tools.making.tricks import TRICKS

PEOPLE = 5
SLOWDOWN = 4
WATCH_BLOCKED = """
self.blocked = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) self.blocked += duration - 50;
}).observe({ type: "longtask", buffered: true });
"""
READY = 'document.body.dataset.start === "ready"'


def figures() -> dict[str, float]:
    """Return the times and the bytes of each build. The names begin with `without_` and the trick; for the normal build, with
    `without_whole`.
    """
    builds = trick_bytes.builds()
    measured: dict[str, list[float]] = {}
    with sync_playwright() as playwright, ExitStack() as stack:
        addresses = {name: stack.enter_context(serve.serving(folder)) for name, folder in builds.items()}
        for _ in range(PEOPLE):
            for name, address in addresses.items():
                for column, time in visits(playwright, address).items():
                    measured.setdefault(f"without_{name}_{column}_ms", []).append(time)
    medians: dict[str, float] = {name: round(statistics.median(times)) for name, times in measured.items()}
    return medians | {f"without_{name}_bytes": trick_bytes.size(folder) for name, folder in builds.items()}


def visits(playwright: Playwright, address: str) -> dict[str, float]:
    """Return the times of one person's three visits, and the blocking time of another person's first visit, in ms."""
    times: dict[str, float] = {}
    with in_profile(playwright) as person:
        for visit in VISITS:
            come_back(person, address)
            until(person, READY)
            times[visit] = person.evaluate(STARTS)["playable"]
            until(person, OFFLINE_READY)
    with in_profile(playwright) as person:
        person.page.context.add_init_script(WATCH_BLOCKED)
        session = person.page.context.new_cdp_session(person.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        person.go(address)
        until(person, READY)
        until(person, OFFLINE_READY)
        times["blocked"] = person.evaluate("self.blocked")
    return times


def markdown(measured: dict[str, float]) -> str:
    """Return a Markdown table of the figures, with the difference from the normal build in brackets."""
    columns = [*(f"{visit}_ms" for visit in VISITS), "blocked_ms", "bytes"]
    lines = [f"| without | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    for name in (trick_bytes.WHOLE, *TRICKS):
        if f"without_{name}_bytes" in measured:
            cells = []
            for column in columns:
                figure = measured[f"without_{name}_{column}"]
                difference = figure - measured[f"without_{trick_bytes.WHOLE}_{column}"]
                cells.append(f"{figure:,.0f}" + f" ({difference:+,.0f})" * (name != trick_bytes.WHOLE))
            lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)
