"""A draw or a pass that is the only thing possible, done by itself after a beat in which its reason can be read."""

import asyncio

from game.page import page_state
from game.page.dom import one

BEAT = 1.8  # seconds, at normal pace and faster ones
CODES = {"draw": "+", "pass": "="}


def only(scene, settings):
    """ "draw" or "pass" where nothing else is possible and the person wants it done by itself; else None.

    Not after an undo, which is there to think anew.
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


def consider(app):
    """Does what is the only thing possible, once its reason could be read. In a hurried page nothing is done by itself."""
    name = only(app.scene, app.state["settings"])
    if name and not app.state["hurried"]:
        app.run(_do(app, CODES[name], app.scene))


async def _do(app, code, scene):
    await asyncio.sleep(BEAT * max(1, page_state.pace(app.state)))
    seen = (
        app.state["screen"] not in page_state.BESIDE
        and not app.state["sheet_open"]
        and not one("dialog[open]")
    )
    if app.scene is scene and seen:
        await app.act(code)
