"""What is left out of Pyodide's wasm."""

import json
import subprocess
from pathlib import Path

import pytest

from tools import uncalled
from tools.common import provision
from tools.making import runtime, slim

SCRIPT = (
    'var _malloc,_realloc;_malloc=Module["_malloc"]=wasmExports["malloc"];'
    '_realloc=Module["_realloc"]=wasmExports["realloc"];_malloc(1)'
)


@pytest.fixture(scope="module")
def whole() -> bytes:
    return (provision.node_modules() / "pyodide/pyodide.asm.wasm").read_bytes()


@pytest.mark.parametrize("number", [0, 1, 63, 64, 127, 128, 8191, 8192, 3_813_264])
def test_numbers_round_trip(number: int) -> None:
    assert slim.number_at(slim.leb(number), 0) == (number, len(slim.leb(number)))
    written = slim.signed_leb(number)
    assert slim.number_at(written, 0, signed=True) == (number, len(written))


def test_what_is_left_has_everything_in_its_place(whole: bytes) -> None:
    before, after = dict(slim.sections(whole)), dict(slim.sections(slim.slim(whole, SCRIPT)))
    assert {number for number in before if before[number] != after[number]} == {
        slim.EXPORTS,
        slim.CODE,
        slim.DATA,
    }
    assert list(before) == list(after)
    gone = slim.functions()
    pairs = list(zip(slim.bodies(before[slim.CODE]), slim.bodies(after[slim.CODE]), strict=True))
    for number, (was, now) in enumerate(pairs):
        assert now in (was, slim.NOTHING) or (number in gone and now == slim.FAILS)
    assert sum(now == slim.NOTHING != was for was, now in pairs) == len(slim.MODULES.split())
    assert len(before[slim.CODE]) - len(after[slim.CODE]) > 2_000_000
    memories = [dict(slim.data_segments(one[slim.DATA])) for one in (before, after)]
    assert list(memories[0]) == list(memories[1])
    kept = sum(memories[0][place] == memories[1][place] for place in memories[0])
    assert len(memories[0]) // 2 < kept < len(memories[0])


def test_names_that_nobody_uses_are_not_exported(whole: bytes) -> None:
    contents = dict(slim.sections(whole))
    used = slim.names_used(contents[slim.IMPORTS], SCRIPT)
    assert used("malloc") and used("sbrk") and not used("realloc") and not used("calloc")
    asked = [name for module, name, _ in slim.imports(contents[slim.IMPORTS]) if module == "GOT.func"]
    assert asked and all(used(name) for name in asked)
    left = slim.without_exports(contents[slim.EXPORTS], used)
    assert {name for _, name in slim.exported(left)} < {
        name for _, name in slim.exported(contents[slim.EXPORTS])
    }


def test_another_wasm_is_refused(whole: bytes) -> None:
    with pytest.raises(ValueError, match=r"tools/uncalled\.py"):
        slim.slim(whole + b"\0", SCRIPT)


def test_functions_that_note_their_calls_are_a_module(whole: bytes, tmp_path: Path) -> None:
    file = tmp_path / "noting.wasm"
    file.write_bytes(uncalled.noting(whole))
    script = "new WebAssembly.Module(require('fs').readFileSync(process.argv[1]))"
    provision.run([provision.node(), "-e", script, file])


COMPUTE = """
const [folder, program] = process.argv.slice(1);
const { loadPyodide } = await import(folder + "/pyodide.mjs");
const { default: createPyodideModule } = await import(folder + "/pyodide.asm.mjs");
const python = await loadPyodide({ createPyodideModule, indexURL: folder + "/" });
python.runPython(program);
process.stdout.write(JSON.stringify(python.globals.get("RESULT").toJs()), () => process.exit(0));
"""


def computed(folder: Path) -> list[str]:
    """What computed.py comes to in the Pyodide of a folder."""
    program = (Path(__file__).parent / "computed.py").read_text()
    command = [provision.node(), "--input-type=module", "-e", COMPUTE, str(folder), program]
    told = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True).stdout
    result: list[str] = json.loads(told)
    return result


# What the whole Pyodide that is pinned computes, as a hash: it would take as long again to ask it each time.
WHOLE = "ujsNZT8eaScn3k0CI36oMiDVebDeQyk1vgxrQa9pNY8="


def test_python_computes_the_same_with_and_without() -> None:
    """Ours has its own library too, whose modules are the same but for those that nothing of ours needs."""
    ours = computed(runtime.stage() / "pyodide")
    assert len(ours) > 3_000
    if provision.sha256(json.dumps(ours).encode()) != WHOLE:
        whole = computed(provision.node_modules() / "pyodide")
        assert ours == whole
        raise AssertionError(
            f"another Pyodide, or other tasks: WHOLE is {provision.sha256(json.dumps(whole).encode())}"
        )
