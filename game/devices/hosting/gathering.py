"""The gathering at the host's table: who has which place, and what every guest is told and shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.devices.hosting.draw import Draw
from game.devices.hosting.guest_places import (
    Place,
    SeatPlan,
    Table,
    lobby_data,
    place_data,
    plan_data,
    read_place,
    read_plan,
)
from game.devices.hosting.switchboard import Switchboard
from game.devices.seed_exchange import read_shares, shares_data
from game.records import fields
from game.records.fields import Entry
from game.rules.errors import Refusal
from game.rules.view import NOBODY

if TYPE_CHECKING:
    from game.contract.device_lines import ByeReason, HostLine, HostPhase
    from game.contract.kept import HostState

MOST_SEATS = 10
MINDER_LEVEL, MINDER_STYLE = "rooster", "balanced"
"""The bot that plays on for an absent guest."""


class Gathering:
    """The planned seats, the guests' places, and the match. For the phases, see host.py."""

    def __init__(self, table_id: str, plan: Sequence[SeatPlan], random_hex: Callable[[int], str]) -> None:
        self.table_id = table_id
        self.plan = list(plan)
        self.phase: HostPhase = "lobby"
        self.is_paused = False
        self.places: list[Place] = []
        self.minded: set[int] = set()  # the seats of guests for whom a bot plays on
        self.lines = Switchboard()
        self.table: Table | None = None
        self.match = 1  # number of the match that is next or in play
        self.count = 0  # number of invitations and places so far, so that each has its own name
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

    def place_at(self, seat: int) -> Place:
        """The place of the guest in this seat. Raises Refusal when there is none."""
        for place in self.places:
            if place.seat == seat != NOBODY:
                return place
        raise Refusal("error.devices.not-a-guest")

    def next_name(self, kind: str) -> str:
        """A new name, such as guest-3."""
        self.count += 1
        return f"{kind}-{self.count}"

    # --- telling the guests

    def send(self, place: Place, now: float, line: HostLine) -> None:
        """Send a guest a message. A guest without a connection gets none."""
        if place.link is not None:
            self.lines.send(place.link, now, line)

    def tell_lobby(self, now: float) -> None:
        """Send every guest the list of the people at the table."""
        for place in self.places:
            lobby = lobby_data(self.plan, self.places, self.minded)
            self.send(place, now, {"do": "lobby", "phase": self.phase, "paused": self.is_paused, **lobby})

    def show_table(self, place: Place, now: float) -> None:
        """Show a guest the whole table, as if the guest's device had just joined."""
        if self.table is None or place.link is None:
            return
        if place.viewer is not None:
            self.table.remove_viewer(place.viewer)
        place.viewer = self.table.add_viewer(place.seat, place.aspect)
        self.send(place, now, {"do": "scene", "scene": self.table.scene(place.viewer), "whole": True})
        if self.phase == "over":
            self._disclose(place, now)

    def publish(self, now: float) -> None:
        """Send the changes of the table to all guests that have not got them. When the match is over, disclose everything."""
        if self.table is None:
            return
        for place in self.places:
            if place.viewer is not None and not self.table.is_up_to_date(place.viewer):
                self.send(
                    place, now, {"do": "scene", "scene": self.table.scene(place.viewer), "whole": False}
                )
        if self.table.is_over and self.phase == "playing":
            self.phase = "over"
            for place in self.places:
                self._disclose(place, now)
            self.tell_lobby(now)

    def _disclose(self, place: Place, now: float) -> None:
        """Send a guest the record and the bytes of all devices. Only after the match."""
        assert self.table is not None and self.table.is_over
        record = self.table.record()
        shares = shares_data(self.draw.shares)
        self.send(place, now, {"do": "opened", "shares": shares, "record": record, "match": self.match})

    # --- the match

    def play(self, table: Table, now: float) -> None:
        """Show the match to all guests."""
        self.table, self.phase = table, "over" if table.is_over else "playing"
        for seat in self.minded:
            table.mind(seat, True)
        for place in self.places:
            place.viewer = None  # it belonged to an earlier table
            self.show_table(place, now)
        self.tell_lobby(now)

    def mind(self, seat: int, now: float) -> None:
        """Let a bot play on for a guest; before the deal, from the deal on."""
        if seat != NOBODY and seat not in self.minded:
            self.minded.add(seat)
            if self.phase in ("playing", "over"):
                assert self.table is not None
                self.table.mind(seat, True)
                self.publish(now)
            elif any(place.seat == seat and self.draw.has_share(place) for place in self.places):
                self.draw.begin_anew(now)
        self.tell_lobby(now)
        self.draw.go_on(now)

    def let_play(self, place: Place, now: float) -> None:
        """Let a guest play again, if a bot plays on for it."""
        if place.seat in self.minded:
            self.minded.discard(place.seat)
            if self.phase in ("playing", "over"):
                assert self.table is not None
                self.table.mind(place.seat, False)
                self.publish(now)
            self.tell_lobby(now)

    # --- guests who go

    def part(self, place: Place, now: float) -> None:
        """Note that a guest's connection has ended. A guest keeps the seat; a device that looks on loses its place."""
        has_share = self.draw.has_share(place)
        place.link = None
        place.has_answered()
        if place.viewer is not None and self.table is not None:
            self.table.remove_viewer(place.viewer)
            place.viewer = None
        if place.seat == NOBODY:
            self.places.remove(place)
        if has_share:
            self.draw.begin_anew(now)
        self.tell_lobby(now)

    def end(self, place: Place, why: ByeReason, now: float) -> None:
        """End a guest's connection."""
        if place.link is not None:
            self.lines.close(place.link, why, now)
            self.part(place, now)

    def remove(self, place: Place, why: ByeReason, now: float) -> None:
        """Take a guest's place away. If a match is in play, or is being dealt, a bot plays on."""
        self.end(place, why, now)
        if place in self.places:
            self.places.remove(place)
        if place.seat != NOBODY and self.draw.is_dealing:
            self.plan[place.seat] = SeatPlan("bot", place.name, "", MINDER_LEVEL, MINDER_STYLE)
            self.minded.discard(place.seat)
        elif self.phase not in ("lobby", "lots"):
            self.mind(place.seat, now)
        else:
            self.minded.discard(place.seat)
        self.tell_lobby(now)
        self.draw.go_on(now)

    # --- the text form

    def data(self) -> HostState:
        """Everything that lets guests return after a reload of the host's page, as data for JSON."""
        seats = [place for place in self.places if place.seat != NOBODY]
        return {
            "table": self.table_id,
            "plan": [plan_data(plan) for plan in self.plan],
            "places": [place_data(place) for place in seats],
            "shares": shares_data(self.draw.shares),
            "minded": [*sorted(self.minded)],
            "count": self.count,
        }

    @classmethod
    def restore(cls, data: Entry, random_hex: Callable[[int], str]) -> Gathering:
        """The gathering of a match in play, with all guests away. Raises RecordError."""
        plan = [read_plan(item) for item in fields.items(data, "plan", MOST_SEATS)]
        gathering = cls(fields.text(data, "table", 64), plan, random_hex)
        gathering.places = [read_place(item, len(plan)) for item in fields.items(data, "places", len(plan))]
        gathering.draw.shares = read_shares(data.get("shares"))
        gathering.minded = {
            fields.number({"seat": seat}, "seat", len(plan))
            for seat in fields.items(data, "minded", len(plan))
        }
        gathering.count = fields.number(data, "count", 1 << 31)
        gathering.phase = "ready"
        if not all(share.bytes for share in gathering.draw.shares):
            raise fields.invalid("shares")
        return gathering
