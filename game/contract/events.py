"""The events of a round, as the page shows them."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from game.contract.basics import Message, Tile

Action = Literal["play", "draw", "pass", "call", "catch", "skip", "take-back"]
"""What a seat does. "skip": it misses its turn."""
Why = Literal["", "start", "turn", "penalty"]
"""Why a tile is drawn: to find the centre, in the own turn, or for a forgotten call. Empty for anything but a draw."""
EventKind = Literal[
    "start-draw",
    "play",
    "double",
    "draw",
    "pass",
    "call",
    "catch",
    "penalty",
    "skip",
    "take-back",
    "foot-filled",
    "foot-closed",
    "out",
    "blocked",
]
"""The kinds of visible events (docs/contracts.md)."""


class Step(TypedDict):
    """An event, for motion and sound."""

    seat: int  # who acts
    do: Action
    why: Why
    target: int  # the seat that is caught, else -1
    tile: NotRequired[Tile]  # only if the viewer may see the tile
    double: NotRequired[bool]  # whether a double was played, other than the centre; with `tile`


class VisibleEvent(TypedDict):
    """An event as the page shows it: a bubble, and sometimes a banner."""

    event: EventKind
    seat: int  # who acts, -1 for nobody
    text: Message  # the sentence in the bubble
    banner: Message | None  # the sentence in the banner: something is done to the person


class Card(TypedDict):
    """The card that announces a new round."""

    number: int  # the round, from 1
    of: int  # number of rounds of the match
    centre: Tile  # the double in the centre
    seat: int  # the seat that begins
    lines: list[Message]  # who begins, and why
