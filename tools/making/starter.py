"""Pack the engine's Python into two archives: the modules that a start imports, and all others.

The engine starts from the first, `starter.zip`, if it has no heap snapshot or the line is too slow for that
(assets/engine.js). The snapshot is made from it too. The second, `rest.zip`, follows after the start, for later imports.
"""

import json
import subprocess
import zipfile
from collections.abc import Collection
from pathlib import Path

from tools.common import fallbacks, provision

STARTER, REST, SNAPSHOT = "starter.zip", "rest.zip", "snapshot.wasm"


def write(pyodide: Path, game: Path, folder: Path) -> tuple[str, str]:
    """Write STARTER, REST and SNAPSHOT into a folder.

    `pyodide` is the folder of Pyodide with Python's library, `game` the zip of the engine's modules. Returns the
    SHA-256 of STARTER and SNAPSHOT in Base64. That of the snapshot is "" if none can be made; then STARTER has all modules.
    """

    def make() -> str:
        split(pyodide, game, folder, first_modules(pyodide, game))
        script = Path(__file__).with_name("make_snapshot.mjs")
        provision.run([provision.node(), script, pyodide, folder / STARTER, folder / SNAPSHOT])
        return provision.sha256((folder / SNAPSHOT).read_bytes())

    hash = fallbacks.attempt("snapshot", make, str)
    if not hash:
        (folder / SNAPSHOT).unlink(missing_ok=True)
        split(pyodide, game, folder)
    return provision.sha256((folder / STARTER).read_bytes()), hash


def first_modules(pyodide: Path, game: Path) -> list[str]:
    """The paths of the modules that a start imports (first_modules.mjs)."""
    script = Path(__file__).with_name("first_modules.mjs")
    command = [str(part) for part in (provision.node(), script, pyodide, pyodide / "python_stdlib.zip", game)]
    found: list[str] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def split(pyodide: Path, game: Path, folder: Path, first: Collection[str] | None = None) -> None:
    """Write the modules of Python's library and of the game into STARTER and REST. `first` are those of STARTER; None: all."""
    wanted = None if first is None else set(first)
    with zipfile.ZipFile(folder / STARTER, "w") as starter, zipfile.ZipFile(folder / REST, "w") as rest:
        for source in (pyodide / "python_stdlib.zip", game):
            with zipfile.ZipFile(source) as archive:
                for entry in archive.infolist():
                    target = starter if wanted is None or entry.filename in wanted else rest
                    target.writestr(entry, archive.read(entry))
