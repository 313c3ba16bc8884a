"""The layout of the round in play: the last earlier layouts are kept, and a choice goes to the end that the layout chooses."""

import re
from pathlib import Path
from random import Random

import pytest

from game.engine.match.places import places_of
from game.page.board import framing
from game.rules.tiles import Tile
from game.rules.view import moves_of
from game.session.board_layout import MAX_EARLIER, OUTLINE_REACH, RING_REACH, BoardLayout
from game.session.viewers.sent_state import SentState
from game.table import foot_drawing, overlap_check
from game.table.geometry import Pose
from game.table.layout import Layout
from tests.session.matches import bots_step, persons_step, played, scene, table, to_my_turn

STYLES = Path(__file__).parents[2] / "assets" / "styles"


def test_an_undo_lays_no_tile_again_while_its_layout_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    session, placed = table(), list[Tile]()
    played(session, lambda: None, Random(1), rounds=1)
    plays, place = session.view.laid, Layout.place

    def counted(layout: Layout, tile: Tile, *given: int) -> object:
        placed.append(tile)
        return place(layout, tile, *given)

    monkeypatch.setattr(Layout, "place", counted)
    for back, again in ((1, 0), (MAX_EARLIER - 1, 0), (MAX_EARLIER, len(plays) - MAX_EARLIER - 1)):
        board, rest = BoardLayout(session.match.options, 1.0), plays[:-back]
        board.follow(plays)
        placed.clear()
        board.follow(rest)
        assert len(placed) == again and set(board.layout.poses) == {tile for tile, _ in rest}
        placed.clear()
        board.follow(plays[: len(rest) + 1])
        assert placed == [plays[len(rest)][0]]


def test_a_move_by_itself_goes_to_the_end_that_the_layout_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots, hints and lessons choose a number; the layout chooses among its open ends, not always the first."""
    session, lots, several = table(), Random(1), 0
    while not several:
        to_my_turn(session)
        board, seen = session.board, session.view
        for choice in seen.choices:
            ends = [move.on for move in moves_of(seen, choice)]
            for end in ends if len(ends) > 1 else ():
                monkeypatch.setattr(board.layout, "choose_end", lambda *_, end=end: end)
                assert board.exact_move(seen, choice).on == end
                several += 1
        monkeypatch.undo()
        persons_step(session, lots)


def test_the_ring_of_an_open_foot_lies_in_the_box() -> None:
    """The frame leaves 5 px around the box, so that the ring does not touch the edge of a window."""
    session, lots, feet, sent = table("rings"), Random(1), 0, SentState()
    for number in range(400):
        if session.phase != "playing":
            session, sent = table(f"rings {number}"), SentState()
        view, board = session.view, session.board
        if view.foot >= 0 and not view.opening:
            x0, y0, x1, y1 = scene(session, sent)["patch"]["box"]
            ringed = [board.layout.poses[view.foot], *[Pose(*toe) for toe in board.missing_toes(view.foot)]]
            for x, y in [point for pose in ringed for point in overlap_check.outline(pose)]:
                assert x0 <= x - 0.21 and x + 0.21 <= x1 and y0 <= y - 0.21 and y + 0.21 <= y1
            feet += 1
        if session.others_must_move():
            bots_step(session)
        else:
            persons_step(session, lots)
    assert feet > 10
    outline = re.search(
        r"#ghosts .hinted .under { --outline-width: (\d+)px", (STYLES / "table.css").read_text()
    )
    ring = re.search(r"^\.foot-ring { .*?stroke-width: (\d+)px", (STYLES / "tiles.css").read_text(), re.M)
    assert outline and int(outline[1]) / 200 == OUTLINE_REACH
    assert ring and (foot_drawing.MARGIN + int(ring[1]) / 2) / 100 == RING_REACH


def test_the_table_has_room_for_every_place_before_a_turn_begins() -> None:
    """A tap or a drag lights the places of a tile: the page shows them already, so the table does not move under the finger."""
    session, lots, turns, enlarged, sent = table(), Random(1), 0, 0, SentState()
    while turns < 200:
        to_my_turn(session)
        if session.phase != "playing":
            session = table(f"room {turns}")
            sent = SentState()
            continue
        box = scene(session, sent)["patch"]["box"]
        enlarged += tuple(box) != session.board.layout.box()
        for tile in {choice.tile for choice in session.view.choices if choice.do == "play"}:
            if session.view.laid:
                places = places_of(session.viewer, tile)
                assert list(framing.enlarge(box, framing.areas_of(places))) == list(box)
        persons_step(session, lots)
        turns += 1
    assert enlarged > 20
