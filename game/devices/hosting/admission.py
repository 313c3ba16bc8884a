"""Who is let in at the host's table: invitations, seats for those who come and come back, names and faces that differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.devices.hosting.gathering import Gathering
from game.devices.hosting.guest_places import Place, SeatPlan
from game.devices.hosting.lines import requests
from game.devices.hosting.lines.switchboard import Invited, Link
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

    def opened_by_all(self, connection: str, texts: str, now: float) -> Link:
        """A connection by the invitation for everybody is open, see `Door`."""
        return self._gathering.lines.open(connection, Invited(None, texts, 0.0), now)

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
        return any(place.has_secret(back.secret) for place in self._gathering.places)

    def welcome(self, link: Link, hello: requests.Hello, now: float) -> None:
        """Give a device that says hello its place. Raises Refusal when it may have none."""
        gathering = self._gathering
        place = self._place_for(link, hello, now)
        gathering.end(place, "replaced", now)
        if gathering.phase == "lobby":
            place.name, place.face = self.name_for(place, hello.name), self.face_for(place, hello.face)
        secret = self._random_hex(SECRET_BYTES)
        place.new_secret(secret)
        self._bind(place.seat)
        place.aspect, place.link, link.has_said_hello = hello.aspect, link, True
        own_hash = gathering.draw.own_hash
        welcome: WelcomeLine = {
            "do": "welcome",
            "table": gathering.table_id,
            "seat": place.seat,
            "secret": secret,
            "who": place.who,
            "commit": own_hash,
            "match": gathering.match,
        }
        gathering.send(place, now, welcome)
        if own_hash:
            place.hash = ""
            place.want_line(now)
        gathering.let_play(place, now)
        gathering.show_table(place, now)
        gathering.seat_latecomers(now)
        gathering.tell_lobby(now)

    def _refuse_version(self, link: Link, hello: requests.Hello, now: float) -> None:
        """End the connection of a guest whose page has other texts."""
        lines = self._gathering.lines
        if not hello.texts:  # an older page shows a refusal, and nothing for the reason "version"
            lines.refuse(link, Refusal("error.devices.version"), now)
        lines.close(link, "version", now)
        self.other_versions += 1

    def _place_for(self, link: Link, hello: requests.Hello, now: float) -> Place:
        """The place of a guest: the earlier one, or a new one. Raises Refusal when the guest may have none."""
        places = self._gathering.places
        if hello.looks_on:
            if sum(place.seat == NOBODY for place in places) >= MOST_LOOKERS:
                raise Refusal("error.devices.full")
            return self._new_place(NOBODY, hello)
        back = hello.back if hello.back is not None and hello.back.table == self._gathering.table_id else None
        seat = link.invited.seat
        owned = [place for place in places if back is not None and place.has_secret(back.secret)]
        if owned and seat in (None, owned[0].seat):
            return owned[0]  # also if the host has moved the guest to another seat meanwhile
        claimed = back.seat if back is not None and seat is None else seat
        kept = next((place for place in places if place.seat == claimed), None)
        if kept is not None:
            if seat == kept.seat and now < link.invited.free_until:
                return kept
            raise Refusal("error.devices.secret", {"name": kept.name})
        return self._new_place(self._free_seat() if seat is None else seat, hello)

    def _free_seat(self) -> int:
        """The first seat that waits for a guest; during a match, the first bot's. Raises Refusal when there is none."""
        gathering = self._gathering
        taken = {place.seat for place in gathering.places}
        kinds: tuple[str, ...]
        if gathering.phase == "lobby":
            kinds = ("guest",)
        elif gathering.phase in ("playing", "over"):
            kinds = ("guest", "bot")
        else:
            kinds = ()
        for kind in kinds:
            for number, plan in enumerate(gathering.plan):
                if plan.kind == kind and number not in taken:
                    return number
        raise Refusal("error.devices.full")

    def _new_place(self, seat: int, hello: requests.Hello) -> Place:
        gathering = self._gathering
        place = Place(gathering.next_name("guest"), seat, hello.name, hello.face)
        if seat != NOBODY:
            place.name, place.face = self.name_for(place, hello.name), self.face_for(place, hello.face)
            if gathering.plan[seat].kind == "bot":
                place.instead_of, gathering.plan[seat] = gathering.plan[seat], SeatPlan("guest")
        gathering.places.append(place)
        return place

    # --- names and faces

    def name_for(self, place: Place, name: str) -> str:
        """The name, or one with a number behind it if somebody else at the table is called so."""
        if place.seat == NOBODY:
            return name
        taken = {other.casefold() for other, _ in self._others(place)}
        found, number = name, 1
        while found.casefold() in taken:
            number += 1
            found = f"{name} {number}"
        return found

    def face_for(self, place: Place, face: str) -> str:
        """The face, or another one if somebody else at the table has it."""
        taken = {other for _, other in self._others(place)}
        free = [other for other in FACES if other not in taken]
        return free[0] if place.seat != NOBODY and face in taken and free else face

    def _others(self, place: Place) -> list[tuple[str, str]]:
        """The names and faces of all seats but that of `place`. Somebody who chose no face has that of the seat."""
        by_seat = {other.seat: other for other in self._gathering.places if other is not place}
        others = []
        for number, plan in enumerate(self._gathering.plan):
            holder: Place | SeatPlan | None = by_seat.get(number) if plan.kind == "guest" else plan
            if holder is not None and number != place.seat:
                level = plan.level if plan.kind == "bot" else ""
                others.append((holder.name, holder.face or level or FACES[number % len(FACES)]))
        return others
