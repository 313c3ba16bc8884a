"""Measure the rule laboratory in Chromium: seconds for a comparison, memory, and clicks at the table beside its workers.

seconds         from "Try" to the figures of all deals: Ted Montgomery's rules, four seats, hens, double-9, and A
                draws until a tile fits
first_seconds   from "Try" to the first figures on screen; the workers start in this time
renderer_mb     memory of the page's process with so many workers at work, in MB (proportional set size): page,
                engine and workers together. `left` is after the laboratory was left
beside_…        delays of clicks at the table as in the part `page`, while one worker plays trials. The page has no
                such situation, because the workers end when the laboratory is left: the bench starts one by hand
"""

import json
import re
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tools import build
from tools.benches import page as bench_page
from tools.common import drive, serve

DEALS = 1000
MEMORY_WORKERS = (1, 2, 4)
TABLE = {"preset": "montgomery", "changes": {}, "players": 4}
SETTING = {"a": {**TABLE, "changes": {"draw": "until-playable"}}, "b": TABLE, "level": "hen", "seed": "bench"}
# Fakes the processor's number of cores. The laboratory has one worker fewer than cores.
CORES = "Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', {{ get: () => {} }})"
PLAY = """(setting) => window.startup.bring("assets/laboratory.js").then((module) => module.play(setting, 100_000))"""


def figures() -> dict[str, float]:
    """Return the figures of all parts."""
    with sync_playwright() as playwright, serve.serving(build.build()) as address:
        browser = drive.launch_chromium(playwright)
        measured = comparison(browser, address)
        for workers in MEMORY_WORKERS:
            measured |= memory(browser, address, workers)
        measured |= beside(browser, address)
        browser.close()
    return measured


def opened(browser: Browser, address: str, workers: int) -> Page:
    """Open the laboratory on a device that has so many workers, and choose the two tables."""
    context = browser.new_context(viewport=drive.SIZES["laptop"], reduced_motion="reduce")
    context.add_init_script(CORES.format(workers + 1))
    page = context.new_page()
    drive.open_menu(page, address)
    page.locator("#welcome [data-action=laboratory]").click()
    page.locator("#lab-try:enabled").wait_for(timeout=60_000)
    for name, value in (("a", "book/montgomery"), ("option", "draw"), ("value", "until-playable")):
        page.locator(f"#lab-{name}").select_option(value)
    page.locator("#lab-try:enabled").wait_for()
    return page


def comparison(browser: Browser, address: str) -> dict[str, float]:
    """Play DEALS deals with one worker, as on a device with two cores."""
    page = opened(browser, address, 1)
    begun = time.monotonic()
    page.locator("#lab-try").click()
    page.locator("#lab-sentence:visible").wait_for(timeout=60_000)
    first = time.monotonic() - begun
    expect(page.locator("#lab-stop")).to_be_hidden(timeout=600_000)
    expect(page.locator("#lab-progress span")).to_have_text(re.compile(r"of 1,000 deals$"))
    seconds = time.monotonic() - begun
    page.context.close()
    return {"laboratory_seconds": round(seconds, 1), "laboratory_first_seconds": round(first, 1)}


def memory(browser: Browser, address: str, workers: int) -> dict[str, float]:
    """Measure the memory of the page's process while so many workers play, and after the laboratory was left."""
    page = opened(browser, address, workers)
    page.locator("#lab-deals").select_option("10000")
    page.locator("#lab-try").click()
    expect(page.locator("#lab-progress span")).to_have_text(re.compile(r"^\d{3} of"), timeout=300_000)
    playing = renderer_mb(browser)
    page.locator("#laboratory [data-action=back]").click()
    page.locator("#welcome:visible").wait_for()
    page.evaluate("new Promise((done) => setTimeout(done, 3000))")  # the browser frees the workers' memory
    left = renderer_mb(browser)
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


def beside(browser: Browser, address: str) -> dict[str, float]:
    """Measure clicks at the table while one worker plays trials."""

    def start(page: Page) -> None:
        page.evaluate(PLAY, json.dumps(SETTING))

    measured = bench_page.clicks(browser, address, start)
    return {f"laboratory_beside_{name.removeprefix('page_')}": value for name, value in measured.items()}
