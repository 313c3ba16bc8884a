"""When nothing is free at an end: a branch swings out of the way, else tiles around are taken up and laid again; and if even
that fails the tile lies apart on a thread.

A branch is a tile whose joint can be chosen anew (it lies on an ordinary tile, not as a toe or an arm) with all that
hangs on it. It swings as one piece, perhaps turned over like a mirror image, so people see one movement and find every
tile again. When tiles are laid again and one of them finds no place, what is around its end makes way in its turn, in wider
and wider circles, so that want of room in one spot spreads until it meets free land.

Work is counted, not timed, and capped: the same table is always mended in the same way, and no play takes long.
"""

from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import NamedTuple

from game.rules.tiles import HIGH, LOW, Tile
from game.table.geometry import COS, SIN, Place, ahead, box_of, closer
from game.table.places.cost import LEAST, CostModel, need
from game.table.places.ground import Ground, branch_of, footprint, shape_at, shapes_of
from game.table.places.joints import CROSS, FANS, LINE, SLID_CROSS, SLID_LINE, Joint, end_of, joined, toes_of
from game.table.places.raster import Raster, taken_by
from game.table.places.relay import RESORTS, Relay
from game.table.places.room import CLEAR, room_at

NEAR = 0.08
"""How near a tile that swings may come to strangers."""
WORK, SWINGING = 20000, 600
"""How much work one play may take, and how much of it while branches swing. The unit is a tile looked at, about 4 µs; what
else takes time counts by that."""
BOLD, GENTLE, COMPARING = 14000, 800, 4000
"""How much of it one try to lay tiles again may take, as long as there is no solution; after that; and all of those."""
HURRY = 12000
"""When so much work is done, the first solution is taken."""
TROUBLE = 8.0
"""What it costs that one more tile moves."""
MOST, STARTS = 90, 24
"""How many tiles may swing at once, and how many may be taken up to begin with."""
ENOUGH = 6
"""How many solutions are compared."""

Places = Mapping[Tile, Place]


class Clearance(NamedTuple):
    """Branches (by their first tiles, and all their tiles) that would swing: to let the new tile lie at `place`, or, with
    none given, to take the end itself to a better spot."""

    roots: tuple[Tile, ...]
    tiles: frozenset[Tile]
    place: Place | None


def make_way(ground: Ground, model: CostModel, on: Tile, toes: int) -> tuple[Ground, list[Tile]] | None:
    """The ground with the tile of `model` laid on `on`, and the tiles that moved; None if nothing that was tried helps."""
    mender = Mender(ground, model, on, toes)
    clearances = mender.clearances()
    best = mender.best_swing(clearances) or mender.best_rebuilt(clearances)
    if best is None:
        return None
    return best, [tile for tile, place in ground.places.items() if best.places[tile] != place]


class Mender:
    """Looks for room for the tile of `model` at the line's end of `on`."""

    def __init__(self, ground: Ground, model: CostModel, on: Tile, toes: int) -> None:
        self.ground, self.model, self.on, self.toes = ground, model, on, toes
        self.tile = model.tile
        self.work = WORK
        self.line = set(ground.line_down(on))
        x, y, _ = ground.places[on]
        self.near = [
            (tile, shape)
            for tile, shape in sorted(ground.shapes.items())
            if abs(shape[0] + shape[1] - 2 * x) < 15 and abs(shape[2] + shape[3] - 2 * y) < 15
        ]
        self.above = ground.above()
        self.branch: dict[Tile, frozenset[Tile]] = {}
        """Branches by their first tiles, as far as they were asked for."""

    def clearances(self) -> list[Clearance]:
        """What could be tried, fewest tiles first."""
        clearances = {Clearance((root,), self.tiles_of({root}), None): None for root in self.roots(self.on)}
        for joint in joints_for(self.tile):
            place = joined(self.ground.ends[self.on].place, joint)
            choices = [
                [root for root in self.roots(blocker) if root not in self.line]
                for blocker in self.blockers(place)
            ]
            if not choices or not all(choices):
                continue
            for larger in range(max(map(len, choices))):
                roots = {choice[min(larger, len(choice) - 1)] for choice in choices}
                outer = {
                    root for root in roots if not any(root in self.tiles_of({o}) for o in roots - {root})
                }
                clearances[Clearance(tuple(sorted(outer)), self.tiles_of(outer), place)] = None
        return sorted((way for way in clearances if len(way.tiles) <= MOST), key=lambda way: len(way.tiles))

    def tiles_of(self, roots: Collection[Tile]) -> frozenset[Tile]:
        """The tiles of all branches that begin there."""
        for root in roots:
            if root not in self.branch:
                self.branch[root] = frozenset(branch_of(root, self.above))
        return frozenset().union(*(self.branch[root] for root in roots))

    def blockers(self, place: Place) -> list[Tile]:
        """The tiles in the way of the new tile there; none at all if the tile that it is laid on is among them."""
        shapes = shapes_of(self.tile, place, neat_toes(self.tile, place, self.toes))
        x0, y0, x1, y1 = box_of(shapes)
        others = []
        for other, shape in self.near:
            if (
                shape[1] > x0 - NEAR
                and shape[0] < x1 + NEAR
                and shape[3] > y0 - NEAR
                and shape[2] < y1 + NEAR
            ):
                least = LEAST if other == self.on else NEAR
                if any(closer(shape, mine, least) for mine in shapes):
                    if other == self.on:
                        return []
                    others.append(other)
        return others

    def best_swing(self, clearances: list[Clearance]) -> Ground | None:
        """The best of the first swings that fit."""
        grounds: list[tuple[float, int, Ground]] = []
        for way in clearances:
            if self.work <= WORK - SWINGING or (grounds and len(way.tiles) > grounds[0][1]):
                break
            for trial in self.trials(way):
                grounds.append((self.hardship(trial), len(way.tiles), trial))
                if len(grounds) >= ENOUGH:
                    break
            if len(grounds) >= ENOUGH:
                break
        return min(grounds, key=lambda entry: entry[:2])[2] if grounds else None

    def best_rebuilt(self, clearances: list[Clearance]) -> Ground | None:
        """The best of the first grounds on which tiles were taken up and laid again with the new one. The first is found boldly;
        then it is tried to do with less, by each clearance in turn."""
        grounds: list[tuple[float, int, Ground]] = []
        starts = iter([way.tiles for way in clearances if len(way.tiles) <= STARTS])
        least, number = 0, 0
        while self.work > least and len(grounds) < ENOUGH:
            dice = Random(number) if number else None  # these fall alike on every machine
            relay = Relay(self.ground, self.model, self.on, self.toes, dice, gently=bool(grounds))
            start = next(starts, ()) if grounds else ()
            trial = relay.laid(start, min(self.work - least, GENTLE if grounds else BOLD))
            self.work -= relay.work
            number += 1
            if trial:
                if not grounds:
                    least = max(0, self.work - COMPARING, WORK - HURRY)
                moved = sum(trial.places[tile] != place for tile, place in self.ground.places.items())
                grounds.append((self.hardship(trial) + TROUBLE * moved, number, trial))
        return min(grounds, key=lambda entry: entry[:2])[2] if grounds else None

    def trials(self, way: Clearance) -> Iterator[Ground]:
        """The grounds, tile laid, after each swing that fits."""
        still = {tile: place for tile, place in self.ground.places.items() if tile not in way.tiles}
        toes = neat_toes(self.tile, way.place, self.toes) if way.place else ()
        fresh = shapes_of(self.tile, way.place, toes) if way.place else []
        taken = Raster()
        if way.place:
            taken.take(footprint(self.tile, way.place, toes, NEAR))
        rasters = [with_tiles(taken, still, self.ground.on[root]) for root in way.roots]
        for places in self.swings(way.roots, still, rasters):
            if any(closer(shape_at(*each), shape, NEAR) for each in places.items() for shape in fresh):
                continue
            trial = self.ground.copy()
            trial.shift(places)
            self.work -= len(still)  # about what that takes
            if way.place is None:
                model = CostModel(trial, self.tile, self.model.unseen, self.toes, self.model.aspect)
                ways = model.ways(self.on, RESORTS)
                self.work -= model.work
                if not ways:
                    continue
                trial.put(self.tile, self.on, ways[0].place, ways[0].toes)
            else:
                trial.put(self.tile, self.on, way.place, toes)
            yield trial

    def swings(
        self, roots: tuple[Tile, ...], still: Places, rasters: list[Raster]
    ) -> Iterator[dict[Tile, Place]]:
        """New places for these branches, clear of the tiles that lie `still`, whose cells are in each root's raster."""
        if not roots:
            yield {}
            return
        for places in self.swings_of(roots[0], still, rasters[0]):
            others = [with_tiles(raster, places) for raster in rasters[1:]]
            for rest in self.swings(roots[1:], {**still, **places}, others):
                yield {**places, **rest}

    def swings_of(self, root: Tile, still: Places, taken: Raster) -> Iterator[dict[Tile, Place]]:
        """The same for one branch, neat joints first; `taken` has the cells of all that lies still but for what it lies on."""
        self.work -= len(still) // 4
        on, before, branch = self.ground.on[root], self.ground.places[root], branch_of(root, self.above)
        for joint in joints_for(root):
            after = joined(end_of(still[on]), joint)
            for mirror in (1, -1):
                if self.work <= WORK - SWINGING:
                    return
                places: dict[Tile, Place] = {}
                for tile in branch:
                    self.work -= 1
                    x, y, heading = places[tile] = moved(self.ground.places[tile], before, after, mirror)
                    if taken.hit(taken_by(x, y, heading + 2 * (HIGH[tile] == LOW[tile]), 0.0)):
                        break
                else:
                    if not touching(places, still, on):
                        yield places

    def hardship(self, ground: Ground) -> float:
        """What the ends that need room would cost, and what size costs."""
        x0, y0, x1, y1 = ground.box
        needs = sum(need(end.room) for end in ground.ends.values() if self.model.hungry[end.suit])
        if self.model.double:
            hunger = self.model.usual_hunger(HIGH[self.tile])
            needs += hunger * sum(
                need(room_at(ground.taken, end_of(toe))) for toe in ground.kept.get(self.tile, ())
            )
        return needs + 10 * max(x1 - x0, y1 - y0)

    def roots(self, tile: Tile) -> list[Tile]:
        """The tiles from this one down to the centre whose joint can be chosen anew."""
        return [root for root in self.ground.line_down(tile) if self.ground.loose(root)]


def with_tiles(taken: Raster, tiles: Places, but: Tile = -1) -> Raster:
    """The cells taken once these tiles lie there too, all but one of them, with NEAR around each."""
    more = taken.copy()
    for tile, place in tiles.items():
        if tile != but:
            more.take(footprint(tile, place, grow=NEAR))
    return more


def joints_for(tile: Tile) -> list[Joint]:
    """Joints for a tile, the neat ones first."""
    return [*CROSS, *SLID_CROSS[::3]] if HIGH[tile] == LOW[tile] else [*LINE, *SLID_LINE[::3]]


def neat_toes(tile: Tile, place: Place, toes: int) -> tuple[Place, ...]:
    """The toe places of a tile that is laid there: none but for a double."""
    return toes_of(place, FANS[toes][0]) if HIGH[tile] == LOW[tile] else ()


def moved(place: Place, before: Place, after: Place, mirror: int) -> Place:
    """Where a place comes to lie when `before` becomes `after`, turned over when `mirror` is -1."""
    x, y = place.x - before.x, place.y - before.y
    c, s = COS[before.heading], SIN[before.heading]
    x, y = ahead(after.x, after.y, after.heading, x * c + y * s, mirror * (y * c - x * s))
    return Place(x, y, (after.heading + mirror * (place.heading - before.heading)) & 7)


def touching(places: Places, still: Places, on: Tile) -> bool:
    """Whether a tile would come too near to one that lies still; on `on` it may lie close."""
    shapes = [shape_at(tile, place) for tile, place in places.items()]
    for tile, place in still.items():
        other, least = shape_at(tile, place), LEAST if tile == on else NEAR
        if any(closer(shape, other, least) for shape in shapes):
            return True
    return False


def thread(ground: Ground, tile: Tile, on: Tile, toes: int) -> Place:
    """The nearest free spot for a tile that must lie apart from the end that it belongs to."""
    end = ground.ends[on].place
    others = [*ground.shapes.values(), *ground.kept_shapes()]
    for ring in range(2, 400):
        for side in range(8):
            x, y = ahead(end.x, end.y, end.heading + side, ring * 0.5)
            for heading in range(8):
                place = Place(x, y, heading)
                shapes = shapes_of(tile, place, neat_toes(tile, place, toes))
                if not any(closer(a, b, CLEAR) for a in shapes for b in others):
                    return place
    raise AssertionError("the table is endless")
