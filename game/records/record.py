"""Write the record of a match as JSON in the format `chickenfoot-record/1`: its seats, options, deals and events.

reading.py reads it. The functions `…_data` convert a part of a match to plain data.
"""

import json
from typing import NamedTuple

from game.records.commitment import Commitment
from game.records.fields import Entry, Json, tile_names
from game.rules.match import Match
from game.rules.moves import Event
from game.rules.options.declared import BY_DIGIT
from game.rules.round.deal import Deal
from game.rules.round.round_state import End, Round
from game.rules.tiles import NAME

FORMAT = "chickenfoot-record/1"


class Seat(NamedTuple):
    """A player.

    `kind` is "human" or "bot". `level` and `style` are None for a person. The written record leaves out the style.
    """

    name: str
    kind: str
    level: str | None = None
    style: str | None = None


class Record(NamedTuple):
    """A match, its preset (None for house rules), its seats, and the commitment to its seed (None if there is none)."""

    match: Match
    preset: str | None
    seats: tuple[Seat, ...]
    commitment: Commitment | None = None


def write_record(record: Record) -> str:
    """Write a record as JSON.

    Equal records have equal texts. The text contains the seed, so no bot may get it, and no page before the end of the match.
    """
    return json.dumps(record_data(record), ensure_ascii=False, separators=(",", ":")) + "\n"


def record_data(record: Record) -> Entry:
    """The record as plain data, ready for JSON."""
    match = record.match
    rounds = match.rounds if match.current is None else (*match.rounds, match.current)
    return {
        "format": FORMAT,
        "preset": record.preset,
        "options": {option.code: getattr(match.options, option.code) for option in BY_DIGIT},
        "seed": match.seed,
        "seats": [{"name": seat.name, "kind": seat.kind, "level": seat.level} for seat in record.seats],
        "rounds": [_round_data(state) for state in rounds],
        **result_data(match),
        **({} if record.commitment is None else {"commitment": {**record.commitment._asdict()}}),
    }


def result_data(match: Match) -> Entry:
    """The total points and the place of each seat, as a record writes them.

    There are no places before the match is over.
    """
    return {"totals": [*match.totals], "places": [*match.places]}


def _round_data(state: Round) -> Entry:
    events: list[Json] = [event_data(event) for event in state.events]
    return {
        **deal_data(state.deal),
        "hands": [tile_names(hand) for hand in state.deal.hands],
        "events": events,
        "end": None if state.end is None else end_data(state.end),
    }


def deal_data(deal: Deal) -> Entry:
    """A deal as a record writes it, but without the hands.

    reading.py compares the hands separately, whatever the order of their tiles.
    """
    return {
        "own_centre": NAME[deal.own_centre],
        "centre": NAME[deal.centre],
        "dealer": deal.dealer,
        "yard": [NAME[tile] for tile in deal.yard],
        "first_seat": deal.first_seat,
    }


def event_data(event: Event) -> Entry:
    """An event as a record writes it."""
    data: Entry = {"seat": event.seat, "do": event.do}
    if event.do == "play":
        data |= {"tile": NAME[event.tile], "on": NAME[event.on] if event.on >= 0 else None}
    elif event.do == "draw":
        data |= {"tile": NAME[event.tile], "why": event.why}
    elif event.do == "catch":
        data["target"] = event.target
    return data


def end_data(end: End) -> Entry:
    """The end of a round as a record writes it."""
    return {
        "kind": end.kind,
        "seat": end.seat if end.seat >= 0 else None,
        "scores": [*end.scores],
        "hands": [tile_names(hand) for hand in end.hands],
    }
