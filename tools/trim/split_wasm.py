"""Split Pyodide's wasm into the functions with which a first match is played, and the later ones, which a second file brings.

No function gets another number, and no body changes. Both files know all functions. One table of functions, SLOTS, joins them: its
slot N has the function N. Where the other file has a function, this one has a *stub*, which calls slot N with its own parameters.
A stub of the first file first calls slot 0 while the later file is missing: there the page puts a function that fetches it
(assets/engine.js). So the choice of the first functions decides how fast a start is, and never what Python computes.

The first file exports what the later one needs, under names that begin with `$`: `$slots`, `$later` (a number: 1 once the later file
is here), other tables and variables. The later file imports these, memory and exceptions from the module "first", and all that
Emscripten's script gives to the first one.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import count

from tools.trim.trim_wasm import FAILS, references
from tools.trim.wasm import binary
from tools.trim.wasm.fingerprints import fingerprint
from tools.trim.wasm.plan import ranges

# numbers of sections, beside those of binary.py
TYPES, FUNCTIONS, TABLES, MEMORIES, TAGS = 1, 3, 4, 5, 13
KNOWN = {0, TYPES, FUNCTIONS, TABLES, MEMORIES, TAGS} | {
    *(binary.IMPORTS, binary.GLOBALS, binary.EXPORTS, binary.ELEMENTS, binary.CODE),
    *(binary.DATA_COUNT, binary.DATA),
}
FUNCREF = b"\x70\x00"  # a table of functions, without a largest size; its smallest follows
NUMBER, ZERO = b"\x7f\x01", b"\x41\x00\x0b"  # the type of a variable i32, and the value 0
LOAD = 0  # the slot of the function that fetches the later file: the function of this number is imported, and needs no slot
SLOTS, LATER = "$slots", "$later"


def split(wasm: bytes, first: Iterable[int]) -> tuple[bytes, bytes]:
    """The first and the later file of a module. `first` has the numbers of the functions of the first file, imports not counted.

    A later function stays in the first file if its stub would not be shorter. Raises ValueError for a module in another form than
    Pyodide's.
    """
    contents = dict(binary.sections(wasm))
    if not contents.keys() <= KNOWN:
        raise ValueError("the module has a start function or an unknown section")
    return _Split(contents, {*first}).files()


class _Split:
    """One split. Functions are numbered with the imported ones first."""

    def __init__(self, contents: dict[int, bytes], first: set[int]) -> None:
        self.contents = contents
        self.imported = binary.imported(contents[binary.IMPORTS], binary.FUNCTION)
        self.bodies = dict(enumerate(binary.bodies(contents[binary.CODE]), self.imported))
        self.signatures = list(_signatures(contents[TYPES]))
        self.types = dict(enumerate(_vector(contents[FUNCTIONS]), self.imported))
        self.slots = binary.number_at(contents[TABLES], 0)[0]  # the number of the table of slots
        self.later_flag = binary.imported(contents[binary.IMPORTS], binary.GLOBAL)
        self.later_flag += binary.number_at(contents[binary.GLOBALS], 0)[0]
        self.no_result = self.signatures.index((0, 0))
        self.later = {
            number
            for number, body in self.bodies.items()
            if number - self.imported not in first and len(body) > len(self.stub(number, is_guarded=True))
        }
        exported = (number for number, _ in binary.exported(contents[binary.EXPORTS]))
        roots = {
            *exported,
            *binary.elements(contents[binary.ELEMENTS]),
            *references(contents[binary.GLOBALS]),
        }
        self.from_first = roots | self.named_by(self.bodies.keys() - self.later)
        self.from_later = self.named_by(self.later)

    def named_by(self, numbers: Iterable[int]) -> set[int]:
        """The functions that the bodies of these functions call or name."""
        parts = [self.bodies[number] for number in numbers]
        return {number for part in parts for number in (*fingerprint(part).calls, *references(part))}

    def stub(self, number: int, is_guarded: bool) -> bytes:
        """The body of a function that calls the slot of its own number. If it `is_guarded`, it fetches the later file before."""
        table = binary.leb(self.slots)
        load = (
            b"\x23" + binary.leb(self.later_flag) + b"\x45\x04\x40"  # global.get, i32.eqz, if
            b"\x41" + binary.signed_leb(LOAD) + b"\x11" + binary.leb(self.no_result) + table + b"\x0b"
        )
        parameters = b"".join(
            b"\x20" + binary.leb(at) for at in range(self.signatures[self.types[number]][0])
        )
        call = b"\x41" + binary.signed_leb(number) + b"\x11" + binary.leb(self.types[number]) + table
        body = b"\x00" + (load if is_guarded else b"") + parameters + call + b"\x0b"
        return binary.leb(len(body)) + body

    def code(self, body: Callable[[int], bytes]) -> bytes:
        """A code section with a body for each function."""
        return binary.leb(len(self.bodies)) + b"".join(map(body, self.bodies))

    def files(self) -> tuple[bytes, bytes]:
        """The first and the later file."""
        return self.first_file(), self.later_file()

    def first_file(self) -> bytes:
        """The file with the first functions, all data, and what the later one needs."""
        contents = dict(self.contents)
        size = self.imported + len(self.bodies)
        contents[TABLES] = _longer(contents[TABLES], [FUNCREF + binary.leb(size)])
        contents[binary.GLOBALS] = _longer(contents[binary.GLOBALS], [NUMBER + ZERO])
        contents[binary.EXPORTS] = _longer(contents[binary.EXPORTS], self.exports())
        reached = self.from_later & self.bodies.keys() - self.later
        contents[binary.ELEMENTS] = _longer(contents[binary.ELEMENTS], self.segments(reached))
        contents[binary.CODE] = self.code(self.first_body)
        return binary.module(contents)

    def first_body(self, number: int) -> bytes:
        """A function's body in the first file."""
        if number not in self.later:
            return self.bodies[number]
        return self.stub(number, is_guarded=True) if number in self.from_first else FAILS

    def later_file(self) -> bytes:
        """The file with the later functions."""
        contents = {number: self.contents[number] for number in (TYPES, binary.IMPORTS, FUNCTIONS)}
        contents[binary.IMPORTS] = _longer(contents[binary.IMPORTS], self.imports())
        rest = list(_globals(self.contents[binary.GLOBALS]))[len(self.variables()) :]
        contents[binary.GLOBALS] = _longer(binary.leb(0), rest)
        contents[binary.ELEMENTS] = _longer(binary.leb(0), self.segments(self.later))
        contents[binary.CODE] = self.code(self.later_body)
        return binary.module(contents)

    def later_body(self, number: int) -> bytes:
        """A function's body in the later file."""
        if number in self.later:
            return self.bodies[number]
        return self.stub(number, is_guarded=False) if number in self.from_later else FAILS

    def segments(self, numbers: Iterable[int]) -> list[bytes]:
        """The segments of elements that put these functions into their slots."""
        head = b"\x02" + binary.leb(self.slots) + b"\x41"

        def segment(first: int, last: int) -> bytes:
            run = range(first, last + 1)
            return (
                head
                + binary.signed_leb(first)
                + b"\x0b\x00"
                + binary.leb(len(run))
                + b"".join(map(binary.leb, run))
            )

        return [segment(first, last) for first, last in ranges(numbers)]

    def variables(self) -> list[bytes]:
        """The types of the variables that both files share: the globals up to the last one that can change."""
        types = [entry[:2] for entry in _globals(self.contents[binary.GLOBALS])]
        return types[: max(at for at, type in enumerate(types, 1) if type[1])]

    def shared(self) -> list[tuple[int, int, bytes]]:
        """(kind, number, type) of all that both files share, in the order of their numbers. The flag is the first file's alone."""
        first_global = binary.imported(self.contents[binary.IMPORTS], binary.GLOBAL)
        tables = [*_tables(self.contents[TABLES]), FUNCREF + binary.leb(self.imported + len(self.bodies))]
        return [
            (binary.MEMORY, 0, self.contents[MEMORIES][1:]),
            *((binary.TABLE, number, type) for number, type in enumerate(tables)),
            *((binary.GLOBAL, number, type) for number, type in zip(count(first_global), self.variables())),
            *(
                (binary.TAG, number, self.contents[TAGS][1 + 2 * number :][:2])
                for number in range(self.contents[TAGS][0])
            ),
        ]

    def name(self, kind: int, number: int) -> str:
        """The name under which the first file exports something that both share."""
        names = {
            (kind, number): name for kind, number, name, _ in binary.exports(self.contents[binary.EXPORTS])
        }
        return (
            SLOTS
            if (kind, number) == (binary.TABLE, self.slots)
            else names.get((kind, number), f"${kind}-{number}")
        )

    def exports(self) -> list[bytes]:
        """The entries of the exports that the first file adds."""
        added = [(self.name(kind, number), kind, number) for kind, number, _ in self.shared()]
        added = [entry for entry in added if entry[0].startswith("$")]
        added.append((LATER, binary.GLOBAL, self.later_flag))
        return [
            binary.leb(len(name)) + name.encode() + bytes([kind]) + binary.leb(number)
            for name, kind, number in added
        ]

    def imports(self) -> list[bytes]:
        """The entries of the imports that the later file adds."""
        entries = [
            ("first", self.name(kind, number), bytes([kind]) + type) for kind, number, type in self.shared()
        ]
        return [binary.import_section([entry])[1:] for entry in entries]


def _longer(section: bytes, added: list[bytes]) -> bytes:
    """A section, which begins with the count of its entries, with more entries at its end."""
    length, begin = binary.number_at(section, 0)
    return binary.leb(length + len(added)) + section[begin:] + b"".join(added)


def _vector(section: bytes) -> Iterator[int]:
    """Yield the numbers of a section that has nothing else."""
    length, offset = binary.number_at(section, 0)
    for _ in range(length):
        number, offset = binary.number_at(section, offset)
        yield number


def _signatures(section: bytes) -> Iterator[tuple[int, int]]:
    """Yield how many parameters and how many results each type of a function has. Raises ValueError for another type."""
    length, offset = binary.number_at(section, 0)
    for _ in range(length):
        if section[offset] != 0x60:
            raise ValueError("a type that is not a function's")
        parameters, begin = binary.number_at(section, offset + 1)
        results, end = binary.number_at(section, begin + parameters)
        offset = end + results
        yield parameters, results


def _tables(section: bytes) -> Iterator[bytes]:
    """Yield the type of each table."""
    length, offset = binary.number_at(section, 0)
    for _ in range(length):
        begin, has_largest = offset, section[offset + 1] & 1
        _, offset = binary.number_at(section, offset + 2)
        if has_largest:
            _, offset = binary.number_at(section, offset)
        yield section[begin:offset]


def _globals(section: bytes) -> Iterator[bytes]:
    """Yield the entry of each global: its type, whether it can change, its value. Raises ValueError for a value that is no constant."""
    length, offset = binary.number_at(section, 0)
    for _ in range(length):
        begin = offset
        if section[offset + 2] != 0x41:  # i32.const
            raise ValueError("a global whose value is computed")
        _, offset = binary.number_at(section, offset + 3, signed=True)
        offset += 1  # the end of the value
        yield section[begin:offset]
