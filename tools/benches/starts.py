"""How fast the page starts: compared with a stock PyScript page in several browsers, in steps, and by Lighthouse.

A person has a new profile on the disk and makes several visits. After the first, all files are in caches. All pages are
measured in turn. Times come from the page's clock and begin at the navigation:

    painted     the first contentful paint
    playable    the engine has answered and the menu is shown (stock page: its script has run)
    ratio       time until playable, ours divided by the stock page's
"""

import gzip
import io
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Playwright

from tools.benches.harness import Failed, Figures, Run, bench, in_turn, medians
from tools.common import drive, provision, serve, webkit
from tools.common.person import ByPlaywright, BySelenium, Person, until

VISITS = ("cold", "second", "third")
STARTS = """({
  painted: performance.getEntriesByName("first-contentful-paint")[0].startTime,
  playable: performance.getEntriesByName("start:players")[0].startTime,
})"""
READY = 'document.body.dataset.start === "ready"'
# Whether the offline copy is complete, so that the next visit is quick.
OFFLINE_READY = 'document.body.dataset.offline === "ready"'
# Seconds. A browser that has just started is busy with itself: Chromium's toolbar alone takes 0.3 s of processor time.
REST = 2
# Seconds between two visits. A browser needs some 0.2 s to release the page before, with its drawn layers and animations.
REST_BETWEEN = 0.3
SLOWDOWN = 4
# Returns the time of each step by its name.
STEPS = """() => Object.fromEntries([
  ["painted", performance.getEntriesByName("first-contentful-paint")[0].startTime],
  ...performance.getEntriesByType("mark")
    .filter(({ name }) => /^(start|engine):/.test(name) && !/:(tiles|complete)$/.test(name))
    .map(({ name, startTime }) => [name.split(":")[1], startTime]),
])"""
AUDIT = provision.ROOT / "tools" / "audit"  # the folder with Lighthouse's pin
NODE_VERSION = 24  # Lighthouse needs Node 22.19 or later, but provision.node compares only major versions
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
AUDITED = {  # Lighthouse's name and ours
    "first-contentful-paint": "painted_ms",
    "largest-contentful-paint": "largest_paint_ms",
    "speed-index": "speed_index_ms",
    "total-blocking-time": "blocked_ms",
    "cumulative-layout-shift": "layout_shift",
}
NewPerson = Callable[[], AbstractContextManager[Person]]


@bench
def page(run: Run) -> Figures:
    """The start in Chromium, in turn with a stock PyScript page; medians of seven people. See also `clicks`."""
    return starts(partial(in_profile, run.playwright), run.addresses, run.count(7))


@bench
def engines(run: Run) -> Figures:
    """The start in Firefox, in WebKitGTK and in a slowed Chromium, in turn with the stock page; medians of five people.

    WebKitGTK's driver keeps the profile in memory only, so compiled code that WebKit would read from the disk is not measured. It
    is not Safari on an iPhone. Chromium slows only the main thread, SLOWDOWN times; workers keep their full speed. So our page
    is slower on a slow phone than here, and its ratio is worse. A browser that is not installed is left out.

    The goals, on an idle machine, for the first visit and later ones: Firefox 2.0 s and 1.3 s, WebKitGTK 2.8 s for both,
    slowed 6.0 s and 2.7 s.
    """
    makers: dict[str, NewPerson] = {"slowed": partial(in_slowed_chromium, run.playwright)}
    if shutil.which("firefox-esr"):
        makers["firefox"] = partial(in_profile, run.playwright, drive.launch_firefox_profile)
    if webkit.is_here():
        makers["webkitgtk"] = in_webkitgtk
    return {
        f"{engine}_{name}": value
        for engine, new_person in makers.items()
        if run.options.engine in (None, engine)
        for name, value in starts(new_person, run.addresses, run.count(5)).items()
    }


@bench
def visits(run: Run) -> Figures:
    """When each step of the start is done, over four visits; medians of five people, in ms.

    The browser reports `painted`. The other steps are performance marks, which assets/boot.js and assets/engine.js set:

        table       the page's Python (MicroPython) has started
        worker      the engine's worker has started
        snapshot    the heap snapshot is requested; on a slow line, and without one, the starter (see `slow`)
        modules     the JavaScript of Pyodide is loaded
        compiled    the WebAssembly module of Pyodide is loaded and compiled
        recalled    the heap snapshot is loaded
        gathered    all files of the engine except the WebAssembly module are loaded
        python      Python runs in the worker
        game        the game is imported (at once after a heap snapshot, which contains the imported game)
        players     the page shows the first scene and is playable
    """

    def four_visits() -> Figures:
        times: Figures = {}
        with in_profile(run.playwright) as person:
            for number in range(1, 5):
                come_back(person, run.address)
                drive.wait_until_offline_ready(person.page)
                times |= {f"{number}_{name}_ms": time for name, time in person.page.evaluate(STEPS).items()}
        return times

    return medians(in_turn(run.count(5), {"visit": four_visits}))


@bench
def lighthouse(run: Run) -> Figures:
    """Google's audit of a page for phones, in turn with the stock page; medians of three runs.

    Only this bench needs Lighthouse, so it installs the version that tools/audit/ pins into a git-ignored folder there. The
    server compresses all files, as hosts do, because Lighthouse simulates a slow network. It also simulates a processor
    that is 4 times slower than the machine's, so run it on an idle machine. It no longer checks whether a page can be
    installed; tests/tools/test_manifest.py and tests/browser/test_device.py do that.
    """
    modules = provision.node_modules(AUDIT, NODE_VERSION)
    chromium = shutil.which("chromium") or run.playwright.chromium.executable_path
    # Fill the cache now, so that compression takes no processor time during an audit.
    for path in (path for folder in run.folders.values() for path in folder.rglob("*") if path.is_file()):
        compressed(path)
    addresses = {name: run.serve(folder, Compressed) for name, folder in run.folders.items()}
    audits = {name: partial(audit, address, modules, chromium) for name, address in addresses.items()}
    values = in_turn(run.count(3), audits)
    return {f"lighthouse_{name}": round(statistics.median(of_one), 3) for name, of_one in values.items()}


def starts(new_person: NewPerson, addresses: Mapping[str, str], people: int) -> Figures:
    """Return the median times until painted and playable at the three visits to each address, and the ratios.

    `new_person` yields a person with a new profile at each call.
    """

    def three_visits(name: str) -> Figures:
        times: Figures = {}
        with new_person() as person:
            for visit in VISITS:
                come_back(person, addresses[name])
                until(person, READY)
                times |= {f"{event}_{visit}_ms": time for event, time in person.evaluate(STARTS).items()}
                if name != "stock":
                    until(person, OFFLINE_READY)
        return times

    found = medians(in_turn(people, {name: partial(three_visits, name) for name in addresses}))
    ratios = {
        f"ratio_{visit}": round(found[f"page_playable_{visit}_ms"] / found[f"stock_playable_{visit}_ms"], 2)
        for visit in VISITS
    }
    return dict(sorted(found.items())) | ratios


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


@contextmanager
def in_webkitgtk() -> Iterator[BySelenium]:
    """Yield a person who has just started WebKitGTK."""
    with webkit.running() as driver:
        yield BySelenium(driver)


@contextmanager
def in_slowed_chromium(playwright: Playwright) -> Iterator[ByPlaywright]:
    """Yield a person with a new profile in Chromium, in whose page the main thread is slowed at all visits."""
    with in_profile(playwright) as person:
        session = person.page.context.new_cdp_session(person.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        yield person


class Compressed(serve.Handler):
    """A request handler that compresses what hosts compress, for browsers that accept gzip. A subclass can have another encoding."""

    encoding = "gzip"

    def content(self, path: Path) -> bytes:
        """Return the compressed content of a file."""
        return compressed(path)

    def send_head(self) -> Any:
        """Send the headers. Return the open file, compressed if the browser accepts that."""
        path = Path(self.translate_path(self.path.partition("?")[0].partition("#")[0]))
        path = path / "index.html" if path.is_dir() else path
        if (
            self.encoding not in self.headers.get("Accept-Encoding", "")
            or not path.is_file()
            or not self.guess_type(path).startswith(serve.COMPRESSED)
        ):
            return super().send_head()
        data = self.content(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", self.encoding)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        return io.BytesIO(data)


@cache
def compressed(path: Path) -> bytes:
    """Return the file's content, compressed by gzip."""
    return gzip.compress(path.read_bytes())


def audit(address: str, modules: Path, chromium: str) -> Figures:
    """Run Lighthouse once. Return the scores and times. `modules` is its node_modules folder, `chromium` the browser's path.

    Prints the audits below 100 %. Raises Failed if Lighthouse could not load the page.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        flags = [
            "--quiet",
            "--output=json",
            f"--output-path={file}",
            f"--only-categories={','.join(CATEGORIES)}",
        ]
        flags.append("--chrome-flags=--headless=new --no-sandbox")
        command = [provision.node(NODE_VERSION), modules / "lighthouse/cli/index.js", address, *flags]
        environment = os.environ | {"CHROME_PATH": chromium}
        subprocess.run([str(part) for part in command], env=environment, check=True, cwd=folder)
        report = json.loads(file.read_text())
    if report.get("runtimeError"):
        raise Failed(report["runtimeError"]["message"])
    for name, result in report["audits"].items():
        if result["score"] is not None and result["score"] < 1:
            print(f"  {result['score']:4.2f} {name}: {result['title']} {result.get('displayValue', '')}")
    scores = {f"{name}_score": report["categories"][name]["score"] for name in CATEGORIES}
    return scores | {label: report["audits"][name]["numericValue"] for name, label in AUDITED.items()}
