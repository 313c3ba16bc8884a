"""Tile faces: the usual pip patterns, in markup small enough for 150 tiles."""

import re
from math import dist
from typing import Any
from xml.etree import ElementTree

import pytest

from game.rules.tiles import NAME
from game.table.faces import LARGEST, defs_markup, pips, tile_markup

NUMBERS = range(LARGEST + 1)
USED = re.compile(r'href="#([\w-]+)"')


@pytest.mark.parametrize("number", NUMBERS)
def test_a_half_shows_as_many_pips_as_its_number(number: int) -> None:
    _, places = pips(number)
    assert len(places) == len(set(places)) == number


@pytest.mark.parametrize("number", NUMBERS)
def test_pips_lie_apart_and_inside_their_half(number: int) -> None:
    radius, places = pips(number)
    assert all(max(abs(x), abs(y)) + radius <= 43 for x, y in places)
    assert all(dist(a, b) > 2 * radius for a in places for b in places if a != b)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_half_looks_the_same_upside_down(number: int) -> None:
    _, places = pips(number)
    assert {(-x, -y) for x, y in places} == set(places)


def test_two_and_three_rise_and_five_has_a_middle() -> None:
    assert set(pips(2)[1]) == {(26, -26), (-26, 26)}
    assert set(pips(3)[1]) == {(27, -27), (0, 0), (-27, 27)}
    assert set(pips(5)[1]) == {(-26, -26), (-26, 26), (26, -26), (26, 26), (0, 0)}


def test_the_drawn_pips_are_the_pattern_turned_by_90_degrees() -> None:
    tree: Any = ElementTree.fromstring(defs_markup())
    for number in range(1, LARGEST + 1):
        radius, places = pips(number)
        drawn = tree.find(f"g[@id='h{number}']/path").get("d")
        starts = [tuple(map(float, start)) for start in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", drawn)]
        # a circle starts at its left; bar horizontal (x, y) is (-y, x) in a tile that lies along +x
        assert [(round(x + radius, 3), y) for x, y in starts] == [(round(-y, 3), x) for x, y in places]


def test_bodies_backs_and_outlines_are_as_large_as_a_tile() -> None:
    tree: Any = ElementTree.fromstring(defs_markup())
    for name in ("tile", "back", "blank", "outline"):
        boxes = tree.findall(f"g[@id='{name}']/rect")
        assert boxes
        for box in boxes:
            assert [box.get(key) for key in ("x", "y", "width", "height")] == ["-100", "-50", "200", "100"]


def test_every_reference_is_defined_once() -> None:
    defs = defs_markup()
    ids = re.findall(r' id="([\w-]+)"', defs)
    assert len(ids) == len(set(ids))
    assert {name for tile in range(len(NAME)) for name in USED.findall(tile_markup(tile))} <= set(ids)


def test_only_six_and_nine_are_underlined() -> None:
    tree: Any = ElementTree.fromstring(defs_markup())
    lined = {n for n in NUMBERS if tree.find(f"g[@id='h{n}']/g[@class]/path") is not None}
    assert lined == {6, 9}


def test_markup_stays_small() -> None:
    assert max(len(tile_markup(tile)) for tile in range(len(NAME))) < 130
    assert len(defs_markup()) < 16_000


@pytest.mark.parametrize("number", NUMBERS)
def test_a_numeral_of_two_digits_is_drawn_smaller(number: int) -> None:
    wanted = f'class="numeral two t{number}"' if number >= 10 else f'class="numeral t{number}"'
    assert wanted in defs_markup()
