"""The head of a save: what a list of matches shows of it, read without replaying anything.

A save, `chickenfoot-save/2`, is the head as one line of JSON and after it the match's record. The record alone is the match;
the head can be made from it again when it is damaged.
"""

import json
from typing import Any, NamedTuple

from game.records import fields
from game.records.fields import Entry
from game.rules.errors import RecordError
from game.rules.options.presets import PRESETS

SAVE_FORMAT = "chickenfoot-save/2"
FIRST_FORMAT = "chickenfoot-save/1"  # one JSON object, the record a text in it; written until November 2026
PHASES = ("playing", "round-over", "match-over")
LATEST = 1 << 53  # ms since 1970
MOST_ROUNDS = 20
LONGEST_TITLE = 100


class Label(NamedTuple):
    """What a match is called: its entry in the store, when it was played last (ms since 1970), its own title if it has one."""

    id: str
    when: int
    title: str | None = None


class Head(NamedTuple):
    """A match in a list. `begun`: the person has played in it."""

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
        """Whether nobody can go on with it."""
        return self.phase == "match-over"

    def data(self) -> dict[str, Any]:
        """As JSON-able data."""
        data = self._asdict() | self.label._asdict()
        del data["label"]
        return data


def write_head(head: Head, more: dict[str, Any]) -> str:
    """The first line of a save; `more` is what only `restore` needs."""
    entry = {"format": SAVE_FORMAT, **head.data(), **more}
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_head(entry: Entry, id: str) -> Head:
    """The head that `write_head` wrote, of the entry `id`. Raises RecordError for anything else."""
    title, preset = entry.get("title"), entry.get("preset")
    names = fields.items(entry, "names", 10)
    phase = fields.text(entry, "phase", 20)
    begun = entry.get("begun")
    if phase not in PHASES or not isinstance(begun, bool) or preset not in (None, *PRESETS):
        raise RecordError("error.save.unreadable")
    totals = fields.items(entry, "totals", 10)
    if len(totals) != len(names) or not all(type(total) is int and abs(total) < 1 << 31 for total in totals):
        raise fields.refused("totals")
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
