"""The state of a table: which tile lies where, what is open, and the cells that are taken.

`Ground` only keeps the books; what goes where is decided by `weigh` and `mend`.
"""

from collections.abc import Iterable
from typing import NamedTuple

from game.rules.tiles import HIGH, LOW, Tile, other
from game.table.geometry import Place, Shape, box_of, shape_of
from game.table.joints import end_of, toes_of
from game.table.room import CLEAR, Room, cells, room_at, room_left


class End(NamedTuple):
    """The open end of a line: its suit, the middle of its free edge with its heading, and its room for feet."""

    suit: int
    place: Place
    room: Room


Box = tuple[float, float, float, float]


def shapes_of(tile: Tile, place: Place, toes: tuple[Place, ...]) -> list[Shape]:
    """The shapes of a tile and of the toe places that it keeps."""
    if HIGH[tile] == LOW[tile]:
        return [shape_of(place.x, place.y, place.heading + 2), *(shape_of(*toe) for toe in toes)]
    return [shape_of(*place)]


def joint_box(box: Box, shapes: Iterable[Shape]) -> Box:
    """The box grown to hold the shapes."""
    x0, y0, x1, y1 = box
    for s in shapes:
        x0, x1, y0, y1 = min(x0, s[0]), max(x1, s[1]), min(y0, s[2]), max(y1, s[3])
    return x0, y0, x1, y1


class Ground:
    """Tiles by their places and shapes, in the order of laying; line ends; kept places; taken cells; the box."""

    def __init__(self) -> None:
        self.places: dict[Tile, Place] = {}
        self.shapes: dict[Tile, Shape] = {}
        self.on: dict[Tile, Tile] = {}
        self.free: dict[Tile, int] = {}
        """The number that a tile offers: the free half of an ordinary tile, a double's own."""
        self.ends: dict[Tile, End] = {}
        self.double: Tile = -1
        """The centre or the pending foot, while places are kept on it."""
        self.kept: tuple[Place, ...] = ()
        self.taken = 0
        self.box: Box = (0.0, 0.0, 0.0, 0.0)

    def copy(self) -> "Ground":
        """One that may go its own way."""
        twin = Ground.__new__(Ground)
        twin.places, twin.shapes, twin.on = dict(self.places), dict(self.shapes), dict(self.on)
        twin.free, twin.ends = dict(self.free), dict(self.ends)
        twin.double, twin.kept, twin.taken, twin.box = self.double, self.kept, self.taken, self.box
        return twin

    def put_centre(self, tile: Tile, place: Place, arms: tuple[Place, ...]) -> None:
        """Lays the centre and keeps the places of its arms."""
        self.on[tile] = tile
        self._put(tile, place, arms)

    def put(self, tile: Tile, on: Tile, place: Place, toes: int) -> None:
        """Lays the tile at `place` on another tile; a double keeps places for `toes` toes."""
        self.on[tile] = on
        if on == self.double:
            self.kept = tuple(slot for slot in self.kept if slot != place)
            if not self.kept:
                self.double = -1
        else:
            self.give_up()
            del self.ends[on]
        self._put(tile, place, toes_of(place, toes) if HIGH[tile] == LOW[tile] else ())

    def give_up(self) -> None:
        """Forgets places that were kept for toes or arms: the foot was closed as it stood."""
        if self.kept:
            self.double, self.kept = -1, ()
            self.survey()

    def _put(self, tile: Tile, place: Place, kept: tuple[Place, ...]) -> None:
        double = HIGH[tile] == LOW[tile]
        self.places[tile] = place
        shapes = shapes_of(tile, place, kept)
        self.shapes[tile] = shapes[0]
        self.box = joint_box(self.box, shapes)
        taken = 0
        for shape in shapes:
            taken |= cells(shape, CLEAR)
        if taken & ~self.taken:
            self.taken |= taken
            for on, end in self.ends.items():
                room = room_left(end.room, end.place.heading, taken)
                if room is not end.room:
                    self.ends[on] = End(end.suit, end.place, room)
        if double:
            self.free[tile] = HIGH[tile]
            self.double, self.kept = (tile, kept) if kept else (-1, ())
        else:
            suit = other(tile, self.free[self.on[tile]])
            self.free[tile] = suit
            edge = end_of(place)
            self.ends[tile] = End(suit, edge, room_at(self.taken, edge))

    def survey(self) -> None:
        """Works out cells, box and room anew, after something was taken away."""
        shapes = [*self.shapes.values(), *(shape_of(*slot) for slot in self.kept)]
        self.box = box_of(shapes)
        self.taken = 0
        for shape in shapes:
            self.taken |= cells(shape, CLEAR)
        for on, end in self.ends.items():
            self.ends[on] = End(end.suit, end.place, room_at(self.taken, end.place))
