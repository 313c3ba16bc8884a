"""The faults that can be put into a module: each is one small change of its source that still parses."""

import ast
import copy
import functools
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools.common import provision

ROOT = provision.ROOT
OPPOSITES: dict[type, type] = {
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
OTHER_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
PASS = ast.Pass()


class Fault(NamedTuple):
    """One change: in `path` (relative to the repository), bytes `start` to `end` become `after`. `kind` names the operator."""

    kind: str
    path: Path
    line: int
    start: int
    end: int
    before: str
    after: str

    def put_into(self, source: bytes) -> bytes:
        """Return the source with the fault in it."""
        return source[: self.start] + self.after.encode() + source[self.end :]


def areas() -> dict[str, Path]:
    """Every room of game/ by its name."""
    return {path.parent.name: path.parent for path in sorted((ROOT / "game").glob("*/__init__.py"))}


def draw(seed: str, count: int, names: list[str]) -> list[Fault]:
    """Draw `count` faults, as many from each area; within an area each kind of fault is equally likely."""
    lots = random.Random(seed)
    piles = [_pile(areas()[name], lots) for name in names]
    turns = range(max(map(len, piles)))
    return [pile[turn] for turn in turns for pile in piles if turn < len(pile)][:count]


def _pile(folder: Path, lots: random.Random) -> list[Fault]:
    """All faults of an area in random order, one of each kind after the other."""
    kinds: dict[str, list[Fault]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        for fault in faults(path):
            kinds[fault.kind].append(fault)
    for pile in kinds.values():
        lots.shuffle(pile)
    order = sorted(kinds)
    drawn = []
    while any(kinds.values()):
        lots.shuffle(order)
        drawn += [kinds[kind].pop() for kind in order if kinds[kind]]
    return drawn


@functools.cache
def faults(path: Path) -> tuple[Fault, ...]:
    """Every fault that can be put into a module, in the order of its source."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    made = []
    for node in _changeable(ast.parse(source)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        before = " ".join(source[start:end].decode().split())
        for kind, other in _changes(node):
            after = ast.unparse(other)
            if isinstance(other, ast.expr):
                after = f"({after})"
            made.append(Fault(kind, path.relative_to(ROOT), node.lineno, start, end, before, after))
    return tuple(made)


def _changeable(tree: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield the nodes that do something: no annotations, no docstrings, and nothing in an f-string, whose positions are unknown."""
    for name, value in ast.iter_fields(tree):
        for node in value if isinstance(value, list) else [value]:
            skipped = name in ("annotation", "returns") or isinstance(node, ast.JoinedStr)
            if not isinstance(node, ast.AST) or skipped:
                continue
            if isinstance(node, ast.expr | ast.stmt):
                yield node
            yield from _changeable(node)


def _changes(node: ast.expr | ast.stmt) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """Yield (kind, replacement) for each way to change this node."""
    if isinstance(node, ast.stmt):
        if _can_go(node):
            yield "removed statement", PASS
        return
    yield from _operators(node)
    yield from _parts(node)


def _can_go(node: ast.stmt) -> bool:
    """Whether the statement can be replaced by `pass` and every name is still bound."""
    match node:
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Continue() | ast.Break():
            return True
        case ast.Raise() | ast.Delete():
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
    return False


def _operators(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield the node with another operator, constant or branch."""
    made = copy.deepcopy(node)
    match made:
        case ast.Compare(ops=[op, *_]) if type(op) in OPPOSITES:
            made.ops[0] = OPPOSITES[type(op)]()
            yield "comparison", made
        case ast.BinOp(op=op) if type(op) in OPPOSITES:
            made.op = OPPOSITES[type(op)]()
            yield "arithmetic", made
        case ast.BoolOp(op=op):
            made.op = OPPOSITES[type(op)]()
            yield "and/or", made
            for part in made.values:
                yield "dropped condition", part
        case ast.UnaryOp(op=ast.Not()):
            yield "dropped not", made.operand
        case ast.IfExp():
            made.body, made.orelse = made.orelse, made.body
            yield "swapped branches", made
        case ast.Constant(value=bool(switch)):
            yield "constant", ast.Constant(not switch)
        case ast.Constant(value=int(number)):
            yield "constant", ast.Constant(number + 1)


def _parts(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield the node without one of its parts, or with two of them swapped."""
    made = copy.deepcopy(node)
    match made:
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for turn in range(len(made.generators)):
                if made.generators[turn].ifs:
                    other = copy.deepcopy(made)
                    other.generators[turn].ifs.pop()
                    yield "dropped filter", other
        case ast.Subscript(slice=ast.Slice() as bounds):
            yield from _slices(made, bounds)
        case ast.Call():
            yield from _calls(made)
        case ast.Lambda(body=ast.Tuple(elts=[*_, _, _])):
            made.body.elts.pop()  # type: ignore[attr-defined]
            yield "dropped tie-break", made
        case ast.Tuple(elts=[*_, _, _], ctx=ast.Load()) | ast.Set(elts=[*_, _, _]):
            if all(isinstance(each, ast.Constant) for each in made.elts):
                made.elts.pop()
                yield "dropped member", made


def _slices(made: ast.Subscript, bounds: ast.Slice) -> Iterator[tuple[str, ast.expr]]:
    for name, op in (("lower", ast.Add()), ("upper", ast.Sub())):
        bound = getattr(bounds, name)
        if bound is not None:
            other = copy.deepcopy(made)
            setattr(other.slice, name, ast.BinOp(bound, op, ast.Constant(1)))
            yield "slice", other


def _calls(made: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(made.func, ast.Name) and made.func.id in OTHER_NAMES:
        other = copy.deepcopy(made)
        other.func = ast.Name(OTHER_NAMES[made.func.id])
        yield "other function", other
    first = made.args[:2]
    starred = any(isinstance(each, ast.Starred) for each in first)
    if len({ast.dump(each) for each in first}) == 2 and not starred:
        other = copy.deepcopy(made)
        other.args[:2] = other.args[1::-1]
        yield "swapped arguments", other
    for turn, keyword in enumerate(made.keywords):
        if keyword.arg:
            other = copy.deepcopy(made)
            del other.keywords[turn]
            yield "dropped argument", other
