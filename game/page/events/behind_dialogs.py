"""A dialog over the table, such as the menu or the rules, pauses the others: what happens behind it would be missed.

Not at a table with other devices, where others play on, nor with pace 0.
"""

import asyncio

from game.for_types import TYPE_CHECKING
from game.page.events import room
from game.page.kernel.dom import one
from game.page.settings.settings import pace

if TYPE_CHECKING:
    from game.page.kernel.app import App


class Closed:
    """Tells that a dialog was closed."""

    def __init__(self, app: "App") -> "None":
        self.event = asyncio.Event()


@room.on("dialog-closed")
def go_on(app: "App") -> "None":
    """End the wait for a dialog."""
    app.object(Closed).event.set()


async def dialogs_closed(app: "App") -> "bool":
    """Wait while a dialog lies over the table, and return whether there was one. The page does not count as busy meanwhile."""
    closed = app.object(Closed).event
    while one("dialog[open]") and not app.state["party_role"] and pace(app.state):
        app.update(dialog_waits=True)
        closed.clear()
        await closed.wait()
    waited = app.state["dialog_waits"]
    if waited:
        app.update(dialog_waits=False)
    return waited
