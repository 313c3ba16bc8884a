"""Pyodide's wasm without unreachable functions: a third less for everybody to fetch and to compile.

Pyodide links all of Python's libraries into one file. Our page cannot reach sqlite, lzma, zstd, bz2, decimal, XML, ctypes, C++'s
streams, tables of East Asian encodings and of character names, nor Python's own C tests: the modules that import them are not in
our library (tools/making/runtime.py: DROPPED). The bodies of these functions become one instruction that fails loudly, and their
tables become zeros that need not be sent. No function moves, so everything else stays valid.

trim_plan.json says which (tools/making/wasm/plan.py). It fits one version of Pyodide. For another version nothing is trimmed but the
names in the export section, until `python3 tools/upgrade.py` has derived the plan for it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from tools.making.wasm import binary, plan
from tools.making.wasm.plan import Plan

PLAN = Path(__file__).with_name("trim_plan.json")
SMALL = 48  # bytes: shorter bodies stay, because a linker lets libraries share equal ones
OURS = ("sbrk",)  # called by assets/snapshot.js
FAILS = b"\x03\x00\x00\x0b"  # a body of three bytes: no locals, unreachable, end
NULL = b"\x04\x00\x41\x00\x0b"  # returns 0


def trim(wasm: bytes, by: Plan) -> bytes:
    """The module without the functions and tables of a plan. Raises ValueError for a file that the plan was not made for."""
    if not by.fits(wasm):
        raise ValueError(
            f"{PLAN.name} was made for {by.made['for']}, where it saves {int(by.made['saves']):,} bytes of a first visit (Brotli); "
            "python3 tools/upgrade.py derives the plan for this version"
        )
    contents = dict(binary.sections(wasm))
    ahead = binary.imported(contents[binary.IMPORTS], binary.FUNCTION)
    names = {f"PyInit_{name}" for name in by.modules}
    begins = {number - ahead for number, name in binary.exported(contents[binary.EXPORTS]) if name in names}
    contents[binary.CODE] = b"".join(without_functions(contents[binary.CODE], by.gone(), begins))
    contents[binary.DATA] = without_tables(contents[binary.DATA], by.tables)
    return binary.module(contents)


def without_unused_exports(wasm: bytes, scripts: str) -> bytes:
    """The module without exported functions that `scripts`, all of its JavaScript, does not use; for any version."""
    contents = dict(binary.sections(wasm))
    used = names_used(contents[binary.IMPORTS], scripts)
    contents[binary.EXPORTS] = without_exports(contents[binary.EXPORTS], used)
    return binary.module(contents)


def without_functions(section: bytes, gone: set[int], begins: set[int]) -> Iterator[bytes]:
    """The code section in which the functions `gone` fail and `begins`, which start a C extension, return NULL."""
    yield binary.leb(binary.number_at(section, 0)[0])
    for number, body in enumerate(binary.bodies(section)):
        if number in begins:
            yield NULL
        else:
            yield FAILS if number in gone and len(body) > SMALL else body


def without_exports(section: bytes, used: Callable[[str], bool]) -> bytes:
    """The export section with those functions only whose names are used: Pyodide puts each exported function into two tables."""
    kept = [
        written for kind, _, name, written in binary.exports(section) if kind != binary.FUNCTION or used(name)
    ]
    return binary.leb(len(kept)) + b"".join(kept)


def names_used(section: bytes, scripts: str) -> Callable[[str], bool]:
    """A test whether an exported function's name is used: by JavaScript, or by the wasm that asks for its number.

    For libraries that are loaded later, which ours are not, Pyodide exports all functions there are. Its script names them thrice, in
    `var _a; … _a=Module["_a"]=wasmExports["a"]`; what it uses it names once more, or otherwise.
    """
    words = Counter(re.findall(r"[\w$]+", scripts))
    asked = {name for module, name, _ in binary.imports(section) if module.startswith("GOT")} | set(OURS)
    return lambda name: (
        name in asked or words["_" + name] > 3 or words[name] > (1 if words["_" + name] else 0)
    )


def without_tables(section: bytes, tables: list[plan.Range]) -> bytes:
    """The data section with zeros for the tables; as many segments as before, because the code section tells their number too."""
    segments = []
    for place, content in binary.data_segments(section):
        kept = bytearray(content)
        for begin, end in tables:
            first, last = max(0, begin - place), min(len(kept), end - place)
            if first < last:
                kept[first:last] = bytes(last - first)
        segments.append((place, bytes(kept)))
    return binary.data_section(segments)
