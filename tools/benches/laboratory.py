"""Measure the rule laboratory in Chromium: seconds for a comparison, memory, and the delay of clicks while a worker plays.

Both sides of the comparison play Ted Montgomery's rules with double-9 and four hens; side A draws until a tile fits.

seconds                   from "Try" to the figures of the 1,000 deals that the form suggests
first_seconds             from "Try" to the first figures on screen; the workers start in this time
renderer_N_workers_mb     memory of the page's process while N workers play, in MB (proportional set size): page, engine
                          and workers together
renderer_N_left_mb        the same after the person has left the laboratory
during_trials_…           the delays of clicks in a match, as tools/benches/clicks.py measures them, while one worker plays
                          trials. The bench starts this worker by hand, because the page ends its workers when the
                          person leaves the laboratory
"""

import json
import re
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tools.benches.clicks import click_delays
from tools.benches.harness import Figures, Run, bench
from tools.common import drive

MEMORY_WORKERS = (1, 2, 4)
RULES = {"preset": "montgomery", "changes": {}, "players": 4}
SETTING = {"a": {**RULES, "changes": {"draw": "until-playable"}}, "b": RULES, "level": "hen", "seed": "bench"}
# Fakes the processor's number of cores. The laboratory has one worker fewer than cores.
CORES = "Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', {{ get: () => {} }})"
PLAY = """(setting) => window.startup.bring("assets/laboratory.js").then((module) => module.play(setting, 100_000))"""


@bench
def laboratory(run: Run) -> Figures:
    """The rule laboratory: seconds for a comparison, memory, and the delay of clicks while a worker plays."""
    measured = comparison(run)
    for workers in MEMORY_WORKERS:
        measured |= memory(run, workers)
    return measured | clicks_during_trials(run)


def opened(run: Run, workers: int) -> Page:
    """Open the laboratory on a device that has so many workers, and choose the rules of both sides."""
    page = run.page(script=CORES.format(workers + 1))
    drive.open_menu(page, run.address)
    drive.choose(page, "laboratory")
    page.locator("#lab-try:enabled").wait_for(timeout=60_000)
    for name, value in (("a", "book/montgomery"), ("option", "draw"), ("value", "until-playable")):
        page.locator(f"#lab-{name}").select_option(value)
    page.locator("#lab-try:enabled").wait_for()
    return page


def comparison(run: Run) -> Figures:
    """Play 1,000 deals with one worker, as on a device with two cores."""
    page = opened(run, 1)
    begun = time.monotonic()
    page.locator("#lab-try").click()
    page.locator("#lab-sentence:visible").wait_for(timeout=60_000)
    first = time.monotonic() - begun
    expect(page.locator("#lab-stop")).to_be_hidden(timeout=600_000)
    expect(page.locator("#lab-progress span")).to_have_text(re.compile(r"of 1,000 deals$"))
    seconds = time.monotonic() - begun
    page.context.close()
    return {"laboratory_seconds": round(seconds, 1), "laboratory_first_seconds": round(first, 1)}


def memory(run: Run, workers: int) -> Figures:
    """Measure the memory of the page's process while so many workers play, and after the laboratory was left."""
    page = opened(run, workers)
    page.locator("#lab-deals").select_option("10000")
    page.locator("#lab-try").click()
    expect(page.locator("#lab-progress span")).to_have_text(re.compile(r"^\d{3} of"), timeout=300_000)
    playing = renderer_mb(run.browser)
    page.locator("#laboratory [data-action=back]").click()
    page.locator("#welcome:visible").wait_for()
    page.evaluate("new Promise((done) => setTimeout(done, 3000))")  # the browser frees the workers' memory
    left = renderer_mb(run.browser)
    page.context.close()
    return {
        f"laboratory_renderer_{workers}_workers_mb": playing,
        f"laboratory_renderer_{workers}_left_mb": left,
    }


def renderer_mb(browser: Browser) -> float:
    """The proportional set size of the largest renderer of the browser, in MB."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = [0]
    for process in processes:
        if process["type"] == "renderer":
            rollup = Path(f"/proc/{process['id']}/smaps_rollup").read_text()
            sizes += [int(size) for size in re.findall(r"^Pss: +(\d+) kB", rollup, re.MULTILINE)]
    return round(max(sizes) / 1024, 1)


def clicks_during_trials(run: Run) -> Figures:
    """Measure the delay of clicks in a match while one worker plays trials."""

    def start(page: Page) -> None:
        page.evaluate(PLAY, json.dumps(SETTING))

    return {f"laboratory_during_trials_{name}": value for name, value in click_delays(run, start).items()}
