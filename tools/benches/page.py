"""Measure the start-up of the page in Chromium, compared with a stock PyScript page, and the delays after a click.

The stock page follows PyScript's own guide: the unchanged files of the same versions from the same server, Pyodide on
the main thread, one script. The bench simulates PEOPLE persons for each page, in alternation. Each person has a new
profile on the disk and makes three visits: `cold`, `second` and `third`. After the first, all files are in caches. The
part `visits` shows how a start is divided.

The times of a start come from the page's clock and begin at the navigation:

    painted          first contentful paint
    playable         the engine has answered and the menu is shown (stock page: its script has run)
    ratio            time until playable, ours divided by the stock page's

The times after a click:

    click_to_painted    from the click on a tile or a place to the frame that shows the tile at its final place
    click_to_answered   from the same click to the frame that shows the engine's answer, which the store has committed
    written             a write transaction of the store in the engine's worker; every event of the match causes one

Figures on two cores without a graphics card, Chromium 156, 60 clicks, as median and 95th percentile: click to painted
15 ms and 24 ms, click to answered 66 ms and 95 ms. In an answer the engine takes about 14 ms, the page's Python 14 ms,
styles and layout 11 ms, the frame 9 ms. An earlier version of the page showed the tile only after the engine's
answer, and its styles used `:has`. In alternation, 64 clicks each, click to painted took 15 ms and 40 ms with the new
version, 62 ms and 103 ms with the old one.
"""

import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tools import build
from tools.common import drive, provision, serve
from tools.common.person import ByPlaywright, Person, until

PEOPLE = 7
TURNS = 60

STOCK = """<!doctype html>
<title>Stock</title>
<link rel="icon" href="data:,">
<h1>Stock</h1>
<script type="module" src="pyscript/core.js"></script>
<script type="py" config='{"interpreter": "pyodide/pyodide.mjs"}'>
import js
js.performance.mark("start:players")
js.document.body.dataset.start = "ready"
</script>
"""

VISITS = ("cold", "second", "third")
STARTS = """({
  painted: performance.getEntriesByName("first-contentful-paint")[0].startTime,
  playable: performance.getEntriesByName("start:players")[0].startTime,
})"""
# Seconds. A browser that has just started is busy with itself: Chromium's toolbar alone takes 0.3 s of processor time.
REST = 2
# Seconds between two visits. A browser needs some 0.2 s to release the page before, with its drawn layers and animations.
REST_BETWEEN = 0.3
# Whether the offline copy is complete, so that the next visit is quick.
OFFLINE_READY = 'document.body.dataset.offline === "ready"'

# Measures every click that plays a tile, in ms from the event's time stamp, so waiting in the event queue counts.
# `placingTimes` end when the tile is painted at its final place, `answeredTimes` when the engine's answer is painted.
# The page shows the tile before the engine has answered. If the engine moves it, the later frame counts.
WATCH_CLICKS = """() => {
  const placed = (window.placingTimes = []), answered = (window.answeredTimes = []);
  let click = null; // { tile, begun, style: the tile's last place, painted: ms from `begun` to its frame }
  const afterFrame = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(0);
  });
  addEventListener("click", (event) => {
    const button = event.target.closest("[data-tile], [data-move]");
    if (button) click = { tile: button.dataset.tile ?? button.dataset.move.split(">")[0], begun: event.timeStamp };
  }, true);
  const watch = () => {
    const now = click, laid = now && document.querySelector(`#table [data-placed="${now.tile}"]`);
    if (!laid) return;
    const style = laid.style.cssText;
    if (style !== now.style) {
      now.style = style;
      afterFrame(() => { if (now.style === style) now.painted = performance.now() - now.begun; });
    }
    if (document.querySelector(`#hand [data-tile="${now.tile}"]`)) return; // the engine has not answered yet
    click = null;
    afterFrame(() => { placed.push(now.painted); answered.push(performance.now() - now.begun); });
  };
  const changes = new MutationObserver(watch);
  const options = { childList: true, subtree: true, attributes: true, attributeFilter: ["style"] };
  changes.observe(document.querySelector("#table"), options);
  changes.observe(document.querySelector("#hand"), { childList: true });
}"""

# Measures every write transaction of IndexedDB in the engine's worker, in ms.
WATCH_WRITES = """() => {
  const times = (self.writingTimes = []), original = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (names, mode) {
    const begun = performance.now(), transaction = original.call(this, names, mode);
    if (mode === "readwrite") transaction.addEventListener("complete", () => times.push(performance.now() - begun));
    return transaction;
  };
}"""


def figures() -> dict[str, float]:
    """Return the medians of the start-up times, and medians and 95th percentiles of the delays, in milliseconds."""
    with stock_folder() as stock, sync_playwright() as playwright:
        browser = drive.launch_chromium(playwright)
        with serve.serving(build.build()) as ours, serve.serving(stock) as theirs:
            measured = starts(partial(in_profile, playwright), {"page": ours, "stock": theirs}) | clicks(
                browser, ours
            )
        browser.close()
    return measured


@contextmanager
def stock_folder() -> Iterator[Path]:
    """Yield a folder with the stock page and the unchanged files of PyScript and Pyodide."""
    modules = provision.node_modules()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(modules / "@pyscript/core/dist", folder / "pyscript")
        shutil.copytree(modules / "pyodide", folder / "pyodide")
        (folder / "index.html").write_text(STOCK)
        yield folder


def starts(
    new_person: Callable[[], AbstractContextManager[Person]],
    addresses: dict[str, str],
    people: int = PEOPLE,
) -> dict[str, float]:
    """Return the median times until painted and playable at the three visits, and the ratios.

    `addresses` has those of `page` and of `stock`. `new_person` yields a person with a new profile at each call.
    """
    measured: dict[str, list[float]] = {}
    for _ in range(people):
        for name, address in addresses.items():
            with new_person() as person:
                for visit in VISITS:
                    come_back(person, address)
                    until(person, 'document.body.dataset.start === "ready"')
                    for event, time in person.evaluate(STARTS).items():
                        measured.setdefault(f"{name}_{event}_{visit}_ms", []).append(time)
                    if name == "page":
                        until(person, OFFLINE_READY)
    medians: dict[str, float] = {
        name: round(statistics.median(times)) for name, times in sorted(measured.items())
    }
    for visit in VISITS:
        ours, theirs = (medians[f"{name}_playable_{visit}_ms"] for name in ("page", "stock"))
        medians[f"ratio_{visit}"] = round(ours / theirs, 2)
    return medians


def come_back(person: Person, address: str) -> None:
    """Load the address as a new visit, REST_BETWEEN seconds after leaving the page before, as a person would."""
    person.go("about:blank")
    time.sleep(REST_BETWEEN)
    person.go(address)


@contextmanager
def in_profile(
    playwright: Playwright, launch: Callable[[Playwright, str], BrowserContext] = drive.launch_profile
) -> Iterator[ByPlaywright]:
    """Yield a person with a new profile on the disk, REST seconds after `launch` has started the browser."""
    with tempfile.TemporaryDirectory() as profile:
        context = launch(playwright, profile)
        time.sleep(REST)
        yield ByPlaywright(context.pages[0])
        context.close()


def clicks(
    browser: Browser, address: str, prepare: Callable[[Page], None] = lambda page: None
) -> dict[str, float]:
    """Return the delays of TURNS clicks and of the store's writes. Opponents are fast, tiles are not animated.

    `prepare` is called with the page when the match has begun.
    """
    context = browser.new_context(viewport=drive.SIZES["laptop"], reduced_motion="reduce")
    context.add_init_script("""localStorage.setItem("chickenfoot-settings", '{"speed": "fast"}')""")
    page = context.new_page()
    drive.open_menu(page, address, hurried=False)
    drive.start_match(page)
    page.evaluate(WATCH_CLICKS)
    engine = next(worker for worker in page.workers if "engine" in worker.url)
    engine.evaluate(WATCH_WRITES)
    prepare(page)
    while len(placing_times(page)) < TURNS:
        if drive.phase(page) == "playing":
            drive.take_turn(page)
        else:
            drive.go_on(page)
    painted, answered = placing_times(page), answered_times(page)
    written: list[float] = engine.evaluate("writingTimes")
    context.close()
    return (
        percentiles("page_click_to_painted", painted)
        | percentiles("page_click_to_answered", answered)
        | percentiles("page_written", written)
    )


def placing_times(page: Page) -> list[float]:
    """Return the times from click to painted tile that WATCH_CLICKS has collected, in ms."""
    times: list[float] = page.evaluate("window.placingTimes")
    return times


def answered_times(page: Page) -> list[float]:
    """Return the times from click to painted answer of the same clicks, in ms."""
    times: list[float] = page.evaluate("window.answeredTimes")
    return times


def percentiles(name: str, times: list[float]) -> dict[str, float]:
    """Return the median and the 95th percentile, under names that start with `name`."""
    return {
        f"{name}_p50_ms": round(statistics.median(times), 1),
        f"{name}_p95_ms": round(statistics.quantiles(times, n=20)[-1], 1),
    }
