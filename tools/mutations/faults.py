"""Make faults for mutation tests. A fault is one small change of a module's source, and the result still parses."""

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
OTHER_OPERATORS: dict[type, type] = {
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
OTHER_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
PASS = ast.Pass()


class Fault(NamedTuple):
    """One change of a module's source: the bytes `start` to `end` - 1 become `after`."""

    kind: str  # the kind of change, for example "comparison" or "removed statement"
    path: Path  # the module's path, relative to the repository
    line: int  # the line of the change, from 1
    start: int
    end: int
    before: str  # the replaced text, with each run of white space as one space
    after: str

    def put_into(self, source: bytes) -> bytes:
        """Return the source with the fault in it."""
        return source[: self.start] + self.after.encode() + source[self.end :]


def areas() -> dict[str, Path]:
    """The areas, that is, the folders of game/, by name."""
    return {path.parent.name: path.parent for path in sorted((ROOT / "game").glob("*/__init__.py"))}


def draw(seed: str, count: int, names: list[str]) -> list[Fault]:
    """Draw up to `count` faults: one from each of the areas `names` in turn, as long as an area has some left."""
    generator = random.Random(seed)
    shuffled = [_shuffled_faults(areas()[name], generator) for name in names]
    turns = range(max(map(len, shuffled)))
    return [area[turn] for turn in turns for area in shuffled if turn < len(area)][:count]


def _shuffled_faults(folder: Path, generator: random.Random) -> list[Fault]:
    """All faults of an area, in rounds: each round has one fault of every kind that has some left, in random order."""
    by_kind: dict[str, list[Fault]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        for fault in faults(path):
            by_kind[fault.kind].append(fault)
    for same_kind in by_kind.values():
        generator.shuffle(same_kind)
    kinds = sorted(by_kind)
    shuffled = []
    while any(by_kind.values()):
        generator.shuffle(kinds)
        shuffled += [by_kind[kind].pop() for kind in kinds if by_kind[kind]]
    return shuffled


@functools.cache
def faults(path: Path) -> tuple[Fault, ...]:
    """All faults that can be put into a module, in the order of its source."""
    source = path.read_bytes()
    line_starts = [0]  # the offset of each line's first byte
    for line in source.splitlines(keepends=True):
        line_starts.append(line_starts[-1] + len(line))
    found = []
    for node in _changeable(ast.parse(source)):
        start = line_starts[node.lineno - 1] + node.col_offset
        end = line_starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        before = " ".join(source[start:end].decode().split())
        for kind, replacement in _changes(node):
            after = ast.unparse(replacement)
            if isinstance(replacement, ast.expr):
                after = f"({after})"
            found.append(Fault(kind, path.relative_to(ROOT), node.lineno, start, end, before, after))
    return tuple(found)


def _changeable(tree: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield the expressions and statements below a node, but not those in annotations, f-strings and checks.

    No test sees a change of a check: `assert`, or the argument `strict` of `zip`. A change inside an f-string might not
    parse, because its quotes could end the string.
    """
    for name, value in ast.iter_fields(tree):
        for node in value if isinstance(value, list) else [value]:
            skipped = name in ("annotation", "returns") or isinstance(node, ast.JoinedStr | ast.Assert)
            if not isinstance(node, ast.AST) or skipped or _is_strict(node):
                continue
            if isinstance(node, ast.expr | ast.stmt):
                yield node
            yield from _changeable(node)


def _is_strict(node: ast.AST) -> bool:
    """Whether the node is the argument `strict` of a call of `zip`."""
    return isinstance(node, ast.keyword) and node.arg == "strict"


def _changes(node: ast.expr | ast.stmt) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """Yield (kind, replacement) for each way to change this node."""
    if isinstance(node, ast.stmt):
        if _is_removable(node):
            yield "removed statement", PASS
        return
    yield from _changed_logic(node)
    yield from _changed_parts(node)


def _is_removable(node: ast.stmt) -> bool:
    """Whether the statement can become `pass` without leaving a name undefined."""
    match node:
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Continue() | ast.Break():
            return True
        case ast.Raise() | ast.Delete():
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
    return False


def _changed_logic(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield (kind, changed node): another operator or constant, swapped branches, or only one of the operands."""
    changed = copy.deepcopy(node)
    match changed:
        case ast.Compare(ops=[op, *_]) if type(op) in OTHER_OPERATORS:
            changed.ops[0] = OTHER_OPERATORS[type(op)]()
            yield "comparison", changed
        case ast.BinOp(op=op) if type(op) in OTHER_OPERATORS:
            changed.op = OTHER_OPERATORS[type(op)]()
            yield "arithmetic", changed
        case ast.BoolOp(op=op):
            changed.op = OTHER_OPERATORS[type(op)]()
            yield "and/or", changed
            for part in changed.values:
                yield "only one condition", part
        case ast.UnaryOp(op=ast.Not()):
            yield "dropped not", changed.operand
        case ast.IfExp():
            changed.body, changed.orelse = changed.orelse, changed.body
            yield "swapped branches", changed
        case ast.Constant(value=bool(value)):
            yield "constant", ast.Constant(not value)
        case ast.Constant(value=int(number)):
            yield "constant", ast.Constant(number + 1)


def _changed_parts(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield (kind, changed node), with one part removed or changed, or with two parts swapped."""
    changed = copy.deepcopy(node)
    match changed:
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for index in range(len(changed.generators)):
                if changed.generators[index].ifs:
                    other = copy.deepcopy(changed)
                    other.generators[index].ifs.pop()
                    yield "dropped filter", other
        case ast.Subscript(slice=ast.Slice() as bounds):
            yield from _changed_slice(changed, bounds)
        case ast.Call():
            yield from _changed_call(changed)
        case ast.Lambda(body=ast.Tuple(elts=[*_, _, _])):
            # a lambda that returns a tuple is usually a sort key; its last part decides between equals
            changed.body.elts.pop()  # type: ignore[attr-defined]
            yield "dropped tie-break", changed
        case ast.Tuple(elts=[*_, _, _], ctx=ast.Load()) | ast.Set(elts=[*_, _, _]):
            if all(isinstance(element, ast.Constant) for element in changed.elts):
                changed.elts.pop()
                yield "dropped member", changed


def _changed_slice(node: ast.Subscript, bounds: ast.Slice) -> Iterator[tuple[str, ast.expr]]:
    """Yield (kind, changed node): first with the lower bound plus 1, then with the upper bound minus 1."""
    for name, op in (("lower", ast.Add()), ("upper", ast.Sub())):
        bound = getattr(bounds, name)
        if bound is not None:
            other = copy.deepcopy(node)
            setattr(other.slice, name, ast.BinOp(bound, op, ast.Constant(1)))
            yield "slice", other


def _changed_call(node: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    """Yield (kind, changed node), with another function, with the first two arguments swapped, or without a keyword."""
    if isinstance(node.func, ast.Name) and node.func.id in OTHER_FUNCTIONS:
        other = copy.deepcopy(node)
        other.func = ast.Name(OTHER_FUNCTIONS[node.func.id])
        yield "other function", other
    first_two = node.args[:2]
    symmetric = isinstance(node.func, ast.Name) and node.func.id in ("min", "max")
    starred = any(isinstance(argument, ast.Starred) for argument in first_two)
    if len({ast.dump(argument) for argument in first_two}) == 2 and not starred and not symmetric:
        other = copy.deepcopy(node)
        other.args[:2] = other.args[1::-1]
        yield "swapped arguments", other
    for index, keyword in enumerate(node.keywords):
        if keyword.arg and not _is_strict(keyword):
            other = copy.deepcopy(node)
            del other.keywords[index]
            yield "dropped argument", other
