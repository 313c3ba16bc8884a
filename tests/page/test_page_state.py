"""The page's state: the effect of each function, and that none changes its argument."""

import ast
import copy
import inspect
from pathlib import Path
from typing import Any

import pytest

from tests.page.conftest import Page, States, a_scene, a_step, a_tile, an_event

PLACE = {
    "move": "9-4>9-9",
    "tile": "9-4",
    "laid": "<g/>",
    "markup": "<p/>",
    "x": 0,
    "y": 0,
    "on": "9-9",
    "also": False,
    "toe": -1,
    "warning": None,
}


def started(page: Page, **changes: Any) -> dict[str, Any]:
    states = States(page)
    state: dict[str, Any] = states.updated(
        states.with_scene(states.START, a_scene()), tasks_running=0, **changes
    )
    return state


def test_a_scene_removes_choice_notice_hint_and_countdown(page: Page) -> None:
    states = States(page)
    before = started(
        page,
        chosen_tile="9-4",
        places=[PLACE],
        place_tab_stop=1,
        notice="no",
        hinted_action="draw",
        hinted_move="x",
        countdown="draw",
    )
    before["laid_early"] = ("9-4", "<g/>")
    after = states.with_scene(before, a_scene(version=2))
    assert (after["chosen_tile"], after["notice"], after["hinted_action"]) == (None, "", None)
    assert after["countdown"] is None
    assert (after["places"], after["laid_early"], after["scene"]["version"]) == ([PLACE], ("9-4", "<g/>"), 2)
    settled = states.without_places(after)
    assert [settled[name] for name in ("places", "place_tab_stop", "hinted_move", "laid_early")] == [
        [],
        0,
        None,
        None,
    ]


def test_a_curtain_removes_all_texts_for_the_previous_person(page: Page) -> None:
    states = States(page)
    told = [dict(an_event(0, "draw"), since=0)]
    before = started(
        page,
        events_shown=told,
        events_waiting=[told],
        recap_moves=[(0, "8-1", ["said.draw", {}])],
        round_card={"lines": []},
    )
    after = states.with_scene(before, a_scene(phase="curtain", steps=[a_step(0, "draw")]))
    assert [after[name] for name in ("events_shown", "events_waiting", "recap_moves", "round_card")] == [
        [],
        [],
        [],
        None,
    ]


def test_a_scene_without_a_sheet_keeps_the_last_one_in_its_phase(page: Page) -> None:
    states = States(page)
    first = states.with_scene(states.START, a_scene(sheet={"rows": [], "places": [1] * 9}))
    assert (first["screen"], first["phase"], first["sheet_open"]) == ("play", "playing", False)
    assert states.with_scene(first, a_scene())["sheet_scene"] is first["sheet_scene"]
    looked = states.updated(first, round_review={"line": []}, luck_line="even", hurried=True)
    same = states.with_scene(looked, a_scene())
    assert (same["round_review"], same["luck_line"]) == ({"line": []}, "even")
    over = states.with_scene(looked, a_scene(phase="round-over"))
    assert (over["sheet_open"], over["screen"], over["round_review"], over["luck_line"]) == (
        True,
        "play",
        None,
        "",
    )
    ended = states.with_scene(looked, a_scene(phase="match-over"))
    assert (ended["sheet_open"], ended["screen"]) == (False, "over")
    assert states.with_scene(states.updated(same, sheet_open=True), a_scene())[
        "sheet_open"
    ]  # only a new phase closes it


def test_choosing_laying_and_deselecting(page: Page) -> None:
    states = States(page)
    state = states.with_chosen_tile(started(page, places=[PLACE], notice="no"), "4-1")
    assert (state["chosen_tile"], state["hand_tab_stop"], state["places"], state["notice"]) == (
        "4-1",
        "4-1",
        [],
        "",
    )
    laid = states.with_laid_tile(states.updated(state, places=[PLACE], drag_target=PLACE), PLACE)
    assert (laid["chosen_tile"], laid["laid_early"], laid["drag_target"], laid["places"]) == (
        None,
        ("9-4", "<g/>"),
        None,
        [PLACE],
    )
    gone = states.deselected(laid)
    assert (gone["laid_early"], gone["places"]) == (None, [])


def test_a_repeated_announcement_is_varied(page: Page) -> None:
    states = States(page)
    once = states.with_announcement(states.START, "Pass")
    twice = states.with_announcement(once, "Pass")
    assert (once["announcement"], twice["announcement"]) == ("Pass", "Pass\u00a0")
    assert states.with_announcement(twice, "Pass")["announcement"] == "Pass"
    assert states.with_announcement(once, "")["announcement"] == "Pass"
    noticed = states.with_notice(once, "No.", "hint")
    assert (noticed["notice"], noticed["notice_kind"], noticed["announcement"]) == ("No.", "hint", "No.")
    assert states.with_notice(once, "No.")["notice_kind"] == "refused"


def test_the_menu_has_no_match_on_the_table(page: Page) -> None:
    menu = States(page).at_menu(started(page, sheet_open=True))
    assert [menu[name] for name in ("scene", "screen", "phase", "sheet_open")] == [
        None,
        "welcome",
        "menu",
        False,
    ]


def test_the_hand_is_sorted_and_the_persons_order_is_kept(page: Page) -> None:
    states = States(page)
    state = started(page)
    assert (state["hand_order"], state["hand_tab_stop"]) == (["9-4", "4-1"], "9-4")
    own = states.with_own_order(state, "4-1", ["4-1", "9-4"])
    assert own["notice"] and own["notice_kind"] == "order"
    assert states.with_own_order(state, "4-1", ["9-4", "4-1"]) is state  # dropped where it lay
    assert (own["hand_order"], own["hand_tab_stop"]) == (["4-1", "9-4"], "9-4")
    assert own["settings"] == state["settings"]  # for this deal only
    later = states.with_scene(own, a_scene(hand=[a_tile("9-4", 13), a_tile("7-7", 14), a_tile("4-1", 5)]))
    assert later["hand_order"] == ["4-1", "9-4", "7-7"]
    dealt = states.with_scene(later, a_scene(hand=[a_tile("9-4", 13), a_tile("5-1", 6)], whole_round=True))
    assert dealt["hand_order"] == ["5-1", "9-4"] and dealt["own_order"] == []  # high ones first: reversed
    assert states.with_sorted_hand(states.START) == states.START


def test_each_person_at_the_screen_keeps_their_own_order(page: Page) -> None:
    states = States(page)
    ann = a_scene(sealed="5f", hand=[a_tile("1-0", 1), a_tile("4-1", 5), a_tile("9-4", 13)])
    bob = a_scene(
        sealed="5f", you=1, anew=True, hand=[a_tile("2-0", 2), a_tile("5-5", 10), a_tile("8-3", 11)]
    )
    state = states.with_scene(started(page), ann)
    state = states.with_own_order(state, "1-0", ["9-4", "1-0", "4-1"])
    state = states.with_scene(state, bob)
    assert state["hand_order"] == ["8-3", "5-5", "2-0"]  # not what Ann's order makes of it
    state = states.with_own_order(state, "2-0", ["8-3", "2-0", "5-5"])
    state = states.with_scene(state, ann | {"hand": [*ann["hand"], a_tile("7-7", 14)]})
    assert state["hand_order"] == ["9-4", "1-0", "4-1", "7-7"]
    drawn = ann | {"hand": [*ann["hand"], a_tile("7-5", 12), a_tile("7-7", 14)]}
    assert states.with_scene(state, drawn)["hand_order"] == ["9-4", "1-0", "4-1", "7-7", "7-5"]
    state = states.with_scene(state, bob | {"phase": "replay", "hand": []})  # and comes back
    state = states.with_scene(state, bob | {"whole_round": True})
    assert state["hand_order"] == ["8-3", "2-0", "5-5"]
    state = states.without_own_order(state)
    assert state["hand_order"] == ["8-3", "5-5", "2-0"]
    for other in ({"sealed": "6e"}, {"round": ann["round"] | {"number": 2}}):
        assert states.with_scene(state, ann | other)["hand_order"] == ["9-4", "4-1", "1-0"]


def test_a_deal_by_a_link_keeps_the_persons_order_after_a_replay(page: Page) -> None:
    states, hand = States(page), [a_tile("1-0", 1), a_tile("4-1", 5), a_tile("9-4", 13)]
    state = states.with_scene(started(page), a_scene(hand=hand))
    state = states.with_own_order(state, "1-0", ["9-4", "1-0", "4-1"])
    again = states.with_scene(state, a_scene(hand=hand, whole_round=True))
    assert again["hand_order"] == ["9-4", "1-0", "4-1"]
    other = states.with_scene(state, a_scene(hand=[*hand, a_tile("9-5", 14)], whole_round=True))
    assert other["hand_order"] == ["9-5", "9-4", "4-1", "1-0"] and not other["own_order"]


def test_a_new_round_or_match_shows_nothing_of_the_one_before(page: Page) -> None:
    states = States(page)
    shown = states.updated(
        started(page),
        events_shown=[an_event(1, "pass", key=1)],
        events_waiting=[[{}]],
        notice="No",
        notice_clause="END-1",
    )
    assert states.with_scene(shown, a_scene())["events_shown"]  # within a round they stay
    for after in (states.with_scene(shown, a_scene(whole_round=True)), states.at_menu(shown)):
        assert (after["events_shown"], after["events_waiting"], after["notice"]) == ([], [], "")


@pytest.mark.parametrize("order", ["number", "points", "own"])
def test_tiles_keep_their_order_whatever_fits(page: Page, order: str) -> None:
    states = States(page)
    names = ("9-4", "8-1", "7-7", "4-1")
    row = None
    for fitting in (("9-4", "4-1"), ("8-1",), (), names):
        hand = [a_tile(name, 10, fits=name in fitting) for name in names]
        state = started(page, settings=dict(states.START["settings"], order=order), own_order=["4-1", "7-7"])
        state = states.with_scene(state, a_scene(hand=hand))
        assert row in (None, state["hand_order"])
        row = state["hand_order"]


@pytest.mark.parametrize(
    ("changes", "busy"),
    [
        ({}, False),
        ({"tasks_running": 1}, True),
        ({"tiles_moving": 1}, True),
        ({"advancing": True}, False),
        ({"advancing": True, "scene": a_scene(next=True)}, True),
        ({"scene": a_scene(next=True)}, False),
        ({"advancing": True, "scene": None}, False),
    ],
)
def test_the_page_is_busy_during_tasks_and_animations(
    page: Page, changes: dict[str, Any], busy: bool
) -> None:
    states = States(page)
    assert states.busy(states.updated(started(page), **changes)) is busy


@pytest.mark.parametrize(
    ("scene", "speed", "seconds"),
    [
        (a_scene(), "normal", 1.2),
        (a_scene(seen=[an_event(1, "play"), an_event(1, "foot-filled")]), "normal", 1.2),
        (a_scene(seen=[an_event(1, "catch"), an_event(0, "penalty")]), "normal", 2.4),
        (a_scene(seen=[an_event(1, "double")]), "normal", 2.0),
        (a_scene(seen=[an_event(seat, "start-draw") for seat in (1, 2, 0)]), "slow", 3.3),
        (a_scene(grace=True), "normal", 4.0),
        (a_scene(card={"lines": []}, seen=[an_event(1, "start-draw"), an_event(1, "play")]), "normal", 1.2),
        (a_scene(steps=[a_step(0, "play")], can={"catch": [1]}), "fast", 4.0),
        (a_scene(can={"catch": [1]}), "normal", 4.0),
        (a_scene(can={"catch": [1]}), "slow", 4 * 2.2 / 1.2),
        (a_scene(), "none", 0),
    ],
)
def test_the_pause_before_the_next_event(
    page: Page, scene: dict[str, Any], speed: str, seconds: float
) -> None:
    states = States(page)
    liked = states.START["settings"] | {"speed": speed, "catch-told": True}
    state = states.updated(states.START, scene=scene, settings=liked)
    assert states.pause_before_next(state) == pytest.approx(seconds)
    if scene["can"]["catch"]:  # the first chance of all is longer, unless another device waits
        first = states.updated(state, settings=liked | {"catch-told": False})
        assert states.pause_before_next(first) == 60
        assert states.pause_before_next(states.updated(first, party_role="host")) == 10
    assert states.pause_before_next(states.updated(state, hurried=True)) == 0


def test_the_way_to_a_certain_end_is_short(page: Page) -> None:
    states = States(page)
    start = states.updated(
        states.START, settings=states.START["settings"] | {"speed": "normal"}, draws_on=True
    )
    for foot, seconds in (([["foot.dead", {}]], 1.2), ([["prompt.none-left", {}]], 0.36)):
        state = states.updated(start, scene=a_scene(foot=foot))
        assert states.pause_before_next(state) == pytest.approx(seconds)
        assert states.pause_before_next(states.updated(state, draws_on=False)) == pytest.approx(1.2)


@pytest.mark.parametrize(
    ("scene", "changes", "buzzes"),
    [
        (a_scene(steps=[a_step(1, "play")]), {}, True),
        (a_scene(steps=[a_step(0, "draw")]), {}, False),
        (a_scene(), {}, False),
        (a_scene(steps=[a_step(1, "play")], next=True), {}, False),
        (a_scene(steps=[a_step(1, "play")], turn=1), {}, False),
        (a_scene(steps=[a_step(1, "play")], phase="replay"), {}, False),
        (a_scene(steps=[a_step(1, "play")]), {"vibrate": False}, False),
        (a_scene(steps=[a_step(1, "play")]), {"speed": "none"}, False),
    ],
)
def test_a_new_turn_vibrates(
    page: Page, scene: dict[str, Any], changes: dict[str, Any], buzzes: bool
) -> None:
    states = States(page)
    state = states.updated(states.START, scene=scene, settings=states.START["settings"] | changes)
    assert states.should_vibrate(state) is buzzes


def test_no_function_changes_its_argument(page: Page) -> None:
    given: dict[str, Any] = {
        "scene": a_scene(),
        "tile": "9-4",
        "place": PLACE,
        "sentence": "No.",
        "text": "No.",
        "row": ["4-1", "9-4"],
        "part": [an_event(1, "play")],
        "last": 1,
        "now": 0,
        "after": started(page),
    }
    given["before"] = started(page)
    tried = 0
    for room in States.ROOMS:
        for name, function in inspect.getmembers(page(room), inspect.isfunction):
            wanted = list(inspect.signature(function).parameters)
            is_pure = function.__module__ == page(room).__name__ and wanted[:1] == ["state"]
            if not is_pure or not {*wanted[1:]} <= {*given, "kind", "waiting"} or name == "updated":
                continue
            state = started(page, chosen_tile="9-4", places=[PLACE])
            before = copy.deepcopy((state, given))
            function(state, *(given[parameter] for parameter in wanted[1:] if parameter in given))
            assert (state, given) == before, name
            tried += 1
    assert tried > 12


def test_the_end_of_a_round_or_match_waits_for_its_last_move(page: Page) -> None:
    states = States(page)
    playing = started(page, settings={**states.START["settings"], "speed": "normal"})
    for phase, screen, open_ in (("round-over", "play", True), ("match-over", "over", False)):
        hidden = states.with_scene(playing, a_scene(phase=phase))
        assert (hidden["screen"], hidden["sheet_open"], hidden["end_hidden"]) == ("play", False, True)
        assert states.last_move_pending(playing, hidden)
        over = states.with_end_shown(hidden)
        assert (over["screen"], over["sheet_open"], over["end_hidden"]) == (screen, open_, False)
        assert not states.last_move_pending(
            over, states.with_scene(over, a_scene(phase=phase))
        )  # shown again
        hurried = states.updated(playing, hurried=True)
        assert not states.last_move_pending(hurried, states.with_scene(hurried, a_scene(phase=phase)))
    assert not states.last_move_pending(playing, states.with_scene(playing, a_scene(version=2)))


PAGE = Path(__file__).resolve().parents[2] / "game" / "page"


def declared_in(path: Path) -> list[str]:
    """The keys of the state that a module declares; each has a comment on its line, or on the lines before it."""
    lines = path.read_text().splitlines()
    keys: list[tuple[Any, int]] = []
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("room.state", "room.phase_state"):
            keys += [(each.arg, each.lineno) for each in node.keywords]
        elif (
            path.name == "app.py" and isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "START"
        ):
            assert isinstance(node.value, ast.Dict)
            keys += [(each.value, each.lineno) for each in node.value.keys if isinstance(each, ast.Constant)]
    for key, line in keys:
        assert "  # " in lines[line - 1] or lines[line - 2].startswith("    # "), key
    return [key for key, _ in keys]


def name_of(node: Any) -> str:
    """The last name of an expression: `self.app` is "app"; "" if it has none."""
    name: str = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name


def is_state(node: Any) -> bool:
    """Whether an expression is the page's whole state, judged by the names that the page uses."""
    if isinstance(node, ast.Call):
        return bool(node.args) and is_state(node.args[0])
    return name_of(node) == "state"


def keys_in(source: str) -> tuple[set[Any], set[Any]]:
    """The keys of the state that a module reads, and the keys that it changes."""
    read, changed = set(), set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Subscript) and is_state(node.value) and isinstance(node.slice, ast.Constant):
            read.add(node.slice.value)
        elif isinstance(node, ast.Call):
            called = name_of(node.func)
            updates = called == "update" and name_of(getattr(node.func, "value", None)) in ("app", "self")
            if (
                updates
                or called == "show_side_screen"
                or (called == "updated" and node.args and is_state(node.args[0]))
            ):
                changed |= {each.arg for each in node.keywords if each.arg}
    return read, changed


def dict_keys_in(source: str) -> set[Any]:
    """The keys of all dicts that a module makes, among them the changes that a reducer returns."""
    keys = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Dict):
            keys |= {each.value for each in node.keys if isinstance(each, ast.Constant)}
        elif isinstance(node, ast.Call) and name_of(node.func) == "dict":
            keys |= {each.arg for each in node.keywords}
        elif isinstance(node, ast.Subscript) and name_of(node.value) == "changes":
            keys |= {node.slice.value} if isinstance(node.slice, ast.Constant) else set()
    return keys


def test_every_key_of_the_state_is_declared_once_explained_and_used(
    page: Page,
) -> None:
    declared = [key for path in PAGE.rglob("*.py") for key in declared_in(path)]
    assert len(declared) == len(set(declared)) == len(States(page).START)
    assert set(declared) == set(States(page).START)
    parts = [keys_in(path.read_text()) for path in PAGE.rglob("*.py")]
    read, changed = (set().union(*each) for each in zip(*parts, strict=True))
    viewed = {key for _, keys, _ in States(page).app.painter.views for key in keys}
    assert (read | changed | viewed) - set(declared) == set()
    assert set(declared) - read == set()
    reduced = set().union(
        *(dict_keys_in(path.read_text()) for path in PAGE.rglob("*.py") if path.name != "app.py")
    )
    assert set(declared) - changed - reduced - {"sheet_scene"} == set()  # App.with_scene keeps the last one


def types_in(path: Path) -> set[str]:
    """The values of the state for which a module declares types."""
    shapes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ClassDef)]
    fields = [each for shape in shapes if shape.name.endswith("State") for each in shape.body]
    return {ast.unparse(each.target) for each in fields if isinstance(each, ast.AnnAssign)}


def test_every_key_has_its_type_beside_its_start() -> None:
    """mypy names a start without a type, or of another one; not a type without a start."""
    for path in PAGE.rglob("*.py"):
        assert types_in(path) == set(declared_in(path)) - {"scene"}, path  # its type is in page_types.pyi


def test_the_check_finds_keys_that_are_read_or_changed() -> None:
    source = """
app.update(one=1)
self.app.set_state(states.updated(states.at_menu(app.state), two=2))
match.show_side_screen(app, "setup", three=3)
state["four"], self.app.state["five"], app.state["six"]["seven"], scene["eight"]
states.updated(app.state["six"], nine=9)
"""
    assert keys_in(source) == ({"four", "five", "six"}, {"one", "two", "three"})
