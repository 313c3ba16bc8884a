"""Hostile guests: whatever a guest sends, the table stays as it was, and the others play on."""

import json
from typing import Any

import pytest

from game.devices.hosting.admission import MOST_INVITATIONS
from game.devices.hosting.lines import requests
from game.devices.hosting.lines.switchboard import BURST, RATE, REFUSALS, Invited, Link
from game.devices.wire import LONGEST_REQUEST
from game.rules.errors import RecordError, Refusal
from tests.devices.checks import table_of
from tests.devices.hostile_lines import VALUES, hostile_line
from tests.devices.loose_lines import write
from tests.devices.room import Room

MESSAGES = 10_000


@pytest.mark.parametrize(
    ("face", "fits"),
    [
        ("fox", True),
        ("person-3", True),
        ("", False),
        ("-", False),
        ("a b", False),
        ("<b>", False),
        ("füchse", False),
        ("a" * 20, True),
        ("a" * 21, False),
    ],
)
def test_a_face_is_a_short_name_of_letters_digits_and_hyphens(face: str, fits: bool) -> None:
    if fits:
        assert requests.read_face({"face": face}) == face
    else:
        with pytest.raises(RecordError):
            requests.read_face({"face": face})


def test_a_request_has_at_most_five_arguments() -> None:
    arguments: dict[str, Any] = {str(number): number for number in range(5)}
    assert requests.read_ask({"n": 1, "verb": "tap", "with": arguments}).arguments == arguments
    with pytest.raises(RecordError):
        requests.read_ask({"n": 1, "verb": "tap", "with": {**arguments, "5": 5}})


def test_the_oldest_of_too_many_invitations_is_withdrawn() -> None:
    room = Room("hg")
    names = [room.host.invite(room.now) for _ in range(MOST_INVITATIONS + 1)]
    for number, name in enumerate(names):
        room.host.opened(f"wire {number}", name, room.now)
    assert room.host.lines.closing == ["wire 0"]


def test_ten_thousand_hostile_messages_leave_the_table_as_it_was() -> None:
    room = Room("hgg", "hostile")
    room.gather()
    room.start()
    room.play_on(6)
    ben, cleo = room.phones
    before, data = table_of(room.session), room.host.data()
    refused = 0
    for number in range(MESSAGES):
        room.now += 1 / RATE
        room.host.received(ben.connection, hostile_line(room.lots), room.now)
        for connection, line in room.host.lines.outbox:
            message = json.loads(line)
            assert connection == ben.connection or message["do"] in ("lobby", "ping")
            refused += message["do"] == "refused" or "refused" in message
        room.host.lines.outbox.clear()
        if number % 500 == 0:
            assert table_of(room.session) == before
    assert table_of(room.session) == before and room.host.data() == data
    assert refused > MESSAGES // 2 and not room.host.lines.closing
    room.cut(ben.connection)
    ben.reload()
    room.connect(ben)
    room.settle()
    room.play_on()
    assert room.host.phase == "over" and cleo.scene["phase"] == "match-over"


def test_before_the_match_hostile_messages_change_nothing_either() -> None:
    room = Room("hgg", "lobby")
    room.gather()
    data = room.host.data()
    for _ in range(1000):
        room.now += 1 / RATE
        room.host.received(
            room.phones[0].connection, hostile_line(room.lots).replace('"me"', '"no"'), room.now
        )
    assert room.host.data() == data and room.host.phase == "lobby"


def test_the_first_message_of_a_flood_is_refused_and_then_one_a_second() -> None:
    link = Link("wire", Invited(None, "", 0.0), 5.0)
    refused = [link.may_refuse(5.0 + tenths / 10 / REFUSALS) for tenths in range(21)]
    assert [tenths for tenths, is_sent in enumerate(refused) if is_sent] == [0, 10, 20]


def test_messages_beyond_the_rate_are_dropped() -> None:
    room = Room("hg")
    room.gather()
    room.start()
    room.now += 10
    connection = room.phones[0].connection
    answered = []
    for seconds in range(4):
        room.host.lines.outbox.clear()
        for _ in range(500):
            room.host.received(
                connection, write("ask", n=1, verb="tell", **{"with": {"what": "hand"}}), room.now
            )
        lines = [json.loads(line) for _, line in room.host.lines.outbox]
        answered.append(sum(line["do"] == "answer" for line in lines))
        assert sum(line["do"] == "refused" for line in lines) == 1, seconds
        room.now += 1
    assert answered == [BURST, RATE, RATE, RATE]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x",
        "[]",
        '{"v":1}',
        '{"v":1,"do":"steal"}',
        '{"v":true,"do":"ping"}',
        '{"do":"ping"}',
        " " * (LONGEST_REQUEST + 1),
    ],
)
def test_a_line_that_is_no_request_is_refused_in_one_sentence(line: str) -> None:
    with pytest.raises(Refusal) as refused:
        requests.read_request(line)
    assert refused.value.key.startswith("error.")


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"code": 1},
        {"code": "x" * 21},
        {"code": "+", "seat": 0},
        {"code": "+", "call": 1},
        {"code": "9-4>9-9", "toe": True},
        {"code": "9-4>9-9", "toe": "1"},
        {"code": "\ud800"},
    ],
)
def test_the_arguments_of_a_verb_are_checked(arguments: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        requests.read_arguments(requests.Ask(1, "act", arguments), "act")


@pytest.mark.parametrize("verb", ["tap", "drag", "act", "arm", "tell"])
def test_an_argument_that_a_verb_needs_may_not_be_missing(verb: str) -> None:
    with pytest.raises(Refusal):
        requests.read_arguments(requests.Ask(1, verb, {}), verb)


def test_a_guest_survives_a_hostile_host() -> None:
    room = Room("hg", "hostile host")
    room.gather()
    room.start()
    ben = room.phones[0]
    kinds = (
        "part",
        "welcome",
        "anew",
        "hashes",
        "scene",
        "answer",
        "opened",
        "lobby",
        "refused",
        "bye",
        "ping",
        "x",
    )
    names = (
        "commit",
        "shares",
        "scene",
        "whole",
        "n",
        "ok",
        "record",
        "phase",
        "seats",
        "key",
        "values",
        "why",
        "at",
        "of",
        "text",
    )
    before = json.dumps(ben.scene)
    for _ in range(3000):
        message = {"v": 1, "do": room.lots.choice(kinds)}
        for _ in range(room.lots.randrange(5)):
            message[room.lots.choice(names)] = room.lots.choice(
                [*VALUES, {"round": {"number": 1}, "steps": [1], "hand": []}]
            )
        ben.guest.received(room.now, json.dumps(message))
        ben.guest.received(room.now, hostile_line(room.lots))
        ben.guest.received(room.now, "x" * 70_000)
    room.settle()
    assert before and ben.scene["round"]
