"""The gathering at the host's table: its members, and what every one of them is told and shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.devices.hosting.draw import Draw
from game.devices.hosting.evening import read_evening, with_match
from game.devices.hosting.lines.switchboard import Switchboard
from game.devices.hosting.members import (
    Member,
    SeatPlan,
    Table,
    lobby_data,
    member_data,
    plan_data,
    read_member,
    read_plan,
)
from game.devices.seed_exchange import Share, read_shares, shares_data
from game.records import fields
from game.records.fields import Entry
from game.rules.errors import Refusal
from game.rules.view import NOBODY

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.contract.device_lines import ByeReason, EveningRow, HostLine, HostPhase, LobbyFacts
    from game.contract.kept import HostState

MOST_SEATS = 10
MINDER_LEVEL, MINDER_STYLE = "rooster", "balanced"
"""The bot that plays on for an absent guest."""


class Gathering:
    """The planned seats, the members, and the match. For the phases, see host.py."""

    def __init__(self, table_id: str, plan: Sequence[SeatPlan], random_hex: Callable[[int], str]) -> None:
        self.table_id = table_id
        self.plan = list(plan)
        self.phase: HostPhase = "lobby"
        self.is_paused = False
        self.members: list[Member] = []
        self.minded: set[int] = set()  # the seats of guests for whom a bot plays on
        self.lines = Switchboard()
        self.table: Table | None = None
        self.match = 1  # number of the match that is next or in play
        self.news: list[Message] = []  # what is different in the next match
        self.evening: list[EveningRow] = []  # the totals of all matches at this table
        # the shares of the match that is on the table, while those of the next one are drawn
        self._played_shares: tuple[Share, ...] = ()
        self._played_match = 1  # its number
        self.count = 0  # number of invitations and members so far, so that each has its own name
        self.draw = Draw(self, random_hex)

    # --- queries

    def require_phase(self, phase: HostPhase) -> None:
        """Raise Refusal in another phase."""
        if self.phase != phase:
            raise Refusal("error.devices.not-now")

    def require_guests_seat(self, seat: int) -> None:
        """Raise Refusal for a seat that is not a guest's."""
        if not 0 <= seat < len(self.plan) or self.plan[seat].kind != "guest":
            raise Refusal("error.devices.not-a-guest")

    def member_at(self, seat: int) -> Member:
        """The member in this seat. Raises Refusal when there is none."""
        for member in self.members:
            if member.seat == seat != NOBODY:
                return member
        raise Refusal("error.devices.not-a-guest")

    def next_name(self, kind: str) -> str:
        """A new name, such as guest-3."""
        self.count += 1
        return f"{kind}-{self.count}"

    # --- telling the guests

    def send(self, member: Member, now: float, line: HostLine) -> None:
        """Send a guest a message. A guest without a connection gets none."""
        if member.link is not None:
            self.lines.send(member.link, now, line)

    def tell_lobby(self, now: float) -> None:
        """Send every guest the list of the people at the table."""
        for member in self.members:
            self.send(member, now, {"do": "lobby", **self.facts()})

    def facts(self) -> LobbyFacts:
        """What every device knows of the table."""
        lobby = lobby_data(self.plan, self.members, self.minded)
        return {
            "phase": self.phase,
            "paused": self.is_paused,
            **lobby,
            "match": self.match,
            "news": self.news,
            "evening": self.evening,
        }

    def show_table(self, member: Member, now: float) -> None:
        """Show a guest the whole table, as if the guest's device had just joined."""
        if self.table is None or member.link is None or not self.is_at_table:
            return
        if member.viewer is not None:
            self.table.remove_viewer(member.viewer)
        seat = member.seat if member.instead_of is None else NOBODY
        member.viewer = self.table.add_viewer(seat, member.aspect)
        self.send(member, now, {"do": "scene", "scene": self.table.scene(member.viewer), "whole": True})
        if self.phase == "over":
            self._disclose(member, now)

    def publish(self, now: float) -> None:
        """Send the changes of the table to all guests that have not got them. When the match is over, disclose everything."""
        if self.table is None or not self.is_at_table:
            return
        self.seat_latecomers(now)
        for member in self.members:
            if member.viewer is not None and not self.table.is_up_to_date(member.viewer):
                self.send(
                    member, now, {"do": "scene", "scene": self.table.scene(member.viewer), "whole": False}
                )
        if self.table.is_over and self.phase == "playing":
            self.phase = "over"
            self.evening = with_match(self.evening, self.table.results())
            for member in self.members:
                self._disclose(member, now)
            self.tell_lobby(now)

    def seat_latecomers(self, now: float) -> None:
        """Give bots' seats to the people who wait for them, between two rounds."""
        for member in self.members:
            if member.instead_of is None or self.table is None or not self.is_at_table:
                continue
            if self.table.give_seat(member.seat, member.name):
                member.instead_of = None
                self.show_table(member, now)
                self.tell_lobby(now)

    def show_reaction(self, seat: int, what: str, now: float) -> None:
        """Show a reaction to all guests but the one who had it."""
        for member in self.members:
            if member.seat != seat:
                self.send(member, now, {"do": "reaction", "seat": seat, "what": what})

    def _disclose(self, member: Member, now: float) -> None:
        """Send a guest the record and the bytes of all devices. Only after the match."""
        assert self.table is not None and self.table.is_over
        record = self.table.record()
        shares = shares_data(self._played_shares)
        self.send(member, now, {"do": "opened", "shares": shares, "record": record, "match": self.match})

    # --- the match

    def play(self, table: Table, now: float) -> None:
        """Show the match to all guests."""
        self.table, self.phase = table, "over" if table.is_over else "playing"
        self._played_shares, self._played_match, self.news = self.draw.shares, self.match, []
        for seat in self.minded:
            table.mind(seat, True)
        for member in self.members:
            member.viewer = None  # it belonged to an earlier table
            member.instead_of = None
            self.show_table(member, now)
        self.tell_lobby(now)

    @property
    def is_at_table(self) -> bool:
        """Whether a match is on the table, and not the next one's lobby."""
        return self.phase in ("playing", "over")

    def next_match(self, now: float) -> None:
        """Go on to the next match of the same people: everybody commits to new bytes."""
        self.match += 1
        self.is_paused, self.news = False, []
        self.draw.times_again = 0
        self.draw.ask_for_commitments(now)

    def change_plan(self, plan: Sequence[SeatPlan]) -> None:
        """Change who shall sit where, before the match. The guests move to the guests' seats, in their order.

        Raises Refusal if a guest would lose the seat.
        """
        guests = sorted(
            (member for member in self.members if member.seat != NOBODY), key=lambda member: member.seat
        )
        free = [number for number, seat in enumerate(plan) if seat.kind == "guest"]
        if len(free) < len(guests):
            raise Refusal("error.devices.seat-has-guest", {"name": guests[len(free)].name})
        minded = [member for member in guests if member.seat in self.minded]
        for member, seat in zip(guests, free, strict=False):
            member.seat, member.instead_of = seat, None
        self.plan, self.minded = list(plan), {member.seat for member in minded}

    def mind(self, seat: int, now: float) -> None:
        """Let a bot play on for a guest; before the deal, from the deal on."""
        if seat != NOBODY and seat not in self.minded:
            self.minded.add(seat)
            if self.is_at_table:
                assert self.table is not None
                self.table.mind(seat, True)
                self.publish(now)
            elif any(member.seat == seat and self.draw.has_share(member) for member in self.members):
                self.draw.begin_anew(now)
        self.tell_lobby(now)
        self.draw.go_on(now)

    def let_play(self, member: Member, now: float) -> None:
        """Let a guest play again, if a bot plays on for it."""
        if member.seat in self.minded:
            self.minded.discard(member.seat)
            if self.is_at_table:
                assert self.table is not None
                self.table.mind(member.seat, False)
                self.publish(now)
            self.tell_lobby(now)

    # --- guests who go

    def part(self, member: Member, now: float) -> None:
        """Note that a guest's connection has ended. A guest keeps the seat; a device that looks on is forgotten."""
        has_share = self.draw.has_share(member)
        member.link = None
        member.has_answered()
        if member.viewer is not None and self.table is not None:
            self.table.remove_viewer(member.viewer)
            member.viewer = None
        if member.seat == NOBODY:
            self.members.remove(member)
        if has_share:
            self.draw.begin_anew(now)
        self.tell_lobby(now)

    def end(self, member: Member, why: ByeReason, now: float) -> None:
        """End a guest's connection."""
        if member.link is not None:
            self.lines.close(member.link, why, now)
            self.part(member, now)

    def remove(self, member: Member, why: ByeReason, now: float) -> None:
        """Take a member away. If a match is in play, or is being dealt, a bot plays on."""
        self.end(member, why, now)
        if member in self.members:
            self.members.remove(member)
        if member.instead_of is not None:
            self.plan[member.seat] = member.instead_of
        elif member.seat != NOBODY and self.draw.is_dealing:
            self.plan[member.seat] = SeatPlan("bot", member.name, "", MINDER_LEVEL, MINDER_STYLE)
            self.minded.discard(member.seat)
        elif self.phase not in ("lobby", "lots"):
            self.mind(member.seat, now)
        else:
            self.minded.discard(member.seat)
        self.tell_lobby(now)
        self.draw.go_on(now)

    # --- the text form

    def data(self) -> HostState:
        """Everything that lets guests return after a reload of the host's page, as data for JSON."""
        plan = [*self.plan]
        for member in self.members:
            if member.instead_of is not None:  # it never played
                plan[member.seat] = member.instead_of
        seats = [member for member in self.members if member.seat != NOBODY and member.instead_of is None]
        data: HostState = {
            "table": self.table_id,
            "plan": [plan_data(seat) for seat in plan],
            "places": [member_data(member) for member in seats],
            "shares": shares_data(self._played_shares),
            "minded": [*sorted(self.minded)],
            "count": self.count,
        }
        if self.evening:
            data["evening"] = self.evening
        if self._played_match > 1:
            data["match"] = self._played_match
        return data

    @classmethod
    def restore(cls, data: Entry, random_hex: Callable[[int], str]) -> Gathering:
        """The gathering of a match in play, with all guests away. Raises RecordError."""
        plan = [read_plan(item) for item in fields.items(data, "plan", MOST_SEATS)]
        gathering = cls(fields.text(data, "table", 64), plan, random_hex)
        gathering.members = [read_member(item, len(plan)) for item in fields.items(data, "places", len(plan))]
        gathering.draw.shares = read_shares(data.get("shares"))
        gathering.minded = {
            fields.number({"seat": seat}, "seat", len(plan))
            for seat in fields.items(data, "minded", len(plan))
        }
        gathering.count = fields.number(data, "count", 1 << 31)
        gathering.match = fields.number(data, "match", 1 << 31) if "match" in data else 1
        gathering.evening = read_evening(data["evening"]) if "evening" in data else []
        gathering._played_shares, gathering._played_match = gathering.draw.shares, gathering.match
        gathering.phase = "ready"
        if not all(share.bytes for share in gathering.draw.shares):
            raise fields.invalid("shares")
        return gathering
