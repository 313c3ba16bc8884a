"""The layout keeps its promises on whole rounds, whatever is chosen for it; looked at by code of its own."""

import random

import pytest

from game.rules.tiles import NAME
from game.table import check
from game.table.layout import Layout
from tests.table.plays import Play, Table, round_of

TABLES = [
    Table(6, 2, 7, 4),
    Table(9, 4, 7, 6),
    Table(9, 4, 11, 8),
    Table(12, 6, 10, 4),
    Table(15, 8, 11, 6, 2),
]


def laid(
    table: Table, plays: list[Play], aspect: float, fixed: float
) -> tuple[Layout, dict[int, tuple[int, int]]]:
    """The round on the table, and on what and by which number each tile was laid."""
    dice = random.Random(f"{plays} {fixed}")
    layout = Layout(table.top, table.arms, table.toes, aspect)
    layout.centre(plays[0].tile)
    on_by: dict[int, tuple[int, int]] = {}
    for play in plays[1:]:
        ends = sorted({on for on, suit, *_ in layout.spots() if suit == play.suit})
        if layout.pending >= 0:
            ends = [layout.pending]
        on = (
            dice.choice(ends)
            if dice.random() < fixed
            else layout.choose(play.tile, play.suit, ends, play.unseen)
        )
        layout.place(play.tile, on, play.unseen)
        on_by[play.tile] = on, play.suit
    return layout, on_by


@pytest.mark.parametrize("fixed", [0.0, 1.0])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_overlap_and_attached_halves_match(table: Table, fixed: float) -> None:
    for seed in range(4):
        layout, on_by = laid(table, round_of(table, seed), (0.6, 1.6)[seed % 2], fixed)
        assert not check.overlaps(layout.poses)
        for tile, (on, suit) in on_by.items():
            joint = check.joined(NAME[tile], layout.poses[tile], NAME[on], layout.poses[on], suit)
            assert joint.match


@pytest.mark.parametrize("arms", range(2, 9))
def test_arms_of_the_centre_lie_free_and_touch_it(arms: int) -> None:
    table = Table(9, 4, 11, arms)
    plays = round_of(table, 5)[: arms + 1]
    layout, _ = laid(table, plays, 1.6, 0.0)
    assert not check.overlaps(layout.poses, 0)
    centre = check.corners(layout.poses[plays[0].tile])
    assert all(check.apart(centre, check.corners(layout.poses[play.tile])) < 0.22 for play in plays[1:])


def test_same_calls_same_poses_and_copies_go_their_own_way() -> None:
    table = Table(9, 4, 11, 6)
    plays = round_of(table, 3)
    whole, on_by = laid(table, plays, 1.0, 0.0)
    again = Layout(9, 6)
    again.centre(plays[0].tile)
    for play in plays[1:]:
        aside = again.copy()
        aside.place(play.tile, on_by[play.tile][0], play.unseen)
        assert play.tile not in again.poses
        again.place(play.tile, on_by[play.tile][0], play.unseen)
        assert aside.poses == again.poses
    assert again.poses == whole.poses


def test_ghosts_are_where_the_tile_then_lies() -> None:
    table = Table(9, 4, 11, 6)
    plays = round_of(table, 8)
    layout, _ = laid(table, plays[:-1], 1.6, 0.0)
    last = plays[-1]
    ends = sorted({on for on, suit, *_ in layout.spots() if suit == last.suit})
    for on, ghost in layout.ghosts(last.tile, ends, last.unseen).items():
        aside = layout.copy()
        aside.place(last.tile, on, last.unseen)
        assert aside.poses[last.tile] == ghost


def test_what_is_not_open_is_refused() -> None:
    layout = Layout(9, 6)
    layout.centre(54)
    with pytest.raises(ValueError, match="no open end"):
        layout.place(3, 7, 0)


def test_the_independent_look_sees_a_planted_overlap() -> None:
    table = Table(9, 4, 7, 6)
    plays = round_of(table, 1)
    layout, _ = laid(table, plays, 1.0, 0.0)
    assert check.overlaps(layout.poses) == []
    one, two = plays[1].tile, plays[2].tile
    pose = layout.poses[one]
    moved = {**layout.poses, two: pose._replace(x=pose.x + 0.6, y=pose.y + 0.6, angle=pose.angle + 45)}
    assert (min(one, two), max(one, two)) in [(min(pair), max(pair)) for pair in check.overlaps(moved)]


def test_the_independent_look_tells_a_gap_and_a_wrong_number() -> None:
    flat, next_to = (0.0, 0.0, 0), (2.05, 0.0, 180)
    straight = check.joined("9-4", next_to, "9-2", flat, 9)
    assert straight.match and straight.turn == 0 and abs(straight.apart - 0.05) < 1e-9
    assert not check.joined("8-4", next_to, "9-2", flat, 9).match
    assert check.joined("9-4", (2.05, 0.0, 0), "9-2", flat, 9).apart > 1
