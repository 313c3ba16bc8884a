"""The arithmetic of the viewport: fit, zoom, pan, and convert between table and screen.

Lengths on the table are in *u*, half a tile's length. A *viewport* is (x, y, scale): its middle (u) and its scale (px
per u). A *size* is the frame's (width, height) in px. A *box* is (x0, y0, x1, y1) in u: its upper left and its lower
right corner.
"""

from game.for_types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.contract.play_answers import Place
    from game.page.page_types import Area, Edges, Point, Size, Viewport

MARGIN = 5  # px that stay free around the tiles; the frame itself keeps a distance from the edges of a phone
# px; tiles nearer to an edge than TIGHT move away to EASY, if both sides have so much room
TIGHT, EASY = 14, 28
TILE_REACH = 1.06  # u; how far a tile reaches from its middle at most, across and down: it lies at 45°
MARKER_REACH = 0.8  # u; how much of the felt around the marker of an open end is shown
SMALLEST, LARGEST = 6, 72  # the range of the scale (px per u)
# Refit if the tiles could become larger by this factor, so that the scale changes in few turns.
REFIT_GAIN = 1.2
STEP = 0.96  # a refit rounds the scale down to a whole step; the next tiles find room without another refit


def fit(box: "Edges", size: "Size", label_height: "float" = 0) -> "Viewport":
    """The viewport that shows the whole box, at one of the steps of the scale.

    `label_height` is the height (px) of the labels at the top. Tiles stay below them only if that does not shrink the tiles.
    """
    (x0, y0, x1, y1), (width, height) = box, size
    scale = step_below(fitting_scale(box, size), largest(width))
    free_height = height - (y1 - y0) * scale
    above = max(free_height / 2, min(free_height - MARGIN, label_height))
    return (x0 + x1) / 2, y0 + (height / 2 - above) / scale, scale


def fitting_scale(box: "Edges", size: "Size") -> "float":
    """The largest scale at which the box fits into the frame."""
    (x0, y0, x1, y1), (width, height) = box, size
    return min((width - 2 * MARGIN) / (x1 - x0), (height - 2 * MARGIN) / (y1 - y0))


def step_below(scale: "float", top: "float") -> "float":
    """The largest of the steps `top`, `top` * STEP, … that does not exceed the scale; at least SMALLEST.

    >>> step_below(100, 50), step_below(49, 50), step_below(1, 50)
    (50, 48.0, 6)
    """
    while top > scale and top > SMALLEST:
        top *= STEP
    return max(top, SMALLEST)


def largest(width: "float") -> "float":
    """The largest scale (px per u) that `fit` chooses in a frame of this width (px). A person may zoom in further."""
    return min(LARGEST, max(26, width / 9.3))  # at least 9.3 u fit across, except in very narrow frames


def limit_scale(scale: "float") -> "float":
    """The scale (px per u), limited to the range for zooming by a person."""
    return max(SMALLEST, min(scale, 2 * LARGEST))


def contains(viewport: "Viewport", size: "Size", box: "Edges") -> "bool":
    """Whether the box lies within the viewport."""
    (x, y, scale), (x0, y0, x1, y1) = viewport, box
    half_wide, half_high = size[0] / 2 / scale, size[1] / 2 / scale
    return x0 >= x - half_wide and x1 <= x + half_wide and y0 >= y - half_high and y1 <= y + half_high


def show_box(viewport: "Viewport", size: "Size", box: "Edges") -> "Viewport":
    """The viewport, zoomed out and moved only as far as needed to show the box."""
    (x, y, scale), (x0, y0, x1, y1) = viewport, box
    scale = max(SMALLEST, min(scale, size[0] / (x1 - x0), size[1] / (y1 - y0)))
    half_wide, half_high = size[0] / 2 / scale, size[1] / 2 / scale
    x = max(x1 - half_wide, min(x0 + half_wide, x))
    return x, max(y1 - half_high, min(y0 + half_high, y)), scale


def after_resize(
    viewport: "Viewport", old_size: "Size", size: "Size", box: "Edges", gain: "float" = REFIT_GAIN
) -> "Viewport | None":
    """The viewport after a change of the frame's height, or None to ask for a refit.

    The scale stays, and the tiles move as little as possible. A refit is needed if the box no longer fits at this scale,
    or if the tiles could be larger by more than the factor `gain`.
    """
    x, y, scale = viewport
    with_fixed_top = x, y + (size[1] - old_size[1]) / 2 / scale, scale
    return (
        None
        if has_room_for_larger_tiles(viewport, size, box, gain)
        else moved_to_show(with_fixed_top, size, box)
    )


def has_room_for_larger_tiles(
    viewport: "Viewport", size: "Size", box: "Edges", gain: "float" = REFIT_GAIN
) -> "bool":
    """Whether a refit would make the tiles larger by more than the factor `gain`."""
    return fit(box, size)[2] > gain * viewport[2]


def moved_to_show(viewport: "Viewport", size: "Size", box: "Edges") -> "Viewport | None":
    """The viewport, moved if the box comes too near to an edge; None if the box needs a smaller scale."""
    x0, y0, x1, y1 = box
    # The room of a side if both had the same. The 1 is for rounding: never a smaller scale for it.
    room = [(size[0] - (x1 - x0) * viewport[2]) / 2 - 1, (size[1] - (y1 - y0) * viewport[2]) / 2 - 1]
    across, down = [float(TIGHT if each > EASY else MARGIN) for each in room]
    if show_box(viewport, (size[0] - 2 * across, size[1] - 2 * down), box) == viewport:
        return viewport
    across, down = [max(MARGIN, min(EASY, each)) for each in room]
    moved = show_box(viewport, (size[0] - 2 * across, size[1] - 2 * down), box)
    return moved if moved[2] == viewport[2] else None


def enlarge(box: "Edges", areas: "list[Area]") -> "Edges":
    """The box, enlarged until these areas are inside."""
    x0, y0, x1, y1 = box
    for x, y, across, down in areas:
        x0, y0, x1, y1 = min(x0, x - across), min(y0, y - down), max(x1, x + across), max(y1, y + down)
    return x0, y0, x1, y1


def areas_of(places: "list[Place]") -> "list[Area]":
    """The areas that lit places take. A host with an older version does not say how far they reach."""
    reach = [TILE_REACH, TILE_REACH]
    return [(place["x"], place["y"]) + tuple(place.get("reach", reach)) for place in places]  # type: ignore[misc]  # a reach has two numbers


def zoom(viewport: "Viewport", size: "Size", factor: "float", px: "float", py: "float") -> "Viewport":
    """The viewport after a zoom by `factor` around the point (px, py) of the frame."""
    x, y = table_point(viewport, size, px, py)
    scale = limit_scale(viewport[2] * factor)
    return x - (px - size[0] / 2) / scale, y - (py - size[1] / 2) / scale, scale


def pan(viewport: "Viewport", box: "Edges", dx: "float", dy: "float") -> "Viewport":
    """The viewport after the picture moved by `dx` px to the right and `dy` px down.

    The viewport's middle stays within the box.
    """
    (x, y, scale), (x0, y0, x1, y1) = viewport, box
    return max(x0, min(x1, x - dx / scale)), max(y0, min(y1, y - dy / scale)), scale


def table_point(viewport: "Viewport", size: "Size", px: "float", py: "float") -> "Point":
    """The table's point (u) at a position in the frame (px)."""
    x, y, scale = viewport
    return x + (px - size[0] / 2) / scale, y + (py - size[1] / 2) / scale


def position(viewport: "Viewport", size: "Size", x: "float", y: "float") -> "Point":
    """The position in the frame (px) of a point of the table (u)."""
    return (x - viewport[0]) * viewport[2] + size[0] / 2, (y - viewport[1]) * viewport[2] + size[1] / 2


def css_transform(viewport: "Viewport", painted: "Viewport") -> "tuple[float, float, float]":
    """The CSS transform that makes a picture painted for the viewport `painted` look as in `viewport`.

    The result is (px across, px down, factor).
    """
    return (
        (painted[0] - viewport[0]) * viewport[2],
        (painted[1] - viewport[1]) * viewport[2],
        viewport[2] / painted[2],
    )


def view_box(viewport: "Viewport", size: "Size", units_per_u: "float") -> "tuple[float, float, float, float]":
    """The viewport in units of the SVG drawing: (left, top, width, height)."""
    x, y, scale = viewport
    width, height = size[0] / scale * units_per_u, size[1] / scale * units_per_u
    return x * units_per_u - width / 2, y * units_per_u - height / 2, width, height


def covered(
    viewport: "Viewport", size: "Size", side: "int", extent: "Size", points: "Sequence[Point]"
) -> "bool":
    """Whether a label covers one of the points (u).

    The label is in the frame's upper left corner (`side` 0) or upper right corner (`side` 1). Its `extent` is (across,
    down) in px.
    """
    for x, y in points:
        across, down = position(viewport, size, x, y)
        if (size[0] - across if side else across) < extent[0] and down < extent[1]:
            return True
    return False
