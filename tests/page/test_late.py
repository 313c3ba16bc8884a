"""Rooms that come late: at the first use, once, with exactly the actions and links that main.py names."""

import asyncio
import importlib
import sys
from typing import Any

import pytest

from tests.page.conftest import TEXTS, Page, States, World, played
from tests.page.openings import Make, opened

ROOMS = ("laboratory", "own_phones")


def late_room(world: World, room: str) -> Any:
    """The LateRoom behind the first action of a room, which stands in for it."""
    main = importlib.import_module("game.page.main")
    stand_in = world.app.actions[main.LATE[room]["actions"].split()[0]]
    return next(cell.cell_contents for cell in stand_in.__closure__ if hasattr(cell.cell_contents, "fetch"))


@pytest.mark.parametrize("name", ROOMS)
def test_main_names_the_actions_and_links_of_a_room_that_comes_later(page: Page, name: str) -> None:
    room = next(room for room in asyncio.run(page("main").rooms()) if room.package.endswith(name))
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
