"""The table of several devices: its match, its planned seats, and the guests that the host knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from game.devices.hosting.lines.switchboard import Link
from game.devices.wire import digest
from game.records import fields
from game.records.fields import Json
from game.rules.view import NOBODY

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.contract.device_lines import GuestArguments, GuestVerb, LobbySeat, LobbySeats, SeatState
    from game.contract.kept import KeptMember, KeptPlan
    from game.contract.play_answers import Tapped
    from game.contract.scenes import Scene

PlanKind = Literal["host", "guest", "bot"]
PLANS: dict[str, PlanKind] = {"host": "host", "guest": "guest", "bot": "bot"}
LONGEST_NAME = 100


class Table(Protocol):
    """The match, as guests reach it. A viewer is one device at it (game/session/viewers/viewer.py)."""

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""

    def add_viewer(self, seat: int, aspect: float) -> Any:
        """Add a device for a seat; for NOBODY, a device that only looks on."""

    def remove_viewer(self, viewer: Any) -> None:
        """Remove a device."""

    def is_up_to_date(self, viewer: Any) -> bool:
        """Whether the newest scene that the viewer got, alone or in an answer, is up to date."""

    def scene(self, viewer: Any) -> Scene:
        """The viewer's scene, with the changes since its last one."""

    def ask(self, viewer: Any, verb: GuestVerb, arguments: GuestArguments) -> Tapped | Scene | list[Message]:
        """Answer a verb for the person at the viewer. Raises Refusal, and then changes nothing."""

    def mind(self, seat: int, by_bot: bool) -> None:
        """Let a bot play on for an absent person, or let the person play again."""

    def give_seat(self, seat: int, name: str) -> bool:
        """Give a bot's seat to a person at another device. Returns False if that must wait for the end of the round."""

    def results(self) -> list[tuple[str, int, int]]:
        """(name, points, place) of each seat. Only for the end of the match."""

    def record(self) -> str:
        """The record of the match, as text. Only for the end of the match."""


class SeatPlan(NamedTuple):
    """Who shall sit in a seat: `kind` is "host" (a person at the host's device), "guest" or "bot".

    Guests bring their own name and face. A bot has a level and a style.
    """

    kind: PlanKind
    name: str = ""
    face: str = ""
    level: str = ""
    style: str = ""


class Member:
    """A guest as its host knows it. It outlives connections. `seat` is NOBODY for a device that only looks on."""

    def __init__(self, who: str, seat: int, name: str, face: str) -> None:
        self.who = who  # the device's name while all devices draw the seed together
        self.seat = seat
        self.name = name
        self.face = face
        self.aspect = 1.0  # width of the device's board view divided by its height
        self.secret = ""  # the digest of the secret that brings the guest back
        self.next_secret = ""  # the digest of the secret in a `welcome` that may still be lost
        self.hash = ""  # the guest's commitment for the seed
        self.wanted_at: float | None = None  # since when the draw waits for a line of this guest
        self.is_late = False  # the draw has waited too long
        self.reacted_at: float | None = None  # when the guest last showed a reaction
        # the bot whose seat a latecomer takes at the next round, until then
        self.instead_of: SeatPlan | None = None
        self.link: Link | None = None
        self.viewer: Any = None  # the device at the table, see `Table`

    @property
    def state(self) -> Literal["here", "quiet", "away", "late"]:
        """The connection: "quiet" if heartbeats are missing, "away" if it is closed, "late" if it holds up the draw."""
        if self.link is None:
            return "away"
        if self.link.is_quiet:
            return "quiet"
        return "late" if self.is_late else "here"

    def has_secret(self, secret: str) -> bool:
        """Whether the secret brings the guest back."""
        return digest(secret) in (self.secret, self.next_secret)

    def new_secret(self, secret: str) -> None:
        """Send a new secret. The one that the guest has stays good until `confirm`. Only digests are kept."""
        self.next_secret = digest(secret)

    def confirm(self) -> None:
        """The guest has the newest secret, because it has answered the `welcome` with it."""
        if self.next_secret:
            self.secret, self.next_secret = self.next_secret, ""

    def want_line(self, now: float) -> None:
        """The draw waits for a line of this guest from now on."""
        self.wanted_at, self.is_late = now, False

    def has_answered(self) -> None:
        """The line for which the draw has waited has come."""
        self.wanted_at, self.is_late = None, False


def plan_data(plan: SeatPlan) -> KeptPlan:
    """A seat plan as data for JSON."""
    return {
        "kind": plan.kind,
        "name": plan.name,
        "face": plan.face,
        "level": plan.level,
        "style": plan.style,
    }


def member_data(member: Member) -> KeptMember:
    """A member as data for JSON, without its connection."""
    kept: KeptMember = {
        "who": member.who,
        "seat": member.seat,
        "name": member.name,
        "face": member.face,
        "secret": member.secret,
    }
    if member.next_secret:
        kept["next_secret"] = member.next_secret
    return kept


def read_member(value: Json, seats: int) -> Member:
    """Read a stored member. Raises RecordError."""
    data = fields.entry(value, "places")
    names = [fields.text(data, field, LONGEST_NAME) for field in ("who", "name", "face", "secret")]
    member = Member(names[0], fields.number(data, "seat", seats), names[1], names[2])
    member.secret = names[3]
    member.next_secret = fields.text(data, "next_secret", LONGEST_NAME) if "next_secret" in data else ""
    return member


def read_plan(value: Json) -> SeatPlan:
    """Read a stored seat plan. Raises RecordError."""
    data = fields.entry(value, "plan")
    kind, *others = [fields.text(data, field, LONGEST_NAME) for field in SeatPlan._fields]
    if kind not in PLANS:
        raise fields.invalid("plan")
    return SeatPlan(PLANS[kind], *others)


def lobby_data(plan: Sequence[SeatPlan], members: Sequence[Member], minded: set[int]) -> LobbySeats:
    """What every device knows of the seats."""
    by_seat = {member.seat: member for member in members if member.seat != NOBODY}
    seats: list[LobbySeat] = []
    for number, planned in enumerate(plan):
        member = by_seat.get(number)
        state: SeatState = "open" if planned.kind == "guest" else planned.kind
        if number in minded:
            state = "minded"
        elif member is not None:
            waits = member.instead_of is not None and member.state == "here"
            state = "next-round" if waits else member.state
        seats.append(
            {
                "seat": number,
                "kind": planned.kind,
                "name": planned.name if member is None else member.name,
                "face": planned.face if member is None else member.face,
                "level": planned.level,
                "state": state,
            }
        )
    lookers = [member for member in members if member.seat == NOBODY and member.link is not None]
    return {"seats": seats, "lookers": len(lookers)}
