"""What happened, told part by part at the pace of the table, and the end of a round shown once its last move could be seen."""

import asyncio

from pyscript import document, window

from game.page import fault_report, page_state
from game.page.board import motion
from game.page.dom import one
from game.page.panels import event_bubbles

TITLES = {
    "round-over": "#sheet-title",
    "match-over": "#over-title",
    "curtain": "#curtain button",
}  # what has the focus when a phase begins


def tell(app, scene):
    """What happened is told where it happens, part by part: a search, then the round's card, then the rest; without pace at once.

    What the scene before had yet to tell is told at once, but for a search, which the card sums up: the play has gone on.
    """
    parts = event_bubbles.beats(scene)
    late = [
        each for part in app.state["events_waiting"] if not event_bubbles.is_search(part) for each in part
    ]
    if not page_state.pace(app.state):
        late, parts = [each for part in parts for each in part], []
    if late or scene["steps"]:
        app.become(page_state.telling(app.state, late, _now()))
        fault_report.aside(_count(app))
    if parts or (scene.get("card") and page_state.pace(app.state)):
        fault_report.aside(_tell(app, parts, scene))


async def _tell(app, rest, scene):
    card = scene.get("card")
    while app.scene is scene and (rest or card):
        if card and not (rest and event_bubbles.is_search(rest[0])):
            app.put(round_card=card)
            await _wait(app, page_state.CARD)
            app.put(round_card=None)
            card = None
            continue
        part, rest = rest[0], rest[1:]
        app.become(page_state.telling(app.state, part, _now(), rest))
        if event_bubbles.is_search(part) and app.moves():
            motion.fetch(part[0]["seat"], scene)
        await _count(app)
        if rest or card:
            await asyncio.sleep(event_bubbles.seconds(part) * page_state.pace(app.state))


async def _count(app):
    """Counts the time of the bubbles from the frame that shows them."""
    await _drawn(app, page_state.pace(app.state))
    app.become(page_state.bubbles_drawn(app.state, _now()))


async def _wait(app, seconds):
    """Waits so long, at the chosen pace, from when it can be seen, however late that is."""
    seconds *= page_state.pace(app.state)
    await _drawn(app, seconds)
    await asyncio.sleep(seconds)


def _now():
    return window.performance.now()


def frame(app):
    """`app.painted` is set again with the browser's next frame, or when the page is hidden."""
    app.painted.clear()
    window.requestAnimationFrame(app.frame)


async def read(app):
    """Waits while what the scene tells can be read, and no longer than its match is on the table."""
    another, seconds = app.another, page_state.pause(app.state)
    await _drawn(app, seconds)
    try:  # noqa: SIM105 - nor has MicroPython contextlib
        await asyncio.wait_for(another.wait(), seconds)
    except asyncio.TimeoutError:  # noqa: UP041 - its own, in MicroPython
        pass  # as a rule


async def _drawn(app, seconds):
    """Waits, if it is to be seen for some seconds, until it can be: in one frame it begins to fade in, the next one shows it."""
    for _ in range(0 if document.hidden or not seconds else 2):
        frame(app)
        await app.painted.wait()


async def reveal(app):
    """Shows how the round or the match ended, once its last move could be seen."""
    scene = app.scene
    await read(app)
    if app.scene is scene and app.state["screen"] not in page_state.BESIDE:
        app.become(page_state.end_shown(app.state))
        one(TITLES[app.state["phase"]]).focus()
