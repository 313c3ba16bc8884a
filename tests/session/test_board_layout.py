"""The layout of the round in play: the last earlier layouts are kept, and a choice goes to the end that the layout chooses."""

from random import Random

import pytest

from game.engine.match.places import places_of
from game.page.board import framing
from game.rules.tiles import Tile
from game.rules.view import moves_of
from game.session.board_layout import MAX_EARLIER, BoardLayout
from game.session.viewers.sent_state import SentState
from game.table.layout import Layout
from tests.session.matches import persons_step, played, scene, table, to_my_turn


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
