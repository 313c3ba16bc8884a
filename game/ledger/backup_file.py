"""Write all stored entries as one backup file, `chickenfoot-archive/1`, read it, and merge it into a store.

    {"format": "chickenfoot-archive/1", "when": ms since 1970,
     "matches": saves of matches, a list of {"id", "text"}. Each field up to "posts" is such a list:
     "summaries": summaries of finished matches, "pads": score pads, "house": house rules,
     "days": results of daily deals, "challenges": sent and received ones, "parties": the guests of matches in play,
     "posts": matches by post,
     "settings": {…} or null, "table": the last choices in the form for a new match or null,
     "counted": when the statistics of each person were reset, or null}

The content of an entry is the entry without its id and times. A content *continues* another one if it is that one with
more text after it. A merge neither deletes nor duplicates a content. For each entry of the backup, the first matching case applies:

- Its content is stored already, or a stored content continues it: the entry is skipped.
- Its content continues the stored content with the same id: it replaces the stored entry.
- The store has another content under the same id: the entry is added under a new id, made of that id and a hash of its
  content.
- Otherwise it is added.

`settings`, `table` and `counted` are added only if the store lacks them.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from game.records import fields
from game.rules.errors import RecordError

FORMAT = "chickenfoot-archive/1"
LONGEST = 400_000_000  # characters of a backup
MOST_ENTRIES = 20_000  # entries of a kind in a backup
KINDS = {
    "match/": "matches",
    "summary/": "summaries",
    "pad/": "pads",
    "house/": "house",
    "day/": "days",
    "challenge/": "challenges",
    "party/": "parties",
    "post/": "posts",
}
"""Fields of the file, by the prefix of an entry's key in the store. In this module, the prefix also names the kind of an entry."""
SINGLE = ("settings", "table", "counted")
"""Keys without an id. They are also fields of the file."""

Entries = Mapping[str, str]
"""Texts by key. A key is a prefix of KINDS with an id, or one of SINGLE."""
Check = Callable[[str, str], None]
"""Takes a key and a text. Raises RecordError if the text is unreadable."""
ContentOf = Callable[[str, str], str]
"""Takes a key and a text, and returns the content. Raises RecordError if the text is unreadable."""


class Merge(NamedTuple):
    """The result of merging a backup."""

    changes: dict[str, str]
    """The entries to write, as texts by key."""
    new: int
    """Number of added entries."""
    longer: int
    """Number of entries that replace a stored entry, which they continue."""
    known: int
    """Number of skipped entries."""


def write_backup(entries: Entries, when: int) -> str:
    """Write the entries with a key of KINDS or SINGLE as one text. `when` is in ms since 1970."""
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
    fields.number(data, "when", fields.LATEST)
    entries: dict[str, str] = {}
    for prefix, field in KINDS.items():
        for item in fields.items(data, field, MOST_ENTRIES) if field in data else ():
            entry = fields.entry(item, field)
            key = prefix + fields.text(entry, "id", 100)
            if key == prefix or key in entries:
                raise fields.invalid(field)
            entries[key] = fields.text(entry, "text", LONGEST)
    for key in SINGLE:
        if data.get(key) is not None:
            entries[key] = json.dumps(fields.entry(data[key], key), ensure_ascii=False)
    for key, text in entries.items():
        check(key, text)
    return entries


def merge_entries(stored: Entries, incoming: Entries, content_of: ContentOf) -> Merge:
    """Merge the `incoming` entries of a backup with the stored ones. The module's docstring describes the cases."""
    contents = {key: _content_of_stored(content_of, key, text) for key, text in stored.items() if _kind(key)}
    known_contents = {(_kind(key), content) for key, content in contents.items()}
    by_kind = {kind: [content for key, content in contents.items() if _kind(key) == kind] for kind in KINDS}
    changes: dict[str, str] = {}
    added = longer = skipped = 0
    for key, text in sorted(incoming.items()):
        if not _kind(key):
            if key in SINGLE and key not in stored:
                changes[key] = text
            continue
        content = content_of(key, text)
        if (_kind(key), content) in known_contents or any(
            _continues(other, content) for other in by_kind[_kind(key)]
        ):
            skipped += 1
            continue
        if key in contents and not _continues(content, contents[key]):
            key = f"{key}-{hashlib.sha256(content.encode()).hexdigest()[:8]}"
            added += 1
        elif key in contents:
            longer += 1
        else:
            added += 1
        changes[key] = text
        contents[key] = content
        known_contents.add((_kind(key), content))
        by_kind[_kind(key)].append(content)
    return Merge(changes, added, longer, skipped)


def _content_of_stored(content_of: ContentOf, key: str, text: str) -> str:
    """The content of a stored entry. For a damaged entry it is the whole text, which equals the content of no readable one."""
    try:
        return content_of(key, text)
    except RecordError:
        return text


def count_kinds(keys: Iterable[str]) -> list[tuple[str, int]]:
    """Count the keys of matches, score pads, house rules and daily results, as (a field of the file, number).

    A match in play, one by post and a finished match count as "matches". Fields without a key are left out.
    """
    matches = ("summaries", "posts")
    found = [KINDS[_kind(key)] for key in keys if _kind(key)]
    kinds = ["matches" if field in matches else field for field in found]
    return [(kind, kinds.count(kind)) for kind in ("matches", "pads", "house", "days") if kind in kinds]


def _continues(longer: str, shorter: str) -> bool:
    """Whether the content `longer` continues the content `shorter`."""
    return len(longer) > len(shorter) and longer.startswith(shorter)


def _kind(key: str) -> str:
    """The prefix of KINDS with which the key begins; empty if there is none."""
    return next((prefix for prefix in KINDS if key.startswith(prefix)), "")
