"""The tricks of the build: changes to packages and scripts, most of which make the start faster. Each can be left out.

A trick is left out for one of two reasons. A person measures its effect (`tools/build.py --without TRICK`,
`tools/bench.py tricks`). Or a package has changed and lacks a name or text that the trick needs: then the build warns
once and continues without the trick. docs/upgrading.md says what each of these names is for.
"""

from collections.abc import Callable
from pathlib import Path
from subprocess import CalledProcessError
from typing import TypeVar

from tools.common import provision

TRICKS = {
    "trimmed-wasm": "Pyodide's wasm without unreachable functions and tables",
    "few-exports": "Pyodide's wasm exports only what our scripts use",
    "few-addresses": "Pyodide's wasm imports only addresses of JavaScript functions that its code reads",
    "tree-shaking": "Pyodide's script without unreachable functions",
    "small-library": "Python's library without modules that nothing imports",
    "stubs": "empty modules in place of modules that Pyodide imports and never uses",
    "small-pyscript": "PyScript's core with two lines in place of its Python library",
    "blind-pyscript": "PyScript's core does not watch the document (for safety, not for speed)",
    "snapshot": "the heap snapshot: Python has started and imported the game",
    "snapshot-type": "the snapshot is a WebAssembly module, so hosts compress it",
    "rom-image": "the page's modules in one image instead of one file each",
    "page-bytecode": "the page's modules as MicroPython's bytecode",
    "page-compiles": "later visits compile the wasm in the page, not in the worker, so the browser keeps the code",
    "after-paint": "PyScript is fetched after the first paint",
    "pieces": "the page lets the browser handle taps between two pieces of its start",
    "form-ahead": "the form for a new match is filled after the start, before it is shown",
}

# Tricks in our own source files: the file, a text in it, and the text that replaces it when the trick is left out.
LINES = {
    "page-compiles": (
        "assets/boot.js",
        "navigator.serviceWorker?.controller && WebAssembly",
        "false && WebAssembly",
    ),
    "after-paint": ("assets/boot.js", "    await firstPaint();\n", ""),
    "pieces": ("assets/boot.js", "performance.now() - lastPause < PIECE", "true"),
    "form-ahead": ("game/page/main.py", "    await app.painter.paint_ahead(app)\n", ""),
    "snapshot-type": ("assets/engine.js", "../snapshot.wasm", "../snapshot.bin"),
}

Result = TypeVar("Result")

without: set[str] = set()  # the tricks that this process leaves out on purpose
warnings: list[str] = []  # one line for each trick that does not fit its package


class Missing(ValueError):
    """A package lacks a text or a name that a trick needs."""


def used(trick: str) -> bool:
    """Whether a trick is to be used, that is, not left out on purpose. Raises KeyError for an unknown name."""
    if trick not in TRICKS:
        raise KeyError(trick)
    return trick not in without


def attempt(trick: str, do: Callable[[], Result], otherwise: Callable[[], Result]) -> Result:
    """Call `do`. If the trick is left out, or `do` fails (with a warning), call `otherwise`."""
    if not used(trick):
        return otherwise()
    try:
        return do()
    except CalledProcessError as problem:
        warn(trick, provision.cause(problem))
    except ValueError as problem:
        warn(trick, str(problem))
    return otherwise()


def warn(trick: str, reason: str) -> None:
    """Print and store, once for the same reason, that the build leaves out a trick."""
    text = f"warning: built without {trick} ({TRICKS[trick]}): {reason}"
    if text not in warnings:
        warnings.append(text)
        provision.say(text)


def repeat(file: Path) -> None:
    """Print and store the warnings of an earlier build step again. `file` has one warning in each line."""
    for text in file.read_text().splitlines():
        if text not in warnings:
            warnings.append(text)
            provision.say(text)


def source(path: Path) -> str:
    """The text of a source file, changed for the tricks that are left out (LINES).

    Raises ValueError if it lacks a text to change.
    """
    text = path.read_text()
    for trick in sorted(without & LINES.keys()):
        name, with_trick, without_trick = LINES[trick]
        if path == provision.ROOT / name:
            if text.count(with_trick) != 1:
                raise ValueError(f"{name} must contain this text once, for {trick}: {with_trick}")
            text = text.replace(with_trick, without_trick)
    return text
