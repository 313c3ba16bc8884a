"""The panels of the table, with made-up scenes and an engine with fixed answers."""

import asyncio
import json
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from game.narration.localization.language import load
from tests.page.conftest import (
    TEXTS,
    Page,
    States,
    a_patch,
    a_scene,
    a_seat,
    a_step,
    a_tile,
    played,
    unstable_sorted,
)
from tests.page.openings import Make, opened
from tests.page.shown_scenes import PLACE, shown

OTHER = PLACE | {"move": "9-4>4-1", "x": 2, "on": "", "suit": 4}


def order(page: Page, order: str, own: tuple[str, ...] = ()) -> list[str]:
    tiles = [a_tile("4-1", 5), a_tile("9-0", 9, fits=True), a_tile("9-4", 13), a_tile("0-0", 50, fits=True)]
    return [tile["tile"] for tile in page("hand.hand").sort_hand(tiles, order, own)]


def test_the_hand_is_sorted_as_the_setting_says(page: Page) -> None:
    assert order(page, "number") == ["0-0", "9-4", "9-0", "4-1"]
    assert order(page, "points") == ["0-0", "9-4", "9-0", "4-1"]
    assert order(page, "own", ("9-4", "4-1")) == ["9-4", "4-1", "9-0", "0-0"]


@pytest.mark.parametrize(("phase", "is_marked"), [("playing", True), ("replay", True), ("round-over", False)])
def test_the_seat_on_turn_is_marked_in_play_and_in_a_replay(page: Page, phase: str, is_marked: bool) -> None:
    state = {**States(page).START, "scene": a_scene(phase=phase, turn=1), "moods": ["", ""]}
    ((_, _, rows),) = [cell for cell in page("seats.seats").seats(state) if cell[1] == "rows"]
    marked = [value for _, _, cells in rows for _, name, value in cells if name == "aria-current"]
    assert marked == [None, "true" if is_marked else None]


def test_tiles_of_equal_points_and_new_tiles_keep_their_order(page: Page) -> None:
    """A past fault: MicroPython's sort is not stable, so tiles changed places whenever another one was played."""
    page("hand.hand").sorted = unstable_sorted
    tiles = [a_tile("6-3", 9), a_tile("7-2", 9), a_tile("8-1", 9), a_tile("9-4", 13)]
    for order, wanted in (("points", ["9-4", "6-3", "7-2", "8-1"]), ("own", ["8-1", "6-3", "7-2", "9-4"])):
        assert [tile["tile"] for tile in page("hand.hand").sort_hand(tiles, order, ("8-1",))] == wanted


@pytest.mark.parametrize(
    ("before", "stop", "row", "after"),
    [
        (["a", "b", "c"], "b", ["c", "b", "a"], "b"),
        (["a", "b", "c"], "b", ["a", "c"], "c"),
        (["a", "b", "c"], "c", ["a", "b"], "b"),
        (["a", "b"], "a", [], None),
        ([], None, ["a", "b"], "a"),
    ],
)
def test_the_tab_stop_moves_to_the_next_tile(
    page: Page, before: list[str], stop: Any, row: list[str], after: Any
) -> None:
    assert page("hand.hand").tab_stop_after(before, stop, row) == after


BOXES = [(0, 0, 50, 100), (50, 0, 100, 100), (0, 100, 50, 200)]


@pytest.mark.parametrize(
    ("tile", "place", "row"),
    [
        ("c", (10, 50), ["c", "a", "b"]),
        ("c", (30, 50), ["a", "c", "b"]),
        ("c", (90, 50), ["a", "b", "c"]),
        ("a", (90, 50), ["b", "a", "c"]),
        ("a", (10, 150), ["b", "a", "c"]),
        ("a", (40, 150), ["b", "c", "a"]),
        ("a", (300, -5), ["a", "b", "c"]),
        ("b", (25, 50), ["a", "b", "c"]),
        ("b", (24, 100), ["a", "b", "c"]),
    ],
)
def test_a_tile_moved_within_the_hand(page: Page, tile: str, place: tuple[int, int], row: list[str]) -> None:
    assert page("hand.hand").row_after_drop(["a", "b", "c"], tile, BOXES, place) == row


def test_steps_along_a_row(page: Page) -> None:
    stepped = page("hand.hand").step_index
    assert [stepped(3, 2, 1), stepped(3, 0, -1), stepped(3, 1, "first"), stepped(3, 1, "last")] == [
        0,
        2,
        0,
        2,
    ]


@played
async def test_seats_show_count_total_turn_and_the_one_tile_mark(make: Make) -> None:
    seats = [
        a_seat(0, "You"),
        a_seat(1, "Bob", count=1, total=30, one=True, called=True),
        a_seat(2, "Eve", count=20),
    ]
    world = await shown(make, a_scene(seats=seats, turn=1, next=False))
    rows = world.every("#seats > li")
    assert [row.dataset.seat for row in rows] == ["0", "1", "2"]
    assert world.texts("#seats .seat-name") == [TEXTS["ui.you"], "Bob", "Eve"]
    assert world.texts("#seats b[data-count]") == ["2", "1", "20"] == [row.dataset.count for row in rows]
    assert world.texts("#seats b[data-total]") == ["0", "30", "0"] == [row.dataset.total for row in rows]
    assert [len(row.querySelectorAll(".backs i")) for row in rows] == [2, 1, 14]
    assert [row.getAttribute("aria-current") for row in rows] == [None, "true", None]
    assert [row.dataset.away for row in rows] == [None, "one", None]
    assert [row.dataset.called for row in rows] == [None, "true", None]
    assert "Bob" in (world.every("#seats .tap")[1].getAttribute("aria-label") or "")
    assert world.one("#seats").dataset.least == "1 2 3"
    assert world.one("#seats").dataset.later is None  # no totals on a phone before the second round
    assert world.document.body.dataset.turn == "1"
    world.app.show(a_scene(seats=seats, turn=1, phase="round-over"))
    assert not world.every("#seats > [aria-current]")
    world.app.show(a_scene(seats=seats, round={"number": 2, "of": 3, "centre": "8-8", "own": "8-8"}))
    assert world.one("#seats").dataset.later == "true"


@played
async def test_each_seat_shows_its_last_action_until_its_next_turn(make: Make) -> None:
    acts = [["play", "6-3"], ["draw"], ["pass"], ["skip"], None, ["play", "6-4", "drew"], ["pass", "drew"]]
    seats = [a_seat(number, f"Name{number}", did=did) for number, did in enumerate(acts)]
    del seats[4]["did"]  # as an older version of the game sends it
    world = await shown(make, a_scene(seats=seats, turn=0, next=False))
    shorts = [one.querySelector("span").textContent for one in world.every("#seats .seat-did")]
    assert shorts == ["6-3", "drew", "passed", "missed", "", "6-4", "drew"]
    assert [row.dataset.did for row in world.every("#seats .seat-did")] == [
        *("play", "draw", "pass", "skip"),
        None,
        *("play", "pass"),
    ]
    assert not any(row.dataset.wide for row in world.every("#seats .seat-did")), "short words"
    icons = [use.getAttribute("href") for use in world.every("#seats .seat-did use")]
    assert icons[1] == icons[6] == "#i-draw" and icons[2] == "#i-pass"
    said = [button.getAttribute("aria-label") or "" for button in world.every("#seats .tap")]
    assert [text.rpartition(", ")[2] for text in said] == [
        *("played 6-3", "drew a tile", "passed", "missed a turn"),
        "0 points",
        *("drew and played 6-4", "drew and passed"),
    ]


@played
async def test_round_yard_ends_and_foot(make: Make) -> None:
    world = await shown(make, a_scene())
    assert world.one("[data-yard]").dataset.yard == "7" == world.one("[data-yard]").textContent
    assert world.one("#draw-count").textContent == "7" and world.one("#yard").dataset.empty is None
    assert world.texts("#ends b") == ["4"] and world.texts("#ends small") == ["×2"]
    assert world.one("#ends > li").dataset.state == "open"
    assert world.one("#foot").hidden
    ends = [
        {"suit": 4, "count": 1, "open": False, "at": [[0, 0, "4-1"]]},
        {"suit": 6, "count": 3, "open": True, "at": [[0, 0, "6-1"]]},
    ]
    foot = [["ui.title", {}]]
    world.app.show(a_scene(ends=ends, foot=foot, dead=True, yard=0))
    assert [end.dataset.state for end in world.every("#ends > li")] == ["locked", "live"]
    assert world.one("#ends").dataset.locked == "true" and world.texts("#ends small") == ["", "×3"]
    assert not world.one("#foot").hidden and world.one("#foot").dataset.tone == "warn"
    assert world.one(".ends-line").dataset.pending == "true"
    assert world.one("#draw-count").textContent == "0" and world.one("#yard").dataset.empty == "true"
    world.app.show(a_scene(ends=[{"suit": 4, "count": 1, "open": False, "at": [[0, 0, "4-1"]]}], foot=[]))
    assert world.one("#ends").dataset.locked is None and world.one("#foot").hidden


FITS = ["prompt.fits", {"n": 1}]


@played
async def test_the_grey_draw_button_says_when_one_must_play(make: Make) -> None:
    world = await shown(make, a_scene(yard=0))
    draw, scene = (
        world.one('#buttons [data-action="draw"]'),
        a_scene(yard=0, prompt=[["prompt.turn", {}], FITS]),
    )
    for yard, told in ((2, "prompt.fits-dots.one"), (0, "prompt.fits-must.one")):
        world.app.show(scene | {"yard": yard})
        assert world.texts("#prompt-more") == [TEXTS[told].replace("{n}", "1")]
    assert not draw.disabled and draw.getAttribute("aria-disabled") == "true"
    await world.click(draw)
    assert world.one("#notice").textContent == TEXTS["ui.must-play"]
    assert "act" not in [verb for verb, _ in world.asked]
    nothing = [dict(tile, fits=False) for tile in a_scene()["hand"]]
    changed: list[dict[str, Any]] = [
        {"yard": 3},
        {"hand": nothing},
        {"can": {"pass": True}},
        {"turn": 1},
    ]
    for version, changes in enumerate(changed, 2):
        world.app.show(a_scene(**{"version": version, "yard": 0, **changes}))
        assert draw.disabled and draw.getAttribute("aria-disabled") is None, changes


@played
async def test_the_buttons_follow_what_can_be_done(make: Make) -> None:
    world = await shown(make, a_scene(can={"draw": True, "pass": False, "hint": True, "undo": False}))
    disabled = {
        name: world.one(f'#buttons [data-action="{name}"]').disabled
        for name in ("draw", "pass", "hint", "undo")
    }
    assert disabled == {"draw": False, "pass": True, "hint": False, "undo": True}
    assert world.one("#hand").dataset.mine == "true"
    take_back, undo = (
        world.one('#buttons [data-action="take-back"]'),
        world.one('#buttons [data-action="undo"]'),
    )
    assert take_back.hidden and not undo.hidden
    world.app.show(a_scene(can={"take-back": True, "call": "armed", "catch": [1], "hint": False}))
    assert not take_back.hidden and undo.hidden and world.one("#hand").dataset.mine is None
    call = world.one('[data-action="call"]')
    assert not call.hidden and call.getAttribute("aria-pressed") == "true"
    assert [button.dataset.target for button in world.every("#catches > button")] == ["1"]
    assert world.texts("#catches > button > b") == ["Catch Bob: no “Chickenlittle!”"]
    why = TEXTS["ui.catch-why-first"].replace("{name}", "Bob")
    assert world.texts("#catches > button > small") == [f"{why} {TEXTS['ui.catch-waits']}"]
    world.app.show(a_scene(can={"catch": [1]}, yard=0))
    why = TEXTS["ui.catch-why-turn-first"].replace("{name}", "Bob")  # LAST-3
    assert world.texts("#catches > button > small") == [f"{why} {TEXTS['ui.catch-waits']}"]
    world.app.update(hurried=False, settings=dict(world.app.state["settings"], speed="normal"))
    chance = a_scene(turn=2, can={"catch": [1]}, yard=0, next=True)
    world.app.show(chance)
    assert world.one("#catches > button").dataset.countdown is None  # the first time nothing hurries
    world.app.update(party_role="host")  # but others wait with them
    button = world.one("#catches > button")  # it fills until the next event
    assert button.dataset.countdown == "true" and button.getAttribute("style") == "--seconds:10.0s"
    assert world.texts("#catches > button > small") == [why]
    world.app.update(party_role="")
    world.change_setting("catch-told", True)
    assert button.dataset.countdown == "true" and button.getAttribute("style") == "--seconds:4.0s"
    world.app.show(a_scene(turn=0, can={"catch": [1]}, next=False))  # a person: no time is set
    assert world.one("#catches > button").dataset.countdown is None
    world.app.show(a_scene(can={"call": "arm"}))
    assert call.getAttribute("aria-pressed") is None and not world.every("#catches > button")


@pytest.mark.parametrize(
    ("can", "asked"),
    [
        ("now", ("act", {"code": "!"})),
        ("arm", ("arm", {"armed": True})),
        ("armed", ("arm", {"armed": False})),
    ],
)
@played
async def test_a_call_is_made_or_armed(make: Make, can: str, asked: Any) -> None:
    world = await shown(make, a_scene(can={"call": can}), act=a_scene(), arm=a_scene())
    world.change_setting("call-alone", False)
    await world.do("call")
    assert asked in world.asked


@pytest.mark.parametrize(
    ("action", "code"), [("draw", "+"), ("pass", "="), ("take-back", "<"), ("catch", "?1")]
)
@played
async def test_buttons_that_are_moves(make: Make, action: str, code: str) -> None:
    can = {"draw": True, "pass": True, "take-back": True, "catch": [1]}
    nothing = [dict(tile, fits=False) for tile in a_scene()["hand"]]
    world = await shown(make, a_scene(hand=nothing, can=can | {"draw": action == "draw"}), act=a_scene())
    await world.do(action)
    assert ("act", {"code": code}) in world.asked


@pytest.mark.parametrize(("action", "code"), [("draw", "+"), ("pass", "=")])
@played
async def test_to_draw_or_pass_with_a_fitting_tile_takes_a_second_tap(
    make: Make, action: str, code: str
) -> None:
    world = await shown(make, a_scene(can={action: True}), act=a_scene())
    await world.do(action)
    assert ("act", {"code": code}) not in world.asked
    assert world.app.state["notice"] == TEXTS["ask." + action].replace("{tile}", "9-4")
    await world.do(action)
    assert ("act", {"code": code}) in world.asked


@played
async def test_each_pass_with_a_fitting_tile_asks_but_no_later_draw(make: Make) -> None:
    """In a person's first match, however, each draw asks."""
    world = await shown(make, a_scene(can={"draw": True, "pass": True}), act=a_scene())
    change_setting = import_module("game.page.settings.settings").change_setting
    for speed, action, codes in (
        ("first", "draw", []),
        ("first", "draw", []),
        ("normal", "draw", ["+"]),
        ("normal", "pass", ["+"]),
    ):
        change_setting(world.app, "speed", speed)
        world.app.show(a_scene(can={"draw": True, "pass": True}))
        await world.do(action)
        assert [given["code"] for verb, given in world.asked if verb == "act"] == codes
    change_setting(world.app, "speed", "first")
    for _ in range(2):  # the second press is the answer
        await world.do("draw")
    assert [given["code"] for verb, given in world.asked if verb == "act"] == ["+", "+"]


@played
async def test_a_chosen_tile_lights_its_places_and_a_second_tap_deselects_it(make: Make) -> None:
    answers = {"places": [PLACE, OTHER]}
    world = await shown(make, a_scene(), tap=lambda **given: answers, act=a_scene(hand=[a_tile("4-1", 5)]))
    tile = '#hand > [data-tile="9-4"]'
    await world.click(tile)
    assert (
        world.one(tile).getAttribute("aria-pressed") == "true" and world.one("#ghosts").childElementCount == 2
    )
    places = world.every("#places > button")
    assert [place.dataset.move for place in places] == ["9-4>9-9", "9-4>4-1"]
    assert [place.getAttribute("tabindex") for place in places] == ["0", "-1"]
    assert "9-9" in (places[0].getAttribute("aria-label") or "")
    assert places[1].getAttribute("aria-label") == TEXTS["ui.place-centre"]
    assert places[0].style.left and places[0].style.width == f"{1.6 * world.camera.scale:.1f}px"
    assert TEXTS["prompt.places.other"] in world.one("#prompt-more").textContent
    assert world.one("#glow").dataset.behind == world.one("#slots").dataset.behind == "true"
    assert world.one("#round-line").dataset.behind == "true"  # no place lies over the occasion's name
    await world.click(tile)
    assert world.one("#glow").dataset.behind is None
    assert not world.every("#places > button") and world.one(tile).getAttribute("aria-pressed") == "false"
    assert world.one("#ghosts").childElementCount == 0
    answers["places"] = [PLACE]
    await world.click(tile)
    assert TEXTS["prompt.places.one"] in world.one("#prompt-more").textContent
    world.app.update(places=[PLACE, PLACE | {"x": 3, "also": True, "toe": 0}])  # two toes of one foot
    assert TEXTS["prompt.places-alike"] in world.one("#prompt-more").textContent
    for suit, key in ((9, "places-alike"), (4, "places.other"), (None, "places.other")):  # at another tile
        at_other = {name: value for name, value in PLACE.items() if name != "suit"}
        at_other |= {"move": "9-4>9-8", "x": 3} | ({} if suit is None else {"suit": suit})
        world.app.update(places=[PLACE, at_other])
        assert TEXTS[f"prompt.{key}"] in world.one("#prompt-more").textContent, suit
        world.app.update(places=[PLACE, at_other | {"dot": True}])
        dotted = "places-alike-dot" if suit == 9 else "places-dot"
        assert TEXTS[f"prompt.{dotted}"] in world.one("#prompt-more").textContent, suit
    world.app.update(places=[PLACE])
    choosing = import_module("game.page.play.choosing")
    world.app.object(choosing.Choosing).since -= choosing.DOUBLE_TAP_MS  # not a double tap
    await world.click(tile)
    assert not world.every("#places > button") and world.hand() == ["9-4", "4-1"]
    await world.click(tile)
    await world.click("#places > button")
    assert ("act", {"code": "9-4>9-9", "call": True}) in world.asked and world.hand() == ["4-1"]


@played
async def test_a_double_tap_plays_a_tile_with_a_single_place(make: Make) -> None:
    answers = {"places": [PLACE]}
    world = await shown(make, a_scene(), tap=lambda **given: answers, act=a_scene(hand=[a_tile("4-1", 5)]))
    await world.click('#hand > [data-tile="9-4"]')
    await world.click('#hand > [data-tile="9-4"]')
    assert world.asked[-1] == ("act", {"code": "9-4>9-9", "call": True}) and world.hand() == ["4-1"]


@played
async def test_a_double_tap_plays_on_a_double_whose_toes_are_one_place(make: Make) -> None:
    answers = {"places": [PLACE, PLACE | {"x": 3, "also": True, "toe": 0}]}
    world = await shown(make, a_scene(), tap=lambda **given: answers, act=a_scene(hand=[a_tile("4-1", 5)]))
    await world.click('#hand > [data-tile="9-4"]')
    await world.click('#hand > [data-tile="9-4"]')
    assert world.asked[-1] == ("act", {"code": "9-4>9-9", "call": True}) and world.hand() == ["4-1"]


@played
async def test_a_tap_on_another_toe_names_the_toe(make: Make) -> None:
    answers = {"places": [PLACE, *[PLACE | {"x": 3 * n, "also": True, "toe": n} for n in (0, 2)]]}
    world = await shown(make, a_scene(), tap=lambda **given: answers, act=a_scene(hand=[a_tile("4-1", 5)]))
    await world.click('#hand > [data-tile="9-4"]')
    await world.click('#places > [data-toe="2"]')
    assert world.asked[-1] == ("act", {"code": "9-4>9-9", "call": True, "toe": 2})


@pytest.mark.parametrize(("places", "played_on"), [([PLACE], True), ([PLACE, OTHER], False)])
@played
async def test_a_second_tap_before_the_engine_answers_counts(
    make: Make, places: list[Any], played_on: bool
) -> None:
    answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    world = await shown(make, a_scene(), act=a_scene(hand=[a_tile("4-1", 5)]))

    async def tap(given: str) -> str:
        return await answer

    world.engine["tap"] = tap
    tile = world.one('#hand > [data-tile="9-4"]')
    for _ in range(2):
        tile.click()
        for _ in range(9):
            await asyncio.sleep(0)
        assert tile.getAttribute("aria-pressed") == "true"
    answer.set_result(json.dumps({"ok": {"places": places}}))
    await world.quiet()
    assert [verb for verb, _ in world.asked if verb == "act"] == ["act"] * played_on
    assert not world.every("#places > button")
    assert world.hand() == (["4-1"] if played_on else ["9-4", "4-1"])


@played
async def test_a_tap_on_a_tile_that_the_chosen_one_fits_plays_it_there(make: Make) -> None:
    lying = '<g class="tile at" data-placed="9-9" style="--x:-1;--y:0;--a:45deg"></g>'
    start = a_scene(patch=a_patch(add=[["9-9", lying]]))
    answers = {"places": [OTHER, PLACE]}
    world = await shown(make, start, tap=lambda **given: answers, act=a_scene(hand=[a_tile("4-1", 5)]))
    await world.click('#hand > [data-tile="9-4"]')
    choosing = import_module("game.page.play.choosing")
    await choosing.play_near(world.app, (-1.5, 0.5))  # beside the turned tile
    assert not [given for verb, given in world.asked if verb == "act"]
    await choosing.play_near(world.app, (-0.5, 0.5))
    assert world.asked[-1] == ("act", {"code": "9-4>9-9", "call": True}) and world.hand() == ["4-1"]


def notice(world: Any) -> str:
    """The notice as the text that its message has."""
    return str(world.one("#notice").textContent).replace("\u2060", "")


@played
async def test_a_tap_near_an_end_where_the_tile_does_not_fit_says_why(make: Make) -> None:
    answers = {"places": [PLACE]}
    refused = {"refused": {"key": "reason.can-play", "values": {}}}
    world = await shown(make, a_scene(), tap=lambda **given: answers, act=refused, why=None)
    await world.click('#hand > [data-tile="9-4"]')
    choosing = import_module("game.page.play.choosing")
    await choosing.play_near(world.app, (30, 30))  # far from every end
    assert [given for verb, given in world.asked if verb == "act"] == []
    await choosing.play_near(world.app, (-1.2, 2.5))
    assert [given["code"] for verb, given in world.asked if verb == "act"] == ["9-4>4-2"]
    assert world.one("#notice").textContent == TEXTS["reason.can-play"]


@played
async def test_a_tap_near_an_end_chooses_the_only_tile_that_fits_there(make: Make) -> None:
    two = [a_tile("9-4", 13, fits=True), a_tile("4-1", 5, fits=True)]
    world = await shown(make, a_scene(hand=two), tap={"places": [PLACE]})
    tap_end = import_module("game.page.play.choosing").tap_end
    tap_end(world.app, (30, 30))  # far from every end
    assert not world.one("#notice").textContent
    tap_end(world.app, (-1.2, 2.5))
    assert notice(world) == load().say("ui.fit-here", {"tiles": ["9-4", "4-1"]})
    ends = a_scene()["ends"]
    world.app.show(a_scene(version=2, hand=two, ends=[ends[0] | {"suit": 7}]))
    tap_end(world.app, (-1.2, 2.5))
    assert notice(world) == load().say("ui.fit-elsewhere", {"suits": ["suits.7", {}]})
    world.app.show(a_scene(version=3, hand=two, ends=[ends[0] | {"suit": 9}]))
    tap_end(world.app, (-1.2, 2.5))
    await world.quiet()
    assert world.app.state["chosen_tile"] == "9-4"
    world.app.show(a_scene(version=4, hand=two, ends=[]))
    tap_end(world.app, (30, 30))
    assert world.one("#notice").textContent == TEXTS["ui.choose-first"]
    world.app.show(a_scene(version=5, hand=[a_tile("4-1", 5)]))
    tap_end(world.app, (-1.2, 2.5))
    await world.quiet()
    assert not world.one("#notice").textContent and not world.app.state["chosen_tile"]  # nothing fits
    for ends, point in ((a_scene()["ends"], (-1.2, 2.5)), ([], (30, 30))):  # the second table is empty
        world.app.show(a_scene(hand=[a_tile("4-1", 5), a_tile("9-4", 13, fits=True)], ends=ends))
        tap_end(world.app, point)
        await world.quiet()
        assert world.app.state["chosen_tile"] == "9-4" and world.every("#places > button")
        assert not world.one("#notice").textContent
        await asyncio.sleep(1)  # no double tap
        await world.click('#hand > [data-tile="9-4"]')  # puts it back
        assert not world.app.state["chosen_tile"]
    title = ["ui.round", {}]
    lesson = {"step": 1, "of": 7, "title": title, "text": title, "done": False, "free": False, "draws": False}
    world.app.show(a_scene(hand=two[:1], phase="lesson", lesson=lesson))
    tap_end(world.app, (-1.2, 2.5))
    await world.quiet()
    assert world.app.state["chosen_tile"] == "9-4"


@played
async def test_a_tile_is_laid_before_the_engine_answers_and_keeps_its_element(
    make: Make,
) -> None:
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    world = await shown(make, a_scene(), tap={"places": [PLACE]})

    async def act(given: str) -> str:
        return str(await answer)

    world.engine["act"] = act
    await world.click('#hand > [data-tile="9-4"]')
    place = world.one("#places > button")
    place.focus()
    place.click()
    laid = world.one('#early > [data-placed="9-4"]')
    assert world.one('#hand > [data-tile="9-4"]').dataset.laid == "true"
    assert world.one("#places").dataset.laid == "true" and world.one("#ghosts").childElementCount == 0
    place.click()  # again, with ?pace=0
    for _ in range(9):
        await asyncio.sleep(0)
    assert len([verb for verb, _ in world.asked if verb == "act"]) == 1
    patch = a_patch(add=[["9-4", PLACE["laid"]]], set=[["marks", "<circle/>"]])
    answer.set_result(json.dumps({"ok": a_scene(hand=[a_tile("4-1", 5)], patch=patch)}))
    await world.quiet()
    assert world.one('#tiles > [data-placed="9-4"]') is laid and world.one("#early").childElementCount == 0
    assert world.one("#places").dataset.laid is None and not world.every("#places > button")
    assert world.document.activeElement is world.one('#hand > [data-tile="4-1"]')
    assert world.one("#marks").childElementCount == 1


@played
async def test_a_tile_for_which_others_make_room_is_laid_by_the_answer(make: Make) -> None:
    """The table as it is has no room for the tile: laid early, it would cover another one."""
    after = a_scene(hand=[a_tile("4-1", 5)], patch=a_patch(add=[["9-4", PLACE["laid"]]]))
    world = await shown(make, a_scene(), tap={"places": [PLACE | {"laid": ""}, OTHER]}, act=after)
    await world.click('#hand > [data-tile="9-4"]')
    place = world.one("#places > button")
    place.focus()
    place.click()
    assert not world.one("#early").childElementCount and not world.every("#places > button")
    assert world.one('#hand > [data-tile="9-4"]').dataset.laid is None
    place.click()
    await world.quiet()
    assert [given["code"] for verb, given in world.asked if verb == "act"] == ["9-4>9-9"]
    assert world.placed() == ["9-4"] and world.hand() == ["4-1"]
    assert world.document.activeElement is world.one('#hand > [data-tile="4-1"]')


@played
async def test_a_refused_move_puts_the_tile_back_with_the_reason(make: Make) -> None:
    refused = {"refused": {"key": "reason.not-your-turn", "values": {}}}
    world = await shown(make, a_scene(), tap={"places": [PLACE]}, act=refused)
    await world.click('#hand > [data-tile="9-4"]')
    await world.click("#places > button")
    assert (
        world.one("#notice").textContent
        == TEXTS["reason.not-your-turn"]
        == world.one("#announcer").textContent
    )
    assert world.one("#notice").dataset.kind == "refused" and not world.one("#notice").hidden
    assert (
        world.one("#early").childElementCount == 0
        and world.one('#hand > [data-tile="9-4"]').dataset.laid is None
    )
    assert world.document.activeElement is world.one('#hand > [data-tile="9-4"]')
    assert not world.every("#places > button")


@played
async def test_a_tile_that_fits_nowhere_is_refused_and_not_chosen(make: Make) -> None:
    refused = {"refused": {"key": "reason.not-your-turn", "values": {}}}
    world = await shown(make, a_scene(), tap=refused)
    await world.click('#hand > [data-tile="4-1"]')
    assert not world.one("#notice").hidden and not world.every('#hand > [aria-pressed="true"]')
    await world.key("Escape", target="#hand > button")
    assert world.one("#notice").hidden and world.one("#notice").dataset.kind is None


@played
async def test_a_tile_with_one_place_is_played_at_once_if_the_setting_says_so(make: Make) -> None:
    world = await shown(make, a_scene(), tap={"scene": a_scene(hand=[a_tile("4-1", 5)])})
    world.change_setting("at-once", True)
    await world.click('#hand > [data-tile="9-4"]')
    assert world.asked[-1] == ("tap", {"tile": "9-4", "at_once": True, "call": True})
    assert world.hand() == ["4-1"]


@played
async def test_a_tile_played_at_once_is_shown_though_another_was_tapped(make: Make) -> None:
    answers: list[Any] = [{"scene": a_scene(hand=[a_tile("4-1", 5)])}, {"places": []}]
    world = await shown(make, a_scene(), tap=lambda **given: answers.pop(0))
    world.change_setting("at-once", True)
    for tile in ("9-4", "4-1"):
        world.one(f'#hand > [data-tile="{tile}"]').click()
    await world.quiet()
    assert world.hand() == ["4-1"]


@played
async def test_a_hint_marks_a_button_and_is_dropped_if_the_table_changed(make: Make) -> None:
    advice: dict[str, Any] = {"tile": None, "do": "draw", "said": [["ui.draw", {}], ["ui.pass", {}]]}
    answers = [advice, None]
    world = await shown(make, a_scene(can={"draw": True}), hint=lambda: answers.pop(0))
    await world.do("hint")
    assert world.one('#buttons [data-action="draw"]').dataset.wanted == "true"
    assert world.one('#buttons [data-action="pass"]').dataset.wanted is None
    assert world.one("#notice").textContent == TEXTS["ui.draw"] + " " + TEXTS["ui.pass"]
    world.app.show(a_scene())
    assert world.one('#buttons [data-action="draw"]').dataset.wanted is None and world.one("#notice").hidden
    await world.do("hint")
    assert world.one("#notice").hidden


@played
async def test_a_refused_hint_says_why(make: Make) -> None:
    refused = {"refused": {"key": "error.devices.no-hint", "values": {}}}
    world = await shown(make, a_scene(), hint=refused)
    await world.do("hint")
    assert world.one("#notice").textContent == TEXTS["error.devices.no-hint"]


@played
async def test_the_question_before_a_draw_names_the_heaviest_tile(make: Make) -> None:
    hand = [a_tile("4-1", 5, fits=True), a_tile("9-4", 13, fits=True), a_tile("9-9", 18)]
    world = await shown(make, a_scene(can={"draw": True}, hand=hand))
    await world.do("draw")
    assert world.one("#notice").textContent == TEXTS["ask.draw"].replace("{tile}", "9-\u20604")


@played
async def test_pass_asks_first_also_after_another_notice(make: Make) -> None:
    world = await shown(make, a_scene(can={"pass": True}), act=a_scene(version=2))
    import_module("game.page.notices.notice").show_notice(world.app, "No.")
    for asked in (0, 1):
        await world.do("pass")
        assert [verb for verb, _ in world.asked].count("act") == asked


@played
async def test_a_hint_in_a_lesson_names_no_result(make: Make) -> None:
    card = {
        "step": 7,
        "of": 7,
        "title": ["ui.title", {}],
        "text": ["ui.title", {}],
        "free": True,
        "draws": False,
        "done": False,
    }
    scene = a_scene(phase="lesson", lesson=card, can={"hint": True})
    world = await shown(make, scene, hint={"tile": "", "do": "draw", "said": [["hint.draw", {}]]})
    await world.do("hint")
    assert world.one("#notice").textContent == TEXTS["hint.draw"]


@played
async def test_help_in_an_ordinary_match_is_not_asked_about(make: Make) -> None:
    can, advice = {"undo": True, "hint": True}, {"tile": "", "do": "draw", "said": [["hint.draw", {}]]}
    answers: Any = {"undo": a_scene(version=9, can=can), "hint": advice}
    scene = a_scene(can=can, whole_round=True)
    world = await shown(make, scene, **answers)
    await world.do("hint")
    assert world.one("#notice").textContent == TEXTS["hint.draw"]
    await world.do("undo")
    assert [verb for verb, _ in world.asked if verb in answers] == ["hint", "undo"]


@played
@pytest.mark.parametrize("help", ["undo", "hint"])
async def test_help_asks_once_in_each_match_whose_result_names_it(make: Make, help: str) -> None:
    can = {"undo": True, "hint": True}

    def a_match(**changes: Any) -> dict[str, Any]:
        return a_scene(can=can, marks=[help], **changes)

    answers: Any = {"undo": a_scene(version=9, can=can), "hint": None}
    world = await shown(make, a_match(whole_round=True), **answers)
    for press in range(3):
        await world.do(help)
        assert [verb for verb, _ in world.asked].count(help) == press
        assert press or world.one("#notice").textContent == TEXTS["ask." + help]
    other = "hint" if help == "undo" else "undo"
    await world.do(other)
    assert [verb for verb, _ in world.asked].count(other) == 1  # the result does not name it anew
    later = {"number": 2, "of": 3, "centre": "8-8", "own": "8-8"}
    for scene, asks in ((a_match(whole_round=True, round=later), False), (a_match(whole_round=True), True)):
        world.app.show(scene)
        before = len(world.asked)
        await world.do(help)
        assert ((help, {}) in world.asked[before:]) != asks


@played
async def test_bots_play_until_it_is_the_persons_turn(make: Make) -> None:
    scenes = [a_scene(version=2, next=True), a_scene(version=3, turn=0)]
    world = await shown(make, a_scene(turn=1, next=True), next_event=lambda: scenes.pop(0))
    assert scenes == [] and world.app.scene["version"] == 3
    assert [verb for verb, _ in world.asked].count("next_event") == 2


@played
async def test_waiting_ends_when_no_event_is_due(make: Make) -> None:
    world = await shown(make, a_scene(turn=1, next=True), next_event=None)
    assert [verb for verb, _ in world.asked].count("next_event") == 1
    assert world.app.state["nobody_next"] and world.document.body.dataset.busy == "false"
    world.app.show(a_scene(turn=1, version=4, next=True))
    assert not world.app.state["nobody_next"]


@played
async def test_events_are_logged_and_announced_and_the_last_one_is_shown(
    make: Make,
) -> None:
    said = [["ui.draw", {}], ["ui.pass", {}]]
    steps = [a_step(1, "draw"), a_step(1, "pass")]
    world = await shown(make, a_scene(said=said, steps=steps, turn=1))
    assert world.texts("#log .log-text") == [TEXTS["ui.pass"], TEXTS["ui.draw"]]  # the newest first
    assert ["#face-" in face.innerHTML for face in world.every("#log .avatar")] == [
        True,
        True,
    ] and "s1" in world.one("#log > li").className
    assert world.one("#announcer").textContent == TEXTS["ui.draw"] + " " + TEXTS["ui.pass"]
    assert world.one("#last-text").textContent == TEXTS["ui.pass"] and not world.one("#last").hidden
    world.app.show(
        a_scene(said=[["ui.undo", {}]], prompt=[["ui.title", {}], ["ui.hand", {}]], foot=[["ui.yard", {}]])
    )
    spoken = [TEXTS["ui.undo"], TEXTS["ui.title"] + ".", TEXTS["ui.hand"] + ".", TEXTS["ui.yard"] + "."]
    assert world.one("#announcer").textContent == " ".join(spoken)
    assert world.every("#log > li .avatar")[0].hidden
    assert world.one("#last-text").textContent == TEXTS["ui.pass"]
    for _ in range(250):
        world.app.show(a_scene(said=[["ui.undo", {}]], turn=1))
    assert len(world.every("#log > li")) == 200
    world.app.show(a_scene(said=[["ui.yard", {}]], turn=1, whole_round=True))
    assert world.texts("#log .log-text") == [TEXTS["ui.yard"]]


@played
async def test_the_log_tells_once_what_a_catch_costs(make: Make) -> None:
    values = {"name": "Bob", "target": "Cy"}
    said = [["say.catch", values], ["say.caught", {"name": "Cy"}]]
    steps = [a_step(1, "catch", target=0), a_step(0, "draw", why="penalty")]
    world = await shown(make, a_scene(said=said, steps=steps, turn=1))
    catch = load().say("say.catch", values)
    assert world.texts("#log .log-text") == [catch] and world.one("#announcer").textContent == catch


@played
async def test_the_hand_is_told_how_many_seats_take_room(make: Make) -> None:
    for count in (4, 7):
        world = await shown(make, a_scene(seats=[a_seat(seat, f"Bot {seat}") for seat in range(count)]))
        assert world.one("#tray").dataset.seats == " ".join(str(seat + 1) for seat in range(count))


@played
async def test_a_table_with_fewer_seats_shows_no_move_of_the_one_before(make: Make) -> None:
    world = await shown(make, a_scene(said=[["ui.draw", {}]], steps=[a_step(1, "draw")], turn=1))
    world.app.show(a_scene(seats=[a_seat(0, "Ann")], whole_round=True))
    assert world.one("#last").hidden and world.texts("#log .log-text") == []


@played
async def test_patches_move_and_remove_tiles(make: Make) -> None:
    made = '<use data-placed="{}" style="--x:0"/>'
    add = [[tile, made.format(tile)] for tile in ("9-9", "9-4", "4-1")]
    ground = [["webs", "<path/>"], ["shadows", "<path/>"]]
    world = await shown(
        make, a_scene(patch={"clear": True, "add": add, "ground": ground, "set": [["slots", "<g/>"]]})
    )
    assert world.placed() == ["9-9", "9-4", "4-1"]
    kept = world.one('[data-placed="9-9"]')
    world.app.show(a_scene(patch={"remove": ["9-4"], "move": [["4-1", "--x:5"]], "set": [["slots", ""]]}))
    assert (
        world.placed() == ["9-9", "4-1"] and world.one('[data-placed="4-1"]').getAttribute("style") == "--x:5"
    )
    assert world.one('[data-placed="4-1"]').dataset.moved == "a" and kept.dataset.moved is None
    world.app.show(a_scene(patch={"move": [["4-1", "--x:6"]]}))
    assert world.one('[data-placed="4-1"]').dataset.moved == "b", "another name starts the glow again"
    assert world.one('[data-placed="9-9"]') is kept and world.one("#webs").childElementCount == 1
    assert world.one("#slots").childElementCount == 0
    world.app.show(a_scene(patch={"clear": True}))
    assert world.placed() == [] and world.one("#webs").childElementCount == 0


@pytest.mark.slow
@played
async def test_the_focus_follows_the_play(make: Make) -> None:
    world = await make().begin()

    def held() -> Any:
        return world.document.activeElement

    await world.click("#choose")
    assert held() is world.one("#setup-title")
    await world.do("back")
    assert held() is world.one("#play-now")
    await world.click("#play-now")
    assert held() in world.every("#hand > button")
    await world.turn()
    await world.do("undo")
    assert held() in world.every("#hand > button"), "Undo is disabled now"
    assert world.one("#notice").textContent.startswith(TEXTS["say.undone"].partition("{")[0])
    assert "still counts" in world.one("#notice").textContent  # whether the match does
    await world.round()
    assert held() is world.one("#sheet-title")
    await world.do("next-round")
    assert held() in world.every("#hand > button")
    await world.do("menu")
    await world.do("statistics")
    await world.do("back")
    assert held() in world.every("#hand > button")


@played
async def test_the_focus_stays_in_the_hand_when_its_tile_is_played(make: Make) -> None:
    world = await shown(make, a_scene())
    world.one('#hand > [data-tile="9-4"]').focus()
    world.app.show(a_scene(hand=[a_tile("4-1", 5)]))
    assert world.document.activeElement is world.one('#hand > [data-tile="4-1"]')
    world.one('[data-action="menu"]').focus()
    world.app.show(a_scene(hand=[a_tile("7-1", 8)]))
    assert world.document.activeElement is world.one('[data-action="menu"]')


@pytest.mark.parametrize(
    ("interrupted", "shown", "lights"),
    [(False, ["a", "b", None], ["9-4", None, None]), (True, ["a", None], ["9-4", None])],
)
def test_missed_events_are_played_back_until_another_scene_comes(
    page: Page,
    monkeypatch: pytest.MonkeyPatch,
    interrupted: bool,
    shown: list[str | None],
    lights: list[str | None],
) -> None:
    told: list[Any] = []
    lit: list[Any] = []
    curtain = page("turns.curtain")
    scene = a_scene(since=[[{"seat": 1, "tile": "9-4"}, "a"], [{"seat": 1}, "b"]])
    app = SimpleNamespace(state={}, scene=scene)

    async def lifted(app: Any, verb: str) -> bool:
        return verb == "lift"

    def update(missed_event: tuple[int, str] | None) -> None:
        told.append(missed_event and missed_event[1])
        if interrupted:
            app.scene = a_scene()

    app.update = update
    monkeypatch.setattr(curtain, "ask_for_scene", lifted)
    monkeypatch.setattr(curtain, "words", lambda message: message)
    monkeypatch.setattr(curtain, "highlight_tile", lit.append)
    monkeypatch.setattr(curtain, "pace", lambda state: 0.001)
    monkeypatch.setattr(curtain, "act_if_forced", lambda app: None)
    asyncio.run(curtain.lift(app, None))
    assert (told, lit) == (shown, lights)


@played
async def test_a_warning_takes_the_place_of_where_to_tap(make: Make) -> None:
    warned = PLACE | {"warning": ["prompt.may-block.now", {"suits": ["suits.6", {}]}]}
    world = await shown(make, a_scene(), tap=lambda **given: {"places": [warned]})
    await world.click('#hand > [data-tile="9-4"]')
    assert "it will end the round" in world.one("#prompt-more").textContent


@pytest.mark.parametrize(("speed", "is_told"), [("first", True), ("normal", False)])
@played
async def test_in_a_first_match_a_double_says_what_must_follow(make: Make, speed: str, is_told: bool) -> None:
    foot = ["prompt.foot-ahead", {"n": 3, "suits": ["suits.6", {}]}]
    world = await shown(make, a_scene(), tap=lambda **given: {"places": [PLACE | {"foot": foot}]})
    world.change_setting("speed", speed)
    await world.click('#hand > [data-tile="9-4"]')
    assert ("3 sixes must follow" in world.one("#prompt-more").textContent) == is_told


@played
async def test_what_a_place_costs_the_table_is_said(make: Make) -> None:
    other = PLACE | {"move": "9-4>4-4", "on": "4-4", "suit": 4}
    for places, said in (
        ([PLACE], "places.one"),
        ([PLACE | {"laid": "", "dot": True}], "places-room"),
        ([PLACE, other | {"dot": True}], "places-dot"),
        ([PLACE, other | {"dot": True, "laid": ""}], "places-dot"),
        ([PLACE, PLACE | {"move": "9-4>9-8", "dot": True, "laid": ""}], "places-alike-dot"),
    ):
        world = await shown(make, a_scene(), tap={"places": places})
        await world.click('#hand > [data-tile="9-4"]')
        assert world.one("#prompt-more").textContent == TEXTS[f"prompt.{said}"]
    world = await shown(make, a_scene(hand=[a_tile("9-4", 13)]), tap={"places": [PLACE, other]})
    await world.click('#hand > [data-tile="9-4"]')  # the last tile wins everywhere
    assert world.one("#prompt-more").textContent == TEXTS["prompt.places-alike"]


def told(page: Page, **changes: Any) -> list[str]:
    state = {**States(page).START, "scene": a_scene(**changes)}
    ((_, _, rows),) = page("board.told_table").view(state)
    return [next(iter(cells))[2] for _, _, cells in rows]


def test_the_table_is_told_in_words_for_screen_readers(page: Page) -> None:
    ends = [
        {"suit": 4, "count": 2, "open": True, "at": [[1.0, 0.0, "9-4"], [-1.0, 2.0, "4-2"]]},
        {"suit": 8, "count": 2, "open": True, "at": [[1.0, 0.0, "8-8"], [2.0, 0.0, "8-8"]]},
        {"suit": 6, "count": 1, "open": True, "at": [[1.0, 5.0, "6-0"]]},
    ]
    assert told(page, ends=ends) == ["2 fours, on 9-4 and 4-2.", "2 eights, on 8-8.", "one six, on 6-0."]
    pending = [dict(end, open=end["suit"] == 8) for end in ends]
    foot = [
        ["foot.toes", {"n": 2, "suit": ["suit.8", {}], "suits": ["suits.8", {}]}],
        ["foot.unseen", {"n": 3}],
    ]
    lines = told(page, ends=pending, foot=foot)
    assert lines[0] == "2 eights to go; 3 unseen." and len(lines) == 4
    assert told(page, ends=pending, foot=foot[:1])[0] == "2 eights to go."
    assert (
        lines[1] == "2 fours, on 9-4 and 4-2, closed until the foot is filled."
        and lines[2] == "2 eights, on 8-8."
    )
    assert told(page, ends=[]) == ["No open ends."]


@played
async def test_a_screen_reader_meets_the_ends_and_each_seat_once(make: Make) -> None:
    world = await opened(make)
    for _ in range(3):
        await world.turn()
    assert world.texts("#told-table > li") and world.one("#table").getAttribute("aria-hidden") == "true"
    for part in (".seat-name", ".seat-points", ".seat-tiles", ".avatar", ".seat-did"):
        assert all(
            part.getAttribute("aria-hidden") == "true" for part in world.every("#seats > li > " + part)
        )
    assert all(button.getAttribute("aria-label") for button in world.every("#seats > li > .tap"))


@pytest.mark.parametrize(
    ("name", "you", "level", "begins"),
    [
        ("You", 0, None, "You hold"),
        ("Ann", 0, None, "Ann holds"),
        ("Ann", 1, None, "Ann holds"),
        ("Ann", 0, "hen", "You hold"),
    ],
)
def test_among_people_a_seat_is_called_by_its_name(
    page: Page, name: str, you: int, level: str | None, begins: str
) -> None:
    seats = [a_seat(0, name), a_seat(1, "Bob", level=level)]
    first, *more = page("seats.explanations").about_seat(a_scene(you=you, seats=seats), seats[0])
    assert first.startswith(begins) and len(more) == (you == 0)


def test_a_hint_pulses_once_where_several_toes_are_one_move(page: Page) -> None:
    places = [PLACE, PLACE | {"also": True, "toe": 1}, OTHER]
    state = {**States(page).START, "places": places, "hinted_move": PLACE["move"]}
    ((_, _, markup),) = page("play.lit_places").previews(state)
    assert markup.count("hinted") == 1


@pytest.mark.parametrize(("phase", "more"), [("playing", TEXTS["ui.pass"]), ("round-over", "")])
def test_after_a_round_the_score_sheet_says_why_it_ended(page: Page, phase: str, more: str) -> None:
    scene = a_scene(phase=phase, prompt=[["ui.draw", {}], ["ui.pass", {}]])
    cells = page("turns.action_bar").prompt({**States(page).START, "scene": scene})
    assert ("#prompt-more", "text", more) in cells


@pytest.mark.parametrize(("points", "unit"), [(0, "points"), (1, "point"), (18, "points")])
def test_the_word_beside_the_points_fits_their_number(page: Page, points: int, unit: str) -> None:
    state = {**States(page).START, "scene": a_scene(points=points, hand=[])}
    assert ("#in-hand", "text", f"{unit} in hand") in page("hand.hand").view(state)


@pytest.mark.parametrize(("language", "one"), [("en", "1 nine to go"), ("es", "falta 1 nueve")])
def test_one_missing_toe_is_one(language: str, one: str) -> None:
    texts = load(language)
    values = {"n": 1, "suit": ["suit.9", {}], "suits": ["suits.9", {}]}
    assert texts.say("foot.dead", values).startswith(one)
    assert texts.say("ui.in-hand", {"n": 1}).replace("\u00a0", " ") in ("point in hand", "punto en mano")


@played
async def test_the_prompt_says_how_long_it_is_for_the_size_of_its_type(make: Make) -> None:
    one = await shown(make, a_scene(prompt=[["ui.title", {}]]))
    assert one.one("#prompt").getAttribute("style") == "--letters:12"  # 11, bold
    one.app.show(a_scene(version=2, prompt=[["ui.title", {}], ["prompt.have-none.draw", {}]]))
    assert one.one("#prompt").getAttribute("style") == "--letters:31"


def test_a_long_word_for_what_a_seat_did_becomes_a_sign(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = page("seats.seats")
    for word, wide in (("sin cantar", None), ("nicht gerufen", "true")):
        monkeypatch.setattr(seats, "_action_words", lambda did, length, person, word=word: word)
        found = str(seats._seat(a_seat(0, "Ann", did=["skip"]), True, False, "waiting", None, None))
        assert f"('.seat-did', 'data-wide', {wide!r})" in found
