"""The score sheet: the points of all rounds, the tiles left at the end of a round, and the coach's review of the round.

Wide screens show it as a column beside the table, others as a sheet that covers the table. The contents come from
game/narration/score_sheet.py.
"""

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import NAMELESS_PLACEHOLDER
from game.page.kernel.dom import counts_up_to, escaped, one
from game.page.kernel.words import display_name, letters, paragraph, say, unbroken, words
from game.page.people.portraits import face_of, portrait
from game.page.screens import OVER
from game.page.screens.dialogs import close_dialogs
from game.page.sheet import room

if TYPE_CHECKING:
    from game.contract.basics import Markup
    from game.contract.score_sheets import Sheet, SheetRow
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, Row, State, TableScene

MANY_ROUNDS = 13  # in a match with more rounds, the small doubles in the table show numerals instead of pips


def names_of(scene: "TableScene") -> "list[str]":
    """The players' names by seat. The person at the screen is "You" if they gave no name."""
    names = scene["sheet"]["names"]
    return [display_name(name, seat == scene["you"]) for seat, name in enumerate(names)]


def is_shared_screen(state: "State") -> "bool":
    """Whether several persons share this screen, so that the sheet has no "You"."""
    scene = state["sheet_scene"]
    return scene is not None and scene["you"] < 0


def badge(seat: "int", scene: "TableScene", css_class: "str" = "") -> "list[Cell]":
    """The cells that give an element the colour of a seat, and its .avatar the player's portrait."""
    face = portrait(face_of(scene["seats"][seat]), seat)
    return [("", "class", "{} s{}".format(css_class, seat)), (".avatar", "html", face)]


@room.view("sheet_scene")
def scores(state: "State") -> "list[Cell]":
    """The table of points, the tiles that each seat was left with, a remark on the double blank, and the chart."""
    scene = state["sheet_scene"]
    if not scene:
        return []
    sheet, names = scene["sheet"], names_of(scene)
    heads = [
        (seat, "t-score-head", badge(seat, scene, "score-head") + _name_cells(name))
        for seat, name in enumerate(names)
    ]
    rows = [(n, "t-score-row", _round_row(n, row, scene)) for n, row in enumerate(sheet["rows"])]
    totals = [(seat, "t-total", _total(seat, sheet)) for seat in range(len(names))]
    held = held_rows(scene)
    remark = unbroken(paragraph(sheet["notes"]))
    return [
        ("#score-table", "data-least", counts_up_to(len(names))),
        ("#score-table", "data-long", "true" if len(sheet["rows"]) > MANY_ROUNDS else None),
        ("#score-heads", "rows", heads),
        ("#score-rows", "rows", rows),
        ("#score-totals", "rows", totals),
        ("#sheet-star", "hidden", not any(row.get("won") for row in sheet["rows"])),
        ("#sheet-cells", "hidden", not _has_cells_with_two_numbers(sheet)),
        ("#held", "hidden", not held),
        ("#held-rows", "rows", held),
        ("#sheet-remark", "hidden", not remark),
        ("#sheet-remark", "text", remark),
        ("#chart", "hidden", not sheet["chart"]),
        ("#chart-picture", "html", chart(sheet)),
    ]


def _name_cells(name: "str") -> "list[Cell]":
    """A name in the head of the table, and the letters of its longest word for the size of its type."""
    return [
        (".score-name", "text", name),
        (".score-name", "style", "--letters:{}".format(letters(name))),
    ]


def chart(sheet: "Sheet") -> "Markup":
    """The markup of the chart. "You" replaces the placeholder for a person who gave no name."""
    return sheet["chart"].replace(NAMELESS_PLACEHOLDER, escaped(say("ui.you")))


def _round_row(number: "int", row: "SheetRow", scene: "TableScene") -> "list[Cell]":
    """The row of round `number` (from 0): its points and totals; before its end, one wide cell."""
    finished = "scores" in row
    in_play = row["centre"] == scene["round"]["own"] and scene["phase"] not in OVER and not finished
    seats = range(len(scene["sheet"]["names"]))
    if finished:
        cells: list[Row] = [(seat, "t-score-cell", _score(row, seat)) for seat in seats]
    else:
        text = say("sheet.now") if in_play else ""
        cells = [("", "t-total", [("", "colspan", len(seats)), ("", "text", text)])]
    return [
        ("svg", "html", row["face"]),
        (".row-number", "text", number + 1),
        ("th > span", "text", row["centre"]),
        ("", "data-row", None if finished else "now" if in_play else "to-come"),
        ("", "rows", cells),
    ]


def _has_cells_with_two_numbers(sheet: "Sheet") -> "bool":
    """Whether the sheet shows somebody's points in a round and their total in one cell, see `_score`."""
    return any(row["scores"] != row["totals"] for row in sheet["rows"] if "scores" in row)


def _score(row: "SheetRow", seat: "int") -> "list[Cell]":
    """A seat's points in a round, and its total after that round. Where both are the same for everybody, as in round one, once."""
    points, total = row["scores"][seat], row["totals"][seat]
    once = row["scores"] == row["totals"]
    return [
        ("", "data-once", "true" if once else None),
        ("", "data-won", "true" if seat in row["won"] else None),
        (".gain-points", "text", "" if once else "{:+d}".format(points)),
        (".sum", "text", total),
    ]


def _total(seat: "int", sheet: "Sheet") -> "list[Cell]":
    is_leading = seat in sheet["leads"] and any(sheet["totals"])
    return [("", "text", sheet["totals"][seat]), ("", "data-leads", "true" if is_leading else None)]


def held_rows(scene: "TableScene") -> "list[Row]":
    """A row for each seat: the tiles that it was left with at the end of the newest round. Empty while a round is in play."""
    names = names_of(scene)
    return [(seat, "t-held", _held_tiles(seat, scene, names)) for seat in range(len(scene["sheet"]["held"]))]


def _held_tiles(seat: "int", scene: "TableScene", names: "list[str]") -> "list[Cell]":
    """The tiles that a seat was left with at the end of the round."""
    held = scene["sheet"]["held"][seat]
    faces = [(n, "t-held-tile", [("", "html", face)]) for n, face in enumerate(held["faces"])]
    values = {"name": names[seat], "tiles": held["tiles"]}
    return badge(seat, scene) + [
        (".unseen", "text", say("sheet.held", values) if held["tiles"] else names[seat]),
        (".held-tiles", "rows", faces),
        (".held-none", "hidden", bool(held["tiles"])),
        (".held-points", "text", held["points"]),
    ]


@room.view("sheet_scene")
def head(state: "State") -> "list[Cell]":
    """The title of the sheet, why the round ended, and the button for the next round with a picture of its centre."""
    scene = state["sheet_scene"]
    if not scene:
        return []
    is_over = scene["phase"] in OVER or (scene["phase"] == "lesson" and scene["sheet"]["held"])
    if scene["phase"] == "match-over":  # how its last round ended is not the match's result
        title = say("ui.sheet")
    else:
        title = unbroken(words(scene["prompt"][0])) if is_over else say("ui.sheet-so-far")
    has_next = scene["can"]["next-round"]
    why = unbroken(paragraph(scene["prompt"][1:2])) if is_over else ""
    centres_to_come = [row["face"] for row in scene["sheet"]["rows"] if "scores" not in row]
    return [
        ("#sheet-title", "text", title),
        ("#sheet-note", "text", say("ui.sheet-note" if is_over else "ui.lowest-wins", scene["round"])),
        ("#sheet-why", "text", why),
        ("#sheet-why", "hidden", not why),
        ("#next-round", "hidden", not has_next),
        (".sheet-foot", "data-empty", None if has_next else "true"),
        ("#next-text", "text", say("ui.next-round", {"number": scene["round"]["number"] + 1})),
        ("#next-tile", "html", centres_to_come[0] if centres_to_come else ""),
    ]


@room.view("phase", "sheet_open", "end_hidden")
def sheet_button(state: "State") -> "list[Cell]":
    """After a round, the button that opens the score sheet again. The sheet opens by itself the first time."""
    is_offered = state["phase"] == "round-over" and not state["sheet_open"] and not state["end_hidden"]
    return [("#to-sheet", "hidden", not is_offered)]


@room.action("scores")
def open_sheet(app: "App", button: "Element") -> "None":
    """Open the score sheet."""
    close_dialogs()
    app.update(sheet_open=True)
    one("#sheet-title").focus()


@room.action("close-sheet")
def close_sheet(app: "App", button: "Element") -> "None":
    """Close the score sheet."""
    app.update(sheet_open=False)
