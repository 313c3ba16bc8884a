"""Every declared kind of entries: stored, read, damaged, newer, in a full store, with two pages, removed, exported."""

import asyncio
import json
import random
from typing import Any

import pytest

from game.engine.sharing.challenges import store_challenge_entry
from game.ledger import backup_file
from game.ledger.challenge_entry import read_challenge_entry
from game.records import fields
from game.rules.errors import RecordError, Refusal
from game.session.stored_entries import check_entry
from game.store.entries import CHALLENGE, HOUSE, KINDS, PAD, QUARANTINE_PREFIX, Kind, read_ids
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from tests.store.damage import damaged
from tests.store.samples import SAMPLES, challenge, changed, pad

"""Two healthy texts of each kind."""

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.prefix)


async def opened(backend: MemoryBackend) -> MatchStore:
    store = MatchStore(backend, clock=lambda: 5)
    await store.open()
    return store


@every_kind
def test_a_stored_entry_is_there_for_the_next_page(kind: Kind[Any]) -> None:
    async def test(backend: MemoryBackend) -> None:
        one, two = SAMPLES[kind.prefix]
        store = await opened(backend)
        store.put_entry(kind, "a", one)
        store.put_entry(kind, "b", two)
        await store.flush()
        assert backend.entries == {kind.prefix + "a": one, kind.prefix + "b": two} and backend.writes == 1
        again = await opened(backend)
        assert (
            again.entries(kind)
            == {"a": kind.read_as("a", one), "b": kind.read_as("b", two)}
            == store.entries(kind)
        )
        with pytest.raises(RecordError):
            again.put_entry(kind, "a", "{}")
        await again.flush()
        assert backend.entries[kind.prefix + "a"] == one and backend.writes == 1

    asyncio.run(test(MemoryBackend()))


@every_kind
def test_a_damaged_entry_is_quarantined_and_the_others_stay(kind: Kind[Any]) -> None:
    async def test(lots: random.Random) -> bool:
        one, two = SAMPLES[kind.prefix]
        entry = damaged(one, lots)
        backend = MemoryBackend(
            {kind.prefix + "a": entry, kind.prefix + "b": two, "settings": '{"theme":"dark"}'}
        )
        store = await opened(backend)
        read = store.entries(kind)
        await store.flush()
        assert read.get("b") == kind.read_as("b", two) and store.get("settings") == {"theme": "dark"}
        aside = [text for key, text in backend.entries.items() if key.startswith(QUARANTINE_PREFIX)]
        if "a" in read:
            assert read["a"] == kind.read_as("a", entry) and not aside and backend.writes == 0
        elif entry is not None:
            as_text = entry if isinstance(entry, str) else json.dumps(entry, default=repr)
            assert aside == [as_text] and kind.prefix + "a" not in backend.entries
            assert [it.key for it in (await opened(backend)).report_quarantined()] == [kind.prefix + "a"]
        return bool(aside)

    lots = random.Random(kind.prefix)
    assert sum(asyncio.run(test(lots)) for _ in range(150)) > 60


LONGEST_TEXTS = {
    "summary/": {"id": 100, "seats/0/name": 100, "seats/1/level": 30, "title": 100},
    "house/": {"id": 100, "name": 100},
    "pad/": {"id": 100, "names/0": 100},
    "challenge/": {"id": 100},
    "party/": {"table": 64},
    "post/": {"id": 100, "names/0": 100},
}
LARGEST_NUMBERS = {
    "summary/": {
        "when": fields.LATEST - 1,
        "seats/0/doubles": 999,
        "seats/0/points/0": 100_000,
        "seats/1/place": 2,
    },
    "house/": {"when": fields.LATEST - 1},
    "pad/": {"when": fields.LATEST - 1},
    "day/": {"when": fields.LATEST - 1, "points/0": 100_000},
    "challenge/": {"when": fields.LATEST - 1},
    "party/": {"count": 2**31 - 1},
    "post/": {"when": fields.LATEST - 1, "turn": 2, "sheets": fields.MOST_ROUNDS - 1},
}


@every_kind
def test_texts_and_numbers_of_an_entry_have_a_limit(kind: Kind[Any]) -> None:
    sample = SAMPLES[kind.prefix][0]
    for path, longest in LONGEST_TEXTS.get(kind.prefix, {}).items():
        check_entry(kind.prefix, changed(sample, path, "x" * longest))
        with pytest.raises(RecordError):
            check_entry(kind.prefix, changed(sample, path, "x" * (longest + 1)))
    for path, largest in LARGEST_NUMBERS[kind.prefix].items():
        check_entry(kind.prefix, changed(sample, path, largest))
        for wrong in (largest + 1, True, "1"):
            with pytest.raises(RecordError):
                check_entry(kind.prefix, changed(sample, path, wrong))


def test_a_list_of_ids_has_only_texts() -> None:
    assert read_ids('["a", "b"]') == ["a", "b"]
    for entry in ('["a", 5]', '{"a": "b"}'):
        with pytest.raises(RecordError):
            read_ids(entry)


def test_entries_with_other_keys_are_ignored() -> None:
    async def test(backend: MemoryBackend) -> None:
        store = await opened(backend)
        assert set(store._texts) == {"stamp/a"}

    asyncio.run(test(MemoryBackend({"unknown/a": "text", "stamp/a": "page/1", "stamp/b": 5})))


def test_a_stored_challenge_has_the_present_time() -> None:
    async def test(backend: MemoryBackend) -> None:
        store = await opened(backend)
        entry = read_challenge_entry(challenge("one"))
        store_challenge_entry(store, entry)
        stored = store.entry(CHALLENGE, entry.id)
        assert stored and entry.when != 5 == stored.when

    asyncio.run(test(MemoryBackend()))


@every_kind
def test_an_empty_entry_is_quarantined(kind: Kind[Any]) -> None:
    """A past fault: reading the entries raised KeyError."""

    async def test(backend: MemoryBackend) -> None:
        store = await opened(backend)
        assert store.entries(kind) == {}
        await store.flush()
        assert [it.key for it in (await opened(backend)).report_quarantined()] == [kind.prefix + "a"]

    asyncio.run(test(MemoryBackend({kind.prefix + "a": ""})))


@every_kind
@pytest.mark.parametrize("number, alone", [("9", True), ("0", False), ("x", False), ("99999", False)])
def test_an_entry_of_a_later_version_is_left_alone(kind: Kind[Any], number: str, alone: bool) -> None:
    async def test(backend: MemoryBackend) -> None:
        later = json.dumps({"format": kind.format.rpartition("/")[0] + "/" + number, "more": []})
        backend.entries[kind.prefix + "later"] = later
        store = await opened(backend)
        assert store.entries(kind) == {}
        await store.flush()
        assert (backend.entries == {kind.prefix + "later": later}) is alone

    asyncio.run(test(MemoryBackend()))


@every_kind
@pytest.mark.parametrize("why", ["missing", "refused", "full", "slow", "newer"])
def test_an_entry_is_held_in_ram_and_stored_later_if_the_backend_fails(kind: Kind[Any], why: str) -> None:
    async def test(backend: MemoryBackend) -> None:
        one, two = SAMPLES[kind.prefix]
        store = await opened(backend)
        backend.failure = why
        store.put_entry(kind, "a", one)
        await store.flush()
        await asyncio.sleep(0)
        assert store.failure == why and backend.entries == {} and list(store.entries(kind)) == ["a"]
        backend.failure = ""
        store.put_entry(kind, "b", two)
        await store.flush()
        await asyncio.sleep(0)
        assert store.failure == "" and len(backend.entries) == 2

    asyncio.run(test(MemoryBackend()))


@every_kind
def test_two_pages_lose_nothing_of_each_other(kind: Kind[Any]) -> None:
    async def test(backend: MemoryBackend) -> None:
        one, two = SAMPLES[kind.prefix]
        here, there = await opened(backend), await opened(backend)
        here.put_entry(kind, "a", one)
        there.put_entry(kind, "b", two)
        await asyncio.gather(here.flush(), there.flush())
        for store in (here, there):
            await store.refresh()
            assert set(store.entries(kind)) == {"a", "b"}
        here.remove(kind.prefix + "a")
        there.put_entry(kind, "c", one)
        await asyncio.gather(there.flush(), here.flush())
        await here.refresh()
        assert set(here.entries(kind)) == {"b", "c"}

    asyncio.run(test(MemoryBackend()))


@every_kind
def test_a_removed_entry_can_be_restored_once(kind: Kind[Any]) -> None:
    async def test(backend: MemoryBackend) -> None:
        one, two = SAMPLES[kind.prefix]
        keys = [kind.prefix + "a", kind.prefix + "b"]
        backend.entries |= dict(zip(keys, (one, two), strict=True))
        store = await opened(backend)
        with pytest.raises(Refusal):
            store.remove(keys[0], kind.prefix + "nobody")
        store.remove(*keys)
        await store.flush()
        assert backend.entries == {} and store.entries(kind) == {}
        assert store.restore_removed() == keys
        await store.flush()
        assert backend.entries == {keys[0]: one, keys[1]: two}
        with pytest.raises(Refusal):
            store.restore_removed()

    asyncio.run(test(MemoryBackend()))


@every_kind
def test_an_entry_is_exported_and_checked_on_import(kind: Kind[Any]) -> None:
    entries = {kind.prefix + "a": SAMPLES[kind.prefix][0]}
    text = backup_file.write_backup(entries, 1)
    assert backup_file.read_backup(text, check_entry) == entries
    with pytest.raises(RecordError):
        check_entry(kind.prefix + "a", '{"format":"none"}')


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind.prefix != "day/"], ids=lambda kind: kind.prefix
)
def test_an_entry_has_the_id_of_its_key(kind: Kind[Any]) -> None:
    """An imported pad or match may have a new id. The id in its text would open the other one."""
    one, _ = SAMPLES[kind.prefix]
    store = asyncio.run(opened(MemoryBackend({kind.prefix + "a": one, kind.prefix + "b": one})))
    assert {id: made.id for id, made in store.entries(kind).items()} == {"a": "a", "b": "b"}


def test_a_deletion_and_a_change_of_one_action_are_stored_together() -> None:
    async def test() -> None:
        backend = MemoryBackend()
        store = MatchStore(backend)
        await store.open()
        store.put_entry(PAD, "1", pad("old"))
        await store.flush()
        before = backend.writes
        store.remove(PAD.prefix + "1")
        store.put_entry(PAD, "2", pad("new"))
        await store.flush()
        assert backend.writes == before + 1 and [*backend.entries] == [PAD.prefix + "2"]

    asyncio.run(test())


def test_an_entry_that_is_no_text_is_quarantined_as_a_readable_text() -> None:
    """Another page, or an extension of the browser, can put any value into IndexedDB."""

    async def test() -> None:
        values: dict[str, Any] = {"settings": {"name": b"Ann"}, HOUSE.prefix + "a": [1, 2]}
        store = MatchStore(MemoryBackend(values))
        await store.open()
        store.entries(HOUSE)
        store.get("settings")
        found = {entry.key: entry.text for entry in store.quarantined.values()}
        assert found == {"settings": json.dumps({"name": "b'Ann'"}), HOUSE.prefix + "a": "[1, 2]"}

    asyncio.run(test())
