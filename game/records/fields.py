"""Parse JSON from untrusted texts, and check the types and ranges of its fields."""

import json
import re
from collections.abc import Mapping
from math import isfinite

from game.rules.errors import RecordError, TileError
from game.rules.tiles import NAME, Tile, parse_tile, tiles_in

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None
Entry = dict[str, Json]  # a JSON object

LONGEST = 2_000_000  # characters; a record of nineteen rounds with ten seats has about a million
MAX_DEPTH = 60  # levels of nested brackets; a record has seven
LATEST = 1 << 53  # stored times are below this, in ms since 1970
LONGEST_TITLE = 100  # characters of the title of a match
TOE_LIMIT = 8  # indices of toes and arms are below this
ASPECTS = 0.05, 20.0  # least and greatest plausible aspect: width of the board view divided by its height
MOST_ROUNDS = 20  # stored numbers of rounds are below this; the double-18 set has 19 doubles


def parse_json(written: str, longest: int = LONGEST) -> Json:
    """Parse a JSON text.

    Raises RecordError if it is not JSON, has more than `longest` characters, or is nested too deep.

    Every untrusted text goes through this function (tests/records/test_parser.py). The depth has a limit (MAX_DEPTH),
    because deeply nested JSON would crash Pyodide: the C stack overflows before Python can raise RecursionError.
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
    """Whether brackets outside JSON strings are nested deeper than MAX_DEPTH."""
    if written.count("[") + written.count("{") <= MAX_DEPTH:
        return False
    depth = 0
    for found in NEXT_BRACKET.finditer(written):
        depth += 1 if found[1] in "[{" else -1
        if depth > MAX_DEPTH:
            return True
    return False


def _no_number(name: str) -> Json:
    """Raise ValueError for NaN and the infinities. They are not JSON, but Python's parser accepts them."""
    raise ValueError(name)


def _finite(digits: str) -> float:
    """Parse a number with a fraction or an exponent. Raises ValueError if it is too large, such as 1e999."""
    value = float(digits)
    if not isfinite(value):
        raise ValueError(digits)
    return value


DECODER = json.JSONDecoder(parse_constant=_no_number, parse_float=_finite)
NEXT_BRACKET = re.compile(r'(?:[^][{}"]++|"(?:[^"\\]++|\\.)*+"?)*+([][{}])', re.DOTALL)
"""Matches text up to the next bracket outside JSON strings; group 1 is the bracket.

The quantifiers are possessive, so that a search takes linear time.
"""


def read_document(written: str, format: str, longest: int = LONGEST) -> Entry:
    """Parse a JSON object whose "format" is `format`. Raises RecordError for any other text, see `parse_json`."""
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
    """Return the value if it is an object.

    Like the functions below, raises a RecordError that names `field` otherwise.
    """
    if not isinstance(value, dict):
        raise invalid(field)
    return value


def items(data: Mapping[str, object], field: str, most: int = 200) -> list[Json]:
    """The value of a field that must be a list of at most `most` items."""
    value = data.get(field)
    if not isinstance(value, list) or len(value) > most:
        raise invalid(field)
    return value


def number(data: Mapping[str, object], field: str, below: int) -> int:
    """The value of a field that must be a whole number from 0 to `below` - 1."""
    value = data.get(field)
    if type(value) is not int or not 0 <= value < below:
        raise invalid(field)
    return value


def text(data: Mapping[str, object], field: str, longest: int) -> str:
    """The value of a field that must be a text of at most `longest` characters.

    It must not contain lone surrogates, because UTF-8 cannot encode them.
    """
    value = data.get(field)
    if (
        not isinstance(value, str)
        or len(value) > longest
        or not (value.isascii() or all(not "\ud800" <= character <= "\udfff" for character in value))
    ):
        raise invalid(field)
    return value


def tile(value: Json, field: str) -> Tile:
    """Read the name of a tile, such as "8-4"."""
    try:
        return parse_tile(value if isinstance(value, str) else "")
    except TileError:
        raise invalid(field) from None


def mask(value: Json, field: str) -> int:
    """Read a list of tile names as a mask. No name may occur twice."""
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
    """The names of the tiles in a mask, the lowest number first, as in a record."""
    return [NAME[held] for held in tiles_in(hand)]


def same_json(found: Json, expected: Json) -> bool:
    """Whether two values are equal as JSON texts: 1, 1.0 and true are three different values."""
    return json.dumps(found, sort_keys=True) == json.dumps(expected, sort_keys=True)


def contains_all(found: Json, expected: Entry) -> bool:
    """Whether `found` is an object with all keys and values of `expected`. It may have more keys."""
    return isinstance(found, dict) and all(
        same_json(found.get(key), value) for key, value in expected.items()
    )


def toes(value: Json) -> dict[int, dict[Tile, int]]:
    """The toes that people chose, by round number and tile: see `toes_data`. Whatever cannot be read is left out."""
    by_round = value if isinstance(value, dict) else {}
    found: dict[int, dict[Tile, int]] = {}
    for number in range(1, MOST_ROUNDS + 1):
        of_round = by_round.get(str(number))
        for name, toe in of_round.items() if isinstance(of_round, dict) else ():
            if name in NAME and type(toe) is int and 0 <= toe < TOE_LIMIT:
                found.setdefault(number, {})[parse_tile(name)] = toe
    return found


def toes_data(toes: Mapping[int, Mapping[Tile, int]]) -> dict[str, dict[str, int]]:
    """The toes that people chose, by round number and tile, as JSON-able data. Without rounds that have none."""
    return {
        str(number): {NAME[tile]: toe for tile, toe in of_round.items()}
        for number, of_round in toes.items()
        if of_round
    }


def aspects(value: Json) -> dict[int, float]:
    """The aspects of the board view by round number. Whatever cannot be read is left out."""
    by_round = value if isinstance(value, dict) else {}
    found = {number: aspect(by_round.get(str(number))) for number in range(1, MOST_ROUNDS + 1)}
    return {number: each for number, each in found.items() if each is not None}


def aspect(value: Json) -> float | None:
    """The value if it is a plausible aspect, else None."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and ASPECTS[0] <= value <= ASPECTS[1] else None  # type: ignore[operator, arg-type]
