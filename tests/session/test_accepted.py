"""If a decoder accepts a link, or an entry from a backup, then every verb that takes it can show it.

A verb may still refuse with a sentence; any other exception is a fault.
"""

import asyncio
import json
import os
import random
import sys
from collections.abc import Awaitable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.ledger.backup_file import KINDS as ARCHIVED
from game.ledger.backup_file import write_backup
from game.records.links import any_link, packing, replay_link
from game.records.links.packing import Packer, Unpacker, write_code
from game.records.text.code_finder import LONGEST
from game.rules.errors import LinkError, Refusal
from game.store.entries import DAY, HOUSE, PAD, SUMMARY
from game.store.match_store import MATCH
from game.store.storage_backend import MemoryBackend
from tests.golden.codes import golden_codes
from tests.session.asked import AskedDesk
from tests.session.desks import desk_at
from tests.session.matches import NAMES
from tests.store.damage import changed, entries, paths
from tests.store.samples import SAMPLES

RUNS = int(os.environ.get("CHICKENFOOT_FUZZ", "150"))
NO_ROUND = "#r21LTumQ1Vk3X75UtfnCOHcwLhq32BkPVtBh8y1F9YJyYY1_Vl9nH8dNlxuD1WkHnzjDFQSPPJpkmrMhL9YqbZ50ELQXY"


class Lots(Unpacker):
    """An unpacker that returns the choices of a real code, some of them altered at random, and writes them down.

    So the decoder accepts many unusual codes.
    """

    def __init__(self, lots: random.Random, code: str) -> None:
        super().__init__(packing.from_digits(code[3:-6]))
        self.lots, self.put = lots, list[tuple[int, list[int] | int]]()
        self.often = lots.choice((0.5, 0.1, 0.02, 0.004))

    def take(self, radix: int) -> int:
        value = super().take(radix)
        if self.lots.random() < self.often:
            value = min(radix - 1, self.lots.choice((0, 1, 2, radix - 1, self.lots.randrange(radix))))
        self.put.append((0 if radix == replay_link._CHECKSUM_RANGE else value, radix))
        return self.put[-1][0]

    def take_weighted(self, weights: Any) -> int:
        place = super().take_weighted(weights)
        if self.lots.random() < self.often:
            place = self.lots.randrange(len(weights))
        self.put.append((place, [*weights]))
        return place

    def finish(self) -> None:
        """Ignore the rest of the real code."""

    def packed(self, total: int) -> Packer:
        """The written choices packed again, with this checksum of a replay's events."""
        packer = Packer()
        for value, radix in self.put:
            if isinstance(radix, int):
                packer.put(total if radix == replay_link._CHECKSUM_RANGE else value, radix)
            else:
                packer.put_weighted(value, radix)
        return packer


GOLDEN = Path(__file__).parents[1] / "golden"
UNPACKED = ("d1", "d2")  # their codes have texts in place of a number
KINDS = {  # by kind and version, the module whose reader unpacks such codes
    letter + version: sys.modules[kind.read.__module__]
    for letter, kind in any_link.LINK_KINDS.items()
    for version in kind.versions
    if letter + version not in UNPACKED
}


def by_lot(kind: str, lots: random.Random, monkeypatch: pytest.MonkeyPatch) -> str | None:
    """A random code that its decoder accepts, or None if these random numbers give none."""
    sums, made = [0], Lots(lots, lots.choice(golden_codes(kind)))
    true_sum = replay_link._event_checksum

    def noted(match: Any) -> int:
        sums.append(true_sum(match))
        return 0

    with monkeypatch.context() as patched:
        patched.setattr(KINDS[kind], "read_code", lambda *given: made)
        patched.setattr(replay_link, "_event_checksum", noted)
        try:
            any_link.read_any_code(f"#{kind}")
        except LinkError:
            return None
    code = write_code(kind[0], kind[1], made.packed(sums[-1]))
    if len(code) > LONGEST:
        return None
    any_link.read_any_code(code)  # the code alone is accepted too
    return code


async def allowed(asked: Awaitable[Any]) -> Any:
    """A verb's answer, None if it refused in a sentence. Anything else fails the test."""
    try:
        answer = await asked
    except Refusal:
        return None
    json.dumps(answer)
    return answer


async def shown(desk: AskedDesk, code: str) -> str:
    """Do everything that the page can do with a code; return the kind of its content."""
    if code.startswith("#h"):
        told = await desk.open_house(code)
        wanted = {key: told[key] for key in ("preset", "changes", "players")}
        assert (await desk.check(**wanted))["rounds"]
        kept = await desk.save_house(told["name"], **wanted)
        assert (await desk.open_house(await desk.house_link(kept["id"])))["id"] == kept["id"]
        return "house"
    told = await desk.open_link(code)
    if told["kind"] == "deal":
        wanted = {key: told[key] for key in ("preset", "changes", "players")}
        assert await desk.check(**wanted)
        return "deal"
    names = list(NAMES[: len(told.get("seats") or told["names"])])
    scene = await allowed(desk.take_link(code, names, 1.2))
    if scene is None:
        assert told["kind"] == "position"  # it may have no person
        return "refused"
    if told["kind"] == "replay":
        for index in {0, scene["at"]["last"], scene["at"]["last"] // 2, *scene["at"]["starts"]}:
            assert (await desk.replay_go(index))["phase"] == "replay"
        for seat in (0, len(told["names"]) - 1, None):
            assert (await desk.replay_look(seat))["phase"] == "replay"
        await allowed(desk.replay_play())
        await allowed(desk.replay_leave())
        return "replay"
    assert scene["phase"] in ("playing", "puzzle", "curtain", "round-over", "match-over")
    if told["kind"] == "challenge":
        assert await desk.share("challenge", "Ann")
    else:
        await allowed(desk.share())
    if scene.get("moves"):
        await allowed(desk.act(scene["moves"][0]))
    await allowed(desk.check_deal())
    await allowed(desk.leave())
    return str(told["kind"])


@pytest.mark.parametrize("runs", [RUNS // 6, pytest.param(4 * RUNS, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", KINDS)
def test_every_accepted_link_can_be_shown(kind: str, runs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    accepted = []

    @settings(max_examples=runs * 2 if kind[0] == "p" else runs)
    @given(st.integers(0, 10**9))
    def each(seed: int) -> None:
        code = by_lot(kind, random.Random(seed), monkeypatch)
        if code is not None:
            accepted.append(asyncio.run(shown(desk_at(MemoryBackend()), code)))

    each()
    assert len(accepted) > runs // 5, f"too few were accepted: {accepted}"


def test_a_replay_without_a_round_is_refused() -> None:
    desk = desk_at(MemoryBackend())
    for asked in (desk.open_link(NO_ROUND), desk.take_link(NO_ROUND, NAMES, 1.0)):
        with pytest.raises(LinkError) as caught:
            asyncio.run(asked)
        assert caught.value.key == "error.session.no-round"


# --- entries


def damaged(text: str, lots: random.Random) -> str:
    """The entry with one to three changed fields, in its head or its record."""
    parts = [json.loads(part) for part in text.splitlines()]
    for _ in range(lots.randint(1, 3)):
        number = lots.randrange(len(parts))
        ways = paths(parts[number])
        parts[number] = deepcopy(changed(parts[number], lots.choice(ways), lots))
    return "\n".join(json.dumps(part) for part in parts)


def healthy() -> dict[str, str]:
    """An entry of every kind that a backup holds."""
    summaries = sorted((GOLDEN / "summaries-1").iterdir())
    return {
        MATCH + "first": entries()[MATCH + "first"],
        MATCH + "second": entries()[MATCH + "second"],
        **{kind.prefix + "a": SAMPLES[kind.prefix][0] for kind in (DAY, HOUSE, PAD, SUMMARY)},
        SUMMARY.prefix + "b": summaries[-1].read_text(encoding="utf-8"),
        "settings": '{"theme":"dark"}',
        "counted": '{"since":{"You":3}}',
    }


async def listed(desk: AskedDesk) -> None:
    """Call every list, and every verb for its entries. A list itself never refuses."""
    there = await desk.boot()
    assert there["quarantined"] == [], "it was taken in, and could not be read again"
    for waits in (await desk.matches())["matches"]:
        await allowed(desk.match_picture(waits["id"]))
        await allowed(desk.open_match(waits["id"]))
        await allowed(desk.rename_match(waits["id"], "x"))
        await allowed(desk.save_file(waits["id"]))
    for finished in (await desk.history())["rows"]:
        await allowed(desk.replay(finished["id"], 1.0))
        await allowed(desk.replay_leave())
        await allowed(desk.export_match(finished["id"]))
    for person in (await desk.statistics())["people"]:
        assert (await desk.statistics(person["name"]))["statistics"]
    for pad in (await desk.pads())["pads"]:
        assert (await desk.open_pad(pad["id"]))["rows"]
        await allowed(desk.pad_points(pad["id"], 0, [0] * len(pad["names"])))
        await allowed(desk.write_pad(pad["id"], 0, [5] * len(pad["names"])))
        await allowed(desk.strike_pad(pad["id"]))
    for house in (await desk.houses())["houses"]:
        await allowed(desk.house_link(house["id"]))
    assert (await desk.days("2026-11-22"))["weeks"]
    assert await desk.export()


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, 10))])
def test_every_imported_entry_can_be_shown(part: int) -> None:
    lots, samples, came = random.Random(part), healthy(), 0

    async def one(key: str, text: str) -> bool:
        backend = MemoryBackend()
        prefix, _, id = key.rpartition("/")
        archive = json.loads(write_backup({}, 5))
        if prefix:
            archive[ARCHIVED[prefix + "/"]] = [{"id": id, "text": text}]
        else:
            archive[key] = json.loads(text)
        desk = desk_at(backend)
        if await allowed(desk.bring_in(json.dumps(archive))) is None:
            assert backend.entries == {}
            return False
        await listed(desk_at(backend))
        return True

    for _ in range(RUNS):
        key = lots.choice([*samples])
        came += asyncio.run(one(key, damaged(samples[key], lots)))
    assert RUNS // 20 < came < RUNS
