"""What is trimmed from Pyodide's wasm, and what Python computes with the rest."""

from pathlib import Path

import pytest

from tools.common import provision
from tools.trim import derive, pyodide, trim_wasm, uncalled
from tools.trim.wasm import binary, plan
from tools.trim.wasm.fingerprints import fingerprint

SCRIPT = (
    'var _malloc,_realloc;_malloc=Module["_malloc"]=wasmExports["malloc"];'
    '_realloc=Module["_realloc"]=wasmExports["realloc"];_malloc(1)'
)
PLAN = plan.read(trim_wasm.PLAN)


@pytest.fixture(scope="module")
def whole() -> bytes:
    return (provision.node_modules() / "pyodide/pyodide.asm.wasm").read_bytes()


@pytest.fixture
def fitting(whole: bytes) -> bytes:
    """The whole wasm, where the plan fits it."""
    if not PLAN.fits(whole):
        pytest.skip(f"the plan was made for {PLAN.made['for']}: run python3 tools/upgrade.py")
    return whole


def test_what_is_left_has_everything_in_its_place(fitting: bytes) -> None:
    before, after = dict(binary.sections(fitting)), dict(binary.sections(trim_wasm.trim(fitting, PLAN)))
    assert {number for number in before if before[number] != after[number]} == {binary.CODE, binary.DATA}
    assert list(before) == list(after)
    gone = PLAN.removed()
    pairs = list(zip(binary.bodies(before[binary.CODE]), binary.bodies(after[binary.CODE]), strict=True))
    for number, (was, now) in enumerate(pairs):
        assert now in (was, trim_wasm.NULL) or (number in gone and now == trim_wasm.FAILS)
    assert sum(now == trim_wasm.NULL != was for was, now in pairs) == len(PLAN.modules)
    assert len(before[binary.CODE]) - len(after[binary.CODE]) > 1_000_000
    memories = [dict(binary.data_segments(one[binary.DATA])) for one in (before, after)]
    assert list(memories[0]) == list(memories[1])
    kept = sum(memories[0][place] == memories[1][place] for place in memories[0])
    assert len(memories[0]) // 2 < kept < len(memories[0])


def test_names_that_nobody_uses_are_not_exported(whole: bytes) -> None:
    contents = dict(binary.sections(whole))
    used = trim_wasm.names_used(contents[binary.IMPORTS], SCRIPT)
    assert used("malloc") and used("sbrk") and not used("realloc") and not used("calloc")
    asked = [name for module, name, _ in binary.imports(contents[binary.IMPORTS]) if module == "GOT.func"]
    assert asked and all(used(name) for name in asked)
    left = trim_wasm.without_exports(contents[binary.EXPORTS], used)
    assert {name for _, name in binary.exported(left)} < {
        name for _, name in binary.exported(contents[binary.EXPORTS])
    }


def test_most_of_the_imported_addresses_are_not_read(fitting: bytes) -> None:
    """They are OpenGL's: a trimmed function hands them out."""
    trimmed = trim_wasm.trim(fitting, PLAN)
    entries = [
        list(binary.import_entries(dict(binary.sections(wasm))[binary.IMPORTS]))
        for wasm in (trimmed, trim_wasm.without_unused_addresses(trimmed))
    ]
    changed = [before[1] for before, after in zip(*entries, strict=True) if before != after]
    assert len(changed) > 200 and all(name.startswith("emscripten_gl") for name in changed)


# By number, after one import: what each function of `small_module` does.
CALL, REFER, PLAIN = b"\x10", b"\xd2", b"\x41\x00\x1a" + 5 * b"\x01"


def small_module(functions: list[bytes], exported: int, in_table: int) -> bytes:
    """A module that imports function 0, exports one and has one in its table."""
    bodies = [b"\x00" + body + PLAIN + b"\x0b" for body in functions]
    code = binary.leb(len(bodies)) + b"".join(binary.leb(len(body)) + body for body in bodies)
    contents = {
        1: b"\x01\x60\x00\x00",
        binary.IMPORTS: b"\x01\x01a\x01b\x00\x00",
        3: binary.leb(len(bodies)) + len(bodies) * b"\x00",
        4: b"\x01\x70\x00\x01",
        binary.GLOBALS: b"\x00",
        binary.EXPORTS: b"\x01\x01c\x00" + binary.leb(exported),
        binary.ELEMENTS: b"\x01\x00\x41\x00\x0b\x01" + binary.leb(in_table),
        binary.CODE: code,
    }
    return binary.module(contents)


def removed_from(before: bytes, after: bytes) -> list[int]:
    """The numbers of the functions, after one import, whose bodies were removed."""
    sections = [dict(binary.sections(wasm)) for wasm in (before, after)]
    pairs = zip(*(binary.bodies(contents[binary.CODE]) for contents in sections), strict=True)
    return [number for number, (was, now) in enumerate(pairs, 1) if was != now == trim_wasm.FAILS]


def test_functions_that_nothing_can_call_are_removed() -> None:
    functions = [
        CALL + b"\x02" + CALL + b"\x00",  # 1, exported, calls 2 and the import
        b"",
        CALL + b"\x04",  # 3, in the table, calls 4
        REFER + b"\x05\x1a",  # 4 has the address of 5
        b"",
        CALL + b"\x07",  # nothing calls 6, which calls 7; 7 and 8 call each other
        CALL + b"\x08",
        CALL + b"\x07" + CALL + b"\x01",
    ]
    whole = small_module(functions, exported=1, in_table=3)
    assert removed_from(whole, trim_wasm.without_unreachable(whole)) == [6, 7, 8]


def test_a_module_that_could_call_other_functions_is_left_as_it_is() -> None:
    whole = small_module([b"", b""], exported=1, in_table=1)
    contents = dict(binary.sections(whole))
    for section, content in ((binary.START, b"\x02"), (binary.ELEMENTS, b"\x01\x01\x00\x00")):
        with pytest.raises(ValueError, match=r"start function|unknown format"):
            trim_wasm.without_unreachable(binary.module({**contents, section: content}))


def test_of_pyodide_every_function_stays_that_one_that_stays_calls(fitting: bytes) -> None:
    exporting = trim_wasm.without_unused_exports(trim_wasm.trim(fitting, PLAN), SCRIPT)
    found = trim_wasm.without_unreachable(exporting)
    contents = dict(binary.sections(found))
    import_count = binary.imported(contents[binary.IMPORTS], binary.FUNCTION)
    gone = {number + import_count - 1 for number in removed_from(exporting, found)}
    called = {number for body in binary.bodies(contents[binary.CODE]) for number in fingerprint(body).calls}
    assert not gone & {*called, *binary.elements(contents[binary.ELEMENTS])}
    assert not gone & {number for number, _ in binary.exported(contents[binary.EXPORTS])}
    assert len(exporting) - len(found) > 400_000


def test_a_wasm_of_another_version_is_not_trimmed(whole: bytes) -> None:
    with pytest.raises(ValueError, match=r"tools/upgrade\.py"):
        trim_wasm.trim(whole + b"\0\1\0", PLAN)


def test_functions_that_note_their_calls_are_a_module(whole: bytes, tmp_path: Path) -> None:
    file = tmp_path / "noting.wasm"
    file.write_bytes(uncalled.with_call_flags(whole))
    script = "new WebAssembly.Module(require('fs').readFileSync(process.argv[1]))"
    provision.run([provision.node(), "-e", script, file])


def test_python_computes_the_same_with_and_without() -> None:
    """Our library differs too: it has all modules but those that the game does not need."""
    ours = derive.computed(pyodide.trimmed() / "pyodide")
    assert len(ours) > 3_000
    if derive.digest(ours) != derive.RESULTS.read_text().strip():  # of another version: compared as a whole
        assert ours == derive.computed(provision.node_modules() / "pyodide")
