"""Laid tiles that move to make room for another one: the person can follow them, or is told of them."""

import asyncio
import re
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from tests.page.conftest import ROOT, Page, World, a_patch, a_scene, a_step, an_event, played
from tests.page.openings import Make
from tests.page.shown_scenes import moving, shown

MOVED = [["9-4", "--x:2;--y:0;--a:0deg"], ["4-2", "--x:3;--y:0;--a:0deg"]]
LAID = '<use data-placed="{}" style="--x:1;--y:0;--a:0deg"/>'


def made_room(**changes: Any) -> dict[str, Any]:
    """A scene in which a play of the other seat moved two laid tiles. The person is on turn."""
    seen = [an_event(1, "play", text=["say.play-double", {"name": "Bob", "tile": "4-1", "on": "4-4"}])]
    said = [["say.play-double", {"name": "Bob", "tile": "4-1", "on": "4-4"}]]
    return (
        a_scene(version=3, patch={"move": MOVED}, steps=[a_step(1, "play", "4-1")], seen=seen, said=said)
        | changes
    )


def lay_two(world: World) -> None:
    """Lay the two tiles."""
    add = [[tile, LAID.format(tile)] for tile in ("9-4", "4-2")]
    world.app.show(a_scene(version=2, patch={"add": add}))


@played
async def test_the_places_light_up_after_laid_tiles_have_moved(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = await moving(make)
    motion = import_module("game.page.board.motion")
    pause = import_module("game.page.events.pacing").pause_before_next
    lay_two(world)
    arrived, waits = asyncio.Event(), []

    def sleep(seconds: float) -> Any:
        waits.append(seconds)
        return arrived.wait()

    def is_hidden() -> bool:
        return world.one("#table").getAttribute("data-making-room") == "true"

    assert not is_hidden() and world.one("body").dataset.busy == "false"
    monkeypatch.setattr(motion, "asyncio", SimpleNamespace(sleep=sleep))
    world.app.show(made_room(seen=[]))
    assert is_hidden() and world.one("body").dataset.busy == "true"  # the person's turn has not begun
    fast = dict(world.app.state, settings=dict(world.app.state["settings"], speed="fast"))
    assert pause(fast) == motion.MAKE_ROOM_SECONDS > pause(dict(fast, making_room=0))
    await asyncio.sleep(0)
    assert waits == [motion.MAKE_ROOM_SECONDS]
    arrived.set()
    for _ in range(3):
        await asyncio.sleep(0)
    assert not is_hidden() and world.one("body").dataset.busy == "false"


def test_the_styles_move_tiles_for_as_long_as_the_page_waits(page: Page) -> None:
    styles = (ROOT / "assets" / "styles" / "table.css").read_text()
    duration = re.search(r"#tiles \[data-moved\] { transition-duration: (\d+)ms", styles)
    assert duration and int(duration[1]) == 1000 * page("board.motion").MAKE_ROOM_SECONDS


@pytest.mark.parametrize(
    ("count", "told"), [(1, "One tile moved to make room."), (2, "2 tiles moved to make room.")]
)
@pytest.mark.parametrize("moves", [False, True])
@played
async def test_the_line_above_the_hand_says_that_tiles_moved(
    make: Make, moves: bool, count: int, told: str
) -> None:
    world = await moving(make) if moves else await shown(make, a_scene())
    lay_two(world)
    world.app.show(made_room(patch=a_patch(move=MOVED[:count])))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    (bubble,) = world.every("#bubbles > .bubble")
    assert bubble.textContent.replace("\u2060", "") == "Bob plays 4-1 on 4-4. " + told
    assert (world.one("#table").getAttribute("data-making-room") is None) != moves
    assert told in world.one("#announcer").textContent


@played
async def test_beside_a_long_event_a_bubble_of_its_own_says_that_tiles_moved(make: Make) -> None:
    world = await shown(make, a_scene())
    lay_two(world)
    few = ["say.opened-dead", {"name": "Bob", "tile": "4-4", "suits": ["suits.4", {}]}]
    world.app.show(made_room(seen=[an_event(1, "double", text=few)]))
    await asyncio.sleep(0)
    event, moved = world.every("#bubbles > .bubble")
    assert "make room" not in event.textContent and world.one("#bubbles").dataset.least == "1 2 3"
    assert moved.textContent.replace("\u2060", "") == "2 tiles moved to make room."
    assert "2 tiles moved to make room." in world.one("#announcer").textContent


@played
async def test_a_tile_lands_when_the_others_have_made_room(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = await moving(make)
    motion, lands = import_module("game.page.board.motion"), []
    monkeypatch.setattr(
        motion, "animate", lambda element, frames, duration, count, delay=0: lands.append(duration + delay)
    )
    lay_two(world)
    add = [["4-1", LAID.format("4-1")]]
    world.app.show(made_room(seen=[], patch=a_patch(add=add)))
    world.app.show(
        made_room(
            version=4,
            seen=[],
            patch=a_patch(add=[["4-3", LAID.format("4-3")]], move=MOVED),
            steps=[a_step(1, "play", "4-3")],
        )
    )
    assert lands == [motion.PLAY_MS, 1000 * motion.MAKE_ROOM_SECONDS]


@played
async def test_tiles_that_move_back_after_an_undo_are_not_told(make: Make) -> None:
    world = await shown(make, a_scene())
    lay_two(world)
    world.app.show(made_room(steps=[], seen=[], said=[["ui.draw", {}]]))
    assert "make room" not in world.one("#announcer").textContent


@pytest.mark.parametrize("phase", ["playing", "replay"])
@played
async def test_in_a_replay_the_persons_tile_flies_to_their_seat_too(make: Make, phase: str) -> None:
    world = await moving(make)
    scene = a_scene(phase=phase, steps=[a_step(0, "draw")])
    import_module("game.page.board.motion").animate_steps(scene, {0: (0, 0)}, lambda change: None)
    (animation,) = world.document.animations
    assert (animation.element.className == "flying-back") == (phase == "replay")


@played
async def test_a_tile_that_was_laid_early_lies_where_the_engine_lays_it(make: Make) -> None:
    world = await moving(make)
    world.app.update(laid_early=("9-4", LAID.format("9-4").replace("--x:1", "--x:7")))
    lay_two(world)
    assert [tile.getAttribute("style") for tile in world.every('#tiles > [data-placed="9-4"]')] == [
        re.search('style="(.*?)"', LAID)[1]
    ]
    assert world.one("#early").innerHTML == ""


@pytest.mark.parametrize(("top", "least"), [(9, 20), (12, 20), (15, 24)])
def test_the_small_pips_of_the_large_sets_become_numerals_sooner(page: Page, top: int, least: int) -> None:
    assert page("board.table_drawing").numerals_below(top, 1) == least
