"""When nothing is free at an end: other branches make way, and if even that fails the tile lies apart on a thread.

A branch is a tile whose joint can be chosen anew (it lies on an ordinary tile, not as a toe or an arm) with all that
hangs on it. Work is counted in steps, not in time, so the same table is always mended in the same way.
"""

from collections.abc import Iterator
from typing import NamedTuple

from game.rules.tiles import HIGH, LOW, Tile
from game.table.geometry import Place, ahead, closer
from game.table.ground import Ground, shapes_of
from game.table.joints import CROSS, FANS, LINE, SLID_CROSS, SLID_LINE, joined, toes_of
from game.table.room import CLEAR
from game.table.weigh import LEAST, Scale

STEPS = 60
"""How many tiles may be laid again in all, on trial."""
MOST = 16
"""How many tiles may move at once."""


class Clearance(NamedTuple):
    """Take these tiles up (whole branches), lay the new one at `place` (None: last of all, where it fits best), and lay
    them again."""

    tiles: frozenset[Tile]
    place: Place | None


def make_way(ground: Ground, scale: Scale, on: Tile, toes: int) -> tuple[Ground, list[Tile]] | None:
    """The ground with the tile of `scale` laid on `on`, and the tiles that moved; None if none of the ways works."""
    left = STEPS
    for way in _ways(ground, scale.tile, on, toes):
        trial = ground.copy()
        trial.take_up(way.tiles)
        order = [(tile, ground.on[tile]) for tile in ground.places if tile in way.tiles]
        if way.place is None:
            order.append((scale.tile, on))
        else:
            trial.put(scale.tile, on, way.place, neat_toes(scale.tile, way.place, toes))
        left -= len(order)
        if left < 0:
            return None
        if _lay_again(trial, order, scale, toes):
            trial.give_up([double for double in trial.kept if double != scale.tile])
            return trial, [tile for tile in way.tiles if trial.places[tile] != ground.places[tile]]
    return None


def neat_toes(tile: Tile, place: Place, toes: int) -> tuple[Place, ...]:
    """The toe places of a tile that is laid there: none but for a double."""
    return toes_of(place, FANS[toes][0]) if HIGH[tile] == LOW[tile] else ()


def _lay_again(ground: Ground, order: list[tuple[Tile, Tile]], scale: Scale, toes: int) -> bool:
    """Lays the tiles where each fits best; False if one does not."""
    unseen = scale.unseen | 1 << scale.tile
    for tile, _ in order:
        unseen |= 1 << tile
    for tile, on in order:
        unseen &= ~(1 << tile)
        weigh = Scale(ground, tile, unseen, toes, scale.aspect)
        if on in ground.kept:
            ground.put(tile, on, weigh.best_slot(on))
            continue
        found = weigh.ways(on)
        if not found:
            return False
        ground.put(tile, on, found[0].place, found[0].toes)
    return True


def _ways(ground: Ground, tile: Tile, on: Tile, toes: int) -> list[Clearance]:
    """What could be tried, fewest tiles first."""
    below: dict[Tile, list[Tile]] = {}
    for child, parent in ground.on.items():
        below.setdefault(parent, []).append(child)
    found = {Clearance(frozenset(_branch(root, below)), None) for root in _roots(ground, on)}
    above = set(_line_up(ground, on))
    for place in _places(ground, tile, on):
        for blockers in _blockers(ground, tile, on, place, toes):
            found.update(_clearances(ground, blockers, above, below, place))
    return sorted(
        (way for way in found if len(way.tiles) <= MOST), key=lambda way: (len(way.tiles), sorted(way.tiles))
    )


def _places(ground: Ground, tile: Tile, on: Tile) -> list[Place]:
    joints = [*CROSS, *SLID_CROSS] if HIGH[tile] == LOW[tile] else [*LINE, *SLID_LINE]
    return [joined(ground.ends[on].place, joint) for joint in joints]


def _blockers(ground: Ground, tile: Tile, on: Tile, place: Place, toes: int) -> Iterator[set[Tile]]:
    """The tiles in the way of the tile at this place; nothing if its own neighbour is among them."""
    shapes = shapes_of(tile, place, neat_toes(tile, place, toes))
    found = {
        stranger
        for stranger, shape in ground.shapes.items()
        if any(closer(shape, mine, LEAST if stranger == on else CLEAR) for mine in shapes)
    }
    if on not in found:
        yield found


def _clearances(
    ground: Ground, blockers: set[Tile], above: set[Tile], below: dict[Tile, list[Tile]], place: Place
) -> Iterator[Clearance]:
    """The ways to take all blockers up: for each the smallest branch that holds it, or the next larger ones."""
    for larger in range(3):
        tiles: set[Tile] = set()
        for blocker in sorted(blockers):
            roots = [root for root in _roots(ground, blocker) if root not in above]
            if not roots:
                return
            tiles.update(_branch(roots[min(larger, len(roots) - 1)], below))
        if not tiles & above:
            yield Clearance(frozenset(tiles), place)


def _line_up(ground: Ground, tile: Tile) -> Iterator[Tile]:
    """The tile, what it lies on, and so on down to the centre."""
    while True:
        yield tile
        if ground.on[tile] == tile:
            return
        tile = ground.on[tile]


def _roots(ground: Ground, tile: Tile) -> list[Tile]:
    """The tiles from this one down to the centre whose joint can be chosen anew."""
    return [root for root in _line_up(ground, tile) if HIGH[ground.on[root]] != LOW[ground.on[root]]]


def _branch(root: Tile, below: dict[Tile, list[Tile]]) -> list[Tile]:
    tiles = [root]
    for tile in tiles:
        tiles.extend(below.get(tile, ()))
    return tiles


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
