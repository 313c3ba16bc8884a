"""`python3 tools/mutate.py [--seed S] [--count N]`: mutation testing: change the code of game/ and see if a test fails.

A fault is one small change of the source: another operator, constant or function, a swap, or a part left out. The seed
draws the faults, equally many from each folder of game/ and of each kind. A fault is tried in a clone of the last commit,
first against the tests nearest to its module (tools/common/touched.py), then against all others without a browser. One that
survives is a gap in the tests or a change without effect. The exit code is 0 if at least `--least` percent are caught.

Why not a package (November 2026)? mutmut 3.8 draws no sample: it writes every mutant of every module before it tests one (124
of 320 modules after seven minutes on a busy machine), and then runs the whole suite twice. cosmic-ray 8.7 runs the same
command for each mutant, so each takes as long as the suite.
"""

import argparse
import ast
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.common import provision, touched

JOBS = 2  # parallel processes
OPTIONS = ("-x", "-q", "-m", "not browser and not long", "--hypothesis-seed=0", "-p", "no:cacheprovider")
PIPES: dict[str, Any] = {"capture_output": True, "text": True}
TIMEOUT = 1_200  # seconds; a fault with which tests take longer, such as an endless loop, is caught
PAIRS = (
    *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot)),
    *((ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv), (ast.BitAnd, ast.BitOr), (ast.And, ast.Or)),
)
OTHER: dict[Any, Any] = {ast.Div: ast.Mult} | dict(PAIRS) | {other: one for one, other in PAIRS}
OTHER_FUNCTION = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Fault(NamedTuple):
    """One change of a module's source: the bytes `start` to `end` - 1 become `after`."""

    kind: str
    name: str  # of the module, relative to the repository
    line: int
    start: int
    end: int
    before: str
    after: str


def faults(root: Path, name: str) -> Iterator[Fault]:
    """Yield all faults of a module of the repository `root`, in the order of its source."""
    source = (root / name).read_bytes()
    line_starts = [0, *itertools.accumulate(map(len, source.splitlines(keepends=True)))]
    for node in changeable(ast.parse(source)):
        start = line_starts[node.lineno - 1] + node.col_offset
        end = line_starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        before = " ".join(source[start:end].decode().split())
        for kind, other in changes(node):
            after = f"({ast.unparse(other)})" if isinstance(other, ast.expr) else ast.unparse(other)
            yield Fault(kind, name, node.lineno, start, end, before, after)


def changeable(tree: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield the expressions and statements below a node that tests can notice: none in types, f-strings, `assert` or `strict`."""
    for name, value in ast.iter_fields(tree):
        for node in value if isinstance(value, list) else [value]:
            skipped = name in ("annotation", "returns") or isinstance(node, ast.JoinedStr | ast.Assert)
            if not isinstance(node, ast.AST) or skipped or getattr(node, "arg", "") == "strict":
                continue
            if isinstance(node, ast.expr | ast.stmt):
                yield node
            yield from changeable(node)


def altered(node: ast.AST, **fields: Any) -> ast.AST:
    """Return a copy of a node with other fields."""
    return type(node)(**{**dict(ast.iter_fields(node)), **fields})


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield (kind, replacement) for each way to change this node."""
    match node:
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise():
            yield "removed statement", ast.Pass()
        case ast.Continue() | ast.Break() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "removed statement", ast.Pass()
        case ast.Compare(ops=[op, *rest]) if type(op) in OTHER:
            yield "comparison", altered(node, ops=[OTHER[type(op)](), *rest])
        case ast.BinOp(op=op) if type(op) in OTHER:
            yield "arithmetic", altered(node, op=OTHER[type(op)]())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield "dropped sign or not", operand
        case ast.Constant(value=bool() | int() as value):
            yield "constant", ast.Constant(not value if isinstance(value, bool) else value + 1)
        case _:
            yield from changed_parts(node)


def changed_parts(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield (kind, replacement), with a part left out, or with two parts swapped."""
    match node:
        case ast.BoolOp(op=op, values=values):
            yield "and/or", altered(node, op=OTHER[type(op)]())
            yield from (("only one condition", value) for value in values)
        case ast.IfExp(body=body, orelse=orelse):
            yield "swapped branches", altered(node, body=orelse, orelse=body)
        case ast.expr(generators=[ast.comprehension(ifs=[_, *others]) as loop, *rest]):  # type: ignore[misc]
            yield "dropped filter", altered(node, generators=[altered(loop, ifs=others), *rest])
        case ast.Subscript(slice=ast.Slice(lower=ast.expr() as lower) as bounds):
            later = ast.BinOp(lower, ast.Add(), ast.Constant(1))
            yield "slice", altered(node, slice=altered(bounds, lower=later))
        case ast.Call(func=ast.Name(id=name)) if name in OTHER_FUNCTION:
            yield "other function", altered(node, func=ast.Name(OTHER_FUNCTION[name]))
        case ast.Call(keywords=[*before, ast.keyword(arg=str(arg))]) if arg != "strict":
            yield "dropped argument", altered(node, keywords=before)
        case ast.Call(args=[first, second, *rest]) if not isinstance(first, ast.Starred):
            yield "swapped arguments", altered(node, args=[second, first, *rest])


def draw(seed: str, count: int, root: Path) -> list[Fault]:
    """Draw up to `count` faults: from each folder of game/ in turn, and of each of its kinds in turn."""
    generator, rooms = random.Random(seed), []
    for init in sorted(root.glob("game/*/__init__.py")):
        by_kind: dict[str, list[Fault]] = defaultdict(list)
        for path in sorted(init.parent.rglob("*.py")):
            for fault in faults(root, path.relative_to(root).as_posix()):
                by_kind[fault.kind].append(fault)
        kinds = [generator.sample(same, len(same)) for _, same in sorted(by_kind.items())]
        rooms.append(in_turn(generator.sample(kinds, len(kinds))))
    return in_turn(rooms)[:count]


def in_turn(lists: list[list[Fault]]) -> list[Fault]:
    """Join lists: the first item of each, then the second of each, and so on."""
    return [fault for turn in itertools.zip_longest(*lists) for fault in turn if fault is not None]


def first_failure(fault: Fault, clone: Path) -> str:
    """Run the tests in a clone with the fault. Return the test that fails, "time", "an error", or "" if all pass."""
    module = clone / fault.name
    source = module.read_bytes()
    module.write_bytes(source[: fault.start] + fault.after.encode() + source[fault.end :])
    # Without bytecode: Python would not notice a change of equal size within the same second.
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    try:
        for tests in (touched.nearest([fault.name]), ["tests", "game"]):
            command = [str(provision.python_tools()), "-m", "pytest", *OPTIONS, *tests]
            done = subprocess.run(command, **PIPES, cwd=clone, env=environment, timeout=TIMEOUT)
            if done.returncode:
                failed = re.search(r"^(?:FAILED|ERROR) (?:\S*/)?(\S+)", done.stdout, re.MULTILINE)
                return failed[1] if failed else "an error"
        return ""
    except subprocess.TimeoutExpired:
        return "time"
    finally:
        module.write_bytes(source)


def try_faults(chosen: list[Fault], clone: Path) -> int:
    """Try faults in a clone, and print a line for each. Return how many are caught."""
    caught = 0
    for fault in chosen:
        begun, failed = time.monotonic(), first_failure(fault, clone)
        caught += bool(failed)
        change = f"{fault.kind}: {fault.before[:70]}  →  {fault.after[:70]}"
        verdict = f"{failed or 'SURVIVED'} ({time.monotonic() - begun:.0f} s)"
        print(f"{fault.name}:{fault.line} {change}   {verdict}", flush=True)
    return caught


def main() -> int:
    """Run the command. Return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--seed", default=str(time.time_ns()), help="any text (default: the time)")
    parser.add_argument("--count", type=int, default=60, help="number of faults (default 60, about an hour)")
    parser.add_argument("--least", type=float, default=90, help="percent that must be caught (default 90)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(JOBS) as pool:
        clones = [Path(folder) / str(job) for job in range(JOBS)]
        for clone in clones:
            subprocess.run(["git", "clone", "-q", provision.ROOT, clone], check=True)
            (clone / "node_modules").symlink_to(provision.node_modules())  # too large to copy
        chosen = draw(options.seed, options.count, clones[0])
        caught = sum(pool.map(try_faults, [chosen[job::JOBS] for job in range(JOBS)], clones))
    share = 100 * caught / len(chosen)
    print(f"seed {options.seed}: {caught} of {len(chosen)} caught, {share:.0f} %")
    return int(share < options.least)


if __name__ == "__main__":
    provision.rerun_in_venv(__file__)
    sys.exit(main())
