"""A match by post without a page: links that are lost, doubled, old or forked; the same record everywhere."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from game.engine.scene import scene
from game.records.post.merging import HeldMatch, opened
from game.records.post.post_link import read_post, write_post
from game.records.post.posted_match import events_of
from game.records.record import Record, write_record
from game.rules.errors import IllegalMove, MatchError
from game.rules.moves import Choice, Move, move_text
from game.rules.view import SeatView, moves_of
from game.session.board_layout import BoardLayout
from game.session.post.post_session import PostSession, with_bots_played
from game.session.post.stored_post import facts_of
from tests.records.posts import (
    begun,
    dealt_match,
    moved,
    own_moves,
    played_for,
    secret_of,
)
from tests.session.post_rooms import Device, Messenger, run_bots
from tests.session.twins import twin_of

SIMULATED = [6, pytest.param(300, marks=pytest.mark.long)]
TABLES = (
    ("pp", "montgomery"),
    ("pbp", "hastings"),
    ("ppp", "montgomery"),
    ("pbpb", "nathan"),
    ("ppbp", "hastings"),
    ("pppp", "montgomery"),
)


@pytest.fixture
def no_layout(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Play without the layout of the tiles, which takes nearly all the time."""

    def first_end(board: BoardLayout, view: SeatView, choice: Choice) -> Move:
        return moves_of(view, choice)[0]

    monkeypatch.setattr(BoardLayout, "follow", lambda *given: None)
    monkeypatch.setattr(BoardLayout, "exact_move", first_end)
    yield


def record_at(device: Device) -> str:
    """The record of the match at a device."""
    assert device.held is not None and device.held.posted.played is not None
    posted = device.held.posted
    return write_record(Record(device.held.posted.played, posted.preset, posted.seats))


def check_end(mail: Messenger) -> None:
    """All devices have the same record, and no turn that was sent is lost."""
    assert len({record_at(device) for device in mail.devices.values()}) == 1
    for seat, device in mail.devices.items():
        assert device.held is not None and device.held.posted.is_over
        assert device.moves and device.moves == own_moves(device.held, seat)[: len(device.moves)]
        assert "fork" not in device.arrivals


@pytest.mark.parametrize("matches", SIMULATED)
def test_every_device_ends_with_the_same_record(matches: int, no_layout: None) -> None:
    seen: Counter[str] = Counter()
    for number in range(matches):
        plan, preset = TABLES[number % len(TABLES)]
        mail = Messenger(plan, Random(number), preset, 0.2, set=6, rounds=1 + number % 3, take_back=True)
        mail.play()
        check_end(mail)
        seen += Counter(links=len(mail.codes), lost=mail.lost, doubled=mail.doubled, old=mail.old)
        for device in mail.devices.values():
            seen += Counter(device.arrivals)
            seen["undone"] += device.undone
            seen["moves"] += len(device.moves)
    print(f"\n{matches} matches: {dict(seen)}")
    for what in ("lost", "doubled", "old", "same", "older", "newer", "undone", "invitation"):
        assert seen[what] > 0, what
    assert seen["fork"] == 0


@pytest.mark.parametrize("plan", ["pbp", "ppbb"])
def test_bots_choose_the_same_ends_on_tables_of_every_shape(plan: str) -> None:
    """The layout is at work here: the devices' tables have different shapes."""
    lots = Random(plan)
    held = opened(dealt_match(plan, lots))
    held = HeldMatch(held.posted, (), (9, 0))
    for _ in range(12):
        posted = moved(held.posted, lots)
        ends = set()
        for aspect in (0.5, 1.0, 2.0):
            session = PostSession(HeldMatch(posted, (), (9, 0)), 99, aspect)
            run_bots(session)
            ends.add(write_post(session.held.posted))
        again = with_bots_played(HeldMatch(posted, (), (9, 0)))
        assert len(ends) == 1 and (again.posted.played is None or write_post(again.posted) in ends)
        held = again
        if held.posted.is_over or (held.posted.played and held.posted.played.rounds):
            break


def on_turn(seed: int = 0, **changes: object) -> HeldMatch:
    """A device whose person is on turn after the opening moves, with two people."""
    for number in range(seed, seed + 50):
        lots = Random(number)
        held = begun("pp", lots, "hastings", set=6, **changes)
        other = opened(held.posted).joined(held.posted.turn, secret_of(lots))
        held = held.sent().merged(other.posted)[1]
        posted = held.posted
        while posted.turn != posted.starter or len(events_of(posted)) < 4:
            posted = moved(posted, lots)
        if posted.played and not posted.played.rounds:
            return held.went_on(posted).sent()
    raise AssertionError


def first_play(session: PostSession) -> str:
    return move_text(session.board.exact_move(session.view, session.view.choices[0]))


def test_undo_never_crosses_what_was_sent() -> None:
    session = PostSession(on_turn(), 99, 1.0)
    assert not session.may_undo()
    before = session.match
    session.execute(first_play(session))
    while session.match.round.turn == session.person and session.phase == "playing":
        session.execute(first_play(session))
    if session.past[-1].move.do != "draw":
        assert session.may_undo()
        session.undo()
        assert session.held.posted.played == session.match
        session.redo()
    session.sent()
    assert not session.may_undo() and not session.may_redo() and session.match != before
    with pytest.raises(IllegalMove):
        session.undo()
    again = PostSession(session.held, 99, 1.0)
    assert not again.may_undo()


def test_undo_takes_a_turn_back_with_the_bots_moves_after_it() -> None:
    undone = 0
    for seed in range(30):
        lots = Random(seed)
        held = begun("pbp", lots, "hastings", set=6)
        posted = opened(held.posted).joined(held.posted.turn, secret_of(lots)).posted
        held = held.sent().merged(posted)[1]
        posted = held.posted
        while posted.turn != posted.starter or len(events_of(posted)) < 4:
            posted = moved(posted, lots)
        if posted.played is None or posted.played.rounds:
            continue
        session = PostSession(held.went_on(posted).sent(), 99, 1.0)
        before = session.match
        session.execute(first_play(session))
        played = session.past[-1].move
        run_bots(session)
        is_bots = session.bot_at(session.past[-1].move.seat) is not None
        if played.do != "play" or not is_bots or session.phase != "playing":
            continue
        session.undo()
        assert session.match == before and session.my_turn and session.held.posted.played == before
        session.redo()
        assert session.match != before
        session.sent()
        assert not session.may_undo()
        undone += 1
    assert undone > 3


def test_a_device_whose_turn_is_sent_may_do_nothing() -> None:
    session = PostSession(on_turn(last_tile_call="catch"), 99, 1.0)
    while session.match.round.turn == session.person and session.phase == "playing":
        session.execute(first_play(session))
    session.sent()
    for text in ("!", "?0", "?1", "<", "+", "="):
        with pytest.raises(IllegalMove):
            session.execute(text, session.held.people[0])


def test_the_end_of_a_round_is_shown_before_the_next_one() -> None:
    held = on_turn(3, rounds=2)
    lots = Random(3)
    posted = held.posted
    while not (posted.played and posted.played.rounds):
        posted = moved(posted, lots)
    posted = played_for(posted, 3, lots)
    arrived, held = held.merged(read_post(write_post(posted)))
    session = PostSession(held, 0, 1.0)
    assert arrived == "newer" and session.phase == "round-over" and session.is_behind
    assert not session.may_act and not session.others_must_move() and session.sheets == 0
    session.next_round(1.0)
    assert session.phase == "playing" and session.view.number == 2 and session.sheets == 1
    assert events_of(session.held.posted) == events_of(posted)
    with pytest.raises(MatchError):
        session.next_round(1.0)


def test_nothing_is_on_the_table_before_the_deal() -> None:
    with pytest.raises(MatchError):
        PostSession(begun("pp", Random(1)), 0, 1.0)


@pytest.mark.parametrize("twins", [20, pytest.param(500, marks=pytest.mark.long)])
def test_tables_that_differ_in_hidden_tiles_show_a_person_the_same(twins: int) -> None:
    compared, seed = 0, 0
    while compared < twins:
        seed += 1
        lots = Random(seed)
        plan, preset = TABLES[seed % len(TABLES)]
        held = begun(plan, lots, preset, set=6)
        seat = held.posted.starter
        posted = held.posted
        while posted.turn != seat:
            posted = opened(posted).joined(posted.turn, secret_of(lots)).posted
        held = held.sent().merged(posted)[1]
        for _ in range(6):
            posted = played_for(held.posted, 5, lots)
            if posted.played is None or posted.played.rounds:
                break
            held = held.went_on(posted)
            for state in (held, held.sent()):
                session = PostSession(state, 99, 0.7)
                twin = twin_of(session, seat, lots)
                assert isinstance(twin, PostSession) and twin.match != session.match
                twin.held = state.went_on(state.posted._replace(played=twin.match))
                twin.known = twin.match
                assert scene(twin, twin.viewer) == scene(session, session.viewer)
                compared += 1
    assert compared >= twins


def test_a_move_of_another_person_is_not_the_own_last_one() -> None:
    posted = played_for(dealt_match("pp", Random(1)), 6, Random(2))
    facts = facts_of(opened(posted))
    assert facts["last"] is not None and facts["own"] is None
