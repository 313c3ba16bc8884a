"""The summary of a finished match, `chickenfoot-summary/1`: the numbers for the statistics, which do not need the record.

    {"format": "chickenfoot-summary/1", "id": "…", "when": ms since 1970, "preset": "hastings" or null for house rules,
     "source": "played" | "pad",
     "seats": [{"name", "kind": "human" | "bot", "level": "fox" or null, "place": 1, "points": [by round],
                "doubles": in the remaining tiles of all rounds, null if unknown,
                "loss": points per round given away, by the coach's review, or null}, …],
     "ends": [{"kind": "out" | "blocked", "seat": the seat that went out, or null}, …],      by round
     "record": the match's record, deflated, in base64; may be absent,
     "deal": see `deal_key`, "again": whether it was a second try with this deal, "title": the match's title}

The keys of the last line are newer than the format. Without "deal" the record has it; without the others the match was a first try
and has no title. Unknown keys are ignored. A summary that contradicts itself is refused.
"""

import json
from base64 import b64decode, b64encode
from typing import NamedTuple
from zlib import compress, decompressobj, error

from game.records import fields
from game.records.fields import Entry, Json
from game.records.record import Seat
from game.records.text.names import clean
from game.rules.errors import RecordError
from game.rules.match import Match
from game.rules.options.declared import Options
from game.rules.options.presets import PRESETS
from game.rules.tiles import is_double, tiles_in

FORMAT = "chickenfoot-summary/1"
SOURCES = ("played", "pad")
LONGEST = 400_000  # characters; a whole match of four seats takes some 5,000 with its record
MOST_ROUNDS, MOST_SEATS = 20, 10
LATEST = 1 << 53  # ms since 1970
MOST_POINTS = 100_000
LONGEST_TITLE = 100


class Ending(NamedTuple):
    """The end of a round. `kind` is "out" or "blocked"; `seat` is the seat that went out, -1 for none."""

    kind: str
    seat: int


class Part(NamedTuple):
    """One seat's results in a match."""

    name: str
    kind: str
    level: str | None
    place: int
    points: tuple[int, ...]  # by round
    doubles: int | None  # in its remaining tiles; None: unknown
    loss: float | None = None  # expected points per round that its choices gave away; None without a review


class Summary(NamedTuple):
    """A finished match. `when` it ended is in ms since 1970. `record` is packed, see `pack_record`; it may be empty."""

    id: str
    when: int
    preset: str | None
    source: str
    parts: tuple[Part, ...]
    ends: tuple[Ending, ...]
    record: str = ""
    deal: str = ""
    again: bool = False
    title: str | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's points in all rounds."""
        return tuple(sum(part.points) for part in self.parts)


def deal_key(options: Options, seed: str) -> str:
    """A text that identifies the dealt tiles, whatever the other options and the players are."""
    return f"{options.set}/{options.players}/{options.hand_size}/{seed}"


def deal_key_of_record(record: str) -> str:
    """The `deal_key` of a record's text. Raises RecordError when it is unreadable."""
    data = fields.parse_json(record)
    told = fields.entry(data, "record")
    options = fields.entry(told.get("options"), "options")
    seats = fields.items(told, "seats", MOST_SEATS)
    return f"{options.get('set')}/{len(seats)}/{options.get('hand_size')}/{told.get('seed')}"


def pack_record(record: str) -> str:
    """Compress a record's text for a summary."""
    return b64encode(compress(record.encode(), 9)).decode()


def unpack_record(summary: Summary) -> str:
    """The text of a summary's record, unchecked. Raises RecordError when there is none, or it is damaged."""
    try:
        inflating = decompressobj()
        text = inflating.decompress(b64decode(summary.record, validate=True), fields.LONGEST)
        if not inflating.eof:
            raise RecordError("error.record.not-json")
        return text.decode()
    except (ValueError, error):
        raise RecordError("error.record.not-json") from None


def make_summary(
    match: Match,
    preset: str | None,
    seats: tuple[Seat, ...],
    id: str,
    when: int,
    losses: dict[int, float] | None = None,
) -> Summary:
    """Summarize a finished match. `losses` has the known losses by seat. Raises ValueError for a match in play."""
    if not match.over:
        raise ValueError("the match is not over")
    ends = [state.end for state in match.rounds if state.end is not None]
    parts = [
        Part(
            seat.name,
            seat.kind,
            seat.level,
            match.places[number],
            tuple(end.scores[number] for end in ends),
            sum(is_double(tile) for end in ends for tile in tiles_in(end.hands[number])),
            (losses or {}).get(number),
        )
        for number, seat in enumerate(seats)
    ]
    rounds = tuple(Ending(end.kind, end.seat) for end in ends)
    deal = deal_key(match.options, match.seed)
    return Summary(id, when, preset, "played", tuple(parts), rounds, deal=deal)


def summary_data(summary: Summary) -> Entry:
    """A summary as plain data."""
    data: Entry = {
        "format": FORMAT,
        "id": summary.id,
        "when": summary.when,
        "preset": summary.preset,
        "source": summary.source,
        "seats": [
            {
                "name": part.name,
                "kind": part.kind,
                "level": part.level,
                "place": part.place,
                "points": [*part.points],
                "doubles": part.doubles,
                "loss": part.loss,
            }
            for part in summary.parts
        ],
        "ends": [{"kind": end.kind, "seat": None if end.seat < 0 else end.seat} for end in summary.ends],
    }
    if summary.record:
        data["record"] = summary.record
    later: Entry = {"deal": summary.deal, "again": summary.again, "title": summary.title}
    return data | {key: value for key, value in later.items() if value}


def write_summary(summary: Summary) -> str:
    """Write a summary as one line of JSON."""
    return json.dumps(summary_data(summary), ensure_ascii=False, separators=(",", ":"))


def read_summary(text: str) -> Summary:
    """Read a summary. Raises RecordError."""
    data = fields.read_document(text, FORMAT, LONGEST)
    seats = fields.items(data, "seats", MOST_SEATS)
    ends = tuple(
        _ending(fields.entry(end, "ends"), len(seats)) for end in fields.items(data, "ends", MOST_ROUNDS)
    )
    parts = tuple(_part(fields.entry(entry, "seats"), len(seats), len(ends)) for entry in seats)
    preset, source = data.get("preset"), fields.text(data, "source", 10)
    if preset not in (None, *PRESETS):
        raise fields.invalid("preset")
    if source not in SOURCES:
        raise fields.invalid("source")
    if len(parts) < 2 or not ends or min(part.place for part in parts) != 1:
        raise fields.invalid("seats")
    id, when = fields.text(data, "id", 100), fields.number(data, "when", LATEST)
    record = data.get("record", "")
    if not isinstance(record, str) or not record.isascii():
        raise fields.invalid("record")
    deal, title = data.get("deal", ""), data.get("title")
    return Summary(
        id,
        when,
        None if preset is None else str(preset),
        source,
        parts,
        ends,
        record,
        deal if isinstance(deal, str) else "",
        data.get("again") is True,
        None if title is None else clean(fields.text(data, "title", LONGEST_TITLE), LONGEST_TITLE) or None,
    )


def _ending(entry: Entry, seats: int) -> Ending:
    kind = fields.text(entry, "kind", 10)
    seat = -1 if entry.get("seat") is None else fields.number(entry, "seat", seats)
    if (kind, seat < 0) not in (("out", False), ("blocked", True)):
        raise fields.invalid("ends")
    return Ending(kind, seat)


def _part(entry: Entry, seats: int, rounds: int) -> Part:
    kind = fields.text(entry, "kind", 10)
    level = None if entry.get("level") is None else fields.text(entry, "level", 30)
    if kind not in ("human", "bot"):
        raise fields.invalid("kind")
    points = [read_points(value, "points") for value in fields.items(entry, "points", MOST_ROUNDS)]
    place = fields.number(entry, "place", seats + 1)
    if len(points) != rounds or not place:
        raise fields.invalid("points")
    doubles = None if entry.get("doubles") is None else fields.number(entry, "doubles", 1000)
    return Part(
        fields.text(entry, "name", 100), kind, level, place, tuple(points), doubles, _loss(entry.get("loss"))
    )


def read_points(value: Json, field: str) -> int:
    """Read a whole number of points, which may be negative. Raises RecordError."""
    if type(value) is not int or abs(value) > MOST_POINTS:
        raise fields.invalid(field)
    return value


def _loss(value: Json) -> float | None:
    if value is None:
        return None
    if type(value) not in (int, float) or not -MOST_POINTS < float(str(value)) < MOST_POINTS:
        raise fields.invalid("loss")
    return float(str(value))
