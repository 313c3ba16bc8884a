"""Trim Pyodide: `trimmed` returns a folder with its files without the parts that our page cannot reach."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TypeVar

from tools.common import fallbacks, packing, provision
from tools.trim import first_functions, library, small_data, split_wasm, trim_wasm
from tools.trim.wasm import binary, plan

HERE = Path(__file__).parent
CACHE = HERE / ".cache"  # CACHE/HASH/ has a result: the folder pyodide/, and the warnings
KEPT = 3  # results in CACHE; older ones are removed
TESTED = HERE / "tested.txt"  # has the `tested_inputs` with which the tests passed last, on whatever machine
SPLIT = (
    "split"  # a folder in pyodide/ with its wasm in two files (split_wasm.py); empty if the split is left out
)
LATER = "later.wasm"  # the second of these files; the first one has the name of the whole
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
USERS = tuple(provision.ROOT / "assets" / name for name in ("engine.js", "snapshot.js"))  # they use Pyodide
SHARED = ("fallbacks.py", "packing.py", "compile.mjs")  # in tools/common/
# Passes with which Pyodide may not start. Without the stubs, the original modules import modules that small-library
# drops; these import C extensions that trimmed-wasm removes. So passes are left out from the last one on.
RISKY = (
    "small-data",
    "few-functions",
    "few-addresses",
    "tree-shaking",
    "few-exports",
    "trimmed-wasm",
    "small-library",
    "stubs",
)
Result = TypeVar("Result")


def inputs() -> list[Path]:
    """Return the files on which the result depends, besides the names of `imported_modules`."""
    own = [path for path in HERE.rglob("*") if path.suffix in (".py", ".mjs", ".json")]
    own = [path for path in own if not {CACHE.name, "tests"} & set(path.relative_to(HERE).parts)]
    shared = [provision.ROOT / "tools" / "common" / name for name in SHARED]
    return [provision.ROOT / "package-lock.json", *own, *shared, *USERS]


def tested_inputs() -> str:
    """Return the hash of everything on which the tests of this folder depend."""
    return provision.digest([*inputs(), *(HERE / "tests").glob("*.*")], *imported_modules())


def imported_modules() -> list[str]:
    """Return the names of the modules of Python's library that the engine imports."""
    texts = [
        path.read_text()
        for path in (provision.ROOT / "game").rglob("*.py")
        if not {"page", "commands"} & set(path.parts)
    ]
    imported = {name for text in texts for name in re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE)}
    return sorted(imported & sys.stdlib_module_names - {"__future__"})


@provision.locked("trim")  # tests in two processes may need it at the same time
def trimmed() -> Path:
    """Return the folder CACHE/HASH. Trim first, if an input has changed. Repeats the warnings of an earlier run."""
    package = provision.node_modules() / "pyodide"
    folder = CACHE / provision.digest(inputs(), *imported_modules())
    if folder.exists():
        fallbacks.repeat(folder / "warnings.txt")
        return folder
    provision.say("trimming Pyodide")
    new = CACHE / "new"
    shutil.rmtree(new, ignore_errors=True)  # left over if a run was interrupted
    before = set(fallbacks.warnings)
    _trim(package, new / "pyodide")
    warnings = (f"{text}\n" for text in fallbacks.warnings if text not in before)
    (new / "warnings.txt").write_text("".join(warnings))
    new.rename(folder)
    results = (path for path in CACHE.iterdir() if path.is_dir())
    for older in sorted(results, key=lambda path: path.stat().st_mtime)[:-KEPT]:
        shutil.rmtree(older)
    return folder


def _trim(package: Path, folder: Path) -> None:
    """Copy Pyodide with as many passes as possible: Pyodide must still start.

    If it does not start with all passes, try without each one, then without the last two, the last three and so on. Raises
    Missing if it starts with none of them.
    """
    singles = [(step,) for step in RISKY]
    several = [RISKY[-count:] for count in range(2, len(RISKY) + 1)]
    first_problem = ""
    for left_out in ((), *singles, *several):
        shutil.rmtree(folder, ignore_errors=True)
        packing.copy_files(package, folder, FILES)
        _apply_passes(package, folder, left_out)
        problem = start_problem(folder)
        if problem is None:
            _put_into_two_files(package, folder)
            for step in sorted(left_out):
                fallbacks.warn(step, f"with it Pyodide does not start: {first_problem}")
            return
        first_problem = first_problem or problem
    raise fallbacks.Missing(f"Pyodide starts with none of our changes: {first_problem}")


def _apply_passes(package: Path, folder: Path, left_out: Collection[str]) -> None:
    """Apply the passes that are not left out to the copied files in `folder`; write the library and the package list."""

    def attempt(step: str, do: Callable[[], Result], otherwise: Callable[[], Result]) -> Result:
        return otherwise() if step in left_out else fallbacks.attempt(step, do, otherwise)

    archive, packed = package / "python_stdlib.zip", folder / "python_stdlib.zip"
    drop = () if "small-library" in left_out else library.DROPPED
    replaced: dict[str, str] = attempt("stubs", lambda: library.stubs(archive), dict)
    packing.compile_python(archive, packed, 2, drop, replaced)
    wasm, script = folder / "pyodide.asm.wasm", folder / "pyodide.asm.mjs"
    content, text = wasm.read_bytes(), script.read_text()
    users = [folder / "pyodide.mjs", *USERS]
    trim_plan = plan.read(trim_wasm.PLAN)
    content = attempt("trimmed-wasm", lambda: trim_wasm.trim(content, trim_plan), lambda: content)
    content = attempt(
        "small-data",
        lambda: small_data.with_small_data(content, small_data.frozen_modules(packed)),
        lambda: content,
    )
    content = attempt("few-addresses", lambda: trim_wasm.without_unused_addresses(content), lambda: content)
    script.write_text(
        attempt("tree-shaking", lambda: tree_shaken(script, import_names(content), users), lambda: text)
    )
    scripts = "".join(path.read_text() for path in folder.glob("*.mjs"))
    exporting = attempt(
        "few-exports", lambda: trim_wasm.without_unused_exports(content, scripts), lambda: content
    )
    wasm.write_bytes(
        attempt("few-functions", lambda: trim_wasm.without_unreachable(exporting), lambda: exporting)
    )
    lock = json.loads((package / "pyodide-lock.json").read_text())
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))


def _put_into_two_files(package: Path, folder: Path) -> None:
    """Write the wasm of a trimmed Pyodide in two files, in SPLIT beside it. Leave the folder empty if the list does not fit."""
    wasm, split = folder / "pyodide.asm.wasm", folder / SPLIT
    whole = (package / wasm.name).read_bytes()

    def files() -> dict[str, bytes]:
        parts = split_wasm.split(wasm.read_bytes(), first_functions.read().of(whole))
        return dict(zip((wasm.name, LATER), parts, strict=True))

    split.mkdir()
    for name, content in fallbacks.attempt("two-files", files, dict[str, bytes]).items():
        (split / name).write_bytes(content)


def start_problem(pyodide: Path) -> str | None:
    """Why the Pyodide in a folder does not start or cannot import a module that the engine needs; else None."""
    try:
        provision.node_output(HERE / "check_start.mjs", pyodide, *imported_modules())
    except subprocess.CalledProcessError as problem:
        return provision.cause(problem).partition(": ")[2]
    return None


def import_names(wasm: bytes) -> list[str]:
    """The names of all imports of a WebAssembly module."""
    return [name for _, name, _ in binary.imports(dict(binary.sections(wasm))[binary.IMPORTS])]


def tree_shaken(script: Path, import_names: Iterable[str], users: Iterable[Path]) -> str:
    """Pyodide's script without unused functions (tree_shake.mjs).

    `import_names` are the names that Pyodide's wasm imports from the script; `users` are the other scripts that use it.
    """
    return provision.node_output(HERE / "tree_shake.mjs", script, *users, sent="\n".join(import_names))
