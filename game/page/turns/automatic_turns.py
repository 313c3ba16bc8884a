"""Automatic turns: draw or pass for the person if nothing else is possible, after a pause to read the prompt."""

import asyncio

from game.page.events.advancing import make_move
from game.page.kernel.dom import one
from game.page.screens.navigation import is_beside
from game.page.settings.settings import NEXT_SPEED, pace
from game.page.turns import room

READING_SECONDS = 1.8  # the pause at normal and faster paces; a slower pace makes it longer
CODES = {"draw": "+", "pass": "="}  # the move codes


def forced_action(scene, values):
    """ "draw" or "pass" if nothing else is possible and the settings `values` allow it, else None.

    None after an undo, because the person wants to think again.
    """
    if scene["phase"] != "playing" or scene["turn"] != scene["you"]:
        return None
    if not scene["steps"]:  # no new events, as after an undo
        return None
    # NEXT_SPEED has the paces before and in a first match, in which people press the button themselves.
    if values["speed"] in NEXT_SPEED:
        return None
    can = scene["can"]
    # A call, a catch or a take-back is possible. The person's own turn does not exclude them.
    if can["call"] or can["catch"] or can["take-back"] or can["beside"]:
        return None
    for name in CODES:
        if scene["moves"] == [CODES[name]]:
            return name if values[name + "-alone"] else None
    return None


@room.effect("go-on")
def act_after_scene(app, before, after, measured):
    """Draw or pass for the person if nothing else is possible."""
    act_if_forced(app)


@room.on("returned")
def act_after_return(app):
    """The same after a side screen was closed."""
    if app.scene:
        act_if_forced(app)


def act_if_forced(app):
    """Draw or pass after a pause if nothing else is possible. Never act if the address has ?pace=0 (`hurried`)."""
    name = forced_action(app.scene, app.state["settings"])
    if name and not app.state["hurried"]:
        app.update(countdown=name)
        app.run(_act_after_pause(app, CODES[name], app.scene))


async def _act_after_pause(app, code, scene):
    """Wait, then make the move if the scene is still the same and nothing covers the table.

    The button counts down meanwhile, and the person may press it at once.
    """
    await asyncio.sleep(READING_SECONDS * max(1, pace(app.state)))
    table_visible = (
        not is_beside(app.state["screen"]) and not app.state["sheet_open"] and not one("dialog[open]")
    )
    if app.scene is scene and table_visible:
        await make_move(app, code)
