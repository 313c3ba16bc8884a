"""An independent look at a finished table: do tiles overlap, do attached halves touch and match?

Shares nothing with the layout: it knows poses only, makes polygons of them and tries every edge as a separating line.
"""

from collections.abc import Mapping
from math import cos, hypot, radians, sin
from typing import NamedTuple

TOUCHING = 0.25
"""Attached halves are not farther apart than this (the star of eight arms needs 0.21)."""

Point = tuple[float, float]
PoseLike = tuple[float, float, float]


def corners(pose: PoseLike, start: float = -1.0, stop: float = 1.0) -> list[Point]:
    """The corners of a tile, or of its part between `start` and `stop` along its long axis (-1 is its back, 1 its front)."""
    x, y, angle = pose
    c, s = cos(radians(angle)), sin(radians(angle))
    sides = ((start, -0.5), (stop, -0.5), (stop, 0.5), (start, 0.5))
    return [(x + c * along - s * across, y + s * along + c * across) for along, across in sides]


def apart(a: list[Point], b: list[Point]) -> float:
    """How far two convex polygons are apart on the best of all their edges' normals; negative: they overlap so deep."""
    best = float("-inf")
    for polygon in (a, b):
        for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            nx, ny = y1 - y0, x0 - x1
            length = hypot(nx, ny)
            ones = [(nx * x + ny * y) / length for x, y in a]
            others = [(nx * x + ny * y) / length for x, y in b]
            best = max(best, min(others) - max(ones), min(ones) - max(others))
    return best


def overlaps(poses: Mapping[int, PoseLike], slack: float = 1e-9) -> list[tuple[int, int]]:
    """The pairs of tiles that overlap by more than `slack`."""
    outlines = {tile: corners(pose) for tile, pose in poses.items()}
    pairs = []
    tiles = list(poses)
    for i, one in enumerate(tiles):
        for two in tiles[i + 1 :]:
            near = hypot(poses[one][0] - poses[two][0], poses[one][1] - poses[two][1]) < 2.3
            if near and apart(outlines[one], outlines[two]) < -slack:
                pairs.append((one, two))
    return pairs


def contacts(poses: Mapping[int, PoseLike], on: Mapping[int, int], near: float) -> int:
    """How many pairs of tiles are nearer than `near` though neither lies on the other nor both on the same tile."""
    outlines = {tile: corners(pose) for tile, pose in poses.items()}
    tiles = list(poses)
    count = 0
    for i, one in enumerate(tiles):
        for two in tiles[i + 1 :]:
            if hypot(poses[one][0] - poses[two][0], poses[one][1] - poses[two][1]) > 2.3 + near:
                continue
            kin = on.get(one) == two or on.get(two) == one or (one in on and on[one] == on.get(two))
            count += not kin and apart(outlines[one], outlines[two]) < near
    return count


class Joined(NamedTuple):
    """How a tile lies on another: how far their attached halves are apart, whether the numbers match, and how far the line
    turns there in degrees (0: straight on; None on the centre or a foot, where tiles fan out)."""

    apart: float
    match: bool
    turn: int | None


def halves(name: str) -> tuple[int, int]:
    """The numbers of a tile's front and back: '9-4' is 9 in front, 4 at the back."""
    front, back = name.split("-")
    return int(front), int(back)


def heading(name: str, pose: PoseLike, suit: int) -> float:
    """The direction in which an ordinary tile leads away from its half with the number `suit`."""
    front, _ = halves(name)
    return (pose[2] + (180 if front == suit else 0)) % 360


def joined(name: str, pose: PoseLike, on: str, below: PoseLike, suit: int) -> Joined:
    """How tile `name` lies on tile `on`, attached by the number `suit`."""
    double, onto_double = len(set(halves(name))) == 1, len(set(halves(on))) == 1
    mine = corners(pose) if double else half(name, pose, suit)
    theirs = corners(below) if onto_double else half(on, below, suit)
    match = suit in halves(name) and suit in halves(on)
    if onto_double:
        return Joined(apart(mine, theirs), match, None)
    front, back = halves(on)
    line = heading(on, below, front + back - suit)
    if double:
        turn = (pose[2] - line - 90) % 180
        turn = min(turn, 180 - turn)
        if turn == 90 or abs(ahead_of(below, line, pose)) < 0.3:
            turn = 90
    else:
        turn = (heading(name, pose, suit) - line) % 360
        turn = min(turn, 360 - turn)
    return Joined(apart(mine, theirs), match, round(turn))


def ahead_of(below: PoseLike, line: float, pose: PoseLike) -> float:
    """How far the middle of `pose` lies from the middle of the last half of `below`, along its line."""
    dx, dy = pose[0] - below[0], pose[1] - below[1]
    return dx * cos(radians(line)) + dy * sin(radians(line)) - 0.5


def half(name: str, pose: PoseLike, suit: int) -> list[Point]:
    """The corners of the half of an ordinary tile that shows `suit`."""
    front, _ = halves(name)
    return corners(pose, 0.0, 1.0) if front == suit else corners(pose, -1.0, 0.0)


def fanned(double: PoseLike, toes: list[float]) -> bool:
    """Whether toes with these headings lie on one side of a double, at -45, 0 or +45 degrees, each its own."""
    for facing in (double[2] + 90, double[2] - 90):
        turns = [round(toe - facing + 180) % 360 - 180 for toe in toes]
        if len(set(turns)) == len(turns) and all(turn in (-45, 0, 45) for turn in turns):
            return True
    return False
