"""Feet over whole rounds: doubles lie straight across their lines, and each toe's flat edge lies on its double's side."""

from math import cos, radians, sin

import pytest

from game.commands.measure.layout_quality import bot_rounds, lay_out
from game.players.bots import parse_spec
from game.rules.options.presets import resolve
from game.rules.tiles import HIGH, LOW, NAME, Tile, is_double
from game.table.geometry import CORNER_RADIUS, GAP, Pose
from game.table.overlap_check import outline

ROUNDS = 50
FLAT = 0.5 - CORNER_RADIUS
"""Half of the flat part of a tile's short edge, in u."""


def contact(tile: Pose, double: Pose, heading: float) -> tuple[float, float]:
    """The distance of the double from the near edge of a tile with this heading, and how far aside of the edge's middle."""
    c, s = cos(radians(heading)), sin(radians(heading))
    points = [
        ((x - tile.x) * c + (y - tile.y) * s, (y - tile.y) * c - (x - tile.x) * s) for x, y in outline(double)
    ]
    nearest = max(ahead for ahead, _ in points)
    touching = [aside for ahead, aside in points if ahead > nearest - 1e-6]
    return -1 - nearest, sum(touching) / len(touching)


def heading_away(tile: Tile, pose: Pose, suit: int) -> float:
    """The direction in which a tile leads away from its half with the number `suit`."""
    return pose.angle + (180 if HIGH[tile] == suit else 0)


@pytest.mark.parametrize(
    "aspect",
    [0.68, pytest.param(1.52, marks=pytest.mark.long), 1.97],
    ids=["phone", "phone on its side", "desktop"],
)
def test_doubles_lie_across_their_line_and_toes_on_their_double(aspect: float) -> None:
    options = resolve("montgomery", players=4)
    toes = doubles = 0
    for number, plays in enumerate(bot_rounds(options, [parse_spec("greedy")], f"feet {aspect}", ROUNDS)):
        table = lay_out(options, plays, aspect, 0.0, f"feet-{number}")
        poses = table.layout.poses
        for tile, (on, suit) in table.on_by.items():
            where = f"round {number}: {NAME[tile]} on {NAME[on]}"
            if is_double(tile):
                away = heading_away(on, poses[on], LOW[on] if HIGH[on] == suit else HIGH[on])
                x = poses[on].x + (1.5 + GAP) * cos(radians(away))
                y = poses[on].y + (1.5 + GAP) * sin(radians(away))
                across = (poses[tile].angle - away) % 180
                assert (poses[tile].x, poses[tile].y, across) == pytest.approx((x, y, 90)), where
                doubles += 1
            elif is_double(on):
                gap, aside = contact(poses[tile], poses[on], heading_away(tile, poses[tile], suit))
                assert gap == pytest.approx(GAP) and abs(aside) < FLAT, where
                toes += 1
    assert toes > 20 * ROUNDS and doubles > 4 * ROUNDS
