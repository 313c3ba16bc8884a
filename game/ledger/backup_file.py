"""Write all stored entries as one backup file, `chickenfoot-archive/1`, read it, and merge it into a store.

    {"format": "chickenfoot-archive/1", "when": ms since 1970,
     "matches": [{"id", "text": a save}, …], "summaries": [{"id", "text"}, …], "pads": [{"id", "text"}, …],
     "house": [{"id", "text"}, …], "days": [{"id", "text"}, …], "challenges": [{"id", "text"}, …],
     "settings": {…} or null, "table": {…} or null, "counted": {…} or null}

An import never deletes and never duplicates anything. An entry with the same content is skipped, whatever its id. A match or pad
that continues the stored one with its id replaces it. One with the same id that went another way is added under a new id, made
from its content.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from game.ledger.summary import LATEST
from game.records import fields
from game.rules.errors import RecordError

FORMAT = "chickenfoot-archive/1"
LONGEST = 400_000_000  # characters
MOST_ENTRIES = 20_000  # entries of a kind
KINDS = {
    "match/": "matches",
    "summary/": "summaries",
    "pad/": "pads",
    "house/": "house",
    "day/": "days",
    "challenge/": "challenges",
}
SINGLE = ("settings", "table", "counted")

Entries = Mapping[str, str]
"""Texts by key: `match/ID`, `summary/ID`, `pad/ID`, `house/ID`, `day/DATE`, `challenge/ID`, `settings`, `table`, `counted`."""
Check = Callable[[str, str], None]
"""Takes a key and a text; raises RecordError if the text is unreadable."""
ContentOf = Callable[[str, str], str]
"""Takes a key and a text; returns the content without id and times, for comparison. Raises RecordError."""


class Merge(NamedTuple):
    """The result of merging a backup: entries to write, and the numbers of new, continued (`longer`) and known entries."""

    changes: dict[str, str]
    new: int
    longer: int
    known: int


def write_backup(entries: Entries, when: int) -> str:
    """Write all entries with known keys as one text; other keys are left out."""
    data: dict[str, object] = {"format": FORMAT, "when": when}
    for prefix, field in KINDS.items():
        ids = sorted(key.removeprefix(prefix) for key in entries if key.startswith(prefix))
        data[field] = [{"id": id, "text": entries[prefix + id]} for id in ids]
    for key in SINGLE:
        data[key] = fields.parse_json(entries[key]) if key in entries else None
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_backup(text: str, check: Check) -> dict[str, str]:
    """Read the entries of a backup and check each one. Raises RecordError for the first fault."""
    data = fields.read_document(text, FORMAT, LONGEST)
    fields.number(data, "when", LATEST)
    entries: dict[str, str] = {}
    for prefix, field in KINDS.items():
        for item in fields.items(data, field, MOST_ENTRIES) if field in data else ():
            one = fields.entry(item, field)
            key = prefix + fields.text(one, "id", 100)
            if key == prefix or key in entries:
                raise fields.invalid(field)
            entries[key] = fields.text(one, "text", LONGEST)
    for key in SINGLE:
        if data.get(key) is not None:
            entries[key] = json.dumps(fields.entry(data[key], key), ensure_ascii=False)
    for key, entry in entries.items():
        check(key, entry)
    return entries


def merge_entries(stored: Entries, incoming: Entries, content_of: ContentOf) -> Merge:
    """Find the incoming entries that the store needs."""
    kept = {key: _content_of_stored(content_of, key, text) for key, text in stored.items() if _kind(key)}
    known = {(_kind(key), content) for key, content in kept.items()}
    growing = {kind: [content for key, content in kept.items() if _kind(key) == kind] for kind in KINDS}
    changes: dict[str, str] = {}
    new = longer = same = 0
    for key, text in sorted(incoming.items()):
        if not _kind(key):
            if key in SINGLE and key not in stored:
                changes[key] = text
            continue
        content = content_of(key, text)
        if (_kind(key), content) in known or any(_continues(other, content) for other in growing[_kind(key)]):
            same += 1
            continue
        if key in kept and not _continues(content, kept[key]):
            key = f"{key}-{hashlib.sha256(content.encode()).hexdigest()[:8]}"
            new += 1
        elif key in kept:
            longer += 1
        else:
            new += 1
        changes[key] = text
        kept[key] = content
        known.add((_kind(key), content))
        growing[_kind(key)].append(content)
    return Merge(changes, new, longer, same)


def _content_of_stored(content_of: ContentOf, key: str, text: str) -> str:
    """The content of a stored entry; for a damaged one its text, which equals no other content."""
    try:
        return content_of(key, text)
    except RecordError:
        return text


def count_kinds(keys: Iterable[str]) -> list[tuple[str, int]]:
    """Count keys by kind: "matches" (in play or finished), "pads", "house" and "days". Kinds without a key are left out."""
    kinds = [KINDS[_kind(key)].replace("summaries", "matches") for key in keys if _kind(key)]
    return [(kind, kinds.count(kind)) for kind in ("matches", "pads", "house", "days") if kind in kinds]


def _continues(longer: str, shorter: str) -> bool:
    """Whether one content continues another one."""
    return len(longer) > len(shorter) and longer.startswith(shorter)


def _kind(key: str) -> str:
    return next((prefix for prefix in KINDS if key.startswith(prefix)), "")
