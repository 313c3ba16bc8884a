"""Hurrying: while others play, a tap on the felt or on the line above the hand ends the present wait."""

import asyncio
from importlib import import_module
from typing import Any

import pytest

from tests.page.conftest import TEXTS, Page, States, World, a_scene, a_step, played
from tests.page.openings import Make
from tests.page.shown_scenes import moving

WAITING: dict[str, Any] = {"turn": 1, "next": True, "steps": [a_step(0, "play")]}


class Clock:
    """The page's clock, in ms. It stands still until a test turns it on."""

    def __init__(self, world: World) -> None:
        self.now = world.window.performance.now()
        world.window.performance.now = lambda: self.now

    def later(self, milliseconds: float = 1000) -> None:
        self.now += milliseconds


async def waiting(make: Make, **changes: Any) -> tuple[World, Clock]:
    """A slow match in which Bob moves next; after his move it is the person's turn."""
    world = await moving(make, next_event=a_scene(version=3, steps=[a_step(1, "draw")]))
    world.change_setting("speed", "slow")
    clock = Clock(world)
    events = import_module("game.page.events.advancing")
    world.app.run(events.show_and_continue(world.app, a_scene(**({"version": 2} | WAITING | changes))))
    await settled()
    clock.later()
    return world, clock


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def tapped(world: World, target: str = "#frame", **more: Any) -> None:
    """A tap by a finger, whose click has detail 1."""
    now = world.window.performance.now()
    await world.point("pointerdown", target, 60, 160, at=now)
    await world.point("pointerup", target, 60, 160, at=now)
    world.one(target).fire("click", detail=1)
    await settled()


def went_on(world: World) -> bool:
    return "next_event" in [verb for verb, _ in world.asked]


@pytest.mark.parametrize("target", ["#frame", ".prompt-line > .tap"])
@played
async def test_a_tap_ends_the_wait_for_the_others(make: Make, target: str) -> None:
    world, _ = await waiting(make)
    assert not went_on(world)
    await tapped(world, target)
    assert went_on(world) and world.document.body.dataset.sheet != "open", "it opens no log"


@pytest.mark.parametrize(("target", "is_felt"), [("#frame", True), (".prompt-line > .tap", False)])
@played
async def test_a_tap_that_comes_as_the_turn_begins_does_nothing(
    make: Make, target: str, is_felt: bool
) -> None:
    """Later it means an end; on the line it never opens the log, because taps that miss a button fall there."""
    world, clock = await waiting(make)
    acted: list[float] = []
    import_module("game.page.play.choosing").tap_end = lambda app, point: acted.append(clock.now)  # type: ignore[attr-defined]
    for later, tells in ((0, False), (400, False), (900, True)):
        clock.later(later)
        await tapped(world, target)
        assert went_on(world) and bool(acted) == (tells and is_felt)
        assert not world.app.state["sheet_open"]


@played
async def test_a_key_ends_the_wait_and_on_the_line_opens_the_log(make: Make) -> None:
    world, clock = await waiting(make)
    world.one(".prompt-line > .tap").fire("click", detail=0)
    await settled()
    assert not went_on(world) and world.document.body.dataset.sheet == "open"
    world.app.update(sheet_open=False)
    clock.later()
    world.one("body").fire(
        "keydown",
        key="n",
        code="KeyN",
        keyCode=78,
        ctrlKey=False,
        metaKey=False,
        altKey=False,
        repeat=False,
        isComposing=False,
    )
    await settled()
    assert went_on(world)


@played
async def test_a_tap_just_after_a_press_hurries_nobody(make: Make) -> None:
    world, clock = await waiting(make)
    world.one('#seats [data-action="seat"]').fire("click", detail=1)
    clock.later(300)
    await tapped(world)
    assert not went_on(world), "the second half of a double tap"
    clock.later(400)
    await tapped(world)
    assert went_on(world)


@played
async def test_a_drag_and_the_second_tap_of_two_hurry_nobody(make: Make) -> None:
    world, clock = await waiting(make)
    await world.point("pointerdown", "#frame", 60, 160)
    await world.point("pointermove", "body", 100, 200)
    await world.point("pointerup", "#frame", 100, 200)
    world.one("#frame").fire("click", detail=1)
    await settled()
    assert not went_on(world)
    hurried, zoomed = list[float](), list[float]()
    gestures = import_module("game.page.play.gestures")

    def hurry(app: object) -> bool:
        hurried.append(clock.now)
        return True

    gestures.hurry = hurry  # type: ignore[attr-defined]
    world.camera.toggle_zoom = lambda x, y: zoomed.append(clock.now)
    await tapped(world)
    clock.later(200)
    await tapped(world)
    assert (len(hurried), len(zoomed)) == (1, 1)


@pytest.mark.parametrize(
    ("scene", "state"),
    [
        ({"can": {"catch": [1]}}, {}),
        ({"can": {"call": "now"}}, {}),
        ({"can": {"take-back": True}}, {}),
        ({"grace": True}, {}),
        ({"next": False}, {}),
        ({}, {"round_card": {"number": 1}}),
        ({}, {"sheet_open": True}),
        ({}, {"making_room": 1}),
        ({}, {"chosen_tile": "9-4"}),
        ({}, {"party_role": "host"}),
        ({}, {"screen": "rules"}),
        ({}, {"hurried": True}),
    ],
)
def test_the_persons_own_seconds_are_not_hurried(
    page: Page, scene: dict[str, Any], state: dict[str, Any]
) -> None:
    may_hurry, start = page("events.hurrying").may_hurry, States(page).START
    free = {**start, "screen": "play", "scene": a_scene(**WAITING)}
    assert may_hurry(free)
    assert not may_hurry(free | {"scene": a_scene(**(WAITING | scene))} | state)


@played
async def test_the_first_match_says_so_once_after_a_play_to_eyes(make: Make) -> None:
    """After a catch one wants to read what came of it."""
    world = await moving(make)
    world.change_setting("speed", "first")
    world.app.show(a_scene(version=9, turn=1, steps=[a_step(0, "play")]))
    told = []
    for number in range(6):
        world.app.show(a_scene(version=10 + 2 * number, steps=[a_step(1, "draw")]))
        steps = [a_step(0, "catch" if number == 1 else "play")]
        world.app.show(a_scene(version=11 + 2 * number, **(WAITING | {"steps": steps})))
        told.append(world.one("#notice").textContent)
    assert told == ["", "", TEXTS["ui.hurry-told"], "", "", ""]
    assert TEXTS["ui.hurry-told"] not in world.app.state["announcement"]


@pytest.mark.parametrize("card", [None, {"number": 2, "seat": 1, "lines": []}])
@played
async def test_no_tip_to_hurry_lies_beside_the_card_of_a_round(make: Make, card: Any) -> None:
    """The card has its own button."""
    world = await moving(make)
    world.change_setting("speed", "first")
    world.app.update(own_turns=5)
    world.app.show(a_scene(version=11, **WAITING, **({"card": card} if card else {})))
    assert bool(world.one("#notice").textContent) == (card is None)
