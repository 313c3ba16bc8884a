"""A double tap: its second half presses nothing of what the first half has opened under the finger."""

from types import SimpleNamespace

import pytest

from tests.page.conftest import World, played
from tests.page.openings import Make, opened


async def tap(world: World, selector: str, at: float, x: float = 200, detail: int = 1) -> SimpleNamespace:
    """Tap as a finger does, at a time in ms. Return the click."""
    given = {"isTrusted": True, "detail": detail, "timeStamp": at, "clientX": x, "clientY": 500}
    click = world.one(selector).fire("click", **given)
    await world.quiet()
    return click


async def unhurried(make: Make) -> World:
    """A page with a match on the table; a page without pauses holds nothing back."""
    world = await opened(make)
    world.app.update(hurried=False)
    return world


MENU, LEAVE = '#play [data-action="menu"]', '#menu [data-action="leave"]'


@played
async def test_the_second_half_presses_nothing_of_the_dialog(make: Make) -> None:
    world = await unhurried(make)
    await tap(world, MENU, 1000)
    assert world.one("#menu").open
    assert (await tap(world, LEAVE, 1200, x=210)).prevented
    assert world.one("#menu").open and world.phase == "playing"
    assert not (await tap(world, LEAVE, 1600)).prevented
    assert world.phase == "menu"


@pytest.mark.parametrize(
    "given", [{"at": 1500}, {"at": 1200, "x": 240}, {"at": 1200, "detail": 0}], ids=["later", "beside", "key"]
)
@played
async def test_another_press_counts(make: Make, given: dict[str, float]) -> None:
    world = await unhurried(make)
    await tap(world, MENU, 1000)
    assert not (await tap(world, LEAVE, **given)).prevented
    assert world.phase == "menu"


@played
async def test_nothing_is_held_back_without_pauses(make: Make) -> None:
    world = await opened(make)
    await tap(world, MENU, 1000)
    await tap(world, LEAVE, 1050)
    assert world.phase == "menu"


@played
async def test_two_taps_in_one_screen_both_count(make: Make) -> None:
    world = await make().begin()
    world.app.update(hurried=False)
    for at in (1000, 1200):
        await tap(world, "#home-more", at)
    assert world.one("#welcome").dataset.more == "false"


@played
async def test_radio_buttons_and_lists_of_a_new_screen_keep_their_choice(make: Make) -> None:
    world = await make().begin()
    world.app.update(hurried=False)
    await tap(world, '#welcome [data-action="new-game"]', 1000)
    assert world.one("html").dataset.screen == "setup"
    assert (await tap(world, '#setup input[type="radio"]', 1200)).prevented
    lists = world.one("#setup select")
    for at, is_held in ((1200, True), (1500, False)):
        given = {"isTrusted": True, "detail": 1, "timeStamp": at, "clientX": 200, "clientY": 500}
        assert lists.fire("mousedown", **given).prevented is is_held
