"""The story of a finished match: only what its rounds show."""

import random
import re
from collections.abc import Sequence

import pytest

from game.narration.chart import chart_markup
from game.narration.localization.language import load
from game.narration.localization.texts import NAMELESS_PLACEHOLDER
from game.narration.match_story import match_story
from game.rules.match import Match
from game.rules.moves import Event
from game.rules.round.scoring import totals_of
from game.rules.tiles import NAME, parse_tile
from game.rules.view import NOBODY, view
from game.session.session import Session
from tests.session.matches import played, table

TEXTS = load()


def finished(seed: str, seats: int, rounds: int) -> Session:
    session = table(seed, seats=seats, rounds=rounds)
    played(session, lambda: None, random.Random(seed), rounds)
    return session


def told(match: Match, session: Session) -> tuple[str, int, str, str]:
    """The sentences of the result, the number of the turning point, its title and its sentences."""
    story = match_story(match, view(match, 0), [seat.name for seat in session.seats])
    turning = story["turning"]
    lines = TEXTS.paragraph(turning["lines"])
    return TEXTS.paragraph(story["note"]), turning["number"], TEXTS.words(turning["title"]), lines


def with_scores(session: Session, scores: Sequence[tuple[int, ...]]) -> Match:
    """The match with other scores of its rounds. Nobody goes out with a double or holds the double blank."""
    rounds = []
    for played_round, points in zip(session.match.rounds, scores, strict=True):
        assert played_round.end is not None
        end = played_round.end._replace(kind="out", seat=points.index(min(points)), scores=points)
        plain = next(play for play in reversed(played_round.board.laid) if play[0] not in (0, 2, 5, 9, 14))
        board = played_round.board._replace(laid=(*played_round.board.laid, plain), foot=-1)
        rounds.append(played_round._replace(end=end._replace(hands=(2,) * len(points)), board=board))
    return session.match._replace(rounds=tuple(rounds))


@pytest.mark.parametrize("number", range(12))
def test_the_turning_point_is_when_the_winner_began_to_lead_for_good(number: int) -> None:
    seats, rounds = 2 + number % 4, 1 + number % 4
    session = finished(f"story-{number}", seats, rounds)
    match = session.match
    story = match_story(match, session.view, [seat.name for seat in session.seats])
    turning, winner = story["turning"], match.places.index(1)
    after = [totals_of(match.round_scores[:count], seats) for count in range(1, rounds + 1)]
    led = [totals[winner] == min(totals) for totals in after]
    if turning["number"] > 1 and not all(led):
        assert all(led[turning["number"] - 1 :]) and not led[turning["number"] - 2]
    decisive = match.rounds[turning["number"] - 1]
    assert 0 <= turning["events"] < len(decisive.events)
    named = TEXTS.words(turning["title"]) == f"Round {turning['number']} mattered most"
    assert named == (rounds > 1)


def test_a_comeback_from_last_place_is_said() -> None:
    session = finished("comeback", 4, 3)
    note, number, title, lines = told(
        with_scores(session, [(40, 5, 10, 20), (3, 40, 30, 35), (1, 30, 20, 25)]), session
    )
    assert note.startswith("With 44 points, up from last place.")
    assert (number, title) == (3, "Round 3 mattered most") and lines.startswith("You went out first. ")
    assert lines.endswith("This round put you first.")


def test_who_shared_the_last_place_does_not_come_back_from_it() -> None:
    session = finished("comeback", 4, 3)
    note, *_ = told(with_scores(session, [(40, 40, 10, 20), (3, 40, 30, 35), (1, 30, 20, 25)]), session)
    assert note.startswith("With 44 points.")


def test_a_person_who_came_up_to_second_place_is_told() -> None:
    session = finished("comeback", 4, 3)
    note, *_ = told(with_scores(session, [(40, 5, 10, 20), (3, 4, 30, 35), (1, 3, 20, 25)]), session)
    assert "You come second with 44 points, up from last place." in note


def test_a_person_who_stays_in_last_place_has_no_comeback() -> None:
    session = finished("comeback", 4, 3)
    note, *_ = told(with_scores(session, [(40, 5, 10, 20), (40, 4, 30, 35), (1, 3, 20, 25)]), session)
    assert "You come fourth with 81 points." in note and "last place" not in note


def test_one_place_better_than_last_is_no_comeback() -> None:
    session = finished("comeback", 4, 3)
    note, *_ = told(with_scores(session, [(40, 5, 10, 20), (3, 4, 30, 60), (9, 3, 5, 6)]), session)
    assert "You come third with 52 points." in note


def test_rounds_without_points_are_said() -> None:
    session = finished("comeback", 4, 3)
    note, *_ = told(with_scores(session, [(0, 5, 10, 20), (0, 4, 30, 35), (9, 3, 20, 25)]), session)
    assert "You scored 0 in rounds 1 and 2." in note
    short = finished("comeback", 2, 2)
    note, *_ = told(with_scores(short, [(0, 5), (9, 3)]), short)
    assert "You scored 0 in round 1." in note
    alone = finished("alone", 2, 1)
    note, *_ = told(with_scores(alone, [(0, 5)]), alone)
    assert "with 0 points" not in note  # the result says it
    note, *_ = told(with_scores(short, [(0, 5), (0, 3)]), short)
    assert note.startswith("With 0 points.") and "with 0 points" not in note  # so does this one


def test_an_onlooker_is_not_told_of_rounds_without_points() -> None:
    session = finished("comeback", 4, 3)
    match = with_scores(session, [(20, 5, 10, 0), (0, 4, 30, 0), (9, 3, 20, 25)])
    story = match_story(match, view(match, NOBODY), [seat.name for seat in session.seats])
    assert "cost" not in TEXTS.paragraph(story["note"])


@pytest.mark.parametrize(("points", "is_decisive"), [(100, True), (101, False)])
def test_a_double_blank_decides_a_round_if_it_is_half_of_the_highest_score(
    points: int, is_decisive: bool
) -> None:
    session = finished("alone", 2, 1)
    match = with_scores(session, [(0, points)])
    end = match.rounds[0].end
    assert end is not None
    holding = match.rounds[0]._replace(end=end._replace(hands=(0, 1)))  # tile 0 is the double blank
    _, _, title, _ = told(match._replace(rounds=(holding,)), session)
    assert ("0-0" in title) is is_decisive


def test_a_double_blank_that_a_winner_was_left_with_decides_nothing() -> None:
    """The dearest hand of the turning round may be a winner's, where two share the first place."""
    session = finished("blank", 2, 2)
    match = with_scores(session, [(60, 0), (0, 60)])
    ends = [played_round.end for played_round in match.rounds]
    assert ends[0] is not None and ends[1] is not None
    holding = [
        played_round._replace(end=end and end._replace(hands=hands))  # tile 0 is the double blank
        for played_round, end, hands in zip(match.rounds, ends, ((1, 0), (0, 1)), strict=True)
    ]
    shared = match._replace(rounds=tuple(holding))
    assert shared.places == (1, 1)
    assert "0-0" not in told(shared, session)[2]


def test_a_winner_who_always_led_has_the_round_with_the_largest_gain() -> None:
    session = finished("comeback", 4, 3)
    scores = [(9, 1, 10, 20), (60, 4, 70, 75), (9, 3, 20, 25)]
    _, number, _, lines = told(with_scores(session, scores), session)
    assert number == 2 and "In it Hattie scored 56 points fewer than you." in lines


def test_a_person_who_always_led_gained_on_the_second_best() -> None:
    session = finished("comeback", 4, 3)
    scores = [(1, 9, 20, 30), (4, 60, 30, 10), (3, 9, 40, 50)]
    _, number, _, lines = told(with_scores(session, scores), session)
    assert number == 2 and "In it you scored 56 points fewer than Hattie." in lines  # she came second


def test_a_shared_first_place_has_no_sentence_about_a_leader() -> None:
    session = finished("comeback", 4, 3)
    scores = [(9, 1, 10, 20), (6, 14, 70, 75), (5, 5, 20, 25)]
    _, _, _, lines = told(with_scores(session, scores)._replace(), session)
    assert "led" not in lines and "first" not in lines.removeprefix("You went out first.")


def test_a_shared_first_place_is_decided_where_all_its_winners_lead() -> None:
    session = finished("comeback", 4, 3)
    scores = [(1, 9, 10, 20), (14, 6, 70, 75), (5, 5, 20, 25)]
    _, number, _, lines = told(with_scores(session, scores), session)
    assert number == 2  # you were never behind, Hattie led from the second round on
    assert "fewer" not in lines


def test_a_foot_that_stayed_open_names_who_opened_it_and_what_was_missing() -> None:
    seen = 0
    for number in range(15):
        session = finished(f"foot-{number}", 2, 1)
        board, end = session.match.rounds[0].board, session.match.rounds[0].end
        assert end is not None
        _, _, title, lines = told(session.match, session)
        if end.kind == "blocked" and board.foot >= 0 and not board.opening:
            opened = [event for event in session.match.rounds[0].events if event.tile == board.foot]
            assert title.startswith("You" if opened[-1].seat == 0 else "Hattie")
            assert (
                "double blocked the round" in title and f"At the end {NAME[board.foot]} still needed" in lines
            )
            seen += 1
    assert seen


def with_end(session: Session, kind: str, foot: str) -> Match:
    """A match of one round with this end and this pending foot ("" none), which seat 1 played before the last pass."""
    match = with_scores(session, [(0, 5)])
    (only,) = match.rounds
    assert only.end is not None
    tile = parse_tile(foot) if foot else -1
    events = (*only.events, Event(1, "play", tile), Event(0, "pass")) if foot else only.events
    board = only.board._replace(foot=tile, missing=2)
    end = only.end._replace(kind=kind, seat=0 if kind == "out" else -1)
    return match._replace(rounds=(only._replace(events=events, board=board, end=end),))


@pytest.mark.parametrize(
    ("kind", "foot", "title"),
    [
        ("blocked", "5-5", "turning.foot"),
        ("blocked", "0-0", "turning.foot"),
        ("blocked", "9-9", "turning.blocked"),
        ("blocked", "", "turning.blocked"),
        ("out", "5-5", "turning.out"),
        ("out", "", "turning.out"),
    ],
    ids=["open foot", "open foot of blanks", "opening", "no foot", "out on a foot", "out"],
)
def test_only_a_foot_that_blocked_the_round_is_a_turning_point(kind: str, foot: str, title: str) -> None:
    session = finished("foot", 2, 1)
    match = with_end(session, kind, foot)
    assert match.rounds[0].board.centre == parse_tile("9-9")
    turning = match_story(match, view(match, 0), ["Ann", "Hattie"])["turning"]
    assert turning["title"][0] == title
    is_foot = title == "turning.foot"
    assert turning["events"] == (len(match.rounds[0].events) - 2 if is_foot else 0)
    assert ("turning.missing" in [key for key, _ in turning["lines"]]) == is_foot


def test_rounds_that_end_with_a_double_are_shown_whole() -> None:
    session = finished("alone", 2, 1)
    match = with_scores(session, [(0, 50)])
    (only,) = match.rounds
    assert only.end is not None
    blank = only._replace(end=only.end._replace(hands=(0, 1)))
    double = only._replace(board=only.board._replace(laid=(*only.board.laid, (parse_tile("5-5"), 0))))
    for decisive, title in ((blank, "turning.double-blank"), (double, "turning.out-double")):
        turning = match_story(match._replace(rounds=(decisive,)), view(match, 0), ["Ann", "Hattie"])[
            "turning"
        ]
        assert (turning["title"][0], turning["events"]) == (title, 0)


def test_one_tile_of_one_point_is_not_the_double_blank() -> None:
    session = finished("alone-1", 2, 1)
    match = with_scores(session, [(0, 1)])
    assert told(match, session)[2] == "You went out first"


def test_the_winner_of_the_only_round_is_not_said_to_lead() -> None:
    alone = finished("alone", 2, 1)
    assert told(with_scores(alone, [(0, 5)]), alone)[3] == "This is how the table lay at the end."
    pair = finished("pair", 2, 2)
    assert "In it you scored 5 points fewer" in told(with_scores(pair, [(0, 5), (0, 4)]), pair)[3]


def test_a_winner_who_led_from_the_second_round_on_turned_the_match_there() -> None:
    session = finished("comeback", 4, 3)
    _, number, _, lines = told(
        with_scores(session, [(9, 1, 10, 20), (1, 30, 30, 35), (1, 60, 70, 80)]), session
    )
    assert number == 2 and lines.endswith("From then on you led to the end.")


def test_the_largest_gain_is_the_difference_from_the_rival_and_not_the_sum() -> None:
    session = finished("comeback", 4, 3)
    _, number, _, _ = told(with_scores(session, [(9, 1, 10, 20), (60, 50, 70, 75), (40, 3, 20, 25)]), session)
    assert number == 3


def test_the_chart_has_the_best_seat_on_top() -> None:
    chart = chart_markup(["You", "Bob"], [[0, 50], [0, 10]], 0)
    rows = {
        name: float(chart.split(f">{name}")[0].rsplit('y="', 1)[1].rstrip('"'))
        for name in ("Bob", NAMELESS_PLACEHOLDER)
    }
    assert rows["Bob"] < rows[NAMELESS_PLACEHOLDER] and "You" not in chart
    assert ">Ann 50" in chart_markup(["Ann", "Bob"], [[0, 50], [0, 10]], 0)


def test_a_total_below_nought_is_in_the_chart() -> None:
    chart = chart_markup(["Ann", "Bob"], [[0, -30], [0, 10]], -1)
    points = re.findall(r"[\d.]+,(-?[\d.]+)", " ".join(re.findall('points="([^"]+)"', chart)))
    assert len(points) == 4 and min(map(float, points)) >= 14


@pytest.mark.parametrize(("rounds", "numbers"), [(10, 10), (11, 5), (20, 10)])
def test_the_chart_numbers_at_most_ten_rounds(rounds: int, numbers: int) -> None:
    chart = chart_markup(["Ann", "Bob"], [[*range(rounds + 1)]] * 2, -1)
    assert chart.count('text-anchor="middle"') == numbers
