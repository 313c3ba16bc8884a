"""Read JSON from untrusted texts, and check the type and range of its fields."""

import json
import re
from math import isfinite

from game.rules.errors import RecordError, TileError
from game.rules.tiles import NAME, Tile, parse_tile, tiles_in

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None
Entry = dict[str, Json]

LONGEST = 2_000_000  # characters; a record of nineteen rounds with ten seats has half of that
MAX_DEPTH = 60  # nested brackets; a record has seven levels


def parse_json(written: str, longest: int = LONGEST) -> Json:
    """Parse JSON from outside. Raises RecordError for other texts, for long ones, and for nesting deeper than MAX_DEPTH.

    All texts from outside go through this function (tests/records/test_parser.py). Deeply nested JSON would crash Pyodide: the C
    stack overflows before Python can raise RecursionError.
    """
    if len(written) > longest:
        raise RecordError("error.record.too-long")
    if _too_deep(written):
        raise RecordError("error.record.not-json")
    try:
        value: Json = DECODER.decode(written)
    except (ValueError, RecursionError):
        raise RecordError("error.record.not-json") from None
    return value


def _too_deep(written: str) -> bool:
    """Whether brackets outside strings are nested deeper than MAX_DEPTH. Stops at the first that is."""
    if written.count("[") + written.count("{") <= MAX_DEPTH:
        return False
    depth = 0
    for found in NEXT_BRACKET.finditer(written):
        depth += 1 if found[1] in "[{" else -1
        if depth > MAX_DEPTH:
            return True
    return False


def _no_number(name: str) -> Json:
    """Refuse NaN and the infinities: they are not JSON, though Python reads them."""
    raise ValueError(name)


def _finite(digits: str) -> float:
    """Parse a number with a fraction or an exponent. Raises ValueError for 1e999, which Python reads as infinity."""
    value = float(digits)
    if not isfinite(value):
        raise ValueError(digits)
    return value


DECODER = json.JSONDecoder(parse_constant=_no_number, parse_float=_finite)
NEXT_BRACKET = re.compile(r'(?:[^][{}"]++|"(?:[^"\\]++|\\.)*+"?)*+([][{}])', re.DOTALL)
"""The text up to and with the next bracket outside JSON strings. Possessive quantifiers: the search takes linear time."""


def read_document(written: str, format: str, longest: int = LONGEST) -> Entry:
    """Parse a JSON object whose "format" is `format`, of at most `longest` characters. Raises RecordError."""
    return require_format(parse_json(written, longest), format)


def require_format(data: Json, format: str) -> Entry:
    """Return the value if it is an object whose "format" is `format`. Raises RecordError otherwise."""
    if not isinstance(data, dict) or data.get("format") != format:
        raise RecordError("error.record.format", {"format": format})
    return data


def invalid(field: str) -> RecordError:
    """The error for a field that is missing or invalid."""
    return RecordError("error.record.field", {"field": field})


def entry(value: Json, field: str) -> Entry:
    """Return the value if it is an object. Like all functions below, raises RecordError that names `field`."""
    if not isinstance(value, dict):
        raise invalid(field)
    return value


def items(data: Entry, field: str, most: int = 200) -> list[Json]:
    """The field, a list of at most `most` items."""
    value = data.get(field)
    if not isinstance(value, list) or len(value) > most:
        raise invalid(field)
    return value


def number(data: Entry, field: str, below: int) -> int:
    """The field, a whole number from 0 to `below` - 1."""
    value = data.get(field)
    if type(value) is not int or not 0 <= value < below:
        raise invalid(field)
    return value


def text(data: Entry, field: str, longest: int) -> str:
    """The field, a text of at most `longest` characters without lone surrogates, which UTF-8 cannot encode."""
    value = data.get(field)
    if (
        not isinstance(value, str)
        or len(value) > longest
        or not (value.isascii() or all(not "\ud800" <= character <= "\udfff" for character in value))
    ):
        raise invalid(field)
    return value


def tile(value: Json, field: str) -> Tile:
    """Read a tile's name."""
    try:
        return parse_tile(value if isinstance(value, str) else "")
    except TileError:
        raise invalid(field) from None


def mask(value: Json, field: str) -> int:
    """Read a list of different tile names as a mask."""
    if not isinstance(value, list) or len(value) > len(NAME):
        raise invalid(field)
    mask = 0
    for name in value:
        bit = 1 << tile(name, field)
        if mask & bit:
            raise invalid(field)
        mask |= bit
    return mask


def tile_names(hand: int) -> list[Json]:
    """The names of the tiles in a mask, as a record writes them."""
    return [NAME[held] for held in tiles_in(hand)]


def same_json(written: Json, meant: Json) -> bool:
    """Whether two values are equal as JSON texts; 1, 1.0 and true are three different values."""
    return json.dumps(written, sort_keys=True) == json.dumps(meant, sort_keys=True)


def contains_all(written: Json, meant: Entry) -> bool:
    """Whether an object has all keys and values of `meant`. Further keys are ignored."""
    return isinstance(written, dict) and all(
        same_json(written.get(key), value) for key, value in meant.items()
    )
