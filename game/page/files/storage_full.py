"""The dialog for a full store: the oldest finished matches, each to download or delete."""

from game.for_types import TYPE_CHECKING
from game.page.files import room
from game.page.kernel.dom import data, one
from game.page.kernel.words import player_names, say, words, written_date
from game.page.screens.dialogs import open_dialog

if TYPE_CHECKING:
    from game.contract.answers.list_answers import HistoryList, HistoryRow, MatchList
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, State

MOST_ROWS = 20  # matches in the dialog


@room.view("room_matches", "room_can_undo")
def view(state: "State") -> "list[Cell]":
    """The matches in the dialog, and the button that restores one."""
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


def _about(match: "HistoryRow") -> "str":
    """A text with the date of the match and all totals."""
    day = written_date(match["when"])
    return say("ui.room.about", {"day": day, "points": words(list(match["totals"]))})


@room.action("make-room")
async def make_room(app: "App", button: "Element") -> "None":
    """Open the dialog."""
    await _load_list(app)
    open_dialog("room")


@room.action("remove-match")
async def remove(app: "App", button: "Element") -> "None":
    """Delete a match. The match that was deleted last can be restored."""
    await app.ask("forget_match", id=data(button, "match"))
    app.update(room_can_undo=True)
    await _load_list(app)
    one("#room-back").focus()


@room.action("bring-back")
async def bring_back(app: "App", button: "Element") -> "None":
    """Restore the match that was deleted last."""
    await app.ask("undelete_match")
    app.update(room_can_undo=False)
    await _load_list(app)
    one("#room .round").focus()


async def _load_list(app: "App") -> "None":
    """Load the oldest finished matches, and check whether the store can save again ("storage_problem": why not, or "")."""
    answer: MatchList | None = await app.ask("matches")
    history: HistoryList | None = await app.ask("history", count=MOST_ROWS, oldest=True)
    if answer and history:
        app.update(room_matches=history["rows"], storage_problem=answer["storage_problem"])
