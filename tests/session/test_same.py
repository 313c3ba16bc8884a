"""Who takes up a challenge and chooses as somebody else did meets the same answers."""

import json
from collections import Counter
from random import Random

import pytest

from game.players import levels
from game.players.search.flat import Budget
from game.records.commitment import commit
from game.records.record import Seat
from game.rules.options.presets import resolve
from game.session.saving import record_made, restore, save
from tests.session.same import challenge, played, same, taken_up, told


@pytest.mark.parametrize("number", [*range(8), 807])  # two forgot to call at once
def test_the_same_choices_meet_the_same_answers(number: int) -> None:
    """`python3 tools/soak_same.py` does it a thousand times."""
    seen = Counter[str]()
    assert same(number, seen)
    assert seen["decisions of the person"]


def test_other_choices_meet_other_answers() -> None:
    """So the comparison is able to fail."""
    here, there = (played(taken_up(challenge(3), 1.0), Random(luck), []) for luck in (1, 2))
    assert told(here) != told(there)


def test_without_a_clock_a_budget_is_worlds_alone() -> None:
    small, large = resolve("hastings", players=4), resolve("montgomery", {"set": 18}, 10)
    assert levels.without_clock("farmer", small) == Budget(240)
    assert levels.without_clock("fox", small) == Budget(32)
    assert levels.without_clock("farmer", large) == Budget(27)
    assert levels.without_clock("fox", large) == Budget(8)
    for level in ("chick", "hen", "rooster"):
        assert levels.without_clock(level, small) is None


def test_a_match_remembers_what_it_takes_up() -> None:
    session = taken_up(challenge(3), 1.0)
    session.commitment = commit(session.match.seed, "0f1e2d")
    session.helped, session.day = 2, "2026-11-22"
    again = restore(save(session))
    assert record_made(again).commitment == commit(session.match.seed, "0f1e2d")
    assert (again.link, again.day, again.helped) == (session.link, "2026-11-22", 2)
    assert again.shared and again.marked


@pytest.mark.parametrize("key", ["link", "day", "helped"])
@pytest.mark.parametrize("value", ["#c3nonsense", "yesterday", None, [], -1, True])
def test_what_a_save_says_and_nothing_can_be_made_of_is_left_out(key: str, value: object) -> None:
    session = taken_up(challenge(3), 1.0)
    session.link = ""
    setattr(session, key, "damaged")
    written = save(session).replace('"damaged"', json.dumps(value))
    again = restore(written)
    assert (again.link, again.day, again.helped) == ("", "", 0)
    assert not again.shared and not again.marked
    assert again.seats == tuple(Seat(seat.name, seat.kind, seat.level, seat.style) for seat in session.seats)
