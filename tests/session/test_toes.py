"""A tile lies on the toe or arm that the person tapped. The rules and the record do not tell toes apart."""

import json
import re
from math import dist
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from game.contract.play_answers import Place
from game.engine.history.finished import store_summary
from game.engine.match.places import places_of
from game.engine.match.player_actions import PlayerActions
from game.ledger.summary import read_summary, unpack_record
from game.records.reading import read_record
from game.records.record import Record
from game.rules.errors import IllegalMove
from game.rules.moves import move_text
from game.rules.tiles import HIGH, LOW, NAME, parse_tile
from game.session.replay import Replay
from game.session.save_head import Label
from game.session.saving import record_text, restore, save
from game.session.session import Session
from game.session.viewers.viewer import Viewer
from game.table.drawing import distance, placed_markup
from game.table.geometry import Pose
from game.table.overlap_check import overlapping_pairs
from tests.session.matches import persons_step, played, table, to_my_turn
from tests.session.twins import apart


def at_a_foot(session: Session | None = None) -> tuple[Session, str, list[Place]]:
    """A session on my turn, a tile that fits several missing toes or arms, and its places on the other ones."""
    session, lots = session or table(), Random(1)
    while True:
        to_my_turn(session)
        for tile in [choice.tile for choice in session.view.choices if choice.do == "play"]:
            also = [place for place in places_of(session.viewer, tile) if place["also"]]
            if also:
                return session, NAME[tile], also
        persons_step(session, lots)


def pose(viewer: Viewer, tile: str) -> Pose:
    return viewer.board.layout.poses[parse_tile(tile)]


def pose_in(markup: str) -> tuple[float, float, float]:
    """The pose at which a tile is drawn."""
    x, y, angle = re.findall(r"--(?:x|y|a):(-?[\d.]+)", markup)[:3]
    return float(x), float(y), float(angle)


def where(place: dict[str, Any]) -> tuple[float, float]:
    return place["x"], place["y"]


def test_a_tile_lies_where_it_was_tapped() -> None:
    session, tile, also = at_a_foot()
    for place in also:
        there = restore(save(session))
        PlayerActions(there, there.viewer).act(place["move"], toe=place["toe"])
        assert pose(there.viewer, tile)[:2] == where(place)
        assert (
            f"--x:{round(place['x'], 3) + 0:g};" in place["laid"]
        )  # what the page shows before the engine answers


def test_the_toe_is_only_a_picture() -> None:
    session, tile, also = at_a_foot()
    chosen, own = restore(save(session)), restore(save(session))
    PlayerActions(chosen, chosen.viewer).act(also[0]["move"], toe=also[0]["toe"])
    PlayerActions(own, own.viewer).act(also[0]["move"])
    assert record_text(chosen) == record_text(own)
    assert pose(chosen.viewer, tile) != pose(own.viewer, tile)


def test_a_save_keeps_the_toe() -> None:
    session, _, also = at_a_foot()
    PlayerActions(session, session.viewer).act(also[0]["move"], toe=also[0]["toe"])
    again = restore(save(session))
    assert again.board.layout.poses == session.board.layout.poses
    assert save(again) == save(session)


@pytest.mark.parametrize(
    "toes",
    [
        None,
        [1],
        3,
        "x",
        {"1": [1]},
        {"1": {"9-99": 1}},
        {"x": {"9-4": 1}},
        {"0": {"9-4": 1}},
        {"21": {"9-4": 1}},
    ],
)
def test_toes_of_a_save_that_make_no_sense_are_left_out(toes: object) -> None:
    session, _, _ = at_a_foot()
    assert restore(with_toes(session, toes)).toes == {}


@pytest.mark.parametrize("toe", [-1, 8, 1.0, True, "1", None])
def test_a_saved_toe_is_a_small_index(toe: object) -> None:
    session, tile, _ = at_a_foot()
    assert restore(with_toes(session, {"1": {tile: toe}})).toes == {}
    assert restore(with_toes(session, {"1": {tile: 7}, "20": {tile: 0}})).toes == {
        1: {parse_tile(tile): 7},
        20: {parse_tile(tile): 0},
    }


def with_toes(session: Session, toes: object) -> str:
    """A save of the session with other toes."""
    head, _, record = save(session).partition("\n")
    return json.dumps(json.loads(head) | {"toes": toes}) + "\n" + record


def test_after_undo_the_layout_chooses_again() -> None:
    session, tile, also = at_a_foot()
    own = pose_of_own_choice(session, also[0]["move"], tile)
    actions = PlayerActions(session, session.viewer)
    actions.act(also[0]["move"], toe=also[0]["toe"])
    session.undo()
    actions.act(also[0]["move"])
    assert pose(session.viewer, tile) == own


def pose_of_own_choice(session: Session, code: str, tile: str) -> Pose:
    """Where the layout would lay the tile."""
    there = restore(save(session))
    PlayerActions(there, there.viewer).act(code)
    return pose(there.viewer, tile)


def test_a_refused_move_leaves_no_toe() -> None:
    session, _, _ = at_a_foot()
    absent = next(tile for tile in ("8-7", "8-6", "8-5") if not session.view.hand >> parse_tile(tile) & 1)
    with pytest.raises(IllegalMove):
        PlayerActions(session, session.viewer).act(f"{absent}>9-9", toe=1)
    assert session.toes == {}


def test_a_replay_of_the_match_shows_the_table_as_it_was() -> None:
    session, tile, also = at_a_foot()
    PlayerActions(session, session.viewer).act(also[-1]["move"], toe=also[-1]["toe"])
    record = Record(session.match, session.preset, session.seats)
    replay = Replay(record, session.board.aspect, session.toes)
    replay.go(replay.last)
    assert replay.board.layout.poses == session.board.layout.poses
    without = Replay(record, session.board.aspect)
    without.go(without.last)
    assert without.board.layout.poses[parse_tile(tile)] != pose(session.viewer, tile)


def test_every_device_shows_the_chosen_toe_and_later_rounds_keep_it() -> None:
    session, tile, also = at_a_foot(apart("pbbb"))
    place = also[-1]
    before = [viewer.board.toe_poses(parse_tile(tile), parse_tile(place["on"])) for viewer in session.others]
    PlayerActions(session, session.viewer).act(place["move"], toe=place["toe"])
    for viewer, poses in zip(session.others, before, strict=True):
        assert pose(viewer, tile) == poses[place["toe"]]
    chosen = {1: {parse_tile(tile): place["toe"]}}
    assert session.toes == chosen
    lots = Random(1)
    while session.phase == "playing":
        to_my_turn(session)
        if session.my_turn:
            persons_step(session, lots)
    session.next_round(0.7)
    assert session.toes == chosen and restore(save(session)).toes == chosen


def test_every_legal_end_is_a_place_and_no_picture_lies() -> None:
    """Where the tile would lie on an earlier place, or others must move first, the dot of the end stays."""
    shown, dotted, covered, moving, crowded = 0, 0, 0, 0, 0

    def look() -> None:
        nonlocal shown, dotted, covered, moving, crowded
        viewer, board = session.viewer, session.viewer.board
        fitting = set()
        for tile in {choice.tile for choice in viewer.view.choices if choice.do == "play"}:
            lit = {place["move"]: place for place in places_of(viewer, tile) if not place["also"]}
            moves = viewer.exact_plays_of(tile)
            fitting |= {move.on for move in moves}
            assert set(lit) == {move_text(move) for move in moves}
            drawn = [place["markup"] for place in lit.values() if place["laid"] and not place.get("dot")]
            poses = [pose_in(markup) for markup in drawn]
            assert overlapping_pairs(dict(enumerate(poses))) == [], "places lie apart"
            for move in moves if board.laid else ():
                place, layout = lit[move_text(move)], board.layout.copy()
                is_dot = 'class="dot"' in place["markup"]
                assert is_dot == place.get("dot", False) and (is_dot or place["laid"])
                if is_dot:
                    spots = {on: (x, y) for on, _, x, y, _ in board.open_spots()}
                    assert where(place) == spots[move.on], "the dot stays where it was"
                    covered += min((distance(where(place), pose) for pose in poses), default=1.0) < 0.2
                    crowded += not place["laid"] and bool(poses)
                else:
                    assert f"#h{HIGH[tile]}" in place["markup"] and f"#h{LOW[tile]}" in place["markup"]
                dotted, shown = dotted + is_dot, shown + (not is_dot)
                if place["laid"]:
                    assert layout.place(tile, move.on, board._unseen(board.laid) & ~(1 << tile)) == []
                    assert place["laid"] == placed_markup(tile, layout.poses[tile])
                    x, y, _ = layout.poses[tile]
                    assert not is_dot or not poses or min(dist((x, y), pose[:2]) for pose in poses) < 2.1
                    left, top, right, bottom = board.box_with_places(viewer.view)
                    assert left < x < right and top < y < bottom, "the page shows every place"
                else:
                    moving += 1
        assert not board.laid or set(board.ends_with_places(viewer.view)) == fitting

    for session in (table(seats=6, set=12), table(), table(seats=3), table(seats=6)):
        played(session, look, Random(1), 3)
    assert shown > 10 * dotted and dotted > 10 * covered and moving > 0 and crowded > 0


def finished() -> Session:
    """A match of two rounds, in which the person chose some toes, on a board view that changed its shape."""
    session = table(rounds=2)

    def choose_toe() -> None:
        if session.phase == "playing" and not session.others_must_move():
            tiles = [choice.tile for choice in session.view.choices if choice.do == "play"]
            also = [place for tile in tiles for place in places_of(session.viewer, tile) if place["also"]]
            if also:
                PlayerActions(session, session.viewer).act(also[-1]["move"], toe=also[-1]["toe"])

    played(session, choose_toe, Random(3), 2)
    return session


def test_a_match_of_the_history_is_replayed_as_it_lay() -> None:
    session, entries = finished(), dict[str, str]()
    store: Any = SimpleNamespace(
        entry=lambda *of: None, put_entry=lambda kind, id, text: entries.update({id: text})
    )
    store_summary(store, session, Label("m1", 5))
    summary = read_summary(entries["m1"])
    assert summary.toes == session.toes and set(summary.toes) == {1, 2}
    assert summary.aspects == {1: 0.7, 2: 1.6}
    record = read_record(unpack_record(summary))
    for number in (1, 2):
        here, there, plain = (
            Replay(record, 1.0, toes, aspects)
            for toes, aspects in ((session.toes, session.aspects), (summary.toes, summary.aspects), ({}, {}))
        )
        poses = []
        for replay in (here, there, plain):
            replay.go_to_event(number - 1, 999)
            poses.append(replay.board.layout.poses)
        assert poses[0] == poses[1] != poses[2]
