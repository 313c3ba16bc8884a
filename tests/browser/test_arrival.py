"""Incomplete, slow and missing responses: each start ends in a playable game or in a true sentence."""

import fnmatch
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tools.common import drive, serve

READY = "body[data-start=ready][data-phase=menu]"
NOTE = "#page-note"  # from assets/check.js
SENTENCES = {
    "failed": "#start-failed:visible",
    "waiting": "[data-slow=waiting]:visible",
    "working": "[data-slow=working]:visible",
    "note": f":is({NOTE}, h1 ~ p button):visible",
}
FILES = (
    *("engine.js", "snapshot.js", "snapshot.wasm", "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *(
        "core.js",
        "core-*.js",
        "error-*.js",
        "micropython.mjs",
        "micropython.wasm",
        "page.py",
        "page.rom.wasm",
    ),
    *(
        "index.html",
        "es.json",
        "updates.js",
        "device.js",
        "sw.js",
        "library.zip.wasm",
        "game.zip.wasm",
        "rest.zip.wasm",
    ),
    *(
        "icon.svg",
        "manifest.webmanifest",
        "sharing.js",
        "laboratory.js",
        "survey.json",
        "index.mjs",
        "preview.jpg",
    ),
)
# Without the snapshot, which is missing then. With it, the starter is requested on a slow line only.
STARTER = {"library.zip.wasm", "game.zip.wasm"}
# The faults: missing; never answered; answered after 5 s; connection cut in the middle; half of the file as the whole.
FAULTS = ("missing", "endless", "late", "half", "short")
OPTIONAL = (
    *("es.json", "updates.js", "device.js", "sw.js", "rest.zip.wasm", "icon.svg", "sharing.js", "index.mjs"),
    *("laboratory.js", "survey.json"),
)
# In every run. Its siblings are the tests below; of an endless answer the stalled download in test_recovery.py; and of a
# connection cut in the middle the cut line in test_start.py.
SHORT = (("error-*.js", "missing"),)
# What a start can do without, each with a fault, at once.
WITHOUT = {
    "device.js": "short",
    "es.json": "missing",
    "updates.js": "missing",
    "sharing.js": "missing",
}
WITHIN = 15  # s


class Faulty(serve.Handler):
    """A server with faults in some files: `faults` has one of FAULTS for each pattern of names."""

    faults: ClassVar[dict[str, str]] = {}
    over = threading.Event()

    def do_GET(self) -> None:
        """Answer as FAULTS says."""
        name = self.path.partition("?")[0].rpartition("/")[2] or "index.html"
        how = next((how for pattern, how in Faulty.faults.items() if fnmatch.fnmatchcase(name, pattern)), "")
        if not how:
            return super().do_GET()
        if how == "missing":
            return self.send_error(404)
        if how == "endless":
            Faulty.over.wait(60)
            self.close_connection = True
            return None
        if how == "late":
            Faulty.over.wait(5)
            return super().do_GET()
        content = Path(self.translate_path(self.path), *["index.html"] * (name == "index.html")).read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(name))
        self.send_header("Content-Length", str(len(content) // (2 if how == "short" else 1)))
        self.end_headers()
        self.wfile.write(content[: len(content) // 2])
        # A busy Chromium may notice the cut before it reads the first half of the page, and then shows nothing.
        if name == "index.html":
            Faulty.over.wait(2)
        self.close_connection = True
        return None


@contextmanager
def faulty(dist: Path, faults: dict[str, str]) -> Iterator[str]:
    """The address of dist/, with these faults while the block runs."""
    Faulty.faults, Faulty.over = faults, threading.Event()
    with serve.serving(dist, handler=Faulty) as address:
        try:
            yield address
        finally:
            Faulty.over.set()


def ended(page: Page) -> str:
    """The end of a start: "ready", or the name of the sentence on screen. Raises AssertionError after WITHIN.

    A page that gives up rewrites its document, which ends Playwright's own waiting, so this function polls.
    """
    until = time.monotonic() + WITHIN
    while time.monotonic() < until:
        for told, selector in {"ready": READY, **SENTENCES}.items():
            if page.locator(selector).count():
                return told
        page.wait_for_timeout(100)
    raise AssertionError(f"nothing after {WITHIN} s: {page.locator('body').aria_snapshot()}")


@pytest.mark.parametrize(
    ("name", "how"),
    [
        pytest.param(name, how, marks=() if (name, how) in SHORT else pytest.mark.long)
        for name in FILES
        for how in FAULTS
    ],
)
def test_with_a_faulty_file_there_is_a_game_or_a_true_sentence_soon(
    chromium: Browser, dist: Path, name: str, how: str
) -> None:
    if name == "index.html" and how in ("missing", "endless"):
        pytest.skip("nothing of ours is there to say anything")
    began = time.monotonic()
    context = chromium.new_context(viewport=drive.SIZES["laptop"])
    page = context.new_page()
    with faulty(dist, {name: how, **({"snapshot.wasm": "missing"} if name in STARTER else {})}) as address:
        page.goto(f"{address}?pace=0{'&lang=es' * (name == 'es.json')}", wait_until="commit")
        told = ended(page)
        if told == "ready":
            drive.start_match(page)
            drive.take_turn(page)
        else:
            assert name not in OPTIONAL
            assert told == ("note" if name == "index.html" else "waiting" if how == "endless" else "failed")
    context.close()
    print(f"{name:20} {how:8} {told:8} {time.monotonic() - began:.1f} s")


def test_without_every_optional_file_there_is_a_game_that_says_so(
    context: BrowserContext, dist: Path
) -> None:
    """The settings name missing scripts, and a missing QR script is said in a sentence."""
    page = context.new_page()
    with faulty(dist, WITHOUT) as address:
        drive.open_menu(page, f"{address}?pace=0&lang=es", hurried=False)
        drive.choose(page, "settings")
        for line in ("updates", "device"):
            expect(page.locator(f"[data-without={line}]")).to_be_visible()
        expect(page.locator("[data-without]:visible")).to_have_count(2)
        page.keyboard.press("Escape")
        drive.start_match(page)
        drive.take_turn(page)
        no_qr_code(page)


def no_qr_code(page: Page) -> None:
    """Ask for the QR code of a match, whose script is missing."""
    page.locator("[data-action=menu]:visible").first.click()
    page.locator("#menu [data-action=share]").click()
    page.locator("#sending [data-action=qr]").click()
    expect(page.locator("#toast")).to_be_visible()
    expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator("#sending-link")).to_be_visible()


@pytest.mark.long  # in every run: the script that fetches it, in the test above
def test_a_missing_qr_package_shows_a_sentence(context: BrowserContext, dist: Path) -> None:
    page = context.new_page()
    with faulty(dist, {"index.mjs": "missing"}) as address:
        drive.open_menu(page, address)
        drive.start_match(page)
        no_qr_code(page)


class Slow(serve.Handler):
    """A server that sends the page in pieces of a kilobyte, with a pause after each, and counts the requests."""

    asked: ClassVar[Counter[str]] = Counter()
    pause = 0.02  # s
    most = 1 << 30  # bytes after which the server stops

    def do_GET(self) -> None:
        """Answer in slow pieces."""
        path = self.path.partition("?")[0]
        Slow.asked[path] += 1
        if path != "/":
            return super().do_GET()
        content = Path(self.translate_path("/index.html")).read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        for begin in range(0, min(len(content), Slow.most), 1000):
            self.wfile.write(content[begin : min(begin + 1000, Slow.most)])
            time.sleep(Slow.pause)
        if len(content) > Slow.most:
            Faulty.over.wait(60)
            self.close_connection = True
        return None


def impatient(published: Path, *changes: tuple[str, str]) -> None:
    """Shorten the waiting times in the page's scripts. Remove the content-security policy, because it has the scripts' hashes."""
    shell = published / "index.html"
    text = shell.read_text()
    for pattern, instead in ((r'<meta http-equiv="Content-Security-Policy"[^>]*>', ""), *changes):
        text, count = re.subn(pattern, instead, text)
        assert count == 1, pattern
    shell.write_text(text)


@pytest.mark.long  # in every run: the page that stops, below, and the slow line of test_start.py
@pytest.mark.parametrize("whose", ["boot", "check"])
def test_a_page_that_pauses_after_each_kilobyte_starts(
    chromium: Browser, published: Path, whose: str
) -> None:
    """Without the service worker, whose copy of the changed page would have another hash."""
    if whose == "boot":
        impatient(published, (r"const SLOW_AFTER = \d+_000;", "const SLOW_AFTER = 5;"))
    else:  # check.js would give up a page that stops before its body starts
        impatient(
            published,
            (r"var STALL_MS = \d+;", "var STALL_MS = 5;"),
            (r"(setTimeout\(watch), 1000", r"\1, 5"),
            (r"if \(!document\.body\) return giveUp\(\);\s*show", "if (document.body) show"),
        )
    Slow.asked.clear()
    Slow.most, Slow.pause = 1 << 30, 0.02
    context = chromium.new_context()
    context.add_init_script("delete Navigator.prototype.serviceWorker")
    page = context.new_page()
    with serve.serving(published, plain=True, handler=Slow) as address:
        wrong = drive.watch(page, address)
        page.goto(f"{address}?pace=0")
        page.locator(READY).wait_for()
        expect(page.locator(NOTE)).to_have_count(0)
        expect(page.locator("body")).to_have_count(1)
        drive.start_match(page)
        drive.take_turn(page)
        assert {path: times for path, times in Slow.asked.items() if times > 1} == {}
        assert wrong == []
    context.close()


# Where the page stops: in the second script, in the styles, in the drawings, in the list of stages, near the end.
STOPS = (
    "const PIECE = ",
    "#welcome {",
    '<symbol id="i-hint"',
    '<li data-stage="players">',
    '<dialog id="sending"',
)


@pytest.mark.parametrize(
    "stop", [pytest.param(stop, marks=() if stop in STOPS[:2] else pytest.mark.long) for stop in STOPS]
)
def test_a_page_that_stops_loading_says_so_and_can_be_retried(
    context: BrowserContext, dist: Path, stop: str
) -> None:
    page = context.new_page()
    page.clock.install()
    content = (dist / "index.html").read_bytes()
    Slow.most, Slow.pause = content.index(stop.encode()), 0
    Faulty.over = threading.Event()
    wrong = drive.watch(page, "http")
    with serve.serving(dist, handler=Slow) as address:
        page.goto(address, wait_until="commit")
        for _ in range(20):  # lets the browser parse the rest of that piece
            page.clock.run_for(500)
        button = page.locator(f"{NOTE} button, h1 ~ p button")
        expect(button).to_be_visible()
        assert wrong == []
        Slow.most = 1 << 30
        button.click(no_wait_after=True)
        page.locator(READY).wait_for()
        expect(page.locator(NOTE)).to_have_count(0)
        Faulty.over.set()


@pytest.mark.long  # in every run: the page that stops, above
def test_a_page_that_ends_too_early_says_so_and_can_be_retried(context: BrowserContext, dist: Path) -> None:
    page = context.new_page()
    with faulty(dist, {"index.html": "short"}) as address:
        page.goto(address)
        expect(page.locator(NOTE)).to_be_visible()
        Faulty.faults = {}
        page.locator(f"{NOTE} button").click()
        page.locator(READY).wait_for()
        expect(page.locator(NOTE)).to_have_count(0)


@pytest.mark.slow
def test_the_page_goes_on_by_itself_when_a_cut_line_is_back(chromium: Browser, address: str) -> None:
    context = chromium.new_context(viewport=drive.SIZES["phone"])
    page, is_cut = context.new_page(), [True]
    page.route(
        "**/runtime/**", lambda route: route.abort("connectionreset") if is_cut[0] else route.continue_()
    )
    page.goto(address)
    page.locator("body[data-start=failed]").wait_for(state="attached")
    expect(page.locator("#start-retry")).to_be_visible()
    is_cut[0] = False
    page.locator("body[data-start=ready]").wait_for(state="attached")
    context.close()
