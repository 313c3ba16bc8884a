"""The share dialog: what to share, the sender's name, the link, and the ways to send it."""

from pyscript import window

from game.page.screens.dialogs import toast
from game.page.words import say, words

OVER = ("round-over", "match-over")


LONGEST_QR = 2953  # the most characters in a QR code


def link_of(code):
    """The full address of a code."""
    location = window.location
    return location.origin + location.pathname + code


async def copy(field):
    """Copy the field's text to the clipboard, or select it if there is no clipboard, as over plain HTTP."""
    try:
        await window.navigator.clipboard.writeText(field.value)
    except Exception:  # browsers throw various errors where the clipboard is missing or blocked
        field.focus()
        field.select()
        toast(say("ui.copy-by-hand"))
        return
    toast(say("ui.copied"))


def view(state):
    """The dialog, once it has a content."""
    shared = state["share_sheet"]
    if not shared:
        return []
    link = link_of(shared["code"])
    whats = [(what, "t-what", _what(what)) for what in shared["whats"]]
    return [
        ("#share-whats", "rows", whats),
        ("#share-whats", "fields", {"what": shared["what"]}),
        ("#share-whats", "hidden", len(whats) < 2),
        ("#share-note", "text", " ".join(words(note) for note in shared["notes"])),
        ("#share-secret", "hidden", shared["what"] == "puzzle"),
        ("#share-secret", "text", "" if shared["what"] == "puzzle" else say("share.secret")),
        ("#share-who", "hidden", shared["what"] == "position"),
        ("#share-name", "typed", state["settings"]["name"]),
        ('#share [data-action="challenges"]', "hidden", shared["what"] != "challenge"),
        ("#share-link", "typed", link),
        ("#share-qr", "hidden", not shared["qr"]),
        ("#share-qr", "html", shared["qr"]),
        ('#share [data-action="qr"]', "hidden", bool(shared["qr"]) or len(link) > LONGEST_QR),
        ("#share-no-qr", "hidden", len(link) <= LONGEST_QR),
        ("#share-no-qr", "text", say("share.no-qr", {"n": len(link), "most": LONGEST_QR})),
        ('#share [data-action="poster"]', "hidden", state["phase"] not in OVER),
        ('#share [data-action="send-link"]', "hidden", not shared["can-send"]),
        ('#share [data-action="copy-link"]', "class", "paper-button" if shared["can-send"] else "primary"),
    ]


def _what(what):
    return [("input", "value", what), ("span", "text", say("share.what." + what))]


def message(shared):
    """The text that is sent along with the link."""
    return words(shared["said"])
