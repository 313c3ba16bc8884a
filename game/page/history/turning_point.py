"""The round that decided a finished match: load the picture of its table, and replay it."""

from game.page.history import room
from game.page.history.history_actions import open_replay
from game.page.history.match_list import table_picture
from game.page.kernel.dom import data

room.phase_state(
    turning_picture=None,  # the final table of the round that decided the match: {"tiles", "box"}
)


@room.view("turning_picture")
def turning_picture(state):
    """The picture of the table at the turning point, empty until the engine has drawn it.

    The replay button lies in a corner of the picture that has no tiles.
    """
    picture = state["turning_picture"]
    if not picture:
        return [("#turning-picture", "html", "")]
    return table_picture("#turning-picture", picture) + [
        ("#turning-replay", "data-corner", picture["corner"])
    ]


@room.effect("follow")
def draw_turning_point(app, before, after, measured):
    """After a match, load the picture of the round that decided it."""
    if after["phase"] == "match-over" and before["phase"] != "match-over" and after["scene"].get("story"):
        app.run(load_picture(app))


async def load_picture(app):
    """Load the picture for the match on screen. Drop it if another scene comes meanwhile."""
    scene = app.scene
    if app.guest:  # a guest's engine does not have the match
        return
    picture = await app.ask("round_picture", number=scene["story"]["turning"]["number"])
    if picture and app.scene is scene:
        app.update(turning_picture=picture)


@room.action("show-round", slow=True)
def show_round(app, button):
    """Replay the round `data-number` of the match on the table, from `data-at` events into it."""
    number, events = int(data(button, "number")), int(data(button, "at"))
    return open_replay(app, button, "replay_here", number=number, events=events)
