"""Every clause of the rules has a test that carries its code in its name: TURN-4 is in `test_turn_4_…`."""

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


def test_every_clause_has_a_test() -> None:
    tested = codes_in_names()
    assert [code for code in CODES if code not in tested] == []


def test_clauses_keep_their_codes() -> None:
    """Each family counts from 1 without a gap, so no clause is lost or renumbered."""
    first = {"DEAL": 4, "START": 5, "TURN": 8, "FOOT": 5, "LAST": 6, "END": 5, "MATCH": 3}
    for family, least in first.items():
        numbers = sorted(int(code.split("-")[1]) for code in CODES if code.startswith(family + "-"))
        assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) >= least
    assert len({*CODES}) == len(CODES)
