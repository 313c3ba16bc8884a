"""Waits between events: what ends them early, and which taps come too late for what was there."""

import asyncio

from pyscript import document, window

from game.for_types import TYPE_CHECKING
from game.page.events import room

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.page_types import Element, Event

# ms; a tap within this time after something has opened under the finger, or has gone from there, was meant for what was there
LATE_TAP_MS = 500


class Waiting:
    """What ends a wait early."""

    def __init__(self, app: "App") -> "None":
        # Set to end the wait before the next event, and then replaced: a wait that begins later is not ended.
        self.wait_ended = asyncio.Event()
        self.begins_anew = False  # the wait ended because the person has acted, and there is more to read
        self.card_closed = asyncio.Event()  # no card of a round is on screen
        self.card_closed.set()
        self.end_skipped = asyncio.Event()  # the person wants the score sheet at once
        # Until then a tap is late, in ms of the page's clock: the sheet has opened by itself a moment ago.
        self.late_until = 0.0


def match_replaced(app: "App") -> "None":
    """End the waits of the match before: another match has come to the table."""
    end_wait(app)
    waiting = app.object(Waiting)
    waiting.end_skipped.set()
    waiting.late_until = 0.0


def end_wait(app: "App") -> "None":
    """End the present wait before the next event, if there is one."""
    waiting = app.object(Waiting)
    waiting.wait_ended.set()
    waiting.wait_ended = asyncio.Event()


def begin_wait_anew(app: "App") -> "None":
    """End the present wait, if there is one: the person has acted meanwhile. A new one gives them time to read what came of it."""
    app.object(Waiting).begins_anew = True
    end_wait(app)


async def wait_for_event(app: "App", event: "asyncio.Event", seconds: "float") -> "None":
    """Wait until the browser displays the last change, then for `seconds` or until the event."""
    await wait_until_visible(app, seconds)
    try:  # noqa: SIM105 - MicroPython has no contextlib
        await asyncio.wait_for(event.wait(), seconds)
    except asyncio.TimeoutError:  # noqa: UP041 - MicroPython has no builtin TimeoutError
        pass  # the usual case: the time is over


async def wait_until_visible(app: "App", seconds: "float") -> "None":
    """Wait two frames: the first lays out the change, the second displays it.

    Do not wait if `seconds` is 0 or the page is hidden.
    """
    for _ in range(0 if document.hidden or not seconds else 2):
        app.expect_frame()
        await app.frame_shown.wait()


@room.on("click")
def is_late(app: "App", button: "Element", event: "Event") -> "bool":
    """Whether a tap was meant for what was there a moment ago, see LATE_TAP_MS. A press by keyboard has detail 0."""
    is_soon = window.performance.now() < app.object(Waiting).late_until
    return is_soon and bool(event.detail) and not app.state["hurried"]
