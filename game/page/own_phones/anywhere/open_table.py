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
    """The rooms at the relay, one for each link of the table.

    `script` is the JavaScript module assets/relay/host.js, None before its first use.
    """

    def __init__(self, app: "App") -> "None":
        self.script: Any = None
        self.table = ""  # the id of the table for which they were opened


@room.action("where")
def choose_where(app: "App", button: "Element") -> "None":
    """Show the invitations for the same room, or those for people anywhere."""
    app.update(anywhere=data(button, "where") == "anywhere")


@room.action("open-table")
async def open_table(app: "App", button: "Element") -> "None":
    """Open the table for everybody with its link."""
    party = _own_party(app)
    await _open(app, _kept_rooms(party["table"]) if party else [])


@room.action("renew-table")
async def renew_table(app: "App", button: "Element") -> "None":
    """Make another link. With the ones before, only those come who have a seat."""
    await _open(app, [])


def _own_party(app: "App") -> "PartyData | None":
    """The people at the host's own table, or None."""
    party: PartyData | None = app.state["party"]  # type: ignore[assignment]  # a guest's has less
    return party


def _kept_rooms(table: "str") -> "list[str]":
    """What this device keeps of the rooms of a table, the newest first."""
    kept_table, _, rooms = relay.kept(relay.ROOM_KEY).partition(" ")
    return rooms.split("\n") if rooms and kept_table == table else []


async def _open(app: "App", rooms: "list[str]") -> "None":
    """Open rooms at the relay. `rooms` is what was kept of each, the newest first; empty for a new one."""
    party = _own_party(app)
    if not party:
        return
    opened = app.object(OpenRoom)
    opened.table = party["table"]  # at once, because `open_again` may be called meanwhile
    opened.script = await pairing_link.load(app, "relay/host")
    if not opened.script:
        return
    app.update(table_link={"link": "", "qr": "", "is_up": True})
    tell = ffi.create_proxy(lambda kind: _change(app, is_up=str(kind) == "open"))
    found: Any = None
    try:
        for kept in reversed(rooms or [""]):
            made: Invitation | None = await app.ask("open_door", texts=pairing_link.texts_version(app))
            if not made:
                app.update(table_link=None)
                return
            found = await opened.script.open(relay.address(), kept, made["invitation"], relay.servers(), tell)
    except Exception as problem:  # browsers throw different errors, for example over plain http
        window.console.info("no table at the relay: " + str(problem))
        app.update(table_link=None)
        toast(app, say("phones.no-connection"))
        return
    if not rooms:
        rooms = [str(found.kept)] + _kept_rooms(opened.table)
        most = int(opened.script.MOST_ROOMS)
        relay.keep(relay.ROOM_KEY, opened.table + " " + "\n".join(rooms[:most]))
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
    """After a reload of the page, open the rooms of the table again: the links stay the same, and guests come back."""
    party = _own_party(app)
    if not party or not relay.address() or party["table"] == app.object(OpenRoom).table:
        return
    rooms = _kept_rooms(party["table"])
    if rooms:
        app.update(anywhere=True)
        await _open(app, rooms)


@room.on("leaving")
async def close(app: "App") -> "None":
    """Close the rooms. Their links are of use again when the same table is on the page again."""
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
