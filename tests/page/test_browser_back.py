"""The Back button closes the last opened layer and asks before it leaves a match; Forward and a reload do no harm."""

import pytest

from tests.page.conftest import World, a_scene, played
from tests.page.openings import Make, back, link, opened


def lies_open(world: World) -> list[str]:
    return [str(dialog.id) for dialog in world.every("dialog[open]")]


@pytest.mark.parametrize(
    "way", [["menu"], ["menu", "rules"], ["menu", "settings"], ["menu", "keys"], ["menu", "share"]]
)
@played
async def test_back_closes_a_dialog_and_the_match_stays(make: Make, way: list[str]) -> None:
    world = await opened(make)
    for action in way:
        await world.do(action)
    assert len(lies_open(world)) == 1
    assert world.window.history.at == 2  # an entry for the match, and one for the dialog
    await back(world)
    assert (lies_open(world), world.phase) == ([], "playing")
    await back(world, 1)  # forward
    assert (lies_open(world), world.phase) == ([], "playing")


@played
async def test_back_closes_the_glossary_before_the_rules(make: Make) -> None:
    world = await opened(make)
    for action in ("menu", "rules", "glossary"):
        await world.do(action)
    assert lies_open(world) == ["rules", "glossary"] and world.window.history.at == 3
    await back(world)
    assert lies_open(world) == ["rules"]
    await back(world)
    assert lies_open(world) == []


@played
async def test_back_closes_the_sheet_and_then_asks_before_it_leaves(make: Make) -> None:
    world = await opened(make)
    await world.do("menu")
    await world.do("scores")
    await back(world)
    assert world.document.body.dataset.sheet is None
    assert lies_open(world) == []
    await back(world)
    assert lies_open(world) == ["leaving"] and world.phase == "playing"
    await back(world)
    assert lies_open(world) == [] and world.phase == "playing"
    await back(world)
    await world.click('#leaving [data-action="leave"]')
    assert world.phase == "menu" and not world.one("#resume").hidden
    assert world.window.history.at == 0  # the next Back leaves the page


@played
async def test_back_from_the_form_leads_to_where_it_was_opened(make: Make) -> None:
    world = await make().begin()
    await world.do("new-game")
    await back(world)
    assert not world.one("#welcome").hidden
    await world.do("new-game")
    await world.click('#setup [data-action="start"]')
    await world.do("menu")
    await world.do("new-game")
    assert not world.one("#setup").hidden
    await back(world)
    assert not world.one("#play").hidden and world.phase == "playing"


@played
async def test_back_from_the_laboratory_leads_to_the_form_that_opened_it(make: Make) -> None:
    world = await make().begin()
    await world.do("new-game")
    await world.click('[data-option="draw"] [data-action="what-changes"]')
    for screen in ("setup", "welcome"):
        await back(world)
        assert world.one("html").dataset.screen == screen


@played
async def test_back_leaves_a_lesson_and_a_match_that_is_over(make: Make) -> None:
    world = await opened(make)
    await world.round()
    assert world.phase == "match-over"
    await back(world)
    assert world.phase == "menu"
    await world.do("learn")
    assert world.phase == "lesson"
    await back(world)
    assert world.phase == "menu"


@played
async def test_back_closes_the_review(make: Make) -> None:
    world = await opened(make)
    world.app.show(a_scene(phase="round-over"))
    world.app.update(round_review={"line": ["ui.draw", {}], "choices": []})
    await world.quiet()
    await back(world)
    assert world.app.state["round_review"] is None and world.app.state["sheet_open"]


@played
async def test_a_layer_closed_by_its_button_leaves_no_history_entry(make: Make) -> None:
    world = await opened(make)
    there = world.window.history.at
    await world.do("menu")
    assert world.window.history.at == there + 1
    await world.click('#menu [data-action="close"]')
    for _ in range(3):
        await world.quiet()
    assert world.window.history.at == there == 1


@played
async def test_after_a_reload_entries_of_lost_layers_are_skipped(make: Make) -> None:
    world = make()
    history = world.window.history
    history.entries = [[None, ""], [{"depth": 1}, ""], [{"depth": 2}, ""]]
    history.at = 2
    await world.begin()
    for _ in range(3):
        await world.quiet()
    assert history.at == 0 and not world.one("#welcome").hidden
    await back(world, 1)
    for _ in range(3):
        await world.quiet()
    assert history.at == 0


@played
async def test_back_to_the_code_of_a_link_does_not_open_it_again(make: Make) -> None:
    world = await make(code=link("once")).begin()
    assert world.one("#opened").open
    await back(world)
    assert (
        not world.one("#opened").open
        and not world.one("#welcome").hidden
        and world.window.location.hash == ""
    )
