"""Stored challenges: own and other results, replaced results, and every version stays readable."""

import json
from pathlib import Path
from typing import Any

import pytest

from game.ledger.challenge_entry import new_challenge_entry, read_challenge_entry, write_challenge_entry
from game.records.links.challenge import Challenge, Result
from game.records.record import Seat
from game.rules.errors import RecordError
from game.rules.options.presets import resolve

GOLDEN: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "challenges-kept-1.json").read_text(encoding="utf-8")
)
SEATS = (Seat("", "human"), Seat("", "bot", "hen", "balanced"))
CHALLENGE = Challenge("hastings", resolve("hastings", {"rounds": 3}, 2), "a1b2c3d4e5", SEATS)
ONE, TWO = ((4, 9),), ((4, 9), (30, 0))
MADE = new_challenge_entry(CHALLENGE, 1000)


@pytest.mark.parametrize("meant", GOLDEN, ids=lambda meant: meant["text"][40:60])
def test_challenges_of_every_version_keep_their_meaning(meant: dict[str, Any]) -> None:
    kept = read_challenge_entry(meant["text"])
    assert [result.name for result in kept.challenge.results] == meant["theirs"]
    assert [result.name for result in kept.own_results] == meant["mine"]
    assert (kept.sent, kept.accepted) == (meant["sent"], meant["came"])
    assert new_challenge_entry(kept.challenge, 0).id == kept.id


def test_a_continued_result_replaces_the_earlier_one_and_keeps_its_name() -> None:
    kept = MADE.with_own_result(Result("Ann", ONE)).with_own_result(Result("", TWO))
    assert kept.own_results == (Result("Ann", TWO),)
    assert kept.with_own_result(Result("Anna", ONE)).own_results == (Result("Anna", TWO),)
    again = kept.with_own_result(Result("Ann", ONE, again=True))
    assert again.own_results == (Result("Ann", TWO), Result("Ann", ONE, again=True))
    first = MADE.with_results_of_link((Result("Bo", ONE),))
    then = first.with_results_of_link((Result("Bo", TWO), Result("Cleo", ONE)))
    assert then.challenge.results == (Result("Bo", TWO), Result("Cleo", ONE))


def test_own_results_are_not_counted_as_other_peoples() -> None:
    kept = MADE.with_own_result(Result("Ann", TWO))
    came = (Result("Ann", ONE), Result("Ann", TWO), Result("Bo", TWO), Result("Ann", ((5, 9),)))
    assert kept.with_results_of_link(came).challenge.results == (came[2], came[3])
    sender = MADE.with_own_result(Result("Ann", ()))
    answered = sender.with_results_of_link((Result("Ann", ()), Result("Bo", ())))
    assert answered.challenge.results == (Result("Bo", ()),)
    nameless = MADE.with_own_result(Result("", TWO))  # the name came with the link
    assert nameless.with_results_of_link((Result("Ann", TWO),)).challenge.results == ()
    assert not sender.played and kept.played
    assert not MADE.sent and not MADE.accepted


@pytest.mark.parametrize(
    "change",
    [
        {"sent": 1},
        {"came": None},
        {"theirs": "#c4nonsense"},
        {"mine": "#c12CDRFs8vqTnyX-Cb5b5"},  # a code from before 1.0
        {"when": -1},
        {"id": 3},
        {"format": "chickenfoot-challenge/2"},
        {"mine": json.loads(GOLDEN[0]["text"])["mine"]},
    ],
)
def test_a_damaged_entry_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(RecordError):
        read_challenge_entry(json.dumps(json.loads(write_challenge_entry(MADE)) | change))
