"""The picture of a round at the end of a match: what it shows of the table, and where its button lies."""

import asyncio
import random

import pytest

from game.engine.history import round_picture
from game.engine.history.round_picture import draw_round
from game.rules.match import start_match
from game.rules.tiles import parse_tile
from game.session.board_layout import BoardLayout
from game.table.drawing import pose_style, slot_markup, web_markup
from game.table.geometry import Pose
from tests.rules.rounds import OPENED, at, play_out, rules


@pytest.mark.parametrize(
    ("laid", "glows"),
    [(OPENED, False), (OPENED + " 4-4>9-4", True), (OPENED + " 0-0>9-0", True), ("9-9 9-4>9-9", False)],
)
def test_the_picture_of_a_round_marks_a_foot_that_stayed_open(laid: str, glows: bool) -> None:
    state = at(rules(players=2), ["8-7", "6-5"], laid)
    picture = asyncio.run(draw_round(state))
    assert ('class="glow"' in picture["tiles"]) == glows


def test_the_glow_of_an_open_foot_is_around_its_toes_and_the_missing_ones() -> None:
    state = at(rules(players=2), ["8-7", "6-5"], OPENED + " 4-4>9-4 4-1>4-4")
    board = BoardLayout(state.options, 15.2 / 7)
    for count in range(1, len(state.board.laid) + 1):
        board.follow(state.board.laid[:count])
    double, toe = parse_tile("4-4"), parse_tile("4-1")
    poses, slots = board.layout.poses, board.missing_toes(double)
    picture = asyncio.run(draw_round(state))["tiles"]
    assert len(slots) == 2 and all(slot_markup(slot) in picture for slot in slots)
    assert f'<g class="glow">{web_markup([poses[double], poses[toe], *slots])}' in picture


def test_other_work_of_the_engine_goes_on_after_each_tile() -> None:
    state, steps = at(rules(players=2), ["8-7", "6-5"], OPENED), []

    async def test() -> None:
        drawing = asyncio.ensure_future(draw_round(state))
        while not drawing.done():
            steps.append(None)
            await asyncio.sleep(0)

    asyncio.run(test())
    assert len(steps) > len(state.board.laid)


@pytest.mark.parametrize("laid", ["9-9 9-4>9-9", OPENED, f"{OPENED} 4-4>9-4"])
def test_the_picture_of_a_round_has_a_small_table_in_its_middle(laid: str) -> None:
    state = at(rules(players=2), ["8-5", "6-5"], laid)
    x0, y0, x1, y1 = asyncio.run(draw_round(state))["box"]
    board = BoardLayout(state.options, (x1 - x0) / (y1 - y0))
    board.follow(state.board.laid)
    left, top, right, bottom = board.layout.box()
    for low, high, start, end in ((left, right, x0, x1), (top, bottom, y0, y1)):
        if high - low <= end - start:
            assert start + end == pytest.approx(low + high)
        else:
            assert low <= start and end <= high


@pytest.mark.parametrize("seed", range(4))
def test_the_picture_of_a_large_table_is_around_the_last_tile(seed: int) -> None:
    state = play_out(start_match(rules("hastings", 4, set=15), f"large-{seed}").round, random.Random(seed))
    picture = asyncio.run(draw_round(state))
    x0, y0, x1, y1 = picture["box"]
    assert (x1 - x0, y1 - y0) == pytest.approx((15.2, 7.0))
    board = BoardLayout(state.options, (x1 - x0) / (y1 - y0))
    for count in range(1, len(state.board.laid) + 1):  # a tile at a time, as it was laid in the match
        board.follow(state.board.laid[:count])
    poses, (left, top, right, bottom) = board.layout.poses, board.layout.box()
    middle = poses[state.board.foot if state.board.foot >= 0 else state.board.laid[-1][0]]
    assert right - left > x1 - x0 and bottom - top > y1 - y0
    for low, high, start, end, wanted in ((left, right, x0, x1, middle.x), (top, bottom, y0, y1, middle.y)):
        nearest = min(max(wanted, low + (end - start) / 2), high - (end - start) / 2)
        assert (start + end) / 2 == pytest.approx(nearest)
    assert all(pose_style(pose) in picture["tiles"] for pose in poses.values())


TILES = {
    "left-bottom": (2.0, 6.0),
    "right-bottom": (13.0, 6.0),
    "left-top": (2.0, 1.0),
    "right-top": (13.0, 1.0),
}


@pytest.mark.parametrize(
    ("tiles", "corner"),
    [
        ([], "left-bottom"),
        ([TILES["left-bottom"]], "right-bottom"),
        ([TILES["left-bottom"], TILES["right-bottom"]], "left-top"),
        ([TILES["left-bottom"], TILES["right-bottom"], TILES["left-top"]], "right-top"),
        ([*TILES.values()], "left-bottom"),
        ([*TILES.values(), TILES["left-bottom"]], "right-bottom"),
        ([(7.4, 6.0)], "right-bottom"),  # less than 1 u beside the button on the left
        ([(7.6, 6.0)], "left-bottom"),
        ([(2.0, 3.5)], "right-bottom"),  # less than 1 u above it
        ([(2.0, 3.3)], "left-bottom"),
        ([(-0.9, 6.0)], "right-bottom"),
        ([(-1.1, 6.0), (2.0, 8.1)], "left-bottom"),
        ([TILES["left-bottom"], (7.8, 6.0)], "left-top"),
        ([TILES["left-bottom"], (16.1, 7.9)], "left-top"),
        ([TILES["left-bottom"], TILES["right-bottom"], (2.0, -0.9)], "right-top"),
        ([TILES["left-bottom"], TILES["right-bottom"], (2.0, 3.5)], "right-top"),
        ([TILES["left-bottom"], TILES["right-bottom"], (2.0, 3.7)], "left-top"),
    ],
)
def test_the_button_lies_in_the_corner_with_the_fewest_tiles(
    tiles: list[tuple[float, float]], corner: str
) -> None:
    poses = [Pose(x, y, 0) for x, y in tiles]
    assert round_picture._emptiest_corner([0, 0, 15.2, 7], poses) == corner
