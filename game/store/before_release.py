"""Convert what versions before 1.0 kept on a person's device. Everything else in the game knows only the present formats.

These versions were never released, but nothing that a person has is lost. What the present readers do not read:

- `chickenfoot-save/1`: a match as one JSON object with `aspect`, `undone`, `styles`, and the record as a text
- the first database, PyScript's storage (game/store/indexeddb.py): two such saves, each in a wrapper
- in the head of a save, the `link` of the accepted challenge as a code of version 2 or 3

A save has no code of version 1, which named no opponents and could not be accepted. A stored challenge has no code before
version 4, which came with the format of its entry.
"""

import json

from game.records import fields
from game.records.fields import Entry
from game.records.links.challenge import Challenge, Result, write_challenge
from game.records.links.packing import Unpacker, damaged_code, read_code
from game.records.links.shared_parts import (
    LEVELS,
    STYLES,
    take_opponents,
    take_points,
    take_rules,
    take_seed,
    take_short_seed,
    take_text,
)
from game.records.record import Seat
from game.rules.errors import LinkError, RecordError
from game.rules.options.declared import Options
from game.session.save_head import SAVE_FORMAT, Label
from game.session.saving import restore, save

FIRST_DATABASE_KEYS = ("earlier", "save")
"""The keys of the first database. The match under the last one was played last."""
_FIRST_SAVE = "chickenfoot-save/1"
_CODES = ("#c2", "#c3")


def unwrap(entry: object) -> str:
    """Extract the save from an entry of the first database. Raises RecordError for other values."""
    wrapped = fields.parse_json(entry if isinstance(entry, str) else json.dumps(entry, default=repr))
    if not isinstance(wrapped, list) or len(wrapped) != 3 or not isinstance(wrapped[2], str):
        raise RecordError("error.save.unreadable")
    return wrapped[2]


def present_save(text: str, label: Label) -> str:
    """A save in the present format. `label` is for a save of the first format, which has none.

    Returns the text itself if it has that format already, or if it is unreadable: then the reader of saves says so.
    """
    head, newline, record = text.partition("\n")
    if not any(
        mark in head for mark in (_FIRST_SAVE, *_CODES)
    ):  # quick, because most saves are in the present format
        return text
    try:
        data = fields.entry(fields.parse_json(head), "head")
        if data.get("format") == _FIRST_SAVE:
            return _present_match(data, label)
        link = data.get("link")
        if isinstance(link, str) and link.startswith(_CODES):
            data = {**data, "link": write_challenge(_read_challenge(link))}
            return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + newline + record
    except (RecordError, LinkError):
        pass
    return text


def _present_match(data: Entry, label: Label) -> str:
    """Write a save of the first format in the present one. Raises RecordError."""
    record = data.get("record")
    if not isinstance(record, str):
        raise RecordError("error.save.unreadable")
    head = {key: data[key] for key in ("aspect", "undone", "styles") if key in data}
    return save(restore(json.dumps({"format": SAVE_FORMAT, **head}) + "\n" + record), label)


def _read_challenge(code: str) -> Challenge:
    """Read a challenge of version 2 or 3. Both know no second try, and version 2 packs seats and seed otherwise.

    Raises LinkError.
    """
    unpacker = read_code(code, "c", "23")
    preset, options = take_rules(unpacker)
    if code[2] == "2":
        seats, seed = _take_seats(unpacker, options.players), take_seed(unpacker)
    else:
        seats, seed = take_opponents(unpacker, options.players), take_short_seed(unpacker)
    results = tuple([_take_result(unpacker, options) for _ in range(unpacker.take(16))])
    unpacker.finish()
    if all(seat.kind != "human" for seat in seats):
        raise damaged_code()
    return Challenge(preset, options, seed, seats, results)


def _take_seats(unpacker: Unpacker, count: int) -> tuple[Seat, ...]:
    """Unpack the seats of version 2. Raises LinkError."""
    seats: list[Seat] = []
    for _ in range(count):
        if unpacker.take(2):  # like the seat before it
            if not seats:
                raise damaged_code()
            seats.append(seats[-1])
            continue
        kind, level, style = unpacker.take(2), unpacker.take(16), unpacker.take(4)
        if level >= len(LEVELS):
            raise damaged_code()
        seats.append(Seat("", ("human", "bot")[kind], LEVELS[level], STYLES[style]))
    return tuple(seats)


def _take_result(unpacker: Unpacker, options: Options) -> Result:
    """Unpack a result of version 2 or 3. Raises LinkError."""
    name, marked = take_text(unpacker), bool(unpacker.take_weighted((7, 1)))
    rounds = unpacker.take(32)
    if rounds > options.round_count:
        raise damaged_code()
    sheet = [tuple([take_points(unpacker) for _ in range(options.players)]) for _ in range(rounds)]
    return Result(name, tuple(sheet), marked)
