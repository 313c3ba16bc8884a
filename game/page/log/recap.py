"""The recap: a line with the last move.

On the person's turn, the arrows of the line step back through the moves since the person's own last one.
"""

from game.for_types import TYPE_CHECKING
from game.page.board.table_drawing import highlight_tile
from game.page.events.pacing import is_cleared
from game.page.kernel.dom import one, show_when_unfolded
from game.page.kernel.words import words
from game.page.log import room
from game.page.people.portraits import face_of, portrait
from game.page.screens.announcer import with_announcement
from game.page.screens.dialogs import close_dialogs

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.log import RecapMove
    from game.page.page_types import Action, Cell, Element, Measured, SceneState, State, TableScene


def recap_after(moves: "list[RecapMove]", scene: "TableScene") -> "list[RecapMove]":
    """The moves of the recap after a new scene: the person's last own move and all later moves.

    `moves` is the recap before the scene.
    """
    if scene["anew"] or scene.get("card") or len(scene["steps"]) != len(scene["by"]):
        return []
    if scene.get(
        "whole_round"
    ):  # the earlier moves are of another round, or of another match with other seats
        moves = []
    for step, message in zip(scene["steps"], scene["said"]):
        if step["seat"] == scene["you"] and step["do"] in ("play", "pass"):
            moves = []
        if step["why"] != "start":  # not the draws that decide who starts
            moves = moves + [(step["seat"], step.get("tile"), message)]
    return moves


@room.reducer("scene")
def take_moves(state: "SceneState", before: "State") -> "State":
    """Add the moves of the scene to the recap, and show the present."""
    moves = [] if is_cleared(state, before) else recap_after(before["recap_moves"], state["scene"])
    return {"recap_moves": moves, "recap_at": None}


@room.reducer("menu")
def forget_moves(state: "State") -> "State":
    """Nothing is left of the match before."""
    return {"recap_moves": []}


@room.effect("write")
def end_recap(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Remove the highlight of the tile whose move the recap shows."""
    if before["recap_at"] is not None:
        highlight_tile(None)


@room.view("scene", "recap_moves", "recap_at")
def view(state: "State") -> "list[Cell]":
    """The line of the shown move: the last one, or the one that the person stepped back to.

    The line has arrows only on the person's turn.
    """
    scene, index = state["scene"], state["recap_at"]
    moves = state["recap_moves"]
    if not scene:
        return []
    shown = moves[index] if index is not None else moves[-1] if moves else None
    has_arrows = bool(moves) and scene["phase"] == "playing" and scene["turn"] == scene["you"]
    cells = [
        ("#last", "hidden", not shown),
        ("#last", "data-steps", "true" if has_arrows else None),
        ('#last [data-action="trail-back"]', "disabled", index == 0),
        ('#last [data-action="trail-on"]', "disabled", index is None),
    ]
    if not shown:
        # Remove the text, too: it may name a tile that the next person must not know.
        return cells + [("#last-text", "text", "")]
    seat, _, message = shown
    return cells + [
        ("#last-text", "text", words(message)),
        ("#last .avatar", "class", "avatar s{}".format(seat)),
        ("#last .avatar", "html", portrait(face_of(scene["seats"][seat]), seat)),
    ]


def step_action(step: "int") -> "Action":
    """Make an action that steps through the moves: -1 back, 1 forward. After the last move comes the present."""

    def take_step(app: "App", button: "Element") -> "None":
        moves, index = app.state["recap_moves"], app.state["recap_at"]
        target = (len(moves) if index is None else index) + step
        if target >= 0:
            go_to(app, target if target < len(moves) else None)

    return take_step


def go_to(app: "App", index: "int | None") -> "None":
    """Show the move with this index in the recap, or the present (None)."""
    app.update(recap_at=index)
    move = app.state["recap_moves"][index] if index is not None else None
    highlight_tile(move[1] if move else None)
    if move:
        app.set_state(with_announcement(app.state, words(move[2])))


@room.action("story")
def open_log(app: "App", button: "Element") -> "None":
    """Open the score sheet, and unfold the log of the round in it."""
    close_dialogs()
    app.update(sheet_open=True)
    one("#story").setAttribute("open", "")
    one("#story summary").focus()


@room.on("attach")
def watch_log(app: "App") -> "None":
    """Scroll to the log when it is unfolded."""
    show_when_unfolded(one("#story"))


room.action("trail-back")(step_action(-1))
room.action("trail-on")(step_action(1))
