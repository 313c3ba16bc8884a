"""Draw small pictures for the written rules, with the layout and the drawing of the real table."""

from functools import lru_cache

from game.rules.moves import parse_move
from game.rules.tiles import DOUBLE, SET
from game.table.drawing import PoseLike, opening_markup, pose_style, slot_markup, web_markup
from game.table.faces import U, tile_markup
from game.table.layout import Layout

ARMS = "9-3>9-9 9-8>9-9"


@lru_cache
def opening_picture(arms: int) -> str:
    """A centre with the empty places of its 2 to 8 arms."""
    return _framed((-3.3, -3.3, 3.3, 3.3), opening_markup(arms))


@lru_cache
def line_picture() -> str:
    """A line of three tiles; the halves that touch have the same number."""
    return _picture_of_plays(f"{ARMS} 8-4>9-8 4-1>8-4", "9-8 8-4 4-1", 3)


@lru_cache
def foot_picture(toes: int) -> str:
    """A double across the end of a line, with the empty places of its toes."""
    return _picture_of_plays(f"{ARMS} 8-8>9-8", "9-8 8-8", toes)


def _picture_of_plays(codes: str, shown: str, toes: int) -> str:
    """A picture of the tiles `shown` and the empty reserved places, after the plays `codes` on a centre with two arms."""
    table, unseen = Layout(9, 2, toes, 2.0), SET[9]
    table.lay_centre(DOUBLE[9])
    for code in codes.split():
        move = parse_move(code, 0)
        unseen &= ~(1 << move.tile)
        table.place(move.tile, move.on, unseen)
    tiles = [parse_move(name, 0).tile for name in shown.split()]
    waiting: list[PoseLike] = [
        (x, y, angle) for on, _, x, y, angle in table.open_spots() if on == table.pending
    ]
    places = [*(table.poses[tile] for tile in tiles), *waiting]
    xs, ys = [place[0] for place in places], [place[1] for place in places]
    faces = (tile_markup(tile, "at", f'style="{pose_style(table.poses[tile])}"') for tile in tiles)
    drawn = [web_markup(table.poses[tile] for tile in tiles), *map(slot_markup, waiting), *faces]
    return _framed((min(xs) - 1.3, min(ys) - 1.3, max(xs) + 1.3, max(ys) + 1.3), "".join(drawn))


def _framed(box: tuple[float, float, float, float], markup: str) -> str:
    x0, y0, x1, y1 = (round(side * U) for side in box)
    return f'<svg class="picture" viewBox="{x0} {y0} {x1 - x0} {y1 - y0}" aria-hidden="true">{markup}</svg>'
