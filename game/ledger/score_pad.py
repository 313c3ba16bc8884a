"""The score pad for a match with real tiles: who plays, by which scoring, and what every round brought, `chickenfoot-pad/1`.

    {"format": "chickenfoot-pad/1", "id": "…", "when": ms since 1970, "rules": "hastings/5,double_blank=25", "names": [by seat],
     "rounds": [{"out": who went out, null where the round was blocked, "double": whether on a double,
                 "points": [by seat], "left": [the tiles left over by seat, null where points were typed]}, …]}

Points that follow from tiles must follow; everything else that is typed stands. Unknown keys are ignored.
"""

import json
from collections.abc import Sequence
from typing import NamedTuple

from game.ledger.summary import LATEST, Ending, Part, Summary, whole
from game.records import fields
from game.records.fields import Entry
from game.records.option_text import options_text, parse_options
from game.rules.errors import OptionError, RecordError, Refusal
from game.rules.options.declared import Options
from game.rules.round.scoring import hand_points, places_of, totals_of
from game.rules.tiles import NAME, is_double, tiles_in

FORMAT = "chickenfoot-pad/1"
LONGEST = 100_000  # characters
MOST_POINTS = 20_000  # of one seat in one round


class PadError(Refusal):
    """Something that cannot stand on a pad."""


class Line(NamedTuple):
    """One round on the pad: `out` is -1 where it was blocked, `left` holds masks of tiles, None where points were typed."""

    out: int
    double: bool
    points: tuple[int, ...]
    left: tuple[int | None, ...]


class Pad(NamedTuple):
    """A pad; immutable, every change is a new one."""

    id: str
    when: int
    preset: str | None
    options: Options
    names: tuple[str, ...]
    lines: tuple[Line, ...] = ()

    @property
    def over(self) -> bool:
        """Whether every round is written down."""
        return len(self.lines) == self.options.round_count

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat so far; lowest wins."""
        return totals_of([line.points for line in self.lines], len(self.names))

    @property
    def places(self) -> tuple[int, ...]:
        """Each seat's place as it stands, 1 the best; everybody's is 1 before the first round."""
        return places_of([line.points for line in self.lines], self.options)


Told = int | Sequence[int]
"""What is said of one seat: its points, or the tiles that it was left with."""


def new_pad(preset: str | None, options: Options, names: Sequence[str], id: str, when: int) -> Pad:
    """A pad without rounds. Raises PadError when there are not as many names as seats."""
    if len(names) != options.players:
        raise PadError("pad.names", {"n": options.players})
    return Pad(id, when, preset, options, tuple(names))


def line_of(pad: Pad, out: int, remains: Sequence[Told], double: bool = False) -> Line:
    """The round that this comes to: `out` went out, on a `double` if so (-1: blocked), and `remains` says what each seat was left with.

    What is said of the seat that went out does not count. Raises PadError for what cannot be.
    """
    seats = len(pad.names)
    if len(remains) != seats or not -1 <= out < seats or (double and out < 0):
        raise PadError("pad.seats", {"n": seats})
    left: list[int | None] = []
    points: list[int] = []
    seen = 0
    for seat, said in enumerate(remains):
        if seat == out:
            left.append(None)
            points.append(-pad.options.out_bonus_on_double if double else 0)
        elif isinstance(said, int):
            if not 0 <= said <= MOST_POINTS:
                raise PadError("pad.points", {"name": pad.names[seat], "most": MOST_POINTS})
            left.append(None)
            points.append(said)
        else:
            hand = _hand(pad, seat, said, seen)
            seen |= hand
            left.append(hand)
            points.append(hand_points(hand, pad.options))
    return Line(out, double, tuple(points), tuple(left))


def _hand(pad: Pad, seat: int, tiles: Sequence[int], seen: int) -> int:
    """The tiles that a seat was left with, as a mask; none of them may be `seen` with another seat."""
    hand = 0
    for tile in tiles:
        if not 0 <= tile < len(NAME) or not pad.options.tiles >> tile & 1:
            raise PadError("pad.no-such-tile", {"set": pad.options.set})
        if (hand | seen) >> tile & 1:
            raise PadError("pad.tile-twice", {"tile": NAME[tile]})
        hand |= 1 << tile
    if not hand:
        raise PadError("pad.no-tiles", {"name": pad.names[seat]})
    return hand


def write_line(pad: Pad, line: Line) -> Pad:
    """The pad with one more round. Raises PadError when all are written."""
    if pad.over:
        raise PadError("pad.full", {"n": len(pad.lines)})
    return pad._replace(lines=(*pad.lines, line))


def correct(pad: Pad, number: int, line: Line) -> Pad:
    """The pad with round `number` (from 0) written anew. Raises PadError when it is not written yet."""
    if not 0 <= number < len(pad.lines):
        raise PadError("pad.no-round", {"round": number + 1})
    return pad._replace(lines=(*pad.lines[:number], line, *pad.lines[number + 1 :]))


def strike(pad: Pad) -> Pad:
    """The pad without its last round. Raises PadError when there is none."""
    if not pad.lines:
        raise PadError("pad.no-round", {"round": 1})
    return pad._replace(lines=pad.lines[:-1])


def pad_summary(pad: Pad) -> Summary:
    """The summary of a pad that is over; everybody on it is a person. Raises ValueError while rounds are missing."""
    if not pad.over:
        raise ValueError("rounds are missing")
    parts = tuple(
        Part(
            name,
            "human",
            None,
            pad.places[seat],
            tuple(line.points[seat] for line in pad.lines),
            _doubles(pad, seat),
        )
        for seat, name in enumerate(pad.names)
    )
    ends = tuple(Ending("out" if line.out >= 0 else "blocked", line.out) for line in pad.lines)
    return Summary(pad.id, pad.when, pad.preset, "pad", parts, ends)


def _doubles(pad: Pad, seat: int) -> int | None:
    """How many doubles a seat was caught with; None where points were typed, for then nobody knows."""
    lines = [line for line in pad.lines if line.out != seat]
    hands = [hand for line in lines if (hand := line.left[seat]) is not None]
    if len(hands) < len(lines):
        return None
    return sum(is_double(tile) for hand in hands for tile in tiles_in(hand))


def write_pad(pad: Pad) -> str:
    """The pad as one line of JSON."""
    data = {
        "format": FORMAT,
        "id": pad.id,
        "when": pad.when,
        "rules": options_text(pad.options, pad.preset),
        "names": [*pad.names],
        "rounds": [
            {
                "out": None if line.out < 0 else line.out,
                "double": line.double,
                "points": [*line.points],
                "left": [None if hand is None else fields.names(hand) for hand in line.left],
            }
            for line in pad.lines
        ],
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def read_pad(text: str) -> Pad:
    """The pad in a text. Raises RecordError."""
    data = fields.document(text, FORMAT, LONGEST)
    try:
        preset, options = parse_options(fields.text(data, "rules", 1000))
    except OptionError as problem:
        raise RecordError("error.record.options") from problem
    names = [fields.text({"name": name}, "name", 100) for name in fields.items(data, "names", 10)]
    id, when = fields.text(data, "id", 100), fields.number(data, "when", LATEST)
    try:
        pad = new_pad(preset, options, names, id, when)
        for entry in fields.items(data, "rounds", 20):
            pad = write_line(pad, _read_line(pad, fields.entry(entry, "rounds")))
    except PadError as problem:
        raise fields.refused("rounds") from problem
    return pad


def _read_line(pad: Pad, entry: Entry) -> Line:
    """A round as it is told, if its points follow from its tiles."""
    seats = len(pad.names)
    out = -1 if entry.get("out") is None else fields.number(entry, "out", seats)
    points = [whole(value, "points") for value in fields.items(entry, "points", seats)]
    left = fields.items(entry, "left", seats)
    if len(points) != seats or len(left) != seats or not isinstance(entry.get("double"), bool):
        raise fields.refused("rounds")
    said: list[Told] = [
        score if tiles is None else tiles_in(fields.mask(tiles, "left"))
        for score, tiles in zip(points, left, strict=True)
    ]
    line = line_of(pad, out, said, entry["double"] is True)
    if line.points != tuple(points) or (out >= 0 and left[out] is not None):
        raise fields.refused("points")
    return line
