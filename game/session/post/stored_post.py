"""Write and read a match by post as a stored entry, with the secrets of this device's seats (docs/contracts.md, section 3)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from game.ledger.post_entry import FORMAT, PostEntry
from game.records import fields
from game.records.fields import Entry
from game.records.post.merging import HeldMatch
from game.records.post.post_link import read_post, write_post
from game.records.post.posted_match import PostedMatch, dealt, in_play, last_moves
from game.records.reading import read_record
from game.records.record import Record, write_record
from game.rules.errors import LinkError
from game.rules.moves import Event
from game.rules.round.deal import deal_round
from game.rules.tiles import NAME

if TYPE_CHECKING:
    from game.contract import kept
    from game.contract.kept import LastMove

LONGEST_LINK = 4_000  # characters
LONGEST_SECRET = 64  # characters
MOST_SHARED = 1 << 20


def write_post_entry(held: HeldMatch, sheets: int, when: int) -> str:
    """Write a match by post as one line of JSON. Raises LinkError if a link cannot hold its table."""
    posted = held.posted
    others = len(posted.order) - 1
    before = posted._replace(parts=posted.parts[:others], played=None)
    record = None
    if posted.played is not None:
        record = write_record(Record(posted.played, posted.preset, posted.seats))
    entry: kept.PostEntry = {
        "format": FORMAT,
        "id": posted.id,
        "when": when,
        **facts_of(held),
        "link": write_post(before),
        "part": posted.parts[others] if posted.is_dealt else "",
        "record": record,
        "secrets": [[seat, secret] for seat, secret in held.secrets],
        "shared": [*held.shared],
        "sheets": sheets,
    }
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def facts_of(held: HeldMatch) -> kept.PostFacts:
    """What the list of matches shows of a match by post. All of it is public at the table."""
    posted = held.posted
    match = None if posted.played is None else in_play(posted.played)
    last = next(last_moves(posted), None)
    own = next((event for event in last_moves(posted) if event.seat in held.people), None)
    return {
        "names": [seat.name for seat in posted.seats],
        "people": [*posted.people_in_turn],
        "here": [*held.people],
        "turn": posted.turn,
        "over": posted.is_over,
        "unsent": held.is_unsent,
        "round": 0 if match is None else min(len(match.rounds) + 1, posted.options.round_count),
        "of": posted.options.round_count,
        "totals": [0] * len(posted.seats) if match is None else [*match.totals],
        "last": None if last is None else _last_move(last),
        "own": None if own is None else _last_move(own),
    }


def _last_move(event: Event) -> LastMove:
    """The last move as the others at the table saw it."""
    return {"seat": event.seat, "do": event.do, "tile": NAME[event.tile] if event.do == "play" else ""}


def held_match(entry: PostEntry) -> HeldMatch:
    """The match of an entry, played by the rules. Raises RecordError if it is unreadable or contradicts itself."""
    data = entry.data
    try:
        posted = read_post(fields.text(data, "link", LONGEST_LINK))
    except LinkError:
        raise fields.invalid("link") from None
    posted = _with_record(posted, data)
    secrets: list[tuple[int, str]] = []
    for item in fields.items(data, "secrets", len(posted.seats)):
        pair = fields.items({"secrets": item}, "secrets", 2)
        if len(pair) != 2:
            raise fields.invalid("secrets")
        seat = fields.number({"seat": pair[0]}, "seat", len(posted.seats))
        secrets.append((seat, fields.text({"secret": pair[1]}, "secret", LONGEST_SECRET)))
    shared = fields.items(data, "shared", 2)
    if len(shared) != 2 or not all(type(count) is int and -1 <= count < MOST_SHARED for count in shared):
        raise fields.invalid("shared")
    return HeldMatch(posted, tuple(sorted(secrets)), (int(str(shared[0])), int(str(shared[1]))))


def _with_record(before: PostedMatch, data: Entry) -> PostedMatch:
    """The match with its starter's part and what was played. Raises RecordError if the record is of another match."""
    part = fields.text(data, "part", 100)
    if data.get("record") is None:
        if part:
            raise fields.invalid("part")
        return before
    record = read_record(fields.text(data, "record", fields.LONGEST))
    if len(before.parts) != len(before.order) - 1:
        raise fields.invalid("part")
    posted = dealt(before, part)
    names = [(seat.name, seat.kind, seat.level) for seat in before.seats]
    same_table = record.match.options == before.options and record.preset == before.preset
    if not same_table or names != [(seat.name, seat.kind, seat.level) for seat in record.seats]:
        raise fields.invalid("record")
    if posted.played is None or record.match.seed != posted.played.seed:
        raise fields.invalid("record")
    match = record.match
    for state in (*match.rounds, *([match.current] if match.current else [])):
        if state.deal != deal_round(match.options, match.seed, state.number):
            raise fields.invalid("record")
    return posted._replace(played=record.match)
