"""Tile faces as SVG: pip patterns from 0 to 18, and the definitions that every drawn tile refers to.

Drawings use hundredths of u, the side of a half. A tile is 200 by 100, with its middle at 0, 0. It lies along +x, with
the half of the higher number on the right.

A tile consists of three `<use>` elements, which inherit CSS variables. The variables set style, theme, grey state and
numerals, so a change of looks needs no new markup. assets/styles/tiles.css documents the variables.
"""

from game.rules.tiles import HIGH, LOW
from game.table import geometry

U = 100
"""Drawing units in one u."""

CORNER_RADIUS = round(U * geometry.CORNER_RADIUS)
"""Radius of a tile's corners, in hundredths of u."""
WEB_MARGIN = 24
"""Width, in hundredths of u, of the web (the translucent area around a tile) beyond each edge of the tile."""
LARGEST = 18
"""The highest number of pips on a half."""

# y values of the pips in a side column of four, five and six pips
_SIDE4 = (-31, -10.3, 10.3, 31)
_SIDE5 = (-34, -17, 0, 17, 34)
_SIDE6 = (-36, -21.6, -7.2, 7.2, 21.6, 36)

# by number: (pip radius, x of the right column, y values of both side columns, y values of the middle column)
_COLUMNS: dict[int, tuple[float, float, tuple[float, ...], tuple[float, ...]]] = {
    0: (0, 0, (), ()),
    1: (12, 0, (), (0,)),
    4: (11.5, 26, (-26, 26), ()),
    5: (11.5, 26, (-26, 26), (0,)),
    6: (11, 26, (-28, 0, 28), ()),
    7: (10.2, 27, (-28, 0, 28), (0,)),
    8: (9.8, 28, (-28, 0, 28), (-15, 15)),
    9: (9.8, 28, (-28, 0, 28), (-28, 0, 28)),
    10: (8.2, 28, _SIDE4, (-20.7, 20.7)),
    11: (8.2, 28, _SIDE4, (-20.7, 0, 20.7)),
    12: (8.2, 28, _SIDE4, _SIDE4),
    13: (7, 28, _SIDE5, (-17, 0, 17)),
    14: (7, 28, _SIDE5, (-25.5, -8.5, 8.5, 25.5)),
    15: (7, 28, _SIDE5, _SIDE5),
    17: (6, 28, _SIDE6, (-28.8, -14.4, 0, 14.4, 28.8)),
    18: (6, 28, _SIDE6, _SIDE6),
}


def pips(number: int) -> tuple[float, list[tuple[float, float]]]:
    """Radius and middle points of the pips of `number` (0..18).

    The half is 100 by 100 around 0, 0, as in a tile that stands upright: `_half` turns it.

    >>> pips(3)
    (11.5, [(27, -27), (0, 0), (-27, 27)])
    """
    if number == 2:
        return 11.5, [(26, -26), (-26, 26)]
    if number == 3:
        return 11.5, [(27, -27), (0, 0), (-27, 27)]
    if number == 16:
        return 7, [(x, y) for x in (-33, -11, 11, 33) for y in (-33, -11, 11, 33)]
    radius, x, side, middle = _COLUMNS[number]
    return radius, [(-x, y) for y in side] + [(0, y) for y in middle] + [(x, y) for y in side]


def tile_markup(tile: int, classes: str = "", attributes: str = "") -> str:
    """One tile as a `<g class="tile">`, with more `classes` and with these `attributes` (already escaped).

    >>> tile_markup(1)
    '<g class="tile"><use href="#tile"/><use href="#h1" x="50"/><use href="#h0" x="-50" class="low"/></g>'
    """
    all_classes = f"tile {classes}" if classes else "tile"
    more = f" {attributes}" if attributes else ""
    return (
        f'<g class="{all_classes}"{more}><use href="#tile"/><use href="#h{HIGH[tile]}" x="50"/>'
        f'<use href="#h{LOW[tile]}" x="-50" class="low"/></g>'
    )


def defs_markup() -> str:
    """Definitions that drawings refer to by `href`: bodies, backs, webs, outlines and the nineteen halves.

    A document contains them once, together with `gradients_markup`.
    """
    return "\n".join(["<defs>", *_bodies(), *(_half(n) for n in range(LARGEST + 1)), "</defs>"])


def gradients_markup() -> str:
    """Gradients that the definitions use.

    They belong in an `<svg>` that is not `display: none`. The output of `defs_markup` may be in a hidden `<svg>`.
    """
    return f"<defs>{_GRADIENTS}</defs>"


_GRADIENTS = (
    '<linearGradient id="sheen" x1="0" y1="0" x2="1" y2="1">'
    '<stop class="sheen-1"/><stop class="sheen-2" offset="1"/></linearGradient>\n'
    '<linearGradient id="back-fill" x1="0" y1="0" x2="1" y2="1">'
    '<stop class="back-1"/><stop class="back-2" offset="1"/></linearGradient>'
)


def _box(margin: float, css_class: str, more: str = "") -> str:
    """Rounded rectangle: the tile's outline, enlarged on all sides by `margin`. `more` has further attributes."""
    x, y, radius = U + margin, U / 2 + margin, CORNER_RADIUS + margin
    size = f'x="{-x:g}" y="{-y:g}" width="{2 * x:g}" height="{2 * y:g}" rx="{radius:g}"'
    return f'<rect class="{css_class}" {size}{more}/>'


def _bodies() -> list[str]:
    body = [
        _box(0, "edge"),
        _box(0, "face"),
        _box(0, "sheen", ' fill="url(#sheen)"'),
        '<path class="bar" d="M0-36V36"/><circle class="pin" r="5.5"/>',
    ]
    back = [
        _box(0, "back-edge"),
        _box(0, "back", ' fill="url(#back-fill)"'),
        '<path class="mark" d="M34 0H-30M2 0-26-24M2 0-26 24"/>',
    ]
    return [
        f'<g id="tile">{"".join(body)}</g>',
        f'<g id="back">{"".join(back)}</g>',
        f'<g id="blank">{_box(0, "face")}</g>',
        f'<g id="web">{_box(WEB_MARGIN, "web")}</g>',
        f'<g id="outline">{_box(0, "outline")}</g>',
        f'<g id="ring">{_box(2, "ring-rim")}{_box(2, "ring")}</g>',
    ]


def _half(number: int) -> str:
    """Definition of a half: pips, a coloured band and a numeral. CSS variables show or hide each of them."""
    radius, centres = pips(number)
    r = f"{radius:g} {radius:g}"
    # the tile lies along +x, so the pattern turns by 90 degrees
    circles = "".join(
        f"M{-y - radius:g} {x:g}a{r} 0 1 0 {2 * radius:g} 0 {r} 0 1 0 {-2 * radius:g} 0" for x, y in centres
    )
    pattern = f'<path class="pips p{number}" d="{circles}"/>' if circles else ""
    band = f'<rect class="band p{number}" x="32" y="-34" width="8" height="68" rx="4"/>'
    underline = '<path d="M-26 52h52"/>' if number in (6, 9) else ""
    classes = "numeral two" if number > 9 else "numeral"
    numeral = f'<g class="{classes} t{number}"><text y="36">{number}</text>{underline}</g>'
    return f'<g id="h{number}">{pattern}{band}{numeral}</g>'
