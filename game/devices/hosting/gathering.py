"""The gathering at the host's table: who has which place, and what every guest is told and shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.devices.evidence import MOST_DRAWS_AGAIN
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
from game.devices.seed_exchange import (
    BYTES,
    HOST,
    Share,
    commitment_of,
    is_revealed,
    read_shares,
    shares_data,
)
from game.records import fields
from game.records.fields import Entry
from game.rules.errors import Refusal
from game.rules.view import NOBODY

if TYPE_CHECKING:
    from game.contract.device_lines import ByeReason, HashesLine, HostLine, HostPhase
    from game.contract.kept import HostState

MOST_SEATS = 10
DRAW_SECONDS = 10.0
"""How long the draw of the seed waits for one guest. After that it is said who holds it up."""
MINDER_LEVEL, MINDER_STYLE = "rooster", "balanced"
"""The bot that plays on for an absent guest."""


class Gathering:
    """The planned seats, the guests' places, the drawing of the seed, and the match. For the phases, see host.py."""

    def __init__(self, table_id: str, plan: Sequence[SeatPlan], random_hex: Callable[[int], str]) -> None:
        self.table_id = table_id
        self.plan = list(plan)
        self.phase: HostPhase = "lobby"
        self.is_paused = False
        self.places: list[Place] = []
        self.minded: set[int] = set()  # the seats of guests for whom a bot plays on
        self.shares: tuple[Share, ...] = ()
        self.lines = Switchboard()
        self.table: Table | None = None
        self.match = 1  # number of the match that is next or in play
        self.is_dealing = False  # whether the host's person has asked for the deal, and the draw is not over
        self.draws_again = 0  # how often the draw for this match began again
        self.count = 0  # number of invitations and places so far, so that each has its own name
        self._random_hex = random_hex
        self._own_bytes = random_hex(BYTES)

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

    @property
    def own_hash(self) -> str:
        """The host's commitment, for guests who have not committed yet. Empty after the lobby."""
        return commitment_of(HOST, self._own_bytes) if self.phase == "lobby" else ""

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
        shares = shares_data(self.shares)
        self.send(place, now, {"do": "opened", "shares": shares, "record": record, "match": self.match})

    # --- the seed

    def require_ready(self) -> None:
        """Raise Refusal while a seat waits for a guest, a guest is not there, or the draw began again too often."""
        if self.draws_again > MOST_DRAWS_AGAIN:
            raise Refusal("error.devices.draws")
        taken = {place.seat for place in self.places} | self.minded
        for number, seat in enumerate(self.plan):
            if seat.kind == "guest" and number not in taken:
                raise Refusal("error.devices.open-seat")
        for place in self.places:
            if place.seat == NOBODY or place.seat in self.minded:
                continue
            if place.state != "here" or not place.hash:
                raise Refusal("error.devices.not-here", {"name": place.name})

    def draw_lots(self, now: float) -> None:
        """Publish the commitments of all devices that are here, and ask for the bytes behind them. Raises like `require_ready`."""
        self.require_ready()
        drawing = [
            place
            for place in self.places
            if place.state == "here" and place.hash and place.seat not in self.minded
        ]
        own = Share(HOST, self.own_hash, self._own_bytes)
        self.shares = (own, *(Share(place.who, place.hash) for place in drawing))
        self.phase, self.is_dealing = "lots", True
        hashes: HashesLine = {
            "do": "hashes",
            "shares": [{"who": share.who, "hash": share.hash} for share in self.shares],
        }
        for place in drawing:
            place.want_line(now)
            self.send(place, now, hashes)
        self._finish_lots(now)

    def commit(self, place: Place, hash: str, now: float) -> None:
        """Take a guest's commitment. A draw that began again goes on with the last one."""
        place.hash = hash
        self._has_answered(place, now)
        self.go_on(now)

    def reveal(self, place: Place, bytes: str, now: float) -> None:
        """Take the bytes of a guest. Raises Refusal if they are not those to which the guest committed."""
        revealed = Share(place.who, place.hash, bytes)
        if not is_revealed(revealed):
            raise Refusal("error.devices.reveal")
        self.shares = tuple(revealed if share.who == place.who else share for share in self.shares)
        self._has_answered(place, now)
        self._finish_lots(now)

    def _has_answered(self, place: Place, now: float) -> None:
        was_late = place.is_late
        place.has_answered()
        if was_late:
            self.tell_lobby(now)

    def _finish_lots(self, now: float) -> None:
        if all(share.bytes for share in self.shares):
            self.phase, self.is_dealing, self.draws_again = "ready", False, 0
        self.tell_lobby(now)

    def has_share(self, place: Place) -> bool:
        """Whether the guest's bytes are part of the draw that is under way."""
        return self.phase == "lots" and any(share.who == place.who for share in self.shares)

    def begin_anew(self, now: float) -> None:
        """Return to the lobby, with new bytes of all devices. Nobody's bytes are used twice."""
        self.draws_again += 1
        self.ask_for_commitments(now)

    def ask_for_commitments(self, now: float) -> None:
        """Commit to new bytes of the host, and ask all guests for theirs."""
        self.phase, self.shares, self._own_bytes = "lobby", (), self._random_hex(BYTES)
        for place in self.places:
            place.hash = ""
            place.want_line(now)
            self.send(place, now, {"do": "anew", "commit": self.own_hash, "match": self.match})

    def go_on(self, now: float) -> None:
        """Go on with a draw that began again, if everybody is ready."""
        if not self.is_dealing or self.phase != "lobby":
            return
        try:
            self.draw_lots(now)
        except Refusal:  # the host's page shows who is missing
            return

    def notice_late(self, now: float) -> bool:
        """Note which guests hold up the draw. Returns whether one has just become late.

        A device that only looks on is taken out: the table does not wait for it.
        """
        changed = False
        for place in list(self.places):
            is_over = place.wanted_at is not None and now - place.wanted_at >= DRAW_SECONDS
            if is_over and place.state == "here":
                if place.seat == NOBODY:
                    self.remove(place, "taken-out", now)
                else:
                    place.is_late = changed = True
        return changed

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
            elif any(place.seat == seat and self.has_share(place) for place in self.places):
                self.begin_anew(now)
        self.tell_lobby(now)
        self.go_on(now)

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
        has_share = self.has_share(place)
        place.link = None
        place.has_answered()
        if place.viewer is not None and self.table is not None:
            self.table.remove_viewer(place.viewer)
            place.viewer = None
        if place.seat == NOBODY:
            self.places.remove(place)
        if has_share:
            self.begin_anew(now)
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
        if place.seat != NOBODY and self.is_dealing:
            self.plan[place.seat] = SeatPlan("bot", place.name, "", MINDER_LEVEL, MINDER_STYLE)
            self.minded.discard(place.seat)
        elif self.phase not in ("lobby", "lots"):
            self.mind(place.seat, now)
        else:
            self.minded.discard(place.seat)
        self.tell_lobby(now)
        self.go_on(now)

    # --- the text form

    def data(self) -> HostState:
        """Everything that lets guests return after a reload of the host's page, as data for JSON."""
        seats = [place for place in self.places if place.seat != NOBODY]
        return {
            "table": self.table_id,
            "plan": [plan_data(plan) for plan in self.plan],
            "places": [place_data(place) for place in seats],
            "shares": shares_data(self.shares),
            "minded": [*sorted(self.minded)],
            "count": self.count,
        }

    @classmethod
    def restore(cls, data: Entry, random_hex: Callable[[int], str]) -> Gathering:
        """The gathering of a match in play, with all guests away. Raises RecordError."""
        plan = [read_plan(item) for item in fields.items(data, "plan", MOST_SEATS)]
        gathering = cls(fields.text(data, "table", 64), plan, random_hex)
        gathering.places = [read_place(item, len(plan)) for item in fields.items(data, "places", len(plan))]
        gathering.shares = read_shares(data.get("shares"))
        gathering.minded = {
            fields.number({"seat": seat}, "seat", len(plan))
            for seat in fields.items(data, "minded", len(plan))
        }
        gathering.count = fields.number(data, "count", 1 << 31)
        gathering.phase = "ready"
        if not all(share.bytes for share in gathering.shares):
            raise fields.invalid("shares")
        return gathering
