"""Making room: the matches that are over, the oldest first, each to be saved as a file and taken away."""

from game.page.dom import data, one
from game.page.screens.dialogs import open_dialog
from game.page.words import players, say, words, written_date

SHOWN = 20


def view(state):
    """The dialog's rows."""
    rows = []
    for match in state["room_matches"]:
        names = players(match["names"])
        rows.append(
            (
                match["id"],
                "t-room",
                [
                    (".room-names", "text", names),
                    (".room-about", "text", _about(match)),
                    (".room-save", "data-match", match["id"]),
                    (".room-save", "aria-label", say("ui.room.save-label", {"which": names})),
                    (".room-remove", "data-match", match["id"]),
                    (".room-remove", "aria-label", say("ui.room.remove-label", {"which": names})),
                ],
            )
        )
    return [
        ("#room-rows", "rows", rows),
        ("#room-none", "hidden", bool(rows)),
        ("#room-back", "hidden", not state["room_can_undo"]),
    ]


def _about(match):
    """When it was played, and with how many points."""
    day = written_date(match["when"])
    return say("ui.room.about", {"day": day, "points": words(list(match["totals"]))})


async def make_room(app, button):
    """Opens the dialog."""
    await _list(app)
    open_dialog("room")


async def remove(app, button):
    """Takes a match away; the last one can come back."""
    await app.ask("forget_match", id=data(button, "match"))
    app.put(room_can_undo=True)
    await _list(app)
    one("#room-back").focus()


async def bring_back(app, button):
    """Brings the match back that was taken away last."""
    await app.ask("undelete_match")
    app.put(room_can_undo=False)
    await _list(app)
    one("#room .round").focus()


async def _list(app):
    """Shows the oldest of the history, and whether everything is kept by now."""
    there = await app.ask("matches")
    listed = await app.ask("history", count=SHOWN, oldest=True)
    app.put(room_matches=listed["rows"], storage_problem=there["kept"])
