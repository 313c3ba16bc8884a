"""Many matches, each kept when it is shown; what cannot be read lies aside; a store that fails; two pages at once."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from game.engine.desk import Desk
from game.rules.errors import RecordError, Refusal
from game.session.heads import SAVE_FORMAT
from game.session.saving import record_text, restore, save
from game.store.entries import ASIDE
from game.store.keeper import Changes, Guard, Memory, StoreError
from game.store.shelf import MATCH, Shelf
from tests.session.conftest import table, words
from tests.session.test_desk import SEATS, desk_at, on_to_me, started


def at_store(test: Callable[[Memory], Awaitable[None]]) -> None:
    """Runs a test with an empty store."""
    asyncio.run(test(Memory()))


def saves(keeper: Memory) -> dict[str, str]:
    return {key: text for key, text in keeper.kept.items() if key.startswith(MATCH)}


async def begun(desk: Desk, seed: str) -> dict[str, Any]:
    """A match in which the person has played."""
    scene = await started(desk, seed)
    return await on_to_me(desk, await desk.act(code=scene["moves"][0]))


def test_what_is_shown_is_kept() -> None:
    """Whatever a scene shows, a reload right after it shows too."""

    async def test(keeper: Memory) -> None:
        desk = desk_at(keeper)
        scene: Any = await desk.start(seats=SEATS, aspect=0.7, seed="kept", preset="hastings", changes={})
        for _ in range(60):
            (text,) = saves(keeper).values()
            assert desk.session is not None
            assert restore(text).match == desk.session.match
            if scene["phase"] != "playing":
                break
            following = await desk.next_event() if scene["next"] else None
            scene = following or await desk.act(code=desk_moves(desk)[0])

    def desk_moves(desk: Desk) -> list[str]:
        made: list[str] = desk._scene()["moves"]
        return made

    at_store(test)


def test_a_change_is_answered_after_its_transaction() -> None:
    class Slow(Memory):
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
    async def test(keeper: Memory) -> None:
        desk = desk_at(keeper)
        scene = await begun(desk, "once")
        before = keeper.writes
        await desk.act(code=scene["moves"][0])
        assert keeper.writes == before + 1
        while await desk.next_event() is not None:
            before += 1
            assert keeper.writes == before + 1

    at_store(test)


def test_a_match_that_gives_way_waits_and_comes_back() -> None:
    async def test(keeper: Memory) -> None:
        desk = desk_at(keeper)
        first = await begun(desk, "first")
        second = await begun(desk, "second")
        assert second["hand"] != first["hand"]
        assert (await desk.leave())["earlier"]["round"] == 1
        back = await desk.earlier()
        assert back["hand"] == first["hand"] and back["patch"]["clear"]
        another = desk_at(keeper)
        told = await another.boot()
        assert told["saved"] and told["earlier"]
        assert (await another.resume() or {})["hand"] == first["hand"]
        again = await another.earlier()
        assert again["hand"] == second["hand"] and json.loads(await another.record())["seed"] == "second"

    at_store(test)


def test_what_begins_a_game_removes_none() -> None:
    async def test(keeper: Memory) -> None:
        desk = desk_at(keeper)
        for number in range(8):
            await begun(desk, f"seed-{number}")
        record = await desk.record()
        await desk.open_record(record, aspect=1)
        listed = (await desk.matches())["matches"]
        assert len(listed) == len(saves(keeper)) == 9
        assert [match["when"] for match in listed] == sorted((m["when"] for m in listed), reverse=True)
        for match in listed:
            assert (await desk.open_match(match["id"]))["phase"] == "playing"
        assert len(saves(keeper)) == 9

    at_store(test)


def over(keeper: Memory, number: int) -> None:
    """Puts a finished match into the store."""
    session = table(f"over-{number}", set=6, rounds=1, hand_size=5, seats=2)
    label = Shelf(keeper, clock=lambda: number).new_label(f"over{number}")
    head, _, record = save(session, label).partition("\n")
    keeper.kept[MATCH + label.id] = (
        json.dumps({**json.loads(head), "phase": "match-over", "begun": True}) + "\n" + record
    )


def test_matches_that_go_on_never_leave_and_none_leaves_that_is_not_in_the_history() -> None:
    async def test(keeper: Memory) -> None:
        over(keeper, 1)
        desk = desk_at(keeper)
        await desk.shelf.open()
        for number in range(23):
            await started(desk, f"seed-{number}")
            await desk.leave()
        assert len(saves(keeper)) == 24

    at_store(test)


def test_a_match_is_renamed_removed_and_brought_back() -> None:
    async def test(keeper: Memory) -> None:
        desk = desk_at(keeper)
        await begun(desk, "one")
        await begun(desk, "two")
        two, one = [match["id"] for match in (await desk.matches())["matches"]]
        told = await desk.rename_match(one, "  Sunday ")
        assert [match["title"] for match in told["matches"]] == [None, "Sunday"]
        told = await desk.rename_match(two, "Monday")
        assert [match["title"] for match in told["matches"]] == ["Monday", "Sunday"]
        with pytest.raises(Refusal):
            await desk.delete_match(two)
        before = keeper.kept[MATCH + one]
        assert [match["id"] for match in (await desk.delete_match(one))["matches"]] == [two]
        assert MATCH + one not in keeper.kept
        assert len((await desk.undelete_match())["matches"]) == 2
        assert keeper.kept[MATCH + one] == before
        with pytest.raises(Refusal):
            await desk.undelete_match()
        for wrong in ("x" * 101, "\ud800"):
            with pytest.raises(RecordError):
                await desk.rename_match(one, wrong)
        with pytest.raises(Refusal):
            await desk.rename_match("nobody", "x")

    at_store(test)


def test_the_matches_of_before_are_taken_over_once() -> None:
    async def test(keeper: Memory) -> None:
        desk = desk_at(keeper)
        first = table("older")
        told = {"format": "chickenfoot-save/1", "aspect": 0.7, "undone": 2, "goes_on": True}
        told |= {"styles": [seat.style for seat in first.seats], "record": record_text(first)}
        for key in ("save", "earlier"):
            keeper.left[key] = json.dumps([["1", "2"], "generic", json.dumps(told)])
        assert (await desk.boot())["saved"]
        assert keeper.left == {} and len(saves(keeper)) == 2
        await desk.resume()
        assert desk.session is not None
        assert desk.session.match == first.match and desk.session.undone == 2
        assert all(SAVE_FORMAT in text for text in saves(keeper).values())
        listed = (await desk_at(keeper).matches())["matches"]
        assert len(listed) == 2 and desk.label is not None and listed[0]["id"] == desk.label.id

    at_store(test)


def test_what_was_left_and_cannot_be_read_lies_aside() -> None:
    async def test(keeper: Memory) -> None:
        keeper.left = {"save": '[["1","2"],"gene', "earlier": 7}
        told = await desk_at(keeper).boot()
        assert not told["saved"] and len(told["asides"]) == 2 and keeper.left == {}
        assert sorted(keeper.kept[key] for key in keeper.kept if key.startswith(ASIDE)) == [
            "7",
            '[["1","2"],"gene',
        ]
        assert (await desk_at(keeper).boot())["asides"] == []  # said once

    at_store(test)


def test_a_damaged_match_lies_aside_and_the_one_before_it_comes_back() -> None:
    async def test(keeper: Memory) -> None:
        desk = desk_at(keeper)
        first = await begun(desk, "first")
        await begun(desk, "second")
        newest = (await desk.matches())["matches"][0]["id"]
        damaged = keeper.kept[MATCH + newest] = keeper.kept[MATCH + newest][:-200]
        again = desk_at(keeper)
        told = await again.boot()
        assert told["saved"] and len(told["asides"]) == 1
        assert (await again.resume() or {})["hand"] == first["hand"]
        assert await again.save_file(aside=told["asides"][0]["id"]) == damaged
        assert list((await again.matches())["asides"]) == told["asides"]

    at_store(test)


def test_an_earlier_match_that_is_damaged_is_refused_and_the_one_in_play_stays() -> None:
    async def test(keeper: Memory) -> None:
        desk = desk_at(keeper)
        await begun(desk, "first")
        await begun(desk, "second")
        before = await desk.record()
        one = (await desk.matches())["matches"][1]["id"]
        keeper.kept[MATCH + one] = keeper.kept[MATCH + one].replace('"do":"play"', '"do":"pass"', 1)
        with pytest.raises(RecordError):
            await desk.earlier()
        assert await desk.record() == before
        assert MATCH + one not in keeper.kept
        assert [match["id"] for match in (await desk.matches())["matches"]] == [desk.label.id]  # type: ignore[union-attr]

    at_store(test)


def test_a_save_of_a_later_version_is_left_alone() -> None:
    async def test(keeper: Memory) -> None:
        later = '{"format":"chickenfoot-save/3"}\nwho knows'
        keeper.kept[MATCH + "later"] = later
        desk = desk_at(keeper)
        told = await desk.boot()
        assert not told["saved"] and told["asides"] == []
        await begun(desk, "now")
        assert keeper.kept[MATCH + "later"] == later

    at_store(test)


@pytest.mark.parametrize("why", ["missing", "refused", "full", "slow", "newer"])
def test_a_store_that_fails_is_told_and_a_round_is_played_in_memory(why: str) -> None:
    async def test(keeper: Memory) -> None:
        keeper.why = why
        desk = desk_at(keeper)
        assert (await desk.boot())["kept"] == why
        scene = await started(desk, "memory", rounds=1, set=6, hand_size=5)
        while scene["phase"] == "playing":
            scene = await on_to_me(desk, await desk.act(code=scene["moves"][0]))
            assert scene["kept"] == why
        assert (await desk.leave())["kept"] == why
        assert (await desk.resume() or {})["phase"] == "match-over"
        assert '"seed":"memory"' in await desk.save_file()
        keeper.why = ""  # it works again: everything is kept with the next change
        await desk.keep("settings", {"theme": "dark"})
        await asyncio.sleep(0)
        assert len(saves(keeper)) == 1

    at_store(test)


def test_a_slow_store_is_waited_for_once() -> None:
    class Hanging(Memory):
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
        assert desk.shelf.kept == "slow"

    asyncio.run(test())


def test_two_pages_do_not_overwrite_each_other() -> None:
    """Without locks the stamps tell: the page that comes late is refused, loses nothing of the other's, and may take over."""

    async def test(keeper: Memory) -> None:
        one, two = desk_at(keeper), desk_at(keeper)
        told: list[str] = []
        one.tell_page = two.tell_page = told.append
        await begun(one, "shared")
        for mine, others in [(two, one), (one, two)] * 20:
            await mine.boot()
            scene = await mine.resume()
            assert scene is not None
            scene = await on_to_me(mine, scene)
            if scene["phase"] != "playing":
                scene = await on_to_me(mine, await mine.next_round(aspect=1))
            (kept,) = saves(keeper).values()
            with pytest.raises(Refusal) as refused:
                others._table().armed = False
                await others._changed()
            assert words([refused.value.key, refused.value.values]) == "This game is open in another tab."
            assert others.session is None and saves(keeper) == {MATCH + mine.label.id: kept}  # type: ignore[union-attr]
            await mine.act(code=mine._scene()["moves"][0])
        assert told == ["elsewhere"] * 40

    at_store(test)


def test_a_guard_refuses_the_whole_transaction() -> None:
    async def test(keeper: Memory) -> None:
        keeper.kept["stamp/a"] = "theirs"
        with pytest.raises(StoreError, match="taken"):
            await keeper.write({"x": "1"}, [Guard("stamp/a", {"mine"})])
        await keeper.write({"x": "1"}, [Guard("stamp/a", {"theirs"}), Guard("stamp/b", set())])
        assert keeper.kept["x"] == "1"

    at_store(test)


def test_settings_and_the_last_table_are_kept_and_only_as_objects() -> None:
    async def test(keeper: Memory) -> None:
        desk = desk_at(keeper)
        assert (await desk.boot())["settings"] is None
        assert await desk.keep("settings", {"theme": "dark"}) == ""
        assert (await desk_at(keeper).boot())["settings"] == {"theme": "dark"}
        for key, value in (("match/x", {}), ("settings", {"x": "y" * 30_000}), ("settings", [1])):
            with pytest.raises(Refusal):
                await desk.keep(key, value)  # type: ignore[arg-type]

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
    async def test(keeper: Memory) -> None:
        with pytest.raises(Refusal):
            await desk_at(keeper).start(seats=[SEATS[0], wrong], aspect=1, preset="montgomery", changes={})
        assert saves(keeper) == {}

    at_store(test)


@pytest.mark.parametrize("room", [0, 3_000])
def test_a_full_store_is_emptied_before_it_is_written(room: int) -> None:
    """What the person takes away goes even when nothing else fits; then the rest is kept. What lies aside waits for its copy."""

    async def test(keeper: Memory) -> None:
        for number in range(1, 4):
            over(keeper, number)
        keeper.kept["settings"] = damaged = "[" * 300
        keeper.room = 0
        desk = desk_at(keeper)
        await desk.boot()
        await started(desk, "full", set=6, rounds=1, hand_size=5)
        assert desk.shelf.kept == "full" and keeper.kept["settings"] == damaged
        keeper.room = room
        told = await desk.delete_match("over1")
        assert told["kept"] == "full" and MATCH + "over1" not in keeper.kept
        keeper.room = 1_000_000
        await desk.delete_match("over2")
        assert desk.label is not None and desk.shelf.kept == ""
        assert {MATCH + "over3", MATCH + desk.label.id} == set(saves(keeper))
        assert damaged in keeper.kept.values() and "settings" not in keeper.kept

    at_store(test)
