"""The clauses of docs/rules.md, and those that the tests of this folder name."""

import ast
import re
from itertools import pairwise
from pathlib import Path

HERE = Path(__file__).resolve().parent
RULES = (HERE.parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")
CODES = re.findall(r"^- `([A-Z]+-\d+)`", RULES, re.MULTILINE)


def codes_in_names() -> set[str]:
    """The codes in the names of the test functions in this folder."""
    clauses = set()
    for path in HERE.glob("test_*.py"):
        for node in ast.parse(path.read_text()).body:
            words = node.name.upper().split("_") if isinstance(node, ast.FunctionDef) else []
            clauses |= {f"{family}-{number}" for family, number in pairwise(words[1:])}
    return clauses
