"""A table cannot be blocked, and its seats cannot be taken: guests that hold up the draw, that come back, that never were here."""

import json

import pytest

from game.devices.evidence import MOST_DRAWS_AGAIN
from game.devices.hosting.admission import FREE_SECONDS
from game.devices.hosting.draw import DRAW_SECONDS
from game.devices.opening import problems_of
from game.rules.errors import Refusal
from tests.devices.loose_lines import write
from tests.devices.room import Phone, Room, plan_of


def states(room: Room) -> list[str]:
    """The states of the seats, as the last phone shows them."""
    return [seat["state"] for seat in room.phones[-1].lobby["seats"]]


def drop(phone: Phone, kind: str) -> None:
    """From now on the phone loses its own lines of a kind, and sends all others."""

    class Outbox(list[str]):
        def append(self, line: str) -> None:
            if json.loads(line)["do"] != kind:
                super().append(line)

    phone.guest.outbox = Outbox()
    pump = phone.room.pump

    def pumped() -> None:
        pump()
        phone.guest.outbox = Outbox()

    phone.room.pump = pumped


def test_a_guest_who_is_taken_out_during_the_draw_leaves_an_ordinary_bot() -> None:
    room = Room("hgg")
    room.gather()
    room.host.mind(1, room.now)
    room.host.draw_lots(room.now)
    room.host.take_out(1, room.now)
    room.settle()
    assert states(room)[1] == "bot" and not room.host.gathering.minded


@pytest.mark.parametrize("kind", ["reveal", "commit"])
@pytest.mark.parametrize("way", ["take_out", "mind"])
def test_a_guest_that_holds_up_the_draw_is_named_and_the_others_go_on(kind: str, way: str) -> None:
    room = Room("hgg", (kind, way))
    ben, cleo = room.phones
    if kind == "commit":
        drop(ben, kind)
    room.gather()
    if kind == "reveal":
        drop(ben, kind)
    room.host.draw_lots(room.now)
    room.settle()
    assert room.host.phase == ("lots" if kind == "reveal" else "lobby")
    room.wait(int(DRAW_SECONDS) - 1)
    assert states(room) == ["host", "here", "here"]
    room.wait(2)
    assert states(room) == ["host", "late", "here"]
    getattr(room.host, way)(1, room.now)
    room.settle()
    assert room.host.phase == "ready"  # the draw went on by itself
    assert [share.who for share in room.host.shares] == ["host", room.host.gathering.members[-1].who]
    room.deal()
    room.settle()
    assert room.session.bot_at(1) is not None
    if way == "mind":
        ben.guest.come_back(room.now)
        room.settle()
        assert room.session.bot_at(1) is None and ben.scene["you"] == 1
    room.play_on()
    assert problems_of(cleo.opened) == []
    if way == "mind":
        assert ben.opened["mine"]["shares"] == [] and problems_of(ben.opened) == []


def test_a_screen_that_holds_up_the_draw_is_taken_out() -> None:
    room = Room("hgg")
    room.gather()
    looker = Phone("Television", room, looks_on=True)
    room.phones.insert(0, looker)
    room.connect(looker)
    room.settle()
    drop(looker, "reveal")
    room.host.draw_lots(room.now)
    room.wait(int(DRAW_SECONDS) + 1)
    assert room.host.phase == "ready" and looker.last("bye") == "taken-out"
    assert room.phones[-1].last("anew") == 1


def test_a_guest_that_is_only_slow_is_late_no_more() -> None:
    room = Room("hgg")
    room.gather()
    ben = room.phones[0]
    room.host.draw_lots(room.now)
    room.pump()
    held = room.wires.pop((ben.connection, False))
    room.wait(int(DRAW_SECONDS) + 1)
    assert states(room)[1] == "late"
    room.wires[ben.connection, False] = held
    room.settle()
    assert states(room)[1] == "here" and room.host.phase == "ready"


def test_a_draw_begins_again_three_times_at_most() -> None:
    room = Room("hgg")
    room.gather()
    ben, cleo = room.phones
    for times in range(1, MOST_DRAWS_AGAIN + 2):
        room.host.draw_lots(room.now)
        room.pump()
        while room.wires.get((cleo.connection, False)):  # Cleo reveals, and then Ben goes
            cleo.guest.received(room.now, room.wires[cleo.connection, False].popleft())
        room.cut(ben.connection)
        room.settle()
        assert room.host.phase == "lobby" and states(room)[1] == "away"
        assert cleo.last("anew" if times <= MOST_DRAWS_AGAIN else "unfair") == (
            times if times <= MOST_DRAWS_AGAIN else "host"
        )
        room.host.gathering.draw.is_dealing = False
        room.connect(ben)
        room.settle()
    with pytest.raises(Refusal) as refused:
        room.host.draw_lots(room.now)
    assert refused.value.key == "error.devices.draws"


def test_a_lobby_with_a_guest_who_is_away_is_no_dead_end() -> None:
    for way in ("comes back", "other phone", "take_out", "mind"):
        room = Room("hgg", way)
        room.gather()
        ben, cleo = room.phones
        room.cut(ben.connection)
        ben.reload()
        if way == "comes back":
            room.connect(ben)  # by the same invitation as everybody
        elif way == "other phone":
            ben.kept = None
            ben.reload()
            room.connect(ben, seat=1, new_device=True)
        elif way == "take_out":
            room.host.take_out(1, room.now)
            room.settle()
            assert states(room)[1] == "open"
            ben.kept = None
            ben.reload()
            room.connect(ben)  # the seat is for anybody again
        else:
            room.host.mind(1, room.now)
        room.settle()
        assert states(room)[1] == ("minded" if way == "mind" else "here")
        room.start()
        assert (room.session.bot_at(1) is not None) is (way == "mind")
        if way == "mind":
            room.connect(ben)
            room.settle()
            assert room.session.bot_at(1) is None and ben.scene["you"] == 1
        room.play_on()
        assert room.host.phase == "over" and problems_of(cleo.opened) == []


# --- seats that are free for another device


def freed() -> tuple[Room, Phone, Phone]:
    """A match whose guest Ben is away. His seat is free for an invitation that nobody has used yet."""
    room = Room("hgg", "freed")
    room.gather()
    room.start()
    ben, thief = room.phones[0], Phone("Thief", room)
    room.cut(ben.connection)
    room.phones.append(thief)
    thief.kept = {"table": "the-table", "seat": 1, "secret": "0" * 32, "who": "", "bytes": "", "shares": []}
    thief.reload()
    return room, ben, thief


def test_a_freed_seat_is_free_for_its_own_invitation_only() -> None:
    room, _, thief = freed()
    room.host.invite(room.now, 1, True)
    room.connect(thief)  # by an invitation for any seat
    room.settle()
    assert not thief.guest.is_joined and thief.last("refused")["key"] == "error.devices.secret"


def test_a_freed_seat_is_free_for_ten_minutes() -> None:
    for seconds, is_free in ((FREE_SECONDS - 1, True), (FREE_SECONDS, False)):
        room, _, thief = freed()
        invitation = room.host.invite(room.now, 1, True)
        room.now += seconds
        room.host.opened("wire", invitation, room.now)
        thief.connection = "wire"
        thief.guest.opened(room.now)
        room.settle()
        assert thief.guest.is_joined is is_free


def test_a_false_claim_to_a_seat_needs_an_invitation_for_that_seat() -> None:
    room, _, thief = freed()
    invitation = room.host.invite(room.now, None, new_device=True)
    room.host.opened("wire", invitation, room.now)
    thief.connection = "wire"
    thief.guest.opened(room.now)
    room.settle()
    assert not thief.guest.is_joined and thief.last("refused")["key"] == "error.devices.secret"


def test_a_freed_seat_is_given_whatever_seat_its_new_device_claims() -> None:
    room, _, thief = freed()
    assert thief.kept
    thief.kept["seat"] = 2  # another guest's
    thief.reload()
    room.connect(thief, 1, new_device=True)
    room.settle()
    assert thief.guest.is_joined and thief.guest.seat == 1


@pytest.mark.parametrize(
    ("after", "seat"), [("hgg", 2), ("hg", None), ("hgh", None), ("hgb", None), ("hggg", 2), ("hgbg", 3)]
)
def test_an_invitation_outlives_the_seat_that_it_was_for(after: str, seat: int | None) -> None:
    room = Room("hgg", "plans")
    room.gather()
    invitation = room.host.invite(room.now, 2, new_device=True)
    room.phones[1].guest.leave(room.now)
    room.settle()
    room.host.set_plan(plan_of(after), room.now)
    new = Phone("New", room)
    room.phones.append(new)
    new.connection = "wire"
    room.host.opened(new.connection, invitation, room.now)
    new.guest.opened(room.now)
    room.settle()
    assert [plan.kind for plan in room.host.gathering.plan] == [plan.kind for plan in plan_of(after)]
    if seat is None:
        assert not new.guest.is_joined and new.last("refused")["key"] == "error.devices.full"
    else:
        assert new.guest.is_joined and new.guest.seat == seat


@pytest.mark.parametrize("is_open", [False, True])
def test_nobody_pushes_out_an_owner_who_has_returned(is_open: bool) -> None:
    room, ben, thief = freed()
    invitation = room.host.invite(room.now, 1, True)
    if is_open:
        room.host.opened("wire", invitation, room.now)
    room.connect(ben)
    room.settle()
    assert ben.guest.is_joined
    if not is_open:
        room.host.opened("wire", invitation, room.now)
    thief.connection = "wire"
    thief.guest.opened(room.now)
    room.settle()
    assert not thief.guest.is_joined and ben.guest.is_joined and ben.connection


# --- secrets


@pytest.mark.parametrize("times", [1, 2])
def test_a_lost_welcome_does_not_lock_its_guest_out(times: int) -> None:
    room = Room("hgg", "lost")
    room.gather()
    room.start()
    ben = room.phones[0]
    for _ in range(times):
        room.cut(ben.connection)
        ben.reload()
        room.connect(ben)
        while room.wires.get((ben.connection, True)):  # the host hears the hello, and its answer is lost
            room.host.received(ben.connection, room.wires[ben.connection, True].popleft(), room.now)
        room.host.lines.outbox.clear()
        if times > 1:
            room.wait(3)  # a guest without a welcome says nothing that could pass for an answer to it
    room.cut(ben.connection)
    room.reload_host()
    ben.reload()
    room.connect(ben)
    room.settle()
    assert ben.last("refused") is None and ben.guest.is_joined and ben.guest.seat == 1


def test_a_used_secret_brings_nobody_back() -> None:
    room = Room("hg", "used")
    room.gather()
    room.start()
    ben = room.phones[0]
    old = dict(ben.kept)
    room.cut(ben.connection)
    ben.reload()
    room.connect(ben)
    room.settle()
    room.wait(3)
    room.cut(ben.connection)
    ben.kept = old
    ben.reload()
    room.connect(ben)
    room.settle()
    assert ben.last("refused")["key"] == "error.devices.secret"


# --- sentences


@pytest.mark.parametrize(
    "line", ["{", "[]", write("hello", name=7), write("hello", name="A", face="", aspect="?"), write("me")]
)
def test_no_refusal_of_a_line_speaks_of_a_file(line: str) -> None:
    room = Room("hg")
    room.host.opened("wire", room.host.invite(room.now), room.now)
    room.host.received("wire", line, room.now)
    assert [json.loads(text)["key"] for _, text in room.host.lines.outbox] == ["error.devices.message"]
