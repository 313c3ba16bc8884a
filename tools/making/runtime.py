"""Copy the third-party software of the page from npm packages into `assets/runtime/`, without its unused parts.

It is PyScript, Pyodide, MicroPython, and for QR codes lean-qr and jsQR. trim_wasm.py removes unreachable functions from
Pyodide's wasm, and tree_shake.mjs unused functions from its script. Python's standard library is repacked as bytecode,
because compiling it would take most of the start. Modules that the page does not need are left out (DROPPED). Pyodide's
package list is emptied, because the page never installs a package. PyScript is copied without editor, terminal and
plugins. Of its Python library only the part that the page imports remains.

Such a change (an optional step, tools/common/fallbacks.py) may fit only one version of a package. If it does not fit,
the build warns and leaves it out.
"""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from tools.common import fallbacks, provision
from tools.making import notices, trim_wasm
from tools.making.wasm import binary, plan

RUNTIME = provision.ROOT / "assets" / "runtime"
TOOLS = (  # RUNTIME is made again after a change of one of these files
    "runtime.py",
    "../common/fallbacks.py",
    "trim_wasm.py",
    "trim_plan.json",
    *(f"wasm/{name}.py" for name in ("__init__", "binary", "plan", "fingerprints", "tables", "twins")),
    "tree_shake.mjs",
    "compile.mjs",
    "check_start.mjs",
    "notices.py",
    "third-party.txt",
)

Result = TypeVar("Result")
PARTS = ("pyscript", "pyodide", "micropython", "lean-qr", "jsqr")
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
# Our scripts that use Pyodide's script.
OUR_SCRIPTS = tuple(provision.ROOT / "assets" / name for name in ("engine.js", "snapshot.js"))
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
MICROPYTHON_FILES = ("micropython.mjs", "micropython.wasm")

_MODULES = """
    _pydatetime _pyio _pyrepl _ssl _sysconfigdata__emscripten_wasm32-emscripten __hello__ __phello__ antigravity
    argparse bdb cProfile cmd colorsys compileall configparser csv ctypes difflib doctest email fileinput filecmp ftplib
    getopt getpass gettext http imaplib ipaddress mailbox mimetypes modulefinder multiprocessing netrc nturl2path
    optparse pdb pickletools plistlib poplib profile pstats pty pyclbr pydoc quopri rlcompleter sched shelve smtplib
    socketserver sqlite3 sre_compile sre_constants sre_parse ssl stringprep symtable tabnanny tarfile this timeit
    tomllib trace _markupbase _strptime asyncio/__main__ asyncio/proactor_events asyncio/tools asyncio/windows_events
    asyncio/windows_utils calendar code concurrent/futures/process concurrent/futures/thread
    concurrent/futures/interpreter concurrent/interpreters decimal _pydecimal fractions statistics graphlib gzip
    html/parser importlib/resources json/tool logging/config logging/handlers pathlib/types pprint py_compile
    pyodide/_nodesock_transport pyodide/console queue runpy urllib/request urllib/robotparser _ast_unparse
    _compat_pickle pickle sysconfig/__main__ tracemalloc bz2 lzma compression zipfile/_path tty unittest uuid wave
    webbrowser wsgiref xml xmlrpc zipapp zoneinfo
"""
_CODECS = """
    big5* bz2* charmap cp[!4]* euc* gb* hex* hp* hz* idna iso2022* iso8859* johab koi8* kz1048 mac* mbcs oem palmos
    ptcp154 punycode quopri* rot_13 shift* tis_620 utf_7 uu* viscii zlib*
"""
DROPPED = tuple(pattern for name in _MODULES.split() for pattern in (f"{name}.py", f"{name}/*"))
DROPPED += tuple(f"encodings/{name}.py" for name in _CODECS.split())
"""Patterns of paths in Python's standard library; the page does not get the files that match."""

# Pyodide and asyncio import these modules, but the page never calls them: sockets, processes, archives, temporary
# files. This stub replaces each of them. Every name can be imported from it, as an empty class.
_STUB = """
class Nothing:
    def __init__(self, *arguments, **named): pass

__all__ = ()

def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return Nothing
"""
_UNUSED = """
    asyncio/subprocess asyncio/streams asyncio/threads asyncio/sslproto asyncio/base_subprocess asyncio/selector_events
    asyncio/trsock subprocess socket selectors zipfile/__init__ tempfile shutil
"""
STUBS = {f"{name}.py": _STUB for name in _UNUSED.split()}
# The original has two thousand names of characters, for parsing HTML.
STUBS["html/entities.py"] = "html5 = {}\n"
POLICY = "_BaseDefaultEventLoopPolicy"  # the base class of Pyodide's event loop policy
STUBS["asyncio/unix_events.py"] = f"from .events import {POLICY} as _DefaultEventLoopPolicy\n__all__ = ()\n"


@provision.locked("runtime")  # tests in two processes may need it at the same time
def stage() -> Path:
    """Fill the folder RUNTIME, if package versions or tools have changed since the last time. Return the folder."""
    modules = provision.node_modules()
    here = Path(__file__).parent
    wanted = provision.digest(
        [provision.ROOT / "package-lock.json", *(here / name for name in TOOLS), *OUR_SCRIPTS]
    )
    stamp = RUNTIME / "stamp"
    if stamp.exists() and stamp.read_text() == wanted:
        return RUNTIME
    provision.say("packing the runtime")
    fallbacks.warnings.clear()
    shutil.rmtree(RUNTIME, ignore_errors=True)
    _copy(modules / "@pyscript/core/dist", RUNTIME / "pyscript", PYSCRIPT_CHUNKS)
    _change_pyscript(RUNTIME / "pyscript")
    _copy(
        modules / "@micropython/micropython-webassembly-pyscript", RUNTIME / "micropython", MICROPYTHON_FILES
    )
    _copy(modules / "lean-qr", RUNTIME / "lean-qr", ("index.mjs",))
    _copy(modules / "jsqr/dist", RUNTIME / "jsqr", ("jsQR.js",))
    _pack_pyodide(modules / "pyodide", RUNTIME / "pyodide")
    (RUNTIME / "THIRD-PARTY.txt").write_text(notices.notices(modules))
    (RUNTIME / "warnings.txt").write_text("".join(f"{text}\n" for text in fallbacks.warnings))
    stamp.write_text(wanted)
    return RUNTIME


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


def _pack_pyodide(package: Path, folder: Path) -> None:
    """Copy Pyodide with as many optional steps as possible: Pyodide must still start.

    If it does not start with all steps, try without each one, then without the last two, the last three and so on. Raises
    Missing if it starts with none of them.
    """
    # Without the stubs, the original modules import modules that small-library drops; these import C extensions that
    # trimmed-wasm removes. So steps are left out from the last one on.
    risky = ("few-addresses", "tree-shaking", "few-exports", "trimmed-wasm", "small-library", "stubs")
    singles = [(step,) for step in risky]
    several = [risky[-count:] for count in range(2, len(risky) + 1)]
    first_problem = ""
    for left_out in ((), *singles, *several):
        shutil.rmtree(folder, ignore_errors=True)
        _copy(package, folder, PYODIDE_FILES)
        _trim_pyodide(package, folder, left_out)
        problem = start_problem(folder)
        if problem is None:
            for step in sorted(left_out):
                fallbacks.warn(step, f"with it Pyodide does not start: {first_problem}")
            return
        first_problem = first_problem or problem
    raise fallbacks.Missing(f"Pyodide starts with none of our changes: {first_problem}")


def _trim_pyodide(package: Path, folder: Path, left_out: Collection[str]) -> None:
    """Apply the steps that are not left out to the copied files in `folder`; write the library and the package list."""

    def attempt(step: str, do: Callable[[], Result], otherwise: Callable[[], Result]) -> Result:
        return otherwise() if step in left_out else fallbacks.attempt(step, do, otherwise)

    wasm, script = folder / "pyodide.asm.wasm", folder / "pyodide.asm.mjs"
    content, text = wasm.read_bytes(), script.read_text()
    users = [folder / "pyodide.mjs", *OUR_SCRIPTS]
    trim_plan = plan.read(trim_wasm.PLAN)
    content = attempt("trimmed-wasm", lambda: trim_wasm.trim(content, trim_plan), lambda: content)
    content = attempt("few-addresses", lambda: trim_wasm.without_unused_addresses(content), lambda: content)
    script.write_text(
        attempt("tree-shaking", lambda: tree_shaken(script, import_names(content), users), lambda: text)
    )
    scripts = "".join(path.read_text() for path in folder.glob("*.mjs"))
    wasm.write_bytes(
        attempt("few-exports", lambda: trim_wasm.without_unused_exports(content, scripts), lambda: content)
    )
    archive = package / "python_stdlib.zip"
    drop = () if "small-library" in left_out else DROPPED
    replaced: dict[str, str] = attempt("stubs", lambda: stubs(archive), dict)
    compile_python(archive, folder / "python_stdlib.zip", 2, drop, replaced)
    lock = json.loads((package / "pyodide-lock.json").read_text())
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))


def start_problem(pyodide: Path) -> str | None:
    """Why the Pyodide in a folder does not start or cannot import a module that the engine needs; else None."""
    texts = [
        path.read_text()
        for path in (provision.ROOT / "game").rglob("*.py")
        if not {"page", "commands"} & set(path.parts)
    ]
    imported = {name for text in texts for name in re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE)}
    script = Path(__file__).with_name("check_start.mjs")
    names = sorted(imported & sys.stdlib_module_names - {"__future__"})
    command = [str(part) for part in (provision.node(), script, pyodide, *names)]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as problem:
        return provision.cause(problem).partition(": ")[2]
    return None


def stubs(archive: Path) -> dict[str, str]:
    """Return STUBS, text by path.

    Raises Missing if the library in `archive` lacks one of the modules, or the class POLICY.
    """
    with zipfile.ZipFile(archive) as library:
        missing = sorted(STUBS.keys() - set(library.namelist()))
        if missing:
            raise fallbacks.Missing(f"Python's library has no {', '.join(missing)}")
        if POLICY not in library.read("asyncio/events.py").decode():
            raise fallbacks.Missing(f"asyncio/events.py has no {POLICY}")
    return STUBS


def import_names(wasm: bytes) -> list[str]:
    """The names of all imports of a WebAssembly module."""
    return [name for _, name, _ in binary.imports(dict(binary.sections(wasm))[binary.IMPORTS])]


def tree_shaken(script: Path, import_names: Iterable[str], users: Iterable[Path]) -> str:
    """Pyodide's script without unused functions (tree_shake.mjs).

    `import_names` are the names that Pyodide's wasm imports from the script; `users` are the other scripts that use it.
    """
    command = [provision.node(), Path(__file__).with_name("tree_shake.mjs"), script, *users]
    process = subprocess.run(
        [str(part) for part in command],
        input="\n".join(import_names),
        check=True,
        capture_output=True,
        text=True,
    )
    return process.stdout


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


def compile_python(
    source: Path,
    target: Path,
    optimize: int,
    drop: tuple[str, ...] = (),
    replaced: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Pack the Python of a zip or folder as bytecode for Pyodide into the zip `target`.

    Args:
        source: the zip or folder.
        target: the zip to write.
        optimize: Python's optimization level, 0 to 2.
        drop: patterns of paths to leave out.
        replaced: new texts of modules by path. compile.mjs documents all of these.
    """
    texts = [f"{name}={text}" for name, text in replaced.items()]
    script = provision.ROOT / "tools" / "making" / "compile.mjs"
    provision.run([provision.node(), script, source, target, str(optimize), *drop, *texts])


def make_snapshot(pyodide: Path, game: Path, target: Path) -> str:
    """Write the engine's heap snapshot (make_snapshot.mjs) to `target`.

    `pyodide` is the folder of Pyodide, `game` the zip of the engine's modules. Returns the snapshot's SHA-256 in
    Base64, or "" if no snapshot can be made.
    """

    def make() -> str:
        script = Path(__file__).with_name("make_snapshot.mjs")
        provision.run([provision.node(), script, pyodide, game, target])
        return provision.sha256(target.read_bytes())

    hash = fallbacks.attempt("snapshot", make, str)
    if not hash:
        target.unlink(missing_ok=True)
    return hash


def _copy(source: Path, target: Path, patterns: tuple[str, ...]) -> None:
    """Copy the files of a folder that match the patterns.

    JavaScript loses its link to a source map, which is not shipped.
    """
    target.mkdir(parents=True)
    for pattern in patterns:
        named = [path for path in source.glob(pattern) if path.suffix != ".map"]
        if not named:
            raise FileNotFoundError(f"{source} has no {pattern}: has the package changed?")
        for path in named:
            if path.suffix in (".js", ".mjs"):
                text = re.sub(r"\n//# sourceMappingURL=\S+\s*$", "\n", path.read_text())
                (target / path.name).write_text(text)
            else:
                shutil.copyfile(path, target / path.name)
