"""Gestures: pan, pinch and wheel on the table; drag a tile from the hand to a place, or within the hand."""

from pyscript import document, window

from game.page.board.motion import hand_button
from game.page.dom import data, every, listen, one
from game.page.input.pointers import DRAG_DISTANCE, Fingers, distance, nearest
from game.page.page_state import deselected, updated, with_own_order
from game.page.panels.hand import row_after_drop
from game.page.play import choosing

WHEEL_ZOOM = 1.15  # the zoom factor of one turn of the wheel
DOUBLE_TAP_MS, DOUBLE_TAP_PX = 350, 40  # ms and px within which two taps are a double tap

_state = {"dragged": False}


def ends_drag():
    """Whether this click ends a drag, and so is no click. Ask once for each click."""
    was, _state["dragged"] = _state["dragged"], False
    return was


def attach_listeners(app):
    """Attach the pointer listeners."""
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
    listen(document, "pointerdown", _press_starts)


def _press_starts(event):
    _state["dragged"] = False


class TableGesture:
    """One finger pans, two fingers or the wheel zoom, a double tap zooms to a point and back."""

    def __init__(self, app):
        self.camera = app.board_view.camera
        self.fingers = Fingers()
        self.tapped = None  # the previous tap: (ms, position)

    def down(self, event):
        """Handle a pointer that went down on the table."""
        if not event.target.closest(".zoom"):
            self.fingers.down(event.pointerId, (event.clientX, event.clientY))

    def move(self, event):
        """Handle a pointer's movement."""
        does = self.fingers.move(event.pointerId, (event.clientX, event.clientY))
        if does and does[0] == "pan":
            self.camera.pan(*does[1:])
        elif does:
            self._zoom(*does[1:])

    def up(self, event):
        """Handle a pointer that went up."""
        began = event.pointerId in self.fingers.places
        if self.fingers.up(event.pointerId):
            _state["dragged"] = True
        elif began and not event.target.closest("button"):
            self._tap(window.performance.now(), (event.clientX, event.clientY))

    def _tap(self, now, here):
        before, self.tapped = self.tapped, (now, here)
        if before and now - before[0] < DOUBLE_TAP_MS and distance(before[1], here) < DOUBLE_TAP_PX:
            self.tapped = None
            box = self.camera.frame.getBoundingClientRect()
            self.camera.toggle_zoom(here[0] - box.left, here[1] - box.top)

    def wheel(self, event):
        """Handle a turn of the wheel over the table."""
        event.preventDefault()
        self._zoom(WHEEL_ZOOM if event.deltaY < 0 else 1 / WHEEL_ZOOM, event.clientX, event.clientY)

    def _zoom(self, factor, x, y):
        box = self.camera.frame.getBoundingClientRect()
        self.camera.zoom(factor, x - box.left, y - box.top)


class TileDrag:
    """Drag a tile of the hand. Near an end where it fits, a preview shows; a drop there plays it."""

    def __init__(self, app):
        self.app = app
        self.tile = None
        self.flying = None  # the copy of the tile that follows the finger
        self.places = []
        self.pointer = None

    def down(self, event):
        """Remember the tile under a pointer that went down."""
        button = event.target.closest("button")
        if button and event.isPrimary and self.app.scene:
            self.tile, self.start = data(button, "tile"), (event.clientX, event.clientY)
            self.pointer = event.pointerId

    def move(self, event):
        """Handle the pointer's movement."""
        if self.tile is None or event.pointerId != self.pointer:
            return
        here = event.clientX, event.clientY
        if self.flying is None:
            if distance(self.start, here) < DRAG_DISTANCE:
                return
            self._lift()
        self.flying.style.translate = "{:.0f}px {:.0f}px".format(*here)
        camera = self.app.board_view.camera
        box = camera.frame.getBoundingClientRect()
        middles = [camera.position(place["x"], place["y"]) for place in self.places]
        number = nearest([(x + box.left, y + box.top) for x, y in middles], here)
        near = None if number is None else self.places[number]
        if near is not self.app.state["drag_target"]:
            self.app.update(drag_target=near)

    def up(self, event):
        """Play the tile at its preview, move it within the hand, or put it back."""
        if self.flying is not None and event.pointerId == self.pointer:
            near, here = self.app.state["drag_target"], (event.clientX, event.clientY)
            self._put_down()
            _state["dragged"] = True
            if near:
                self.app.run(choosing.play(self.app, near, dropped=True))
            elif _inside(one("#hand"), here):
                boxes = [_edges(button) for button in every("#hand > button")]
                row = row_after_drop(self.app.state["hand_order"], self.tile, boxes, here)
                self.app.change_setting("order", "own")
                self.app.set_state(with_own_order(self.app.state, row))
        self.tile = None

    def cancel(self, event):
        """Put the tile back, because the browser took the pointer away."""
        if self.flying is not None:
            self._put_down()
        self.tile = None

    def _lift(self):
        button = hand_button(self.tile)
        self.app.set_state(updated(deselected(self.app.state), dragged_tile=self.tile))
        self.flying = document.createElement("div")
        self.flying.className = "hand-tile flying-tile"
        self.flying.append(one("svg", button).cloneNode(True))
        one("#play").append(self.flying)
        self.places = []
        if data(button, "playable") == "true":
            self.app.run(self._find_places(self.tile))

    async def _find_places(self, tile):
        answer = await self.app.ask("drag", tile=tile)
        if answer and self.tile == tile:
            self.places = answer["places"]
            self.app.update(drag_places=self.places)
            self.app.board_view.camera.reveal([(place["x"], place["y"]) for place in self.places])

    def _put_down(self):
        self.flying.remove()
        self.flying = None
        self.app.update(dragged_tile=None, drag_target=None, drag_places=[])


def _edges(element):
    box = element.getBoundingClientRect()
    return box.left, box.top, box.right, box.bottom


def _inside(element, place):
    left, top, right, bottom = _edges(element)
    return left <= place[0] <= right and top <= place[1] <= bottom
