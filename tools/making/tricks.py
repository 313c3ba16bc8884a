"""The tricks that make a start quick, and how the build does without one of them.

A trick is left out for one of two reasons. Somebody wants to know what it is worth (`tools/build.py --without TRICK`,
`tools/bench.py tricks`). Or a package has changed, so that the text or the name that the trick relies on is not there: then the
build warns once and goes on without it. docs/upgrading.md says what each private name is for.
"""

from collections.abc import Callable
from pathlib import Path
from subprocess import CalledProcessError
from typing import TypeVar

from tools.common import provision

TRICKS = {
    "trimmed-wasm": "Pyodide's wasm without unreachable functions and tables",
    "few-exports": "Pyodide's wasm exports only what our scripts use",
    "tree-shaking": "Pyodide's script without unreachable functions",
    "small-library": "Python's library without modules that nothing imports",
    "stubs": "empty modules in place of some that Pyodide imports and never uses",
    "small-pyscript": "PyScript's core with three lines of its own library",
    "blind-pyscript": "PyScript's core does not watch the document (for safety, not for speed)",
    "snapshot": "the heap snapshot: Python has started and imported the game",
    "snapshot-type": "the snapshot is a WebAssembly module, so hosts compress it",
    "rom-image": "the page's modules in one image instead of one file each",
    "page-bytecode": "the page's modules as MicroPython's bytecode",
    "page-compiles": "from the second visit on the page compiles the wasm, so the browser keeps the compiled code",
    "after-paint": "PyScript is fetched after the first paint",
    "pieces": "the page lets the browser handle taps between two pieces of its start",
    "form-ahead": "the form for a new match is filled after the start, before it is shown",
    "shared-trampolines": "one module for all JavaScript functions of one type that Python calls",
}

# Tricks that are a line of a source file: the file, the line's text, and the text without the trick.
LINES = {
    "page-compiles": (
        "assets/boot.js",
        "navigator.serviceWorker?.controller && WebAssembly",
        "false && WebAssembly",
    ),
    "after-paint": ("assets/boot.js", "    await firstPaint();\n", ""),
    "pieces": ("assets/boot.js", "performance.now() - lastPause < PIECE", "true"),
    "form-ahead": ("game/page/main.py", "    await views.paint_form_ahead(app)\n", ""),
    "shared-trampolines": ("assets/engine.js", "WebAssembly.Module = new Proxy", "void new Proxy"),
    "snapshot-type": ("assets/engine.js", "../snapshot.wasm", "../snapshot.bin"),
}

Result = TypeVar("Result")

without: set[str] = set()  # the tricks that this process leaves out on purpose
warnings: list[str] = []  # why others are left out


class Missing(ValueError):
    """A text or a name that a trick relies on is not in the package."""


def used(trick: str) -> bool:
    """Whether a trick is wanted."""
    if trick not in TRICKS:
        raise KeyError(trick)
    return trick not in without


def attempt(trick: str, do: Callable[[], Result], otherwise: Callable[[], Result]) -> Result:
    """Call `do`, or `otherwise` if the trick is not wanted or fails; a failure is warned about."""
    if not used(trick):
        return otherwise()
    try:
        return do()
    except CalledProcessError as problem:
        warn(trick, provision.cause(problem))
    except ValueError as problem:
        warn(trick, str(problem))
    return otherwise()


def warn(trick: str, why: str) -> None:
    """Say once, in one line, that the build does without a trick."""
    text = f"warning: built without {trick} ({TRICKS[trick]}): {why}"
    if text not in warnings:
        warnings.append(text)
        provision.say(text)


def repeat(file: Path) -> None:
    """Say the warnings of an earlier step again, from its file."""
    for text in file.read_text().splitlines():
        if text not in warnings:
            warnings.append(text)
            provision.say(text)


def source(path: Path) -> str:
    """The text of a source file, without the lines of tricks that are left out. Raises ValueError where such a line is not there."""
    text = path.read_text()
    for trick in sorted(without & LINES.keys()):
        name, line, instead = LINES[trick]
        if path == provision.ROOT / name:
            if text.count(line) != 1:
                raise ValueError(f"{name} must have this once, for {trick}: {line}")
            text = text.replace(line, instead)
    return text
