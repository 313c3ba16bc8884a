"""Damaged entries of every kind: the game always works, nothing readable is lost, and one sentence reports it."""

import asyncio
import json
import os
import random
from typing import Any

import pytest

from game.records.fields import LONGEST
from game.rules.errors import RecordError
from game.session.save_head import Label
from game.session.saving import NewerSave, read_save_head, record_text, restore, save
from game.store.match_store import MATCH
from game.store.storage_backend import MemoryBackend
from tests.session.conftest import bots_step, persons_step, table
from tests.session.test_desk import SEATS, desk_at, on_to_me

RUNS = int(os.environ.get("CHICKENFOOT_FUZZ", "100"))
NESTED = "[" * 20_000 + "]" * 20_000
STRANGE: list[Any] = [
    None, True, -1, 0, 7, 1 << 70, 1e308, float("inf"), float("nan"), "", "x", "\ud800", "x" * 5_000, [], {}, [None],
    [[]] * 50, {"a": {"b": []}}, "chickenfoot-save/3", "chickenfoot-record/9", "9-4", json.loads("[" * 50 + "]" * 50),
]  # fmt: skip


def entries() -> dict[str, Any]:
    """A healthy store: two matches, one of them in its second round, settings, and a quarantined entry."""
    first, second = table("first", set=6, seats=2), table("second", set=6, hand_size=5, seats=2)
    lots = random.Random(4)
    while second.view.number < 2:
        if second.phase != "playing":
            second.next_round(1)
        elif second.others_must_move():
            bots_step(second)
        else:
            persons_step(second, lots)
    return {
        MATCH + "first": save(first, Label("first", 1000)),
        MATCH + "second": save(second, Label("second", 2000, "Sunday")),
        "stamp/first": "me/1",
        "stamp/second": "me/2",
        "settings": '{"theme":"dark","sound":true}',
        "table": '{"preset":"montgomery","seats":[{"name":"You","kind":"human"}]}',
        "said": '["old"]',
        "aside/12/old/match/third": "what it was",
    }


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every field of some data."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(path for key, part in parts for path in paths(part, (*at, key)))]


def changed(value: Any, path: tuple[Any, ...], lots: random.Random) -> Any:
    """Data with one field missing, doubled, or replaced."""
    if not path:
        return lots.choice(STRANGE)
    holder = value
    for key in path[:-1]:
        holder = holder[key]
    kind = lots.randrange(3)
    if kind == 0:
        del holder[path[-1]]
    elif kind == 1 and isinstance(holder, list):
        holder.insert(path[-1], holder[path[-1]])
    else:
        holder[path[-1]] = lots.choice(STRANGE)
    return value


def damaged(entry: str, lots: random.Random) -> Any:
    """Damage an entry at random."""
    kind = lots.randrange(12)
    if kind == 0:
        return entry[: lots.randrange(len(entry) + 1)]
    if kind == 1:
        return lots.choice([*STRANGE, NESTED, " " * (LONGEST + 1), "\n" * 9])
    if kind == 2:
        at = lots.randrange(len(entry) + 1)
        return entry[:at] + lots.choice(["", "\n", "\0", '"', "}", NESTED, "é"]) + entry[at + 1 :]
    first, newline, rest = entry.partition("\n")
    if rest and kind < 9:
        data = json.loads(rest)
        made = json.dumps(changed(data, lots.choice(paths(data)), lots))
        return first + newline + made
    try:
        data = json.loads(first)
    except ValueError:
        return entry[1:]
    return json.dumps(changed(data, lots.choice(paths(data)), lots)) + newline + rest


def of_before(entry: str, lots: random.Random) -> Any:
    """A legacy match, damaged in itself or in its wrapper."""
    match = restore(entry)
    old = {"format": "chickenfoot-save/1", "aspect": 0.7, "undone": 0, "record": record_text(match)}
    old["styles"] = [seat.style for seat in match.seats]
    if lots.randrange(3):
        return json.dumps([["1", "2"], "generic", damaged(json.dumps(old), lots)], allow_nan=True)
    return damaged(json.dumps([["1", "2"], "generic", json.dumps(old)]), lots)


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, 20))])
def test_no_damaged_entry_blocks_the_game(part: int) -> None:
    lots = random.Random(part)
    healthy = entries()
    aside, well = 0, 0
    for _ in range(RUNS):
        backend = MemoryBackend(healthy)
        key = lots.choice(
            ["save", *[key for key in healthy for _ in range(8 if key.startswith(MATCH) else 1)]]
        )
        if key == "save":
            entry = backend.legacy[key] = of_before(healthy[MATCH + "first"], lots)
        else:
            entry = backend.entries[key] = damaged(healthy[key], lots)
        told = asyncio.run(played(backend, key, entry))
        aside += told
        well += not told
    assert aside > RUNS // 5 and well > RUNS // 5


async def played(backend: MemoryBackend, key: str, entry: Any) -> bool:
    """Start with this store and play. Returns whether an entry was quarantined."""
    desk = desk_at(backend)
    told = await desk.boot()
    assert told["storage_problem"] == "" and told["saved"] and len(told["quarantined"]) <= 1
    scene: Any = await desk.resume()
    if scene["phase"] == "playing":
        scene = await on_to_me(desk, scene)
        await desk.act(code=scene["moves"][0])
    listed = {match["id"] for match in (await desk.matches())["matches"]}
    assert {"first", "second"} - {key.removeprefix(MATCH)} <= listed
    for id in sorted(listed):
        if id != "first" and id != "second":  # taken over from before
            continue
        try:
            await desk.open_match(id)
        except RecordError:
            assert key == MATCH + id
    await desk.start(seats=SEATS[:2], aspect=1, preset="montgomery", changes={"set": 6})
    lying = [aside for aside in desk.store.quarantined.values() if aside.id != "old"]
    assert len(lying) <= 1
    if key.startswith(MATCH) and not lying:
        assert readable(entry)
    for it in lying:
        as_text = entry if isinstance(entry, str) else json.dumps(entry, default=repr)
        assert it.text == as_text
        assert not (key.startswith(MATCH) and readable(entry))
    again = await desk_at(backend).boot()
    assert again["saved"] and again["storage_problem"] == ""
    said = [
        aside for aside in told["quarantined"] + again["quarantined"] if aside["id"] != "old" or key != "said"
    ]
    assert len(said) == len(lying)
    return bool(lying)


def readable(entry: Any) -> bool:
    """Whether a match can be continued, is of a later version, or is empty."""
    if entry is None:
        return True
    try:
        read_save_head(entry, "id")
        restore(entry)
    except NewerSave:
        return True
    except RecordError:
        return False
    return True
