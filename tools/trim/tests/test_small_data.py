"""The data of Pyodide's wasm: the bytecode of frozen modules, docstrings of C functions, the number of segments."""

import pytest

from tools.common import provision
from tools.trim import pyodide, small_data
from tools.trim.wasm import binary

GAP = 512  # zeros, from which on a segment ends
SHORT, LONG = b"a" * 9, b"b" * 40


def module(memory: dict[int, bytes]) -> bytes:
    """A module with segments of data by address."""
    segments = list(memory.items())
    data = {binary.DATA_COUNT: binary.leb(len(segments)), binary.DATA: binary.data_section(segments)}
    return binary.module(data)


def segments_of(wasm: bytes) -> dict[int, bytes]:
    """The segments by address. Their number must be that of the section DATA_COUNT."""
    contents = dict(binary.sections(wasm))
    segments = dict(binary.data_segments(contents[binary.DATA]))
    assert binary.number_at(contents[binary.DATA_COUNT], 0)[0] == len(segments)
    return segments


def test_zeros_follow_a_shorter_module_and_nothing_else_changes() -> None:
    at, far = 2000, 2100 + GAP  # `far` is less than GAP zeros away
    before = module(
        {at: b"head", at + 4: LONG[:20], at + 24: LONG[20:], 2100: b"x", far: b"far", 2 * far: b"end"}
    )
    after = small_data.with_small_data(before, {LONG: SHORT})
    piece = (b"head" + SHORT).ljust(100, b"\0") + b"x" + bytes(GAP - 1) + b"far"
    assert segments_of(after) == {at: piece, 2 * far: b"end"}


def test_the_docstring_of_a_c_function_goes_and_its_signature_stays() -> None:
    signature, texts = b"sin($module, x, /)\n--\n\n", b"sin() of x\0(a)\n--\n\nb\0--\n\nc"
    [after] = segments_of(
        small_data.with_small_data(module({2000: b"\1\0" + signature + b"The sine.\0" + texts}), {})
    ).values()
    assert after == b"\1\0" + signature + bytes(len(b"The sine.\0")) + texts


@pytest.mark.parametrize("data", [{100: LONG, 200: LONG}, {100: LONG[1:]}, {100: SHORT}])
def test_a_module_in_no_place_or_two_or_that_grows_is_refused(data: dict[int, bytes]) -> None:
    with pytest.raises(ValueError, match="frozen"):
        small_data.with_small_data(
            module(data), {LONG: SHORT, SHORT: LONG} if SHORT in data.values() else {LONG: SHORT}
        )


def test_pyodides_frozen_modules_are_those_of_the_trimmed_library() -> None:
    folder = pyodide.trimmed() / "pyodide"
    found = small_data.frozen_modules(folder / "python_stdlib.zip")
    kept = {old: new for old, new in found.items() if new}
    assert len(kept) >= 16 and b"frozen importlib._bootstrap" in max(kept, key=len)
    assert sum(map(len, kept.values())) < 0.75 * sum(map(len, kept))
    whole, trimmed = (
        (place / "pyodide.asm.wasm").read_bytes() for place in (provision.node_modules() / "pyodide", folder)
    )
    data = [dict(binary.sections(wasm))[binary.DATA] for wasm in (whole, trimmed)]
    before, after = map(binary.memory, data)
    assert len(small_data.DOCSTRING.findall(before)) > 1_500 and not small_data.DOCSTRING.findall(after)
    assert all(old in before and old not in after and new in after for old, new in found.items())
    assert len(segments_of(whole)) > 10_000 and len(segments_of(trimmed)) < 500
