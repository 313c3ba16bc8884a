"""Dialogs, and the short sentence at the foot of the page."""

import asyncio

from pyscript import window

from game.page import fault_report
from game.page.dom import every, one, paint

LONG = 5  # seconds that a sentence stays

_toasts = 0  # how many there were: an earlier one does not take a later one away


def open_dialog(name):
    """Opens the dialog `<dialog id=name>` in place of any that is open."""
    close_dialogs()
    one("#" + name).showModal()


def close_dialogs():
    """Closes every open dialog."""
    for dialog in every("dialog[open]"):
        dialog.close()


def toast(text):
    """Shows a sentence for some seconds, above an open dialog too."""
    global _toasts
    _toasts += 1
    number = _toasts
    paint([("#toast", "text", text), ("#toast", "hidden", False)])
    said = one("#toast")
    said.removeAttribute("popover")
    if one("dialog[open]") and window.Reflect.has(said, "showPopover"):
        said.setAttribute("popover", "manual")  # only what was opened last lies above all else
        said.showPopover()

    async def later():
        await asyncio.sleep(LONG)
        if number != _toasts:
            return
        paint([("#toast", "hidden", True)])
        said.removeAttribute("popover")

    fault_report.aside(later())
