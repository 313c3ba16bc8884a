"""Twin worlds on the wire: tables that differ only in tiles hidden from a seat send that seat the same bytes."""

import json

import pytest

from game.devices.hosting.host import Host
from game.engine.guests.shared_table import SharedTable
from game.engine.match.current import CurrentMatch
from game.session.session import Session
from game.store.match_lock import NoLock
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from tests.devices.checks import questions
from tests.devices.loose_lines import write
from tests.devices.room import Room
from tests.session.twins import copied, twin_of

TWINS = [30, pytest.param(1000, marks=pytest.mark.long)]


def sent_to(room: Room, session: Session, seat: int, lines: list[str]) -> list[str]:
    """Everything that a host with this session sends to a seat's device, which comes back and says these lines."""
    numbers = iter(range(1000))
    host = Host.restore(room.host.data(), lambda n: f"{next(numbers):0{2 * n}x}")
    match = CurrentMatch(MatchStore(MemoryBackend()), NoLock(), lambda event: None)
    match.session = session
    for viewer in list(session.others):
        session.remove_viewer(viewer)
    host.play(SharedTable(match), room.now)
    host.opened("wire", host.invite(room.now, seat, new_device=True), room.now)
    for line in (write("hello", name="Ann", face="fox", aspect=0.5, looks_on=False), *lines):
        host.received("wire", line, room.now)
    host.pause(True, room.now)
    return [line for _, line in host.lines.outbox]


@pytest.mark.parametrize("twins", TWINS)
def test_tables_that_differ_in_hidden_tiles_send_a_seat_the_same_bytes(twins: int) -> None:
    compared, seed = 0, 0
    while compared < twins:
        seed += 1
        room = Room(("ggb", "hgg", "gggb")[seed % 3], seed)
        room.gather()
        room.start(preset=("montgomery", "hastings", "nathan")[seed % 3])
        while room.session.phase == "playing" and compared < twins:
            session = room.session
            for phone in room.lots.sample(room.phones, 2):
                seat = phone.guest.seat
                lines = questions(room, seat)
                twin = twin_of(session, seat, room.lots)
                assert twin.match != session.match
                mine = sent_to(room, copied(session, session.match), seat, lines)
                assert len(mine) == len(lines) + 4 and mine == sent_to(room, twin, seat, lines)
                compared += 1
            room.now += 1
            if not room.host_moves() and not room.guest_moves():
                break
            room.settle()
    assert compared >= twins


def test_the_comparison_finds_a_leak() -> None:
    """A seat whose tiles were dealt differently gets other bytes."""
    room = Room("gg", "leak")
    room.gather()
    room.start()
    first, second = (phone.guest.seat for phone in room.phones)
    twin = twin_of(room.session, second, room.lots)
    sent = [sent_to(room, session, first, []) for session in (copied(room.session, room.session.match), twin)]
    assert sent[0] != sent[1] and json.loads(sent[0][1])["do"] == json.loads(sent[1][1])["do"]
