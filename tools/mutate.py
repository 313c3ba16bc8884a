"""`python3 tools/mutate.py --seed S --count N`: puts small faults into the program, one by one, and sees which the tests catch.

A fault is one operator, constant or branch made another. Which ones is drawn by the seed, evenly from the AREAS, so that
the same seed and sources give the same faults. Each is put into a copy of the tree, where the nearest tests (NEAREST,
none in a browser) run until one fails, or for three times as long as they take without it: then it is caught. What
survives is a hole in the tests, or changes nothing that anybody could notice. Prints a table; exit 0 when at least
`--least` percent are caught, else 1.
"""

import argparse
import ast
import copy
import functools
import itertools
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.common import provision

ROOT = provision.ROOT
TREE = (
    "game",
    "tests",
    "tools",
    "assets",
    "index.html",
    "pyproject.toml",
    "docs",
    "package-lock.json",
)  # what the tests read

AREAS = {
    "session": ("game/session",),
    "engine": ("game/engine",),
    "page": ("game/page",),
    "table": ("game/table",),
    "players": ("game/players",),
}
# The tests of a path, those most likely to catch first; the longest path that fits counts.
NEAREST = {
    "game/session": (
        "tests/session/test_session.py",
        "tests/session/test_people.py",
        "tests/session",
        "tests/golden",
    ),
    "game/engine": ("tests/session/test_scene.py", "tests/session/test_desk.py", "tests/session"),
    "game/engine/memory": ("tests/session/test_memory.py", "tests/store", "tests/session"),
    "game/page": ("tests/page", "tests/look/test_reach.py"),
    "game/table": ("tests/table",),
    "game/players": ("tests/players",),
    "game/players/coach": ("tests/players/test_coach.py",),
}
SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


class Fault(NamedTuple):
    """One change: in `path`, from byte `start` to `end`, `before` becomes `after`."""

    path: Path
    line: int
    start: int
    end: int
    before: str
    after: str

    def put_into(self, source: bytes) -> bytes:
        """The source with the fault in it."""
        return source[: self.start] + self.after.encode() + source[self.end :]


class Outcome(NamedTuple):
    """What became of a fault."""

    fault: Fault
    caught: str  # what caught it: a test's name, "time", or "" when it survived
    seconds: float


@functools.cache
def faults(path: Path) -> tuple[Fault, ...]:
    """Every fault that can be put into a module, in the order of its source."""
    return tuple(_faults(path))


def _faults(path: Path) -> Iterator[Fault]:
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in _inside(ast.parse(source)):
        for other in _changed(node):
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            before = " ".join(source[start:end].decode().split())
            after = ast.unparse(other)
            yield Fault(path.relative_to(ROOT), node.lineno, start, end, before, f"({after})")


def _inside(tree: ast.AST) -> Iterator[ast.expr]:
    """The expressions that do something: no annotations, and nothing in an f-string, whose places are not known."""
    for name, value in ast.iter_fields(tree):
        for node in value if isinstance(value, list) else [value]:
            if (
                not isinstance(node, ast.AST)
                or name in ("annotation", "returns")
                or isinstance(node, ast.JoinedStr)
            ):
                continue
            if isinstance(node, ast.expr):
                yield node
            yield from _inside(node)


def _changed(node: ast.expr) -> Iterator[ast.expr]:
    """What else the expression might be."""
    made = copy.deepcopy(node)
    match made:
        case ast.Compare(ops=[op, *_]) if type(op) in SWAPS:
            made.ops[0] = SWAPS[type(op)]()
            yield made
        case ast.BinOp(op=op) if type(op) in SWAPS:
            made.op = SWAPS[type(op)]()
            yield made
        case ast.BoolOp(op=op):
            made.op = SWAPS[type(op)]()
            yield made
        case ast.UnaryOp(op=ast.Not()):
            yield made.operand
        case ast.IfExp():
            made.body, made.orelse = made.orelse, made.body
            yield made
        case ast.Constant(value=bool(switch)):
            yield ast.Constant(not switch)
        case ast.Constant(value=int(number)):
            yield ast.Constant(number + 1)


def drawn(seed: str, count: int, areas: list[str]) -> list[Fault]:
    """So many faults, drawn evenly from the areas."""
    lots, piles = random.Random(seed), []
    for area in areas:
        paths = [path for name in AREAS[area] for path in _modules(ROOT / name)]
        pile = [fault for path in paths for fault in faults(path)]
        lots.shuffle(pile)
        piles.append(pile)
    return [pile[turn] for turn in range(max(map(len, piles))) for pile in piles if turn < len(pile)][:count]


def _modules(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


def nearest(path: Path) -> list[str]:
    """The files of tests that are run for a fault in that module, in the order of NEAREST; those that are not there are left out.

    Files only: of a folder named beside files that lie in it, pytest would run no other.
    """
    fitting = [name for name in NEAREST if path.is_relative_to(name)]
    named = [ROOT / name for name in NEAREST[max(fitting, key=len)]]
    files = [
        file for each in named for file in ([each] if each.is_file() else sorted(each.rglob("test_*.py")))
    ]
    return [str(file.relative_to(ROOT)) for file in dict.fromkeys(files)]


def patience(tests: list[str], tree: Path) -> float:
    """For how long these tests may run, in seconds. Raises RuntimeError when they fail without any fault."""
    begun = time.monotonic()
    caught = failing(tree, tests, 1800)
    if caught:
        raise RuntimeError(f"without any fault: {caught}")
    return 3 * (time.monotonic() - begun) + 10


def tried(fault: Fault, tree: Path, seconds: float) -> Outcome:
    """Puts the fault into the copy, runs the nearest tests there for so long, and takes it out again."""
    target = tree / fault.path
    source = (ROOT / fault.path).read_bytes()
    _written(target, fault.put_into(source))
    begun = time.monotonic()
    try:
        caught = failing(tree, nearest(fault.path), seconds)
    finally:
        _written(target, source)
    return Outcome(fault, caught, time.monotonic() - begun)


TIMES = itertools.count(1_000_000_000)


def _written(path: Path, source: bytes) -> None:
    """Writes a module, as old as none before it: Python keeps what it compiled by a file's age in seconds, and its size."""
    path.write_bytes(source)
    age = next(TIMES)
    os.utime(path, (age, age))


def failing(tree: Path, tests: list[str], seconds: float) -> str:
    """The first test that fails, "time" when they take longer than so many seconds, or "" when all pass."""
    command = [
        str(provision.python_tools()),
        "-m",
        "pytest",
        "-x",
        "-q",
        "-m",
        "not browser",
        "--hypothesis-seed=0",
    ]
    try:
        done = subprocess.run(
            [*command, "-p", "no:cacheprovider", *tests],
            cwd=tree,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tree / "compiled")},
            capture_output=True,
            text=True,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return "time"
    if done.returncode == 0:
        return ""
    named = [
        line.split(" - ")[0] for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))
    ]
    return named[0].split("/")[-1] if named else "an error"


def copied(folder: Path) -> Path:
    """A copy of what the tests read."""
    for name in TREE:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    (folder / "node_modules").symlink_to(
        provision.node_modules()
    )  # too large to be copied, and no fault is put there
    return folder


def outcomes(chosen: list[Fault], jobs: int) -> Iterator[Outcome]:
    """What becomes of each, in their order."""
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(jobs) as pool:
        trees: Queue[Path] = Queue()
        for number in range(jobs):
            trees.put(copied(Path(name) / str(number)))

        sets = {tuple(nearest(fault.path)) for fault in chosen}
        long = {tests: patience(list(tests), Path(name) / "0") for tests in sorted(sets)}

        def one(fault: Fault) -> Outcome:
            tree = trees.get()
            try:
                return tried(fault, tree, long[tuple(nearest(fault.path))])
            finally:
                trees.put(tree)

        yield from pool.map(one, chosen)


def row(outcome: Outcome) -> str:
    """A line of the table."""
    fault = outcome.fault
    where = f"{fault.path}:{fault.line}"
    change = f"{fault.before}  →  {fault.after[1:-1]}"
    verdict = f"caught by {outcome.caught}" if outcome.caught else "SURVIVED"
    return f"{where:45} {change[:90]:90} {verdict} ({outcome.seconds:.0f} s)"


def main() -> int:
    """Reads the command line; 0 when enough are caught."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--areas", nargs="+", choices=AREAS, default=list(AREAS))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--least", type=float, default=85, help="percent that must be caught")
    parser.add_argument("--list", action="store_true", help="only names the faults")
    given = parser.parse_args()
    chosen = drawn(given.seed, given.count, given.areas)
    if given.list:
        for fault in chosen:
            print(f"{fault.path}:{fault.line}  {fault.before}  →  {fault.after[1:-1]}")
        return 0
    caught = 0
    for outcome in outcomes(chosen, given.jobs):
        caught += bool(outcome.caught)
        print(row(outcome), flush=True)
    share = 100 * caught / len(chosen)
    print(f"{caught} of {len(chosen)} caught, {share:.0f} %")
    return 0 if share >= given.least else 1


if __name__ == "__main__":
    sys.exit(main())
