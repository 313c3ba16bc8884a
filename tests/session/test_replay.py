"""Replays: every stop is a state of the match, hidden hands stay hidden, and a match can be continued from every stop."""

import json
import random
from typing import Any

import pytest

from game.engine.history.compared_moves import ComparedMoves, _pose, _unseen
from game.engine.replay_scene import SentReplayState, replay_scene
from game.records.reading import read_record
from game.records.record import Record, Seat
from game.rules.errors import MatchError
from game.rules.match import Match
from game.rules.tiles import HIGH, NAME, SUIT, tiles_in
from game.rules.view import NOBODY, view
from game.session.board_layout import BoardLayout
from game.session.replay import Replay
from game.session.saving import record_text, restore, save
from game.session.session import Session
from game.session.viewers.sent_state import SentState
from game.table.geometry import Pose
from tests.session.companies import company, hidden, names_none, on
from tests.session.fake_table import FakeTable
from tests.session.matches import bots_step, persons_step, played, scene, table


def whole(rounds: int = 2, **changes: object) -> tuple[Session, list[Match]]:
    """A played match and all its states, with the deals and the ends."""
    session, lots = table(rounds=rounds, **changes), random.Random(3)
    states = [session.match]
    while session.phase != "match-over":
        if session.phase == "round-over":
            session.next_round(0.7)
            states.append(session.match)
            continue
        before = len(session.past)
        if session.others_must_move():
            bots_step(session)
        else:
            persons_step(session, lots)
        states += [past.match for past in session.past[before + 1 :]]  # a play and its call are two stops
        if len(session.past) > before:
            states.append(session.match)
    return session, states


def replay_of(session: Session) -> Replay:
    return Replay(read_record(record_text(session)), 0.7)


def test_compared_toes_are_marked_on_their_own_places() -> None:
    session, beside = whole(rounds=1)[0], 0
    replay = replay_of(session)
    for index in range(0, replay.last + 1, 3):
        replay.go(index)
        layout, round_ = replay.board.layout, replay.match.round
        for double, slots in layout.occupancy.reserved.items():
            for tile in tiles_in(SUIT[HIGH[double]] & round_.hands[round_.turn]):
                own = layout.previews(tile, [double], _unseen(replay, tile))[double]
                assert _pose(replay, (tile, double), []) == own
                other = _pose(replay, (tile, double), [own])
                assert other is not None
                assert ((other.x, other.y) != (own.x, own.y)) == (len(slots) > 1)
                beside += other != own
    assert beside


@pytest.mark.parametrize("preset", ["montgomery", "hastings", "chickie"])
def test_the_stops_are_the_states_of_the_match(preset: str) -> None:
    session, states = whole(preset=preset)
    replay = replay_of(session)
    assert replay.last == len(states) - 1
    for index, state in enumerate(states):
        replay.go(index)
        assert replay.match == state
    for number, start in enumerate(replay.starts[:-1]):
        replay.go(start)
        assert (replay.number, replay.match.round.number) == (number, number + 1)
        assert replay.match.round.events == replay.match.round.deal.draws
    replay.go(-5)
    assert replay.index == 0
    replay.go(10**9)
    assert replay.index == replay.last and replay.match == session.match


def test_stops_are_counted_with_calls_catches_take_backs_and_missed_turns() -> None:
    for kinds, preset in (("pppp", "montgomery"), ("bbpp", "nathan"), ("pb", "chickie")):
        session = company(kinds, preset=preset)
        on(session, random.Random(preset), lambda: None, 2)
        replay = replay_of(session)
        for number in range(2):
            assert len(replay._stop_matches(number)) == replay.starts[number + 1] - replay.starts[number]


def test_a_replay_names_the_stop_at_which_each_round_starts() -> None:
    session, _ = whole(rounds=2)
    starts = replay_scene(replay_of(session), SentReplayState())["at"]["starts"]
    assert starts == [0, len(session.match.rounds[0].events) + 1]


def test_layouts_of_stops_do_not_depend_on_the_path() -> None:
    session, states = whole()
    replay, lots = replay_of(session), random.Random(4)
    poses = []
    for number in range(len(replay.rounds)):
        board = BoardLayout(session.match.options, 0.7)
        for state in replay._stop_matches(number):
            board.follow(state.round.laid)
            poses.append(dict(board.layout.poses))
    assert len(poses) == len(states)
    for index in [lots.randrange(len(poses)) for _ in range(60)] + list(range(replay.last, -1, -1)):
        replay.go(index)
        assert replay.board.layout.poses == poses[index]


def test_patches_on_any_path_show_the_same_as_a_fresh_page() -> None:
    session, _ = whole()
    replay, seen, page, lots = replay_of(session), SentReplayState(), FakeTable(), random.Random(5)
    forwards = 0
    for _ in range(200):
        step = lots.choice([1, 1, 1, 1, -1, -1, 7, -20, 40])
        replay.go(replay.index + step)
        if lots.random() < 0.1:
            replay.set_viewpoint(lots.choice([None, 0, 1, 2, 3]))
        made = replay_scene(replay, seen)
        seen.note_stop(replay)
        page.apply(made)
        fresh, whole_scene = FakeTable(), replay_scene(replay, SentReplayState())
        fresh.apply(whole_scene)
        assert (page.tiles, page.set, page.ground) == (fresh.tiles, fresh.set, fresh.ground)
        for key in ("hands", "seats", "yard", "turn", "you", "at", "from", "ends"):
            assert made[key] == whole_scene[key]
        if made["anew"]:
            assert made["said"] == whole_scene["said"] and made["steps"] == []
        else:
            forwards += 1
    assert forwards > 50


def test_all_hands_or_one_hand_are_open() -> None:
    session, _ = whole()
    replay = replay_of(session)
    replay.go(12)
    hands = replay.match.round.hands
    assert [
        (hand["seat"], [tile["tile"] for tile in hand["tiles"]])
        for hand in replay_scene(replay, SentReplayState())["hands"]
    ] == [(seat, [NAME[tile] for tile in tiles_in(hand)]) for seat, hand in enumerate(hands)]
    for seat in range(4):
        replay.set_viewpoint(seat)
        made = replay_scene(replay, SentReplayState())
        assert (made["from"], [hand["seat"] for hand in made["hands"]]) == (seat, [seat])
        assert replay.view == view(replay.match, seat)._replace(book=replay.record.preset)
    replay.set_viewpoint(9)
    assert replay_scene(replay, SentReplayState())["hands"] == []


def test_from_one_seat_no_tile_of_another_seat_is_named() -> None:
    session, _ = whole()
    replay = replay_of(session)
    replay.set_viewpoint(2)
    for index in range(replay.last):
        replay.go(index)
        state = replay.match.round
        if state.end is None:
            others = {tile for seat in (0, 1, 3) for tile in tiles_in(state.hands[seat])} | set(state.yard)
            known = {event.tile for event in state.events if event.do == "play"} | {
                state.centre,
                state.own_centre,
            }
            names_none(replay_scene(replay, SentReplayState()), sorted(others - known))


@pytest.mark.parametrize("kinds", ["pbbb", "pppb"])
def test_hands_in_play_stay_hidden(kinds: str) -> None:
    session, lots = company(kinds), random.Random(6)
    on(session, lots, lambda: None, 1)
    session.next_round(0.7)
    for _ in range(25):
        if session.viewer.curtain != NOBODY:
            session.lift()
        elif session.others_must_move():
            bots_step(session)
        else:
            persons_step(session, lots)
    replay = replay_of(session)
    unseen = [*hidden(session)]
    if not session.alone:
        session.viewer.seat = NOBODY
        unseen = hidden(session)
    seen_all = False
    for wanted in (None, 0, 1, 2, 3):
        replay.set_viewpoint(wanted)
        for index in range(replay.last + 1):
            replay.go(index)
            made = replay_scene(replay, SentReplayState())
            if replay.number == 1:
                assert not made["open"] and len(made["hands"]) == (1 if kinds == "pbbb" else 0)
                names_none(made, unseen)
            else:
                seen_all = seen_all or len(made["hands"]) == 4
    assert seen_all


def test_every_stop_can_be_continued_as_a_new_match() -> None:
    session, states = whole()
    replay, lots = replay_of(session), random.Random(7)
    for index in [0, 5, replay.starts[1] - 1, replay.starts[1], replay.last - 2]:
        replay.go(index)
        again = replay.session()
        assert again.board.layout.poses == replay.board.layout.poses  # the table keeps its turn
        assert again.match == states[index] and again.help_told and again.match is not session.match
        assert [seat.style for seat in again.seats] == [None, *["balanced"] * 3]
        assert restore(save(again)).match == states[index]
        assert json.dumps(scene(again, SentState()))
        played(again, lambda: None, lots, 1)
        read_record(record_text(again))
    assert session.match == states[-1]


def test_a_match_of_bots_cannot_be_continued() -> None:
    session, _ = whole(rounds=1)
    bots = tuple(Seat(seat.name, "bot", "hen") for seat in session.seats)
    replay = Replay(Record(session.match, session.preset, bots), 1.0)
    assert not replay_scene(replay, SentReplayState())["on"]
    with pytest.raises(MatchError):
        replay.session()


def test_a_stop_is_found_by_its_number_of_events() -> None:
    session, states = whole()
    replay = replay_of(session)
    for index, state in enumerate(states):
        replay.go_to_event(state.round.number - 1, len(state.round.events))
        assert replay.match.round == state.round and replay.index == index


def test_a_record_without_moves_has_one_stop() -> None:
    session = table()
    replay = replay_of(session)
    assert (replay.last, replay_scene(replay, SentReplayState())["at"]["last"]) == (0, 0)


def test_rounds_are_laid_out_ahead_in_slices() -> None:
    session, _ = whole(rounds=3)
    replay = replay_of(session)
    replay.go(replay.starts[1])
    slices = sum(1 for _ in replay.lay_out_nearby())
    assert slices > 50
    for index in range(replay.last + 1):
        replay.go(index)
        assert (
            len(replay._stop_layouts[replay.number])
            == replay.starts[replay.number + 1] - replay.starts[replay.number]
        )
    assert sum(1 for _ in replay.lay_out_nearby()) == 0


def test_only_layouts_of_neighbouring_rounds_stay() -> None:
    session, _ = whole(rounds=6, set=6, hand_size=4)
    replay = replay_of(session)
    for number in (0, 5, 2, 3, 1):
        replay.go(replay.starts[number])
        for _ in replay.lay_out_nearby():
            pass
        assert set(replay._stop_layouts) == {n for n in (number - 1, number, number + 1) if 0 <= n < 6}


def test_the_tables_box_contains_the_whole_tile_of_each_compared_move() -> None:
    made: Any = {"patch": {"set": [["marks", ""]], "box": [-1.0, -1.0, 1.0, 1.0]}}
    words: Any = {"chosen": "", "better": ""}
    ComparedMoves(0, ("now", {}), words, "", (Pose(-6, -9, 90), Pose(8, 7, 0))).add_to(made)
    x0, y0, x1, y1 = made["patch"]["box"]
    assert x0 <= -7 and y0 <= -10 and x1 >= 9 and y1 >= 8  # a tile is 2 u long
