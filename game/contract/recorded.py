"""The record of a match, `chickenfoot-record/1` (docs/contracts.md, section 2)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from game.contract.basics import SeatKind, Tile, Value


class RecordedSeat(TypedDict):
    """A player."""

    name: str
    kind: SeatKind
    level: str | None  # None for a person


class RecordedEvent(TypedDict):
    """What a seat did."""

    seat: int
    do: Literal["play", "draw", "pass", "call", "catch", "skip", "take-back"]
    tile: NotRequired[Tile]  # of a play and a draw
    on: NotRequired[Tile | None]  # of a play: the tile that it joins, None for the centre
    why: NotRequired[Literal["start", "turn", "penalty"]]  # of a draw
    target: NotRequired[int]  # of a catch: the seat that is caught


class RecordedEnd(TypedDict):
    """The end of a round."""

    kind: Literal["out", "blocked"]
    seat: int | None  # the seat that went out
    scores: list[int]  # points, by seat
    hands: list[list[Tile]]  # the remaining tiles, by seat


class RecordedDeal(TypedDict):
    """A deal without the hands."""

    own_centre: Tile  # the round's own double
    centre: Tile  # the double that lies in the centre
    dealer: int  # the seat
    yard: list[Tile]  # in the order of drawing
    first_seat: int  # holds the centre, or plays first


class RecordedRound(RecordedDeal):
    """A round."""

    hands: list[list[Tile]]  # as dealt, by seat
    events: list[RecordedEvent]
    end: RecordedEnd | None  # None while the round is in play


class RecordedCommitment(TypedDict):
    """The commitment to the seed."""

    hash: str  # SHA-256 of NONCE:SEED, in hexadecimal digits
    nonce: str


class RecordedResult(TypedDict):
    """The result of a match."""

    totals: list[int]  # points, by seat
    places: list[int]  # by seat; empty during the match


class RecordedMatch(RecordedResult):
    """A match."""

    format: Literal["chickenfoot-record/1"]
    preset: str | None  # the code of the rule-book
    options: dict[str, Value]  # every option, by code
    seed: str
    seats: list[RecordedSeat]
    rounds: list[RecordedRound]
    commitment: NotRequired[RecordedCommitment]
