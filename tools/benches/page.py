"""Start-up and answering time of the page in Chromium, beside a stock PyScript page in the same run.

The stock page is what PyScript's own guide gives: the same versions' files self-hosted unchanged, Pyodide on the main
thread, one script. People take turns, each with a profile that is kept on the disk; cold is a first visit, second and third
follow it with everything in the caches. The part `visits` tells where the time goes. Times are the page's own clock, from
the start of the navigation:

    shell painted   first contentful paint
    playable        the engine has answered and the menu is up (stock: its script has run)
    ratio           playable, ours to the stock page's
    click           from the event's time stamp on a tile or place to the frame that shows the tile where it stays
    answered        from the same to the frame that shows all that follows: the engine's answer, which waits until it is kept
    written         a transaction of the store from its begin to its end, in the engine's worker: one for each event, the others' too

Seen on two cores without a graphics card, Chromium 156: painted 16 ms at the median and 25 ms at p95 (60 clicks), answered
60 and 96. In turn with the page that waited for the engine and asked :has in its styles (64 clicks each): 15 and 40 against
62 and 103. Of an answer the engine takes some 12 ms, the page's Python 4, styles and layout 8 to 10, the frame 8.
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
# Seconds: a browser that begins is busy with its own (Chromium's toolbar alone for .3 s of processor).
REST = 2
KEPT = 'document.body.dataset.offline === "ready"'  # all that makes our page's next visit a quick one, as in drive.kept

# Times every placing that a click asked for, from the click's own time stamp, so waiting in the queue counts: `placingTimes`
# until the tile is painted where it then stays, `answeredTimes` until all that the engine answered is painted. The page
# lays the tile before the engine has answered; where the engine puts it elsewhere, the time of that frame counts.
WATCH_CLICKS = """() => {
  const placed = (window.placingTimes = []), answered = (window.answeredTimes = []);
  let click = null; // tile, begun, style: where it lay when last seen, painted: when that was
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
  changes.observe(document.querySelector("#table"), { childList: true, subtree: true, attributes: true, attributeFilter: ["style"] });
  changes.observe(document.querySelector("#hand"), { childList: true });
}"""

# Times every transaction that writes, in the engine's worker.
WATCH_WRITES = """() => {
  const times = (self.writingTimes = []), was = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (names, mode) {
    const begun = performance.now(), transaction = was.call(this, names, mode);
    if (mode === "readwrite") transaction.addEventListener("complete", () => times.push(performance.now() - begun));
    return transaction;
  };
}"""


def figures() -> dict[str, float]:
    """Medians and 95th percentiles in milliseconds."""
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
    """A folder with the stock page and the unchanged files of the same packages."""
    modules = provision.node_modules()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(modules / "@pyscript/core/dist", folder / "pyscript")
        shutil.copytree(modules / "pyodide", folder / "pyodide")
        (folder / "index.html").write_text(STOCK)
        yield folder


def starts(
    somebody: Callable[[], AbstractContextManager[Person]],
    addresses: dict[str, str],
    people: int = PEOPLE,
) -> dict[str, float]:
    """Painted and playable at three visits for `page` and `stock` at their addresses, and the ratios.

    `somebody` is a new person each time, with a profile of their own.
    """
    taken: dict[str, list[float]] = {}
    for _ in range(people):
        for name, address in addresses.items():
            with somebody() as person:
                for visit in VISITS:
                    person.go(address)
                    until(person, 'document.body.dataset.start === "ready"')
                    for what, time in person.evaluate(STARTS).items():
                        taken.setdefault(f"{name}_{what}_{visit}_ms", []).append(time)
                    if name == "page":
                        until(person, KEPT)
    medians: dict[str, float] = {
        name: round(statistics.median(times)) for name, times in sorted(taken.items())
    }
    for visit in VISITS:
        ours, theirs = (medians[f"{name}_playable_{visit}_ms"] for name in ("page", "stock"))
        medians[f"ratio_{visit}"] = round(ours / theirs, 2)
    return medians


@contextmanager
def in_profile(
    playwright: Playwright, launch: Callable[[Playwright, str], BrowserContext] = drive.launch_profile
) -> Iterator[ByPlaywright]:
    """Somebody with a new profile on the disk, in Chromium if `launch` says nothing else, whose browser has been open for REST."""
    with tempfile.TemporaryDirectory() as profile:
        context = launch(playwright, profile)
        time.sleep(REST)
        yield ByPlaywright(context.pages[0])
        context.close()


def clicks(browser: Browser, address: str) -> dict[str, float]:
    """Click to painted table and the store's writes beside it, over TURNS placings, opponents at the pace "fast", tiles not gliding."""
    context = browser.new_context(viewport=drive.SIZES["laptop"], reduced_motion="reduce")
    context.add_init_script("""localStorage.setItem("chickenfoot-settings", '{"speed": "fast"}')""")
    page = context.new_page()
    drive.open_menu(page, address, hurried=False)
    drive.start_match(page)
    page.evaluate(WATCH_CLICKS)
    engine = next(worker for worker in page.workers if "engine" in worker.url)
    engine.evaluate(WATCH_WRITES)
    while len(placing_times(page)) < TURNS:
        if drive.phase(page) == "playing":
            drive.take_turn(page)
        else:
            drive.go_on(page)
    painted, answered = placing_times(page), answered_times(page)
    written: list[float] = engine.evaluate("writingTimes")
    context.close()
    return (
        middle_and_tail("page_click_to_painted", painted)
        | middle_and_tail("page_click_to_answered", answered)
        | middle_and_tail("page_written", written)
    )


def placing_times(page: Page) -> list[float]:
    """Click to painted tile, as WATCH_CLICKS has collected it."""
    times: list[float] = page.evaluate("window.placingTimes")
    return times


def answered_times(page: Page) -> list[float]:
    """Click to painted answer, of the same clicks."""
    times: list[float] = page.evaluate("window.answeredTimes")
    return times


def middle_and_tail(name: str, times: list[float]) -> dict[str, float]:
    """The median and the 95th percentile."""
    return {
        f"{name}_p50_ms": round(statistics.median(times), 1),
        f"{name}_p95_ms": round(statistics.quantiles(times, n=20)[-1], 1),
    }
