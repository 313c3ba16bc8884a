"""Our changes to the packages of others, and builds that do without one of them."""

import json
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.common import fallbacks, packing, provision
from tools.making import micropython, runtime


@pytest.fixture(scope="module")
def pyscript() -> str:
    """PyScript's core as npm has it."""
    (core,) = (provision.node_modules() / "@pyscript/core/dist").glob("core-*.js")
    return core.read_text()


def test_of_pyscripts_library_the_page_gets_what_it_imports(pyscript: str) -> None:
    core = runtime.with_less_library(pyscript)
    assert json.dumps(runtime.PYSCRIPT) in core and "websocket.py" not in core
    assert len(pyscript) - len(core) > 25_000
    with pytest.raises(ValueError, match="does not contain its Python library"):
        runtime.with_less_library(core.replace("{pyscript:", "{other:"))
    with pytest.raises(ValueError, match="does not contain its Python library"):
        runtime.with_less_library("")


def test_pyscript_does_not_watch_the_document(pyscript: str) -> None:
    blind = runtime.without_watcher(pyscript)
    assert "MutationObserver" not in blind and f"new {runtime.BLIND}(" in blind
    for otherwise in (blind, pyscript + "\nnew MutationObserver(run)"):
        with pytest.raises(ValueError, match="must not run"):
            runtime.without_watcher(otherwise)


MODULE = '''
"""Unread."""
from functools import singledispatch
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from game.contract import scenes

class Kept(NamedTuple):
    """Unread."""
    number: FieldType = 1

def plain(number: UnreadType, *others: UnreadType, **more: UnreadType) -> UnreadType:
    """Unread."""

@singledispatch
def general(given):
    raise TypeError

@general.register
def _(given: ReadType):
    return given
'''


# Long and short lines, a loop, a call over many lines (steps forward and back by more than 31 lines), and a missing line.
LINES = (
    """def outer(given):
    while given:
        given = [one + two * 3 for one, two in zip(given, given[1:])] or sum([given, given, given], given)
    return max(
"""
    + "\n" * 70
    + """        1,
        given.missing,
        key=lambda one: one
    )
try:
    outer([])
except AttributeError as problem:
    RESULT = problem.__traceback__.tb_next.tb_lineno
"""
)
# Prints the line of the fault, and whether all code objects have the lines that Python gives them, and no columns.
SHOW_LINES = """
import { loadPyodide } from "pyodide";
import { readFileSync } from "node:fs";
const [archive, text] = process.argv.slice(1);
const python = await loadPyodide();
python.FS.writeFile("/code.zip", readFileSync(archive));
python.globals.set("text", text);
console.log(python.runPython(`
import sys
sys.path.append("/code.zip/code")
import lines
def codes(code):
    return [code] + [inner for part in code.co_consts if hasattr(part, "co_code") for inner in codes(part)]
pairs = [*zip(codes(lines.__loader__.get_code("lines")), codes(compile(text, "", "exec")), strict=True)]
same = all([*ours.co_lines()] == [*theirs.co_lines()] for ours, theirs in pairs)
columns = {column for ours, _ in pairs for at in ours.co_positions() for column in at[2:]}
f"{lines.RESULT} {len(pairs)} {same} {columns}"
`));
"""


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with the bytecode of MODULE and LINES. Pyodide compiles it, whose start takes seconds."""
    folder = tmp_path_factory.mktemp("packed")
    (folder / "code").mkdir()
    (folder / "code" / "module.py").write_text(MODULE)
    (folder / "code" / "lines.py").write_text(LINES)
    packing.compile_python(folder / "code", folder / "code.zip", 0)
    return folder / "code.zip"


def test_bytecode_has_no_docstrings_and_only_the_types_that_are_read(packed: Path) -> None:
    with zipfile.ZipFile(packed) as archive:
        content = archive.read("code/module.pyc")
    assert b"plain" in content and b"Unread" not in content
    assert b"FieldType" in content and b"ReadType" in content
    assert b"game.contract" not in content


def test_bytecode_has_the_lines_of_a_fault_and_no_columns(packed: Path) -> None:
    command = [provision.node(), "--input-type=module", "-e", SHOW_LINES, packed, LINES]
    told = subprocess.run(
        list(map(str, command)), cwd=provision.ROOT, check=True, capture_output=True, text=True
    ).stdout
    assert told.strip() == "76 3 True {None}"


@pytest.fixture
def warned(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The warnings of the test."""
    monkeypatch.setattr(fallbacks, "warnings", [])
    yield fallbacks.warnings


def test_an_optional_step_that_fails_is_left_out_with_one_warning(warned: list[str]) -> None:
    def fail() -> str:
        raise fallbacks.Missing("no such name")

    def end() -> str:
        raise subprocess.CalledProcessError(1, ["node", "x.mjs"], "", "Error: no such function\n")

    for _ in range(2):
        assert fallbacks.attempt("stubs", fail, lambda: "whole") == "whole"
    assert fallbacks.attempt("snapshot", end, str) == ""
    assert len(warned) == 2
    assert "stubs" in warned[0] and warned[0].endswith("no such name")
    assert "no such function" in warned[1]
    with pytest.raises(KeyError):
        fallbacks.warn("no such step", "")
    with pytest.raises(ZeroDivisionError):  # a fault of ours is loud
        fallbacks.attempt("snapshot", lambda: str(1 // 0), str)


def test_the_published_folder_changes_with_the_content_alone(tmp_path: Path) -> None:
    (tmp_path / "pyodide").mkdir()
    (tmp_path / "stamp").write_text("one")
    (tmp_path / "pyodide" / "pyodide.mjs").write_text("start()")
    name = runtime.published_folder(tmp_path)
    (tmp_path / "stamp").write_text("made by other tools")
    assert runtime.published_folder(tmp_path) == name
    (tmp_path / "pyodide" / "pyodide.mjs").write_text("begin()")
    assert runtime.published_folder(tmp_path) != name


def test_bytecode_of_another_format_is_not_taken(
    warned: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if provision.mpy_cross() is None:
        pytest.skip("no compiler for this machine")
    monkeypatch.setattr(micropython, "abilities", lambda: (5, False))
    micropython.reads_bytecode.cache_clear()
    try:
        micropython.write(tmp_path)
    finally:
        micropython.reads_bytecode.cache_clear()
    assert [text.split(" ")[3] for text in warned] == ["page-bytecode", "rom-image"]
    files = micropython.files(tmp_path)
    assert files["rom/game/page/main.py"] == "/rom/game/page/main.py" and len(files) > 50
    assert "VfsRom" not in (tmp_path / "page.py").read_text()
