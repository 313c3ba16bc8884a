"""Read what a Python file imports, without running it."""

import ast
import functools


@functools.cache
def imported(source: str, at_run_time: bool = False) -> frozenset[str]:
    """The dotted names that a module imports, anywhere in it; `at_run_time` outside of `if TYPE_CHECKING`."""
    names: set[str] = set()
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif at_run_time and isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
        elif not isinstance(node, ast.expr):  # most nodes are parts of expressions, which import nothing
            waiting += ast.iter_child_nodes(node)
    return frozenset(names)
