"""Reading single fields of data that somebody else wrote: the right kind, in range, or refused with a sentence."""

import json
import re
from math import isfinite

from game.rules.errors import RecordError, TileError
from game.rules.tiles import NAME, Tile, parse_tile, tiles_in

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None
Entry = dict[str, Json]

LONGEST = (
    2_000_000  # characters of a text that is read at all; nineteen rounds of ten seats come to half of that
)
DEEPEST = 60  # brackets within brackets; a record has seven


def parsed(written: str, longest: int = LONGEST) -> Json:
    """The JSON in a text from outside. Raises RecordError when it is none, too long, or nested deeper than DEEPEST.

    Every text goes through here (tests/records/test_parser.py). Pyodide's interpreter does not survive deeply nested JSON:
    the C stack overflows before Python can raise RecursionError.
    """
    if len(written) > longest:
        raise RecordError("error.record.too-long")
    if _deep(written):
        raise RecordError("error.record.not-json")
    try:
        value: Json = DECODER.decode(written)
    except (ValueError, RecursionError):
        raise RecordError("error.record.not-json") from None
    return value


def _deep(written: str) -> bool:
    """Whether brackets outside texts are nested deeper than DEEPEST. Stops at the first that is."""
    if written.count("[") + written.count("{") <= DEEPEST:
        return False
    depth = 0
    for found in NEXT_BRACKET.finditer(written):
        depth += 1 if found[1] in "[{" else -1
        if depth > DEEPEST:
            return True
    return False


def _no_number(name: str) -> Json:
    """NaN and the infinities are no JSON, though Python reads them."""
    raise ValueError(name)


def _finite(digits: str) -> float:
    """A number with a fraction or an exponent. Raises ValueError for 1e999, which Python reads as infinity."""
    value = float(digits)
    if not isfinite(value):
        raise ValueError(digits)
    return value


DECODER = json.JSONDecoder(parse_constant=_no_number, parse_float=_finite)
NEXT_BRACKET = re.compile(r'(?:[^][{}"]++|"(?:[^"\\]++|\\.)*+"?)*+([][{}])', re.DOTALL)
"""Everything up to the next bracket that stands in no JSON text. Possessive, so that the search takes linear time."""


def document(written: str, format: str, longest: int = LONGEST) -> Entry:
    """The object in a text of that format, which has at most so many characters. Raises RecordError."""
    return of_format(parsed(written, longest), format)


def of_format(data: Json, format: str) -> Entry:
    """The value as an object of that format. Raises RecordError."""
    if not isinstance(data, dict) or data.get("format") != format:
        raise RecordError("error.record.format", {"format": format})
    return data


def refused(field: str) -> RecordError:
    """The refusal of a field that is missing or cannot be read."""
    return RecordError("error.record.field", {"field": field})


def entry(value: Json, field: str) -> Entry:
    """The value as an object; raises RecordError naming `field`, as all of these do."""
    if not isinstance(value, dict):
        raise refused(field)
    return value


def items(data: Entry, field: str, most: int = 200) -> list[Json]:
    """The field as a list of at most `most` items."""
    value = data.get(field)
    if not isinstance(value, list) or len(value) > most:
        raise refused(field)
    return value


def number(data: Entry, field: str, below: int) -> int:
    """The field as a whole number from 0 to `below` - 1."""
    value = data.get(field)
    if type(value) is not int or not 0 <= value < below:
        raise refused(field)
    return value


def text(data: Entry, field: str, longest: int) -> str:
    """The field as a text of at most `longest` characters that can be written as UTF-8."""
    value = data.get(field)
    if (
        not isinstance(value, str)
        or len(value) > longest
        or not (value.isascii() or all(not "\ud800" <= sign <= "\udfff" for sign in value))
    ):
        raise refused(field)
    return value


def tile(value: Json, field: str) -> Tile:
    """The value as a tile."""
    try:
        return parse_tile(value if isinstance(value, str) else "")
    except TileError:
        raise refused(field) from None


def mask(value: Json, field: str) -> int:
    """The value, a list of different tiles, as a mask."""
    if not isinstance(value, list) or len(value) > len(NAME):
        raise refused(field)
    mask = 0
    for name in value:
        bit = 1 << tile(name, field)
        if mask & bit:
            raise refused(field)
        mask |= bit
    return mask


def names(hand: int) -> list[Json]:
    """The tiles of a mask as the record writes them."""
    return [NAME[held] for held in tiles_in(hand)]


def same(written: Json, meant: Json) -> bool:
    """Whether two values are the same JSON; 1, 1.0 and true are three different things."""
    return json.dumps(written, sort_keys=True) == json.dumps(meant, sort_keys=True)


def agrees(written: Json, meant: Entry) -> bool:
    """Whether an object says all that is meant; what else it says is ignored."""
    return isinstance(written, dict) and all(same(written.get(key), value) for key, value in meant.items())
