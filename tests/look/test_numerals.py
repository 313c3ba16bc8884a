"""Small numerals on tiles: none covers a pip or reaches over the edge of its half, upright and on the diagonal."""

import re
from math import cos, hypot, radians, sin
from pathlib import Path

import pytest

from game.table.faces import pips

CSS = (Path(__file__).parents[2] / "assets" / "styles" / "tiles.css").read_text()
RULE = CSS[CSS.index(':root[data-numerals="on"]') :]
HALF = 50  # px; half the side of a half
CAP, DIGIT, UNDERLINE = (
    36.5,
    31.0,
    57.0,
)  # px of the type of 100: half its height, half a digit's width, the underline's foot
TWO = 0.72  # of two digits, which are drawn smaller


def variable(name: str) -> float:
    found = re.search(rf"--{name}: (-?[\d.]+)", RULE)
    assert found
    return float(found[1])


def factor(pattern: str) -> tuple[float, float]:
    found = re.search(pattern, CSS)
    assert found, "the transform in tiles.css has another form"
    return float(found[1]), float(found[2])


@pytest.mark.parametrize("corner", [-135, -90])
@pytest.mark.parametrize("number", range(19))
def test_a_small_numeral_covers_no_pip(number: int, corner: int) -> None:
    slope, shift = factor(r"--pip-out\) \* \(([\d.]+) \* sin\(var\(--c\)\) - ([\d.]+)\)")
    base, rise = factor(r"--num-out\) \* \(([\d.]+) \+ ([\d.]+) \* sin\(var\(--c\)\)\)")
    direction, size, scale = radians(corner), variable("num-size"), variable("pip-size")
    out = variable("num-out") * (base + rise * sin(direction))
    away = variable("pip-out") * (slope * sin(direction) - shift)
    x, y = out * cos(direction), out * sin(direction)
    width = size * DIGIT * (2 * TWO if number > 9 else 1)
    low = y + size * (UNDERLINE if number in (6, 9) else CAP)
    box = (x - width, y - size * CAP, x + width, low)
    turn = radians(corner + 135)  # of the half on screen
    radius, centres = pips(number)
    # the tile lies along +x, and its two halves are turned against each other
    for px, py in [(side * -cy, side * cx) for cx, cy in centres for side in (1, -1)]:
        cx = scale * (px * cos(turn) - py * sin(turn)) + away * cos(direction)
        cy = scale * (px * sin(turn) + py * cos(turn)) + away * sin(direction)
        gap = hypot(max(box[0] - cx, cx - box[2], 0), max(box[1] - cy, cy - box[3], 0)) - scale * radius
        assert gap > -0.5, (number, corner, gap)
        assert max(abs(cx * cos(turn) + cy * sin(turn)), abs(cy * cos(turn) - cx * sin(turn))) < HALF
    for left, top in ((box[0], box[1]), (box[2], box[1])):
        assert max(abs(left * cos(turn) + top * sin(turn)), abs(top * cos(turn) - left * sin(turn))) < HALF
