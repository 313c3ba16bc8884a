"""The host: the state machine of the device that runs the table for its guests.

The caller passes in what happens (`opened`, `received`, `closed`, `tick`, `table_changed`, and what the person at the host
decides). It then sends and closes what `lines`, a Switchboard, holds. The phases:

    "lobby"    guests come, and each commits to random bytes
    "lots"     the devices reveal their bytes (seed_exchange.py)
    "ready"    the caller deals the match with the seed of `shares`, and calls `play`
    "playing"  guests ask the table
    "over"     every device gets the record and all shares

requests.py reads every line of a guest. A guest does nothing but what its seat may do, and a refusal changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.devices.hosting.admission import Admission
from game.devices.hosting.door import Door
from game.devices.hosting.gathering import Gathering
from game.devices.hosting.lines import requests
from game.devices.hosting.lines.switchboard import Link, Switchboard
from game.devices.hosting.members import Member, SeatPlan, Table
from game.devices.hosting.wanted_hints import WantedHints
from game.devices.seed_exchange import Share
from game.records.fields import Entry
from game.rules.errors import RecordError, Refusal
from game.rules.view import NOBODY

if TYPE_CHECKING:
    from game.contract.basics import Message, Refused
    from game.contract.device_lines import HostPhase
    from game.contract.kept import HostState
    from game.contract.play_answers import Tapped
    from game.contract.scenes import Scene

REACTION_SECONDS = 1.5
"""The least time between two reactions of a guest."""
MOST_REACTIONS = 5
"""How many of the newest reactions the host's page can read."""


class Host:
    """The host's side of the protocol.

    `table_id` names this table, so that a guest knows which of its secrets belongs to it. `plan` says who shall sit where.
    `random_hex(n)` returns n random bytes as hexadecimal digits.
    """

    def __init__(self, table_id: str, plan: Sequence[SeatPlan], random_hex: Callable[[int], str]) -> None:
        self.gathering = Gathering(table_id, plan, random_hex)
        self.admission = Admission(self.gathering, random_hex)
        self.hints = WantedHints()
        # the newest reactions of guests: (running number, seat, which)
        self.reactions: list[tuple[int, int, str]] = []
        self.door = Door(self.admission)
        self.flooded: list[str] = []  # the names of guests who sent too much
        self._requests: dict[str, Callable[[Member, Entry, float], None]] = {
            "commit": self._take_commit,
            "reveal": self._take_reveal,
            "ask": self._take_ask,
            "me": self._take_person,
            "back": lambda member, data, now: self.gathering.let_play(member, now),
            "ping": lambda member, data, now: None,
            "bye": lambda member, data, now: self.gathering.end(member, "closed", now),
            "react": self._take_react,
            "leave": lambda member, data, now: self.gathering.remove(member, "closed", now),
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
        return self.gathering.draw.shares

    # --- invitations and connections

    def invite(self, now: float, seat: int | None = None, new_device: bool = False, texts: str = "") -> str:
        """Make an invitation for one guest, and return its name. It can be used once.

        With a `seat`, it is for the guest who had that seat, and needs the secret on that guest's device. With
        `new_device`, any device may take the seat by this invitation, for FREE_SECONDS. With `texts`, the guest's page
        must have this version of the texts, because it puts the host's messages into words. Raises Refusal for a seat
        that is not a guest's.
        """
        return self.admission.invite(now, seat, new_device, texts)

    def open_door(self, texts: str = "") -> str:
        """Make the invitation for everybody with the table's link, see `Door.open`. Returns its name."""
        return self.door.open(self.gathering.next_name("invitation"), texts)

    def opened(self, connection: str, invitation: str, now: float) -> None:
        """A connection by an invitation is open. It is closed again if the invitation was used or never made."""
        if self.door.is_invitation(invitation):
            self.door.opened(connection, invitation, now)
        else:
            self.admission.opened(connection, invitation, now)

    def closed(self, connection: str, now: float, flooded: bool = False) -> None:
        """A connection has ended. The guest stays a member, also one whose connection was closed for `flooded`."""
        self.door.leave(connection)
        link = self.lines.links.pop(connection, None)
        member = self._member_of(link)
        if member is not None:
            self.flooded += [member.name] * flooded
            self.gathering.part(member, now)

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
            member = self._member_of(link)
            if (kind == "hello") == (member is not None):
                raise Refusal("error.devices.message")  # hello is the first message, and comes once
            if member is None:
                self._take_hello(link, requests.read_hello(data), now)
            else:
                member.confirm()
                self._requests[kind](member, data, now)
        except RecordError as problem:
            # its sentence is about a file
            other_version = problem.key == "error.devices.version"
            self.lines.refuse(link, Refusal(problem.key if other_version else "error.devices.message"), now)
        except Refusal as refusal:
            self.lines.refuse(link, refusal, now)

    def tick(self, now: float) -> None:
        """Send heartbeats, and notice quiet guests. Call it at least once a second."""
        quiet = self.lines.tick(now)
        if any(
            member.link in quiet and self.gathering.draw.has_share(member)
            for member in self.gathering.members
        ):
            self.gathering.draw.begin_anew(now)
        if self.gathering.draw.notice_late(now) or quiet:
            self.gathering.tell_lobby(now)

    def _take_hello(self, link: Link, hello: requests.Hello, now: float) -> None:
        if self.admission.has_version(link, hello, now) and not self.door.keeps_waiting(link, hello):
            self.admission.welcome(link, hello, now)

    def _member_of(self, link: Link | None) -> Member | None:
        """The member of a connection; None before its guest has said hello."""
        members = (
            member for member in self.gathering.members if member.link is not None and member.link is link
        )
        return next(members, None)

    # --- what the person at the host decides

    def set_plan(self, plan: Sequence[SeatPlan], now: float) -> None:
        """Change who shall sit where, before the match. Raises Refusal if a guest would lose a seat."""
        self.gathering.require_phase("lobby")
        for member in self.gathering.members:
            if member.seat != NOBODY and (member.seat >= len(plan) or plan[member.seat].kind != "guest"):
                raise Refusal("error.devices.seat-has-guest", {"name": member.name})
        self.gathering.plan = list(plan)
        self.gathering.tell_lobby(now)

    def draw_lots(self, now: float) -> None:
        """Ask all devices for their bytes. Raises Refusal while a seat waits for a guest, or a guest is not there."""
        self.gathering.require_phase("lobby")
        self.gathering.draw.begin(now)

    def play(self, table: Table, now: float) -> None:
        """Start the match that was dealt with the seed of the shares, or continue it after `restore`."""
        self.gathering.require_phase("ready")
        self.gathering.play(table, now)

    def table_changed(self, now: float) -> None:
        """Send the new scene to all guests, after a move at the host or a bot's move."""
        self.gathering.publish(now)

    def play_again(self, now: float) -> None:
        """Draw the seed for another match of the same people, after the last one. Bots play for guests who are away.

        Raises Refusal while a match is in play.
        """
        if self.phase != "lobby":
            self.gathering.require_phase("over")
            self.gathering.next_match(now)
        for member in self.gathering.members:
            if member.seat != NOBODY and member.link is None:
                self.gathering.minded.add(member.seat)
        self.gathering.draw.is_dealing = True
        self.gathering.tell_lobby(now)
        self.gathering.draw.go_on(now)

    def change_table(self, plan: Sequence[SeatPlan], news: Sequence[Message], now: float) -> None:
        """Return to the lobby, with other seats; `news` tells the guests what changes. The guests stay, in their order.

        Raises Refusal while a match is in play, or if a guest would lose the seat.
        """
        if self.phase != "lobby":
            self.gathering.require_phase("over")
        self.gathering.change_plan(plan)
        if self.phase == "over":
            self.gathering.next_match(now)
        self.gathering.draw.is_dealing = False
        self.gathering.news = [*news]
        self.gathering.tell_lobby(now)

    def react(self, what: str, now: float) -> None:
        """Show the guests a reaction of the person at the host's device."""
        seat = next(
            (number for number, plan in enumerate(self.gathering.plan) if plan.kind == "host"), NOBODY
        )
        if seat != NOBODY:
            self.gathering.show_reaction(seat, what, now)

    def pause(self, is_paused: bool, now: float) -> None:
        """Pause the match, or go on. While it is paused, guests may look and not move."""
        self.gathering.is_paused = is_paused
        self.gathering.tell_lobby(now)

    def mind(self, seat: int, now: float) -> None:
        """Let a bot play on for a guest; before the deal, from the deal on. Raises Refusal for a seat that is not a guest's."""
        if self.phase == "over":
            raise Refusal("error.devices.not-now")
        if self.phase == "playing":
            self.gathering.require_guests_seat(seat)
        else:
            self.gathering.member_at(seat)
        self.gathering.mind(seat, now)

    def let_play(self, seat: int, now: float) -> None:
        """Let a guest play again, instead of the bot. Raises Refusal when no guest has the seat."""
        self.gathering.let_play(self.gathering.member_at(seat), now)

    def take_out(self, seat: int, now: float) -> None:
        """Take a guest out. A bot plays on, if a match is in play. Raises Refusal when no guest has the seat."""
        self.gathering.remove(self.gathering.member_at(seat), "taken-out", now)

    def close(self, now: float) -> None:
        """End all connections, with a last message to each guest. The guests keep their seats."""
        for member in list(self.gathering.members):
            self.gathering.end(member, "closed", now)
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
        host.gathering, host.admission = gathering, Admission(gathering, random_hex)
        host.door = Door(host.admission)
        return host

    # --- the requests of guests

    def _take_commit(self, member: Member, data: Entry, now: float) -> None:
        self.gathering.require_phase("lobby")
        self.gathering.draw.commit(member, requests.read_hash(data), now)

    def _take_reveal(self, member: Member, data: Entry, now: float) -> None:
        self.gathering.require_phase("lots")
        self.gathering.draw.reveal(member, requests.read_bytes(data), now)

    def _take_person(self, member: Member, data: Entry, now: float) -> None:
        self.gathering.require_phase("lobby")
        name, face = requests.read_person(data)
        member.name, member.face = (
            self.admission.name_for(member, name),
            self.admission.face_for(member, face),
        )
        self.gathering.tell_lobby(now)

    def _take_react(self, member: Member, data: Entry, now: float) -> None:
        """Pass a reaction on. More than one in REACTION_SECONDS are dropped."""
        what = requests.read_reaction(data)
        is_early = member.reacted_at is not None and now - member.reacted_at < REACTION_SECONDS
        if member.seat == NOBODY or is_early:
            return
        member.reacted_at = now
        number = self.reactions[-1][0] + 1 if self.reactions else 1
        self.reactions = [*self.reactions[1 - MOST_REACTIONS :], (number, member.seat, what)]
        self.gathering.show_reaction(member.seat, what, now)

    def _take_ask(self, member: Member, data: Entry, now: float) -> None:
        ask = requests.read_ask(data)
        try:
            if ask.verb == "hint":
                self.hints.want(member, ask.number)
                return
            ok = self._answer_of_table(member, ask)
            self.gathering.send(member, now, {"do": "answer", "n": ask.number, "ok": ok})
        except Refusal as refusal:
            refused: Refused = {"key": refusal.key, "values": refusal.values}
            self.gathering.send(member, now, {"do": "answer", "n": ask.number, "refused": refused})
        self.gathering.publish(now)

    def _answer_of_table(self, member: Member, ask: requests.Ask) -> Tapped | Scene | list[Message]:
        """Ask the table. Raises Refusal."""
        verb = requests.known_verb(ask)
        if self.gathering.table is None or verb is None or member.viewer is None:
            raise Refusal("error.devices.message")
        if member.seat == NOBODY and verb != "tell":
            raise Refusal("error.devices.looks-on")
        if member.instead_of is not None and verb != "tell":
            raise Refusal("error.devices.next-round")
        if requests.changes_the_match(ask):
            if member.seat in self.gathering.minded:
                raise Refusal("error.devices.minded")
            if self.gathering.is_paused:
                raise Refusal("error.devices.paused")
        return self.gathering.table.ask(member.viewer, verb, requests.read_arguments(ask, verb))
