"""Answers to questions asked by key: short, true, and about what the asker may know."""

import random

from game.contract.basics import Message
from game.narration.answers import (
    ANSWERS,
    events_since_own_turn,
    fits,
    fitting_tiles,
    foot,
    last_move,
    my_hand,
    seats,
    since_own_turn,
)
from game.narration.localization.language import load
from game.narration.messages import end_messages, prompt
from game.rules.match import Match
from game.rules.moves import Event
from game.rules.options.presets import resolve
from game.rules.tiles import NAME, parse_tile, tiles_in
from game.rules.view import NOBODY, SeatView, onlooker, view
from tests.players.tables import random_match
from tests.rules.rounds import at

NAMES = ["Ann", "Hattie", "Otis", "Ida"]
OPTIONS = resolve("montgomery", {}, 4)
ARMS = "9-9 9-8>9-9 9-7>9-9 9-6>9-9 9-5>9-9 9-4>9-9 9-0>9-9"


def seen(laid: str = ARMS, events: tuple[Event, ...] = (), hand: str = "8-4 3-1 6-6") -> SeatView:
    """Ann's view of a table, on her turn."""
    round_ = at(OPTIONS, [hand, "5-3 5-2", "7-2", "6-3 6-2 6-1"], laid, yard="5-5 7-7")
    return view(Match(OPTIONS, "answers", (), round_), 0)._replace(events=events)


def said(messages: list[Message]) -> str:
    return " ".join(load().words(message) for message in messages)


def play(seat: int, tile: str, on: str) -> Event:
    return Event(seat, "play", parse_tile(tile), parse_tile(on))


def test_what_happened_since_my_turn_is_one_short_sentence_for_each_seat() -> None:
    events = (
        play(3, "9-5", "9-9"),
        play(0, "9-8", "9-9"),
        Event(1, "draw", why="turn"),
        play(1, "9-4", "9-9"),
        Event(2, "draw", why="turn"),
        Event(2, "pass"),
        play(3, "7-7", "9-7"),
        Event(3, "call"),
    )
    assert said(since_own_turn(seen(events=events), NAMES)) == (
        "Hattie: draws and 9-4 on the nines. Otis: draws and passes. "
        "Ida: 7-7, Chickenfoot and calls Chickenlittle."
    )
    assert said(since_own_turn(seen(events=events[:2]), NAMES)) == "Nothing since your last turn."


def test_a_turn_that_i_missed_counts_as_mine() -> None:
    events = (play(3, "9-5", "9-9"), Event(0, "skip", why="penalty"), play(1, "9-4", "9-9"))
    assert said(since_own_turn(seen(events=events), NAMES)) == "Hattie: 9-4 on the nines."


def test_the_last_move_is_no_missed_turn() -> None:
    events = (play(3, "9-5", "9-9"), Event(0, "skip", why="penalty"))
    assert said(last_move(seen(events=events), NAMES)) == "Ida plays 9-5 on 9-9."


def test_a_draw_in_my_present_turn_does_not_hide_what_happened_before() -> None:
    events = (play(0, "9-8", "9-9"), Event(1, "pass"), Event(0, "draw", parse_tile("3-1"), why="turn"))
    mine = seen(events=events)._replace(has_drawn=True)
    assert said(since_own_turn(mine, NAMES)) == "Hattie: passes."


def test_a_penalty_directly_before_my_draw_is_told() -> None:
    events = (
        play(0, "9-8", "9-9"),
        Event(1, "catch", target=0),
        Event(0, "draw", parse_tile("5-5"), why="penalty"),
        Event(0, "draw", parse_tile("3-1"), why="turn"),
    )
    mine = seen(events=events)._replace(has_drawn=True)
    assert said(since_own_turn(mine, NAMES)) == "Hattie: catches Ann. Ann was caught and draws 5-5."


def test_tiles_and_passes_of_each_seat_begin_at_the_left_neighbour() -> None:
    events = (Event(1, "pass"), Event(2, "pass"), Event(1, "pass"))
    assert said(seats(seen(events=events), NAMES)) == (
        "Hattie: 2 tiles, passed 2 times. Otis: 1 tile, passed once. Ida: 3 tiles. Ann: 3 tiles. Yard: 2."
    )


def test_the_open_foot_is_named_with_its_missing_toes_and_my_tiles_for_it() -> None:
    assert said(foot(seen(), NAMES)) == "No foot is open."
    open_foot = seen(ARMS + " 8-8>9-8")
    assert said(foot(open_foot, NAMES)).startswith("8-8: 3 eights to go;")
    assert said(foot(open_foot, NAMES)).endswith("8-4 fits.")


def test_my_tiles_for_a_foot_that_cannot_be_completed_are_told() -> None:
    laid = f"{ARMS} 8-7>9-7 8-6>8-7 8-5>9-5 8-4>8-5 8-0>9-0 8-1>8-0 8-8>9-8"
    dead = "8-8: 3 eights to go, but too few are left: the round will end."
    assert said(foot(seen(laid, hand="8-3 3-1"), NAMES)) == f"{dead} 8-3 fits."
    assert said(foot(seen(laid, hand="3-1"), NAMES)) == f"{dead} Nothing fits."
    last = seen(f"{laid} 8-3>8-8 8-2>8-8", hand="6-6 3-1")
    assert said(foot(last, NAMES)) == "8-8: No eights are left."


def test_an_onlooker_reads_of_a_foot_without_a_hand() -> None:
    watching = seen(ARMS + " 8-8>9-8", hand="")._replace(seat=NOBODY, choices=())
    assert said(foot(watching, NAMES)) == "8-8: 3 eights to go; 8 unseen."


def test_the_tiles_that_fit_are_named_also_before_my_turn() -> None:
    mine = seen()
    assert said(fits(mine, NAMES)) == "6-6 and 8-4 fit."
    waiting = mine._replace(choices=(), turn=1)
    assert said(fits(waiting, NAMES)) == "6-6 and 8-4 fit."
    assert "Fit: 6-6 and 8-4" in said(my_hand(waiting, NAMES))
    all_fit, none_fits = said(my_hand(seen(hand="8-4 6-6"), NAMES)), said(my_hand(seen(hand="3-1"), NAMES))
    assert load().say("tell.none") in all_fit and load().say("tell.none") in none_fits
    assert said(fits(seen(hand="3-1"), NAMES)) == "Nothing fits."


def test_every_answer_is_true_in_every_position_of_whole_rounds() -> None:
    for match in random_match(OPTIONS, "answers", 1):
        for mine in (view(match, 0), onlooker(match)):
            for answer in ANSWERS.values():
                text = said(answer(mine, NAMES))
                assert text and "{" not in text
            hidden = {NAME[tile] for hand in match.round.hands[1:] for tile in tiles_in(hand)}
            assert not hidden & set(said(fits(mine, NAMES)).replace(".", "").split())
            assert set(fitting_tiles(mine)) <= set(tiles_in(mine.hand))
            if mine.seat == 0 and mine.end is not None:
                how_it_ended = said(end_messages(mine, NAMES))
                assert how_it_ended and said(since_own_turn(mine, NAMES)).endswith(how_it_ended)
        own = [event.seat for event in events_since_own_turn(view(match, 0)) if event.do == "play"]
        assert 0 not in own


def test_answers_of_a_random_seat_name_only_its_own_hand() -> None:
    rng = random.Random(4)
    for match in random_match(OPTIONS, "own", 1):
        seat = rng.randrange(4)
        names = {NAME[tile] for tile in tiles_in(match.round.hands[seat])}
        told = said(fits(view(match, seat), NAMES)).replace(".", "").replace(",", "").split()
        assert {word for word in told if "-" in word} <= names


def test_after_a_draw_for_a_foot_the_prompt_says_one_thing() -> None:
    before = seen(ARMS + " 8-8>9-8", hand="3-1 6-6")
    assert len(prompt(before, NAMES)) == 2
    drawn = before._replace(has_drawn=True, drawn=parse_tile("3-1"))
    assert len(prompt(drawn, NAMES)) == 1
