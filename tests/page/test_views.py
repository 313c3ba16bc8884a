"""The table of views: the values that each view reads, and that the document always agrees with the views."""

import asyncio
import importlib
from collections.abc import Callable
from typing import Any

from tests.page.conftest import INDEX, Page, World, played
from tests.page.document import Element
from tests.page.test_match import Make, opened
from tests.page.test_new_game_form import checked, chosen


class Watched(dict):  # type: ignore[type-arg]
    """A state that records which keys are read."""

    def __init__(self, state: dict[str, Any]) -> None:
        super().__init__(state)
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.read.add(name)
        return super().__getitem__(name)


def agrees(cells: list[Any], one: Callable[[str], Element]) -> int:
    """How many cells agree with the document. Fails if one does not."""
    agreed = 0
    for part, name, value in cells:
        element = one(part)
        if name == "text":
            assert element.textContent == str(value), (part, name)
        elif name == "rows":
            fixed = INDEX.querySelector(part) if part.startswith("#") else None
            rows = (
                element.elements()[fixed.childElementCount :] if fixed else element.elements()[-len(value) :]
            )
            assert len(rows) == len(value), (part, rows)
            for row, (_, _, inner) in zip(rows, value, strict=True):
                agreed += agrees(inner, lambda part, row=row: row.querySelector(part) if part else row)
        elif name == "options":
            assert [(option.value, option.textContent) for option in element.elements()] == value, part
        elif name == "html":
            made = Element(element.tag)
            made.innerHTML = value
            assert element.innerHTML == made.innerHTML, part
        elif name == "typed":
            assert element.value == value
        elif value is None or value is False:
            assert not element.hasAttribute(name), (part, name)
        elif name != "fields":
            assert element.getAttribute(name) == ("" if value is True else str(value)), (part, name)
        agreed += 1
    return agreed


def all_agree(world: World) -> None:
    """Check every view against the document, except the views of the hidden form that are out of date."""
    views = importlib.import_module("game.page.views")
    shown = [view for number, (view, _) in enumerate(views.VIEWS) if number not in views.outdated]
    assert sum(agrees(view(world.app.state), world.one) for view in shown) > 200


@played
async def test_the_document_agrees_with_the_views_through_a_whole_match(make: Make) -> None:
    world = await opened(make, seats=3, rounds=2)
    for _ in range(2):
        while world.phase == "playing":
            all_agree(world)
            await world.turn()
        all_agree(world)
        if world.phase == "round-over":
            await world.do("next-round")
    assert world.phase == "match-over"


@played
async def test_the_hidden_form_is_painted_when_the_page_is_idle(make: Make) -> None:
    world = await make().begin()
    views = importlib.import_module("game.page.views")
    assert views.outdated and not world.every("#players > li")
    while views.outdated:
        await asyncio.sleep(0)
    all_agree(world)
    assert len(world.every("#options [data-option]")) == 19 and world.one("#setup").hidden
    assert all(
        name.textContent for name in world.every("#options .option-name")
    )  # every kind of scene has views


@played
async def test_changes_during_painting_ahead_are_painted_too(make: Make) -> None:
    world = await make().begin()
    views = importlib.import_module("game.page.views")
    setup = importlib.import_module("game.page.screens.new_game_form")
    counts = [7, 2, 9, 3, 8, 4] * 4
    while views.outdated:
        if counts:
            wishes, levels = world.app.state["setup"], world.app.state["declarations"]["levels"]
            world.app.update(setup=setup.with_seat_count(wishes, counts.pop(), levels))
        await asyncio.sleep(0)
    assert not counts and len(world.every("#players > li")) == 7
    all_agree(world)


def test_rows_are_painted_ahead_one_by_one(page: Page) -> None:
    rows = [(number, "t-said", []) for number in range(3)]
    first, last = ("#a", "text", "a"), ("#c", "rows", [])
    made = list(page("views").rows_one_by_one([first, ("#b", "rows", rows), last]))
    assert made == [first, *(("#b", "rows", rows[:many]) for many in (1, 2, 3)), last]


@played
async def test_changes_while_the_form_is_hidden_appear_when_it_opens(make: Make) -> None:
    world = await make().begin()
    views = importlib.import_module("game.page.views")
    world.app.repaint()
    assert views.outdated
    await world.click("#choose")  # before the hidden form was painted
    assert not views.outdated
    all_agree(world)
    await world.do("back")
    await chosen(world, "#quick-length", "all")
    assert views.outdated and checked(world, "#lengths input") == ["3"]
    await world.click("#choose")
    assert checked(world, "#lengths input") == ["all"]
    all_agree(world)


@played
async def test_a_view_reads_only_the_values_that_it_declares(make: Make) -> None:
    world = await opened(make, seats=3)
    views = importlib.import_module("game.page.views")
    for _ in range(100):
        for view, reads in views.VIEWS:
            watched = Watched(world.app.state)
            view(watched)
            assert watched.read <= set(reads), (view.__name__, watched.read - set(reads))
        if world.phase != "playing":
            break
        tile = world.document.querySelector('#hand > [data-playable="true"]')
        if tile and not world.app.state["places"]:
            await world.click(tile)
        else:
            await world.turn()


def test_every_value_that_a_view_declares_exists(page: Page) -> None:
    for view, reads in page("views").VIEWS:
        assert set(reads) <= set(page("page_state").START), view.__name__


def test_views_without_a_match_leave_the_table_empty(page: Page) -> None:
    start = page("page_state").START
    for view, _ in page("views").VIEWS:
        for part, name, value in view(start):
            assert part and name and not (name == "rows" and value), view.__name__
