"""Every clause of the rules has a test that carries its code in its name: TURN-4 is in `test_turn_4_…`."""

from tests.rules.clauses import CODES, codes_in_names


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
