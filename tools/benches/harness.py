"""The harness of all benches: one way to start, to repeat, to compare in turn, and to print.

A bench is one function in tools/benches/ with the decorator `bench`. It gets a `Run`, which builds, serves and starts
browsers when the bench first asks for them. It returns its figures by name; a name says its unit, for example `ms`. A bench
that also checks something raises `Failed` when the check fails.
"""

import argparse
import importlib
import json
import os
import platform
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tools import build
from tools.common import drive, provision, serve

Figures = dict[str, float]
Bench = Callable[["Run"], Figures]
BENCHES: dict[str, Bench] = {}

# The stock page follows PyScript's own guide: the unchanged files of the same versions, Pyodide on the main thread, one script.
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


class Failed(Exception):
    """A check of a bench failed; the text says which."""


def bench(function: Bench) -> Bench:
    """Register a bench under the name of its function."""
    BENCHES[function.__name__] = function
    return function


class Run:
    """What a bench can ask for. Everything that was started ends after the bench."""

    def __init__(self, stack: ExitStack, options: argparse.Namespace) -> None:
        self.stack, self.options = stack, options
        self.seed: str = options.seed

    def count(self, default: int) -> int:
        """Return how often to repeat: the argument `--count`, or the bench's own number."""
        return int(self.options.count or default)

    @cached_property
    def playwright(self) -> Playwright:
        """Playwright."""
        return self.stack.enter_context(sync_playwright())

    @cached_property
    def browser(self) -> Browser:
        """Chromium without a profile."""
        browser = drive.launch_chromium(self.playwright)
        self.stack.callback(browser.close)
        return browser

    def page(self, size: str = "laptop", script: str = "", **options: Any) -> Page:
        """Return a page of a new context, without animations. `script` runs before those of the page."""
        settings = {"viewport": drive.SIZES[size], "reduced_motion": "reduce"} | options
        context = self.browser.new_context(**settings)
        context.set_default_timeout(60_000)
        if script:
            context.add_init_script(script)
        return context.new_page()

    def serve(self, folder: Path, handler: type[serve.Handler] = serve.Handler) -> str:
        """Serve a folder. Return its address."""
        return self.stack.enter_context(serve.serving(folder, handler=handler))

    @cached_property
    def folders(self) -> dict[str, Path]:
        """The pages to compare: ours, the one that `--baseline` names (a dist/ of another version), and a stock PyScript page."""
        stock, modules = (
            Path(self.stack.enter_context(tempfile.TemporaryDirectory())),
            provision.node_modules(),
        )
        shutil.copytree(modules / "@pyscript/core/dist", stock / "pyscript")
        shutil.copytree(modules / "pyodide", stock / "pyodide")
        (stock / "index.html").write_text(STOCK)
        baseline = {"baseline": self.options.baseline} if self.options.baseline else {}
        return {"page": build.build(), **baseline, "stock": stock}

    @cached_property
    def addresses(self) -> dict[str, str]:
        """The addresses of `folders`."""
        return {name: self.serve(folder) for name, folder in self.folders.items()}

    @cached_property
    def address(self) -> str:
        """The address of our page."""
        return self.serve(build.build())

    def deadline(self, minutes: float) -> float:
        """Return the `time.monotonic` after which to begin nothing more: after `--minutes`, or the bench's own number."""
        return time.monotonic() + 60 * (self.options.minutes or minutes)


def in_turn(times: int, measures: Mapping[str, Callable[[], Mapping[str, float]]]) -> dict[str, list[float]]:
    """Call all measures in turn, `times` times. Print each result, and return all values of each figure, by NAME_FIGURE."""
    values: dict[str, list[float]] = {}
    for _ in range(times):
        for name, measure in measures.items():
            measured = measure()
            print(name, *(f"{figure} {value:g}" for figure, value in measured.items()), file=sys.stderr)
            for figure, value in measured.items():
                values.setdefault(f"{name}_{figure}", []).append(value)
    return values


def medians(values: Mapping[str, Sequence[float]]) -> Figures:
    """Return the median of each figure, rounded to whole numbers."""
    return {name: round(statistics.median(of_one)) for name, of_one in values.items()}


def percentiles(name: str, times: Sequence[float]) -> Figures:
    """Return the median and the 95th percentile of times in ms, under names that start with `name`."""
    return {
        f"{name}_p50_ms": round(statistics.median(times), 1),
        f"{name}_p95_ms": round(statistics.quantiles(times, n=20)[-1], 1),
    }


def rate(run: Callable[[], object], seconds: float, batch: int = 1) -> float:
    """Call `run` for some seconds of processor time, `batch` times between readings of the clock. Return the calls per second."""
    start, runs = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        for _ in range(batch):
            run()
        runs += batch
    return runs / spent


def load_benches() -> None:
    """Import all modules of tools/benches/, which registers their benches."""
    for path in sorted(Path(__file__).parent.glob("[!_]*.py")):
        importlib.import_module(f"tools.benches.{path.stem}")


def main(arguments: Sequence[str]) -> int:
    """Run benches and print their figures. Return the exit code: 0, 1 if a check failed, or 2 for an unknown bench."""
    load_benches()
    about = "".join(
        f"\n  {name:12} {(of.__doc__ or '').splitlines()[0]}" for name, of in sorted(BENCHES.items())
    )
    parser = argparse.ArgumentParser(
        prog="tools/bench.py",
        description=f"Benches:{about}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", metavar="NAME", nargs="+")
    parser.add_argument("--count", type=int, help="how often to repeat (default: the bench's own number)")
    parser.add_argument("--minutes", type=float, help="for soaks: begin nothing more after this time")
    parser.add_argument("--seed", default="bench", help="for kill")
    parser.add_argument("--engine", help="for engines: only this one; for kill: chromium, firefox or webkit")
    parser.add_argument("--line", help="for slow: only this one, in kbit/s: 400, 1600 or 9000")
    parser.add_argument("--baseline", type=Path, metavar="DIST", help="a built dist/ to compare with in turn")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in BENCHES]
    if unknown:
        print(f"unknown bench {unknown[0]}; the benches are {' '.join(sorted(BENCHES))}", file=sys.stderr)
        return 2
    measured: Figures = {}
    failures = []
    for name in options.names:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        with ExitStack() as stack:
            try:
                measured |= BENCHES[name](Run(stack, options))
            except Failed as problem:
                failures.append(f"{name}: {problem}")
    if options.json:
        print(json.dumps(measured, indent=2))
    else:
        print(f"{platform.platform()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
        for name, value in measured.items():
            print(f"{name:56} {value:12g}")
    print("\n".join(failures), file=sys.stderr, end="\n" * bool(failures))
    return int(bool(failures))
