"""tools/mutate.py: the same seed draws the same faults, and each fault is one change of source that still parses."""

import ast
from pathlib import Path

import pytest

from tools.mutations import faults

AREAS = ("commands", "ledger", "narration", "records")  # to draw from all areas takes four times as long


@pytest.mark.slow
def test_the_same_seed_draws_the_same_faults_evenly() -> None:
    areas = {name: folder for name, folder in faults.areas().items() if name in AREAS}
    drawn = faults.draw("7", 5 * len(areas), list(areas))
    assert (
        drawn
        == faults.draw("7", 5 * len(areas), list(areas))
        != faults.draw("8", 5 * len(areas), list(areas))
    )
    assert len({(fault.path, fault.start, fault.after) for fault in drawn}) == 5 * len(areas)
    for folder in areas.values():
        assert sum((faults.ROOT / fault.path).is_relative_to(folder) for fault in drawn) == 5
    assert len({fault.kind for fault in drawn}) > 10


@pytest.mark.slow
def test_each_fault_is_one_change_that_still_parses() -> None:
    for fault in faults.draw("7", 100, list(AREAS)):
        source = (faults.ROOT / fault.path).read_bytes()
        after = fault.put_into(source)
        assert ast.dump(ast.parse(after)) != ast.dump(ast.parse(source)), fault
        assert after[: fault.start] == source[: fault.start] and after.endswith(source[fault.end :])


@pytest.mark.parametrize(
    ("source", "kind", "after"),
    [
        ("f(a, b)", "swapped arguments", "(f(b, a))"),
        ("f(a, title=b)", "dropped argument", "(f(a))"),
        ("[a for a in b if a]", "dropped filter", "([a for a in b])"),
        ("a[1:]", "slice", "(a[1 + 1:])"),
        ("a[:b]", "slice", "(a[:b - 1])"),
        ("max(a, key=lambda b: (b, -b))", "dropped tie-break", "(lambda b: (b,))"),
        ('a in ("on", "automatic")', "dropped member", "(('on',))"),
        ("latest + 1", "arithmetic", "(latest - 1)"),
        ("if a and b:\n    pass", "only one condition", "(b)"),
        ("a.b(c)", "removed statement", "pass"),
        ("a.b = c", "removed statement", "pass"),
    ],
)
def test_kinds_of_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, kind: str, after: str
) -> None:
    monkeypatch.setattr(faults, "ROOT", tmp_path)
    path = tmp_path / "module.py"
    path.write_text(source + "\n")
    assert (kind, after) in {(fault.kind, fault.after) for fault in faults.faults(path)}


def test_what_no_test_can_see_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "ROOT", tmp_path)
    path = tmp_path / "module.py"
    path.write_text("assert a > 0\nb = [*zip(c, d, strict=True)]\ne = max(f, g)\n")
    assert {(fault.kind, fault.after) for fault in faults.faults(path)} == {
        ("swapped arguments", "(zip(d, c, strict=True))"),
        ("other function", "(min(f, g))"),
    }
