"""The host of a stored match: its guests can return, or bots play on for them."""

from __future__ import annotations

from collections.abc import Callable

from game.devices.hosting.gathering import MINDER_LEVEL, MINDER_STYLE
from game.devices.hosting.host import Host
from game.ledger.party_entry import PartyEntry
from game.records.record import Seat
from game.rules.errors import RecordError
from game.session.session import Session


def host_of(entry: PartyEntry, session: Session, random_hex: Callable[[int], str]) -> Host:
    """The host of a stored entry. Raises RecordError when the entry does not fit the match."""
    host = Host.restore(entry.data, random_hex)
    guests = tuple(number for number, plan in enumerate(host.gathering.plan) if plan.kind == "guest")
    seats = {*host.gathering.minded, *(member.seat for member in host.gathering.members)}
    fits = len(host.gathering.plan) == len(session.seats) and guests == session.away
    if not fits or not seats <= {*guests}:
        raise RecordError("error.save.unreadable")
    return host


def let_bots_play(session: Session) -> None:
    """Let bots play on for all people at other devices."""
    for seat in session.away:
        session.mind(seat, Seat(session.seats[seat].name, "bot", MINDER_LEVEL, MINDER_STYLE))
