"""Declare the kinds of stored entries besides matches, and read entries, which may contain anything.

To add a kind, write its format and a reader in `game/ledger`, and add a line to KINDS here and in game/ledger/backup_file.py.
The match store's `put_entry`, `entries`, `remove` and `restore_removed` then work for the kind. The store quarantines its damaged
entries and leaves entries of a later version alone. tests/store/test_kinds.py tests all of that for every kind.

Unlike a match in play, these entries do not belong to one page. Call `MatchStore.refresh` before changing one.
"""

import json
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from game.ledger import challenge_entry, daily_entry, house_rules_entry, score_pad, summary
from game.records import fields
from game.rules.errors import RecordError
from game.session.stored_entries import LARGEST

QUARANTINE_PREFIX = "aside/"


class QuarantinedEntry(NamedTuple):
    """An entry that could not be read: its original key, its text, and the time of its quarantine (ms since 1970)."""

    id: str
    key: str
    when: int
    text: str

    @property
    def stored_key(self) -> str:
        """The key under which the quarantined text is stored."""
        return f"{QUARANTINE_PREFIX}{self.when}/{self.id}/{self.key}"


class Kind(NamedTuple):
    """A kind of entries. Their keys are `prefix` + id, and their texts JSON objects whose "format" is `format`.

    `read` raises RecordError for a text that is not of this kind.
    """

    prefix: str
    format: str
    read: Callable[[str], Any]

    def read_as(self, id: str, text: str) -> Any:
        """Read a text and set the entry's id, because an entry from a backup may contain another one. Raises RecordError."""
        made = self.read(text)
        return made._replace(id=id) if getattr(made, "id", id) != id else made


SUMMARY = Kind("summary/", summary.FORMAT, summary.read_summary)
"""A finished match with its numbers and record (game/ledger/summary.py); the id is the match's."""
DAY = Kind("day/", daily_entry.FORMAT, daily_entry.read_daily_result)
"""The result of a daily deal (game/ledger/daily_entry.py); the id is its date."""
HOUSE = Kind("house/", house_rules_entry.FORMAT, house_rules_entry.read_house_rules)
"""Named house rules."""
PAD = Kind("pad/", score_pad.FORMAT, score_pad.read_pad)
"""A score pad for real tiles."""
CHALLENGE = Kind("challenge/", challenge_entry.FORMAT, challenge_entry.read_challenge_entry)
"""A sent or received challenge with all known results."""
KINDS = (SUMMARY, DAY, HOUSE, PAD, CHALLENGE)

OBJECT_KEYS = ("settings", "table", "counted")
"""Keys of entries that hold one JSON object each."""
ID_LIST_KEYS = ("said",)
"""Keys of entries that hold a list of ids each."""


def has_declared_key(key: str, entry: Any) -> bool:
    """Whether the key is one of a declared kind. Raises RecordError for a declared key with an unreadable entry.

    Entries of KINDS are not parsed here: there are many of them, and few are needed.
    """
    if key in OBJECT_KEYS:
        read_object(entry)
    elif key in ID_LIST_KEYS:
        read_ids(entry)
    elif not any(key.startswith(kind.prefix) for kind in KINDS):
        return False
    elif not isinstance(entry, str):
        raise RecordError("error.save.unreadable")
    return True


def is_newer(kind: Kind, text: str) -> bool:
    """Whether a text that `kind.read` cannot read comes from a later version. Such texts are never changed."""
    try:
        parsed = fields.parse_json(text)
    except RecordError:
        return False
    written = parsed.get("format") if isinstance(parsed, dict) else None
    name, _, number = kind.format.rpartition("/")
    if not isinstance(written, str) or not written.startswith(name + "/"):
        return False
    version = written.removeprefix(name + "/")
    return version.isdecimal() and len(version) < 5 and int(version) > int(number)


def now_ms() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


def parse_quarantined(key: str, entry: Any) -> QuarantinedEntry | None:
    """Read a quarantined entry; None if the key has the wrong form."""
    parts = key.removeprefix(QUARANTINE_PREFIX).split("/", 2)
    if len(parts) != 3 or not parts[0].isdecimal() or len(parts[0]) > 15:
        return None
    return QuarantinedEntry(parts[1], parts[2], int(parts[0]), as_text(entry))


def read_object(entry: Any) -> Any:
    """Read the JSON object in an entry. Raises RecordError for anything else."""
    value = _parse_small(entry)
    if not isinstance(value, dict):
        raise RecordError("error.save.unreadable")
    return value


def read_ids(entry: Any) -> list[str]:
    """Read the list of texts in an entry. Raises RecordError for anything else."""
    value = _parse_small(entry)
    if not isinstance(value, list) or not all(isinstance(id, str) for id in value):
        raise RecordError("error.save.unreadable")
    return [str(id) for id in value]


def as_text(entry: Any) -> str:
    """The entry as a text, as JSON if it is not a text."""
    return entry if isinstance(entry, str) else json.dumps(entry, default=repr)


def unwrap(entry: Any) -> str:
    """Extract the text from a value of PyScript's storage, the legacy format. Raises RecordError for anything else."""
    wrapped = fields.parse_json(as_text(entry))
    if not isinstance(wrapped, list) or len(wrapped) != 3 or not isinstance(wrapped[2], str):
        raise RecordError("error.save.unreadable")
    return wrapped[2]


def _parse_small(entry: Any) -> Any:
    if not isinstance(entry, str) or len(entry) > LARGEST:
        raise RecordError("error.save.unreadable")
    return fields.parse_json(entry)
