"""Stored matches: each shown state is stored; unreadable entries, failing backends, and two pages at once."""

import asyncio
import json
import re
import time
from typing import Any

import pytest

from game.narration.localization.language import load
from game.records import fields
from game.rules.errors import RecordError, Refusal
from game.session.save_head import SAVE_FORMAT, Label
from game.session.saving import record_text, restore, session_head
from game.store import late_writes
from game.store.entries import PARTY, QUARANTINE_PREFIX
from game.store.indexeddb import FAILURE_BY_ERROR
from game.store.match_store import MATCH, MatchStore
from game.store.storage_backend import FAILURES, Changes, Guard, MemoryBackend, StoreError
from tests.session.asked import AskedDesk
from tests.session.desks import SEATS, desk_at, on_to_me, started
from tests.session.matches import table, words
from tests.store.samples import SAMPLES
from tests.store.stores import at_store, begun, over, saves


def test_every_shown_scene_is_stored() -> None:
    """A reload directly after a scene shows the same."""

    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        scene: Any = await desk.start(seats=SEATS, aspect=0.7, seed="kept", preset="hastings", changes={})
        for _ in range(60):
            (text,) = saves(backend).values()
            assert desk.match.session is not None
            assert restore(text).match == desk.match.session.match
            if scene["phase"] != "playing":
                break
            following = await desk.next_event() if scene["next"] else None
            scene = following or await desk.act(code=desk_moves(desk)[0])

    def desk_moves(desk: AskedDesk) -> list[str]:
        made: list[str] = desk.match.scene()["moves"]
        return made

    at_store(test)


def test_a_change_is_answered_after_its_transaction() -> None:
    class Slow(MemoryBackend):
        async def write(self, changes: Changes, guards: Any = ()) -> None:
            await asyncio.sleep(0.01)
            await super().write(changes, guards)
            order.append("kept")

    order: list[str] = []

    async def test() -> None:
        desk = desk_at(Slow())
        await desk.start(seats=SEATS, aspect=0.7, seed="order", preset="montgomery", changes={})
        order.append("answered")
        while await desk.next_event() is not None:
            order.append("answered")
        assert order[:2] == ["kept", "answered"] and order == ["kept", "answered"] * (len(order) // 2)

    asyncio.run(test())


def test_an_event_is_one_transaction() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        scene = await begun(desk, "once")
        before = backend.writes
        await desk.act(code=scene["moves"][0])
        assert backend.writes == before + 1
        while await desk.next_event() is not None:
            before += 1
            assert backend.writes == before + 1

    at_store(test)


def test_a_match_that_was_left_can_be_resumed() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        first = await begun(desk, "first")
        second = await begun(desk, "second")
        assert second["hand"] != first["hand"]
        assert (await desk.leave())["earlier"]["round"] == 1
        back = await desk.earlier()
        assert back["hand"] == first["hand"] and back["patch"]["clear"]
        another = desk_at(backend)
        told = await another.boot()
        assert told["saved"] and told["earlier"]["id"] == another.store.matches()[1].label.id
        assert (await another.resume() or {})["hand"] == first["hand"]
        again = await another.earlier()
        assert again["hand"] == second["hand"] and json.loads(await another.record())["seed"] == "second"

    at_store(test)


def test_matches_of_the_same_time_are_listed_by_id() -> None:
    store = MatchStore(MemoryBackend())
    session = table()
    for id in ("c", "a", "b"):
        store.heads[id] = session_head(session, Label(id, 1000))
    assert [head.label.id for head in store.matches()] == ["a", "b", "c"]


def test_a_match_that_was_left_when_a_round_was_just_dealt_can_be_resumed() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        scene = await begun(desk, "first")
        while scene["phase"] == "playing":
            following = await desk.next_event() if scene["next"] else None
            scene = following or await desk.act(code=scene["moves"][0])
        await desk.next_round(aspect=0.7)
        assert desk.match.session is not None and not desk.match.session.has_played
        await begun(desk, "second")
        assert (await desk.leave())["earlier"]["round"] == 2

    at_store(test)


def test_beginning_a_game_removes_no_other() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        for number in range(8):
            await begun(desk, f"seed-{number}")
        record = await desk.record()
        await desk.open_record(record, aspect=1)
        listed = (await desk.matches())["matches"]
        assert len(listed) == len(saves(backend)) == 9
        assert [match["when"] for match in listed] == sorted((m["when"] for m in listed), reverse=True)
        for match in listed:
            assert (await desk.open_match(match["id"]))["phase"] == "playing"
        assert len(saves(backend)) == 9

    at_store(test)


def test_only_a_match_that_was_begun_and_is_not_over_can_be_resumed() -> None:
    async def test(backend: MemoryBackend) -> None:
        states = [("match-over", True), ("playing", False), ("playing", True), ("round-over", True)]
        for number, (phase, is_begun) in enumerate(states):
            over(backend, number)
            head, _, record = backend.entries[f"match/over{number}"].partition("\n")
            head = json.dumps({**json.loads(head), "phase": phase, "begun": is_begun})
            backend.entries[f"match/over{number}"] = f"{head}\n{record}"
        store = MatchStore(backend, clock=lambda: 4)
        await store.open()
        found = [store.resumable(), store.resumable(except_id="over3")]
        assert [head and head.label.id for head in found] == ["over3", "over2"]
        for id in ("over2", "over3"):
            store.remove(MATCH + id)
        assert store.resumable() is None

    at_store(test)


def test_a_label_is_newer_than_all_others_even_if_the_clock_is_behind() -> None:
    async def test(backend: MemoryBackend) -> None:
        over(backend, 3)
        over(backend, 9)
        store = MatchStore(backend, clock=lambda: 4)
        await store.open()
        assert store.new_label().when == 10 and re.fullmatch("[0-9a-f]{8}", store.new_label().id)
        assert MatchStore(MemoryBackend(), clock=lambda: 4).new_label().when == 4
        assert abs(MatchStore(MemoryBackend()).new_label().when / 1000 - time.time()) < 60

    at_store(test)


def test_no_match_is_dropped_that_continues_or_is_not_in_the_history() -> None:
    async def test(backend: MemoryBackend) -> None:
        over(backend, 1)
        desk = desk_at(backend)
        await desk.store.open()
        for number in range(23):
            await started(desk, f"seed-{number}")
            await desk.leave()
        assert len(saves(backend)) == 24

    at_store(test)


def test_a_match_has_the_time_of_its_last_move() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk, late = desk_at(backend), fields.LATEST - 1
        scene = await started(desk, "one")
        desk.store.clock = lambda: late
        await desk.act(code=scene["moves"][0])
        (head,) = desk.store.matches()
        assert head.label.when == late

    at_store(test)


def test_a_restored_match_has_its_guests_again() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        await begun(desk, "one")
        await begun(desk, "two")
        one = (await desk.matches())["matches"][1]["id"]
        guests = SAMPLES["party/"][0]
        desk.match.store.put_entry(PARTY, one, guests)
        await desk.delete_match(one)
        assert "party/" + one not in backend.entries
        await desk.undelete_match()
        assert backend.entries["party/" + one] == guests

    at_store(test)


def test_a_match_is_renamed_removed_and_restored() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        await begun(desk, "one")
        await begun(desk, "two")
        two, one = [match["id"] for match in (await desk.matches())["matches"]]
        told = await desk.rename_match(one, "  Sunday ")
        assert [match["title"] for match in told["matches"]] == [None, "Sunday"]
        told = await desk.rename_match(two, "Monday")
        assert [match["title"] for match in told["matches"]] == ["Monday", "Sunday"]
        with pytest.raises(Refusal):
            await desk.delete_match(two)
        before = backend.entries[MATCH + one]
        assert [match["id"] for match in (await desk.delete_match(one))["matches"]] == [two]
        assert MATCH + one not in backend.entries
        assert len((await desk.undelete_match())["matches"]) == 2
        assert backend.entries[MATCH + one] == before
        with pytest.raises(Refusal):
            await desk.undelete_match()
        for wrong in ("x" * 101, "\ud800"):
            with pytest.raises(RecordError):
                await desk.rename_match(one, wrong)
        with pytest.raises(Refusal):
            await desk.rename_match("nobody", "x")

    at_store(test)


def test_legacy_matches_are_imported_once() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        first = table("older")
        told = {"format": "chickenfoot-save/1", "aspect": 0.7, "undone": 2, "goes_on": True}
        told |= {"styles": [seat.style for seat in first.seats], "record": record_text(first)}
        for key in ("save", "earlier"):
            backend.legacy[key] = json.dumps([["1", "2"], "generic", json.dumps(told)])
        assert (await desk.boot())["saved"]
        assert backend.legacy == {} and len(saves(backend)) == 2
        await desk.resume()
        assert desk.match.session is not None
        assert desk.match.session.match == first.match and desk.match.session.help.undone == 2
        assert all(SAVE_FORMAT in text for text in saves(backend).values())
        listed = (await desk_at(backend).matches())["matches"]
        assert len(listed) == 2 and desk.match.label is not None and listed[0]["id"] == desk.match.label.id

    at_store(test)


@pytest.mark.parametrize("failing", ["load_legacy", "write", "delete_legacy"])
def test_legacy_matches_stay_where_they_are_until_they_are_stored(failing: str) -> None:
    class Failing(MemoryBackend):
        pass

    async def fail(*_: Any) -> None:
        raise StoreError("full", "test")

    async def test() -> None:
        backend, record = Failing(), record_text(table("older"))
        told = {"format": "chickenfoot-save/1", "aspect": 0.7, "undone": 0, "goes_on": True}
        told |= {"styles": [seat.style for seat in table("older").seats], "record": record}
        legacy = backend.legacy = {"save": json.dumps([["1", "2"], "generic", json.dumps(told)])}
        setattr(Failing, failing, fail)
        store = MatchStore(backend)
        await store.open()
        assert backend.legacy == legacy
        assert len(store.matches()) == (failing != "load_legacy")
        delattr(Failing, failing)
        await MatchStore(backend).open()
        assert backend.legacy == {} and saves(backend)

    asyncio.run(test())


def test_unreadable_legacy_data_is_quarantined() -> None:
    async def test(backend: MemoryBackend) -> None:
        backend.legacy = {"save": '[["1","2"],"gene', "earlier": 7}
        told = await desk_at(backend).boot()
        assert not told["saved"] and len(told["quarantined"]) == 2 and backend.legacy == {}
        assert sorted(
            backend.entries[key] for key in backend.entries if key.startswith(QUARANTINE_PREFIX)
        ) == [
            "7",
            '[["1","2"],"gene',
        ]
        assert (await desk_at(backend).boot())["quarantined"] == []  # reported only once

    at_store(test)


def test_a_damaged_match_is_quarantined_and_the_one_before_it_is_resumed() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        first = await begun(desk, "first")
        await begun(desk, "second")
        newest = (await desk.matches())["matches"][0]["id"]
        damaged = backend.entries[MATCH + newest] = backend.entries[MATCH + newest][:-200]
        again = desk_at(backend)
        told = await again.boot()
        assert told["saved"] and len(told["quarantined"]) == 1
        assert (await again.resume() or {})["hand"] == first["hand"]
        assert await again.save_file(aside=told["quarantined"][0]["id"]) == damaged
        assert list((await again.matches())["quarantined"]) == told["quarantined"]

    at_store(test)


def test_an_earlier_match_that_is_damaged_is_refused() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        await begun(desk, "first")
        await begun(desk, "second")
        before = await desk.record()
        one = (await desk.matches())["matches"][1]["id"]
        backend.entries[MATCH + one] = backend.entries[MATCH + one].replace('"do":"play"', '"do":"pass"', 1)
        with pytest.raises(RecordError):
            await desk.earlier()
        assert await desk.record() == before
        assert MATCH + one not in backend.entries
        assert [match["id"] for match in (await desk.matches())["matches"]] == [desk.match.label.id]  # type: ignore[union-attr]

    at_store(test)


@pytest.mark.parametrize("number", [3, 9999])
def test_a_save_of_a_later_version_is_left_alone(number: int) -> None:
    async def test(backend: MemoryBackend) -> None:
        later = f'{{"format":"chickenfoot-save/{number}"}}\nwho knows'
        backend.entries[MATCH + "later"] = later
        desk = desk_at(backend)
        told = await desk.boot()
        assert not told["saved"] and told["quarantined"] == []
        await begun(desk, "now")
        assert backend.entries[MATCH + "later"] == later

    at_store(test)


@pytest.mark.parametrize("number", ["10000", "x"])
def test_a_save_with_an_impossible_version_is_quarantined(number: str) -> None:
    async def test(backend: MemoryBackend) -> None:
        backend.entries[MATCH + "odd"] = f'{{"format":"chickenfoot-save/{number}"}}\nwho knows'
        assert len((await desk_at(backend).boot())["quarantined"]) == 1

    at_store(test)


def test_a_store_that_could_not_be_read_is_read_before_the_first_write() -> None:
    async def test(backend: MemoryBackend) -> None:
        backend.entries["settings"], backend.failure = '{"theme": "dark"}', "refused"
        store = MatchStore(backend)
        await store.open()
        assert store.failure == "refused" and store.get("settings") is None
        store.put("table", {"preset": "hastings"})
        backend.failure = ""
        await store.flush()
        assert store.get("settings") == {"theme": "dark"} and {*backend.entries} == {"settings", "table"}

    at_store(test)


@pytest.mark.parametrize("why", ["missing", "refused", "full", "slow", "newer"])
def test_a_failing_backend_is_reported_and_a_round_is_played_in_ram(why: str) -> None:
    async def test(backend: MemoryBackend) -> None:
        backend.failure = why
        desk = desk_at(backend)
        assert (await desk.boot())["storage_problem"] == why
        scene = await started(desk, "memory", rounds=1, set=6, hand_size=5)
        while scene["phase"] == "playing":
            scene = await on_to_me(desk, await desk.act(code=scene["moves"][0]))
            assert scene["storage_problem"] == why
        assert (await desk.leave())["storage_problem"] == why
        assert (await desk.resume() or {})["phase"] == "match-over"
        assert '"seed":"memory"' in await desk.save_file()
        backend.failure = ""  # it works again: the next change stores everything
        await desk.keep("settings", {"theme": "dark"})
        await asyncio.sleep(0)
        assert len(saves(backend)) == 1

    at_store(test)


def test_a_slow_store_is_waited_for_once() -> None:
    class Hanging(MemoryBackend):
        asked = 0

        async def write(self, changes: Changes, guards: Any = ()) -> None:
            self.asked += 1
            if self.asked == 1:
                raise StoreError("slow")
            await asyncio.sleep(3600)

    async def test() -> None:
        desk = desk_at(Hanging())
        await desk.start(seats=SEATS, aspect=1, preset="montgomery", changes={})
        async with asyncio.timeout(1):
            while await desk.next_event() is not None:
                pass
        assert desk.store.failure == "slow"

    asyncio.run(test())


def test_late_writes_do_not_queue() -> None:
    """A store that never answers fails each write after some seconds. What is read meanwhile waits for one of them at most."""

    class Failing(MemoryBackend):
        asked = 0

        async def write(self, changes: Changes, guards: Any = ()) -> None:
            self.asked += 1
            await asyncio.sleep(0.02)
            raise StoreError("slow")

    async def test() -> None:
        await store.open()
        for number in range(50):  # one for each move
            store.put("settings", {"theme": f"{number}"})
            await store.flush()
            await asyncio.sleep(0)
        await store.refresh()
        assert backend.asked <= 3

    backend = Failing()
    store = MatchStore(backend)
    asyncio.run(test())


def test_a_refused_write_is_not_tried_again_at_once() -> None:
    """Only a full store is tried again at once, with what needs no space. Every other failure waits for the next request."""

    class Refusing(MemoryBackend):
        asked = 0

        async def write(self, changes: Changes, guards: Any = ()) -> None:
            self.asked += 1
            store.put("settings", {"theme": "dark"})  # the person goes on while the browser answers
            raise StoreError("refused")

    async def test() -> None:
        await store.open()
        store.put("settings", {"theme": "light"})
        await store.flush()
        assert (backend.asked, store.failure) == (1, "refused")

    backend = Refusing()
    store = MatchStore(backend)
    asyncio.run(test())


def test_each_failure_that_a_person_hears_of_has_its_sentence() -> None:
    """Another page that took the match over has a screen of its own. Every other failure is told in a sentence."""
    told = {key.removeprefix("ui.why.") for key in load().table if key.startswith("ui.why.")}
    assert told | {"taken"} == {*FAILURES} and {*FAILURE_BY_ERROR.values()} <= told


def test_two_pages_do_not_overwrite_each_other() -> None:
    """Without locks the stamps decide. The late page is refused, overwrites nothing of the other, and may take over."""

    async def test(backend: MemoryBackend) -> None:
        one, two = desk_at(backend), desk_at(backend)
        told: list[str] = []
        one.match.tell_page = two.match.tell_page = told.append
        await begun(one, "shared")
        for mine, others in [(two, one), (one, two)] * 6:
            await mine.boot()
            scene = await mine.resume()
            assert scene is not None
            scene = await on_to_me(mine, scene)
            if scene["phase"] != "playing":
                scene = await on_to_me(mine, await mine.next_round(aspect=1))
            (kept,) = saves(backend).values()
            with pytest.raises(Refusal) as refused:
                others.match.require_session().viewer.armed = False
                await others.match.commit()
            assert words([refused.value.key, refused.value.values]) == "This match is open in another tab."
            assert others.match.session is None and saves(backend) == {MATCH + mine.match.label.id: kept}  # type: ignore[union-attr]
            await mine.act(code=mine.match.scene()["moves"][0])
        assert told == ["elsewhere"] * 12

    at_store(test)


def test_a_guard_refuses_the_whole_transaction() -> None:
    async def test(backend: MemoryBackend) -> None:
        backend.entries["stamp/a"] = "theirs"
        with pytest.raises(StoreError, match="taken"):
            await backend.write({"x": "1"}, [Guard("stamp/a", {"mine"})])
        await backend.write({"x": "1"}, [Guard("stamp/a", {"theirs"}), Guard("stamp/b", set())])
        assert backend.entries["x"] == "1"

    at_store(test)


def test_settings_and_the_last_table_are_kept_and_only_as_objects() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        assert (await desk.boot())["settings"] is None
        assert await desk.keep("settings", {"theme": "dark"}) == ""
        assert (await desk_at(backend).boot())["settings"] == {"theme": "dark"}
        long = {"x": "鶏" * 15_000}  # a letter of any script takes one character
        assert await desk.keep("table", long) == ""
        for key, value in (("match/x", {}), ("settings", {"x": "y" * 30_000}), ("settings", [1])):
            with pytest.raises(Refusal):
                await desk.keep(key, value)

    at_store(test)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "\ud800", "kind": "human"},
        {"name": "A", "kind": "owl"},
        {"name": "A", "kind": "bot", "level": "owl", "style": "balanced"},
        {"name": "A", "kind": "bot", "level": "hen", "style": []},
        {"name": None, "kind": "human"},
        {"name": "x" * 101, "kind": "human"},
    ],
)
def test_seats_that_no_save_could_hold_are_refused(wrong: dict[str, Any]) -> None:
    async def test(backend: MemoryBackend) -> None:
        with pytest.raises(Refusal):
            await desk_at(backend).start(seats=[SEATS[0], wrong], aspect=1, preset="montgomery", changes={})
        assert saves(backend) == {}

    at_store(test)


@pytest.mark.parametrize("room", [0, 3_000])
def test_a_full_store_is_emptied_before_it_is_written(room: int) -> None:
    """The person's deletions are written even if nothing else fits, then the rest. A damaged entry stays until its copy is stored."""

    async def test(backend: MemoryBackend) -> None:
        for number in range(1, 4):
            over(backend, number)
        backend.entries["settings"] = damaged = "[" * 300
        backend.capacity = 0
        desk = desk_at(backend)
        await desk.boot()
        await started(desk, "full", set=6, rounds=1, hand_size=5)
        assert desk.store.failure == "full" and backend.entries["settings"] == damaged
        backend.capacity = room
        told = await desk.delete_match("over1")
        assert told["storage_problem"] == "full" and MATCH + "over1" not in backend.entries
        backend.capacity = 1_000_000
        await desk.delete_match("over2")
        assert desk.match.label is not None and desk.store.failure == ""
        assert {MATCH + "over3", MATCH + desk.match.label.id} == set(saves(backend))
        assert damaged in backend.entries.values() and "settings" not in backend.entries

    at_store(test)


def test_a_backend_that_fails_stores_nothing() -> None:
    backend = MemoryBackend({"a": "1"}, failure="full")
    with pytest.raises(StoreError) as failed:
        asyncio.run(backend.write({"a": "2"}))
    assert failed.value.failure == "full" and backend.entries == {"a": "1"} and backend.writes == 0


def test_what_could_not_be_stored_is_stored_later_and_the_page_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(backend: MemoryBackend) -> None:
        monkeypatch.setattr(late_writes, "RETRY_AFTER", 0.01)
        told: list[str] = []
        desk = AskedDesk(MatchStore(backend), tell_page=told.append)
        scene = await begun(desk, "owed")
        backend.failure = "refused"
        assert (await desk.act(code=scene["moves"][0]))["storage_problem"] == "refused"
        await asyncio.sleep(0.05)  # some attempts fail
        assert told == []
        backend.failure = ""
        async with asyncio.timeout(5):
            while not told:
                await asyncio.sleep(0.01)
        (text,) = saves(backend).values()
        assert desk.match.session is not None and restore(text).match == desk.match.session.match
        assert told == ["stored"] and desk.store.failure == ""

    at_store(test)


def test_a_finished_match_that_was_left_is_not_resumed() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        older = await begun(desk, "older")
        scene = await started(desk, "over", rounds=1, set=6, hand_size=5)
        while scene["phase"] == "playing":
            scene = await on_to_me(desk, await desk.act(code=scene["moves"][0]))
        assert scene["phase"] == "match-over"
        reloaded = desk_at(backend)
        await reloaded.boot()
        assert (await reloaded.resume() or {})["phase"] == "match-over"  # it was not left
        left = await reloaded.leave()
        assert left["saved"] and left["earlier"] is None
        again = desk_at(backend)
        assert (await again.boot())["saved"] and (await again.resume() or {})["hand"] == older["hand"]
        assert len((await again.history())["rows"]) == 1

    at_store(test)


def test_after_the_only_match_was_left_there_is_none_to_resume() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        scene = await started(desk, "over", rounds=1, set=6, hand_size=5)
        while scene["phase"] == "playing":
            scene = await on_to_me(desk, await desk.act(code=scene["moves"][0]))
        assert not (await desk.leave())["saved"]
        assert not (await desk_at(backend).boot())["saved"] and await desk.resume() is None

    at_store(test)
