"""Cells by bits, against a set of cells."""

import random

import pytest

from game.table.geometry import ROOT, Place, ahead, gap, shape_of
from game.table.places.joints import CROSS, LINE, ODD_CROSS, SLID_LINE, joined
from game.table.places.raster import CELLS, ROW, SPAN, Cells, Raster, corner_of, taken_by, window_of
from game.table.places.room import core


def places(column: int, corner: int, window: int) -> set[tuple[int, int]]:
    """The row and the column on the table of every cell of a window; what lies beyond its SPAN is left out."""
    found = set()
    for bit, digit in enumerate(f"{window:b}"[::-1]):
        if digit == "1" and bit < SPAN * ROW and bit % ROW < SPAN:
            found.add(((corner - column) // ROW + bit // ROW, column + bit % ROW))
    return found


@pytest.mark.slow
def test_a_raster_is_a_set_of_cells() -> None:
    dice = random.Random(7)
    ground, model = Raster(), set[tuple[int, int]]()
    laid: list[Cells] = []
    for number in range(150):
        x, y = dice.uniform(-40, 40) if number % 3 else dice.uniform(-4, 4), dice.uniform(-40, 40)
        cells = taken_by(x, y, dice.randrange(8), 0.2)
        own = places(*cells)
        assert 100 < len(own) < 150, "2.4 by 1.4 u, 36 cells each"
        assert ground.hit(cells) == bool(own & model)
        assert ground.take(cells) == bool(own - model)
        model |= own
        laid.append(cells)
        if number % 4 == 0:
            gone = laid.pop(dice.randrange(len(laid)))
            ground.free(gone)
            model -= places(*gone)
        column, corner = corner_of(x + dice.uniform(-7, 7), y + dice.uniform(-7, 7))
        inside = places(column, corner, (1 << SPAN * ROW) - 1)
        assert places(column, corner, ground.window(column, corner)) == model & inside
        assert places(column, corner, cells.seen_from(corner)) == own & inside


def test_a_copy_goes_its_own_way_and_joined_cells_are_all_of_them() -> None:
    one, other = taken_by(0.0, 0.0, 0, 0.0), taken_by(2.3, -1.1, 1, 0.0)
    ground = Raster()
    ground.take(one)
    twin = ground.copy()
    twin.take(other)
    assert not ground.hit(other)
    assert twin.hit(other)
    assert places(*one.joined([other])) == places(*one) | places(*other)


def test_off_the_raster_nothing_breaks() -> None:
    ground = Raster()
    for x, y in ((-400.0, 3.0), (400.0, -400.0), (0.0, 400.0), (-49.0, 49.0)):
        cells = taken_by(x, y, 0, 0.2)
        assert ground.take(cells)
        assert ground.hit(cells)
        ground.free(cells)
        assert not any(ground.strips)


def test_the_cells_of_a_shape_are_those_whose_middles_it_holds() -> None:
    for kind in range(4):
        shape = shape_of(0.3, -0.2, kind)
        found = places(0, 0, window_of(shape, 0.1))
        for row in range(SPAN):
            for column in range(SPAN):
                x, y = (column + 0.5 - SPAN // 2) / CELLS, (row + 0.5 - SPAN // 2) / CELLS
                across, along = (x + y) * ROOT, (x - y) * ROOT
                point = (x, x, y, y, across, across, along, along)
                apart = gap(point, shape)
                if abs(apart - 0.1) > 1e-9:
                    assert ((row, column) in found) == (apart < 0.1)


def test_a_core_is_taken_only_by_what_lies_on_the_tile() -> None:
    end = Place(0.1, 0.3, 1)
    _, corner = corner_of(end.x, end.y)
    hits = 0
    for joints, double in ((LINE, 0), (SLID_LINE, 0), (CROSS, 1), (ODD_CROSS, 1)):
        for joint in joints:
            place = joined(end, joint)
            mask = core(end.heading, joint, bool(double), ())
            shape = shape_of(place.x, place.y, place.heading + 2 * double)
            for forward in (-2.6, -1.3, 0.0, 1.3, 2.6):
                for aside in (-2.4, -1.2, 0.0, 1.2, 2.4):
                    other = (*ahead(place.x, place.y, place.heading, forward, aside), place.heading)
                    if taken_by(*other, 0.2).seen_from(corner) & mask:
                        hits += 1
                        assert gap(shape, shape_of(*other)) < 0.2, (joint, forward, aside)
    assert hits > 200
