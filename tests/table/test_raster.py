"""The bit raster behaves like a set of squares."""

import random

import pytest

from game.table.geometry import SQRT_HALF, Spot, point_ahead, separation, shape_of
from game.table.spots.attachments import (
    NEAT_DOUBLE,
    NEAT_ORDINARY,
    ODD_DOUBLE,
    SHIFTED_ORDINARY,
    attached_spot,
)
from game.table.spots.growth_space import core_squares
from game.table.spots.raster import (
    ROW_BITS,
    SPAN,
    SQUARES_PER_U,
    Raster,
    Squares,
    shape_window,
    tile_squares,
    window_corner,
)


def coordinates(column: int, corner: int, window: int) -> set[tuple[int, int]]:
    """Row and column of every square of a window, without the bits beyond its SPAN."""
    found = set()
    for bit, digit in enumerate(f"{window:b}"[::-1]):
        if digit == "1" and bit < SPAN * ROW_BITS and bit % ROW_BITS < SPAN:
            found.add(((corner - column) // ROW_BITS + bit // ROW_BITS, column + bit % ROW_BITS))
    return found


@pytest.mark.slow
def test_a_raster_is_a_set_of_squares() -> None:
    rng = random.Random(7)
    raster, model = Raster(), set[tuple[int, int]]()
    laid: list[Squares] = []
    for number in range(150):
        x, y = rng.uniform(-40, 40) if number % 3 else rng.uniform(-4, 4), rng.uniform(-40, 40)
        squares = tile_squares(x, y, rng.randrange(8), 0.2)
        own_squares = coordinates(*squares)
        assert 100 < len(own_squares) < 150, "2.4 by 1.4 u, 36 squares each"
        assert raster.any_taken(squares) == bool(own_squares & model)
        assert raster.occupy(squares) == bool(own_squares - model)
        model |= own_squares
        laid.append(squares)
        if number % 4 == 0:
            gone = laid.pop(rng.randrange(len(laid)))
            raster.release(gone)
            model -= coordinates(*gone)
        column, corner = window_corner(x + rng.uniform(-7, 7), y + rng.uniform(-7, 7))
        inside = coordinates(column, corner, (1 << SPAN * ROW_BITS) - 1)
        assert coordinates(column, corner, raster.window(column, corner)) == model & inside
        assert coordinates(column, corner, squares.in_window(corner)) == own_squares & inside


def test_copies_are_independent_and_a_union_has_all_squares() -> None:
    one, other = tile_squares(0.0, 0.0, 0, 0.0), tile_squares(2.3, -1.1, 1, 0.0)
    raster = Raster()
    raster.occupy(one)
    clone = raster.copy()
    clone.occupy(other)
    assert not raster.any_taken(other)
    assert clone.any_taken(other)
    assert coordinates(*one.union([other])) == coordinates(*one) | coordinates(*other)


def test_squares_off_the_raster_are_accepted() -> None:
    raster = Raster()
    for x, y in ((-400.0, 3.0), (400.0, -400.0), (0.0, 400.0), (-49.0, 49.0)):
        squares = tile_squares(x, y, 0, 0.2)
        assert raster.occupy(squares)
        assert raster.any_taken(squares)
        raster.release(squares)
        assert not any(raster.strips)


def test_the_squares_of_a_shape_are_those_whose_middles_it_holds() -> None:
    for kind in range(4):
        shape = shape_of(0.3, -0.2, kind)
        found = coordinates(0, 0, shape_window(shape, 0.1))
        for row in range(SPAN):
            for column in range(SPAN):
                x, y = (column + 0.5 - SPAN // 2) / SQUARES_PER_U, (row + 0.5 - SPAN // 2) / SQUARES_PER_U
                across, along = (x + y) * SQRT_HALF, (x - y) * SQRT_HALF
                point = (x, x, y, y, across, across, along, along)
                apart = separation(point, shape)
                if abs(apart - 0.1) > 1e-9:
                    assert ((row, column) in found) == (apart < 0.1)


def test_core_squares_are_taken_only_by_overlapping_tiles() -> None:
    end = Spot(0.1, 0.3, 1)
    _, corner = window_corner(end.x, end.y)
    hits = 0
    for attachments, double in ((NEAT_ORDINARY, 0), (SHIFTED_ORDINARY, 0), (NEAT_DOUBLE, 1), (ODD_DOUBLE, 1)):
        for attachment in attachments:
            spot = attached_spot(end, attachment)
            mask = core_squares(end.heading, attachment, bool(double), ())
            shape = shape_of(spot.x, spot.y, spot.heading + 2 * double)
            for forward in (-2.6, -1.3, 0.0, 1.3, 2.6):
                for aside in (-2.4, -1.2, 0.0, 1.2, 2.4):
                    other = (*point_ahead(spot.x, spot.y, spot.heading, forward, aside), spot.heading)
                    if tile_squares(*other, 0.2).in_window(corner) & mask:
                        hits += 1
                        assert separation(shape, shape_of(*other)) < 0.2, (attachment, forward, aside)
    assert hits > 200
