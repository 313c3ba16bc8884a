"""Measure the layout of the table over rounds between bots: its time, its size and its faults.

If a tile fits several equal ends, the layout chooses one. In 10 % of the plays the end is random, as if a person had
dragged the tile there. Lengths (`_tiles`) are in lengths of a tile.
"""

from game.commands.measure.layout_quality import measure
from game.players.bots import parse_spec
from game.rules.options.presets import resolve
from tools.benches.harness import Figures, Run, bench

# By name: preset, seats, changed options, rounds.
SAMPLES = {
    "double6_2_seats": ("pagat", 2, {"set": 6}, 200),
    "double9_4_seats": ("chickie", 4, {}, 200),
    "double12_6_seats": ("hastings", 6, {}, 100),
    "double18_10_seats": ("montgomery", 10, {"set": 18}, 20),
}
RANDOM_ENDS = 0.1  # the share of the plays with a random end


@bench
def layout(run: Run) -> Figures:
    """The layout of the table over rounds between bots: its time, its size and its faults.

    game/commands/measure/layout_quality.py explains their keys.

    Percentages are shares of the tiles, except `bent`, which is a share of the feet.
    """
    measured: Figures = {}
    for name, (preset, seats, changes, rounds) in SAMPLES.items():
        options = resolve(preset, changes, seats)
        quality = measure(
            options, [parse_spec("hen")], seed="bench", rounds=run.count(rounds), fixed=RANDOM_ENDS
        )
        for key in ("overlaps", "unplaced", "ms_per_tile_p50", "ms_per_tile_p95", "ms_per_tile_max"):
            measured[f"layout_{name}_{key}"] = quality[key]
        for key in ("extent_p50", "extent_p95"):
            measured[f"layout_{name}_{key}_tiles"] = quality[key]
        for key in ("moved", "on_bend", "false_contacts"):
            measured[f"layout_{name}_{key}_percent"] = round(100 * quality[key] / quality["tiles"], 3)
        measured[f"layout_{name}_bent_percent"] = round(100 * quality["bent"] / max(1, quality["feet"]), 3)
    return measured
