"""The first match on a device: its slow pace, what is told once, and the offer of single taps after its first round."""

import importlib
from typing import Any

import pytest

from game.narration.localization.language import load
from tests.page.conftest import (
    TEXTS,
    MemoryBackend,
    Page,
    States,
    World,
    a_scene,
    a_step,
    a_tile,
    played,
)
from tests.page.forms import checked, chosen
from tests.page.openings import Make

SLOW = 2.2 / 1.2


def pace(world: World) -> float:
    """The factor for every waiting time, without ?pace=0."""
    settings = importlib.import_module("game.page.settings.settings")
    return float(settings.pace({**world.app.state, "hurried": False}))


def over(world: World, number: int) -> None:
    """The score sheet of that round, without ?pace=0."""
    sheet: dict[str, Any] = {"names": ["Ann", "Bob"], "rows": [], "totals": [0, 0], "held": [], "notes": []}
    sheet |= {"leads": [], "chart": "", "places": [1, 2]}
    world.app.update(hurried=False)
    number_of = {"number": number, "of": 3, "centre": "9-9", "own": "9-9"}
    world.app.show(
        a_scene(phase="round-over", round=number_of, sheet=sheet, version=90 + number, call_costs=True)
    )


@played
async def test_the_first_match_is_slow_and_the_second_is_not(make: Make) -> None:
    store = MemoryBackend()
    world = await make(store=store).begin()
    assert checked(world, '#settings [name="speed"]') == ["slow"]
    await world.click("#learn")
    assert pace(world) == 1
    await world.do("lesson-leave")
    await world.click("#play-now")
    assert pace(world) == SLOW and world.app.state["settings"]["speed"] == "first"
    again = await make(store=store).begin()  # a reload
    assert again.phase == "playing" and pace(again) == SLOW
    await again.do("menu")
    await again.do("leave")
    await again.click("#play-now")
    assert pace(again) == 1
    last = await make(store=store).begin()
    assert pace(last) == 1 and checked(last, '#settings [name="speed"]') == ["normal"]


@played
async def test_quicker_taps_are_offered_after_the_first_round(make: Make) -> None:
    world = await make().begin()
    await world.click("#play-now")
    offer, take, taken = (world.one(name) for name in ("#first-tap", "#tap-once", "#tap-taken"))
    over(world, 2)
    assert offer.hidden
    over(world, 1)
    assert not offer.hidden and not take.hidden and taken.hidden
    offer.box = (0, 500, 360, 96)
    await world.click(take)
    assert offer.style.minHeight == "96px", "nothing below it moves under the finger"
    assert world.app.state["settings"]["at-once"] and not offer.hidden and take.hidden and not taken.hidden
    over(world, 2)
    assert offer.hidden
    world.app.show(a_scene(version=99))
    over(world, 1)
    assert offer.hidden, "who has it needs no offer"


def turns(world: World, count: int, version: int = 10) -> None:
    """That many turns of the person, each after one of Bob's."""
    for number in range(count):
        world.app.show(a_scene(version=version + 2 * number, turn=1, steps=[a_step(0, "play")]))
        world.app.show(a_scene(version=version + 1 + 2 * number, steps=[a_step(1, "draw")]))


@played
async def test_the_pace_of_a_first_match_eases(make: Make) -> None:
    world = await make().begin()
    world.change_setting("speed", "first")
    world.app.show(a_scene(card={"number": 1, "seat": 0, "lines": []}, whole_round=True))
    turns(world, 3)
    world.app.show(a_scene(version=60))  # an undo begins no turn
    assert world.app.state["own_turns"] == 4 and pace(world) == SLOW
    turns(world, 1, 70)
    assert 1 < pace(world) < SLOW and checked(world, '#settings [name="speed"]') == ["slow"]
    turns(world, 5, 80)
    assert pace(world) == 1.3, "a little slower than later to its end"
    world.change_setting("speed", "slow")
    assert pace(world) == SLOW, "who chose it keeps it"
    world.app.show(a_scene(card={"number": 1, "seat": 1, "lines": []}, version=99, turn=1))
    assert world.app.state["own_turns"] == 0, "another match"


@played
async def test_a_first_match_says_once_what_costs(make: Make) -> None:
    world = await make().begin()
    await world.click("#play-now")

    def told(version: int, **changes: Any) -> str:
        can = {"undo": True, "draw": True, **changes.pop("can", {})}
        world.app.show(a_scene(version=version, can=can, **changes))
        notice = world.one("#notice")
        return "" if notice.hidden else str(notice.textContent).replace("\u2060", "")

    hand = [a_tile("0-0", 50), a_tile("4-1", 5), a_tile("9-9", 18), a_tile("9-4", 13, fits=True)]
    assert not told(90, hand=hand, can={"undo": False})  # the first turn has enough to read
    assert not told(91, hand=hand, turn=1)
    assert "0-0 costs 50 points" in told(92, hand=hand).replace("\u2068", "").replace("\u2069", "")
    assert not told(93, hand=hand, can={"draw": False})
    assert not told(94, hand=[a_tile("4-1", 5)])
    assert not told(95, hand=hand), "once"
    later = await make().begin()
    later.change_setting("speed", "normal")
    await later.click("#play-now")
    later.app.show(a_scene(version=90, hand=hand, can={"undo": True, "draw": True}))
    assert later.one("#notice").hidden


@played
async def test_a_pace_that_the_person_chose_is_kept(make: Make) -> None:
    store = MemoryBackend()
    world = await make(store=store).begin()
    await chosen(world, '#settings [value="fast"]', None)
    await world.click("#play-now")
    assert pace(world) == 0.4
    again = await make(store=store).begin()
    assert pace(again) == 0.4


@played
async def test_a_person_with_earlier_matches_keeps_normal_pace(make: Make) -> None:
    world = await make(kept={"chickenfoot-settings": {"theme": "dark"}}).begin()
    assert pace(world) == 1
    store = MemoryBackend()
    world = await make(store=store).begin()
    setup = importlib.import_module("game.page.new_game.new_game_form")
    save = importlib.import_module("game.page.settings.settings").save_preference
    save(world.app, "table", setup.KEY, setup.to_storage(world.app.state["setup"]))
    await world.quiet()
    again = await make(store=store).begin()
    assert pace(again) == 1


@played
async def test_choosing_a_theme_before_the_first_match_does_not_choose_a_pace(make: Make) -> None:
    store = MemoryBackend()
    world = await make(store=store).begin()
    await chosen(world, '#settings [value="dark"]', None)
    again = await make(store=store).begin()
    await again.click("#play-now")
    assert pace(again) == SLOW


@pytest.mark.parametrize(
    ("speed", "first_line", "foot", "has_dots"),
    [
        ("first", "ui.title", [], True),
        ("first", "prompt.centre", [], False),
        ("first", "ui.title", [["foot.toes", {}]], False),
        ("slow", "ui.title", [], False),
    ],
    ids=["first match", "empty board", "on a foot", "later match"],
)
def test_the_first_match_speaks_of_dots_where_the_board_has_dots(
    page: Page, speed: str, first_line: str, foot: list[Any], has_dots: bool
) -> None:
    fits = ["prompt.fits", {"n": 2}]
    scene = a_scene(prompt=[[first_line, {"tile": "9-9"}], fits], foot=foot)
    start = States(page).START
    state = {**start, "scene": scene, "settings": {**start["settings"], "speed": speed}}
    cells = {part: value for part, _, value in page("turns.action_bar").prompt(state)}
    text = TEXTS["prompt.fits-dots.other" if has_dots else "prompt.fits.other"].replace("{n}", "2")
    assert cells["#prompt-more"].replace("\u00a0", " ") == text


@pytest.mark.parametrize(
    ("speed", "key"), [("first", "prompt.foot-first-why"), ("slow", "prompt.foot-first")]
)
def test_the_first_match_says_why_a_foot_comes_first(page: Page, speed: str, key: str) -> None:
    values = {"tile": "9-9", "n": 3, "suit": ["suit.9", {}], "suits": ["suits.9", {}]}
    start = States(page).START
    scene = a_scene(
        prompt=[["prompt.foot-first", values], ["prompt.fits", {"n": 2}]], foot=[["foot.toes", values]]
    )
    state = {**start, "scene": scene, "settings": {**start["settings"], "speed": speed}}
    cells = {part: value for part, _, value in page("turns.action_bar").prompt(state)}
    shown = cells["#prompt-do"].replace("\u2060", "").replace("\u00a0", " ")
    assert shown == load().say(key, values).replace("\u00a0", " ")
    assert cells["#prompt"] == page("turns.action_bar").length_style(shown, "2 tiles fit")


@pytest.mark.parametrize(
    ("card", "speed"), [(None, "first"), ({"number": 1, "seat": 0, "lines": []}, "normal")]
)
@played
async def test_only_a_match_from_its_beginning_is_the_next_one(make: Make, card: Any, speed: str) -> None:
    world = await make().begin()
    world.change_setting("speed", "first")
    scene = a_scene(card=card)
    importlib.import_module("game.page.matches.match_actions").replace_match(world.app, scene)
    await world.quiet()
    assert world.app.state["settings"]["speed"] == speed


@pytest.mark.parametrize(("scores", "is_offered"), [([0, 12], True), ([3, 12], False)])
def test_only_who_had_a_last_tile_to_call_is_asked_to_call_it(
    page: Page, scores: list[int], is_offered: bool
) -> None:
    scene = a_scene(phase="match-over", calls=True, sheet={"rows": [{"scores": scores}, {}]})
    state = {**States(page).START, "sheet_scene": scene, "phase": "match-over"}
    assert page("turns.first_match").call_offer(state) == [("#call-offer", "hidden", not is_offered)]


@pytest.mark.parametrize(("tile", "points", "is_dear"), [("0-0", 50, True), ("12-9", 21, False)])
@played
async def test_a_tile_that_costs_its_pips_is_not_dear(
    make: Make, tile: str, points: int, is_dear: bool
) -> None:
    world = await make().begin()
    world.change_setting("speed", "first")
    hand = [a_tile(tile, points, fits=True), a_tile("4-1", 5)]
    world.app.show(a_scene(hand=hand, can={"undo": True}))
    assert world.app.state["settings"]["dear-told"] == is_dear


@played
async def test_single_taps_are_offered_at_the_table_once(make: Make) -> None:
    world = await make().begin()
    world.change_setting("speed", "first")
    hand = [a_tile("9-4", 13, fits=True), a_tile("4-1", 5)]
    offered = []
    for version in range(2, 24, 2):
        world.app.show(a_scene(version=version, hand=hand, can={"undo": True}, steps=[a_step(1, "play")]))
        world.app.update(own_turns=version // 2)
        offered.append(not world.one("#tap-here").hidden)
    assert offered.count(True) == 1 and not any(offered[:6])


@played
async def test_the_offer_at_the_table_switches_single_taps_on_and_says_so(make: Make) -> None:
    world = await make().begin()
    world.change_setting("speed", "first")
    world.app.update(own_turns=9)
    hand = [a_tile("9-4", 13, fits=True), a_tile("4-1", 5)]
    world.app.show(a_scene(version=2, hand=hand, can={"undo": True}))
    assert world.one("#notice").textContent.replace("\u2060", "") == TEXTS["tap.offer"]
    await world.click("#tap-here")
    assert world.app.state["settings"]["at-once"] and world.one("#tap-here").hidden
    assert world.one("#notice").textContent.replace("\u2060", "") == TEXTS["tap.taken"]
