"""The verbs for house rules: save, change, share, delete and restore."""

import re
from typing import Any

import pytest

from game.rules.errors import LinkError, OptionError, Refusal
from game.store.storage_backend import MemoryBackend
from tests.session.asked import AskedDesk
from tests.session.desks import at_desk, desk_at
from tests.store.stores import at_store

WISHES: dict[str, Any] = {"preset": "hastings", "changes": {"double_blank": 25, "rounds": 3}, "players": 5}


def test_rules_are_saved_under_a_name_without_the_number_of_rounds() -> None:
    async def test(backend: MemoryBackend) -> None:
        kept = await desk_at(backend).save_house(name="  At Aunt May’s ", **WISHES)
        (house,) = kept["houses"]
        assert house["name"] == "At Aunt May’s" and house["changes"] == {"double_blank": 25}
        assert (house["preset"], house["players"], house["id"]) == ("hastings", 5, kept["id"])
        assert re.fullmatch("[0-9a-f]{8}", kept["id"])
        again = desk_at(backend)
        await again.boot()
        assert (await again.houses())["houses"] == [house]

    at_store(test)


def test_rules_are_changed_and_renamed_in_place_and_names_are_unique() -> None:
    async def test(desk: AskedDesk) -> None:
        one = await desk.save_house(name="One", **WISHES)
        await desk.save_house(name="Two", **WISHES)
        changed = await desk.save_house(name="Uno", id=one["id"], **{**WISHES, "changes": {"arms": 6}})
        assert [(house["name"], house["changes"]) for house in changed["houses"]] == [
            ("Two", {"double_blank": 25}),
            ("Uno", {"arms": 6}),
        ]
        again = await desk.save_house(name="Uno", id=one["id"], **WISHES)
        assert [(house["name"], house["id"]) for house in again["houses"]][1] == ("Uno", one["id"])
        for name, problem in (("Two", "error.house.same-name"), (" ", "error.house.no-name")):
            with pytest.raises(Refusal) as refused:
                await desk.save_house(name=name, id=one["id"], **WISHES)
            assert refused.value.key == problem
        with pytest.raises(OptionError):
            await desk.save_house(name="Too many", **{**WISHES, "players": 9})
        assert len((await desk.houses())["houses"]) == 2

    at_desk(test)


def test_rules_of_one_name_from_two_devices_are_listed_by_id() -> None:
    async def test(backend: MemoryBackend) -> None:
        kept = await desk_at(backend).save_house(name="One", **WISHES)
        text = backend.entries.pop(f"house/{kept['id']}")
        backend.entries |= {"house/b": text, "house/a": text}
        assert [house["id"] for house in (await desk_at(backend).houses())["houses"]] == ["a", "b"]

    at_store(test)


def test_a_long_name_keeps_the_number_that_makes_it_unique() -> None:
    async def test(backend: MemoryBackend) -> None:
        sender, desk = desk_at(MemoryBackend()), desk_at(backend)
        one = await sender.save_house(name=40 * "x", **WISHES)
        await desk.save_house(name=40 * "x", **{**WISHES, "changes": {"arms": 6}})
        await desk.keep_house(code=await sender.house_link(id=one["id"]))
        names = [house["name"] for house in (await desk_at(backend).houses())["houses"]]
        assert len({*names}) == 2 and any(name.endswith("x (2)") for name in names)

    at_store(test)


def test_rules_are_deleted_and_restored() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        one = await desk.save_house(name="One", **WISHES)
        assert (await desk.delete_house(id=one["id"]))["houses"] == [] and backend.entries == {}
        with pytest.raises(Refusal):
            await desk.delete_house(id=one["id"])
        assert (await desk.undelete_house())["houses"] == one["houses"]
        assert len(backend.entries) == 1

    at_store(test)


def test_a_link_opens_the_same_rules_elsewhere_and_the_saved_ones_here() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk, other = desk_at(backend), desk_at(MemoryBackend())
        one = await desk.save_house(name="One", **WISHES)
        code = await desk.house_link(id=one["id"], name=" Ann\u202e ")
        opened = await other.open_house(code=code)
        assert opened == one["houses"][0] | {"id": "", "kind": "house", "sender": "Ann", "houses": []}
        assert (await desk.open_house(code=code))["id"] == one["id"]
        kept = await other.save_house(
            name=opened["name"], preset=opened["preset"], changes=opened["changes"], players=opened["players"]
        )
        assert kept["houses"][0]["changes"] == opened["changes"]
        again = await other.keep_house(code=code)
        assert (again["id"], again["houses"]) == (kept["id"], kept["houses"])
        with pytest.raises(LinkError):
            await other.open_house(code=code[:-1])
        with pytest.raises(Refusal):
            await other.house_link(id="nobody")

    at_store(test)


def test_two_pages_see_each_others_rules() -> None:
    async def test(backend: MemoryBackend) -> None:
        here, there = desk_at(backend), desk_at(backend)
        await here.save_house(name="One", **WISHES)
        await there.save_house(name="Two", **WISHES)
        assert [house["name"] for house in (await here.houses())["houses"]] == ["One", "Two"]
        with pytest.raises(Refusal):
            await here.save_house(name="Two", **WISHES)

    at_store(test)
