"""Read and write the head of a save: the facts for a list of matches, readable without replaying the match.

A save, `chickenfoot-save/2`, is the head as one line of JSON, followed by the match's record. The record holds the whole match,
so a damaged head can be made again from it.
"""

import json
from typing import Any, NamedTuple

from game.records import fields
from game.records.fields import Entry
from game.rules.errors import RecordError
from game.rules.options.presets import PRESETS

SAVE_FORMAT = "chickenfoot-save/2"
FIRST_FORMAT = (
    "chickenfoot-save/1"  # one JSON object that contains the record as a text; written until November 2026
)
PHASES = ("playing", "round-over", "match-over")
LATEST = 1 << 53  # ms since 1970
MOST_ROUNDS = 20
LONGEST_TITLE = 100


class Label(NamedTuple):
    """A match's name in the store: the id of its entry, the time it was played last (ms since 1970), and its title if any."""

    id: str
    when: int
    title: str | None = None


class Head(NamedTuple):
    """A match in a list. `begun`: a person has played in it."""

    label: Label
    preset: str | None
    names: tuple[str, ...]
    round: int
    of: int
    totals: tuple[int, ...]
    phase: str
    begun: bool

    @property
    def over(self) -> bool:
        """Whether the match is finished."""
        return self.phase == "match-over"

    def data(self) -> dict[str, Any]:
        """The head as JSON-able data."""
        data = self._asdict() | self.label._asdict()
        del data["label"]
        return data


def write_head(head: Head, more: dict[str, Any]) -> str:
    """The first line of a save. `more` holds the keys that only `restore` needs."""
    entry = {"format": SAVE_FORMAT, **head.data(), **more}
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_head(entry: Entry, id: str) -> Head:
    """Read the head of the entry `id`. Raises RecordError for anything that `write_head` would not write."""
    title, preset = entry.get("title"), entry.get("preset")
    names = fields.items(entry, "names", 10)
    phase = fields.text(entry, "phase", 20)
    begun = entry.get("begun")
    if phase not in PHASES or not isinstance(begun, bool) or preset not in (None, *PRESETS):
        raise RecordError("error.save.unreadable")
    totals = fields.items(entry, "totals", 10)
    if len(totals) != len(names) or not all(type(total) is int and abs(total) < 1 << 31 for total in totals):
        raise fields.invalid("totals")
    return Head(
        Label(
            id,
            fields.number(entry, "when", LATEST),
            None if title is None else fields.text(entry, "title", LONGEST_TITLE),
        ),
        None if preset is None else str(preset),
        tuple(fields.text({"name": name}, "name", 100) for name in names),
        fields.number(entry, "round", MOST_ROUNDS),
        fields.number(entry, "of", MOST_ROUNDS),
        tuple(int(str(total)) for total in totals),
        phase,
        begun,
    )
