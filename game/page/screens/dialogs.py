"""Dialogs, and the toast: a short sentence at the foot of the page."""

import asyncio

from pyscript import window

from game.page import fault_report
from game.page.dom import every, one, paint

TOAST_SECONDS = 5  # seconds that a toast stays

_toasts = 0  # how many were shown so far, so that an old timer does not hide a newer toast


def open_dialog(name):
    """Open `<dialog id=name>` and close any other."""
    close_dialogs()
    one("#" + name).showModal()


def close_dialogs():
    """Close every open dialog."""
    for dialog in every("dialog[open]"):
        dialog.close()


def toast(text):
    """Show a sentence for some seconds, also above an open dialog."""
    global _toasts
    _toasts += 1
    number = _toasts
    paint([("#toast", "text", text), ("#toast", "hidden", False)])
    said = one("#toast")
    said.removeAttribute("popover")
    if one("dialog[open]") and window.Reflect.has(said, "showPopover"):
        said.setAttribute("popover", "manual")  # a popover lies above a dialog that was opened before it
        said.showPopover()

    async def later():
        await asyncio.sleep(TOAST_SECONDS)
        if number != _toasts:
            return
        paint([("#toast", "hidden", True)])
        said.removeAttribute("popover")

    fault_report.run_in_background(later())
