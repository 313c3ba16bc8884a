"""Independent check of a finished layout: overlaps, attached halves that do not touch, numbers that do not match.

This module shares no code with the layout. It turns poses into polygons and tries every edge as a separating line.
Lengths are in u, half a tile's length. Angles are in degrees, clockwise, 0 to the right.
"""

from collections.abc import Mapping
from math import cos, hypot, radians, sin, sqrt
from typing import NamedTuple

TOUCHING = 0.25
"""Largest distance of two attached halves, in u. The arms at 45° of a centre with seven or eight arms need 0.22."""
REACH = 2.3
"""Two tiles whose middles are farther apart than this, in u, cannot overlap. A tile's diagonal is 2.24 u."""

ROUNDED = 0.16 * (2 - sqrt(2))
"""How much of an edge is cut off at either end, in u, by the tangent that touches a corner of radius 0.16 u at 45°."""

Point = tuple[float, float]
PoseLike = tuple[float, float, float]
"""A tile's pose: x and y of its middle, and the angle of its long axis, with the half of the higher number in front."""


def corners(pose: PoseLike, start: float = -1.0, stop: float = 1.0) -> list[Point]:
    """Corners of a tile, or of its part from `start` to `stop`: -1 is the back end, 1 the front end."""
    x, y, angle = pose
    c, s = cos(radians(angle)), sin(radians(angle))
    sides = ((start, -0.5), (stop, -0.5), (stop, 0.5), (start, 0.5))
    return [(x + c * along - s * across, y + s * along + c * across) for along, across in sides]


def outline(pose: PoseLike) -> list[Point]:
    """Corners of a tile whose rounded corners are cut off by tangents at 45°."""
    found = corners(pose)
    points = []
    for before, corner, after in zip(found[-1:] + found[:-1], found, found[1:] + found[:1], strict=True):
        for x, y in (before, after):
            part = ROUNDED / hypot(x - corner[0], y - corner[1])
            points.append((corner[0] + part * (x - corner[0]), corner[1] + part * (y - corner[1])))
    return points


def separation(a: list[Point], b: list[Point]) -> float:
    """Distance of two convex polygons on the axis that separates them best. It is negative if they overlap."""
    best = float("-inf")
    for polygon in (a, b):
        for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            nx, ny = y1 - y0, x0 - x1
            length = hypot(nx, ny)
            spans_a = [(nx * x + ny * y) / length for x, y in a]
            spans_b = [(nx * x + ny * y) / length for x, y in b]
            best = max(best, min(spans_b) - max(spans_a), min(spans_a) - max(spans_b))
    return best


def overlapping_pairs(poses: Mapping[int, PoseLike], slack: float = 1e-9) -> list[tuple[int, int]]:
    """Pairs of tiles that overlap by more than `slack` u."""
    outlines = {tile: outline(pose) for tile, pose in poses.items()}
    pairs = []
    tiles = list(poses)
    for i, one in enumerate(tiles):
        for two in tiles[i + 1 :]:
            near = hypot(poses[one][0] - poses[two][0], poses[one][1] - poses[two][1]) < REACH
            if near and separation(outlines[one], outlines[two]) < -slack:
                pairs.append((one, two))
    return pairs


def count_contacts(poses: Mapping[int, PoseLike], on: Mapping[int, int], near: float) -> int:
    """Count pairs of unrelated tiles that are closer than `near` u.

    Tiles are related if one is attached to the other, or if both are attached to the same tile. `on` maps each attached
    tile to the tile that it is attached to.
    """
    outlines = {tile: outline(pose) for tile, pose in poses.items()}
    tiles = list(poses)
    count = 0
    for i, one in enumerate(tiles):
        for two in tiles[i + 1 :]:
            if hypot(poses[one][0] - poses[two][0], poses[one][1] - poses[two][1]) > REACH + near:
                continue
            related = on.get(one) == two or on.get(two) == one or (one in on and on[one] == on.get(two))
            count += not related and separation(outlines[one], outlines[two]) < near
    return count


class AttachmentCheck(NamedTuple):
    """Measurements of an attachment: distance of the two halves, whether the numbers match, turn of the line.

    The turn is in degrees, 0 for straight on. It is None on a double, where tiles fan out.
    """

    separation: float
    match: bool
    turn: int | None


def numbers_of(name: str) -> tuple[int, int]:
    """Numbers of a tile's front and back half: '9-4' has 9 in front and 4 at the back."""
    front, back = name.split("-")
    return int(front), int(back)


def direction_away(name: str, pose: PoseLike, suit: int) -> float:
    """Direction, in degrees, in which a tile that is no double leads away from its half with the number `suit`."""
    front, _ = numbers_of(name)
    return (pose[2] + (180 if front == suit else 0)) % 360


def check_attachment(name: str, pose: PoseLike, on: str, on_pose: PoseLike, suit: int) -> AttachmentCheck:
    """Measure how the tile `name` is attached to the tile `on` by the number `suit`."""
    double, on_double = len(set(numbers_of(name))) == 1, len(set(numbers_of(on))) == 1
    own_corners = corners(pose) if double else half_corners(name, pose, suit)
    on_corners = corners(on_pose) if on_double else half_corners(on, on_pose, suit)
    match = suit in numbers_of(name) and suit in numbers_of(on)
    if on_double:
        return AttachmentCheck(separation(own_corners, on_corners), match, None)
    front, back = numbers_of(on)
    other = front + back - suit  # the number of the half that the line comes from
    direction = direction_away(on, on_pose, other)
    if double:
        turn = (pose[2] - direction - 90) % 180
        turn = min(turn, 180 - turn)
        # A double beside the half with `suit`, with its middle level with that half's middle, counts as a turn by 90
        # degrees, whatever its angle.
        if abs(distance_ahead(on_pose, direction, pose)) < 0.3:
            turn = 90
    else:
        turn = (direction_away(name, pose, suit) - direction) % 360
        turn = min(turn, 360 - turn)
    return AttachmentCheck(separation(own_corners, on_corners), match, round(turn))


def distance_ahead(on_pose: PoseLike, direction: float, pose: PoseLike) -> float:
    """How far, along `direction`, the middle of `pose` lies ahead of the middle of the tile's half that `direction` points to.

    The tile lies at `on_pose`.
    """
    dx, dy = pose[0] - on_pose[0], pose[1] - on_pose[1]
    return dx * cos(radians(direction)) + dy * sin(radians(direction)) - 0.5


def half_corners(name: str, pose: PoseLike, suit: int) -> list[Point]:
    """Corners of the half that shows `suit`, of a tile that is no double."""
    front, _ = numbers_of(name)
    return corners(pose, 0.0, 1.0) if front == suit else corners(pose, -1.0, 0.0)


def is_fanned(double: PoseLike, toes: list[float]) -> bool:
    """Whether the toes all face one long side of a double, at different turns of -45, 0 or +45 degrees.

    `toes` has the direction of each toe.
    """
    for facing in (double[2] + 90, double[2] - 90):
        turns = [round(toe - facing + 180) % 360 - 180 for toe in toes]
        if len(set(turns)) == len(turns) and all(turn in (-45, 0, 45) for turn in turns):
            return True
    return False
