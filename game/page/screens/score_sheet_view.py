"""The score sheet: a column beside the table on wide screens, elsewhere a sheet over it; and the round's review."""

from game.page.dom import counts_up_to
from game.page.words import display_name, monogram, paragraph, say, words

OVER = ("round-over", "match-over")
MANY_ROUNDS = 13  # above this number of rounds, numerals replace the pictures of doubles


def names_of(scene):
    """The names at the table. A person without a name is "You"."""
    names = scene["sheet"]["names"]
    return [display_name(name, seat == scene["you"]) for seat, name in enumerate(names)]


def is_shared_screen(state):
    """Whether several persons share this screen, so that no seat is the person's own."""
    scene = state["sheet_scene"]
    return bool(scene) and scene["you"] < 0


def reviewed_buttons(state, part, action, style):
    """A button for each person, to choose whose play is reviewed; only if several persons share the screen."""
    scene = state["sheet_scene"]
    persons = scene["seats"] if is_shared_screen(state) and state["phase"] in OVER else []
    rows = [
        (
            seat["seat"],
            "t-whose",
            [
                ("", "class", style),
                ("", "data-action", action),
                ("", "data-whose", seat["seat"]),
                ("", "aria-pressed", "true" if seat["seat"] == state["reviewed_seat"] else "false"),
                ("", "text", seat["name"]),
            ],
        )
        for seat in persons
        if seat["level"] is None
    ]
    return [(part, "hidden", not rows), (part, "rows", rows)]


def badge(seat, name, kind=""):
    """The cells of a row in the seat's colour with its monogram; `kind` is the row's CSS class."""
    return [("", "class", "{} s{}".format(kind, seat)), (".avatar", "text", monogram(name))]


def scores(state):
    """The table of scores, the tiles that each seat still held, the remarks and the chart."""
    scene = state["sheet_scene"]
    if not scene:
        return []
    sheet, names = scene["sheet"], names_of(scene)
    heads = [
        (seat, "t-score-head", badge(seat, name, "score-head") + [(".score-name", "text", name)])
        for seat, name in enumerate(names)
    ]
    remark = paragraph(sheet["notes"])
    return [
        ("#score-table", "data-least", counts_up_to(len(names))),
        ("#score-table", "data-long", "true" if len(sheet["rows"]) > MANY_ROUNDS else None),
        ("#score-heads", "rows", heads),
        (
            "#score-rows",
            "rows",
            [(n, "t-score-row", _row(row, scene)) for n, row in enumerate(sheet["rows"])],
        ),
        ("#score-totals", "rows", [(seat, "t-total", _total(seat, sheet)) for seat in range(len(names))]),
        ("#held", "hidden", not sheet["held"]),
        (
            "#held-rows",
            "rows",
            [(seat, "t-held", _held(seat, sheet, names)) for seat in range(len(sheet["held"]))],
        ),
        ("#sheet-remark", "hidden", not remark),
        ("#sheet-remark", "text", remark),
        ("#chart", "hidden", not sheet["chart"]),
        ("#chart-picture", "html", sheet["chart"]),
    ]


def _row(row, scene):
    done = "scores" in row
    now = row["centre"] == scene["round"]["own"] and scene["phase"] not in OVER and not done
    seats = range(len(scene["sheet"]["names"]))
    if done:
        cells = [(seat, "t-score-cell", _cell(row, seat)) for seat in seats]
    else:
        cells = [
            ("", "t-total", [("", "colspan", len(seats)), ("", "text", say("sheet.now") if now else "")])
        ]
    return [
        ("svg", "html", row["face"]),
        ("th > span", "text", row["centre"]),
        ("", "data-row", None if done else "now" if now else "to-come"),
        ("", "rows", cells),
    ]


def _cell(row, seat):
    return [
        ("", "data-won", "true" if seat in row["won"] else None),
        (".gain-points", "text", "{:+d}".format(row["scores"][seat])),
        (".sum", "text", row["totals"][seat]),
    ]


def _total(seat, sheet):
    leads = seat in sheet["leads"] and any(sheet["totals"])
    return [("", "text", sheet["totals"][seat]), ("", "data-leads", "true" if leads else None)]


def _held(seat, sheet, names):
    held = sheet["held"][seat]
    faces = [(n, "t-held-tile", [("", "html", face)]) for n, face in enumerate(held["faces"])]
    tiles = {"name": names[seat], "tiles": held["tiles"]}
    return badge(seat, names[seat]) + [
        (".unseen", "text", say("sheet.held", tiles) if held["tiles"] else names[seat]),
        (".held-tiles", "rows", faces),
        (".held-none", "hidden", bool(held["tiles"])),
        (".held-points", "text", held["points"]),
    ]


def head(state):
    """The title, and the button that deals the next round."""
    scene = state["sheet_scene"]
    if not scene:
        return []
    over = scene["phase"] in OVER or (scene["phase"] == "lesson" and scene["sheet"]["held"])
    more = scene["can"]["next-round"]
    following = [row["face"] for row in scene["sheet"]["rows"] if "scores" not in row]
    return [
        ("#sheet-title", "text", words(scene["prompt"][0]) if over else say("ui.sheet")),
        ("#sheet-note", "text", say("ui.sheet-note" if over else "ui.lowest-wins", scene["round"])),
        ("#next-round", "hidden", not more),
        (".sheet-foot", "data-empty", None if more else "true"),
        ("#next-text", "text", say("ui.next-round", {"number": scene["round"]["number"] + 1})),
        ("#next-tile", "html", following[0] if following else ""),
    ]


def review(state):
    """The coach's review: the line of luck and skill, and the choices that mattered."""
    looked = state["round_review"]
    cells = [
        ("#review", "hidden", not looked),
        ("#review-ask", "hidden", bool(looked) or state["phase"] not in OVER or is_shared_screen(state)),
    ]
    cells += reviewed_buttons(state, "#review-whose", "review", "paper-button")
    if not looked:
        return cells
    line, title = looked["line"], say("ui.review")
    if state["reviewed_seat"] is not None:
        name = names_of(state["sheet_scene"])[state["reviewed_seat"]]
        line, title = ["review.to", {"name": name, "text": line}], say("review.of", {"name": name})
    rows = [(n, "t-review-line", _choice(choice)) for n, choice in enumerate(looked["choices"])]
    if not rows:
        good = [(".review-text", "text", say("review.good")), (".review-show", "hidden", True)]
        rows = [("good", "t-review-line", good)]
    return cells + [
        ("#review-title", "text", title),
        ("#review-line", "text", words(line)),
        ("#review-lines", "rows", rows),
    ]


def _choice(choice):
    return [
        (".review-cost", "text", words(-choice["cost"])),
        (".review-text", "text", words(choice["said"])),
        (".review-show", "data-at", choice.get("at")),
        (".review-show", "hidden", "at" not in choice),
    ]
