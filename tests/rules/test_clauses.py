"""Every clause of the rules has a test that carries its code in its name: TURN-4 is in `test_turn_4_…`."""

import ast
from itertools import pairwise
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLAUSES = {"DEAL": 4, "START": 5, "TURN": 8, "FOOT": 5, "LAST": 6, "END": 5, "MATCH": 3}
CODES = [f"{family}-{number}" for family, count in CLAUSES.items() for number in range(1, count + 1)]


def codes_in_names() -> set[str]:
    """The codes in the names of the test functions in this folder."""
    clauses = set()
    for path in HERE.glob("test_*.py"):
        for node in ast.parse(path.read_text()).body:
            words = node.name.upper().split("_") if isinstance(node, ast.FunctionDef) else []
            clauses |= {f"{family}-{number}" for family, number in pairwise(words[1:])}
    return clauses


def test_every_clause_has_a_test() -> None:
    tested = codes_in_names()
    assert [code for code in CODES if code not in tested] == []


def test_the_written_rules_have_every_clause() -> None:
    written = (HERE.parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")
    assert [code for code in CODES if f"`{code}`" not in written] == []
