"""The score sheet: a column beside the table on wide screens, else a sheet that slides over it."""

from pyscript import document

from game.page.dom import attribute, clone, least, markup, one, put
from game.page.dom import show as shown
from game.page.words import say, words

LONG = 13  # with more rounds than these the doubles at the rows are drawn as numerals


def show(scene):
    """Fills the sheet from `scene["sheet"]`."""
    sheet = scene["sheet"]
    names = [say("ui.you") if seat == scene["you"] else name for seat, name in enumerate(sheet["names"])]
    _heads(names)
    least(one("#score-table"), len(names))
    attribute(one("#score-table"), "data-long", "true" if len(sheet["rows"]) > LONG else None)
    rows = one("#score-rows")
    rows.replaceChildren()
    for row in sheet["rows"]:
        rows.append(_row(row, scene, len(names)))
    totals = one("#score-totals")
    while totals.childElementCount > 1:
        totals.lastElementChild.remove()
    for seat, total in enumerate(sheet["totals"]):
        cell = document.createElement("td")
        cell.textContent = str(total)
        if seat in sheet["leads"] and any(sheet["totals"]):
            cell.dataset.leads = "true"
        totals.append(cell)
    _held(sheet["held"], names)
    remark = " ".join([words(note) for note in sheet["notes"]])
    shown(one("#sheet-remark"), remark)
    put(one("#sheet-remark"), remark)
    shown(one("#chart"), sheet["chart"])
    markup(one("#chart-picture"), sheet["chart"])
    _head(scene)


def _held(left, names):
    """What each seat still held when the round ended; nothing while it is in play."""
    shown(one("#held"), left)
    rows = one("#held-rows")
    rows.replaceChildren()
    for seat, held in enumerate(left):
        row = clone("t-held")
        row.classList.add(f"s{seat}")
        put(one(".avatar", row), names[seat][:1])
        put(one(".unseen", row), names[seat] + ": " + ", ".join(held["tiles"]))
        for face in held["faces"]:
            tile = clone("t-held-tile")
            tile.innerHTML = face
            one(".held-tiles", row).append(tile)
        shown(one(".held-none", row), not held["tiles"])
        put(one(".held-points", row), held["points"])
        rows.append(row)


def _heads(names):
    heads = one("#score-heads")
    while heads.childElementCount > 1:
        heads.lastElementChild.remove()
    for seat, name in enumerate(names):
        head = clone("t-score-head")
        head.classList.add(f"s{seat}")
        put(one(".avatar", head), name[:1])
        put(one(".score-name", head), name)
        heads.append(head)


def _row(row, scene, seats):
    line = clone("t-score-row")
    one("svg", line).innerHTML = row["face"]
    put(one("th > span", line), row["centre"])
    if "scores" in row:
        for seat in range(seats):
            line.append(_cell(row, seat))
        return line
    cell = document.createElement("td")
    cell.colSpan = seats
    attribute(line, "data-row", "to-come")
    if row["centre"] == scene["round"]["own"] and scene["phase"] == "playing":
        attribute(line, "data-row", "now")
        cell.textContent = say("sheet.now")
    line.append(cell)
    return line


def _cell(row, seat):
    cell = clone("t-score-cell")
    won = seat in row["won"]
    attribute(cell, "data-won", "true" if won else None)
    put(one(".gain-points", cell), "{:+d}".format(row["scores"][seat]))
    put(one(".sum", cell), row["totals"][seat])
    return cell


def _head(scene):
    over = scene["phase"] != "playing"
    put(one("#sheet-title"), words(scene["prompt"][0]).rstrip(".") if over else say("ui.sheet"))
    key = "ui.sheet-note" if over else "ui.lowest-wins"
    put(one("#sheet-note"), say(key, scene["round"]))
    button = one("#next-round")
    shown(button, scene["can"]["next-round"])
    attribute(button.parentElement, "data-empty", None if scene["can"]["next-round"] else "true")
    put(one("#next-text"), say("ui.next-round", {"number": scene["round"]["number"] + 1}))
    following = [row for row in scene["sheet"]["rows"] if "scores" not in row]
    one("#next-tile").innerHTML = following[0]["face"] if following else ""


def show_review(told):
    """What the coach says of the round: a line of luck and skill, and the choices that mattered."""
    shown(one("#review"), True)
    shown(one("#review-ask"), False)
    put(one("#review-line"), words(told["line"]))
    lines = one("#review-lines")
    lines.replaceChildren()
    for choice in told["choices"]:
        line = clone("t-review-line")
        put(one(".review-cost", line), "−{}".format(choice["cost"]))
        put(one(".review-text", line), words(choice["said"]))
        lines.append(line)
    if not told["choices"]:
        line = clone("t-review-line")
        put(one(".review-text", line), say("review.good"))
        lines.append(line)


def open_for(phase):
    """Opens the sheet when a round is over and closes it when one begins; the focus goes along."""
    is_open(phase == "round-over")
    shown(one("#review"), False)
    shown(one("#review-ask"), phase != "playing")
    if phase == "round-over":
        one("#sheet-title").focus()


def is_open(wanted):
    """Slides the sheet over the table, or away; on wide screens it always stands beside."""
    attribute(document.body, "data-sheet", "open" if wanted else None)
