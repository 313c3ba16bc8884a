"""The printed score sheet: of a match, of a score pad, or empty. A column for each player, a row for each round."""

from pyscript import document, ffi, window

from game.page.words import say


def view(state):
    """The cells of the sheet to print, see `dom.paint`."""
    sheet = state["printed_sheet"]
    if not sheet:
        return []
    names = sheet["names"]
    seats = range(len(names))
    heads = [(seat, "t-paper-head", [("", "text", names[seat])]) for seat in seats]
    rows = [(n, "t-paper-row", _row(row, seats)) for n, row in enumerate(sheet["rows"])]
    written = any("scores" in row for row in sheet["rows"])
    totals = [(seat, "t-total", [("", "text", sheet["totals"][seat] if written else "")]) for seat in seats]
    return [
        ("#paper-rules", "text", sheet["rules"]),
        ("#paper-heads", "rows", heads),
        ("#paper-rows", "rows", rows),
        ("#paper-totals", "rows", totals),
        ("#paper-note", "text", say("ui.lowest-wins")),
    ]


def _row(row, seats):
    done = "scores" in row
    cells = [
        (
            seat,
            "t-paper-cell",
            [
                (".gain-points", "text", "{:+d}".format(row["scores"][seat]) if done else ""),
                (".sum", "text", row["totals"][seat] if done else ""),
            ],
        )
        for seat in seats
    ]
    return [("svg", "html", row["face"]), (".paper-centre", "text", row["centre"]), ("", "rows", cells)]


def listen_for_print():
    """Have the print mode removed after printing."""
    window.onafterprint = ffi.create_proxy(lambda event: document.body.removeAttribute("data-print"))


def print_sheet(app, sheet, preset):
    """Print a sheet, {"names", "rows", "totals"}, under the name of the rule-book `preset`, which may be None."""
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
