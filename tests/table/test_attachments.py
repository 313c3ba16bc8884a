"""The tables of attachments and fans: which ways to lay a tile there are, and which kinds a search tries in turn."""

import pytest

from game.rules.tiles import SET, SUIT, parse_tile
from game.table.layout import Layout
from game.table.spots.attachments import (
    ARM_SIDES,
    FANS,
    NEAT_DOUBLE,
    NEAT_ORDINARY,
    ODD_DOUBLE,
    ODD_ORDINARY,
    SHIFTED_DOUBLE,
    SHIFTED_ORDINARY,
    Attachment,
)
from game.table.spots.cost import CostModel

COUNTS = {  # by turn: how many attachments there are. Each that is not symmetric has a mirror image.
    "neat ordinary": (NEAT_ORDINARY, {0: 1, 1: 1, -1: 1, 2: 2, -2: 2}),
    "neat double": (NEAT_DOUBLE, {0: 1}),
    "shifted ordinary": (SHIFTED_ORDINARY, {0: 10, 1: 7, -1: 7, 2: 19, -2: 19}),
    "shifted double": (SHIFTED_DOUBLE, {0: 16, 1: 13, -1: 13, 2: 15, -2: 15}),
    "odd ordinary": (ODD_ORDINARY, {4: 5, -4: 5, 3: 7, -3: 7, 1: 7, -1: 7}),
    "odd double": (ODD_DOUBLE, {2: 12, -2: 12, 0: 20, 4: 10, -4: 10, 1: 6, -1: 6, 3: 6, -3: 6}),
}


@pytest.mark.parametrize("name", COUNTS)
def test_each_turn_has_its_number_of_attachments(name: str) -> None:
    attachments, counts = COUNTS[name]
    turns = [attachment.turn for attachment in attachments]
    assert {turn: turns.count(turn) for turn in turns} == counts


@pytest.mark.parametrize("name", COUNTS)
def test_each_attachment_has_its_mirror_image_with_the_same_cost(name: str) -> None:
    attachments, _ = COUNTS[name]
    mirrored = {Attachment(each.forward, -each.aside, -each.turn, each.cost) for each in attachments}
    assert mirrored >= {each for each in attachments if each.turn or each.aside}


def test_a_fan_has_different_toes_and_none_beside_a_short_edge() -> None:
    assert {toes: len(fans) for toes, fans in FANS.items()} == {0: 1, 1: 3, 2: 5, 3: 34}
    for toes, fans in FANS.items():
        assert len({frozenset(fan) for fan in fans}) == len(fans)
        for fan in fans:
            assert len(set(fan)) == toes
            assert not {(2, 1), (2, 3), (-2, -1), (-2, -3)} & {(a, b) for a in fan for b in fan}, fan


def test_each_fan_has_its_mirror_image() -> None:
    for fans in FANS.values():
        found = {frozenset(fan) for fan in fans}
        assert {frozenset(4 if turn == 4 else -turn for turn in fan) for fan in fans} == found


def test_the_fans_of_three_toes_are_sorted_by_their_turns() -> None:
    assert FANS[3][0] == (0, -1, 1)
    turns = [sum(turn * turn for turn in fan) for fan in FANS[3]]
    assert turns == sorted(turns)


def test_arms_lie_on_different_sides_of_the_centre() -> None:
    for count, arms in ARM_SIDES.items():
        assert len(set(arms)) == count
        assert all(side in (2, 6) for side, turn in arms if turn == 2)
        assert all(side in (0, 4) for side, turn in arms if turn != 2)


@pytest.mark.parametrize(
    ("coming", "toes"), [(SET[9], 3), (SET[9] & ~SUIT[5], 0)], ids=["toes come", "none comes"]
)
def test_a_double_lies_across_its_line_if_there_is_space(coming: int, toes: int) -> None:
    layout = Layout(9, 6, 3, 1.0)
    layout.lay_centre(parse_tile("9-9"))
    kinds = CostModel(layout.occupancy, parse_tile("5-5"), coming, 3, 1.0).spot_kinds(anywhere=True)
    neat = FANS[3][:1]
    assert kinds[:3] == [(NEAT_DOUBLE, FANS[3]), (SHIFTED_DOUBLE, neat), (ODD_DOUBLE, neat)]
    shorter = [([*NEAT_DOUBLE, *SHIFTED_DOUBLE], FANS[toes])] if toes < 3 else []
    assert kinds[3:-1] == shorter
    attachments, others = kinds[-1]
    assert neat + others == FANS[3]
    assert {*attachments} >= {SHIFTED_DOUBLE[0], ODD_DOUBLE[0]}
    model = CostModel(layout.occupancy, parse_tile("5-5"), coming, 3, 1.0)
    assert model.spot_kinds(anywhere=False) == [(NEAT_DOUBLE, neat)]


def test_an_ordinary_tile_is_tried_with_every_table_of_attachments() -> None:
    layout = Layout(9, 6, 3, 1.0)
    layout.lay_centre(parse_tile("9-9"))
    kinds = CostModel(layout.occupancy, parse_tile("9-5"), SET[9], 3, 1.0).spot_kinds(anywhere=False)
    assert kinds == [(table, [()]) for table in (NEAT_ORDINARY, SHIFTED_ORDINARY, ODD_ORDINARY)]
