"""The host: the state machine of the device that runs the table for its guests.

The caller passes in what happens (`opened`, `received`, `closed`, `tick`, `table_changed`, and what the person at the host
decides). It then sends and closes what `lines`, a Switchboard, holds. The phases:

    "lobby"    guests come, and each commits to random bytes
    "lots"     the devices reveal their bytes (seed_exchange.py)
    "ready"    the caller deals the match with the seed of `shares`, and calls `play`
    "playing"  guests ask the table
    "over"     every device gets the record and all shares

requests.py reads every line of a guest. A guest does nothing but what its place may do, and a refusal changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.devices.hosting import requests
from game.devices.hosting.door import Door, returns
from game.devices.hosting.gathering import Gathering
from game.devices.hosting.guest_places import Place, SeatPlan, Table
from game.devices.hosting.switchboard import Link, Switchboard
from game.devices.seed_exchange import Share
from game.devices.wire import SECRET_BYTES, digest
from game.records.fields import Entry
from game.rules.errors import Refusal
from game.rules.view import NOBODY

if TYPE_CHECKING:
    from game.contract.basics import Message, Refused
    from game.contract.device_lines import HostPhase, WelcomeLine
    from game.contract.kept import HostState
    from game.contract.play_answers import Tapped
    from game.contract.scenes import Scene

MOST_LOOKERS = 4
"""The largest number of devices that only look on."""
MOST_INVITATIONS = 12
"""The largest number of unused invitations. A further one makes the oldest useless."""


class Host:
    """The host's side of the protocol.

    `table_id` names this table, so that a guest knows which of its secrets belongs to it. `plan` says who shall sit where.
    `random_hex(n)` returns n random bytes as hexadecimal digits.
    """

    def __init__(self, table_id: str, plan: Sequence[SeatPlan], random_hex: Callable[[int], str]) -> None:
        self.gathering = Gathering(table_id, plan, random_hex)
        self.door = Door(self._welcome)
        self._random_hex = random_hex
        self.other_versions = 0  # the number of devices that were refused for the version of their texts
        # the unused invitations, by name: (seat or None for any, version of the texts that the guest must have or "")
        self._invitations: dict[str, tuple[int | None, str]] = {}
        self._requests: dict[str, Callable[[Place, Entry, float], None]] = {
            "commit": self._take_commit,
            "reveal": self._take_reveal,
            "ask": self._take_ask,
            "me": self._take_person,
            "back": lambda place, data, now: self.gathering.let_play(place, now),
            "ping": lambda place, data, now: None,
            "bye": lambda place, data, now: self.gathering.end(place, "closed", now),
            "leave": lambda place, data, now: self.gathering.remove(place, "closed", now),
        }

    @property
    def phase(self) -> HostPhase:
        """The phase, see the docstring of the module."""
        return self.gathering.phase

    @property
    def lines(self) -> Switchboard:
        """The connections, with the lines to send."""
        return self.gathering.lines

    @property
    def shares(self) -> tuple[Share, ...]:
        """The devices' shares of the seed, revealed from the phase "ready" on."""
        return self.gathering.shares

    # --- invitations and connections

    def invite(self, seat: int | None = None, new_device: bool = False, texts: str = "") -> str:
        """Make an invitation for one guest, and return its name. It can be used once.

        With a `seat`, it is for the guest who had that seat, and needs the secret on that guest's device. With
        `new_device`, any device may take the seat. With `texts`, the guest's page must have this version of the texts,
        because it puts the host's messages into words. Raises Refusal for a seat that is not a guest's.
        """
        if seat is not None:
            self.gathering.require_guests_seat(seat)
            for place in self.gathering.places:
                if place.seat == seat:
                    place.is_released = new_device
        if len(self._invitations) >= MOST_INVITATIONS:
            del self._invitations[next(iter(self._invitations))]
        name = self.gathering.next_name("invitation")
        self._invitations[name] = seat, texts
        return name

    def opened(self, connection: str, invitation: str, now: float) -> None:
        """A connection by an invitation is open. It is closed again if the invitation was used or never made."""
        if self.door.is_invitation(invitation):
            self.door.enter(invitation, self.lines.open(connection, None, self.door.texts, now))
            return
        if invitation not in self._invitations:
            self.lines.closing.append(connection)
            return
        self.lines.open(connection, *self._invitations.pop(invitation), now)

    def closed(self, connection: str, now: float) -> None:
        """A connection has ended. The guest keeps the place."""
        self.door.leave(connection)
        link = self.lines.links.pop(connection, None)
        place = self._place_of(link)
        if place is not None:
            self.gathering.part(place, now)

    def received(self, connection: str, line: str, now: float) -> None:
        """Take a line from a guest."""
        link = self.lines.links.get(connection)
        if link is None:
            return  # a late line of a connection that was replaced
        link.heartbeat.heard(now)
        if link.is_quiet:
            link.is_quiet = False
            self.gathering.tell_lobby(now)
        if not link.takes_message(now):
            if link.may_refuse(now):
                self.lines.refuse(link, Refusal("error.devices.too-many"), now)
            return
        if link.waits:
            return
        try:
            kind, data = requests.read_request(line)
            place = self._place_of(link)
            if (kind == "hello") == (place is not None):
                raise Refusal("error.devices.message")  # hello is the first message, and comes once
            if place is None:
                self._take_hello(link, data, now)
            else:
                self._requests[kind](place, data, now)
        except Refusal as refusal:
            self.lines.refuse(link, refusal, now)

    def tick(self, now: float) -> None:
        """Send heartbeats, and notice quiet guests. Call it at least once a second."""
        if self.lines.tick(now):
            if self.phase == "lots":
                self.gathering.begin_anew(now)
            self.gathering.tell_lobby(now)

    def _place_of(self, link: Link | None) -> Place | None:
        """The place of a connection; None before its guest has said hello."""
        places = (place for place in self.gathering.places if place.link is not None and place.link is link)
        return next(places, None)

    # --- what the person at the host decides

    def set_plan(self, plan: Sequence[SeatPlan], now: float) -> None:
        """Change who shall sit where, before the match. Raises Refusal if a guest would lose a seat."""
        self.gathering.require_phase("lobby")
        for place in self.gathering.places:
            if place.seat != NOBODY and (place.seat >= len(plan) or plan[place.seat].kind != "guest"):
                raise Refusal("error.devices.seat-has-guest", {"name": place.name})
        self.gathering.plan = list(plan)
        self.gathering.tell_lobby(now)

    def draw_lots(self, now: float) -> None:
        """Ask all devices for their bytes. Raises Refusal while a seat waits for a guest, or a guest is not there."""
        self.gathering.require_phase("lobby")
        places = [place for place in self.gathering.places if place.seat != NOBODY]
        if len(places) < sum(seat.kind == "guest" for seat in self.gathering.plan):
            raise Refusal("error.devices.open-seat")
        for place in places:
            if place.state != "here" or not place.hash:
                raise Refusal("error.devices.not-here", {"name": place.name})
        self.gathering.draw_lots(now)

    def play(self, table: Table, now: float) -> None:
        """Start the match that was dealt with the seed of the shares, or continue it after `restore`."""
        self.gathering.require_phase("ready")
        self.gathering.play(table, now)

    def table_changed(self, now: float) -> None:
        """Send the new scene to all guests, after a move at the host or a bot's move."""
        self.gathering.publish(now)

    def pause(self, is_paused: bool, now: float) -> None:
        """Pause the match, or go on. While it is paused, guests may look and not move."""
        self.gathering.is_paused = is_paused
        self.gathering.tell_lobby(now)

    def mind(self, seat: int, now: float) -> None:
        """Let a bot play on for a guest. Raises Refusal for a seat that is not a guest's."""
        self.gathering.require_phase("playing")
        self.gathering.require_guests_seat(seat)
        self.gathering.mind(seat, now)

    def let_play(self, seat: int, now: float) -> None:
        """Let a guest play again, instead of the bot. Raises Refusal when no guest has the seat."""
        self.gathering.let_play(self.gathering.place_at(seat), now)

    def take_out(self, seat: int, now: float) -> None:
        """Take a guest out. A bot plays on, if a match is in play. Raises Refusal when no guest has the seat."""
        self.gathering.remove(self.gathering.place_at(seat), "taken-out", now)

    def close(self, now: float) -> None:
        """End all connections, with a last message to each guest. The guests keep their seats."""
        for place in list(self.gathering.places):
            self.gathering.end(place, "closed", now)
        for link in list(self.lines.links.values()):  # those that have not said hello
            self.lines.close(link, "closed", now)

    # --- the text form, for the store of the host's device

    def data(self) -> HostState:
        """Everything that lets guests return after a reload of the host's page, as data for JSON.

        It holds the bytes of all devices, so it must not leave the host's device before the match is over.
        """
        return self.gathering.data()

    @classmethod
    def restore(cls, data: Entry, random_hex: Callable[[int], str]) -> Host:
        """The host of a match in play, with all guests away. Raises RecordError. Call `play` with the table next."""
        gathering = Gathering.restore(data, random_hex)
        host = cls(gathering.table_id, gathering.plan, random_hex)
        host.gathering = gathering
        return host

    # --- the requests of guests

    def _take_hello(self, link: Link, data: Entry, now: float) -> None:
        hello = requests.read_hello(data)
        if link.texts and hello.texts != link.texts:
            self._refuse_version(link, hello, now)
        elif link.asks and not returns(hello, self.gathering):
            if not hello.looks_on:
                self._free_seat()
            self.door.wait(link, hello)
        else:
            self._welcome(link, hello, now)

    def _welcome(self, link: Link, hello: requests.Hello, now: float) -> None:
        """Give a guest its place. Raises Refusal when it may have none."""
        gathering = self.gathering
        place = self._place_for(link, hello)
        gathering.end(place, "replaced", now)
        if self.phase == "lobby":
            place.name, place.face = hello.name, hello.face
        secret = self._random_hex(SECRET_BYTES)
        gathering.new_secret(place, secret)
        place.aspect, place.link, link.has_said_hello = hello.aspect, link, True
        own_hash = gathering.own_hash
        welcome: WelcomeLine = {
            "do": "welcome",
            "table": gathering.table_id,
            "seat": place.seat,
            "secret": secret,
            "who": place.who,
            "commit": own_hash,
        }
        gathering.send(place, now, welcome)
        gathering.let_play(place, now)
        gathering.show_table(place, now)
        gathering.tell_lobby(now)

    def _refuse_version(self, link: Link, hello: requests.Hello, now: float) -> None:
        """End the connection of a guest whose page has other texts."""
        if not hello.texts:  # an older page shows a refusal, and nothing for the reason "version"
            self.lines.refuse(link, Refusal("error.devices.version"), now)
        self.lines.close(link, "version", now)
        self.other_versions += 1

    def _place_for(self, link: Link, hello: requests.Hello) -> Place:
        """The place of a guest: the earlier one, or a new one. Raises Refusal when the guest may have none."""
        places = self.gathering.places
        if hello.looks_on:
            if sum(place.seat == NOBODY for place in places) >= MOST_LOOKERS:
                raise Refusal("error.devices.full")
            return self._new_place(NOBODY, hello)
        back = hello.back if hello.back is not None and hello.back.table == self.gathering.table_id else None
        seat = back.seat if back is not None and link.seat is None else link.seat
        kept = next((place for place in places if place.seat == seat), None)
        if kept is not None:
            has_secret = back is not None and back.seat == kept.seat and kept.secret == digest(back.secret)
            if not has_secret and not kept.is_released:
                raise Refusal("error.devices.secret", {"name": kept.name})
            return kept
        return self._new_place(self._free_seat() if link.seat is None else link.seat, hello)

    def _free_seat(self) -> int:
        """The first seat that waits for a guest. Raises Refusal when there is none, or the match has begun."""
        taken = {place.seat for place in self.gathering.places}
        for number, plan in enumerate(self.gathering.plan):
            if plan.kind == "guest" and number not in taken and self.phase == "lobby":
                return number
        raise Refusal("error.devices.full")

    def _new_place(self, seat: int, hello: requests.Hello) -> Place:
        place = Place(self.gathering.next_name("guest"), seat, hello.name, hello.face)
        self.gathering.places.append(place)
        return place

    def _take_commit(self, place: Place, data: Entry, now: float) -> None:
        self.gathering.require_phase("lobby")
        place.hash = requests.read_hash(data)

    def _take_reveal(self, place: Place, data: Entry, now: float) -> None:
        self.gathering.require_phase("lots")
        self.gathering.reveal(place, requests.read_bytes(data), now)

    def _take_person(self, place: Place, data: Entry, now: float) -> None:
        self.gathering.require_phase("lobby")
        place.name, place.face = requests.read_person(data)
        self.gathering.tell_lobby(now)

    def _take_ask(self, place: Place, data: Entry, now: float) -> None:
        ask = requests.read_ask(data)
        try:
            ok = self._answer_of_table(place, ask)
            self.gathering.send(place, now, {"do": "answer", "n": ask.number, "ok": ok})
        except Refusal as refusal:
            refused: Refused = {"key": refusal.key, "values": refusal.values}
            self.gathering.send(place, now, {"do": "answer", "n": ask.number, "refused": refused})
        self.gathering.publish(now)

    def _answer_of_table(self, place: Place, ask: requests.Ask) -> Tapped | Scene | list[Message]:
        """Ask the table. Raises Refusal."""
        verb = requests.known_verb(ask)
        if self.gathering.table is None or verb is None:
            raise Refusal("error.devices.message")
        if place.seat == NOBODY and verb != "tell":
            raise Refusal("error.devices.looks-on")
        if requests.changes_the_match(ask):
            if place.seat in self.gathering.minded:
                raise Refusal("error.devices.minded")
            if self.gathering.is_paused:
                raise Refusal("error.devices.paused")
        return self.gathering.table.ask(place.viewer, verb, requests.read_arguments(ask, verb))
