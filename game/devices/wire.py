"""The wire format: one JSON object on each line, its limits, and the heartbeat. Runs in CPython and MicroPython.

A message is {"v": PROTOCOL, "do": KIND, …}. A long message travels as several messages of the kind "part".
Times are in seconds, from any clock that never goes back.
"""

import json
import sys
from binascii import hexlify
from hashlib import sha256

from game.for_types import TYPE_CHECKING

if TYPE_CHECKING:
    from game.contract.device_lines import Line

PROTOCOL = 1
LONGEST_LINE = 60_000  # characters of a line from the host; WebRTC carries messages up to 256 KiB
LONGEST_REQUEST = 2_000  # characters of a line from a guest
LONGEST_MESSAGE = 2_000_000  # characters of a message in parts; a record of ten seats has about a million
BEAT = 2.0  # seconds: after this time without a message, a device sends a ping
RELAYED_BEAT = 4.0  # the same over a relay, where each packet costs its owner something
MISSED_BEATS = 3  # after so many beats without a message, the other device counts as quiet
SECRET_BYTES = 16
REACTIONS = (
    "bravo",
    "laugh",
    "wow",
    "oh-no",
    "thanks",
    "moment",
)  # what a person can show the others with one tap


def write(line: "Line") -> str:
    """The text of a line."""
    message: dict[str, object] = {"v": PROTOCOL}
    message.update(line)
    if sys.implementation.name == "micropython":
        return json.dumps(message)
    # MicroPython reads an escaped surrogate pair as two characters, so nothing may be escaped
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def write_in_parts(line: str) -> "list[str]":
    """The lines that carry a line from the host: the line itself, or parts of at most LONGEST_LINE characters."""
    if len(line) <= LONGEST_LINE:
        return [line]
    size = LONGEST_LINE // 2 - 100  # quotation marks within a part are escaped, and take two characters each
    texts = [line[start : start + size] for start in range(0, len(line), size)]
    return [
        write({"do": "part", "at": number, "of": len(texts), "text": text})
        for number, text in enumerate(texts)
    ]


def digest(text: str) -> str:
    """SHA-256 of a text's UTF-8 bytes, in 64 hexadecimal digits."""
    return hexlify(sha256(text.encode()).digest()).decode()


class Heartbeat:
    """When a device must send a ping, and whether the other device is quiet. `beat` is BEAT or RELAYED_BEAT."""

    def __init__(self, now: float, beat: float = BEAT) -> None:
        self.beat = beat
        self.sent_at = now
        self.heard_at = now

    def sent(self, now: float) -> None:
        """Note that a message was sent."""
        self.sent_at = now

    def heard(self, now: float) -> None:
        """Note that a message arrived. Every line counts, even one that is refused."""
        self.heard_at = now

    def is_due(self, now: float) -> bool:
        """Whether it is time for a ping."""
        return now - self.sent_at >= self.beat

    def is_quiet(self, now: float) -> bool:
        """Whether the other device has missed MISSED_BEATS beats."""
        return now - self.heard_at >= self.beat * MISSED_BEATS
