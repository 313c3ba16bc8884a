"""The recap: the moves since the person's own last one, to step through while it is their turn."""

from game.page import page_state
from game.page.board import layers
from game.page.dom import one
from game.page.screens.dialogs import close_dialogs
from game.page.words import display_name, monogram, words


def view(state):
    """The line of the last move, or of the move stepped to. Its arrows show only on the person's turn."""
    scene, at = state["scene"], state["recap_at"]
    trail = state["recap_moves"]
    if not scene:
        return []
    here = trail[at] if at is not None else trail[-1] if trail else None
    steps = bool(trail) and scene["phase"] == "playing" and scene["turn"] == scene["you"]
    cells = [
        ("#last", "hidden", not here),
        ("#last", "data-steps", "true" if steps else None),
        ('#last [data-action="trail-back"]', "disabled", at == 0),
        ('#last [data-action="trail-on"]', "disabled", at is None),
    ]
    if not here:
        return cells + [
            ("#last-text", "text", "")
        ]  # empty, not only hidden: it may name a tile that the next person must not know
    seat, _, message = here
    return cells + [
        ("#last-text", "text", words(message)),
        ("#last .avatar", "class", "avatar s{}".format(seat)),
        ("#last .avatar", "text", monogram(display_name(scene["seats"][seat]["name"], seat == scene["you"]))),
    ]


def step_action(by):
    """Make an action that steps `by` moves. After the last move the board shows the present."""

    def stepped(app, button):
        trail, at = app.state["recap_moves"], app.state["recap_at"]
        here = (len(trail) if at is None else at) + by
        if here >= 0:
            go_to(app, here if here < len(trail) else None)

    return stepped


def go_to(app, at):
    """Show the move of that index, or the present (None)."""
    app.update(recap_at=at)
    move = app.state["recap_moves"][at] if at is not None else None
    layers.highlight_tile(move[1] if move else None)
    if move:
        app.set_state(page_state.with_announcement(app.state, words(move[2])))


def open_log(app, button):
    """Open the log of the round in the score sheet."""
    close_dialogs()
    app.update(sheet_open=True)
    one("#story").setAttribute("open", "")
    one("#story summary").focus()


ACTIONS = {"trail-back": step_action(-1), "trail-on": step_action(1), "story": open_log}
