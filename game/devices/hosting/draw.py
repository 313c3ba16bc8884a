"""The draw of the seed at the host: it asks all devices for their bytes, and notes who holds it up (seed_exchange.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from game.devices.evidence import MOST_DRAWS_AGAIN
from game.devices.hosting.members import Member
from game.devices.seed_exchange import BYTES, HOST, Share, commitment_of, is_revealed
from game.rules.errors import Refusal
from game.rules.view import NOBODY

if TYPE_CHECKING:
    from game.contract.device_lines import AnewLine, ByeReason, HashesLine, HostLine, HostPhase
    from game.devices.hosting.members import SeatPlan

DRAW_SECONDS = 10.0
"""How long the draw of the seed waits for one guest. After that it is said who holds it up."""


class Drawers(Protocol):
    """The people who draw: what a draw needs of its gathering (gathering.py)."""

    phase: HostPhase
    match: int
    plan: list[SeatPlan]
    members: list[Member]
    minded: set[int]

    def send(self, member: Member, now: float, line: HostLine) -> None:
        """Send a guest a message."""

    def tell_lobby(self, now: float) -> None:
        """Send every guest the list of the people at the table."""

    def remove(self, member: Member, why: ByeReason, now: float) -> None:
        """Take a member away."""


class Draw:
    """The draw for the next match of a gathering. It moves the gathering from the phase "lobby" to "lots" and "ready"."""

    def __init__(self, gathering: Drawers, random_hex: Callable[[int], str]) -> None:
        self.shares: tuple[Share, ...] = ()
        self.is_dealing = False  # whether the host's person has asked for the deal, and the draw is not over
        self.times_again = 0  # how often the draw for this match began again
        self._gathering = gathering
        self._random_hex = random_hex
        self._own_bytes = random_hex(BYTES)

    @property
    def own_hash(self) -> str:
        """The host's commitment, for guests who have not committed yet. Empty after the lobby."""
        return commitment_of(HOST, self._own_bytes) if self._gathering.phase == "lobby" else ""

    def require_ready(self) -> None:
        """Raise Refusal while a seat waits for a guest, a guest is not there, or the draw began again too often."""
        if self.times_again > MOST_DRAWS_AGAIN:
            raise Refusal("error.devices.draws")
        taken = {member.seat for member in self._gathering.members} | self._gathering.minded
        for number, seat in enumerate(self._gathering.plan):
            if seat.kind == "guest" and number not in taken:
                raise Refusal("error.devices.open-seat")
        for member in self._gathering.members:
            if member.seat == NOBODY or member.seat in self._gathering.minded:
                continue
            if member.state != "here":
                raise Refusal("error.devices.not-here", {"name": member.name})

    def begin(self, now: float) -> None:
        """Publish the commitments of all devices that are here, and ask for the bytes behind them. Raises like `require_ready`.

        A guest is here before its commitment has come. The last commitment then begins the draw.
        """
        self.require_ready()
        minded = self._gathering.minded
        drawing = [
            member
            for member in self._gathering.members
            if member.state == "here" and member.seat not in minded and (member.hash or member.seat != NOBODY)
        ]
        if not all(member.hash for member in drawing):
            self.is_dealing = True
            self._gathering.tell_lobby(now)
            return
        own = Share(HOST, self.own_hash, self._own_bytes)
        self.shares = (own, *(Share(member.who, member.hash) for member in drawing))
        self._gathering.phase, self.is_dealing = "lots", True
        hashes: HashesLine = {
            "do": "hashes",
            "shares": [{"who": share.who, "hash": share.hash} for share in self.shares],
        }
        for member in drawing:
            member.want_line(now)
            self._gathering.send(member, now, hashes)
        self._finish_lots(now)

    def commit(self, member: Member, hash: str, now: float) -> None:
        """Take a guest's commitment. A draw that began again goes on with the last one."""
        member.hash = hash
        self._has_answered(member, now)
        self.go_on(now)

    def reveal(self, member: Member, bytes: str, now: float) -> None:
        """Take the bytes of a guest. Raises Refusal if they are not those to which the guest committed."""
        revealed = Share(member.who, member.hash, bytes)
        if not is_revealed(revealed):
            raise Refusal("error.devices.reveal")
        self.shares = tuple(revealed if share.who == member.who else share for share in self.shares)
        self._has_answered(member, now)
        self._finish_lots(now)

    def _has_answered(self, member: Member, now: float) -> None:
        was_late = member.is_late
        member.has_answered()
        if was_late:
            self._gathering.tell_lobby(now)

    def _finish_lots(self, now: float) -> None:
        if all(share.bytes for share in self.shares):
            self._gathering.phase, self.is_dealing, self.times_again = "ready", False, 0
        self._gathering.tell_lobby(now)

    def has_share(self, member: Member) -> bool:
        """Whether the guest's bytes are part of the draw that is under way."""
        return self._gathering.phase == "lots" and any(share.who == member.who for share in self.shares)

    def begin_anew(self, now: float) -> None:
        """Return to the lobby, with new bytes of all devices. Nobody's bytes are used twice."""
        self.times_again += 1
        self.ask_for_commitments(now)

    def ask_for_commitments(self, now: float) -> None:
        """Commit to new bytes of the host, and ask all guests for theirs."""
        self._gathering.phase, self.shares, self._own_bytes = "lobby", (), self._random_hex(BYTES)
        for member in self._gathering.members:
            member.hash = ""
            member.want_line(now)
            anew: AnewLine = {
                "do": "anew",
                "commit": self.own_hash,
                "match": self._gathering.match,
                "seat": member.seat,
            }
            self._gathering.send(member, now, anew)

    def go_on(self, now: float) -> None:
        """Go on with a draw that began again or waits for a commitment, if everybody is ready."""
        if not self.is_dealing or self._gathering.phase != "lobby":
            return
        try:
            self.begin(now)
        except Refusal:  # the host's page shows who is missing
            return

    def notice_late(self, now: float) -> bool:
        """Note which guests hold up the draw. Returns whether one has just become late.

        A device that only looks on is taken out: the table does not wait for it.
        """
        changed = False
        for member in list(self._gathering.members):
            is_over = member.wanted_at is not None and now - member.wanted_at >= DRAW_SECONDS
            if is_over and member.state == "here":
                if member.seat == NOBODY:
                    self._gathering.remove(member, "taken-out", now)
                else:
                    member.is_late = changed = True
        return changed
