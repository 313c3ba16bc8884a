"""The stored entry `chickenfoot-post/1`: a match by post on this device. Here are its facts for the list of matches.

The match itself is stored as a link from before the deal, the starter's part of the seed, and the record of what was
played. `game/session/post/stored_post.py` reads and writes it. Most visits have no match by post, so that module comes late.
"""

from typing import Final, NamedTuple

from game.records import fields
from game.records.fields import Entry
from game.rules.tiles import NAME

FORMAT: Final = "chickenfoot-post/1"
DOES = ("play", "draw", "pass", "call", "catch", "skip", "take-back")


class PostEntry(NamedTuple):
    """A match by post as it is stored. `held_match` in stored_post.py reads the match itself."""

    id: str
    when: int
    """The time of the last change, in ms since 1970."""
    sheets: int
    """The number of finished rounds whose end the person has seen."""
    facts: Entry
    """What the list of matches shows."""
    data: Entry
    """All that was stored."""


def read_post_entry(text: str) -> PostEntry:
    """Read an entry, without its match. Raises RecordError if it is unreadable."""
    data = fields.read_document(text, FORMAT)
    names = fields.items(data, "names", 10)
    seats = len(names)
    for name in names:
        fields.text({"name": name}, "name", 100)
    for field in ("people", "here"):
        for seat in fields.items(data, field, 10):
            fields.number({field: seat}, field, seats)
    turn, over, unsent = data.get("turn"), data.get("over"), data.get("unsent")
    if type(turn) is not int or not -1 <= turn < seats or not isinstance(over, bool):
        raise fields.invalid("turn")
    if not isinstance(unsent, bool):
        raise fields.invalid("unsent")
    totals = fields.items(data, "totals", 10)
    if len(totals) != seats or not all(type(total) is int and abs(total) < 1 << 31 for total in totals):
        raise fields.invalid("totals")
    fields.number(data, "round", fields.MOST_ROUNDS)
    fields.number(data, "of", fields.MOST_ROUNDS)
    for field in ("last", "own"):  # entries of earlier versions have no "own"
        if data.get(field) is None:
            continue
        last = fields.entry(data[field], field)
        fields.number(last, "seat", seats)
        if fields.text(last, "do", 20) not in DOES:
            raise fields.invalid("do")
        if last.get("tile") not in ("", *NAME):
            raise fields.invalid("tile")
    keys = ("names", "people", "here", "turn", "over", "unsent", "round", "of", "totals", "last", "own")
    return PostEntry(
        fields.text(data, "id", 100),
        fields.number(data, "when", fields.LATEST),
        fields.number(data, "sheets", fields.MOST_ROUNDS),
        {key: data.get(key) for key in keys if key in data},
        data,
    )
