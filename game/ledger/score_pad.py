"""The score pad for a match with real tiles, `chickenfoot-pad/1`: its players, options, and points by round.

"rules" is the text of the options (game/records/option_text.py). If a seat has tiles in "left", its points must follow
from them. Typed points are not checked. Unknown keys are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from game.ledger.summary import Ending, SeatSummary, Summary, read_points
from game.records import fields
from game.records.fields import Entry
from game.records.option_text import options_text, rules_field
from game.rules.errors import Refusal
from game.rules.options.declared import Options
from game.rules.round.scoring import hand_points, places_of, totals_of
from game.rules.tiles import NAME, is_double, tiles_in

if TYPE_CHECKING:
    from game.contract.kept import PadEntry

FORMAT: Final = "chickenfoot-pad/1"
LONGEST = 100_000  # characters
MOST_POINTS = 20_000  # of one seat in one round


class PadError(Refusal):
    """Invalid input for a pad, as one sentence for people."""


class Line(NamedTuple):
    """One round on the pad."""

    out: int
    """The seat that went out; -1 for a blocked round."""
    double: bool
    """Whether that seat's last tile was a double."""
    points: tuple[int, ...]
    """By seat."""
    left: tuple[int | None, ...]
    """The mask of each seat's remaining tiles; None if its points were typed, and for the seat that went out."""


class Pad(NamedTuple):
    """A score pad. It is immutable: every change makes a new one."""

    id: str
    when: int
    """The time at which the pad was begun, in ms since 1970."""
    preset: str | None
    options: Options
    names: tuple[str, ...]
    lines: tuple[Line, ...] = ()

    @property
    def over(self) -> bool:
        """Whether all rounds are written."""
        return len(self.lines) == self.options.round_count

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat in all rounds so far. The lowest total wins."""
        return totals_of([line.points for line in self.lines], len(self.names))

    @property
    def places(self) -> tuple[int, ...]:
        """Each seat's present place. 1 is the best. Before the first round, all seats have place 1."""
        return places_of([line.points for line in self.lines], self.options)


Remains = int | Sequence[int]
"""The input for one seat: its points, or its remaining tiles."""


def new_pad(preset: str | None, options: Options, names: Sequence[str], id: str, when: int) -> Pad:
    """A pad without rounds. Raises PadError if there is not one name for each seat."""
    if len(names) != options.players:
        raise PadError("pad.names", {"n": options.players})
    return Pad(id, when, preset, options, tuple(names))


def make_line(pad: Pad, out: int, remains: Sequence[Remains], double: bool = False) -> Line:
    """Make the line of a round. `out` and `double` are as in `Line`.

    `remains` has the points or the remaining tiles of each seat. The item of the seat that went out is ignored.
    Raises PadError for invalid input.
    """
    seats = len(pad.names)
    if len(remains) != seats or not -1 <= out < seats or (double and out < 0):
        raise PadError("pad.seats", {"n": seats})
    left: list[int | None] = []
    points: list[int] = []
    used = 0
    for seat, remaining in enumerate(remains):
        if seat == out:
            left.append(None)
            points.append(-pad.options.out_bonus_on_double if double else 0)
        elif isinstance(remaining, int):
            if not 0 <= remaining <= MOST_POINTS:
                raise PadError("pad.points", {"name": pad.names[seat], "most": MOST_POINTS})
            left.append(None)
            points.append(remaining)
        else:
            hand = _hand(pad, seat, remaining, used)
            used |= hand
            left.append(hand)
            points.append(hand_points(hand, pad.options))
    return Line(out, double, tuple(points), tuple(left))


def _hand(pad: Pad, seat: int, tiles: Sequence[int], used: int) -> int:
    """A seat's remaining tiles as a mask. Raises PadError for invalid tiles, and for tiles in `used`."""
    hand = 0
    for tile in tiles:
        if not 0 <= tile < len(NAME) or not pad.options.tiles >> tile & 1:
            raise PadError("pad.no-such-tile", {"set": pad.options.set})
        if (hand | used) >> tile & 1:
            raise PadError("pad.tile-twice", {"tile": NAME[tile]})
        hand |= 1 << tile
    if not hand:
        raise PadError("pad.no-tiles", {"name": pad.names[seat]})
    return hand


def write_line(pad: Pad, line: Line) -> Pad:
    """Add a round to the pad. Raises PadError if all rounds are written."""
    if pad.over:
        raise PadError("pad.full", {"n": len(pad.lines)})
    return pad._replace(lines=(*pad.lines, line))


def correct_line(pad: Pad, number: int, line: Line) -> Pad:
    """Replace round `number` (from 0). Raises PadError if it is not written yet."""
    if not 0 <= number < len(pad.lines):
        raise PadError("pad.no-round", {"round": number + 1})
    return pad._replace(lines=(*pad.lines[:number], line, *pad.lines[number + 1 :]))


def remove_last_line(pad: Pad) -> Pad:
    """Remove the last round. Raises PadError if there is none."""
    if not pad.lines:
        raise PadError("pad.no-round", {"round": 1})
    return pad._replace(lines=pad.lines[:-1])


def pad_summary(pad: Pad) -> Summary:
    """The summary of a finished pad, with a person in every seat. Raises ValueError while rounds are missing."""
    if not pad.over:
        raise ValueError("rounds are missing")
    seats = tuple(
        SeatSummary(
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
    return Summary(pad.id, pad.when, pad.preset, "pad", seats, ends)


def _doubles(pad: Pad, seat: int) -> int | None:
    """The number of doubles among a seat's remaining tiles in all rounds. None (unknown) if points were typed."""
    lines = [line for line in pad.lines if line.out != seat]
    hands = [hand for line in lines if (hand := line.left[seat]) is not None]
    if len(hands) < len(lines):
        return None
    return sum(is_double(tile) for hand in hands for tile in tiles_in(hand))


def write_pad(pad: Pad) -> str:
    """Write a pad as one line of JSON."""
    data: PadEntry = {
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
                "left": [
                    None if hand is None else [NAME[tile] for tile in tiles_in(hand)] for hand in line.left
                ],
            }
            for line in pad.lines
        ],
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def read_pad(text: str) -> Pad:
    """Read a pad. Raises RecordError if it is unreadable."""
    data = fields.read_document(text, FORMAT, LONGEST)
    preset, options = rules_field(data)
    names = [fields.text({"name": name}, "name", 100) for name in fields.items(data, "names", 10)]
    id, when = fields.text(data, "id", 100), fields.number(data, "when", fields.LATEST)
    try:
        pad = new_pad(preset, options, names, id, when)
        for entry in fields.items(data, "rounds", 20):
            pad = write_line(pad, _read_line(pad, fields.entry(entry, "rounds")))
    except PadError as problem:
        raise fields.invalid("rounds") from problem
    return pad


def _read_line(pad: Pad, entry: Entry) -> Line:
    """Read a round. Raises RecordError if its points do not follow from its tiles."""
    seats = len(pad.names)
    out = -1 if entry.get("out") is None else fields.number(entry, "out", seats)
    points = [read_points(value, "points") for value in fields.items(entry, "points", seats)]
    left = fields.items(entry, "left", seats)
    if len(points) != seats or len(left) != seats or not isinstance(entry.get("double"), bool):
        raise fields.invalid("rounds")
    remains: list[Remains] = [
        score if tiles is None else tiles_in(fields.mask(tiles, "left"))
        for score, tiles in zip(points, left, strict=True)
    ]
    line = make_line(pad, out, remains, entry["double"] is True)
    if line.points != tuple(points) or (out >= 0 and left[out] is not None):
        raise fields.invalid("points")
    return line
