"""Costs of spots for a tile: bends, size, neighbours, and above all the space to grow that is left.

Every number whose double is still to come should keep an end with space for a foot. A spot that takes the last such
space costs more than a bend. Costs have no unit; a bend costs 50 to 250.
"""

from bisect import insort
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple

from game.rules.tiles import DOUBLE, HIGH, LOW, SUIT, Tile, is_double
from game.table.geometry import GAP, Shape, Spot, is_closer, shape_of
from game.table.spots.attachments import (
    FANS,
    NEAT_DOUBLE,
    NEAT_ORDINARY,
    ODD_DOUBLE,
    ODD_ORDINARY,
    SHIFTED_DOUBLE,
    SHIFTED_ORDINARY,
    Attachment,
    Fan,
    attached_spot,
    free_edge,
    toe_spot,
)
from game.table.spots.growth_space import (
    CLEARANCE,
    DesiredBox,
    core_squares,
    next_box,
    reduced_space,
    shortage_cost,
    space_at,
)
from game.table.spots.occupancy import End, Occupancy, extended_box, footprint, tile_shape
from game.table.spots.raster import window_corner

MIN_GAP = 0.8 * GAP
"""Tiles closer than this, in u, count as overlapping."""
TOO_CLOSE = 170.0
"""Cost of lying so close to an unrelated tile that the two look attached."""
BENT_FOOT, ROUND_THE_SIDE = 60.0, 60.0
"""Cost of a foot other than the neat one, and of one whose toes do not all lie on the front long side of the double."""
EVERY_END_WEIGHT, ROOMIEST_END_WEIGHT = 0.9, 1.4
"""Weights of the shortage cost of every end, and of each number's roomiest end.

The roomiest end counts more, because a double may be laid on any end of its number.
"""
MAX_FEET = 3
"""Largest number of feet that are rated for one spot of a double."""
WORK_PER_ATTACHMENT, WORK_PER_PLACE = 1, 8
"""Work of testing an attachment and of rating a spot, in the unit of MAX_WORK (game/table/spots/repair.py)."""
NO_END_COST = 1e9
"""Cost of a number before any of its ends is known: higher than that of every end."""
NEARBY = 9.0
"""Largest horizontal and vertical distance of two ends, in u, at which one end counts as near the other."""


@cache
def fan_cost(fan: Fan, neat: Fan) -> float:
    """Cost of the bends of a foot's toes. `neat` is the neat fan."""
    return BENT_FOOT * (fan != neat) + ROUND_THE_SIDE * any(abs(turn) > 1 for turn in fan)


def fitting_feet(
    double: Spot, fans: list[Fan], nearby: list[Shape], base: Shape
) -> Iterator[tuple[float, tuple[Spot, ...]]]:
    """Yield the feet that fit around a double, as (cost for bends and close neighbours, spots of the toes).

    `nearby` has the shapes around it, `base` the shape of the tile underneath.
    """
    toes: dict[int, tuple[float | None, Spot]] = {}  # by turn: the cost for close neighbours, and the spot
    for fan in fans:
        cost, foot = fan_cost(fan, fans[0]), []
        for turn in fan:
            if turn not in toes:
                toe = toe_spot(double, turn)
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
    An overlapping shape moves to the front of `nearby`, because it probably blocks the next spot too.
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


class RatedSpot(NamedTuple):
    """Spot for a tile, with the spots to reserve for toes. `cost` comes first, for sorting.

    `crowded` says whether the tile or a toe would be too close to unrelated tiles. `outward` is the cost of growing on
    there, see `DesiredBox.outward_cost`.
    """

    cost: float
    spot: Spot
    toes: tuple[Spot, ...]
    crowded: bool
    outward: float = 0.0


class CostModel:
    """Costs of the spots of one tile on one occupancy.

    `unseen` is the mask of the tiles that will not be on the table after this one. `toes` is the number of toes of a
    foot. `aspect` is the width of the board view divided by its height.
    """

    def __init__(self, occupancy: Occupancy, tile: Tile, unseen: int, toes: int, aspect: float) -> None:
        self.occupancy, self.tile, self.unseen, self.aspect = occupancy, tile, unseen & ~(1 << tile), aspect
        self.work = len(occupancy.ends) + len(occupancy.shapes) // 4
        """Work done so far, in the unit of MAX_WORK."""
        self.double = is_double(tile)
        self.toes = toes if self.double else 0
        self.desired_box = DesiredBox(len(occupancy.shapes), self.unseen.bit_count(), aspect)
        self._shortages: dict[Tile, float] | None = None
        self.suit_coming = [self.unseen & SUIT[suit] != 0 for suit in range(19)]
        """Whether a tile of each number may still come."""
        self.double_played = [not self.unseen >> DOUBLE[suit] & 1 for suit in range(19)]
        """Whether the double of each number has come."""

    def choose_reserved(self, double: Tile, roomiest: bool = False) -> Spot:
        """Choose one of the spots reserved on `double` for the tile.

        A tile whose line can go on gets the spot with the most space. Any other tile gets the spot with the least
        space. With `roomiest`, every tile gets the spot with the most space.
        """
        occupancy = self.occupancy
        goes_on = self.suit_coming[HIGH[self.tile] + LOW[self.tile] - HIGH[double]]
        sign = 1 if roomiest or goes_on else -1
        return min(
            occupancy.reserved[double],
            key=lambda slot: sign * shortage_cost(space_at(occupancy.raster, free_edge(slot))),
        )

    def cheapest_spots(self, on: Tile, anywhere: bool = False, most: int = 1) -> list[RatedSpot]:
        """Return the `most` cheapest free spots for the tile at the end of tile `on`, cheapest first.

        A double lies across its line, in the middle, with a neat foot. Only with `anywhere` may it also have a bent foot,
        be shifted or turned. A less neat kind of spot is tried only if there is no spot yet, or if the best spot is
        crowded.
        """
        nearby = self.nearby_shapes(on)
        other_ends = self.other_ends(on)
        cheapest: list[RatedSpot] = []
        for attachments, fans in self.spot_kinds(anywhere):
            if cheapest and not cheapest[0].crowded:
                break
            self.work += len(attachments) * WORK_PER_ATTACHMENT
            self._add_cheapest(
                self._free_spots(on, attachments, fans, nearby), on, other_ends, most, cheapest
            )
        return cheapest

    def bent_foot_spots(self, on: Tile) -> list[RatedSpot]:
        """Return the cheapest free spot for a double straight across its line with a bent foot; none if all are taken."""
        cheapest: list[RatedSpot] = []
        if self.double:
            spots = self._free_spots(on, NEAT_DOUBLE, FANS[self.toes][1:], self.nearby_shapes(on))
            self._add_cheapest(spots, on, self.other_ends(on), 1, cheapest)
        return cheapest

    def spot_kinds(self, anywhere: bool) -> list[tuple[list[Attachment], list[Fan]]]:
        """Kinds of spots, neatest first, as (attachments, fans). An ordinary tile has one fan without toes."""
        if not self.double:
            return [(NEAT_ORDINARY, [()]), (SHIFTED_ORDINARY, [()]), (ODD_ORDINARY, [()])]
        full = FANS[self.toes]
        if not anywhere:
            return [(NEAT_DOUBLE, full[:1])]
        kinds = [(NEAT_DOUBLE, full), (SHIFTED_DOUBLE, full[:1]), (ODD_DOUBLE, full[:1])]
        coming = (self.unseen & SUIT[HIGH[self.tile]]).bit_count()
        if coming < self.toes:
            kinds.append(([*NEAT_DOUBLE, *SHIFTED_DOUBLE], FANS[coming]))
        kinds.append(([*SHIFTED_DOUBLE[::2], *ODD_DOUBLE[::2]], full[1:]))
        return kinds

    def _free_spots(
        self, on: Tile, attachments: list[Attachment], fans: list[Fan], nearby: list[Shape]
    ) -> list[RatedSpot]:
        """Free spots. Their costs do not contain `space_cost` yet."""
        base = self.occupancy.shapes[on]
        end = self.occupancy.ends[on].edge
        window = self.occupancy.raster.window(*window_corner(end.x, end.y))
        fan = fans[0] if len(fans) == 1 else ()
        suit = HIGH[self.tile] + LOW[self.tile] - self.occupancy.open_suits[on]
        goes_on = not self.double and self.suit_coming[suit]
        outward, found = 0.0, []
        for attachment in attachments:
            if window & core_squares(end.heading, attachment, self.double, fan):
                continue
            spot = attached_spot(end, attachment)
            body = tile_shape(self.tile, spot)
            crowding = crowding_cost(body, nearby, base)
            if crowding is None:
                continue
            for foot_cost, toes in islice(fitting_feet(spot, fans, nearby, base), MAX_FEET):
                box = extended_box(self.occupancy.box, [body, *(shape_of(*toe) for toe in toes)])
                size = self.desired_box.cost(box)
                if goes_on:
                    beyond = next_box(free_edge(spot), self.double_played[suit])
                    outward = self.desired_box.outward_cost(beyond, box, size)
                cost = attachment.cost + crowding + foot_cost + size + EVERY_END_WEIGHT * outward
                found.append(RatedSpot(cost, spot, toes, crowding + foot_cost >= TOO_CLOSE, outward))
        return found

    def _add_cheapest(
        self,
        spots: list[RatedSpot],
        on: Tile,
        other_ends: "OtherEnds",
        most: int,
        cheapest: list[RatedSpot],
    ) -> None:
        """Add spots to `cheapest`, with their full costs. Skips spots that cannot be among the `most` cheapest."""
        for rated in sorted(spots):
            if len(cheapest) == most and rated.cost + other_ends.lower_bound >= cheapest[-1].cost:
                break
            self.work += WORK_PER_PLACE
            insort(
                cheapest,
                rated._replace(cost=rated.cost + self.space_cost(on, rated, other_ends)),
            )
            del cheapest[most:]

    def other_ends(self, on: Tile) -> "OtherEnds":
        """Return the costs of the ends that need space, apart from the end of tile `on`."""
        x, y, _ = self.occupancy.ends[on].edge
        left, right, top, bottom = x - NEARBY, x + NEARBY, y - NEARBY, y + NEARBY
        nearby, far_cost, near_cost = [], 0.0, 0.0
        least_far: dict[int, float] = {}
        least_of_all: dict[int, float] = {}
        for other, shortage in self.shortages().items():
            if other != on:
                end = self.occupancy.ends[other]
                suit, spot, *_ = end
                if left < spot.x < right and top < spot.y < bottom:
                    nearby.append((end, shortage))
                    near_cost += EVERY_END_WEIGHT * shortage
                else:
                    far_cost += EVERY_END_WEIGHT * shortage
                    if shortage < least_far.get(suit, NO_END_COST):
                        least_far[suit] = shortage
                if shortage < least_of_all.get(suit, NO_END_COST):
                    least_of_all[suit] = shortage
        if not self.double:  # the new end may become the roomiest of its number
            least_of_all.pop(HIGH[self.tile] + LOW[self.tile] - self.occupancy.open_suits[on], None)
        lower_bound = far_cost + near_cost + ROOMIEST_END_WEIGHT * sum(least_of_all.values())
        return OtherEnds(nearby, far_cost, least_far, lower_bound)

    def shortages(self) -> dict[Tile, float]:
        """Shortage cost of each end whose number may still come, by the tile that has the end."""
        if self._shortages is None:
            box, desired = self.occupancy.box, self.desired_box
            size = desired.cost(box)
            self._shortages = {
                on: shortage_cost(end.space) + desired.outward_cost(end.next_box, box, size)
                for on, end in self.occupancy.ends.items()
                if self.suit_coming[end.suit]
            }
        return self._shortages

    def nearby_shapes(self, on: Tile) -> list[Shape]:
        """Shapes of tiles and reserved spots that a tile or a foot on `on` could touch, except the shape of `on`."""
        base = self.occupancy.shapes[on]
        x, y, _ = self.occupancy.spots[on]
        far = 7.5 if self.double else 6.0
        left, right, top, bottom = 2 * (x - far), 2 * (x + far), 2 * (y - far), 2 * (y + far)
        return [
            shape
            for shape in (*self.occupancy.shapes.values(), *self.occupancy.reserved_shapes())
            if left < shape[0] + shape[1] < right and top < shape[2] + shape[3] < bottom
            if shape is not base
        ]

    def space_cost(self, on: Tile, rated: RatedSpot, other_ends: "OtherEnds") -> float:
        """Weighted sum of the shortage costs of all ends, with the tile at this spot, whose cost has its outward cost."""
        occupancy, spot, toes = self.occupancy, rated.spot, rated.toes
        squares = footprint(self.tile, spot, toes)
        cost, least = 0.0, dict(other_ends.least_far)
        if self.double:
            if self.suit_coming[HIGH[self.tile]]:
                for toe in toes:
                    cost += shortage_cost(space_at(occupancy.raster, free_edge(toe), more=squares))
        else:
            suit = HIGH[self.tile] + LOW[self.tile] - occupancy.open_suits[on]
            if self.suit_coming[suit]:
                space = space_at(occupancy.raster, free_edge(spot), self.double_played[suit])
                shortage = shortage_cost(space)
                cost += EVERY_END_WEIGHT * shortage
                least[suit] = min(shortage + rated.outward, least.get(suit, NO_END_COST))
        for (suit, edge, space, _), shortage in other_ends.nearby:
            remaining_space = reduced_space(space, edge.heading, squares)
            if remaining_space is not space:
                shortage += shortage_cost(remaining_space) - shortage_cost(space)
            cost += EVERY_END_WEIGHT * shortage
            if shortage < least.get(suit, NO_END_COST):
                least[suit] = shortage
        return cost + other_ends.far_cost + ROOMIEST_END_WEIGHT * sum(least.values())


class OtherEnds(NamedTuple):
    """Shortage costs of the ends that need space, apart from the end that takes the tile."""

    nearby: list[tuple[End, float]]
    """The ends near the tile, with their costs before it is laid."""
    far_cost: float
    """Weighted sum of the costs of all other ends. The tile does not change them."""
    least_far: dict[int, float]
    """Lowest cost of the far ends, by number."""
    lower_bound: float
    """Least space cost that any spot of the tile can have."""
