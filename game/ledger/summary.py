"""A finished match in a few numbers, `chickenfoot-summary/1`: what statistics are made of, also when its record is gone.

    {"format": "chickenfoot-summary/1", "id": "…", "when": ms since 1970, "preset": "hastings" or null for house rules,
     "source": "played" | "pad",
     "seats": [{"name", "kind": "human" | "bot", "level": "fox" or null, "place": 1, "points": [by round],
                "doubles": caught with in all rounds, null where nobody knows, "loss": points a round against the coach, or null}, …],
     "ends": [{"kind": "out" | "blocked", "seat": who went out, or null}, …],      by round
     "record": the match's record, deflated, in base64; absent where there is none,
     "deal": see `dealt`, "again": whether that deal was known, a second try, "title": the match's own}

The last line's keys came later. Without "deal" it is that of the record; without the others it was a first try without a title.
Unknown keys are ignored. A summary that contradicts itself is refused.
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
LONGEST = 400_000  # characters; some 5,000 with the record of four seats' whole match
MOST_ROUNDS, MOST_SEATS = 20, 10
LATEST = 1 << 53  # ms since 1970
MOST_POINTS = 100_000
LONGEST_TITLE = 100


class Ending(NamedTuple):
    """How a round ended: `kind` is out or blocked, `seat` went out (-1 nobody)."""

    kind: str
    seat: int


class Part(NamedTuple):
    """One seat's part in a match."""

    name: str
    kind: str
    level: str | None
    place: int
    points: tuple[int, ...]  # by round
    doubles: int | None  # that it was caught with; None: nobody knows
    loss: float | None = (
        None  # expected points a round that its choices gave away, as far as the coach looked
    )


class Summary(NamedTuple):
    """A finished match. `when` it ended is in ms since 1970; `record` is packed, empty where there is none."""

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
        """Each seat's points of all rounds."""
        return tuple(sum(part.points) for part in self.parts)


def dealt(options: Options, seed: str) -> str:
    """What tiles were dealt: the same text for the same deal, whoever plays it by whatever other rules."""
    return f"{options.set}/{options.players}/{options.hand_size}/{seed}"


def dealt_in(record: str) -> str:
    """The same of a record's text. Raises RecordError when it cannot be read."""
    data = fields.parsed(record)
    told = fields.entry(data, "record")
    options = fields.entry(told.get("options"), "options")
    seats = fields.items(told, "seats", MOST_SEATS)
    return f"{options.get('set')}/{len(seats)}/{options.get('hand_size')}/{told.get('seed')}"


def packed(record: str) -> str:
    """A record's text as a summary keeps it."""
    return b64encode(compress(record.encode(), 9)).decode()


def record_in(summary: Summary) -> str:
    """The text of the record that a summary keeps, not yet read. Raises RecordError when it has none, or it is damaged."""
    try:
        inflating = decompressobj()
        text = inflating.decompress(b64decode(summary.record, validate=True), fields.LONGEST)
        if not inflating.eof:
            raise RecordError("error.record.not-json")
        return text.decode()
    except (ValueError, error):
        raise RecordError("error.record.not-json") from None


def summary_of(
    match: Match,
    preset: str | None,
    seats: tuple[Seat, ...],
    id: str,
    when: int,
    losses: dict[int, float] | None = None,
) -> Summary:
    """The summary of a match that is over; `losses` by seat as far as known. Raises ValueError while it goes on."""
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
    deal = dealt(match.options, match.seed)
    return Summary(id, when, preset, "played", tuple(parts), rounds, deal=deal)


def summary_data(summary: Summary) -> Entry:
    """The summary as plain data."""
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
    """The summary as one line of JSON."""
    return json.dumps(summary_data(summary), ensure_ascii=False, separators=(",", ":"))


def read_summary(text: str) -> Summary:
    """The summary in a text. Raises RecordError."""
    data = fields.document(text, FORMAT, LONGEST)
    seats = fields.items(data, "seats", MOST_SEATS)
    ends = tuple(
        _ending(fields.entry(end, "ends"), len(seats)) for end in fields.items(data, "ends", MOST_ROUNDS)
    )
    parts = tuple(_part(fields.entry(entry, "seats"), len(seats), len(ends)) for entry in seats)
    preset, source = data.get("preset"), fields.text(data, "source", 10)
    if preset not in (None, *PRESETS):
        raise fields.refused("preset")
    if source not in SOURCES:
        raise fields.refused("source")
    if len(parts) < 2 or not ends or min(part.place for part in parts) != 1:
        raise fields.refused("seats")
    id, when = fields.text(data, "id", 100), fields.number(data, "when", LATEST)
    record = data.get("record", "")
    if not isinstance(record, str) or not record.isascii():
        raise fields.refused("record")
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
        raise fields.refused("ends")
    return Ending(kind, seat)


def _part(entry: Entry, seats: int, rounds: int) -> Part:
    kind = fields.text(entry, "kind", 10)
    level = None if entry.get("level") is None else fields.text(entry, "level", 30)
    if kind not in ("human", "bot"):
        raise fields.refused("kind")
    points = [whole(value, "points") for value in fields.items(entry, "points", MOST_ROUNDS)]
    place = fields.number(entry, "place", seats + 1)
    if len(points) != rounds or not place:
        raise fields.refused("points")
    doubles = None if entry.get("doubles") is None else fields.number(entry, "doubles", 1000)
    return Part(
        fields.text(entry, "name", 100), kind, level, place, tuple(points), doubles, _loss(entry.get("loss"))
    )


def whole(value: Json, field: str) -> int:
    """The value as a whole number of points, which may be below zero. Raises RecordError."""
    if type(value) is not int or abs(value) > MOST_POINTS:
        raise fields.refused(field)
    return value


def _loss(value: Json) -> float | None:
    if value is None:
        return None
    if type(value) not in (int, float) or not -MOST_POINTS < float(str(value)) < MOST_POINTS:
        raise fields.refused("loss")
    return float(str(value))
