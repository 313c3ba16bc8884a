"""Who is let in at the host's table: invitations, seats for those who come and come back, names and faces that differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.devices.hosting.gathering import Gathering
from game.devices.hosting.lines import requests
from game.devices.hosting.lines.switchboard import Invited, Link
from game.devices.hosting.members import Member, SeatPlan
from game.devices.wire import SECRET_BYTES
from game.rules.errors import Refusal
from game.rules.view import NOBODY

if TYPE_CHECKING:
    from game.contract.device_lines import WelcomeLine

MOST_LOOKERS = 4
"""The largest number of devices that only look on."""
MOST_INVITATIONS = 12
"""The largest number of unused invitations. A further one makes the oldest useless."""
FREE_SECONDS = 600.0
"""How long an invitation lets another device have a guest's seat."""
FACES = tuple(f"person-{number}" for number in range(6))
"""The faces of people, from which one is taken for a guest whose face somebody else has."""


class Admission:
    """Lets guests in to a gathering. `random_hex(n)` returns n random bytes as hexadecimal digits."""

    def __init__(self, gathering: Gathering, random_hex: Callable[[int], str]) -> None:
        self.other_versions = 0  # the number of devices that were refused for the version of their texts
        self._gathering = gathering
        self._random_hex = random_hex
        self._invitations: dict[str, Invited] = {}  # the unused ones, by name

    # --- invitations

    def invite(self, now: float, seat: int | None, new_device: bool, texts: str) -> str:
        """Make an invitation, see `Host.invite`."""
        gathering = self._gathering
        if seat is not None:
            gathering.require_guests_seat(seat)
            self._bind(seat)
        if len(self._invitations) >= MOST_INVITATIONS:
            del self._invitations[next(iter(self._invitations))]
        name = gathering.next_name("invitation")
        self._invitations[name] = Invited(seat, texts, now + FREE_SECONDS if new_device else 0.0)
        return name

    def _bind(self, seat: int) -> None:
        """From now on, only its owner's secret brings a device to this seat: earlier invitations free it no more."""
        links = self._gathering.lines.links.values()
        for invited in (*self._invitations.values(), *(link.invited for link in links)):
            if invited.seat == seat:
                invited.free_until = 0.0

    def opened(self, connection: str, invitation: str, now: float) -> None:
        """A connection by an invitation is open. It is closed again if the invitation was used or never made."""
        lines = self._gathering.lines
        if invitation not in self._invitations:
            lines.closing.append(connection)
            return
        lines.open(connection, self._invitations.pop(invitation), now)

    def opened_by_all(self, connection: str, invited: Invited, now: float) -> None:
        """A connection by an invitation for everybody is open, see `Door`."""
        self._gathering.lines.open(connection, invited, now)

    # --- guests

    def has_version(self, link: Link, hello: requests.Hello, now: float) -> bool:
        """Whether a guest's page has the texts that its invitation asks for. If not, its connection ends."""
        if link.invited.texts in ("", hello.texts):
            return True
        self._refuse_version(link, hello, now)
        return False

    def require_seat(self) -> None:
        """Raise Refusal when no seat is free for a new guest."""
        self._free_seat()

    def returns(self, hello: requests.Hello) -> bool:
        """Whether a guest has the secret of a seat at this table."""
        back = hello.back
        if back is None or back.table != self._gathering.table_id:
            return False
        return any(member.has_secret(back.secret) for member in self._gathering.members)

    def welcome(self, link: Link, hello: requests.Hello, now: float) -> None:
        """Let a device in that says hello. Raises Refusal when it may not join."""
        gathering = self._gathering
        member = self._member_for(link, hello, now)
        gathering.end(member, "replaced", now)
        if gathering.phase == "lobby":
            member.name, member.face = self.name_for(member, hello.name), self.face_for(member, hello.face)
        secret = self._random_hex(SECRET_BYTES)
        member.new_secret(secret)
        self._bind(member.seat)
        member.aspect, member.link, link.has_said_hello = hello.aspect, link, True
        own_hash = gathering.draw.own_hash
        welcome: WelcomeLine = {
            "do": "welcome",
            "table": gathering.table_id,
            "seat": member.seat,
            "secret": secret,
            "who": member.who,
            "commit": own_hash,
            "match": gathering.match,
        }
        gathering.send(member, now, welcome)
        if own_hash:
            member.hash = ""
            member.want_line(now)
        gathering.let_play(member, now)
        gathering.show_table(member, now)
        gathering.seat_latecomers(now)
        gathering.tell_lobby(now)

    def _refuse_version(self, link: Link, hello: requests.Hello, now: float) -> None:
        """End the connection of a guest whose page has other texts."""
        lines = self._gathering.lines
        if not hello.texts:  # an older page shows a refusal, and nothing for the reason "version"
            lines.refuse(link, Refusal("error.devices.version"), now)
        lines.close(link, "version", now)
        self.other_versions += 1

    def _member_for(self, link: Link, hello: requests.Hello, now: float) -> Member:
        """The guest as a member: the earlier one, or a new one. Raises Refusal when the guest may not join."""
        members = self._gathering.members
        if hello.looks_on:
            if sum(member.seat == NOBODY for member in members) >= MOST_LOOKERS:
                raise Refusal("error.devices.full")
            return self._new_member(NOBODY, hello)
        back = hello.back if hello.back is not None and hello.back.table == self._gathering.table_id else None
        seat = link.invited.seat
        owned = [member for member in members if back is not None and member.has_secret(back.secret)]
        if owned and seat in (None, owned[0].seat):
            return owned[0]  # also if the host has moved the guest to another seat meanwhile
        claimed = back.seat if back is not None and seat is None else seat
        kept = next((member for member in members if member.seat == claimed), None)
        if kept is not None:
            if seat == kept.seat and now < link.invited.free_until:
                return kept
            raise Refusal("error.devices.secret", {"name": kept.name})
        return self._new_member(self._free_seat(seat), hello)

    def _free_seat(self, wanted: int | None = None) -> int:
        """The first seat that waits for a guest; during a match, the first bot's. Raises Refusal when there is none.

        The seat of an invitation comes before the others, but the host may have given it to somebody else meanwhile.
        """
        gathering = self._gathering
        taken = {member.seat for member in gathering.members}
        kinds: tuple[str, ...]
        if gathering.phase == "lobby":
            kinds = ("guest",)
        elif gathering.phase in ("playing", "over"):
            kinds = ("guest", "bot")
        else:
            kinds = ()
        free = [
            number
            for kind in kinds
            for number, plan in enumerate(gathering.plan)
            if plan.kind == kind and number not in taken
        ]
        if not free:
            raise Refusal("error.devices.full")
        return wanted if wanted in free else free[0]

    def _new_member(self, seat: int, hello: requests.Hello) -> Member:
        gathering = self._gathering
        member = Member(gathering.next_name("guest"), seat, hello.name, hello.face)
        if seat != NOBODY:
            member.name, member.face = self.name_for(member, hello.name), self.face_for(member, hello.face)
            if gathering.plan[seat].kind == "bot":
                member.instead_of, gathering.plan[seat] = gathering.plan[seat], SeatPlan("guest")
        gathering.members.append(member)
        return member

    # --- names and faces

    def name_for(self, member: Member, name: str) -> str:
        """The name, or one with a number behind it if somebody else at the table is called so."""
        if member.seat == NOBODY:
            return name
        taken = {other.casefold() for other, _ in self._others(member)}
        found, number = name, 1
        while found.casefold() in taken:
            number += 1
            found = f"{name} {number}"
        return found

    def face_for(self, member: Member, face: str) -> str:
        """The face, or another one if somebody else at the table has it."""
        taken = {other for _, other in self._others(member)}
        free = [other for other in FACES if other not in taken]
        return free[0] if member.seat != NOBODY and face in taken and free else face

    def _others(self, member: Member) -> list[tuple[str, str]]:
        """The names and faces of all seats but that of `member`. Somebody who chose no face has that of the seat."""
        by_seat = {other.seat: other for other in self._gathering.members if other is not member}
        others = []
        for number, plan in enumerate(self._gathering.plan):
            holder: Member | SeatPlan | None = by_seat.get(number) if plan.kind == "guest" else plan
            if holder is not None and number != member.seat:
                level = plan.level if plan.kind == "bot" else ""
                others.append((holder.name, holder.face or level or FACES[number % len(FACES)]))
        return others
