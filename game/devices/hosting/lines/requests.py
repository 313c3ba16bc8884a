"""Read the lines that guests send. A guest may be hostile, so each line is bounded, parsed and checked here.

{"do": "hello", "name", "face", "aspect", "looks_on": bool, "back": {"table", "seat", "secret"} or absent,
 "texts": the version of the guest's texts, absent from pages before December 2026}
{"do": "commit", "hash"}        the guest's commitment, after it has seen the host's
{"do": "reveal", "bytes"}       the bytes whose hash is the commitment, after it has seen all commitments
{"do": "ask", "n", "verb", "with": {…}}      a verb for the table; the answer repeats the number `n`
{"do": "me", "name", "face"}    another name or face, before the match
{"do": "back"}                  the person takes over from the bot that played on for them
{"do": "ping"}                  a heartbeat
{"do": "bye"}                   the page goes away; the person may come back
{"do": "leave"}                 the person leaves the match for good
{"do": "react", "what"}         the person shows the others one of REACTIONS

Each line also has "v", the protocol's version. With `looks_on`, the device joins without a seat and only shows the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.devices.seed_exchange import BYTES, hexadecimal
from game.devices.wire import LONGEST_REQUEST, PROTOCOL, REACTIONS
from game.records import fields
from game.records.fields import Entry, Json
from game.records.text.names import visible_name
from game.rules.errors import RecordError

if TYPE_CHECKING:
    from game.contract.device_lines import GuestArguments, GuestVerb

KINDS = ("hello", "commit", "reveal", "ask", "me", "back", "ping", "bye", "leave", "react")
LONGEST_FACE = 20
LONGEST_VERSION = 64
ASPECTS = 0.05, 20.0
"""Least and greatest plausible aspect: width of the board view divided by its height."""
MOST_SEATS = 10
LARGEST_ASK_NUMBER = 1 << 31


class SeatClaim(NamedTuple):
    """A claim to a seat that the guest had before."""

    table: str
    seat: int
    secret: str


class Hello(NamedTuple):
    """The first message of a guest."""

    name: str
    face: str
    aspect: float
    looks_on: bool
    back: SeatClaim | None
    texts: str


class Ask(NamedTuple):
    """A request to the table: a verb with its arguments."""

    number: int
    verb: str
    arguments: Entry


def read_request(line: str) -> tuple[str, Entry]:
    """Read a line. Returns its kind and the message. Raises RecordError if it is no message, or of another version."""
    data = fields.parse_json(line, LONGEST_REQUEST)
    if not isinstance(data, dict):
        raise RecordError("error.devices.message")
    if type(data.get("v")) is not int or data["v"] != PROTOCOL:
        raise RecordError("error.devices.version")
    kind = data.get("do")
    if not isinstance(kind, str) or kind not in KINDS:
        raise RecordError("error.devices.message")
    return kind, data


def read_hello(data: Entry) -> Hello:
    """Read the first message of a guest. Raises RecordError, or Refusal for a name without visible characters."""
    back = data.get("back")
    return Hello(
        *read_person(data),
        _aspect(data.get("aspect")),
        data.get("looks_on") is True,
        None if back is None else _read_seat_claim(fields.entry(back, "back")),
        fields.text(data, "texts", LONGEST_VERSION) if "texts" in data else "",
    )


def read_person(data: Entry) -> tuple[str, str]:
    """Read a name, which is cleaned, and a face. Raises RecordError, or Refusal for a name without visible characters."""
    face = read_face(data)
    return visible_name(fields.text(data, "name", 100)), face


def read_face(data: Entry) -> str:
    """Read the name of a face. Raises RecordError."""
    face = fields.text(data, "face", LONGEST_FACE)
    if not face.replace("-", "").isalnum() or not face.isascii():
        raise fields.invalid("face")
    return face


def read_ask(data: Entry) -> Ask:
    """Read a request to the table. Raises RecordError."""
    arguments = fields.entry(data.get("with"), "with")
    if len(arguments) > 5:
        raise fields.invalid("with")
    return Ask(fields.number(data, "n", LARGEST_ASK_NUMBER), fields.text(data, "verb", 20), arguments)


def read_reaction(data: Entry) -> str:
    """Read a reaction. Raises RecordError for an unknown one."""
    what = fields.text(data, "what", 20)
    if what not in REACTIONS:
        raise fields.invalid("what")
    return what


def read_hash(data: Entry) -> str:
    """Read a commitment. Raises RecordError."""
    return hexadecimal(data, "hash", 64)


def read_bytes(data: Entry) -> str:
    """Read revealed bytes. Raises RecordError."""
    return hexadecimal(data, "bytes", 2 * BYTES)


def _read_seat_claim(data: Entry) -> SeatClaim:
    secret = fields.text(data, "secret", 64)
    return SeatClaim(fields.text(data, "table", 64), fields.number(data, "seat", MOST_SEATS), secret)


def _aspect(value: Json) -> float:
    """A plausible aspect. Raises RecordError."""
    if (
        not isinstance(value, (int, float))
        or isinstance(value, bool)
        or not ASPECTS[0] <= value <= ASPECTS[1]
    ):
        raise fields.invalid("aspect")
    return float(value)


VERBS: dict[GuestVerb, dict[str, type]] = {
    "tap": {"tile": str, "at_once": bool, "call": bool},
    "drag": {"tile": str},
    "act": {"code": str, "call": bool, "toe": int},
    "typed": {"tile": str, "on": str, "call": bool},
    "arm": {"armed": bool},
    "tell": {"what": str},
    "hint": {},
}
"""The verbs that a guest may ask of the table, with their arguments: a part of those that the page asks of its own engine."""
NEEDED = ("tile", "code", "armed", "what")
"""The arguments that may not be missing."""
LONGEST_ARGUMENT = 20
"""The greatest length of a text argument, in characters. A move code has at most eleven."""


def known_verb(ask: Ask) -> GuestVerb | None:
    """The verb of a request; None for another text."""
    return next((verb for verb in VERBS if verb == ask.verb), None)


def read_arguments(ask: Ask, verb: GuestVerb) -> GuestArguments:
    """The checked arguments of a request. Raises RecordError."""
    wanted = VERBS[verb]
    if not ask.arguments.keys() <= wanted.keys():
        raise fields.invalid("with")
    for name, kind in wanted.items():
        if name not in ask.arguments:
            if name in NEEDED:
                raise fields.invalid(name)
        elif kind is str:
            fields.text(ask.arguments, name, LONGEST_ARGUMENT)
        elif type(ask.arguments[name]) is not kind:
            raise fields.invalid(name)
    checked: GuestArguments = ask.arguments  # type: ignore[assignment]  # each field was checked above
    return checked


def changes_the_match(ask: Ask) -> bool:
    """Whether the request can change the match. A tap with `at_once` plays the tile.

    `Host` refuses such a request while the match is paused, or while a bot plays for the guest.
    """
    return ask.verb in ("act", "typed", "arm") or ask.arguments.get("at_once") is True
