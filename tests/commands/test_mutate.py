"""tools/mutate.py: the same seed draws the same faults, and each fault is one change of source that still parses."""

import ast
import shutil
from pathlib import Path

import pytest

from tools import mutate
from tools.common import provision, touched

ROOT = provision.ROOT


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A repository with two rooms of the game."""
    for room in ("records", "ledger"):
        shutil.copytree(ROOT / "game" / room, tmp_path / "game" / room)
    return tmp_path


def test_the_same_seed_draws_the_same_faults_evenly(small: Path) -> None:
    drawn = mutate.draw("7", 20, small)
    assert drawn == mutate.draw("7", 20, small) != mutate.draw("8", 20, small)
    assert len({(fault.name, fault.start, fault.after) for fault in drawn}) == 20
    assert sum(fault.name.startswith("game/records/") for fault in drawn) == 10
    assert len({fault.kind for fault in drawn}) > 8


def test_each_fault_is_one_change_that_still_parses(small: Path) -> None:
    for fault in mutate.draw("7", 60, small):
        source = (small / fault.name).read_bytes()
        after = source[: fault.start] + fault.after.encode() + source[fault.end :]
        assert ast.dump(ast.parse(after)) != ast.dump(ast.parse(source)), fault


@pytest.mark.parametrize(
    ("source", "kind", "after"),
    [
        ("f(a, b)", "swapped arguments", "(f(b, a))"),
        ("f(a, title=b)", "dropped argument", "(f(a))"),
        ("[a for a in b if a]", "dropped filter", "([a for a in b])"),
        ("a[1:]", "slice", "(a[1 + 1:])"),
        ("max(a, b)", "other function", "(min(a, b))"),
        ("-a", "dropped sign or not", "(a)"),
        ("a <= b", "comparison", "(a < b)"),
        ("latest + 1", "arithmetic", "(latest - 1)"),
        ("if a and b:\n    pass", "only one condition", "(b)"),
        ("a.b(c)", "removed statement", "pass"),
        ("a.b = c", "removed statement", "pass"),
    ],
)
def test_kinds_of_faults(tmp_path: Path, source: str, kind: str, after: str) -> None:
    (tmp_path / "module.py").write_text(source + "\n")
    assert (kind, after) in {(fault.kind, fault.after) for fault in mutate.faults(tmp_path, "module.py")}


def test_what_no_test_can_see_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text("assert a > 0\nb = [*zip(c, d, strict=True)]\n")
    found = [(fault.kind, fault.after) for fault in mutate.faults(tmp_path, "module.py")]
    assert found == [("swapped arguments", "(zip(d, c, strict=True))")]


@pytest.mark.long  # it runs pytest three times
def test_a_fault_is_caught_or_survives_and_the_module_is_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "module.py").write_text("LIMIT = 3\n")
    (tmp_path / "test_module.py").write_text("from module import LIMIT\ndef test_limit(): assert LIMIT < 5\n")
    (tmp_path / "game").mkdir()
    monkeypatch.setattr(touched, "nearest", lambda names: ["test_module.py"])
    survivor, caught = (
        mutate.Fault("constant", "module.py", 1, 8, 9, "3", after) for after in ("(4)", "(5)")
    )
    monkeypatch.setattr(mutate, "OPTIONS", ("-x", "-q", "-p", "no:cacheprovider"))
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_else.py").write_text("def test_else(): pass\n")
    assert mutate.first_failure(survivor, tmp_path) == ""
    assert "test_limit" in mutate.first_failure(caught, tmp_path)
    assert (tmp_path / "module.py").read_text() == "LIMIT = 3\n"
