"""The arithmetic of the viewport: fit, zoom, pan, and convert between table and screen.

Lengths: *u* is the side of a half tile. A *viewport* is (x, y, scale): its middle (u) and its scale (px to the u). A *size* is the
frame's (width, height) in px. A *box* is (x0, y0, x1, y1) in u.
"""

MARGIN = 10  # px that stay free around the tiles
SPARE = 0.7  # u that a refit leaves free around the tiles, so that the next tiles need no refit
LABEL_HEIGHT = (
    56  # px at the top for two labels; `fit` keeps tiles out of them only if that does not shrink the tiles
)
LARGEST = 60  # px to the u
REFIT_GAIN = 1.15  # refit if tiles could become larger by this factor
SMALLEST = 6


def fit(box, size):
    """The viewport that shows the whole box."""
    (x0, y0, x1, y1), (width, height) = box, size
    wide = (width - 2 * MARGIN) / (x1 - x0 + 2 * SPARE)
    high = (height - 2 * MARGIN) / (y1 - y0 + 2 * SPARE)
    scale = max(SMALLEST, min(wide, high, largest(width)))
    free_height = height - (y1 - y0) * scale
    above = max(free_height / 2, min(free_height - MARGIN, LABEL_HEIGHT))
    return (x0 + x1) / 2, y0 + (height / 2 - above) / scale, scale


def largest(width):
    """The largest scale (px to the u) that `fit` chooses in a frame of that width. A person may zoom in further."""
    return min(LARGEST, max(26, width / 11))


def limit_scale(scale):
    """A scale, limited to the range that a person may zoom to."""
    return max(SMALLEST, min(scale, 2 * LARGEST))


def contains(viewport, size, box):
    """Whether the box lies within the viewport."""
    (x, y, scale), (x0, y0, x1, y1) = viewport, box
    half_wide, half_high = size[0] / 2 / scale, size[1] / 2 / scale
    return x0 >= x - half_wide and x1 <= x + half_wide and y0 >= y - half_high and y1 <= y + half_high


def show_box(viewport, size, box):
    """The viewport, moved and zoomed out just far enough to show the box."""
    (x, y, scale), (x0, y0, x1, y1) = viewport, box
    scale = max(SMALLEST, min(scale, size[0] / (x1 - x0), size[1] / (y1 - y0)))
    half_wide, half_high = size[0] / 2 / scale, size[1] / 2 / scale
    x = max(x1 - half_wide, min(x0 + half_wide, x))
    return x, max(y1 - half_high, min(y0 + half_high, y)), scale


def after_resize(viewport, before, size, box):
    """The viewport after the frame's height changed from the size `before`, or None to ask for a refit. Tiles move as little as possible.

    A refit is due if the box no longer fits at this scale, or if there is room for much larger tiles.
    """
    x, y, scale = viewport
    stays = x, y + (size[1] - before[1]) / 2 / scale, scale
    viewport = show_box(stays, size, box)
    if viewport[2] < scale or fit(box, size)[2] > REFIT_GAIN * scale:
        return None
    return viewport


def enlarge(box, points):
    """The box, enlarged so that these points (u) lie at least 1 u, half a tile, within it."""
    x0, y0, x1, y1 = box
    for x, y in points:
        x0, y0, x1, y1 = min(x0, x - 1), min(y0, y - 1), max(x1, x + 1), max(y1, y + 1)
    return x0, y0, x1, y1


def zoom(viewport, size, factor, px, py):
    """The viewport after a zoom by `factor`. The point (px, py) of the frame stays where it is."""
    x, y = table_point(viewport, size, px, py)
    scale = limit_scale(viewport[2] * factor)
    return x - (px - size[0] / 2) / scale, y - (py - size[1] / 2) / scale, scale


def pan(viewport, box, dx, dy):
    """The viewport after the picture moved by so many px. Its middle stays within the box."""
    (x, y, scale), (x0, y0, x1, y1) = viewport, box
    return max(x0, min(x1, x - dx / scale)), max(y0, min(y1, y - dy / scale)), scale


def table_point(viewport, size, px, py):
    """The table's point (u) at a position in the frame (px)."""
    x, y, scale = viewport
    return x + (px - size[0] / 2) / scale, y + (py - size[1] / 2) / scale


def position(viewport, size, x, y):
    """The position in the frame (px) of a point of the table (u)."""
    return (x - viewport[0]) * viewport[2] + size[0] / 2, (y - viewport[1]) * viewport[2] + size[1] / 2


def shift(viewport, other):
    """The CSS transform (px across, px down, factor) that moves a picture painted for viewport `other` to its place in `viewport`."""
    return (
        (other[0] - viewport[0]) * viewport[2],
        (other[1] - viewport[1]) * viewport[2],
        viewport[2] / other[2],
    )


def view_box(viewport, size, unit):
    """The viewport as left, top, width and height of the SVG drawing, in which one u has `unit` units."""
    x, y, scale = viewport
    wide, high = size[0] / scale * unit, size[1] / scale * unit
    return x * unit - wide / 2, y * unit - high / 2, wide, high


def covered(viewport, size, side, reach, points):
    """Whether one of the points (u) lies under a label.

    The label covers `reach` = (across, down) px from the upper left corner (side 0) or the upper right one (side 1).
    """
    for x, y in points:
        across, down = position(viewport, size, x, y)
        if (size[0] - across if side else across) < reach[0] and down < reach[1]:
            return True
    return False
