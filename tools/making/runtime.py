"""Copy the third-party software of the page from npm packages into `assets/runtime/`, without its unused parts.

It is PyScript, Pyodide, MicroPython, for QR codes lean-qr and jsQR, and for the relay u8-mqtt-packet. tools/trim/ removes the
parts of Pyodide that the page cannot reach, and packs Python's library as bytecode. PyScript is copied without editor, terminal
and plugins. Of its Python library only the part that the page imports remains.

Such a change (an optional step, tools/common/fallbacks.py) may fit only one version of a package. If it does not fit,
the build warns and leaves it out.
"""

import json
import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tools.common import fallbacks, packing, provision
from tools.making import notices
from tools.trim import pyodide

RUNTIME = provision.ROOT / "assets" / "runtime"
# RUNTIME is made again after a change of one of these files in tools/, or of what tools/trim/ returns.
TOOLS = (
    "making/runtime.py",
    "making/notices.py",
    "making/third-party.txt",
    "common/fallbacks.py",
    "common/packing.py",
)

PARTS = ("pyscript", "pyodide", "micropython", "lean-qr", "jsqr", "u8-mqtt-packet")
PYSCRIPT_CHUNKS = ("core.js", "core-*.js", "error-*.js")
# PyScript's Python library, fourteen modules, is an object in its core. PYSCRIPT replaces it: the only names that the
# page imports.
PYSCRIPT = "import js as window, jsffi as ffi\nfrom js import document\n"
PYSCRIPT_MODULES = re.compile(r'{pyscript:{("\w+\.py":"(?:[^"\\]|\\.)*",?)+}}')
# PyScript's core observes the document and runs scripts that are added to it, which no security policy can prevent.
# BLIND replaces the observer. PyScript still runs the scripts that are in the page when it starts, that is, the page's
# own script.
WATCHER = re.compile(r"\bMutationObserver\b")
BLIND = "(class{observe(){}})"
MQTT_FILES = ("codec_bind.min.js", "codec_v4_client.min.js")
MICROPYTHON_FILES = ("micropython.mjs", "micropython.wasm")


@provision.locked("runtime")  # tests in two processes may need it at the same time
def stage() -> Path:
    """Fill the folder RUNTIME, if package versions or tools have changed since the last time. Return the folder."""
    modules = provision.node_modules()
    fallbacks.warnings.clear()
    trimmed = pyodide.trimmed()
    tools = [provision.ROOT / "tools" / name for name in TOOLS]
    wanted = provision.digest([provision.ROOT / "package-lock.json", *tools], trimmed.name)
    stamp = RUNTIME / "stamp"
    if stamp.exists() and stamp.read_text() == wanted:
        return RUNTIME
    provision.say("packing the runtime")
    shutil.rmtree(RUNTIME, ignore_errors=True)
    packing.copy_files(modules / "@pyscript/core/dist", RUNTIME / "pyscript", PYSCRIPT_CHUNKS)
    _change_pyscript(RUNTIME / "pyscript")
    packing.copy_files(
        modules / "@micropython/micropython-webassembly-pyscript", RUNTIME / "micropython", MICROPYTHON_FILES
    )
    packing.copy_files(modules / "lean-qr", RUNTIME / "lean-qr", ("index.mjs",))
    packing.copy_files(modules / "jsqr/dist", RUNTIME / "jsqr", ("jsQR.js",))
    packing.copy_files(modules / "u8-mqtt-packet/esm", RUNTIME / "u8-mqtt-packet", MQTT_FILES)
    shutil.copytree(trimmed / "pyodide", RUNTIME / "pyodide")
    (RUNTIME / "THIRD-PARTY.txt").write_text(notices.notices(modules))
    (RUNTIME / "warnings.txt").write_text("".join(f"{text}\n" for text in fallbacks.warnings))
    stamp.write_text(wanted)
    return RUNTIME


def publish(staged: Path, part: str, target: Path) -> None:
    """Copy a part of the staged files. Python's library is published in other archives (starter.py), Pyodide's wasm in two files."""
    shutil.copytree(staged / part, target, ignore=shutil.ignore_patterns("python_stdlib.zip", pyodide.SPLIT))
    if part == "pyodide":
        shutil.copytree(staged / part / pyodide.SPLIT, target, dirs_exist_ok=True)


def published_folder(staged: Path) -> str:
    """Return the folder of the staged files in dist/: "runtime/HASH/".

    HASH depends on their content alone, so browsers keep them when only our tools change.
    """
    files = [path for part in PARTS for path in (staged / part).rglob("*") if path.is_file()]
    return f"runtime/{provision.digest(files)}/"


def _change_pyscript(folder: Path) -> None:
    """Apply our two changes to PyScript's core, the chunk `core-*.js`."""
    chunks = {path: path.read_text() for path in folder.glob("core-*.js")}
    for step, change in (("small-pyscript", with_less_library), ("blind-pyscript", without_watcher)):
        chunks = fallbacks.attempt(step, partial(_changed, chunks, change), lambda chunks=chunks: chunks)  # type: ignore[misc]
    for path, text in chunks.items():
        path.write_text(text)


def _changed(chunks: dict[Path, str], change: Callable[[str], str]) -> dict[Path, str]:
    """The texts by path, after a change."""
    return {path: change(text) for path, text in chunks.items()}


def with_less_library(core: str) -> str:
    """PyScript's core with PYSCRIPT as its Python library.

    Raises Missing unless the core contains the library exactly once.
    """
    library = json.dumps({"pyscript": {"__init__.py": PYSCRIPT}})
    core, count = PYSCRIPT_MODULES.subn(lambda _: library, core)
    if count != 1:
        raise fallbacks.Missing("PyScript's core does not contain its Python library as {pyscript:{…}}")
    return core


def without_watcher(core: str) -> str:
    """PyScript's core without its observer of the document. Raises Missing unless the core has exactly one."""
    core, count = WATCHER.subn(BLIND, core)
    if count != 1:
        raise fallbacks.Missing(
            f"PyScript's core names MutationObserver {count} times, not once: find out how it now notices added scripts, "
            "which must not run (tests/browser/test_injection.py)"
        )
    return core
