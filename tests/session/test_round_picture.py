"""The picture of a round at the end of a match: the table as it lay."""

import asyncio
import random
from typing import Any

import pytest

from game.engine.history.round_picture import draw_round
from game.rules.match import start_match
from game.rules.tiles import parse_tile
from game.session.board_layout import BoardLayout
from game.table.drawing import pose_style, slot_markup, web_markup
from tests.rules.rounds import OPENED, at, play_out, rules


@pytest.mark.parametrize(
    ("laid", "glows"),
    [(OPENED, False), (OPENED + " 4-4>9-4", True), (OPENED + " 0-0>9-0", True), ("9-9 9-4>9-9", False)],
)
def test_the_picture_of_a_round_marks_a_foot_that_stayed_open(laid: str, glows: bool) -> None:
    state = at(rules(players=2), ["8-7", "6-5"], laid)
    picture = asyncio.run(draw_round(state, 15.2 / 7))
    assert ('class="glow"' in picture["tiles"]) == glows


def test_the_glow_of_an_open_foot_is_around_its_toes_and_the_missing_ones() -> None:
    state = at(rules(players=2), ["8-7", "6-5"], OPENED + " 4-4>9-4 4-1>4-4")
    board = BoardLayout(state.options, 15.2 / 7)
    for count in range(1, len(state.board.laid) + 1):
        board.follow(state.board.laid[:count])
    double, toe = parse_tile("4-4"), parse_tile("4-1")
    poses, slots = board.layout.poses, board.missing_toes(double)
    picture = asyncio.run(draw_round(state, 15.2 / 7))["tiles"]
    assert len(slots) == 2 and all(slot_markup(slot) in picture for slot in slots)
    assert f'<g class="glow">{web_markup([poses[double], poses[toe], *slots])}' in picture


def test_other_work_of_the_engine_goes_on_after_each_tile() -> None:
    state = at(rules(players=2), ["8-7", "6-5"], OPENED)
    steps: list[Any] = []

    async def test() -> None:
        drawing = asyncio.ensure_future(draw_round(state, 0.7))
        while not drawing.done():
            steps.append(None)
            await asyncio.sleep(0)

    asyncio.run(test())
    assert len(steps) > len(state.board.laid)


@pytest.mark.parametrize("aspect", [0.7, 1.0, 1.9])
def test_the_picture_of_a_round_is_the_whole_table_as_it_lay(aspect: float) -> None:
    for seed in range(2):
        state = play_out(start_match(rules("hastings", 4), f"whole-{seed}").round, random.Random(seed))
        board = BoardLayout(state.options, aspect)
        for count in range(1, len(state.board.laid) + 1):  # a tile at a time, as it was laid in the match
            board.follow(state.board.laid[:count])
        picture = asyncio.run(draw_round(state, aspect))
        assert picture["box"] == [*board.layout.box()]
        assert all(pose_style(pose) in picture["tiles"] for pose in board.layout.poses.values())


def test_the_picture_of_a_round_has_tiles_on_the_toes_that_people_chose() -> None:
    state = at(rules(players=2), ["8-7", "6-5"], OPENED + " 4-4>9-4 4-1>4-4")
    toe = parse_tile("4-1")
    pictures = {asyncio.run(draw_round(state, 0.7, {toe: index}))["tiles"] for index in range(3)}
    assert len(pictures) == 3
