"""Drawn pictures: tiles, marks, pictures of the written rules, the chart, the laboratory, and the picture of a round.

`pictures.txt` has the markup of each, so a difference is a change that people see. After a wanted change, look at the
pictures in the page, and write the file again with `.venv/bin/python -m tests.look.test_drawn_pictures`.
"""

import asyncio
import random
import re
from pathlib import Path

from game.engine.history.round_picture import draw_round
from game.engine.laboratory.figure_pictures import band, pictures
from game.laboratory.comparison import Comparison, Figure, Lengths
from game.laboratory.measures import MEASURES, RETIRED
from game.narration.chart import chart_markup
from game.narration.tile_pictures import foot_picture, line_picture, opening_picture
from game.rules.tiles import parse_tile
from game.table import drawing
from game.table.faces import defs_markup, gradients_markup, tile_markup
from tests.rules.rounds import OPENED, at, play_out, rules

PICTURES = Path(__file__).with_name("pictures.txt")
TILE = parse_tile("9-4")
PART = re.compile(r'(?s)<g id="([\w-]+)">(.*?)</g>')
PARTS = ("tile", "back", "h5", "h9")  # tests/table/test_faces.py has what holds of all halves
POSES = [(1.5, -2.25, 45), (-3.0, 1.0, 270)]
LENGTHS = (Lengths(11.5, 14.0), Lengths(9.0, 20.0))
VALUES = [(0.0, 0.0), (0.3, 1.0), (2.0, 0.25), (-5.0, 7.5)]


def drawn() -> dict[str, str]:
    """The pictures by name."""
    found = {"gradients": gradients_markup().replace("\n", "")}
    found |= {f"part {name}": part for name, part in PART.findall(defs_markup()) if name in PARTS}
    for number, pose in enumerate(POSES):
        found |= {
            f"placed {number}": drawing.placed_markup(TILE, pose),
            f"preview {number}": drawing.preview_markup(TILE, pose, "9-4>9-9"),
            f"chosen {number}": drawing.compared_move_markup(TILE, pose, "chosen"),
            f"better {number}": drawing.compared_move_markup(TILE, pose, "better"),
            f"slot {number}": drawing.slot_markup(pose),
            f"open end {number}": drawing.open_end_markup(*pose[:2]),
            f"last tile {number}": drawing.last_tile_markup(pose, number),
        }
    found |= {f"layer {name}": markup for name, markup in drawing.underlay_markup(POSES).items()}
    found["tile"] = tile_markup(TILE, "ghost", 'data-x="1"')
    found |= {f"opening {arms}": opening_picture(arms) for arms in range(2, 9)}
    found |= {f"foot {toes}": foot_picture(toes) for toes in (2, 3)} | {"line": line_picture()}
    for number, totals in enumerate(
        ([[0, 50], [0, 10]], [[0, 4, 9, 30], [0, 0, 60, 61], [0, 7, 8, 62]], [[0, -5, 130], [0, 0, 0]])
    ):
        names = ["You", "Bob", "Somebody with a long name"][: len(totals)]
        found[f"chart {number}"] = chart_markup(names, totals, 0)
    comparison = Comparison(9, 90, (), (), LENGTHS, False, "")
    for number, measure in enumerate((*MEASURES, *RETIRED)):
        a, b = VALUES[number % len(VALUES)]
        figure = Figure(measure.code, a, b, a - b, 0.1, a - b - 1, a - b + 0.5, "unclear")
        found[f"{measure.code} {a} {b}"], _ = pictures(figure, comparison)
        found[f"band {a} {b}"] = band(figure)
    found["band without interval"] = band(Figure("points", 3.0, 1.0, 2.0, None, None, None, "early"))
    state = play_out(at(rules(players=2), ["8-5 8-7", "6-5 7-1 5-4"], OPENED), random.Random(0))
    picture = asyncio.run(draw_round(state, 0.7))
    found["round"] = f"{picture['box']} {picture['tiles']}"
    return {name: " ".join(markup.split()) for name, markup in found.items()}


def test_no_picture_changes_unnoticed() -> None:
    found = drawn()
    before = dict(line.split(": ", 1) for line in PICTURES.read_text().splitlines())
    assert before.keys() == found.keys()
    for name, markup in found.items():
        assert markup == before[name], name


if __name__ == "__main__":
    PICTURES.write_text("".join(f"{name}: {markup}\n" for name, markup in drawn().items()))
