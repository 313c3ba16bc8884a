"""Actions for the score pad's fields and buttons. Each is action(app, button)."""

from pyscript import window

from game.page.dom import data, field_value, one
from game.page.house_rules import saved_rules
from game.page.input import match_actions
from game.page.score_pad import paper_sheet, round_entry
from game.page.screens.dialogs import open_dialog, toast
from game.page.words import say

SEATS = 4  # the name fields of a new pad


async def show(app, button):
    """Open the screen with the saved pads."""
    match_actions.show_side_screen(app, "pad", pad=None, pad_entry=None, pad_can_undo=False)
    match_actions.take_house_rules(app, await app.ask("houses"))
    _take_pads(app, await app.ask("pads"))
    if not app.state["pad_players"]:
        app.update(pad_players=_names(app))
    one("#pad-title").focus()


def _names(app):
    """The names on the last pad, or the persons in the form and empty fields."""
    pads = app.state["pads"]
    persons = [seat["name"] for seat in app.state["setup"]["seats"] if seat["kind"] == "human"]
    return list(pads[0]["names"]) if pads else (persons + [""] * SEATS)[: max(SEATS, len(persons))]


def _take_pads(app, answer):
    if answer:
        app.update(pads=answer["pads"], storage_problem=answer["kept"])
    return answer


def back(app, button):
    """Return from a pad to the list, or from the list to the table."""
    return show(app, button) if app.state["pad"] else match_actions.back(app, button)


def field_changed(app, field):
    """Handle a changed field of the screen."""
    row = field.closest("[data-number]")
    number = int(data(row, "number")) if row else -1
    draft = app.state["pad_entry"]
    if field.closest("#pad-names"):
        players = list(app.state["pad_players"])
        players[number] = field.value.strip()
        app.update(pad_players=players)
    elif field.name == "out":
        app.update(pad_entry=dict(draft, out=int(field.value)))
    elif field.name == "double":
        app.update(pad_entry=dict(draft, double=field_value(field)))
    elif field.hasAttribute("data-points"):
        app.update(pad_entry=round_entry.with_seat(draft, number, field.value.strip()))


def add(app, button):
    """Add a player to the new pad."""
    app.update(pad_players=app.state["pad_players"] + [""])


def remove(app, button):
    """Remove a player from the new pad."""
    number = int(data(button.closest("[data-number]"), "number"))
    players = app.state["pad_players"]
    app.update(pad_players=players[:number] + players[number + 1 :])


def _chosen_rules(app):
    """The rules that were chosen for a new pad."""
    chosen, length = one("#pad-rules").value, one("#pad-length").value
    house = (
        saved_rules.find_set(app.state["house_rules"], chosen[len(saved_rules.PREFIX) :])
        if chosen.startswith(saved_rules.PREFIX)
        else None
    )
    changes = dict(house["changes"]) if house else {}
    changes["rounds"] = int(length) if length.isdigit() else length
    return {"preset": house["preset"] if house else chosen, "changes": changes}


async def begin(app, button):
    """Start a new pad."""
    _open(app, await app.ask("begin_pad", names=app.state["pad_players"], **_chosen_rules(app)))


async def open_one(app, button):
    """Open a pad of the list."""
    _open(app, await app.ask("open_pad", id=data(button.closest("[data-pad-id]"), "pad-id")))


def _open(app, pad):
    if pad:
        app.update(
            pad=pad,
            pad_entry=round_entry.fresh(pad),
            storage_problem=pad.get("kept", app.state["storage_problem"]),
        )
        one("#pad-round" if not pad["over"] else "#pad-title").focus()


async def delete(app, button):
    """Delete a pad."""
    if _take_pads(app, await app.ask("delete_pad", id=data(button.closest("[data-pad-id]"), "pad-id"))):
        app.update(pad_can_undo=True)
        one("#pad-back").focus()


async def undelete(app, button):
    """Restore the deleted pad."""
    if _take_pads(app, await app.ask("undelete_pad")):
        app.update(pad_can_undo=False)


async def write(app, button):
    """Write the entered round on the pad."""
    draft, pad = app.state["pad_entry"], app.state["pad"]
    silent = round_entry.missing_seat(draft)
    if draft["out"] is None:
        toast(say("pad.who-out"))
    elif silent >= 0:
        toast(say("pad.no-tiles", {"name": pad["names"][silent]}))
    else:
        written = await app.ask("write_pad", id=pad["id"], **round_entry.arguments(draft))
        if written:
            _open(app, written)
            app.announce(["pad.written", {"totals": _totals(written)}])


def _totals(pad):
    return [
        ["tell.score", {"name": name, "total": total}] for name, total in zip(pad["names"], pad["totals"])
    ]


def correct(app, button):
    """Enter a written round again."""
    app.update(pad_entry=round_entry.of_round(app.state["pad"], int(data(button, "round"))))
    one("#pad-round").focus()


def leave(app, button):
    """Discard the correction."""
    app.update(pad_entry=round_entry.fresh(app.state["pad"]))


async def strike(app, button):
    """Delete the last round."""
    _open(app, await app.ask("strike_pad", id=app.state["pad"]["id"]))


def tiles(app, button):
    """Open the dialog to tap the tiles that a seat was left with."""
    app.update(
        pad_entry=dict(app.state["pad_entry"], seat=int(data(button.closest("[data-number]"), "number")))
    )
    open_dialog("pad-tiles")


async def tile(app, button):
    """Add or remove a tapped tile, and ask the engine for the points."""
    draft, seat = app.state["pad_entry"], app.state["pad_entry"]["seat"]
    hand = round_entry.toggle_tile(round_entry.tapped_tiles(draft, seat), data(button, "pad-tile"))
    app.update(pad_entry=round_entry.with_seat(draft, seat, hand or "", 0))
    if hand:
        told = [0] * len(draft["told"])
        told[seat] = hand
        points = await app.ask("pad_points", id=app.state["pad"]["id"], out=-1, told=told)
        latest = app.state["pad_entry"]
        if points and round_entry.tapped_tiles(latest, seat) == hand:
            app.update(pad_entry=round_entry.with_seat(latest, seat, hand, points[seat]))


def to_print(app, button):
    """Print the button's target: the match's score sheet, the pad, an empty sheet, or else the open dialog."""
    what = data(button, "what")
    if what == "empty":
        return _print_empty(app)
    if what == "pad":
        paper_sheet.print_sheet(app, app.state["pad"], app.state["pad"]["preset"])
    elif what == "match":
        paper_sheet.print_sheet(app, app.state["sheet_scene"]["sheet"], None)
    else:
        window.print()
    return None


async def _print_empty(app):
    """Print an empty sheet for the chosen players and rules."""
    empty = await app.ask("empty_pad", players=len(app.state["pad_players"]), **_chosen_rules(app))
    if empty:
        paper_sheet.print_sheet(app, empty, empty["preset"])


ACTIONS = {
    "pad": show,
    "pad-leave": back,
    "pad-add": add,
    "pad-remove": remove,
    "begin-pad": begin,
    "open-pad": open_one,
    "delete-pad": delete,
    "undelete-pad": undelete,
    "write-round": write,
    "correct-round": correct,
    "leave-round": leave,
    "strike-round": strike,
    "pad-tiles": tiles,
    "pad-tile": tile,
    "print": to_print,
}
