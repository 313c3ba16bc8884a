"""Reactions: what a person shows the others with one tap. They are drawn, said to screen readers, and can be switched off."""

import asyncio

from game.devices.wire import REACTIONS
from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import data, field_value, recall, remember
from game.page.kernel.words import display_name, say
from game.page.own_phones import room
from game.page.people import at_the_table
from game.page.screens.announcer import announce
from game.page.screens.dialogs import close_dialogs

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import PartyLobby
    from game.page.kernel.app import App
    from game.page.own_phones import ShownReaction
    from game.page.page_types import Cell, Element, State

KEY = "chickenfoot-reactions"  # in localStorage: "off" if the person wants none
SECONDS = 4.0  # how long a reaction is shown


@room.view("party", "party_role", "reactions_on", "reactions")
def view(state: "State") -> "list[Cell]":
    """The buttons, the switch, and the reactions on screen."""
    party = state["party"]
    offered = bool(party) and state["party_role"] != "screen" and state["reactions_on"]
    buttons = [(what, "t-react", _button(what)) for what in REACTIONS] if offered else []
    shown = [(each["number"], "t-reaction", _shown(each)) for each in state["reactions"]]
    return [
        ("#menu-reactions", "rows", buttons),
        ("#over-reactions", "rows", buttons),
        ("#reactions", "rows", shown),
        ("#party-reactions", "fields", {"reactions-on": state["reactions_on"]}),
    ]


def _button(what: "str") -> "list[Cell]":
    return [
        ("button", "data-what", what),
        ("button", "aria-label", say("phones.react." + what)),
        ("use", "href", "#r-" + what),
    ]


def _shown(reaction: "ShownReaction") -> "list[Cell]":
    return [
        ("", "class", "reaction s{}".format(reaction["seat"])),
        ("use", "href", "#r-" + reaction["what"]),
        ("b", "text", reaction["name"]),
    ]


@room.on("attach")
def recall_choice(app: "App") -> "None":
    """Know again whether the person wants reactions."""
    app.update(reactions_on=recall(KEY) != "off")


@room.field("#party-reactions")
def switch(app: "App", field: "Element") -> "None":
    """Show reactions, or none."""
    is_on = bool(field_value(field))
    remember(KEY, "on" if is_on else "off")
    app.update(reactions_on=is_on, reactions=[])


@room.action("react")
async def react(app: "App", button: "Element") -> "None":
    """Show the others a reaction."""
    what = data(button, "what")
    close_dialogs()
    seat = _own_seat(app)
    if seat < 0:
        return
    show(app, seat, what)
    if app.guest:
        app.guest.react(what)
    else:
        await app.ask("react", what=what)


def _own_seat(app: "App") -> "int":
    """The seat of the person at this device, the first one if several sit here; -1 for a device that only shows the table."""
    if app.guest:
        return app.guest.guest.seat
    party = app.state["party"]
    return next((seat["seat"] for seat in party["seats"] if seat["kind"] == "host"), -1) if party else -1


def show_new(app: "App", before: "PartyLobby | None", party: "PartyLobby | None") -> "None":
    """Show the reactions of guests that have come since `before`, at the host."""
    known = before["reactions"][-1][0] if before and before["reactions"] else 0
    for number, seat, what in party["reactions"] if party else ():
        if number > known:
            show(app, seat, what)


def show(app: "App", seat: "int", what: "str") -> "None":
    """Show a reaction for some seconds, and say it."""
    found = at_the_table.seat_of(app.state["party"], seat)
    if not found or not app.state["reactions_on"]:
        return
    shown, name = app.state["reactions"], display_name(found["name"], False)
    number = shown[-1]["number"] + 1 if shown else 1
    reaction: ShownReaction = {"number": number, "seat": seat, "what": what, "name": name}
    app.update(reactions=[each for each in shown if each["seat"] != seat] + [reaction])
    announce(app, ("phones.reacted", {"name": name, "what": ["phones.react." + what, {}]}))
    app.run_in_background(_take_away(app, reaction))


async def _take_away(app: "App", reaction: "ShownReaction") -> "None":
    await asyncio.sleep(SECONDS)
    app.update(reactions=[each for each in app.state["reactions"] if each is not reaction])
