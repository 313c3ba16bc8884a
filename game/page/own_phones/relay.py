"""The relay that the site names, and what this device keeps of a table there."""

from pyscript import document, ffi, window

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import recall, remember
from game.page.own_phones import pairing_link

if TYPE_CHECKING:
    from typing import Any

# At the host: the id of the table, a blank, and what assets/relay/sealed.js keeps of its rooms, one a line, the newest first
ROOM_KEY = "chickenfoot-room"


def address() -> "str":
    """The address of the site's relay, "" if it names none."""
    return str(document.documentElement.getAttribute("data-relay") or "")


def name() -> "str":
    """The relay's host name, as people read it."""
    return str(window.URL.new(address()).hostname) if address() else ""


def servers() -> "Any":
    """The STUN servers for direct connections between devices that met at the relay, as a JavaScript array."""
    server = document.documentElement.getAttribute("data-stun")
    return ffi.to_js([server] if server else [])


def keep(key: "str", text: "str") -> "None":
    """Keep a text in the browser's storage. With `?party=local`, only this tab has it."""
    if pairing_link.is_local():
        window.sessionStorage.setItem(key, text)
    else:
        remember(key, text)


def kept(key: "str") -> "str":
    """A text that `keep` kept, or ""."""
    text = window.sessionStorage.getItem(key) if pairing_link.is_local() else recall(key)
    return str(text or "")
