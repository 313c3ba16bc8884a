"""Pacing: show the events of a scene one after the other, and show the end of a round some time after its last move.

A *part* is a list of events that are shown together (events/event_bubbles.py).
"""

import asyncio

from pyscript import document, window

from game.for_types import TYPE_CHECKING
from game.page.board import motion
from game.page.events import event_bubbles, room
from game.page.focus.focus import PHASE_FOCUS, to_hand
from game.page.kernel.dom import one
from game.page.kernel.room import updated
from game.page.people import at_the_table
from game.page.screens import OVER
from game.page.screens.navigation import is_beside
from game.page.settings import settings
from game.page.settings.settings import pace

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from game.contract.scenes import Card
    from game.page.events import Part
    from game.page.kernel.app import App
    from game.page.page_types import Element, Event, Measured, SceneState, State, TableScene

# Seconds at normal pace before the next event:
# At least, at every pace, if the person can catch a player who did not call: the next event may end that. A person who has never
# had such a chance has more to read.
CATCH_SECONDS, FIRST_CATCH_SECONDS = 4.0, 12.0
TO_THE_END = 0.3  # the factor for waits on the way to the end of a round in which nothing can fit any more
BEGIN_SECONDS = 0.5  # at most, after the person has closed a round's card: the table waits for nobody else
CALL_SECONDS = 4.0  # at least, if the person has not called yet and it could cost them points
CARD_SECONDS = 2.6  # in addition, if the scene shows a round's card
# A tap within this time after something has opened under the finger, or has gone from there, was meant for what was there:
LATE_TAP_MS = 500
END_TAP_MS = (
    1200  # the same after a sheet or the end of a match that has come by itself and covers everything
)


class Waiting:
    """What ends a wait early."""

    def __init__(self, app: "App") -> "None":
        # Set to end the wait before the next event, and then replaced: a wait that begins later is not ended.
        self.wait_ended = asyncio.Event()
        self.card_closed = asyncio.Event()  # no card of a round is on screen
        self.card_closed.set()
        self.end_skipped = asyncio.Event()  # the person wants the score sheet at once
        # Until then a tap is late, in ms of the page's clock: the sheet has opened by itself, or a catch was gone, a moment ago.
        self.late_until = 0.0


def match_replaced(app: "App") -> "None":
    """End the waits of the match before: another match has come to the table."""
    end_wait(app)
    app.object(Waiting).end_skipped.set()


def end_wait(app: "App") -> "None":
    """End the present wait before the next event, if there is one."""
    waiting = app.object(Waiting)
    waiting.wait_ended.set()
    waiting.wait_ended = asyncio.Event()


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
    if scene.get("card") and _card_waits(app):
        parts = event_bubbles.without_search(parts)
    if at_once or scene["steps"]:
        app.set_state(with_events(app.state, at_once, _now()))
        if at_once:
            app.run_in_background(_mark_visible(app))
    app.object(Waiting).card_closed.set()
    if scene.get("card") and pace(app.state):
        app.object(Waiting).card_closed.clear()
    if parts or not app.object(Waiting).card_closed.is_set():
        app.run_in_background(_show_parts(app, parts, scene))


async def _show_parts(app: "App", waiting: "list[Part]", scene: "TableScene") -> "None":
    """Show the waiting parts, and the round's card after the search, until another scene comes."""
    card = scene.get("card")
    while app.scene is scene and (waiting or card):
        if card and not (waiting and event_bubbles.is_search(waiting[0])):
            await _show_card(app, card)
            card = None
            continue
        part, waiting = waiting[0], waiting[1:]
        app.set_state(with_events(app.state, part, _now(), waiting))
        if event_bubbles.is_search(part) and motion.is_on():
            motion.animate_search(part[0], scene)
        await _mark_visible(app)
        if waiting or card:
            await asyncio.sleep(event_bubbles.seconds(part, app.state) * pace(app.state))


async def _show_card(app: "App", card: "Card") -> "None":
    """Show the card of a round until the person begins, or for some seconds, see `_card_waits`."""
    waits = _card_waits(app)
    seconds = CARD_SECONDS * pace(app.state)
    app.update(round_card=dict(card, seconds=None if waits else seconds), card_waits=waits)  # type: ignore[arg-type]  # a shown card
    if waits:
        one("#card-begin").focus()
        await app.object(Waiting).card_closed.wait()
    else:
        await _wait_for_event(app, app.object(Waiting).card_closed, seconds)
        app.object(Waiting).card_closed.set()
    app.update(round_card=None, card_waits=False)


def _card_waits(app: "App") -> "bool":
    """Whether a round's card stays until the person begins: in their first match, and in a deal of the day, which can be read once."""
    is_waited = settings.is_first_match(app.state["settings"]) or bool(app.scene.get("day"))
    return is_waited and not at_the_table.is_onlooker(app.state)  # nobody taps a television


@room.action("begin-round")
def close_card(app: "App", button: "Element") -> "None":
    """Begin the round: remove its card. The page counts as busy again at once.

    The button disappears, so the focus moves to the hand, where the arrows work.
    """
    app.update(card_waits=False)
    end_card(app)
    to_hand(app)


def end_card(app: "App") -> "None":
    """Begin the round if its card is shown."""
    app.object(Waiting).card_closed.set()


async def _mark_visible(app: "App") -> "None":
    """Wait until the browser displays the shown events, and put that time into the state.

    Events that come to the screen meanwhile are not marked: each has a wait of its own.
    """
    last = app.state["events_count"]
    await _wait_until_visible(app, pace(app.state))
    app.set_state(with_events_visible(app.state, last, _now()))


def _now() -> "float":
    """The time of the page's clock, in ms."""
    return window.performance.now()


async def time_to_read(app: "App") -> "None":
    """Give the person time to read the scene. Return earlier at `end_wait`."""
    begins = app.state["card_waits"]
    await app.object(Waiting).card_closed.wait()
    wait = pause_before_next(app.state)  # type: ignore[arg-type]  # it has a scene
    await _wait_for_event(app, app.object(Waiting).wait_ended, min(wait, BEGIN_SECONDS) if begins else wait)


async def _wait_for_event(app: "App", event: "asyncio.Event", seconds: "float") -> "None":
    """Wait until the browser displays the last change, then for `seconds` or until the event."""
    await _wait_until_visible(app, seconds)
    try:  # noqa: SIM105 - MicroPython has no contextlib
        await asyncio.wait_for(event.wait(), seconds)
    except asyncio.TimeoutError:  # noqa: UP041 - MicroPython has no builtin TimeoutError
        pass  # the usual case: the time is over


async def _wait_until_visible(app: "App", seconds: "float") -> "None":
    """Wait two frames: the first lays out the change, the second displays it.

    Do not wait if `seconds` is 0 or the page is hidden.
    """
    for _ in range(0 if document.hidden or not seconds else 2):
        app.expect_frame()
        await app.frame_shown.wait()


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


def last_move_pending(before: "State", after: "State") -> "bool":
    """Whether a round or match ended between two states. Then the last move must be visible before the score sheet."""
    ended = before["phase"] == "playing" and after["phase"] in OVER
    return ended and pace(after) > 0


def with_end_shown(state: "State") -> "State":
    """The state that shows the end: the score sheet over the table after a round, the screen "over" after a match."""
    over = state["phase"] == "match-over"
    return updated(state, screen="over" if over else "play", sheet_open=not over, end_hidden=False)


def with_events(state: "State", part: "Part", now: "float", waiting: "Sequence[Part]" = ()) -> "State":
    """The state that shows the events of a part.

    `waiting` are the parts to show later. `now` is the page's clock in ms. An event stays on screen until the next part
    replaces it.
    """
    events: list[Any] = []
    count = state["events_count"]
    explaining = [event for event in part if event_bubbles.explains_call(event, state)][:1]
    for event in part:
        count += 1
        events.append(dict(event, key=count, explains=bool(explaining) and event is explaining[0]))
    least_ms = 1000 * event_bubbles.LEAST_SECONDS * pace(state)
    return updated(
        state,
        events_shown=event_bubbles.on_screen(state["events_shown"], events, now, least_ms),
        events_waiting=waiting,
        events_count=count,
        call_explained=explaining[0] if explaining else state["call_explained"],
    )


def with_events_visible(state: "State", last: "int", now: "float") -> "State":
    """The state after the browser displayed the events up to key `last`, at `now` (ms). A busy device displays them late."""
    return updated(state, events_shown=event_bubbles.visible(state["events_shown"], last, now))


def pause_before_next(state: "SceneState") -> "float":
    """Seconds before the next event: time to read the last scene, to call, and to notice a possible catch."""
    scene = state["scene"]
    parts = event_bubbles.parts_of(scene)
    if scene.get("card"):  # the search was shown before the card
        parts = event_bubbles.without_search(parts)
    wait = _reading_seconds(parts, state)
    if scene.get("grace") and not state["grace_given"]:
        wait = max(wait, CALL_SECONDS)
    if state["draws_on"] and nothing_fits(scene):
        wait *= TO_THE_END
    # tiles that make room move at the same speed at every pace
    least = motion.MAKE_ROOM_SECONDS if state["making_room"] else 0
    return max(wait * pace(state), least, catch_seconds(state) if scene["can"]["catch"] else 0)


def end_seconds(state: "SceneState") -> "float":
    """Seconds that the end of a round stays on the table. A quick pace does not shorten them: the points fly, and a tap skips it."""
    return _reading_seconds(event_bubbles.parts_of(state["scene"]), state) * max(pace(state), 1)


def _reading_seconds(parts: "Sequence[Part]", state: "State") -> "float":
    """Seconds at normal pace to read these parts. A scene without events takes as long as one part."""
    return sum([event_bubbles.seconds(part, state) for part in parts]) or event_bubbles.PART_SECONDS


def catch_seconds(state: "State") -> "float":
    """Seconds before the next event, at least, while the person can catch somebody. A quick pace does not shorten them."""
    least = CATCH_SECONDS if state["settings"]["catch-told"] else FIRST_CATCH_SECONDS
    return max(least, CATCH_SECONDS * pace(state)) if pace(state) else 0


def nothing_fits(scene: "TableScene") -> "bool":
    """Whether a foot is open whose number is used up: no tile will ever fit, and the round can only end blocked."""
    return bool(scene["foot"]) and scene["foot"][0][0] == "prompt.none-left"


@room.effect("write")
def note_end_of_catch(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Note when a player can no longer be caught: the button goes, and a tap for it would hit what takes its place."""
    if before["scene"] and set(before["scene"]["can"]["catch"]) - set(after["scene"]["can"]["catch"]):
        app.object(Waiting).late_until = window.performance.now() + LATE_TAP_MS
        settings.change_setting(app, "catch-told", True)


async def show_end(app: "App") -> "None":
    """Show the end of a round or match after the person had time to see the last move, or skips it."""
    scene, waiting = app.scene, app.object(Waiting)
    waiting.end_skipped.clear()
    await _wait_for_event(app, waiting.end_skipped, end_seconds(app.state))  # type: ignore[arg-type]  # it has a scene
    if app.scene is not scene:
        return
    if is_beside(app.state["screen"]):
        app.update(end_hidden=False)
    else:
        app.set_state(with_end_shown(app.state))
        late_ms = LATE_TAP_MS if waiting.end_skipped.is_set() else END_TAP_MS
        waiting.late_until = window.performance.now() + late_ms
        one(PHASE_FOCUS[app.state["phase"]]).focus()


@room.on("click")
def is_late(app: "App", button: "Element", event: "Event") -> "bool":
    """Whether a tap was meant for what was there a moment ago, see LATE_TAP_MS. A press by keyboard has detail 0."""
    is_soon = window.performance.now() < app.object(Waiting).late_until
    return is_soon and bool(event.detail) and not app.state["hurried"]


@room.on("click")
def skip_end(app: "App", button: "Element", event: "Event") -> "bool":
    """A tap beside the buttons while the end of a round is on the table opens the score sheet at once."""
    if not app.state["end_hidden"] or button:
        return False
    app.object(Waiting).end_skipped.set()
    return True
