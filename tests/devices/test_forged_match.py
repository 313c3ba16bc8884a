"""A changed host: it cannot erase what a guest knows, show another match as the fair one, or draw until it likes the seed."""

import json
from typing import Any

import pytest

from game.devices.evidence import MOST_DRAWS_AGAIN, Evidence, new_keepsake
from game.devices.opening import is_checked, problems_of
from game.devices.seed_exchange import shares_data
from tests.devices.loose_lines import write
from tests.devices.room import Phone, Room


def other_match() -> tuple[list[Any], str]:
    """The shares and the record of a fair match that nobody of these guests has played."""
    other = Room("hgg", "another match")
    other.gather()
    other.start()
    other.play_on()
    return list(shares_data(other.host.shares)), other.phones[0].opened["record"]


def say(room: Room, phone: Phone, *lines: str) -> None:
    """The changed host sends lines of its own."""
    for line in lines:
        phone.guest.received(room.now, line)
    room.settle()


def welcome(table: str, seat: int, **more: Any) -> str:
    return write("welcome", table=table, seat=seat, secret="0" * 32, who="guest-9", **{"commit": "", **more})


def in_play() -> tuple[Room, Phone]:
    room = Room("hgg", "forged")
    room.gather()
    room.start()
    room.play_on(8)
    return room, room.phones[0]


def test_two_welcomes_do_not_erase_what_a_guest_knows() -> None:
    room, ben = in_play()
    kept = json.dumps(ben.guest.keepsake)
    say(room, ben, welcome("another-table", -1), welcome("the-table", 1))
    assert json.dumps(ben.guest.keepsake) == kept and ben.last("unfair") == "host" and ben.guest.seat == 1
    shares, record = other_match()
    say(room, ben, write("opened", shares=shares, record=record))
    assert {problem.key for problem in problems_of(ben.opened)} >= {"opened.commitments", "opened.left-out"}


def test_a_guest_that_came_back_from_another_table_has_not_checked() -> None:
    """Each connection has a welcome of its own."""
    room, ben = in_play()
    shares, record = other_match()
    for table, seat in (("another-table", -1), ("the-table", 1)):
        room.cut(ben.connection)
        ben.connection = "changed"
        ben.guest.opened(room.now)
        say(room, ben, welcome(table, seat))
    say(room, ben, write("opened", shares=shares, record=record))
    assert not is_checked(ben.opened)


@pytest.mark.parametrize("match", [0, 1, 2, 3])
def test_no_draw_begins_again_while_a_match_is_in_play(match: int) -> None:
    room, ben = in_play()
    kept = json.dumps(ben.guest.keepsake)
    say(room, ben, write("anew", commit="1" * 64, **({"match": match} if match else {})))
    assert ben.last("unfair") == "host" and json.dumps(ben.guest.keepsake) == kept
    assert not [line for line in room.host.lines.outbox if "commit" in line[1]]


def test_a_second_list_of_commitments_draws_no_second_reveal() -> None:
    room = Room("hgg", "twice")
    room.gather()
    ben = room.phones[0]
    own = ben.guest.keepsake["shares"]
    ben.guest.received(room.now, write("hashes", shares=own))
    ben.guest.outbox.clear()
    ben.guest.received(room.now, write("hashes", shares=[*own, {"who": "guest-8", "hash": "0" * 64}]))
    assert ben.guest.outbox == [] and ben.guest.events[-1] == ("unfair", "host")


def drawn_again(with_reason: bool) -> tuple[int, list[Any]]:
    """A changed host wants fifty draws. Returns how many reveals it gets, and the events of the guest."""
    room = Room("hgg", "ground")
    room.gather()
    ben, seats = room.phones[0], room.phones[0].lobby["seats"]
    reveals = 0
    for number in range(50):
        for state in ("away", "here") if with_reason else ():
            changed = [{**seat, "state": state if seat["seat"] == 2 else seat["state"]} for seat in seats]
            ben.guest.received(
                room.now, write("lobby", phase="lobby", paused=False, seats=changed, lookers=0)
            )
        commit = f"{number:064}"
        ben.guest.received(room.now, write("anew", commit=commit, match=1 + number * (number > 25)))
        mine = ben.guest.keepsake["shares"][1:]
        ben.guest.received(room.now, write("hashes", shares=[{"who": "host", "hash": commit}, *mine]))
        reveals += sum(json.loads(line)["do"] == "reveal" for line in ben.guest.outbox)
        ben.guest.outbox.clear()
    room.settle()
    return reveals, ben.seen


def test_a_changed_host_cannot_draw_until_it_likes_the_seed() -> None:
    reveals, seen = drawn_again(with_reason=True)
    assert reveals == 1 + MOST_DRAWS_AGAIN
    assert [value for kind, value in seen if kind == "anew"] == [*range(1, MOST_DRAWS_AGAIN + 1)]
    assert "unfair" in [kind for kind, _ in seen]


def test_a_draw_that_begins_again_needs_a_reason() -> None:
    reveals, seen = drawn_again(with_reason=False)
    assert reveals == 1 and ("unfair" in [kind for kind, _ in seen])


def test_the_count_of_draws_outlives_a_reload() -> None:
    room = Room("hgg", "reloaded")
    room.gather()
    ben, reveals = room.phones[0], 0
    for _ in range(10):
        room.host.gathering.draw.times_again = 0  # a changed host counts nothing
        room.host.draw_lots(room.now)
        room.settle_lines_to(ben)
        reveals += ben.guest.keepsake["stage"] == "revealed"
        room.host.gathering.draw.is_dealing = False
        room.cut(ben.connection)
        ben.look()
        ben.reload()
        room.connect(ben)
        room.settle()
        if ben.guest.keepsake["stage"] != "committed":
            break
    assert reveals == 1 + MOST_DRAWS_AGAIN


def test_only_a_guest_of_the_draw_says_that_nobody_chose_the_deal() -> None:
    room = Room("hgg", "late")
    room.gather()
    ben, cleo = room.phones
    room.cut(ben.connection)
    room.host.mind(1, room.now)
    room.start()
    room.connect(ben)
    room.settle()
    room.play_on()
    assert problems_of(ben.opened) == [] and problems_of(cleo.opened) == []
    assert not is_checked(ben.opened) and is_checked(cleo.opened)


def test_a_take_back_takes_the_last_play_out_of_the_evidence() -> None:
    """The seat's last one, and no earlier one: the rest must be in the record that the host discloses."""
    evidence = Evidence(new_keepsake())
    plays = [(0, "play", "9-9"), (1, "play", "9-1"), (0, "play", "9-4"), (0, "take-back", "9-4")]
    steps = [{"seat": seat, "do": do, "tile": tile} for seat, do, tile in plays]
    scene: Any = {"round": {"number": 1}, "steps": steps, "hand": []}
    evidence.see(scene, False)
    opened: Any = {"do": "opened", "match": evidence.kept["match"], "shares": [], "record": ""}
    _, seen = evidence.open(opened)
    assert [tuple(play) for play in seen["plays"]] == [(1, 0, "9-9"), (1, 1, "9-1")]
