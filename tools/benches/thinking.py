"""Measure in Chromium how long the farmer, the strongest bot, thinks, and whether the page has long tasks meanwhile.

The farmer's moves run in a worker with the page's Pyodide and game. The bench measures each move and its slices, by the
clock. A slice is the computation between two pauses; until it ends, the engine answers nothing.
The page's tasks of more than 50 ms are counted during a round against three farmers.
"""

import inspect
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from game.records.record import Seat
from game.rules.match import start_match
from game.rules.options.presets import resolve
from game.session.saving import record_text
from game.session.session import Session
from tools import build
from tools.benches import players as bench_players
from tools.benches.harness import Figures, Run, bench
from tools.common import drive

MOVES = 120
TABLES = ((9, 4, 7), (18, 10, 11))  # set, seats, tiles in a hand

# The worker: runs the Python code of each message and sends back its value, or why it failed.
WORKER = """
import { loadPyodide } from "RUNTIME/pyodide/pyodide.mjs";
const pyodide = loadPyodide({ indexURL: "RUNTIME/pyodide/", stdLibURL: "APP/library.zip.wasm" }).then(async (python) => {
  python.unpackArchive(await (await fetch("APP/game.zip.wasm")).arrayBuffer(), "zip");
  return python;
});
onmessage = ({ data }) => pyodide.then((python) => python.runPython(data)).then(
  (answer) => postMessage({ answer }),
  (reason) => postMessage({ failed: String(reason) }),
);
"""

PAGE = """<!doctype html><title>Thinking</title><link rel="icon" href="data:,">
<script type="module" src="./bench.mjs"></script>"""

# The script of PAGE: `run(code)` sends Python code to the worker and returns a promise of its value.
PAGE_SCRIPT = """
const worker = new Worker("./worker.mjs", { type: "module" });
window.run = (code) => new Promise((done, fail) => {
  worker.onerror = ({ message }) => fail(Error(message));
  worker.onmessage = ({ data }) => ("failed" in data ? fail(Error(data.failed)) : done(data.answer));
  worker.postMessage(code);
});
"""

# The first part of the Python code for the worker. `moves` appends the source of two functions of tools/benches/players.py.
WORKER_CODE = """
import json, time
from collections.abc import Callable
from game.players.levels import think
from game.rules.match import act, start_match
from game.rules.options.presets import resolve
from game.rules.rng import Rng
from game.rules.view import SeatView, moves_of, view
from game.session.slices import in_slices
Options = object

def median(values):  # the page's Pyodide has no module `statistics`
    return sorted(values)[len(values) // 2]

"""

# Collects the durations of the page's tasks of more than 50 ms.
WATCH_TASKS = """() => {
  window.longTasks = [];
  const add = (list) => longTasks.push(...list.getEntries().map((task) => task.duration));
  new PerformanceObserver(add).observe({ type: "longtask" });
}"""


@bench
def thinking(run: Run) -> Figures:
    """The farmer's time for a move in the browser's worker, and the page's long tasks meanwhile."""
    measured: Figures = {}
    folder = run.stack.enter_context(bench_folder(build.build()))
    page = run.page()
    page.goto(f"{run.serve(folder)}bench.html")
    for table in TABLES:
        measured |= moves(page, table, run.count(MOVES))
    page.close()
    return measured | tasks(run)


@contextmanager
def bench_folder(dist: Path) -> Iterator[Path]:
    """Yield a copy of dist/ with PAGE, its script and its worker."""
    runtime, app = (next((dist / name).iterdir()).relative_to(dist) for name in ("runtime", "app"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "dist"
        shutil.copytree(dist, folder)
        (folder / "bench.html").write_text(PAGE)
        (folder / "bench.mjs").write_text(PAGE_SCRIPT)
        (folder / "worker.mjs").write_text(
            WORKER.replace("RUNTIME", f"./{runtime}").replace("APP", f"./{app}")
        )
        yield folder


def moves(page: Page, table: tuple[int, int, int], count: int) -> Figures:
    """Return the farmer's times for a move and its longest slice, at one table of TABLES."""
    set_, seats, hand = table
    functions = inspect.getsource(bench_players.views) + inspect.getsource(bench_players.thinking_figures)
    options = f"resolve(None, {{'set': {set_}, 'hand_size': {hand}}}, {seats})"
    call = f"thinking_figures({options}, '{set_}_{seats}', {count}, time.perf_counter)"
    code = f"{WORKER_CODE}{functions}\njson.dumps({call})"
    measured: Figures = page.evaluate("async (code) => JSON.parse(await run(code))", code)
    return {f"browser_{name}": value for name, value in measured.items()}


def tasks(run: Run) -> Figures:
    """Play a round against three farmers. Return the number of the page's tasks over 50 ms, and the longest."""
    seats = (
        Seat("You", "human"),
        *(Seat(name, "bot", "farmer", "balanced") for name in ("Ann", "Bob", "Cy")),
    )
    session = Session(start_match(resolve(None, {"hand_size": 7}, 4), "thinking"), None, seats, 1.6)
    page = run.page()
    drive.open_menu(page, run.address)
    page.locator("h1:visible").first.click()  # the first tap starts the sound; people make it in the menu
    drive.open_record(page, record_text(session))
    page.evaluate(WATCH_TASKS)
    drive.play_round(page)
    measured: list[Any] = page.evaluate("longTasks")
    return {
        "page_tasks_over_50_ms": len(measured),
        "page_task_longest_ms": round(max(measured, default=0.0), 1),
    }
