"""tools/mutate.py: the same seed draws the same faults, and each is one change in source that still parses."""

import ast

import pytest

from tools import mutate


@pytest.mark.slow
def test_the_same_seed_draws_the_same_faults_evenly() -> None:
    drawn = mutate.drawn("7", 40, list(mutate.AREAS))
    assert drawn == mutate.drawn("7", 40, list(mutate.AREAS)) != mutate.drawn("8", 40, list(mutate.AREAS))
    assert len({(fault.path, fault.start, fault.after) for fault in drawn}) == 40
    for names in mutate.AREAS.values():
        assert sum(any(fault.path.is_relative_to(name) for name in names) for fault in drawn) == 8


@pytest.mark.slow
def test_each_fault_is_one_change_that_still_parses() -> None:
    for fault in mutate.drawn("7", 100, list(mutate.AREAS)):
        source = (mutate.ROOT / fault.path).read_bytes()
        after = fault.put_into(source)
        assert ast.dump(ast.parse(after)) != ast.dump(ast.parse(source)), fault
        assert after[: fault.start] == source[: fault.start] and after.endswith(source[fault.end :])
        assert mutate.nearest(fault.path)
