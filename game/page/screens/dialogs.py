"""Open and close dialogs, scroll the score sheet, and show the toast, which is a short sentence at the foot of the page."""

import asyncio

from pyscript import window

from game.page.kernel import fault_report
from game.page.kernel.dom import every, one, paint

# A media query: in a window of this size the score sheet lies beside the table, in a smaller one over it.
SHEET_BESIDE_TABLE = "(width >= 68em) and (height >= 35em)"
TOAST_SECONDS = 5  # how long a toast is shown

_toasts = 0  # how many toasts were shown so far, so that the timer of an old one does not hide a newer one


def open_dialog(id):
    """Open the dialog with this element id, and close any other."""
    close_dialogs()
    one("#" + id).showModal()


def close_dialogs():
    """Close every open dialog."""
    for dialog in every("dialog[open]"):
        dialog.close()


def show_sheet_top():
    """Scroll the score sheet to its top."""
    for part in (one("#sheet"), one(".sheet-paper")):  # the window's size decides which of them scrolls
        part.scrollTop = 0


def toast(text):
    """Show a sentence for some seconds, also above an open dialog."""
    global _toasts
    _toasts += 1
    number = _toasts
    paint([("#toast", "text", text), ("#toast", "hidden", False)])
    element = one("#toast")
    element.removeAttribute("popover")
    if one("dialog[open]") and window.Reflect.has(element, "showPopover"):
        element.setAttribute("popover", "manual")  # the browser draws a new popover above an open dialog
        element.showPopover()

    async def hide_later():
        await asyncio.sleep(TOAST_SECONDS)
        if number != _toasts:
            return
        paint([("#toast", "hidden", True)])
        element.removeAttribute("popover")

    fault_report.run_in_background(hide_later())
