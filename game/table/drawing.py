"""Drawing of the table as SVG strings: tiles, webs, previews, open-end markers and rings.

A web is the translucent area around a tile, under all tiles. A pose becomes the CSS variables --x, --y and --a, and --c,
the direction from the middle of a half to its small numeral. assets/styles/tiles.css builds every transform from them.
A tile therefore glides when they change, while its visible thickness stays on the lower side and its numerals stay upright.
The layers, from the bottom, are webs, glow, shadows, slots, tiles, marks and ghosts.
"""

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from math import cos, hypot, radians, sin

from game.rules.tiles import DOUBLE, NAME
from game.table.faces import CORNER_RADIUS, WEB_MARGIN, U, tile_markup
from game.table.layout import Layout

PoseLike = tuple[float, float, float]
"""A `Pose` (game/table/geometry.py) or a plain tuple (x, y, angle). x and y are in u, the angle is in degrees."""
SHADOW_SHIFT = 13
"""Distance, in hundredths of u, by which a shadow lies lower on screen than its tile."""


def pose_attributes(pose: PoseLike) -> str:
    """Attributes that put an element at `pose`.

    >>> pose_attributes((1.5, -2, 45))
    'class="at" style="--x:1.5;--y:-2;--a:45deg;--c:-90deg"'
    """
    return f'class="at" style="{pose_style(pose)}"'


def pose_style(pose: PoseLike) -> str:
    """Value of the `style` attribute that puts an element at `pose`."""
    x, y, angle = pose
    # by default a small numeral is at the upper left of a half; on a diagonal tile it is at the top (-90°)
    numeral_direction = ";--c:-90deg" if round(angle) % 90 else ""
    return f"--x:{_number_text(x)};--y:{_number_text(y)};--a:{_number_text(angle)}deg{numeral_direction}"


def _number_text(value: float) -> str:
    return f"{round(value, 3) + 0:g}"  # + 0 turns -0.0 into 0


def placed_markup(tile: int, pose: PoseLike) -> str:
    """Tile on the table, for the layer `tiles`."""
    return tile_markup(tile, "at", f'data-placed="{NAME[tile]}" style="{pose_style(pose)}"')


def underlay_markup(poses: Iterable[PoseLike]) -> dict[str, str]:
    """Layers `webs` and `shadows` for all tiles, by layer name.

    Each layer is one path with every tile's outline. Overlapping outlines therefore leave no darker spots.
    A translucent group would have the same effect, but would take most of the time of a frame.
    """
    all_poses = list(poses)
    return {
        "webs": web_markup(all_poses),
        "shadows": _outlines_markup("shade", all_poses, 0, SHADOW_SHIFT),
    }


def web_markup(poses: Iterable[PoseLike], margin: float = WEB_MARGIN) -> str:
    """Webs of some tiles as one path, for the layers `webs` and `glow` (the web of a foot). `margin` is in hundredths of u."""
    return _outlines_markup("web", poses, margin, 0)


def _outlines_markup(css_class: str, poses: Iterable[PoseLike], margin: float, shift_down: float) -> str:
    return f'<path class="{css_class}" d="{"".join(_outline(*pose, margin, shift_down) for pose in poses)}"/>'


@lru_cache(1024)  # every scene asks for all tiles of the table, and few have moved
def _outline(x: float, y: float, angle: float, margin: float, shift_down: float) -> str:
    """Rounded outline of a tile as path commands. `margin` enlarges it, `shift_down` moves it (hundredths of u)."""
    c, s = cos(radians(angle)), sin(radians(angle))

    def offset(along: float, across: float) -> str:
        """Turn an offset along and across the tile into SVG coordinates."""
        return f"{round(along * c - across * s, 1) + 0:g} {round(along * s + across * c, 1) + 0:g}"

    r = CORNER_RADIUS + margin
    half_long, half_short = U + margin, U / 2 + margin
    long, short = 2 * (half_long - r), 2 * (half_short - r)
    start_x = x * U + (r - half_long) * c + half_short * s
    start_y = y * U + (r - half_long) * s - half_short * c + shift_down
    # for each side: the offset along it, then the offset around the corner at its end
    sides = ((long, 0, r, r), (0, short, -r, r), (-long, 0, -r, -r), (0, -short, r, -r))
    commands = "".join(f"l{offset(a, b)}a{r} {r} 0 0 1 {offset(p, q)}" for a, b, p, q in sides)
    return f"M{start_x:.1f} {start_y:.1f}{commands}z"


def preview_markup(tile: int, pose: PoseLike, move: str = "") -> str:
    """Preview of the chosen tile at a place where it fits, for the layer `ghosts`.

    `move` is the code of the move, if the layout would choose this place for it. All places look alike.
    """
    mark = f' data-ghost="{escape(move)}"' if move else ""
    body = tile_markup(tile, "ghost-tile")
    return f'<g{mark} {pose_attributes(pose)}><use class="halo" href="#web"/>{body}<use href="#outline"/></g>'


def compared_move_markup(tile: int, pose: PoseLike, kind: str) -> str:
    """One of two moves that a review compares, for the layer `marks`: the tile where it goes, and a sign on it.

    `kind` is "chosen" (dashed outline, sign: a dot) or "better" (solid outline, sign: a star). The signs are at different
    ends of the bar (the line between the halves), so both are seen if both moves go to one place.
    """
    x, y = _bar_ends(pose)[kind == "better"]
    sign = (
        '<use href="#i-star" x="-22" y="-22" width="44" height="44"/>'
        if kind == "better"
        else '<circle class="sign-dot" r="13"/>'
    )
    body = tile_markup(tile, "ghost-tile")
    return (
        f'<g class="compared {kind}"><g {pose_attributes(pose)}>{body}<use href="#outline"/></g>'
        f'<g class="at sign" style="--x:{_number_text(x)};--y:{_number_text(y)}"><circle class="sign-ground" r="32"/>{sign}</g></g>'
    )


def slot_markup(pose: PoseLike) -> str:
    """Outline of a missing toe or arm, for the layer `slots`."""
    return f'<use href="#outline" {pose_attributes(pose)}/>'


def open_end_markup(x: float, y: float) -> str:
    """Marker of an open end that a tile of the hand fits, for the layer `marks`."""
    return f'<circle class="dot at" style="--x:{_number_text(x)};--y:{_number_text(y)}" r="13"/>'


PORTRAIT_PLACEHOLDER = "{{portrait {}}}"
"""Placeholder for the reference to a seat's portrait, which the page puts in (game/page/board/table_drawing.py)."""
BADGE_RADIUS = 38


def last_tile_markup(pose: PoseLike, seat: int) -> str:
    """Ring round the last tile laid, and a badge with its player's portrait, for the layer `marks`.

    Both have the colour of the seat, as the frame of its portrait in the row of seats.

    The badge lies beside the bar (the line between the halves), where it covers no pips. It is on the side farther from
    the table's middle. If both sides are equally far, it is on the left or upper one.
    """
    x, y = max(_bar_ends(pose), key=lambda side: (round(hypot(*side), 3), -side[0], -side[1]))
    badge = (
        f'<g class="badge at s{seat}" style="--x:{_number_text(x)};--y:{_number_text(y)}">'
        f'<use href="{PORTRAIT_PLACEHOLDER.format(seat)}" x="{-BADGE_RADIUS}" y="{-BADGE_RADIUS}"'
        f' width="{2 * BADGE_RADIUS}" height="{2 * BADGE_RADIUS}"/><circle r="{BADGE_RADIUS}"/></g>'
    )
    return f'<use href="#ring" class="at s{seat}" style="{pose_style(pose)}"/>{badge}'


def _bar_ends(pose: PoseLike) -> list[tuple[float, float]]:
    """Points beyond both ends of the bar, so far that a badge there covers no pips."""
    x, y, angle = pose
    c, s = cos(radians(angle)), sin(radians(angle))
    return [(x - across * s, y + across * c) for across in (-0.75, 0.75)]


def opening_markup(arms: int) -> str:
    """Small picture of an opening: the centre in the accent colour, and 2 to 8 blank arms.

    The picture fits in the square from -330 to 330 (hundredths of u) around the point 0, 0.
    """
    # The picture is a table whose centre is horizontal (angle 0): either a tall or a wide table has one.
    layouts = [Layout(9, arms, aspect=aspect) for aspect in (0.5, 2)]
    for layout in layouts:
        layout.lay_centre(DOUBLE[9])
    layout = min(layouts, key=lambda layout: layout.poses[DOUBLE[9]].angle)
    poses = [(x, y, angle) for _, _, x, y, angle in layout.open_spots()]
    blanks = "".join(f'<use href="#blank" {pose_attributes(pose)}/>' for pose in poses)
    return f'{blanks}<use href="#blank" class="at centre" style="{pose_style(layout.poses[DOUBLE[9]])}"/>'
