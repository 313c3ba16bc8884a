"""The verbs for people with their own devices: those of the host's page, and those of the connections.

assets/peers.js calls `link_opened`, `link_closed`, `received` and, once a second, `beat`, in the order in which things happen.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from game.devices.hosting.gathering import MOST_SEATS
from game.devices.hosting.guest_places import SeatPlan
from game.devices.hosting.host import Host
from game.devices.hosting.requests import read_face
from game.engine import menu
from game.engine.guests.opened_match import OpenedMatches
from game.engine.guests.party import Party, PlannedMatch
from game.engine.library import read_seat
from game.records import fields

PartyData = dict[str, Any]
"""See `Party.data`."""


class GuestVerbs:
    """The verbs of a `Party` and of `OpenedMatches`, by name."""

    def __init__(self, party: Party, opened_matches: OpenedMatches) -> None:
        self.guest_party = party
        self.by_name: dict[str, Callable[..., Awaitable[Any]]] = {
            "open_party": self.open_party,
            "party": self.party,
            "close_party": self.close_party,
            "invite": self.invite,
            "deal_party": self.deal_party,
            "pause_party": self.pause_party,
            "mind": self.mind,
            "let_play": self.let_play,
            "take_out": self.take_out,
            "link_opened": self.link_opened,
            "link_closed": self.link_closed,
            "received": self.received,
            "beat": self.beat,
            "keep_opened": opened_matches.keep_opened,
        }

    # --- the host's page

    async def open_party(self, seats: list[dict[str, Any]], aspect: float, **wanted: Any) -> PartyData:
        """Open a lobby for a match with the `wanted` "preset" and "changes" (see `menu.resolved`).

        `seats` are as for `Library.start`. A seat may also have the kind "phone": it waits for a guest. A person's seat may have
        a "face". Raises OptionError, and Refusal for a bad seat.
        """
        options = menu.resolved(players=len(seats), **wanted)
        plan = [_read_plan(choices) for choices in seats]
        await self.guest_party.open(plan, PlannedMatch(options, wanted.get("preset"), aspect))
        return await self.guest_party.data()

    async def party(self) -> PartyData:
        """Who is at the table, see `Party.data`."""
        return await self.guest_party.data()

    async def close_party(self) -> PartyData:
        """End the party and all its connections."""
        await self.guest_party.close()
        return await self.guest_party.data()

    async def invite(
        self, seat: int | None = None, new_device: bool = False, texts: str = ""
    ) -> dict[str, str]:
        """Make an invitation, see `Host.invite`: {"invitation": its id}."""
        return await self.guest_party.invite(seat, new_device, texts)

    async def deal_party(self, bots: Sequence[dict[str, Any]] = ()) -> PartyData:
        """Begin to draw the seed: every device reveals its random bytes. When all have come, the match is dealt.

        `bots` play in seats that still wait for a guest: seats as for `Library.start`, each with its number "seat".
        Raises Refusal if a bot is named for a guest's seat, or if a seat still waits after the bots have theirs.
        """
        planned = {fields.number(choices, "seat", MOST_SEATS): _read_plan(choices) for choices in bots}

        def deal(host: Host, now: float) -> None:
            plan = [planned.get(number, seat) for number, seat in enumerate(host.gathering.plan)]
            if planned:
                host.set_plan(plan, now)
            host.draw_lots(now)

        return await self._apply(deal)

    async def pause_party(self, paused: bool) -> PartyData:
        """Pause the match, or go on."""
        await self.guest_party.apply(lambda host, now: host.pause(paused, now))
        self.guest_party.show_again()
        return await self.guest_party.data()

    async def mind(self, seat: int) -> PartyData:
        """Let a bot play on for a guest."""
        return await self._apply(lambda host, now: host.mind(seat, now))

    async def let_play(self, seat: int) -> PartyData:
        """Let a guest play again, instead of the bot."""
        return await self._apply(lambda host, now: host.let_play(seat, now))

    async def take_out(self, seat: int) -> PartyData:
        """Take a guest out."""
        return await self._apply(lambda host, now: host.take_out(seat, now))

    async def _apply(self, action: Callable[..., None]) -> PartyData:
        await self.guest_party.apply(action)
        return await self.guest_party.data()

    # --- the connections; all answer None

    async def link_opened(self, connection: str, invitation: str) -> None:
        """A connection by an invitation is open."""
        if self.guest_party.is_open:
            await self.guest_party.apply(lambda host, now: host.opened(connection, invitation, now))
        else:
            await self.guest_party.refuse_connection(connection)

    async def link_closed(self, connection: str) -> None:
        """A connection has ended."""
        if self.guest_party.is_open:
            await self.guest_party.apply(lambda host, now: host.closed(connection, now))

    async def received(self, connection: str, line: str) -> None:
        """A line came from a guest."""
        if self.guest_party.is_open:
            await self.guest_party.apply(lambda host, now: host.received(connection, line, now))

    async def beat(self) -> None:
        """A second has passed since the last beat."""
        if self.guest_party.is_open:
            await self.guest_party.apply(lambda host, now: host.tick(now))


def _read_plan(choices: dict[str, Any]) -> SeatPlan:
    """Read one seat of the page's form. Raises Refusal for a bad value."""
    if choices.get("kind") == "phone":
        return SeatPlan("guest")
    seat = read_seat(choices)
    if seat.kind == "human":
        return SeatPlan("host", seat.name, read_face(choices) if choices.get("face") else "")
    return SeatPlan("bot", seat.name, "", seat.level or "", seat.style or "")
