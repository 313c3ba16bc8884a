"""The table of several devices: its match, its planned seats, and the places that guests have taken."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from game.devices.hosting.switchboard import Link
from game.records import fields
from game.records.fields import Entry, Json
from game.rules.view import NOBODY

PLANS = ("host", "guest", "bot")
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

    def scene(self, viewer: Any) -> Json:
        """The viewer's scene, with the changes since its last one."""

    def ask(self, viewer: Any, verb: str, arguments: Entry) -> Json:
        """Answer a verb for the person at the viewer. Raises Refusal, and then changes nothing."""

    def mind(self, seat: int, by_bot: bool) -> None:
        """Let a bot play on for an absent person, or let the person play again."""

    def record(self) -> str:
        """The record of the match, as text. Only for the end of the match."""


class SeatPlan(NamedTuple):
    """Who shall sit in a seat: `kind` is "host" (a person at the host's device), "guest" or "bot".

    Guests bring their own name and face. A bot has a level and a style.
    """

    kind: str
    name: str = ""
    face: str = ""
    level: str = ""
    style: str = ""


class Place:
    """A guest's place at the table. It outlives connections. `seat` is NOBODY for a device that only looks on."""

    def __init__(self, who: str, seat: int, name: str, face: str) -> None:
        self.who = who  # the device's name while all devices draw the seed together
        self.seat = seat
        self.name = name
        self.face = face
        self.aspect = 1.0  # width of the device's board view divided by its height
        self.secret = ""  # the digest of the secret that brings the guest back to this place
        self.hash = ""  # the guest's commitment for the seed
        self.is_released = False  # the host lets another device have the place
        self.link: Link | None = None
        self.viewer: Any = None  # the device at the table, see `Table`

    @property
    def state(self) -> str:
        """The connection: "here", "quiet" (heartbeats are missing) or "away" (closed)."""
        if self.link is None:
            return "away"
        return "quiet" if self.link.is_quiet else "here"


def place_data(place: Place) -> Json:
    """A place as data for JSON, without its connection."""
    return {
        "who": place.who,
        "seat": place.seat,
        "name": place.name,
        "face": place.face,
        "secret": place.secret,
    }


def read_place(value: Json, seats: int) -> Place:
    """Read a stored place. Raises RecordError."""
    data = fields.entry(value, "places")
    names = [fields.text(data, field, LONGEST_NAME) for field in ("who", "name", "face", "secret")]
    place = Place(names[0], fields.number(data, "seat", seats), names[1], names[2])
    place.secret = names[3]
    return place


def read_plan(value: Json) -> SeatPlan:
    """Read a stored seat plan. Raises RecordError."""
    data = fields.entry(value, "plan")
    plan = SeatPlan(*(fields.text(data, field, LONGEST_NAME) for field in SeatPlan._fields))
    if plan.kind not in PLANS:
        raise fields.invalid("plan")
    return plan


def lobby_data(plan: Sequence[SeatPlan], places: Sequence[Place], minded: set[int]) -> Entry:
    """What every device knows of the seats: {"seats": […], "lookers": number of devices that only look on}.

    A seat is {"seat", "kind", "name", "face", "level", "state"}. "state" is "host" or "bot"; "open" while no
    guest has the seat; else "here", "quiet" or "away", or "minded" while a bot plays on for the guest.
    """
    by_seat = {place.seat: place for place in places if place.seat != NOBODY}
    seats: list[Json] = []
    for number, planned in enumerate(plan):
        place = by_seat.get(number)
        state = "open" if planned.kind == "guest" else planned.kind
        if number in minded:
            state = "minded"
        elif place is not None:
            state = place.state
        seats.append(
            {
                "seat": number,
                "kind": planned.kind,
                "name": planned.name if place is None else place.name,
                "face": planned.face if place is None else place.face,
                "level": planned.level,
                "state": state,
            }
        )
    lookers = [place for place in places if place.seat == NOBODY and place.link is not None]
    return {"seats": seats, "lookers": len(lookers)}
