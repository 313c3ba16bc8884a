"""The binary format of a WebAssembly module: reads and writes its sections, imports, exports, functions and data."""

from collections.abc import Iterator

IMPORTS, GLOBALS, EXPORTS, CODE, DATA = 2, 6, 7, 10, 11  # numbers of sections
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)  # kinds of imports and exports
MAGIC = b"\0asm\1\0\0\0"


def sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    """The number and the content of each section. Raises ValueError for bytes that are not a module."""
    if not wasm.startswith(MAGIC):
        raise ValueError("not a WebAssembly module")
    at = len(MAGIC)
    while at < len(wasm):
        size, begin = number_at(wasm, at + 1)
        yield wasm[at], wasm[begin : begin + size]
        at = begin + size


def module(contents: dict[int, bytes]) -> bytes:
    """The module that has these sections."""
    written = (bytes([number]) + leb(len(content)) + content for number, content in contents.items())
    return MAGIC + b"".join(written)


def imported(section: bytes, wanted: int) -> int:
    """Count the imports of one kind."""
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
        at = _after_type(section, at)


def _after_type(section: bytes, at: int) -> int:
    """The end of an import's type; its kind is at `at`."""
    kind, at = section[at], at + 1
    if kind == FUNCTION:
        return number_at(section, at)[1]
    if kind == GLOBAL:
        return at + 2
    at += kind in (TABLE, TAG)  # a table's element type, a tag's attribute
    if kind == TAG:
        return number_at(section, at)[1]
    limits, at = section[at], number_at(section, at + 1)[1]
    return number_at(section, at)[1] if limits & 1 else at


def exported(section: bytes) -> Iterator[tuple[int, str]]:
    """The number (imports counted) and the name of each exported function."""
    return ((number, name) for kind, number, name, _ in exports(section) if kind == FUNCTION)


def exports(section: bytes) -> Iterator[tuple[int, int, str, bytes]]:
    """Kind, number, name and encoded entry of each export."""
    count, at = number_at(section, 0)
    for _ in range(count):
        size, begin = number_at(section, at)
        number, end = number_at(section, begin + size + 1)
        yield section[begin + size], number, section[begin : begin + size].decode(), section[at:end]
        at = end


def bodies(section: bytes) -> Iterator[bytes]:
    """Each function of a code section, with its length in front."""
    count, at = number_at(section, 0)
    for _ in range(count):
        size, begin = number_at(section, at)
        yield section[at : begin + size]
        at = begin + size


def data_segments(section: bytes) -> Iterator[tuple[int, bytes]]:
    """Address and bytes of each active segment of a data section."""
    count, at = number_at(section, 0)
    for _ in range(count):
        if section[at : at + 2] != b"\x00\x41":
            raise ValueError("a data segment without a fixed address")
        place, at = number_at(section, at + 2, signed=True)
        size, begin = number_at(section, at + 1)
        yield place, section[begin : begin + size]
        at = begin + size


def data_section(segments: list[tuple[int, bytes]]) -> bytes:
    """The data section of these segments; zeros at a segment's end need not be written, because memory starts as zeros."""
    written = [leb(len(segments))]
    for place, content in segments:
        shorter = content.rstrip(b"\0")
        written += [b"\x00\x41", signed_leb(place), b"\x0b", leb(len(shorter)), shorter]
    return b"".join(written)


def memory(section: bytes) -> bytes:
    """The memory as the data segments leave it, from address 0 to the end of the last segment."""
    segments = list(data_segments(section))
    whole = bytearray(max((place + len(content) for place, content in segments), default=0))
    for place, content in segments:
        whole[place : place + len(content)] = content
    return bytes(whole)


def number_at(data: bytes, at: int, signed: bool = False) -> tuple[int, int]:
    """A LEB128 number that begins at `at`, and the offset after it."""
    value = shift = 0
    while True:
        byte, at = data[at], at + 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return (value - (1 << shift) if signed and byte & 0x40 else value), at


def leb(value: int) -> bytes:
    """A number from 0 on as LEB128."""
    low, rest = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + leb(rest) if rest else bytes([low])


def signed_leb(value: int) -> bytes:
    """An address as signed LEB128."""
    return leb(value) if leb(value)[-1] < 0x40 else leb(value)[:-1] + bytes([leb(value)[-1] | 0x80, 0])
