"""The plan by which Pyodide's wasm is trimmed, and how the plan for another version follows from it.

A plan names functions by number and tables by address, so it fits one file only, whose SHA-256 it holds. Nobody writes these
numbers by hand: `python3 tools/upgrade.py` derives them from the last plan and the wasm that it fits. A function goes when it is
the twin of one that went (twins.py), a table when its very bytes are found (tables.py). What is not certain stays, which costs
bytes and breaks nothing.
"""

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

from tools.making.wasm import binary
from tools.making.wasm.fingerprints import Fingerprint, fingerprint
from tools.making.wasm.tables import find_tables
from tools.making.wasm.twins import twins

Range = tuple[int, int]


@dataclass(frozen=True)
class Plan:
    """What goes. `modules` are C extensions of Python; importing one is an ImportError then."""

    made: dict[str, str]  # by which tool, for and from which versions; how many bytes it saves, as Brotli
    wasm: str  # the SHA-256 of the file that it fits
    functions: list[Range]  # first and last number, imports not counted
    tables: list[Range]  # address of the first byte, and of the byte after the last
    modules: list[str]

    def fits(self, wasm: bytes) -> bool:
        """Whether it was made for this file."""
        return sha256(wasm) == self.wasm

    def gone(self) -> set[int]:
        """The numbers of the functions that go."""
        return {number for first, last in self.functions for number in range(first, last + 1)}


@dataclass(frozen=True)
class _Functions:
    """The functions of a file: their fingerprints, and how many are imported, which come before them."""

    prints: list[Fingerprint]
    ahead: int

    @classmethod
    def of(cls, contents: dict[int, bytes]) -> "_Functions":
        prints = [fingerprint(body) for body in binary.bodies(contents[binary.CODE])]
        return cls(prints, binary.imported(contents[binary.IMPORTS], binary.FUNCTION))

    def calls(self, number: int) -> list[int]:
        """The numbers of the functions that one calls directly; imports are below 0."""
        return [target - self.ahead for target in self.prints[number].calls]


def read(path: Path) -> Plan:
    """The plan in a file."""
    text = json.loads(path.read_text())
    ranges = {name: [(first, last) for first, last in text[name]] for name in ("functions", "tables")}
    return Plan(text["made"], text["wasm"], modules=text["modules"], **ranges)


def write(plan: Plan, path: Path) -> None:
    """Write a plan to a file, a range on one line."""
    text = json.dumps(asdict(plan), indent=1)
    path.write_text(re.sub(r"\[\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2]", text) + "\n")


def sha256(content: bytes) -> str:
    """The SHA-256 in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def derive(old: Plan, old_wasm: bytes, new_wasm: bytes, made: dict[str, str]) -> Plan:
    """The plan for another file. Raises ValueError if `old` does not fit `old_wasm`, or a file has unknown instructions."""
    if not old.fits(old_wasm):
        raise ValueError("the plan was made for another wasm")
    before, after = dict(binary.sections(old_wasm)), dict(binary.sections(new_wasm))
    names = {name for _, name in binary.exported(after[binary.EXPORTS])}
    return Plan(
        made=made,
        wasm=sha256(new_wasm),
        functions=ranges(_gone(_Functions.of(before), old.gone(), _Functions.of(after))),
        tables=find_tables(binary.memory(before[binary.DATA]), old.tables, binary.memory(after[binary.DATA])),
        modules=[name for name in old.modules if f"PyInit_{name}" in names],
    )


def ranges(numbers: Iterable[int]) -> list[Range]:
    """Runs of numbers, each by its first and last.

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


def _gone(old: _Functions, gone: set[int], new: _Functions) -> set[int]:
    """The numbers of the new functions that go."""
    same = twins([one.hash for one in old.prints], [one.hash for one in new.prints])
    chosen = {number for number, twin in same.items() if twin in gone}
    doubtful: set[int] = set()  # without a twin, and in the old file some functions of this place went
    pairs = sorted(same.items())
    for (number, twin), (next_number, next_twin) in pairwise(pairs):
        place = [one in gone for one in range(twin, next_twin + 1)]
        if any(place):
            doubtful |= set(range(number + 1, next_number))
        if all(place) and next_number - number == next_twin - twin:  # changed, each in its place
            chosen |= set(range(number + 1, next_number))
    return chosen - _called_anew(old, gone, new, same, chosen, doubtful)


def _called_anew(
    old: _Functions,
    gone: set[int],
    new: _Functions,
    same: dict[int, int],
    chosen: set[int],
    doubtful: set[int],
) -> set[int]:
    """The chosen functions that code which surely stays has begun to call, and all that those call.

    A linker gives equal functions one body, so a function that only sqlite had may be another library's too in the next version.
    """
    stays = (number for number in range(len(old.prints)) if number not in gone)
    before = {target for number in stays for target in old.calls(number)}  # only in branches that never run
    back: set[int] = set()
    waiting = [number for number in range(len(new.prints)) if number not in chosen and number not in doubtful]
    while waiting:
        for target in new.calls(waiting.pop()):
            if target in chosen and target not in back and same.get(target) not in before:
                back.add(target)
                waiting.append(target)
    return back
