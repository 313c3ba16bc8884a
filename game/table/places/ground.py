"""The state of a table: which tile lies where, what is open, and the cells that are taken.

`Ground` only keeps the books; what goes where is decided by `weigh`, `mend` and `relay`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from game.rules.tiles import DOUBLE, HIGH, LOW, Tile, other
from game.table.geometry import Place, Shape, box_of, shape_of
from game.table.places.joints import end_of
from game.table.places.raster import Cells, Raster, taken_by
from game.table.places.room import CLEAR, Room, changed, room_at, room_left


class End(NamedTuple):
    """The open end of a line: its suit, the middle of its free edge with its heading, and its room to grow."""

    suit: int
    place: Place
    room: Room


BLOCK = 3.0
"""Two tiles that are farther apart than this, in u, share no cell."""
FAR = 12
"""So far apart, in u, no tile with its toes matters to an end."""
Box = tuple[float, float, float, float]


def shape_at(tile: Tile, place: Place) -> Shape:
    """The shape of a tile at a place; a double lies across the heading."""
    return shape_of(place.x, place.y, place.heading + 2 * (HIGH[tile] == LOW[tile]))


def shapes_of(tile: Tile, place: Place, toes: tuple[Place, ...] = ()) -> list[Shape]:
    """The shapes of a tile and of the toe places that it keeps."""
    return [shape_at(tile, place), *(shape_of(*toe) for toe in toes)]


def footprint(tile: Tile, place: Place, toes: tuple[Place, ...] = (), grow: float = CLEAR) -> Cells:
    """The cells that a tile and the toe places that it keeps take."""
    own = taken_by(place.x, place.y, place.heading + 2 * (HIGH[tile] == LOW[tile]), grow)
    return own.joined([taken_by(*toe, grow) for toe in toes]) if toes else own


def joint_box(box: Box, shapes: Iterable[Shape]) -> Box:
    """The box grown to hold the shapes."""
    x0, y0, x1, y1 = box
    for s in shapes:
        x0, x1, y0, y1 = min(x0, s[0]), max(x1, s[1]), min(y0, s[2]), max(y1, s[3])
    return x0, y0, x1, y1


def branch_of(root: Tile, above: Mapping[Tile, list[Tile]]) -> list[Tile]:
    """The tile and all that hangs on it."""
    tiles = [root]
    for tile in tiles:
        tiles.extend(above.get(tile, ()))
    return tiles


class Ground:
    """Tiles by their places and shapes, in the order of laying; line ends; places kept for toes and arms; taken cells;
    the bounding box of it all."""

    def __init__(self) -> None:
        self.places: dict[Tile, Place] = {}
        self.shapes: dict[Tile, Shape] = {}
        self.on: dict[Tile, Tile] = {}
        self.free: dict[Tile, int] = {}
        """The number that a tile offers: the free half of an ordinary tile, a double's own."""
        self.ends: dict[Tile, End] = {}
        self.kept: dict[Tile, tuple[Place, ...]] = {}
        """The places kept for arms on the centre or toes on a foot."""
        self.taken = Raster()
        self.box: Box = (0.0, 0.0, 0.0, 0.0)

    def copy(self) -> "Ground":
        """One that may go its own way."""
        twin = Ground.__new__(Ground)
        twin.places, twin.shapes, twin.on = dict(self.places), dict(self.shapes), dict(self.on)
        twin.free, twin.ends, twin.kept = dict(self.free), dict(self.ends), dict(self.kept)
        twin.taken, twin.box = self.taken.copy(), self.box
        return twin

    def put_centre(self, tile: Tile, place: Place, arms: tuple[Place, ...]) -> None:
        """Lays the centre and keeps the places of its arms."""
        self.on[tile] = tile
        self._put(tile, place, arms)

    def put(self, tile: Tile, on: Tile, place: Place, toes: tuple[Place, ...] = ()) -> None:
        """Lays the tile at `place` on another tile; a double keeps these places for its toes."""
        self.on[tile] = on
        if on in self.kept:
            self.kept[on] = tuple(slot for slot in self.kept[on] if slot != place)
            if not self.kept[on]:
                del self.kept[on]
        else:
            del self.ends[on]
        self._put(tile, place, toes)

    def give_up(self, doubles: Collection[Tile]) -> None:
        """Forgets the places kept on these doubles: the feet were closed as they stood."""
        if doubles:
            region = self._lift(doubles)
            for double in doubles:
                del self.kept[double]
            self._survey(region)

    def shift(self, places: dict[Tile, Place]) -> None:
        """Moves tiles to new places."""
        region = self._lift(places)
        for tile, place in places.items():
            self.places[tile] = place
            self.shapes[tile] = shape_at(tile, place)
            self.taken.take(self._footprint(tile))
        self._survey(region, [tile for tile in places if tile in self.ends])

    def take_up(self, tiles: Collection[Tile]) -> None:
        """Takes whole branches off the table, whose first tiles lie on lines' ends; those ends are open again."""
        region = self._lift(tiles)
        opened = [self.on[tile] for tile in tiles if self.on[tile] not in tiles]
        for tile in tiles:
            for book in (self.places, self.shapes, self.on, self.free, self.ends, self.kept):
                book.pop(tile, None)
        self._survey(region, opened)

    def _footprint(self, tile: Tile) -> Cells:
        return footprint(tile, self.places[tile], self.kept.get(tile, ()))

    def _lift(self, tiles: Collection[Tile]) -> set[tuple[float, float]]:
        """Frees the cells of these tiles; the blocks in which other tiles may have lost some too."""
        blocks = set()
        for tile in tiles:
            self.taken.free(self._footprint(tile))
            for x, y, _ in (self.places[tile], *self.kept.get(tile, ())):
                blocks.add((x // BLOCK, y // BLOCK))
        return {(x + i, y + j) for x, y in blocks for i in (-1, 0, 1) for j in (-1, 0, 1)}

    def _survey(self, region: set[tuple[float, float]], ends: Iterable[Tile] = ()) -> None:
        """Works out cells, box and room anew, after something in these blocks was taken away; the `ends` of these tiles are
        new, or elsewhere."""
        self.box = box_of([*self.shapes.values(), *self.kept_shapes()])
        for tile, (x, y, _) in self.places.items():
            if tile in self.kept or (x // BLOCK, y // BLOCK) in region:
                self.taken.take(self._footprint(tile))
        for on in ends:
            self.ends[on] = self._end(self.free[on], end_of(self.places[on]))
        for on, end in self.ends.items():
            past = DOUBLE[end.suit] in self.places
            if past != end.room.past or changed(end.room, self.taken, end.place):
                self.ends[on] = self._end(end.suit, end.place)

    def line_down(self, tile: Tile) -> Iterator[Tile]:
        """The tile, what it lies on, and so on down to the centre."""
        while True:
            yield tile
            if self.on[tile] == tile:
                return
            tile = self.on[tile]

    def loose(self, tile: Tile) -> bool:
        """Whether the tile's joint can be chosen anew: it lies on an ordinary tile."""
        on = self.on[tile]
        return HIGH[on] != LOW[on]

    def above(self) -> dict[Tile, list[Tile]]:
        """What lies on each tile."""
        lying: dict[Tile, list[Tile]] = {}
        for tile, on in self.on.items():
            if tile != on:
                lying.setdefault(on, []).append(tile)
        return lying

    def kept_shapes(self, but: Tile = -1) -> Iterator[Shape]:
        """The shapes of the kept places, those on the double `but` left out."""
        for double, slots in self.kept.items():
            if double != but:
                for slot in slots:
                    yield shape_of(*slot)

    def _put(self, tile: Tile, place: Place, kept: tuple[Place, ...]) -> None:
        self.places[tile] = place
        shapes = shapes_of(tile, place, kept)
        self.shapes[tile] = shapes[0]
        self.box = joint_box(self.box, shapes)
        self._take(footprint(tile, place, kept), place)
        if HIGH[tile] == LOW[tile]:
            self.free[tile] = HIGH[tile]
            if kept:
                self.kept[tile] = kept
            for on, end in self.ends.items():
                if end.suit == HIGH[tile]:  # from now on it needs room for ordinary tiles only
                    self.ends[on] = self._end(end.suit, end.place)
        else:
            suit = other(tile, self.free[self.on[tile]])
            self.free[tile] = suit
            self.ends[tile] = self._end(suit, end_of(place))

    def _take(self, taken: Cells, middle: Place) -> None:
        if not self.taken.take(taken):
            return
        for on, end in self.ends.items():
            if abs(end.place.x - middle.x) < FAR and abs(end.place.y - middle.y) < FAR:
                room = room_left(end.room, end.place.heading, taken)
                if room is not end.room:
                    self.ends[on] = End(end.suit, end.place, room)

    def _end(self, suit: int, edge: Place) -> End:
        return End(suit, edge, room_at(self.taken, edge, DOUBLE[suit] in self.places))
