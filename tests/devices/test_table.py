"""A table of several devices: who gets a place, who may do what, how the seed is drawn, and what everybody has at the end."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.devices.guest import Guest
from game.devices.hosting.admission import MOST_LOOKERS
from game.devices.hosting.host import Host
from game.devices.opening import problems_of
from game.devices.seed_exchange import seed_of
from game.devices.wire import LONGEST_LINE, PROTOCOL, write_in_parts
from game.records.reading import read_record
from game.rules.errors import Refusal
from game.rules.options.declared import EARLIER_VALUES
from game.rules.view import NOBODY
from game.session.save_head import Label
from game.session.saving import restore, save
from tests.devices.loose_lines import write
from tests.devices.room import Phone, Room, parse, plan_of
from tests.session.matches import bots_step


def seats(phone: Phone) -> list[str]:
    """The states of all seats, as the phone shows them."""
    return [seat["state"] for seat in phone.lobby["seats"]]


def test_guests_gather_draw_the_seed_and_play_a_match_to_its_end() -> None:
    room = Room("hggb")
    room.gather()
    assert [phone.guest.seat for phone in room.phones] == [1, 2]
    assert seats(room.phones[0]) == ["host", "here", "here", "bot"]
    assert [seat["name"] for seat in room.phones[0].lobby["seats"]] == ["Ann", "Ben", "Cleo", "Bot3"]
    room.start(rounds=2)
    assert room.session.match.seed == seed_of(room.host.shares) and len(room.host.shares) == 3
    assert room.session.people == (0, 1, 2) and room.session.viewer.people == (0,)
    for phone in room.phones:
        assert phone.scene["you"] == phone.guest.seat and phone.scene["curtain"] is None
    room.play_on()
    assert room.host.phase == "over" and room.session.match.over
    for phone in room.phones:
        assert phone.opened is not None and problems_of(phone.opened) == []
        assert read_record(phone.opened["record"]).match == room.session.match
        assert phone.scene["phase"] == "match-over"
        rounds = [state.events for state in room.session.match.rounds]
        plays = [event for events in rounds for event in events if event.do == "play"]
        assert len(phone.opened["witness"]["plays"]) == len(plays)
        assert sorted(phone.opened["witness"]["hands"]) == ["1", "2"]


def test_a_guest_that_asks_while_the_host_stores_a_move_still_sees_it() -> None:
    """The engine tells the guests of a move only after the store has it (game/engine/match/current.py). A line may come before."""
    room = Room("hgb")
    room.gather()
    room.start()
    phone, seen = room.phones[0], 0
    for _ in range(60):
        if room.session.phase == "playing" and room.session.others_must_move():
            bots_step(room.session)
            phone.guest.ask(room.now, "drag", {"tile": "0-0"})  # changes nothing
            room.settle()
            room.host.table_changed(room.now)
            room.settle()
            assert phone.scene["version"] == room.session.version
            seen += 1
        elif not room.host_moves() and not room.guest_moves():
            break
        room.now += 1
        room.settle()
    assert seen > 5


@pytest.mark.long
def test_ten_devices_play_with_the_largest_set() -> None:
    room = Room("hggggggggg")
    room.gather()
    room.start(rounds=1, set=18)
    assert room.session.match.options.set == 18 and room.session.match.options.players == 10
    room.play_on()
    assert room.session.match.over
    for phone in room.phones:
        assert phone.opened is not None and problems_of(phone.opened) == []
        assert read_record(phone.opened["record"]).match == room.session.match


def test_the_host_may_only_show_the_table_and_other_devices_look_on() -> None:
    room = Room("gbg")
    room.gather()
    looker = room.with_looker()
    room.settle()
    assert looker.lobby["lookers"] == 1
    room.start()
    assert room.session.viewer.people == () and room.session.view.hand == 0
    assert (looker.scene["you"], looker.scene["hand"]) == (NOBODY, [])
    looker.guest.ask(room.now, "act", {"code": "+"})
    looker.guest.ask(room.now, "tell", {"what": "scores"})
    room.settle()
    answers = [value[1] for kind, value in looker.seen if kind == "answer"]
    assert answers[0]["refused"]["key"] == "error.devices.looks-on" and "ok" in answers[1]
    room.play_on()
    assert problems_of(looker.opened) == []
    for number in range(1, MOST_LOOKERS + 1):
        extra = Phone(f"TV {number}", room, looks_on=True)
        room.phones.append(extra)
        room.connect(extra)
        room.settle()
        assert extra.guest.is_joined is (number < MOST_LOOKERS), f"device {number} beside the first"
    assert room.phones[-1].last("refused")["key"] == "error.devices.full"


def test_a_device_that_looks_on_comes_back_after_a_cut_and_after_a_reload() -> None:
    room = Room("hgb")
    looker = Phone("Television", room, looks_on=True)
    room.phones.append(looker)
    room.gather()
    room.start()
    for reloads in (False, True):
        room.play_on(5)
        room.cut(looker.connection)
        if reloads:
            looker.reload()
        room.connect(looker)
        room.settle()
        assert looker.last("refused") is None and looker.guest.is_joined
        assert looker.lobby["lookers"] == 1
    room.play_on()
    assert looker.scene["you"] == NOBODY and problems_of(looker.opened) == []


def test_a_device_at_another_table_forgets_the_earlier_draw() -> None:
    room, other = Room("hg"), Room("hg", 2)
    other.host = Host("another-table", plan_of("hg"), other.random_hex)
    for each in (room, other):
        each.gather()
        each.start()
    phone = room.phones[0]
    assert phone.kept is not None and len(phone.kept["shares"]) == 2
    other.cut(other.phones[0].connection)
    other.phones.append(phone)
    phone.reload()
    other.connect(phone, seat=1, new_device=True)
    other.settle()
    assert phone.kept["table"] == "another-table" and phone.guest.seat == 1
    assert (phone.kept["who"], phone.kept["bytes"], phone.kept["shares"]) == ("", "", [])


def test_an_invitation_is_used_once() -> None:
    room = Room("hgg")
    invitation = room.host.invite(room.now)
    room.host.opened("one", invitation, room.now)
    room.host.opened("two", invitation, room.now)
    room.host.opened("three", "invitation-99", room.now)
    assert room.host.lines.closing == ["two", "three"] and list(room.host.lines.links) == ["one"]


def test_a_guest_that_never_says_hello_is_closed() -> None:
    room = Room("hg")
    room.host.opened("silent", room.host.invite(room.now), room.now)
    room.wait(19)
    assert "silent" in room.host.lines.links
    room.wait(2)
    assert "silent" not in room.host.lines.links and "silent" in room.cut_wires


def test_a_further_guest_finds_no_seat() -> None:
    room = Room("hg")
    room.gather()
    late = Phone("Late", room)
    room.phones.append(late)
    room.connect(late)
    room.settle()
    assert late.last("refused")["key"] == "error.devices.full" and not late.guest.is_joined


def test_only_the_secret_brings_a_guest_back_to_a_seat() -> None:
    room = Room("hgg")
    room.gather()
    room.start()
    ben, thief = room.phones[0], Phone("Thief", room)
    bens, others = ben.kept, room.phones[1].kept
    assert bens and others
    room.phones.append(thief)
    room.cut(ben.connection)
    for kept in (
        None,
        {**bens, "secret": "0" * 32},
        {**bens, "table": "another"},
        {**others, "seat": 1},
    ):
        thief.kept = kept
        thief.reload()
        room.connect(thief, seat=1)
        room.settle()
        assert thief.last("refused")["key"] == "error.devices.secret"
        assert not thief.guest.is_joined and thief.scene is None
    ben.reload()
    room.connect(ben)
    room.settle()
    assert ben.guest.seat == 1 and ben.scene["you"] == 1
    room.cut(ben.connection)
    thief.kept = None
    thief.reload()
    room.connect(thief, seat=1, new_device=True)  # the host lets another phone have the seat
    room.settle()
    assert thief.guest.seat == 1 and thief.scene["you"] == 1
    ben.reload()
    room.connect(ben)
    room.settle()
    assert ben.last("refused")["key"] == "error.devices.secret"


def test_a_seat_is_freed_no_more_once_its_guest_is_back() -> None:
    room = Room("hg")
    room.gather()
    ben, thief = room.phones[0], Phone("Thief", room)
    room.cut(ben.connection)
    freed = room.host.invite(room.now, 1, new_device=True)
    room.connect(ben)
    room.settle()
    room.phones.append(thief)
    thief.connection = "late"
    room.host.opened(thief.connection, freed, room.now)
    thief.guest.opened(room.now)
    room.settle()
    assert thief.last("refused")["key"] == "error.devices.secret" and ben.connection


def test_a_returning_guest_replaces_its_old_connection() -> None:
    room = Room("hg")
    room.gather()
    room.start()
    ben = room.phones[0]
    old = ben.connection
    ben.reload()
    room.connect(ben)
    room.settle()
    assert old in room.cut_wires and old not in room.host.lines.links and ben.scene["you"] == 1
    room.host.received(old, write("leave"), room.now)  # a late line
    assert room.host.gathering.members[0].state == "here"


def test_a_guest_that_misses_three_beats_is_quiet_until_it_is_heard_again() -> None:
    room = Room("hgg")
    room.gather()
    ben, cleo = room.phones
    room.wait(20)
    assert seats(cleo) == ["host", "here", "here"]
    for _ in range(7):  # Ben's phone is locked: it neither sends nor hears
        room.now += 1
        room.host.tick(room.now)
        cleo.guest.tick(room.now)
        room.pump()
        for key in [key for key in room.wires if key[0] == cleo.connection]:
            while room.wires[key]:
                line = room.wires[key].popleft()
                if key[1]:
                    room.host.received(key[0], line, room.now)
                else:
                    cleo.guest.received(room.now, line)
        room.pump()
    assert seats(cleo) == ["host", "quiet", "here"]
    ben.guest.tick(room.now)
    assert ben.guest.events == [("quiet", True)]
    room.settle()
    assert seats(cleo) == ["host", "here", "here"]
    assert [value for kind, value in ben.seen if kind == "quiet"] == [True, False]


def test_a_match_is_dealt_without_a_guest_for_whom_a_bot_plays_on() -> None:
    room = Room("hgg")
    room.gather()
    room.cut(room.phones[0].connection)
    room.host.mind(1, room.now)
    room.start(rounds=1)
    assert room.session.phase == "playing"


def test_a_bot_plays_on_for_a_guest_who_is_away() -> None:
    room = Room("hgg")
    room.gather()
    room.start(rounds=2)
    ben = room.phones[0]
    room.cut(ben.connection)
    assert room.host.flooded == []
    room.play_on()
    assert room.session.phase == "playing" and room.session.match.round.turn == 1
    room.host.mind(1, room.now)
    assert room.session.others_must_move()
    room.play_on(12)
    assert any(event.seat == 1 and event.do != "draw" for event in room.session.match.round.events)
    assert seats(room.phones[1])[1] == "minded"
    ben.reload()
    room.connect(ben)
    room.settle()
    assert seats(room.phones[1])[1] == "here" and room.session.bot_at(1) is None
    room.host.mind(1, room.now)
    room.settle()
    assert seats(ben)[1] == "minded"  # so the page offers to play again
    number = ben.guest.ask(room.now, "act", {"code": "+"})
    room.settle()
    assert ben.last("answer") == (number, {"refused": {"key": "error.devices.minded", "values": {}}})
    ben.guest.come_back(room.now)
    room.settle()
    assert room.session.bot_at(1) is None
    room.play_on()
    assert room.host.phase == "over" and problems_of(ben.opened) == []


def test_a_guest_leaves_and_another_is_taken_out() -> None:
    room = Room("hgg")
    room.gather()
    room.start()
    ben, cleo = room.phones
    ben.guest.leave(room.now)
    room.settle()
    assert (
        room.session.bot_at(1) is not None
        and ben.last("bye") == "closed"
        and not ben.guest.keepsake["secret"]
    )
    room.host.take_out(2, room.now)
    room.settle()
    assert cleo.last("bye") == "taken-out" and not cleo.guest.keepsake["secret"] and not cleo.connection
    with pytest.raises(Refusal):
        room.host.take_out(2, room.now)
    room.connect(cleo)
    room.settle()
    assert cleo.guest.seat == 1 and room.session.bot_at(1) is None  # a seat without a person is free again
    room.connect(ben, seat=2)
    room.settle()
    assert ben.guest.seat == 2 and room.session.bot_at(2) is None


def test_a_guest_is_not_told_of_the_hosts_storage() -> None:
    room = Room("hg")
    room.gather()
    room.match.store.failure = "full"
    room.start()
    assert room.match.scene()["storage_problem"] == "full"
    assert room.phones[0].scene["storage_problem"] == ""


def test_guests_hear_that_the_match_has_begun() -> None:
    room = Room("gg")
    room.gather()
    assert {phone.lobby["phase"] for phone in room.phones} == {"lobby"}
    room.start()
    assert {phone.lobby["phase"] for phone in room.phones} == {"playing"}


def test_a_paused_match_refuses_moves_and_shows_the_table() -> None:
    room = Room("gg")
    room.gather()
    room.start()
    phone = next(phone for phone in room.phones if phone.scene["moves"])
    room.host.pause(True, room.now)
    room.settle()
    assert phone.lobby["paused"]
    before = room.session.match
    tile = phone.scene["hand"][0]["tile"]
    for verb, arguments in (
        ("act", {"code": phone.scene["moves"][0]}),
        ("tap", {"tile": tile, "at_once": True}),
        ("typed", {"tile": tile}),
        ("arm", {"armed": True}),
    ):
        phone.guest.ask(room.now, verb, arguments)
        room.settle()
        assert phone.last("answer")[1]["refused"]["key"] == "error.devices.paused"
    phone.guest.ask(room.now, "tell", {"what": "hand"})
    room.settle()
    assert "ok" in phone.last("answer")[1] and room.session.match is before
    room.host.pause(False, room.now)
    assert room.guest_moves()
    room.settle()
    assert room.session.match is not before


def test_calls_and_catches_go_to_the_guest_who_is_first_at_the_host() -> None:
    for seed in range(40):
        room = Room("ggg", seed)
        room.gather()
        room.start()
        for _ in range(400):
            room.now += 0.1
            chasers = [phone for phone in room.phones if phone.scene["can"]["catch"]]
            if len(chasers) > 1:
                target = chasers[0].scene["can"]["catch"][0]
                room.lots.shuffle(chasers)
                for phone in chasers:
                    phone.guest.ask(room.now, "act", {"code": f"?{target}"})
                room.pump()
                first = room.wires[chasers[0].connection, True]
                room.host.received(chasers[0].connection, first.popleft(), room.now)
                room.settle()
                answers = [phone.last("answer")[1] for phone in chasers]
                assert "ok" in answers[0] and "refused" in answers[1]
                catches = [event for event in room.session.match.round.events if event.do == "catch"]
                assert [event.seat for event in catches] == [chasers[0].guest.seat]
                return
            if not room.host_moves() and not room.guest_moves():
                break
            room.settle()
    raise AssertionError("nobody could be caught")


def test_names_and_faces_change_in_the_lobby_only() -> None:
    room = Room("hg")
    room.gather()
    ben = room.phones[0]
    ben.guest.rename(room.now, "  Benjamin ", "rooster")
    room.settle()
    assert (ben.lobby["seats"][1]["name"], ben.lobby["seats"][1]["face"]) == ("Benjamin", "rooster")
    ben.guest.rename(room.now, "\u200b", "rooster")
    room.settle()
    assert ben.last("refused")["key"] == "error.name.unseen"
    room.start()
    ben.guest.rename(room.now, "Ben", "rooster")
    room.settle()
    assert ben.last("refused")["key"] == "error.devices.not-now"
    assert room.session.seats[1].name == "Benjamin"


def test_a_guest_who_returns_during_a_match_keeps_the_name() -> None:
    room = Room("hg")
    room.gather()
    room.start()
    ben = room.phones[0]
    ben.person["name"] = "Benjamin"
    ben.reload()
    room.connect(ben)
    room.settle()
    assert ben.lobby["seats"][1]["name"] == room.session.seats[1].name == "Ben"


def test_a_late_guest_is_here_again_with_its_commitment() -> None:
    room = Room("hg")
    room.connect(room.phones[0])
    while not room.host.gathering.members:
        assert room.deliver()
    room.host.gathering.members[0].is_late = True
    room.host.gathering.tell_lobby(room.now)
    room.settle()
    assert ("lobby", "late") in [
        (kind, value["seats"][1]["state"]) for kind, value in room.phones[0].seen if kind == "lobby"
    ]
    assert seats(room.phones[0])[1] == "here"


def test_the_match_begins_only_when_every_guest_is_here() -> None:
    room = Room("hgg", phones=1)
    room.gather()
    with pytest.raises(Refusal) as refused:
        room.host.draw_lots(room.now)
    assert refused.value.key == "error.devices.open-seat"
    with pytest.raises(Refusal):
        room.host.set_plan(plan_of("hbg"), room.now)
    room.host.set_plan(plan_of("hgb"), room.now)
    (link,) = room.host.lines.links.values()
    link.is_quiet = True
    for is_cut in (False, True):
        if is_cut:
            room.cut(room.phones[0].connection)
        with pytest.raises(Refusal) as refused:
            room.host.draw_lots(room.now)
        assert refused.value.key == "error.devices.not-here"
    room.connect(room.phones[0])
    room.settle()
    room.start()


def test_a_deal_waits_for_the_commitment_of_a_guest_who_has_just_come() -> None:
    room = Room("hg")
    room.connect(room.phones[0])
    while not any(member.state == "here" for member in room.host.gathering.members):
        assert room.deliver()
    assert [member.hash for member in room.host.gathering.members] == [""]
    room.host.draw_lots(room.now)
    assert room.host.phase == "lobby"
    room.settle()
    assert room.host.phase == "ready" and len(room.host.shares) == 2


def test_a_deal_does_not_wait_for_a_device_that_looks_on() -> None:
    room = Room("hg")
    room.gather()
    room.with_looker()
    while len(room.host.gathering.members) < 2:
        assert room.deliver()
    room.host.draw_lots(room.now)
    assert room.host.phase == "lots" and len(room.host.shares) == 2


def test_a_draw_begins_again_when_a_guest_goes_and_goes_on_when_it_returns() -> None:
    room = Room("hgg")
    room.gather()
    ben, cleo = room.phones
    before = room.host.gathering.draw.own_hash
    room.host.draw_lots(room.now)
    room.pump()
    ben.guest.go_away(room.now)
    room.settle()
    assert (
        room.host.phase == "lobby" and room.host.gathering.draw.own_hash != before and room.host.shares == ()
    )
    assert cleo.last("lobby")["phase"] == "lobby"
    ben.reload()
    room.connect(ben)
    room.settle()
    assert ben.guest.seat == 1
    assert room.host.phase == "ready"  # the deal was asked for before
    room.deal()
    room.settle()
    room.play_on()
    assert problems_of(cleo.opened) == [] and problems_of(ben.opened) == []


def test_a_reloaded_host_goes_on_with_the_same_match() -> None:
    room = Room("hggb")
    room.phones.append(Phone("Television", room, looks_on=True))
    room.gather()
    room.start()
    room.play_on(9)
    before = room.session.match
    room.reload_host()
    room.phones.pop()  # only guests keep their places
    assert room.session.match == before and room.session.viewer.people == (0,)
    assert room.host.phase == "playing" and not room.session.others
    for phone in room.phones:
        room.connect(phone)
    room.settle()
    assert [phone.guest.seat for phone in room.phones] == [1, 2]
    room.play_on()
    assert all(problems_of(phone.opened) == [] for phone in room.phones)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda data: data.update(plan=[{"kind": "thief"}]), "error.record.field"),
        (lambda data: data.update(places=[{"seat": 99}]), "error.record.field"),
        (lambda data: data.update(shares=[]), "error.record.field"),
        (lambda data: data["shares"][0].update(bytes=""), "error.record.field"),
        (lambda data: data.update(minded=["x"]), "error.record.field"),
        (lambda data: data.update(count=-1), "error.record.field"),
    ],
)
def test_damaged_data_of_a_host_is_refused(change: Callable[[Any], None], key: str) -> None:
    room = Room("hg")
    room.gather()
    room.start()
    data = json.loads(json.dumps(room.host.data()))
    change(data)
    with pytest.raises(Refusal) as refused:
        Host.restore(data, room.random_hex)
    assert refused.value.key == key


def test_an_invitation_of_another_version_is_refused_in_one_sentence() -> None:
    room = Room("hg")
    room.host.opened("old", room.host.invite(room.now), room.now)
    room.host.received("old", write("hello").replace(f'"v":{PROTOCOL}', f'"v":{PROTOCOL + 1}'), room.now)
    assert "error.devices.version" in room.host.lines.outbox[-1][1]
    guest = Guest({"name": "Ben", "face": "hen", "aspect": 0.5, "looks_on": False}, room.random_hex, parse)
    guest.opened(0)
    guest.received(0, '{"v":2,"do":"welcome"}')
    assert guest.events == [("refused", {"key": "error.devices.version", "values": {}})]


def test_requests_that_a_cut_leaves_open_are_refused() -> None:
    room = Room("hg")
    room.gather()
    room.start()
    ben = room.phones[0]
    number = ben.guest.ask(room.now, "tell", {"what": "hand"})
    room.cut(ben.connection)
    assert ben.last("answer") == (number, {"refused": {"key": "error.devices.cut", "values": {}}})
    again = ben.guest.ask(room.now, "tell", {"what": "hand"})
    ben.look()
    assert ben.last("answer")[0] == again


def test_a_save_says_which_people_sit_at_other_devices() -> None:
    text = (Path(__file__).parents[1] / "golden" / "saves-2-away.txt").read_text()
    session = restore(text)
    assert session.away == (1, 2) and session.viewer.people == (0,)
    head, record = save(session, Label("away", 1764000000000)).splitlines()
    written = json.loads(record)
    assert {later: written["options"].pop(later) for later in EARLIER_VALUES} == EARLIER_VALUES
    assert [json.loads(head), written] == [json.loads(line) for line in text.splitlines()]
    kept = {"[1,7]": (1,), "[3]": (), "[1,3]": (), '["x"]': (), "{}": (), "true": ()}  # a bot has seat 3
    for value, away in kept.items():
        damaged = restore(text.replace('"away":[1,2]', f'"away":{value}'))
        assert damaged.away == away and damaged.match == session.match


def test_what_was_meant_for_a_dead_connection_is_not_sent_on_the_next_one() -> None:
    room = Room("hg")
    room.gather()
    ben = room.phones[0]
    ben.guest.rename(room.now, "Benjamin", "hen")
    ben.guest.closed()
    ben.guest.opened(room.now)
    assert [json.loads(line)["do"] for line in ben.guest.outbox] == ["hello"]


def test_half_a_message_of_a_dead_connection_is_forgotten() -> None:
    room = Room("hg")
    room.gather()
    ben = room.phones[0]
    parts = write_in_parts(write("refused", key="error.devices.full", values={"text": "x" * LONGEST_LINE}))
    ben.guest.received(room.now, parts[0])
    ben.guest.closed()
    ben.guest.opened(room.now)
    for part in parts:
        ben.guest.received(room.now, part)
    ben.look()
    assert ben.last("refused")["key"] == "error.devices.full"
