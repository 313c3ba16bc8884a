"""Several people at one screen: the visible hand, the curtain, and undo."""

import asyncio
import json
import random
from typing import Any

import pytest

from game.engine.scene import scene as build_scene
from game.rules.errors import IllegalMove, MatchError, RecordError
from game.rules.moves import Move, move_text
from game.rules.tiles import tiles_in
from game.rules.view import NOBODY, moves_of, onlooker, view
from game.session.saving import record_text, restore, save, session_from_record
from game.session.session import Session
from game.session.undo_history import PastState, decisions_of, may_undo_shared
from game.session.viewers.sent_state import SentState
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from game.table.faces import tile_markup
from tests.session.asked import AskedDesk
from tests.session.companies import company, hidden, names_none, on, one_step
from tests.session.matches import persons_step, scene, words

PEOPLE = ("Ann", "Ben", "Cleo", "Dan")


# Every way to sit and every book once; the other pairs are long.
@pytest.mark.parametrize(
    ("preset", "kinds"),
    [
        (preset, kinds) if row == column % 3 else pytest.param(preset, kinds, marks=pytest.mark.long)
        for row, preset in enumerate(("montgomery", "hastings", "nathan"))
        for column, kinds in enumerate(("pppp", "pbpp", "ppbb", "bpbp"))
    ],
)
def test_no_scene_names_a_tile_hidden_from_its_viewer(kinds: str, preset: str) -> None:
    session, shown, lots = company(kinds, preset=preset), SentState(), random.Random(kinds)
    curtains = undos = 0

    def look() -> None:
        nonlocal curtains, undos
        if session.phase != "playing":
            scene(session, shown)
            return
        names_none(scene(session, shown), hidden(session))
        if session.may_undo() and lots.random() < 0.1:
            session.undo()
            undos += 1
            names_none(scene(session, shown), hidden(session))
        fresh = scene(session, SentState())
        names_none(fresh, hidden(session))
        if session.viewer.curtain != NOBODY:
            curtains += 1
            assert (fresh["phase"], fresh["you"], fresh["hand"], fresh["moves"]) == (
                "curtain",
                NOBODY,
                [],
                [],
            )
            assert fresh["curtain"]["seat"] == session.match.round.turn
            assert not any(" you" in words(line).lower() for line in fresh["said"])

    on(session, lots, look, 1)
    assert curtains > 8
    assert undos


def test_the_search_for_hidden_tiles_finds_one() -> None:
    session = company()
    session.lift()
    with pytest.raises(AssertionError):
        names_none(scene(session, SentState()), tiles_in(session.view.hand)[:1])
    with pytest.raises(AssertionError):
        broken: Any = {"add": [tile_markup(7)]}
        names_none(broken, [7])


def test_the_curtain_falls_between_people_and_not_between_bots() -> None:
    session, lots = company("pbpb"), random.Random(1)
    seen = []

    def look() -> None:
        made = scene(session, SentState())
        if session.phase != "playing":
            assert (made["you"], made["curtain"], made["hand"]) == (NOBODY, None, [])
            return
        turn = session.match.round.turn
        seen.append((turn, session.person, session.viewer.curtain))
        assert (session.viewer.curtain == turn) == (turn in session.people and session.person != turn)
        assert session.person in (NOBODY, *session.people)
        assert session.viewer.curtain == NOBODY or session.person == NOBODY

    on(session, lots, look, 2)
    assert any(turn == 1 and person == 0 for turn, person, _ in seen), "a hand stays while bots play"
    assert {curtain for _, _, curtain in seen} == {NOBODY, 0, 2}


def test_a_shared_screen_that_may_change_hands_shows_nobodys_tiles() -> None:
    session = company()
    session.lift()
    person = session.person
    assert scene(session, SentState())["hand"]
    assert session.viewer.hide() and not session.viewer.hide()
    made = scene(session, SentState())
    assert (made["hand"], made["you"], made["curtain"]["seat"]) == ([], NOBODY, person)
    session.lift()
    assert session.person == person
    alone = company("pbbb")
    assert not alone.viewer.hide() and alone.person == 0


def test_under_the_curtain_only_lifting_it_is_possible() -> None:
    session = company()
    turn = session.viewer.curtain
    before = session.match
    for code in ("+", "=", "9-9"):
        for seat in (None, turn, (turn + 1) % 4):
            with pytest.raises(IllegalMove) as refused:
                session.execute(code, seat)
            assert refused.value.key == "reason.curtain"
    with pytest.raises(IllegalMove) as refused:
        session.viewer.plays_of(tiles_in(session.match.round.hands[turn])[0])
    assert refused.value.key == "reason.curtain"
    with pytest.raises(IllegalMove):
        next(session.hint())
    assert session.match == before and not session.others_must_move()
    session.lift()
    with pytest.raises(IllegalMove) as refused:
        session.execute("+", (turn + 1) % 4)
    assert refused.value.key == "reason.not-your-turn"
    assert session.person == turn and session.my_turn
    with pytest.raises(IllegalMove):
        session.lift()


def test_nobody_can_act_for_a_bot() -> None:
    session, lots = company("pbbb"), random.Random(2)
    on(session, lots, lambda: None, 1)
    session.next_round(0.7)
    for code in ("!", "?0", "<", "+"):
        with pytest.raises(IllegalMove):
            session.execute(code, 1)


def test_a_single_person_never_sees_a_curtain() -> None:
    session, lots, shown = company("bpbb"), random.Random(3), SentState()

    def look() -> None:
        made = scene(session, shown)
        assert (made["curtain"], made["you"], made["anew"], made["since"]) == (None, 1, False, [])
        assert made["can"]["beside"] == []

    on(session, lots, look, 2)


def test_after_the_curtain_comes_the_recap() -> None:
    session, lots, shown = company("pbpb"), random.Random(4), SentState()
    compared = 0
    while len(session.match.rounds) < 2:
        if session.phase == "playing" and session.viewer.curtain != NOBODY and not session.others_must_move():
            scene(session, shown)
            session.lift()
            made = scene(session, shown)
            events = session.view.events
            since = made["since"]
            assert made["anew"] and len(made["said"]) == len(events) and made["steps"] == []
            assert [step["do"] for step, _ in since] == [
                event.do for event in events[len(events) - len(since) :]
            ]
            if len(since) < len(events):
                last = events[-len(since) - 1] if since else events[-1]
                assert last.seat == session.person
                compared += 1
            assert not any(step["seat"] == session.person and step["do"] == "play" for step, _ in since)
        else:
            one_step(session, lots)
            scene(session, shown)
    assert compared > 10


def test_a_page_that_comes_at_the_end_of_a_round_gets_no_recap() -> None:
    """The score sheet tells the end; what others did since the person's last turn is past."""
    both = company("pp", seed="six", set=6, hand_size=5)
    session = Session(both.match, both.preset, both.seats, 0.7, away=(1,))
    other, lots, told = session.add_viewer((1,), 0.7), random.Random(7), 0
    while session.phase == "playing":
        told += bool(scene(session, SentState())["since"])
        viewer = session.viewer if session.my_turn else other
        session.execute(lots.choice(build_scene(session, viewer)["moves"]), viewer=viewer)
    made = scene(session, SentState())
    assert told > 2 and session.view.events[-1].seat == 1
    assert made["anew"] and made["since"] == []
    assert len(made["said"]) > len(session.view.events)  # the log has the whole round, and its end


def test_with_several_people_undo_takes_back_only_the_own_last_move() -> None:
    """After an undo nobody knows more than before the move, and the same person is on turn."""
    lots, undone, refused = random.Random(5), 0, 0
    for kinds in ("pppp", "pbpb"):
        session = company(kinds)
        while len(session.match.rounds) < 2:
            one_step(session, lots)
            if session.phase != "playing" or not session.past:
                continue
            last = session.past[-1]
            if session.may_undo() and lots.random() < 0.2:
                gone = session.match.round.events[len(last.match.round.events) :]
                assert {event.seat for event in gone} == {last.move.seat}
                assert last.move.seat in session.people and not any(event.do == "draw" for event in gone)
                at_screen = session.person
                session.undo()
                undone += 1
                assert session.match == last.match
                assert session.person in (at_screen, NOBODY) and session.help.undone == 0
                if session.person != NOBODY:
                    assert session.person == last.move.seat
            elif not session.may_undo():
                refused += 1
                with pytest.raises(IllegalMove):
                    session.undo()
    assert undone > 20 and refused > 20


def test_a_lifted_curtain_ends_the_undo_of_the_move_before() -> None:
    session, lots = company(), random.Random(6)
    session.lift()
    persons_step(session, lots)
    assert session.viewer.curtain != NOBODY and session.may_undo()
    session.lift()
    assert not session.may_undo()


def test_undo_at_the_curtain_shows_a_curtain_and_no_hand() -> None:
    session, shown, lots = company(), SentState(), random.Random(6)
    session.lift()
    first = session.person
    code = persons_step(session, lots)
    made = scene(session, shown)
    assert made["curtain"]["seat"] != first and code in json.dumps(made)
    session.undo()
    made = scene(session, shown)
    assert (made["curtain"]["seat"], made["you"], made["anew"], made["said"]) == (first, NOBODY, True, [])
    assert made["patch"]["clear"] and not made["patch"]["remove"]


def test_may_undo_shared_considers_draws_other_moves_and_automatic_events() -> None:
    session = company("pp", seed="unmake", preset="hastings", hand_size=7)
    lots, told = random.Random(1), {"play": set[bool](), "draw": set[bool](), "pass": set[bool]()}
    match = session.match
    while match.current is not None:
        seen = view(match, match.round.turn)
        move = lots.choice(moves_of(seen, lots.choice(seen.choices)))
        past = [PastState(match, move)]
        session._set_match(match)
        session._act(move)
        match = session.match
        if match.current is not None:
            told[move.do].add(may_undo_shared(past, match, (0, 1)))
            assert not may_undo_shared(past, match, (1 - move.seat,))
    assert told == {"play": {True}, "draw": {False}, "pass": {True}}
    assert not may_undo_shared([], match, (0, 1))


def test_every_person_may_call_catch_and_take_back() -> None:
    did: dict[str, int] = {}
    for seed in range(12):
        if len(did) == 3:
            return
        session, lots = company(seed=f"beside {seed}"), random.Random(seed)
        while len(session.match.rounds) < 2:
            for move in session.viewer.off_turn_moves():
                assert move.seat in session.people and move.seat != session.person
                assert move.do in ("call", "catch", "take-back")
            if session.viewer.off_turn_moves() and session.phase == "playing":
                move = session.viewer.off_turn_moves()[0]
                told = scene(session, SentState())["can"]["beside"][0]
                assert (told["seat"], told["do"], told["target"]) == (move.seat, move.do, move.target)
                if move.do != "take-back" or lots.random() < 0.1:
                    if move.do == "call" and lots.random() < 0.7:
                        one_step(session, lots)
                        continue
                    session.execute(told["code"], told["seat"])
                    did[move.do] = did.get(move.do, 0) + 1
                    continue
            if session.phase == "playing" and session.viewer.curtain != NOBODY:
                session.lift()
            elif session.phase == "playing":
                persons_step(session, lots)
            else:
                session.next_round(0.7)
    raise AssertionError(did)


def test_a_take_back_hides_the_next_persons_hand() -> None:
    session, lots = company(), random.Random(8)
    session.lift()
    first = session.person
    persons_step(session, lots)  # the centre: it cannot be taken back
    session.lift()
    second = session.person
    plays = [choice for choice in session.view.choices if choice.do == "play"]
    session.execute(move_text(moves_of(session.view, plays[0])[0]))
    session.lift()
    assert session.person not in (first, second)
    session.execute("<", second)
    assert (session.viewer.curtain, session.person, session.view.hand) == (second, NOBODY, 0)


def test_a_save_of_several_persons_opens_behind_a_curtain() -> None:
    session, lots, compared = company("pbpb"), random.Random(9), 0

    def compare() -> None:
        nonlocal compared
        if lots.random() < 0.8:
            return
        for again in (restore(save(session)), session_from_record(record_text(session), 0.7)):
            assert again.people == (0, 2) and again.match == session.match
            if session.phase == "playing":
                assert again.person == NOBODY and not again.may_undo()
                names_none(scene(again, SentState()), hidden(again))
                compared += 1
        assert save(restore(save(session))) == save(session)

    on(session, lots, compare, 1)
    assert compared > 10


def test_a_table_without_people_is_refused() -> None:
    with pytest.raises(MatchError):
        company("bbbb")
    session = company("pppp")
    nobody = record_text(session).replace('"human"', '"bot"')
    with pytest.raises(RecordError):
        session_from_record(nobody, 1.0)


def test_ten_people_share_a_screen() -> None:
    session, lots = company("p" * 10), random.Random(10)
    on(
        session,
        lots,
        lambda: names_none(scene(session, SentState()), hidden(session)) if session.match.current else None,
        1,
    )
    assert {move.seat for _, move in session.past} == set(range(10))


def test_an_onlooker_knows_what_everybody_knows() -> None:
    session, lots = company(), random.Random(11)

    def compare() -> None:
        seen = onlooker(session.match)
        for seat in range(4):
            mine = view(session.match, seat)
            for field in (
                "counts",
                "yard",
                "laid",
                "ends",
                "playable",
                "foot",
                "turn",
                "totals",
                "not_called",
                "end",
            ):
                assert getattr(seen, field) == getattr(mine, field)
        assert (seen.hand, seen.choices, seen.drawn, seen.barred) == (0, (), -1, -1)
        assert not any(event.tile >= 0 for event in seen.events if event.do == "draw")

    on(session, lots, compare, 1)


def test_reviews_and_hints_are_for_the_person_who_asks() -> None:
    session, lots = company("ppbb"), random.Random(12)
    while session.viewer.curtain == NOBODY:
        one_step(session, lots)
    session.lift()
    move, _ = [given for given in session.hint() if given is not None][-1]
    assert isinstance(move, Move) and move.seat == session.person
    on(session, lots, lambda: None, 1)
    decisions = [decisions_of(session.past, seat) for seat in (0, 1)]
    assert all(seen.seat == seat for seat in (0, 1) for seen, *_ in decisions[seat])


def test_four_people_at_the_desk() -> None:
    async def test() -> None:
        desk = AskedDesk(MatchStore(MemoryBackend()))
        seats = [{"name": name, "kind": "human"} for name in PEOPLE]
        made = await desk.start(
            seats=seats, aspect=0.7, seed="desk", preset="montgomery", changes={"rounds": 1}
        )
        names, lots = set(), random.Random(1)
        while made["phase"] != "match-over":
            if made["phase"] == "curtain":
                names.add(made["curtain"]["name"])
                made = await desk.lift()
                assert made["phase"] == "playing" and made["hand"]
            else:
                made = await desk.act(code=lots.choice(made["moves"]))
        assert names == set(PEOPLE)
        assert await desk.next_event() is None

    asyncio.run(test())


def test_a_call_that_was_armed_does_not_pass_to_the_next_person() -> None:
    """The curtain comes down between them."""
    session, lots = company("ppp", seed="arm"), random.Random("arm")
    armed = 0

    def arm() -> None:
        nonlocal armed
        if session.phase == "playing" and session.viewer.curtain == NOBODY:
            session.viewer.armed = True
        elif session.phase == "playing":
            armed += 1
            assert not session.viewer.armed

    on(session, lots, arm, 1)
    assert armed > 8
