"""Make the data of Pyodide's wasm smaller: bytecode and docstrings that it has of Python itself, and the number of segments.

- A frozen module is one that Python needs to import any other. Its bytecode is a part of the data. The trimmed library has the same
  modules without docstrings, types of functions and columns (tools/common/compile.mjs), and this bytecode replaces it. A module that
  the library leaves out becomes zeros, so that its import fails.
- A docstring of a C function begins with its signature, which stays.
- The linker writes a segment for each piece between some zeros, 14,579 of them. Few segments with zeros in them compress better.

Nothing changes its address. Zeros follow whatever becomes shorter.
"""

import base64
import json
import re
from collections.abc import Mapping
from pathlib import Path

from tools.common import provision
from tools.trim.wasm import binary

DOCSTRING = re.compile(rb"(?<=\0)\w+\([^\0]*?\)\n--\n\n([^\0]+)(?=\0)")


def frozen_modules(library: Path) -> dict[bytes, bytes]:
    """The frozen bytecode of Pyodide's modules, and that of the trimmed `library`, a zip (frozen.mjs)."""
    text = provision.node_output(Path(__file__).with_name("frozen.mjs"), library)
    return {base64.b64decode(frozen): base64.b64decode(small) for frozen, small in json.loads(text)}


def with_small_data(wasm: bytes, modules: Mapping[bytes, bytes]) -> bytes:
    """A wasm with smaller data. `modules` has the new bytecode of frozen modules by the old one.

    Raises ValueError if a module is not in the data just once, or if its new bytecode is longer.
    """
    contents = dict(binary.sections(wasm))
    memory = bytearray(binary.memory(contents[binary.DATA]))
    for frozen, small in modules.items():
        if memory.count(frozen) != 1 or len(small) > len(frozen):
            raise ValueError("a frozen module is not where it was, or grows")
        begin = memory.index(frozen)
        memory[begin : begin + len(frozen)] = small.ljust(len(frozen), b"\0")
    for found in DOCSTRING.finditer(bytes(memory)):
        memory[slice(*found.span(1))] = bytes(len(found[1]))
    segments = list(binary.pieces(bytes(memory)))
    contents[binary.DATA] = binary.data_section(segments)
    contents[binary.DATA_COUNT] = binary.leb(len(segments))
    return binary.module(contents)
