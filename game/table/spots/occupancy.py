"""Occupancy of the table: which tile lies where, which ends are open, and which squares are taken.

`Occupancy` only keeps this data up to date. `CostModel`, `Repair` and `Relocation` decide where tiles go.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from game.rules.tiles import DOUBLE, HIGH, Tile, is_double, other
from game.table.geometry import Shape, Spot, bounding_box, is_closer, shape_of
from game.table.spots.attachments import free_edge
from game.table.spots.growth_space import (
    CLEARANCE,
    Box,
    GrowthSpace,
    is_stale,
    next_box,
    reduced_space,
    space_at,
)
from game.table.spots.raster import Raster, Squares, tile_squares


class End(NamedTuple):
    """Open end of a line: its number, the middle of its edge with the line's heading, and its space to grow.

    `next_box` is the bounding box of the neat foot that may come there, or of an ordinary tile if the double is played.
    """

    suit: int
    edge: Spot
    space: GrowthSpace
    next_box: Box


BLOCK = 3.0
"""Side of a block (a square part of the table), in u. Two tiles share no square if a whole block lies between their blocks."""
FAR = 12
"""Distance, in u, beyond which a tile with its toes does not change the space of an end."""


def tile_shape(tile: Tile, spot: Spot) -> Shape:
    """Shape of a tile at a spot. A double lies across the heading."""
    return shape_of(spot.x, spot.y, spot.heading + 2 * is_double(tile))


def tile_and_toe_shapes(tile: Tile, spot: Spot, toes: tuple[Spot, ...] = ()) -> list[Shape]:
    """Shapes of a tile and of the spots reserved for its toes."""
    return [tile_shape(tile, spot), *(shape_of(*toe) for toe in toes)]


def footprint(tile: Tile, spot: Spot, toes: tuple[Spot, ...] = (), margin: float = CLEARANCE) -> Squares:
    """Squares that a tile and the spots reserved for its toes take, enlarged by `margin` u."""
    own_squares = tile_squares(spot.x, spot.y, spot.heading + 2 * is_double(tile), margin)
    return own_squares.union([tile_squares(*toe, margin) for toe in toes]) if toes else own_squares


def extended_box(box: Box, shapes: Iterable[Shape]) -> Box:
    """Box extended to contain the shapes."""
    x0, y0, x1, y1 = box
    for s in shapes:
        x0, x1, y0, y1 = min(x0, s[0]), max(x1, s[1]), min(y0, s[2]), max(y1, s[3])
    return x0, y0, x1, y1


def branch_of(root: Tile, children: Mapping[Tile, list[Tile]]) -> list[Tile]:
    """Tile `root` and all tiles that lie on it, directly or through other tiles."""
    tiles = [root]
    for tile in tiles:
        tiles.extend(children.get(tile, ()))
    return tiles


class Occupancy:
    """The laid tiles with their spots, and the ends, reserved spots, squares and box that follow from them."""

    def __init__(self) -> None:
        self.spots: dict[Tile, Spot] = {}
        """Spot of each tile, in the order of laying."""
        self.shapes: dict[Tile, Shape] = {}
        self.on: dict[Tile, Tile] = {}
        """The tile underneath each tile. The centre lies on itself."""
        self.open_suits: dict[Tile, int] = {}
        """The number that each tile offers: that of an ordinary tile's outer half, or that of a double."""
        self.ends: dict[Tile, End] = {}
        """Open end of each ordinary tile that has one."""
        self.reserved: dict[Tile, tuple[Spot, ...]] = {}
        """Spots reserved on each double, for the centre's arms or a foot's toes."""
        self.raster = Raster()
        self.box: Box = (0.0, 0.0, 0.0, 0.0)
        """Bounding box of the tiles and reserved spots."""

    def copy(self) -> "Occupancy":
        """Return an independent copy."""
        clone = Occupancy.__new__(Occupancy)
        clone.spots, clone.shapes, clone.on = dict(self.spots), dict(self.shapes), dict(self.on)
        clone.open_suits, clone.ends, clone.reserved = (
            dict(self.open_suits),
            dict(self.ends),
            dict(self.reserved),
        )
        clone.raster, clone.box = self.raster.copy(), self.box
        return clone

    def put_centre(self, tile: Tile, spot: Spot, arms: tuple[Spot, ...]) -> None:
        """Lay the centre and reserve the spots of its arms."""
        self.on[tile] = tile
        self._add_tile(tile, spot, arms)

    def put_tile(self, tile: Tile, on: Tile, spot: Spot, toes: tuple[Spot, ...] = ()) -> None:
        """Lay the tile at `spot` on the tile `on`. `toes` are the spots that a double reserves."""
        self.on[tile] = on
        if on in self.reserved:
            self.reserved[on] = tuple(slot for slot in self.reserved[on] if slot != spot)
            if not self.reserved[on]:
                del self.reserved[on]
        else:
            del self.ends[on]
        self._add_tile(tile, spot, toes)

    def release_reserved(self, doubles: Collection[Tile]) -> None:
        """Release the spots reserved on these doubles, because their feet get no more toes."""
        if doubles:
            region = self._release_squares(doubles)
            for double in doubles:
                del self.reserved[double]
            self._recompute(region)

    def move_tiles(self, spots: dict[Tile, Spot]) -> None:
        """Move tiles to new spots."""
        region = self._release_squares(spots)
        for tile, spot in spots.items():
            self.spots[tile] = spot
            self.shapes[tile] = tile_shape(tile, spot)
            self.raster.occupy(self._footprint(tile))
        self._recompute(region, [tile for tile in spots if tile in self.ends])

    def remove_branches(self, tiles: Collection[Tile]) -> None:
        """Remove whole branches, and open the ends on which they lay. `tiles` are all tiles of the branches."""
        region = self._release_squares(tiles)
        opened = [self.on[tile] for tile in tiles if self.on[tile] not in tiles]
        for tile in tiles:
            for mapping in (self.spots, self.shapes, self.on, self.open_suits, self.ends, self.reserved):
                mapping.pop(tile, None)
        self._recompute(region, opened)

    def _footprint(self, tile: Tile) -> Squares:
        return footprint(tile, self.spots[tile], self.reserved.get(tile, ()))

    def _release_squares(self, tiles: Collection[Tile]) -> set[tuple[float, float]]:
        """Release the squares of these tiles.

        Returns the blocks, as (column, row), in which other tiles may have lost squares too.
        """
        blocks = set()
        for tile in tiles:
            self.raster.release(self._footprint(tile))
            for x, y, _ in (self.spots[tile], *self.reserved.get(tile, ())):
                blocks.add((x // BLOCK, y // BLOCK))
        return {(x + i, y + j) for x, y in blocks for i in (-1, 0, 1) for j in (-1, 0, 1)}

    def _recompute(self, region: set[tuple[float, float]], ends: Iterable[Tile] = ()) -> None:
        """Recompute squares, box and space after tiles in the blocks of `region` were removed or moved.

        `ends` are the tiles whose end is new or has moved.
        """
        self.box = bounding_box([*self.shapes.values(), *self.reserved_shapes()])
        for tile, (x, y, _) in self.spots.items():
            if tile in self.reserved or (x // BLOCK, y // BLOCK) in region:
                self.raster.occupy(self._footprint(tile))
        for on in ends:
            self.ends[on] = self._new_end(self.open_suits[on], free_edge(self.spots[on]))
        for on, end in self.ends.items():
            double_played = DOUBLE[end.suit] in self.spots
            if double_played != end.space.double_played or is_stale(end.space, self.raster, end.edge):
                self.ends[on] = self._new_end(end.suit, end.edge)

    def path_to_centre(self, tile: Tile) -> Iterator[Tile]:
        """Yield the tile, the tile underneath, and so on to the centre."""
        while True:
            yield tile
            if self.on[tile] == tile:
                return
            tile = self.on[tile]

    def is_movable(self, tile: Tile) -> bool:
        """Whether the tile could be attached in another way: it lies on an ordinary tile."""
        on = self.on[tile]
        return not is_double(on)

    def contacts(self, tiles: Iterable[Tile]) -> int:
        """How many times one of these tiles lies so close to an unrelated tile that the two look attached.

        Tiles are related if one lies on the other, or both lie on the same tile.
        """
        on = self.on
        return sum(
            is_closer(self.shapes[tile], shape, CLEARANCE)
            for tile in tiles
            for other, shape in self.shapes.items()
            if on[tile] != other and on[other] not in (tile, on[tile])
        )

    def children(self) -> dict[Tile, list[Tile]]:
        """The tiles that lie directly on each tile."""
        children: dict[Tile, list[Tile]] = {}
        for tile, on in self.on.items():
            if tile != on:
                children.setdefault(on, []).append(tile)
        return children

    def reserved_shapes(self, except_on: Tile = -1) -> Iterator[Shape]:
        """Yield the shapes of the reserved spots, except those on the double `except_on`."""
        for double, slots in self.reserved.items():
            if double != except_on:
                for slot in slots:
                    yield shape_of(*slot)

    def _add_tile(self, tile: Tile, spot: Spot, reserved: tuple[Spot, ...]) -> None:
        self.spots[tile] = spot
        shapes = tile_and_toe_shapes(tile, spot, reserved)
        self.shapes[tile] = shapes[0]
        self.box = extended_box(self.box, shapes)
        self._occupy(footprint(tile, spot, reserved), spot)
        if is_double(tile):
            self.open_suits[tile] = HIGH[tile]
            if reserved:
                self.reserved[tile] = reserved
            for on, end in self.ends.items():
                if end.suit == HIGH[tile]:  # from now on this end needs space for ordinary tiles only
                    self.ends[on] = self._new_end(end.suit, end.edge)
        else:
            suit = other(tile, self.open_suits[self.on[tile]])
            self.open_suits[tile] = suit
            self.ends[tile] = self._new_end(suit, free_edge(spot))

    def _occupy(self, squares: Squares, middle: Spot) -> None:
        """Take the squares of a tile at `middle`, and update the space of the ends around it."""
        if not self.raster.occupy(squares):
            return
        for on, end in self.ends.items():
            if abs(end.edge.x - middle.x) < FAR and abs(end.edge.y - middle.y) < FAR:
                space = reduced_space(end.space, end.edge.heading, squares)
                if space is not end.space:
                    self.ends[on] = end._replace(space=space)

    def _new_end(self, suit: int, edge: Spot) -> End:
        double_played = DOUBLE[suit] in self.spots
        space = space_at(self.raster, edge, double_played)
        return End(suit, edge, space, next_box(edge, double_played))
