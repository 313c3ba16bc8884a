"""The screens: which one is shown, and the way back to the table."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import one
from game.page.kernel.room import updated
from game.page.screens import room
from game.page.screens.dialogs import close_dialogs

if TYPE_CHECKING:
    from typing import Any, Unpack

    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, SceneState, State

# Ids of elements, of which one is visible.
SCREENS = (
    "welcome",
    "setup",
    "play",
    "over",
    "matches",
    "statistics",
    "pad",
    "laboratory",
    "invite",
    "join",
    "post",
)
# The screens of the match itself. All others are side screens: they leave the match on the table, and closing one shows
# the match again.
MAIN_SCREENS = ("welcome", "play", "over")
OWN_PHASES = ("pad", "invite", "join")  # screens that count as a phase of their own


def is_beside(screen: "str") -> "bool":
    """Whether this is a side screen, which leaves the match on the table."""
    return screen not in MAIN_SCREENS


@room.view("phase", "screen", "scene", "sheet_open")
def body(state: "State") -> "list[Cell]":
    """Phase, turn and open layers as attributes for the styles, and the visible screen."""
    scene = state["scene"]
    cells = [
        ("body", "data-phase", state["screen"] if state["screen"] in OWN_PHASES else state["phase"]),
        ("body", "data-turn", scene["turn"] if scene else ""),
        ("body", "data-sheet", "open" if state["sheet_open"] else None),
        ("html", "data-screen", state["screen"]),
        ("#sheet", "hidden", state["screen"] not in ("play", "over")),
    ]
    return cells + [("#" + name, "hidden", name != state["screen"]) for name in SCREENS]


@room.reducer("scene")
def show_table(state: "SceneState", before: "State") -> "State":
    """A scene shows the table, or the end of the match. The score sheet opens at the end of a round."""
    phase = state["phase"]
    changes: State = {"screen": "over" if phase == "match-over" else "play"}
    if phase != before["phase"]:
        changes["sheet_open"] = phase == "round-over"
    return changes


def at_menu(app: "App", state: "State") -> "State":
    """The state of the welcome screen, with no match on the table, and nothing left of the match before."""
    return app.reduced("menu", updated(state, scene=None, screen="welcome", phase="menu", sheet_open=False))


def show_menu(app: "App", **changes: "Unpack[State]") -> "None":
    """Show the welcome screen, with other changes of the state."""
    app.set_state(updated(at_menu(app, app.state), **changes))


def show_side_screen(
    app: "App", screen: "str", back_to: "tuple[str, str] | None" = None, **changes: "Any"
) -> "None":
    """Show a side screen, with other changes of the state. A match stays on the table unchanged.

    mypy cannot check `changes`, because they may not have `screen` and `back_to`; tests/page/test_page_state.py does.
    `back_to` is (another side screen, the selector of its button) if `back` returns there.
    """
    close_dialogs()
    app.update(screen=screen, back_to=back_to, **changes)


@room.action("back")
def back(app: "App", button: "Element") -> "None":
    """Return from a side screen to the one that opened it, to the table, where the match continues, or to the welcome screen.

    Calls the hook "returned" (app) after a return to the table or to the welcome screen.
    """
    if app.state["back_to"]:
        screen, selector = app.state["back_to"]
        app.update(screen=screen, back_to=None)
        one(selector).focus()
        return
    over = app.scene and app.scene["phase"] == "match-over"
    app.update(screen="over" if over else "play" if app.scene else "welcome")
    app.call("returned")
