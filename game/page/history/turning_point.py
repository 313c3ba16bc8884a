"""The round that decided a finished match: load the picture of its table, and replay it."""

from game.for_types import TYPE_CHECKING
from game.page.history import room
from game.page.history.history_actions import open_replay
from game.page.history.match_list import table_picture
from game.page.kernel.dom import data

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.basics import Picture
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, Measured, SceneState, State, Task

    class TurningState(TypedDict, total=False):
        """The types of the values below."""

        turning_picture: Picture | None


WIDE = 1.2  # a picture is wide if its width exceeds its height by this factor

room.phase_state(
    turning_picture=None,  # the final table of the round that decided the match: {"tiles", "box"}
)


@room.view("turning_picture")
def turning_picture(state: "State") -> "list[Cell]":
    """The picture of the table at the turning point, empty until the engine has drawn it. A wide one needs the whole line."""
    picture = state["turning_picture"]
    if not picture:
        return [("#turning-picture", "html", "")]
    x0, y0, x1, y1 = picture["box"]
    is_wide = x1 - x0 > WIDE * (y1 - y0)
    return table_picture("#turning-picture", picture) + [
        ("#turning", "data-wide", "true" if is_wide else None)
    ]


@room.effect("follow")
def draw_turning_point(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """After a match, load the picture of the round that decided it."""
    if after["phase"] == "match-over" and before["phase"] != "match-over" and after["scene"].get("story"):
        app.run(load_picture(app))


async def load_picture(app: "App") -> "None":
    """Load the picture for the match on screen. Drop it if another scene comes meanwhile."""
    scene = app.scene
    if app.guest:  # a guest's engine does not have the match
        return
    assert scene["phase"] == "match-over"
    picture: Picture | None = await app.ask("round_picture", number=scene["story"]["turning"]["number"])
    if picture and app.scene is scene:
        app.update(turning_picture=picture)


@room.action("show-round", slow=True)
def show_round(app: "App", button: "Element") -> "Task":
    """Replay the round `data-number` of the match on the table, from `data-at` events into it."""
    number, events = int(data(button, "number")), int(data(button, "at"))
    return open_replay(app, button, "replay_here", number=number, events=events)
