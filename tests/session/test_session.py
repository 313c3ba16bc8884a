"""Sessions: a save restores the same session, undo returns to the last choice, bots get only views."""

import itertools
import json
import random
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.contract.kept import SaveExtras
from game.players.coach.review import review
from game.players.levels import BUDGETS
from game.players.search.flat_monte_carlo import Budget
from game.records.reading import read_record
from game.records.record import Seat
from game.rules.errors import IllegalMove, MatchError, MoveSyntaxError, RecordError
from game.rules.match import Match, start_match
from game.rules.moves import Choice, Move, move_text
from game.rules.options.presets import resolve
from game.rules.rng import Rng
from game.rules.tiles import NAME
from game.rules.view import SeatView, moves_of, view
from game.session import undo_history
from game.session.save_head import Label, read_head, write_head
from game.session.saving import record_text, restore, save, session_from_record, session_head
from game.session.session import Session
from game.session.undo_history import decisions_of
from game.session.viewers.sent_state import SentState
from game.table import layout
from game.table.layout import Layout
from tests.rules.rounds import random_rounds, rules
from tests.session.matches import bots_step, persons_step, played, scene, table, to_my_turn


@pytest.mark.parametrize(("preset", "rounds"), [("montgomery", 2), ("hastings", 1)])
def test_a_save_restores_the_same_session_after_every_event(
    preset: str, rounds: int, lots: random.Random
) -> None:
    session, compared = table(preset=preset), 0

    def compare() -> None:
        nonlocal compared
        again = restore(save(session))
        assert again.view == session.view
        assert again.match == session.match
        assert again.board.layout.poses == session.board.layout.poses
        assert (again.seats, again.help.undone, again.preset) == (
            session.seats,
            session.help.undone,
            session.preset,
        )
        assert save(again) == save(session)
        if session.phase == "playing":
            assert again.past == session.past
        compared += 1

    played(session, compare, lots, rounds)
    assert compared > 20 * rounds


def test_a_restored_table_plays_on_as_the_first_would_have() -> None:
    session = table(level="chick")
    to_my_turn(session)
    persons_step(session, random.Random(1))
    again = restore(save(session))
    for one in (session, again):
        to_my_turn(one)
    assert again.match == session.match


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"format": "chickenfoot-save/1"}', "ä" * 10])
def test_other_texts_are_refused_as_saves(text: str) -> None:
    with pytest.raises(RecordError) as refused:
        restore(text)
    assert refused.value.key == "error.save.unreadable"  # not a sentence about a record


def test_a_save_whose_record_was_altered_is_refused(lots: random.Random) -> None:
    session = table()
    to_my_turn(session)
    saved = save(session)
    altered = saved.replace('"do":"play"', '"do":"pass"', 1)
    assert altered != saved
    with pytest.raises(RecordError):
        restore(altered)


def test_the_record_verifies(lots: random.Random) -> None:
    session = table(rounds=1)
    played(session, lambda: None, lots, rounds=1)
    record = read_record(record_text(session))
    assert record.match == session.match
    assert [seat.kind for seat in record.seats] == ["human", "bot", "bot", "bot"]


def test_undo_returns_to_the_last_choice_and_marks_the_match(lots: random.Random) -> None:
    session = table()
    to_my_turn(session)
    before, poses = session.match, dict(session.board.layout.poses)
    persons_step(session, lots)
    to_my_turn(session)
    assert session.match != before
    session.undo()
    assert session.match == before
    assert session.board.layout.poses == poses
    assert session.help.undone == 1
    assert session.my_turn


def test_a_match_is_begun_with_the_first_move_and_stays_so(lots: random.Random) -> None:
    session, label = table(rounds=2, set=6), Label("m", 0)
    to_my_turn(session)
    assert not session_head(session, label).begun
    played(session, lambda: None, lots, rounds=1)
    session.next_round(1.0)
    assert not session.has_played and session_head(session, label).begun


def test_undo_step_by_step_back_to_the_deal(lots: random.Random) -> None:
    session, states = table(), []
    for _ in range(5):
        to_my_turn(session)
        states.append((session.match, dict(session.board.layout.poses)))
        persons_step(session, lots)
    while states:
        session.undo()
        assert (session.match, session.board.layout.poses) == states.pop()
    assert not session.may_undo()
    with pytest.raises(IllegalMove):
        session.undo()


def test_redo_returns_step_by_step_until_the_next_move(lots: random.Random) -> None:
    session, states = table(), []
    assert not session.may_redo()
    for _ in range(3):
        to_my_turn(session)
        persons_step(session, lots)
        to_my_turn(session)
        states.append((session.match, dict(session.board.layout.poses), len(session.past)))
    session.undo()
    session.undo()
    for state in states[1:]:
        session.redo()
        assert (session.match, session.board.layout.poses, len(session.past)) == state
    assert not session.may_redo() and session.help.undone == 0  # it has told nothing
    with pytest.raises(IllegalMove) as refused:
        session.redo()
    assert refused.value.key == "reason.nothing-to-redo"
    session.undo()
    assert session.match != states[-1][0]
    assert not restore(save(session)).may_redo()  # a save does not keep the undone moves
    persons_step(session, lots)
    assert not session.may_redo()


def test_undo_ends_with_the_round(lots: random.Random) -> None:
    session = table()
    played(session, lambda: None, lots, rounds=1)
    assert session.phase == "round-over"
    assert not session.may_undo()
    session.next_round(1.0)
    assert not session.may_undo()


def test_the_same_choice_after_undo_gets_the_same_answers(lots: random.Random) -> None:
    session = table(level="chick")
    to_my_turn(session)
    choice = move_text(moves_of(session.view, session.view.choices[0])[0])
    session.execute(choice)
    to_my_turn(session)
    first = session.match
    session.undo()
    session.execute(choice)
    to_my_turn(session)
    assert session.match == first


def test_a_refused_move_changes_nothing() -> None:
    session = table()
    to_my_turn(session)
    state = session.match, session.version, len(session.past)
    with pytest.raises(MoveSyntaxError):
        session.execute("9-4 on the table")
    not_mine = next(tile for tile in range(55) if not session.view.hand >> tile & 1)
    for code in ("=", "!", "?1", "<", f"{NAME[not_mine]}>{NAME[session.view.centre]}"):
        with pytest.raises(IllegalMove):
            session.execute(code)
    with pytest.raises(MatchError):
        session.next_round(1.0)
    assert (session.match, session.version, len(session.past)) == state


def to_two_tiles(session: Session, lots: random.Random) -> bool:
    """Play until the person is on turn with two tiles, one of which fits; False if the match ends before that."""
    while session.phase != "match-over":
        if session.phase == "round-over":
            session.next_round(1.0)
        elif session.others_must_move():
            bots_step(session)
        elif session.viewer.may_arm():
            return True
        else:
            plays = [choice for choice in session.view.choices if choice.do == "play"]
            choice = (plays or session.view.choices)[0]
            session.execute(move_text(moves_of(session.view, choice)[0]))
    return False


@pytest.mark.parametrize("armed", [True, False])
def test_an_armed_call_is_made_with_the_play(armed: bool, lots: random.Random) -> None:
    session = table(seed="arm")
    assert to_two_tiles(session, lots)
    session.viewer.armed = armed
    choice = next(choice for choice in session.view.choices if choice.do == "play")
    session.execute(move_text(moves_of(session.view, choice)[0]))
    assert [event.do for event in session.view.events[-2:]].count("call") == armed
    assert session.view.may_call is not armed
    assert not session.viewer.armed


def test_only_a_person_who_plays_gets_time_to_call(lots: random.Random) -> None:
    session = table(seed="arm", level="chick", seats=3, hand_size=4)
    silent: dict[bool, set[bool]] = {
        True: set(),
        False: set(),
    }  # by whether a person is silent: whether there is time

    def look() -> None:
        if session.view.not_called and session.others_must_move():
            by_person = 0 in session.view.not_called
            silent[by_person].add(scene(session, SentState())["grace"])
            session.mind(0, Seat("You", "bot", "hen", "balanced"))  # a bot plays on for an absent person
            assert not scene(session, SentState())["grace"]
            session.mind(0, None)

    played(session, look, lots, 6)
    assert silent == {True: {True}, False: {False}}


def test_a_call_can_be_armed_only_with_two_tiles(lots: random.Random) -> None:
    session, counts = table(seed="arm", seats=2, hand_size=3), set[int]()

    def look() -> None:
        if session.phase == "playing" and session.viewer.my_turn:
            count = session.view.hand.bit_count()
            counts.add(count)
            can_play = any(choice.do == "play" for choice in session.view.choices)
            assert session.viewer.may_arm() is (count == 2 and can_play)

    played(session, look, lots, 6)
    assert {1, 2, 3} <= counts


def test_a_saved_call_is_armed_only_where_a_person_could_arm_it(lots: random.Random) -> None:
    session = table(seed="arm")
    to_my_turn(session)
    early = save(session)
    assert to_two_tiles(session, lots)
    session.viewer.armed = True
    saved = save(session)
    assert (
        restore(saved).viewer.armed and not restore(saved.replace('"armed":true', '"armed":1')).viewer.armed
    )
    assert not restore(with_head(early, armed=True)).viewer.armed  # with more than two tiles
    again = restore(saved)
    choice = next(choice for choice in again.view.choices if choice.do == "play")
    again.execute(move_text(moves_of(again.view, choice)[0]))
    assert [event.do for event in again.view.events[-2:]] == ["play", "call"]


def with_head(saved: str, **changes: Any) -> str:
    """A save whose head has other values."""
    head, _, record = saved.partition("\n")
    return f"{json.dumps({**json.loads(head), **changes})}\n{record}"


def test_a_call_is_armed_for_one_round_only(lots: random.Random) -> None:
    session = table(rounds=2, set=6)
    played(session, lambda: None, lots, rounds=1)
    session.viewer.armed = True  # as when somebody else went out first
    session.next_round(1.0)
    assert not session.viewer.armed


def test_an_undo_and_a_redo_disarm_the_call(lots: random.Random) -> None:
    session = table(seed="arm")
    to_my_turn(session)
    persons_step(session, lots)
    session.viewer.armed = True
    session.undo()
    assert not session.viewer.armed
    session.viewer.armed = True
    session.redo()
    assert not session.viewer.armed


def test_a_forgotten_call_can_be_caught_and_each_bot_decides_once(lots: random.Random) -> None:
    session = table(seed="arm", level="farmer")
    session.seats = tuple(
        seat._replace(level="hen") if seat.kind == "bot" else seat for seat in session.seats
    )
    assert to_two_tiles(session, lots)
    choice = next(choice for choice in session.view.choices if choice.do == "play")
    session.execute(move_text(moves_of(session.view, choice)[0]))
    asked, events, chances = list[tuple[int, int, int]](), set[int](), set[tuple[int, int, int]]()
    while session.phase == "playing" and not session.my_turn:
        events.add(len(session.view.events))
        chances |= {chance for chance in session._chances() if chance[:2] == (1, 0)}
        window = session._open_chance()
        if window:
            asked.append(window)
        bots_step(session)
    assert asked
    assert len(asked) == len(set(asked))
    assert len(events) > 1 and len(chances) == 1  # later events and a reload give no second chance


def test_a_person_catches_a_bot() -> None:
    for seed in range(30):
        session, lots = table(seed=f"catch {seed}", level="chick"), random.Random(seed)
        found = False

        def look(session: Session = session) -> None:
            nonlocal found
            if session.view.may_catch and not found:
                found = True
                target = session.view.may_catch[0]
                before = session.view.counts[target]
                session.execute(f"?{target}")
                assert session.view.counts[target] == before + 1 or target in session.view.owing

        played(session, look, lots, rounds=2)
        if found:
            return
    raise AssertionError("no bot ever forgot to call")


def test_bots_are_given_their_own_view_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    from game.players import levels

    seen = []
    think = levels.think

    def watched(view, *rest):  # type: ignore[no-untyped-def]
        seen.append(view)
        return think(view, *rest)

    monkeypatch.setattr(levels, "think", watched)
    session = table()
    to_my_turn(session)
    persons_step(session, random.Random(3))
    to_my_turn(session)
    assert seen
    for known in seen:
        assert known.seat != session.person
        assert known.turn == known.seat
        assert all(
            event.tile < 0 for event in known.events if event.do == "draw" and event.seat != known.seat
        )


def test_each_bot_thinks_with_its_own_level_and_style(monkeypatch: pytest.MonkeyPatch) -> None:
    from game.players import levels

    asked, think = set[tuple[int, str, str]](), levels.think

    def watched(view: SeatView, level: str, style: str, rng: Rng) -> Generator[None, None, Choice]:
        asked.add((view.seat, level, style))
        return think(view, "chick", style, rng)

    monkeypatch.setattr(levels, "think", watched)
    bots = [("hen", "racer"), ("fox", "spoiler"), ("rooster", "balanced")]
    seats = (Seat("You", "human"), *(Seat(level, "bot", level, style) for level, style in bots))
    session = Session(start_match(resolve("montgomery", {}, 4), "styles"), None, seats, 0.7)
    played(session, lambda: None, random.Random(1), rounds=1)
    assert asked == {(seat, *bot) for seat, bot in enumerate(bots, 1)}


def test_a_hint_is_a_legal_move_of_the_person() -> None:
    session = table()
    to_my_turn(session)
    found = [given for given in session.hint() if given is not None]
    move, advice = found[-1]
    assert move in [m for choice in session.view.choices for m in moves_of(session.view, choice)]
    assert advice.choice in session.view.choices
    assert session.help.advised == {(session.view.number, advice.choice)}
    session.execute(move_text(Move(*move)))


def test_who_follows_every_hint_makes_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review searches in other worlds than a hint, so it may find another move better."""
    monkeypatch.setitem(BUDGETS, "farmer", Budget(worlds=3))
    monkeypatch.setattr(undo_history, "review", partial(review, budget=Budget(worlds=6)))
    by_hints, by_others = 0, 0
    for number in range(4):
        session = table(f"hints {number}", rounds=1)
        while session.phase == "playing":
            if session.my_turn:
                move, _ = [given for given in session.hint() if given is not None][-1]
                session.execute(move_text(move))
            else:
                bots_step(session)
        by_hints += mistakes_in(session)
        session.reviews.clear()
        with monkeypatch.context() as other:
            other.setattr(undo_history, "decision_rng", lambda *_: Rng("other", "hint"))
            by_others += mistakes_in(session)
    assert by_hints == 0 < by_others


def mistakes_in(session: Session) -> int:
    """The number of mistakes in the first round, also where the person went out."""
    found = next(found for found in session.review(1) if found is not None)
    return sum(verdict.mattered for verdict in found.verdicts)


def test_a_hint_about_the_only_move_is_no_help(lots: random.Random) -> None:
    session, seen = table(rounds=1), {True: 0, False: 0}
    while session.phase == "playing":
        if session.my_turn:
            is_only, before = len(session.view.choices) == 1, session.help.hints
            next(given for given in session.hint() if given is not None)
            assert session.help.hints == before + (not is_only)
            seen[is_only] += 1
            persons_step(session, lots)
        else:
            bots_step(session)
    assert min(seen.values()) > 0


def test_a_review_judges_every_choice_of_the_round_once(lots: random.Random) -> None:
    session, choices = table(rounds=1, seed="review"), 0
    while session.phase == "playing":
        if session.others_must_move():
            bots_step(session)
            continue
        choices += len(session.view.choices) > 1
        persons_step(session, lots)
    decisions = decisions_of(session.past, session.person)
    assert len(decisions) == choices > 3
    assert all(choice in view.choices and view.turn == session.person for view, choice, *_ in decisions)
    again = restore(save(session))
    assert decisions_of(again.past, again.person) == decisions


def test_a_move_that_was_taken_back_is_not_reviewed() -> None:
    session = table()
    to_my_turn(session)
    session.execute(move_text(moves_of(session.view, session.view.choices[0])[0]))
    assert len(decisions_of(session.past, session.person)) == 1
    session.execute("<")
    assert decisions_of(session.past, session.person) == []


def test_a_play_taken_back_after_the_call_is_not_reviewed() -> None:
    session = table(seed="2", seats=2, hand_size=3, take_back=True, last_tile_call="courtesy")
    while not session.view.may_call:
        to_my_turn(session)
        before = decisions_of(session.past, session.person)
        session.execute(move_text(moves_of(session.view, session.view.choices[0])[0]))
    session.execute("!")
    session.execute("<")
    assert decisions_of(session.past, session.person) == before


def test_an_event_builds_each_seats_view_once_at_most(
    monkeypatch: pytest.MonkeyPatch, lots: random.Random
) -> None:
    """No view of a state is built twice. If nobody can be caught, only the person's and the next seat's views are built."""
    made: list[tuple[Match, int]] = []

    def counted(match: Match, seat: int) -> SeatView:
        made.append((match, seat))
        return view(match, seat)

    monkeypatch.setattr("game.session.session.view", counted)
    for preset in ("montgomery", "hastings"):
        session, shown = table(preset=preset), SentState()

        def each(session: Session = session, shown: SentState = shown) -> None:
            scene(session, shown)
            here = [seat for state, seat in made if state is session.match]
            assert len(here) == len(set(here))
            if not session.view.not_called:
                assert set(here) <= {session.person, session.view.turn}

        played(session, each, lots, 2)
    assert len(made) > 50


def test_corners_are_computed_only_when_tiles_change(
    monkeypatch: pytest.MonkeyPatch, lots: random.Random
) -> None:
    looked: list[int] = []

    def counted(shapes: list[Any], side: int, sign: int) -> list[Any]:
        looked.append(len(shapes))
        return nearest(shapes, side, sign)

    nearest = layout._nearest
    monkeypatch.setattr(layout, "_nearest", counted)
    session, shown = table(), SentState()
    changes = {session.view.laid}

    def each() -> None:
        changes.add(session.view.laid)
        for _ in range(3):
            scene(session, shown)

    played(session, each, lots, 1)
    assert 10 < len(looked) <= 2 * len(changes)


@pytest.mark.parametrize("events", [90, 92, 93])
def test_a_save_of_a_continued_blocked_round_is_opened_unchanged(events: int) -> None:
    """See `play_recorded`. No move is lost, and undo and further moves work."""
    data = json.loads((Path(__file__).parents[1] / "records" / "played_on.json").read_text())
    data["seats"][0] = {"name": "You", "kind": "human", "level": None}
    if events < 93:
        del data["rounds"][0]["events"][events:]
        data["rounds"][0]["end"] = None
        data |= {"totals": [0] * 4, "places": []}
    session = session_from_record(json.dumps(data), 0.7)
    assert len(session.view.events) == events
    assert restore(save(session)).match == session.match
    assert restore(save(session)).past == session.past
    assert [past.move.do for past in session.past if past.move.do == "catch"] == ["catch"]
    if session.phase == "playing":
        again = restore(save(session))
        while again.others_must_move():
            bots_step(again)
        assert again.phase == "match-over"
        session.undo()
        assert session.my_turn


def test_a_tile_on_the_table_counts_as_seen_when_it_is_laid_out(
    monkeypatch: pytest.MonkeyPatch, lots: random.Random
) -> None:
    place, unseen_tiles = Layout.place, list[int]()

    def noted(layout: Layout, tile: int, on: int, unseen: int, toe: int) -> None:
        unseen_tiles.append(unseen >> tile & 1)
        place(layout, tile, on, unseen, toe)

    monkeypatch.setattr(Layout, "place", noted)
    played(table(), lambda: None, lots, 1)
    assert len(unseen_tiles) > 10 and not any(unseen_tiles)


def test_a_record_with_one_bot_of_an_unknown_level_is_no_session() -> None:
    data = json.loads(record_text(table()))
    data["seats"][1]["level"] = "eagle"
    with pytest.raises(RecordError) as refused:
        session_from_record(json.dumps(data), 0.7)
    assert refused.value.values == {"field": "level"}


MORE: SaveExtras = {"aspect": 1.0, "undone": 0, "styles": []}


def test_the_names_in_a_saves_first_line_have_at_most_a_hundred_letters() -> None:
    label = Label("one", 0)
    entry = json.loads(write_head(session_head(table(), label), MORE))
    for letters, fits in ((100, True), (101, False)):
        entry["names"] = ["n" * letters, *entry["names"][1:]]
        if fits:
            assert read_head(entry, "one").names[0] == "n" * letters
        else:
            with pytest.raises(RecordError):
                read_head(entry, "one")


def test_a_saves_first_line_has_one_whole_total_for_each_seat() -> None:
    entry = json.loads(write_head(session_head(table(), Label("one", 0)), MORE))
    assert read_head(entry, "one").totals == (0, 0, 0, 0)
    wrong_one = ('[0,0,0,"0"]', "[0,true,0,0]", "[0,0,1.5,0]", "[2147483648,0,0,0]")
    for totals in ("[0,0,0]", "[0,0,0,0,0]", "[]", *wrong_one):
        with pytest.raises(RecordError):
            read_head({**entry, "totals": json.loads(totals)}, "one")


def test_a_take_back_leaves_only_the_last_play_out_of_the_review(
    lots: random.Random,
) -> None:
    session = table()
    while (
        sum(event.do == "play" and event.seat == session.person for event in session.match.round.events) < 2
    ):
        if session.others_must_move():
            bots_step(session)
        else:
            persons_step(session, lots)
    to_my_turn(session)
    while True:
        before = decisions_of(session.past, session.person)
        session.execute(move_text(moves_of(session.view, session.view.choices[0])[0]))
        if session.view.may_take_back:
            break
        to_my_turn(session)
    assert before
    session.execute("<")
    assert decisions_of(session.past, session.person) == before


def test_a_draw_before_a_play_taken_back_is_reviewed() -> None:
    session = table(take_back=True)
    while True:
        to_my_turn(session)
        events = len(session.view.events)
        if {"play", "draw"} <= {choice.do for choice in session.view.choices}:
            session.execute("+")
            if session.my_turn and session.view.choices[0].do == "play":
                break
        else:
            session.execute(move_text(moves_of(session.view, session.view.choices[0])[0]))
    session.execute(move_text(moves_of(session.view, session.view.choices[0])[0]))
    assert [event.do for event in session.view.events[events:]] == ["draw", "play"]
    session.execute("<")
    seen, choice, *_ = decisions_of(session.past, session.person)[-1]
    assert (len(seen.events), choice.do) == (events, "draw")


def owed_calls() -> Iterator[tuple[Match, int]]:
    """Matches in which a seat has just missed a turn and must call again (LAST-7), and the seat after it is on turn."""
    options = rules("montgomery", 3, set=6, hand_size=4, rounds=1)
    for number in itertools.count():
        for match, event in random_rounds(options, f"owed {number}", random.Random(number)):
            asides = match.round.asides
            if (
                event is not None
                and event.do == "skip"
                and asides.again == 1 << event.seat
                and not asides.silent
            ):
                yield match, event.seat


def at_an_owed_call(match: Match, person: int, level: str) -> Session:
    """A session of such a match with a person at one seat and bots at the others."""
    bots = [Seat(f"Bot {seat}", "bot", level, "balanced") for seat in range(3)]
    bots[person] = Seat("You", "human")
    return Session(match, "montgomery", tuple(bots), 0.7)


def test_a_bot_calls_again_after_its_missed_turn_and_decides_once() -> None:
    forgot = 0
    for match, seat in itertools.islice(owed_calls(), 30):
        person = match.round.turn
        session = at_an_owed_call(match, person, "farmer")
        assert session.view.again == (seat,) and session.my_turn and session.others_must_move()
        assert list(session.think()) == [Move(seat, "call")]
        session.play_bot_move(Move(seat, "call"))
        assert session.view.again == () and not session.others_must_move()
        session = at_an_owed_call(match, person, "chick")
        moves = list(session.think())
        assert moves in ([], [Move(seat, "call")])
        assert not session.others_must_move(), "it decides once"
        assert list(at_an_owed_call(match, person, "chick").think()) == moves, (
            "a reload gives no second chance"
        )
        forgot += not moves
    assert 3 < forgot < 25


def test_the_prompt_and_the_seat_say_that_the_call_is_owed() -> None:
    match, seat = next(owed_calls())
    session = at_an_owed_call(match, seat, "hen")
    shown = scene(session, SentState())
    assert (
        shown["prompt"][-1] == ("prompt.call-again", {}) and shown["can"]["call"] == "now" and shown["grace"]
    )
    assert shown["said"][-1][0] == "say.skip-again.you" and not shown["seats"][seat]["called"]
    session.execute("!", seat)
    shown = scene(session, SentState())
    assert shown["can"]["call"] is None and shown["seats"][seat]["called"] and len(shown["prompt"]) == 1
