"""What a device does with a link of a match by post that arrives: old, doubled, forked, changed or of another device."""

from itertools import count
from random import Random

import pytest

from game.records.post.merging import HeldMatch, begin, opened
from game.records.post.post_link import read_post, write_post
from game.records.post.posted_match import PostedMatch, as_sent, events_of, holder_digest, part_of, seal_of
from game.rules.errors import LinkError
from game.rules.match import start_match
from game.session.post.post_session import PostSession
from tests.records.posts import begun, moved, options_for, own_moves, played_for, seats_of, secret_of


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
    went_on = ben.went_on(ahead)
    assert went_on.is_unsent and not went_on.merged(ahead)[1].is_unsent, "a link that comes back was sent"
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


def test_a_device_without_a_secret_plays_for_nobody() -> None:
    ann, _, _ = three(1)
    assert opened(ann.posted).people == () and not opened(ann.posted).may_act
    assert holder_digest(ann.secrets[0][1]) == (ann.posted.holder(0) or ("", ""))[1]


def test_a_later_round_in_which_only_the_double_was_searched_is_not_sent() -> None:
    deals = (start_match(options_for("pp", set=6), str(number)) for number in count())
    searched = next(match for match in deals if match.round.events)
    assert as_sent(searched) == searched  # the first round is dealt from the start
    assert as_sent(searched._replace(rounds=(searched.round,))).current is None
