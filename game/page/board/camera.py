"""The camera: choose the visible part of the table, by fitting, zooming and panning, and write it into the drawing.

The *frame* is the element that shows the table. framing.py does the arithmetic and defines *viewport*, *size* and
*box*.
"""

from pyscript import ffi, window

from game.for_types import TYPE_CHECKING
from game.page.board import framing, motion
from game.page.kernel.dom import every, one

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.contract.scenes import Corners
    from game.page.kernel.app import App
    from game.page.page_types import Area, Edges, Element, Point, Size, Viewport

UNITS_PER_U = 100  # units of the SVG drawing in a u, half a tile's length
TAP_ZOOM = 2.2  # the zoom factor of a double tap
GLIDE_MS = 350  # the length of the animation of a new viewport
# A pan or zoom only scales the rendered picture, which blurs it. So many ms after the last one, the picture is rendered anew.
REDRAW_DELAY = 150


class Camera:
    """The viewport of the table, and the DOM elements that show it."""

    def __init__(self, app: "App") -> "None":
        self.paint = app.paint
        self.table = one("#table")
        self.drawings = every("#table > svg")
        self.frame = one("#frame")
        self.labels = one("#round-line"), one("#yard")  # in the frame's upper left and upper right corner
        # How far each label reaches from its corner: (across, down) in px.
        self.label_extents = [(0, 0), (0, 0)]
        self.size: Size = (300, 300)  # width and height of the frame (px)
        self.viewport: Viewport = (0, 0, 30)  # x, y of the middle (u), scale (px per u)
        self.box: Edges = (-3, -3, 3, 3)  # the bounding box of the tiles and of the points passed to `reveal`
        # The points (u) of the tiles nearest to the frame's upper left and upper right corner. `Drawing` sets them, for
        # `fade_labels`.
        self.corners: Corners = ([], [])
        # Whether `reveal` or a turned phone has made the tiles smaller: they grow again with the next size or box.
        self.made_room = False
        self.moved_by_person = False  # the person zoomed or panned: do not refit
        # Below this scale (px per u) the table's tiles show numerals instead of pips.
        self.numerals_below: float = 20
        self.text_factor = 1.0  # of that scale, for who needs larger text
        # Whether a gesture is going on, during which pips and numerals stay as they are. TableGesture sets it.
        self.touched = False
        self.on_change: list[Callable[[], None]] = []  # functions to call after each change of the viewport
        # The viewport last written to the viewBox. During a pan or zoom, CSS moves the rendered picture to `viewport`.
        self.drawn_viewport: Viewport = self.viewport
        self.glide: Element = None  # the browser's last animation of a new viewport; it may be over
        self.redraw_timer = 0  # the id of the timer that calls `redraw` after a movement
        self.redraw_proxy = ffi.create_proxy(self.redraw)

    @property
    def scale(self) -> "float":
        """The scale of the viewport: px per u."""
        return self.viewport[2]

    def measure(self) -> "bool":
        """Read the sizes of the frame and of the labels.

        Return True if the frame's size has changed.
        """
        width, height = self.frame.clientWidth, self.frame.clientHeight
        changed = (width, height) != self.size
        if width and height:
            self.size = width, height
            left, right = self.labels
            self.label_extents = [
                (left.offsetLeft + left.offsetWidth, left.offsetTop + left.offsetHeight),
                (width - right.offsetLeft, right.offsetTop + right.offsetHeight),
            ]
        return changed

    def resize(self) -> "None":
        """Handle a new size of the frame or of a label.

        If the person zoomed or panned, keep the viewport. If only the height has changed, because the hand has another
        number of rows, keep the scale if all tiles still fit. Otherwise refit. A turned phone may tell its new width before
        its new height.
        """
        old_size = self.size
        if not self.measure():
            self.fade_labels()
        elif self.moved_by_person:
            self.redraw()
        else:
            viewport = None
            if self.size[0] == old_size[0]:
                gain = 1 if self.made_room else framing.REFIT_GAIN
                viewport = framing.after_resize(self.viewport, old_size, self.size, self.box, gain)
            else:
                self.made_room = True
            if viewport:
                self.viewport = viewport
                self.redraw()
            else:
                self.fit()

    def aspect(self) -> "float":
        """The frame's width divided by its height beside a hand that is half played, for the layout of a new round.

        The table lies late in a round, so the hand that is there now does not matter.
        """
        self.paint([("#play", "data-measured", "true")])
        aspect = round(self.frame.clientWidth / max(self.frame.clientHeight, 1), 3)
        self.paint([("#play", "data-measured", None)])
        return aspect

    def follow(self, box: "Edges", is_new_table: "bool", newest: "Sequence[float] | None" = None) -> "None":
        """Take the new bounding box of the tiles.

        Refit if the box does not fit into the frame, if the tiles could be much larger, or if the table is new. If `reveal`
        has made the tiles smaller, refit if they could be larger at all.

        If the person zoomed or panned, only make the newest tile visible, at the point `newest` (u).
        """
        self.box = box
        if is_new_table:
            self.measure()
            self.fit(glide=False)
        elif not self.moved_by_person:
            self._show_box(1 if self.made_room else framing.REFIT_GAIN)
        else:
            self.redraw()
            if newest:
                self.pan_to([newest])
        self.made_room = False

    def reveal(self, areas: "list[Area]") -> "None":
        """Make these areas visible. If the person zoomed or panned, keep their zoom if possible."""
        if self.moved_by_person:
            self.pan_to([(x, y) for x, y, across, down in areas])
            return
        self.box, before = framing.enlarge(self.box, areas), self.scale
        self._show_box(framing.REFIT_GAIN)
        self.made_room = self.made_room or self.scale < before

    def _show_box(self, gain: "float") -> "None":
        """Show the whole box: move the viewport as little as possible, or refit for another scale.

        Refit if the box needs a smaller scale, or if the tiles could be larger by more than the factor `gain`.
        """
        viewport = framing.moved_to_show(self.viewport, self.size, self.box)
        if viewport is None or framing.has_room_for_larger_tiles(self.viewport, self.size, self.box, gain):
            self.fit()
        elif viewport == self.viewport:
            self.redraw()
        else:
            self._show(viewport)

    def fit(self, glide: "bool" = True) -> "None":
        """Show the whole table. With `glide`, animate the change."""
        self.moved_by_person = False
        self._show(
            framing.fit(self.box, self.size, max([down for across, down in self.label_extents])), glide
        )

    def pan_to(self, points: "Sequence[Sequence[float]]") -> "None":
        """Keep the person's zoom, if possible, and move the viewport just far enough to show these points (u)."""
        across, down = [x for x, y in points], [y for x, y in points]
        box = min(across) - 1, min(down) - 1, max(across) + 1, max(down) + 1
        viewport = framing.show_box(self.viewport, self.size, box)
        if viewport != self.viewport:
            self._show(viewport)

    def toggle_zoom(self, px: "float", py: "float") -> "None":
        """Zoom in around a point of the frame (px).

        If the person already zoomed or panned, show the whole table instead.
        """
        if self.moved_by_person:
            self.fit()
        else:
            self.moved_by_person = True
            self._show(framing.zoom(self.viewport, self.size, TAP_ZOOM, px, py))

    def _show(self, viewport: "Viewport", glide: "bool" = True) -> "None":
        """Show a viewport, and with `glide` animate the change."""
        before, self.viewport = self.viewport, viewport
        self._stop_glide()
        self.redraw()
        if glide and before != self.viewport and motion.is_on():
            start = _css_transform(*framing.css_transform(before, self.viewport))
            # A CSS transition would need a forced layout of the page: with tiles that just changed, 10 ms on a laptop.
            frames = [{"transform": start}, {"transform": "none"}]
            self.glide = motion.start_animation(self.table, frames, GLIDE_MS)

    def _stop_glide(self) -> "None":
        """End the animation of the last viewport, whose transform would replace that of the style."""
        if self.glide:
            self.glide.cancel()
            self.glide = None

    def zoom(self, factor: "float", px: "float | None" = None, py: "float | None" = None) -> "None":
        """Zoom by `factor` around the point (px, py) of the frame, by default its middle."""
        width, height = self.size
        px, py = width / 2 if px is None else px, height / 2 if py is None else py
        self._show_shifted(framing.zoom(self.viewport, self.size, factor, px, py))

    def pan(self, dx: "float", dy: "float") -> "None":
        """Move the picture by `dx` px to the right and `dy` px down."""
        self._show_shifted(framing.pan(self.viewport, self.box, dx, dy))

    def _show_shifted(self, viewport: "Viewport") -> "None":
        """Show a viewport during a pan or zoom: transform the rendered picture by CSS, faster than `redraw`."""
        self.moved_by_person = True
        self.viewport = viewport
        window.clearTimeout(self.redraw_timer)
        self.redraw_timer = window.setTimeout(self.redraw_proxy, REDRAW_DELAY)
        self._stop_glide()
        style = self.table.style
        style.willChange = "transform"
        style.transform = _css_transform(*framing.css_transform(viewport, self.drawn_viewport))
        for notify in self.on_change:
            notify()

    def in_frame(self, position: "Point") -> "Point":
        """A position on screen as one from the upper left corner of the frame, both in px."""
        box = self.frame.getBoundingClientRect()
        return position[0] - box.left, position[1] - box.top

    def table_point(self, px: "float", py: "float") -> "Point":
        """The point of the table (u) at a position in the frame (px)."""
        return framing.table_point(self.viewport, self.size, px, py)

    def position(self, x: "float", y: "float") -> "Point":
        """The position in the frame (px) of a point of the table (u)."""
        return framing.position(self.viewport, self.size, x, y)

    def shows(self, x: "float", y: "float") -> "bool":
        """Whether a point of the table (u) is within the frame."""
        px, py = self.position(x, y)
        return 0 <= px <= self.size[0] and 0 <= py <= self.size[1]

    def redraw(self) -> "None":
        """Write the viewport into the drawing."""
        self.drawn_viewport = self.viewport
        style = self.table.style
        if style.willChange:  # a pan or zoom has moved the rendered picture by CSS: undo that
            style.transform = style.willChange = ""
        view_box = "{:.1f} {:.1f} {:.1f} {:.1f}".format(
            *framing.view_box(self.viewport, self.size, UNITS_PER_U)
        )
        for drawing in self.drawings:
            if drawing.getAttribute("viewBox") != view_box:
                drawing.setAttribute("viewBox", view_box)
        if not self.touched:
            self._choose_pips_or_numerals()
        self.paint([("#frame", "data-zoomed", "true" if self.moved_by_person else None)])
        self.fade_labels()
        for notify in self.on_change:
            notify()

    def set_text_factor(self, factor: "float") -> "None":
        """Show numerals instead of pips below a scale that is larger by this factor."""
        if factor != self.text_factor:
            self.text_factor = factor
            self._choose_pips_or_numerals()

    def end_gesture(self) -> "None":
        """A gesture is over: show numerals or pips, as the scale now needs."""
        self.touched = False
        self._choose_pips_or_numerals()

    def _choose_pips_or_numerals(self) -> "None":
        """Show pips, or numerals where pips would be too small to read."""
        is_small = self.scale < self.numerals_below * self.text_factor
        self.paint([("#table", "data-small", "true" if is_small else None)])

    def fade_labels(self) -> "None":
        """Fade each label of the frame that covers a tile."""
        for side, label in enumerate(("#round-line", "#yard")):
            covers = framing.covered(
                self.viewport, self.size, side, self.label_extents[side], self.corners[side]
            )
            self.paint([(label, "data-covered", "true" if covers else None)])


def _css_transform(across: "float", down: "float", factor: "float") -> "str":
    """The value of the CSS property `transform`: a move by px, then a scale by `factor`."""
    return "translate({:.1f}px,{:.1f}px) scale({:.4f})".format(across, down, factor)
