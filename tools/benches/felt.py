"""Measure how well the table fills the felt, over rounds between bots, without a browser.

The felt has the size that the page gives it with eight tiles in the hand. As in the page, the scale changes only when the
table's box does not fit any more; places at which a tile fits are not counted.
"""

import statistics

from game.commands.measure.layout_quality import Table, bot_rounds, lay_out
from game.page.board import framing
from game.players.bots import parse_spec
from game.rules.options.presets import resolve
from tools.benches.harness import Figures, Run, bench

ROUNDS = 300
FELTS = {
    "390x844": (384, 542),
    "360x640": (354, 346),
    "844x390": (603, 390),
    "1440x900": (1054, 524),
}  # px, by window
TILES = ((5, 12), (12, 20), (20, 28), (28, 99))  # more than, up to; as in docs/layout.md


@bench
def felt(run: Run) -> Figures:
    """How large the tiles are drawn, how much of the felt they take, and how often the scale changes.

    Half of a tile and the share of the table's box are medians of the turns with so many tiles.
    """
    options = resolve("montgomery", players=4)
    bots = [parse_spec("greedy"), parse_spec("hen")]
    played = list(bot_rounds(options, bots, "felt", run.count(ROUNDS)))
    measured: Figures = {}
    for window, size in FELTS.items():
        aspect = round(size[0] / size[1], 3)
        tables = [lay_out(options, plays, aspect, 0.0, "felt") for plays in played]
        turns = [turn for table in tables for turn in _turns(table, size)]
        for more, most in TILES:
            shown = [(scale, share) for tiles, scale, share, _ in turns if more < tiles <= most]
            name = f"felt_{window}_{more}_tiles"
            measured[f"{name}_half_px"] = round(statistics.median(scale for scale, _ in shown), 1)
            measured[f"{name}_share_percent"] = round(100 * statistics.median(share for _, share in shown))
        changes = 100 * sum(changed for *_, changed in turns) / len(turns)
        measured[f"felt_{window}_turns_with_another_scale_percent"] = round(changes, 1)
        moved = 100 * sum(table.moves for table in tables) / len(turns)
        measured[f"felt_{window}_plays_that_move_tiles_percent"] = round(moved, 2)
    return measured


def _turns(table: Table, size: tuple[int, int]) -> list[tuple[int, float, float, bool]]:
    """The turns of a round as (tiles on the table, scale, share of the felt, whether the scale changed)."""
    turns: list[tuple[int, float, float, bool]] = []
    viewport = framing.fit(table.boxes[0], size)
    for tiles, box in enumerate(table.boxes, 2):
        before = viewport[2]
        moved = framing.moved_to_show(viewport, size, box)
        viewport = framing.fit(box, size) if moved is None else moved
        x0, y0, x1, y1 = box
        share = (x1 - x0) * (y1 - y0) * viewport[2] ** 2 / (size[0] * size[1])
        turns.append((tiles, viewport[2], share, viewport[2] != before))
    return turns
