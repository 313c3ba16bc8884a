"""The door of a table: one invitation for everybody who has the table's link, and the guests who wait to be let in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.devices.hosting.admission import Admission
from game.devices.hosting.lines.requests import Hello
from game.devices.hosting.lines.switchboard import Link, Switchboard
from game.rules.errors import Refusal

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import Visitor

MOST_WAITING = 8
"""The largest number of guests who wait to be let in."""


class Door:
    """The invitation with which anybody may ask to join.

    A guest who had a seat before comes back without asking. Everybody else waits until the host's person decides."""

    def __init__(self, admission: Admission) -> None:
        self._admission = admission
        self._texts = ""  # version of the texts that a guest must have, see `Host.invite`
        self._invitation = ""  # its name; empty: there is no such invitation
        self._waiting: dict[str, tuple[Link, Hello]] = {}  # by name of the connection

    def open(self, invitation: str, texts: str = "") -> str:
        """Let guests ask with the invitation of this name from now on, and with no earlier one. Returns the name."""
        self._invitation, self._texts = invitation, texts
        return invitation

    def is_invitation(self, name: str) -> bool:
        """Whether this is the name of the invitation."""
        return name == self._invitation != ""

    def opened(self, connection: str, now: float) -> None:
        """A connection by the invitation is open."""
        self._admission.opened_by_all(connection, self._texts, now).asks = True

    def keeps_waiting(self, link: Link, hello: Hello) -> bool:
        """Whether a guest who says hello must wait. Raises Refusal when no seat is free, or too many wait already."""
        if not link.asks or self._admission.returns(hello):
            return False
        if not hello.looks_on:
            self._admission.require_seat()
        self._wait(link, hello)
        return True

    def _wait(self, link: Link, hello: Hello) -> None:
        if len(self._waiting) >= MOST_WAITING:
            raise Refusal("error.devices.full")
        link.waits = True
        # Its claim to a seat is wrong, and it asks like a stranger.
        self._waiting[link.name] = link, hello._replace(back=None)

    def leave(self, connection: str) -> None:
        """The guest of a connection waits no more."""
        link, _ = self._waiting.pop(connection, (None, None))
        if link is not None:
            link.waits = False

    def let_in(self, connection: str, is_welcome: bool, lines: Switchboard, now: float) -> None:
        """Let a guest in who waits, or send it away. Raises Refusal when it has gone, or there is no seat for it."""
        if connection not in self._waiting:
            raise Refusal("error.devices.not-now")
        link, hello = self._waiting[connection]
        if is_welcome:
            self._admission.welcome(link, hello, now)
        else:
            lines.close(link, "declined", now)
        self.leave(connection)

    def visitors(self) -> list[Visitor]:
        """The guests who wait, in the order in which they came."""
        return [
            {"connection": name, "name": hello.name, "face": hello.face, "looks_on": hello.looks_on}
            for name, (_, hello) in self._waiting.items()
        ]
