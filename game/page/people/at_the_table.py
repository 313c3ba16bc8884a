"""The faces of the people at the table, and what the devices of guests change: connections, and positions on a device that only shows.

On a device that only shows the table, the seats lie along the edges of the screen, and phones.css keeps the table between
them. So no seat covers a tile. The first seat is at the bottom, alone, because the corners beside it have text.
"""

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import recall
from game.page.people import room
from game.page.people.own_faces import face_named
from game.page.people.portraits import FACES

if TYPE_CHECKING:
    from typing import Any

    from game.contract.device_lines import LobbySeat
    from game.contract.kept import Settings
    from game.contract.scenes import SeatData
    from game.page.kernel.app import App
    from game.page.page_types import Cell, PartyFacts, SceneState, State, TableScene

WAY_BACK = "chickenfoot-way-back"  # in sessionStorage: the code of the link of a table at a relay at which this tab has a seat
SEAT_LINK = "chickenfoot-seat-link"  # kept: the code of the link of the table at which this device has a seat, "" without one
# By the state of a seat (game/devices/hosting/members.py): the value of its attribute `data-joined`.
JOINED = {"here": "true", "quiet": "quiet", "late": "quiet", "away": "gone", "minded": "gone", "open": "gone"}

# By the number of seats: the heights of the seats at each side, and the positions across of those at the top, in per cent.
_ONE, _TWO, _THREE = (50,), (28, 72), (16, 50, 84)
POSITIONS = {
    2: ((), _ONE),
    3: ((36,), ()),
    4: (_ONE, _ONE),
    5: (_ONE, (30, 70)),
    6: (_TWO, _ONE),
    7: (_TWO, (30, 70)),
    8: (_TWO, (22, 50, 78)),
    9: (_THREE, (30, 70)),
    10: (_THREE, (22, 50, 78)),
}


def way_back() -> "str":
    """The code of the link that brings this tab back to its table after a reload, or ""."""
    return recall(WAY_BACK, of_tab=True) or ""


def seat_of(party: "PartyFacts | None", number: "int") -> "LobbySeat | None":
    """What is known of a seat's device, or None without other devices."""
    return party["seats"][number] if party and number < len(party["seats"]) else None


def joined(party: "PartyFacts | None", number: "int") -> "str | None":
    """The attribute `data-joined` of a seat: "true", "quiet" or "gone"; None for a seat without a device of its own."""
    seat = seat_of(party, number)
    return JOINED.get(seat["state"]) if seat and seat["kind"] == "guest" else None


def face(party: "PartyFacts | None", number: "int") -> "str":
    """The face that the person in a seat chose, or "" for the seat's usual one."""
    seat = seat_of(party, number)
    return seat["face"] if seat and seat["face"] in FACES else ""


@room.reducer("scene")
def give_faces(state: "SceneState", before: "State") -> "State":
    """Give the seats of the scene the faces that people chose, at this device or at others, see `portraits.face_of`."""
    scene = state["scene"]
    if not state["party"] and not state["settings"]["faces"]:
        return {}
    faced = _faced(state, scene)
    return {"scene": faced, "sheet_scene": faced if "sheet" in scene else state["sheet_scene"]}


@room.observer("party")
def give_faces_later(app: "App", party: "PartyFacts | None") -> "None":
    """Give the faces to a scene that came before what is known of the people, as after a reload of the host's page."""
    _give_again(app)


@room.observer("settings")
def give_chosen_face(app: "App", settings: "Settings") -> "None":
    """Give the scene on the table a face that its person has chosen since."""
    _give_again(app)


def _give_again(app: "App") -> "None":
    scene, sheet = app.state["scene"], app.state["sheet_scene"]
    if not scene or app.state["screen"] == "join":  # there, the scene is of a match of its own
        return
    if any((seat.get("face") or "") != _chosen_face(app.state, seat) for seat in scene["seats"]):
        faced = _faced(app.state, scene)
        app.update(scene=faced, sheet_scene=faced if sheet is scene else sheet and _faced(app.state, sheet))


def _faced(state: "Any", scene: "TableScene") -> "Any":
    """The scene with the faces that people chose."""
    return dict(scene, seats=[dict(seat, face=_chosen_face(state, seat)) for seat in scene["seats"]])


def _chosen_face(state: "Any", seat: "SeatData") -> "str":
    """The face that the person in a seat of the scene chose, or "" for the seat's usual one."""
    if state["party"]:
        return face(state["party"], seat["seat"])
    return "" if seat["level"] else face_named(state["settings"], seat["name"])


@room.view("party_role")
def role(state: "State") -> "list[Cell]":
    """What this device is at a table with other devices, for the styles."""
    return [("body", "data-party", state["party_role"] or None)]


def is_onlooker(state: "State") -> "bool":
    """Whether this device only shows a table with other devices."""
    return bool(state["party_role"] and state["scene"] and state["scene"]["you"] < 0)


def position_of(state: "State", number: "int", count: "int") -> "tuple[int, int] | None":
    """The position of a seat (`positions`) on a device that only shows the table. On other devices None."""
    return positions(count)[number] if is_onlooker(state) else None


def position_cells(position: "tuple[int, int] | None") -> "list[Cell]":
    """The cells for the position of a seat (`position_of`)."""
    if not position:
        return [("", "style", None), ("", "data-at", None)]
    x, y = position
    return [
        ("", "style", "--at-x:{}%;--at-y:{}%".format(x, y)),
        ("", "data-at", "side" if x in (0, 100) else None),
    ]


def positions(count: "int") -> "list[tuple[int, int]]":
    """The positions of `count` seats, clockwise from the bottom, as (x, y) in per cent of the screen's width and height."""
    at_sides, at_top = POSITIONS[count]
    left = [(0, y) for y in reversed(at_sides)]
    return [(50, 100)] + left + [(x, 0) for x in at_top] + [(100, y) for y in at_sides]
