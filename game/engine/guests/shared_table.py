"""The match on the table as guests reach it: a `Table` for the protocol's host (game/devices/hosting/members.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.devices.hosting.gathering import MINDER_LEVEL, MINDER_STYLE
from game.devices.hosting.host import Host
from game.devices.seed_exchange import seed_commitment, seed_of
from game.engine.match.current import CurrentMatch
from game.engine.match.player_actions import PlayerActions
from game.records.record import Seat
from game.rules.match import start_match
from game.rules.options.declared import Options
from game.rules.view import NOBODY
from game.session.saving import record_text
from game.session.session import Session
from game.session.viewers.viewer import Viewer

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.contract.device_lines import GuestArguments, GuestVerb
    from game.contract.play_answers import Tapped
    from game.contract.scenes import Scene


class PlannedMatch(NamedTuple):
    """The match for which a lobby waits. `aspect` is that of the host's board view."""

    options: Options
    preset: str | None
    aspect: float


class SharedTable:
    """The match that is on the table now, for several devices. The caller stores the match after a change."""

    def __init__(self, match: CurrentMatch) -> None:
        self._match = match
        self._session: Session = match.require_session()

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self._session.phase == "match-over"

    def add_viewer(self, seat: int, aspect: float) -> Viewer:
        """Add a device for a seat; for NOBODY, a device that only looks on. Raises MatchError, see `Session.add_viewer`."""
        return self._session.add_viewer(() if seat == NOBODY else (seat,), aspect)

    def remove_viewer(self, viewer: Viewer) -> None:
        """Remove a device."""
        self._session.remove_viewer(viewer)

    def mind(self, seat: int, by_bot: bool) -> None:
        """Let a bot play on for an absent guest, or let the guest play again."""
        name = self._session.seats[seat].name
        self._session.mind(seat, Seat(name, "bot", MINDER_LEVEL, MINDER_STYLE) if by_bot else None)

    def is_up_to_date(self, viewer: Viewer) -> bool:
        """Whether the newest scene that the viewer got is up to date."""
        return viewer.sent.version == self._session.version

    def scene(self, viewer: Viewer) -> Scene:
        """A guest's scene. It offers nothing that only the host's device can do, and reports no problem of the host's storage.

        Its "next" is False, because the host's page asks for the next event.
        """
        made = self._match.scene(viewer)
        made["can"]["next-round"] = False
        made["storage_problem"], made["next"] = "", False
        return made

    def ask(
        self, viewer: Viewer, verb: GuestVerb, arguments: GuestArguments
    ) -> Tapped | Scene | list[Message]:
        """Answer a verb of a guest as game/engine/match/play.py answers it at this device. Raises Refusal."""
        actions = PlayerActions(self._session, viewer)
        if verb == "tell":
            return actions.tell(arguments["what"])
        if verb == "tap":
            places = actions.places(arguments["tile"])
            code = actions.single_play(places) if arguments.get("at_once") else ""
            if not code:
                return {"places": places}
            actions.act(code, call=arguments.get("call", False))
            return {"scene": self.scene(viewer)}
        if verb == "drag":
            return {"places": actions.places(arguments["tile"])}
        if verb == "arm":
            actions.arm(arguments["armed"])
        else:
            typed = verb == "typed"
            code = actions.typed(arguments["tile"], arguments.get("on", "")) if typed else arguments["code"]
            actions.act(code, call=arguments.get("call", False), toe=arguments.get("toe", -1))
        return self.scene(viewer)

    def give_seat(self, seat: int, name: str) -> bool:
        """Give a bot's seat to a person at another device, between two rounds."""
        if self._session.phase == "playing":
            return False
        if self._session.phase == "round-over":
            _seat_person(self._session, seat, name)
        return self._session.phase == "round-over"

    def results(self) -> list[tuple[str, int, int]]:
        """(name, points, place) of each seat. Only for the end of the match."""
        match = self._session.match
        return [
            (seat.name, match.totals[number], match.places[number])
            for number, seat in enumerate(self._session.seats)
        ]

    def record(self) -> str:
        """The record of the match, as text. Only for the end of the match."""
        return record_text(self._session)


def _seat_person(session: Session, seat: int, name: str) -> None:
    """Let a person at another device have a bot's seat from now on."""
    seats = [*session.seats]
    seats[seat] = Seat(name, "human")
    session.seats = tuple(seats)
    session.people = tuple(sorted({*session.people, seat}))
    session.away = tuple(sorted({*session.away, seat}))
    session.alone = False
    session.mind(seat, None)


def deal_match(host: Host, options: Options, preset: str | None, aspect: float) -> Session:
    """The match of a host in the phase "ready", dealt with the seed that all devices drew.

    `options` are for as many seats as the host's plan. `aspect` is the width of the host's board view divided by its
    height. The people of the plan's kind "guest" sit at other devices.
    """
    names = {member.seat: member.name for member in host.gathering.members}
    seats, away = list[Seat](), list[int]()
    for number, plan in enumerate(host.gathering.plan):
        if plan.kind == "bot":
            seats.append(Seat(plan.name, "bot", plan.level, plan.style))
        else:
            seats.append(Seat(names.get(number, plan.name), "human"))
            away += [number] * (plan.kind == "guest")
    match = start_match(options, seed_of(host.shares))
    session = Session(match, preset, tuple(seats), aspect, tuple(away))
    session.commitment = seed_commitment(host.shares)
    return session
