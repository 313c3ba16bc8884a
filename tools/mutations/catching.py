"""Copies of the tree in which faults are put, and the tests that may catch them.

One run of all tests under coverage says which tests run which line. A fault is then tried against just those tests,
quick ones first. Lines that run on import have no test of their own: the tests nearest to their module are tried.
"""

import itertools
import os
import shutil
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

import coverage

from tools.common import provision, touched
from tools.mutations.faults import Fault

ROOT = provision.ROOT
WHOLE = 3_600  # seconds for the run of all tests under coverage
LEAST = 60  # seconds that the tests of one fault may take, whatever they took without it
MOST_NAMED = 400  # tests named on one command line; more are run by their files


class Outcome(NamedTuple):
    """What became of a fault."""

    fault: Fault
    caught: str  # what caught it: a test's name, "time", or "" when it survived
    seconds: float


class Covering:
    """Which tests run which line of game/, from one run of all tests that need no browser.

    Args:
        tree: a copy of the repository without a fault.
    """

    def __init__(self, tree: Path) -> None:
        self._by_line: dict[tuple[str, int], list[str]] = defaultdict(list)
        counts: dict[str, int] = defaultdict(int)
        data = coverage.CoverageData(str(_measured(tree)))
        data.read()
        for name in data.measured_files():
            path = os.path.relpath(name, tree)
            for line, contexts in data.contexts_by_lineno(name).items():
                for test in filter(None, contexts):
                    self._by_line[path, line].append(test)
                    counts[test] += 1
        self._counts = counts

    def tests(self, fault: Fault) -> list[str]:
        """The tests that run the fault's line, those that run the fewest lines first; else those nearest to its module."""
        found = sorted(
            self._by_line[str(fault.path), fault.line], key=lambda test: (self._counts[test], test)
        )
        if len(found) > MOST_NAMED:
            found = found[:MOST_NAMED] + list(dict.fromkeys(test.split("::")[0] for test in found))
        return found or touched.nearest([str(fault.path)])


def outcomes(chosen: list[Fault], jobs: int, folder: Path) -> Iterator[Outcome]:
    """Yield what becomes of each fault, in their order; `folder` is an empty one to work in."""
    trees: Queue[Path] = Queue()
    for number in range(jobs):
        trees.put(copied(folder / str(number)))
    covering = Covering(folder / "0")

    def one(fault: Fault) -> Outcome:
        tree = trees.get()
        try:
            return _tried(fault, tree, covering.tests(fault))
        finally:
            trees.put(tree)

    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(one, chosen)


def copied(folder: Path) -> Path:
    """Copy every tracked or new file of the repository to `folder`; returns it."""
    for name in touched.all_files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    (folder / "node_modules").symlink_to(provision.node_modules())  # too large to be copied
    return folder


def _measured(tree: Path) -> Path:
    """Run all tests that need no browser under coverage, in two processes; returns the data file."""
    settings = tree / "mutations.coveragerc"
    settings.write_text("[run]\nsource = game\npatch = subprocess\ndata_file = mutations.coverage\n")
    named = f"--rcfile={settings.name}"
    tests = ["-n", "2", "--dist", "worksteal", "-p", "tools.mutations.contexts", "tests"]
    _pytest(tree, ["coverage", "run", named, "-m", "pytest", "-q", "-m", "not browser", *tests], WHOLE, True)
    _pytest(tree, ["coverage", "combine", "-q", named], WHOLE, True)
    return tree / "mutations.coverage"


def _tried(fault: Fault, tree: Path, tests: list[str]) -> Outcome:
    """Put the fault into the copy, run the tests there until one fails, and take it out again."""
    source = (ROOT / fault.path).read_bytes()
    _write(tree / fault.path, fault.put_into(source))
    begun = time.monotonic()
    try:
        caught = _failing(tree, tests)
    finally:
        _write(tree / fault.path, source)
    return Outcome(fault, caught, time.monotonic() - begun)


def _failing(tree: Path, tests: list[str]) -> str:
    """The first test that fails, "time" when they take too long, or "" when all pass."""
    command = ["pytest", "-x", "-q", "-m", "not browser", "--hypothesis-seed=0", "-p", "no:cacheprovider"]
    try:
        done = _pytest(tree, [*command, *tests], LEAST + 3 * len(tests), False)
    except subprocess.TimeoutExpired:
        return "time"
    if done.returncode == 0:
        return ""
    lines = done.stdout.splitlines()
    named = [line.split(" - ")[0] for line in lines if line.startswith(("FAILED", "ERROR"))]
    return named[0].split("/")[-1] if named else "an error"


def _pytest(tree: Path, command: list[str], seconds: float, check: bool) -> subprocess.CompletedProcess[str]:
    python = str(provision.python_tools())
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tree / "compiled")}
    return subprocess.run(
        [python, "-m", *command],
        cwd=tree,
        env=os.environ | compiled,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=check,
    )


_TIMES = itertools.count(1_000_000_000)


def _write(path: Path, source: bytes) -> None:
    """Write a module with a new time stamp: Python keeps compiled modules by time in seconds, and size."""
    path.write_bytes(source)
    stamp = next(_TIMES)
    os.utime(path, (stamp, stamp))
