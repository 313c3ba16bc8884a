"""What part of the table the frame shows: fits by itself, follows the play, and zooms and pans when asked to.

Lengths: *u* is a half tile's side; the drawing has 100 units to the u. The part shown is a middle (u) and a scale (px to the u).
"""

from pyscript import ffi, window

from game.page.dom import attribute, every, one

U = 100
MARGIN = 10  # px that stay free round the tiles
ROOM = 0.7  # u of room beyond them after a refit, so that the next tiles need none
REST = 150  # ms without a movement after which the drawing is made anew, sharp
LABELS = 56  # px at the top of the felt that hold the round and the yard: left free where that costs nothing
LARGEST = 60  # px to the u
SMALLEST = 6


class Camera:
    """The part of the table that is on screen."""

    def __init__(self):
        self.table = one("#table")
        self.drawings = every("#table > svg")
        self.frame = one("#frame")
        self.labels = one("#round-line"), one("#yard")  # in the frame's upper corners
        self.reaches = [(0, 0), (0, 0)]  # how far they reach from there, px
        self.width, self.height = 300, 300
        self.x, self.y, self.scale = 0, 0, 30
        self.box = [-3, -3, 3, 3]
        self.corners = [], []  # what lies nearest to the upper corners, left and right, where the labels are
        self.by_hand = False  # the person zoomed or panned: stay there
        self.limit = 20  # below so many px to the u, numerals are drawn instead of pips
        self.moved = None  # called after every change
        self.drawn = None  # middle and scale as last drawn
        self.resting = 0  # the timer that draws anew after a movement
        self.rest = ffi.create_proxy(self.apply)

    def measure(self):
        """Takes the frame's size anew; True when it changed."""
        width, height = self.frame.clientWidth, self.frame.clientHeight
        changed = (width, height) != (self.width, self.height)
        if width and height:
            self.width, self.height = width, height
            left, right = self.labels
            self.reaches = [
                (left.offsetLeft + left.offsetWidth, left.offsetTop + left.offsetHeight),
                (width - right.offsetLeft, right.offsetTop + right.offsetHeight),
            ]
        return changed

    def resize(self):
        """The frame has another size: the whole table is shown in it, unless the person looks at a part. Or a label has."""
        if not self.measure():
            self.clear_labels()
        elif self.by_hand:
            self.apply()
        else:
            self.fit()

    def aspect(self):
        """Width by height of the frame, for the layout of a new round."""
        self.measure()
        return round(self.width / max(self.height, 1), 3)

    def largest(self):
        """How large tiles may become in this frame."""
        return min(LARGEST, max(26, self.width / 11))

    def fitting(self):
        """Middle and scale that show the whole box."""
        x0, y0, x1, y1 = self.box
        wide = (self.width - 2 * MARGIN) / (x1 - x0 + 2 * ROOM)
        high = (self.height - 2 * MARGIN) / (y1 - y0 + 2 * ROOM)
        scale = max(SMALLEST, min(wide, high, self.largest()))
        free = self.height - (y1 - y0) * scale
        top = max(free / 2, min(free - MARGIN, LABELS))
        return (x0 + x1) / 2, y0 + (self.height / 2 - top) / scale, scale

    def contains(self):
        """Whether the box lies within the frame as it is now."""
        x0, y0, x1, y1 = self.box
        half_wide, half_high = self.width / 2 / self.scale, self.height / 2 / self.scale
        return (
            x0 >= self.x - half_wide
            and x1 <= self.x + half_wide
            and y0 >= self.y - half_high
            and y1 <= self.y + half_high
        )

    def follow(self, box, fresh):
        """Takes the new box; refits when a tile would leave the frame, or when the table is a new one."""
        self.box = box
        if fresh:
            self.by_hand = False
        if fresh:
            self.measure()
            self.fit(glide=False)
        elif not self.by_hand and not self.contains():
            self.fit()
        else:
            self.apply()

    def reveal(self, points):
        """Makes sure that these points (u) can be seen, a tile's length away from the edge."""
        x0, y0, x1, y1 = self.box
        for x, y in points:
            x0, y0, x1, y1 = min(x0, x - 1), min(y0, y - 1), max(x1, x + 1), max(y1, y + 1)
        if self.by_hand or [x0, y0, x1, y1] == self.box:
            return
        self.box = [x0, y0, x1, y1]
        if not self.contains():
            self.fit()

    def fit(self, glide=True):
        """Shows the whole table."""
        self.by_hand = False
        self.to(*self.fitting(), glide=glide)

    def to(self, x, y, scale, glide=False):
        """Shows that part; gliding is the style sheet's work, from where the picture was."""
        before = self.x, self.y, self.scale
        self.x, self.y = x, y
        self.scale = max(SMALLEST, min(scale, 2 * LARGEST))
        self.apply()
        if glide and before != (self.x, self.y, self.scale):
            self._glide(before)

    def _glide(self, before):
        x, y, scale = before
        ratio = scale / self.scale
        across, down = (self.x - x) * scale, (self.y - y) * scale
        style = self.table.style
        style.transition = "none"
        style.transform = "translate({:.1f}px,{:.1f}px) scale({:.4f})".format(across, down, ratio)
        self.table.getBoundingClientRect()  # makes the browser take the starting point
        style.transition = ""
        style.transform = ""

    def zoom(self, factor, px=None, py=None):
        """Zooms by `factor`, keeping the point at px, py (of the frame) where it is."""
        px = self.width / 2 if px is None else px
        py = self.height / 2 if py is None else py
        x, y = self.point(px, py)
        scale = max(SMALLEST, min(self.scale * factor, 2 * LARGEST))
        self.by_hand = True
        self.move(x - (px - self.width / 2) / scale, y - (py - self.height / 2) / scale, scale)

    def pan(self, dx, dy):
        """Moves the picture by so many px."""
        self.by_hand = True
        x0, y0, x1, y1 = self.box
        x = max(x0, min(x1, self.x - dx / self.scale))
        y = max(y0, min(y1, self.y - dy / self.scale))
        self.move(x, y, self.scale)

    def move(self, x, y, scale):
        """Shows that part while the person pans or zooms: the drawn picture is shifted, which is quick at any size."""
        self.x, self.y, self.scale = x, y, scale
        window.clearTimeout(self.resting)
        self.resting = window.setTimeout(self.rest, REST)
        style = self.table.style
        style.transition, style.willChange, style.transform = "none", "transform", self._shift(*self.drawn)
        if self.moved:
            self.moved()

    def _shift(self, x, y, scale):
        """From the present part to another, as a transform: the other's picture put where it would lie now."""
        across, down = (x - self.x) * self.scale, (y - self.y) * self.scale
        return "translate({:.1f}px,{:.1f}px) scale({:.4f})".format(across, down, self.scale / scale)

    def point(self, px, py):
        """The table's point (u) at that place of the frame (px)."""
        return self.x + (px - self.width / 2) / self.scale, self.y + (py - self.height / 2) / self.scale

    def place(self, x, y):
        """The place in the frame (px) of a point of the table (u)."""
        return (x - self.x) * self.scale + self.width / 2, (y - self.y) * self.scale + self.height / 2

    def apply(self):
        """Writes the part shown into the drawing."""
        self.drawn = self.x, self.y, self.scale
        style = self.table.style
        if style.willChange:
            style.transform = style.willChange = ""
            self.table.getBoundingClientRect()  # without the transition, which is for gliding
            style.transition = ""
        wide, high = self.width / self.scale * U, self.height / self.scale * U
        box = "{:.1f} {:.1f} {:.1f} {:.1f}".format(self.x * U - wide / 2, self.y * U - high / 2, wide, high)
        for drawing in self.drawings:
            attribute(drawing, "viewBox", box)
        attribute(self.table, "data-small", "true" if self.scale < self.limit else None)
        self.clear_labels()
        if self.moved:
            self.moved()

    def clear_labels(self):
        """What is written on the felt steps back where a tile comes to lie on it."""
        for side, (wide, high) in enumerate(self.reaches):
            covered = False
            for point in self.corners[side]:
                across, down = self.place(*point)
                if (self.width - across if side else across) < wide and down < high:
                    covered = True
            attribute(self.labels[side], "data-covered", "true" if covered else None)
