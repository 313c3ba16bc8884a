"""Costs of places for a tile: bends, size, neighbours, and above all the room to grow that is left.

Every number whose double is still to come should keep an end with room for a foot. A tile that takes the last such room
costs more than any bend. Costs have no unit. A bend costs 54 to 130.
"""

from bisect import insort
from itertools import islice
from math import sqrt
from typing import NamedTuple

from game.rules.tiles import DOUBLE, HIGH, LOW, SUIT, Tile, is_double
from game.table.geometry import Place, Shape, shape_of
from game.table.places.attachments import (
    FANS,
    NEAT_DOUBLE,
    NEAT_ORDINARY,
    ODD_DOUBLE,
    ODD_ORDINARY,
    SHIFTED_DOUBLE,
    SHIFTED_ORDINARY,
    Attachment,
    Fan,
    attached_place,
    free_edge,
)
from game.table.places.crowding import TOO_CLOSE, crowding_cost, fitting_feet
from game.table.places.growth_room import DIRECTIONS, GrowthRoom, core_cells, reduced_room, room_at
from game.table.places.occupancy import End, Occupancy, extended_box, footprint, tile_shape
from game.table.places.raster import window_corner

TIGHT = (90.0, 24.0, 9.0, 2.0, 0.7, 0.0)
"""Cost of an end by the number of directions (0..5) in which it has room for a foot."""
ROOMY = (17.0, 4.0, 2.0, 1.0, 0.1, 0.0)
"""Cost of an end by the number of directions in which it has room for a foot and space beyond."""
PLAYED_TIGHT = (150.0, 13.0, 1.5, 0.6, 0.2, 0.0)
PLAYED_ROOMY = (7.0, 2.0, 0.6, 0.3, 0.1, 0.0)
"""TIGHT and ROOMY for ordinary tiles, at an end whose double is already played."""
EVERY_END, ROOMIEST_END = 0.75, 2.0
"""Weights of every end of a number, and of its roomiest end. A double may go to any of them."""
TOE_WEIGHT = 3.0
"""Weight of a toe of the double that is being laid. The toe's number is not known yet."""
PLAYED_DEMAND = 0.3
"""Demand for room of a number whose double is already played, when a reserved toe place is chosen."""
BOX_SIDE, SIZE_COST, MIN_BOX_SIDE = 1.6, 17600.0, 13.5
"""Size costs.

BOX_SIDE times the root of the number of tiles in the set is the side of the desired box, in u, from the first tile on.
A side twice as long costs SIZE_COST divided by the desired length, a side half as much too long a quarter of that.
The desired length counts as at least MIN_BOX_SIDE.
"""
PULL_TO_MIDDLE = 4.0
"""Cost of each u away from the middle."""
SMALL_TABLE = 50
"""Number of tiles above which size costs less, because people look at a large table piece by piece."""
MAX_FEET = 3
"""Number of feet that are rated for one place of a double."""
SLACK_COST = (130.0, 30.0, 30.0, 0.0), (160.0, 70.0, 70.0, 0.0)
"""Additional cost of an end without a neat continuation, by `GrowthRoom.double_played` and `GrowthRoom.slack`."""
FOOT_BEYOND_COST = (160.0, 30.0, 12.0, 0.0, 0.0, 0.0), (120.0, 30.0, 10.0, 0.0, 0.0, 0.0)
"""Additional cost of an end, by `GrowthRoom.double_played` and by the number of directions (0..5) that leave room for an
ordinary tile with a foot beyond it.
"""
ALL_KINDS = 9
"""More than the number of kinds of places."""
FULL_FOOT_KINDS = 3
"""Number of kinds of places with a complete neat foot (see `CostModel.place_kinds`)."""
WORK_PER_ATTACHMENT, WORK_PER_PLACE = 1, 8
"""Work of testing an attachment and of rating a place (see `MAX_WORK`)."""
NO_END = 1e9
"""Cost of a number without any end."""


def _shortage_by_fits(double_played: bool) -> tuple[list[float], list[float]]:
    tight, roomy = (PLAYED_TIGHT, PLAYED_ROOMY) if double_played else (TIGHT, ROOMY)
    directions = DIRECTIONS[double_played]
    return [tight[count] for count in directions], [roomy[count] for count in directions]


SHORTAGE = _shortage_by_fits(False), _shortage_by_fits(True)
SHORTAGE_BEYOND = [[costs[count] for count in DIRECTIONS[True]] for costs in FOOT_BEYOND_COST]


def shortage_cost(room: GrowthRoom) -> float:
    """Cost of an end with this room to grow: the less room, the more it costs."""
    tight, roomy = SHORTAGE[room.double_played]
    return (
        tight[room.tight]
        + roomy[room.roomy]
        + SLACK_COST[room.double_played][room.slack]
        + SHORTAGE_BEYOND[room.double_played][room.foot_beyond]
    )


class RatedPlace(NamedTuple):
    """Place for a tile after its cost, with the places to reserve for toes. `crowded`: it is too close to unrelated tiles."""

    cost: float
    place: Place
    toes: tuple[Place, ...]
    crowded: bool


class CostModel:
    """Costs of the places of one tile on one occupancy.

    `unseen` is the mask of the tiles that will not be on the table, `toes` the number of toes of a foot, `aspect` the width of
    the desired box divided by its height.
    """

    def __init__(self, occupancy: Occupancy, tile: Tile, unseen: int, toes: int, aspect: float) -> None:
        self.occupancy, self.tile, self.unseen, self.aspect = occupancy, tile, unseen & ~(1 << tile), aspect
        # less than half way from a square to the screen's shape, because a long box is larger
        # rounded, because ** gives slightly different results on different machines
        self.stretch: float = round(aspect**0.22, 3)
        self.ignore_size = False
        """Whether the table's size has no cost."""
        self.work = len(occupancy.ends) + len(occupancy.shapes) // 4
        """Work done so far (see `MAX_WORK`)."""
        self.double = is_double(tile)
        self.toes = toes if self.double else 0
        self.side = BOX_SIDE * sqrt(len(occupancy.shapes) + self.unseen.bit_count())
        self.size = SIZE_COST / max(self.side, MIN_BOX_SIDE) * min(1.0, SMALL_TABLE / len(occupancy.shapes))
        self.pull = PULL_TO_MIDDLE * min(1.0, SMALL_TABLE / len(occupancy.shapes))
        self.suit_coming = [self.unseen & SUIT[suit] != 0 for suit in range(19)]
        self.double_played = [not self.unseen >> DOUBLE[suit] & 1 for suit in range(19)]

    def room_demand(self, suit: int) -> float:
        """Demand of an end of this number for room: 1 if its double may still come, 0 if no tile can."""
        return self.suit_coming[suit] * (PLAYED_DEMAND if self.double_played[suit] else 1.0)

    def average_demand(self, suit: int) -> float:
        """Average demand for room at the other half of the tiles to come of this number."""
        coming = self.unseen & SUIT[suit] & ~(1 << DOUBLE[suit])
        total = count = 0.0
        while coming:
            tile = (coming & -coming).bit_length() - 1
            coming &= coming - 1
            total += self.room_demand(HIGH[tile] + LOW[tile] - suit)
            count += 1
        return total / count if count else 0.0

    def choose_reserved(self, double: Tile, roomiest: bool = False) -> Place:
        """Choose a reserved toe or arm place for the tile.

        A number with a high demand for room gets the roomiest place, another one the poorest.
        """
        occupancy, tile = self.occupancy, self.tile
        suit = HIGH[double]
        wants_room = roomiest or self.room_demand(HIGH[tile] + LOW[tile] - suit) >= self.average_demand(suit)
        sign = 1 if wants_room else -1
        return min(
            occupancy.reserved[double],
            key=lambda slot: sign * shortage_cost(room_at(occupancy.raster, free_edge(slot))),
        )

    def cheapest_places(self, on: Tile, kinds: int = ALL_KINDS, most: int = 1) -> list[RatedPlace]:
        """Return the `most` cheapest free places for the tile on the line's end of `on`, cheapest first.

        Less neat kinds are tried only if no place was found or the best one is crowded, and only the first `kinds` kinds.
        """
        nearby = self.nearby_shapes(on)
        other_ends = self.other_ends(on)
        cheapest: list[RatedPlace] = []
        for number, (attachments, fans) in enumerate(self.place_kinds()[:kinds]):
            if cheapest and (number == FULL_FOOT_KINDS or not cheapest[0].crowded):
                break
            self.work += len(attachments) * WORK_PER_ATTACHMENT
            self._add_cheapest(
                self._free_places(on, attachments, fans, nearby), on, other_ends, most, cheapest
            )
        return cheapest

    def place_kinds(self) -> list[tuple[list[Attachment], list[Fan]]]:
        """Attachments and, for a double, fans of toes, from the neat kinds to those for lack of space."""
        if not self.double:
            return [(NEAT_ORDINARY, [()]), (SHIFTED_ORDINARY, [()]), (ODD_ORDINARY, [()])]
        full = FANS[self.toes]
        kinds = [(NEAT_DOUBLE, full[:1]), (SHIFTED_DOUBLE, full[:1]), (ODD_DOUBLE, full[:1])]
        coming = (self.unseen & SUIT[HIGH[self.tile]]).bit_count()
        if coming < self.toes:
            kinds.append(([*NEAT_DOUBLE, *SHIFTED_DOUBLE], FANS[coming]))
        kinds.append(([*NEAT_DOUBLE, *SHIFTED_DOUBLE[::2], *ODD_DOUBLE[::2]], full[1:]))
        return kinds

    def _free_places(
        self, on: Tile, attachments: list[Attachment], fans: list[Fan], nearby: list[Shape]
    ) -> list[RatedPlace]:
        """Free places with their costs, except for the room that they take."""
        base = self.occupancy.shapes[on]
        end = self.occupancy.ends[on].edge
        window = self.occupancy.raster.window(*window_corner(end.x, end.y))
        fan = fans[0] if len(fans) == 1 else ()
        found = []
        for attachment in attachments:
            if window & core_cells(end.heading, attachment, self.double, fan):
                continue
            place = attached_place(end, attachment)
            body = tile_shape(self.tile, place)
            crowding = crowding_cost(body, nearby, base)
            if crowding is None:
                continue
            for looks, toes in islice(fitting_feet(place, fans, nearby, base), MAX_FEET):
                size = self.size_cost([body, *(shape_of(*toe) for toe in toes)])
                found.append(
                    RatedPlace(
                        attachment.cost + crowding + looks + size, place, toes, crowding + looks >= TOO_CLOSE
                    )
                )
        return found

    def _add_cheapest(
        self,
        places: list[RatedPlace],
        on: Tile,
        other_ends: "OtherEnds",
        most: int,
        cheapest: list[RatedPlace],
    ) -> None:
        """Add places to the `cheapest` ones, with their full costs. Skips places that cannot be among the cheapest."""
        for rated in sorted(places):
            if len(cheapest) == most and rated.cost + other_ends.least_cost >= cheapest[-1].cost:
                break
            self.work += WORK_PER_PLACE
            insort(
                cheapest,
                rated._replace(cost=rated.cost + self.room_cost(on, rated.place, rated.toes, other_ends)),
            )
            del cheapest[most:]

    def other_ends(self, on: Tile) -> "OtherEnds":
        """Other ends that need room: those near the end of `on` one by one, the far ones as a sum."""
        x, y, _ = self.occupancy.ends[on].edge
        left, right, top, bottom = x - 9, x + 9, y - 9, y + 9
        nearby, cost, near_cost = [], 0.0, 0.0
        least: dict[int, float] = {}
        least_of_all: dict[int, float] = {}
        for other, end in self.occupancy.ends.items():
            suit, place, room = end
            if self.suit_coming[suit] and other != on:
                shortage = shortage_cost(room)
                if left < place.x < right and top < place.y < bottom:
                    nearby.append((end, shortage))
                    near_cost += EVERY_END * shortage
                else:
                    cost += EVERY_END * shortage
                    if shortage < least.get(suit, NO_END):
                        least[suit] = shortage
                if shortage < least_of_all.get(suit, NO_END):
                    least_of_all[suit] = shortage
        if not self.double:  # the new end may become the roomiest of its number
            least_of_all.pop(HIGH[self.tile] + LOW[self.tile] - self.occupancy.open_suits[on], None)
        return OtherEnds(nearby, cost, least, cost + near_cost + ROOMIEST_END * sum(least_of_all.values()))

    def nearby_shapes(self, on: Tile) -> list[Shape]:
        """Shapes near a tile that a tile or a foot on it could approach, except its own shape."""
        base = self.occupancy.shapes[on]
        x, y, _ = self.occupancy.places[on]
        far = 7.5 if self.double else 6.0
        left, right, top, bottom = 2 * (x - far), 2 * (x + far), 2 * (y - far), 2 * (y + far)
        return [
            shape
            for shape in (*self.occupancy.shapes.values(), *self.occupancy.reserved_shapes())
            if left < shape[0] + shape[1] < right and top < shape[2] + shape[3] < bottom
            if shape is not base
        ]

    def size_cost(self, shapes: list[Shape]) -> float:
        """Cost of the table's size with these shapes added."""
        if self.ignore_size:
            return 0.0
        x0, y0, x1, y1 = self.occupancy.box
        middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
        x0, y0, x1, y1 = extended_box(self.occupancy.box, shapes)
        over_x = max(0.0, (x1 - x0) / self.stretch / self.side - 1)
        over_y = max(0.0, (y1 - y0) * self.stretch / self.side - 1)
        far = 0.0
        for shape in shapes[1:] or shapes:
            x, y = abs(shape[0] + shape[1] - 2 * middle_x) / 2, abs(shape[2] + shape[3] - 2 * middle_y) / 2
            far = max(far, x / self.stretch, y * self.stretch)
        return self.size * (over_x * over_x + over_y * over_y) + self.pull * far

    def room_cost(self, on: Tile, place: Place, toes: tuple[Place, ...], other_ends: "OtherEnds") -> float:
        """Cost of the shortage of room at all ends, with the tile at this place."""
        occupancy = self.occupancy
        cells = footprint(self.tile, place, toes)
        cost, least = 0.0, dict(other_ends.least)
        if self.double:
            for toe in toes:
                cost += shortage_cost(room_at(occupancy.raster, free_edge(toe), more=cells))
            cost *= TOE_WEIGHT * self.average_demand(HIGH[self.tile])
        else:
            suit = HIGH[self.tile] + LOW[self.tile] - occupancy.open_suits[on]
            if self.suit_coming[suit]:
                shortage = shortage_cost(
                    room_at(occupancy.raster, free_edge(place), self.double_played[suit])
                )
                cost += EVERY_END * shortage
                least[suit] = min(shortage, least.get(suit, NO_END))
        for (suit, edge, room), shortage in other_ends.nearby:
            left = reduced_room(room, edge.heading, cells)
            if left is not room:
                shortage = shortage_cost(left)
            cost += EVERY_END * shortage
            if shortage < least.get(suit, NO_END):
                least[suit] = shortage
        return cost + other_ends.cost + ROOMIEST_END * sum(least.values())


class OtherEnds(NamedTuple):
    """Ends that need room, apart from the end that takes the tile.

    Holds the nearby ends with their present costs, the sum of the far ends' costs, the lowest cost of the far ends by number,
    and the least that all of them cost wherever the tile lies.
    """

    nearby: list[tuple[End, float]]
    cost: float
    least: dict[int, float]
    least_cost: float
