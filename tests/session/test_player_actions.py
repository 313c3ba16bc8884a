"""What a person does at one device: typed plays, arming the call, and plays on a chosen toe."""

import pytest

from game.engine.match.places import only_play
from game.engine.match.player_actions import PlayerActions
from game.records.record import Seat
from game.rules.errors import IllegalMove
from game.rules.match import start_match
from game.rules.options.presets import resolve
from game.session.session import Session
from tests.rules.rounds import OPENED, at
from tests.session.asked import AskedDesk
from tests.session.desks import at_desk, desk_at, started

TWO = (Seat("You", "human"), Seat("Ann", "bot", "hen", "balanced"))


def actions(hand: str, laid: str, **changes: object) -> tuple[Session, PlayerActions]:
    """A session in which the person has this hand and is on turn, and the person's actions."""
    state = at(resolve(None, {"last_tile_call": "catch", **changes}, 2), [hand, "8-6 8-7"], laid)
    session = Session(start_match(state.options, "any")._replace(current=state), None, TWO, 1.0)
    return session, PlayerActions(session, session.viewer)


@pytest.mark.parametrize(("on", "code"), [("0", "5-0>0-0"), ("", "5-0>0-0"), ("0-0", "5-0>0-0")])
def test_a_typed_play_may_join_the_double_blank(on: str, code: str) -> None:
    assert actions("5-0 6-6", "0-0", set=6, toes=2)[1].typed("5-0", on) == code


def test_a_typed_play_that_fits_two_numbers_needs_one() -> None:
    _, person = actions("4-3 6-6", OPENED)
    with pytest.raises(IllegalMove) as refused:
        person.typed("4-3")
    assert (refused.value.key, refused.value.values) == ("reason.say-which", {"tile": "4-3"})
    assert [person.typed("4-3", on) for on in "34"] == ["4-3>9-3", "4-3>9-4"]
    assert (
        only_play(person.places("4-3")) == ""
        and only_play(actions("4-2 6-6", OPENED.replace("9-2>9-9 ", "9-8>9-9 "))[1].places("4-2"))
        == "4-2>9-4"
    )


def test_a_tile_that_fits_two_ends_of_one_number_is_played_at_once() -> None:
    """The page says that it makes no difference at which. So are the toes of one double."""
    _, person = actions("8-5 8-0 6-6", OPENED + " 5-1>9-1")
    assert len(person.places("8-5")) == 2
    assert (only_play(person.places("8-5")), only_play(person.places("8-0"))) == ("8-5>9-5", "8-0>9-0")
    needs_room, *others = person.places("8-5")
    assert only_play([needs_room | {"laid": ""}, *others]) == others[0]["move"] != "8-5>9-5"
    _, person = actions("9-8 6-6", OPENED.removesuffix(" 9-4>9-9 9-5>9-9"))
    assert only_play(person.places("9-8")) == "9-8>9-9" and len(person.places("9-8")) == 2


def test_a_single_tap_plays_the_last_tile_of_a_hand_wherever_it_fits() -> None:
    for hand, code in (("4-3 6-6", ""), ("4-3", "4-3>9-4")):
        _, person = actions(hand, OPENED)
        assert person.single_play(person.places("4-3")) == code


def test_the_place_of_a_double_says_what_must_follow() -> None:
    """FOOT-1; a tile that is no double says nothing."""
    _, person = actions("4-4 4-3", OPENED)
    foot = person.places("4-4")[0].get("foot")
    assert foot and foot[0] == "prompt.foot-ahead" and foot[1]["n"] == 3
    assert {place.get("foot") for place in person.places("4-3")} == {None}


def test_a_double_with_a_warning_is_not_played_at_once() -> None:
    laid = "6-6 6-4>6-6 6-1>6-6 4-3>6-4 5-3>4-3 5-4>5-3 4-2>5-4 4-1>6-1"
    for toes, short, code in (
        (2, "closes", "4-4>4-1"),
        (2, "blocks", ""),
        (3, "blocks", ""),
    ):  # 4-0 alone is left of the fours
        person = actions("4-4 3-3", laid, set=6, arms=2, toes=toes, short_foot=short)[1]
        assert only_play(person.places("4-4")) == code


def test_a_call_with_the_play_calls_only_the_last_tile() -> None:
    session, person = actions("4-3 6-6", OPENED)
    person.act("4-3>9-3", call=True)
    assert [event.do for event in session.view.events] == ["play", "call"]
    session, person = actions("4-3 6-6 7-7", OPENED)
    person.act("4-3>9-3", call=True)
    assert [event.do for event in session.view.events] == ["play"] and not session.viewer.armed


@pytest.mark.parametrize("call", [False, True])
def test_a_tap_that_plays_at_once_makes_the_call_too(call: bool) -> None:
    async def test(desk: AskedDesk) -> None:
        await started(desk)
        session, _ = actions("4-2 6-6", OPENED.replace("9-2>9-9 ", "9-8>9-9 "))
        await desk.match.put(session, desk.store.new_label())
        assert "scene" in await desk.tap(tile="4-2", at_once=True, call=call)
        assert [event.do for event in session.view.events] == ["play", "call"][: 1 + call]

    at_desk(test)


def test_a_refused_play_leaves_the_call_as_it_was() -> None:
    session, person = actions("4-3 6-6", OPENED)
    with pytest.raises(IllegalMove):
        person.act("6-6>9-3", call=True)
    assert not session.viewer.armed
    person.arm(True)
    with pytest.raises(IllegalMove):
        person.act("6-6>9-3")
    assert session.viewer.armed
    person.arm(False)
    assert not session.viewer.armed


def test_with_people_at_other_devices_nobody_is_alone() -> None:
    match = start_match(resolve(None, {}, 2), "any")
    assert Session(match, None, TWO, 1.0).alone
    assert not Session(match, None, TWO, 1.0, away=(0,)).alone


def test_the_first_person_is_the_first_one_at_this_device_if_there_is_one() -> None:
    match = start_match(resolve(None, {}, 3), "any")
    seats = (Seat("Ann", "human"), Seat("Hattie", "bot", "hen", "balanced"), Seat("Cleo", "human"))
    assert [Session(match, None, seats, 1.0, away).first_person for away in ((), (0,), (2,), (0, 2))] == [
        0,
        2,
        0,
        0,
    ]


def test_a_call_is_armed_with_two_tiles_only() -> None:
    for hand, may in (("4-3 6-6", True), ("4-3 6-6 5-5", False)):
        session, person = actions(hand, OPENED)
        person.arm(True)
        assert session.viewer.armed is may


def test_a_setting_of_another_page_stays() -> None:
    async def test(desk: AskedDesk) -> None:
        await desk.boot()
        other = desk_at(desk.store.backend)
        await other.boot()
        await desk.keep("settings", {"theme": "dark"})
        await other.keep("settings", {"sound": False})
        assert other.store.get("settings") == {"theme": "dark", "sound": False}

    at_desk(test)


def test_a_match_that_another_page_takes_during_a_lesson_leaves_no_label() -> None:
    async def test(desk: AskedDesk) -> None:
        await started(desk)
        assert desk.match.label is not None
        taken = desk.match.label.id
        await desk.lesson(step=1, names=["You", "Ann", "Bo"], aspect=1.0, preset=None, changes={}, players=4)
        desk.match.lock.on_lost(taken)
        assert desk.match.label is None and desk.match.session is not None

    at_desk(test)
