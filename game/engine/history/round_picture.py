"""Draw the final table of a finished round as a small picture."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from game.rules.round.round_state import Round
from game.session.board_layout import NO_TOES, BoardLayout, ToesOfRound
from game.table.drawing import pose_style, slot_markup, web_markup
from game.table.faces import tile_markup

if TYPE_CHECKING:
    from game.contract.basics import Picture


async def draw_round(played: Round, aspect: float, toes: ToesOfRound = NO_TOES) -> Picture:
    """The whole table of a round, as it lay: with the aspect of the board view in the match, and the chosen toes.

    Lets the engine do other work after each tile. A pending foot is drawn with a glow, and with the outlines of its missing
    toes.
    """
    board = BoardLayout(played.options, aspect)
    laid, foot = played.board.laid, played.board.foot
    for count in range(1, len(laid) + 1):
        board.follow(laid[:count], toes)
        await asyncio.sleep(0)
    poses = board.layout.poses
    parts = [web_markup(poses.values())]
    # in the opening, `foot` is the centre, which has arms instead of toes
    if foot >= 0 and not played.board.opening:
        slots = board.missing_toes(foot)
        laid_toes = [tile for tile, on in laid if on == foot]
        glow = web_markup([*(poses[tile] for tile in (foot, *laid_toes)), *slots])
        parts.append(f'<g class="glow">{glow}{"".join(map(slot_markup, slots))}</g>')
    parts += [tile_markup(tile, "at", f'style="{pose_style(pose)}"') for tile, pose in poses.items()]
    return {"tiles": "".join(parts), "box": list(board.layout.box())}
