"""What speaks for and against a place: bends, size, neighbours, and above all the room that is left to grow.

Every number whose double is still to come should keep an end with room for a foot: a tile that takes the last such room
costs more than any bend. Costs are numbers without a unit; a 45° bend costs 8.
"""

from math import sqrt
from typing import NamedTuple

from game.rules.tiles import DOUBLE, HIGH, LOW, SUIT, Tile
from game.table.geometry import GAP, Place, Shape, closer
from game.table.ground import End, Ground, footprint, joint_box, shapes_of
from game.table.joints import CROSS, FANS, LINE, SLID_CROSS, SLID_LINE, Fan, Joint, end_of, joined, toes_of
from game.table.room import CLEAR, TURNS, Room, room_at, room_left

LEAST = 0.8 * GAP
"""Tiles nearer than this are taken to overlap."""
TIGHT = (90.0, 24.0, 9.0, 2.0, 0.7, 0.0)
"""What an end costs that has room for a foot in none, one … all five directions."""
ROOMY = (17.0, 4.5, 2.0, 1.0, 0.1, 0.0)
"""The same for feet with room beyond."""
PAST_TIGHT = (150.0, 13.0, 2.0, 0.6, 0.2, 0.0)
PAST_ROOMY = (7.0, 2.0, 0.6, 0.3, 0.1, 0.0)
"""The same for ordinary tiles at an end whose double is out."""
EACH, BEST = 0.6, 2.0
"""How much every end of a number counts, and how much the roomiest: a double may go to any of them."""
TOE = 1.7
"""How much the toe of a double counts that is just being laid, whose number nobody knows yet."""
PAST = 0.3
"""How hungry a number is whose double is out, when toes are given out."""
STRANGER = 60.0
"""What it costs to lie so near to a stranger that the two look attached."""
OVERFLOW, LONGER = 26.0, 0.5
"""What each u beyond the wanted box costs, on each side, and once more on the longer one."""
FILL, SPARE = 0.45, 12
"""How much of the wanted box tiles should cover, when so many more are on the table."""
PULL = 4.0
"""What each u away from the middle costs."""
SMALL = 48
"""How many tiles may lie before size counts less: a large table is looked at piece by piece anyway."""


FULL = 1e9


def _need(past: bool) -> tuple[list[float], list[float]]:
    tight, roomy = (PAST_TIGHT, PAST_ROOMY) if past else (TIGHT, ROOMY)
    return [tight[turns] for turns in TURNS[past]], [roomy[turns] for turns in TURNS[past]]


NEED = _need(False), _need(True)


def need(room: Room) -> float:
    """What an end with so much room costs."""
    tight, roomy = NEED[room.past]
    return tight[room.tight] + roomy[room.roomy]


class Way(NamedTuple):
    """A place for a tile, after its cost, with the places that it would keep for toes."""

    cost: float
    place: Place
    toes: tuple[Place, ...]


class Scale:
    """Weighs the places of one tile on one ground.

    `unseen` is the mask of the tiles that will not be on the table, `toes` how many a foot takes, `aspect` the shape of
    the wanted box.
    """

    def __init__(self, ground: Ground, tile: Tile, unseen: int, toes: int, aspect: float) -> None:
        self.ground, self.tile, self.unseen, self.aspect = ground, tile, unseen & ~(1 << tile), aspect
        self.stretch = sqrt(
            sqrt(aspect)
        )  # half way from a square to the screen's shape: a long box is a larger box
        self.double = HIGH[tile] == LOW[tile]
        self.toes = toes if self.double else 0
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

    def best_slot(self, double: Tile) -> Place:
        """Which kept toe or arm place suits the tile: a hungry number gets the roomiest, a spent one the poorest."""
        ground, tile = self.ground, self.tile
        suit = HIGH[double]
        sign = 1 if self.appetite(HIGH[tile] + LOW[tile] - suit) >= self.usual_hunger(suit) else -1
        return min(ground.kept[double], key=lambda slot: sign * need(room_at(ground.taken, end_of(slot))))

    def ways(self, on: Tile) -> list[Way]:
        """The free places for the tile on the line's end of `on`, cheapest first; less neat ones only if need be."""
        near = self.strangers(on)
        around = self.around(on)
        for joints, fans in self.resorts():
            found = self._free(on, joints, fans, near, around)
            if found:
                return found
        return []

    def resorts(self) -> list[tuple[list[Joint], list[Fan]]]:
        """Joints and, for a double, fans of toes; from the neat ones to those for want of room."""
        if not self.double:
            return [(LINE, [()]), (SLID_LINE, [()])]
        full = FANS[self.toes]
        found = [(CROSS, full[:1]), (SLID_CROSS, full[:1])]
        coming = (self.unseen & SUIT[HIGH[self.tile]]).bit_count()
        if coming < self.toes:
            found.append(([*CROSS, *SLID_CROSS], FANS[coming]))
        found.append(([*CROSS, *SLID_CROSS], full[1:]))
        return found

    def _free(
        self, on: Tile, joints: list[Joint], fans: list[Fan], near: list[Shape], around: "Around"
    ) -> list[Way]:
        ground, tile = self.ground, self.tile
        end = ground.ends[on].place
        found = []
        for joint in joints:
            place = joined(end, joint)
            for fan in fans:
                toes = toes_of(place, fan)
                shapes = shapes_of(tile, place, toes)
                crowd = crowding(shapes, near, ground.shapes[on])
                if crowd is None:
                    continue
                cost = joint.cost + crowd + self.spread(shapes) + self.growth(on, place, toes, around)
                found.append(Way(cost, place, toes))
        return sorted(found)

    def around(self, on: Tile) -> "Around":
        """The other ends that need room, as they stand: those near the end of `on`, and the sum of the far ones."""
        middle = self.ground.ends[on].place
        near, cost = [], 0.0
        least: dict[int, float] = {}
        for other, end in self.ground.ends.items():
            if self.hungry[end.suit] and other != on:
                wants = need(end.room)
                if abs(end.place.x - middle.x) < 9 and abs(end.place.y - middle.y) < 9:
                    near.append((end, wants))
                else:
                    cost += EACH * wants
                    if wants < least.get(end.suit, FULL):
                        least[end.suit] = wants
        return Around(near, cost, least)

    def strangers(self, on: Tile) -> list[Shape]:
        """The shapes around a tile, its own not among them."""
        x, y, _ = self.ground.places[on]
        shapes = [shape for tile, shape in self.ground.shapes.items() if tile != on]
        shapes.extend(self.ground.kept_shapes())
        return [
            shape
            for shape in shapes
            if abs(shape[0] + shape[1] - 2 * x) < 15 and abs(shape[2] + shape[3] - 2 * y) < 15
        ]

    def spread(self, shapes: list[Shape]) -> float:
        """What the table's size costs."""
        x0, y0, x1, y1 = self.ground.box
        middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
        x0, y0, x1, y1 = joint_box(self.ground.box, shapes)
        count = len(self.ground.shapes)
        side = sqrt(2 * (count + SPARE) / FILL)
        over_x, over_y = (x1 - x0) / self.stretch - side, (y1 - y0) * self.stretch - side
        cost = OVERFLOW * (max(0.0, over_x) + max(0.0, over_y)) + LONGER * max(0.0, over_x, over_y)
        far = 0.0
        for shape in shapes[1:] or shapes:
            x, y = abs(shape[0] + shape[1] - 2 * middle_x) / 2, abs(shape[2] + shape[3] - 2 * middle_y) / 2
            far = max(far, x / self.stretch, y * self.stretch)
        return (cost + PULL * far) * min(1.0, SMALL / count)

    def growth(self, on: Tile, place: Place, toes: tuple[Place, ...], around: "Around") -> float:
        """What the ends of the table would cost in room, with the tile there."""
        ground = self.ground
        taken = footprint(self.tile, place, toes)
        cost, least = 0.0, dict(around.least)
        if self.double:
            after = ground.taken | taken
            for toe in toes:
                cost += need(room_at(after, end_of(toe)))
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
    """Ends that need room: the near ones with what each costs now; what the far ones cost; the least of them by number."""

    near: list[tuple[End, float]]
    cost: float
    least: dict[int, float]


def crowding(shapes: list[Shape], near: list[Shape], own: Shape) -> float | None:
    """What it costs to lie so near to others; None if it cannot be."""
    cost = 0.0
    for shape in shapes:
        if closer(shape, own, LEAST):
            return None
        for stranger in near:
            if closer(shape, stranger, CLEAR):
                if closer(shape, stranger, LEAST):
                    return None
                cost += STRANGER
    return cost
