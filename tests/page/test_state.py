"""The page's state: what each function changes, and that none changes the state that it is given."""

import copy
import inspect
from typing import Any

import pytest

from tests.page.conftest import Page, a_happening, a_scene, a_step, a_tile

PLACE = {"move": "9-4>9-9", "tile": "9-4", "laid": "<g/>", "markup": "<p/>", "x": 0, "y": 0, "on": "9-9"}


def started(page: Page, **changes: Any) -> dict[str, Any]:
    states = page("state")
    state: dict[str, Any] = states.changed(states.shown(states.START, a_scene()), working=0, **changes)
    return state


def test_a_scene_takes_choice_notice_and_hint_away_and_places_stay_until_it_is_settled(page: Page) -> None:
    states = page("state")
    before = started(page, chosen="9-4", places=[PLACE], place=1, notice="no", wanted="draw", hinted="x")
    before["laid"] = ("9-4", "<g/>")
    after = states.shown(before, a_scene(version=2))
    assert (after["chosen"], after["notice"], after["wanted"]) == (None, "", None)
    assert (after["places"], after["laid"], after["scene"]["version"]) == ([PLACE], ("9-4", "<g/>"), 2)
    settled = states.settled(after)
    assert [settled[name] for name in ("places", "place", "hinted", "laid")] == [[], 0, None, None]


def test_behind_a_curtain_nothing_is_left_of_what_was_said_to_the_person_before(page: Page) -> None:
    states = page("state")
    told = [dict(a_happening(0, "draw"), since=0)]
    before = started(
        page, told=told, untold=[told], trail=[(0, "8-1", ["said.draw", {}])], card={"lines": []}
    )
    after = states.shown(before, a_scene(phase="curtain", steps=[a_step(0, "draw")]))
    assert [after[name] for name in ("told", "untold", "trail", "card")] == [[], [], [], None]


def test_a_scene_keeps_the_last_sheet_and_a_new_phase_opens_and_forgets(page: Page) -> None:
    states = page("state")
    first = states.shown(states.START, a_scene(sheet={"rows": []}))
    assert (first["screen"], first["phase"], first["open"]) == ("play", "playing", False)
    assert states.shown(first, a_scene())["sheet"] is first["sheet"]
    looked = states.changed(first, review={"line": []}, luck="even")
    same = states.shown(looked, a_scene())
    assert (same["review"], same["luck"]) == ({"line": []}, "even")
    over = states.shown(looked, a_scene(phase="round-over"))
    assert (over["open"], over["screen"], over["review"], over["luck"]) == (True, "play", None, "")
    ended = states.shown(looked, a_scene(phase="match-over"))
    assert (ended["open"], ended["screen"]) == (False, "over")
    assert states.shown(states.changed(same, open=True), a_scene())["open"]  # only a new phase slides it away


def test_choosing_laying_and_letting_go(page: Page) -> None:
    states = page("state")
    state = states.chosen(started(page, places=[PLACE], notice="no"), "4-1")
    assert (state["chosen"], state["stop"], state["places"], state["notice"]) == ("4-1", "4-1", [], "")
    laid = states.laid(states.changed(state, places=[PLACE], ghost=PLACE), PLACE)
    assert (laid["chosen"], laid["laid"], laid["ghost"], laid["places"]) == (
        None,
        ("9-4", "<g/>"),
        None,
        [PLACE],
    )
    gone = states.let_go(laid)
    assert (gone["laid"], gone["places"]) == (None, [])


def test_what_is_said_twice_is_varied_and_nothing_leaves_what_was_said(page: Page) -> None:
    states = page("state")
    once = states.spoken(states.START, "Pass")
    twice = states.spoken(once, "Pass")
    assert (once["spoken"], twice["spoken"]) == ("Pass", "Pass\u00a0")
    assert states.spoken(twice, "Pass")["spoken"] == "Pass"
    assert states.spoken(once, "")["spoken"] == "Pass"
    noticed = states.noticed(once, "No.", "hint")
    assert (noticed["notice"], noticed["kind"], noticed["spoken"]) == ("No.", "hint", "No.")
    assert states.noticed(once, "No.")["kind"] == "refused"


def test_the_menu_has_no_match_on_the_table(page: Page) -> None:
    menu = page("state").menu(started(page, open=True))
    assert [menu[name] for name in ("scene", "screen", "phase", "open")] == [None, "welcome", "menu", False]


def test_the_hand_is_ordered_and_its_own_order_is_kept(page: Page) -> None:
    states = page("state")
    state = started(page)
    assert (state["row"], state["stop"]) == (["9-4", "4-1"], "9-4")
    own = states.kept_order(state, ["4-1", "9-4"])
    assert (own["row"], own["settings"]["order"], own["stop"]) == (["4-1", "9-4"], "own", "9-4")
    later = states.shown(own, a_scene(hand=[a_tile("9-4", 13), a_tile("7-7", 14), a_tile("4-1", 5)]))
    assert later["row"] == ["4-1", "9-4", "7-7"]
    assert states.ordered(states.START) == states.START


@pytest.mark.parametrize(
    ("changes", "busy"),
    [
        ({}, False),
        ({"working": 1}, True),
        ({"moving": 1}, True),
        ({"pumping": True}, False),
        ({"pumping": True, "scene": a_scene(next=True)}, True),
        ({"scene": a_scene(next=True)}, False),
        ({"pumping": True, "scene": None}, False),
    ],
)
def test_busy_while_something_is_at_work(page: Page, changes: dict[str, Any], busy: bool) -> None:
    states = page("state")
    assert states.busy(states.changed(started(page), **changes)) is busy


@pytest.mark.parametrize(
    ("scene", "speed", "seconds"),
    [
        (a_scene(), "normal", 1.2),
        (a_scene(seen=[a_happening(1, "play"), a_happening(1, "foot-filled")]), "normal", 1.2),
        (a_scene(seen=[a_happening(1, "catch"), a_happening(0, "penalty")]), "normal", 2.4),
        (a_scene(seen=[a_happening(seat, "start-draw") for seat in (1, 2, 0)]), "slow", 3.3),
        (a_scene(grace=True), "normal", 4.0),
        (a_scene(card={"lines": []}), "normal", 3.8),
        (a_scene(steps=[a_step(0, "play")], can={"catch": [1]}), "fast", 0.8),
        (a_scene(), "none", 0),
    ],
)
def test_how_long_the_next_event_waits(page: Page, scene: dict[str, Any], speed: str, seconds: float) -> None:
    states = page("state")
    liked = states.START["settings"] | {"speed": speed}
    state = states.changed(states.START, scene=scene, settings=liked)
    assert states.pause(state) == pytest.approx(seconds)
    assert states.pause(states.changed(state, hurried=True)) == 0


@pytest.mark.parametrize(
    ("scene", "changes", "buzzes"),
    [
        (a_scene(steps=[a_step(1, "play")]), {}, True),
        (a_scene(steps=[a_step(0, "draw")]), {}, False),
        (a_scene(), {}, False),
        (a_scene(steps=[a_step(1, "play")], next=True), {}, False),
        (a_scene(steps=[a_step(1, "play")], turn=1), {}, False),
        (a_scene(steps=[a_step(1, "play")]), {"vibrate": False}, False),
        (a_scene(steps=[a_step(1, "play")]), {"speed": "none"}, False),
    ],
)
def test_a_turn_that_came_is_felt(
    page: Page, scene: dict[str, Any], changes: dict[str, Any], buzzes: bool
) -> None:
    states = page("state")
    state = states.changed(states.START, scene=scene, settings=states.START["settings"] | changes)
    assert states.buzzes(state) is buzzes


def test_no_function_changes_the_state_that_it_is_given(page: Page) -> None:
    states = page("state")
    given: dict[str, Any] = {
        "scene": a_scene(),
        "tile": "9-4",
        "place": PLACE,
        "sentence": "No.",
        "text": "No.",
        "row": ["4-1", "9-4"],
        "part": [a_happening(1, "play")],
        "now": 0,
    }
    tried = 0
    for name, function in inspect.getmembers(states, inspect.isfunction):
        if function.__module__ != states.__name__ or name == "changed":
            continue
        state = started(page, chosen="9-4", places=[PLACE])
        before = copy.deepcopy(state)
        wanted = list(inspect.signature(function).parameters)[1:]
        function(state, *(given[parameter] for parameter in wanted if parameter in given))
        assert state == before, name
        tried += 1
    assert tried > 12
