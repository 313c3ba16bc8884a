"""Cost of lying close to other tiles, and the feet (a double's toes) that fit around a double."""

from collections.abc import Iterator

from game.table.geometry import GAP, Place, Shape, is_closer, shape_of
from game.table.places.attachments import Fan, toe_place
from game.table.places.growth_room import CLEARANCE

MIN_GAP = 0.8 * GAP
"""Tiles closer than this, in u, count as overlapping."""
TOO_CLOSE = 120.0
"""Cost of lying so close to an unrelated tile that the two look attached."""
BENT_FOOT = 60.0
"""Cost of a foot other than the neat one."""


def fitting_feet(
    double: Place, fans: list[Fan], nearby: list[Shape], base: Shape
) -> Iterator[tuple[float, tuple[Place, ...]]]:
    """Yield the feet that fit around a double, as (cost for bends and close neighbours, places of the toes).

    `nearby` has the shapes around it, `base` the shape of the tile underneath.
    """
    toes: dict[int, tuple[float | None, Place]] = {}  # by turn: the cost for close neighbours, and the place
    for fan in fans:
        cost, foot = BENT_FOOT * (fan != fans[0]), []
        for turn in fan:
            if turn not in toes:
                toe = toe_place(double, turn)
                toes[turn] = crowding_cost(shape_of(*toe), nearby, base), toe
            crowding, toe = toes[turn]
            if crowding is None:
                break
            cost += crowding
            foot.append(toe)
        else:
            yield cost, tuple(foot)


def crowding_cost(shape: Shape, nearby: list[Shape], base: Shape) -> float | None:
    """Cost of lying close to other shapes. None if the shape overlaps one of them.

    The shape may lie close to `base`, the tile underneath.
    An overlapping shape moves to the front of `nearby`, because it probably blocks the next place too.
    """
    if is_closer(shape, base, MIN_GAP):
        return None
    cost = 0.0
    x0, x1, y0, y1 = shape[0] - CLEARANCE, shape[1] + CLEARANCE, shape[2] - CLEARANCE, shape[3] + CLEARANCE
    for index, other in enumerate(nearby):
        if (  # most shapes are far away, and these comparisons are faster than a call of `is_closer`
            other[1] > x0
            and other[0] < x1
            and other[3] > y0
            and other[2] < y1
            and is_closer(shape, other, CLEARANCE)
        ):
            if is_closer(shape, other, MIN_GAP):
                if index:
                    nearby.insert(0, nearby.pop(index))
                return None
            cost += TOO_CLOSE
    return cost
