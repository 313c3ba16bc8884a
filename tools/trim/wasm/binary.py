"""Read and write the binary format of a WebAssembly module: sections, imports, exports, functions and data.

Functions are numbered with the imported ones first. A `section` parameter is a section's content, without its number
and size.
"""

import re
from collections.abc import Iterable, Iterator

IMPORTS, GLOBALS, EXPORTS, START, ELEMENTS, CODE, DATA = 2, 6, 7, 8, 9, 10, 11  # numbers of sections
DATA_COUNT = 12
GAP = re.compile(
    rb"\0{512,}"
)  # zeros that end a segment; fewer cost less than the address of another segment, compressed
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)  # kinds of imports and exports
MAGIC = b"\0asm\1\0\0\0"


def sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (number, content) of each section. Raises ValueError for bytes that are not a module."""
    if not wasm.startswith(MAGIC):
        raise ValueError("not a WebAssembly module")
    offset = len(MAGIC)
    while offset < len(wasm):
        size, begin = number_at(wasm, offset + 1)
        yield wasm[offset], wasm[begin : begin + size]
        offset = begin + size


def module(contents: dict[int, bytes]) -> bytes:
    """The bytes of a module with these sections. `contents` has each section's content by its number."""
    encoded = (bytes([number]) + leb(len(content)) + content for number, content in contents.items())
    return MAGIC + b"".join(encoded)


def imported(section: bytes, wanted: int) -> int:
    """Count the imports of the kind `wanted`."""
    return [kind for _, _, kind in imports(section)].count(wanted)


def imports(section: bytes) -> Iterator[tuple[str, str, int]]:
    """Yield (module, name, kind) of each import."""
    for module_name, name, type in import_entries(section):
        yield module_name, name, type[0]


def import_entries(section: bytes) -> Iterator[tuple[str, str, bytes]]:
    """Yield (module, name, type) of each import. `type` is encoded; its first byte is the kind."""
    count, offset = number_at(section, 0)
    for _ in range(count):
        names = []
        for _ in range(2):
            size, begin = number_at(section, offset)
            offset = begin + size
            names.append(section[begin:offset].decode())
        begin, offset = offset, _after_type(section, offset)
        yield names[0], names[1], section[begin:offset]


def import_section(entries: Iterable[tuple[str, str, bytes]]) -> bytes:
    """The content of an import section with these entries, as in `import_entries`."""
    parts = [
        b"".join([*(leb(len(name.encode())) + name.encode() for name in names), type])
        for *names, type in entries
    ]
    return leb(len(parts)) + b"".join(parts)


def _after_type(section: bytes, offset: int) -> int:
    """The offset after an import's type. `offset` is the offset of its kind, the byte before the type."""
    kind, offset = section[offset], offset + 1
    if kind == FUNCTION:
        return number_at(section, offset)[1]
    if kind == GLOBAL:
        return offset + 2
    offset += kind in (TABLE, TAG)  # a table's element type, a tag's attribute
    if kind == TAG:
        return number_at(section, offset)[1]
    limits, offset = section[offset], number_at(section, offset + 1)[1]
    return number_at(section, offset)[1] if limits & 1 else offset


def exported(section: bytes) -> Iterator[tuple[int, str]]:
    """Yield (number, name) of each exported function."""
    return ((number, name) for kind, number, name, _ in exports(section) if kind == FUNCTION)


def exports(section: bytes) -> Iterator[tuple[int, int, str, bytes]]:
    """Yield (kind, number, name, entry) of each export. `entry` is its encoding."""
    count, offset = number_at(section, 0)
    for _ in range(count):
        size, begin = number_at(section, offset)
        number, end = number_at(section, begin + size + 1)
        yield section[begin + size], number, section[begin : begin + size].decode(), section[offset:end]
        offset = end


def bodies(section: bytes) -> Iterator[bytes]:
    """Yield the body of each function in a code section. A body begins with its length."""
    count, offset = number_at(section, 0)
    for _ in range(count):
        size, begin = number_at(section, offset)
        yield section[offset : begin + size]
        offset = begin + size


def elements(section: bytes) -> Iterator[int]:
    """Yield the number of each function in the tables, from an element section.

    Raises ValueError for a segment that is not active, or has other elements than numbers of functions.
    """
    count, offset = number_at(section, 0)
    for _ in range(count):
        if section[offset] != 0 or section[offset + 1] not in (0x23, 0x41):  # global.get, i32.const
            raise ValueError("a segment of elements in an unknown format")
        _, offset = number_at(section, offset + 2, signed=True)
        length, offset = number_at(section, offset + 1)
        for _ in range(length):
            number, offset = number_at(section, offset)
            yield number


def data_segments(section: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (address, bytes) of each segment.

    Raises ValueError for a segment that is not active, that is, has no fixed address.
    """
    count, offset = number_at(section, 0)
    for _ in range(count):
        if section[offset : offset + 2] != b"\x00\x41":
            raise ValueError("a data segment without a fixed address")
        address, offset = number_at(section, offset + 2, signed=True)
        size, begin = number_at(section, offset + 1)
        yield address, section[begin : begin + size]
        offset = begin + size


def data_section(segments: list[tuple[int, bytes]]) -> bytes:
    """The content of a data section. Zeros at the end of a segment are not written, because memory starts as zeros.

    `segments` has (address, bytes) of each segment.
    """
    parts = [leb(len(segments))]
    for address, content in segments:
        shorter = content.rstrip(b"\0")
        parts += [b"\x00\x41", signed_leb(address), b"\x0b", leb(len(shorter)), shorter]
    return b"".join(parts)


def pieces(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (address, bytes) of each piece of a memory between zeros, for `data_section`."""
    begin = 0
    for gap in GAP.finditer(content):
        if gap.start() > begin:
            yield begin, content[begin : gap.start()]
        begin = gap.end()
    if begin < len(content):
        yield begin, content[begin:]


def memory(section: bytes) -> bytes:
    """The initial memory that a data section defines, from address 0 to the end of its last segment."""
    segments = list(data_segments(section))
    content_of_memory = bytearray(max((address + len(content) for address, content in segments), default=0))
    for address, content in segments:
        content_of_memory[address : address + len(content)] = content
    return bytes(content_of_memory)


def number_at(data: bytes, offset: int, signed: bool = False) -> tuple[int, int]:
    """Read a number in LEB128, the encoding of WebAssembly (7 bits a byte).

    Returns the number and the offset after it.
    """
    value = shift = 0
    while True:
        byte, offset = data[offset], offset + 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return (value - (1 << shift) if signed and byte & 0x40 else value), offset


def leb(value: int) -> bytes:
    """Write a number that is not negative as unsigned LEB128."""
    low, rest = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + leb(rest) if rest else bytes([low])


def signed_leb(value: int) -> bytes:
    """Write a number that is not negative as signed LEB128."""
    return leb(value) if leb(value)[-1] < 0x40 else leb(value)[:-1] + bytes([leb(value)[-1] | 0x80, 0])
