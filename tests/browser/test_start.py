"""The requests of a start, the snapshot from which the engine starts, and that no other host is needed."""

import io
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Route, expect

from tests.browser.starts import RESTORED, Slow, Slower, spoil, spoil_starter
from tools.common import drive, serve

READY = "body[data-start=ready][data-phase=menu]"

# Whether the page itself compiled the interpreter's wasm; otherwise the engine's worker did, from the bytes that the page fetched.
COMPILED_HERE = "() => Boolean(window.engine.compiled)"
# The files of the page's Python that were requested before the first paint. On a busy machine the page does not wait longer
# for it than a second (PAINT_TIMEOUT of assets/boot.js).
TOO_EARLY = """() => {
  const [{ startTime: painted }] = performance.getEntriesByName("first-contentful-paint");
  const asked = performance.getEntriesByType("resource").filter(({ name }) => /pyscript|micropython|page\\.(py|rom)/.test(name));
  if (asked.length < 6) return ["only", asked.length];
  return asked.filter(({ startTime }) => startTime < Math.min(painted, 1000)).map(({ name }) => name);
}"""
# Waits until library and game are mounted too.
COMPLETE = """async () => {
  while (!performance.getEntriesByName("engine:complete").length) await new Promise((then) => setTimeout(then, 50));
}"""


@pytest.fixture
def counted(dist: Path) -> Iterator[tuple[str, Counter[str]]]:
    """An address, and the number of requests for each path."""
    asked: Counter[str] = Counter()

    class Counting(serve.Handler):
        def do_GET(self) -> None:
            asked[self.path] += 1
            super().do_GET()

    with serve.serving(dist, handler=Counting) as address:
        yield address, asked


def visit(page: Page, address: str) -> None:
    """Open the page, until the menu is there."""
    drive.visit(page, address)
    page.locator(READY).wait_for()


@pytest.mark.slow
def test_every_visit_uses_the_snapshot_and_later_ones_fetch_nothing(
    playwright: Playwright, counted: tuple[str, Counter[str]], tmp_path: Path
) -> None:
    """In a profile on disk: a private window has no room for the interpreter and fetches it again."""
    address, asked = counted
    context = drive.launch_profile(playwright, str(tmp_path), shell=True)
    page, by_page = context.pages[0], list[str]()
    wrong = drive.watch(page, address)
    page.on("request", lambda request: by_page.append(request.url.rpartition("/")[2]))
    visit(page, address)
    expect(page.locator("[data-stage][data-done]")).to_have_count(3)
    expect(page.locator("#start :visible")).to_have_count(
        0
    )  # the choices of the first screen have replaced it
    assert page.evaluate(RESTORED)
    assert "snapshot.wasm" in by_page and not {"library.zip.wasm", "game.zip.wasm"} & set(by_page)
    assert not page.evaluate(COMPILED_HERE)
    assert page.evaluate(TOO_EARLY) == []
    drive.wait_until_offline_ready(page)
    page.evaluate(COMPLETE)
    assert {path: times for path, times in asked.items() if times > 1} == {}
    assert "/index.html" not in asked  # the offline copy takes the page that the browser has
    asked.clear()
    page.evaluate("() => caches.open('chickenfoot-engine')")  # as a version of November 2026 did it
    visit(page, address)
    assert page.evaluate(RESTORED)
    assert page.evaluate(COMPILED_HERE)  # browsers keep that for the next visit
    assert page.evaluate(TOO_EARLY) == []
    page.evaluate(COMPLETE)
    assert not page.evaluate("() => caches.has('chickenfoot-engine')")
    assert set(asked) <= {"/sw.js"}
    drive.start_match(page)
    drive.take_turn(page)
    page.reload()
    page.locator("body[data-start=ready][data-phase=playing]").wait_for()
    assert page.evaluate(RESTORED)
    drive.wait_until_offline_ready(
        page
    )  # a page that is closed while its last script loads reports it as missing
    context.close()
    assert wrong == []


@pytest.mark.long  # in every run: the slow line below, where the engine starts by imports too
@pytest.mark.parametrize("how", ["strange", "missing", "damaged"])
def test_without_a_valid_snapshot_the_engine_starts_by_imports(
    chromium: Browser, published: Path, how: str
) -> None:
    spoil(published, how)
    context = chromium.new_context(service_workers="block")
    page = context.new_page()
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    with serve.serving(published) as address:
        visit(page, address)
        assert page.evaluate(RESTORED) == (
            how == "strange"
        )  # accepted by its hash, then rejected by its size
        assert any("starts without its snapshot" in text for text in told)
        drive.start_match(page)
        drive.take_turn(page)
    context.close()


# The values of the progress bar of the engine's bytes, and whether the page reports a slow connection.
BARS = """() => {
  window.bars = [];
  addEventListener("DOMContentLoaded", () => {
    const bar = document.querySelector("[data-stage=tiles] progress"), slow = document.querySelector("#start-slow");
    new MutationObserver(() => window.bars.push(bar.value)).observe(bar, { attributes: true });
    new MutationObserver(() => slow.hidden || window.bars.push("slow")).observe(slow, { attributes: true });
  });
}"""


@pytest.mark.slow
def test_on_a_slow_line_the_engine_starts_without_its_snapshot(
    chromium: Browser, dist: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile the page shows progress, has something to read and keeps the press, even if the person's texts come after it.

    The engine needs no other module than the starter's for a match, and Python starts before the game's have come. The snapshot
    comes with the offline copy, for the next visit.
    """
    context, asked = chromium.new_context(), list[str]()
    page, texts, turned = context.new_page(), list[Route](), list[bool]()
    rest, game = list[Route](), list[Route]()
    page.add_init_script(f"({BARS})()")
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    with serve.serving(dist, handler=Slower) as address:
        wrong = drive.watch(page, address)
        page.route("**/es.json", lambda route: route.continue_() if turned else texts.append(route))
        context.route("**/rest.zip.wasm", lambda route: rest.append(route))
        context.route("**/game.zip.wasm", lambda route: game.append(route))
        page.goto(f"{address}?pace=0&lang=es", wait_until="commit")
        page.locator("#play-now").click()
        reads_while_it_waits(page)
        turned.append(True)
        for route in texts:
            route.continue_()
        page.wait_for_function("performance.getEntriesByName('engine:python').length")
        context.unroute("**/game.zip.wasm")
        for route in game:
            route.continue_()
        page.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
        expect(page.locator("#wait")).to_be_hidden()
        bars = page.evaluate("window.bars")
        assert len(set(bars)) > 8 and bars == sorted(bars) and bars[-1] == 1
        assert game and not page.evaluate(RESTORED)
        drive.take_turn(page)
        assert {"library.zip.wasm", "game.zip.wasm"} <= set(asked) and "snapshot.wasm" not in asked
        for route in rest:
            route.continue_()
        context.unroute("**/rest.zip.wasm")
        monkeypatch.setattr(Slower, "pause", 0)  # the offline copy need not come slowly
        drive.wait_until_offline_ready(page)
        page.evaluate(COMPLETE)
        page.reload()
        page.locator("body[data-start=ready][data-phase=playing]").wait_for()
        assert page.evaluate(RESTORED)
        drive.wait_until_offline_ready(page)  # as above, before it is closed
    context.close()
    assert wrong == []


@pytest.mark.long  # in every run: the slow line above
def test_a_browser_that_does_not_deliver_the_measured_copy_starts(chromium: Browser, published: Path) -> None:
    """As Firefox on a busy machine: the engine waited for ever for the speed of the line."""
    engine = next(published.glob("app/*/assets/engine.js"))
    text, count = re.subn(r"(read\(response\.clone\(\)\.body, )count\b", r"\1() => {}", engine.read_text())
    assert count == 1
    engine.write_text(text)
    context = chromium.new_context(service_workers="block")
    page = context.new_page()
    with serve.serving(published, handler=Slow) as address:
        visit(page, address)
        assert not page.evaluate(RESTORED)
    context.close()


def reads_while_it_waits(page: Page) -> None:
    """After a press: how much has come, and pages to turn, which is no other press, in a card that lies within each window."""
    page.locator("#wait-match:visible").wait_for()
    expect(page.locator("#wait-part")).to_have_text(re.compile(r"^\d+ %$"))
    shown = page.locator("#wait article:visible h2")
    first = shown.inner_text()
    page.locator("#wait-next").click()
    assert shown.inner_text() != first
    expect(page.locator("#play-now")).to_have_attribute("aria-busy", "true")
    for width, height in ((360, 640), (390, 844), (844, 390), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".wait-card").evaluate("(card) => card.getBoundingClientRect().bottom") <= height


# Whether the browser's own cache holds a file.
CACHED = """(file) => fetch(file, { cache: "only-if-cached", mode: "same-origin" }).then(({ ok }) => ok, () => false)"""


class SlowSnapshot(Slow):
    """A server of which only the snapshot comes slowly, so the wasm has come long before."""

    ending, pause = "/snapshot.wasm", 0.6


@pytest.mark.long  # in every run: the slow line above
def test_a_slow_snapshot_is_given_up_if_the_wasm_was_cached(
    playwright: Playwright, dist: Path, tmp_path: Path
) -> None:
    """The person left before the offline copy was complete, and returns. With a profile on disk, see above."""
    context = drive.launch_profile(playwright, str(tmp_path), shell=True, service_workers="block")
    page, told = context.pages[0], list[str]()
    page.on("console", lambda message: told.append(message.text))
    with serve.serving(dist, handler=SlowSnapshot) as address:
        context.route("**/snapshot.wasm", lambda route: route.abort())
        visit(page, address)
        context.unroute("**/snapshot.wasm")
        told.clear()
        wasm = next(dist.glob("runtime/*/pyodide/pyodide.asm.wasm")).relative_to(dist)
        page.wait_for_function(CACHED, arg=f"/{wasm}")  # a browser writes its cache when it has time
        visit(page, address)
        assert not page.evaluate(RESTORED)
        assert any("the line is slow" in text for text in told)
        drive.start_match(page)
    context.close()


@pytest.mark.parametrize(
    ("name", "how"),
    [("game.zip.wasm", "damaged"), pytest.param("library.zip.wasm", "missing", marks=pytest.mark.long)],
)
def test_without_a_valid_starter_a_start_says_so_and_repairs_itself(
    chromium: Browser, published: Path, name: str, how: str
) -> None:
    """Without the snapshot, so that the engine needs the starter on any line. Other engines: test_other_engines.py."""
    spoil(published, "missing")
    archive = next(published.glob(f"app/*/{name}"))
    intact = archive.read_bytes()
    spoil_starter(archive, how)
    context = chromium.new_context(service_workers="block")
    page = context.new_page()
    with serve.serving(published) as address:
        page.goto(address)
        page.locator("#start-failed:visible").wait_for()
        archive.write_bytes(intact)
        page.locator("#start-retry").click()
        page.locator(READY).wait_for()
    context.close()


def press_early(page: Page, address: str, selector: str) -> None:
    """Open the page, press a button while the page's Python is still under way, then let it arrive."""
    held, pressed = list[Route](), list[bool]()
    page.route("**/micropython*", lambda route: route.continue_() if pressed else held.append(route))
    page.goto("about:blank")
    page.goto(address, wait_until="commit")
    page.locator(selector).click()
    expect(page.locator(selector)).to_have_attribute("aria-busy", "true")
    pressed.append(True)
    for route in held:
        route.continue_()
    page.locator("body[data-start=ready]").wait_for()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


# A browser that was asked to save data.
SAVING = "Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } })"


def test_the_last_press_during_the_start_is_carried_out_after_it(
    context: BrowserContext, address: str
) -> None:
    """In a browser that saves data, and so keeps no offline copy."""
    context.add_init_script(SAVING)
    page = context.new_page()
    wrong = drive.watch(page, address)
    only_the_last_press_counts(page, address)
    press_early(page, address, "#play-now")
    page.locator("body[data-phase=playing]").wait_for()
    page.locator("#card-begin").click()
    page.locator("[data-refused=saving]:not([hidden])").wait_for(state="attached")
    assert page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found === undefined)")
    assert wrong == []


def only_the_last_press_counts(page: Page, address: str) -> None:
    """Press two buttons while the page's Python never comes."""
    page.route("**/micropython*", lambda route: None)
    page.goto(address, wait_until="commit")
    page.locator("#play-now").click()
    page.locator("[data-action=rules]:visible").first.click()
    expect(page.locator("[aria-busy=true]")).to_have_count(1)
    page.locator("[data-action=rules][aria-busy=true]").wait_for()
    page.goto("about:blank")
    # The route is removed only here. Otherwise MicroPython could arrive earlier, and the start would carry out the press.
    page.unroute("**/micropython*")


ENGINE_FILES = {"pyodide.asm.wasm", "library.zip.wasm", "game.zip.wasm"}


class CutOnce(serve.Handler):
    """A server that cuts the connection once in each large file of the engine, after a part of it. It has no snapshot."""

    part, cut = 0.5, set[str]()

    def do_GET(self) -> None:
        if self.path.endswith("/snapshot.wasm"):
            return self.send_error(404)
        return super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        name = self.path.rpartition("/")[2]
        if name in CutOnce.cut or name not in ENGINE_FILES:
            super().copyfile(source, outputfile)
            return
        CutOnce.cut.add(name)
        size = Path(self.translate_path(self.path)).stat().st_size
        super().copyfile(io.BytesIO(source.read(int(size * self.part))), outputfile)
        self.close_connection = True


@pytest.mark.parametrize("part", [0.5, *(pytest.param(part, marks=pytest.mark.long) for part in (0.2, 0.8))])
def test_a_line_that_was_cut_is_taken_up_again(chromium: Browser, dist: Path, part: float) -> None:
    """In large files, and in scripts of the engine, which a browser may cut, see assets/engine.js.

    Without a repair and a reload, which would fetch everything again, and which a person would notice.
    """
    context, scripts, told = chromium.new_context(service_workers="block"), list[str](), list[str]()

    def cut_once(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if name in scripts:
            return route.continue_()
        scripts.append(name)
        return route.abort()

    for name in ("pyodide.mjs", "pyodide.asm.mjs"):
        context.route(f"**/{name}", cut_once)
    CutOnce.part, CutOnce.cut = part, set()
    page = context.new_page()
    page.on("console", lambda message: told.append(message.text))
    with serve.serving(dist, handler=CutOnce) as address:
        drive.open_menu(page, address)
    assert CutOnce.cut == ENGINE_FILES
    assert sorted(scripts) == ["pyodide.asm.mjs", "pyodide.mjs"]
    assert not any("start-up failed" in text for text in told)
    context.close()


# The page waits before it calls a failure one, see LEAVING in assets/boot.js; here the start must not end within that time.
FAILS_AHEAD = """const later = setTimeout;
setTimeout = (run, wait, ...given) => later(run, wait < 1_000 ? 0 : wait, ...given);
addEventListener("DOMContentLoaded", () => {
  document.head.append(Object.assign(document.createElement("link"), {rel: "modulepreload", href: "missing.js"}));
})"""


def test_a_file_that_only_fails_ahead_of_its_use_restarts_nothing(
    context: BrowserContext, address: str
) -> None:
    page, told = context.new_page(), list[str]()
    page.on("console", lambda message: told.append(message.text))
    page.add_init_script(FAILS_AHEAD)
    drive.open_menu(page, address)
    assert any("404" in text for text in told)
    assert not any("start-up failed" in text for text in told)


MISSING = (
    *(
        "engine.js",
        "snapshot.js",
        "snapshot.wasm",
        "library.zip.wasm",
        "game.zip.wasm",
        "rest.zip.wasm",
        "page.py",
        "page.rom.wasm",
        "updates.js",
    ),
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("micropython.mjs", "micropython.wasm", "core.js", "core-*.js"),
)


@pytest.mark.long
def test_no_other_host_is_asked_even_without_a_policy(chromium: Browser, published: Path) -> None:
    shell = published / "index.html"
    text, count = re.subn(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", shell.read_text())
    assert count == 1
    shell.write_text(text)
    foreign: list[str] = []
    with serve.serving(published, plain=True) as address:
        context = chromium.new_context(service_workers="block")
        context.add_init_script("history.replaceState({ mended: true }, '')")  # no second automatic try
        context.on(
            "request", lambda asked: foreign.extend({asked.url} if not asked.url.startswith(address) else ())
        )
        page = context.new_page()
        for name in MISSING:
            context.route(f"**/{name}", lambda route: route.fulfill(status=404, body=""))
            page.goto("about:blank")
            page.goto(address)
            page.locator(f"{READY}, #start-failed:not([hidden])").first.wait_for()
            context.unroute(f"**/{name}")
        context.close()
    assert foreign == []


class ThirdGeneration(serve.Handler):
    """A 3G connection: 1.6 Mbit/s and .3 s latency. Files are sent three times as fast, because this server does not compress."""

    line = threading.Lock()  # one at a time
    PART = 1 << 14
    rate = 3 * 1.6e6  # bits per second

    def do_GET(self) -> None:
        time.sleep(0.3)
        super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while part := source.read(self.PART):
            with self.line:
                time.sleep(self.PART * 8 / self.rate)
            outputfile.write(part)


@pytest.mark.long
def test_a_first_visit_over_3g_succeeds_without_a_warning_and_is_cached(
    context: BrowserContext, dist: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = context.new_page()
    page.add_init_script(f"({BARS})()")
    with serve.serving(dist, handler=ThirdGeneration) as address:
        page.goto(address)
        page.locator(READY).wait_for(timeout=120_000)
        assert "slow" not in page.evaluate("window.bars")
        expect(page.locator("#start-failed")).to_be_hidden()
        monkeypatch.setattr(ThirdGeneration, "rate", 1e9)  # the offline copy need not come slowly
        drive.wait_until_offline_ready(page)
    visit(page, address)
    drive.start_match(page)
