"""The summary of a finished match, `chickenfoot-summary/1`: its numbers for the statistics, and its record.

"source" is "played" for a match of this game, and "pad" for a match with real tiles on a score pad.

"deal", "again", "title", "away", "toes" and "aspects" are newer than the format, and may be absent. Then the deal key is that of
the record, the match was no second try, it has no title, all its people sat at this device, and the layout chose all toes, for
the board view that a replay has. Unknown keys are ignored. A summary
that contradicts itself is refused.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, NamedTuple
from zlib import compress, decompressobj, error

from game.records import fields
from game.records.fields import Entry, Json
from game.records.record import Seat
from game.records.text.names import clean
from game.rules.errors import RecordError
from game.rules.match import Match
from game.rules.options.declared import Options
from game.rules.options.presets import PRESETS
from game.rules.tiles import Tile, is_double, tiles_in

if TYPE_CHECKING:
    from game.contract.kept import SummaryEntry

FORMAT: Final = "chickenfoot-summary/1"
Source = Literal["played", "pad"]
SOURCES: dict[str, Source] = {"played": "played", "pad": "pad"}
SeatKind = Literal["human", "bot"]
SEAT_KINDS: dict[str, SeatKind] = {"human": "human", "bot": "bot"}
LONGEST = 400_000  # characters of a summary; a whole match of four seats takes some 5,000 with its record
MOST_SEATS = 10
MOST_POINTS = 100_000  # of one seat in one round


class Ending(NamedTuple):
    """The end of a round. `kind` is "out" or "blocked". `seat` is the seat that went out; -1 for a blocked round."""

    kind: Literal["out", "blocked"]
    seat: int


class SeatSummary(NamedTuple):
    """One seat's results in a match."""

    name: str
    kind: SeatKind
    level: str | None  # None for a person
    place: int  # 1 is the best
    points: tuple[int, ...]  # by round
    doubles: int | None  # number of doubles in its remaining tiles of all rounds; None if unknown
    loss: float | None = None  # expected points per round that its choices gave away; None without a review


class Summary(NamedTuple):
    """The numbers of a finished match, and its record."""

    id: str
    when: int  # the time at which the match ended, in ms since 1970
    preset: str | None  # None for house rules
    source: Source
    seats: tuple[SeatSummary, ...]  # in the order of the seats
    ends: tuple[Ending, ...]  # by round
    record: str = ""  # packed by `pack_record`; empty if there is none
    deal: str = ""  # the `deal_key`; empty if only the record has it
    again: bool = False  # whether the match was a second try with its deal
    title: str | None = None
    away: tuple[int, ...] = ()  # the seats of people at other devices, who have no statistics here
    toes: Mapping[int, Mapping[Tile, int]] = MappingProxyType({})  # that people chose, by round
    aspects: Mapping[int, float] = MappingProxyType({})  # of the board view, by round number

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's points in all rounds."""
        return tuple(sum(seat.points) for seat in self.seats)


def deal_key(options: Options, seed: str) -> str:
    """A text that identifies the dealt tiles. It does not depend on the other options and the players' names."""
    return f"{options.set}/{options.players}/{options.hand_size}/{seed}"


def deal_key_of_record(record: str) -> str:
    """The `deal_key` of a record's text. Raises RecordError when the text is unreadable."""
    data = fields.entry(fields.parse_json(record), "record")
    options = fields.entry(data.get("options"), "options")
    seats = fields.items(data, "seats", MOST_SEATS)
    return f"{options.get('set')}/{len(seats)}/{options.get('hand_size')}/{data.get('seed')}"


def pack_record(record: str) -> str:
    """Compress a record's text for a summary: deflated, in base64."""
    return b64encode(compress(record.encode(), 9)).decode()


def unpack_record(summary: Summary) -> str:
    """The text of a summary's record, unchecked. Raises RecordError when there is no record, or when it is damaged."""
    try:
        decompressor = decompressobj()
        text = decompressor.decompress(b64decode(summary.record, validate=True), fields.LONGEST)
        if not decompressor.eof:
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
    """Summarize a finished match, without its record. Raises ValueError for a match in play.

    `losses` has the known values of `SeatSummary.loss`, by seat.
    """
    if not match.over:
        raise ValueError("the match is not over")
    ends = [state.end for state in match.rounds if state.end is not None]
    seat_summaries = [
        SeatSummary(
            seat.name,
            SEAT_KINDS[seat.kind],
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
    return Summary(id, when, preset, "played", tuple(seat_summaries), rounds, deal=deal)


def summary_data(summary: Summary) -> SummaryEntry:
    """A summary as JSON-able data."""
    data: SummaryEntry = {
        "format": FORMAT,
        "id": summary.id,
        "when": summary.when,
        "preset": summary.preset,
        "source": summary.source,
        "seats": [
            {
                "name": seat.name,
                "kind": seat.kind,
                "level": seat.level,
                "place": seat.place,
                "points": [*seat.points],
                "doubles": seat.doubles,
                "loss": seat.loss,
            }
            for seat in summary.seats
        ],
        "ends": [{"kind": end.kind, "seat": None if end.seat < 0 else end.seat} for end in summary.ends],
    }
    if summary.record:
        data["record"] = summary.record
    if summary.deal:
        data["deal"] = summary.deal
    if summary.again:
        data["again"] = True
    if summary.title:
        data["title"] = summary.title
    if summary.away:
        data["away"] = [*summary.away]
    toes = fields.toes_data(summary.toes)
    if toes:
        data["toes"] = toes
    if summary.aspects:
        data["aspects"] = {str(number): aspect for number, aspect in summary.aspects.items()}
    return data


def write_summary(summary: Summary) -> str:
    """Write a summary as one line of JSON."""
    return json.dumps(summary_data(summary), ensure_ascii=False, separators=(",", ":"))


def read_summary(text: str) -> Summary:
    """Read a summary. Raises RecordError if it is unreadable or contradicts itself."""
    data = fields.read_document(text, FORMAT, LONGEST)
    entries = fields.items(data, "seats", MOST_SEATS)
    ends = tuple(
        _ending(fields.entry(end, "ends"), len(entries))
        for end in fields.items(data, "ends", fields.MOST_ROUNDS)
    )
    seats = tuple(_seat(fields.entry(entry, "seats"), len(entries), len(ends)) for entry in entries)
    preset, source = data.get("preset"), fields.text(data, "source", 10)
    if preset not in (None, *PRESETS):
        raise fields.invalid("preset")
    if source not in SOURCES:
        raise fields.invalid("source")
    if len(seats) < 2 or not ends or min(seat.place for seat in seats) != 1:
        raise fields.invalid("seats")
    id, when = fields.text(data, "id", 100), fields.number(data, "when", fields.LATEST)
    record = data.get("record", "")
    if not isinstance(record, str) or not record.isascii():
        raise fields.invalid("record")
    deal, title = data.get("deal", ""), data.get("title")
    return Summary(
        id,
        when,
        None if preset is None else str(preset),
        SOURCES[source],
        seats,
        ends,
        record,
        deal if isinstance(deal, str) else "",
        data.get("again") is True,
        None
        if title is None
        else clean(fields.text(data, "title", fields.LONGEST_TITLE), fields.LONGEST_TITLE) or None,
        _away_seats(data.get("away"), seats),
        fields.toes(data.get("toes")),
        fields.aspects(data.get("aspects")),
    )


def _away_seats(value: Json, seats: tuple[SeatSummary, ...]) -> tuple[int, ...]:
    """The seats of people at other devices. Empty if the value is not a list of people's seats."""
    people = [number for number, seat in enumerate(seats) if seat.kind == "human"]
    listed = value if isinstance(value, list) else []
    away = tuple(seat for seat in listed if type(seat) is int and seat in people)
    return away if len(away) == len(listed) else ()


def _ending(entry: Entry, seats: int) -> Ending:
    kind = fields.text(entry, "kind", 10)
    seat = -1 if entry.get("seat") is None else fields.number(entry, "seat", seats)
    if kind == "out" and seat >= 0:
        return Ending("out", seat)
    if kind == "blocked" and seat < 0:
        return Ending("blocked", seat)
    raise fields.invalid("ends")


def _seat(entry: Entry, seats: int, rounds: int) -> SeatSummary:
    kind = fields.text(entry, "kind", 10)
    level = None if entry.get("level") is None else fields.text(entry, "level", 30)
    if kind not in SEAT_KINDS:
        raise fields.invalid("kind")
    points = [read_points(value, "points") for value in fields.items(entry, "points", fields.MOST_ROUNDS)]
    place = fields.number(entry, "place", seats + 1)
    if len(points) != rounds:
        raise fields.invalid("points")
    doubles = None if entry.get("doubles") is None else fields.number(entry, "doubles", 1000)
    return SeatSummary(
        fields.text(entry, "name", 100),
        SEAT_KINDS[kind],
        level,
        place,
        tuple(points),
        doubles,
        _loss(entry.get("loss")),
    )


def read_points(value: Json, field: str) -> int:
    """Read a whole number of points, which may be negative. Raises RecordError for anything else."""
    if type(value) is not int or abs(value) > MOST_POINTS:
        raise fields.invalid(field)
    return value


def _loss(value: Json) -> float | None:
    if value is None:
        return None
    if type(value) not in (int, float) or not -MOST_POINTS < float(str(value)) < MOST_POINTS:
        raise fields.invalid("loss")
    return float(str(value))
