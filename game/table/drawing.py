"""Drawing of the table as SVG strings: tiles, webs, previews, open-end markers and rings.

A web is the translucent area around a tile, under all tiles. A pose becomes the CSS variables --x, --y and --a, and --c,
the direction from the middle of a half to its small numeral. assets/styles/tiles.css builds every transform from them.
A tile therefore glides when they change, while its visible thickness stays on the lower side and its numerals stay upright.
The layers, from the bottom, are webs, glow, shadows, slots, tiles, marks and ghosts.
"""

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from itertools import product
from math import atan2, cos, degrees, hypot, inf, radians, sin

from game.rules.tiles import DOUBLE, NAME, Tile, is_double
from game.table.faces import CORNER_RADIUS, WEB_MARGIN, U, tile_markup
from game.table.layout import Layout
from game.table.spots.occupancy import Box

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


def preview_markup(
    tile: Tile, pose: PoseLike, move: str = "", on: tuple[Tile, PoseLike] | None = None
) -> str:
    """Preview of the chosen tile at a place where it fits, for the layer `ghosts`.

    `move` is the code of the move, if the layout would choose this place for it. All places look alike. `on` is the tile
    underneath with its pose: a hinge shows to which end the place belongs.
    """
    halo, outline = (
        '<use class="halo" href="#web"/>',
        '<use class="under" href="#outline"/><use href="#outline"/>',
    )
    hinge = _hinge_markup(tile, pose, *on) if on else ""
    # the tile lies over its outline, which so covers no pip
    return _ghost_markup(move, pose, halo + outline + tile_markup(tile, "ghost-tile") + hinge)


def _ghost_markup(move: str, pose: PoseLike, content: str) -> str:
    """The content of a place at `pose`. `move`: see `preview_markup`."""
    mark = f' data-ghost="{escape(move)}"' if move else ""
    return f"<g{mark} {pose_attributes(pose)}>{content}</g>"


def _hinge_markup(tile: Tile, pose: PoseLike, on: Tile, on_pose: PoseLike) -> str:
    """Bar across the seam of two tiles, as a part of the drawing of `tile`: halfway between the parts that touch."""
    points = product(_middles(tile, pose), _middles(on, on_pose))
    (x0, y0), (x1, y1) = min(points, key=lambda pair: round(hypot(*_difference(*pair)), 3))
    across, down = (x0 + x1) / 2 - pose[0], (y0 + y1) / 2 - pose[1]
    c, s = cos(radians(pose[2])), sin(radians(pose[2]))
    x, y = across * c + down * s, down * c - across * s
    turn = degrees(atan2(y1 - y0, x1 - x0)) - pose[2]
    place = f"translate({round(U * x, 1) + 0:g} {round(U * y, 1) + 0:g}) rotate({round(turn) % 180})"
    return f'<rect class="hinge" x="-9" y="-30" width="18" height="60" rx="9" transform="{place}"/>'


def _middles(tile: Tile, pose: PoseLike) -> list[tuple[float, float]]:
    """Middles of both halves, and of a double itself: a tile touches another one with one of these parts."""
    x, y, angle = pose
    c, s = cos(radians(angle)), sin(radians(angle))
    parts = (0, -0.5, 0.5) if is_double(tile) else (-0.5, 0.5)
    return [(x + along * c, y + along * s) for along in parts]


def _difference(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return a[0] - b[0], a[1] - b[1]


def compared_move_markup(tile: int, pose: PoseLike, kind: str) -> str:
    """One of two moves that a review compares, for the layer `marks`: the tile where it goes, and a sign on it.

    `kind` is "chosen" (dashed outline, sign: a dot) or "better" (solid outline, sign: a star). The signs are at different
    ends of the bar (the line between the halves), so both are seen if both moves go to one place.
    """
    x, y = _bar_ends(pose)[kind == "better"]
    body = tile_markup(tile, "ghost-tile")
    return (
        f'<g class="compared {kind}"><g {pose_attributes(pose)}>{body}<use href="#outline"/></g>'
        f"{_sign_markup(x, y, kind)}</g>"
    )


SIGN_ASIDE = 0.6
"""Distance of the sign of a compared move from the marker of its end, in u."""


def lit_dot_markup(x: float, y: float, move: str = "") -> str:
    """A place that does not show its tile, for the layer `ghosts`: the dot of its end. `move`: see `preview_markup`."""
    return _ghost_markup(move, (x, y, 0), '<circle class="halo" r="42"/><circle class="dot" r="16"/>')


def compared_end_markup(marker: PoseLike, kind: str) -> str:
    """One of two moves that a review compares, where the tile has no room before others move: a ring round the end.

    `marker` is the point of the end's marker, and the direction of the line. `kind` and the signs: see `compared_move_markup`.
    The signs are on different sides of the line, and so beside its last tile.
    """
    x, y, angle = marker
    ring = f'<circle class="outline at" style="--x:{_number_text(x)};--y:{_number_text(y)}" r="40"/>'
    aside = radians(angle + (90 if kind == "better" else -90))
    sign = _sign_markup(x + SIGN_ASIDE * cos(aside), y + SIGN_ASIDE * sin(aside), kind)
    return f'<g class="compared {kind}">{ring}{sign}</g>'


def _sign_markup(x: float, y: float, kind: str) -> str:
    """The sign of one of two compared moves."""
    sign = (
        '<use href="#i-star" x="-22" y="-22" width="44" height="44"/>'
        if kind == "better"
        else '<circle class="sign-dot" r="13"/>'
    )
    return (
        f'<g class="at sign" style="--x:{_number_text(x)};--y:{_number_text(y)}">'
        f'<circle class="sign-ground" r="32"/>{sign}</g>'
    )


def slot_markup(pose: PoseLike) -> str:
    """Outline of a missing toe or arm, for the layer `slots`."""
    return f'<use href="#outline" {pose_attributes(pose)}/>'


def open_end_markup(x: float, y: float) -> str:
    """Marker of an open end that a tile of the hand fits, for the layer `marks`."""
    return f'<circle class="dot at" style="--x:{_number_text(x)};--y:{_number_text(y)}" r="18"/>'


PORTRAIT_PLACEHOLDER = "{{portrait {}}}"
"""Placeholder for the reference to a seat's portrait, which the page puts in (game/page/board/table_drawing.py)."""
BADGE_RADIUS = 38
NEAR_BADGE = 3.0
"""Distance of two tiles' middles, in u, from which on neither reaches a badge of the other."""
FRAME_MARGIN = 0.2
"""What the frame shows of the felt around the table's box at least, in u (MARGIN in game/page/board/framing.py)."""
CUT_OFF = 0.12
"""So much felt around a badge, in u, is worth as much as not being cut off by the frame."""
NO_BOX: Box = (-inf, -inf, inf, inf)


def last_tile_markup(pose: PoseLike, seat: int, badge: tuple[float, float]) -> str:
    """Ring round the last tile laid, and a badge with its player's portrait, for the layer `marks`.

    Both have the colour of the seat, as the frame of its portrait in the row of seats. `badge` is the badge's middle, see
    `badge_point`.
    """
    x, y = badge
    return (
        f'<use href="#ring" class="at s{seat}" style="{pose_style(pose)}"/>'
        f'<g class="badge at s{seat}" style="--x:{_number_text(x)};--y:{_number_text(y)}">'
        f'<use href="{PORTRAIT_PLACEHOLDER.format(seat)}" x="{-BADGE_RADIUS}" y="{-BADGE_RADIUS}"'
        f' width="{2 * BADGE_RADIUS}" height="{2 * BADGE_RADIUS}"/><circle r="{BADGE_RADIUS}"/></g>'
    )


def badge_point(pose: PoseLike, others: Iterable[PoseLike] = (), box: Box = NO_BOX) -> tuple[float, float]:
    """Middle of the badge at the last tile laid.

    The badge lies beside the bar (the line between the halves), where it covers no pips. It is on the side farther from
    the table's middle. If both sides are equally far, it is on the left or upper one. If the `others` leave no felt there,
    or the edge of the table's `box` would cut the badge off, it is on the other side. If that is no better, it lies where
    there is most felt around the tile.
    """
    near = [other for other in others if hypot(other[0] - pose[0], other[1] - pose[1]) < NEAR_BADGE]

    def freedom(side: tuple[float, float]) -> float:
        """Distance to the nearest other tile, as far as it matters: a badge with free felt needs no more.

        It is less where the frame cuts the badge off.
        """
        felt = min([BADGE_RADIUS / U, *(distance(side, other) for other in near)])
        return round(felt - CUT_OFF * (not is_in_frame(side, BADGE_RADIUS / U, box)), 3)

    sides = sorted(_bar_ends(pose), key=lambda side: (-round(hypot(*side), 3), *side))
    free = [side for side in sides if freedom(side) == BADGE_RADIUS / U]
    # else the first one of those with most felt
    return free[0] if free else max(sides + _around(pose), key=freedom)


def is_in_frame(point: tuple[float, float], radius: float, box: Box) -> bool:
    """Whether the frame shows all of a disc, if it shows the table's box (x0, y0, x1, y1) and no more than FRAME_MARGIN around."""
    (x, y), (x0, y0, x1, y1), reach = point, box, radius - FRAME_MARGIN
    return x0 + reach <= x <= x1 - reach and y0 + reach <= y <= y1 - reach


def _around(pose: PoseLike) -> list[tuple[float, float]]:
    """Points around a tile at which a badge covers none of its pips: beside its halves, beyond its short edges."""
    x, y, angle = pose
    c, s = cos(radians(angle)), sin(radians(angle))
    offsets = [(along / 4, across) for along in range(-4, 5) for across in (-0.86, 0.86)]
    offsets += [(along, across / 4) for along in (-1.36, 1.36) for across in range(-3, 4)]
    return [(x + along * c - across * s, y + along * s + across * c) for along, across in offsets]


def distance(point: tuple[float, float], pose: PoseLike) -> float:
    """Distance of a point from a tile, in u; 0 on the tile."""
    x, y, angle = pose
    c, s = cos(radians(angle)), sin(radians(angle))
    along = abs((point[0] - x) * c + (point[1] - y) * s) - 1
    across = abs((point[1] - y) * c - (point[0] - x) * s) - 0.5
    return hypot(max(along, 0.0), max(across, 0.0))


def _bar_ends(pose: PoseLike) -> list[tuple[float, float]]:
    """Points beyond both ends of the bar, so far that a badge there covers no pips, nor touches one."""
    x, y, angle = pose
    c, s = cos(radians(angle)), sin(radians(angle))
    return [(x - across * s, y + across * c) for across in (-0.82, 0.82)]


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
