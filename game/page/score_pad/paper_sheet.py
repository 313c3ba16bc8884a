"""The printed score sheet of a match or a score pad, or an empty one. Each player has a column, each round a row."""

from pyscript import document, ffi, window

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import say
from game.page.score_pad import room

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.contract.answers.list_answers import PadData, PadRound
    from game.contract.score_sheets import Sheet, SheetRow
    from game.page.kernel.app import App
    from game.page.page_types import Cell, State


@room.view("printed_sheet")
def view(state: "State") -> "list[Cell]":
    """The sheet to print. The page shows it only on paper."""
    sheet = state["printed_sheet"]
    if not sheet:
        return []
    names = sheet["names"]
    seats = range(len(names))
    heads = [(seat, "t-paper-head", [("", "text", names[seat])]) for seat in seats]
    rows = [(n, "t-paper-row", _row(row, seats)) for n, row in enumerate(sheet["rows"])]
    has_points = any("scores" in row for row in sheet["rows"])
    shown_totals = sheet["totals"] if has_points else [""] * len(names)
    totals = [(seat, "t-total", [("", "text", shown_totals[seat])]) for seat in seats]
    return [
        ("#paper-rules", "text", sheet["rules"]),
        ("#paper-heads", "rows", heads),
        ("#paper-rows", "rows", rows),
        ("#paper-totals", "rows", totals),
        ("#paper-note", "text", say("ui.lowest-wins")),
    ]


def _row(row: "SheetRow | PadRound", seats: "Iterable[int]") -> "list[Cell]":
    """The cells for one round. A round without points gets empty columns, to be filled in by hand."""
    has_points = "scores" in row
    columns = [
        (
            seat,
            "t-paper-cell",
            [
                (".gain-points", "text", "{:+d}".format(row["scores"][seat]) if has_points else ""),
                (".sum", "text", row["totals"][seat] if has_points else ""),
            ],
        )
        for seat in seats
    ]
    picture = row["face"]  # the SVG of the double in the centre
    return [("svg", "html", picture), (".paper-centre", "text", row["centre"]), ("", "rows", columns)]


@room.on("attach")
def listen_for_print(app: "App") -> "None":
    """Set up the event handler that ends the print mode (`data-print`) after printing."""
    window.onafterprint = ffi.create_proxy(lambda event: document.body.removeAttribute("data-print"))


def print_sheet(app: "App", sheet: "Sheet | PadData", preset: "str | None") -> "None":
    """Print a score sheet or a score pad. Its heading is the name of the rule-book `preset`, empty if that is None."""
    rules = say("preset.{}.name".format(preset)) if preset else ""
    app.update(
        printed_sheet={
            "names": sheet["names"],
            "rows": sheet["rows"],
            "totals": sheet["totals"],
            "rules": rules,
        }
    )
    document.body.setAttribute("data-print", "sheet")
    window.print()
