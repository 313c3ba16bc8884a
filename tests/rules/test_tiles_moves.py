"""Tiles, move codes and the small tables behind them."""

import pytest

from game.rules.errors import MoveSyntaxError, TileError
from game.rules.moves import parse_move
from game.rules.tiles import (
    BY_HIGH,
    BY_LOW,
    DOUBLE,
    HIGH,
    LOW,
    NAME,
    PIPS,
    SET,
    SUIT,
    is_double,
    other,
    parse_tile,
    tile_of,
    tiles_in,
)


def test_a_tile_has_the_same_number_in_every_set() -> None:
    assert len(NAME) == 190
    for tile, name in enumerate(NAME):
        assert parse_tile(name) == tile_of(HIGH[tile], LOW[tile]) == tile_of(LOW[tile], HIGH[tile]) == tile
        assert PIPS[tile] == HIGH[tile] + LOW[tile]
        assert other(tile, HIGH[tile]) == LOW[tile]
        assert is_double(tile) == (tile in DOUBLE)
    assert {most: len(tiles_in(mask)) for most, mask in SET.items()} == {
        6: 28,
        9: 55,
        12: 91,
        15: 136,
        18: 190,
    }


def test_every_suit_is_on_one_tile_more_than_its_number_of_pips() -> None:
    for most, tiles in SET.items():
        for suit in range(most + 1):
            assert (SUIT[suit] & tiles).bit_count() == most + 1
            assert SUIT[suit] >> DOUBLE[suit] & 1
            assert SUIT[suit] == BY_HIGH[suit] | BY_LOW[suit]


@pytest.mark.parametrize("text", ["", "9", "4-9", "9-4 ", "09-4", "19-0", "9-4-1", "٩-4", "9-4>9-9"])
def test_what_is_no_tile(text: str) -> None:
    with pytest.raises(TileError) as caught:
        parse_tile(text)
    assert caught.value.values == {"text": text}


@pytest.mark.parametrize(
    "text", ["", "9-4>", ">9-9", "9-4>9-9>8-8", "4-9>9-9", "?", "?10", "?a", "? 1", "++", "²"]
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(MoveSyntaxError) as caught:
        parse_move(text, 0)
    assert caught.value.key == "error.move"


def test_the_error_for_a_long_text_has_its_first_twenty_characters() -> None:
    for parse in (lambda text: parse_move(text, 0), parse_tile):
        with pytest.raises((MoveSyntaxError, TileError)) as refused:
            parse("x" * 19 + "yz")
        assert refused.value.values == {"text": "x" * 19 + "y"}
