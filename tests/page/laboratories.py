"""The page with its laboratory open."""

from typing import Any

from tests.page.conftest import World
from tests.page.forms import chosen
from tests.page.openings import Make


async def at_the_laboratory(make: Make, **given: Any) -> World:
    world = await make(**given).begin()
    await world.do("laboratory")
    assert world.one("html").dataset.screen == "laboratory"
    return world


async def small(world: World) -> None:
    """Two seats with few tiles, so that trials are quick."""
    await chosen(world, "#lab-a", "book/chickie")
    await chosen(world, "#lab-b", "book/chickie")
    await chosen(world, "#lab-players", "2")


async def tried(world: World, trials: int = 2) -> None:
    await world.do("lab-try")
    await world.window.laboratory.go_on(trials)
    await world.quiet()
