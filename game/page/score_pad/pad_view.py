"""The views of the score pad: the list of pads with the form for a new one, or the open pad with its entry form.

game/engine/house/score_pads.py describes the keys of a pad: for example, "round" is the number of written rounds, and
"of" the number of all rounds. `round_entry.fresh` describes the keys of a `draft`, the round in the entry form.
"""

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import counts_up_to
from game.page.kernel.words import say
from game.page.new_game import saved_rules
from game.page.people.portraits import portrait
from game.page.score_pad import room
from game.page.score_pad.round_entry import (
    LEAST_PLAYERS,
    MOST_PLAYERS,
    held_by_other,
    somebody_out,
    tapped_tiles,
)

if TYPE_CHECKING:
    from game.contract.answers.list_answers import PadData, PadRound, PadRow
    from game.page.page_types import Cell, State
    from game.page.score_pad import PadDraft


@room.view("pads", "pad", "pad_players", "pad_can_undo")
def pad_list(state: "State") -> "list[Cell]":
    """The saved pads, and the name fields of a new pad."""
    players = state["pad_players"]
    names = [
        (
            n,
            "t-pad-name",
            [
                ("", "data-number", n),
                ("input", "typed", name),
                ("input", "aria-label", say("pad.name-of", {"n": n + 1})),
                ("button", "hidden", len(players) <= LEAST_PLAYERS),
                ("button", "aria-label", say("ui.remove-player", {"name": name or n + 1})),
            ],
        )
        for n, name in enumerate(players)
    ]
    most = say("ui.most-players", {"n": MOST_PLAYERS}) if len(players) == MOST_PLAYERS else ""
    return [
        ("#pad-start", "hidden", bool(state["pad"])),
        ("#pad-names", "rows", names),
        ("#pad-add", "disabled", len(players) == MOST_PLAYERS),
        ("#pad-most", "hidden", len(players) < MOST_PLAYERS),
        ("#pad-most", "text", most),
        ("#pads", "rows", [(pad["id"], "t-pad", _saved_pad(pad)) for pad in state["pads"]]),
        ("#pads-none", "hidden", bool(state["pads"])),
        ("#pad-gone", "hidden", not state["pad_can_undo"]),  # "deleted", and a button to restore the pad
    ]


def _saved_pad(pad: "PadRow") -> "list[Cell]":
    names, progress = list(pad["names"]), {"n": pad["round"], "of": pad["of"]}
    return [
        ("", "data-pad-id", pad["id"]),
        (".pad-line-names", "text", say("pad.names-of", {"names": names})),
        (".pad-line-note", "text", say("pad.over") if pad["over"] else say("pad.progress", progress)),
        ('[data-action="delete-pad"]', "aria-label", say("pad.delete", {"names": names})),
    ]


@room.view("house_rules", "declarations")
def rules(state: "State") -> "list[Cell]":
    """The rules to choose from for a new pad: saved sets of house rules, then the rule-books."""
    declared = state["declarations"]  # the options and rule-books that the engine declares
    if not declared:  # the engine has not started yet
        return []
    books = [(book["code"], say("preset." + book["code"] + ".name")) for book in declared["presets"]]
    sets = [(saved_rules.PREFIX + rule_set["id"], rule_set["name"]) for rule_set in state["house_rules"]]
    return [("#pad-rules", "options", sets + books)]


@room.view("pad")
def open_pad(state: "State") -> "list[Cell]":
    """The open pad: rounds, totals, chart, and at the end the winner."""
    pad = state["pad"]
    if not pad:
        return [("#pad-open", "hidden", True)]
    names = pad["names"]
    seats = range(len(names))
    heads = [
        (
            seat,
            "t-score-head",
            _badge(seat, "score-head") + [(".score-name", "text", names[seat])],
        )
        for seat in seats
    ]
    totals = [(seat, "t-total", _total(seat, pad)) for seat in seats]
    rows = [(number, "t-pad-row", _round_row(number, row, pad)) for number, row in enumerate(pad["rows"])]
    winners = [names[seat] for seat in seats if pad["places"][seat] == 1]
    return [
        ("#pad-open", "hidden", False),
        ("#pad-table", "data-least", counts_up_to(len(names))),  # for the style sheet, see `counts_up_to`
        ("#pad-heads", "rows", heads),
        ("#pad-rows", "rows", rows),
        ("#pad-totals", "rows", totals),
        ("#pad-chart", "hidden", not pad["chart"]),
        ("#pad-chart-picture", "html", pad["chart"]),
        ("#pad-won", "hidden", not pad["over"]),
        ("#pad-won", "text", _winners_sentence(winners) if pad["over"] else ""),
        ('[data-action="strike-round"]', "disabled", not pad["round"]),
    ]


def _winners_sentence(names: "list[str]") -> "str":
    return say("over.won", {"name": names[0]}) if len(names) == 1 else say("over.shared", {"names": names})


def _badge(seat: "int", css_class: "str") -> "list[Cell]":
    """The cells that give an element the colour of a seat, and its .avatar the portrait of the person there."""
    return [("", "class", "{} s{}".format(css_class, seat)), (".avatar", "html", portrait(None, seat))]


def _total(seat: "int", pad: "PadData") -> "list[Cell]":
    is_leading = seat in pad["leads"] and any(pad["totals"])
    return [("", "text", pad["totals"][seat]), ("", "data-leads", "true" if is_leading else None)]


def _round_row(number: "int", row: "PadRound", pad: "PadData") -> "list[Cell]":
    """The cells for round `number` (from 0). A round that is not written yet has no points."""
    written = "scores" in row
    score_rows = [(seat, "t-score-cell", _score(seat, row, written)) for seat in range(len(pad["names"]))]
    return [
        (".row-number", "text", number + 1),
        ("svg", "html", row["face"]),
        ("button", "data-round", number),
        ("button", "disabled", not written),
        ("button", "aria-label", say("pad.correct", {"round": number + 1, "centre": row["centre"]})),
        ("", "data-row", None if written else "now" if number == pad["round"] else "to-come"),
        ("", "rows", score_rows),
    ]


def _score(seat: "int", row: "PadRound", written: "bool") -> "list[Cell]":
    """A seat's points in a round, and its total after that round."""
    return [
        ("", "data-won", "true" if written and seat in row["won"] else None),
        (".gain-points", "text", "{:+d}".format(row["scores"][seat]) if written else ""),
        (".sum", "text", row["totals"][seat] if written else ""),
    ]


@room.view("pad", "pad_entry")
def entry(state: "State") -> "list[Cell]":
    """The form for the round that is being entered or corrected."""
    pad, draft = state["pad"], state["pad_entry"]
    if not pad or not draft:
        return []
    names, corrected = pad["names"], draft["number"]
    is_new = corrected is None
    number = pad["round"] if corrected is None else corrected
    rows = [(seat, "t-pad-seat", _seat_fields(seat, name, draft)) for seat, name in enumerate(names)]
    centre = pad["rows"][min(number, len(pad["rows"]) - 1)]["centre"]
    return [
        ("#pad-entry", "hidden", is_new and pad["over"]),
        ("#pad-round", "text", say("pad.round", {"round": number + 1, "centre": centre})),
        ("#pad-seats", "rows", rows),
        (
            "#pad-entry",
            "fields",
            {"out": "" if draft["out"] is None else draft["out"], "double": draft["double"]},
        ),
        ("#pad-double", "hidden", not pad["bonus"] or not somebody_out(draft)),
        ("#pad-leave", "hidden", is_new),
    ]


def _seat_fields(seat: "int", name: "str", draft: "PadDraft") -> "list[Cell]":
    """The fields of a seat: whether it went out, and the points or the button for its remaining tiles.

    draft["values"] are the typed points or tapped tiles of each seat, draft["points"] what its tapped tiles are worth.
    """
    out, tapped = draft["out"] == seat, tapped_tiles(draft, seat)
    values = {"n": len(tapped), "points": draft["points"][seat]}
    worth = say("pad.worth", values) if tapped else say("pad.tap")
    return _badge(seat, "pad-seat") + [
        ("", "data-number", seat),
        ('[type="radio"]', "value", seat),
        (".pad-seat-name", "text", name),
        ("[data-points]", "typed", "" if out or tapped else draft["values"][seat]),
        ("[data-points]", "disabled", out),
        ("[data-points]", "hidden", bool(tapped)),
        ("[data-points]", "aria-label", say("pad.points-of", {"name": name})),
        ("button", "text", worth),
        ("button", "disabled", out),
        ("button", "aria-label", say("pad.tiles-of", {"name": name, "worth": worth})),
    ]


@room.view("pad", "pad_entry")
def tiles(state: "State") -> "list[Cell]":
    """The dialog in which the person taps the remaining tiles of a seat."""
    pad, draft = state["pad"], state["pad_entry"]
    if not pad or not draft or draft["seat"] is None:
        return []
    seat = draft["seat"]
    tapped = tapped_tiles(draft, seat)
    rows = [
        (
            tile,
            "t-pad-tile",
            [
                ("", "data-pad-tile", tile),
                ("", "aria-label", say("ui.tile", {"tile": tile})),
                ("", "aria-pressed", "true" if tile in tapped else "false"),
                ("", "disabled", held_by_other(draft, tile)),
                ("svg", "html", face),
            ],
        )
        for tile, face in pad["tiles"]
    ]
    name = pad["names"][seat]
    worth = say("pad.worth", {"n": len(tapped), "points": draft["points"][seat]}) if tapped else ""
    return [
        ("#pad-tiles-title", "text", say("pad.left", {"name": name})),
        ("#pad-tile-rows", "rows", rows),
        ("#pad-worth", "text", worth),
    ]
