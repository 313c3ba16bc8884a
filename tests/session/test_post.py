"""A match by post without a page: links that are lost, doubled, old or forked; the same record everywhere."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from game.engine.scene import scene
from game.records.post.merging import HeldMatch, begin, opened
from game.records.post.post_link import read_post, write_post
from game.records.post.posted_match import PostedMatch, events_of, holder_digest, part_of, seal_of
from game.records.record import Record, write_record
from game.rules.errors import IllegalMove, LinkError, MatchError
from game.rules.moves import Choice, Move, move_text
from game.rules.view import SeatView, moves_of
from game.session.board_layout import BoardLayout
from game.session.post.post_session import PostSession, with_bots_played
from tests.records.posts import begun, dealt_match, moved, options_for, played_for, seats_of, secret_of
from tests.session.post_rooms import Device, Messenger, own_moves, run_bots
from tests.session.twins import twin_of

SIMULATED = [24, pytest.param(300, marks=pytest.mark.long)]
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


# --- merging


def three(seed: int, moves: int = 0) -> tuple[HeldMatch, HeldMatch, HeldMatch]:
    """The devices of Ann, Ben and Cleo after the deal: each knows all so far."""
    lots = Random(seed)
    ann = begin("hastings", options_for("ppp", "hastings", set=6), seats_of("ppp"), 0, secret_of(lots))
    ben = opened(ann.posted).joined(1, secret_of(lots))
    cleo = opened(ben.posted).joined(2, secret_of(lots))
    _, ann = ann.sent().merged(cleo.posted)
    posted = played_for(ann.posted, moves, lots)
    ann = ann.went_on(posted).sent()
    return ann, ben.sent().merged(posted)[1], cleo.sent().merged(posted)[1]


def by_seat(held: HeldMatch, seat: int, lots: Random) -> PostedMatch:
    """The match after random moves, up to and with the next turn of this seat."""
    posted = held.posted
    while posted.turn != seat:
        posted = moved(posted, lots)
    count = len(own_moves(held.went_on(posted), seat))
    while posted.turn == seat or len(own_moves(held.went_on(posted), seat)) == count:
        posted = moved(posted, lots)
    return posted


def test_the_first_links_draw_the_seed() -> None:
    ann, ben, cleo = three(1)
    assert ann.posted == ben.posted == cleo.posted and ann.posted.played is not None
    assert (ann.people, ben.people, cleo.people) == ((0,), (1,), (2,))
    secrets = [held.secrets[0][1] for held in (ben, cleo, ann)]
    assert ann.posted.parts == tuple(map(part_of, secrets))
    assert ann.posted.seal == seal_of(0, part_of(secrets[-1]))
    assert all(held.has_checked_deal for held in (ann, ben, cleo))
    assert not opened(ann.posted).took_over(1, "laptop").has_checked_deal


def test_an_invitation_waits_until_it_is_sent() -> None:
    held = begun("pp", Random(1))
    assert held.is_unsent and held.may_act and held.posted.turn != held.posted.starter
    held = held.sent()
    assert not held.is_unsent and not held.may_act


def test_only_the_next_seat_can_be_opened() -> None:
    held = opened(begin("hastings", options_for("ppp", "hastings"), seats_of("ppp"), 0, "1").posted)
    for seat in (0, 2):
        with pytest.raises(LinkError):
            held.joined(seat, "2")
    with pytest.raises(LinkError):
        three(1)[0].joined(1, "2")


def test_the_same_link_twice_and_an_old_link_change_nothing() -> None:
    ann, ben, _ = three(2)
    first = write_post(ben.posted)
    ahead = by_seat(ben, ben.posted.turn, Random(1))
    assert ben.merged(ahead)[0] == "newer"
    gone_on = ben.merged(ahead)[1]
    assert gone_on.merged(ahead) == ("same", gone_on)
    assert gone_on.merged(read_post(first)) == ("older", gone_on)
    assert ann.merged(read_post(write_post(gone_on.posted)))[1].posted.played == gone_on.posted.played


def test_an_old_invitation_changes_nothing_after_the_deal() -> None:
    lots = Random(3)
    ann = begin("hastings", options_for("ppp", "hastings", set=6), seats_of("ppp"), 0, secret_of(lots))
    ben = opened(ann.posted).joined(1, secret_of(lots)).sent()
    for held in three(3):
        for old in (ann.posted, ben.posted):
            if held.posted.id == old.id:
                assert held.merged(old) == ("older", held)


def test_a_fork_waits_for_the_people_to_choose() -> None:
    """Somebody played the same turn on two devices."""
    ann, _, _ = three(4)
    seat = ann.posted.turn
    watcher = next(held for held in three(4) if seat not in held.people)
    one, other = by_seat(ann, seat, Random(1)), by_seat(ann, seat, Random(2))
    while one == other or len(events_of(one)) > len(events_of(ann.posted)) + 1:
        ann, _, _ = three(Random(str(one.turn) + str(len(events_of(one)))).randrange(10**6))
        seat = ann.posted.turn
        one, other = by_seat(ann, seat, Random(1)), by_seat(ann, seat, Random(2))
    watcher = opened(ann.posted).merged(one)[1]
    arrived, kept = watcher.merged(other)
    assert (arrived, kept) == ("fork", watcher)
    fork = watcher.fork(other)
    assert fork is not None and fork.mine != fork.theirs and fork.mine.seat == fork.theirs.seat == seat
    assert watcher.merged(other, takes_theirs=False) == ("fork", watcher)
    assert watcher.merged(other, takes_theirs=True)[1].posted.played == other.played


def test_a_move_made_and_sent_here_cannot_be_changed() -> None:
    found = 0
    for seed in range(150):
        ann, _, _ = three(seed, moves=seed % 7)
        if ann.posted.turn != 0:
            continue
        one, other = by_seat(ann, 0, Random(1)), by_seat(ann, 0, Random(2))
        if one == other:
            continue
        sent, unsent = ann.went_on(one).sent(), ann.went_on(one)
        if sent.fork(other) is None:
            continue
        found += 1
        with pytest.raises(LinkError) as caught:
            sent.merged(other)
        assert caught.value.key == "error.post.changed-past"
        assert unsent.merged(other)[0] == "fork"
        # The other device has taken the seat over, and played differently.
        laptop = opened(ann.posted).took_over(0, "laptop")
        assert sent.merged(laptop.posted._replace(played=other.played))[0] == "fork"
    assert found > 3


def test_a_move_after_which_others_went_on_cannot_be_changed() -> None:
    refused = 0
    for seed in range(30):
        lots = Random(seed)
        ann, _, _ = three(seed)
        base, first = ann.posted, ann.posted.turn
        watcher = (first + 2) % 3
        held = {held.people[0]: held for held in three(seed)}[watcher]
        one, other = by_seat(ann, first, Random(1)), by_seat(ann, first, Random(2))
        held_one = held.merged(one)[1]
        if held_one.fork(other) is None:
            continue
        further = by_seat(held_one, (first + 1) % 3, lots)
        with pytest.raises(LinkError) as caught:
            held_one.merged(further)[1].merged(other)
        assert caught.value.key == "error.post.changed-past" and base.id == other.id
        refused += 1
    assert refused > 3


def test_a_changed_part_of_the_seed_is_refused() -> None:
    for held in three(6):
        for place in range(3):
            parts = [*held.posted.parts]
            parts[place] = part_of("another")
            wrong = held.posted._replace(parts=tuple(parts))
            with pytest.raises(LinkError):
                held.merged(wrong)
    lots = Random(6)
    ann = begin("hastings", options_for("ppp", "hastings"), seats_of("ppp"), 0, secret_of(lots))
    ben = opened(ann.posted).joined(1, secret_of(lots)).sent()
    wrong = ben.posted._replace(parts=(part_of("another"),))
    with pytest.raises(LinkError):
        ben.merged(wrong)


def test_another_table_is_refused() -> None:
    ann, _, _ = three(7)
    for other in (
        three(8)[0].posted,
        ann.posted._replace(preset="montgomery"),
        ann.posted._replace(seats=seats_of("ppp")[::-1]),
        ann.posted._replace(starter=1),
    ):
        with pytest.raises(LinkError) as caught:
            ann.merged(other)
        assert caught.value.key == "error.post.other-match"


def test_a_seat_is_taken_over_by_another_device_and_back() -> None:
    ann, ben, cleo = three(9)
    laptop = opened(ben.posted).took_over(1, "laptop")
    assert laptop.people == (1,) and ben.merged(laptop.posted)[1].people == ()
    phone = ben.merged(laptop.posted)[1].took_over(1, "phone again")
    assert phone.people == (1,) and laptop.merged(phone.posted)[1].people == ()
    for held in (ann, cleo):
        for first, second in ((laptop, phone), (phone, laptop)):
            known = held.merged(first.posted)[1].merged(second.posted)[1]
            assert known.posted.holder(1) == phone.posted.holder(1)
    with pytest.raises(LinkError):
        phone.took_over(1, "twice")


def test_two_devices_that_take_a_seat_over_at_once_are_told_apart() -> None:
    ann, ben, _ = three(9)
    one, two = (opened(ben.posted).took_over(1, secret) for secret in ("one", "two"))
    orders = [
        ann.merged(first.posted)[1].merged(second.posted)[1].posted.holder(1)
        for first, second in ((one, two), (two, one))
    ]
    assert orders[0] == orders[1]
    assert one.merged(two.posted)[1].posted.holder(1) == two.merged(one.posted)[1].posted.holder(1)


def test_the_starter_keeps_the_seat_until_the_deal() -> None:
    ann = begun("pp", Random(1))
    with pytest.raises(LinkError) as caught:
        opened(ann.posted).took_over(ann.posted.starter, "thief")
    assert caught.value.key == "error.post.starter-first"


def test_a_seat_that_two_devices_open_at_once() -> None:
    """The first part from which somebody went on holds; the other device reads that its seat is elsewhere."""
    lots = Random(11)
    ann = begin("hastings", options_for("ppp", "hastings", set=6), seats_of("ppp"), 0, secret_of(lots)).sent()
    phone, laptop = (opened(ann.posted).joined(1, secret_of(lots)).sent() for _ in range(2))
    cleo = opened(phone.posted).joined(2, secret_of(lots)).sent()
    assert cleo.merged(laptop.posted) == ("older", cleo)
    _, dealt = ann.merged(cleo.posted)
    arrived, told = laptop.merged(dealt.posted)
    assert arrived == "newer" and told.people == () and told.posted == dealt.posted
    assert phone.merged(dealt.posted)[1].people == (1,)


def test_two_seats_at_one_device_have_a_curtain() -> None:
    lots = Random(12)
    ann = begin("hastings", options_for("ppp", "hastings", set=6), seats_of("ppp"), 0, secret_of(lots))
    both = ann.joined(1, secret_of(lots)).sent()
    cleo = opened(both.posted).joined(2, secret_of(lots))
    _, both = both.merged(cleo.posted)
    assert both.people == (0, 1) and both.posted.is_dealt
    session = PostSession(both, 0, 1.0)
    assert session.viewer.is_shared and session.viewer.people == (0, 1)
    if session.match.round.turn in (0, 1):
        assert session.viewer.curtain == session.match.round.turn


# --- at the table


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


@pytest.mark.parametrize("twins", [40, pytest.param(500, marks=pytest.mark.long)])
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


def test_a_device_without_a_secret_plays_for_nobody() -> None:
    ann, _, _ = three(1)
    assert opened(ann.posted).people == () and not opened(ann.posted).may_act
    assert holder_digest(ann.secrets[0][1]) == (ann.posted.holder(0) or ("", ""))[1]
