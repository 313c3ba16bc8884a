"""An entry of each kind, and finished matches."""

import json
import random
from typing import Any

from game.ledger.challenge_entry import new_challenge_entry, write_challenge_entry
from game.ledger.daily_entry import DailyResult, write_daily_result
from game.ledger.house_rules_entry import HouseRulesEntry, write_house_rules
from game.ledger.party_entry import write_party
from game.ledger.score_pad import make_line, new_pad, write_line, write_pad
from game.ledger.summary import make_summary, pack_record, read_summary, write_summary
from game.records.links.any_link import HouseRules
from game.records.links.challenge import Challenge, Result
from game.records.post.merging import opened
from game.records.record import Record, Seat, write_record
from game.rules.options.presets import resolve
from game.session.post.stored_post import write_post_entry
from game.store.entries import SUMMARY
from game.store.storage_backend import MemoryBackend
from tests.records.posts import begun, played_for, secret_of
from tests.session.asked import AskedDesk
from tests.session.desks import on_to_me, started
from tests.session.matches import played, table


def summary(seed: str) -> str:
    """A finished match, with its record."""
    session = table(seed, set=6, rounds=1, hand_size=5, seats=2)
    played(session, lambda: None, random.Random(seed), 1)
    made = make_summary(session.match, session.preset, session.seats, seed, 1000)
    record = write_record(Record(session.match, session.preset, session.seats))
    return write_summary(made._replace(record=pack_record(record)))


def day(date: str) -> str:
    """The result of a daily deal."""
    return write_daily_result(DailyResult(date, 1000, (12, 30, 7, 0), marked=False))


def house(name: str) -> str:
    """House rules."""
    rules = HouseRules(name, "hastings", resolve("hastings", {"double_blank": 25}, 5))
    return write_house_rules(HouseRulesEntry(name, 1000, rules))


def challenge(seed: str) -> str:
    """A received challenge, with another person's result and one of this device."""
    seats = (Seat("", "human"), Seat("", "bot", "hen", "balanced"))
    made = new_challenge_entry(
        Challenge("hastings", resolve("hastings", {"rounds": 1}, 2), seed, seats), 1000
    )
    made = made.with_results_of_link((Result("Ann", ((4, 9),)),)).with_own_result(
        Result("Bo", ((5, 8),), again=True)
    )
    return write_challenge_entry(made._replace(accepted=True))


def pad(name: str) -> str:
    """A score pad with a round on it."""
    made = new_pad("montgomery", resolve("montgomery", {}, 3), ["Ann", "Ben", "Cleo"], name, 1000)
    return write_pad(write_line(made, make_line(made, 0, [0, [53, 54], 12])))


def party(name: str) -> str:
    """The guests of a match in play."""
    plan: Any = [{"kind": "host", "name": name}, {"kind": "guest", "name": ""}]
    return write_party({"table": name, "plan": plan, "places": [], "shares": [], "minded": [1], "count": 2})


def post(name: str) -> str:
    """A match by post, with some moves that were not sent yet."""
    lots = random.Random(name)
    starters = begun("pbp", lots, set=6)
    posted = starters.posted
    while posted.turn != posted.starter:
        posted = opened(posted).joined(posted.turn, secret_of(lots)).posted
    held = starters.sent().merged(posted)[1]
    return write_post_entry(held.went_on(played_for(held.posted, 12, lots)), 0, 1000)


SAMPLES = {
    "post/": [post("one"), post("two")],
    "summary/": [summary("one"), summary("two")],
    "day/": [day("2026-11-22"), day("2026-11-23")],
    "house/": [house("one"), house("two")],
    "pad/": [pad("one"), pad("two")],
    "challenge/": [challenge("one"), challenge("two")],
    "party/": [party("one"), party("two")],
}


def changed(text: str, path: str, value: object) -> str:
    """The JSON text with another value at the path, for example `seats/0/name`."""
    data: Any = json.loads(text)
    inner, (*steps, last) = data, [int(step) if step.isdecimal() else step for step in path.split("/")]
    for step in steps:
        inner = inner[step]
    inner[last] = value
    return json.dumps(data)


def history(backend: MemoryBackend) -> dict[str, Any]:
    """The stored summaries by id."""
    prefix = SUMMARY.prefix
    return {
        key.removeprefix(prefix): read_summary(text)
        for key, text in backend.entries.items()
        if key.startswith(prefix)
    }


async def finished(desk: AskedDesk, seed: str) -> dict[str, Any]:
    """A match of one short round, played to its end."""
    scene = await started(desk, seed, rounds=1, set=6, hand_size=5)
    while scene["phase"] == "playing":
        scene = await on_to_me(desk, await desk.act(code=scene["moves"][0]))
    return scene
