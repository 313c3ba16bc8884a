"""The same choices in the same challenge meet the same answers."""

import json
import sys
from collections import Counter
from itertools import count
from random import Random

import pytest

from game.players.coach.hints import hint
from game.players.search.flat_monte_carlo import Budget
from game.records.commitment import commit
from game.records.record import Seat
from game.rules.match import act, start_match
from game.rules.moves import move_text
from game.rules.options.presets import resolve
from game.rules.rng import Rng
from game.rules.view import moves_of, view
from game.session import slices
from game.session.saving import restore, save, session_record
from game.session.session import Session
from tests.session.same import challenge, played, same, taken_up, told


@pytest.mark.parametrize(
    "number", [0, *(pytest.param(number, marks=pytest.mark.long) for number in range(1, 20)), 807]
)  # two forgot to call at once
def test_the_same_choices_meet_the_same_answers(number: int) -> None:
    """`python3 tools/bench.py same` does the same a thousand times."""
    seen = Counter[str]()
    assert same(number, seen)
    assert seen["decisions of the person"]


def test_other_choices_meet_other_answers() -> None:
    """Shows that the comparison can fail."""
    here, there = (played(taken_up(challenge(3), 1.0), Random(luck), []) for luck in (1, 2))
    assert told(here) != told(there)


def at_speed(monkeypatch: pytest.MonkeyPatch, seconds: float) -> list[object]:
    """Play a match against thinking bots on a device whose clock advances by `seconds` at each reading."""
    clock = count(0.0, seconds)
    asking = [
        module
        for name, module in sys.modules.items()
        if name.startswith("game.") and hasattr(module, "perf_counter")
    ]
    assert asking
    for module in asking:
        monkeypatch.setattr(module, "perf_counter", lambda: next(clock))
    options = resolve("hastings", {"set": 6, "rounds": 1, "hand_size": 5}, 3)
    seats = (Seat("Ann", "human"), Seat("Bo", "bot", "farmer", "racer"), Seat("Cy", "bot", "fox", "spoiler"))
    session = Session(start_match(options, "a1b2c3"), "hastings", seats, 1.0)
    hints = []
    while session.phase == "playing":
        if session.others_must_move():
            session.play_bot_move(next(move for move in session.think() if move is not None))
        else:
            move, hint = next(given for given in session.hint() if given is not None)
            hints.append(hint)
            session.execute(move_text(move))
    review = next(found for found in session.review(1) if found is not None)
    return [session.match.round.events, session.match.round_scores, hints, review]


def test_a_slow_device_plays_hints_and_reviews_as_a_fast_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    fast, slow = at_speed(monkeypatch, 1e-7), at_speed(monkeypatch, 0.04)
    assert fast == slow


def test_a_slow_device_pauses_after_every_world_and_a_fast_one_seldom(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = start_match(resolve("hastings", {"set": 6}, 2), "pauses")
    while len((seen := view(match, match.round.turn)).choices) < 2:
        match = act(match, moves_of(seen, seen.choices[0])[0])
    pauses = []
    for seconds in (1e-7, 0.04):
        clock = count(0.0, seconds)
        monkeypatch.setattr(slices, "perf_counter", lambda clock=clock: next(clock))
        thinking = slices.in_slices(hint(seen, "balanced", Rng("a", "b"), Budget(20)))
        pauses.append(sum(1 for _ in thinking))
    assert pauses == [0, 20]


def test_a_save_keeps_the_accepted_challenge_and_the_other_optional_keys() -> None:
    session = taken_up(challenge(3), 1.0)
    session.commitment = commit(session.match.seed, "0f1e2d")
    session.help.hints, session.day = 2, "2026-11-22"
    again = restore(save(session))
    assert session_record(again).commitment == commit(session.match.seed, "0f1e2d")
    assert (again.link, again.day, again.help.hints) == (session.link, "2026-11-22", 2)
    assert again.help.used


@pytest.mark.parametrize("key", ["link", "day", "helped"])
@pytest.mark.parametrize("value", ["#c3nonsense", "yesterday", None, [], -1, True])
def test_invalid_optional_keys_of_a_save_are_ignored(key: str, value: object) -> None:
    session = taken_up(challenge(3), 1.0)
    session.link = ""
    setattr(session, key, "damaged")
    written = save(session).replace('"damaged"', json.dumps(value))
    again = restore(written)
    assert (again.link, again.day, again.help.hints) == ("", "", 0)
    assert not again.help.used
    assert again.seats == tuple(Seat(seat.name, seat.kind, seat.level, seat.style) for seat in session.seats)
