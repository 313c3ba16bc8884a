"""What part of the table the frame shows: fits by itself, follows the play, and zooms and pans when asked to.

The arithmetic, and what a *part* is, stands in framing.py; the drawing has 100 units to the u.
"""

from pyscript import ffi, window

from game.page.board import framing
from game.page.dom import every, one, paint

U = 100
CLOSER = 2.2  # by how much a double tap zooms
REST = 150  # ms without a movement after which the drawing is made anew, sharp


class Camera:
    """The part of the table that is on screen."""

    def __init__(self):
        self.table = one("#table")
        self.drawings = every("#table > svg")
        self.frame, self.hand = one("#frame"), one("#hand")
        self.labels = one("#round-line"), one("#yard")  # in the frame's upper corners
        self.reaches = [(0, 0), (0, 0)]  # how far they reach from there, px
        self.size = 300, 300
        self.part = 0, 0, 30
        self.box = -3, -3, 3, 3
        self.corners = [], []  # what lies nearest to the upper corners, left and right, where the labels are
        self.by_hand = False  # the person zoomed or panned: stay there
        # below so many px a half tile has a numeral for its pips, on the table and in the hand
        self.limit = 20
        self.half = 0  # px of a half tile in the hand; 0 where there is none
        self.moved = None  # called after every change
        self.drawn = self.part  # the part as last drawn
        self.resting = 0  # the timer that draws anew after a movement
        self.rest = ffi.create_proxy(self.apply)

    @property
    def scale(self):
        """px to the u."""
        return self.part[2]

    def measure(self):
        """Takes the frame's size anew; True when it changed."""
        width, height = self.frame.clientWidth, self.frame.clientHeight
        changed = (width, height) != self.size
        if width and height:
            self.size = width, height
            tile = one("svg", self.hand)
            self.half = tile.getBoundingClientRect().width if tile else 0
            left, right = self.labels
            self.reaches = [
                (left.offsetLeft + left.offsetWidth, left.offsetTop + left.offsetHeight),
                (width - right.offsetLeft, right.offsetTop + right.offsetHeight),
            ]
        return changed

    def resize(self):
        """The frame has another size, or a label has: all is shown in it, unless the person looks at a part.

        A message takes some of the frame's height, and gives it back: tiles keep their size where that shows all of them.
        """
        before = self.size
        if not self.measure():
            self.clear_labels()
        elif self.by_hand:
            self.apply()
        else:
            part = None
            if self.size[0] == before[0]:
                part = framing.resized(self.part, before, self.size, self.box)
            if part:
                self.part = part
                self.apply()
            else:
                self.fit()

    def aspect(self):
        """Width by height of the frame, for the layout of a new round."""
        self.measure()
        return round(self.size[0] / max(self.size[1], 1), 3)

    def follow(self, box, fresh, last=None):
        """Takes the new box; refits when a tile would leave the frame, or when the table is a new one.

        Where the person looks at a part, it goes to the tile laid last, at that point (u).
        """
        self.box = box
        if fresh:
            self.measure()
            self.fit(glide=False)
        elif not self.by_hand and not framing.contains(self.part, self.size, box):
            self.fit()
        else:
            self.apply()
            if self.by_hand and last:
                self.look([last])

    def reveal(self, points):
        """Makes sure that these points (u) can be seen, a tile's length away from the edge."""
        if self.by_hand:
            self.look(points)
            return
        box = framing.around(self.box, points)
        if box == tuple(self.box):
            return
        self.box = box
        if not framing.contains(self.part, self.size, box):
            self.fit()

    def fit(self, glide=True):
        """Shows the whole table; gliding is the style sheet's work, from where the picture was."""
        self.by_hand = False
        self._go(framing.fitting(self.box, self.size), glide)

    def look(self, points):
        """Moves the part that the person looks at no more than it takes to see these points (u)."""
        across, down = [x for x, y in points], [y for x, y in points]
        box = min(across) - 1, min(down) - 1, max(across) + 1, max(down) + 1
        part = framing.towards(self.part, self.size, box)
        if part != self.part:
            self._go(part)

    def closer(self, px, py):
        """Zooms to a spot of the frame (px), and from anywhere else back to the whole table."""
        if self.by_hand:
            self.fit()
        else:
            self.by_hand = True
            self._go(framing.zoomed(self.part, self.size, CLOSER, px, py))

    def _go(self, part, glide=True):
        before, self.part = self.part, part
        self.apply()
        if glide and before != self.part:
            style = self.table.style
            style.transition = "none"
            style.transform = _transform(*framing.shift(before, self.part))
            self.table.getBoundingClientRect()  # makes the browser take the starting point
            style.transition = style.transform = ""

    def zoom(self, factor, px=None, py=None):
        """Zooms by `factor`, keeping the point at px, py of the frame where it is; without them its middle."""
        width, height = self.size
        px, py = width / 2 if px is None else px, height / 2 if py is None else py
        self._move(framing.zoomed(self.part, self.size, factor, px, py))

    def pan(self, dx, dy):
        """Moves the picture by so many px."""
        self._move(framing.panned(self.part, self.box, dx, dy))

    def _move(self, part):
        """Shows that part while the person pans or zooms: the drawn picture is shifted, which is quick at any size."""
        self.by_hand = True
        self.part = part
        window.clearTimeout(self.resting)
        self.resting = window.setTimeout(self.rest, REST)
        style = self.table.style
        style.transition, style.willChange = "none", "transform"
        style.transform = _transform(*framing.shift(part, self.drawn))
        if self.moved:
            self.moved()

    def place(self, x, y):
        """The place in the frame (px) of a point of the table (u)."""
        return framing.place(self.part, self.size, x, y)

    def apply(self):
        """Writes the part shown into the drawing."""
        self.drawn = self.part
        style = self.table.style
        if style.willChange:
            style.transform = style.willChange = ""
            self.table.getBoundingClientRect()  # without the transition, which is for gliding
            style.transition = ""
        box = "{:.1f} {:.1f} {:.1f} {:.1f}".format(*framing.view_box(self.part, self.size, U))
        for drawing in self.drawings:
            if drawing.getAttribute("viewBox") != box:
                drawing.setAttribute("viewBox", box)
        small = "true" if min(self.scale, self.half or self.scale) < self.limit else None
        paint([("#table", "data-small", small), ("#hand", "data-small", small)])
        self.clear_labels()
        if self.moved:
            self.moved()

    def clear_labels(self):
        """What is written on the felt steps back where a tile comes to lie on it."""
        for side, label in enumerate(("#round-line", "#yard")):
            on_it = framing.covered(self.part, self.size, side, self.reaches[side], self.corners[side])
            paint([(label, "data-covered", "true" if on_it else None)])


def _transform(across, down, factor):
    return "translate({:.1f}px,{:.1f}px) scale({:.4f})".format(across, down, factor)
