"""Pyodide's wasm in two files: every function is in one of them, and Python computes the same, whichever are in the first."""

import shutil
from pathlib import Path

import pytest

from tools.common import provision
from tools.trim import derive, first_functions, pyodide, split_wasm
from tools.trim.trim_wasm import FAILS
from tools.trim.wasm import binary

JOINED = pyodide.HERE / "joined.mjs"


@pytest.fixture(scope="module")
def folder() -> Path:
    """The trimmed Pyodide, whose wasm is whole."""
    return pyodide.trimmed() / "pyodide"


@pytest.fixture(scope="module")
def wasm(folder: Path) -> bytes:
    return (folder / "pyodide.asm.wasm").read_bytes()


@pytest.fixture(scope="module")
def first() -> set[int]:
    """The functions of the build's first file."""
    return first_functions.read().of((provision.node_modules() / "pyodide/pyodide.asm.wasm").read_bytes())


def bodies(wasm: bytes) -> list[bytes]:
    """The bodies of a module's functions."""
    return list(binary.bodies(dict(binary.sections(wasm))[binary.CODE]))


def test_every_function_is_whole_in_one_of_the_files(wasm: bytes, first: set[int]) -> None:
    early, later = map(bodies, split_wasm.split(wasm, first))
    whole = bodies(wasm)
    assert len(early) == len(later) == len(whole)
    for number, (body, one, other) in enumerate(zip(whole, early, later, strict=True)):
        assert (one == body) != (other == body) or body == FAILS
        assert number not in first or one == body
    moved = sum(len(body) for body, one in zip(whole, early, strict=True) if one != body)
    assert moved > 1_000_000


def test_what_both_files_share_is_exported_and_imported(wasm: bytes, first: set[int]) -> None:
    early, later = (dict(binary.sections(part)) for part in split_wasm.split(wasm, first))
    given = {name for _, _, name, _ in binary.exports(early[binary.EXPORTS])}
    taken = {name for module, name, _ in binary.imports(later[binary.IMPORTS]) if module == "first"}
    assert {split_wasm.SLOTS, "memory", "__stack_pointer", "__indirect_function_table"} < taken < given
    assert split_wasm.LATER in given - taken
    assert early[binary.DATA] == dict(binary.sections(wasm))[binary.DATA] and binary.DATA not in later


@pytest.mark.parametrize("chosen", ["none", "every other", "the build's"])
def test_python_computes_the_same_in_two_files(
    folder: Path, wasm: bytes, first: set[int], chosen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = {"none": set[int](), "every other": {*range(0, len(bodies(wasm)), 2)}, "the build's": first}[
        chosen
    ]
    copied = tmp_path / "pyodide"
    shutil.copytree(folder, copied)
    early, later = split_wasm.split(wasm, numbers)
    (copied / "pyodide.asm.wasm").write_bytes(early)
    (tmp_path / pyodide.LATER).write_bytes(later)
    monkeypatch.setenv("LATER", str(tmp_path / pyodide.LATER))
    assert derive.computed(copied, "--import", str(JOINED)) == derive.computed(folder)


def test_a_list_for_another_version_is_refused(wasm: bytes) -> None:
    with pytest.raises(ValueError, match="made for another version"):
        first_functions.read().of(wasm + b"\0\1\0")


def with_section(wasm: bytes, number: int, content: bytes) -> bytes:
    """The module with another content of a section."""
    return binary.module({**dict(binary.sections(wasm)), number: content})


def test_another_form_of_module_is_refused(wasm: bytes) -> None:
    types = dict(binary.sections(wasm))[split_wasm.TYPES]
    computed = b"\1\x7f\0\x23\0\x0b"  # a global with the value of another
    for number, content in (
        (binary.START, b"\0"),
        (split_wasm.TYPES, types[:1] + b"\1\x5f\0"),
        (binary.GLOBALS, computed),
    ):
        with pytest.raises(ValueError, match=r"start function|not a function's|is computed"):
            split_wasm.split(with_section(wasm, number, content), ())
