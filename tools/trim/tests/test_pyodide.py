"""The trimmed Pyodide: its passes, its cache, and passes that do not fit."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.common import fallbacks, provision
from tools.trim import library, pyodide, trim_wasm
from tools.trim.wasm import plan


@pytest.fixture
def warned(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The warnings of the test."""
    monkeypatch.setattr(fallbacks, "warnings", [])
    yield fallbacks.warnings


@pytest.fixture
def trims(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Path]:
    """The folders that were trimmed, by a stand-in that only warns, into a cache of the test's own."""
    trimmed: list[Path] = []

    def trim(package: Path, folder: Path) -> None:
        trimmed.append(folder)
        folder.mkdir(parents=True)
        fallbacks.warn("stubs", "no such module")

    monkeypatch.setattr(pyodide, "CACHE", tmp_path)
    monkeypatch.setattr(pyodide, "_trim", trim)
    return trimmed


def test_a_result_is_made_once_and_its_warnings_are_repeated(trims: list[Path], warned: list[str]) -> None:
    folder = pyodide.trimmed()
    warnings = warned.copy()
    warned.clear()
    assert pyodide.trimmed() == folder and len(trims) == 1
    assert (folder / "pyodide").is_dir()
    assert warned == warnings != []


@pytest.mark.usefixtures("warned")
def test_another_input_makes_another_result_and_old_ones_go(
    trims: list[Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "tested").write_text("passed")
    for number in range(5):
        monkeypatch.setattr(pyodide, "imported_modules", lambda number=number: [f"module{number}"])
        assert pyodide.trimmed().exists()
    assert len(trims) == 5 and len([path for path in tmp_path.iterdir() if path.is_dir()]) == pyodide.KEPT


def test_the_tests_are_due_again_after_a_change_of_a_module_or_of_a_test(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "tests").mkdir()
    monkeypatch.setattr(pyodide, "HERE", tmp_path)
    found = [pyodide.tested_inputs()]
    for path in (tmp_path / "module.py", tmp_path / "tests" / "test_module.py"):
        path.write_text("changed")
        found.append(pyodide.tested_inputs())
    assert len({*found}) == 3


def test_the_inputs_are_pins_this_folder_and_the_scripts_of_pyodide() -> None:
    names = {path.relative_to(provision.ROOT).as_posix() for path in pyodide.inputs()}
    assert {
        "package-lock.json",
        "assets/engine.js",
        "tools/trim/trim_plan.json",
        "tools/trim/wasm/plan.py",
    } <= names
    assert not [name for name in names if name.startswith(("game/", "tools/trim/tests"))]


def test_the_plan_says_how_it_was_made() -> None:
    made = plan.read(trim_wasm.PLAN).made
    assert made["by"] == "tools/upgrade.py" and (provision.ROOT / made["by"]).exists()
    assert made["for"].startswith("pyodide ") and int(made["saves"]) > 500_000


def test_a_script_that_is_built_otherwise_is_not_shaken(warned: list[str], tmp_path: Path) -> None:
    script = tmp_path / "script.mjs"
    script.write_text("export default async function create() {}")
    provision.node_modules()
    assert fallbacks.attempt("tree-shaking", lambda: pyodide.tree_shaken(script, [], []), str) == ""
    assert "no function _createPyodideModule" in warned[0]


def test_a_library_without_a_stubbed_module_keeps_all_of_them(tmp_path: Path) -> None:
    archive = tmp_path / "library.zip"
    with zipfile.ZipFile(archive, "w") as written:
        for name in sorted(library.STUBS.keys() | {"asyncio/events.py"}):
            written.writestr(name, f"class {library.POLICY}: pass" if name.endswith("events.py") else "")
    assert library.stubs(archive) == library.STUBS
    with zipfile.ZipFile(archive, "w") as written:
        written.writestr("asyncio/events.py", "")
    with pytest.raises(fallbacks.Missing, match=r"no .*selectors\.py"):
        library.stubs(archive)


def test_a_library_with_which_pyodide_does_not_start_is_noticed() -> None:
    staged = pyodide.trimmed() / "pyodide"
    assert pyodide.start_problem(staged) is None
    assert "cannot" in (pyodide.start_problem(staged / "nowhere") or "").lower()
