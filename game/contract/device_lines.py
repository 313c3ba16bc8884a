"""The lines between devices: JSON objects, one a line (docs/own-phones.md). `do` is the kind.

A line also has "v", the protocol's version, which game/devices/wire.py adds. Lines of released versions stay readable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NotRequired, Required, TypedDict

from game.contract.basics import Message, Refused, Tile, Values
from game.contract.play_answers import HintData, Tapped
from game.contract.scenes import Scene

HostPhase = Literal["lobby", "lots", "ready", "playing", "over"]
"""The phase of a host, see game/devices/hosting/host.py."""
ByeReason = Literal["closed", "taken-out", "replaced", "version", "flooded", "declined"]
"""Why the host ends a connection. "version": the guest's page has other texts. "flooded": it has sent too much. "declined":
the host's person did not let it in."""
GuestVerb = Literal["tap", "drag", "act", "typed", "arm", "tell", "hint"]
"""The verbs that a guest may ask of the table, as in `PlayVerbs` of game/contract/engine_verbs.py."""


SeatState = Literal["host", "bot", "open", "here", "quiet", "away", "late", "minded", "next-round"]
"""Who has a seat.

"open": no guest yet. "quiet": heartbeats are missing. "late": the guest holds up the draw of the seed. "minded": a bot
plays on for the guest. "next-round": a latecomer, who then takes a bot's seat.
"""


class ShareData(TypedDict):
    """One device's part of the seed."""

    who: str  # the device: "host", or "guest-" and a number
    hash: str  # the commitment: SHA-256 of WHO:BYTES, in hexadecimal digits
    bytes: NotRequired[str]  # hexadecimal digits; empty or missing until they are revealed


class LobbySeat(TypedDict):
    """What every device knows of a seat."""

    seat: int  # the seat
    kind: Literal["host", "guest", "bot"]  # who shall sit there; "host": a person at the host's device
    name: str  # the player's name, empty while no guest has the seat
    face: str  # the name of the portrait, or empty
    level: str  # the bot's level, else empty
    state: SeatState


class LobbySeats(TypedDict):
    """What every device knows of the table."""

    seats: list[LobbySeat]
    lookers: int  # number of devices that only look on


class GuestArguments(TypedDict, total=False):
    """The arguments of a guest's verb; which ones a verb takes says game/devices/hosting/lines/requests.py."""

    tile: Tile
    on: str  # a tile or a number
    code: str  # a move
    toe: int  # the toe that the person chose, -1 for none
    at_once: bool  # play a tile with a single place
    call: bool  # also call the last tile
    armed: bool
    what: str  # the fact to tell


# --- from a guest


class SeatClaimData(TypedDict):
    """A claim to a seat that the guest had before."""

    table: str  # the id of the table
    seat: int
    secret: str  # hexadecimal digits


class HelloLine(TypedDict):
    """The first line of a guest."""

    do: Literal["hello"]
    name: str
    face: str  # the name of the portrait
    aspect: float  # width of the device's board view divided by its height
    looks_on: bool  # the device joins without a seat, and only shows the table
    back: NotRequired[SeatClaimData]
    texts: NotRequired[str]  # the version of the guest's texts


class CommitLine(TypedDict):
    """The guest's commitment, after it has seen the host's."""

    do: Literal["commit"]
    hash: str


class RevealLine(TypedDict):
    """The bytes behind the commitment, after the guest has seen all commitments."""

    do: Literal["reveal"]
    bytes: str


AskLine = TypedDict(
    "AskLine",
    {
        "do": Literal["ask"],
        "n": int,  # the number of the request
        "verb": GuestVerb,
        "with": GuestArguments,
    },
)
"""A verb for the table. The answer repeats the number."""


class MeLine(TypedDict):
    """Another name or face, before the match."""

    do: Literal["me"]
    name: str
    face: str


class PlainGuestLine(TypedDict):
    """back: take over from the bot. bye: the page goes away. leave: for good. ping: a heartbeat."""

    do: Literal["back", "ping", "bye", "leave"]


class ReactLine(TypedDict):
    """The person shows the others a reaction."""

    do: Literal["react"]
    what: str  # one of REACTIONS in game/devices/wire.py


GuestLine = HelloLine | CommitLine | RevealLine | AskLine | MeLine | ReactLine | PlainGuestLine


# --- from the host


class PartLine(TypedDict):
    """A part of a long line."""

    do: Literal["part"]
    at: int  # number of the part, from 0
    of: int  # number of parts
    text: str


class WelcomeLine(TypedDict):
    """The guest is a member now."""

    do: Literal["welcome"]
    table: str  # the id of the table
    seat: int  # -1: the device only looks on
    secret: str  # brings the guest back to the seat
    who: str  # the device's name in the draw of the seed
    commit: str  # the host's commitment; empty after the lobby
    match: NotRequired[int]  # the number of the match that is next or in play, from 1; without it the first


class AnewLine(TypedDict):
    """The draw of the seed begins again, or the one for the next match begins."""

    do: Literal["anew"]
    commit: str  # the host's new commitment
    match: NotRequired[int]  # the number of the match; without it the same one
    seat: NotRequired[int]  # the guest's seat in it; without it the same one


class HashesLine(TypedDict):
    """The commitments of all devices; each guest now reveals its bytes."""

    do: Literal["hashes"]
    shares: list[ShareData]


class SceneLine(TypedDict):
    """The table changed."""

    do: Literal["scene"]
    scene: Scene
    whole: bool  # it shows the round from its beginning


Say = Callable[[str, Values], str]
"""Puts a text key with values into words. Raises KeyError if it cannot."""
FromOutside = dict[str, Any]
"""A JSON object that another device sent: no field is sure."""


class TableAnswer(TypedDict, total=False):
    """The answer to a verb: one of the two."""

    ok: Tapped | Scene | list[Message] | HintData | None  # None: a host of another version said neither
    refused: Refused


class AnswerLine(TableAnswer):
    """The answer to a verb, with its number."""

    do: Required[Literal["answer"]]
    n: Required[int]


class OpenedLine(TypedDict):
    """The match is over: everything that was secret."""

    do: Literal["opened"]
    shares: list[ShareData]
    record: str  # the record of the match
    match: NotRequired[int]  # its number at the table; without it the first


class EveningRow(TypedDict):
    """What one name has reached in all matches at the table."""

    name: str
    matches: int
    wins: int
    points: int


class LobbyFacts(LobbySeats):
    """What every device knows before and during the match."""

    phase: HostPhase
    paused: bool
    match: NotRequired[int]  # the number of the match that is next or in play; without it the first
    news: NotRequired[list[Message]]  # what is different in the next match
    evening: NotRequired[list[EveningRow]]  # the totals of all matches, those with most wins first


class LobbyLine(LobbyFacts):
    """The seats or the phase changed."""

    do: Literal["lobby"]


class RefusedLine(TypedDict):
    """The host refuses a line that was no verb."""

    do: Literal["refused"]
    key: str
    values: Values


class ReactionLine(TypedDict):
    """Somebody at the table shows a reaction."""

    do: Literal["reaction"]
    seat: int
    what: str


class ByeLine(TypedDict):
    """The host ends the connection."""

    do: Literal["bye"]
    why: ByeReason


class PingLine(TypedDict):
    """A heartbeat."""

    do: Literal["ping"]


HostLine = (
    PartLine
    | WelcomeLine
    | AnewLine
    | HashesLine
    | SceneLine
    | AnswerLine
    | OpenedLine
    | LobbyLine
    | RefusedLine
    | ReactionLine
    | ByeLine
    | PingLine
)
Line = GuestLine | HostLine
