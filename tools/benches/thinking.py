"""Measure how long the farmer, the strongest bot, thinks in Pyodide in a worker of a real Chromium, and the page's long tasks meanwhile.

The worker loads the runtime and the game that the page loads and times the farmer's moves by the clock, its slices too (a slice
is how long the engine does not answer). The page's own tasks over 50 ms are counted in a round against three farmers, from the
first turn on.
"""

import inspect
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from game.records.record import Seat
from game.rules.match import start_match
from game.rules.options.presets import resolve
from game.session.saving import record_text
from game.session.session import Session
from tools import build
from tools.benches import players as bench_players
from tools.common import drive, serve

MOVES = 120
TABLES = ((9, 4, 7), (18, 10, 11))  # set, seats, tiles each

WORKER = """
import { loadPyodide } from "RUNTIME/pyodide/pyodide.mjs";
const told = (work) => work.then((answer) => postMessage({ answer }), (reason) => postMessage({ failed: String(reason) }));
const python = loadPyodide({ indexURL: "RUNTIME/pyodide/" }).then(async (made) => {
  made.FS.writeFile("/home/pyodide/game.zip", new Uint8Array(await (await fetch("APP/game.zip")).arrayBuffer()));
  made.runPython("import sys; sys.path.insert(0, 'game.zip')");
  return made;
});
onmessage = ({ data }) => told(python.then((made) => made.runPython(data)));
"""

PAGE = """<!doctype html><title>Thinking</title><link rel="icon" href="data:,"><script type="module" src="./bench.mjs"></script>"""

ASKING = """
const worker = new Worker("./worker.mjs", { type: "module" });
window.run = (code) => new Promise((done, fail) => {
  worker.onerror = ({ message }) => fail(Error(message));
  worker.onmessage = ({ data }) => ("failed" in data ? fail(Error(data.failed)) : done(data.answer));
  worker.postMessage(code);
});
"""

CODE = """
import json, time
from collections.abc import Callable
from game.players.levels import think
from game.rules.match import act, start_match
from game.rules.options.presets import resolve
from game.rules.rng import Rng
from game.rules.view import View, moves_of, view
from game.session.slices import in_slices
Options = object

def median(values):  # `statistics` is not among what the page's runtime has
    return sorted(values)[len(values) // 2]

"""

WATCH_TASKS = """() => {
  window.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((task) => task.duration))).observe({ type: "longtask" });
}"""


def figures() -> dict[str, float]:
    """Milliseconds; see the module's docstring."""
    dist = build.build()
    with sync_playwright() as playwright:
        browser = drive.launch_chromium(playwright)
        measured: dict[str, float] = {}
        with bench_folder(dist) as folder, serve.serving(folder) as address:
            page = browser.new_page()
            page.goto(f"{address}bench.html")
            for table in TABLES:
                measured |= moves(page, table)
            page.close()
        with serve.serving(dist) as address:
            measured |= tasks(browser, address)
        browser.close()
    return measured


@contextmanager
def bench_folder(dist: Path) -> Iterator[Path]:
    """What is published, and a page with a worker that runs what it is sent."""
    runtime, app = (next((dist / name).iterdir()).relative_to(dist) for name in ("runtime", "app"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "dist"
        shutil.copytree(dist, folder)
        (folder / "bench.html").write_text(PAGE)
        (folder / "bench.mjs").write_text(ASKING)
        (folder / "worker.mjs").write_text(
            WORKER.replace("RUNTIME", f"./{runtime}").replace("APP", f"./{app}")
        )
        yield folder


def moves(page: Page, table: tuple[int, int, int]) -> dict[str, float]:
    """The farmer's time a move and its longest slice at one table."""
    set_, seats, hand = table
    functions = inspect.getsource(bench_players.views) + inspect.getsource(bench_players.thinking_figures)
    options = f"resolve(None, {{'set': {set_}, 'hand_size': {hand}}}, {seats})"
    code = f"{CODE}{functions}\njson.dumps(thinking_figures({options}, '{set_}_{seats}', {MOVES}, time.perf_counter))"
    measured: dict[str, float] = page.evaluate("async (code) => JSON.parse(await run(code))", code)
    return {f"browser_{name}": value for name, value in measured.items()}


def tasks(browser: Browser, address: str) -> dict[str, float]:
    """The page's longest task, and how many took over 50 ms, in a round against three farmers."""
    seats = (
        Seat("You", "human"),
        *(Seat(name, "bot", "farmer", "balanced") for name in ("Ann", "Bob", "Cy")),
    )
    session = Session(start_match(resolve(None, {"hand_size": 7}, 4), "thinking"), None, seats, 1.6)
    page = browser.new_page(viewport=drive.SIZES["laptop"], reduced_motion="reduce")
    drive.open_menu(page, address)
    page.locator("h1:visible").first.click()  # the page's first tap, as a person's would be on the menu
    drive.open_record(page, record_text(session))
    page.evaluate(WATCH_TASKS)
    drive.play_round(page)
    measured: list[Any] = page.evaluate("longTasks")
    page.close()
    return {
        "page_tasks_over_50_ms": len(measured),
        "page_task_longest_ms": round(max(measured, default=0.0), 1),
    }
