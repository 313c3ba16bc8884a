"""The help that marks a result: the first undo and the first hint are asked about.

In a deal of the day and a challenge that is once in each match, else once for each person: a challenge may be made of any match.
"""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import say
from game.page.notices.notice import show_notice
from game.page.settings.settings import change_setting
from game.page.turns import room

if TYPE_CHECKING:
    from typing import Any

    from game.contract.basics import HelpKind
    from game.page.kernel.app import App
    from game.page.page_types import SceneState, State


def asks_first(app: "App", help: "HelpKind") -> "bool":
    """Whether a result would name this help now, and the person has not been asked. Then ask."""
    scene, told = app.scene, help + "-told"
    marks: Any = scene.get("marks", ())  # only the scene of a match has it
    may_mark: Any = scene.get("may_mark", ())
    settings: Any = app.state["settings"]  # by name
    is_due = help not in app.state["asked_help"] if help in marks else help in may_mark and not settings[told]
    if not is_due:
        return False
    app.update(asked_help=app.state["asked_help"] + (help,))
    change_setting(app, told, True)
    show_notice(app, say("ask." + help), "about")
    return True


@room.reducer("scene")
def ask_in_new_match(state: "SceneState", before: "State") -> "State":
    """Each new match asks again."""
    scene = state["scene"]
    return {"asked_help": ()} if scene.get("whole_round") and scene["round"]["number"] == 1 else {}
