"""Pacing: show the events of a scene one after the other, and show the end of a round some time after its last move.

A *part* is a list of events that are shown together (events/event_bubbles.py).
"""

import asyncio

from pyscript import document, window

from game.page.board import motion
from game.page.events import event_bubbles
from game.page.kernel import fault_report, page_state
from game.page.kernel.dom import one
from game.page.settings import settings

# The element that gets the focus when a phase begins.
PHASE_FOCUS = {
    "round-over": "#sheet-title",
    "match-over": "#over-title",
    "curtain": "#curtain button",
}


def show_events(app, scene):
    """Show the events of a scene in parts: the search for the starting double, the round's card, then the other events.

    A card that waits for the person comes first, without the search, which it explains. Parts of the earlier scene may
    still wait. Show them at once, without the search: the card sums it up. With pace 0, show only the events of this
    scene, all at once.
    """
    parts = event_bubbles.parts_of(scene)
    at_once = [event for part in event_bubbles.without_search(app.state["events_waiting"]) for event in part]
    if not page_state.pace(app.state):
        at_once, parts = [event for part in parts for event in part], []
    if scene.get("card") and _card_waits(app, scene["card"]):
        parts = event_bubbles.without_search(parts)
    if at_once or scene["steps"]:
        app.set_state(page_state.with_events(app.state, at_once, _now()))
        if at_once:
            fault_report.run_in_background(_mark_visible(app))
    app.card_closed.set()
    if scene.get("card") and page_state.pace(app.state):
        app.card_closed.clear()
    if parts or not app.card_closed.is_set():
        fault_report.run_in_background(_show_parts(app, parts, scene))


async def _show_parts(app, waiting, scene):
    """Show the waiting parts, and the round's card after the search, until another scene comes."""
    card = scene.get("card")
    while app.scene is scene and (waiting or card):
        if card and not (waiting and event_bubbles.is_search(waiting[0])):
            await _show_card(app, card)
            card = None
            continue
        part, waiting = waiting[0], waiting[1:]
        app.set_state(page_state.with_events(app.state, part, _now(), waiting))
        if event_bubbles.is_search(part) and motion.is_on():
            motion.animate_search(part[0], scene)
        await _mark_visible(app)
        if waiting or card:
            await asyncio.sleep(event_bubbles.seconds(part, app.state) * page_state.pace(app.state))


async def _show_card(app, card):
    """Show the card of a round. In the first round of a person's first match it stays until they begin, else for some seconds."""
    waits = _card_waits(app, card)
    seconds = None if waits else page_state.CARD_SECONDS * page_state.pace(app.state)
    app.update(round_card=dict(card, seconds=seconds), card_waits=waits)
    if waits:
        one("#card-begin").focus()
        await app.card_closed.wait()
    else:
        await _wait_for_event(app, app.card_closed, seconds)
        app.card_closed.set()
    app.update(round_card=None, card_waits=False)


def _card_waits(app, card):
    """Whether the card stays until the person begins: that of the first round of their first match."""
    return card["number"] == 1 and settings.is_first_match(app.state["settings"])


def close_card(app, button):
    """Begin the round: remove its card. The page counts as busy again at once."""
    app.update(card_waits=False)
    app.card_closed.set()


async def _mark_visible(app):
    """Wait until the browser displays the shown events, and put that time into the state.

    Events that come to the screen meanwhile are not marked: each has a wait of its own.
    """
    last = app.state["events_count"]
    await _wait_until_visible(app, page_state.pace(app.state))
    app.set_state(page_state.with_events_visible(app.state, last, _now()))


def _now():
    """The time of the page's clock, in ms."""
    return window.performance.now()


async def time_to_read(app):
    """Give the person time to read the scene. Return earlier if another match comes to the table."""
    await app.card_closed.wait()
    await _wait_for_event(app, app.match_replaced, page_state.pause_before_next(app.state))


async def _wait_for_event(app, event, seconds):
    """Wait until the browser displays the last change, then for `seconds` or until the event."""
    await _wait_until_visible(app, seconds)
    try:  # noqa: SIM105 - MicroPython has no contextlib
        await asyncio.wait_for(event.wait(), seconds)
    except asyncio.TimeoutError:  # noqa: UP041 - MicroPython has no builtin TimeoutError
        pass  # the usual case: the time is over


async def _wait_until_visible(app, seconds):
    """Wait two frames: the first lays out the change, the second displays it.

    Do not wait if `seconds` is 0 or the page is hidden.
    """
    for _ in range(0 if document.hidden or not seconds else 2):
        app.expect_frame()
        await app.frame_shown.wait()


async def show_end(app):
    """Show the end of a round or match after the person had time to see the last move."""
    scene = app.scene
    await time_to_read(app)
    if app.scene is not scene:
        return
    if app.state["screen"] in page_state.SIDE_SCREENS:
        app.update(end_hidden=False)
    else:
        app.set_state(page_state.with_end_shown(app.state))
        one(PHASE_FOCUS[app.state["phase"]]).focus()
