"""Connections that break, pages that reload, phones that lock: the same table afterwards."""

import json
from typing import Any

import pytest

from game.devices.opening import problems_of
from game.engine.scene import scene
from game.session.viewers.sent_state import SentState
from game.session.viewers.viewer import Viewer
from tests.devices.checks import check_tiles, table_of
from tests.devices.room import Phone, Room

# Of rooms: the seed, and how much happens there. In all of them that is 1,000.
ROOMS = [(0, 20), *(pytest.param(seed, 40, marks=pytest.mark.long) for seed in range(25))]


def whole_scene(room: Room, viewer: Viewer) -> dict[str, Any]:
    """What a page that has just joined would show."""
    sent, viewer.sent = viewer.sent, SentState()
    made: dict[str, Any] = json.loads(json.dumps(scene(room.session, viewer)))
    viewer.sent = sent
    return made


def check_phones(room: Room, names: dict[str, int]) -> None:
    """Every phone has its own seat, and shows what a fresh page in that seat would show."""
    for place in room.host.gathering.members:
        assert names[place.name] == place.seat
        phone = next(phone for phone in room.phones if phone.name == place.name)
        if place.viewer is None:
            continue
        fresh = whole_scene(room, place.viewer)
        assert fresh["you"] == place.seat == phone.guest.seat
        for key in ("hand", "moves", "turn", "phase", "seats", "yard", "ends", "version"):
            assert phone.scene[key] == fresh[key], key


def cut(room: Room, phone: Phone) -> None:
    if phone.connection:
        room.cut(phone.connection)


def cut_late(room: Room, phone: Phone) -> None:
    """The host hears of it later, after lines that were under way."""
    if phone.connection:
        room.cut(phone.connection, tell_host=False, lose=False)


def reload(room: Room, phone: Phone) -> None:
    if phone.connection:
        phone.guest.go_away(room.now)
        room.pump()
    phone.reload()


def replace(room: Room, phone: Phone) -> None:
    """The phone comes back before the host has noticed that the old connection is dead."""
    phone.reload()
    room.connect(phone)


def lock(room: Room, phone: Phone) -> None:
    """Time passes while lines are under way."""
    for _ in range(room.lots.randrange(4)):
        room.deliver()
    room.now += room.lots.choice([1, 5, 60])
    room.host.tick(room.now)


def lose_answer(room: Room, phone: Phone) -> None:
    """A phone asks for a move, and only the answer is lost."""
    if room.guest_moves() and phone.connection:
        for connection, to_host in list(room.wires):
            while to_host and room.wires[connection, True]:
                room.host.received(connection, room.wires[connection, True].popleft(), room.now)
        room.cut(phone.connection, tell_host=room.lots.random() < 0.5)


def reload_host(room: Room, phone: Phone) -> None:
    room.reload_host()


def move(room: Room, phone: Phone) -> None:
    if not room.host_moves():
        room.guest_moves()


HAPPENS = (cut, cut_late, reload, replace, lock, lose_answer, reload_host, move)


@pytest.mark.parametrize(("seed", "happenings"), ROOMS)
def test_after_cuts_reloads_and_returns_the_table_is_the_same(seed: int, happenings: int) -> None:
    room = Room(("hggb", "ggg", "hgg", "gbgg")[seed % 4], seed)
    room.gather()
    names = {place.name: place.seat for place in room.host.gathering.members}
    room.start(rounds=0)
    seen = set()
    for _ in range(happenings):
        room.now += 0.5
        phone = room.lots.choice(room.phones)
        happens = room.lots.choice(HAPPENS)
        happens(room, phone)
        seen.add(happens)
        room.settle()
        before = table_of(room.session)
        check_tiles(room)
        for away in room.phones:
            if not away.connection:
                room.connect(away, seat=room.lots.choice([None, names[away.name]]))
        room.settle()
        assert table_of(room.session) == before
        assert all(phone.guest.is_joined for phone in room.phones)
        check_phones(room, names)
        room.play_on(room.lots.randrange(8))
        check_phones(room, names)
    assert len(seen) > 5


def test_after_many_cuts_a_match_is_fair_and_whole_for_everybody() -> None:
    room = Room("hggb", "to the end")
    room.gather()
    room.start(rounds=2)
    while room.host.phase != "over":
        room.now += 0.5
        phone = room.lots.choice(room.phones)
        if room.lots.random() < 0.3 and phone.connection:
            room.cut(phone.connection)
            phone.reload()
            room.connect(phone)
        room.settle()
        room.play_on(3)
    for phone in room.phones:
        assert phone.opened is not None and problems_of(phone.opened) == []
