"""Draw small pictures for the written rules, as SVG markup. They use the layout and the drawing of the real table."""

from functools import lru_cache

from game.rules.moves import parse_move
from game.rules.tiles import DOUBLE, SET
from game.table.drawing import PoseLike, opening_markup, pose_style, slot_markup, web_markup
from game.table.faces import U, tile_markup
from game.table.layout import Layout

TWO_ARMS = "9-3>9-9 9-8>9-9"  # the first plays of the line and of the foot, as move codes
MARGIN = 1.3  # u (half a tile's length) around the middle of each tile; half of a tile's diagonal is 1.12 u


@lru_cache
def opening_picture(arms: int) -> str:
    """A centre with the empty places of its arms. `arms` is their number."""
    return _framed((-3.3, -3.3, 3.3, 3.3), opening_markup(arms))


@lru_cache
def line_picture() -> str:
    """A line of three tiles. Halves that touch have the same number."""
    return _picture_of_plays(f"{TWO_ARMS} 8-4>9-8 4-1>8-4", "9-8 8-4 4-1", 3)


@lru_cache
def foot_picture(toes: int) -> str:
    """A double across the end of a line, with the empty places of its toes."""
    return _picture_of_plays(f"{TWO_ARMS} 8-8>9-8", "9-8 8-8", toes)


def _picture_of_plays(codes: str, shown: str, toes: int) -> str:
    """Draw part of a table on which the plays `codes` were made.

    `codes` and `shown` are move codes and names of tiles, separated by spaces. The picture has the tiles `shown` and,
    if the last play is a double, the empty places of its `toes` toes. The centre, 9-9, has two arms.
    """
    table, unseen = Layout(9, 2, toes, 2.0), SET[9]  # double-9 set, 2 arms, aspect 2
    table.lay_centre(DOUBLE[9])
    for code in codes.split():
        move = parse_move(code, 0)
        unseen &= ~(1 << move.tile)
        table.place(move.tile, move.on, unseen)
    tiles = [parse_move(name, 0).tile for name in shown.split()]
    empty_places: list[PoseLike] = [
        (x, y, angle) for on, _, x, y, angle in table.open_spots() if on == table.pending
    ]
    poses = [*(table.poses[tile] for tile in tiles), *empty_places]
    xs, ys = [pose[0] for pose in poses], [pose[1] for pose in poses]
    faces = (tile_markup(tile, "at", f'style="{pose_style(table.poses[tile])}"') for tile in tiles)
    parts = [web_markup(table.poses[tile] for tile in tiles), *map(slot_markup, empty_places), *faces]
    box = (min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN)
    return _framed(box, "".join(parts))


def _framed(box: tuple[float, float, float, float], markup: str) -> str:
    """An `<svg>` that shows the box (x0, y0, x1, y1 in u) of the markup."""
    x0, y0, x1, y1 = (round(side * U) for side in box)
    return f'<svg class="picture" viewBox="{x0} {y0} {x1 - x0} {y1 - y0}" aria-hidden="true">{markup}</svg>'
