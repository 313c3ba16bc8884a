"""Every kind of entry that is declared: kept, read again, damaged, newer, without room, with two pages at it, taken away, exported."""

import asyncio
import json
import random

import pytest

from game.ledger import archive
from game.ledger.day import Day, write_day
from game.ledger.house import House, write_house
from game.ledger.pad import line_of, new_pad, write_line, write_pad
from game.ledger.summary import packed, summary_of, write_summary
from game.records.links.kinds import HouseRules
from game.records.record import Record, write_record
from game.rules.errors import RecordError, Refusal
from game.rules.options.presets import resolve
from game.session.kept import check
from game.store.entries import ASIDE, KINDS, Kind
from game.store.keeper import Memory
from game.store.shelf import Shelf
from tests.session.conftest import played, table
from tests.store.test_fuzz import damaged


def summary(seed: str) -> str:
    """A finished match, with its record."""
    session = table(seed, set=6, rounds=1, hand_size=5, seats=2)
    played(session, lambda: None, random.Random(seed), 1)
    made = summary_of(session.match, session.preset, session.seats, seed, 1000)
    record = write_record(Record(session.match, session.preset, session.seats))
    return write_summary(made._replace(record=packed(record)))


def day(date: str) -> str:
    """A day's deal that was played."""
    return write_day(Day(date, 1000, (12, 30, 7, 0), marked=False))


def house(name: str) -> str:
    """House rules."""
    rules = HouseRules(name, "hastings", resolve("hastings", {"double_blank": 25}, 5))
    return write_house(House(name, 1000, rules))


def pad(name: str) -> str:
    """A score pad with a round on it."""
    made = new_pad("montgomery", resolve("montgomery", {}, 3), ["Ann", "Ben", "Cleo"], name, 1000)
    return write_pad(write_line(made, line_of(made, 0, [0, [53, 54], 12])))


SAMPLES = {
    "summary/": [summary("one"), summary("two")],
    "day/": [day("2026-11-22"), day("2026-11-23")],
    "house/": [house("one"), house("two")],
    "pad/": [pad("one"), pad("two")],
}
"""Two healthy texts of each kind."""

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.prefix)


async def opened(keeper: Memory) -> Shelf:
    shelf = Shelf(keeper, clock=lambda: 5)
    await shelf.open()
    return shelf


@every_kind
def test_what_is_put_is_there_for_the_next_page(kind: Kind) -> None:
    async def test(keeper: Memory) -> None:
        one, two = SAMPLES[kind.prefix]
        shelf = await opened(keeper)
        shelf.put_entry(kind, "a", one)
        shelf.put_entry(kind, "b", two)
        await shelf.flush()
        assert keeper.kept == {kind.prefix + "a": one, kind.prefix + "b": two} and keeper.writes == 1
        again = await opened(keeper)
        assert again.entries(kind) == {"a": kind.read(one), "b": kind.read(two)} == shelf.entries(kind)
        with pytest.raises(RecordError):
            again.put_entry(kind, "a", "{}")
        await again.flush()
        assert keeper.kept[kind.prefix + "a"] == one and keeper.writes == 1

    asyncio.run(test(Memory()))


@every_kind
def test_a_damaged_entry_lies_aside_and_the_others_stay(kind: Kind) -> None:
    async def test(lots: random.Random) -> bool:
        one, two = SAMPLES[kind.prefix]
        entry = damaged(one, lots)
        keeper = Memory({kind.prefix + "a": entry, kind.prefix + "b": two, "settings": '{"theme":"dark"}'})
        shelf = await opened(keeper)
        read = shelf.entries(kind)
        await shelf.flush()
        assert read.get("b") == kind.read(two) and shelf.get("settings") == {"theme": "dark"}
        aside = [text for key, text in keeper.kept.items() if key.startswith(ASIDE)]
        if "a" in read:
            assert read["a"] == kind.read(entry) and not aside and keeper.writes == 0
        elif entry is not None:
            as_text = entry if isinstance(entry, str) else json.dumps(entry, default=repr)
            assert aside == [as_text] and kind.prefix + "a" not in keeper.kept
            assert [it.key for it in (await opened(keeper)).say_asides()] == [kind.prefix + "a"]
        return bool(aside)

    lots = random.Random(kind.prefix)
    assert sum(asyncio.run(test(lots)) for _ in range(150)) > 60


@every_kind
@pytest.mark.parametrize("number, alone", [("9", True), ("0", False), ("x", False), ("99999", False)])
def test_an_entry_of_a_later_version_is_left_alone(kind: Kind, number: str, alone: bool) -> None:
    async def test(keeper: Memory) -> None:
        later = json.dumps({"format": kind.format.rpartition("/")[0] + "/" + number, "more": []})
        keeper.kept[kind.prefix + "later"] = later
        shelf = await opened(keeper)
        assert shelf.entries(kind) == {}
        await shelf.flush()
        assert (keeper.kept == {kind.prefix + "later": later}) is alone

    asyncio.run(test(Memory()))


@every_kind
@pytest.mark.parametrize("why", ["missing", "refused", "full", "slow", "newer"])
def test_without_room_it_is_in_memory_and_kept_later(kind: Kind, why: str) -> None:
    async def test(keeper: Memory) -> None:
        one, two = SAMPLES[kind.prefix]
        shelf = await opened(keeper)
        keeper.why = why
        shelf.put_entry(kind, "a", one)
        await shelf.flush()
        await asyncio.sleep(0)
        assert shelf.kept == why and keeper.kept == {} and list(shelf.entries(kind)) == ["a"]
        keeper.why = ""
        shelf.put_entry(kind, "b", two)
        await shelf.flush()
        await asyncio.sleep(0)
        assert shelf.kept == "" and len(keeper.kept) == 2

    asyncio.run(test(Memory()))


@every_kind
def test_two_pages_lose_nothing_of_each_other(kind: Kind) -> None:
    async def test(keeper: Memory) -> None:
        one, two = SAMPLES[kind.prefix]
        here, there = await opened(keeper), await opened(keeper)
        here.put_entry(kind, "a", one)
        there.put_entry(kind, "b", two)
        await asyncio.gather(here.flush(), there.flush())
        for shelf in (here, there):
            await shelf.refresh()
            assert set(shelf.entries(kind)) == {"a", "b"}
        here.remove(kind.prefix + "a")
        there.put_entry(kind, "c", one)
        await asyncio.gather(there.flush(), here.flush())
        await here.refresh()
        assert set(here.entries(kind)) == {"b", "c"}

    asyncio.run(test(Memory()))


@every_kind
def test_what_is_taken_away_comes_back_once(kind: Kind) -> None:
    async def test(keeper: Memory) -> None:
        one, two = SAMPLES[kind.prefix]
        keys = [kind.prefix + "a", kind.prefix + "b"]
        keeper.kept |= dict(zip(keys, (one, two), strict=True))
        shelf = await opened(keeper)
        with pytest.raises(Refusal):
            shelf.remove(keys[0], kind.prefix + "nobody")
        shelf.remove(*keys)
        await shelf.flush()
        assert keeper.kept == {} and shelf.entries(kind) == {}
        assert shelf.bring_back() == keys
        await shelf.flush()
        assert keeper.kept == {keys[0]: one, keys[1]: two}
        with pytest.raises(Refusal):
            shelf.bring_back()

    asyncio.run(test(Memory()))


@every_kind
def test_it_is_exported_and_checked_when_it_comes_in(kind: Kind) -> None:
    entries = {kind.prefix + "a": SAMPLES[kind.prefix][0]}
    text = archive.write_archive(entries, 1)
    assert archive.read_archive(text, check) == entries
    with pytest.raises(RecordError):
        check(kind.prefix + "a", '{"format":"none"}')
