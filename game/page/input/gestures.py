"""Fingers and the mouse: pan, pinch and wheel on the table; a tile dragged from the hand to a place, or within the hand."""

from pyscript import document

from game.page.dom import data, listen, one
from game.page.table import hand

FAR = 7  # px after which a press is a drag and no tap
NEAR = 70  # px within which a dragged tile finds a place

_state = {"dragged": False}


def dragged():
    """Whether the click that arrives ends a drag, and so is none; asked once a click."""
    was, _state["dragged"] = _state["dragged"], False
    return was


def begin(app):
    """Begins to listen."""
    frame = one("#frame")
    table, drag = TableGesture(app), TileDrag(app)
    listen(frame, "pointerdown", table.down)
    listen(frame, "wheel", table.wheel, passive=False)
    listen(one("#hand"), "pointerdown", drag.down)
    for event, handlers in (
        ("pointermove", (table.move, drag.move)),
        ("pointerup", (table.up, drag.up)),
        ("pointercancel", (table.up, drag.cancel)),
    ):
        for handler in handlers:
            listen(document, event, handler)
    listen(document, "pointerdown", _fresh)


def _fresh(event):
    _state["dragged"] = False


class TableGesture:
    """One finger pans, two pinch, the wheel zooms."""

    def __init__(self, app):
        self.app = app
        self.fingers = {}  # pointer: its place on screen
        self.moved = False

    def down(self, event):
        """A finger or the mouse went down on the table."""
        if event.target.closest(".zoom"):
            return
        self.fingers[event.pointerId] = (event.clientX, event.clientY)
        self.moved = len(self.fingers) > 1

    def move(self, event):
        """It moved: by itself it pans, with another it pinches."""
        before = self.fingers.get(event.pointerId)
        if before is None:
            return
        here = event.clientX, event.clientY
        if not self.moved and _distance(before, here) < FAR:
            return
        self.moved = True
        camera = self.app.felt.camera
        others = [place for finger, place in self.fingers.items() if finger != event.pointerId]
        if others:
            box = camera.frame.getBoundingClientRect()
            factor = _distance(here, others[0]) / max(_distance(before, others[0]), 1)
            camera.zoom(
                factor, (here[0] + others[0][0]) / 2 - box.left, (here[1] + others[0][1]) / 2 - box.top
            )
        else:
            camera.pan(here[0] - before[0], here[1] - before[1])
        self.fingers[event.pointerId] = here

    def up(self, event):
        """It went up."""
        if self.fingers.pop(event.pointerId, None) and self.moved:
            _state["dragged"] = True

    def wheel(self, event):
        """The wheel turned over the table."""
        event.preventDefault()
        camera = self.app.felt.camera
        box = camera.frame.getBoundingClientRect()
        factor = 1.15 if event.deltaY < 0 else 1 / 1.15
        camera.zoom(factor, event.clientX - box.left, event.clientY - box.top)


class TileDrag:
    """A tile of the hand follows the finger; near an end that it fits its ghost shows, and there it is played."""

    def __init__(self, app):
        self.app = app
        self.tile = None
        self.flying = None  # the picture that follows the finger
        self.places = []
        self.near = None  # the place that would be played

    def down(self, event):
        """A finger or the mouse went down on a tile."""
        button = event.target.closest("button")
        if button and event.isPrimary and self.app.scene:
            self.tile, self.start = data(button, "tile"), (event.clientX, event.clientY)
            self.pointer = event.pointerId

    def move(self, event):
        """It moved."""
        if self.tile is None or event.pointerId != self.pointer:
            return
        here = event.clientX, event.clientY
        if self.flying is None:
            if _distance(self.start, here) < FAR:
                return
            self._lift()
        self.flying.style.translate = "{:.0f}px {:.0f}px".format(*here)
        self._look_for_place(here)

    def up(self, event):
        """It went up: the tile is played where its ghost shows, moved within the hand, or put back."""
        if self.flying is not None and event.pointerId == self.pointer:
            near = self.near
            tile, here = self.tile, (event.clientX, event.clientY)
            self._put_down()
            _state["dragged"] = True
            if near:
                self.app.run(self.app.play(near, dropped=True))
            elif self._over_hand(here):
                hand.reorder(tile, here)
                self.app.own_order()
        self.tile = None

    def cancel(self, event):
        """The browser took the finger away."""
        if self.flying is not None:
            self._put_down()
        self.tile = None

    def _lift(self):
        self.app.forget_choice()
        button = hand.button_of(self.tile)
        button.dataset.dragged = "true"
        self.flying = document.createElement("div")
        self.flying.className = "hand-tile flying-tile"
        self.flying.append(one("svg", button).cloneNode(True))
        one("#play").append(self.flying)
        self.places, self.near = [], None
        if data(button, "playable") == "true":
            self.app.run(self._find_places(self.tile))

    async def _find_places(self, tile):
        told = await self.app.ask("drag", tile=tile)
        if told and self.tile == tile:
            self.places = told["places"]

    def _look_for_place(self, here):
        felt = self.app.felt
        box = felt.camera.frame.getBoundingClientRect()
        best, near = NEAR, None
        for place in self.places:
            x, y = felt.camera.place(place["x"], place["y"])
            away = _distance((x + box.left, y + box.top), here)
            if away < best:
                best, near = away, place
        if near is not self.near:
            self.near = near
            felt.ghost(near)

    def _over_hand(self, here):
        box = one("#hand").getBoundingClientRect()
        return box.left <= here[0] <= box.right and box.top <= here[1] <= box.bottom

    def _put_down(self):
        self.flying.remove()
        self.flying = None
        self.app.felt.ghost(None)
        button = hand.button_of(self.tile)
        if button:
            button.removeAttribute("data-dragged")


def _distance(a, b):
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
