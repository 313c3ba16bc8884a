"""Automatic turns: draw or pass for the person if nothing else is possible, after time to read why."""

import asyncio

from game.page import page_state
from game.page.dom import one

READING_SECONDS = 1.8  # seconds, at normal pace and faster ones
CODES = {"draw": "+", "pass": "="}


def forced_action(scene, settings):
    """ "draw" or "pass" if nothing else is possible and the settings allow it, else None.

    Not after an undo: the person wants to think again.
    """
    if scene["phase"] != "playing" or scene["turn"] != scene["you"] or not scene["steps"]:
        return None
    can = scene["can"]
    if can["call"] or can["catch"] or can["take-back"] or can["beside"]:
        return None
    for name in CODES:
        if scene["moves"] == [CODES[name]]:
            return name if settings[name + "-alone"] else None
    return None


def act_if_forced(app):
    """Draw or pass after a pause if nothing else is possible. Never with ?pace=0."""
    name = forced_action(app.scene, app.state["settings"])
    if name and not app.state["hurried"]:
        app.run(_do(app, CODES[name], app.scene))


async def _do(app, code, scene):
    await asyncio.sleep(READING_SECONDS * max(1, page_state.pace(app.state)))
    seen = (
        app.state["screen"] not in page_state.SIDE_SCREENS
        and not app.state["sheet_open"]
        and not one("dialog[open]")
    )
    if app.scene is scene and seen:
        await app.make_move(code)
