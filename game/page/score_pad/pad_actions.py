"""Actions for the score pad's buttons, each action(app, button), and `field_changed` for its fields.

`draft` is the round in the entry form, see `round_entry.fresh`.
"""

from pyscript import window

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import data, field_value, one
from game.page.kernel.room import required
from game.page.kernel.words import say
from game.page.new_game import saved_rules
from game.page.new_game.setup_check import take_house_rules
from game.page.score_pad import paper_sheet, room, round_entry
from game.page.screens import navigation
from game.page.screens.announcer import announce
from game.page.screens.dialogs import open_dialog, refuse
from game.page.screens.navigation import show_side_screen

if TYPE_CHECKING:
    from game.contract.answers.list_answers import PadData, PadList, StoredPad
    from game.contract.basics import Message, Tile
    from game.page.kernel.app import App
    from game.page.new_game import ChosenRules
    from game.page.page_types import Element, Task

FIRST_FIELDS = 4  # name fields of a new pad, before the person adds or removes some


@room.action("pad")
async def show(app: "App", button: "Element") -> "None":
    """Open the screen with the saved pads."""
    show_side_screen(app, "pad", pad=None, pad_entry=None, pad_can_undo=False)
    take_house_rules(app, await app.ask("houses"))
    _take_pads(app, await app.ask("pads"))
    if not app.state["pad_players"]:
        app.update(pad_players=_suggested_names(app))
    one("#pad-title").focus()


def _suggested_names(app: "App") -> "list[str]":
    """The names for a new pad: as on the newest pad. Without a pad, the persons in the form and empty fields."""
    pads = app.state["pads"]
    if pads:
        return list(pads[0]["names"])
    persons = [seat["name"] for seat in app.state["setup"]["seats"] if seat["kind"] == "human"]
    return persons + [""] * (FIRST_FIELDS - len(persons))


def _take_pads(app: "App", answer: "PadList | None") -> "PadList | None":
    """Put the saved pads of the engine's answer into the state. Return the answer; it is None after a refusal.

    Its "storage_problem" says why nothing can be saved.
    """
    if answer:
        app.update(pads=answer["pads"], storage_problem=answer["storage_problem"])
    return answer


@room.action("pad-leave")
def back(app: "App", button: "Element") -> "Task | None":
    """Return from the open pad to the list of pads, or from the list to the table."""
    return show(app, button) if app.state["pad"] else navigation.back(app, button)


@room.field("#pad")
def field_changed(app: "App", field: "Element") -> "None":
    """Handle a changed field of the screen."""
    row = field.closest("[data-number]")
    number = int(data(row, "number")) if row else -1
    draft = app.state["pad_entry"]
    if field.closest("#pad-names"):
        players = list(app.state["pad_players"])
        players[number] = field.value.strip()
        app.update(pad_players=players)
    elif field.name == "out":
        app.update(pad_entry=round_entry.changed(required(draft), out=int(field.value)))
    elif field.name == "double":
        app.update(pad_entry=round_entry.changed(required(draft), double=field_value(field)))
    elif field.hasAttribute("data-points"):
        app.update(pad_entry=round_entry.with_seat(required(draft), number, field.value.strip()))


@room.action("pad-add")
def add(app: "App", button: "Element") -> "None":
    """Add a player to the new pad."""
    app.update(pad_players=app.state["pad_players"] + [""])


@room.action("pad-remove")
def remove(app: "App", button: "Element") -> "None":
    """Remove a player from the new pad."""
    number = int(data(button.closest("[data-number]"), "number"))
    players = app.state["pad_players"]
    app.update(pad_players=players[:number] + players[number + 1 :])


def _chosen_rules(app: "App") -> "ChosenRules":
    """The rules for a new pad as arguments for the engine: {"preset", "changes": options that differ from it}."""
    chosen, rounds = one("#pad-rules").value, one("#pad-length").value
    preset, changes = chosen, {}
    if chosen.startswith(saved_rules.PREFIX):
        rule_set = required(saved_rules.find_set(app.state["house_rules"], chosen[len(saved_rules.PREFIX) :]))
        preset, changes = rule_set["preset"], dict(rule_set["changes"])
    changes["rounds"] = int(rounds) if rounds.isdigit() else rounds
    return {"preset": preset, "changes": changes}


@room.action("begin-pad")
async def begin(app: "App", button: "Element") -> "None":
    """Start a new pad."""
    _show_pad(app, await app.ask("begin_pad", names=app.state["pad_players"], **_chosen_rules(app)))


@room.action("open-pad")
async def open_one(app: "App", button: "Element") -> "None":
    """Open a pad of the list."""
    _show_pad(app, await app.ask("open_pad", id=data(button.closest("[data-pad-id]"), "pad-id")))


def _show_pad(app: "App", pad: "PadData | None") -> "None":
    """Show a pad with an empty entry for its next round. Do nothing if the engine refused and `pad` is None."""
    if pad:
        app.update(
            pad=pad,
            pad_entry=round_entry.fresh(pad),
            storage_problem=pad.get("storage_problem", app.state["storage_problem"]),  # type: ignore[arg-type]  # of a change
        )
        one("#pad-round" if not pad["over"] else "#pad-title").focus()


@room.action("delete-pad")
async def delete(app: "App", button: "Element") -> "None":
    """Delete a pad, and offer to restore it."""
    if _take_pads(app, await app.ask("delete_pad", id=data(button.closest("[data-pad-id]"), "pad-id"))):
        app.update(pad_can_undo=True)
        one("#pad-back").focus()


@room.action("undelete-pad")
async def undelete(app: "App", button: "Element") -> "None":
    """Restore the pad that was deleted last."""
    if _take_pads(app, await app.ask("undelete_pad")):
        app.update(pad_can_undo=False)


@room.action("write-round")
async def write(app: "App", button: "Element") -> "None":
    """Write the entered round on the pad. If a value is missing, only say which one."""
    draft, pad = required(app.state["pad_entry"]), required(app.state["pad"])
    missing = round_entry.missing_seat(draft)
    if draft["out"] is None:
        refuse(app, say("pad.who-out"))
    elif missing >= 0:
        refuse(app, say("pad.no-tiles", {"name": pad["names"][missing]}))
    else:
        written: StoredPad | None = await app.ask("write_pad", id=pad["id"], **round_entry.arguments(draft))
        if written:
            _show_pad(app, written)
            announce(app, ("pad.written", {"totals": _totals(written)}))


def _totals(pad: "PadData") -> "list[Message]":
    return [
        ("tell.score", {"name": name, "total": total}) for name, total in zip(pad["names"], pad["totals"])
    ]


@room.action("correct-round")
def correct(app: "App", button: "Element") -> "None":
    """Load a written round into the entry form, so that the person can correct it."""
    app.update(pad_entry=round_entry.of_round(required(app.state["pad"]), int(data(button, "round"))))
    one("#pad-round").focus()


@room.action("leave-round")
def leave(app: "App", button: "Element") -> "None":
    """Discard a correction, and return to the entry of the next round."""
    app.update(pad_entry=round_entry.fresh(required(app.state["pad"])))


@room.action("strike-round")
async def strike(app: "App", button: "Element") -> "None":
    """Remove the last written round from the pad."""
    _show_pad(app, await app.ask("strike_pad", id=required(app.state["pad"])["id"]))


@room.action("pad-tiles")
def tiles(app: "App", button: "Element") -> "None":
    """Open the dialog in which the person taps the remaining tiles of a seat."""
    seat = int(data(button.closest("[data-number]"), "number"))
    app.update(pad_entry=round_entry.changed(required(app.state["pad_entry"]), seat=seat))
    open_dialog("pad-tiles")


@room.action("pad-tile")
async def tile(app: "App", button: "Element") -> "None":
    """Add or remove a tapped tile, and ask the engine for the points of all tapped tiles."""
    draft, pad = required(app.state["pad_entry"]), required(app.state["pad"])
    seat = draft["seat"]
    tapped = round_entry.toggle_tile(round_entry.tapped_tiles(draft, seat), data(button, "pad-tile"))
    app.update(pad_entry=round_entry.with_seat(draft, seat, tapped or "", 0))  # 0 until the engine answers
    if tapped:
        remains: list[int | list[Tile]] = [0] * len(draft["values"])
        remains[seat] = tapped
        points: list[int] | None = await app.ask("pad_points", id=pad["id"], out=-1, told=remains)
        latest = required(app.state["pad_entry"])  # the person may have tapped another tile meanwhile
        if points and round_entry.tapped_tiles(latest, seat) == tapped:
            app.update(pad_entry=round_entry.with_seat(latest, seat, tapped, points[seat]))


@room.action("print")
def to_print(app: "App", button: "Element") -> "Task | None":
    """Print the sheet in the button's `data-what`: "match", "pad" or "empty". Without one, print the open dialog."""
    sheet = data(button, "what")
    if sheet == "empty":
        return _print_empty(app)
    if sheet == "pad":
        pad = required(app.state["pad"])
        paper_sheet.print_sheet(app, pad, pad["preset"])
    elif sheet == "match":
        paper_sheet.print_sheet(app, required(app.state["sheet_scene"])["sheet"], None)
    else:
        window.print()
    return None


async def _print_empty(app: "App") -> "None":
    """Print an empty sheet for the chosen players and rules."""
    empty: PadData | None = await app.ask(
        "empty_pad", players=len(app.state["pad_players"]), **_chosen_rules(app)
    )
    if empty:
        paper_sheet.print_sheet(app, empty, empty["preset"])
