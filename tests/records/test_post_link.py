"""Links of matches by post: they are read unchanged, they are short, and a bad one gets a sentence."""

import statistics
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.commands.link import code_data
from game.records.links.packing import Packer, write_code
from game.records.links.shared_parts import put_rules, put_seats
from game.records.post import post_link
from game.records.post.post_link import read_post, write_post
from game.records.post.posted_match import (
    Holder,
    PostedMatch,
    as_sent,
    dealt,
    events_of,
    in_play,
    last_moves,
    part_of,
    seal_of,
)
from game.records.record import Seat
from game.records.text.code_finder import ALPHABET, checksum, find_code
from game.rules.errors import LinkError
from tests.golden.codes import golden_codes
from tests.records.links import resealed
from tests.records.posts import PLANS, begun, dealt_match, played_for, seats_of, secret_of
from tests.records.surroundings import texts

LONGEST = 800  # signs of ten rounds with four seats


def sent(posted: PostedMatch) -> PostedMatch:
    """The match as its link holds it."""
    return posted if posted.played is None else posted._replace(played=as_sent(posted.played))


@pytest.mark.untraced
@settings(derandomize=True, deadline=None, max_examples=30)
@given(st.sampled_from(PLANS), st.integers(0, 10**9), st.integers(0, 120))
def test_a_match_by_post_is_read_unchanged(plan: str, seed: int, moves: int) -> None:
    lots = Random(seed)
    preset = lots.choice(["montgomery", "hastings", "nathan"])
    posted = played_for(dealt_match(plan, lots, preset), moves, lots)
    code = write_post(posted)
    assert read_post(code) == sent(posted) and read_post(code).id == posted.id
    assert write_post(read_post(code)) == code


@pytest.mark.parametrize("plan", PLANS)
def test_every_link_before_the_deal_is_read_unchanged(plan: str) -> None:
    lots = Random(plan)
    held = begun(plan, lots)
    ids = set()
    while not held.posted.is_dealt and held.posted.turn != held.posted.starter:
        code = write_post(held.posted)
        assert read_post(code) == held.posted and len(code) < 200
        ids.add(held.posted.id)
        held = held.joined(held.posted.turn, secret_of(lots))
    assert len(ids) == 1 and read_post(write_post(held.posted)) == held.posted


def test_a_round_that_nobody_has_played_in_is_not_in_the_link() -> None:
    lots = Random(4)
    posted = played_for(dealt_match("pp", lots, set=6), 2_000, lots)
    assert posted.is_over
    posted = dealt_match("pp", lots, set=6)
    while not (posted.played and posted.played.rounds):
        posted = played_for(posted, 1, lots)
    assert posted.played.current is None and posted.turn >= 0
    assert read_post(write_post(posted)).turn == posted.turn


def test_a_link_with_a_round_that_nobody_has_played_in_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    lots = Random(4)
    posted = dealt_match("pp", lots, set=6)
    while not (posted.played and posted.played.rounds):
        posted = played_for(posted, 1, lots)
    dealt_too = posted._replace(played=in_play(posted.played))
    with monkeypatch.context() as writes:
        writes.setattr(post_link, "as_sent", lambda match: match)
        code = write_post(dealt_too)
    with pytest.raises(LinkError):
        read_post(code)


def test_the_last_moves_come_newest_first() -> None:
    lots = Random(5)
    before = played_for(dealt_match("pp", lots, set=6), 3, lots)
    after = played_for(before, 1, lots)
    newest = list(last_moves(after))
    assert newest[-len(list(last_moves(before))) :] == list(last_moves(before))
    assert newest[0] == events_of(after)[-1] and all(event.why != "start" for event in newest)


@pytest.mark.untraced
@pytest.mark.parametrize("matches", [6, pytest.param(200, marks=pytest.mark.long)])
def test_ten_rounds_with_four_seats_have_at_most_800_signs(matches: int) -> None:
    lengths = []
    for number in range(matches):
        lots = Random(number)
        plan = ("pppp", "pbpb", "ppbp")[number % 3]
        posted = played_for(dealt_match(plan, lots, "hastings"), 10_000, lots)
        assert posted.is_over and posted.options.round_count == 10
        lengths.append(len(write_post(posted)))
    print(f"\n{matches} matches: median {statistics.median(lengths)}, max {max(lengths)} signs")
    assert max(lengths) <= LONGEST


# --- bad links


@pytest.mark.untraced
def test_altered_links_are_refused() -> None:
    """Whatever is altered, the checksum tells it; every prefix is cut off."""
    lots, accepted, refused = Random(52), [], 0
    codes = [write_post(played_for(dealt_match(plan, lots), 30, lots)) for plan in PLANS]
    codes += [write_post(begun(plan, lots).posted) for plan in PLANS]
    for number in range(5000):
        code = codes[number % len(codes)]
        place = lots.randrange(1, len(code))
        kind = lots.randrange(4)
        if kind == 0:
            other = code[:place] + lots.choice(ALPHABET) + code[place + 1 :]
        elif kind == 1:
            other = code[:place] + lots.choice(ALPHABET) + code[place:]
        elif kind == 2:
            other = code[:place] + code[place + 1 :]
        else:
            other = code[:place] + code[place:][::-1]
        if other == code:
            continue
        try:
            read_post(other)
            accepted.append(other)
        except LinkError:
            refused += 1
    assert accepted == [] and refused > 4500
    for code in codes:
        for end in range(len(code)):
            with pytest.raises(LinkError):
                read_post(code[:end])


@pytest.mark.untraced
def test_a_link_with_a_right_checksum_is_legal_or_refused() -> None:
    """Somebody who can write links writes nothing that the rules forbid."""
    lots, read = Random(7), 0
    codes = [write_post(played_for(dealt_match(plan, lots, set=6), 25, lots)) for plan in PLANS]
    for number in range(1500):
        code = resealed(codes[number % len(codes)], lots)
        try:
            posted = read_post(code)
        except LinkError:
            continue
        read += 1
        again = write_post(posted)
        assert read_post(again) == posted
    assert read < 300


def test_a_link_is_found_among_words() -> None:
    code = write_post(played_for(dealt_match("ppp", Random(1)), 20, Random(2)))
    for text in texts(code):
        assert find_code(text, "m") == code, text
    assert find_code(f"Your turn, Ben: I played 9-4. https://a.example/{code} See you!", "crphdlm") == code


@pytest.mark.parametrize("version", [c for c in ALPHABET if c not in "01"])
def test_a_newer_version_is_named(version: str) -> None:
    body = f"m{version}" + 30 * "x"
    with pytest.raises(LinkError) as caught:
        read_post(f"#{body}{checksum(body)}")
    assert caught.value.key == "error.link.version"


@pytest.mark.parametrize(
    "seats",
    [
        seats_of("pb"),  # one person
        seats_of("ppppp"),  # five
        (Seat("", "human"), *seats_of("pp")[1:]),
        (*seats_of("pp"), Seat("Child", "bot", "child", "balanced")),  # a yardstick
        (*seats_of("pp"), Seat("Hen", "bot", "hen")),  # without a style
        (*seats_of("pp"), Seat("Ann", "human", "hen")),  # a person with a level
    ],
    ids=["one-person", "five-people", "no-name", "yardstick", "no-style", "person-with-level"],
)
def test_a_table_that_the_game_does_not_offer_is_refused(seats: tuple[Seat, ...]) -> None:
    made = begun("pp", Random(1)).posted
    packer = Packer()
    put_rules(packer, made.options._replace(players=len(seats)), made.preset)
    put_seats(packer, seats)
    with pytest.raises(LinkError):
        read_post(write_code("m", "1", packer))


def test_parts_that_are_no_digits_fit_no_link() -> None:
    posted = begun("pp", Random(1)).posted
    for wrong in (
        posted._replace(seal="x" * 32),
        posted._replace(seal="ab"),
        posted._replace(holders=(Holder(0, "0" * 11),)),
        posted._replace(holders=(Holder(1 << 15, "0" * 12),)),
    ):
        with pytest.raises(LinkError):
            write_post(wrong)


# --- the seed


def test_everybodys_part_changes_the_seed() -> None:
    lots = Random(3)
    posted = dealt_match("ppp", lots)
    assert posted.played is not None
    seeds = {posted.played.seed}
    for place in range(2):
        parts = [*posted.parts[:-1]]
        parts[place] = part_of(secret_of(lots))
        other = dealt(posted._replace(parts=tuple(parts), played=None), posted.parts[-1])
        assert other.played is not None
        seeds.add(other.played.seed)
    assert len(seeds) == 3
    assert seal_of(posted.starter, posted.parts[-1]) == posted.seal
    assert posted.parts[-1] not in write_post(begun("ppp", Random(3)).posted)


def test_the_command_prints_a_match_by_post() -> None:
    for code in golden_codes("m1"):
        told = code_data(code)
        assert told["kind"] == "post" and write_post(read_post(code)) == code
    assert len(golden_codes("m1")) >= 6
    assert (Path(__file__).parents[1] / "golden" / "post-links-1.json").exists()
