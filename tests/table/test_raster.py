"""The bit raster behaves like a set of cells."""

import random

import pytest

from game.table.geometry import SQRT_HALF, Place, point_ahead, separation, shape_of
from game.table.places.attachments import (
    NEAT_DOUBLE,
    NEAT_ORDINARY,
    ODD_DOUBLE,
    SHIFTED_ORDINARY,
    attached_place,
)
from game.table.places.growth_room import core_cells
from game.table.places.raster import (
    CELLS_PER_U,
    ROW_BITS,
    SPAN,
    Cells,
    Raster,
    shape_window,
    tile_cells,
    window_corner,
)


def places(column: int, corner: int, window: int) -> set[tuple[int, int]]:
    """Row and column of every cell of a window, without the bits beyond its SPAN."""
    found = set()
    for bit, digit in enumerate(f"{window:b}"[::-1]):
        if digit == "1" and bit < SPAN * ROW_BITS and bit % ROW_BITS < SPAN:
            found.add(((corner - column) // ROW_BITS + bit // ROW_BITS, column + bit % ROW_BITS))
    return found


@pytest.mark.slow
def test_a_raster_is_a_set_of_cells() -> None:
    rng = random.Random(7)
    raster, model = Raster(), set[tuple[int, int]]()
    laid: list[Cells] = []
    for number in range(150):
        x, y = rng.uniform(-40, 40) if number % 3 else rng.uniform(-4, 4), rng.uniform(-40, 40)
        cells = tile_cells(x, y, rng.randrange(8), 0.2)
        own_cells = places(*cells)
        assert 100 < len(own_cells) < 150, "2.4 by 1.4 u, 36 cells each"
        assert raster.any_taken(cells) == bool(own_cells & model)
        assert raster.occupy(cells) == bool(own_cells - model)
        model |= own_cells
        laid.append(cells)
        if number % 4 == 0:
            gone = laid.pop(rng.randrange(len(laid)))
            raster.release(gone)
            model -= places(*gone)
        column, corner = window_corner(x + rng.uniform(-7, 7), y + rng.uniform(-7, 7))
        inside = places(column, corner, (1 << SPAN * ROW_BITS) - 1)
        assert places(column, corner, raster.window(column, corner)) == model & inside
        assert places(column, corner, cells.in_window(corner)) == own_cells & inside


def test_copies_are_independent_and_a_union_has_all_cells() -> None:
    one, other = tile_cells(0.0, 0.0, 0, 0.0), tile_cells(2.3, -1.1, 1, 0.0)
    raster = Raster()
    raster.occupy(one)
    clone = raster.copy()
    clone.occupy(other)
    assert not raster.any_taken(other)
    assert clone.any_taken(other)
    assert places(*one.union([other])) == places(*one) | places(*other)


def test_cells_off_the_raster_are_accepted() -> None:
    raster = Raster()
    for x, y in ((-400.0, 3.0), (400.0, -400.0), (0.0, 400.0), (-49.0, 49.0)):
        cells = tile_cells(x, y, 0, 0.2)
        assert raster.occupy(cells)
        assert raster.any_taken(cells)
        raster.release(cells)
        assert not any(raster.strips)


def test_the_cells_of_a_shape_are_those_whose_middles_it_holds() -> None:
    for kind in range(4):
        shape = shape_of(0.3, -0.2, kind)
        found = places(0, 0, shape_window(shape, 0.1))
        for row in range(SPAN):
            for column in range(SPAN):
                x, y = (column + 0.5 - SPAN // 2) / CELLS_PER_U, (row + 0.5 - SPAN // 2) / CELLS_PER_U
                across, along = (x + y) * SQRT_HALF, (x - y) * SQRT_HALF
                point = (x, x, y, y, across, across, along, along)
                apart = separation(point, shape)
                if abs(apart - 0.1) > 1e-9:
                    assert ((row, column) in found) == (apart < 0.1)


def test_core_cells_are_taken_only_by_overlapping_tiles() -> None:
    end = Place(0.1, 0.3, 1)
    _, corner = window_corner(end.x, end.y)
    hits = 0
    for attachments, double in ((NEAT_ORDINARY, 0), (SHIFTED_ORDINARY, 0), (NEAT_DOUBLE, 1), (ODD_DOUBLE, 1)):
        for attachment in attachments:
            place = attached_place(end, attachment)
            mask = core_cells(end.heading, attachment, bool(double), ())
            shape = shape_of(place.x, place.y, place.heading + 2 * double)
            for forward in (-2.6, -1.3, 0.0, 1.3, 2.6):
                for aside in (-2.4, -1.2, 0.0, 1.2, 2.4):
                    other = (*point_ahead(place.x, place.y, place.heading, forward, aside), place.heading)
                    if tile_cells(*other, 0.2).in_window(corner) & mask:
                        hits += 1
                        assert separation(shape, shape_of(*other)) < 0.2, (attachment, forward, aside)
    assert hits > 200
