"""What lies stays where it lies, few turns move a laid tile, and none a foot under way; and what lies fills the board view."""

from functools import cache
from math import exp, log
from statistics import mean

import pytest

from game.commands.measure.layout_quality import Play, bot_rounds, lay_out
from game.page.board.framing import fitting_scale
from game.players.bots import parse_spec
from game.rules.options.presets import resolve
from game.rules.tiles import HIGH, LOW, SUIT, Tile, is_double
from game.table.layout import Layout

ROUNDS = 100


@cache
def played() -> list[list[Play]]:
    options = resolve("montgomery", players=4)
    return list(bot_rounds(options, [parse_spec("greedy"), parse_spec("hen")], "felt", ROUNDS))


# Each screen has one of the two tests below in every run, and the other in `long`.
@pytest.mark.parametrize(
    "aspect", [0.709, pytest.param(1.546, marks=pytest.mark.long)], ids=["phone", "phone on its side"]
)
def test_few_turns_move_a_laid_tile_and_none_a_foot_under_way(aspect: float) -> None:
    options = resolve("montgomery", players=4)
    moving_turns = 0
    for plays in played():
        layout = Layout(options.set, options.arm_count, options.toes, aspect)
        layout.lay_centre(plays[0].tile)
        open_ends: dict[Tile, int] = {}
        double, missing = plays[0].tile, options.arm_count
        for play in plays[1:]:
            ends = [double] if missing else [on for on, suit in open_ends.items() if suit == play.suit]
            on = layout.choose_end(play.tile, ends, play.unseen)
            before = dict(layout.poses)
            moved = layout.place(play.tile, on, play.unseen)
            assert sorted(moved) == sorted(tile for tile in before if layout.poses[tile] != before[tile])
            assert not (missing and moved), "a foot under way jumped"
            moving_turns += bool(moved)
            if missing:
                missing -= 1
            else:
                del open_ends[on]
            if is_double(play.tile):
                double, missing = play.tile, options.toes
            else:
                open_ends[play.tile] = HIGH[play.tile] + LOW[play.tile] - play.suit
            if options.short_foot == "closes" and (play.unseen & SUIT[HIGH[double]]).bit_count() < missing:
                missing = 0
    assert moving_turns <= ROUNDS / 7


@pytest.mark.parametrize(
    ("size", "least"),
    [pytest.param((384, 542), 27.2, marks=pytest.mark.long), ((603, 390), 29.0)],
    ids=["phone", "phone on its side"],
)
def test_the_table_fills_the_board_view(size: tuple[int, int], least: float) -> None:
    """The mean scale, in px per u, at which the page could draw the table in all turns with more than 20 tiles."""
    options = resolve("montgomery", players=4)
    scales: list[float] = []
    for plays in played():
        table = lay_out(options, plays, round(size[0] / size[1], 3), 0.0, "felt")
        scales += [fitting_scale(box, size) for box in table.boxes[19:]]
    assert exp(mean(log(scale) for scale in scales)) >= least
