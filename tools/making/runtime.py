"""The software of others that ships with the page: PyScript, Pyodide, MicroPython and lean-qr, from npm into `assets/runtime/`, trimmed.

Pyodide's wasm goes without unreachable functions (trim_wasm.py), its script without what only those need (tree_shake.mjs).
Pyodide's standard library is repacked as bytecode without the modules that no page needs (DROPPED): most of its start
is otherwise spent in compiling. Its package list is emptied, because nothing is ever installed in the page.
PyScript ships without editor, terminal and plugins, and with only as much of its Python library as the page imports.

Each of these tricks may fit one version of a package only. Where it does not fit, the build warns and goes on without it (tricks.py).
"""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType

from tools.common import provision
from tools.making import notices, tricks, trim_wasm
from tools.making.wasm import binary, plan

RUNTIME = provision.ROOT / "assets" / "runtime"
TOOLS = (  # that decide what is staged
    "runtime.py",
    "tricks.py",
    "trim_wasm.py",
    "trim_plan.json",
    *(f"wasm/{name}.py" for name in ("__init__", "binary", "plan", "fingerprints", "tables", "twins")),
    "tree_shake.mjs",
    "compile.mjs",
    "check_start.mjs",
    "notices.py",
    "third-party.txt",
)

PARTS = ("pyscript", "pyodide", "micropython", "lean-qr")
PYSCRIPT_CHUNKS = ("core.js", "core-*.js", "error-*.js")
# As much of PyScript's own library as the page imports, in place of fourteen modules; and how PyScript's core holds those.
PYSCRIPT = "import js as window, jsffi as ffi\nfrom js import document\n"
PYSCRIPT_MODULES = re.compile(r'{pyscript:{("\w+\.py":"(?:[^"\\]|\\.)*",?)+}}')
# PyScript's core watches the document and runs what is added to it, which no content policy can stop. Blind, it still runs what
# stands in the page when it starts: the page's own script.
WATCHER = re.compile(r"\bMutationObserver\b")
BLIND = "(class{observe(){}})"
# Our scripts that use Pyodide's.
OURS = tuple(provision.ROOT / "assets" / name for name in ("engine.js", "snapshot.js"))
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
MICROPYTHON_FILES = ("micropython.mjs", "micropython.wasm")

_MODULES = """
    _pydatetime _pyio _pyrepl _ssl _sysconfigdata__emscripten_wasm32-emscripten __hello__ __phello__ antigravity argparse
    bdb cProfile cmd colorsys compileall configparser csv ctypes difflib doctest email fileinput filecmp ftplib getopt
    getpass gettext http imaplib ipaddress mailbox mimetypes modulefinder multiprocessing netrc nturl2path optparse
    pdb pickletools plistlib poplib profile pstats pty pyclbr pydoc quopri rlcompleter sched shelve smtplib socketserver
    sqlite3 sre_compile sre_constants sre_parse ssl stringprep symtable tabnanny tarfile this timeit tomllib trace
    _markupbase _strptime asyncio/__main__ asyncio/proactor_events asyncio/tools asyncio/windows_events asyncio/windows_utils
    calendar code concurrent/futures/process concurrent/futures/thread concurrent/futures/interpreter concurrent/interpreters
    decimal _pydecimal fractions statistics
    graphlib gzip html/parser importlib/resources json/tool logging/config logging/handlers pathlib/types pprint py_compile
    pyodide/_nodesock_transport pyodide/console queue runpy urllib/request urllib/robotparser
    _ast_unparse _compat_pickle pickle sysconfig/__main__
    tracemalloc bz2 lzma compression zipfile/_path tty unittest uuid wave webbrowser wsgiref xml xmlrpc zipapp zoneinfo
"""
_CODECS = """
    big5* bz2* charmap cp[!4]* euc* gb* hex* hp* hz* idna iso2022* iso8859* johab koi8* kz1048 mac* mbcs oem palmos
    ptcp154 punycode quopri* rot_13 shift* tis_620 utf_7 uu* viscii zlib*
"""
DROPPED = tuple(pattern for name in _MODULES.split() for pattern in (f"{name}.py", f"{name}/*"))
DROPPED += tuple(f"encodings/{name}.py" for name in _CODECS.split())

# Modules that Pyodide and asyncio import and that nothing in a page calls: sockets, processes, archives, temporary files.
# The module in their place has every name; each is an empty class.
_NOTHING = """
class Nothing:
    def __init__(self, *given, **named): pass

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
INSTEAD = {f"{name}.py": _NOTHING for name in _UNUSED.split()}
INSTEAD["html/entities.py"] = "html5 = {}\n"  # two thousand names of signs, for reading HTML
POLICY = "_BaseDefaultEventLoopPolicy"  # the base of Pyodide's own policy
INSTEAD["asyncio/unix_events.py"] = f"from .events import {POLICY} as _DefaultEventLoopPolicy\n__all__ = ()\n"


def stage() -> Path:
    """Fill RUNTIME if the pins or the tools changed since; return it."""
    modules = provision.node_modules()
    here = Path(__file__).parent
    wanted = provision.digest(
        [provision.ROOT / "package-lock.json", *(here / name for name in TOOLS), *OURS],
        *sorted(tricks.without),
    )
    stamp = RUNTIME / "stamp"
    if stamp.exists() and stamp.read_text() == wanted:
        return RUNTIME
    provision.say("packing the runtime")
    tricks.warnings.clear()
    shutil.rmtree(RUNTIME, ignore_errors=True)
    _take(modules / "@pyscript/core/dist", RUNTIME / "pyscript", PYSCRIPT_CHUNKS)
    _change_pyscript(RUNTIME / "pyscript")
    _take(
        modules / "@micropython/micropython-webassembly-pyscript", RUNTIME / "micropython", MICROPYTHON_FILES
    )
    _take(modules / "lean-qr", RUNTIME / "lean-qr", ("index.mjs",))
    _pack_pyodide(modules / "pyodide", RUNTIME / "pyodide")
    (RUNTIME / "THIRD-PARTY.txt").write_text(notices.notices(modules))
    (RUNTIME / "warnings.txt").write_text("".join(f"{text}\n" for text in tricks.warnings))
    stamp.write_text(wanted)
    return RUNTIME


def _change_pyscript(folder: Path) -> None:
    """Apply our two changes to PyScript's core, which is one of its chunks."""
    chunks = {path: path.read_text() for path in folder.glob("core-*.js")}
    for trick, change in (("small-pyscript", with_less_library), ("blind-pyscript", without_watcher)):
        chunks = tricks.attempt(trick, partial(_changed, chunks, change), lambda chunks=chunks: chunks)  # type: ignore[misc]
    for path, text in chunks.items():
        path.write_text(text)


def _changed(chunks: dict[Path, str], change: Callable[[str], str]) -> dict[Path, str]:
    return {path: change(text) for path, text in chunks.items()}


def _pack_pyodide(package: Path, folder: Path) -> None:
    """Take Pyodide with as many tricks as it starts with. Raises Missing if it starts with none of them."""
    # They depend on each other: what a stub replaces imports modules and C extensions that are not there.
    risky = ("tree-shaking", "few-exports", "trimmed-wasm", "small-library", "stubs")
    singles = [(trick,) for trick in risky]
    several = [risky[-count:] for count in range(2, len(risky) + 1)]
    kept = set(tricks.without)
    problem = ""
    for left_out in ((), *singles, *several):
        tricks.without.update(left_out)
        shutil.rmtree(folder, ignore_errors=True)
        _take(package, folder, PYODIDE_FILES)
        _trim_pyodide(package, folder)
        failed = fails(folder)
        tricks.without.intersection_update(kept)
        if failed is None:
            for trick in sorted(set(left_out) - kept):
                tricks.warn(trick, f"with it Pyodide does not start: {problem}")
            return
        problem = problem or failed
    raise tricks.Missing(f"Pyodide starts with none of our changes: {problem}")


def _trim_pyodide(package: Path, folder: Path) -> None:
    wasm, script = folder / "pyodide.asm.wasm", folder / "pyodide.asm.mjs"
    content, text = wasm.read_bytes(), script.read_text()
    others = [folder / "pyodide.mjs", *OURS]
    script.write_text(
        tricks.attempt(
            "tree-shaking", lambda: tree_shaken(script, import_names(content), others), lambda: text
        )
    )
    by = plan.read(trim_wasm.PLAN)
    content = tricks.attempt("trimmed-wasm", lambda: trim_wasm.trim(content, by), lambda: content)
    scripts = "".join(path.read_text() for path in folder.glob("*.mjs"))
    wasm.write_bytes(
        tricks.attempt(
            "few-exports", lambda: trim_wasm.without_unused_exports(content, scripts), lambda: content
        )
    )
    archive = package / "python_stdlib.zip"
    drop = DROPPED if tricks.used("small-library") else ()
    instead: dict[str, str] = tricks.attempt("stubs", lambda: stubs(archive), dict)
    compile_python(archive, folder / "python_stdlib.zip", 2, drop, instead)
    lock = json.loads((package / "pyodide-lock.json").read_text())
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))


def fails(pyodide: Path) -> str | None:
    """Why the Pyodide of a folder does not start, or cannot import a module of Python's library that the game imports."""
    texts = [
        path.read_text()
        for path in (provision.ROOT / "game").rglob("*.py")
        if not {"page", "commands"} & set(path.parts)
    ]
    named = {name for text in texts for name in re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE)}
    script = Path(__file__).with_name("check_start.mjs")
    names = sorted(named & sys.stdlib_module_names - {"__future__"})
    command = [str(part) for part in (provision.node(), script, pyodide, *names)]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as problem:
        return provision.cause(problem).partition(": ")[2]
    return None


def stubs(archive: Path) -> dict[str, str]:
    """INSTEAD, if Python's library has all these modules, and the base class that one of them imports; else raises Missing."""
    with zipfile.ZipFile(archive) as library:
        gone = sorted(INSTEAD.keys() - set(library.namelist()))
        if gone:
            raise tricks.Missing(f"Python's library has no {', '.join(gone)}")
        if POLICY not in library.read("asyncio/events.py").decode():
            raise tricks.Missing(f"asyncio/events.py has no {POLICY}")
    return INSTEAD


def import_names(wasm: bytes) -> list[str]:
    """The names of all that a WebAssembly module imports."""
    return [name for _, name, _ in binary.imports(dict(binary.sections(wasm))[binary.IMPORTS])]


def tree_shaken(script: Path, names: Iterable[str], others: Iterable[Path]) -> str:
    """Pyodide's script without functions that neither its wasm, which imports `names`, nor `others` use (tree_shake.mjs)."""
    command = [provision.node(), Path(__file__).with_name("tree_shake.mjs"), script, *others]
    done = subprocess.run(
        [str(part) for part in command], input="\n".join(names), check=True, capture_output=True, text=True
    )
    return done.stdout


def with_less_library(core: str) -> str:
    """PyScript's core with as much of its Python library as the page needs; raises Missing if it holds that otherwise."""
    written = json.dumps({"pyscript": {"__init__.py": PYSCRIPT}})
    core, found = PYSCRIPT_MODULES.subn(lambda _: written, core)
    if found != 1:
        raise tricks.Missing("PyScript's core does not hold its Python library as {pyscript:{…}}")
    return core


def without_watcher(core: str) -> str:
    """PyScript's core that runs nothing added to the document after its start; raises Missing if it does not watch just once."""
    core, found = WATCHER.subn(BLIND, core)
    if found != 1:
        raise tricks.Missing(
            f"PyScript's core names MutationObserver {found} times, not once: find out how it now learns of added scripts, "
            "which must not run (tests/browser/test_injection.py)"
        )
    return core


def compile_python(
    source: Path,
    target: Path,
    optimize: int,
    drop: tuple[str, ...] = (),
    instead: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Packs Python (a zip or a folder) as bytecode of Pyodide's Python into the zip `target`; see compile.mjs."""
    texts = [f"{name}={text}" for name, text in instead.items()]
    script = provision.ROOT / "tools" / "making" / "compile.mjs"
    provision.run([provision.node(), script, source, target, str(optimize), *drop, *texts])


def make_snapshot(pyodide: Path, game: Path, target: Path) -> str:
    """Write the engine's heap snapshot (make_snapshot.mjs); return its SHA-256 in Base64, or "" if none can be made."""

    def make() -> str:
        script = Path(__file__).with_name("make_snapshot.mjs")
        provision.run([provision.node(), script, pyodide, game, target])
        return provision.sha256(target.read_bytes())

    hash = tricks.attempt("snapshot", make, str)
    if not hash:
        target.unlink(missing_ok=True)
    return hash


def _take(source: Path, target: Path, patterns: tuple[str, ...]) -> None:
    """Copies the files that match; JavaScript without its pointer to a source map that is not shipped."""
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
