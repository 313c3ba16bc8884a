"""The help that marks a result: undo and hints.

In a deal of the day and a challenge, whose result is there to be shared, the first of each is asked about, once in each match.
Elsewhere an undo says what it means each time, and a challenge that is made of the match says that hints were used.
"""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import say
from game.page.notices.notice import show_notice
from game.page.turns import room

if TYPE_CHECKING:
    from typing import Any

    from game.contract.basics import HelpKind
    from game.page.kernel.app import App
    from game.page.page_types import SceneState, State


def asks_first(app: "App", help: "HelpKind") -> "bool":
    """Whether the result of this deal would name this help now, and the person has not been asked. Then ask."""
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
