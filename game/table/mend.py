"""When nothing is free at an end: a branch swings out of the way, else some tiles around are laid again one by one, else all
but the arms of the centre; and if even that fails the tile lies apart on a thread.

A branch is a tile whose joint can be chosen anew (it lies on an ordinary tile, not as a toe or an arm) with all that
hangs on it. It swings as one piece, perhaps turned over like a mirror image, so people see one movement and find every
tile again. Work is counted, not timed, and capped: the same table is always mended in the same way, and no play takes long
but the very rare ones in which the whole table is laid again.
"""

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from random import Random
from typing import NamedTuple

from game.rules.tiles import HIGH, LOW, Tile
from game.table.geometry import COS, SIN, Place, ahead, closer
from game.table.ground import Ground, footprint, shape_at, shapes_of
from game.table.joints import CROSS, FANS, LINE, SLID_CROSS, SLID_LINE, Joint, end_of, joined, toes_of
from game.table.room import CLEAR, room_at, taken_by
from game.table.weigh import LEAST, Scale, Way, need

NEAR = 0.08
"""How near a tile that swings may come to strangers."""
WORK, SWINGING = 17000, 600
"""How much work one play may take, and how much of it while branches swing. The unit is a tile looked at, about 5 µs; what
else takes time counts by that."""
COMPARING, TROUBLE = 2500, 5.0
"""How much work may be spent on more solutions once there is one; what it costs that one more tile must move."""
WEIGHING = 5
"""The work of weighing the places of a tile, but for what its scale counts."""
CIRCLES = (3, 6), (3, 12), (5, 6), (5, 12), (5, 24), (7, 6), (7, 12), (7, 24), (10, 12)
"""What is laid again around an end: all branches that begin so near, in u, and have so many tiles at most."""
WHOLE = 12
"""How often the whole table is tried to be laid again when nothing less helped: about once in a thousand of the largest rounds."""
MOST = 90
"""How many tiles may move at once."""
ALIKE = 4
"""How many lots of about one size are tried, so that work is left for larger ones."""
ENOUGH = 6
"""How many solutions are compared."""
RESORTS = 3
"""How many kinds of places are looked at for tiles that are laid again (see `Scale.ways`)."""
SECOND, THIRD = 0.5, 0.2
"""The share of tiles that do not lie where they fit best in later tries, and the share of all that lie where they fit third
best."""

Places = Mapping[Tile, Place]


class Clearance(NamedTuple):
    """Branches (by their first tiles, and all their tiles) that would swing: to let the new tile lie at `place`, or, with
    none given, to take the end itself to a better spot."""

    roots: tuple[Tile, ...]
    tiles: frozenset[Tile]
    place: Place | None


def make_way(ground: Ground, scale: Scale, on: Tile, toes: int) -> tuple[Ground, list[Tile]] | None:
    """The ground with the tile of `scale` laid on `on`, and the tiles that moved; None if nothing that was tried helps."""
    mender = Mender(ground, scale, on, toes)
    clearances = mender.clearances()
    best = (
        mender.best_swing(clearances) or mender.best_rebuilt(mender.lots(clearances)) or mender.all_rebuilt()
    )
    if best is None:
        return None
    return best, [tile for tile, place in ground.places.items() if best.places[tile] != place]


class Mender:
    """Looks for room for the tile of `scale` at the line's end of `on`."""

    def __init__(self, ground: Ground, scale: Scale, on: Tile, toes: int) -> None:
        self.ground, self.scale, self.on, self.toes = ground, scale, on, toes
        self.tile = scale.tile
        self.work = WORK
        self.least = 0
        """With so much work left, laying again is given up."""
        self.line = set(line_down(ground, on))
        x, y, _ = ground.places[on]
        self.near = [
            (tile, shape)
            for tile, shape in sorted(ground.shapes.items())
            if abs(shape[0] + shape[1] - 2 * x) < 15 and abs(shape[2] + shape[3] - 2 * y) < 15
        ]
        self.below: dict[Tile, list[Tile]] = {}
        for child, parent in ground.on.items():
            self.below.setdefault(parent, []).append(child)

    def clearances(self) -> list[Clearance]:
        """What could be tried, fewest tiles first."""
        found = {Clearance((root,), frozenset(self.branch(root)), None): None for root in self.roots(self.on)}
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
                inner = {tile for root in roots for tile in self.branch(root) if tile != root}
                outer = tuple(sorted(roots - inner))
                tiles = frozenset(tile for root in outer for tile in self.branch(root))
                found[Clearance(outer, tiles, place)] = None
        return sorted((way for way in found if len(way.tiles) <= MOST), key=lambda way: len(way.tiles))

    def blockers(self, place: Place) -> list[Tile]:
        """The tiles in the way of the new tile there; none at all if the tile that it is laid on is among them."""
        shapes = shapes_of(self.tile, place, neat_toes(self.tile, place, self.toes))
        found = []
        for other, shape in self.near:
            least = LEAST if other == self.on else NEAR
            if any(closer(shape, mine, least) for mine in shapes):
                if other == self.on:
                    return []
                found.append(other)
        return found

    def lots(self, clearances: list[Clearance]) -> list[frozenset[Tile]]:
        """What could be taken up and laid again, fewest tiles first: the branches of the clearances, and those of the
        CIRCLES; of each size, by powers of two, no more than ALIKE."""
        x, y, _ = self.ground.ends[self.on].place
        found = {way.tiles: None for way in clearances}
        for radius, most in CIRCLES:
            near: set[Tile] = set()
            for tile, place in self.ground.places.items():
                if abs(place.x - x) < radius and abs(place.y - y) < radius and self.loose(tile):
                    branch = self.branch(tile)
                    if len(branch) <= most:
                        near.update(branch)
            found[frozenset(near)] = None
        by_size: dict[int, list[frozenset[Tile]]] = {}
        for tiles in sorted((tiles for tiles in found if 0 < len(tiles) <= MOST), key=len):
            by_size.setdefault(len(tiles).bit_length(), []).append(tiles)
        return [tiles for alike in by_size.values() for tiles in alike[:ALIKE]]

    def best_swing(self, clearances: list[Clearance]) -> Ground | None:
        """The best of the first swings that fit."""
        found: list[tuple[float, int, Ground]] = []
        for way in clearances:
            if self.work <= WORK - SWINGING or (found and len(way.tiles) > found[0][1]):
                break
            for trial in self.trials(way):
                found.append((self.hardship(trial), len(way.tiles), trial))
                if len(found) >= ENOUGH:
                    break
            if len(found) >= ENOUGH:
                break
        return min(found, key=lambda entry: entry[:2])[2] if found else None

    def best_rebuilt(self, lots: list[frozenset[Tile]]) -> Ground | None:
        """The best of the first grounds on which a lot of tiles was taken up and laid again with the new tile. That lot is tried
        next which took least work so far."""
        found: list[tuple[float, int, Ground]] = []
        spent = [(0, number, 0) for number in range(len(lots))]  # work, lot, tries
        while spent and self.work > self.least:
            work, number, tries = heappop(spent)
            tiles = lots[number]
            before = self.work
            trial = self.ground.copy()
            trial.take_up(tiles)
            self.work -= len(self.ground.places)  # about what that takes
            order = [(tile, on) for tile, on in self.ground.on.items() if tile in tiles]
            # first the line that leads to the new tile, then it, then the rest
            order.sort(key=lambda pair: pair[0] not in self.line)
            order.insert(len(self.line & tiles), (self.tile, self.on))
            laid = self.laid_again(trial, order, tries)
            if laid:  # else the first tile found no place, nor would it ever
                heappush(spent, (work + before - self.work, number, tries + 1))
            if laid == len(order):
                if not found:
                    self.least = max(0, self.work - COMPARING)
                found.append((self.hardship(trial) + TROUBLE * len(tiles), len(found), trial))
        return min(found, key=lambda entry: entry[:2])[2] if found else None

    def all_rebuilt(self) -> Ground | None:
        """The ground with everything but the centre and its arms laid again, in the first try that ends well; None after WHOLE.
        In each try comes first what found no place in the one before."""
        centre = next(iter(self.ground.places))
        order = [(tile, on) for tile, on in self.ground.on.items() if on != centre]
        tiles = frozenset(tile for tile, _ in order)
        order.append((self.tile, self.on))
        for _ in range(WHOLE):
            self.work, self.least = WORK, 0
            trial = self.ground.copy()
            trial.take_up(tiles)
            laid = self.laid_again(trial, order, 0)
            if laid == len(order):
                return trial
            tile, on = order[laid]
            first = {tile, *line_down(self.ground, on)}
            order.sort(key=lambda pair: pair[0] not in first)
        return None

    def laid_again(self, trial: Ground, order: list[tuple[Tile, Tile]], number: int) -> int:
        """Lays the tiles, all where they fit best in try `number` 0, later some where they fit second or third best, and as if size
        did not count in every other try, until one does not fit; how many were laid."""
        dice = Random(number)  # these fall alike on every machine
        unseen = self.scale.unseen
        for tile, _ in order:
            unseen |= 1 << tile
        for laid, (tile, on) in enumerate(order):
            unseen &= ~(1 << tile)
            scale = Scale(trial, tile, unseen, self.toes, self.scale.aspect)
            scale.grow = number % 2 == 0
            if on in trial.kept:
                trial.put(tile, on, scale.best_slot(on, tile in self.line))
                continue
            throw = dice.random()
            choice = (throw < SECOND) + (throw < THIRD) if number else 0
            ways = self.ways(scale, on, choice + 1)
            if self.work <= self.least or not ways:
                return laid
            way = ways[min(choice, len(ways) - 1)]
            trial.put(tile, on, way.place, way.toes)
        trial.give_up([double for double in trial.kept if double != self.tile])
        return len(order)

    def ways(self, scale: Scale, on: Tile, most: int = 1) -> list[Way]:
        """The best places of a tile, with their work counted."""
        found = scale.ways(on, RESORTS, most)
        self.work -= scale.work + WEIGHING
        return found

    def trials(self, way: Clearance) -> Iterator[Ground]:
        """The grounds, tile laid, after each swing that fits."""
        still = {tile: place for tile, place in self.ground.places.items() if tile not in way.tiles}
        toes = neat_toes(self.tile, way.place, self.toes) if way.place else ()
        fresh = shapes_of(self.tile, way.place, toes) if way.place else []
        taken = footprint(self.tile, way.place, toes, NEAR) if way.place else 0
        for places in self.swings(way.roots, still, taken):
            if any(closer(shape_at(*each), shape, NEAR) for each in places.items() for shape in fresh):
                continue
            trial = self.ground.copy()
            trial.shift(places)
            self.work -= len(still)  # about what that takes
            if way.place is None:
                scale = Scale(trial, self.tile, self.scale.unseen, self.toes, self.scale.aspect)
                ways = self.ways(scale, self.on)
                if not ways:
                    continue
                trial.put(self.tile, self.on, ways[0].place, ways[0].toes)
            else:
                trial.put(self.tile, self.on, way.place, toes)
            yield trial

    def swings(self, roots: tuple[Tile, ...], still: Places, taken: int) -> Iterator[dict[Tile, Place]]:
        """New places for these branches, clear of the tiles that lie `still` and of the `taken` cells."""
        if not roots:
            yield {}
            return
        for places in self.swings_of(roots[0], still, taken):
            for others in self.swings(roots[1:], {**still, **places}, taken):
                yield {**places, **others}

    def swings_of(self, root: Tile, still: Places, taken: int) -> Iterator[dict[Tile, Place]]:
        """The same for one branch, neat joints first."""
        self.work -= len(still) // 4
        on, before, branch = self.ground.on[root], self.ground.places[root], self.branch(root)
        for tile, place in still.items():
            if tile != on:
                taken |= footprint(tile, place, grow=NEAR)
        for joint in joints_for(root):
            after = joined(end_of(still[on]), joint)
            for mirror in (1, -1):
                if self.work <= WORK - SWINGING:
                    return
                places: dict[Tile, Place] = {}
                for tile in branch:
                    self.work -= 1
                    x, y, heading = places[tile] = moved(self.ground.places[tile], before, after, mirror)
                    if taken_by(x, y, heading + 2 * (HIGH[tile] == LOW[tile]), 0.0) & taken:
                        break
                else:
                    if not touching(places, still, on):
                        yield places

    def hardship(self, ground: Ground) -> float:
        """What the ends that need room would cost, and what size costs."""
        x0, y0, x1, y1 = ground.box
        needs = sum(need(end.room) for end in ground.ends.values() if self.scale.hungry[end.suit])
        if self.scale.double:
            hunger = self.scale.usual_hunger(HIGH[self.tile])
            needs += hunger * sum(
                need(room_at(ground.taken, end_of(toe))) for toe in ground.kept.get(self.tile, ())
            )
        return needs + 10 * max(x1 - x0, y1 - y0)

    def roots(self, tile: Tile) -> list[Tile]:
        """The tiles from this one down to the centre whose joint can be chosen anew."""
        return [root for root in line_down(self.ground, tile) if self.loose(root)]

    def loose(self, tile: Tile) -> bool:
        """Whether the tile's joint can be chosen anew: it lies on an ordinary tile."""
        on = self.ground.on[tile]
        return HIGH[on] != LOW[on]

    def branch(self, root: Tile) -> list[Tile]:
        """The tile and all that hangs on it."""
        tiles = [root]
        for tile in tiles:
            tiles.extend(self.below.get(tile, ()))
        return tiles


def line_down(ground: Ground, tile: Tile) -> Iterator[Tile]:
    """The tile, what it lies on, and so on down to the centre."""
    while True:
        yield tile
        if ground.on[tile] == tile:
            return
        tile = ground.on[tile]


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
