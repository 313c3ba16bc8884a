"""Gestures: the meaning of pointer movements, and their effect on the table and the hand."""

import asyncio
import importlib
import json

import pytest

from tests.page.conftest import Page, World, a_scene, a_tile, played, scripted
from tests.page.openings import Make, opened
from tests.page.shown_scenes import PLACE, shown


def test_one_finger_pans_once_it_moved_far_enough(page: Page) -> None:
    fingers = page("play.pointers").Fingers()
    fingers.down(1, (100, 100))
    assert fingers.move(1, (104, 104)) is None
    assert fingers.move(1, (100, 107)) == ("pan", 0, 7)
    assert fingers.move(1, (101, 107)) == ("pan", 1, 0)
    assert fingers.move(2, (300, 300)) is None  # a mouse that only hovers
    assert fingers.up(1)
    assert not fingers.up(1)


def test_a_tap_is_no_movement(page: Page) -> None:
    fingers = page("play.pointers").Fingers()
    fingers.down(1, (100, 100))
    assert fingers.move(1, (103, 100)) is None
    assert not fingers.up(1)
    fingers.down(1, (100, 100))
    fingers.move(1, (130, 100))
    fingers.up(1)
    fingers.down(1, (100, 100))
    assert not fingers.up(1)  # earlier movements do not count


def test_two_fingers_pinch_about_their_middle(page: Page) -> None:
    fingers = page("play.pointers").Fingers()
    fingers.down(1, (100, 100))
    fingers.down(2, (200, 100))
    assert fingers.move(2, (300, 100)) == ("zoom", 2, 200, 100)
    assert fingers.move(1, (200, 100)) == ("zoom", 0.5, 250, 100)
    assert fingers.up(1) and fingers.up(2)
    fingers.down(1, (5, 5))
    fingers.down(2, (5, 5))
    assert fingers.move(1, (8, 9)) == ("zoom", 5, 6.5, 7)  # no division by zero


@pytest.mark.parametrize(
    ("places", "number"),
    [
        ([], None),
        ([(69, 0)], 0),
        ([(70, 0)], None),
        ([(60, 0), (30, 40), (0, 55)], 1),
        ([(0, -20), (300, 0)], 0),
    ],
)
def test_the_nearest_place_within_reach(
    page: Page, places: list[tuple[int, int]], number: int | None
) -> None:
    assert page("play.pointers").nearest(places, (0, 0)) == number


@pytest.mark.parametrize(
    ("point", "tile"),
    [((0, 0), "9-4"), ((0.6, 0), "9-5"), ((-1.3, 0), None), ((3, 3), None), ((2.1, 0), "9-5")],
)
def test_the_nearest_open_end_within_reach(page: Page, point: tuple[float, float], tile: str | None) -> None:
    ends = [{"at": [(-0.1, 0, "9-4"), (1, 0, "9-5")]}, {"at": [(0, -1, "9-6")]}]
    nearest = page("play.choosing")._nearest_end(ends, point)
    assert (nearest and nearest[1]) == tile


async def at_a_choice(make: Make) -> World:
    """A round in which the person has a fitting tile and two more."""
    world = await opened(make)
    while not world.every('#hand > [data-playable="true"]') or not world.placed() or len(world.hand()) < 3:
        await world.turn()
    world.one("#hand").box = (0, 700, 1000, 100)
    for number, button in enumerate(world.every("#hand > button")):
        button.box = (number * 50, 700, 50, 100)
    return world


async def dragged(world: World, tile: str, *way: tuple[float, float]) -> None:
    """Drag the tile along the way and drop it at its end."""
    button = world.one(f'#hand > [data-tile="{tile}"]')
    left, top, _, _ = button.box
    await world.point("pointerdown", button, left, top)
    for x, y in way:
        await world.point("pointermove", "body", x, y)
        await asyncio.sleep(0)
    await world.point("pointerup", "body", *way[-1])


@played
async def test_a_tile_is_dragged_to_its_place(make: Make) -> None:
    world = await at_a_choice(make)
    tile = world.one('#hand > [data-playable="true"]').dataset.tile or ""
    button = world.one(f'#hand > [data-tile="{tile}"]')
    await world.point("pointerdown", button, 10, 710)
    await world.point("pointermove", "body", 12, 712)
    assert not world.every(".flying-tile")
    await world.point("pointermove", "body", 30, 600)
    await world.quiet()
    assert world.every(".flying-tile svg")
    assert button.dataset.dragged == "true"
    assert world.asked[-1] == ("drag", {"tile": tile})
    camera, box = world.camera, world.one("#frame").box
    assert world.app.state["drag_target"] is None
    place = json.loads(await world.engine["drag"](json.dumps({"tile": tile})))["ok"]["places"][0]
    x, y = camera.position(place["x"], place["y"])
    await world.point("pointermove", "body", x + box[0] + 5, y + box[1] + 5)
    assert world.app.state["drag_target"]["tile"] == tile
    places = json.loads(await world.engine["drag"](json.dumps({"tile": tile})))["ok"]["places"]
    assert world.one("#ghosts").childElementCount == len(places) > 1
    assert len(world.every("#ghosts > .far")) == len(places) - 1
    await world.point("pointerup", "body", x, y)
    assert not world.every(".flying-tile")
    button.fire("click", detail=1)  # the click at the end of a drag is ignored
    await world.quiet()
    assert tile in world.placed() and tile not in world.hand()


@played
async def test_a_tile_dropped_on_the_dot_of_an_end_is_played_there(make: Make) -> None:
    """Though other tiles must move for it: only the answer shows where it lies."""
    dot = PLACE | {"move": "9-4>4-2", "on": "4-2", "x": 2.0, "y": -1.0, "dot": True, "laid": ""}
    answers = {"places": [dot]}
    world = await shown(make, a_scene(), drag=lambda **given: answers, act=a_scene(hand=[a_tile("4-1", 5)]))
    world.one("#hand").box = (0, 700, 1000, 100)
    world.one('#hand > [data-tile="9-4"]').box = (0, 700, 50, 100)
    box = world.one("#frame").getBoundingClientRect()
    x, y = world.camera.position(-1.0, 2.0)  # the end of the 4-2
    await dragged(world, "9-4", (30, 600), (x + box.left, y + box.top))
    await world.quiet()
    assert ("act", {"code": "9-4>4-2", "call": True}) in world.asked and world.hand() == ["4-1"]


@played
async def test_a_tile_dropped_on_the_dot_of_an_end_goes_to_that_end(make: Make) -> None:
    """Also where the place of another end is nearer than the place of this one."""
    world = await at_a_choice(make)
    tile = world.one('#hand > [data-playable="true"]').dataset.tile or ""
    places = json.loads(await world.engine["drag"](json.dumps({"tile": tile})))["ok"]["places"]
    wanted, other = (
        places[0] | {"x": 4.0, "y": 0.0, "on": "9-1"},
        places[0] | {"x": 1.0, "y": 0.0, "on": "9-2"},
    )
    world.engine["drag"] = scripted({"drag": {"places": [wanted, other]}})["drag"]
    world.app.scene["ends"][0]["at"] = [(1.5, 0.0, "9-1"), (0.5, 0.0, "9-2")]
    camera, (left, top, _, _) = world.camera, world.one("#frame").box
    button = world.one(f'#hand > [data-tile="{tile}"]')
    await world.point("pointerdown", button, 10, 710)
    await world.point("pointermove", "body", 30, 600)
    await world.quiet()
    for at, on in ((1.5, "9-1"), (0.5, "9-2"), (1.0, "9-2"), (4.0, "9-1")):
        x, y = camera.position(at, 0)
        await world.point("pointermove", "body", x + left, y + top)
        assert world.app.state["drag_target"]["on"] == on


@played
async def test_a_tile_dropped_beside_its_places_stays_chosen(make: Make) -> None:
    world = await at_a_choice(make)
    hand, (left, top, _, _) = world.hand(), world.one("#frame").box
    fitting = [button.dataset.tile or "" for button in world.every('#hand > [data-playable="true"]')]
    await dragged(world, fitting[0], (30, 600), (left + 1, top + 1))
    await world.quiet()
    assert not world.every(".flying-tile") and world.hand() == hand
    assert world.app.state["chosen_tile"] == fitting[0] and len(world.every("#places > button")) > 1
    other = next(tile for tile in hand if tile not in fitting)
    await dragged(world, other, (30, 600), (left + 1, top + 1))
    await world.quiet()
    assert world.app.state["chosen_tile"] is None and not world.one("#notice").hidden


@played
@pytest.mark.parametrize("away", [0, 100])
async def test_the_table_slides_under_a_drag_only_to_show_a_place(make: Make, away: int) -> None:
    world = await at_a_choice(make)
    button = world.one('#hand > [data-playable="true"]')
    answer = await world.engine["drag"](json.dumps({"tile": button.dataset.tile}))
    place = json.loads(answer)["ok"]["places"][0]
    far = place | {"x": place["x"] + 200}  # out of view in both cases
    world.engine["drag"] = scripted({"drag": {"places": [place, far]}})["drag"]
    camera = world.camera
    camera.viewport = before = (
        place["x"] + away,
        place["y"],
        70,
    )  # larger than the table fits into the frame
    await world.point("pointerdown", button, 10, 710)
    await world.point("pointermove", "body", 12, 600)
    await world.quiet()
    assert world.app.state["drag_places"]
    assert (camera.viewport == before) == (not away)


@played
async def test_a_tile_dropped_before_its_places_are_found_is_played(make: Make) -> None:
    world = await at_a_choice(make)
    tile = world.one('#hand > [data-playable="true"]').dataset.tile or ""
    place = json.loads(await world.engine["drag"](json.dumps({"tile": tile})))["ok"]["places"][0]
    x, y = world.camera.position(place["x"], place["y"])
    left, top, _, _ = world.one("#frame").box
    button = world.one(f'#hand > [data-tile="{tile}"]')
    await world.point("pointerdown", button, 10, 710)
    await world.point("pointermove", "body", x + left, y + top)
    assert world.app.state["drag_places"] == []
    await world.point("pointerup", "body", x + left, y + top)
    await world.quiet()
    assert not world.every(".flying-tile")
    assert tile in world.placed() and tile not in world.hand()


@played
async def test_a_tile_dropped_nowhere_returns_and_within_the_hand_it_moves(make: Make) -> None:
    world = await at_a_choice(make)
    hand = world.hand()
    await dragged(world, hand[0], (20, 690), (390, 5000))
    await world.quiet()
    assert world.hand() == hand and not world.every(".flying-tile")
    assert world.one("#hand > button").dataset.dragged is None
    last = len(hand) * 50 - 5
    await dragged(world, hand[0], (60, 720), (last, 740))
    await world.quiet()
    assert world.hand() == [*hand[1:], hand[0]]
    moved = str(world.one("#notice").textContent).replace("\u2060", "")
    assert moved == f"{hand[0]} moved. This deal keeps your order."
    again = world.one("#sort-again")
    assert not again.hidden and world.one("#why").hidden
    await world.click(again)
    assert world.hand() == hand and again.hidden and world.one("#notice").hidden  # undone by one tap
    await dragged(world, hand[0], (60, 720), (5, 740))
    assert world.hand() == hand and again.hidden  # dropped where it lay
    await dragged(world, hand[0], (60, 720), (last, 740))
    await world.quiet()
    assert world.hand() == [*hand[1:], hand[0]]
    assert world.app.state["settings"]["order"] == "number"  # for this deal only
    assert world.one('#settings [value="own"]').checked and not world.one("#order-own").hidden
    await dragged(world, hand[1], (60, 720))
    assert world.hand()[0] == hand[1]
    number = world.one('#settings [name="order"][value="number"]')
    number.checked = True
    number.fire("change")
    await world.quiet()
    assert world.hand() == hand  # sorted again by hand
    await dragged(world, hand[0], (60, 720), (last, 740))
    await world.quiet()
    assert world.hand() == [*hand[1:], hand[0]]
    await world.round()
    if world.phase == "round-over":
        await world.do("next-round")
        tiles = [tuple(int(half) for half in tile.split("-")) for tile in world.hand()]
        assert tiles == sorted(tiles, reverse=True)  # a new deal is sorted again
        assert not world.one('#settings [value="own"]').checked and world.one("#order-own").hidden


@pytest.mark.parametrize(
    ("pointer", "target", "held", "scrolls"),
    [
        ("touch", (12, 660), 0, True),  # along the hand
        ("touch", (90, 700), 0, False),  # across it
        ("touch", (12, 660), 500, False),  # after a long press
        ("mouse", (12, 660), 0, False),  # a mouse has a wheel
    ],
)
@played
async def test_a_swipe_scrolls_a_hand_that_does_not_fit(
    make: Make, pointer: str, target: tuple[int, int], held: int, scrolls: bool
) -> None:
    world = await at_a_choice(make)
    hand, order = world.one("#hand"), world.hand()
    hand.scrollHeight = hand.clientHeight + 100
    button, now = world.every("#hand > button")[0], world.window.performance.now
    await world.point("pointerdown", button, 10, 710, pointer=pointer)
    world.window.performance.now = lambda: (
        now() + 2000
    )  # the page was busy: what counts is when the finger moved
    await world.point("pointermove", "body", *target, pointer=pointer, at=held)
    assert bool(world.every(".flying-tile")) != scrolls
    assert hand.scrollTop == (50 if scrolls else 0)
    await world.point("pointermove", "body", 90, 700, pointer=pointer)
    assert bool(world.every(".flying-tile")) != scrolls  # a gesture stays what it was
    await world.point("pointerup", "body", 90, 700, pointer=pointer)
    button.click()
    await world.quiet()
    if scrolls:
        assert world.hand() == order and not world.every('#hand > [aria-pressed="true"]')
    await world.click(button)
    assert world.every('#hand > [aria-pressed="true"]') or not world.every("#places > button")


@played
async def test_a_drag_that_the_browser_takes_away_changes_nothing(make: Make) -> None:
    world = await at_a_choice(make)
    hand = world.hand()
    button = world.one("#hand > button")
    await world.point("pointerdown", button, 10, 710)
    await world.point("pointermove", "body", 60, 720)
    assert world.every(".flying-tile")
    await world.point("pointercancel", "body", 60, 720)
    assert not world.every(".flying-tile")
    await world.point("pointermove", "body", 90, 720)
    assert not world.every(".flying-tile")
    await world.point("pointerup", "body", 390, 720)
    await world.quiet()
    assert world.hand() == hand


@played
async def test_the_answer_to_a_tap_on_the_table_stays(make: Make) -> None:
    two = [a_tile("9-4", 13, fits=True), a_tile("4-1", 5, fits=True)]
    world = await shown(make, a_scene(hand=two))
    box = world.one("#frame").getBoundingClientRect()
    x, y = world.camera.position(-1.0, 2.0)
    for has_notice in (True, False):
        await world.point("pointerdown", "#table", x + box.left, y + box.top)
        if has_notice:  # a tap; else the finger only went down there, for what is asked next
            await world.point("pointerup", "#table", x + box.left, y + box.top)
        world.one("#table").click()
        await world.quiet()
        assert bool(world.one("#notice").textContent) is has_notice


@played
async def test_the_table_is_panned_pinched_and_zoomed(make: Make) -> None:
    world = await at_a_choice(make)
    camera = world.camera
    assert not camera.moved_by_person
    before = camera.viewport
    await world.point("pointerdown", "#table", 100, 300)
    await world.point("pointermove", "body", 102, 300)
    assert camera.viewport == before
    await world.point("pointermove", "body", 100, 330)
    await world.point("pointerup", "body", 100, 330)
    assert camera.moved_by_person and camera.viewport[1] < before[1] and camera.viewport[2] == before[2]
    assert world.one("#table").style.transform.startswith("translate(")
    before = camera.viewport
    await world.point("pointerdown", "#table", 100, 300, finger=1)
    await world.point("pointerdown", "#table", 200, 300, finger=2)
    await world.point("pointermove", "body", 220, 300, finger=2)
    assert camera.viewport[2] == pytest.approx(before[2] * 1.2)
    await world.point("pointerup", "body", 220, 300, finger=2)
    await world.point("pointerup", "body", 100, 300, finger=1)
    before = camera.viewport
    assert world.one("#frame").fire("wheel", deltaY=-3, clientX=200, clientY=300).prevented
    assert camera.viewport[2] == pytest.approx(before[2] * 1.15)
    world.one("#frame").fire("wheel", deltaY=3, clientX=200, clientY=300)
    assert camera.viewport == pytest.approx(before)
    world.window.rest()
    assert world.one("#table").style.transform == ""
    for action, factor in (("zoom-in", 1.3), ("zoom-out", 1 / 1.3)):
        before = camera.viewport
        await world.do(action)
        assert camera.viewport[2] == pytest.approx(before[2] * factor)
    await world.do("zoom-fit")
    assert not camera.moved_by_person
    await world.point("pointerdown", ".zoom", 10, 300)
    await world.point("pointermove", "body", 100, 330)
    assert not camera.moved_by_person


@played
async def test_two_taps_in_one_spot_zoom_to_it_and_back(make: Make) -> None:
    world = await at_a_choice(make)
    camera, (left, top, _, _) = world.camera, world.one("#frame").box
    whole = camera.viewport

    async def tap(x: float, y: float) -> None:
        await world.point("pointerdown", "#table", left + x, top + y)
        await world.point("pointerup", "#table", left + x, top + y)

    await tap(120, 200)
    await tap(260, 200)  # two taps, but no double tap
    assert camera.viewport == whole
    spot = importlib.import_module("game.page.board.framing").table_point(whole, camera.size, 262, 203)
    await tap(262, 203)
    assert camera.moved_by_person and camera.viewport[2] > 1.5 * whole[2]
    assert camera.position(*spot) == pytest.approx((262, 203))
    await tap(120, 200)
    await tap(120, 200)
    assert not camera.moved_by_person and camera.viewport == pytest.approx(whole)
    await world.quiet()  # the first tap has chosen the only tile that fits


@played
async def test_the_click_that_ends_a_pan_is_ignored(make: Make) -> None:
    world = await at_a_choice(make)
    tile = world.one('#hand > [data-playable="true"]')
    await world.point("pointerdown", "#table", 100, 300)
    await world.point("pointermove", "body", 100, 330)
    await world.point("pointerup", "body", 100, 330)
    tile.fire("click", detail=1)
    await world.quiet()
    assert tile.getAttribute("aria-pressed") == "false"
    tile.fire("click", detail=1)
    await world.quiet()
    assert tile.getAttribute("aria-pressed") == "true"
