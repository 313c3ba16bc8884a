"""The parts of the page that are not ours: PyScript, Pyodide, MicroPython and lean-qr from npm into `assets/runtime/`, trimmed.

Pyodide's wasm goes without the libraries that nothing of ours can come to (slim.py), its script without what that leaves (shake.mjs).
Pyodide's standard library is repacked as bytecode without the modules that no page needs (DROPPED): most of its start
is otherwise spent in compiling. Its package list is emptied, because nothing is ever installed in the page.
Of PyScript only the chunks that a page without editor, terminal or plugins can ask for are taken, and of its Python library,
which the page's interpreter would read in one piece, what the page imports.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from tools.common import provision
from tools.making import notices, slim

RUNTIME = provision.ROOT / "assets" / "runtime"
STAMP = RUNTIME / "stamp"

PARTS = ("pyscript", "pyodide", "micropython", "lean-qr")
PYSCRIPT_CHUNKS = ("core.js", "core-*.js", "error-*.js")
# What of PyScript's own library the page imports, in place of fourteen modules; and how PyScript's core has those.
PYSCRIPT = "import js as window, jsffi as ffi\nfrom js import document\n"
PYSCRIPT_MODULES = re.compile(r'{pyscript:{("\w+\.py":"(?:[^"\\]|\\.)*",?)+}}')
# PyScript's core watches the document and runs what is added to it, which no content policy can stop. Blind, it still runs what
# stands in the page when it starts: the page's own script.
WATCHER = re.compile(r"\bMutationObserver\b")
BLIND = "(class{observe(){}})"
# The scripts of ours that use Pyodide's.
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

# Modules that Pyodide and asyncio import and that nothing in a page calls: sockets, processes, archives, files of its own.
# What stands there instead has every name, each a class of nothing.
_NOTHING = """
class Nothing:
    def __init__(self, *given, **named): pass

__all__ = ()

def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return Nothing
"""
_UNCALLED = """
    asyncio/subprocess asyncio/streams asyncio/threads asyncio/sslproto asyncio/base_subprocess asyncio/selector_events
    asyncio/trsock subprocess socket selectors zipfile/__init__ tempfile shutil
"""
INSTEAD = {f"{name}.py": _NOTHING for name in _UNCALLED.split()}
INSTEAD["html/entities.py"] = "html5 = {}\n"  # two thousand names of signs, for reading HTML
INSTEAD["asyncio/unix_events.py"] = (  # the base of Pyodide's own policy
    "from .events import _BaseDefaultEventLoopPolicy as _DefaultEventLoopPolicy\n__all__ = ()\n"
)


def stage() -> Path:
    """Fills `assets/runtime/` if the pins or this file changed since; returns it."""
    modules = provision.node_modules()
    here = Path(__file__)
    sources = [
        here,
        *(
            here.with_name(name)
            for name in ("slim.py", "shake.mjs", "compile.mjs", "notices.py", "third-party.txt")
        ),
    ]
    wanted = provision.digest([provision.ROOT / "package-lock.json", *sources, *OURS])
    if STAMP.exists() and STAMP.read_text() == wanted:
        return RUNTIME
    provision.say("packing the runtime")
    shutil.rmtree(RUNTIME, ignore_errors=True)
    _take(modules / "@pyscript/core/dist", RUNTIME / "pyscript", PYSCRIPT_CHUNKS)
    for path in (RUNTIME / "pyscript").glob("core-*.js"):
        path.write_text(without_watcher(with_less_library(path.read_text())))
    _take(
        modules / "@micropython/micropython-webassembly-pyscript", RUNTIME / "micropython", MICROPYTHON_FILES
    )
    _take(modules / "lean-qr", RUNTIME / "lean-qr", ("index.mjs",))
    pyodide = RUNTIME / "pyodide"
    _take(modules / "pyodide", pyodide, PYODIDE_FILES)
    wasm, script = pyodide / "pyodide.asm.wasm", pyodide / "pyodide.asm.mjs"
    imports = slim.imports(dict(slim.sections(wasm.read_bytes()))[slim.IMPORTS])
    script.write_text(shaken(script, (name for _, name, _ in imports), [pyodide / "pyodide.mjs", *OURS]))
    wasm.write_bytes(
        slim.slim(wasm.read_bytes(), "".join(path.read_text() for path in pyodide.glob("*.mjs")))
    )
    compile_python(
        modules / "pyodide/python_stdlib.zip", pyodide / "python_stdlib.zip", 2, drop=DROPPED, instead=INSTEAD
    )
    lock = json.loads((modules / "pyodide/pyodide-lock.json").read_text())
    (pyodide / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))
    (RUNTIME / "THIRD-PARTY.txt").write_text(notices.notices(modules))
    STAMP.write_text(wanted)
    return RUNTIME


def shaken(script: Path, names: Iterable[str], others: Iterable[Path]) -> str:
    """Pyodide's script without what neither its wasm, which imports `names`, nor other scripts come to (shake.mjs)."""
    command = [provision.node(), Path(__file__).with_name("shake.mjs"), script, *others]
    done = subprocess.run(
        [str(part) for part in command], input="\n".join(names), check=True, capture_output=True, text=True
    )
    return done.stdout


def with_less_library(core: str) -> str:
    """PyScript's core with as much of its Python library as the page needs; ValueError where it holds that otherwise."""
    written = json.dumps({"pyscript": {"__init__.py": PYSCRIPT}})
    core, found = PYSCRIPT_MODULES.subn(lambda _: written, core)
    if found != 1:
        raise ValueError("PyScript's core holds its library otherwise: has the package changed?")
    return core


def without_watcher(core: str) -> str:
    """PyScript's core that runs nothing added to the document after its start; ValueError where it does not watch just once."""
    core, found = WATCHER.subn(BLIND, core)
    if found != 1:
        raise ValueError(
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
    """Writes the engine's heap snapshot (make_snapshot.mjs); returns its SHA-256 in Base64."""
    script = Path(__file__).with_name("make_snapshot.mjs")
    provision.run([provision.node(), script, pyodide, game, target])
    return provision.sha256(target.read_bytes())


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
