"""Pack the engine's Python into three archives: the modules that a start imports, of Python and of the game, and all others.

Each is a zip in a WebAssembly module (carrier.py).
The first two, LIBRARY and GAME, are the starter. The engine starts from it if it has no heap snapshot or
the line is too slow for that (assets/engine.js). The snapshot is made from it too. The third, REST, follows after
the start, for later imports.
"""

import json
import zipfile
from collections.abc import Collection
from pathlib import Path

from tools.common import fallbacks, provision
from tools.making import carrier

LIBRARY, GAME, REST, SNAPSHOT = "library.zip.wasm", "game.zip.wasm", "rest.zip.wasm", "snapshot.wasm"


def write(pyodide: Path, game: Path, folder: Path) -> dict[str, str]:
    """Write LIBRARY, GAME, REST and SNAPSHOT into a folder.

    `pyodide` is the folder of Pyodide with Python's library, `game` the zip of the engine's modules. Returns SHA-256s in
    Base64, by the constant of assets/engine.js. That of the snapshot is "" if none can be made; then REST is empty.
    """
    plain = folder / SNAPSHOT.removesuffix(carrier.SUFFIX)

    def make() -> str:
        split(pyodide, game, folder, first_modules(pyodide, game))
        script = Path(__file__).with_name("make_snapshot.mjs")
        provision.run([provision.node(), script, pyodide, folder / LIBRARY, folder / GAME, plain])
        return provision.sha256(carrier.carry(plain).read_bytes())

    hash = fallbacks.attempt("snapshot", make, str)
    if not hash:
        plain.unlink(missing_ok=True)
        split(pyodide, game, folder)
    library, game_hash = (provision.sha256((folder / name).read_bytes()) for name in (LIBRARY, GAME))
    return {"HASH": hash, "LIBRARY_HASH": library, "GAME_HASH": game_hash}


def first_modules(pyodide: Path, game: Path) -> list[str]:
    """The paths of the modules that a start imports (first_modules.mjs)."""
    script = Path(__file__).with_name("first_modules.mjs")
    output = provision.node_output(script, pyodide, pyodide / "python_stdlib.zip", game)
    found: list[str] = json.loads(output)
    return found


def split(pyodide: Path, game: Path, folder: Path, first: Collection[str] | None = None) -> None:
    """Write the modules of Python's library into LIBRARY and REST, those of the game into GAME and REST.

    `first` are the paths of those that do not go into REST; None: all.
    """
    wanted = None if first is None else set(first)
    plain = {name: folder / name.removesuffix(carrier.SUFFIX) for name in (LIBRARY, GAME, REST)}
    with zipfile.ZipFile(plain[REST], "w") as rest:
        for source, name in ((pyodide / "python_stdlib.zip", LIBRARY), (game, GAME)):
            with zipfile.ZipFile(source) as archive, zipfile.ZipFile(plain[name], "w") as starter:
                for entry in archive.infolist():
                    target = starter if wanted is None or entry.filename in wanted else rest
                    target.writestr(entry, archive.read(entry))
    for path in plain.values():
        carrier.carry(path)
