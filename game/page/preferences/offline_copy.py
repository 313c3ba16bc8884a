"""The settings list what this device keeps of the program for use without a network, with sizes (tools/making/sw.js)."""

import asyncio
import json

from pyscript import window

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import one
from game.page.kernel.words import say
from game.page.preferences import room
from game.page.screens.dialogs import open_dialog

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, State

LOOK_AGAIN = 1  # seconds between two looks, while the settings are open and not everything is here
KB = 1000  # bytes


@room.action("settings")
def open_settings(app: "App", button: "Element") -> "None":
    """Open the settings, and look what the device keeps."""
    open_dialog("preferences")
    app.run_in_background(watch(app))


async def watch(app: "App") -> "None":
    """Show the parts of the offline copy. Look again until all are here or the settings are closed.

    The service worker may come after the settings are open. While there is none, nothing is shown; other lines of the
    settings say why it is refused.
    """
    await window.startup.whole  # the script starts the offline copy, which would delay the page's own start
    while one("#preferences").open:
        try:
            script = await window.startup.bring("assets/updates.js")
        except Exception as problem:  # browsers throw various errors without a network
            window.console.info("assets/updates.js cannot be loaded: " + str(problem))
            return
        app.update(offline_parts=json.loads(str(await script.parts())))
        if app.state["offline_parts"] and not _missing(app.state):
            return
        await asyncio.sleep(LOOK_AGAIN)


@room.view("offline_parts")
def sizes(state: "State") -> "list[Cell]":
    """The parts with their sizes, and whether something is missing."""
    parts = state["offline_parts"]
    rows = [
        (each["part"], "t-size", _row(say("ui.part." + each["part"]), each["bytes"], each["missing"]))
        for each in parts
    ]
    if parts:
        total = KB * sum([_kb(each["bytes"]) for each in parts])  # of the sizes shown, so that they add up
        rows.append(("total", "t-size", _row(say("ui.part.total"), total, _missing(state))))
    told = "" if not parts else say("ui.offline.missing" if _missing(state) else "ui.offline.here")
    return [
        ("#offline", "hidden", not parts),
        ("#offline-state", "text", told),
        ("#offline-parts", "rows", rows),
    ]


def _missing(state: "State") -> "int":
    """The bytes of the offline copy that are not on this device yet."""
    return sum(each["missing"] for each in state["offline_parts"])


def _row(name: "str", size: "int", missing: "int") -> "list[Cell]":
    """The cells of a line: a part's name, its size, and what is missing of it."""
    values = {"size": _kb(size), "missing": _kb(missing)}
    known = "size" if not missing else "missing" if missing < size else "coming"
    return [
        ("dt", "text", name),
        ("dd", "text", say("ui.part." + known, values)),
        ("", "data-missing", "true" if missing else None),
    ]


def _kb(size: "int") -> "int":
    """A size in kB, rounded up: a part that is not empty takes at least one."""
    return -(-size // KB)
