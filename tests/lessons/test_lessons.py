"""Every lesson with every accepted sequence of moves and other moves that a learner may try, under every rule-book."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.engine.learning import add_lesson
from game.lessons.lesson import Lesson
from game.lessons.steps import LEARNER, STEP_COUNT, course_options, make_step
from game.narration.localization.language import load
from game.narration.localization.terms import split_terms, without_marks
from game.players.levels import choose
from game.records.position import parse_position, position_text
from game.rules.errors import MoveSyntaxError, Refusal
from game.rules.match import act
from game.rules.moves import parse_move
from game.rules.options.declared import Options
from game.rules.options.presets import PRESETS, resolve
from game.rules.rng import Rng
from game.rules.round.judge import why_not
from game.rules.tiles import NAME, tiles_in
from game.rules.view import moves_of, view
from game.session.viewers.sent_state import SentState
from tests.rules.rounds import random_options
from tests.session.matches import scene, to_my_turn

ROOT = Path(__file__).resolve().parents[2]
TEXTS = load().table
NAMES = ["You", "Hattie", "Otis"]
SCRIPTED = range(1, STEP_COUNT)
MAX_BRANCHES = 7  # number of accepted moves to follow at each beat, because sessions are slow to make


def tables() -> list[Options]:
    """Every rule-book, and every number of arms with two toes, drawing until playable, and each way to call."""
    books = [resolve(code, {}, book.seats[0] if 4 not in book.seats else 4) for code, book in PRESETS.items()]
    for arms, call in zip(
        range(2, 9), ("none", "courtesy", "catch", "automatic", "none", "catch", "none"), strict=True
    ):
        books.append(
            resolve(
                None,
                {
                    "arms": arms,
                    "toes": 2,
                    "draw": "until-playable",
                    "last_tile_call": call,
                    "may_hold_back": True,
                },
                4,
            )
        )
    return books


TABLES = tables()


def lesson(number: int, options: Options) -> Lesson:
    return Lesson(number, options, NAMES, 0.7)


def play_others(session: Lesson) -> None:
    """Let the other seats play their scripted moves."""
    while session.others_must_move():
        for move in session.think():
            assert move is not None
            session.play_bot_move(move)


def accepted_moves(session: Lesson) -> list[str]:
    """Codes of the moves that are accepted now, found by trying every possible one."""
    return [code for code in possible_moves(session) if refusal(session, code) is None]


def possible_moves(session: Lesson) -> Iterator[str]:
    """Every move code with a tile of the hand, some with other tiles, and all signs."""
    state = session.match.round
    yield from "+=!<"
    yield from ("?1", "?9")
    hand = tiles_in(state.hands[LEARNER])
    for tile in [*hand, *tiles_in(state.hands[1])[:1], *tiles_in(state.board.table)[:1]]:
        yield NAME[tile]
        for on, _ in state.laid:
            yield f"{NAME[tile]}>{NAME[on]}"


def refusal(session: Lesson, code: str) -> Refusal | None:
    """The refusal of a code by the lesson's own check, None if the code is accepted."""
    before = session.match
    try:
        session.check(code)
    except Refusal as refused:
        assert session.match is before
        return refused
    return None


def refusal_text(refused: Refusal) -> str:
    return load().say(refused.key, refused.values)


@pytest.mark.parametrize("number", SCRIPTED)
@pytest.mark.parametrize("options", TABLES, ids=range(len(TABLES)))
def test_every_path_completes_the_lesson_and_other_moves_are_refused(options: Options, number: int) -> None:
    """Try every move at every beat. It is accepted, or refused by an existing text: the judge's own if it is illegal."""
    paths: list[list[str]] = [[]]
    ends = 0
    while paths:
        path = paths.pop()
        session = lesson(number, options)
        play_others(session)
        for code in path:
            session.execute(code)
            play_others(session)
        key, values = session.message
        shown = load().say(
            key, {**values, "call": "Chickenfoot"}
        )  # the engine adds the words of the rule-book
        assert "{" not in shown
        if session.done:
            ends += 1
            key, values = session.step.done_message
            assert session.message == (key, {**values, "name": "Hattie"})
            continue
        accepted = []
        for code in possible_moves(session):
            refused = refusal(session, code)
            if refused is None:
                accepted.append(code)
                continue
            assert "{" not in refusal_text(refused)
            reason = why_not(session.match.round, parse_move(code, LEARNER))
            assert refused.key == ("lesson.beside" if reason is None else reason.key)
        assert accepted, (number, path)
        paths += [[*path, code] for code in accepted[:MAX_BRANCHES]]
        assert len(path) < 6
    assert ends


@pytest.mark.parametrize("options", TABLES, ids=range(len(TABLES)))
def test_a_position_can_arise(options: Options) -> None:
    for number in SCRIPTED:
        position = make_step(number, course_options(options)).position
        assert position is not None
        assert position.turn == LEARNER == (position.deal.dealer + 1) % 3  # the learner sits after the dealer
        again = parse_position(position_text(position))
        assert (again.hands, again.yard, again.board) == (position.hands, position.yard, position.board)
        assert (again.drawn, again.stuck) == (position.drawn, position.stuck)


@pytest.mark.parametrize("preset", PRESETS)
def test_only_the_free_round_can_be_undone(preset: str) -> None:
    options = resolve(preset, {}, 4)
    scripted, free = lesson(1, options), lesson(STEP_COUNT, options)
    while not free.done and free.others_must_move():
        free.play_bot_move(next(move for move in free.think() if move is not None))
    assert not free.may_undo()  # nothing of the learner's has been played
    for session in scripted, free:
        session.execute(next(code for code in possible_moves(session) if refusal(session, code) is None))
    assert free.may_undo() and not scripted.may_undo()


@pytest.mark.parametrize("preset", PRESETS)
def test_the_free_round_has_five_tiles_and_two_hens_and_can_be_completed(preset: str) -> None:
    session = lesson(STEP_COUNT, resolve(preset, {}, 4))
    rng = random.Random(3)
    assert [seat.level for seat in session.seats] == [None, "hen", "hen"]
    assert {hand.bit_count() for hand in session.match.round.deal.hands} == {5}
    assert not session.match.round.deal.draws
    while not session.done:
        if session.others_must_move():
            for move in session.think():
                if move is not None:
                    session.play_bot_move(move)
                    break
        else:
            session.execute(
                rng.choice([code for code in possible_moves(session) if refusal(session, code) is None])
            )
    assert session.match.over and session.match.round.end is not None
    scores = session.match.round.end.scores
    assert session.message[0] == ("lesson.7.won" if scores[0] == min(scores) else "lesson.7.done")
    ended = session.match.round._replace(end=session.match.round.end._replace(scores=(4, 3, 9)))
    session.match = session.match._replace(rounds=(ended,))
    assert session.message[0] == "lesson.7.done"


def test_the_lessons_follow_the_rule_book() -> None:
    def keys(number: int, **changes: object) -> list[str]:
        beats = make_step(number, course_options(resolve("montgomery", changes, 4))).beats
        return [beat.message[0].removeprefix("lesson.") for beat in beats if beat.message]

    assert keys(2) == ["2.arm", "2.others", "2.open"]
    assert keys(3) == ["3.double", "3.toe"]
    assert keys(3, toes=2) == ["3.double", "3.others", "3.open"]
    assert keys(4) == ["4.draw", "4.fits", "others", "others", "4.again", "4.pass"]
    assert keys(4, draw="until-playable") == ["4.draw", "4.draw-on", "4.fits"]
    called = {"courtesy": "6.call", "catch": "6.call-catch", "automatic": "6.call-automatic"}
    for rule, key in called.items():  # where forgetting costs something, the lesson says what
        out = "6.out-called-catch" if rule == "catch" else "6.out-called"  # the learner may catch too
        assert keys(6, last_tile_call=rule) == ["6.play-call", key, "others", "others", out]
    assert keys(6, last_tile_call="none") == ["6.play", "others", "others", "6.out"]
    assert keys(5) == ["5.hold", "5.drawn", "5.others", "5.others", "5.toe"]
    assert keys(5, may_hold_back=False) == ["5.must"]


@pytest.mark.parametrize("options", TABLES, ids=range(len(TABLES)))
def test_no_text_says_that_ends_are_open_before_they_are(options: Options) -> None:
    for number in (2, 3):
        session = lesson(number, options)
        while not session.done:
            assert not session.message[0].endswith(".open") or session.match.round.foot < 0
            if session.others_must_move():
                session.play_bot_move(next(move for move in session.think() if move is not None))
            else:
                session.execute(accepted_moves(session)[0])


def test_the_arms_are_those_of_the_rule_book() -> None:
    for arms in range(2, 9):
        beat = make_step(2, course_options(resolve(None, {"arms": arms}, 4))).beats[0]
        assert beat.message == ("lesson.2.arm", {"n": arms})


@pytest.mark.parametrize(("points", "key"), [(50, "lesson.6.done-blank"), (0, "lesson.6.done")])
def test_the_lesson_tells_what_a_double_blank_costs_if_it_costs_anything(points: int, key: str) -> None:
    step = make_step(6, course_options(resolve(None, {"double_blank": points}, 4)))
    assert step.done_message[0] == key


@pytest.mark.parametrize(
    ("short_foot", "key"), [("blocks", "lesson.3.done-blocks"), ("closes", "lesson.3.done")]
)
def test_the_lesson_tells_that_a_double_may_end_the_round(short_foot: str, key: str) -> None:
    step = make_step(3, course_options(resolve(None, {"short_foot": short_foot}, 4)))
    assert step.done_message[0] == key


def test_an_armed_call_is_made_with_the_play() -> None:
    session = lesson(6, resolve("montgomery", {}, 4))
    session.viewer.armed = session.viewer.may_arm()
    session.execute("6-3>9-6")
    assert [event.do for event in session.view.events] == ["play", "call"]
    play_others(session)
    session.execute("5-3>6-3")
    assert session.done
    assert session.match.round.end is not None
    assert session.match.round.end.seat == LEARNER


def test_a_legal_move_beside_the_script_is_refused_and_changes_nothing() -> None:
    session = lesson(3, resolve("montgomery", {}, 4))
    with pytest.raises(Refusal) as refused:
        session.execute("+")  # holding back is allowed by these rules
    assert refused.value.key == "lesson.beside"
    with pytest.raises(MoveSyntaxError):
        session.execute("nonsense")
    assert session.beat_index == 0


def test_a_completed_step_accepts_no_further_move() -> None:
    """The page shows the step until the learner goes on, and the tiles can still be tapped."""
    beside = 0
    for number in SCRIPTED:
        session = lesson(number, resolve("montgomery", {}, 4))
        play_others(session)
        while not session.done:
            session.execute(accepted_moves(session)[0])
            play_others(session)
        refusals = [refusal(session, code) for code in possible_moves(session)]
        assert all(refusals)
        beside += sum(refused is not None and refused.key == "lesson.beside" for refused in refusals)
    assert beside


def test_house_rules_of_all_kinds_can_be_learnt() -> None:
    rng = random.Random(9)
    for _ in range(40):
        _, options = random_options(rng)
        for number in SCRIPTED:
            session = lesson(number, options)
            play_others(session)
            while not session.done:
                session.execute(accepted_moves(session)[0])
                play_others(session)


@pytest.mark.parametrize("options", TABLES)
def test_the_free_round_is_no_long_search_for_arms(options: Options) -> None:
    """Else all would draw and pass round after round."""
    session, turns = lesson(STEP_COUNT, options), 0
    assert not session.match.round.deal.draws
    match = session.match
    while match.round.end is None:
        seen = view(match, match.round.turn)
        match = act(match, moves_of(seen, choose(seen, "hen", "balanced", Rng("practice", "hens")))[0])
        turns += 1
    assert turns <= 90 and (options != course_options(resolve("montgomery")) or turns < 30)


def test_texts_are_short_and_all_are_used() -> None:
    """A step shows at most two short sentences. The glossary has all marked terms."""
    shown = {"lesson.beside", "lesson.7.play", "lesson.7.done", "lesson.7.won"}
    shown |= {f"lesson.{number}.title" for number in range(1, STEP_COUNT + 1)}
    for options in TABLES:
        for number in SCRIPTED:
            made = make_step(number, course_options(options))
            shown |= {made.done_message[0], *(beat.message[0] for beat in made.beats if beat.message)}
    # together the tables use every key, for example those with and without a penalty for the double blank
    assert {key for key in TEXTS if key.startswith("lesson.")} == shown
    for key in shown:
        text = without_marks(TEXTS[key])
        assert len(re.findall(r"[.!?:](?: |$)", text)) <= 3, key
        assert len(text) <= 120, key


def test_the_marked_terms_include_the_main_glossary_entries() -> None:
    marked = {
        code
        for key, text in TEXTS.items()
        if key.startswith("lesson.")
        for _, code in split_terms(text)
        if code
    }
    assert {"arm", "double", "foot", "toe", "yard", "draw", "pass", "chickenlittle"} <= marked


def test_the_course_begins_with_the_aim_and_has_its_three_hard_lessons() -> None:
    first = lesson(1, resolve("montgomery", {}, 4))
    assert without_marks(load().say(*first.message)).startswith("Empty your hand: ")
    codes = {code for key in TEXTS if key.startswith("lesson.") for _, code in split_terms(TEXTS[key])}
    assert {"hold-back", "block", "chickenlittle"} <= codes


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_marked_word_stands_over_the_button_of_the_same_name(language: str) -> None:
    """The word opens the glossary, so beside its button it would be mistaken for the button."""
    for options in TABLES:
        for number in SCRIPTED:
            for beat in make_step(number, course_options(options)).beats:
                if beat.message is None:
                    continue
                key, values = beat.message
                text = load(language).say(key, {**values, "call": "Chickenfoot", "name": "Hattie"})
                marked = {code for _, code in split_terms(text)}
                button = {"+": "draw", "=": "pass", "!": "chickenlittle"}.get(beat.moves[0])
                assert button not in marked, beat.message


def test_a_lesson_has_no_card_that_says_who_opens() -> None:
    draws = set[bool]()
    for number in range(1, STEP_COUNT + 1):
        session = lesson(number, resolve("montgomery", {}, 4))
        made = scene(session, SentState())
        add_lesson(made, session, session.viewer)
        assert "card" not in made
        assert made["lesson"]["of"] == STEP_COUNT
        wants_draw = session.beat is not None and session.beat[:2] == (LEARNER, ("+",))
        assert made["lesson"]["draws"] == wants_draw
        draws |= {wants_draw}
    assert draws == {True, False}, "holding back begins with a draw"


def test_a_scripted_step_offers_nothing_that_leaves_the_script() -> None:
    options = resolve(None, {"take_back": True, "last_tile_call": "catch"}, 4)

    def offered(session: Lesson) -> dict[str, Any]:
        made = scene(session, SentState())
        add_lesson(made, session, session.viewer)
        assert session.free or made["can"]["call"] in (None, "now")
        return {name: made["can"][name] for name in ("undo", "take-back", "hint", "catch")}

    for number in SCRIPTED:
        session = lesson(number, options)
        while not session.done:
            assert offered(session) == {"undo": False, "take-back": False, "hint": False, "catch": []}
            if session.others_must_move():
                play_others(session)
            else:
                session.execute(accepted_moves(session)[0])
        assert not any(offered(session).values())  # the last tile stays where it lies
    free = lesson(STEP_COUNT, options)
    to_my_turn(free)
    assert offered(free)["hint"]


@pytest.mark.parametrize(("language", "words"), [("en", "A new table"), ("es", "Mesa nueva")])
@pytest.mark.parametrize("options", TABLES, ids=range(len(TABLES)))
def test_a_step_with_another_table_says_so_at_its_start_alone(
    options: Options, language: str, words: str
) -> None:
    more = {"name": "Hattie", "call": "Chickenfoot"}
    for number in SCRIPTED:
        told = [beat.message for beat in make_step(number, course_options(options)).beats if beat.message]
        said = [load(language).say(key, {**values, **more}) for key, values in told]
        assert [sentence.startswith(words) for sentence in said] == [
            number > 1 and index == 0 for index in range(len(said))
        ]


@pytest.mark.parametrize("language", ["en", "es"])
def test_who_plays_the_last_toe_reads_which_tile_it_is(language: str) -> None:
    last = make_step(3, course_options(resolve("montgomery", {}, 4))).beats[-1]
    assert last.message is not None and last.moves == ("8-3",)
    assert "8-3" in load(language).say(last.message[0], {**last.message[1], "call": "Chickenfoot"})
