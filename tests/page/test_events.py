"""Events are shown under the seats, with kind and seat; events that concern the person are shown in a banner."""

import asyncio
from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from game.narration.localization.language import load
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
    clock,
    played,
)
from tests.page.openings import Make, opened
from tests.page.shown_scenes import a_sheet, shown


def next_version(world: World) -> dict[str, int]:
    """The version of a scene that comes after the shown one."""
    return {"version": world.app.scene["version"] + 1}


def test_events_of_one_seat_form_a_part_and_each_search_draw_its_own(page: Page) -> None:
    beats = page("events.event_bubbles").parts_of
    search = [an_event(seat, "start-draw") for seat in (1, 2, 0)]
    scene = a_scene(seen=[*search, an_event(0, "play"), an_event(0, "foot-filled"), an_event(1, "skip")])
    assert [len(part) for part in beats(scene)] == [1, 1, 1, 2, 1]
    assert beats(a_scene()) == []


def test_an_event_stays_for_a_second_from_its_first_frame_whatever_follows(page: Page) -> None:
    states = States(page)
    state = states.with_events_visible(states.with_events(states.START, [an_event(1, "pass")], 0), 1, 0)
    state = states.with_events_visible(states.with_events(state, [an_event(0, "draw")], 300), 2, 300)
    state = states.with_events(state, [an_event(0, "play")], 1100)
    assert [(each["event"], each["key"]) for each in state["events_shown"]] == [("draw", 2), ("play", 3)]
    late = states.with_events(state, [an_event(0, "double")], 5000)  # no frame was shown for four seconds
    assert [each["key"] for each in late["events_shown"]] == [3, 4]
    late = states.with_events(states.with_events_visible(late, 4, 5100), [an_event(0, "pass")], 6100)
    assert [each["key"] for each in late["events_shown"]] == [3, 4, 5]
    many = states.with_events(late, [an_event(1, "play"), an_event(1, "foot-filled")], 6150)
    assert [each["key"] for each in many["events_shown"]] == [5, 6, 7]  # more would lie over the hand
    hurried = states.with_events(dict(state, hurried=True), [an_event(1, "play")], 1200)
    assert [each["seat"] for each in hurried["events_shown"]] == [1]


def test_only_the_events_that_were_waited_for_count_as_visible(page: Page) -> None:
    states = States(page)
    state = states.with_events(
        states.with_events(states.START, [an_event(1, "pass")], 0), [an_event(0, "draw")], 10
    )
    state = states.with_events_visible(state, 1, 20)
    assert [(each["key"], each["since"]) for each in state["events_shown"]] == [(1, 20), (2, None)]


@played
async def test_reading_time_starts_when_the_event_is_visible(make: Make) -> None:
    world = await opened(make)
    world.app.update(hurried=False)
    world.app.update(settings=dict(world.app.state["settings"], speed="fast"))
    drawn: list[Callable[[float], None]] = []
    world.window.requestAnimationFrame = drawn.append
    read = import_module("game.page.events.pacing").time_to_read
    reading = asyncio.ensure_future(read(world.app))
    wait = import_module("game.page.events.pacing").pause_before_next(world.app.state)
    assert wait > 0
    for _ in range(2):
        await asyncio.sleep(1.5 * wait)
        assert not reading.done()  # the browser has not painted yet
        drawn.pop()(0.0)
    begun = clock()
    await reading
    assert clock() - begun >= 0.9 * wait
    world.document.hidden = True  # a hidden page paints no frame, and the code must not wait for one
    await read(world.app)
    assert drawn == []


async def at_the_end(make: Make) -> World:
    """A world with pauses, in which the last move of a round was just shown."""
    world = await opened(make)
    world.app.update(hurried=False)
    world.app.update(settings=dict(world.app.state["settings"], speed="fast"))
    steps = [a_step(1, "play", "9-4")]
    world.app.show(a_scene(version=2, phase="round-over", sheet=a_sheet(), steps=steps))
    return world


@played
async def test_the_button_to_the_sheet_comes_only_after_the_sheet_was_closed(make: Make) -> None:
    world = await at_the_end(make)
    button = world.one("#to-sheet")
    assert world.phase == "round-over" and not world.app.state["sheet_open"] and button.hidden
    until = clock() + 5
    while not world.app.state["sheet_open"] and clock() < until:
        assert button.hidden
        await asyncio.sleep(0.02)
    assert world.app.state["sheet_open"]
    now = world.window.performance.now()
    for later in (1000, 2000):  # a press within 1.2 s is a late tap for the table
        world.window.performance.now = lambda passed=later: now + passed
        await world.do("close-sheet")
        assert button.hidden == (later == 1000)


@played
async def test_the_button_to_the_sheet_is_there_if_it_does_not_open_by_itself(make: Make) -> None:
    world = await at_the_end(make)
    world.app.update(screen="setup")  # the person opened the form during the wait
    until = clock() + 5
    while world.app.state["end_hidden"] and clock() < until:
        await asyncio.sleep(0.02)
    assert not world.app.state["sheet_open"] and not world.one("#to-sheet").hidden


@played
async def test_a_pause_ends_with_its_match(make: Make) -> None:
    world = await opened(make)
    world.app.update(hurried=False)
    world.app.update(settings=dict(world.app.state["settings"], speed="first"))
    reading = asyncio.ensure_future(import_module("game.page.events.pacing").time_to_read(world.app))
    for _ in range(9):
        await asyncio.sleep(0)
    assert (
        not reading.done() and import_module("game.page.events.pacing").pause_before_next(world.app.state) > 1
    )
    waits = import_module("game.page.events.waits")
    world.app.object(waits.Waiting).late_until = 1e12
    await import_module("game.page.matches.match_actions").show_new_match(world.app, a_scene(seen=[]))
    await asyncio.wait_for(reading, 0.5)
    assert not waits.is_late(world.app, None, SimpleNamespace(detail=1)), "no tap is late on a new table"


@pytest.mark.parametrize("role", ["", "host"])
@played
async def test_a_dialog_pauses_the_others(make: Make, role: str) -> None:
    world = await shown(make, a_scene(), address="", next_event=a_scene(version=9))
    world.change_setting("speed", "fast")
    world.app.update(party_role=role)
    world.one("#menu").showModal()
    module = import_module("game.page.events.advancing")
    playing = asyncio.ensure_future(
        module.show_and_continue(world.app, a_scene(version=5, turn=1, next=True))
    )
    await asyncio.sleep(0.8)
    asked = [verb for verb, _ in world.asked]
    if role:  # at a table with other devices the others play on
        assert "next_event" in asked
        return
    assert "next_event" not in asked and world.document.body.dataset.busy == "false"
    world.one("#menu").close()
    world.document.fire("close")
    await asyncio.wait_for(playing, 1)
    assert world.asked[-1][0] == "next_event" and not world.app.state["dialog_waits"]


@played
async def test_the_table_can_be_left_while_others_play(make: Make) -> None:
    """From the menu or the question of the Back button, behind which the others wait."""
    world = await opened(make)
    world.app.update(hurried=False)
    world.change_setting("speed", "fast")
    world.one("#menu").showModal()
    world.asked.clear()
    module = import_module("game.page.events.advancing")
    scene = a_scene(turn=1, next=True, **next_version(world))
    playing = asyncio.ensure_future(module.show_and_continue(world.app, scene))
    await asyncio.sleep(0.8)
    assert world.app.state["dialog_waits"]
    await world.click('#menu [data-action="leave"]')
    world.document.fire("close")
    await asyncio.wait_for(playing, 1)
    assert world.app.scene is None and "next_event" not in [verb for verb, _ in world.asked]


@played
async def test_waiting_events_are_shown_when_the_person_plays(make: Make) -> None:
    world = await opened(make)
    world.app.update(hurried=False)
    world.app.show(a_scene(seen=[an_event(1, "play"), an_event(0, "skip")]))
    await asyncio.sleep(0)
    await asyncio.sleep(0)

    def events() -> list[str | None]:
        return [bubble.dataset.event for bubble in world.every("#bubbles > .bubble")]

    assert events()[-1:] == ["play"]
    world.app.show(a_scene(version=2, steps=[a_step(0, "draw")], seen=[an_event(0, "draw")]))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert events()[-3:] == ["play", "skip", "draw"]


@played
async def test_a_search_comes_before_the_card_of_the_round(make: Make) -> None:
    world = await opened(make)
    world.app.update(hurried=False)
    card = {"number": 2, "of": 3, "centre": "8-8", "seat": 1, "lines": []}
    world.app.show(a_scene(version=9, card=card, seen=[an_event(seat, "start-draw") for seat in (1, 0)]))
    shown = []
    until = clock() + 2
    while world.one("#card").hidden and clock() < until:
        shown += [bubble.dataset.seat for bubble in world.every("#bubbles > .bubble")]
        await asyncio.sleep(0.05)
    assert not world.one("#card").hidden
    assert {"0", "1"} <= set(shown)


@pytest.mark.parametrize(("number", "title"), [(1, "card.aim"), (2, "card.title")])
@played
async def test_the_card_says_who_opens_and_which_tiles_count_otherwise(
    make: Make, number: int, title: str
) -> None:
    world = await opened(make)
    card = {"number": number, "of": 3, "centre": "8-8", "seat": 1, "lines": [["ui.draw", {}]]}
    hand = [a_tile("0-0", 50), a_tile("9-4", 13)]
    world.app.show(a_scene(version=9, card=card, hand=hand))
    world.app.update(round_card=dict(card, seconds=None))
    assert (
        world.one("#card-lines").textContent.replace("\u2060", "")
        == TEXTS["ui.draw"] + " Your 0-0 counts 50 points."
    )
    assert world.one("#card-title").textContent == load().say(title, card)
    assert world.one(".card-opens").className == "card-opens s1"


@played
async def test_the_first_card_of_a_first_match_comes_without_its_search(make: Make) -> None:
    world = await opened(make)
    world.app.update(hurried=False, settings=dict(world.app.state["settings"], speed="first"))
    card = {"number": 1, "of": 3, "centre": "8-8", "seat": 1, "lines": []}
    search = [an_event(seat, "start-draw") for seat in (1, 0)]
    world.app.show(a_scene(version=9, card=card, seen=[*search, an_event(1, "play")]))
    await asyncio.sleep(0)
    assert not world.one("#card").hidden and not world.every("#bubbles > .bubble")
    await world.do("begin-round")
    await asyncio.sleep(0.1)
    assert [bubble.dataset.event for bubble in world.every("#bubbles > .bubble")] == ["play"]


@played
async def test_the_card_says_which_tiles_were_drawn_and_what_unusual_tiles_count(make: Make) -> None:
    world = await opened(make)
    world.app.update(hurried=False)
    card = {"number": 1, "of": 3, "centre": "8-8", "seat": 1, "lines": [["card.next", {"name": "Bob"}]]}
    for hand, lines in (
        ([a_tile("4-1", 5)], ""),
        ([a_tile("4-1", 5, drawn=True)], " You drew the framed tile."),
        ([a_tile("4-1", 5, drawn=True), a_tile("5-1", 6, drawn=True)], " You drew the framed tiles."),
        ([a_tile("0-0", 50)], " Your 0-0 counts 50 points."),
    ):
        world.app.show(a_scene(card=card, hand=hand, **next_version(world)))
        await asyncio.sleep(0)
        assert (
            world.one("#card-lines").textContent.replace("\u2060", "") == "It is Bob’s turn to begin." + lines
        )


@pytest.mark.parametrize(
    ("speed", "day", "number", "blank", "hand", "is_told"),
    [
        ("first", None, 1, 50, "4-1", True),
        ("first", None, 2, 50, "4-1", False),
        ("normal", None, 1, 50, "4-1", False),
        ("normal", "2026-11-23", 1, 50, "4-1", True),
        ("first", None, 1, 0, "4-1", False),
        ("first", None, 1, 50, "0-0", False),
    ],
)
@played
async def test_the_first_card_of_a_first_match_or_a_day_names_the_dear_tile(
    make: Make, speed: str, day: str | None, number: int, blank: int, hand: str, is_told: bool
) -> None:
    world = await opened(make)
    world.app.update(hurried=False, settings=dict(world.app.state["settings"], speed=speed))
    card = {"number": number, "of": 3, "centre": "8-8", "seat": 1, "lines": [], "blank": blank}
    version = world.app.scene["version"] + 1
    of_day = {"day": day, "day_preset": "montgomery"} if day else {}
    world.app.show(a_scene(version=version, card=card, hand=[a_tile(hand, 5)], **of_day))
    await asyncio.sleep(0)
    told = TEXTS["card.blank"].replace("{n}", "50")
    aim = world.one("#card-aim")
    assert (told in aim.textContent.replace("\u2060", "") and not aim.hidden) == is_told
    waits = number == 1 and (speed == "first" or bool(day))
    assert aim.hidden is not waits, "who cannot read it in peace knows it"
    assert not is_told or "0-\u20600" in aim.textContent, "a tile's name stays whole"


@played
async def test_every_card_of_a_first_match_and_the_first_of_the_day_wait(make: Make) -> None:
    world = await opened(make)
    world.app.update(hurried=False)
    for speed, number, seconds, day in (
        ("first", 1, None, ""),
        ("first", 2, None, ""),
        ("first", 3, None, ""),
        ("slow", 2, 2.6 * 2.2 / 1.2, ""),
        ("normal", 1, 2.6, ""),
        ("normal", 1, None, "2026-11-22"),
        ("normal", 2, 2.6, "2026-11-22"),
        ("normal", 3, None, "2026-11-22"),
    ):
        world.app.update(settings=dict(world.app.state["settings"], speed=speed))
        lines = [["card.searched", {"own": "7-7", "n": 4}]] if number == 3 else []
        card = {"number": number, "of": 3, "centre": "8-8", "seat": 1, "lines": lines}
        world.app.show(a_scene(version=world.app.scene["version"] + 1, card=card, day=day, day_preset=None))
        await asyncio.sleep(0)
        assert world.app.state["round_card"] == {**card, "seconds": seconds and pytest.approx(seconds)}
        assert world.app.state["card_waits"] == (seconds is None)
        assert (world.one("#card-begin").getAttribute("data-countdown") is None) == (seconds is None)
        await world.do("begin-round")
        await asyncio.sleep(0.1)
        assert world.app.state["round_card"] is None


@played
async def test_who_begins_a_round_waits_no_longer(make: Make) -> None:
    world = await opened(make)
    world.app.update(hurried=False, settings=dict(world.app.state["settings"], speed="first"))
    card = {"number": 1, "of": 3, "centre": "8-8", "seat": 1, "lines": []}
    world.app.show(a_scene(version=world.app.scene["version"] + 1, card=card))
    await asyncio.sleep(0)
    pacing = import_module("game.page.events.pacing")
    assert pacing.pause_before_next(world.app.state) > 4 * pacing.BEGIN_SECONDS
    reading, began = asyncio.ensure_future(pacing.time_to_read(world.app)), clock()
    await asyncio.sleep(0.02)
    assert not reading.done()  # the card waits
    await world.do("begin-round")
    await asyncio.wait_for(reading, 4 * pacing.BEGIN_SECONDS)
    assert clock() - began >= pacing.BEGIN_SECONDS


@played
async def test_a_lost_chance_to_catch_says_for_a_while_why(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the place of the button, so that a late tap for it presses nothing else."""
    world = await opened(make)
    monkeypatch.setattr(import_module("game.page.turns.catching"), "LATE_SECONDS", 0.05)
    world.app.update(hurried=False)

    three = [a_seat(0, ""), a_seat(1, "Bob"), a_seat(2, "Cy")]

    def after(**changes: Any) -> list[str]:
        world.app.show(a_scene(can={"catch": [1]}, seats=three, **next_version(world)))
        world.app.show(a_scene(seats=three, **changes, **next_version(world)))
        assert all(button.disabled for button in world.every("#catches > button"))
        return world.texts("#catches > button > b")

    quicker, other = a_step(2, "catch", target=1), a_step(1, "play")
    assert after(steps=[quicker, a_step(1, "draw", why="penalty")]) == ["Too late: Cy caught Bob first."]
    await asyncio.sleep(0.1)
    assert not world.every("#catches > button")
    assert world.app.state["settings"]["catch-told"]
    assert after(steps=[other]) == ["Too late: Bob has had another turn."]
    assert after(steps=[a_step(0, "catch", target=1)]) == after(steps=[]) == []
    assert after(steps=[other], phase="round-over") == []
    world.app.update(hurried=True)
    assert after(steps=[quicker]) == []


@played
async def test_nobody_waits_for_a_chance_that_the_person_has_taken(make: Make) -> None:
    """The wait for a first chance is long. What came of the catch can be read before the others go on."""
    caught = a_scene(turn=1, next=True, steps=[a_step(0, "catch", target=1)], seen=[an_event(0, "catch")])
    world = await shown(make, a_scene(), act=caught | {"version": 8}, next_event=a_scene(version=9))
    world.change_setting("speed", "normal")
    world.app.update(hurried=False)
    chance = a_scene(turn=1, next=True, can={"catch": [1]}, version=7)
    waiting = asyncio.ensure_future(
        import_module("game.page.events.advancing").show_and_continue(world.app, chance)
    )
    await asyncio.sleep(15)
    assert "next_event" not in [verb for verb, _ in world.asked], "it waits for the person"
    world.one("#catches > button").click()
    began = clock()
    await waiting
    assert [verb for verb, _ in world.asked][-1] == "next_event" and 1 < clock() - began < 4


@played
async def test_a_chance_that_is_still_there_is_not_lost(make: Make) -> None:
    world = await opened(make)
    world.app.update(hurried=False)
    for _ in range(2):
        world.app.show(a_scene(can={"catch": [1]}, steps=[a_step(0, "play")], **next_version(world)))
        assert [button.disabled for button in world.every("#catches > button")] == [False]


@played
async def test_the_banner_says_that_the_game_calls_for_the_person(make: Make) -> None:
    world = await opened(make)
    said = {"text": ["say.call.you", {}]}
    called = load().say("say.call.for-you")
    for alone, seat, costs, banner_text in (
        (True, 0, True, called),
        (True, 0, False, called),
        (False, 0, True, ""),
        (True, 1, True, ""),
    ):
        world.app.update(events_shown=[], settings=dict(world.app.state["settings"], **{"call-alone": alone}))
        world.app.show(
            a_scene(call_costs=costs, seen=[an_event(seat, "call", **said)], **next_version(world))
        )
        await asyncio.sleep(0)
        banner = world.one("#headline")
        assert (banner.textContent, banner.hidden) == (banner_text, not banner_text)
        assert bool(world.every("#bubbles > .bubble")) is not bool(banner_text), "told once"
        world.app.show(a_scene(**next_version(world)))
        assert world.app.state["settings"]["called-told"] == bool(banner_text)
        world.change_setting("called-told", False)


@played
async def test_the_banner_of_an_own_call_comes_once(make: Make) -> None:
    world = await opened(make)
    called = [an_event(0, "call", text=["say.call.you", {}])]
    for is_told in (False, True):
        world.app.update(events_shown=[])
        world.app.show(a_scene(call_costs=True, seen=called, **next_version(world)))
        await asyncio.sleep(0)
        assert world.one("#headline").hidden == is_told
        assert bool(world.every("#bubbles > .bubble")) == is_told
        world.app.show(a_scene(**next_version(world)))


@played
async def test_an_explanation_of_the_call_stays_longer(make: Make) -> None:
    world = await opened(make)
    seconds = import_module("game.page.events.event_bubbles").seconds
    scene = a_scene(call_costs=True)
    state = dict(world.app.state, scene=scene, settings=dict(world.app.state["settings"], speed="first"))
    own, other, play = an_event(0, "call"), an_event(1, "call"), an_event(1, "play")
    assert [seconds(part, state) for part in ([own], [play, own], [other], [play])] == [2.6, 2.6, 1.2, 1.2]
    state["settings"] = dict(state["settings"], speed="normal")
    assert seconds([own], state) == 1.2


@played
async def test_a_fault_in_a_background_task_is_reported(make: Make) -> None:
    world = await opened(make)
    import_module("game.page.events.pacing").event_bubbles.seconds = None
    world.app.update(hurried=False)
    world.app.show(a_scene(seen=[an_event(1, "play"), an_event(0, "skip")]))
    for _ in range(5):
        await asyncio.sleep(0)
    assert "TypeError" in world.window.errors[0]
    assert not world.one("#trouble").hidden


@played
async def test_every_move_is_shown_under_its_seat(make: Make) -> None:
    world = await opened(make, seats=3)
    told = set()
    while world.phase == "playing":
        told |= {(bubble.dataset.event, bubble.dataset.seat) for bubble in world.every("#bubbles > .bubble")}
        assert all(bubble.textContent for bubble in world.every("#bubbles > .bubble"))
        await world.turn()
    assert {event for event, _ in told} >= {"play"}
    assert {seat for _, seat in told} >= {
        "0",
        "2",
    }  # without pace only the last event before the own turn stays


@played
async def test_a_full_foot_is_told_where_two_bubbles_have_room(make: Make) -> None:
    world = await opened(make)
    show = import_module("game.page.events.pacing").show_events
    events = [an_event(1, kind) for kind in ("play", "foot-filled", "call")]
    for seen, told in ((events, ["play", "call"]), (events[:2], ["play", "foot-filled"])):
        world.app.update(events_shown=[])
        show(world.app, a_scene(seen=seen))
        assert [bubble.dataset.event for bubble in world.every("#bubbles > .bubble")] == told


@played
async def test_three_lines_of_a_first_match_stay_longer(make: Make) -> None:
    world = await opened(make)
    long = {"text": ["say.draw", {"name": "Bob " * 12}]}
    for speed, text, seconds in (("first", long, 2.6), ("first", {}, 1.2), ("normal", long, 1.2)):
        world.change_setting("speed", speed)
        world.app.show(a_scene(**next_version(world)))
        part = [an_event(1, "play", **text), an_event(1, "call")]
        assert import_module("game.page.events.event_bubbles").seconds(part, world.app.state) == seconds


@played
async def test_an_own_call_is_told_where_two_lines_have_room(make: Make) -> None:
    """Else the call-out at the face tells it alone, where no banner explains it any more."""
    world = await opened(make)
    world.change_setting("called-told", True)
    show = import_module("game.page.events.pacing").show_events
    long = {"text": ["say.draw", {"name": "Bob " * 12}]}
    for seat, changes, told in (
        (0, {}, ["play", "call"]),
        (0, long, ["play"]),
        (1, long, ["play", "call"]),
    ):
        world.app.update(events_shown=[])
        show(world.app, a_scene(seen=[an_event(seat, "play", **changes), an_event(seat, "call")]))
        assert [bubble.dataset.event for bubble in world.every("#bubbles > .bubble")] == told


@played
async def test_events_that_concern_the_person_are_in_a_banner(make: Make) -> None:
    world = await opened(make)
    assert world.one("#headline").hidden and world.one("#tray").dataset.banner is None
    caught = an_event(0, "penalty", banner=["say.penalty-seen.you", {"tile": "9-4"}])
    import_module("game.page.events.pacing").show_events(
        world.app, a_scene(seen=[an_event(1, "catch"), caught])
    )
    assert "9-\u20604" in world.one("#headline").textContent
    assert not world.one("#headline").hidden
    assert (
        world.one("#tray").dataset.banner == "true"
    )  # the text of a lesson goes meanwhile: half of it would be covered
    assert [bubble.dataset.event for bubble in world.every("#bubbles > .bubble")] == ["catch", "penalty"]
    own_catch = an_event(0, "catch", banner=["say.catch.you", {"target": "Bob"}])
    import_module("game.page.events.pacing").show_events(world.app, a_scene(seen=[own_catch]))
    assert "You catch Bob" in world.one("#headline").textContent
    assert "You catch Bob" not in world.one("#bubbles").textContent, "told once"
