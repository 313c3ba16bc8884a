"""The host's view of a table for people anywhere: the link, and the guests who want to join."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import say
from game.page.own_phones import relay, room
from game.page.people import party_notices
from game.page.people.portraits import portrait

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import Visitor
    from game.page.page_types import Cell, State


@room.view("anywhere", "table_link", "party", "party_role")
def view(state: "State") -> "list[Cell]":
    """Where the guests are, and for guests anywhere the link with its QR code."""
    party, link = state["party"], state["table_link"]
    if not party or state["party_role"] not in ("", "host"):
        return []
    has_relay, anywhere = bool(relay.address()), state["anywhere"]
    named = {"relay": relay.name()}
    return [
        ("#invite-where", "hidden", not has_relay),
        ("#where-room", "aria-pressed", "false" if anywhere else "true"),
        ("#where-anywhere", "aria-pressed", "true" if anywhere else "false"),
        ("#invite", "data-where", "anywhere" if anywhere else "room"),
        ("#table-card", "hidden", not anywhere),
        ("#table-card", "data-table-link", link["link"] if link and link["link"] else None),
        ("#table-asks", "text", say("phones.relay.sees", named) if has_relay else ""),
        ("#table-why", "hidden", bool(link)),
        ("#table-open", "hidden", bool(link)),
        ("#table-opened", "hidden", not link),
        ("#table-down", "hidden", not link or link["is_up"]),
        ("#table-down", "text", say("phones.relay.down", named) if has_relay else ""),
        ("#table-qr", "html", link["qr"] if link else ""),
        ("#relay-none", "hidden", has_relay),
    ]


@room.view("anywhere")
def help_where(state: "State") -> "list[Cell]":
    """In the help only what helps this device: for people far apart, nothing about one Wi-Fi."""
    return [("#party-help", "data-where", "anywhere" if state["anywhere"] else "room")]


@room.view("party", "party_role")
def visitors(state: "State") -> "list[Cell]":
    """The guests who wait to be let in, on the invitation's screen and in the dialog about the table."""
    found = party_notices.visitors(state)
    rows = [
        (visitor["connection"], "t-visitor", _visitor(visitor, number))
        for number, visitor in enumerate(found)
    ]
    return [("#invite-visitors", "rows", rows), ("#party-visitors", "rows", rows)]


def _visitor(visitor: "Visitor", number: "int") -> "list[Cell]":
    return [
        (".avatar", "html", portrait(visitor["face"], number)),
        ("b", "text", party_notices.asks(visitor)),
        ('[data-welcome="yes"]', "data-connection", visitor["connection"]),
        ('[data-welcome="no"]', "data-connection", visitor["connection"]),
    ]
