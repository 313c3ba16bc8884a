"""Challenges of version 1: they are read unchanged, and altered ones are refused."""

from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.commands.common import sentence
from game.records.links.shared_parts import LONGEST_SEED, is_linkable_seed
from game.records.links.version1 import LONGEST, Link, read_link, write_link
from game.records.text.code_finder import ALPHABET, checksum
from game.rules.errors import LinkError
from game.rules.match import start_match
from game.rules.options.declared import EARLIER_VALUES
from game.rules.options.presets import PRESETS, resolve
from tests.records.texts import damaged, link_1
from tests.rules.rounds import play_out, random_options, rules

SEEDS = st.text(ALPHABET, min_size=1, max_size=LONGEST_SEED)


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.integers(0, 10**6), SEEDS)
def test_a_link_holds_preset_options_seats_and_seed_in_60_signs(number: int, seed: str) -> None:
    preset, options = random_options(Random(number), sets=(6, 9, 12, 15, 18))
    link = link_1(preset, options, seed)
    code = write_link(link)
    assert read_link(code) == link
    assert len(code) <= LONGEST == 60
    assert code.startswith("#c1")


def test_the_largest_changes_and_the_longest_seed_fit() -> None:
    changes: dict[str, object] = {
        "set": 18,
        "hand_size": 19,
        "round_order": "ascending",
        "rounds": 19,
        "ties": "rounds-won",
    }
    changes |= {
        "out_bonus_on_double": 50,
        "take_back": True,
        "last_tile_call": "automatic",
        "arms": "players",
    }
    code = write_link(Link(None, resolve(None, changes, 10), "z" * LONGEST_SEED))
    assert len(code) <= LONGEST
    assert read_link(code).options.hand == 19


def test_a_link_leads_to_the_same_deals() -> None:
    link = Link("hastings", resolve("hastings", {"arms": 6}, 3), "barn-7")
    opened = read_link(write_link(link))
    assert start_match(opened.options, opened.seed) == start_match(link.options, link.seed)


# Links that are out in the world: they must be read for ever.
KEPT = {
    "#c1140hen0Ca0fI": ("montgomery", 4, {}, "hen"),
    "#c15681Dz3hkM0barn-71VD2bB": (
        "hastings",
        6,
        {"arms": "players", "toes": 2, "take_back": True},
        "barn-7",
    ),
}


@pytest.mark.parametrize("code", KEPT)
def test_links_once_given_out_stay_good(code: str) -> None:
    preset, players, changes, seed = KEPT[code]
    link = Link(preset, resolve(preset, {**EARLIER_VALUES, **changes}, players), seed)
    assert read_link(code) == link
    assert write_link(link) == code


DAMAGED = "This link is cut off or damaged: ask for it again."


def checked(body: str) -> str:
    return f"#c{body}{checksum(body)}"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("", "This is not a link to a game of Chickenfoot."),
        ("#d1140hen1234567", "This is not a link to a game of Chickenfoot."),
        ("#c1", DAMAGED),
        ("#c" + "1" * 59, DAMAGED),
        ("#c1140h n123456", DAMAGED),
        (checked("2140hen"), DAMAGED),  # version 2 has another checksum
        (checked("1140" + "hen" * 20), DAMAGED),  # longer than any seed
        ("#c1140henX00000", DAMAGED),
        (checked("1z40hen"), DAMAGED),  # no such preset
        (checked("1110hen"), DAMAGED),  # one seat
        (checked("18B0hen"), DAMAGED),  # pagat for eleven
        (checked("11411"), DAMAGED),  # no seed
        (checked("11410hen"), DAMAGED),  # digits of changes that change nothing
        (checked("1149zzzzzzzzzhen"), DAMAGED),  # more than all changes
        (checked("114zhen"), DAMAGED),  # changes longer than the code
        (checked("1142" + "03" + "hen"), DAMAGED),  # written with a leading 0
        (checked("1141" + "2" + "hen"), DAMAGED),  # the set changed to 9, which it is already
    ],
)
def test_a_bad_link_gets_one_sentence(code: str, said: str) -> None:
    with pytest.raises(LinkError) as caught:
        read_link(code)
    assert sentence(caught.value) == said


@pytest.mark.parametrize("seed", ["", "two words", "Küken", "x" * 41])
def test_a_seed_that_no_link_can_hold(seed: str) -> None:
    assert not is_linkable_seed(seed)
    with pytest.raises(LinkError) as caught:
        write_link(Link(None, rules(), seed))
    assert caught.value.key == "error.link.seed"


def test_10_000_altered_links_are_refused_in_bounded_time() -> None:
    random = Random(10_000)
    codes = []
    for number in range(50):
        preset, options = random_options(random)
        codes.append(write_link(link_1(preset, options, f"seed-{number}")))
    refused, slowest, begun = 0, 0.0, process_time()
    for _ in range(10_000):
        code = random.choice(codes)
        altered = damaged(code, random)
        while altered == code:
            altered = damaged(code, random)
        before = process_time()
        try:
            read_link(altered)
        except LinkError:
            refused += 1
        slowest = max(slowest, process_time() - before)
    assert refused == 10_000
    assert slowest < 0.1
    assert process_time() - begun < 20


def test_every_link_with_a_right_checksum_is_refused_or_playable() -> None:
    random = Random(3)
    accepted = 0
    for _ in range(4_000):
        preset = random.randrange(len(PRESETS) + 1)
        digits = "".join(random.choices(ALPHABET, k=random.randint(1, 8)))
        code = checked(f"1{preset}{random.randint(2, 9)}{len(digits)}{digits}seed")
        try:
            link = read_link(code)
        except LinkError:
            continue
        accepted += 1
        assert write_link(link) == code
        if accepted % 20 == 0:
            assert play_out(start_match(link.options, link.seed).round, random).end is not None
    assert accepted > 0
