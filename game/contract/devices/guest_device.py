"""What a guest's device keeps, and what its protocol tells its page."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from game.contract.basics import Refused, Tile
from game.contract.device_lines import ByeReason, LobbyFacts, ShareData, TableAnswer
from game.contract.scenes import Scene

DrawStage = Literal["", "committed", "revealed", "played", "opened"]
"""How far a guest's device has taken part in a match, see game/devices/evidence.py."""


class PersonData(TypedDict):
    """The person at a guest's device."""

    name: str
    face: str  # the name of the portrait
    aspect: float  # width of the device's board view divided by its height
    looks_on: bool  # the device only shows the table
    texts: NotRequired[str]  # the version of the device's texts


class Keepsake(TypedDict):
    """What brings a guest back to the same seat, and its part of the last draw of a seed."""

    table: str  # the id of the table; empty before the first one
    seat: int  # -1: none
    secret: str  # empty: the person has left for good
    who: str  # the device's name in the last draw
    bytes: str  # its bytes
    shares: list[ShareData]  # the commitments that were published
    match: int  # the number of the match at the table, from 1; 0 before
    stage: DrawStage  # how far this device has taken part in that match
    draws: int  # how often the draw for that match began again


class Witness(TypedDict):
    """What a guest's device has seen of a match."""

    hands: dict[str, list[Tile]]  # the tiles that it was dealt, by the number of the round as text
    plays: list[tuple[int, int, Tile]]  # (round, seat, tile) of each play


class Opened(TypedDict):
    """Everything that a guest's device compares after the match."""

    shares: list[ShareData]  # from the host
    record: str  # from the host
    seat: int  # the own seat, -1 for a device that only looked on
    mine: Keepsake
    witness: Witness


GuestEvent = (
    tuple[Literal["welcome"], int]
    | tuple[Literal["lobby"], LobbyFacts]
    | tuple[Literal["scene"], Scene]
    | tuple[Literal["answer"], tuple[int, TableAnswer]]
    | tuple[Literal["refused"], Refused]
    | tuple[Literal["quiet"], bool]
    | tuple[Literal["anew"], int]
    | tuple[Literal["reaction"], tuple[int, str]]
    | tuple[Literal["unfair"], str]
    | tuple[Literal["opened"], Opened]
    | tuple[Literal["bye"], ByeReason]
)
"""(kind, value): what a `Guest` tells its page, see game/devices/guest.py."""
