"""The views: the values that each reads, and that the document always agrees with the views."""

import ast
import asyncio
import importlib
import inspect
import textwrap
from typing import Any

import pytest

from tests.page.agreement import all_agree
from tests.page.conftest import Page, States, played
from tests.page.forms import checked, chosen
from tests.page.openings import Make, opened


def scope_of(function: Any) -> dict[str, Any]:
    """The names that a function can read outside itself."""
    return {**function.__globals__, **inspect.getclosurevars(function).nonlocals}


def keys_read(function: Any, parameter: int = 0) -> set[str]:
    """The keys of the state that a function reads, with the functions that it gives the state.

    `parameter` is the position of its parameter that gets the state. Fails if the function uses the state otherwise
    than as `state["key"]` or as an argument by position, so no key escapes.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    name = list(inspect.signature(function).parameters)[parameter]
    keys, followed = set[str](), 0
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and is_name(node.value, name):
            assert isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str), ast.unparse(
                node
            )
            keys.add(node.slice.value)
            followed += 1
        elif isinstance(node, ast.Call):
            for position, argument in enumerate(node.args):
                if is_name(argument, name):
                    called = eval(ast.unparse(node.func), scope_of(function))
                    keys |= keys_read(called, position)
                    followed += 1
    uses = sum(is_name(node, name) for node in ast.walk(tree))
    assert uses == followed, (
        f"{function.__name__} uses `{name}` otherwise than as {name}[KEY] or as an argument"
    )
    return keys


def is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


@pytest.mark.slow
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
    views = world.app.painter
    assert views.outdated and not world.every("#players > li")
    while views.outdated:
        await asyncio.sleep(0)
    all_agree(world)
    assert len(world.every("#options [data-option]")) > 15 and world.one("#setup").hidden
    assert all(
        name.textContent for name in world.every("#options .option-name")
    )  # every kind of scene has views


@played
async def test_changes_during_painting_ahead_are_painted_too(make: Make) -> None:
    world = await make().begin()
    views = world.app.painter
    setup = importlib.import_module("game.page.new_game.new_game_form")
    counts = [7, 2, 9, 3, 8, 4] * 4
    while views.outdated:
        if counts:
            wishes, levels = world.app.state["setup"], world.app.state["declarations"]["levels"]
            world.app.update(setup=setup.with_seat_count(wishes, counts.pop(), levels))
        await asyncio.sleep(0)
    assert not counts and len(world.every("#players > li")) == 7
    all_agree(world)


def test_rows_are_painted_ahead_one_by_one(page: Page) -> None:
    rows: list[tuple[int, str, list[Any]]] = [(number, "t-said", []) for number in range(3)]
    last: tuple[str, str, list[Any]] = ("#c", "rows", [])
    first = ("#a", "text", "a")
    made = list(page("kernel.painting").rows_one_by_one([first, ("#b", "rows", rows), last]))
    assert made == [first, *(("#b", "rows", rows[:many]) for many in (1, 2, 3)), last]


@played
async def test_changes_while_the_form_is_hidden_appear_when_it_opens(make: Make) -> None:
    world = await make().begin()
    views = world.app.painter
    world.app.repaint()
    assert views.outdated
    await world.click("#choose")  # before the hidden form was painted
    assert not views.outdated
    all_agree(world)
    await world.do("back")
    await chosen(world, "#quick-length", "all")
    assert views.outdated and checked(world, "#lengths input") == ["2"]
    await world.click("#choose")
    assert checked(world, "#lengths input") == ["all"]
    all_agree(world)


def all_views(page: Page) -> list[Any]:
    """The views of all rooms, with those that come late: (view, the values that it declares)."""
    rooms = asyncio.run(page("main").rooms(page("main").ROOMS.split()))
    for room in rooms:
        for module in room.modules:
            importlib.import_module(f"{room.package}.{module}")
    return [(view, names) for room in rooms for view, names, _ in room.views]


def test_a_view_declares_exactly_the_values_that_it_reads(page: Page) -> None:
    wrong = []
    for view, line in all_views(page):
        name = f"{view.__module__}.{view.__name__}"
        read = keys_read(view)
        wrong += [f"{name} reads {key}, which @room.view lacks" for key in sorted(read - set(line))]
        wrong += [f"{name} does not read {key} of its @room.view" for key in sorted(set(line) - read)]
    assert "\n".join(wrong) == ""


def test_the_keys_that_a_view_reads_are_found_through_helpers() -> None:
    def helper(number: int, it: dict[str, Any]) -> Any:
        return it["second"] + number

    def view(state: dict[str, Any]) -> list[Any]:
        return [state["first"]["x"] for _ in range(2)] + [helper(1, state)]

    def other(state: dict[str, Any]) -> Any:
        return state.get("third")

    assert keys_read(view) == {"first", "second"}
    with pytest.raises(AssertionError, match="otherwise"):
        keys_read(other)


def test_every_value_that_a_view_declares_exists(page: Page) -> None:
    for view, reads in all_views(page):
        assert set(reads) <= set(States(page).START), view.__name__


def test_views_without_a_match_leave_the_table_empty(page: Page) -> None:
    start = States(page).START
    for view, _ in all_views(page):
        for part, name, value in view(start):
            assert part and name and not (name == "rows" and value), view.__name__
