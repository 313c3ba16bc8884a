"""Trim Pyodide's wasm: remove unreachable functions and tables, so that it is a third smaller to download and compile.

Pyodide links all C libraries of Python into one file. Our page cannot reach sqlite, lzma, zstd, bz2, decimal, XML,
ctypes, C++'s streams, the tables of East Asian encodings and of character names, and Python's C tests: library.py
leaves out the modules that import them (DROPPED). The body of an unreachable function becomes one instruction that
stops the program with an error. A table becomes zeros, which the file need not contain. No function gets another
number, so all other code stays valid.

The trim plan, trim_plan.json, lists functions and tables by number and address (tools/trim/wasm/plan.py). It fits one
version of Pyodide. `python3 tools/upgrade.py` derives the plan for another version. Until then, only unused exports,
and functions that nothing can call, are removed.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from tools.trim.wasm import binary, plan
from tools.trim.wasm.fingerprints import fingerprint
from tools.trim.wasm.plan import Plan

PLAN = Path(__file__).with_name("trim_plan.json")
SMALL = 48  # bytes; shorter functions are not removed, because a linker lets libraries share equal ones
USED_BY_US = ("sbrk",)  # called by assets/snapshot.js
ADDRESSES = "GOT.func"  # the module of imports that are addresses of functions
# The instruction `ref.func` and the number of a function. The lookahead finds references that overlap, too.
FUNCTION_REFERENCE = re.compile(rb"\xd2(?=([\x80-\xff]*[\x00-\x7f]))")
GET_GLOBAL = b"\x23"  # the instruction `global.get`; the number of the global follows
CODE_SECTIONS = (binary.GLOBALS, binary.ELEMENTS, binary.CODE)  # sections that contain instructions
FAILS = b"\x03\x00\x00\x0b"  # a function body that fails: its size (3 bytes), no locals, `unreachable`, `end`
NULL = b"\x04\x00\x41\x00\x0b"  # a function body that returns 0: its size (4 bytes), no locals, `i32.const 0`, `end`


def trim(wasm: bytes, trim_plan: Plan) -> bytes:
    """Remove the functions and tables of a plan from a module.

    Raises ValueError if the plan was made for another file.
    """
    if not trim_plan.fits(wasm):
        made = trim_plan.made
        raise ValueError(
            f"{PLAN.name} was made for {made['for']}, where it saves {int(made['saves']):,} bytes of a first visit (Brotli); "
            "python3 tools/upgrade.py derives the plan for this version"
        )
    contents = dict(binary.sections(wasm))
    import_count = binary.imported(contents[binary.IMPORTS], binary.FUNCTION)
    names = {f"PyInit_{name}" for name in trim_plan.modules}
    exported = binary.exported(contents[binary.EXPORTS])
    initializers = {number - import_count for number, name in exported if name in names}
    code = without_functions(contents[binary.CODE], trim_plan.removed(), initializers)
    contents[binary.CODE] = b"".join(code)
    contents[binary.DATA] = without_tables(contents[binary.DATA], trim_plan.tables)
    return binary.module(contents)


def without_unused_exports(wasm: bytes, scripts: str) -> bytes:
    """Remove the exports of functions that no JavaScript uses.

    `scripts` is the text of all scripts. Fits every version.
    """
    contents = dict(binary.sections(wasm))
    is_used = names_used(contents[binary.IMPORTS], scripts)
    contents[binary.EXPORTS] = without_exports(contents[binary.EXPORTS], is_used)
    return binary.module(contents)


def without_unused_addresses(wasm: bytes) -> bytes:
    """Let all imported addresses that no code reads have the name of one that is read.

    An import of the module GOT.func is a global with the address of a function. For each name that is a JavaScript
    function, Pyodide's start compiles a small module. Most of them are OpenGL's. An import keeps its number, and the
    same name may be imported several times. The search takes some other bytes for an instruction, so it may keep too
    many names, but it loses none that is used. Fits every version. Raises ValueError if an address of data is computed.
    """
    contents = dict(binary.sections(wasm))
    list(binary.data_segments(contents[binary.DATA]))  # raises if the address of a segment is not a constant
    code = b"".join(contents.get(number, b"") for number in CODE_SECTIONS)
    entries = list(binary.import_entries(contents[binary.IMPORTS]))
    positions = [at for at, (_, _, type) in enumerate(entries) if type[0] == binary.GLOBAL]
    addresses = {at: number for number, at in enumerate(positions) if entries[at][0] == ADDRESSES}
    unused = {at for at, number in addresses.items() if GET_GLOBAL + binary.leb(number) not in code}
    shared = min((entries[at][1] for at in addresses if at not in unused), key=len, default=None)
    if shared is not None:
        for at in unused:
            entries[at] = (ADDRESSES, shared, entries[at][2])
    contents[binary.IMPORTS] = binary.import_section(entries)
    return binary.module(contents)


def without_unreachable(wasm: bytes) -> bytes:
    """Remove the bodies of functions that nothing can call: not exported, in no table, and called by no function that stays.

    Most are C library functions that Pyodide exports for libraries loaded later, and functions that only removed ones
    called. The search takes some other bytes for an instruction that refers to a function, so it may keep too many
    functions, but it loses none that is used. Fits every version. Raises ValueError for an unknown instruction or
    element segment, or if the module has a start function.
    """
    contents = dict(binary.sections(wasm))
    if binary.START in contents:
        raise ValueError("the module has a start function")
    import_count = binary.imported(contents[binary.IMPORTS], binary.FUNCTION)
    bodies = list(binary.bodies(contents[binary.CODE]))
    open_numbers = [
        *(number for number, _ in binary.exported(contents[binary.EXPORTS])),
        *binary.elements(contents[binary.ELEMENTS]),
        *(number for part in (contents[binary.GLOBALS], *bodies) for number in references(part)),
    ]
    reached = set[int]()
    while open_numbers:
        number = open_numbers.pop()
        if number not in reached and number < import_count + len(bodies):
            reached.add(number)
            if number >= import_count:
                open_numbers += fingerprint(bodies[number - import_count]).calls
    kept = (
        body if number in reached or len(body) < len(FAILS) else FAILS
        for number, body in enumerate(bodies, import_count)
    )
    contents[binary.CODE] = binary.leb(len(bodies)) + b"".join(kept)
    return binary.module(contents)


def references(part: bytes) -> Iterator[int]:
    """Yield each number after a byte that is, or looks like, the instruction `ref.func`."""
    return (binary.number_at(found[1], 0)[0] for found in FUNCTION_REFERENCE.finditer(part))


def without_functions(section: bytes, removed: set[int], initializers: set[int]) -> Iterator[bytes]:
    """Yield the parts of a new code section. Functions are numbered from 0, without imports.

    The `removed` functions fail. The `initializers` of C extensions return NULL, so that an import of the extension
    fails.
    """
    yield binary.leb(binary.number_at(section, 0)[0])
    for number, body in enumerate(binary.bodies(section)):
        if number in initializers:
            yield NULL
        else:
            yield FAILS if number in removed and len(body) > SMALL else body


def without_exports(section: bytes, is_used: Callable[[str], bool]) -> bytes:
    """The export section without unused functions. (Pyodide's start puts each exported function into two tables.)"""
    kept = [
        entry for kind, _, name, entry in binary.exports(section) if kind != binary.FUNCTION or is_used(name)
    ]
    return binary.leb(len(kept)) + b"".join(kept)


def names_used(section: bytes, scripts: str) -> Callable[[str], bool]:
    """Return a predicate: whether a script uses the exported function of a name, or the wasm imports its table index.

    `section` is the import section. Pyodide exports every function, for libraries that are loaded later; our page loads
    none. Its script names each three times, in `var _a; … _a=Module["_a"]=wasmExports["a"]`. A used name occurs once
    more.
    """
    words = Counter(re.findall(r"[\w$]+", scripts))
    needed = {name for module, name, _ in binary.imports(section) if module.startswith("GOT")} | set(
        USED_BY_US
    )
    return lambda name: (
        name in needed or words["_" + name] > 3 or words[name] > (1 if words["_" + name] else 0)
    )


def without_tables(section: bytes, tables: list[plan.Range]) -> bytes:
    """The data section with zeros for the tables. It keeps its number of segments, which another section repeats."""
    segments = []
    for address, content in binary.data_segments(section):
        kept = bytearray(content)
        for begin, end in tables:
            first, last = max(0, begin - address), min(len(kept), end - address)
            if first < last:
                kept[first:last] = bytes(last - first)
        segments.append((address, bytes(kept)))
    return binary.data_section(segments)
