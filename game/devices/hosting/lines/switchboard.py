"""The host's connections to its guests: messages to send, limits on received messages, and guests that fell silent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.devices.wire import BEAT, RELAYED_BEAT, Heartbeat, write, write_in_parts
from game.rules.errors import Refusal

if TYPE_CHECKING:
    from game.contract.device_lines import ByeReason, HostLine

BURST = 40
"""The number of messages that a guest may send at once."""
RATE = 20.0
"""The number of messages a second that a guest may send continuously."""
REFUSALS = 1.0
"""The greatest number of refusals a second for messages beyond the rate. Other refusals have no limit."""
HELLO_SECONDS = 20.0
"""A connection that has not said hello after this time is closed."""


class Invited:
    """What an invitation is for.

    `seat` is the seat for which the guest was invited; None for any. `texts` is the version of the host's texts, which
    the guest must have too; "" for any. Until the time `free_until`, the seat needs no secret.
    """

    def __init__(self, seat: int | None, texts: str, free_until: float) -> None:
        self.seat = seat
        self.texts = texts
        self.free_until = free_until
        self.asks = False  # it is everybody's, over a relay: a guest without a seat must be let in
        self.is_stale = False  # of those for everybody: another has taken its place


class Link:
    """One connection to a guest, from its opening to its end. A guest that returns has a new one."""

    def __init__(self, name: str, invited: Invited, now: float) -> None:
        self.name = name
        self.invited = invited
        self.opened_at = now
        self.has_said_hello = False
        self.waits = False  # the host's person has not decided yet
        self.is_quiet = False
        self.heartbeat = Heartbeat(now, RELAYED_BEAT if invited.asks else BEAT)
        self._tokens, self._filled_at = float(BURST), now  # a token bucket for the limits BURST and RATE
        self._refused_at = now - 1 / REFUSALS

    def takes_message(self, now: float) -> bool:
        """Count a message that arrives now. Returns whether it is within the rate."""
        elapsed, self._filled_at = max(0.0, now - self._filled_at), now
        self._tokens = min(float(BURST), self._tokens + elapsed * RATE)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def may_refuse(self, now: float) -> bool:
        """Whether a refusal may be sent now for a message beyond the rate. If so, it counts as sent."""
        if now - self._refused_at < 1 / REFUSALS:
            return False
        self._refused_at = now
        return True


class Switchboard:
    """All open links, by name. `outbox` has the lines to send, as (name of the link, line), `closing` the names of links to close."""

    def __init__(self) -> None:
        self.links: dict[str, Link] = {}
        self.outbox: list[tuple[str, str]] = []
        self.closing: list[str] = []

    def open(self, connection: str, invited: Invited, now: float) -> Link:
        """Note a new connection, see `Link`. Returns it."""
        self.links[connection] = Link(connection, invited, now)
        return self.links[connection]

    def send(self, link: Link, now: float, line: HostLine) -> None:
        """Send a message, in parts if it is long."""
        link.heartbeat.sent(now)
        self.outbox += [(link.name, text) for text in write_in_parts(write(line))]

    def refuse(self, link: Link, refusal: Refusal, now: float) -> None:
        """Send a refusal: the key and the values of its sentence."""
        self.send(link, now, {"do": "refused", "key": refusal.key, "values": refusal.values})

    def close(self, link: Link, why: ByeReason, now: float) -> None:
        """Say why, and close the connection."""
        self.send(link, now, {"do": "bye", "why": why})
        self.links.pop(link.name, None)
        self.closing.append(link.name)

    def tick(self, now: float) -> list[Link]:
        """Send heartbeats, and close connections that never say hello. Returns the links that have just become quiet."""
        quiet = []
        for link in list(self.links.values()):
            if not link.has_said_hello and not link.waits:
                if now - link.opened_at >= HELLO_SECONDS:
                    self.close(link, "closed", now)
                continue
            if link.heartbeat.is_due(now):
                self.send(link, now, {"do": "ping"})
            if link.heartbeat.is_quiet(now) and not link.is_quiet and not link.waits:
                link.is_quiet = True
                quiet.append(link)
        return quiet
