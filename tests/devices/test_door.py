"""One invitation for everybody with the table's link: strangers wait until the host's person decides, guests with a seat come back."""

import asyncio
import json

import pytest

from game.devices.hosting.door import MOST_WAITING
from game.devices.hosting.lines.switchboard import HELLO_SECONDS
from game.rules.errors import Refusal
from tests.devices.room import NAMES, Phone, Room
from tests.devices.verb_room import VerbRoom

DOOR = "invitation-1"


def knock(room: Room, phone: Phone) -> str:
    """Connect a phone by the invitation for everybody. Returns the connection's name."""
    room.count += 1
    phone.connection = f"wire-{room.count}"
    if not room.host.door.is_invitation(DOOR):
        room.host.door.open(DOOR)
    room.host.opened(phone.connection, DOOR, room.now)
    phone.guest.opened(room.now, is_relayed=True)
    room.settle()
    return phone.connection


def is_waiting(room: Room, connection: str) -> bool:
    return connection in [visitor["connection"] for visitor in room.host.door.visitors()]


def let_in(room: Room, connection: str, is_welcome: bool = True) -> None:
    room.host.door.let_in(connection, is_welcome, room.host.lines, room.now)


def test_a_stranger_waits_until_the_host_lets_it_in() -> None:
    room = Room("hgg")
    ann, ben = room.phones
    first, second = knock(room, ann), knock(room, ben)
    assert [visitor["name"] for visitor in room.host.door.visitors()] == [ann.name, ben.name]
    room.wait(3 * HELLO_SECONDS)  # a person may take long, and the guest's heartbeats go on
    assert not ann.guest.is_joined and is_waiting(room, first)
    assert ann.last("refused") is None and ann.last("quiet") is None
    let_in(room, second)
    room.settle()
    assert (ben.guest.seat, ben.guest.is_joined) == (1, True)
    let_in(room, first)
    room.settle()
    assert ann.guest.seat == 2 and room.host.door.visitors() == []


def test_a_stranger_who_is_sent_away_or_goes_has_no_place() -> None:
    room = Room("hgg")
    ann, ben = room.phones
    first, second = knock(room, ann), knock(room, ben)
    let_in(room, first, False)
    room.settle()
    assert ann.last("bye") == "declined" and ann.connection == ""
    room.cut(second)
    assert room.host.door.visitors() == [] and room.host.gathering.members == []
    for connection in (first, second, "unknown"):
        with pytest.raises(Refusal, match=r"error.devices.not-now"):
            let_in(room, connection)


def test_a_guest_comes_back_to_its_seat_without_asking() -> None:
    room = Room("hgg")
    ann, ben = room.phones
    for phone in room.phones:
        let_in(room, knock(room, phone))
        room.settle()
    room.start()
    room.cut(ann.connection)
    ann.reload()
    knock(room, ann)
    assert ann.guest.seat == 1 and ann.scene is not None and room.host.door.visitors() == []
    # A new page takes the place of an older connection that is still open.
    before = ben.connection
    room.cut_wires.add(before)
    ben.reload()
    knock(room, ben)
    assert ben.guest.seat == 2 and ben.guest.is_joined


@pytest.mark.parametrize("change", [{"secret": "00" * 16}, {"table": "another"}])
def test_a_claim_that_is_wrong_is_a_strangers(change: dict[str, object]) -> None:
    room = Room("hgg")
    ann, thief = room.phones
    let_in(room, knock(room, ann))
    room.settle()
    thief.guest.keepsake = {**ann.kept, **change}  # type: ignore[typeddict-item]
    connection = knock(room, thief)
    assert is_waiting(room, connection) and ann.guest.is_joined
    let_in(room, connection)
    room.settle()
    assert thief.guest.seat == 2 and ann.connection


def test_over_a_relay_heartbeats_are_half_as_many_and_silence_is_longer() -> None:
    room = Room("hgg")
    ann, ben = room.phones
    let_in(room, knock(room, ann))
    room.connect(ben)
    room.settle()
    links, start = room.host.lines.links, room.now

    def heard(phone: Phone) -> float:
        return links[phone.connection].heartbeat.heard_at - start

    pings = {ann.name: set[float](), ben.name: set[float]()}
    for _ in range(60):
        room.wait(1)
        for phone in (ann, ben):
            pings[phone.name].add(heard(phone))
    assert len(pings[ann.name]) * 2 - 2 <= len(pings[ben.name])
    for seconds, quiet in ((7, [False, True]), (5, [True, True])):  # both devices have vanished
        room.now += seconds
        room.host.tick(room.now)
        assert [links[phone.connection].is_quiet for phone in (ann, ben)] == quiet


def test_the_door_has_limits() -> None:
    room = Room("hg")
    [ann] = room.phones
    strangers = [Phone(NAMES[number], room) for number in range(MOST_WAITING + 1)]
    room.phones += strangers
    for stranger in strangers:
        knock(room, stranger)
    assert len(room.host.door.visitors()) == MOST_WAITING
    assert strangers[-1].last("refused")["key"] == "error.devices.full"
    for connection in [visitor["connection"] for visitor in room.host.door.visitors()][1:]:
        let_in(room, connection, False)
    room.settle()
    [first] = room.host.door.visitors()
    knock(room, ann)
    let_in(room, ann.connection)
    with pytest.raises(Refusal, match=r"error.devices.full"):  # no seat is left, and the stranger still waits
        let_in(room, first["connection"])
    assert room.host.door.visitors() == [first]
    late = Phone("Late", room)
    room.phones.append(late)
    knock(room, late)
    assert late.last("refused")["key"] == "error.devices.full"


def test_a_waiting_guest_says_nothing_and_an_old_invitation_is_useless() -> None:
    room = Room("hgg")
    ann = room.phones[0]
    connection = knock(room, ann)
    for line in ('{"v": 1, "do": "leave"}', '{"v": 1, "do": "ask", "n": 1, "verb": "tap", "with": {}}', "x"):
        room.host.received(connection, line, room.now)
    room.settle()
    assert ann.last("refused") is None and is_waiting(room, connection)
    room.host.door.open("invitation-2")
    let_in(room, connection)  # who waits already may come in
    room.settle()
    room.phones.append(Phone("Late", room))
    knock(room, room.phones[-1])
    assert room.phones[-1].last("refused")["key"] == "error.devices.old-link"
    room.cut(ann.connection)
    ann.reload()
    knock(room, ann)
    assert ann.guest.is_joined
    room.host.opened("foreign", "invitation-3", room.now)
    assert "foreign" in room.host.lines.closing


def test_guests_come_back_to_a_host_that_has_loaded_its_page_again() -> None:
    async def test() -> None:
        room = VerbRoom("hg")
        await room.start()
        [ann] = room.phones
        await room.reload_host()
        made = await room.ok("open_door", texts="")
        ann.connection = "wire-again"
        await room.ok("link_opened", connection="wire-again", invitation=made["invitation"])
        ann.guest.opened(room.now)
        await room.settle()
        data = await room.ok("party")
        assert ann.guest.is_joined and data["visitors"] == [] and data["seats"][1]["state"] == "here"

    asyncio.run(test())


def test_the_host_reads_who_is_at_the_door() -> None:
    async def test() -> None:
        room = VerbRoom("hg")
        await room.open()
        made = await room.ok("open_door", texts="")
        [ann] = room.phones
        ann.connection = "wire-1"
        await room.ok("link_opened", connection="wire-1", invitation=made["invitation"])
        ann.guest.opened(room.now)
        await room.settle()
        [visitor] = (await room.ok("party"))["visitors"]
        assert visitor == {"connection": "wire-1", "name": ann.name, "face": "fox", "looks_on": False}
        data = await room.ok("let_in", connection="wire-1", is_welcome=True)
        await room.settle()
        assert data["visitors"] == [] and ann.guest.seat == 1 and ann.lobby
        assert "visitors" not in json.dumps(ann.lobby)

    asyncio.run(test())


def test_a_television_may_ask_to_look_on_when_all_seats_are_taken() -> None:
    room = Room("hg")
    let_in(room, knock(room, room.phones[0]))
    room.settle()
    looker, late = Phone("Television", room, looks_on=True), Phone("Late", room)
    room.phones += [looker, late]
    assert is_waiting(room, knock(room, looker)) and not is_waiting(room, knock(room, late))
