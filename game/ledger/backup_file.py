"""Everything that is kept as one file, `chickenfoot-archive/1`, and what of such a file is new here.

    {"format": "chickenfoot-archive/1", "when": ms since 1970,
     "matches": [{"id", "text": a save}, …], "summaries": [{"id", "text"}, …], "pads": [{"id", "text"}, …],
     "house": [{"id", "text"}, …], "days": [{"id", "text"}, …], "challenges": [{"id", "text"}, …],
     "settings": {…} or null, "table": {…} or null, "counted": {…} or null}

To bring a file in never takes anything away and never doubles anything: what is the same stays once, by whatever id; a match or pad
that goes on from one that is here takes its place; one that parted from it comes beside it, by an id that follows from what it holds.
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
MOST = 20_000  # entries of a kind
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
"""Given a key and its text; raises RecordError for a text that cannot be read."""
Holds = Callable[[str, str], str]
"""Given a key and its text: what it holds, the same whatever it is called and whenever it was played. Raises RecordError."""


class Merged(NamedTuple):
    """What is to be written, and how many came: new ones, ones that went on from what was here, and ones that were here."""

    changes: dict[str, str]
    new: int
    longer: int
    known: int


def write_archive(entries: Entries, when: int) -> str:
    """All entries of these kinds as one text; other keys are left out."""
    data: dict[str, object] = {"format": FORMAT, "when": when}
    for prefix, field in KINDS.items():
        ids = sorted(key.removeprefix(prefix) for key in entries if key.startswith(prefix))
        data[field] = [{"id": id, "text": entries[prefix + id]} for id in ids]
    for key in SINGLE:
        data[key] = fields.parsed(entries[key]) if key in entries else None
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_archive(text: str, check: Check) -> dict[str, str]:
    """The entries in a text, each of them checked. Raises RecordError, naming nothing but the first thing that is wrong."""
    data = fields.document(text, FORMAT, LONGEST)
    fields.number(data, "when", LATEST)
    entries: dict[str, str] = {}
    for prefix, field in KINDS.items():
        for item in fields.items(data, field, MOST) if field in data else ():
            one = fields.entry(item, field)
            key = prefix + fields.text(one, "id", 100)
            if key == prefix or key in entries:
                raise fields.refused(field)
            entries[key] = fields.text(one, "text", LONGEST)
    for key in SINGLE:
        if data.get(key) is not None:
            entries[key] = json.dumps(fields.entry(data[key], key), ensure_ascii=False)
    for key, entry in entries.items():
        check(key, entry)
    return entries


def merged(here: Entries, came: Entries, holds: Holds) -> Merged:
    """What of the entries that came is to be written beside those that are here."""
    kept = {key: _held(holds, key, text) for key, text in here.items() if _kind(key)}
    known = {(_kind(key), what) for key, what in kept.items()}
    growing = {kind: [what for key, what in kept.items() if _kind(key) == kind] for kind in KINDS}
    changes: dict[str, str] = {}
    new = longer = same = 0
    for key, text in sorted(came.items()):
        if not _kind(key):
            if key in SINGLE and key not in here:
                changes[key] = text
            continue
        what = holds(key, text)
        if (_kind(key), what) in known or any(_goes_on(other, what) for other in growing[_kind(key)]):
            same += 1
            continue
        if key in kept and not _goes_on(what, kept[key]):
            key = f"{key}-{hashlib.sha256(what.encode()).hexdigest()[:8]}"
            new += 1
        elif key in kept:
            longer += 1
        else:
            new += 1
        changes[key] = text
        kept[key] = what
        known.add((_kind(key), what))
        growing[_kind(key)].append(what)
    return Merged(changes, new, longer, same)


def _held(holds: Holds, key: str, text: str) -> str:
    """What an entry holds that is here; a damaged one is nobody's double."""
    try:
        return holds(key, text)
    except RecordError:
        return text


def kinds_of(keys: Iterable[str]) -> list[tuple[str, int]]:
    """How many entries of each kind there are: "matches" (in play or finished), "pads", "house" and "days", without those of none."""
    kinds = [KINDS[_kind(key)].replace("summaries", "matches") for key in keys if _kind(key)]
    return [(kind, kinds.count(kind)) for kind in ("matches", "pads", "house", "days") if kind in kinds]


def _goes_on(longer: str, shorter: str) -> bool:
    """Whether what one entry holds goes on from what another one holds."""
    return len(longer) > len(shorter) and longer.startswith(shorter)


def _kind(key: str) -> str:
    return next((prefix for prefix in KINDS if key.startswith(prefix)), "")
