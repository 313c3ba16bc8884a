"""Several devices at one match: each shows its own people's hand, and learns nothing else."""

import copy
import json
import random
from collections.abc import Iterator

import pytest

from game.engine.scene import scene
from game.rules.errors import IllegalMove, MatchError
from game.rules.moves import move_text
from game.rules.tiles import tiles_in
from game.rules.view import NOBODY, moves_of
from game.session.board_layout import BoardLayout
from game.session.session import Session
from game.session.viewers.sent_state import SentState
from game.session.viewers.viewer import Viewer
from tests.session.companies import names_none
from tests.session.fake_table import FakeTable
from tests.session.matches import bots_step
from tests.session.twins import apart, devices, twin_of


def steps(session: Session, lots: random.Random, rounds: int) -> Iterator[None]:
    """Play until `rounds` rounds are over. Each person moves at their own device."""
    while len(session.match.rounds) < rounds:
        beside = [(viewer, move) for viewer in devices(session) for move in viewer.off_turn_moves()]
        own = [viewer for viewer in devices(session) if viewer.my_turn]
        if session.phase != "playing":
            session.next_round(0.7)
        elif beside and lots.random() < 0.2:
            viewer, move = lots.choice(beside)
            session.execute(move_text(move), move.seat, viewer)
        elif session.others_must_move():
            bots_step(session)
        elif session.viewer.curtain != NOBODY:
            session.lift()
        else:
            view = own[0].view
            move = lots.choice(moves_of(view, lots.choice(view.choices)))
            session.execute(move_text(move), viewer=own[0])
        yield


def hidden_from(session: Session, viewer: Viewer) -> list[int]:
    """The tiles that the viewer must not learn of."""
    state = session.match.round
    masks = [hand for seat, hand in enumerate(state.hands) if seat != viewer.seat]
    tiles = {tile for mask in masks for tile in tiles_in(mask)} | set(state.yard)
    shown = {event.tile for event in state.events if event.do == "play"} | {state.centre, state.own_centre}
    return sorted(tiles - shown)


def lay_out_again(session: Session) -> None:
    """Lay out the tiles of every device anew. It takes 90 % of the time of a comparison, so only some do it."""
    for viewer in devices(session):
        viewer.board = BoardLayout(session.match.options, viewer.board.aspect)
        viewer.follow()


@pytest.mark.parametrize(
    ("preset", "kinds"),
    [
        (preset, kinds) if row == column else pytest.param(preset, kinds, marks=pytest.mark.long)
        for row, preset in enumerate(("montgomery", "hastings", "nathan"))
        for column, kinds in enumerate(("pppp", "pbpp", "ppp"))
    ],
)
def test_twin_worlds_give_equal_scenes_to_each_viewer(kinds: str, preset: str) -> None:
    """Two tables that differ only in tiles hidden from a viewer give it the same scene, byte for byte."""
    session, lots, compared = apart(kinds, preset), random.Random(kinds + preset), 0
    for _ in steps(session, lots, 1):
        for number, viewer in enumerate(devices(session)):
            before = copy.deepcopy(viewer.sent)
            made = json.dumps(scene(session, viewer))
            if session.phase == "playing":
                twin = twin_of(session, viewer.seat, lots)
                assert twin.match != session.match
                if compared % 20 == 0:
                    lay_out_again(twin)
                devices(twin)[number].sent = before
                assert json.dumps(scene(twin, devices(twin)[number])) == made
                compared += 1
    assert compared > 80


@pytest.mark.parametrize("here", [0, *(pytest.param(here, marks=pytest.mark.long) for here in (1, 2))])
def test_no_device_names_a_tile_hidden_from_it(here: int) -> None:
    session, lots, hands = apart("pppb", here=here), random.Random(here), set[int]()
    for _ in steps(session, lots, 1):
        for viewer in devices(session):
            made = scene(session, viewer)
            if session.phase == "playing":
                names_none(made, hidden_from(session, viewer))
                whole = copy.copy(viewer)
                whole.sent = SentState()
                names_none(scene(session, whole), hidden_from(session, viewer))
            if len(viewer.people) == 1:
                hands.add(made["you"])
                assert (made["you"], made["curtain"]) == (viewer.people[0], None)
            elif not viewer.people:
                assert (made["you"], made["curtain"], made["hand"], made["moves"]) == (NOBODY, None, [], [])
    assert hands == set(session.people[here:]) | ({0} if here == 1 else set())


def test_each_device_lays_out_the_table_for_its_own_screen(lots: random.Random) -> None:
    session, pages = apart("ppp"), [FakeTable() for _ in range(4)]
    for _ in steps(session, lots, 2):
        for viewer, page in zip(devices(session), pages, strict=True):
            page.apply(scene(session, viewer))
            assert len(page.tiles) == len(session.match.round.laid)
    assert [viewer.board.aspect for viewer in devices(session)] == [0.7, 0.5, 0.7, 1.78]
    assert len({json.dumps(page.tiles) for page in pages}) > 1


def test_a_device_acts_only_for_its_own_people() -> None:
    session, lots, refused = apart("pppb"), random.Random(3), 0
    for _ in steps(session, lots, 1):
        if session.phase != "playing":
            continue
        before = session.match
        for viewer in devices(session):
            for seat in range(4):
                if seat not in viewer.people:
                    for code in ("+", "=", "!", "<", "?0", "9-9"):
                        with pytest.raises(IllegalMove):
                            session.execute(code, seat, viewer)
                        refused += 1
        assert session.match is before
    assert refused > 100


def test_nothing_that_another_device_has_shown_can_be_undone() -> None:
    session, lots = apart("pp"), random.Random(4)
    for _ in steps(session, lots, 1):
        assert not any(session.may_undo(viewer) for viewer in devices(session))
        assert not scene(session, session.viewer)["can"]["undo"]
    session.next_round(0.7)
    own = next(viewer for viewer in devices(session) if viewer.my_turn)
    session.execute(move_text(moves_of(own.view, own.view.choices[0])[0]), viewer=own)
    for other in list(session.others):
        session.remove_viewer(other)
    assert not session.may_undo()


def test_a_person_sits_at_one_device() -> None:
    session = apart("pppb")
    for people in ((0,), (1,), (3,), (7,), (0, 1)):
        with pytest.raises(MatchError):
            session.add_viewer(people, 1.0)
    session.remove_viewer(session.others[0])
    assert session.add_viewer((1,), 1.0).view.hand == session.match.round.hands[1]


def test_an_armed_call_belongs_to_its_own_device() -> None:
    called = 0
    for seed in range(60):
        if called > 1:
            return
        session, lots = apart("ppp", seed=f"arm {seed}"), random.Random(seed)
        for _ in steps(session, lots, 1):
            for viewer in devices(session):
                plays = [choice for choice in viewer.view.choices if choice.do == "play"]
                if viewer.may_arm() and plays:
                    viewer.armed = True
                    seat = viewer.seat
                    session.execute(move_text(moves_of(viewer.view, plays[0])[0]), viewer=viewer)
                    events = session.match.round.events
                    called += any((event.seat, event.do) == (seat, "call") for event in events)
                    assert not viewer.armed
    raise AssertionError(called)
