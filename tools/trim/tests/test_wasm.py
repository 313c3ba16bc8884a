"""Reading WebAssembly, and deriving the trimming plan of one version from that of another."""

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools.common import provision
from tools.trim import trim_wasm
from tools.trim.pyodide import import_names
from tools.trim.wasm import binary, plan
from tools.trim.wasm.fingerprints import fingerprint
from tools.trim.wasm.tables import find_tables

leb = binary.leb


@pytest.mark.parametrize("number", [0, 1, 63, 64, 127, 128, 8191, 8192, 3_813_264])
def test_numbers_round_trip(number: int) -> None:
    assert binary.number_at(leb(number), 0) == (number, len(leb(number)))
    written = binary.signed_leb(number)
    assert binary.number_at(written, 0, signed=True) == (number, len(written))


def body(code: bytes) -> bytes:
    """A function without locals."""
    return leb(len(code) + 2) + b"\0" + code + b"\x0b"


def constant(number: int) -> bytes:
    """Push a number, drop it."""
    return b"\x41" + binary.signed_leb(number) + b"\x1a"


def call(number: int) -> bytes:
    return b"\x10" + leb(number)


def module(functions: Sequence[bytes], table: bytes = b"", place: int = 4096) -> bytes:
    """A module of functions () → (), which exports the first as PyInit_gone, with one data segment."""
    contents = {
        1: b"\1\x60\0\0",
        binary.IMPORTS: b"\0",
        3: leb(len(functions)) + b"\0" * len(functions),
        binary.EXPORTS: b"\1\x0bPyInit_gone\0\0",
        binary.CODE: leb(len(functions)) + b"".join(functions),
        binary.DATA: binary.data_section([(place, table)]),
    }
    return binary.module(contents)


def test_a_fingerprint_leaves_out_what_the_linker_fills_in() -> None:
    def hash_of(code: bytes) -> bytes:
        return fingerprint(body(code)).hash

    assert hash_of(call(3)) == hash_of(call(300))
    assert hash_of(constant(70_000)) == hash_of(constant(100))  # an address
    assert hash_of(b"\x23\1\x1a") == hash_of(b"\x23\x81\1\x1a")  # a global
    load = b"\x41\0\x28\2"
    assert hash_of(load + leb(5000) + b"\x1a") == hash_of(load + leb(9000) + b"\x1a")
    assert hash_of(constant(1)) != hash_of(constant(2))
    assert hash_of(call(3)) != hash_of(call(3) + call(3))
    assert hash_of(b"\x44" + bytes(8) + b"\x1a") != hash_of(b"\x44" + bytes(7) + b"\1\x1a")
    assert fingerprint(body(call(3) + call(300))).calls == (3, 300)


def test_an_unknown_instruction_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown WebAssembly instruction 0xfd"):
        fingerprint(body(b"\xfd\0"))


def test_twins_are_found_in_link_order() -> None:
    old = "the quick brown fox jumps over a lazy dog"
    assert plan.twins(old, old) == {index: index for index in range(len(old))}
    new = "then quick red fox jumps over lazy dogs"
    found = plan.twins(old, new)
    assert all(old[twin] == new[index] for index, twin in found.items())
    assert [found[index] for index in sorted(found)] == sorted(found.values())
    assert len(found) > 30
    assert plan.twins("ab", "cd") == {}


def test_tables_are_found_by_their_bytes() -> None:
    noise = random.Random(1)
    table, other = noise.randbytes(5000), noise.randbytes(3000)
    old = bytes(100) + table + other
    new = other + bytes(64) + table[:2000] + b"addr" + table[2004:]
    assert find_tables(old, [(100, 5100)], old) == [(100, 5100)]
    assert find_tables(old, [(100, 5100)], new) == [(3064, 5064), (5068, 8064)]
    pieces = [(3064, 5064), (5068, 8064)]
    assert find_tables(new, pieces, new) == pieces
    assert find_tables(old, [(100, 5100)], other) == []
    assert find_tables(old, [(100, 5100)], table + table) == [], "which of the two is not certain"
    assert find_tables(old, [(0, 100)], new) == []  # zeros


# Of an imagined Python: its core calls one function of a library that goes.
CORE = [body(constant(number) + constant(number + 1)) for number in range(8)]
LIBRARY = [body(constant(number) * 20 + b"\x41" + leb(number) + b"\x1a") for number in range(20, 28)]
TAIL = [body(constant(number) + constant(1)) for number in range(30, 38)]


def derived(old: list[bytes], gone: list[plan.Range], new: list[bytes]) -> set[int]:
    """The functions of a new module that go."""
    before, after = module(old), module(new)
    made = plan.Plan({"for": "the old one"}, plan.sha256(before), gone, [], ["gone", "other"])
    derived = plan.derive(made, before, after, {"for": "the new one"})
    assert derived.fits(after) and derived.modules == ["gone"]
    return derived.removed()


def test_functions_go_with_their_twins() -> None:
    old = [*CORE, *LIBRARY, *TAIL]
    assert derived(old, [(8, 15)], old) == set(range(8, 16))
    more = body(constant(50) * 3)
    assert derived(old, [(8, 15)], [more, *old]) == set(range(9, 17))
    assert derived(old, [(8, 15)], [*CORE, *LIBRARY[4:], *TAIL]) == set(range(8, 12))
    changed = body(constant(51) * 30)
    in_place = [*CORE, *LIBRARY[:3], changed, *LIBRARY[4:], *TAIL]
    assert derived(old, [(8, 15)], in_place) == set(range(8, 16))
    added = [*CORE, *LIBRARY[:3], changed, *LIBRARY[3:], *TAIL]
    assert derived(old, [(8, 15)], added) == {8, 9, 10, *range(12, 17)}, "new, so not certain"
    at_the_edge = [*CORE, changed, *LIBRARY[1:], *TAIL]
    assert derived(old, [(8, 15)], at_the_edge) == set(range(9, 16)), "may be the core's"


def test_a_function_that_the_core_has_begun_to_call_stays() -> None:
    old = [*CORE, *LIBRARY, *TAIL]
    chain = body(constant(5) * 20 + call(10))
    library = [*LIBRARY[:4], chain, *LIBRARY[5:]]
    old = [*CORE, *library, *TAIL]
    new = [*CORE[:3], body(constant(9) + call(12)), *CORE[4:], *library, *TAIL]
    assert derived(old, [(8, 15)], new) == set(range(8, 16)) - {10, 12}
    assert derived(new, [(8, 15)], new) == set(range(8, 16)), "the core called it before"


def test_the_plan_of_another_file_is_refused() -> None:
    made = plan.Plan({"for": "another"}, plan.sha256(b""), [], [], [])
    with pytest.raises(ValueError, match="another wasm"):
        plan.derive(made, module(CORE), module(CORE), {})


def test_trimmed_functions_fail_and_tables_are_zeros(tmp_path: Path) -> None:
    table = bytes(range(1, 200)) * 10
    wasm = module([*CORE, *LIBRARY, *TAIL], table)
    made = plan.Plan({}, plan.sha256(wasm), [(8, 15)], [(4106, 4116)], ["gone"])
    contents = dict(binary.sections(trim_wasm.trim(wasm, made)))
    bodies = list(binary.bodies(contents[binary.CODE]))
    assert bodies == [trim_wasm.NULL, *CORE[1:], *[trim_wasm.FAILS] * 8, *TAIL]
    assert binary.memory(contents[binary.DATA])[4096:] == table[:10] + bytes(10) + table[20:]
    assert hashlib.sha256(wasm).hexdigest() == made.wasm
    file = tmp_path / "plan.json"
    plan.write(made, file)
    assert plan.read(file) == made


GLOBAL_TYPE = bytes([binary.GLOBAL]) + b"\x7f\1"  # an i32 that may change
ADDRESSES = ("drawn", "spoken", "heard", "hidden")


def reading(*numbers: int) -> bytes:
    """A module that imports ADDRESSES after a function and another global, and reads the globals with these numbers."""
    contents = dict(
        binary.sections(module([body(b"".join(b"\x23" + leb(one) + b"\x1a" for one in numbers))]))
    )
    contents[binary.IMPORTS] = binary.import_section(
        [("env", "play", b"\0\0"), ("env", "heap", GLOBAL_TYPE)]
        + [("GOT.func", name, GLOBAL_TYPE) for name in ADDRESSES]
    )
    return binary.module(contents)


def test_addresses_that_no_code_reads_get_the_shortest_name_that_is_read() -> None:
    made = trim_wasm.without_unused_addresses(reading(2, 3))
    assert import_names(made) == ["play", "heap", "heard", "spoken", "heard", "heard"]
    before, after = dict(binary.sections(reading(2, 3))), dict(binary.sections(made))
    assert {number for number in before if before[number] != after[number]} == {binary.IMPORTS}


def test_without_an_address_in_use_the_names_stay() -> None:
    assert trim_wasm.without_unused_addresses(reading(0)) == reading(0)


def test_an_address_that_another_global_copies_keeps_its_name() -> None:
    contents = dict(binary.sections(reading(1))) | {binary.GLOBALS: b"\1\x7f\0\x23\4\x0b"}
    made = trim_wasm.without_unused_addresses(binary.module(dict(sorted(contents.items()))))
    assert import_names(made)[2:] == ["drawn", "drawn", "drawn", "hidden"]


def test_data_at_a_computed_address_is_an_error() -> None:
    contents = dict(binary.sections(reading(1)))
    contents[binary.DATA] = b"\1\0\x23\4\x0b\0"
    with pytest.raises(ValueError, match="fixed address"):
        trim_wasm.without_unused_addresses(binary.module(contents))


@pytest.mark.slow
def test_the_present_plan_derived_from_itself_is_itself() -> None:
    wasm = (provision.node_modules() / "pyodide/pyodide.asm.wasm").read_bytes()
    made = plan.read(trim_wasm.PLAN)
    if not made.fits(wasm):
        pytest.skip(f"the plan was made for {made.made['for']}: run python3 tools/upgrade.py")
    assert plan.derive(made, wasm, wasm, made.made) == made
