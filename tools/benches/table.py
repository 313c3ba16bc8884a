"""The table's layout: time, size and looks over bot rounds; ends free but for one play in ten."""

from game.commands.measure.layout_quality import measure
from game.players.bots import parse_spec
from game.rules.options.presets import resolve

SAMPLES = {
    "double6_2_seats": ("pagat", 2, {"set": 6}, 200),
    "double9_4_seats": ("chickie", 4, {}, 200),
    "double12_6_seats": ("hastings", 6, {}, 100),
    "double18_10_seats": ("montgomery", 10, {"set": 18}, 20),
}
"""By name: preset, seats, changed options, rounds."""


def figures() -> dict[str, float]:
    """The layout's figures by sample; shares are percentages of tiles laid (of feet: `bent`)."""
    measured: dict[str, float] = {}
    for name, (preset, seats, changes, rounds) in SAMPLES.items():
        specs = [parse_spec(level) for level in ("greedy", "hen")]
        counted = measure(resolve(preset, changes, seats), specs, "bench", rounds, fixed=0.1)
        for key in ("overlaps", "unplaced", "ms_per_tile_p50", "ms_per_tile_p95", "ms_per_tile_max"):
            measured[f"table_{name}_{key}"] = counted[key]
        for key in ("extent_p50", "extent_p95"):
            measured[f"table_{name}_{key}_tiles"] = counted[key]
        for key in ("moved", "on_bend", "false_contacts"):
            measured[f"table_{name}_{key}_percent"] = round(100 * counted[key] / counted["tiles"], 3)
        measured[f"table_{name}_bent_percent"] = round(100 * counted["bent"] / max(1, counted["feet"]), 3)
    return measured
