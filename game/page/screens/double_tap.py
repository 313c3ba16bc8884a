"""Double taps: the second half presses nothing of the screen or dialog that the first half has brought under the finger."""

from pyscript import document

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import listen
from game.page.screens import room

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.page_types import Element, Event

SECOND_HALF_MS = 400  # at most, between the two halves of a double tap
NEAR = 30  # CSS pixels; the greatest distance between them, across and down
LAYERS = "dialog, main, #sheet"  # what opens over something else, or takes its place


class FirstHalf:
    """The last tap that has pressed something, which may be the first half of a double tap."""

    def __init__(self, app: "App") -> "None":
        self.layer = ""  # the id of the screen or dialog in which it was
        self.at = -1.0 - SECOND_HALF_MS  # in ms of the page's clock
        self.x = self.y = 0.0  # in CSS pixels

    def take(self, event: "Event") -> "None":
        """Remember a click."""
        self.layer, self.at, self.x, self.y = _layer(event), event.timeStamp, event.clientX, event.clientY

    def is_followed_by(self, event: "Event") -> "bool":
        """Whether this is a second half, and no longer in the screen or dialog in which the first one was."""
        is_soon = event.timeStamp - self.at < SECOND_HALF_MS
        is_near = abs(event.clientX - self.x) <= NEAR and abs(event.clientY - self.y) <= NEAR
        return is_soon and is_near and _layer(event) != self.layer


def _layer(event: "Event") -> "str":
    layer = event.target.closest(LAYERS)
    return str(layer.id) if layer else ""


def _may_be_half(app: "App", event: "Event") -> "bool":
    """Whether a click is a finger's or a mouse's: that of a key has detail 0, and a program's is not trusted.

    On a page without pauses, as in tests, nothing is held back.
    """
    return bool(event.isTrusted) and bool(event.detail) and not app.state["hurried"]


@room.on("click")
def is_second_half(app: "App", button: "Element", event: "Event") -> "bool":
    """Drop the second half of a double tap, also what the browser would do with it, such as to choose a radio button."""
    if not _may_be_half(app, event):
        return False
    first = app.object(FirstHalf)
    if first.is_followed_by(event):
        event.preventDefault()
        return True
    first.take(event)
    return False


@room.on("attach")
def hold_lists_closed(app: "App") -> "None":
    """A list of choices opens before the click."""

    def pressed(event: "Event") -> "None":
        is_list = event.target.closest("select")
        if is_list and _may_be_half(app, event) and app.object(FirstHalf).is_followed_by(event):
            event.preventDefault()

    listen(document, "mousedown", pressed, passive=False)
