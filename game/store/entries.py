"""Declare the kinds of stored entries besides matches, and read entries. A stored entry may contain anything.

To add a kind, write its format and a reader in `game/ledger`, and add it to KINDS here and in
game/ledger/backup_file.py. The match store's `put_entry`, `entries`, `remove` and `restore_removed` then work for the
kind. The store quarantines damaged entries of the kind, and does not change entries of a later version.
tests/store/test_kinds.py tests this for every kind.

A match in play belongs to one page, but any page may change these entries. Call `MatchStore.refresh` before you
change one.
"""

import json
import time
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from game.ledger import (
    challenge_entry,
    daily_entry,
    house_rules_entry,
    party_entry,
    post_entry,
    score_pad,
    summary,
)
from game.records import fields
from game.records.fields import Entry, Json
from game.rules.errors import RecordError
from game.session.stored_entries import LARGEST

QUARANTINE_PREFIX = "aside/"
"""Beginning of the keys of quarantined entries: entries that could not be read, kept unchanged."""


class QuarantinedEntry(NamedTuple):
    """An entry that could not be read."""

    id: str
    key: str
    """The original key."""
    when: int
    """The time at which the entry was quarantined, in ms since 1970."""
    text: str

    @property
    def stored_key(self) -> str:
        """The key under which the quarantined text is stored."""
        return f"{QUARANTINE_PREFIX}{self.when}/{self.id}/{self.key}"


E = TypeVar("E")


class Kind(NamedTuple, Generic[E]):
    """A kind of entries. A key is `prefix` + id. A text is a JSON object, and its "format" is `format`.

    `read` parses a text. It raises RecordError for a text that is not of this kind.
    """

    prefix: str
    format: str
    read: Callable[[str], E]

    def read_as(self, id: str, text: str) -> E:
        """Parse a text and set its id, because the text of an entry from a backup may contain another id.

        Raises RecordError when the text is unreadable.
        """
        entry: Any = self.read(text)  # a NamedTuple
        renamed: E = entry._replace(id=id) if getattr(entry, "id", id) != id else entry
        return renamed


SUMMARY = Kind("summary/", summary.FORMAT, summary.read_summary)
"""A finished match with its numbers and record. The id is that of the match."""
DAY = Kind("day/", daily_entry.FORMAT, daily_entry.read_daily_result)
"""The result of a daily deal. The id is the date of the deal."""
HOUSE = Kind("house/", house_rules_entry.FORMAT, house_rules_entry.read_house_rules)
"""Named house rules."""
PAD = Kind("pad/", score_pad.FORMAT, score_pad.read_pad)
"""A score pad for a match with real tiles."""
CHALLENGE = Kind("challenge/", challenge_entry.FORMAT, challenge_entry.read_challenge_entry)
"""A sent or received challenge with all known results."""
PARTY = Kind("party/", party_entry.FORMAT, party_entry.read_party)
"""The guests of a match in play, which the store deletes with its match. The id is that of the match."""
POST = Kind("post/", post_entry.FORMAT, post_entry.read_post_entry)
"""A match by post. The id follows from the table and the seal, see game/records/post/posted_match.py."""
KINDS: tuple[Kind[Any], ...] = (SUMMARY, DAY, HOUSE, PAD, CHALLENGE, PARTY, POST)

OBJECT_KEYS = ("settings", "table", "counted")
"""Keys of entries with one JSON object each (see game/store/match_store.py)."""
ID_LIST_KEYS = ("said",)
"""Keys of entries with a list of ids each: those of the quarantined entries that were reported."""


def has_declared_key(key: str, entry: object) -> bool:
    """Whether the key is declared in this module. Raises RecordError for a declared key with an unreadable entry.

    An entry of KINDS only has to be a text. It is not parsed here, because there are many such entries and few are
    needed.
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


def is_newer(kind: Kind[E], text: str) -> bool:
    """Whether a later version of the game wrote a text that `kind.read` cannot read. Such a text is never changed."""
    try:
        parsed = fields.parse_json(text)
    except RecordError:
        return False
    format = parsed.get("format") if isinstance(parsed, dict) else None
    name, _, own_version = kind.format.rpartition("/")
    if not isinstance(format, str) or not format.startswith(name + "/"):
        return False
    version = format.removeprefix(name + "/")
    return version.isdecimal() and len(version) < 5 and int(version) > int(own_version)


def now_ms() -> int:
    """The present time in ms since 1970."""
    return int(time.time() * 1000)


def parse_quarantined(key: str, entry: object) -> QuarantinedEntry | None:
    """Read a quarantined entry. None if the key is not `aside/WHEN/ID/KEY`."""
    parts = key.removeprefix(QUARANTINE_PREFIX).split("/", 2)
    if len(parts) != 3 or not parts[0].isdecimal() or len(parts[0]) > 15:
        return None
    return QuarantinedEntry(parts[1], parts[2], int(parts[0]), as_text(entry))


def read_object(entry: object) -> Entry:
    """Read the JSON object in an entry. Raises RecordError for anything else."""
    value = _parse_small(entry)
    if not isinstance(value, dict):
        raise RecordError("error.save.unreadable")
    return value


def read_ids(entry: object) -> list[str]:
    """Read the list of texts in an entry. Raises RecordError for anything else."""
    value = _parse_small(entry)
    if not isinstance(value, list) or not all(isinstance(id, str) for id in value):
        raise RecordError("error.save.unreadable")
    return [str(id) for id in value]


def as_text(entry: object) -> str:
    """The entry if it is a text, else the entry as JSON."""
    return entry if isinstance(entry, str) else json.dumps(entry, default=repr)


def _parse_small(entry: object) -> Json:
    """Parse a JSON text of at most LARGEST characters. Raises RecordError for anything else."""
    if not isinstance(entry, str) or len(entry) > LARGEST:
        raise RecordError("error.save.unreadable")
    return fields.parse_json(entry)
