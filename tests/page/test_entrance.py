"""The entrance to own phones: its modules come at the first use, once, and bring exactly the actions that it names."""

import importlib
import sys
from typing import Any

from tests.page.conftest import Page, played
from tests.page.test_match import Make, opened


def test_the_entrance_names_the_actions_that_come_later(page: Page) -> None:
    entrance, parts = page("party.entrance"), page("own_phones.parts")
    assert set(entrance.LATE_ACTIONS.split()) == set(parts.ACTIONS)
    assert not set(parts.ACTIONS) & {"phones", "leave", "invited", "rejoin", "party-help"}


@played
async def test_the_modules_are_attached_once(make: Make) -> None:
    world = await opened(make, seats=3)
    entrance = importlib.import_module("game.page.party.entrance")
    views = importlib.import_module("game.page.views")
    before = len(views.VIEWS)
    first, second = await entrance.parts(world.app), await entrance.parts(world.app)
    assert first is second and len(views.VIEWS) == before + len(first.VIEWS)


@played
async def test_modules_that_cannot_be_fetched_are_reported(make: Make, monkeypatch: Any) -> None:
    world = await opened(make, seats=3)
    entrance = importlib.import_module("game.page.party.entrance")

    async def broken() -> None:
        raise OSError(404)

    monkeypatch.setattr(entrance, "_mount", broken)
    monkeypatch.setitem(sys.modules, "game.devices.guest", None)  # importing it raises ImportError
    assert await entrance.parts(world.app) is None
    assert world.one("#toast").textContent
