"""The help that marks a result: in a deal of the day or a challenge, the first undo and the first hint are asked about."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import say
from game.page.notices.notice import show_notice
from game.page.turns import room

if TYPE_CHECKING:
    from typing import Any, Literal

    from game.page.kernel.app import App
    from game.page.page_types import SceneState, State


def asks_first(app: "App", help: 'Literal["undo", "hint"]') -> "bool":
    """Whether the result would name this help now, and the person has not been asked. Then ask, once in a match."""
    marks: Any = app.scene.get("marks", ())  # only the scene of a match has it
    if help not in marks or help in app.state["asked_help"]:
        return False
    app.update(asked_help=app.state["asked_help"] + (help,))
    show_notice(app, say("ask." + help), "about")
    return True


@room.reducer("scene")
def ask_in_new_match(state: "SceneState", before: "State") -> "State":
    """Each new match asks again."""
    scene = state["scene"]
    return {"asked_help": ()} if scene.get("whole_round") and scene["round"]["number"] == 1 else {}
