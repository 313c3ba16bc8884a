"""A laid table as SVG: placed tiles, the web under lines, ghosts, dots and rings, each a short string.

A pose is (x, y, angle): the tile's middle in u (y down) and the direction of its long axis in degrees, clockwise
on screen, the higher number's half at the front. It becomes the CSS variables --x, --y and --a of the element,
and the style sheet turns them into a transform: so a tile glides when its variables change, and its edge and its
numerals know which way is down. Layers, from below: webs, glow, shadows, slots, tiles, marks, ghosts.
"""

from collections.abc import Iterable
from html import escape
from math import cos, hypot, radians, sin

from game.rules.tiles import DOUBLE, NAME
from game.table.faces import U, tile_markup
from game.table.layout import Layout

Where = tuple[float, float, float]


def at(pose: Where) -> str:
    """The attributes that put an element at `pose`.

    >>> at((1.5, -2, 45))
    'class="at" style="--x:1.5;--y:-2;--a:45deg;--c:-90deg"'
    """
    return f'class="at" style="{style_of(pose)}"'


def style_of(pose: Where) -> str:
    """The same as the value of a `style` attribute, to move what lies there already."""
    x, y, angle = pose
    corner = ";--c:-90deg" if round(angle) % 90 else ""  # a diamond's upper corner holds the index numeral
    return f"--x:{_short(x)};--y:{_short(y)};--a:{_short(angle)}deg{corner}"


def _short(value: float) -> str:
    return f"{round(value, 3) + 0:g}"


def placed_markup(tile: int, pose: Where) -> str:
    """A tile on the table, to be put into the layer `tiles`."""
    return tile_markup(tile, "at", f'data-placed="{NAME[tile]}" style="{style_of(pose)}"')


def ground_markup(poses: Iterable[Where]) -> dict[str, str]:
    """The layers `webs` and `shadows` for all tiles at once.

    Each is one path with every tile's outline in it: no darker spots where outlines overlap, and no see-through
    group, which would cost most of the time of a frame.
    """
    places = list(poses)
    return {
        "webs": web_markup(places),
        "shadows": _union("shade", places, 0, 13),
    }


def web_markup(poses: Iterable[Where]) -> str:
    """The ground under some tiles as one path, for the layers `webs` and (a pending foot's) `glow`."""
    return _union("web", poses, 24, 0)


def _union(kind: str, poses: Iterable[Where], grow: float, drop: float) -> str:
    return f'<path class="{kind}" d="{"".join(_outline(pose, grow, drop) for pose in poses)}"/>'


def _outline(pose: Where, grow: float, drop: float) -> str:
    """A tile's rounded outline, grown by `grow` and moved down by `drop`, as a piece of a path."""
    x, y, angle = pose
    c, s = cos(radians(angle)), sin(radians(angle))

    def step(along: float, across: float) -> str:
        return f"{round(along * c - across * s, 1) + 0:g} {round(along * s + across * c, 1) + 0:g}"

    r = 16 + grow
    half_long, half_short = U + grow, U / 2 + grow
    long, short = 2 * (half_long - r), 2 * (half_short - r)
    start_x = x * U + (r - half_long) * c + half_short * s
    start_y = y * U + (r - half_long) * s - half_short * c + drop
    turns = ((long, 0, r, r), (0, short, -r, r), (-long, 0, -r, -r), (0, -short, r, -r))
    sides = "".join(f"l{step(a, b)}a{r} {r} 0 0 1 {step(p, q)}" for a, b, p, q in turns)
    return f"M{start_x:.1f} {start_y:.1f}{sides}z"


def ghost_markup(tile: int, move: str, pose: Where) -> str:
    """Where the chosen tile would lie after `move`, for the layer `ghosts`."""
    code = escape(move)
    halves = tile_markup(tile, "ghost-tile")
    return f'<g data-ghost="{code}" {at(pose)}><use href="#web"/>{halves}<use href="#outline"/></g>'


def slot_markup(pose: Where) -> str:
    """A missing toe or arm, for the layer `slots`."""
    return f'<use href="#outline" {at(pose)}/>'


def dot_markup(x: float, y: float) -> str:
    """A yolk dot at an open end that a tile of the hand fits, for the layer `marks`."""
    return f'<circle class="dot at" style="--x:{_short(x)};--y:{_short(y)}" r="13"/>'


LETTER = "{{letter {}}}"  # where the first letter of a seat's name goes, for the page to write: it knows letters of all scripts


def last_markup(pose: Where, seat: int) -> str:
    """The ring round the last tile laid and the place for its player's monogram (LETTER), for the layer `marks`.

    The badge sits at the bar, where it covers no pips, on the side that is further from the table's middle; of two
    such on the left or upper one.
    """
    x, y = max(_sides(pose), key=lambda side: (round(hypot(*side), 3), -side[0], -side[1]))
    badge = (
        f'<g class="badge at s{seat}" style="--x:{_short(x)};--y:{_short(y)}">'
        f'<circle r="26"/><text y="10">{LETTER.format(seat)}</text></g>'
    )
    return f'<use href="#ring" {at(pose)}/>{badge}'


def _sides(pose: Where) -> list[tuple[float, float]]:
    """Just off both ends of the bar."""
    x, y, angle = pose
    c, s = cos(radians(angle)), sin(radians(angle))
    return [(x - across * s, y + across * c) for across in (-0.6, 0.6)]


def opening_markup(arms: int) -> str:
    """A small picture of an opening with 2 to 8 arms, 660 square round 0,0: yolk centre, ivory arms."""
    tables = [Layout(9, arms, aspect=aspect) for aspect in (0.5, 2)]
    for table in tables:
        table.centre(DOUBLE[9])
    table = min(tables, key=lambda table: table.poses[DOUBLE[9]].angle)  # the one whose centre lies flat
    poses = [(x, y, angle) for _, _, x, y, angle in table.spots()]
    blanks = "".join(f'<use href="#blank" {at(pose)}/>' for pose in poses)
    return f'{blanks}<use href="#blank" class="at centre" style="{style_of(table.poses[DOUBLE[9]])}"/>'
