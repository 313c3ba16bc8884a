"""Read and write the head of a save: the facts for a list of matches. A reader of the head need not replay the match.

A save, `chickenfoot-save/2`, is the head as one line of JSON, followed by the match's record. The record contains the
whole match, so a damaged head can be made again from it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal, NamedTuple

from game.records import fields
from game.records.fields import Entry
from game.rules.errors import RecordError
from game.rules.options.presets import PRESETS

if TYPE_CHECKING:
    from game.contract.kept import MatchHead, SaveExtras

SAVE_FORMAT = "chickenfoot-save/2"
SavePhase = Literal["playing", "round-over", "match-over"]
PHASES: dict[str, SavePhase] = {
    "playing": "playing",
    "round-over": "round-over",
    "match-over": "match-over",
}


class Label(NamedTuple):
    """Id, time and title of a stored match."""

    id: str
    when: int
    """The time at which the match was played last, in ms since 1970."""
    title: str | None = None


class Head(NamedTuple):
    """The facts of a match for a list of matches."""

    label: Label
    preset: str | None
    names: tuple[str, ...]
    """The players' names, by seat."""
    round: int
    """The number of the present round, from 1."""
    of: int
    """The number of rounds of the whole match. The save has it as the key "of"."""
    totals: tuple[int, ...]
    """The points of all finished rounds, by seat."""
    phase: SavePhase
    begun: bool
    """Whether a person has made a move in the first round, or a round is finished."""

    @property
    def over(self) -> bool:
        """Whether the match is finished."""
        return self.phase == "match-over"

    def data(self) -> MatchHead:
        """The head as JSON-able data."""
        return {
            "preset": self.preset,
            "names": [*self.names],
            "round": self.round,
            "of": self.of,
            "totals": [*self.totals],
            "phase": self.phase,
            "begun": self.begun,
            "id": self.label.id,
            "when": self.label.when,
            "title": self.label.title,
        }


def write_head(head: Head, more: SaveExtras) -> str:
    """The first line of a save. `more` has the keys that only `game.session.saving.restore` needs."""
    entry = {"format": SAVE_FORMAT, **head.data(), **more}
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_head(entry: Entry, id: str) -> Head:
    """Read the head of the match with this id. Raises RecordError for anything that `write_head` would not write."""
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
            fields.number(entry, "when", fields.LATEST),
            None if title is None else fields.text(entry, "title", fields.LONGEST_TITLE),
        ),
        None if preset is None else str(preset),
        tuple(fields.text({"name": name}, "name", 100) for name in names),
        fields.number(entry, "round", fields.MOST_ROUNDS),
        fields.number(entry, "of", fields.MOST_ROUNDS),
        tuple(int(str(total)) for total in totals),
        PHASES[phase],
        begun,
    )
