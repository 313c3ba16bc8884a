"""Open and close dialogs, scroll the score sheet, and show the toast, which is a short sentence near the head of the page."""

import asyncio

from pyscript import document, ffi, window

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import every, listen, one
from game.page.screens import room

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.page_types import Action, Element

# A media query: in a window of this size the score sheet lies beside the table, in a smaller one over it.
SHEET_BESIDE_TABLE = "(width >= 68em) and (height >= 35em)"
TOAST_SECONDS = 5  # how long a toast is shown
SCROLL_MS = 1200  # a toast that has been there for so long goes when the person scrolls


def open_dialog(id: "str") -> "None":
    """Open the dialog with this element id, and close any other."""
    close_dialogs()
    one("#" + id).showModal()


def close_dialogs() -> "None":
    """Close every open dialog."""
    for dialog in every("dialog[open]"):
        dialog.close()


def show_sheet_top() -> "None":
    """Scroll the score sheet to its top."""
    for part in (one("#sheet"), one(".sheet-paper")):  # the window's size decides which of them scrolls
        part.scrollTop = 0


class Toast:
    """The toast."""

    def __init__(self, app: "App") -> "None":
        self.app = app
        self.number = 0  # of the last one, so that the timer of an old one does not hide a newer one
        self.screen = ""  # the screen with which it goes, or ""
        self.since = 0.0  # when it was shown, in ms of the page's clock

    def show(self, text: "str", screen: "str" = "") -> "None":
        """Show a sentence for some seconds, also above an open dialog. It goes sooner with `screen`, if that is given."""
        self.number += 1
        self.screen, self.since = screen, window.performance.now()
        self.app.paint([("#toast", "text", text), ("#toast", "hidden", False)])
        element = one("#toast")
        element.removeAttribute("popover")
        if one("dialog[open]") and window.Reflect.has(element, "showPopover"):
            element.setAttribute("popover", "manual")  # the browser draws a new popover above an open dialog
            element.showPopover()
        self.app.run_in_background(self._hide_later(self.number))

    async def _hide_later(self, number: "int") -> "None":
        await asyncio.sleep(TOAST_SECONDS)
        if number == self.number:
            self._hide()

    def _hide(self) -> "None":
        self.screen = ""
        self.app.paint([("#toast", "hidden", True)])
        one("#toast").removeAttribute("popover")

    def scrolled(self) -> "None":
        """The person scrolls."""
        if not one("#toast").hidden and window.performance.now() - self.since > SCROLL_MS:
            self._hide()

    async def hide_elsewhere(self) -> "None":
        """Hide it if its screen is gone, and not only away for a moment, as while the table is measured or drawn."""
        await asyncio.sleep(0)
        if self.screen and self.app.state["screen"] != self.screen:
            self._hide()


@room.on("attach")
def watch_dialogs(app: "App") -> "None":
    """Notice when a dialog is closed. The event does not bubble, so it is captured."""
    document.addEventListener("close", ffi.create_proxy(lambda event: app.call("dialog-closed")), True)


@room.on("attach")
def watch_scrolling(app: "App") -> "None":
    """A toast goes when the person scrolls, who may want to see what it covers."""
    for event in ("wheel", "touchmove"):
        listen(document, event, lambda event: app.object(Toast).scrolled())


def toast(app: "App", text: "str") -> "None":
    """Show a sentence for some seconds near the head of the page, also above an open dialog."""
    app.object(Toast).show(text)


def refuse(app: "App", text: "str") -> "None":
    """Show why something cannot be done on this screen, as `toast` does. The sentence goes with the screen."""
    app.object(Toast).show(text, app.state["screen"])


@room.observer("screen")
def screen_changed(app: "App", screen: "str") -> "None":
    """Remove a refusal of the screen before."""
    if app.object(Toast).screen:
        app.run_in_background(app.object(Toast).hide_elsewhere())


@room.action("close")
def close(app: "App", button: "Element") -> "None":
    """Close the dialog of the button. Return nothing: the result of the browser's `close` would count as a task."""
    button.closest("dialog").close()


def open_action(id: "str") -> "Action":
    """Make an action that opens a dialog."""
    return lambda app, button: open_dialog(id)


for _id in ("menu", "keys"):
    room.action(_id)(open_action(_id))
