"""Positions as text: exact round trips, and refusals of impossible positions."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.commands.common import sentence
from game.records.option_text import nearest_preset, options_text, parse_options
from game.records.position import LONGEST, parse_position, position_text
from game.rules.errors import OptionError, PositionError
from game.rules.match import start_match
from game.rules.options.presets import PRESETS, resolve, seat_counts
from game.rules.round.judge import legal_moves
from game.rules.round.round_state import Round
from tests.records.texts import damaged
from tests.rules.rounds import play_out, random_options, random_states, rules


def bare(state: Round) -> Round:
    """The round without its history and its deal, which a position does not hold."""
    return state._replace(
        deal=state.deal._replace(hands=state.hands, yard=state.yard, draws=(), start_tiles=()), events=()
    )


@pytest.mark.untraced
@settings(derandomize=True, deadline=None, max_examples=15)
@given(st.integers(0, 10**6))
def test_a_position_goes_through_its_text_unchanged(seed: int) -> None:
    random = Random(seed)
    _, options = random_options(random)
    for state in random_states(rules(**{**options.declared(), "rounds": 1}), str(seed), random):
        if random.random() < 0.2 or state.end is not None:
            text = position_text(state)
            found = parse_position(text)
            assert found == bare(state)
            assert position_text(found) == text
            assert [legal_moves(found, seat) for seat in range(options.players)] == [
                legal_moves(state, seat) for seat in range(options.players)
            ]


def test_a_round_that_has_ended_goes_through_its_text_unchanged() -> None:
    ends = set()
    for number in range(8):
        match = start_match(rules("hastings", 2, rounds=1), f"ended {number}")
        state = play_out(match.round, Random(number))
        assert state.end is not None and parse_position(position_text(state)) == bare(state)
        ends.add(state.end.kind)
    assert ends == {"out", "blocked"}


@pytest.mark.untraced
def test_options_go_through_their_text_unchanged() -> None:
    random = Random(1)
    for _ in range(200):
        preset, options = random_options(random, sets=(6, 9, 12, 15, 18))
        for name in (preset, nearest_preset(options), None):
            assert parse_options(options_text(options, name)) == (name, options)
    for code in PRESETS:
        for seats in seat_counts(code):
            newer = ",call_again=on" if code.startswith("montgomery") else ""  # older texts do without it
            assert options_text(resolve(code, players=seats), code) == f"{code}/{seats}{newer}"


@pytest.mark.parametrize(
    "text", ["", "montgomery", "montgomery/1", "nobody/4", "plain/4,toes", "plain/4,feet=2", "plain/4,toes=9"]
)
def test_unreadable_options_are_refused(text: str) -> None:
    with pytest.raises(OptionError):
        parse_options(text)


WHOLE = (
    "position/1 chickie/2,last_tile_call=catch,take_back=on round=1 centre=6-6 first=0 turn=1 "
    "hands=0-0/1-0,2-0 yard=1-1,2-1,2-2,3-0,3-1,3-2,3-3,4-0,4-1,4-2,4-3,4-4,5-0,5-1,5-2,5-3,5-4,5-5,6-0,6-1 "
    "laid=6-6,6-2>6-6,6-3>6-6,6-4>6-6,6-5>6-6 uncalled=0 back=-/-/-"
)


TOO_MANY = (
    "This is not a position: “chickie/99,last_tile_call=catch,take_bac” cannot be read: "
    "The option players cannot be “99”; it can be 2…10."
)


def test_the_example_is_a_position() -> None:
    state = parse_position(WHOLE)
    assert position_text(state) == WHOLE
    assert legal_moves(state, 0) != []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("position/1", "position/2", "This is not a position: “position/2” cannot be read."),
        (WHOLE, "", "This is not a position: “” cannot be read."),
        (WHOLE, "position/1", "This is not a position: “position/1” cannot be read."),
        (WHOLE, "x" * (LONGEST + 1), "This is not a position: “" + "x" * 40 + "” cannot be read."),
        ("chickie/2", "chickie/99", TOO_MANY),
        (" round=1", "", "This is not a position: “round=” cannot be read."),
        ("round=1", "round=8", "This is not a position: “round=8” cannot be read."),
        ("round=1", "round=0", "This position cannot arise: “round” does not fit the rest."),
        ("round=1", "round=01", "This is not a position: “round=01” cannot be read."),
        ("round=1", "round=2", "This position cannot arise: “centre” does not fit the rest."),
        ("first=0", "first=2", "This is not a position: “first=2” cannot be read."),
        ("turn=1", "turn=-1", "This is not a position: “turn=-1” cannot be read."),
        ("centre=6-6", "centre=?", "This is not a position: “?” cannot be read."),
        ("centre=6-6", "centre=5-5", "This is not a position: 6-6 cannot lie where it is put."),
        ("hands=0-0/", "hands=0-0,5-9/", "This is not a position: “5-9” cannot be read."),
        ("hands=0-0/", "hands=/", "This is not a position: hands, yard and table do not make up one whole set."),
        ("hands=0-0/1-0,2-0 yard=", "hands=/1-0,2-0 yard=0-0,", "This position cannot arise: “uncalled” does not fit the rest."),
        ("hands=0-0/1-0,2-0", "hands=0-0,1-0,2-0", "This position cannot arise: “hands” does not fit the rest."),
        ("hands=0-0/1-0,2-0", "hands=0-0/1-0,1-0,2-0", "This position is not written in its standard form."),
        ("1-0,2-0 yard=", " yard=1-0,2-0,", "This position cannot arise: “hands” does not fit the rest."),
        ("=catch", "=none", "This position cannot arise: “uncalled” does not fit the rest."),
        ("hands=0-0/", "hands=1-1,0-0/", "This is not a position: hands, yard and table do not make up one whole set."),
        ("yard=1-1", "yard=0-0", "This is not a position: hands, yard and table do not make up one whole set."),
        ("6-5>6-6", "6-5>6-4", "This is not a position: 6-5>6-4 cannot lie where it is put."),
        ("6-5>6-6", "6-4>6-6", "This is not a position: 6-4>6-6 cannot lie where it is put."),
        ("6-5>6-6", "+", "This is not a position: + cannot lie where it is put."),
        ("6-5>6-6", "6_5", "This is not a position: “6_5” cannot be read."),
        ("uncalled=0", "drawn=0-0", "This position cannot arise: “drawn” does not fit the rest."),
        ("uncalled=0", "barred=0-0", "This position cannot arise: “barred” does not fit the rest."),
        ("uncalled=0 back=-/-/-", "stuck=1", "This position cannot arise: “stuck” does not fit the rest."),
        ("uncalled=0", "uncalled=1", "This position cannot arise: “uncalled” does not fit the rest."),
        ("uncalled=0", "silent=0", "This position cannot arise: “silent” does not fit the rest."),
        ("uncalled=0", "silent=1", "This position cannot arise: “silent” does not fit the rest."),
        ("uncalled=0", "owing=1", "This position cannot arise: “owing” does not fit the rest."),
        ("uncalled=0", "owing=7", "This is not a position: “seat=7” cannot be read."),
        ("uncalled=0 back", "owing=0 back", "This position cannot arise: “owing” does not fit the rest."),
        ("back=-/-/-", "back=-", "This is not a position: “-” cannot be read."),
        ("back=-/-/-", "back=0-0/-/-", "This position cannot arise: “back” does not fit the rest."),
        ("back=-/-/-", "back=-/2-0/-", "This position cannot arise: “back” does not fit the rest."),
        ("back=-/-/-", "back=-/-/0", "This position cannot arise: “back” does not fit the rest."),
        (",take_back=on", "", "This position cannot arise: “back” does not fit the rest."),
        ("chickie/2,", "chickie/2,toes=3,", "This position is not written in its standard form."),
        (" uncalled=0", " uncalled=0 uncalled=0", "This position is not written in its standard form."),
        ("2-0 yard", "2-0  yard", "This position is not written in its standard form."),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused_with_one_sentence(old: str, new: str, said: str) -> None:
    assert old in WHOLE
    with pytest.raises(PositionError) as caught:
        parse_position(WHOLE.replace(old, new, 1))
    assert sentence(caught.value) == said


def test_further_impossible_positions_are_refused() -> None:
    calm = WHOLE.replace(" uncalled=0 back=-/-/-", "").replace(",take_back=on", "")
    assert position_text(parse_position(calm)) == calm
    for text in (
        calm.replace("catch", "none") + " barred=1-0",
        calm.replace("1-0,2-0 yard=", "2-0 yard=1-0,")
        + " drawn=2-0",  # a seat that held nothing before its draw
        calm + " drawn=1-0 stuck=1",
    ):
        with pytest.raises(PositionError) as caught:
            parse_position(text)
        assert caught.value.key == "error.position.state"


ALL_DRAWN = (
    "position/1 chickie/2,last_tile_call=catch round=1 centre=6-6 first=0 turn=1 "
    "hands=1-0,1-1/0-0,2-0,2-1,2-2,3-0,3-1,3-2,3-3,4-0,4-1,4-2,4-3,4-4,5-0,5-1,5-2,5-3,5-4,5-5,6-0,6-1 "
    "yard= laid=6-6,6-2>6-6,6-3>6-6,6-4>6-6,6-5>6-6 stuck=1"
)


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"stuck=1": "drawn=0-0 stuck=1"}, "stuck"),  # without a yard, nobody has drawn since the first stuck seat
        ({"stuck=1": "stuck=2"}, "stuck"),  # the second seat has a tile that fits
        ({"1-0,1-1/": "/1-0,1-1,"}, "stuck"),  # a seat that went out is not stuck
        ({"stuck=1": "owing=1"}, "owing"),  # nobody owes a turn on the own turn
        ({"1-0,1-1/": "1-0/1-1,", "stuck=1": "uncalled=0 owing=0"}, "owing"),  # nobody caught the seat yet
        ({"stuck=1": "again=0"}, "again"),  # without the option nobody calls again
        ({"=catch": "=catch,call_again=on", "stuck=1": "again=0"}, "again"),  # a seat with two tiles
        ({"=catch": "=catch,call_again=on", "1-0,1-1/": "1-0/1-1,", "stuck=1": "uncalled=0 again=0"}, "again"),
    ],
)  # fmt: skip
def test_without_a_yard_a_seat_is_stuck_or_owes_a_turn_only_for_a_reason(
    changes: dict[str, str], part: str
) -> None:
    text = ALL_DRAWN
    assert position_text(parse_position(text)) == text
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    with pytest.raises(PositionError) as caught:
        parse_position(text)
    assert (caught.value.key, caught.value.values) == ("error.position.state", {"part": part})


def test_before_the_centre_only_its_holder_is_on_turn() -> None:
    state = start_match(rules("montgomery", 2, set=6, hand_size=4), "any").round
    text = position_text(state)
    holder, other = state.turn, 1 - state.turn
    for wrong in (
        text.replace(f"turn={holder}", f"turn={other}"),
        text.replace(f"first={holder}", f"first={other}"),
        text + " uncalled=0",
        text + " stuck=1",
        re.sub(r"/(\S+) yard=", r"/ yard=\1,", text),
        text.replace("montgomery/2", "montgomery/2,centre_from=table"),
        text.replace("montgomery/2", "montgomery/2,missing_double=next-lower").replace(
            "centre=6-6", "centre=6-5"
        ),
    ):
        assert wrong != text
        with pytest.raises(PositionError):
            parse_position(wrong)


def test_damaged_positions_are_refused_or_survive_a_whole_random_game() -> None:
    random = Random(99)
    texts = []
    for seed in range(12):
        _, options = random_options(random, sets=(6,))
        states = list(random_states(rules(**{**options.declared(), "rounds": 1}), str(seed), random))
        texts += [position_text(state) for state in random.sample(states, min(6, len(states)))]
    accepted = 0
    for _ in range(1_500):
        text = damaged(random.choice(texts), random)
        try:
            state = parse_position(text)
        except PositionError as problem:
            said = sentence(problem)
            assert said.startswith("This ") and len(said) < 600
        else:
            accepted += 1
            assert position_text(state) == text
            assert play_out(state, random).end is not None
    assert accepted < 150
