"""Call-outs, such as "Chickenfoot!" and "Chickenlittle!", shown large for a moment on the free felt beside the caller's face.

A tail points to the face. Where the felt has no room for that, the call-out shows the face itself, and may lie farther away. It never
lies over a tile, a missing toe or a label of the table. If there is no room at all, it is not shown: the line above the hand says the
same. Lengths are px in the frame, unless they are in u. A
*box* is (left, top, right, bottom).
"""

from game.for_types import TYPE_CHECKING
from game.page.board import motion, room
from game.page.board.camera import Camera
from game.page.kernel.dom import every, one
from game.page.kernel.words import say
from game.page.people.portraits import face_of, portrait
from game.page.screens import OVER

if TYPE_CHECKING:
    from game.contract.scenes import SeatData
    from game.page.kernel.app import App
    from game.page.page_types import (
        Cell,
        Edges,
        Element,
        Measured,
        Point,
        SceneState,
        Size,
        State,
        TableScene,
    )

CALLOUT_MS = 2400  # how long a call-out is shown
DELAY_MS = 360  # until a call-out appears; meanwhile the tiles and the camera may glide
FOOT_DELAY_MS = 700  # the same for a double, whose ring and toes appear meanwhile
TAIL = 12  # px, the length of the tail
TAIL_AWAY = 40  # px from the nearest place beside the face; farther away, a tail seems to be another's
TAIL_INSIDE = 20  # px that a tail stays away from the ends of its side
ROW = 8  # px between the heights that are tried
DIAGONAL = 0.995  # half the width (u) of a tile's box at 45°
GAP = 4  # px that stay free around a call-out
SHOWN = "#tiles > [data-placed], #slots > .at"  # what lies on the table


@room.effect("animate")
def show_callouts(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Show the call-outs of a scene, if things move."""
    if measured["starts"] is not None:
        app.object(Callouts).show_steps(after["scene"])


class Callouts:
    """The call-out on screen."""

    def __init__(self, app: "App") -> "None":
        self.app = app
        self.camera = app.object(Camera)
        self.camera.on_change.append(self.camera_moved)
        self.number = (
            0  # how many call-outs were shown, because the end of an old one must not hide a newer one
        )
        # Where the middle of the table is on screen, and the scale, while a call-out is shown; else None.
        self.origin: tuple[int, int, float] | None = None

    def show_steps(self, scene: "TableScene") -> "None":
        """Show the call-outs of a scene's steps. Remove an earlier call-out, because a tile may be laid under it."""
        self.hide()
        for step in scene["steps"]:
            is_last = step["do"] == "play" and not scene["seats"][step["seat"]]["count"]
            if is_last and scene["phase"] in OVER:
                self.show(say("say.out-of-tiles"), scene["seats"][step["seat"]], DELAY_MS)
            elif step["do"] == "play" and step["double"]:
                word = say("say.chickenfoot", {"call": step["call"]})
                self.show(word, scene["seats"][step["seat"]], FOOT_DELAY_MS)
            elif step["do"] == "call":
                self.show(say("say.chickenlittle"), scene["seats"][step["seat"]], DELAY_MS)

    def show(self, word: "str", seat: "SeatData", delay: "int") -> "None":
        """Show a word on the free felt beside the face of a seat, or with that face farther away, after `delay` ms."""
        camera = self.camera
        drawing = portrait(face_of(seat), seat["seat"])
        cells: list[Cell] = [
            ("#callout-word", "text", word),
            ("#callout-face", "html", drawing),
            ("#callout-face", "class", "avatar s{}".format(seat["seat"])),
            ("#callout", "hidden", False),
        ]
        self.app.paint(cells)
        boxes = [_box(element, camera) for element in every(SHOWN)] + _label_boxes(camera)
        style = self._beside(seat["seat"], boxes) or self._with_face(seat["seat"], boxes)
        if not style:
            self.hide()
            return
        self.app.paint(style)
        self.origin = _origin(camera)
        self.number += 1
        number = self.number

        def hide_at_end(
            change: "int",
        ) -> "None":  # called with 1 when the animation starts, and with -1 when it ends
            if change < 0 and number == self.number:
                self.hide()

        motion.animate(
            one("#callout"),
            [
                {"opacity": 0, "scale": 0.7},
                {"opacity": 1, "scale": 1, "offset": 0.15},
                {"opacity": 1, "scale": 1, "offset": 0.75},
                {"opacity": 0, "scale": 1},
            ],
            CALLOUT_MS,
            hide_at_end,
            delay,
        )

    def _beside(self, seat: "int", boxes: "list[Edges]") -> "list[Cell]":
        """The cells that place the word beside the face, to which its tail points; none without room there."""
        self.app.paint([("#callout-face", "hidden", True)])
        face, extent, size = _face(seat, self.camera), _extent(), self.camera.size
        side, wanted = place_beside(face, extent, size)
        place = free_place(wanted, extent, size, boxes)
        if place is None or max(abs(place[0] - wanted[0]), abs(place[1] - wanted[1])) > TAIL_AWAY:
            return []
        tail = tail_of(side, face, place, extent)
        return [("#callout", "style", _style(place, tail)), ("#callout", "data-side", side)]

    def _with_face(self, seat: "int", boxes: "list[Edges]") -> "list[Cell]":
        """The cells that place the word, with the face before it, where the felt has room; none if it has none."""
        self.app.paint([("#callout-face", "hidden", False)])
        extent, size = _extent(), self.camera.size
        _, wanted = place_beside(_face(seat, self.camera), extent, size)
        place = free_place(wanted, extent, size, boxes)
        return [("#callout", "style", _style(place)), ("#callout", "data-side", None)] if place else []

    def hide(self) -> "None":
        """Remove the call-out."""
        self.origin = None
        self.app.paint([("#callout", "hidden", True)])

    def camera_moved(self) -> "None":
        """Remove the call-out if the table has moved under it."""
        if self.origin not in (None, _origin(self.camera)):
            self.hide()


def _origin(camera: "Camera") -> "tuple[int, int, float]":
    """Where the middle of the table is on screen, rounded to px, and the scale."""
    x, y = camera.position(0, 0)
    return round(x), round(y), camera.scale


def _face(seat: "int", camera: "Camera") -> "Point":
    """The middle of a seat's face, in px from the upper left corner of the frame."""
    return camera.in_frame(motion.middle_of(motion.face_of(seat)))


def _extent() -> "Size":
    """The width and the height of the call-out."""
    callout = one("#callout")
    return callout.offsetWidth, callout.offsetHeight


def _style(place: "Point", tail: "float" = 0) -> "str":
    """The style of a call-out with this middle, whose tail starts there along its side."""
    return "left:{:.0f}px;top:{:.0f}px;--tail:{:.0f}px".format(place[0], place[1], tail)


def place_beside(face: "Point", extent: "Size", size: "Size") -> "tuple[str, Point]":
    """The side of a call-out at which its tail points to a face outside the frame, and the call-out's best middle.

    >>> place_beside((60, -30), (90, 30), (300, 300)), place_beside((340, 100), (90, 30), (300, 300))
    (('top', (60, 27.0)), ('right', (243.0, 100)))
    """
    half_wide, half_high = extent[0] / 2, extent[1] / 2
    x = max(half_wide, min(size[0] - half_wide, face[0]))
    y = max(half_high, min(size[1] - half_high, face[1]))
    if face[1] < 0 or (0 <= face[1] <= size[1] and 0 <= face[0] <= size[0]):
        return "top", (x, max(face[1], 0) + TAIL + half_high)
    if face[1] > size[1]:
        return "bottom", (x, size[1] - TAIL - half_high)
    if face[0] < 0:
        return "left", (TAIL + half_wide, y)
    return "right", (size[0] - TAIL - half_wide, y)


def tail_of(side: "str", face: "Point", place: "Point", extent: "Size") -> "float":
    """How far along its side the tail of a call-out starts (px).

    >>> tail_of("top", (60, -30), (60, 27), (90, 30)), tail_of("top", (160, -30), (60, 27), (90, 30))
    (45.0, 70)
    """
    across = 0 if side in ("top", "bottom") else 1
    tail = face[across] - place[across] + extent[across] / 2
    return max(TAIL_INSIDE, min(extent[across] - TAIL_INSIDE, tail))


def _box(element: "Element", camera: "Camera") -> "Edges":
    """The box of a tile, or of the place of a missing toe, at the end of all animations."""
    x, y, angle = motion.pose_of(element.getAttribute("style"))
    middle_x, middle_y = camera.position(x, y)
    half_wide, half_high = (0.5, 1) if round(angle) % 180 else (1, 0.5)
    if round(angle) % 90:
        half_wide = half_high = DIAGONAL
    half_wide, half_high = half_wide * camera.scale, half_high * camera.scale
    return middle_x - half_wide, middle_y - half_high, middle_x + half_wide, middle_y + half_high


def _label_boxes(camera: "Camera") -> "list[Edges]":
    """The boxes of the labels of round and yard, and of the zoom buttons."""
    width = camera.size[0]
    (left_across, left_down), (right_across, right_down) = camera.label_extents
    zoom = one("#frame .zoom")
    x, y = zoom.offsetLeft, zoom.offsetTop
    return [
        (0, 0, left_across, left_down),
        (width - right_across, 0, width, right_down),
        (x, y, x + zoom.offsetWidth, y + zoom.offsetHeight),
    ]


def free_place(wanted: "Point", extent: "Size", size: "Size", boxes: "list[Edges]") -> "Point | None":
    """The middle nearest to `wanted` at which a word of this extent lies in the frame and over none of the boxes.

    `extent` and `size` are (width, height). None if there is no such place.

    >>> free_place((50, 50), (20, 10), (100, 100), [])
    (50, 50)
    >>> free_place((50, 50), (20, 10), (100, 100), [(30, 0, 100, 100)])
    (16.0, 50)
    >>> free_place((50, 50), (20, 10), (100, 100), [(0, 0, 100, 100)])
    """
    half_wide, half_high = extent[0] / 2 + GAP, extent[1] / 2 + GAP
    best = None
    best_distance: float = 0
    low, high = half_high, size[1] - half_high
    start = max(low, min(high, wanted[1]))
    for number in range(int(2 * size[1] / ROW) + 1):
        # rows alternately below and above the wanted one
        y = start + (number + 1) // 2 * ROW * (1 if number % 2 else -1)
        down = abs(y - wanted[1])
        if not low <= y <= high or (best and down >= best_distance):
            continue
        taken = [
            (left - half_wide, right + half_wide)
            for left, top, right, bottom in boxes
            if top < y + half_high and bottom > y - half_high
        ]
        x = nearest_gap(wanted[0], half_wide, size[0] - half_wide, taken)
        if x is not None:
            distance = (down**2 + (x - wanted[0]) ** 2) ** 0.5
            if best is None or distance < best_distance:
                best, best_distance = (x, y), distance
    return best


def nearest_gap(
    wanted: "float", low: "float", high: "float", taken: "list[tuple[float, float]]"
) -> "float | None":
    """The number nearest to `wanted` from `low` to `high` that lies inside none of the intervals `taken`, or None.

    >>> nearest_gap(5, 0, 10, [(4, 8), (7, 9)]), nearest_gap(5, 0, 10, [(-1, 11)])
    (4, None)
    """
    down = up = max(low, min(high, wanted))
    for start, end in sorted(taken):
        if start < up < end:
            up = end
    for start, end in sorted(taken, key=lambda interval: -interval[1]):
        if start < down < end:
            down = start
    free = [number for number in (down, up) if low <= number <= high]
    return min(free, key=lambda number: abs(number - wanted)) if free else None
