"""Draw the final table of a finished round as a small picture."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from game.rules.round.round_state import Round
from game.session.board_layout import BoardLayout
from game.table.drawing import pose_style, slot_markup, web_markup
from game.table.faces import tile_markup
from game.table.geometry import Pose

if TYPE_CHECKING:
    from game.contract.basics import Picture

WIDTH, HEIGHT = 15.2, 7.0  # size in u of the part of the table that the picture shows; the page adds a margin
BUTTON = 6.5, 2.6  # width and height in u of the button in a corner of the picture


async def draw_round(played: Round) -> Picture:
    """The part of a round's table around its pending foot, or else around its last tile.

    Lets the engine do other work after each tile. A pending foot is drawn with a glow, and with the outlines of its missing
    toes.
    """
    board = BoardLayout(played.options, WIDTH / HEIGHT)
    laid, foot = played.board.laid, played.board.foot
    for count in range(1, len(laid) + 1):
        board.follow(laid[:count])
        await asyncio.sleep(0)
    poses = board.layout.poses
    middle = poses[laid[-1][0]]
    parts = [web_markup(poses.values())]
    # in the opening, `foot` is the centre, which has arms instead of toes
    if foot >= 0 and not played.board.opening:
        middle, slots = poses[foot], board.missing_toes(foot)
        toes = [tile for tile, on in laid if on == foot]
        glow = web_markup([*(poses[tile] for tile in (foot, *toes)), *slots])
        parts.append(f'<g class="glow">{glow}{"".join(map(slot_markup, slots))}</g>')
    parts += [tile_markup(tile, "at", f'style="{pose_style(pose)}"') for tile, pose in poses.items()]
    left, top, right, bottom = board.layout.box()
    x0 = _start(middle[0], left, right, WIDTH)
    y0 = _start(middle[1], top, bottom, HEIGHT)
    box = [x0, y0, x0 + WIDTH, y0 + HEIGHT]
    return {"tiles": "".join(parts), "box": box, "corner": _emptiest_corner(box, list(poses.values()))}


def _start(middle: float, low: float, high: float, size: float) -> float:
    """The start of a window of this size around `middle`, within low to high.

    If the window is larger than that range, the range lies in its middle.
    """
    if high - low <= size:
        return (low + high - size) / 2
    return min(max(middle - size / 2, low), high - size)


def _emptiest_corner(box: list[float], poses: list[Pose]) -> str:
    """The corner of the box in which the fewest tiles lie under the button, preferably a lower one."""
    width, height = BUTTON
    x0, y0, x1, y1 = box

    def tiles_in_corner(corner: str) -> int:
        left = x0 if "left" in corner else x1 - width
        top = y0 if "top" in corner else y1 - height
        right, bottom = left + width, top + height
        reach = 1  # u, half the length of a tile
        return sum(left - reach < x < right + reach and top - reach < y < bottom + reach for x, y, _ in poses)

    return min(("left-bottom", "right-bottom", "left-top", "right-top"), key=tiles_in_corner)
