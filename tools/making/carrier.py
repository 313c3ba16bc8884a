"""Carry a file to browsers inside a WebAssembly module.

Hosts compress `.wasm` on its way, but no archives and no types that they do not know (docs/hosting.md). The module has one
custom section, which holds HEAD bytes less than the module. A zip is also read with these bytes before it.
"""

from pathlib import Path

SUFFIX = ".wasm"
NAME = b"chickenfoot files"  # of the section; its length makes HEAD a multiple of four
HEAD = 32  # bytes before the file: magic and version, number and size of the section, length of its name, the name


def head(size: int) -> bytes:
    """Return the module's bytes before a file of `size` bytes."""
    section = 1 + len(NAME) + size
    length = bytes(
        (section >> shift & 127) | 128 * (shift < 28) for shift in range(0, 35, 7)
    )  # LEB128, five bytes
    return b"\0asm\1\0\0\0" + b"\0" + length + bytes([len(NAME)]) + NAME


def carry(path: Path) -> Path:
    """Replace a file by its module, FILE.wasm. Returns the module's path."""
    module = path.with_name(path.name + SUFFIX)
    content = path.read_bytes()
    module.write_bytes(head(len(content)) + content)
    path.unlink()
    return module
