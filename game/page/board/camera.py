"""The camera: choose which part of the table the frame shows, and write it into the drawing.

It fits the table, follows the play, zooms and pans. framing.py has the arithmetic and defines *viewport*. The drawing has 100 units
to the u.
"""

from pyscript import ffi, window

from game.page.board import framing
from game.page.dom import every, one, paint

U = 100
TAP_ZOOM = 2.2  # the zoom factor of a double tap
REDRAW_DELAY = 150  # ms without a movement before the drawing is rendered again, sharp


class Camera:
    """The viewport of the table, and the DOM elements that show it."""

    def __init__(self):
        self.table = one("#table")
        self.drawings = every("#table > svg")
        self.frame, self.hand = one("#frame"), one("#hand")
        self.labels = one("#round-line"), one("#yard")  # the labels in the frame's upper corners
        self.label_extents = [(0, 0), (0, 0)]  # the labels' extents from those corners (px)
        self.size = 300, 300
        self.viewport = 0, 0, 30
        self.box = -3, -3, 3, 3
        self.corners = [], []  # points of tiles nearest to the upper left and right corner (u)
        self.moved_by_person = False  # the person zoomed or panned: do not refit
        # px of a half tile below which tiles show numerals instead of pips, on the table and in the hand
        self.numerals_below = 20
        self.half_tile = 0  # px of a half tile in the hand; 0 without tiles
        self.on_change = None  # called after every change
        self.drawn_viewport = self.viewport  # the viewport that was last rendered
        self.redraw_timer = 0  # the timer that renders again after a movement
        self.redraw_proxy = ffi.create_proxy(self.redraw)

    @property
    def scale(self):
        """px to the u."""
        return self.viewport[2]

    def measure(self):
        """Read the frame's size. Return True if it has changed."""
        width, height = self.frame.clientWidth, self.frame.clientHeight
        changed = (width, height) != self.size
        if width and height:
            self.size = width, height
            tile = one("svg", self.hand)
            self.half_tile = tile.getBoundingClientRect().width if tile else 0
            left, right = self.labels
            self.label_extents = [
                (left.offsetLeft + left.offsetWidth, left.offsetTop + left.offsetHeight),
                (width - right.offsetLeft, right.offsetTop + right.offsetHeight),
            ]
        return changed

    def resize(self):
        """Handle a new size of the frame or of a label: refit, unless the person zoomed or panned.

        A notice takes some of the frame's height and gives it back. Tiles keep their size meanwhile if all of them still fit.
        """
        before = self.size
        if not self.measure():
            self.clear_labels()
        elif self.moved_by_person:
            self.redraw()
        else:
            viewport = None
            if self.size[0] == before[0]:
                viewport = framing.after_resize(self.viewport, before, self.size, self.box)
            if viewport:
                self.viewport = viewport
                self.redraw()
            else:
                self.fit()

    def aspect(self):
        """The frame's width divided by its height, for the layout of a new round."""
        self.measure()
        return round(self.size[0] / max(self.size[1], 1), 3)

    def follow(self, box, fresh, last=None):
        """Take the table's new bounding box. Refit if a tile would leave the frame, or if the table is a new one (`fresh`).

        If the person zoomed or panned, move the viewport to `last` instead, the point (u) of the newest tile.
        """
        self.box = box
        if fresh:
            self.measure()
            self.fit(glide=False)
        elif not self.moved_by_person and not framing.contains(self.viewport, self.size, box):
            self.fit()
        else:
            self.redraw()
            if self.moved_by_person and last:
                self.pan_to([last])

    def reveal(self, points):
        """Make these points (u) visible, at least a tile's length from the edge."""
        if self.moved_by_person:
            self.pan_to(points)
            return
        box = framing.enlarge(self.box, points)
        if box == tuple(self.box):
            return
        self.box = box
        if not framing.contains(self.viewport, self.size, box):
            self.fit()

    def fit(self, glide=True):
        """Show the whole table. A CSS transition animates the change."""
        self.moved_by_person = False
        self._show(framing.fit(self.box, self.size), glide)

    def pan_to(self, points):
        """Move the viewport that the person chose just far enough to show these points (u)."""
        across, down = [x for x, y in points], [y for x, y in points]
        box = min(across) - 1, min(down) - 1, max(across) + 1, max(down) + 1
        viewport = framing.show_box(self.viewport, self.size, box)
        if viewport != self.viewport:
            self._show(viewport)

    def toggle_zoom(self, px, py):
        """Zoom in at a point of the frame (px), or back to the whole table if already zoomed."""
        if self.moved_by_person:
            self.fit()
        else:
            self.moved_by_person = True
            self._show(framing.zoom(self.viewport, self.size, TAP_ZOOM, px, py))

    def _show(self, viewport, glide=True):
        before, self.viewport = self.viewport, viewport
        self.redraw()
        if glide and before != self.viewport:
            style = self.table.style
            style.transition = "none"
            style.transform = _transform(*framing.shift(before, self.viewport))
            self.table.getBoundingClientRect()  # forces a layout, so that the transition starts here
            style.transition = style.transform = ""

    def zoom(self, factor, px=None, py=None):
        """Zoom by `factor` around the point (px, py) of the frame, by default its middle."""
        width, height = self.size
        px, py = width / 2 if px is None else px, height / 2 if py is None else py
        self._show_shifted(framing.zoom(self.viewport, self.size, factor, px, py))

    def pan(self, dx, dy):
        """Move the picture by so many px."""
        self._show_shifted(framing.pan(self.viewport, self.box, dx, dy))

    def _show_shifted(self, viewport):
        """Show a viewport during a pan or zoom: shift the rendered picture by CSS, which is fast at any size."""
        self.moved_by_person = True
        self.viewport = viewport
        window.clearTimeout(self.redraw_timer)
        self.redraw_timer = window.setTimeout(self.redraw_proxy, REDRAW_DELAY)
        style = self.table.style
        style.transition, style.willChange = "none", "transform"
        style.transform = _transform(*framing.shift(viewport, self.drawn_viewport))
        if self.on_change:
            self.on_change()

    def position(self, x, y):
        """The position in the frame (px) of a point of the table (u)."""
        return framing.position(self.viewport, self.size, x, y)

    def redraw(self):
        """Write the viewport into the drawing."""
        self.drawn_viewport = self.viewport
        style = self.table.style
        if style.willChange:
            style.transform = style.willChange = ""
            self.table.getBoundingClientRect()  # forces a layout before the transition is enabled again
            style.transition = ""
        box = "{:.1f} {:.1f} {:.1f} {:.1f}".format(*framing.view_box(self.viewport, self.size, U))
        for drawing in self.drawings:
            if drawing.getAttribute("viewBox") != box:
                drawing.setAttribute("viewBox", box)
        small = "true" if min(self.scale, self.half_tile or self.scale) < self.numerals_below else None
        paint([("#table", "data-small", small), ("#hand", "data-small", small)])
        self.clear_labels()
        if self.on_change:
            self.on_change()

    def clear_labels(self):
        """Fade a label of the frame when a tile lies under it."""
        for side, label in enumerate(("#round-line", "#yard")):
            on_it = framing.covered(
                self.viewport, self.size, side, self.label_extents[side], self.corners[side]
            )
            paint([(label, "data-covered", "true" if on_it else None)])


def _transform(across, down, factor):
    return "translate({:.1f}px,{:.1f}px) scale({:.4f})".format(across, down, factor)
