"""Actions of the host at the table: give a name, deal, pause, and replace a guest who is away. Each is action(app, button)."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import data, field_value, one
from game.page.kernel.room import required, updated
from game.page.log import log
from game.page.new_game import phone_seats
from game.page.new_game.setup_check import open_form, rename_person
from game.page.own_phones import room
from game.page.own_phones.host.hosting import open_party, open_seats, take
from game.page.screens.dialogs import close_dialogs, open_dialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.page.kernel.app import App
    from game.page.page_types import Element, Task


@room.action("host-name")
async def name_host(app: "App", button: "Element") -> "None":
    """Take the name of the person at this device: on the others' phones, "you" would be somebody else."""
    rename_person(app, field_value(one("#host-name-field")))
    if app.state["settings"]["name"]:
        close_dialogs()
        await open_party(app, button)


@room.action("deal")
async def deal(app: "App", button: "Element") -> "None":
    """Draw the seed with all devices, and deal. Bots take the seats that still wait."""
    log.clear()
    seats = app.state["setup"]["seats"]
    bots = [phone_seats.bot_for(seats[number], number) for number in open_seats(required(app.state["party"]))]
    take(app, await app.ask("deal_party", bots=bots))


@room.action("party-again")
async def play_again(app: "App", button: "Element") -> "None":
    """Deal another match for the same people."""
    take(app, await app.ask("play_again"))


@room.action("party-change")
async def change_table(app: "App", button: "Element") -> "None":
    """Open the form for the next match of the same people. A latecomer's seat, too, is that of a phone."""
    setup, party = app.state["setup"], required(app.state["party"])
    guests = [seat["seat"] for seat in party["seats"] if seat["kind"] == "guest"]
    seats = [
        updated(seat, phone=True) if number in guests else seat for number, seat in enumerate(setup["seats"])
    ]
    app.update(setup=updated(setup, seats=seats))
    await open_form(app, phones=True)


@room.action("party")
def open_dialog_of_party(app: "App", button: "Element") -> "None":
    """Open the dialog about the phones at the table."""
    open_dialog("party")


def ask_action(verb: "str") -> "Callable[[App, Element], Task | None]":
    """Make an action that asks the engine a verb for the seat that the button names."""

    async def act(app: "App", button: "Element") -> "None":
        take(app, await app.ask(verb, seat=int(data(button, "seat"))))

    return act


room.action("mind")(ask_action("mind"))
room.action("let-play")(ask_action("let_play"))
room.action("take-out")(ask_action("take_out"))


@room.action("pause")
async def pause(app: "App", button: "Element") -> "None":
    """Pause the match, or go on."""
    take(app, await app.ask("pause_party", paused=not required(app.state["party"])["paused"]))
