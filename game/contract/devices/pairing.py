"""How two devices find each other: the content of a pairing code. What the engine posts to connections."""

from __future__ import annotations

from typing import Literal, TypedDict

Candidate = tuple[str, str, int]
"""An address at which a device can be reached: ("host" or "srflx", IP address or mDNS name, port)."""


class Credentials(TypedDict):
    """What a connection proves."""

    ufrag: str  # ICE
    pwd: str  # ICE
    fingerprint: str  # SHA-256 of the certificate, in hexadecimal digits


class Description(Credentials):
    """One end of a connection."""

    candidates: list[Candidate]


class PairingData(TypedDict):
    """The content of a pairing code."""

    invitation: int  # its number
    seat: int  # -1: any
    description: Description


class Pairing(PairingData):
    """A pairing code."""

    kind: Literal["offer", "answer"]


class Posted(TypedDict):
    """What the engine posts to the connections."""

    send: list[tuple[str, str]]  # (connection, line)
    close: list[str]  # connections to close after that
