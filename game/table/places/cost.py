"""What speaks for and against a place: bends, size, neighbours, and above all the room that is left to grow.

Every number whose double is still to come should keep an end with room for a foot: a tile that takes the last such room
costs more than any bend. Costs are numbers without a unit; a bend costs 54 to 130.
"""

from bisect import insort
from collections.abc import Iterator
from itertools import islice
from math import sqrt
from typing import NamedTuple

from game.rules.tiles import DOUBLE, HIGH, LOW, SUIT, Tile
from game.table.geometry import GAP, Place, Shape, closer, shape_of
from game.table.places.ground import End, Ground, footprint, joint_box, shape_at
from game.table.places.joints import (
    CROSS,
    FANS,
    LINE,
    ODD_CROSS,
    ODD_LINE,
    SLID_CROSS,
    SLID_LINE,
    Fan,
    Joint,
    end_of,
    joined,
    toe_of,
)
from game.table.places.raster import corner_of
from game.table.places.room import CLEAR, TURNS, Room, core, room_at, room_left

LEAST = 0.8 * GAP
"""Tiles nearer than this are taken to overlap."""
TIGHT = (90.0, 24.0, 9.0, 2.0, 0.7, 0.0)
"""What an end costs that has room for a foot in none, one … all five directions."""
ROOMY = (17.0, 4.0, 2.0, 1.0, 0.1, 0.0)
"""The same for feet with room beyond."""
PAST_TIGHT = (150.0, 13.0, 1.5, 0.6, 0.2, 0.0)
PAST_ROOMY = (7.0, 2.0, 0.6, 0.3, 0.1, 0.0)
"""The same for ordinary tiles at an end whose double is out."""
EACH, BEST = 0.75, 2.0
"""How much every end of a number counts, and how much the roomiest: a double may go to any of them."""
TOE = 3.0
"""How much the toe of a double counts that is just being laid, whose number nobody knows yet."""
PAST = 0.3
"""How hungry a number is whose double is out, when toes are given out."""
STRANGER = 120.0
"""What it costs to lie so near to a stranger that the two look attached."""
SIDE, SIZE, SMALLEST = 1.6, 17600.0, 13.5
"""The side of the wanted box, in u, by the root of the number of tiles in the set, however many are laid yet; what each side
costs that is twice as long (half as much too long: a quarter), by its wanted length, but no less than SMALLEST."""
PULL = 4.0
"""What each u away from the middle costs."""
SMALL = 50
"""How many tiles may lie before size counts less: a large table is looked at piece by piece anyway."""
BENT, FEET = 60.0, 3
"""What a foot costs that is not the first of its kind, and how many feet are weighed for one place of a double."""
SLACK = (130.0, 30.0, 30.0, 0.0), (160.0, 70.0, 70.0, 0.0)
"""What an end costs besides at which nothing fits neatly, by its slack and whether its double is past: not even a makeshift
fits (0), only an ordinary tile does though the double is still to come (1), few makeshifts do (2), many (3)."""
ONWARD = (160.0, 30.0, 12.0, 0.0, 0.0, 0.0), (120.0, 30.0, 10.0, 0.0, 0.0, 0.0)
"""What an end costs besides at which an ordinary tile with a foot beyond it has room in none, one … all five directions, by
whether the end's own double is past."""
ALL = 9
"""More kinds of places than there are."""
NEAT = 3
"""How many kinds of places leave a foot as it should be (see `CostModel.resorts`)."""
WORK_JOINT, WORK_WAY = 1, 8
"""What looking at a joint and what weighing a place count as work (see `mend`)."""
FULL = 1e9


def _need(past: bool) -> tuple[list[float], list[float]]:
    tight, roomy = (PAST_TIGHT, PAST_ROOMY) if past else (TIGHT, ROOMY)
    return [tight[turns] for turns in TURNS[past]], [roomy[turns] for turns in TURNS[past]]


NEED = _need(False), _need(True)
FURTHER = [[costs[turns] for turns in TURNS[True]] for costs in ONWARD]


def need(room: Room) -> float:
    """What an end with so much room costs."""
    tight, roomy = NEED[room.past]
    return (
        tight[room.tight] + roomy[room.roomy] + SLACK[room.past][room.slack] + FURTHER[room.past][room.onward]
    )


class Way(NamedTuple):
    """A place for a tile, after its cost, with the places that it would keep for toes; whether strangers are too near."""

    cost: float
    place: Place
    toes: tuple[Place, ...]
    crowded: bool


class CostModel:
    """Weighs the places of one tile on one ground.

    `unseen` is the mask of the tiles that will not be on the table, `toes` how many a foot takes, `aspect` the shape of
    the wanted box.
    """

    def __init__(self, ground: Ground, tile: Tile, unseen: int, toes: int, aspect: float) -> None:
        self.ground, self.tile, self.unseen, self.aspect = ground, tile, unseen & ~(1 << tile), aspect
        # not quite half way from a square to the screen's shape: a long box is a larger box; rounded, as ** is not quite
        # the same on every machine
        self.stretch: float = round(aspect**0.22, 3)
        self.grow = False
        """Whether the table may grow as it likes."""
        self.work = len(ground.ends) + len(ground.shapes) // 4
        """How much was looked at so far (see `mend`)."""
        self.double = HIGH[tile] == LOW[tile]
        self.toes = toes if self.double else 0
        self.side = SIDE * sqrt(len(ground.shapes) + self.unseen.bit_count())
        self.size = SIZE / max(self.side, SMALLEST) * min(1.0, SMALL / len(ground.shapes))
        self.pull = PULL * min(1.0, SMALL / len(ground.shapes))
        self.hungry = [self.unseen & SUIT[suit] != 0 for suit in range(19)]
        self.past = [not self.unseen >> DOUBLE[suit] & 1 for suit in range(19)]

    def appetite(self, suit: int) -> float:
        """How much an end of this suit needs room for a foot: 1 when its double may still come, 0 when no tile can."""
        return self.hungry[suit] * (PAST if self.past[suit] else 1.0)

    def usual_hunger(self, suit: int) -> float:
        """How much, on average, the tiles to come of this suit will want room at their other end."""
        coming = self.unseen & SUIT[suit] & ~(1 << DOUBLE[suit])
        total = count = 0.0
        while coming:
            tile = (coming & -coming).bit_length() - 1
            coming &= coming - 1
            total += self.appetite(HIGH[tile] + LOW[tile] - suit)
            count += 1
        return total / count if count else 0.0

    def best_slot(self, double: Tile, roomiest: bool = False) -> Place:
        """Which kept toe or arm place suits the tile: a hungry number gets the roomiest, a spent one the poorest."""
        ground, tile = self.ground, self.tile
        suit = HIGH[double]
        hungry = roomiest or self.appetite(HIGH[tile] + LOW[tile] - suit) >= self.usual_hunger(suit)
        sign = 1 if hungry else -1
        return min(ground.kept[double], key=lambda slot: sign * need(room_at(ground.taken, end_of(slot))))

    def ways(self, on: Tile, resorts: int = ALL, most: int = 1) -> list[Way]:
        """The `most` cheapest free places for the tile on the line's end of `on`, cheapest first; less neat ones only if need
        be or if the best is crowded, and only the first `resorts` kinds."""
        near = self.strangers(on)
        around = self.around(on)
        cheapest: list[Way] = []
        for number, (joints, fans) in enumerate(self.resorts()[:resorts]):
            if cheapest and (number == NEAT or not cheapest[0].crowded):
                break
            self.work += len(joints) * WORK_JOINT
            self._weigh(self._free(on, joints, fans, near), on, around, most, cheapest)
        return cheapest

    def resorts(self) -> list[tuple[list[Joint], list[Fan]]]:
        """Joints and, for a double, fans of toes; from the neat ones to those for want of room."""
        if not self.double:
            return [(LINE, [()]), (SLID_LINE, [()]), (ODD_LINE, [()])]
        full = FANS[self.toes]
        kinds = [(CROSS, full[:1]), (SLID_CROSS, full[:1]), (ODD_CROSS, full[:1])]
        coming = (self.unseen & SUIT[HIGH[self.tile]]).bit_count()
        if coming < self.toes:
            kinds.append(([*CROSS, *SLID_CROSS], FANS[coming]))
        kinds.append(([*CROSS, *SLID_CROSS[::2], *ODD_CROSS[::2]], full[1:]))
        return kinds

    def _free(self, on: Tile, joints: list[Joint], fans: list[Fan], near: list[Shape]) -> list[Way]:
        """The free places, with what they cost but for the room that they take."""
        own = self.ground.shapes[on]
        end = self.ground.ends[on].place
        window = self.ground.taken.window(*corner_of(end.x, end.y))
        fan = fans[0] if len(fans) == 1 else ()
        free = []
        for joint in joints:
            if window & core(end.heading, joint, self.double, fan):
                continue
            place = joined(end, joint)
            body = shape_at(self.tile, place)
            crowd = crowding(body, near, own)
            if crowd is None:
                continue
            for looks, toes in islice(feet(place, fans, near, own), FEET):
                size = self.spread([body, *(shape_of(*toe) for toe in toes)])
                free.append(Way(joint.cost + crowd + looks + size, place, toes, crowd + looks >= STRANGER))
        return free

    def _weigh(self, ways: list[Way], on: Tile, around: "Around", most: int, cheapest: list[Way]) -> None:
        """Adds these places to the `cheapest` ones, with all that they cost; those that cannot be among the cheapest are not
        looked at."""
        for way in sorted(ways):
            if len(cheapest) == most and way.cost + around.least_cost >= cheapest[-1].cost:
                break
            self.work += WORK_WAY
            insort(cheapest, way._replace(cost=way.cost + self.growth(on, way.place, way.toes, around)))
            del cheapest[most:]

    def around(self, on: Tile) -> "Around":
        """The other ends that need room, as they stand: those near the end of `on`, and the sum of the far ones."""
        x, y, _ = self.ground.ends[on].place
        left, right, top, bottom = x - 9, x + 9, y - 9, y + 9
        near, cost, near_cost = [], 0.0, 0.0
        least: dict[int, float] = {}
        least_of_all: dict[int, float] = {}
        for other, end in self.ground.ends.items():
            suit, place, room = end
            if self.hungry[suit] and other != on:
                wants = need(room)
                if left < place.x < right and top < place.y < bottom:
                    near.append((end, wants))
                    near_cost += EACH * wants
                else:
                    cost += EACH * wants
                    if wants < least.get(suit, FULL):
                        least[suit] = wants
                if wants < least_of_all.get(suit, FULL):
                    least_of_all[suit] = wants
        if not self.double:  # the new end may be the roomiest of its number
            least_of_all.pop(HIGH[self.tile] + LOW[self.tile] - self.ground.free[on], None)
        return Around(near, cost, least, cost + near_cost + BEST * sum(least_of_all.values()))

    def strangers(self, on: Tile) -> list[Shape]:
        """The shapes around a tile that a tile on it, or a foot, could come near; its own is not among them."""
        own = self.ground.shapes[on]
        x, y, _ = self.ground.places[on]
        far = 7.5 if self.double else 6.0
        left, right, top, bottom = 2 * (x - far), 2 * (x + far), 2 * (y - far), 2 * (y + far)
        return [
            shape
            for shape in (*self.ground.shapes.values(), *self.ground.kept_shapes())
            if left < shape[0] + shape[1] < right and top < shape[2] + shape[3] < bottom
            if shape is not own
        ]

    def spread(self, shapes: list[Shape]) -> float:
        """What the table's size costs."""
        if self.grow:
            return 0.0
        x0, y0, x1, y1 = self.ground.box
        middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
        x0, y0, x1, y1 = joint_box(self.ground.box, shapes)
        over_x, over_y = (
            max(0.0, (x1 - x0) / self.stretch / self.side - 1),
            max(0.0, (y1 - y0) * self.stretch / self.side - 1),
        )
        far = 0.0
        for shape in shapes[1:] or shapes:
            x, y = abs(shape[0] + shape[1] - 2 * middle_x) / 2, abs(shape[2] + shape[3] - 2 * middle_y) / 2
            far = max(far, x / self.stretch, y * self.stretch)
        return self.size * (over_x * over_x + over_y * over_y) + self.pull * far

    def growth(self, on: Tile, place: Place, toes: tuple[Place, ...], around: "Around") -> float:
        """What the ends of the table would cost in room, with the tile there."""
        ground = self.ground
        taken = footprint(self.tile, place, toes)
        cost, least = 0.0, dict(around.least)
        if self.double:
            for toe in toes:
                cost += need(room_at(ground.taken, end_of(toe), more=taken))
            cost *= TOE * self.usual_hunger(HIGH[self.tile])
        else:
            suit = HIGH[self.tile] + LOW[self.tile] - ground.free[on]
            if self.hungry[suit]:
                wants = need(room_at(ground.taken, end_of(place), self.past[suit]))
                cost += EACH * wants
                least[suit] = min(wants, least.get(suit, FULL))
        for (suit, edge, room), wants in around.near:
            left = room_left(room, edge.heading, taken)
            if left is not room:
                wants = need(left)
            cost += EACH * wants
            if wants < least.get(suit, FULL):
                least[suit] = wants
        return cost + around.cost + BEST * sum(least.values())


class Around(NamedTuple):
    """Ends that need room: the near ones with what each costs now; what the far ones cost; the least of them by number; what
    all of them cost at least, wherever the tile comes to lie."""

    near: list[tuple[End, float]]
    cost: float
    least: dict[int, float]
    least_cost: float


def feet(
    double: Place, fans: list[Fan], near: list[Shape], own: Shape
) -> Iterator[tuple[float, tuple[Place, ...]]]:
    """The feet that fit around a double, with what they cost in looks and neighbours."""
    toes: dict[int, tuple[float | None, Place]] = {}
    for fan in fans:
        cost, foot = BENT * (fan != fans[0]), []
        for turn in fan:
            if turn not in toes:
                toe = toe_of(double, turn)
                toes[turn] = crowding(shape_of(*toe), near, own), toe
            crowd, toe = toes[turn]
            if crowd is None:
                break
            cost += crowd
            foot.append(toe)
        else:
            yield cost, tuple(foot)


def crowding(shape: Shape, near: list[Shape], own: Shape) -> float | None:
    """What it costs to lie so near to others; None if it cannot be. What is in the way goes to the front of `near`: it will
    often be in the way of the next place too."""
    if closer(shape, own, LEAST):
        return None
    cost = 0.0
    x0, x1, y0, y1 = shape[0] - CLEAR, shape[1] + CLEAR, shape[2] - CLEAR, shape[3] + CLEAR
    for number, stranger in enumerate(near):
        if (  # most are far away: this is quicker than a call
            stranger[1] > x0
            and stranger[0] < x1
            and stranger[3] > y0
            and stranger[2] < y1
            and closer(shape, stranger, CLEAR)
        ):
            if closer(shape, stranger, LEAST):
                if number:
                    near.insert(0, near.pop(number))
                return None
            cost += STRANGER
    return cost
