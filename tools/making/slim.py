"""Pyodide's wasm without what no page of ours can come to: a third less for everybody to fetch and to compile.

Pyodide links all of Python's libraries into one file. Ours needs none of sqlite, lzma, zstd, bz2, decimal, XML, ctypes, C++'s
streams, tables of East Asian encodings and of character names, nor Python's own C tests: what imports them is not in our library
(tools/making/runtime.py: DROPPED). Here the bodies of their functions become one instruction that fails loudly, and their tables
zeros that need not be sent. No function moves, so everything else stays as it is.

What may go was found by `python3 tools/uncalled.py`: it lets every function note its first call, plays, and prints the runs that
nobody called. FUNCTIONS are the runs in libraries by their numbers in that very file, hence FITS. Bodies of up to SMALL bytes stay: the
linker had equal ones shared by libraries.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator

# The version, and the SHA-256 of its pyodide.asm.wasm.
FITS = "pyodide 314.0.7", "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6"
FUNCTIONS = """
    4990-5083 5087-5190            ctypes, processes, bz2
    5410-5528 5859-5934            the modules for sqlite, lzma and zstd; pickle, queue
    6252-6343 6351-6434            decimal
    6527-6856 6864-8230            XML, East Asian encodings, unicodedata; select, sockets, terminals, C tests
    9917-12729                     lzma, sqlite, zstd, bz2 themselves
    14519-14798 14801-14919 14921-15122 15124-15231 15233-15342 15344-15411 15453-15471 15473-15505 15507-15696 15740-15795
    15810-15819 15821-15847 15849-15884 15896-15960 15963-16085 16087-16097 16099-16377 16379-16844
                                   C++: all but what its start calls
"""
SMALL = 48
OURS = ("sbrk",)  # called by assets/snapshot.js
# The modules that began with them: importing one is an error of Python's.
MODULES = """
    _bz2 _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _ctypes _csv _decimal _elementtree _lzma
    _multibytecodec _pickle _posixsubprocess _queue _socket _sqlite3 _testbuffer _testcapi _testcapi_datetime
    _testclinic _testclinic_limited _testinternalcapi _testlimitedcapi _xxtestfuzz _zoneinfo _zstd mmap pyexpat select termios
    unicodedata xxsubtype
"""
# Addresses of tables. One too many would be silent, unlike a function: tests/tools/test_slim.py compares what Python computes with and
# without. Each range lies within modules that are side by side and all go, or within one table of the C library.
TABLES = """
    801000-1389800                 East Asian encodings: between the texts of XML and of _multibytecodec
    1396288-2097152                names and properties of characters: between the texts of unicodedata and of fcntl
    2828064-2947532                the C library's own East Asian encodings: gb18030 and what follows it, up to ksc
"""

IMPORTS, EXPORTS, CODE, DATA = 2, 7, 10, 11  # numbers of sections
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)  # kinds of imports and exports
MAGIC = b"\0asm\1\0\0\0"
FAILS = b"\x03\x00\x00\x0b"  # a body of three bytes: no locals, unreachable, end
NOTHING = b"\x04\x00\x41\x00\x0b"  # returns 0


def slim(wasm: bytes, scripts: str) -> bytes:
    """The module without the above, and without names of functions that `scripts`, all of its JavaScript, does not use.

    Raises ValueError for another file than FITS says.
    """
    version, fits = FITS
    if hashlib.sha256(wasm).hexdigest() != fits:
        raise ValueError(f"not the wasm of {version}: ask tools/uncalled.py what of this one may go")
    contents = dict(sections(wasm))
    ahead = imported(contents[IMPORTS], FUNCTION)
    names = {f"PyInit_{name}" for name in MODULES.split()}
    begins = {number - ahead for number, name in exported(contents[EXPORTS]) if name in names}
    if len(begins) != len(names):
        raise ValueError(f"{len(names)} modules, {len(begins)} of which are there")
    contents[CODE] = b"".join(without_functions(contents[CODE], begins))
    contents[EXPORTS] = without_exports(contents[EXPORTS], names_used(contents[IMPORTS], scripts))
    contents[DATA] = b"".join(without_tables(contents[DATA]))
    return module(contents)


def functions() -> set[int]:
    """The numbers of FUNCTIONS."""
    return {number for first, last in ranges(FUNCTIONS) for number in range(first, last + 1)}


def ranges(text: str) -> list[tuple[int, int]]:
    """The ranges that a text names."""
    return [(int(first), int(last)) for first, last in re.findall(r"(\d+)-(\d+)", text)]


def without_functions(section: bytes, begins: set[int]) -> Iterator[bytes]:
    """The code section with the bodies of FUNCTIONS failing, and those of `begins`, which begin a module, returning nothing."""
    gone = functions()
    yield leb(number_at(section, 0)[0])
    for number, body in enumerate(bodies(section)):
        if number in begins:
            yield NOTHING
        else:
            yield FAILS if number in gone and len(body) > SMALL else body


def without_exports(section: bytes, used: Callable[[str], bool]) -> bytes:
    """The export section with those functions only whose names are used: Pyodide puts whatever is exported into tables."""
    kept = [written for kind, _, name, written in exports(section) if kind != FUNCTION or used(name)]
    return leb(len(kept)) + b"".join(kept)


def names_used(section: bytes, scripts: str) -> Callable[[str], bool]:
    """Whether a function's name is used: by JavaScript, or by the wasm that asks for its number.

    For libraries that are loaded later, which ours are not, Pyodide exports all functions there are. Its script names them thrice, in
    `var _a; … _a=Module["_a"]=wasmExports["a"]`; what it uses it names once more, or otherwise.
    """
    words = Counter(re.findall(r"[\w$]+", scripts))
    asked = {name for module, name, _ in imports(section) if module.startswith("GOT")} | set(OURS)
    return lambda name: (
        name in asked or words["_" + name] > 3 or words[name] > (1 if words["_" + name] else 0)
    )


def bodies(section: bytes) -> Iterator[bytes]:
    """Each function of a code section, its length before it."""
    count, at = number_at(section, 0)
    for _ in range(count):
        size, begin = number_at(section, at)
        yield section[at : begin + size]
        at = begin + size


def without_tables(section: bytes) -> Iterator[bytes]:
    """The data section without TABLES; as many segments as before, for their number is told elsewhere too."""
    segments = list(data_segments(section))
    yield leb(len(segments))
    for place, content in segments:
        kept = bytearray(content)
        for begin, end in ranges(TABLES):
            first, last = max(0, begin - place), min(len(kept), end - place)
            if first < last:
                kept[first:last] = bytes(last - first)
        shorter = bytes(kept.rstrip(b"\0"))
        yield from (b"\x00\x41", signed_leb(place), b"\x0b", leb(len(shorter)), shorter)


def sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    """The sections of a module by their numbers."""
    at = 8
    while at < len(wasm):
        size, begin = number_at(wasm, at + 1)
        yield wasm[at], wasm[begin : begin + size]
        at = begin + size


def module(contents: dict[int, bytes]) -> bytes:
    """The module of these sections."""
    written = (bytes([number]) + leb(len(content)) + content for number, content in contents.items())
    return MAGIC + b"".join(written)


def imported(section: bytes, wanted: int) -> int:
    """How many of a kind a module imports."""
    return [kind for _, _, kind in imports(section)].count(wanted)


def imports(section: bytes) -> Iterator[tuple[str, str, int]]:
    """Module, name and kind of each import."""
    count, at = number_at(section, 0)
    for _ in range(count):
        names = []
        for _ in range(2):
            size, begin = number_at(section, at)
            at = begin + size
            names.append(section[begin:at].decode())
        yield names[0], names[1], section[at]
        at = after_type(section, at)


def after_type(section: bytes, at: int) -> int:
    """Where an import's type ends that begins, with its kind, at `at`."""
    kind, at = section[at], at + 1
    if kind == FUNCTION:
        return number_at(section, at)[1]
    if kind == GLOBAL:
        return at + 2
    at += kind in (TABLE, TAG)  # the type of what is in it, an attribute
    if kind == TAG:
        return number_at(section, at)[1]
    limits, at = section[at], number_at(section, at + 1)[1]
    return number_at(section, at)[1] if limits & 1 else at


def exported(section: bytes) -> Iterator[tuple[int, str]]:
    """The number of each exported function, imports counted, and its name."""
    return ((number, name) for kind, number, name, _ in exports(section) if kind == FUNCTION)


def exports(section: bytes) -> Iterator[tuple[int, int, str, bytes]]:
    """Kind, number and name of each export, and how it is written."""
    count, at = number_at(section, 0)
    for _ in range(count):
        size, begin = number_at(section, at)
        number, end = number_at(section, begin + size + 1)
        yield section[begin + size], number, section[begin : begin + size].decode(), section[at:end]
        at = end


def data_segments(section: bytes) -> Iterator[tuple[int, bytes]]:
    """Each active segment of a data section: its address and its bytes."""
    count, at = number_at(section, 0)
    for _ in range(count):
        if section[at : at + 2] != b"\x00\x41":
            raise ValueError("a segment without a fixed address")
        place, at = number_at(section, at + 2, signed=True)
        size, begin = number_at(section, at + 1)
        yield place, section[begin : begin + size]
        at = begin + size


def number_at(data: bytes, at: int, signed: bool = False) -> tuple[int, int]:
    """A number in LEB128 that begins at `at`, and where it ends."""
    value = shift = 0
    while True:
        byte, at = data[at], at + 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return (value - (1 << shift) if signed and byte & 0x40 else value), at


def leb(value: int) -> bytes:
    """A number from 0 as LEB128."""
    low, rest = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + leb(rest) if rest else bytes([low])


def signed_leb(value: int) -> bytes:
    """An address as signed LEB128."""
    return leb(value) if leb(value)[-1] < 0x40 else leb(value)[:-1] + bytes([leb(value)[-1] | 0x80, 0])
