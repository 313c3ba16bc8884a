"""What must hold at a table of several devices."""

import json
from typing import Any

from game.engine.scene import scene
from game.rules.tiles import NAME, SET, tiles_in
from game.session.viewers.sent_state import SentState
from tests.devices.loose_lines import write
from tests.devices.room import Room
from tests.devices.verb_room import VerbRoom
from tests.session.fake_table import FakeTable


def table_of(session: Any) -> dict[str, Any]:
    """Everything that must stay as it is while nobody moves."""
    return {"match": session.match, "seats": session.seats, "people": session.people, "away": session.away}


def check_tiles(room: Room) -> None:
    """Every tile of the set is in a hand, in the yard or on the table, once."""
    state = room.session.match.round
    masks = [
        *state.hands,
        sum(1 << tile for tile in state.yard),
        sum(1 << tile for tile, _ in state.board.laid),
    ]
    assert sum(mask.bit_count() for mask in masks) == SET[state.options.set].bit_count()
    union = 0
    for mask in masks:
        union |= mask
    assert union == SET[state.options.set]


def check_pages(room: VerbRoom) -> None:
    """The host's page and every phone show what a fresh page would show."""
    session = room.session
    viewers = [(session.viewer, room.scene, room.table)]
    for phone in room.phones:
        place = room.desk.guests.make().guest_party._host.gathering.member_at(phone.guest.seat)  # type: ignore[union-attr]
        if place.viewer is not None and phone.scene is not None:
            viewers.append((place.viewer, phone.scene, None))
    for viewer, shown, table in viewers:
        sent, viewer.sent = viewer.sent, SentState()
        whole = json.loads(json.dumps(scene(session, viewer)))
        viewer.sent = sent
        for key in ("you", "hand", "moves", "turn", "phase", "seats", "yard", "ends", "version"):
            assert shown[key] == whole[key], key
        if table is not None:
            fresh = FakeTable()
            fresh.apply(whole)
            assert (table.tiles, table.set) == (fresh.tiles, fresh.set)


QUESTIONS = ("last", "since", "seats", "foot", "fits", "hand", "ends", "scores", "turn")


def questions(room: Room, seat: int) -> list[str]:
    """What the person in the seat can ask without a move."""
    hand = [NAME[tile] for tile in tiles_in(room.session.match.round.hands[seat])]
    room.lots.shuffle(hand)
    asks = [("tap", {"tile": tile}) for tile in hand[:3]]
    asks += [("tell", {"what": what}) for what in QUESTIONS]
    asks += [
        ("drag", {"tile": room.lots.choice(["9-8", *hand])}),
        ("arm", {"armed": True}),
        ("act", {"code": "="}),
    ][:2]
    return [write("ask", n=n, verb=verb, **{"with": arguments}) for n, (verb, arguments) in enumerate(asks)]
