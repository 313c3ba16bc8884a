"""The focus returns to what opened a dialog or the score sheet."""

from typing import Any

from tests.page.conftest import World, a_scene, played
from tests.page.openings import Make
from tests.page.shown_scenes import a_sheet, shown


def focused(world: World) -> Any:
    return world.document.activeElement


@played
async def test_the_sheet_returns_the_focus_to_its_opener(make: Make) -> None:
    world = await shown(make, a_scene(sheet=a_sheet()))
    opener = world.one('.prompt-line [data-action="story"]')
    opener.focus()
    opener.fire("click", detail=0)  # a key
    await world.quiet()
    assert world.document.body.dataset.sheet == "open" and focused(world) is not opener
    await world.do("close-sheet")
    assert focused(world) is opener


@played
async def test_after_a_round_the_focus_goes_to_the_button_of_the_sheet(make: Make) -> None:
    world = await shown(make, a_scene(phase="round-over", sheet=a_sheet()))
    assert focused(world) is world.one("#sheet-title")
    await world.do("close-sheet")
    assert focused(world) is world.one("#to-sheet")


@played
async def test_a_dialog_returns_the_focus_also_where_the_browser_does_not(make: Make) -> None:
    world = await shown(make, a_scene(sheet=a_sheet()))
    button = world.one('#buttons [data-action="menu"]')
    await world.click(button)  # a click that does not focus the button, as in Safari
    dialog = world.one("#menu")
    assert dialog.open
    world.document.focused = world.document.body
    await world.click('#menu [data-action="close"]')
    world.document.listeners["close"][0](None)
    assert focused(world) is button
    button.setAttribute("disabled", "")
    world.document.focused = world.document.body
    world.document.listeners["close"][0](None)
    assert focused(world) in world.every("#hand > button")  # the opener cannot take it: the hand can


@played
async def test_a_dialog_that_opens_another_one_keeps_the_focus_there(make: Make) -> None:
    world = await shown(make, a_scene(sheet=a_sheet()))
    await world.do("menu")
    inside = world.one("#preferences .round")
    await world.click('#menu [data-action="settings"]')
    inside.focus()
    world.document.listeners["close"][0](None)
    assert focused(world) is inside
