"""Damaged entries of every kind: the game always works, nothing readable is lost, and one sentence reports it."""

import asyncio
import json
import os
import random
from typing import Any

import pytest

from game.rules.errors import RecordError
from game.session.saving import NewerSave, read_save_head, record_text, restore
from game.store.match_store import MATCH
from game.store.storage_backend import MemoryBackend
from tests.session.desks import SEATS, desk_at, on_to_me
from tests.store.damage import damaged, entries

RUNS = int(os.environ.get("CHICKENFOOT_FUZZ", "50"))


def of_before(entry: str, lots: random.Random) -> Any:
    """A legacy match, damaged in itself or in its wrapper."""
    match = restore(entry)
    old = {"format": "chickenfoot-save/1", "aspect": 0.7, "undone": 0, "record": record_text(match)}
    old["styles"] = [seat.style for seat in match.seats]
    if lots.randrange(3):
        return json.dumps([["1", "2"], "generic", damaged(json.dumps(old), lots)], allow_nan=True)
    return damaged(json.dumps([["1", "2"], "generic", json.dumps(old)]), lots)


PARTS = [(0, RUNS), *(pytest.param(part, 2 * RUNS, marks=pytest.mark.long) for part in range(20))]


@pytest.mark.parametrize(("part", "runs"), PARTS)
def test_no_damaged_entry_blocks_the_game(part: int, runs: int) -> None:
    lots = random.Random(part)
    healthy = entries()
    aside, well = 0, 0
    for _ in range(runs):
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
    assert aside > runs // 5 and well > runs // 5


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
