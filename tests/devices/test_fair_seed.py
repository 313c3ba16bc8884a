"""The seed of all devices: nobody can choose it, and every device notices when somebody tries."""

import copy
import functools
import json
from typing import Any

import pytest

from game.devices.evidence import MOST_DRAWS_AGAIN, Evidence, new_keepsake
from game.devices.opening import problems_of
from game.devices.seed_exchange import (
    HOST,
    Share,
    commitment_of,
    read_shares,
    seed_commitment,
    seed_of,
    shares_data,
)
from game.records.reading import read_record
from game.records.record import write_record
from game.rules.errors import RecordError
from game.rules.match import start_match
from tests.devices.loose_lines import write
from tests.devices.room import Phone, Room


@functools.cache
def finished(kinds: str = "hgg") -> tuple[Room, Phone]:
    """A match that is over; the tests change copies of what it told."""
    room = Room(kinds, "fair")
    room.gather()
    room.start()
    room.play_on()
    return room, room.phones[0]


def test_a_guest_reveals_only_to_the_commitments_that_it_knows() -> None:
    room = Room("hgg")
    room.gather()
    ben = room.phones[0]
    own = ben.guest.keepsake["shares"]
    others = [{"who": "guest-9", "hash": "0" * 64}]
    for published in (
        own[1:],
        own[:1],
        [{**own[0], "hash": "1" * 64}, own[1]],
        [own[0], {**own[1], "hash": "1" * 64}, *others],
    ):
        ben.guest.outbox.clear()
        ben.guest.received(room.now, write("hashes", shares=published))
        assert ben.guest.events.pop()[0] == "unfair" and ben.guest.outbox == []
    ben.guest.received(room.now, write("hashes", shares=[*own, *others]))
    assert [json.loads(line)["do"] for line in ben.guest.outbox] == ["reveal"]


def test_the_host_commits_before_it_hears_of_any_guest() -> None:
    room = Room("hgg")
    before = room.host.gathering.draw.own_hash
    room.gather()
    assert {phone.guest.keepsake["shares"][0]["hash"] for phone in room.phones} == {before}
    room.start()
    assert room.host.shares[0] == Share(HOST, before, room.host.shares[0].bytes)


def test_a_guest_cannot_reveal_other_bytes() -> None:
    room = Room("hgg")
    room.gather()
    ben = room.phones[0]
    room.host.draw_lots(room.now)
    room.host.received(ben.connection, write("reveal", bytes="0" * 32), room.now)
    assert "error.devices.reveal" in room.host.lines.outbox[-1][1] and room.host.phase == "lots"
    room.settle()
    assert room.host.phase == "ready"


def test_a_copied_commitment_does_not_help_against_a_fair_seed() -> None:
    shares = tuple(
        Share(who, commitment_of(who, digit * 32), digit * 32)
        for who, digit in (("host", "0"), ("guest-1", "1"))
    )
    seeds = {seed_of(shares)}
    for number in range(2):
        for digit in "23456":
            changed = [*shares]
            changed[number] = changed[number]._replace(bytes=digit * 32)
            seeds.add(seed_of(tuple(changed)))
    assert len(seeds) == 11
    assert commitment_of("guest-2", "1" * 32) != commitment_of("guest-1", "1" * 32)


def test_guests_learn_neither_the_seed_nor_other_bytes_before_the_end() -> None:
    room = Room("hgg", "secret")
    sent: list[str] = []
    room.gather()
    room.start()
    secrets = [seed_of(room.host.shares), *(share.bytes for share in room.host.shares)]
    secrets.append(seed_commitment(room.host.shares).nonce)
    while room.host.phase != "over":
        room.now += 1
        if not room.host_moves() and not room.guest_moves():
            break
        if room.host.phase != "over":
            sent += [line for lines in room.wires.values() for line in lines]
        while room.host.phase != "over" and room.deliver():
            sent += [line for (_, to_host), lines in room.wires.items() if not to_host for line in lines]
    assert room.session.match.over and len(sent) > 50
    playing = [line for line in sent if '"do":"opened"' not in line and '"do":"part"' not in line]
    assert not [secret for secret in secrets for line in playing if secret in line]


def change(opened: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(opened), **changes}


def test_every_device_finds_out_what_was_not_fair() -> None:
    room, ben = finished()
    opened = ben.opened
    assert problems_of(opened) == []
    shares, record = opened["shares"], read_record(opened["record"])
    hand = opened["witness"]["hands"]["1"]
    plays = opened["witness"]["plays"]
    mine = opened["mine"]
    # the host revealed other bytes than it had committed to, and dealt with them
    bent = read_shares([{**shares[0], "bytes": "0" * 32}, *shares[1:]])
    options = record.match.options
    other = record._replace(match=start_match(options, seed_of(bent)), commitment=seed_commitment(bent))
    found = {
        "opened.reveal": change(opened, shares=shares_data(bent), record=write_record(other)),
        "opened.commitments": change(
            opened, mine={**mine, "shares": [*mine["shares"][:2], mine["shares"][1]]}
        ),
        "opened.left-out": change(opened, mine={**mine, "bytes": "0" * 32}),
        "opened.seed": change(
            opened, record=write_record(record._replace(match=record.match, commitment=None))
        ),
        "opened.hand": change(opened, witness={"hands": {"1": hand[1:]}, "plays": plays}),
        "opened.plays": change(opened, witness={"hands": {}, "plays": [*plays, plays[0]]}),
        "error.record.field": change(opened, shares=[]),
        "error.record.not-json": change(opened, record="{"),
    }
    for key, value in found.items():
        assert key in [problem.key for problem in problems_of(value)], key
    assert room.host.phase == "over"


def test_a_device_that_was_away_accepts_what_it_did_not_see() -> None:
    _, ben = finished()
    witness = ben.opened["witness"]
    assert problems_of(change(ben.opened, witness={"hands": {}, "plays": witness["plays"][3::2]})) == []
    assert problems_of(change(ben.opened, mine={"shares": [], "bytes": "", "who": ""})) == []


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        [1],
        [{"who": "guest-1", "hash": "0" * 64}],
        [{"who": "host", "hash": "0" * 63}],
        [{"who": "host", "hash": "G" * 64}],
        [{"who": "host", "hash": "0" * 64, "bytes": "0"}],
        [{"who": "host", "hash": "0" * 64}] * 2,
        [{"who": "h" * 21, "hash": "0" * 64}],
    ],
)
def test_shares_are_checked(value: Any) -> None:
    with pytest.raises(RecordError):
        read_shares(value)


def join(looker: Phone, room: Room) -> None:
    """Connect a device to another table in the middle of its match. Then the match is played to its end."""
    looker.room = room
    room.phones.append(looker)
    room.connect(looker)
    room.settle()
    room.play_on()


@pytest.mark.parametrize("is_reloaded", [False, True])
def test_a_device_at_a_second_table_forgets_what_it_knew_of_the_first(is_reloaded: bool) -> None:
    first, second = Room("hgb", "first"), Room("hgb", "second")
    second.host.gathering.table_id = "the-second-table"
    looker = Phone("Television", first, looks_on=True)
    first.phones.append(looker)
    first.gather()
    first.start(rounds=1)
    first.play_on()
    assert looker.opened is not None and looker.opened["mine"]["shares"]
    assert problems_of(looker.opened) == []
    first.cut(looker.connection)
    if is_reloaded:
        looker.reload()
    second.gather()
    second.start(rounds=2)
    second.play_on(20)
    join(looker, second)
    assert looker.opened["mine"]["table"] == "the-second-table" and looker.opened["mine"]["shares"] == []
    assert problems_of(looker.opened) == []
    plays = len(looker.opened["witness"]["plays"])
    assert plays == sum(event.do == "play" for state in second.session.match.rounds for event in state.events)


def test_a_device_that_was_away_during_the_draw_says_nothing_about_it() -> None:
    room = Room("hgb", "away")
    looker = Phone("Television", room, looks_on=True)
    room.phones.append(looker)
    room.gather()
    room.cut(looker.connection)
    room.phones.remove(looker)
    room.start()
    room.play_on(20)
    join(looker, room)
    assert looker.opened is not None and problems_of(looker.opened) == []


def test_a_match_that_was_disclosed_leaves_all_draws_to_the_next_one() -> None:
    for stage in ("played", "opened"):
        evidence = Evidence({**new_keepsake(), "match": 1, "stage": stage, "draws": MOST_DRAWS_AGAIN})
        assert evidence.commit(2, "guest-1", "00", "hash") and evidence.kept["draws"] == 0


def test_the_tiles_of_one_match_are_no_evidence_in_the_next() -> None:
    evidence = Evidence({**new_keepsake(), "match": 1, "stage": "opened"})
    evidence._hands, evidence._plays = {"1": ["9-4"]}, [(1, 0, "9-4")]
    assert evidence.commit(2, "guest-1", "00", "hash")
    assert (evidence._hands, evidence._plays) == ({}, [])


def test_a_whole_scene_tells_its_plays_once() -> None:
    """A guest whose line was cut gets one, and what it saw before is in it."""
    evidence = Evidence(new_keepsake())
    steps = [{"do": "play", "seat": 0, "tile": "9-4"}]
    scene: Any = {"round": {"number": 1}, "steps": steps, "hand": []}
    for is_whole in (False, True, True):
        evidence.see(scene, is_whole)
    assert evidence._plays == [(1, 0, "9-4")]
