"""The end of a round on the table: the hands that are left, a hop, flying points, and one tap that skips it all."""

import asyncio
from importlib import import_module
from typing import Any

import pytest

from tests.page.conftest import TEXTS, Page, States, World, a_scene, a_seat, a_step, clock, played
from tests.page.openings import Make
from tests.page.shown_scenes import a_sheet, moving


def an_end(**changes: Any) -> dict[str, Any]:
    """The scene of a round that Bob has won with 9-4: the person is left with 4-1, five points of now twelve."""
    given = {
        "version": 2,
        "phase": "round-over",
        "sheet": a_sheet(),
        "steps": [a_step(1, "play", "9-4")],
        "seats": [a_seat(0, "You"), a_seat(1, "Bob", count=0)],
        "prompt": [["prompt.out", {"name": "Bob"}], ["prompt.out.why", {}]],
    }
    return a_scene(**(given | changes))


async def ended(make: Make, **changes: Any) -> World:
    world = await moving(make)
    world.change_setting("speed", "fast")
    world.app.show(an_end(**changes))
    return world


async def until_sheet(world: World) -> float:
    start = clock()
    while not world.app.state["sheet_open"] and clock() < start + 5:
        await asyncio.sleep(0.02)
    assert world.app.state["sheet_open"]
    return clock() - start


@played
async def test_the_hands_that_are_left_lie_open_until_the_sheet_comes(make: Make) -> None:
    world = await ended(make)
    assert not world.one("#round-end").hidden and world.one("#frame").dataset.ending == "out"
    assert world.one("#seats").dataset.ending == "true", "the totals count up below, and are not told above"
    (hand,) = world.every("#round-end-hands > li")
    assert hand.dataset.seatLeft == "0" and len(hand.querySelectorAll(".held-tiles > .mini")) == 1
    assert hand.querySelector(".end-points").textContent == "+5"
    assert not hand.querySelector(".end-total").hidden
    assert world.one("#prompt-more").textContent == TEXTS["prompt.tap-on"]
    world.app.update(end_hidden=False)
    assert world.one("#prompt-more").textContent == ""
    world.app.show(a_scene(version=3))
    later = a_sheet()
    later["totals"] = [12, 7]
    world.app.show(an_end(version=4, sheet=later))
    _own, out = world.every("#round-end-hands > li")
    assert out.querySelector(".end-points").textContent == "+0" and not out.querySelectorAll(".mini")
    assert out.querySelector(".end-total").textContent == "Total 7"
    world.app.show(a_scene(version=5))
    late = a_sheet()
    late["totals"] = [5, 7]  # nobody's total is left out where others have one
    world.app.show(an_end(version=6, sheet=late))
    assert world.one("#round-end-hands .end-total").textContent == "Total 5"
    assert not world.one("#round-end-hands .end-total").hidden
    world.app.show(a_scene(version=7))
    first = a_sheet()
    first["totals"] = [5, 0]  # as after round one: not "+5 5 points"
    world.app.show(an_end(version=8, sheet=first))
    assert world.one("#round-end-hands .end-total").hidden
    await until_sheet(world)
    assert world.one("#round-end").hidden and world.one("#frame").dataset.ending is None
    assert world.one("#seats").dataset.ending is None


@pytest.mark.parametrize("at", ["#frame", '.prompt-line [data-action="story"]'])
@played
async def test_one_tap_beside_the_buttons_skips_the_end(make: Make, at: str) -> None:
    """Also one on the line above the hand, which says so: a button lies over it, for keys."""
    world = await ended(make)
    world.change_setting("speed", "slow")
    started = clock()
    await world.click(at)
    await until_sheet(world)
    assert clock() - started < 2
    await world.click("#frame")  # a tap after the end does nothing
    assert world.app.state["sheet_open"]


@pytest.mark.parametrize("by_key", [False, True])
@played
async def test_a_tap_or_the_key_n_skips_the_end_of_a_match(make: Make, by_key: bool) -> None:
    world = await ended(make, phase="match-over")
    assert world.app.state["end_hidden"]
    await asyncio.sleep(0)  # the wait begins
    await (world.key("n", "body") if by_key else world.click("#frame"))
    for _ in range(9):
        await asyncio.sleep(0)
    assert world.app.state["screen"] == "over" and not world.app.state["end_hidden"]


@played
async def test_a_late_tap_presses_nothing_of_the_sheet(make: Make) -> None:
    world = await ended(make)
    now, pressed = world.window.performance.now(), world.one("[data-action=close-sheet]")
    world.window.performance.now = lambda: now
    await world.click("#frame")
    await until_sheet(world)
    await world.click(pressed)  # the second tap of two
    assert world.app.state["sheet_open"]
    now += 1000
    await world.click(pressed)
    assert not world.app.state["sheet_open"]


@played
async def test_the_winners_bird_hops_and_the_points_fly_to_the_face(make: Make) -> None:
    world = await ended(make)
    moved = [animation.element for animation in world.document.animations]
    assert world.one('#seats > [data-seat="1"] .avatar') in moved  # it hops
    (points,) = [element for element in moved if element.className == "flying-points"]
    assert points.textContent == "+5"
    assert world.one("#callout").textContent == TEXTS["say.out-of-tiles"]


@played
async def test_points_that_still_fly_go_when_the_sheet_comes(make: Make) -> None:
    world = await ended(make)
    assert world.every("body > .flying-points")
    await world.click("#frame")
    await until_sheet(world)
    assert not world.every("body > .flying-points")


@pytest.mark.parametrize(
    ("speed", "phase", "seconds"),
    [
        ("fast", "round-over", 3.5),
        ("normal", "round-over", 3.5),
        ("slow", "round-over", 3.5 * 2.2 / 1.2),
        ("fast", "match-over", 10),  # no score sheet waits: who has looked away must still see the hands
        ("slow", "match-over", 10),
    ],
)
@played
async def test_a_quick_pace_does_not_shorten_the_end(
    make: Make, speed: str, phase: str, seconds: float
) -> None:
    world = await moving(make)
    world.change_setting("speed", speed)
    out = {"seat": 1, "event": "out", "text": ["say.out", {"name": "Bob"}], "tile": None}
    world.app.show(an_end(seen=[out], phase=phase))
    world.app.update(draws_on=True)  # the way to the end was quick, the end is not
    end_seconds = import_module("game.page.events.ending").end_seconds
    assert end_seconds(world.app.state) == pytest.approx(seconds)


@played
async def test_the_totals_count_up_from_those_before_the_round(make: Make) -> None:
    world, shown = await moving(make), list[str]()
    monkeypatch = pytest.MonkeyPatch()
    module = import_module("game.page.sheet.round_end")
    monkeypatch.setattr(module, "FLIGHT_DELAY_MS", 0)
    monkeypatch.setattr(module, "COUNT_SECONDS", 0.005)
    world.change_setting("speed", "fast")
    world.app.show(an_end())
    while world.app.state["end_hidden"]:
        text = world.one("#round-end-hands .end-total").textContent
        if text not in shown[-1:]:
            shown.append(text)
        await asyncio.sleep(0.002)
    monkeypatch.undo()
    numbers = [int(text.removeprefix("Total ")) for text in shown if text]
    assert numbers[-1] == 12 and 7 in numbers and sorted(numbers[1:]) == numbers[1:]
    assert "" in shown[:2], "no old total stands beside the points"


@played
async def test_a_blocked_round_shows_its_foot_first_and_nobody_hops(make: Make) -> None:
    world = await ended(
        make,
        prompt=[["prompt.blocked.you", {}], ["blocked.foot.one", {"tile": "9-9", "n": 1, "suits": "nines"}]],
    )
    assert world.one("#frame").dataset.ending == "blocked"
    moved = {animation.element.className: animation for animation in world.document.animations}
    assert not [name for name in moved if "avatar" in name]
    module = import_module("game.page.sheet.round_end")
    wait = module.LATER_MS["blocked"] + module.FLIGHT_DELAY_MS
    assert moved["flying-points"].timing["delay"] == wait


@played
async def test_without_motion_the_end_is_a_still_picture(make: Make) -> None:
    world = await moving(make)
    world.document.documentElement.dataset.motion = "off"
    world.app.show(an_end())
    assert not world.one("#round-end").hidden
    assert world.document.animations == []
    assert world.one("#round-end-hands .end-total").textContent == "Total 12"


@pytest.mark.parametrize(("key", "how"), [("out", "out"), ("out.you", "out"), ("blocked.you", "blocked")])
def test_the_persons_own_win_is_no_blocked_round(page: Page, key: str, how: str) -> None:
    assert page("sheet.round_end").ending(an_end(prompt=[[f"prompt.{key}", {}]])) == how


@pytest.mark.parametrize(
    ("name", "you", "title", "for_others"),
    [
        ("You", 0, TEXTS["over.won.you"], TEXTS["over.won.you"]),
        ("Ann", 0, TEXTS["over.won.you"], "Ann wins"),
        ("Ann", 1, "Ann wins", "Ann wins"),
        ("Ann", -1, "Ann wins", "Ann wins"),
    ],
)
def test_others_read_the_winners_name(page: Page, name: str, you: int, title: str, for_others: str) -> None:
    sheet = a_sheet() | {"names": [name, "Bob"], "places": [1, 2]}
    scene, match_over = an_end(phase="match-over", you=you, sheet=sheet), page("sheet.match_over")
    assert match_over.title(scene) == title
    assert match_over.title_for_others(scene) == for_others


@pytest.mark.parametrize(("rounds", "is_long"), [(13, False), (14, True)])
def test_only_more_than_thirteen_rounds_are_told_by_numerals(page: Page, rounds: int, is_long: bool) -> None:
    scene = an_end(sheet=a_sheet() | {"rows": [{"centre": "9-9", "face": ""}] * rounds})
    cells = page("sheet.score_sheet_view").scores({**States(page).START, "sheet_scene": scene})
    assert ("#score-table", "data-long", "true" if is_long else None) in cells
