"""Optional steps of the build: changes to packages that a new version of a package may not allow.

A step that fails is left out with one warning, and the build continues. docs/upgrading.md says which private names each
step needs, and what to do if one disappears.
"""

from collections.abc import Callable
from pathlib import Path
from subprocess import CalledProcessError
from typing import TypeVar

from tools.common import provision

OPTIONAL_STEPS = {
    "trimmed-wasm": "Pyodide's wasm without unreachable functions and tables",
    "small-data": "Pyodide's wasm without docstrings, and with the bytecode of our library",
    "two-files": "Pyodide's wasm in two files, of which a first match needs one",
    "few-exports": "Pyodide's wasm exports only what our scripts use",
    "few-functions": "Pyodide's wasm without functions that nothing can call",
    "few-addresses": "Pyodide's wasm imports only addresses of JavaScript functions that its code reads",
    "tree-shaking": "Pyodide's script without unreachable functions",
    "small-library": "Python's library without modules that nothing imports",
    "stubs": "empty modules in place of modules that Pyodide imports and never uses",
    "small-pyscript": "PyScript's core with two lines in place of its Python library",
    "blind-pyscript": "PyScript's core does not watch the document (for safety, not for speed)",
    "snapshot": "the heap snapshot: Python has started and imported the game",
    "rom-image": "the page's modules in one image instead of one file each",
    "page-bytecode": "the page's modules as MicroPython's bytecode",
}

Result = TypeVar("Result")

warnings: list[str] = []  # one line for each step that is left out


class Missing(ValueError):
    """A package lacks a text or a name that a step needs."""


def attempt(step: str, do: Callable[[], Result], otherwise: Callable[[], Result]) -> Result:
    """Call `do`. If it raises ValueError or its command fails, warn and call `otherwise`."""
    try:
        return do()
    except CalledProcessError as problem:
        warn(step, provision.cause(problem))
    except ValueError as problem:
        warn(step, str(problem))
    return otherwise()


def warn(step: str, reason: str) -> None:
    """Print and store, once for the same reason, that the build leaves out a step. Raises KeyError for an unknown step."""
    _add(f"warning: built without {step} ({OPTIONAL_STEPS[step]}): {reason}")


def repeat(file: Path) -> None:
    """Print and store the warnings of an earlier part of the build again. `file` has one warning in each line."""
    for text in file.read_text().splitlines():
        _add(text)


def _add(text: str) -> None:
    if text not in warnings:
        warnings.append(text)
        provision.say(text)
