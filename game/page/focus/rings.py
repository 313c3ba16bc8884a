"""Show the ring of the keyboard focus to people with a keyboard, and not after a touch.

Browsers show it wherever a script puts the focus, for instance on the first tile after a reload, even on a phone. A ring that nobody
asked for looks like a mark of the game or like an error.
"""

from pyscript import document, window

from game.for_types import TYPE_CHECKING
from game.page.focus import room
from game.page.kernel.dom import listen

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.page_types import Event

TOUCHED = "data-touched"
NO_MOUSE = "(hover: none)"  # phones and tablets, until a key is pressed


@room.on("attach")
def follow_input(app: "App") -> "None":
    """Notice whether the person touches the screen or presses keys. A mouse changes nothing: browsers judge it well."""
    if window.matchMedia(NO_MOUSE).matches:
        set_touched(True)
    listen(document, "pointerdown", pointer_down)
    listen(document, "keydown", lambda event: set_touched(False))


def pointer_down(event: "Event") -> "None":
    """A finger or a pen touches the screen, or a mouse is pressed."""
    if event.pointerType != "mouse":
        set_touched(True)


def set_touched(touched: "bool") -> "None":
    """Write into the document whether the last input was a touch. The styles draw no ring then, except in forced colours."""
    root = document.documentElement
    if touched and not root.hasAttribute(TOUCHED):
        root.setAttribute(TOUCHED, "")
    elif not touched and root.hasAttribute(TOUCHED):
        root.removeAttribute(TOUCHED)
