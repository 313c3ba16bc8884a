"""Pacing: show the events of a scene one after the other, and wait before the next scene.

A *part* is a list of events that are shown together (events/event_bubbles.py).
"""

import asyncio

from pyscript import window

from game.for_types import TYPE_CHECKING
from game.page.board import motion
from game.page.events import event_bubbles, room
from game.page.events.ending import last_move_pending, show_end
from game.page.events.round_card import card_waits, show_card
from game.page.events.waits import Waiting, wait_for_event, wait_until_visible
from game.page.kernel.room import updated
from game.page.settings import settings
from game.page.settings.settings import pace

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from game.page.events import Part
    from game.page.kernel.app import App
    from game.page.page_types import Measured, SceneState, State, TableScene

# Seconds at normal pace before the next event:
# At least, at every pace, if the person can catch a player who did not call: the next event may end that. They look longer for it
# in a first match. Who has never had such a chance may read in peace what it is: if nobody else plays along from another device, the
# game waits for them, until they seem to be away.
CATCH_SECONDS, NEW_CATCH_SECONDS, FIRST_CATCH_SECONDS = 4.0, 10.0, 60.0
TO_THE_END = 0.3  # the factor for waits on the way to the end of a round in which nothing can fit any more
BEGIN_SECONDS = 0.5  # at most, after the person has closed a round's card: the table waits for nobody else
CALL_SECONDS = 4.0  # at least, if the person has not called yet and it could cost them points


@room.effect("write")
def show_new_events(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Show the events one after the other, and the end of a round or match after its last move."""
    show_events(app, after["scene"])
    if last_move_pending(before, after):
        app.run_in_background(show_end(app))


def show_events(app: "App", scene: "TableScene") -> "None":
    """Show the events of a scene in parts: the search for the starting double, the round's card, then the other events.

    A card that waits for the person comes first, without the search, which it explains. Parts of the earlier scene may
    still wait. Show them at once, without the search: the card sums it up. With pace 0, show only the events of this
    scene, all at once.
    """
    parts = event_bubbles.parts_of(scene)
    parts = event_bubbles.with_moved_tiles(parts, scene)
    at_once = [event for part in event_bubbles.without_search(app.state["events_waiting"]) for event in part]
    if not pace(app.state):
        at_once, parts = [event for part in parts for event in part], []
    card = scene.get("card")
    if card and card_waits(app, card):
        parts = event_bubbles.without_search(parts)
    if at_once or scene["steps"]:
        app.set_state(with_events(app.state, at_once, _now()))
        if at_once:
            app.run_in_background(_mark_visible(app))
    app.object(Waiting).card_closed.set()
    if card and pace(app.state):
        app.object(Waiting).card_closed.clear()
    if parts or not app.object(Waiting).card_closed.is_set():
        app.run_in_background(_show_parts(app, parts, scene))


async def _show_parts(app: "App", waiting: "list[Part]", scene: "TableScene") -> "None":
    """Show the waiting parts, and the round's card after the search, until another scene comes."""
    card = scene.get("card")
    while app.scene is scene and (waiting or card):
        if card and not (waiting and event_bubbles.is_search(waiting[0])):
            await show_card(app, card)
            card = None
            continue
        part, waiting = waiting[0], waiting[1:]
        app.set_state(with_events(app.state, part, _now(), waiting))
        if event_bubbles.is_search(part) and motion.is_on():
            motion.animate_search(part[0], scene)
        await _mark_visible(app)
        if waiting or card:
            await asyncio.sleep(event_bubbles.seconds(part, app.state) * pace(app.state))


async def _mark_visible(app: "App") -> "None":
    """Wait until the browser displays the shown events, and put that time into the state.

    Events that come to the screen meanwhile are not marked: each has a wait of its own.
    """
    last = app.state["events_count"]
    await wait_until_visible(app, pace(app.state))
    app.set_state(with_events_visible(app.state, last, _now()))


def _now() -> "float":
    """The time of the page's clock, in ms."""
    return window.performance.now()


async def time_to_read(app: "App") -> "None":
    """Give the person time to read the scene. Return earlier at `end_wait`, and at once if they have left the table meanwhile."""
    begins, waiting = app.state["card_waits"], app.object(Waiting)
    await waiting.card_closed.wait()
    is_anew = True
    while app.scene and is_anew:
        waiting.begins_anew = False
        wait = pause_before_next(app.state)  # type: ignore[arg-type]  # it has a scene
        await wait_for_event(app, waiting.wait_ended, min(wait, BEGIN_SECONDS) if begins else wait)
        is_anew = waiting.begins_anew


def is_cleared(state: "SceneState", before: "State") -> "bool":
    """Whether the events of a scene before must go: after an undo, and at a curtain, behind which another person sits."""
    scene, earlier = state["scene"], before["scene"]
    undone = earlier and not scene["steps"] and scene["version"] != earlier["version"]
    return bool(undone or scene["phase"] == "curtain")


@room.reducer("scene")
def take_scene(state: "SceneState", before: "State") -> "State":
    """Count the time to call, remove events that must go, and leave the table visible after the last move of a round."""
    scene, earlier = state["scene"], before["scene"]
    is_gone, is_end = is_cleared(state, before), last_move_pending(before, state)
    is_other = is_gone or scene.get("whole_round")  # the events are of another round, or of another match
    return {
        "grace_given": bool(earlier and earlier.get("grace") and scene.get("grace")),
        "events_shown": [] if is_other else state["events_shown"],
        "events_waiting": [] if is_other else state["events_waiting"],
        "round_card": None if is_gone else state["round_card"],
        "screen": "play" if is_end else state["screen"],
        "sheet_open": state["sheet_open"] and not is_end,
        "end_hidden": is_end,
    }


@room.reducer("menu")
def remove_events(state: "State") -> "State":
    """Nothing is left of the match before."""
    return {"events_shown": [], "events_waiting": [], "round_card": None}


def with_events(state: "State", part: "Part", now: "float", waiting: "Sequence[Part]" = ()) -> "State":
    """The state that shows the events of a part.

    `waiting` are the parts to show later. `now` is the page's clock in ms. An event stays on screen until the next part
    replaces it.
    """
    events: list[Any] = []
    count = state["events_count"]
    for event in part:
        count += 1
        events.append(dict(event, key=count))
    least_ms = 1000 * event_bubbles.LEAST_SECONDS * pace(state)
    return updated(
        state,
        events_shown=event_bubbles.on_screen(state["events_shown"], events, now, least_ms),
        events_waiting=waiting,
        events_count=count,
    )


def uncover_prompt(app: "App") -> "None":
    """Remove the events that lie over the prompt. Banners stay."""
    app.update(events_shown=[event for event in app.state["events_shown"] if event["banner"]])


def with_events_visible(state: "State", last: "int", now: "float") -> "State":
    """The state after the browser displayed the events up to key `last`, at `now` (ms). A busy device displays them late."""
    return updated(state, events_shown=event_bubbles.visible(state["events_shown"], last, now))


def pause_before_next(state: "SceneState") -> "float":
    """Seconds before the next event: time to read the last scene, to call, and to notice a possible catch."""
    scene = state["scene"]
    parts = event_bubbles.parts_of(scene)
    if scene.get("card"):  # the search was shown before the card
        parts = event_bubbles.without_search(parts)
    wait = event_bubbles.reading_seconds(parts, state)
    if scene.get("grace") and not state["grace_given"]:
        wait = max(wait, CALL_SECONDS)
    if state["draws_on"] and nothing_fits(scene):
        wait *= TO_THE_END
    # tiles that make room move at the same speed at every pace
    least = motion.MAKE_ROOM_SECONDS if state["making_room"] else 0
    return max(wait * pace(state), least, catch_seconds(state) if catch_matters(scene) else 0)


def catch_matters(scene: "TableScene") -> "bool":
    """Whether the person can catch somebody and it would cost them anything: no turn is worth one where nothing fits any more."""
    return bool(scene["can"]["catch"]) and (scene["yard"] > 0 or not nothing_fits(scene))


def may_act_off_turn(scene: "TableScene") -> "bool":
    """Whether the person may do what no turn excludes: call now, catch somebody, or take a tile back; or act for another at this screen."""
    can = scene["can"]
    return bool(can["call"] == "now" or catch_matters(scene) or can["take-back"] or can["beside"])


def catch_seconds(state: "State") -> "float":
    """Seconds before the next event, at least, while the person can catch somebody. A quick pace does not shorten them."""
    values, least = state["settings"], CATCH_SECONDS
    if settings.is_first_match(values) or not values["catch-told"]:
        least = FIRST_CATCH_SECONDS if waits_for_catch(state) else NEW_CATCH_SECONDS
    return max(least, CATCH_SECONDS * pace(state)) if pace(state) else 0


def waits_for_catch(state: "State") -> "bool":
    """Whether the game waits for the person to catch somebody: it is their first chance, and no other device waits with them."""
    return not state["settings"]["catch-told"] and not state["party_role"]


def nothing_fits(scene: "TableScene") -> "bool":
    """Whether a foot is open whose number is used up: no tile will ever fit, and the round can only end blocked."""
    return bool(scene["foot"]) and scene["foot"][0][0] == "prompt.none-left"
