"""Draw a match's seed so that no device can choose it: every device commits to random bytes, then all reveal them.

The host commits first, before it has seen any other commitment. When all have committed, it publishes the list of all
commitments. Then each guest reveals its bytes to the host. The seed is a hash of all bytes. A guest cannot compute it,
because the host reveals its own bytes only after the match. The host cannot choose it, because it committed first.

A commitment is SHA-256 of the UTF-8 text `WHO:BYTES`, and the seed SHA-256 of `chickenfoot-seed/1:` and the texts
`WHO:BYTES` of all devices, joined by line feeds in the order of the list. WHO is the name of a device in the exchange:
`host`, or `guest-` and a number. BYTES are hexadecimal digits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.devices.wire import digest
from game.records import fields
from game.records.commitment import Commitment, commit
from game.records.fields import Entry

if TYPE_CHECKING:
    from game.contract.device_lines import ShareData

HOST = "host"
BYTES = 16
"""The number of random bytes that each device adds."""
HEXADECIMAL = frozenset("0123456789abcdef")


class Share(NamedTuple):
    """One device's part: its commitment, and its bytes once they are revealed (else an empty text)."""

    who: str
    hash: str
    bytes: str = ""


def commitment_of(who: str, bytes: str) -> str:
    """The commitment of a device to its bytes."""
    return digest(f"{who}:{bytes}")


def is_revealed(share: Share) -> bool:
    """Whether the share has the bytes to which its device committed."""
    return commitment_of(share.who, share.bytes) == share.hash


def seed_of(shares: tuple[Share, ...]) -> str:
    """The seed of a match, from all revealed shares."""
    return digest("chickenfoot-seed/1:" + "\n".join(f"{share.who}:{share.bytes}" for share in shares))


def seed_commitment(shares: tuple[Share, ...]) -> Commitment:
    """The commitment to the seed that the record of the match holds (game/records/commitment.py).

    Its nonce follows from the host's bytes, so a guest cannot try seeds during the match.
    """
    return commit(seed_of(shares), digest(f"nonce:{shares[0].bytes}")[:32])


def hexadecimal(data: Entry, field: str, digits: int) -> str:
    """The value of a field that must be a text of exactly so many hexadecimal digits. Raises RecordError."""
    text = fields.text(data, field, digits)
    if len(text) != digits or not set(text) <= HEXADECIMAL:
        raise fields.invalid(field)
    return text


def shares_data(shares: tuple[Share, ...]) -> list[ShareData]:
    """The shares as data for JSON."""
    return [{"who": share.who, "hash": share.hash, "bytes": share.bytes} for share in shares]


def read_shares(value: object, most: int = 40) -> tuple[Share, ...]:
    """Read shares, revealed or not. Raises RecordError. The first must be the host's, and no device may occur twice."""
    shares = []
    for item in fields.items({"shares": value}, "shares", most):
        entry = fields.entry(item, "shares")
        revealed = hexadecimal(entry, "bytes", 2 * BYTES) if entry.get("bytes") else ""
        shares.append(Share(fields.text(entry, "who", 20), hexadecimal(entry, "hash", 64), revealed))
    names = [share.who for share in shares]
    if not names or names[0] != HOST or len({*names}) < len(names):
        raise fields.invalid("shares")
    return tuple(shares)
