"""Parts of the page that come late: at the first use, once, with exactly the actions that their entrance names."""

import importlib
import sys
from typing import Any

import pytest

from tests.page.conftest import Page, played
from tests.page.test_match import Make, opened

PARTS = {"own_phones.phones_parts": "own_phones_entrance", "laboratory.lab_parts": "laboratory_entrance"}
OWN_ACTIONS = {"phones", "leave", "invited", "rejoin", "party-help"}  # they need no late module


@pytest.mark.parametrize("part", PARTS)
def test_an_entrance_names_the_actions_and_forms_that_come_later(page: Page, part: str) -> None:
    entrance, parts = page(f"late.{PARTS[part]}"), page(part)
    assert set(entrance.LATE_ACTIONS.split()) == set(parts.ACTIONS)
    assert not set(parts.ACTIONS) & OWN_ACTIONS
    assert {selector[1:] for selector, _ in entrance.FIELDS} == set(parts.FIELDS)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_attached_once_with_its_styles(make: Make, part: str) -> None:
    @played
    async def twice(make: Make) -> None:
        world = await opened(make, seats=3)
        late = importlib.import_module(f"game.page.late.{PARTS[part]}")._part
        views = importlib.import_module("game.page.kernel.painting")
        before, styles = len(views.VIEWS), len(world.every("style"))
        first, second = await late.fetch(world.app), await late.fetch(world.app)
        assert first is second and len(views.VIEWS) == before + len(first.VIEWS)
        assert len(world.every("style")) == styles + 1

    twice(make)


@played
async def test_a_part_that_cannot_be_fetched_is_reported(make: Make, monkeypatch: Any) -> None:
    world = await opened(make, seats=3)
    late = importlib.import_module("game.page.late.own_phones_entrance")._part

    async def broken() -> None:
        raise OSError(404)

    monkeypatch.setattr(late, "_mount", broken)
    monkeypatch.setitem(sys.modules, "game.devices.guest", None)  # importing it raises ImportError
    assert await late.fetch(world.app) is None
    assert world.one("#toast").textContent
