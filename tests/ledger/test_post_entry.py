"""A match by post as a stored entry: it is read unchanged, and nothing of another match is taken from it."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.ledger.post_entry import read_post_entry
from game.records.post.merging import HeldMatch, begin, opened
from game.records.post.post_link import write_post
from game.rules.errors import RecordError
from game.session.post.stored_post import facts_of, held_match, write_post_entry
from game.session.stored_entries import entry_content
from tests.records.posts import PLANS, begun, dealt_match, options_for, played_for, seats_of, secret_of

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "posts-kept-1.json").read_text(encoding="utf-8"))


def states(plan: str) -> list[HeldMatch]:
    """A match by post at its starter's device: before the deal, dealt, in play, over."""
    lots = Random(plan)
    held = [begun(plan, lots, "hastings", rounds=2, set=6)]
    posted = held[0].posted
    while posted.turn != posted.starter:
        posted = opened(posted).joined(posted.turn, secret_of(lots)).posted
        held.append(opened(posted))
    held.append(held[0].sent().merged(posted)[1])
    for count in (15, 40, 1000):
        held.append(held[-1].went_on(played_for(held[-1].posted, count, lots)))
        held.append(held[-1].sent())
    return held


@pytest.mark.parametrize("plan", PLANS)
def test_a_match_by_post_is_stored_and_read_unchanged(plan: str) -> None:
    for held in states(plan):
        text = write_post_entry(held, 1, 1000)
        entry = read_post_entry(text)
        again = held_match(entry)
        assert again == held and write_post(again.posted) == write_post(held.posted)
        assert (entry.id, entry.when, entry.sheets) == (held.posted.id, 1000, 1)
        assert entry.facts == json.loads(json.dumps(facts_of(held)))
        assert write_post_entry(again, 1, 1000) == text


@pytest.mark.parametrize("plan", PLANS)
def test_a_later_state_continues_an_earlier_one(plan: str) -> None:
    contents = [entry_content("post/x", write_post_entry(held, 0, 1000)) for held in states(plan)]
    for earlier, later in pairwise(contents):
        assert later.startswith(earlier)
    assert len({*contents}) > 4


def changed(text: str, **values: Any) -> str:
    return json.dumps(json.loads(text) | values)


def test_an_entry_of_another_match_is_refused() -> None:
    lots = Random(1)
    one, other = (
        json.loads(write_post_entry(opened(played_for(dealt_match("pp", lots), 9, lots)), 0, 1000))
        for _ in range(2)
    )
    text = json.dumps(one)
    for wrong in (
        {"record": other["record"]},
        {"part": other["part"]},
        {"part": ""},
        {"record": None},
        {"link": other["link"]},
        {"link": "#m1"},
        {"secrets": [[0]]},
        {"secrets": [[9, "x"]]},
        {"shared": [1]},
        {"shared": [-2, 0]},
    ):
        held_match(read_post_entry(text))
        with pytest.raises(RecordError):
            held_match(read_post_entry(changed(text, **wrong)))


def test_facts_that_contradict_each_other_are_refused() -> None:
    text = write_post_entry(opened(dealt_match("pp", Random(1))), 0, 1000)
    for wrong in (
        {"turn": 2},
        {"turn": -2},
        {"turn": True},
        {"over": 1},
        {"unsent": None},
        {"names": ["Ann", 5]},
        {"people": [2]},
        {"here": ["x"]},
        {"totals": [1]},
        {"totals": [1, 2.5]},
        {"last": {"seat": 0, "do": "shout", "tile": ""}},
        {"last": {"seat": 0, "do": "play", "tile": "4-9"}},
        {"last": [1]},
        {"own": {"seat": 2, "do": "pass", "tile": ""}},
        {"own": 1},
    ):
        with pytest.raises(RecordError):
            read_post_entry(changed(text, **wrong))


def test_the_facts_name_no_drawn_tile() -> None:
    """The last move may be a draw, whose tile only its seat knows."""
    lots, draws = Random(5), 0
    held = begun("pp", lots, "hastings", set=6)
    other = opened(held.posted).joined(held.posted.turn, secret_of(lots))
    held = held.sent().merged(other.posted)[1]
    for _ in range(60):
        held = held.went_on(played_for(held.posted, 1, lots))
        facts = facts_of(held)
        for last in (facts["last"], facts["own"]):
            if last and last["do"] == "draw":
                draws += 1
                assert last["tile"] == ""
    assert draws


@pytest.mark.parametrize("meant", GOLDEN, ids=lambda meant: meant["code"][:24])
def test_a_stored_match_keeps_its_meaning(meant: dict[str, Any]) -> None:
    entry = read_post_entry(meant["text"])
    held = held_match(entry)
    assert write_post(held.posted) == meant["code"]
    assert [*held.people] == meant["here"] and held.is_unsent == meant["unsent"]


def test_a_secret_is_kept_with_its_seat() -> None:
    held = begin("hastings", options_for("pp", "hastings"), seats_of("pp"), 1, "a secret")
    assert held_match(read_post_entry(write_post_entry(held, 0, 1))).people == (1,)
