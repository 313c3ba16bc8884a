"""What each trick of the start-up is worth: every build without one trick beside the whole build, in turn in one run.

    playable    the engine has answered and the menu is up: medians of a first, a second and a third visit, in a profile on the disk
    blocked     on another first visit, its thread slowed four times as on a phone: the sum of what each task takes over 50 ms
    bytes       what a first visit fetches until one can play, as Brotli

PEOPLE people take turns for each build, so the whole run takes about half an hour on two quiet cores.
"""

import statistics
from contextlib import ExitStack

from playwright.sync_api import Playwright, sync_playwright

from tools.benches import trick_bytes
from tools.benches.page import KEPT, STARTS, VISITS, in_profile
from tools.common import serve
from tools.common.person import until
from tools.making.tricks import TRICKS

PEOPLE = 5
SLOWED = 4
BLOCKED = """
self.blocked = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) self.blocked += duration - 50;
}).observe({ type: "longtask", buffered: true });
"""
READY = 'document.body.dataset.start === "ready"'


def figures() -> dict[str, float]:
    """Times and bytes by build."""
    builds = trick_bytes.builds()
    taken: dict[str, list[float]] = {}
    with sync_playwright() as playwright, ExitStack() as stack:
        addresses = {name: stack.enter_context(serve.serving(folder)) for name, folder in builds.items()}
        for _ in range(PEOPLE):
            for name, address in addresses.items():
                for what, time in visits(playwright, address).items():
                    taken.setdefault(f"without_{name}_{what}_ms", []).append(time)
    measured: dict[str, float] = {name: round(statistics.median(times)) for name, times in taken.items()}
    return measured | {f"without_{name}_bytes": trick_bytes.size(folder) for name, folder in builds.items()}


def visits(playwright: Playwright, address: str) -> dict[str, float]:
    """The times of one person, and how long the page of another is blocked."""
    times: dict[str, float] = {}
    with in_profile(playwright) as person:
        for visit in VISITS:
            person.go(address)
            until(person, READY)
            times[visit] = person.evaluate(STARTS)["playable"]
            until(person, KEPT)
    with in_profile(playwright) as person:
        person.page.context.add_init_script(BLOCKED)
        session = person.page.context.new_cdp_session(person.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        person.go(address)
        until(person, READY)
        until(person, KEPT)
        times["blocked"] = person.evaluate("self.blocked")
    return times


def markdown(measured: dict[str, float]) -> str:
    """A table: each build's figures, and in brackets what they differ by from those of the whole build."""
    columns = [*(f"{visit}_ms" for visit in VISITS), "blocked_ms", "bytes"]
    lines = [f"| without | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    for name in (trick_bytes.WHOLE, *TRICKS):
        if f"without_{name}_bytes" in measured:
            cells = []
            for column in columns:
                figure = measured[f"without_{name}_{column}"]
                more = figure - measured[f"without_{trick_bytes.WHOLE}_{column}"]
                cells.append(f"{figure:,.0f}" + f" ({more:+,.0f})" * (name != trick_bytes.WHOLE))
            lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)
