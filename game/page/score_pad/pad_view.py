"""The views of the score pad: the list with a new pad, or the open pad with its entry form."""

from game.page.dom import counts_up_to
from game.page.house_rules import saved_rules
from game.page.score_pad.round_entry import LEAST, MOST, held_by_other, tapped_tiles
from game.page.words import monogram, say


def kept(state):
    """The saved pads, and the names for a new pad."""
    players = state["pad_players"]
    names = [
        (
            n,
            "t-pad-name",
            [
                ("", "data-number", n),
                ("input", "typed", name),
                ("input", "aria-label", say("pad.name-of", {"n": n + 1})),
                ("button", "hidden", len(players) <= LEAST),
                ("button", "aria-label", say("ui.remove-player", {"name": name or n + 1})),
            ],
        )
        for n, name in enumerate(players)
    ]
    return [
        ("#pad-start", "hidden", bool(state["pad"])),
        ("#pad-names", "rows", names),
        ("#pad-add", "disabled", len(players) == MOST),
        ("#pads", "rows", [(pad["id"], "t-pad", _line(pad)) for pad in state["pads"]]),
        ("#pads-none", "hidden", bool(state["pads"])),
        ("#pad-gone", "hidden", not state["pad_can_undo"]),
    ]


def _line(pad):
    return [
        ("", "data-pad-id", pad["id"]),
        (".pad-line-names", "text", say("pad.names-of", {"names": list(pad["names"])})),
        (
            ".pad-line-note",
            "text",
            say("pad.over")
            if pad["over"]
            else say("ui.sheet-note", {"number": pad["round"], "of": pad["of"]}),
        ),
        ('[data-action="delete-pad"]', "aria-label", say("pad.delete", {"names": list(pad["names"])})),
    ]


def rules(state):
    """The rules to choose from for a new pad: saved sets and rule-books."""
    declared = state["declarations"]
    if not declared:
        return []
    books = [(book["code"], say("preset." + book["code"] + ".name")) for book in declared["presets"]]
    own = [(saved_rules.PREFIX + house["id"], house["name"]) for house in state["house_rules"]]
    return [("#pad-rules", "options", own + books)]


def table(state):
    """The open pad: rounds, totals and chart."""
    pad = state["pad"]
    if not pad:
        return [("#pad-open", "hidden", True)]
    names = pad["names"]
    seats = range(len(names))
    heads = [
        (
            seat,
            "t-score-head",
            _badge(seat, names[seat], "score-head") + [(".score-name", "text", names[seat])],
        )
        for seat in seats
    ]
    totals = [(seat, "t-total", _total(seat, pad)) for seat in seats]
    first = [names[seat] for seat in seats if pad["places"][seat] == 1]
    return [
        ("#pad-open", "hidden", False),
        ("#pad-table", "data-least", counts_up_to(len(names))),
        ("#pad-heads", "rows", heads),
        ("#pad-rows", "rows", [(n, "t-pad-row", _row(n, row, pad)) for n, row in enumerate(pad["rows"])]),
        ("#pad-totals", "rows", totals),
        ("#pad-chart", "hidden", not pad["chart"]),
        ("#pad-chart-picture", "html", pad["chart"]),
        ("#pad-won", "hidden", not pad["over"]),
        ("#pad-won", "text", _winner(first) if pad["over"] else ""),
        ('[data-action="strike-round"]', "disabled", not pad["round"]),
    ]


def _winner(first):
    return say("over.won", {"name": first[0]}) if len(first) == 1 else say("over.shared", {"names": first})


def _badge(seat, name, kind):
    return [("", "class", "{} s{}".format(kind, seat)), (".avatar", "text", monogram(name))]


def _total(seat, pad):
    leads = seat in pad["leads"] and any(pad["totals"])
    return [("", "text", pad["totals"][seat]), ("", "data-leads", "true" if leads else None)]


def _row(number, row, pad):
    done = "scores" in row
    cells = [(seat, "t-score-cell", _cell(seat, row, done)) for seat in range(len(pad["names"]))]
    return [
        ("svg", "html", row["face"]),
        ("button", "data-round", number),
        ("button", "disabled", not done),
        ("button", "aria-label", say("pad.correct", {"round": number + 1, "centre": row["centre"]})),
        ("", "data-row", None if done else "now" if number == pad["round"] else "to-come"),
        ("", "rows", cells),
    ]


def _cell(seat, row, done):
    return [
        ("", "data-won", "true" if done and seat in row["won"] else None),
        (".gain-points", "text", "{:+d}".format(row["scores"][seat]) if done else ""),
        (".sum", "text", row["totals"][seat] if done else ""),
    ]


def entry(state):
    """The round that is being entered."""
    pad, draft = state["pad"], state["pad_entry"]
    if not pad or not draft:
        return []
    number = pad["round"] if draft["number"] is None else draft["number"]
    full = draft["number"] is None and pad["over"]
    rows = [(seat, "t-pad-seat", _seat(seat, pad["names"][seat], draft)) for seat in range(len(pad["names"]))]
    centre = pad["rows"][min(number, len(pad["rows"]) - 1)]["centre"]
    return [
        ("#pad-entry", "hidden", full),
        ("#pad-round", "text", say("pad.round", {"round": number + 1, "centre": centre})),
        ("#pad-seats", "rows", rows),
        (
            "#pad-entry",
            "fields",
            {"out": "" if draft["out"] is None else draft["out"], "double": draft["double"]},
        ),
        ("#pad-double", "hidden", not pad["bonus"] or draft["out"] in (None, -1)),
        ("#pad-leave", "hidden", draft["number"] is None),
    ]


def _seat(seat, name, draft):
    out, tiles = draft["out"] == seat, tapped_tiles(draft, seat)
    worth = say("pad.worth", {"n": len(tiles), "points": draft["points"][seat]}) if tiles else say("pad.tap")
    return _badge(seat, name, "pad-seat") + [
        ("", "data-number", seat),
        ('[type="radio"]', "value", seat),
        (".pad-seat-name", "text", name),
        ("[data-points]", "typed", "" if out or tiles else draft["told"][seat]),
        ("[data-points]", "disabled", out),
        ("[data-points]", "hidden", bool(tiles)),
        ("[data-points]", "aria-label", say("pad.points-of", {"name": name})),
        ("button", "text", worth),
        ("button", "disabled", out),
        ("button", "aria-label", say("pad.tiles-of", {"name": name, "worth": worth})),
    ]


def tiles(state):
    """The dialog to tap left-over tiles."""
    pad, draft = state["pad"], state["pad_entry"]
    if not pad or not draft or draft["seat"] is None:
        return []
    own = tapped_tiles(draft, draft["seat"])
    rows = [
        (
            name,
            "t-pad-tile",
            [
                ("", "data-pad-tile", name),
                ("", "aria-label", say("ui.tile", {"tile": name})),
                ("", "aria-pressed", "true" if name in own else "false"),
                ("", "disabled", held_by_other(draft, name)),
                ("svg", "html", face),
            ],
        )
        for name, face in pad["tiles"]
    ]
    name = pad["names"][draft["seat"]]
    worth = say("pad.worth", {"n": len(own), "points": draft["points"][draft["seat"]]}) if own else ""
    return [
        ("#pad-tiles-title", "text", say("pad.left", {"name": name})),
        ("#pad-tile-rows", "rows", rows),
        ("#pad-worth", "text", worth),
    ]
