"""The share dialog: the kinds of link to choose from, the sender's name, the link, and the buttons to send it."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import say, words
from game.page.links.address_links import link_of
from game.page.screens import OVER
from game.page.sharing import room

if TYPE_CHECKING:
    from game.page.page_types import Cell, State
    from game.page.sharing import ShareSheet

# Characters of a link with a QR code. In simulated camera frames (tools/benches/read_codes.mjs) every code of up to 500 was read,
# half of those with 600 to 1,200, and one in six with 2,000.
LONGEST_QR = 500


@room.view("share_sheet", "share_what", "share_name", "phase")
def view(state: "State") -> "list[Cell]":
    """The share dialog; no cells before it was opened."""
    shared = state["share_sheet"]
    if not shared:
        return []
    link = link_of(shared["code"])
    kinds = [(kind, "t-what", _link_kind(kind)) for kind in shared["whats"]]
    return [
        ("#sending-whats", "rows", kinds),
        ("#sending-whats", "fields", {"what": state["share_what"]}),
        ("#sending-whats", "hidden", len(kinds) < 2),
        ("#sending-note", "text", " ".join(words(note) for note in shared["notes"])),
        ("#sending-said", "text", message(shared)),
        ("#sending-secret", "hidden", not shared["secret"]),
        ("#sending-secret", "text", words(shared["secret"]) if shared["secret"] else ""),
        ("#sending-who", "hidden", not shared["signed"]),
        ("#sending-name", "typed", state["share_name"]),
        ('#sending [data-action="challenges"]', "hidden", shared["what"] != "challenge"),
        ("#sending-link", "typed", link),
        ("#sending-qr", "hidden", not shared["qr"]),
        ("#sending-qr", "html", shared["qr"]),
        ('#sending [data-action="qr"]', "hidden", bool(shared["qr"]) or len(link) > LONGEST_QR),
        ("#sending-no-qr", "hidden", len(link) <= LONGEST_QR),
        ("#sending-no-qr", "text", say("share.no-qr", {"n": len(link), "most": LONGEST_QR})),
        ('#sending [data-action="poster"]', "hidden", state["phase"] not in OVER),
        ('#sending [data-action="send-link"]', "hidden", not shared["can_send"]),
        ('#sending [data-action="copy-link"]', "class", "paper-button" if shared["can_send"] else "primary"),
    ]


def _link_kind(kind: "str") -> "list[Cell]":
    return [("input", "value", kind), ("span", "text", say("share.what." + kind))]


def message(shared: "ShareSheet") -> "str":
    """The text to send with the link. `shared` is the content of the dialog."""
    return words(shared["said"])
