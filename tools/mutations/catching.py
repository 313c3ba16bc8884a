"""Run the tests against faults (mutation testing), each in a copy of the repository.

First, the tests run once under coverage, which records the tests that run each line. Slow tests are left out, because
they take three to four times as long under coverage. Then a fault is tried only against the tests that run its line,
quick ones first. If all of them pass, the slow tests nearest to the module run (tools/common/touched.py). If hundreds of tests
run the line, only a part of them is tried, and then all tests nearest to the module. These also run for a line that only an
import runs.
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
COVERAGE_SECONDS = 3_600  # limit for the run of all tests under coverage
# The time limit of a group of tests is BASE_SECONDS, and for each test SECONDS_A_TEST, for each file of tests SECONDS_A_FILE.
BASE_SECONDS, SECONDS_A_TEST, SECONDS_A_FILE = 60, 3, 120
SUITE = "not browser and not long"  # the marks of the tests that are run
QUICK, SLOW = f"{SUITE} and not slow", "slow and not browser and not long"
PAGE_TESTS = "tests/page"
NO_TESTS = 5  # pytest's exit code if no test has the marks
# Of a line's tests at most so many run: SMALLEST that run the fewest lines, and SAMPLED of the others.
SMALLEST, SAMPLED = 60, 40
MOST_OUTPUT = 5_000  # last characters of the output that are printed when a command fails


class Outcome(NamedTuple):
    """The result of trying a fault."""

    fault: Fault
    caught: str  # the name of the test that failed, "time", "an error", or "" if all tests passed
    seconds: float


class LineTests:
    """The tests that run each line of game/, from one run of the quick tests that need no browser.

    Args:
        repository: a copy of the repository without a fault.
    """

    def __init__(self, repository: Path) -> None:
        self._by_line: dict[tuple[str, int], list[str]] = defaultdict(list)
        line_counts: dict[str, int] = defaultdict(int)
        data_file = _run_under_coverage(repository)
        data = coverage.CoverageData(str(data_file))
        data.read()
        for name in data.measured_files():
            path = os.path.relpath(name, repository)
            for line, contexts in data.contexts_by_lineno(name).items():
                for test in filter(None, contexts):
                    self._by_line[path, line].append(test)
                    line_counts[test] += 1
        self._line_counts = line_counts

    def groups(self, fault: Fault) -> list[tuple[str, list[str]]]:
        """The tests to run for a fault, one group after the other: (marks, tests).

        The first group has tests that run the fault's line, sorted by the number of lines that they run. Some lines are
        run by hundreds of tests, which would take five minutes for a fault that survives. Of these, a part is taken,
        and the second group has all tests nearest to the module, otherwise only the slow ones.
        Coverage misses what the page runs in the background of a test, so its faults are tried against all its tests.
        """
        found = sorted(
            self._by_line[str(fault.path), fault.line], key=lambda test: (self._line_counts[test], test)
        )
        others = found[SMALLEST:]
        sampled = len(others) > SAMPLED
        if sampled:
            found = found[:SMALLEST] + [others[n * len(others) // SAMPLED] for n in range(SAMPLED)]
        near = touched.nearest([str(fault.path)])
        groups = [(SUITE, found), (SUITE if sampled else SLOW, near)] if found else [(SUITE, near)]
        if fault.path.is_relative_to("game/page"):
            groups.append((SUITE, [PAGE_TESTS]))
        return groups


def outcomes(chosen: list[Fault], jobs: int, folder: Path) -> Iterator[Outcome]:
    """Try faults in `jobs` parallel jobs, and yield the outcomes in the order of the faults.

    `folder` is an empty folder for the copies of the repository.
    """
    copies: Queue[Path] = Queue()
    for number in range(jobs):
        copies.put(copy_repository(folder / str(number)))
    line_tests = LineTests(folder / "0")

    def run(fault: Fault) -> Outcome:
        repository = copies.get()
        try:
            return _outcome(fault, repository, line_tests.groups(fault))
        finally:
            copies.put(repository)

    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(run, chosen)


def copy_repository(folder: Path) -> Path:
    """Copy every tracked or new file of the repository to `folder`, as a repository of its own. Return `folder`."""
    for name in touched.all_files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    (folder / "node_modules").symlink_to(provision.node_modules())  # too large to copy
    subprocess.run(["git", "init", "-q", folder], check=True)  # some tests list the repository's files
    (folder / ".git" / "info" / "exclude").write_text("node_modules\nmutations.*\ncompiled\n")
    return folder


def _run_under_coverage(repository: Path) -> Path:
    """Run the quick tests that need no browser, and the examples in docstrings, under coverage. Return the data file."""
    settings = repository / "mutations.coveragerc"
    settings.write_text("[run]\nsource = game\npatch = subprocess\ndata_file = mutations.coverage\n")
    option = f"--rcfile={settings.name}"
    tests = ["-n", "2", "--dist", "worksteal", "-p", "tools.mutations.contexts", "tests", "game"]
    command = ["coverage", "run", option, "-m", "pytest", "-q", "-m", QUICK, *tests]
    _run_python(repository, command, COVERAGE_SECONDS, True)
    _run_python(repository, ["coverage", "combine", "-q", option], COVERAGE_SECONDS, True)
    return repository / "mutations.coverage"


def _outcome(fault: Fault, repository: Path, groups: list[tuple[str, list[str]]]) -> Outcome:
    """Put the fault into the copy, run the tests there until one fails, and restore the copy."""
    source = (ROOT / fault.path).read_bytes()
    _write(repository / fault.path, fault.put_into(source))
    begun = time.monotonic()
    try:
        failures = (_first_failure(repository, marks, tests) for marks, tests in groups)
        caught = next(filter(None, failures), "")
    finally:
        _write(repository / fault.path, source)
    return Outcome(fault, caught, time.monotonic() - begun)


def _first_failure(repository: Path, marks: str, tests: list[str]) -> str:
    """Run the tests with these marks, and return the value of `Outcome.caught`."""
    command = ["pytest", "-x", "-q", "-m", marks, "--hypothesis-seed=0", "-p", "no:cacheprovider"]
    listed = repository / "mutations.tests"  # a list of thousands would be too long for a command line
    listed.write_text("".join(f"{test}\n" for test in tests))
    seconds = BASE_SECONDS + sum(SECONDS_A_TEST if "::" in test else SECONDS_A_FILE for test in tests)
    try:
        process = _run_python(repository, [*command, f"@{listed}"], seconds, False)
    except subprocess.TimeoutExpired:
        return "time"
    if process.returncode in (0, NO_TESTS):
        return ""
    lines = process.stdout.splitlines()
    failures = [line.split(" - ")[0] for line in lines if line.startswith(("FAILED", "ERROR"))]
    return failures[0].split("/")[-1] if failures else "an error"


def _run_python(
    repository: Path, command: list[str], seconds: float, check: bool
) -> subprocess.CompletedProcess[str]:
    """Run `python -m COMMAND` in a copy. `check`: raise CalledProcessError for an exit code that is not 0."""
    python = str(provision.python_tools())
    bytecode = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(repository / "compiled")}
    process = subprocess.run(
        [python, "-m", *command],
        cwd=repository,
        env=os.environ | bytecode,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    if check and process.returncode:
        print(process.stdout[-MOST_OUTPUT:], process.stderr[-MOST_OUTPUT:], sep="\n", flush=True)
        process.check_returncode()
    return process


_TIMES = itertools.count(1_000_000_000)  # the time stamps of written modules, each later than the one before


def _write(path: Path, source: bytes) -> None:
    """Write a module with a new time stamp. Python would not notice a change of equal size within the same second."""
    path.write_bytes(source)
    stamp = next(_TIMES)
    os.utime(path, (stamp, stamp))
