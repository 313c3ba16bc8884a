"""Pacing: show the events of a scene one after the other, and the end of a round after its last move."""

import asyncio

from pyscript import document, window

from game.page import fault_report, page_state
from game.page.board import motion
from game.page.dom import one
from game.page.panels import event_bubbles

PHASE_FOCUS = {
    "round-over": "#sheet-title",
    "match-over": "#over-title",
    "curtain": "#curtain button",
}  # the element that gets the focus when a phase begins


def show_events(app, scene):
    """Show the events of a scene in parts: the search for the starting double, the round's card, then the rest.

    Without pace, all parts are shown at once. So are the earlier scene's remaining parts, except a search, which the card sums up.
    """
    parts = event_bubbles.parts_of(scene)
    late = [
        event for part in app.state["events_waiting"] if not event_bubbles.is_search(part) for event in part
    ]
    if not page_state.pace(app.state):
        late, parts = [event for part in parts for event in part], []
    if late or scene["steps"]:
        app.set_state(page_state.with_events(app.state, late, _now()))
        if late:
            fault_report.run_in_background(_count_from_first_frame(app))
    if parts or (scene.get("card") and page_state.pace(app.state)):
        fault_report.run_in_background(_show_parts(app, parts, scene))


async def _show_parts(app, rest, scene):
    card = scene.get("card")
    while app.scene is scene and (rest or card):
        if card and not (rest and event_bubbles.is_search(rest[0])):
            app.update(round_card=card)
            await _wait(app, page_state.CARD_SECONDS)
            app.update(round_card=None)
            card = None
            continue
        part, rest = rest[0], rest[1:]
        app.set_state(page_state.with_events(app.state, part, _now(), rest))
        if event_bubbles.is_search(part) and app.animates():
            motion.animate_search(part[0]["seat"], scene)
        await _count_from_first_frame(app)
        if rest or card:
            await asyncio.sleep(event_bubbles.seconds(part) * page_state.pace(app.state))


async def _count_from_first_frame(app):
    """Count the time of the shown events from the frame in which the browser shows them."""
    await _wait_until_visible(app, page_state.pace(app.state))
    app.set_state(page_state.with_events_visible(app.state, _now()))


async def _wait(app, seconds):
    """Wait for some seconds at the chosen pace, counted from the frame in which the browser shows the change."""
    seconds *= page_state.pace(app.state)
    await _wait_until_visible(app, seconds)
    await asyncio.sleep(seconds)


def _now():
    return window.performance.now()


async def time_to_read(app):
    """Wait until the person had time to read the scene, or until another match is on the table."""
    another, seconds = app.match_replaced, page_state.pause_before_next(app.state)
    await _wait_until_visible(app, seconds)
    try:  # noqa: SIM105 - MicroPython has no contextlib
        await asyncio.wait_for(another.wait(), seconds)
    except asyncio.TimeoutError:  # noqa: UP041 - MicroPython has no builtin one
        pass  # the usual case: the time is over


async def _wait_until_visible(app, seconds):
    """Wait two frames, if there is anything to see: the first starts a fade-in, the second shows it."""
    for _ in range(0 if document.hidden or not seconds else 2):
        app.expect_frame()
        await app.frame_shown.wait()


async def show_end(app):
    """Show how the round or match ended, after its last move was visible for a while."""
    scene = app.scene
    await time_to_read(app)
    if app.scene is scene and app.state["screen"] not in page_state.SIDE_SCREENS:
        app.set_state(page_state.with_end_shown(app.state))
        one(PHASE_FOCUS[app.state["phase"]]).focus()
