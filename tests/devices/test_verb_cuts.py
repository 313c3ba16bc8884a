"""Cuts, reloads and returns, through the engine's verbs: the same table afterwards, for everybody."""

import asyncio
import json

import pytest

from game.engine.desk import Desk
from game.session.session import Session
from game.store.entries import PARTY
from game.store.match_store import MatchStore
from tests.devices.checks import check_pages, check_tiles, questions, table_of
from tests.devices.loose_lines import write
from tests.devices.room import Phone
from tests.devices.verb_room import VerbRoom
from tests.session.twins import copied, twin_of

# Of rooms: the seed, and how much happens there. In all of them that is 1,000.
ROOMS = [(0, 20), *(pytest.param(seed, 40, marks=pytest.mark.long) for seed in range(25))]
TWINS = [20, pytest.param(300, marks=pytest.mark.long)]


async def cut(room: VerbRoom, phone: Phone) -> None:
    if phone.connection:
        await room.cut(phone)


async def cut_unnoticed(room: VerbRoom, phone: Phone) -> None:
    """The host learns of the cut only when the phone comes back."""
    if phone.connection:
        room.lose(phone)


async def reload(room: VerbRoom, phone: Phone) -> None:
    if phone.connection:
        phone.guest.go_away(room.now)
        room.pump()
        await room.deliver()
        room.lose(phone)
    phone.reload()


async def replace(room: VerbRoom, phone: Phone) -> None:
    """The phone comes back before the host has noticed that the old connection is dead."""
    phone.reload()
    await room.connect(phone)


async def lock(room: VerbRoom, phone: Phone) -> None:
    """Time passes while lines are under way."""
    room.now += room.lots.choice([1, 5, 60])
    await room.send("beat")


async def lose_answer(room: VerbRoom, phone: Phone) -> None:
    """A phone asks for a move, and the answer is lost."""
    if phone.connection and phone.scene is not None and phone.scene["moves"]:
        phone.guest.ask(room.now, "act", {"code": room.lots.choice(phone.scene["moves"])})
        room.pump()
        for line in room.wires.pop((phone.connection, True), ()):
            await room.send("received", connection=phone.connection, line=line)
        room.lose(phone)


async def reload_host(room: VerbRoom, phone: Phone) -> None:
    await room.reload_host()


async def move(room: VerbRoom, phone: Phone) -> None:
    if not await room.host_moves():
        room.guest_moves()


HAPPENS = (cut, cut_unnoticed, reload, replace, lock, lose_answer, reload_host, move)


@pytest.mark.parametrize(("seed", "happenings"), ROOMS)
def test_after_cuts_reloads_and_returns_the_table_is_the_same(seed: int, happenings: int) -> None:
    async def test() -> None:
        room = VerbRoom(("hggb", "ggg", "hgg", "gbgg")[seed % 4], seed, at_once=seed % 2 == 1)
        await room.start(rounds=0)
        names = {phone.name: phone.guest.seat for phone in room.phones}
        seen = set()
        for _ in range(happenings):
            room.now += 0.5
            happens = room.lots.choice(HAPPENS)
            await happens(room, room.lots.choice(room.phones))
            seen.add(happens)
            await room.settle()
            before = table_of(room.session)
            check_tiles(room)
            for away in room.phones:
                if not away.connection:
                    await room.connect(away, seat=room.lots.choice([None, names[away.name]]))
            await room.settle()
            assert table_of(room.session) == before
            assert {phone.name: phone.guest.seat for phone in room.phones} == names
            assert all(
                phone.guest.is_joined and phone.scene["you"] == phone.guest.seat for phone in room.phones
            )
            states = {seat["state"] for seat in room.party["seats"] if seat["kind"] == "guest"}
            assert states <= {"here", "quiet"}  # quiet: those that said nothing while the clock ran
            check_pages(room)
            await room.play_on(room.lots.randrange(8))
            if room.party["phase"] == "playing":
                check_pages(room)
        assert len(seen) > 5 and room.checked > 100

    asyncio.run(test())


async def sent_to(room: VerbRoom, session: Session, seat: int, lines: list[str]) -> list[str]:
    """Everything that the verbs post to a seat's device, which comes back to this session and says these lines."""
    posted: list[str] = []
    desk = Desk(MatchStore(room.backend.__class__()), post_lines=posted.append)
    numbers = iter(range(1000))
    desk.guests.make().guest_party._clock = lambda: room.now
    desk.guests.make().guest_party._random_hex = lambda n: f"{next(numbers):0{2 * n}x}"
    id = room.party["table"]
    desk.store.import_entries({PARTY.prefix + id: room.backend.entries[PARTY.prefix + id]})
    for viewer in list(session.others):
        session.remove_viewer(viewer)
    session.away = room.session.away
    await desk.match.put(session, desk.store.new_label(id))
    made = await desk.verbs["invite"](seat=seat, new_device=True)
    await desk.verbs["link_opened"](connection="wire", **made)
    for line in (write("hello", name="Ann", face="fox", aspect=0.5, looks_on=False), *lines):
        await desk.verbs["received"](connection="wire", line=line)
    await desk.verbs["pause_party"](paused=True)
    await desk.verbs["beat"]()
    return [line for text in posted for _, line in json.loads(text)["send"]]


@pytest.mark.parametrize("twins", TWINS)
def test_twin_tables_send_a_seat_the_same_bytes_through_the_verbs(twins: int) -> None:
    async def test() -> None:
        compared, seed = 0, 0
        while compared < twins:
            seed += 1
            room = VerbRoom(("ggb", "hgg", "gggb")[seed % 3], seed)
            await room.start(preset=("montgomery", "hastings", "nathan")[seed % 3])
            while room.session.phase == "playing" and compared < twins:
                for phone in room.lots.sample(room.phones, 2):
                    seat = phone.guest.seat
                    lines = questions(room, seat)
                    twin = twin_of(room.session, seat, room.lots)
                    mine = await sent_to(room, copied(room.session, room.session.match), seat, lines)
                    assert len(mine) == len(lines) + 4 and mine == await sent_to(room, twin, seat, lines)
                    compared += 1
                await room.play_on(1)
        assert compared >= twins

    asyncio.run(test())
