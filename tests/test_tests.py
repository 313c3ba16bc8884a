"""How the tests are built: what they share is in plain modules, and each name is one idea."""

import ast
import functools
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST_SIGNS = 70  # in the name of a test


@functools.cache
def statements(source: str) -> list[ast.AST]:
    """The statements of a module, the inner ones too. Visiting the expressions as well would take three times as long."""
    found: list[ast.AST] = [ast.parse(source)]
    for node in found:  # it grows meanwhile
        found += [inner for inner in ast.iter_child_nodes(node) if not isinstance(inner, ast.expr)]
    return found


def imported_tests(source: str) -> list[str]:
    """The test modules that a module imports. What tests share belongs into plain modules beside them, or into fixtures."""
    names = set()
    if "test_" not in source.replace("def test_", ""):  # most modules, which need not be parsed
        return []
    for node in statements(source):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return sorted(name for name in names if re.match(r"tests\.(\w+\.)*test_\w+", name))


def names_of_tests(source: str) -> list[str]:
    """The names of the test functions of a module."""
    functions = [
        node for node in statements(source) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return [node.name for node in functions if node.name.startswith("test_")]


def test_no_test_module_is_imported() -> None:
    paths = [path for folder in ("tests", "tools") for path in (ROOT / folder).rglob("*.py")]
    found = {path.relative_to(ROOT).as_posix(): imported_tests(path.read_text()) for path in paths}
    assert len(found) > 200 and {path: names for path, names in found.items() if names} == {}


def test_an_import_of_a_test_module_is_seen() -> None:
    assert imported_tests("from tests.page.test_match import opened")
    assert imported_tests("from tests.store import test_fuzz as fuzz")
    assert imported_tests("import tests.store.test_fuzz")
    assert not imported_tests("from tests.page.openings import opened")


def test_the_name_of_a_test_is_one_idea() -> None:
    """A longer name has two ideas, or says what the test itself says."""
    paths = [path for folder in ("tests", "tools") for path in (ROOT / folder).rglob("test_*.py")]
    names = [name for path in paths for name in names_of_tests(path.read_text())]
    assert len(names) > 1_500 and [name for name in names if len(name) > MOST_SIGNS] == []
