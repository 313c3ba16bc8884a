"""The trim plan: the functions and tables to remove from Pyodide's wasm. Derives the plan for another version.

A table is a block of constants in the wasm's data, such as the names of characters. A plan lists functions by number
and tables by address, so it fits only one file. It contains that file's SHA-256. `python3 tools/upgrade.py` derives the
plan for a new wasm from the last plan and the wasm that the last plan fits. A function is removed if its twin, the same
function of the old version, was removed (twins). A table is removed if its bytes are found again (tables.py). In
case of doubt a function or table stays, which costs bytes and breaks nothing.
"""

import hashlib
import json
import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path

from tools.trim.wasm import binary
from tools.trim.wasm.fingerprints import Fingerprint, fingerprint
from tools.trim.wasm.tables import find_tables

Range = tuple[int, int]


@dataclass(frozen=True)
class Plan:
    """The functions, tables and modules to remove from one file. Functions are numbered from 0, without imports."""

    # "by": the tool; "for": the version of Pyodide; "from": the version whose plan this one was derived from;
    # "saves": the bytes saved after Brotli compression, as decimal digits
    made: dict[str, str]
    wasm: str  # the SHA-256 of the file that the plan fits, in hexadecimal digits
    functions: list[Range]  # (first number, last number)
    tables: list[Range]  # (address of the first byte, address after the last byte)
    modules: list[str]  # names of C extensions of Python, which can no longer be imported

    def fits(self, wasm: bytes) -> bool:
        """Whether the plan was made for this file."""
        return sha256(wasm) == self.wasm

    def removed(self) -> set[int]:
        """The numbers of the functions to remove."""
        return {number for first, last in self.functions for number in range(first, last + 1)}


@dataclass(frozen=True)
class _Functions:
    """The functions of a file: the fingerprint of each by number, and the number of imported functions."""

    prints: list[Fingerprint]
    import_count: int

    @classmethod
    def of(cls, contents: dict[int, bytes]) -> "_Functions":
        """The functions of a file with these sections, each section's content by its number."""
        prints = [fingerprint(body) for body in binary.bodies(contents[binary.CODE])]
        return cls(prints, binary.imported(contents[binary.IMPORTS], binary.FUNCTION))

    def calls(self, number: int) -> list[int]:
        """The numbers of the functions that function `number` calls directly.

        Imported functions have negative numbers.
        """
        return [target - self.import_count for target in self.prints[number].calls]


def read(path: Path) -> Plan:
    """Read a plan from a file."""
    data = json.loads(path.read_text())
    ranges = {name: [(first, last) for first, last in data[name]] for name in ("functions", "tables")}
    return Plan(data["made"], data["wasm"], modules=data["modules"], **ranges)


def write(plan: Plan, path: Path) -> None:
    """Write a plan to a file, with each range on one line."""
    text = json.dumps(asdict(plan), indent=1)
    path.write_text(re.sub(r"\[\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2]", text) + "\n")


def sha256(content: bytes) -> str:
    """The SHA-256 of some bytes in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def derive(old: Plan, old_wasm: bytes, new_wasm: bytes, made: dict[str, str]) -> Plan:
    """Derive the plan for `new_wasm` from the plan for `old_wasm`. `made` describes the new plan, see `Plan.made`.

    Raises ValueError if `old` does not fit `old_wasm`, or if a file has unknown instructions.
    """
    if not old.fits(old_wasm):
        raise ValueError("the plan was made for another wasm")
    before, after = dict(binary.sections(old_wasm)), dict(binary.sections(new_wasm))
    names = {name for _, name in binary.exported(after[binary.EXPORTS])}
    return Plan(
        made=made,
        wasm=sha256(new_wasm),
        functions=ranges(_removed(_Functions.of(before), old.removed(), _Functions.of(after))),
        tables=find_tables(binary.memory(before[binary.DATA]), old.tables, binary.memory(after[binary.DATA])),
        modules=[name for name in old.modules if f"PyInit_{name}" in names],
    )


def ranges(numbers: Iterable[int]) -> list[Range]:
    """Join consecutive numbers to ranges (first, last).

    >>> ranges({3, 1, 2, 7})
    [(1, 3), (7, 7)]
    """
    runs: list[Range] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return runs


def twins(old: Sequence[Hashable], new: Sequence[Hashable]) -> dict[int, int]:
    """Return new index -> old index for each pair of equal fingerprints that stand in the same order in both lists.

    >>> sorted(twins("abcdef", "xabccef").items())
    [(1, 0), (2, 1), (3, 2), (5, 4), (6, 5)]
    """
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    return {block.b + place: block.a + place for block in blocks for place in range(block.size)}


def _removed(old: _Functions, removed_before: set[int], new: _Functions) -> set[int]:
    """The numbers of the new functions to remove. `removed_before` has the old functions that were removed."""
    old_twins = twins(
        [old_print.hash for old_print in old.prints], [new_print.hash for new_print in new.prints]
    )
    chosen = {number for number, twin in old_twins.items() if twin in removed_before}
    # Functions that may be removed ones. They have no twin, and lie in a gap between two functions with twins. The same gap
    # of the old file had functions that were removed.
    doubtful: set[int] = set()
    pairs = sorted(old_twins.items())
    for (number, twin), (next_number, next_twin) in pairwise(pairs):
        were_removed = [between in removed_before for between in range(twin, next_twin + 1)]
        if any(were_removed):
            doubtful |= set(range(number + 1, next_number))
        # The gap has as many functions as before, and all were removed: these are the same functions with changed code.
        if all(were_removed) and next_number - number == next_twin - twin:
            chosen |= set(range(number + 1, next_number))
    return chosen - _newly_called(old, removed_before, new, old_twins, chosen, doubtful)


def _newly_called(
    old: _Functions,
    removed_before: set[int],
    new: _Functions,
    old_twins: dict[int, int],
    chosen: set[int],
    doubtful: set[int],
) -> set[int]:
    """The chosen functions that remaining code calls in the new version but not in the old one, directly or indirectly.

    A linker merges equal functions. So a function that only a removed library used may be used by another library in
    the next version.
    """
    remaining = (number for number in range(len(old.prints)) if number not in removed_before)
    # If a removed function was called by remaining code, then only in branches that never run: it may be removed again.
    called_before = {target for number in remaining for target in old.calls(number)}
    found: set[int] = set()
    callers = [number for number in range(len(new.prints)) if number not in chosen and number not in doubtful]
    while callers:
        for target in new.calls(callers.pop()):
            if target in chosen and target not in found and old_twins.get(target) not in called_before:
                found.add(target)
                callers.append(target)
    return found
