"""Rooms that come late: at the first use, once, with exactly the actions and links that main.py names."""

import asyncio
import importlib
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.declarations import constant
from tests.page.agreement import all_agree
from tests.page.conftest import TEXTS, Page, States, World, played
from tests.page.openings import Make, link, opened

ROOMS = tuple(constant("game/page/main.py", "LATE"))


def late_room(world: World, room: str) -> Any:
    """The LateRoom behind the first action of a room, which stands in for it."""
    main = importlib.import_module("game.page.main")
    stand_in = world.app.actions[main.LATE[room]["actions"].split()[0]]
    return next(cell.cell_contents for cell in stand_in.__closure__ if hasattr(cell.cell_contents, "fetch"))


@pytest.mark.parametrize("name", ROOMS)
def test_main_names_the_actions_and_links_of_a_room_that_comes_later(page: Page, name: str) -> None:
    room = next(
        room
        for room in asyncio.run(page("main").rooms(page("main").ROOMS.split()))
        if room.package.endswith(name)
    )
    named, links = set(room.actions), set(room.links)
    stand_ins = list(room.actions.values())
    for module in room.modules:
        importlib.import_module(f"{room.package}.{module}")
    assert set(room.actions) == named and set(room.links) == links
    assert not any(action in stand_ins for action in room.actions.values())


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_comes_once_with_its_styles(make: Make, name: str) -> None:
    @played
    async def twice(make: Make) -> None:
        world = await opened(make, seats=3)
        late = late_room(world, name)
        before, styles = len(world.app.painter.views), len(world.every("style"))
        assert await late.fetch(world.app) and await late.fetch(world.app)
        room = importlib.import_module(f"game.page.{name}").room
        assert len(world.app.painter.views) == before + len(room.views) > before
        assert len(world.every("style")) == styles + 1
        sheets = world.every("head style, head link[rel=stylesheet]")
        assert sheets[-1].tag == "link"  # the one for printing overrides all

    twice(make)


@pytest.mark.parametrize("outdated", [False, True])
@played
async def test_a_room_that_cannot_be_fetched_is_reported(
    make: Make, monkeypatch: Any, outdated: bool
) -> None:
    world = await opened(make, seats=3)
    world.window.outdated = outdated
    late = late_room(world, "own_phones")

    async def broken() -> None:
        raise OSError(404)

    monkeypatch.setattr(late, "_mount", broken)
    monkeypatch.setitem(sys.modules, "game.devices.guest", None)  # importing it raises ImportError
    assert not await late.fetch(world.app)
    assert world.one("#toast").textContent == TEXTS["ui.update.needed" if outdated else "ui.part-not-loaded"]
    assert getattr(world.document.body.dataset, "update", None) == ("needed" if outdated else None)


def test_a_room_that_comes_late_declares_its_state_at_once(page: Page) -> None:
    assert {"lab_setup", "invitation"} <= set(States(page).START)


LATER = "game.page.history.history_actions"  # a module of a room that the first screen does not need


def at_first_screen(world: World, act: Callable[[], None]) -> list[bool]:
    """Act as soon as the first screen is shown. The list tells whether LATER was there."""
    ready, was_there = world.window.startup.ready, list[bool]()

    def shown() -> None:
        ready()
        was_there.append(LATER in sys.modules)
        act()

    world.window.startup.ready = shown
    return was_there


@played
async def test_the_first_screen_does_not_wait_for_rooms_that_it_does_not_need(make: Make) -> None:
    world = make()
    was_there = at_first_screen(world, lambda: None)
    await world.begin()
    assert was_there == [False] and LATER in sys.modules
    assert list(world.app.state) == list(world.app.declared)
    while world.app.painter.outdated:
        await asyncio.sleep(0)
    all_agree(world)


@pytest.mark.parametrize("address, code", [("?open=daily", ""), ("", link("here"))])
@played
async def test_a_page_that_begins_with_something_else_has_all_rooms(
    make: Make, address: str, code: str
) -> None:
    world = make(address=address, code=code)
    was_there = at_first_screen(world, lambda: None)
    await world.begin()
    assert was_there == [True]


@played
async def test_a_press_waits_for_its_room(make: Make) -> None:
    world = make()
    at_first_screen(world, lambda: world.one('[data-action="history"]').click())
    await world.begin()
    assert world.app.state["screen"] == "matches"


@played
async def test_a_changed_field_waits_for_its_room(make: Make) -> None:
    world = make()
    field = world.one('#settings [name="vibrate"]')

    def change() -> None:
        field.checked = False
        field.fire("change")

    at_first_screen(world, change)
    await world.begin()
    assert world.app.state["settings"]["vibrate"] is False


@played
async def test_a_link_waits_for_its_room(make: Make) -> None:
    world = make()
    at_first_screen(world, lambda: world.arrive(link("here")))
    await world.begin()
    assert world.app.state["opened_link"] and world.one("#opened").open


@played
async def test_a_match_can_begin_before_the_other_rooms_are_here(make: Make) -> None:
    world = make()
    at_first_screen(world, lambda: world.one('#welcome [data-action="start"]').click())
    await world.begin()
    assert world.phase == "playing"
    all_agree(world)


@played
async def test_a_room_that_cannot_be_imported_is_a_fault(make: Make, monkeypatch: Any) -> None:
    world = make()
    monkeypatch.setitem(sys.modules, LATER, None)  # importing it raises ImportError
    with pytest.raises(AssertionError, match="history_actions"):  # `quiet` finds the reported fault
        await world.begin()
    assert not world.one("#trouble").hidden


def test_no_room_after_the_first_screen_computes_what_a_scene_needs(page: Page) -> None:
    """A scene may come before these rooms."""
    main = page("main")
    for room in asyncio.run(main.rooms(main.ROOMS.split())):
        name = room.package.rpartition(".")[2]
        assert name in main.AT_FIRST or not room.reducers, name
    assert "new_game" in main.AT_FIRST and "history" in main.AFTER_FIRST_SCREEN
