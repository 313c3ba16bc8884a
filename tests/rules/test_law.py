"""docs/law.md: every clause that it names is one of docs/rules.md, and every test that it names is there and cites it or its source."""

import ast
import re
from pathlib import Path

from tests.rules.clauses import CODES, HERE

LAW = (Path(__file__).resolve().parents[2] / "docs" / "law.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in LAW.splitlines()
    if line.startswith("| ")
]
SENTENCES = [row for row in ROWS if row[0] != "sentence"]


def names_of_tests() -> set[str]:
    """The names of the test functions in this folder."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in HERE.glob("test_*.py")]
    return {node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_clause_of_the_law_is_a_clause_of_the_rules() -> None:
    assert len(SENTENCES) > 90 and all(len(row) == 3 for row in SENTENCES)
    assert [row for row in SENTENCES if row[1] not in (*CODES, "–")] == []


def test_every_test_of_the_law_is_there_and_what_has_none_says_why() -> None:
    known = names_of_tests()
    for sentence, _, test in SENTENCES:
        if test.startswith("`"):
            assert test.strip("`") in known, (sentence, test)
        else:
            assert re.match(r"– \w", test), f"{sentence} is left out without a reason"


def test_every_source_has_its_sentences() -> None:
    assert re.findall(r"^## (\w),", LAW, re.MULTILINE) == list("TGHWX")


def test_every_clause_is_named_by_some_sentence_or_is_ours() -> None:
    ours = {"LAST-6", "END-5"}  # what a take-back leaves, and a bonus: no source has them
    assert {*CODES} - {row[1] for row in SENTENCES} == ours
