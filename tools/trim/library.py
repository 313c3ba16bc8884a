"""The parts of Python's standard library that the page does not get."""

import zipfile
from pathlib import Path

from tools.common import fallbacks

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
    asyncio/trsock asyncio/graph asyncio/staggered asyncio/taskgroups asyncio/queues
    subprocess socket selectors zipfile/__init__ tempfile shutil
"""
STUBS = {f"{name}.py": _STUB for name in _UNUSED.split()}
# The original has two thousand names of characters, for parsing HTML.
STUBS["html/entities.py"] = "html5 = {}\n"
# inspect reads these names of flags; the original has a disassembler.
STUBS["dis.py"] = """COMPILER_FLAG_NAMES = {
    1: "OPTIMIZED", 2: "NEWLOCALS", 4: "VARARGS", 8: "VARKEYWORDS", 16: "NESTED", 32: "GENERATOR", 64: "NOFREE",
    128: "COROUTINE", 256: "ITERABLE_COROUTINE", 512: "ASYNC_GENERATOR", 0x4000000: "HAS_DOCSTRING", 0x8000000: "METHOD",
}
"""
# A traceback asks for its colours even if it has none. The original has themes, made by dataclasses.
STUBS["_colorize.py"] = """
class NoColour(str):
    def __getattr__(self, name): return self
    def __call__(self, *arguments, **named): return self

def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return NoColour()
"""
POLICY = "_BaseDefaultEventLoopPolicy"  # the base class of Pyodide's event loop policy
STUBS["asyncio/unix_events.py"] = f"from .events import {POLICY} as _DefaultEventLoopPolicy\n__all__ = ()\n"


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
