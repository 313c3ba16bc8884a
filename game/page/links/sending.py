"""Addresses to send, and the clipboard."""

from pyscript import window

from game.page.kernel.words import say
from game.page.screens.dialogs import toast


def link_of(code):
    """The full address of a link code, which starts with "#"."""
    location = window.location
    return location.origin + location.pathname + code


async def copy(app, field):
    """Copy the field's text to the clipboard. If there is no clipboard, as over plain HTTP, select the text instead."""
    try:
        await window.navigator.clipboard.writeText(field.value)
    except Exception:  # browsers throw various errors where the clipboard is missing or blocked
        field.focus()
        field.select()
        toast(app, say("ui.copy-by-hand"))
        return
    toast(app, say("ui.copied"))
