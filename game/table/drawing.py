"""Markup of a laid table: tiles, the web under the lines, previews, open-end markers and rings, as short SVG strings.

A pose is (x, y, angle): the tile's middle in u (y points down) and the direction of its long axis in degrees, clockwise
on screen, with the half of the higher number at the front. A pose becomes the CSS variables --x, --y and --a.
The style sheet builds the transform from these variables. A tile therefore glides when they change,
and its edge and numerals know which way is down. Layers from the bottom: webs, glow, shadows, slots, tiles, marks, ghosts.
"""

from collections.abc import Iterable
from html import escape
from math import cos, hypot, radians, sin

from game.rules.tiles import DOUBLE, NAME
from game.table.faces import U, tile_markup
from game.table.layout import Layout

PoseLike = tuple[float, float, float]


def pose_attributes(pose: PoseLike) -> str:
    """Attributes that put an element at `pose`.

    >>> pose_attributes((1.5, -2, 45))
    'class="at" style="--x:1.5;--y:-2;--a:45deg;--c:-90deg"'
    """
    return f'class="at" style="{pose_style(pose)}"'


def pose_style(pose: PoseLike) -> str:
    """Value of the `style` attribute that puts an element at `pose`."""
    x, y, angle = pose
    # the upper corner of a diagonal tile holds the index numeral
    corner = ";--c:-90deg" if round(angle) % 90 else ""
    return f"--x:{_short(x)};--y:{_short(y)};--a:{_short(angle)}deg{corner}"


def _short(value: float) -> str:
    return f"{round(value, 3) + 0:g}"


def placed_markup(tile: int, pose: PoseLike) -> str:
    """Markup of a tile on the table, for the layer `tiles`."""
    return tile_markup(tile, "at", f'data-placed="{NAME[tile]}" style="{pose_style(pose)}"')


def underlay_markup(poses: Iterable[PoseLike]) -> dict[str, str]:
    """Markup of the layers `webs` and `shadows` for all tiles.

    Each layer is one path with every tile's outline. Overlapping outlines then leave no darker spots, and the layer needs no
    translucent group, which would take most of the time of a frame.
    """
    places = list(poses)
    return {
        "webs": web_markup(places),
        "shadows": _outlines("shade", places, 0, 13),
    }


def web_markup(poses: Iterable[PoseLike]) -> str:
    """Web under some tiles as one path, for the layers `webs` and `glow` (the glow of a pending foot)."""
    return _outlines("web", poses, 24, 0)


def _outlines(kind: str, poses: Iterable[PoseLike], margin: float, shift_down: float) -> str:
    return f'<path class="{kind}" d="{"".join(_outline(pose, margin, shift_down) for pose in poses)}"/>'


def _outline(pose: PoseLike, margin: float, shift_down: float) -> str:
    """Rounded outline of a tile, enlarged by `margin` and moved down by `shift_down`, as a part of a path."""
    x, y, angle = pose
    c, s = cos(radians(angle)), sin(radians(angle))

    def step(along: float, across: float) -> str:
        return f"{round(along * c - across * s, 1) + 0:g} {round(along * s + across * c, 1) + 0:g}"

    r = 16 + margin
    half_long, half_short = U + margin, U / 2 + margin
    long, short = 2 * (half_long - r), 2 * (half_short - r)
    start_x = x * U + (r - half_long) * c + half_short * s
    start_y = y * U + (r - half_long) * s - half_short * c + shift_down
    turns = ((long, 0, r, r), (0, short, -r, r), (-long, 0, -r, -r), (0, -short, r, -r))
    sides = "".join(f"l{step(a, b)}a{r} {r} 0 0 1 {step(p, q)}" for a, b, p, q in turns)
    return f"M{start_x:.1f} {start_y:.1f}{sides}z"


def preview_markup(tile: int, move: str, pose: PoseLike) -> str:
    """Preview of the chosen tile after `move`, for the layer `ghosts`."""
    code = escape(move)
    halves = tile_markup(tile, "ghost-tile")
    return (
        f'<g data-ghost="{code}" {pose_attributes(pose)}><use href="#web"/>{halves}<use href="#outline"/></g>'
    )


def slot_markup(pose: PoseLike) -> str:
    """Outline of a missing toe or arm, for the layer `slots`."""
    return f'<use href="#outline" {pose_attributes(pose)}/>'


def open_end_markup(x: float, y: float) -> str:
    """Marker of an open end that a tile of the hand fits, for the layer `marks`."""
    return f'<circle class="dot at" style="--x:{_short(x)};--y:{_short(y)}" r="13"/>'


LETTER_SLOT = "{{letter {}}}"
"""Placeholder for the first letter of a seat's name. The page fills it in, because it can split letters of every script."""


def last_tile_markup(pose: PoseLike, seat: int) -> str:
    """Ring round the last tile laid, and the badge for its player's monogram (LETTER_SLOT), for the layer `marks`.

    The badge sits beside the bar, where it covers no pips, on the side farther from the table's middle. If both sides
    are equally far, the left or upper one is used.
    """
    x, y = max(_sides(pose), key=lambda side: (round(hypot(*side), 3), -side[0], -side[1]))
    badge = (
        f'<g class="badge at s{seat}" style="--x:{_short(x)};--y:{_short(y)}">'
        f'<circle r="26"/><text y="10">{LETTER_SLOT.format(seat)}</text></g>'
    )
    return f'<use href="#ring" {pose_attributes(pose)}/>{badge}'


def _sides(pose: PoseLike) -> list[tuple[float, float]]:
    """Points just beyond both ends of the bar."""
    x, y, angle = pose
    c, s = cos(radians(angle)), sin(radians(angle))
    return [(x - across * s, y + across * c) for across in (-0.6, 0.6)]


def opening_markup(arms: int) -> str:
    """Small picture of an opening with 2 to 8 arms: 660 units square around 0,0, centre in the accent colour, arms in ivory."""
    layouts = [Layout(9, arms, aspect=aspect) for aspect in (0.5, 2)]
    for layout in layouts:
        layout.lay_centre(DOUBLE[9])
    # the layout with a horizontal centre
    layout = min(layouts, key=lambda layout: layout.poses[DOUBLE[9]].angle)
    poses = [(x, y, angle) for _, _, x, y, angle in layout.open_spots()]
    blanks = "".join(f'<use href="#blank" {pose_attributes(pose)}/>' for pose in poses)
    return f'{blanks}<use href="#blank" class="at centre" style="{pose_style(layout.poses[DOUBLE[9]])}"/>'
