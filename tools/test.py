"""`python3 tools/test.py [STEP…]`: everything that a change must pass, in order: lint types law unit build browser.

`python3 tools/test.py quick` is for in between: lint, types, and the tests nearest to what differs from main, without
those that are slow or need a browser. `python3 tools/test.py long` runs the browser tests that are too long for every change.

Does its own set-up and asks nothing. Needs nothing but Python ≥ 3.11; what it brings lands in git-ignored folders of
this clone, but for browsers: as root on Debian it installs the packages BROWSERS, else Playwright brings its own
Chromium and the tests in other engines are skipped where those are not installed.
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import build
from tools.common import provision, touched

# Debian's packages by a command that they bring
BROWSERS = {
    "chromium": "chromium",
    "firefox-esr": "firefox-esr",
    "WebKitWebDriver": "webkit2gtk-driver",
    "xvfb-run": "xvfb",
}

LAW = ("tests/rules", "tests/records", "tests/golden", "tests/commands/test_links.py")
WORKERS = ("-n", "2", "--dist", "worksteal")
# One by one in their order, see tests/browser/conftest.py.
IN_BROWSERS = ("-n", "2", "--dist", "load", "--maxschedchunk", "1")


def lint() -> None:
    """Ruff: rules and format."""
    _tool("ruff", "check", ".")
    _tool("ruff", "format", "--check", ".")


def types() -> None:
    """mypy: strict, but for the page and the tests, whose bodies are checked."""
    _tool("mypy")


def law() -> None:
    """The tests of rules and records, which must reach every line and branch of them."""
    _tool("coverage", "erase")
    _tool("coverage", "run", "-m", "pytest", *WORKERS, *LAW, "--durations=5")
    _tool("coverage", "combine", "-q")
    _tool("coverage", "report")


def unit() -> None:
    """All other tests that need no browser, and the examples in docstrings."""
    ignored = [f"--ignore={folder}" for folder in LAW]
    _tool("pytest", *WORKERS, "-m", "not browser", *ignored, "--durations=10")


def build_dist() -> None:
    """dist/, as it will be published."""
    build.build()


def browser() -> None:
    """All tests in browsers, against dist/; each worker has a server and a Chromium of its own."""
    build.build()  # once, before there are workers
    _tool("pytest", *IN_BROWSERS, "-m", "browser and not long", "tests/browser", "--durations=10")


def long() -> None:
    """Those tests in browsers that take much time and have shorter ones like them."""
    build.build()
    _tool("pytest", *WORKERS, "-m", "long", "tests/browser", "--durations=10")


def near() -> None:
    """The tests nearest to what differs from main."""
    chosen = touched.nearest(touched.changed())
    provision.say("nearest to what changed: " + " ".join(chosen))
    _tool("pytest", *WORKERS, "-m", "not browser and not slow", *chosen)


STEPS: dict[str, Callable[[], None]] = {
    "lint": lint,
    "types": types,
    "law": law,
    "unit": unit,
    "build": build_dist,
    "browser": browser,
}
QUICK: dict[str, Callable[[], None]] = {"lint": lint, "types": types, "near": near}


def bring_browsers() -> None:
    """Installs the browsers that are missing, as far as this machine lets us."""
    missing = [package for command, package in BROWSERS.items() if not shutil.which(command)]
    if missing:
        provision.debian(missing)
    if not shutil.which("chromium"):
        _tool("playwright", "install", "chromium")


def bring_page_tools() -> None:
    """Brings the page's own interpreter, which is one of its packages, and the interpreter's compiler."""
    provision.node_modules()
    provision.mpy_cross()
    provision.mpremote()


# What a step needs beside Python's packages
NEEDS: dict[str, tuple[Callable[[], object], ...]] = {
    "unit": (bring_page_tools,),
    "build": (bring_page_tools,),
    "browser": (bring_page_tools, bring_browsers),
    "long": (bring_page_tools, bring_browsers),
}


def _needs(step: str) -> tuple[Callable[[], object], ...]:
    return (provision.python_tools, *NEEDS.get(step, ()))


def _tool(name: str, *arguments: str) -> None:
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(provision.VENV / "compiled")}
    provision.run(
        [provision.python_tools(), "-m", name, *arguments], **compiled
    )  # once, even where one is told not to


def main(names: list[str]) -> int:
    """Runs the steps named, or all; returns 0 if all pass, else 1, or 2 for a step that does not exist."""
    steps = STEPS | QUICK | {"long": long}
    unknown = [name for name in names if name not in (*steps, "quick")]
    if unknown:
        print(f"no step {unknown[0]}; there are {' '.join(STEPS)}, and quick", file=sys.stderr)
        return 2
    wanted = [step for name in names for step in (QUICK if name == "quick" else (name,))] or list(STEPS)
    with ThreadPoolExecutor(1) as beside:  # what later steps need is brought while the first ones run
        parts = dict.fromkeys(part for name in wanted for part in _needs(name))
        brought = {part: beside.submit(part) for part in parts}
        for name in wanted:
            provision.say(f"== {name}")
            begun = time.monotonic()
            try:
                for part in _needs(name):
                    brought[part].result()
                steps[name]()
            except subprocess.CalledProcessError as problem:
                beside.shutdown(cancel_futures=True)
                provision.say(f"== {name} failed: {provision.cause(problem)}")
                return 1
            provision.say(f"== {name}: {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
