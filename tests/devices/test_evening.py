"""A party outlives its matches: another match of the same people, another table, latecomers, names, totals of the evening."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from game.devices.hosting.evening import with_match
from game.devices.hosting.host import REACTION_SECONDS
from game.devices.hosting.members import SeatPlan
from game.devices.opening import is_checked, problems_of
from game.devices.seed_exchange import seed_of
from game.engine.guests.table_news import news_of
from game.records.reading import read_record
from game.rules.errors import Refusal
from game.rules.options.presets import resolve
from game.rules.view import NOBODY
from game.session.saving import restore, save
from tests.devices.room import Phone, Room, plan_of


def latecomer(room: Room, name: str) -> Phone:
    """A phone that comes to a match in play."""
    phone = Phone(name, room)
    room.phones.append(phone)
    room.connect(phone)
    room.settle()
    return phone


def over(kinds: str = "hggb", seed: object = "evening") -> Room:
    """A table whose first match is over."""
    room = Room(kinds, seed)
    room.gather()
    room.start()
    room.play_on()
    assert room.host.phase == "over"
    return room


def again(room: Room) -> None:
    """Play one more match, to its end."""
    room.host.play_again(room.now)
    room.settle()
    room.deal()
    room.settle()
    room.play_on()


def test_the_same_people_play_again_with_a_fresh_seed() -> None:
    room = over()
    connections, secrets = (
        [phone.connection for phone in room.phones],
        [phone.kept["secret"] for phone in room.phones],
    )
    seeds, bytes = {room.session.match.seed}, {share.bytes for share in room.host.shares}
    for number in (2, 3):
        again(room)
        seeds.add(room.session.match.seed)
        bytes |= {share.bytes for share in room.host.shares}
        assert room.session.match.seed == seed_of(room.host.shares)
        for phone in room.phones:
            assert (
                phone.kept["match"] == phone.lobby["match"] == number and phone.scene["phase"] == "match-over"
            )
            assert problems_of(phone.opened) == [] and is_checked(phone.opened)
            assert read_record(phone.opened["record"]).match == room.session.match
            assert phone.last("unfair") is None and phone.last("anew") is None
    assert len(seeds) == 3 and len(bytes) == 9
    assert connections == [phone.connection for phone in room.phones]
    assert secrets == [phone.kept["secret"] for phone in room.phones]


def test_the_totals_of_the_evening_have_every_match() -> None:
    room = over()
    totals = dict(zip([seat.name for seat in room.session.seats], room.session.match.totals, strict=True))
    again(room)
    for seat, points in zip(room.session.seats, room.session.match.totals, strict=True):
        totals[seat.name] += points
    for phone in room.phones:
        rows = phone.lobby["evening"]
        assert {row["name"]: row["points"] for row in rows} == totals
        assert {row["matches"] for row in rows} == {2} and sum(row["wins"] for row in rows) >= 2
    before = phone.lobby["evening"]
    room.reload_host()
    assert room.host.gathering.evening == before and room.host.gathering.match == 2


def test_of_equal_wins_the_fewest_points_stand_first() -> None:
    first = with_match([], [("Ann", 30, 1), ("Ben", 20, 2), ("Cleo", 40, 3)])
    both = with_match(first, [("Ann", 10, 2), ("Ben", 5, 1), ("Cleo", 0, 3)])
    assert [row["name"] for row in both] == ["Ben", "Ann", "Cleo"]


def test_who_is_away_is_played_by_a_bot_and_comes_back_into_the_next_match() -> None:
    room = over()
    ben, cleo = room.phones
    room.cut(ben.connection)
    room.host.play_again(room.now)
    room.settle()
    assert room.host.phase == "ready" and len(room.host.shares) == 2
    room.deal()
    room.settle()
    assert room.session.bot_at(1) is not None
    ben.reload()
    room.connect(ben)
    room.settle()
    assert room.session.bot_at(1) is None and ben.scene["you"] == 1
    room.play_on()
    assert problems_of(ben.opened) == [] and not is_checked(ben.opened)
    assert problems_of(cleo.opened) == [] and is_checked(cleo.opened)


def test_a_guest_that_missed_the_end_comes_to_the_next_lobby() -> None:
    room = Room("hgg", "missed")
    room.gather()
    room.start()
    ben, cleo = room.phones
    room.cut(ben.connection)
    room.host.mind(1, room.now)
    room.play_on()
    room.host.change_table(room.host.gathering.plan, [], room.now)
    room.connect(ben)
    room.settle()
    assert ben.lobby["phase"] == "lobby" and ben.last("unfair") is None
    room.start()
    room.play_on()
    for phone in (ben, cleo):
        assert problems_of(phone.opened) == [] and is_checked(phone.opened)


def test_a_match_in_play_is_not_replaced() -> None:
    room = Room("hgg")
    room.gather()
    room.start()
    requests: tuple[Callable[[], None], ...] = (
        lambda: room.host.play_again(room.now),
        lambda: room.host.change_table(room.host.gathering.plan, [], room.now),
    )
    for act in requests:
        with pytest.raises(Refusal):
            act()


def test_the_table_changes_between_matches_and_the_guests_read_what() -> None:
    room = over("hgbg")
    ben, dan = room.phones
    plan = [SeatPlan("host", "Ann", "hen"), SeatPlan("guest"), SeatPlan("guest")]
    news = [("phones.news.seats", {"n": 3})]
    with pytest.raises(Refusal):
        room.host.change_table(plan[:2], news, room.now)
    room.host.change_table(plan, news, room.now)
    room.settle()
    assert ben.lobby["news"] == [["phones.news.seats", {"n": 3}]] and ben.lobby["phase"] == "lobby"
    assert [seat["name"] for seat in ben.lobby["seats"]] == ["Ann", "Ben", "Dan"]
    assert dan.guest.seat == dan.kept["seat"] == 2
    room.start()
    assert dan.scene["you"] == 2 and ben.lobby["news"] == []
    room.play_on()
    for phone in room.phones:
        assert problems_of(phone.opened) == [] and is_checked(phone.opened)


def test_the_news_are_another_book_or_each_changed_option() -> None:
    before = resolve("montgomery", {}, 4)

    def told(preset: str, changes: dict[str, Any], seats: int, book: str | None) -> list[str]:
        news = news_of(before, "montgomery", resolve(preset, changes, seats), book)
        return [key if key != "news.option" else values["option"][0] for key, values in news]

    assert told("montgomery", {}, 4, "montgomery") == []
    assert told("montgomery", {"toes": 2}, 4, "montgomery") == ["option.toes.label"]
    assert told("montgomery", {"toes": 2}, 4, None) == ["option.toes.label"]
    other = told("hastings", {"rounds": 3}, 5, "hastings")
    assert other == ["news.seats", "news.book", "option.set.label", "option.rounds.label"]


def test_the_bot_that_plays_on_moves_with_its_guest() -> None:
    room = Room("hgb")
    room.gather()
    room.host.mind(1, room.now)
    room.host.gathering.change_plan(plan_of("hbg"))
    assert room.host.gathering.minded == {2}


def test_the_next_match_is_not_paused() -> None:
    room = over()
    room.host.pause(True, room.now)
    room.host.play_again(room.now)
    room.settle()
    assert not any(phone.lobby["paused"] for phone in room.phones)


def test_a_table_that_changes_waits_for_the_host_again() -> None:
    room = over("hgb")
    room.host.play_again(room.now)  # the commitments are under way
    room.host.change_table(plan_of("hgb"), [], room.now)
    room.settle()
    assert room.host.phase == "lobby"


def test_a_guest_who_was_moved_while_away_comes_back_by_the_secret() -> None:
    room = over("hgbg")
    dan = room.phones[1]
    room.cut(dan.connection)
    room.host.change_table(
        [SeatPlan("host", "Ann", "hen"), SeatPlan("guest"), SeatPlan("guest")], [], room.now
    )
    dan.reload()
    room.connect(dan)
    room.settle()
    assert dan.guest.seat == 2 and dan.last("refused") is None


# --- latecomers


def test_a_latecomer_has_a_bots_seat_from_the_next_round_on() -> None:
    room = Room("hgbb", "late")
    room.gather()
    room.start(rounds=3)
    room.play_on(4)
    eve = latecomer(room, "Eve")
    assert eve.scene["you"] == NOBODY and eve.scene["hand"] == [] and eve.guest.seat == 2
    assert [seat["state"] for seat in eve.lobby["seats"]] == ["host", "here", "next-round", "bot"]
    for verb, arguments in (("act", {"code": "+"}), ("hint", {})):
        eve.guest.ask(room.now, verb, arguments)
        room.settle()
        assert eve.last("answer")[1]["refused"]["key"] == "error.devices.next-round"
    while room.session.match.current is not None and room.session.view.number == 1:
        room.play_on(1)
    room.play_on(1)
    assert eve.scene["you"] == 2 and eve.lobby["seats"][2]["state"] == "here"
    assert room.session.seats[2].name == "Eve" and room.session.away == (1, 2)
    room.play_on(5)
    room.reload_host()
    for phone in room.phones:
        room.connect(phone)
        room.settle()
    assert eve.scene["you"] == 2
    room.play_on()
    assert problems_of(eve.opened) == [] and not is_checked(eve.opened)
    assert is_checked(room.phones[0].opened)
    assert read_record(room.phones[0].opened["record"]).seats[2].name == "Eve"
    again(room)
    assert is_checked(eve.opened) and problems_of(eve.opened) == []


def test_the_host_is_no_longer_alone_with_bots_once_a_latecomer_has_a_seat() -> None:
    room = Room("hb", "alone")
    room.start(rounds=2, set=6, hand_size=5)
    assert room.session.alone
    latecomer(room, "Eve")
    while room.session.phase == "playing":
        assert room.session.alone  # until the round ends, the bot plays
        assert room.host_moves()
    room.host.table_changed(room.now)
    assert room.session.people == (0, 1) and not room.session.alone
    assert not restore(save(room.session)).alone


def test_a_latecomer_whose_line_is_cut_is_shown_as_away() -> None:
    room = Room("hgbb", "late")
    room.gather()
    room.start(rounds=3)
    room.play_on(4)
    ben, eve = room.phones[0], latecomer(room, "Eve")
    assert ben.lobby["seats"][2]["state"] == "next-round"
    room.cut(eve.connection)
    room.settle()
    assert ben.lobby["seats"][2]["state"] == "away"


def test_a_latecomer_who_goes_at_once_leaves_the_bot_its_seat() -> None:
    room = Room("hgb", "gone")
    room.gather()
    room.start(rounds=2)
    eve = latecomer(room, "Eve")
    eve.guest.leave(room.now)
    room.settle()
    assert room.host.gathering.plan[2].kind == "bot" and len(room.host.gathering.members) == 1
    room.play_on()
    assert room.session.seats[2].kind == "bot"


def test_a_host_that_is_reloaded_forgets_who_waits_for_the_next_round() -> None:
    room = Room("hgb", "forgets")
    room.gather()
    room.start(rounds=2)
    latecomer(room, "Eve")
    kept = json.dumps(room.host.data())
    assert "Eve" not in kept
    room.reload_host()
    assert [plan.kind for plan in room.host.gathering.plan] == ["host", "guest", "bot"]


def test_a_latecomer_has_the_seat_that_a_guest_left_sooner_than_a_bots() -> None:
    room = Room("hbgg", "left")
    room.gather()
    room.start(rounds=2)
    room.phones[0].guest.leave(room.now)
    room.settle()
    eve = latecomer(room, "Eve")
    assert eve.guest.seat == 2 and room.host.gathering.plan[1].kind == "bot"


# --- names and faces


def test_a_guest_never_has_the_face_of_a_bot() -> None:
    room = Room("hgb")
    room.gather()
    room.host.gathering.plan[2] = room.host.gathering.plan[2]._replace(level="rooster")
    for wanted, is_free in (("rooster", False), ("farmer", True)):
        room.phones[0].guest.rename(room.now, "Ben", wanted)
        room.settle()
        assert (room.phones[0].lobby["seats"][1]["face"] == wanted) is is_free


def test_nobody_is_called_like_another_or_has_the_same_face() -> None:
    room = Room("hggb")
    room.phones[0].person["name"], room.phones[1].person["name"] = "ANN", "Ann"
    room.phones[0].reload()
    room.phones[1].reload()
    room.gather()
    seats = room.phones[0].lobby["seats"]
    assert [seat["name"] for seat in seats] == ["Ann", "ANN 2", "Ann 3", "Bot3"]
    assert len({seat["face"] or seat["level"] for seat in seats[:3]}) == 3
    room.phones[1].guest.rename(room.now, "Bot3", "hen")
    room.settle()
    seats = room.phones[0].lobby["seats"]
    assert seats[2]["name"] == "Bot3 2" and seats[2]["face"] not in ("hen", seats[1]["face"])
    room.phones[1].guest.rename(room.now, "Cleo", "farmer")
    room.settle()
    assert (room.phones[0].lobby["seats"][2]["name"], room.phones[0].lobby["seats"][2]["face"]) == (
        "Cleo",
        "farmer",
    )


# --- reactions


def test_a_reaction_is_shown_to_the_others_once_in_a_while() -> None:
    room = Room("hgg")
    room.gather()
    ben, cleo = room.phones
    for _ in range(5):
        ben.guest.react(room.now, "bravo")
    room.settle()
    assert [value for kind, value in cleo.seen if kind == "reaction"] == [(1, "bravo")]
    assert ben.last("reaction") is None and room.host.reactions == [(1, 1, "bravo")]
    room.now += REACTION_SECONDS
    ben.guest.react(room.now, "wow")
    room.host.react("thanks", room.now)
    room.settle()
    assert cleo.last("reaction") == (1, "wow") and ben.last("reaction") == (0, "thanks")
    assert room.host.reactions == [(1, 1, "bravo"), (2, 1, "wow")]


def test_only_people_with_a_seat_react_and_only_in_known_ways() -> None:
    room = Room("hg")
    room.gather()
    looker = room.with_looker()
    room.settle()
    looker.guest.react(room.now, "wow")
    room.phones[0].guest.react(room.now, "<b>")
    room.settle()
    assert room.host.reactions == [] and room.phones[0].last("refused")["key"] == "error.devices.message"


# --- hints


def test_a_hint_goes_to_the_connection_that_wanted_it() -> None:
    room = Room("hgg", "hints")
    room.gather()
    ben = room.phones[0]
    ben.guest.ask(room.now, "hint", {})
    room.settle()
    assert ben.last("answer")[1]["refused"]["key"] == "error.devices.not-now"  # nothing is dealt yet
    room.start()
    for _ in range(2):
        ben.guest.ask(room.now, "hint", {})
    room.settle()
    assert ben.last("answer")[1]["refused"]["key"] == "error.devices.too-many"
    [hint] = room.host.hints.take()
    room.host.hints.answer(hint, {"ok": None}, room.host.lines, room.now)
    room.settle()
    assert ben.last("answer") == (2, {"ok": None})
    ben.guest.ask(room.now, "hint", {})
    room.settle()
    [hint] = room.host.hints.take()
    room.cut(ben.connection)
    room.connect(ben)
    room.settle()
    before = len(ben.seen)
    room.host.hints.answer(hint, {"ok": None}, room.host.lines, room.now)
    assert room.host.lines.outbox == []
    room.settle()
    assert len(ben.seen) == before
