"""The moves since the person's own last one: kept as they come, and stepped through on the board while it is their turn."""

from game.page import page_state
from game.page.board import layers
from game.page.dom import one
from game.page.screens.dialogs import close_dialogs
from game.page.words import called, monogram, words


def view(state):
    """The line of the last move, or of the one that was stepped to; its arrows on the person's turn only."""
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
        ]  # not even hidden: the next person may not know the tile that it names
    seat, _, message = here
    return cells + [
        ("#last-text", "text", words(message)),
        ("#last .avatar", "class", "avatar s{}".format(seat)),
        ("#last .avatar", "text", monogram(called(scene["seats"][seat]["name"], seat == scene["you"]))),
    ]


def step(by):
    """An action that steps back, or on, by one move; beyond the last one the board is as it was."""

    def stepped(app, button):
        trail, at = app.state["recap_moves"], app.state["recap_at"]
        here = (len(trail) if at is None else at) + by
        if here >= 0:
            go(app, here if here < len(trail) else None)

    return stepped


def go(app, at):
    """To the move of that number, or with None to the present."""
    app.put(recap_at=at)
    move = app.state["recap_moves"][at] if at is not None else None
    layers.point_at(move[1] if move else None)
    if move:
        app.become(page_state.spoken(app.state, words(move[2])))


def story(app, button):
    """All that happened in the round, in the sheet."""
    close_dialogs()
    app.put(sheet_open=True)
    one("#story").setAttribute("open", "")
    one("#story summary").focus()


ACTIONS = {"trail-back": step(-1), "trail-on": step(1), "story": story}
