"""The verbs for people with their own devices: those of the host's page, and those of the connections.

assets/peers.js calls `link_opened`, `link_closed`, `received` and, once a second, `beat`, in the order in which things happen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.devices.hosting.gathering import MOST_SEATS
from game.devices.hosting.host import Host
from game.devices.hosting.lines.requests import read_face, read_reaction
from game.devices.hosting.members import SeatPlan
from game.engine import menu
from game.engine.guests.opened_match import OpenedMatches
from game.engine.guests.party import Party, PlannedMatch
from game.engine.starting.seating import read_seat
from game.engine.verb_group import verb, verbs_of
from game.records import fields

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import Invitation, PartyData
    from game.contract.basics import Changes, ChosenSeat, NumberedSeat
    from game.contract.engine_verbs import OpenedVerbs, PartyVerbs


class GuestVerbs:
    """The verbs of a `Party` and of `OpenedMatches`, by name."""

    def __init__(self, party: Party, opened_matches: OpenedMatches) -> None:
        self.guest_party = party
        party_verbs: PartyVerbs = self
        opened_verbs: OpenedVerbs = opened_matches
        self.by_name = verbs_of(party_verbs, opened_verbs)

    # --- the host's page

    @verb
    async def open_party(
        self, seats: Sequence[ChosenSeat], aspect: float, *, preset: str | None, changes: Changes
    ) -> PartyData:
        """Open a lobby for a match with the wanted options. A seat of the kind "phone" waits for a guest.

        Raises OptionError, and Refusal for a bad seat.
        """
        options = menu.resolved(preset, changes, len(seats))
        plan = [_read_plan(choices) for choices in seats]
        await self.guest_party.open(plan, PlannedMatch(options, preset, aspect))
        return await self.guest_party.data()

    @verb
    async def change_party(
        self, seats: Sequence[ChosenSeat], aspect: float, *, preset: str | None, changes: Changes
    ) -> PartyData:
        """Return to the lobby after a match, with another table. The guests stay.

        Raises OptionError, and Refusal for a bad seat, for a guest without a seat, or while a match is in play.
        """
        options = menu.resolved(preset, changes, len(seats))
        plan = [_read_plan(choices) for choices in seats]
        await self.guest_party.change(plan, PlannedMatch(options, preset, aspect))
        return await self.guest_party.data()

    @verb
    async def play_again(self) -> PartyData:
        """Draw the seed for another match of the same people, see `Host.play_again`."""
        return await self._apply(lambda host, now: host.play_again(now))

    @verb
    async def react(self, what: str) -> None:
        """Show the guests a reaction of the person at this device. Raises RecordError for an unknown one."""
        await self.guest_party.apply(lambda host, now: host.react(read_reaction({"what": what}), now))

    @verb
    async def party(self) -> PartyData:
        """Who is at the table, see `Party.data`."""
        return await self.guest_party.data()

    @verb
    async def close_party(self) -> PartyData:
        """End the party and all its connections."""
        await self.guest_party.close()
        return await self.guest_party.data()

    @verb
    async def invite(self, seat: int | None = None, new_device: bool = False, texts: str = "") -> Invitation:
        """Make an invitation, see `Host.invite`."""
        return await self._invitation(lambda host, now: host.invite(now, seat, new_device, texts))

    @verb
    async def open_door(self, texts: str = "") -> Invitation:
        """Make the invitation for everybody with the table's link, see `Door`."""
        return await self._invitation(lambda host, now: host.open_door(texts))

    @verb
    async def let_in(self, connection: str, is_welcome: bool) -> PartyData:
        """Let a guest in who waits at the door, or send it away."""
        return await self._apply(lambda host, now: host.door.let_in(connection, is_welcome, host.lines, now))

    @verb
    async def deal_party(self, bots: Sequence[NumberedSeat] = ()) -> PartyData:
        """Begin to draw the seed: every device reveals its random bytes. When all have come, the match is dealt.

        `bots` play in seats that still wait for a guest: seats with their numbers.
        Raises Refusal if a bot is named for a guest's seat, or if a seat still waits after the bots have theirs.
        """
        planned = {
            fields.number({"seat": choices.get("seat")}, "seat", MOST_SEATS): _read_plan(choices)
            for choices in bots
        }

        def deal(host: Host, now: float) -> None:
            plan = [planned.get(number, seat) for number, seat in enumerate(host.gathering.plan)]
            if planned:
                host.set_plan(plan, now)
            host.draw_lots(now)

        return await self._apply(deal)

    @verb
    async def pause_party(self, paused: bool) -> PartyData:
        """Pause the match, or go on."""
        await self.guest_party.apply(lambda host, now: host.pause(paused, now))
        self.guest_party.show_again()
        return await self.guest_party.data()

    @verb
    async def mind(self, seat: int) -> PartyData:
        """Let a bot play on for a guest."""
        return await self._apply(lambda host, now: host.mind(seat, now))

    @verb
    async def let_play(self, seat: int) -> PartyData:
        """Let a guest play again, instead of the bot."""
        return await self._apply(lambda host, now: host.let_play(seat, now))

    @verb
    async def take_out(self, seat: int) -> PartyData:
        """Take a guest out."""
        return await self._apply(lambda host, now: host.take_out(seat, now))

    async def _apply(self, action: Callable[..., None]) -> PartyData:
        await self.guest_party.apply(action)
        return await self.guest_party.data()

    async def _invitation(self, make: Callable[[Host, float], str]) -> Invitation:
        return {"invitation": await self.guest_party.apply(make)}

    # --- the connections; all answer None

    @verb
    async def link_opened(self, connection: str, invitation: str) -> None:
        """A connection by an invitation is open."""
        if self.guest_party.is_open:
            await self.guest_party.apply(lambda host, now: host.opened(connection, invitation, now))
        else:
            await self.guest_party.refuse_connection(connection)

    @verb
    async def link_closed(self, connection: str, flooded: bool = False) -> None:
        """A connection has ended. `flooded`: the page has closed it, because too much came."""
        if self.guest_party.is_open:
            await self.guest_party.apply(lambda host, now: host.closed(connection, now, flooded))

    @verb
    async def received(self, connection: str, line: str) -> None:
        """A line came from a guest."""
        if self.guest_party.is_open:
            await self.guest_party.apply(lambda host, now: host.received(connection, line, now))

    @verb
    async def beat(self) -> None:
        """A second has passed since the last beat."""
        if self.guest_party.is_open:
            await self.guest_party.apply(lambda host, now: host.tick(now))


def _read_plan(choices: ChosenSeat) -> SeatPlan:
    """Read one seat of the page's form. Raises Refusal for a bad value."""
    if choices.get("kind") == "phone":
        return SeatPlan("guest")
    seat = read_seat(choices)
    if seat.kind == "human":
        return SeatPlan(
            "host", seat.name, read_face({"face": choices["face"]}) if choices.get("face") else ""
        )
    return SeatPlan("bot", seat.name, "", seat.level or "", seat.style or "")
