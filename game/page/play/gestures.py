"""Gestures: pan, pinch and wheel on the table; drag a tile from the hand to a place, or within the hand."""

from pyscript import document

from game.for_types import TYPE_CHECKING
from game.page.board import framing
from game.page.board.camera import Camera
from game.page.board.motion import hand_button
from game.page.events.hurrying import hurry, still_hurries
from game.page.hand.hand import row_after_drop, with_own_order
from game.page.kernel.dom import data, every, listen, one
from game.page.kernel.room import updated
from game.page.play import choosing, room
from game.page.play.choosing import deselected
from game.page.play.pointers import DRAG_DISTANCE, Fingers, distance, nearest

if TYPE_CHECKING:
    from typing import Any

    from game.contract.basics import Tile
    from game.contract.play_answers import Place, Places
    from game.page.kernel.app import App
    from game.page.page_types import Edges, Element, Event, Point

WHEEL_ZOOM = 1.15  # the zoom factor of one wheel event
LONG_PRESS_MS = 400  # a finger that rests so long on a tile drags it, also along a hand that scrolls
DOUBLE_TAP_MS, DOUBLE_TAP_PX = 350, 40  # two taps within this time and distance are a double tap


class EndOfDrag:
    """Whether a drag has ended and its click has not come yet: that click must be ignored."""

    def __init__(self, app: "App") -> "None":
        self.is_awaited = False


@room.on("click")
def ends_drag(app: "App", button: "Element", event: "Event") -> "bool":
    """Whether this click is only the end of a drag."""
    end = app.object(EndOfDrag)
    dragged, end.is_awaited = end.is_awaited, False
    return dragged


@room.on("attach")
def attach_listeners(app: "App") -> "None":
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
    # Forget the last drag at the start of a new press, because some drags end without a click.
    listen(document, "pointerdown", lambda event: ends_drag(app, None, event))


class TableGesture:
    """Pan with one finger, zoom with two fingers or the wheel.

    A double tap zooms in, and the next one shows the whole table.
    """

    def __init__(self, app: "App") -> "None":
        self.app = app
        self.camera = app.object(Camera)
        self.fingers = Fingers()
        self.tapped: tuple[float, Point] | None = None  # the previous tap: (ms, position)

    def down(self, event: "Event") -> "None":
        """Handle a pointer that went down on the table."""
        if not event.target.closest(".zoom"):
            self.fingers.down(event.pointerId, (event.clientX, event.clientY))
            self.camera.touched = True

    def move(self, event: "Event") -> "None":
        """Handle a pointer's movement."""
        gesture = self.fingers.move(event.pointerId, (event.clientX, event.clientY))
        if gesture and gesture[0] == "pan":
            self.camera.pan(*gesture[1:])
        elif gesture:
            self._zoom(*gesture[1:])

    def up(self, event: "Event") -> "None":
        """Handle a pointer that went up."""
        was_down = event.pointerId in self.fingers.positions
        moved = self.fingers.up(event.pointerId)
        if was_down and not self.fingers.positions:
            self.camera.end_gesture()
        if moved:
            self.app.object(EndOfDrag).is_awaited = True
        elif was_down and not event.target.closest("button"):
            self._tap(event.timeStamp, (event.clientX, event.clientY))

    def _tap(self, now: "float", position: "Point") -> "None":
        """Handle a tap on the table at `now` (ms) and a position (px on screen).

        A double tap zooms. While others play, any other tap hurries, and a moment later it does nothing. With a chosen
        tile, a tap near an open end plays the tile there, or shows why it does not fit. Without a chosen tile, the tap
        shows that one must be chosen first.
        """
        before, self.tapped = self.tapped, (now, position)
        if before and now - before[0] < DOUBLE_TAP_MS and distance(before[1], position) < DOUBLE_TAP_PX:
            self.tapped = None
            self.camera.toggle_zoom(*self.camera.in_frame(position))
        elif hurry(self.app) or still_hurries(self.app):
            return
        elif self.app.state["chosen_tile"]:
            self.app.run(choosing.play_near(self.app, _table_point(self.camera, position)))
        else:
            choosing.tap_end(self.app, _table_point(self.camera, position))

    def wheel(self, event: "Event") -> "None":
        """Handle a turn of the wheel over the table."""
        event.preventDefault()
        self._zoom(WHEEL_ZOOM if event.deltaY < 0 else 1 / WHEEL_ZOOM, event.clientX, event.clientY)

    def _zoom(self, factor: "float", x: "float", y: "float") -> "None":
        """Zoom around the point (x, y) on screen."""
        self.camera.zoom(factor, *self.camera.in_frame((x, y)))


class TileDrag:
    """Drag a tile of the hand. Previews show its places. A drop near one of them plays the tile there."""

    def __init__(self, app: "App") -> "None":
        self.app = app
        self.tile: Tile | None = None  # the tile on which the pointer went down
        self.start: Point = (0, 0)  # where the pointer went down, (x, y) in px on screen
        self.position: Point = (0, 0)  # the pointer's last position, (x, y) in px on screen
        self.pointer_id = None  # the browser's id of that pointer
        self.flying: Element = (
            None  # the copy of the tile that follows the pointer; None before the drag begins
        )
        self.aims: list[
            tuple[float, float, Place]
        ] = []  # points (u) of the table at which a drop plays the tile, with its places
        self.places_awaited = False  # the engine has not yet answered where the tile fits
        self.dropped = False  # the pointer went up before that answer
        self.since = 0  # when the pointer went down, in ms as the browser stamps events
        self.scrolled_from: Any = (
            None  # while the pointer scrolls the hand: how far it was scrolled before, in px
        )

    def down(self, event: "Event") -> "None":
        """Remember the tile under a pointer that went down."""
        button = event.target.closest("button")
        if button and event.isPrimary and self.app.scene and not self.dropped:
            self.tile, self.start = data(button, "tile"), (event.clientX, event.clientY)
            self.pointer_id, self.since, self.scrolled_from = event.pointerId, event.timeStamp, None

    def move(self, event: "Event") -> "None":
        """Handle the pointer's movement: it drags the tile, or scrolls the hand."""
        if self.tile is None or event.pointerId != self.pointer_id:
            return
        self.position = event.clientX, event.clientY
        if self.flying is None:
            if self.scrolled_from is None and distance(self.start, self.position) < DRAG_DISTANCE:
                return
            if self.scrolled_from is not None or self._is_swipe(event):
                self._scroll()
                return
            self._lift()
        self.flying.style.translate = "{:.0f}px {:.0f}px".format(*self.position)
        self._aim()

    def _is_swipe(self, event: "Event") -> "bool":
        """Whether the movement scrolls a hand that does not fit: along it, by a finger, and at once.

        A movement across, or after a long press, drags the tile. The stamps of the events are those of the finger: a page that
        was busy meanwhile would take a swipe for a long press.
        """
        hand = one("#hand")
        is_along = abs(self.position[1] - self.start[1]) > abs(self.position[0] - self.start[0])
        is_quick = event.timeStamp - self.since < LONG_PRESS_MS
        overflows = hand.scrollHeight - hand.clientHeight > 1
        return event.pointerType != "mouse" and is_along and is_quick and overflows

    def _scroll(self) -> "None":
        """Scroll the hand by as much as the pointer has moved."""
        hand = one("#hand")
        if self.scrolled_from is None:
            self.scrolled_from = hand.scrollTop
        hand.scrollTop = self.scrolled_from + self.start[1] - self.position[1]

    def _aim(self) -> "None":
        """Make the place nearest to the pointer the drag target, if one is near enough: its middle, or the dot of its end."""
        camera = self.app.object(Camera)
        box = camera.frame.getBoundingClientRect()
        points = [camera.position(x, y) for x, y, place in self.aims]
        index = nearest([(x + box.left, y + box.top) for x, y in points], self.position)
        target = None if index is None else self.aims[index][2]
        if target is not self.app.state["drag_target"]:
            self.app.update(drag_target=target)

    def up(self, event: "Event") -> "None":
        """Drop the tile. If the engine has not yet answered where it fits, wait for that answer."""
        if self.flying is None:
            if self.scrolled_from is not None:
                self.app.object(EndOfDrag).is_awaited = True
            self.tile = self.scrolled_from = None
        elif event.pointerId == self.pointer_id:
            self.app.object(EndOfDrag).is_awaited = True
            self.position = event.clientX, event.clientY
            if self.places_awaited:
                self.dropped = True
            else:
                self._drop()

    def _drop(self) -> "None":
        """Play the tile at the drag target, or move it within the hand.

        A tile that is dropped elsewhere on the table is chosen as by a tap, so that its places stay lit.
        """
        target = self.app.state["drag_target"]
        tile, self.tile, self.dropped = self.tile, None, False
        self._put_down()
        if target:
            self.app.run(choosing.play(self.app, target, dropped=True))
        elif tile and _contains(one("#hand"), self.position):
            boxes = [_edges(button) for button in every("#hand > button")]
            row = row_after_drop(self.app.state["hand_order"], tile, boxes, self.position)
            self.app.set_state(with_own_order(self.app.state, tile, row))
        elif tile and _contains(one("#frame"), self.position):
            self.app.run(choosing.choose(self.app, tile))

    def cancel(self, event: "Event") -> "None":
        """Put the tile back, because the browser took the pointer away."""
        if self.flying is not None:
            self._put_down()
        self.tile, self.dropped, self.scrolled_from = None, False, None

    def _lift(self) -> "None":
        """Begin the drag: show a copy of the tile under the pointer. If the tile fits somewhere, ask for its places."""
        button = hand_button(self.tile)
        self.app.set_state(updated(deselected(self.app.state), dragged_tile=self.tile))
        self.flying = document.createElement("div")
        self.flying.className = "hand-tile flying-tile"
        self.flying.append(one("svg", button).cloneNode(True))
        one("#play").append(self.flying)
        self.aims = []
        self.places_awaited = data(button, "playable") == "true"
        if self.places_awaited:
            self.app.run(self._find_places(self.flying))

    async def _find_places(self, flying: "Element") -> "None":
        """Ask the engine for the places of the tile, and light them if the drag of the copy `flying` still goes on."""
        answer: Places | None = await self.app.ask("drag", tile=self.tile)
        if self.flying is not flying:
            return
        self.places_awaited = False
        if answer:
            places = answer["places"]
            self.aims = choosing.aims_of(places, self.app.scene["ends"])
            self.app.update(drag_places=places)
            camera = self.app.object(Camera)
            # The table must not slide away under the finger: it moves only if it shows none of the places.
            if not any(camera.shows(place["x"], place["y"]) for place in places):
                camera.reveal(framing.areas_of(places))
            self._aim()
        if self.dropped:
            self._drop()

    def _put_down(self) -> "None":
        """End the drag: remove the copy of the tile and the previews."""
        self.flying.remove()
        self.flying = None
        self.app.update(dragged_tile=None, drag_target=None, drag_places=[])


def _table_point(camera: "Camera", position: "Point") -> "Point":
    """The point of the table (u) at a position on screen (px)."""
    return camera.table_point(*camera.in_frame(position))


def _edges(element: "Element") -> "Edges":
    """The edges of an element, (left, top, right, bottom) in px on screen."""
    box = element.getBoundingClientRect()
    return box.left, box.top, box.right, box.bottom


def _contains(element: "Element", position: "Point") -> "bool":
    """Whether the position (px on screen) lies in the element."""
    left, top, right, bottom = _edges(element)
    return left <= position[0] <= right and top <= position[1] <= bottom
