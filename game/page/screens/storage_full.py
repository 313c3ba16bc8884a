"""The dialog for a full store: the oldest finished matches, each to download or delete."""

from game.page.dom import data, one
from game.page.screens.dialogs import open_dialog
from game.page.words import player_names, say, words, written_date

SHOWN = 20


def view(state):
    """The dialog's rows."""
    rows = []
    for match in state["room_matches"]:
        names = player_names(match["names"])
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
    """When the match was played, and its points."""
    day = written_date(match["when"])
    return say("ui.room.about", {"day": day, "points": words(list(match["totals"]))})


async def make_room(app, button):
    """Open the dialog."""
    await _list(app)
    open_dialog("room")


async def remove(app, button):
    """Delete a match; the last one can be restored."""
    await app.ask("forget_match", id=data(button, "match"))
    app.update(room_can_undo=True)
    await _list(app)
    one("#room-back").focus()


async def bring_back(app, button):
    """Restore the match that was deleted last."""
    await app.ask("undelete_match")
    app.update(room_can_undo=False)
    await _list(app)
    one("#room .round").focus()


async def _list(app):
    """List the oldest finished matches, and update whether everything is saved now."""
    answer = await app.ask("matches")
    history = await app.ask("history", count=SHOWN, oldest=True)
    app.update(room_matches=history["rows"], storage_problem=answer["kept"])
