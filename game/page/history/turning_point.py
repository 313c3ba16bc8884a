"""The round that decided a finished match: load the picture of its table, and replay it."""

from game.page.history.history_actions import open_replay
from game.page.kernel.dom import data


async def load_picture(app):
    """Load the picture for the match on screen. Drop it if another scene comes meanwhile."""
    scene = app.scene
    if app.guest:  # a guest's engine does not have the match
        return
    picture = await app.ask("round_picture", number=scene["story"]["turning"]["number"])
    if picture and app.scene is scene:
        app.update(turning_picture=picture)


def show_round(app, button):
    """Replay the round `data-number` of the match on the table, from `data-at` events into it."""
    number, events = int(data(button, "number")), int(data(button, "at"))
    return open_replay(app, button, "replay_here", number=number, events=events)


ACTIONS = {"show-round": show_round}
