"""How the devices of guests change the seats at the table: faces, connections, and the places on a device that only shows."""

from game.page.house_rules.first_screen import places_round_the_table
from game.page.panels.portraits import FACES

# By the state of a seat (game/devices/hosting/guest_places.py): the value of its attribute `data-joined`.
JOINED = {"here": "true", "quiet": "quiet", "away": "gone", "minded": "gone", "open": "gone"}


def seat_of(party, number):
    """What is known of a seat's device, or None without other devices."""
    return party["seats"][number] if party and number < len(party["seats"]) else None


def joined(party, number):
    """The attribute `data-joined` of a seat: "true", "quiet" or "gone"; None for a seat without a device of its own."""
    seat = seat_of(party, number)
    return JOINED.get(seat["state"]) if seat and seat["kind"] == "guest" else None


def face(party, number):
    """The face that the person in a seat chose, or "" for the seat's usual one."""
    seat = seat_of(party, number)
    return seat["face"] if seat and seat["face"] in FACES else ""


def with_faces(party, scene):
    """The scene with the faces that people at other devices chose, see `portraits.face_of`."""
    if not party:
        return scene
    return dict(scene, seats=[dict(seat, face=face(party, seat["seat"])) for seat in scene["seats"]])


def is_onlooker(state):
    """Whether this device only shows a table with other devices."""
    return bool(state["party_role"] and state["scene"] and state["scene"]["you"] < 0)


def style(state, number, count):
    """The position of a seat on a device that only shows the table, around it; None on other devices."""
    if not is_onlooker(state):
        return None
    x, y = places_round_the_table(count)[number]
    return "--at-x:{}%;--at-y:{}%".format(x, y)
