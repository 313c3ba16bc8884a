"""Actions of the host of a table for people anywhere: the link, and who is let in. Each is action(app, button)."""

from pyscript import document, ffi, window

from game.devices.pairing.table_link import write_table_link
from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import data, listen, one
from game.page.kernel.room import required, updated
from game.page.kernel.words import say
from game.page.own_phones import pairing_link, relay, room
from game.page.own_phones.host import hosting
from game.page.screens.dialogs import toast

if TYPE_CHECKING:
    from typing import Any, Unpack

    from game.contract.answers.sharing_answers import Invitation, PartyData
    from game.page.kernel.app import App
    from game.page.own_phones import TableLink
    from game.page.page_types import Element


class OpenRoom:
    """The room at the relay. `script` is the JavaScript module assets/relay/host.js, None before its first use."""

    def __init__(self, app: "App") -> "None":
        self.script: Any = None
        self.table = ""  # the id of the table for which the room was opened


@room.action("where")
def choose_where(app: "App", button: "Element") -> "None":
    """Show the invitations for the same room, or those for people anywhere."""
    app.update(anywhere=data(button, "where") == "anywhere")


@room.action("open-table", "renew-table")
async def open_table(app: "App", button: "Element") -> "None":
    """Open the table for everybody with its link, or make another link, after which the one before is of no use."""
    await _open(app, "")


async def _open(app: "App", kept: "str") -> "None":
    """Open the room at the relay. `kept` is what was kept of it, "" for a new one."""
    script = await pairing_link.load(app, "relay/host")
    party = app.state["party"]
    if not script or not party:
        return
    texts = pairing_link.texts_version(app)
    made: Invitation | None = await app.ask("open_door", texts=texts)
    if not made:
        return
    opened = app.object(OpenRoom)
    opened.script, opened.table = script, party["table"]  # type: ignore[typeddict-item]  # the host's own
    app.update(table_link={"link": "", "qr": "", "is_up": True})
    try:
        tell = ffi.create_proxy(lambda kind: _change(app, is_up=str(kind) == "open"))
        found = await script.open(relay.address(), kept, made["invitation"], relay.servers(), tell)
    except Exception as problem:  # browsers throw different errors, for example over plain http
        window.console.info("no table at the relay: " + str(problem))
        app.update(table_link=None)
        toast(app, say("phones.no-connection"))
        return
    relay.keep(relay.ROOM_KEY, opened.table + " " + str(found.kept))
    link = pairing_link.link_of(write_table_link(str(found.code)))
    _change(app, link=link)
    one("#table-link").hidden = True  # it may show the link before
    _change(app, qr=await pairing_link.draw(app, link))


def _change(app: "App", **changes: "Unpack[TableLink]") -> "None":
    """Change the table's link on screen, if there is one."""
    if app.state["table_link"]:
        app.update(table_link=updated(app.state["table_link"], **changes))


@room.on("party")
async def open_again(app: "App") -> "None":
    """After a reload of the page, open the room of the table again: the link stays the same, and guests come back."""
    party: PartyData | None = app.state["party"]  # type: ignore[assignment]  # the host's own
    table, _, kept = relay.kept(relay.ROOM_KEY).partition(" ")
    if not (party and relay.address() and table and party["table"] == table != app.object(OpenRoom).table):
        return
    app.update(anywhere=True)
    await _open(app, kept)


@room.on("leaving")
async def close(app: "App") -> "None":
    """Close the room. Its link is of use again when the same table is on the page again."""
    opened = app.object(OpenRoom)
    if opened.script:
        opened.script.close()
        opened.script, opened.table = None, ""
        app.update(table_link=None)


@room.on("attach")
def attach_listeners(app: "App") -> "None":
    """Close the room when the engine fails, because the table's host is in the engine."""
    listen(document, "engine:broke", lambda event: app.run(close(app)))


@room.action("send-table")
def send_table(app: "App", button: "Element") -> "None":
    """Pass the table's link to the system's share sheet, or copy it."""
    link = required(app.state["table_link"])["link"]
    pairing_link.send(app, one("#table-link"), link, say("phones.invitation-text"))


@room.action("let-in")
async def let_in(app: "App", button: "Element") -> "None":
    """Let in a guest who waits, or send it away."""
    welcome = data(button, "welcome") == "yes"
    hosting.take(app, await app.ask("let_in", connection=data(button, "connection"), is_welcome=welcome))
