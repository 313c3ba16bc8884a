"""What happened, told part by part at the pace of the table, and the end of a round shown once its last move could be seen."""

import asyncio

from game.page import state as states
from game.page.dom import one
from game.page.table import events

TITLES = {
    "round-over": "#sheet-title",
    "match-over": "#over-title",
    "curtain": "#curtain button",
}  # what has the focus when a phase begins


def tell(app, scene):
    """What happened is told where it happens, part by part; without pace all at once."""
    parts = events.beats(scene)
    if not states.pace(app.state):
        parts = [[each for part in parts for each in part]] if parts else []
    elif scene.get("card"):
        app.put(card=scene["card"])
    if parts or scene["steps"]:
        app.become(states.telling(app.state, parts[0] if parts else []))
    if len(parts) > 1 or app.state["card"]:
        asyncio.create_task(_tell(app, parts[1:], scene))


async def _tell(app, parts, scene):
    if app.state["card"]:
        await asyncio.sleep(states.CARD * states.pace(app.state))
        app.put(card=None)
    for part in parts:
        await asyncio.sleep(states.BEAT * states.pace(app.state))
        if app.scene is not scene:
            return
        app.become(states.telling(app.state, part))


async def reveal(app, screen, open_):
    """Shows how the round or the match ended, once its last move could be seen."""
    scene = app.scene
    await asyncio.sleep(states.pause(app.state))
    if app.scene is scene:
        app.put(screen=screen, open=open_)
        one(TITLES[app.state["phase"]]).focus()
