"""Explanations of tapped parts of the table, and automatic turns."""

import asyncio
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from game.narration.localization.language import load, read_locale
from tests.page.conftest import (
    TEXTS,
    Page,
    States,
    World,
    a_scene,
    a_seat,
    a_step,
    a_tile,
    an_event,
    hidden,
    played,
)
from tests.page.openings import Make
from tests.page.shown_scenes import shown


@played
async def test_the_yard_draws(make: Make) -> None:
    world = await shown(make, a_scene(can={"draw": True}), act=a_scene(version=2))
    await world.click("#yard")  # a tile fits, so the page asks first
    assert [given for verb, given in world.asked if verb == "act"] == []
    assert "9-\u20604" in world.one("#notice").textContent
    await world.click("#yard")
    assert [given for verb, given in world.asked if verb == "act"] == [{"code": "+"}]
    await world.click("#yard")  # and never again
    assert [given for verb, given in world.asked if verb == "act"] == [{"code": "+"}] * 2


@played
async def test_a_draw_without_a_fitting_tile_is_not_questioned(make: Make) -> None:
    nothing = [dict(tile, fits=False) for tile in a_scene()["hand"]]
    world = await shown(make, a_scene(hand=nothing, can={"draw": True}), act=a_scene(version=2))
    await world.do("draw")
    assert [given for verb, given in world.asked if verb == "act"] == [{"code": "+"}]


@played
async def test_the_yard_explains_why_no_draw_is_allowed(make: Make) -> None:
    world = await shown(make, a_scene(), act={"refused": {"key": "reason.can-play", "values": {}}})
    await world.click("#yard")
    assert world.one("#notice").textContent == TEXTS["reason.can-play"]


@pytest.mark.parametrize(
    ("changes", "turn", "key"),
    [
        ({"silent": True}, 0, "about.one-silent"),
        ({"silent": True}, 2, "about.one"),
        ({"silent": False}, 0, "about.one"),
        ({}, 0, "about.one"),
        ({"silent": False, "called": True}, 0, "glossary.chickenlittle.text"),
    ],
)
def test_a_seat_that_forgot_to_call_says_when_it_can_be_caught(
    page: Page, changes: dict[str, Any], turn: int, key: str
) -> None:
    seats = [a_seat(0, "You"), a_seat(1, "Bob", count=1, one=True, **changes)]
    said = page("seats.explanations").about_seat(a_scene(turn=turn, seats=seats), seats[1])
    assert said[-1].replace("\u2068", "").replace("\u2069", "") == TEXTS[key].replace("{name}", "Bob")


@played
async def test_a_tapped_seat_explains_itself(make: Make) -> None:
    bob = a_seat(1, "Bob", level="hen", count=1, total=30, one=True)
    world = await shown(make, a_scene(seats=[a_seat(0, "Ann"), bob, a_seat(2, "Cleo")]))
    await world.click('#seats [data-of="1"]')
    said = world.one("#notice").textContent
    for part in ("Bob", "1 tile", "30 points", TEXTS["level.hen.help"], TEXTS["about.one"]):
        assert part in said
    moves = [
        (seat, None, ["say.pass", {"name": name}]) for seat, name in ((0, "Ann"), (1, "Bob"), (2, "Cleo"))
    ]
    world.app.update(recap_moves=moves)
    await world.click('#seats [data-of="1"]')
    said = world.one("#notice").textContent
    assert said.startswith("Bob passes.") and "Ann" not in said and "Cleo" not in said
    await world.click('#seats [data-of="0"]')
    assert "18 points left in your hand" in world.one("#notice").textContent


@pytest.mark.parametrize(
    ("line", "entry"),
    [("foot.toes", "foot"), ("foot.arms", "opening"), ("foot.dead", "stalemate")],
)
@played
async def test_a_tapped_foot_label_explains_itself(make: Make, line: str, entry: str) -> None:
    foot: list[Any] = [[line, {"n": 2, "suits": ["suits.4", {}]}]]
    pending = {"foot.toes": "toes", "foot.arms": "arms", "foot.dead": "dead"}[line]
    world = await shown(make, a_scene(foot=foot, pending=pending))
    await world.click("#foot")
    assert TEXTS[f"glossary.{entry}.text"] in world.one("#notice").textContent


@played
async def test_a_tapped_end_lights_its_ends_until_it_is_tapped_again(make: Make) -> None:
    world = await shown(make, a_scene())
    await world.click('#ends [data-end="4"]')
    assert [spot.getAttribute("style") for spot in world.every("#ghosts .spot")] == [
        "--x:1.000;--y:0.000",
        "--x:-1.000;--y:2.000",
    ]
    await world.click('#ends [data-end="4"]')
    assert not world.every("#ghosts .spot")
    await world.click('#ends [data-end="4"]')
    world.app.show(a_scene(version=2))
    assert not world.every("#ghosts .spot")


CAN = {"draw": False, "pass": True}
STEP = a_step(0, "draw", why="turn")


def test_only_a_forced_action_is_automatic(page: Page) -> None:
    only, settings = page("turns.automatic_turns").forced_action, page("settings.settings").DEFAULTS
    passes = a_scene(moves=["="], steps=[STEP])
    assert only(passes, settings) == "pass"
    assert only(passes, settings | {"pass-alone": False}) is None
    draws = a_scene(moves=["+"], steps=[STEP])
    assert only(draws, settings) is None
    assert only(draws, settings | {"draw-alone": True}) == "draw"
    assert only(a_scene(moves=["="], phase="lesson", lesson={"free": True}), settings) == "pass"
    for call in ("arm", "armed"):  # with two tiles: nothing can be played, so nothing is to be called
        assert only(a_scene(moves=["="], steps=[STEP], can={"call": call}), settings) == "pass"
    assert only(a_scene(moves=["="]), settings) == "pass"  # after a curtain, which had the events before it
    for speed in ("new", "first", "slow", "none"):  # the switch holds in a person's first match, too
        assert only(passes, settings | {"speed": speed}) == "pass"
    others: list[dict[str, Any]] = [
        {"moves": ["=", "9-4>9-9"]},
        {"can": {"redo": True}},  # after an undo
        {
            "foot": [["prompt.none-left", {"suits": ["suits.9", {}]}]]
        },  # a button to the end of the round is offered
        {"turn": 1},
        {"phase": "lesson", "lesson": {"free": False}},
        {"can": {"call": "now"}},
        {"can": {"catch": [1]}},
        {"can": {"take-back": True}},
        {"can": {"beside": [{"seat": 1, "do": "call"}]}},  # somebody else at this screen can call
    ]
    for other in others:
        assert only(a_scene(**({"moves": ["="], "steps": [STEP]} | other)), settings) is None


def test_a_catch_that_costs_nobody_anything_is_not_offered(page: Page) -> None:
    """Where nothing fits any more and the yard is empty, whoever is caught misses a turn in which they could not play."""
    pacing = page("events.pacing")
    dead: dict[str, Any] = {"foot": [["prompt.none-left", {"suits": ["suits.9", {}]}]], "yard": 0}
    caught: dict[str, Any] = {"can": {"catch": [1]}}
    settings = {
        "settings": page("settings.settings").DEFAULTS,
        "hurried": False,
        "phase": "playing",
        "late_catch": "",
    }
    for scene, matters in (
        (a_scene(**caught), True),
        (a_scene(**caught, **dead), False),
        (a_scene(**caught, **(dead | {"yard": 1})), True),
        (a_scene(**caught, yard=0), True),
        (a_scene(yard=3), False),
    ):
        assert pacing.catch_matters(scene) == matters
        state = {**States(page).START, **settings, "scene": scene}
        cells = {selector: value for selector, _, value in page("turns.catching").view(state)}
        assert bool(cells["#catches"]) == matters
    stuck = page("turns.automatic_turns").is_stuck
    finishing = dead | {"dead": True, "moves": ["="]} | caught
    assert stuck(a_scene(**finishing)) and not stuck(a_scene(**(finishing | {"yard": 1})))


def test_the_game_calls_again_for_the_person_after_a_missed_turn(page: Page) -> None:
    owes = page("events.advancing").owes_call
    settings = page("settings.settings").DEFAULTS
    missed = a_scene(turn=1, can={"call": "now"}, steps=[a_step(0, "skip")])
    state = {"scene": missed, "settings": settings, "screen": "play", "phase": "playing"}
    assert owes(state)
    assert not owes(state | {"settings": settings | {"call-alone": False}})
    assert not owes(state | {"scene": missed | {"steps": []}})  # after an undo
    assert not owes(state | {"scene": a_scene(turn=1, can={"call": "arm"}, steps=[a_step(0, "skip")])})
    assert not owes(state | {"screen": "setup"}) and not owes(state | {"scene": None})


def test_in_a_lesson_the_person_calls_not_the_game(page: Page) -> None:
    """In each step with a script, whatever the setting: it teaches the call."""
    advancing, settings = page("events.advancing"), page("settings.settings").DEFAULTS
    for phase, calls in (("playing", True), ("lesson", False)):
        lesson = {"phase": phase, "lesson": {"free": False}}
        missed = a_scene(turn=1, can={"call": "now"}, steps=[a_step(0, "skip")], **lesson)
        state = {"scene": missed, "settings": settings, "screen": "play", "phase": phase}
        assert settings["call-alone"] and advancing.owes_call(state) == calls
        assert advancing.call_argument(SimpleNamespace(state=state)) == ({"call": True} if calls else {})


@played
async def test_an_owed_call_is_made_once_at_its_pace(make: Make) -> None:
    missed = a_scene(turn=1, can={"call": "now"}, steps=[a_step(0, "skip")])
    world = await shown(make, a_scene(), act=a_scene(version=3, turn=1, steps=[a_step(0, "call")]))
    await import_module("game.page.events.advancing").show_and_continue(world.app, missed | {"version": 2})
    assert [given for verb, given in world.asked if verb == "act"] == [{"code": "!"}]


@played
async def test_a_refused_call_is_not_asked_again(make: Make) -> None:
    missed = a_scene(turn=1, can={"call": "now"}, steps=[a_step(0, "skip")])
    world = await shown(make, a_scene(), act={"refused": {"key": "reason.nothing-to-call", "values": {}}})
    await import_module("game.page.events.advancing").show_and_continue(world.app, missed | {"version": 2})
    assert not world.app.state["advancing"]


async def passing(make: Make, monkeypatch: pytest.MonkeyPatch, **answers: Any) -> World:
    world = await shown(make, a_scene(), act=a_scene(version=3, turn=1), **answers)
    monkeypatch.setattr(import_module("game.page.turns.automatic_turns"), "READING_SECONDS", 0.05)
    world.app.update(hurried=False)
    world.change_setting("speed", "normal")
    return world


@played
async def test_an_automatic_pass_waits_until_its_reason_could_be_read(make: Make) -> None:
    monkeypatch = pytest.MonkeyPatch()
    world = await passing(make, monkeypatch)
    world.app.show(a_scene(version=2, moves=["="], steps=[STEP]))
    await asyncio.sleep(0.02)
    assert [verb for verb, _ in world.asked if verb == "act"] == []  # there is time to read the reason
    assert world.document.body.dataset.busy == "true"
    await asyncio.sleep(0.3)
    assert [given for verb, given in world.asked if verb == "act"] == [{"code": "="}]
    world.app.show(a_scene(version=4, moves=["="], steps=[STEP]))
    world.app.show(a_scene(version=5))  # another scene came first
    await asyncio.sleep(0.3)
    assert len([verb for verb, _ in world.asked if verb == "act"]) == 1


@played
async def test_before_an_automatic_pass_the_last_events_make_room_for_its_reason(make: Make) -> None:
    """They lie over the prompt. A banner stays: it lies elsewhere."""
    monkeypatch = pytest.MonkeyPatch()
    world = await passing(make, monkeypatch)
    automatic = import_module("game.page.turns.automatic_turns")
    monkeypatch.setattr(automatic, "READING_SECONDS", 5)
    monkeypatch.setattr(automatic, "TOLD_SECONDS", 0.05)
    told = [an_event(1, "play"), an_event(1, "draw", banner=["ui.draw", {}])]
    world.app.show(a_scene(version=2, moves=["="], steps=[STEP], seen=told))
    await asyncio.sleep(0)
    assert [event["event"] for event in world.app.state["events_shown"]] == ["play", "draw"]
    await asyncio.sleep(0.2)
    assert [event["event"] for event in world.app.state["events_shown"]] == ["draw"]


@played
async def test_in_a_first_match_an_own_pass_says_why(make: Make) -> None:
    for speed, yard, told in (("first", 0, True), ("first", 4, False), ("normal", 0, False)):
        world = await shown(make, a_scene())
        world.change_setting("speed", speed)
        event = an_event(0, "pass", text=["say.pass.you", {}])
        world.app.show(a_scene(version=2, yard=yard, steps=[STEP], turn=1, seen=[event]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        (bubble,) = world.every("#bubbles > .bubble")
        assert bubble.textContent.replace("\u2060", "") == TEXTS["say.pass.want" if told else "say.pass.you"]


@played
async def test_the_bubble_of_an_own_draw_says_what_the_line_under_it_does(make: Make) -> None:
    for seat, key, told in (
        (0, "prompt.drawn-pass", True),
        (1, "prompt.drawn-pass", False),
        (0, "ui.title", False),
    ):
        world = await shown(make, a_scene())
        event = an_event(seat, "draw", text=["say.draw.you", {}])
        prompt = [[key, {"tile": "8-6"}]]
        world.app.show(a_scene(version=2, prompt=prompt, steps=[STEP], seen=[event]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        (bubble,) = world.every("#bubbles > .bubble")
        assert bubble.textContent.replace("\u2060", "") == load().words(prompt[0] if told else event["text"])


@played
async def test_the_first_automatic_pass_says_that_the_game_passes_from_now_on(make: Make) -> None:
    monkeypatch = pytest.MonkeyPatch()
    world = await passing(make, monkeypatch)
    for version, is_told in ((2, True), (4, False)):
        world.app.show(a_scene(version=version, moves=["="], steps=[STEP]))
        assert (TEXTS["ui.pass-told"] in world.one("#prompt-more").textContent) == is_told
        assert (TEXTS["ui.pass-told"] == world.one("#announcer").textContent) == is_told or not is_told
        assert world.one("#pass-words").textContent == TEXTS["ui.passing"]
        await asyncio.sleep(0.3)
        assert TEXTS["ui.pass-told"] not in world.one("#prompt-more").textContent
    assert world.app.state["settings"]["pass-told"]


@played
async def test_the_game_passes_although_a_bot_might_have_done_something(make: Make) -> None:
    """LAST-7: a bot that has missed a turn may call in the person's turn, or forget it again."""
    monkeypatch = pytest.MonkeyPatch()
    world = await passing(make, monkeypatch, next_event=None)
    monkeypatch.setattr(import_module("game.page.events.event_bubbles"), "PART_SECONDS", 0.01)
    advancing = import_module("game.page.events.advancing")
    scene = a_scene(version=2, moves=["="], steps=[STEP], next=True)
    await advancing.show_and_continue(world.app, scene)
    assert world.app.state["nobody_next"] and "next_event" in [verb for verb, _ in world.asked]
    await asyncio.sleep(0.3)
    assert [given for verb, given in world.asked if verb == "act"] == [{"code": "="}]


@pytest.mark.parametrize("what", ["menu", "sheet"])
@played
async def test_the_game_passes_after_what_covered_the_table(make: Make, what: str) -> None:
    world = await passing(make, pytest.MonkeyPatch())
    world.app.show(a_scene(version=2, moves=["="], steps=[STEP]))
    world.one("#menu").showModal() if what == "menu" else world.app.update(sheet_open=True)
    await asyncio.sleep(0.3)
    assert "act" not in [verb for verb, _ in world.asked]
    if what == "menu":
        world.one("#menu").close()
        world.document.fire("close")
    else:
        world.app.update(sheet_open=False)
    await asyncio.sleep(0.3)
    assert [given for verb, given in world.asked if verb == "act"] == [{"code": "="}]


@played
async def test_after_a_curtain_the_game_passes_when_the_events_were_played_back(make: Make) -> None:
    monkeypatch = pytest.MonkeyPatch()
    since = [[a_step(1, "pass"), ["say.pass", {"name": "Bob"}]]] * 2
    lift = a_scene(version=3, moves=["="], since=since, anew=True)
    world = await passing(make, monkeypatch, lift=lift)
    monkeypatch.setattr(import_module("game.page.turns.curtain"), "SECONDS_EACH", 0.1)
    world.app.show(a_scene(version=2, phase="curtain", curtain={"seat": 0, "name": "Ann"}))
    lifting = asyncio.create_task(import_module("game.page.turns.curtain").lift(world.app, None))
    await asyncio.sleep(0.15)
    assert world.app.state["missed_event"] and not world.app.state["countdown"]
    await lifting
    await asyncio.sleep(0.2)
    assert [given for verb, given in world.asked if verb == "act"] == [{"code": "="}]


@played
async def test_the_hand_is_scrolled_to_a_drawn_tile(make: Make) -> None:
    world, scrolled = await shown(make, a_scene()), []
    hand = [a_tile("4-1", 5), a_tile("5-1", 6, drawn=True)]
    world.app.show(a_scene(version=2, hand=hand))
    for tile in world.every("#hand [data-tile]"):
        tile.scrollIntoView = lambda how=None, tile=tile: scrolled.append(tile.dataset.tile)
    for version, seat in ((3, 1), (4, 0)):  # another seat's draw moves nothing
        world.app.show(a_scene(version=version, hand=hand, steps=[a_step(seat, "draw", why="turn")]))
    assert scrolled == ["5-1"]


def dead_scene(version: int, **changes: Any) -> dict[str, Any]:
    nothing = [dict(tile, fits=False) for tile in a_scene()["hand"]]
    given = {"version": version, "dead": True, "moves": ["+"], "steps": [STEP], "hand": nothing}
    return a_scene(**(given | changes))


@played
async def test_one_button_draws_on_where_nobody_can_choose(make: Make) -> None:
    """One step a seat: the person's draws and passes follow each other, and the bots' come from the engine."""
    acts: list[str] = []

    def act(code: str, **given: Any) -> dict[str, Any]:
        acts.append(code)
        mine = {"+": {"moves": ["="]}, "=": {"turn": 1, "moves": [], "next": True}}[code]
        if len(acts) == 6:  # something fits
            mine = {"moves": ["9-4>9-9"], "dead": True}
        return dead_scene(10 + len(acts), **mine)

    bots = iter(range(100, 200))
    world = await shown(make, a_scene(), act=act, next_event=lambda: dead_scene(next(bots)))
    button = world.one("#draw-on")
    assert hidden(button)
    for other in ({"dead": False}, {"moves": ["+", "9-4>9-9"]}, {"can": {"call": "now"}}, {"turn": 1}):
        world.app.show(dead_scene(2, **other))
        assert hidden(button), other
    world.app.show(dead_scene(3))
    assert not hidden(button) and acts == []
    assert button.textContent == TEXTS["ui.draw-on"]
    assert button.className == "tray-button", "the yellow button is that of this turn"
    world.app.show(dead_scene(3, yard=1))
    assert hidden(button), "the Draw button does as much"
    draw = world.one('#buttons [data-action="draw"]')
    world.app.show(dead_scene(4, can={"draw": True}))
    assert draw.dataset.wanted == "true"
    none_left = [["prompt.none-left", {"suits": ["suits.9", {}]}]]
    world.app.show(dead_scene(4, can={"draw": True}, foot=none_left))
    assert button.textContent == TEXTS["ui.end-on-draws"] and button.className == "yolk"
    assert draw.dataset.wanted is None, "one yellow button"
    world.app.show(dead_scene(5))
    assert world.one("#buttons").getAttribute("style") == "--seconds:4.5s", "there is time to read the button"
    await world.click(button)
    assert acts == ["+", "=", "+", "=", "+", "="]
    assert hidden(button) and not world.app.state["draws_on"]


@pytest.mark.parametrize(("language", "fits"), [("en", "fits"), ("es", "encaj")])
@pytest.mark.parametrize("key", ["ui.draw-on", "ui.pass-on"])
def test_the_button_that_draws_on_promises_no_tile(language: str, fits: str, key: str) -> None:
    """It is there at a dead foot only, where the prompt says that the round will end."""
    assert fits not in read_locale(language)[key]


@played
async def test_the_button_that_draws_on_says_pass_without_a_draw(make: Make) -> None:
    world = await shown(make, a_scene())
    button, drawn = world.one("#draw-on"), [a_tile("4-1", 5, fits=False, drawn=True)]
    mine: list[dict[str, Any]] = [
        {"yard": 0, "moves": ["="]},
        {"yard": 2, "moves": ["="]},  # a reserve that stays in the yard
        {"yard": 2, "moves": ["="], "hand": drawn},
        {"yard": 2, "moves": ["+"]},
    ]
    keys = ["ui.pass-on", "ui.pass-on", "ui.draw-on", "ui.draw-on"]
    for version, (changes, key) in enumerate(zip(mine, keys, strict=True), 2):
        world.app.show(dead_scene(version, **changes))
        assert button.textContent == TEXTS[key], changes
        assert hidden(button) == (changes["moves"] == ["="]), "the game passes by itself"
    for yard, key in ((3, "ui.draw-on-stop"), (0, "ui.pass-on-stop")):
        world.app.update(draws_on=True)
        world.app.show(dead_scene(20 - yard, yard=yard, turn=1, moves=[]))
        assert button.textContent == TEXTS[key]
    none_left = [["prompt.none-left", {"suits": ["suits.9", {}]}]]
    world.app.show(dead_scene(30, yard=3, turn=1, moves=[], foot=none_left))
    assert hidden(button), "the round ends: nobody stops for anything"
    world.app.update(draws_on=False)
    world.app.show(dead_scene(31, yard=0, moves=["="], foot=none_left))
    assert button.textContent == TEXTS["ui.end-on"] and button.className == "yolk"


@played
async def test_a_countdown_lasts_as_long_as_its_pause(make: Make) -> None:
    world = await shown(make, a_scene())
    world.app.update(hurried=False)
    for speed, seconds in (("fast", 1.8), ("normal", 1.8), ("slow", 3.3)):
        world.change_setting("speed", speed)
        world.app.show(a_scene(version=2))
        assert world.one("#buttons").getAttribute("style") == f"--seconds:{seconds}s"


@played
async def test_drawing_on_stops_at_a_tap_and_under_a_dialog(make: Make) -> None:
    world = await shown(make, a_scene(), act=lambda **given: dead_scene(4))
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setattr(import_module("game.page.turns.automatic_turns"), "DRAW_ON_SECONDS", 0.05)
    world.app.update(hurried=False)
    world.change_setting("speed", "normal")
    world.app.show(dead_scene(3))
    button = world.one("#draw-on")
    before = button.textContent
    button.click()
    await asyncio.sleep(0.01)
    assert button.textContent != before and not hidden(button)
    button.click()
    await asyncio.sleep(0.1)
    assert button.textContent == before and "act" not in [verb for verb, _ in world.asked]
    button.click()
    world.one("#menu").showModal()
    await asyncio.sleep(0.1)
    assert "act" not in [verb for verb, _ in world.asked] and not world.app.state["draws_on"]


@pytest.mark.parametrize(
    ("phase", "turn", "wanted"),
    [
        ("playing", 0, "play"),
        ("lesson", 0, "play"),
        ("drawing lesson", 0, "draw"),
        ("puzzle", 0, None),
        ("lesson", 1, None),
    ],
)
def test_an_action_is_required_of_the_person_on_turn(
    page: Page, phase: str, turn: int, wanted: str | None
) -> None:
    """Holding back is taught where a tile fits: then the script's draw stands out."""
    scene = a_scene(phase=phase.split()[-1], turn=turn, lesson={"draws": phase == "drawing lesson"})
    assert page("turns.action_bar").required_action(scene) == wanted


@played
async def test_the_accent_colour_marks_the_required_action(make: Make) -> None:
    world = await shown(make, a_scene())

    def task() -> Any:
        return world.document.body.dataset.task

    assert task() == "play"
    world.app.show(a_scene(version=2, turn=1, can={"hint": False}))
    assert task() is None
    nothing = [dict(tile, fits=False) for tile in a_scene()["hand"]]
    world.app.show(a_scene(version=3, hand=nothing, can={"draw": True}))
    assert task() == "draw" and world.one('#buttons [data-action="draw"]').dataset.wanted == "true"
    world.app.show(a_scene(version=4, can={"call": "arm"}))
    assert hidden(world.one('#extras [data-action="call"]'))  # the game calls for the person
    world.change_setting("call-alone", False)
    call = world.one('#extras [data-action="call"]')
    assert "yolk" not in call.className and not hidden(call)
    world.app.show(a_scene(version=5, can={"call": "now"}))
    assert "yolk" in call.className


@played
async def test_the_recap_steps_through_the_moves_since_the_persons_last_one(make: Make) -> None:
    world = await shown(make, a_scene())
    others = [a_step(1, "play", "9-1"), a_step(2, "draw", "7-7", why="turn"), a_step(2, "play", "9-2")]
    seats = [a_seat(0, "Ann"), a_seat(1, "Bob"), a_seat(2, "Eve")]
    said = [["say.out", {"name": "Bob"}], ["say.draw", {"name": "Eve"}], ["say.pass", {"name": "Eve"}]]
    patch = {
        "add": [
            [tile, f'<g data-placed="{tile}" style="--x:0;--y:0;--a:0deg"></g>']
            for tile in ("9-4", "9-1", "9-2")
        ]
    }
    world.app.show(
        a_scene(
            version=2,
            turn=1,
            seats=seats,
            steps=[a_step(0, "play")],
            said=[["say.pass.you", {}]],
            patch=patch,
        )
    )
    assert world.one("#last").dataset.steps is None  # not while others play
    world.app.show(a_scene(version=3, seats=seats, steps=others, said=said))
    texts = []

    def lit() -> list[str | None]:
        return [tile.dataset.placed for tile in world.every("#tiles > [data-shown]")]

    for _ in range(4):
        await world.click('#last [data-action="trail-back"]')
        texts.append((world.one("#last-text").textContent[:4], lit()))
    assert texts == [("Eve ", ["9-2"]), ("Eve ", []), ("Bob ", ["9-1"]), ("You ", ["9-4"])]
    assert world.one('#last [data-action="trail-back"]').disabled
    await world.click('#last [data-action="trail-on"]')
    assert lit() == ["9-1"]
    for _ in range(3):
        await world.click('#last [data-action="trail-on"]')
    assert lit() == [] and world.one('#last [data-action="trail-on"]').disabled
    await world.click('#last [data-action="trail-back"]')
    world.app.show(
        a_scene(version=4, seats=seats, turn=1, steps=[a_step(0, "play")], said=[["say.pass.you", {}]])
    )
    assert lit() == [] and world.app.state["recap_at"] is None
    world.app.show(
        a_scene(
            version=5,
            seats=seats,
            phase="round-over",
            steps=others[:1],
            said=[*said[:1], ["say.pass.you", {}]],
        )
    )
    assert (
        world.one("#last").dataset.steps is None
    )  # the round is over, though the turn was the person's next
    assert world.one("#last-text").textContent.startswith("Bob ")  # the last move, not how the round ended


@played
async def test_the_last_move_opens_the_log(make: Make) -> None:
    world = await shown(
        make, a_scene(turn=1, steps=[a_step(1, "pass")], said=[["say.pass", {"name": "Bob"}]])
    )
    await world.click("#last .last-move")
    assert world.document.body.dataset.sheet == "open"
    assert world.one("#story").getAttribute("open") is not None


def test_the_recap_begins_anew_with_the_persons_own_pass(page: Page) -> None:
    scene = {"anew": False, "you": 0, "by": [0], "said": ["passed"]}
    scene["steps"] = [{"seat": 0, "do": "pass", "why": ""}]
    assert page("log.recap").recap_after([(1, "9-4", "played")], scene) == [(0, None, "passed")]
