"""Which entries the store has besides matches, each kind declared once, and how they are read; they may hold anything.

To keep something new: a format with a reader in `game/ledger`, and a line in KINDS. Then the shelf has `put_entry`, `entries`,
`remove` and `bring_back` for it; what is damaged is moved aside, what a later version wrote is left alone, and
tests/store/test_kinds.py holds all of that for every line; `KINDS` of game/ledger/archive.py says under what name it is exported.

No entry of these kinds belongs to a page, as a match in play does: who changes one reads it anew first (`Shelf.refresh`).
"""

import json
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from game.ledger import day, house, pad, summary
from game.records import fields
from game.rules.errors import RecordError

ASIDE = "aside/"


class Aside(NamedTuple):
    """Something that could not be read: where it lay, and since when it lies aside (ms since 1970)."""

    id: str
    key: str
    when: int
    text: str

    @property
    def entry(self) -> str:
        """The key that it has now."""
        return f"{ASIDE}{self.when}/{self.id}/{self.key}"


class Kind(NamedTuple):
    """Entries `PREFIX` + id, each a JSON object whose "format" is `format`; `read` raises RecordError for what is none."""

    prefix: str
    format: str
    read: Callable[[str], Any]


SUMMARY = Kind("summary/", summary.FORMAT, summary.read_summary)
"""A finished match: its figures and its record (game/ledger/summary.py), under the id that the match had."""
DAY = Kind("day/", day.FORMAT, day.read_day)
"""How the deal of a day went (game/ledger/day.py), under its date."""
HOUSE = Kind("house/", house.FORMAT, house.read_house)
"""House rules under a name."""
PAD = Kind("pad/", pad.FORMAT, pad.read_pad)
"""A score pad for real tiles."""
KINDS = (SUMMARY, DAY, HOUSE, PAD)

PLAIN = ("settings", "table", "counted")
"""Entries that hold one JSON object each."""
LISTS = ("said",)
"""Entries that hold a list of ids each."""
LARGEST = 20_000  # characters of one of all these


def is_ours(key: str, entry: Any) -> bool:
    """Whether an entry is one of those declared here. Raises RecordError when it is, and cannot be read.

    Those of KINDS are many: they are read to the end when they are asked for.
    """
    if key in PLAIN:
        object_in(entry)
    elif key in LISTS:
        ids_in(entry)
    elif not any(key.startswith(kind.prefix) for kind in KINDS):
        return False
    elif not isinstance(entry, str):
        raise RecordError("error.save.unreadable")
    return True


def is_newer(kind: Kind, text: str) -> bool:
    """Whether a text that `kind.read` refused was written by a later version: not to be read, and not to be touched."""
    try:
        told = fields.parsed(text)
    except RecordError:
        return False
    written = told.get("format") if isinstance(told, dict) else None
    name, _, number = kind.format.rpartition("/")
    if not isinstance(written, str) or not written.startswith(name + "/"):
        return False
    version = written.removeprefix(name + "/")
    return version.isdecimal() and len(version) < 5 and int(version) > int(number)


def now() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


def aside_in(key: str, entry: Any) -> Aside | None:
    """What lies aside under that key; None for a key that no version made."""
    parts = key.removeprefix(ASIDE).split("/", 2)
    if len(parts) != 3 or not parts[0].isdecimal() or len(parts[0]) > 15:
        return None
    return Aside(parts[1], parts[2], int(parts[0]), as_text(entry))


def object_in(entry: Any) -> Any:
    """The JSON object in an entry. Raises RecordError for anything else."""
    value = _small(entry)
    if not isinstance(value, dict):
        raise RecordError("error.save.unreadable")
    return value


def ids_in(entry: Any) -> list[str]:
    """The list of texts in an entry. Raises RecordError for anything else."""
    value = _small(entry)
    if not isinstance(value, list) or not all(isinstance(id, str) for id in value):
        raise RecordError("error.save.unreadable")
    return [str(id) for id in value]


def as_text(entry: Any) -> str:
    """What an entry is as a text, if it is none."""
    return entry if isinstance(entry, str) else json.dumps(entry, default=repr)


def unwrapped(entry: Any) -> str:
    """The text that PyScript's storage wrapped. Raises RecordError when it is no such thing."""
    wrapped = fields.parsed(as_text(entry))
    if not isinstance(wrapped, list) or len(wrapped) != 3 or not isinstance(wrapped[2], str):
        raise RecordError("error.save.unreadable")
    return wrapped[2]


def _small(entry: Any) -> Any:
    if not isinstance(entry, str) or len(entry) > LARGEST:
        raise RecordError("error.save.unreadable")
    return fields.parsed(entry)
