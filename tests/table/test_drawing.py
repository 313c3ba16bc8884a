"""Markup of placed tiles and marks: well-formed, escaped, at the layout's poses, and small."""

import re
from collections.abc import Iterator
from itertools import pairwise
from math import cos, dist, radians, sin
from typing import Any
from xml.etree import ElementTree

import pytest

from game.commands.measure.layout_quality import bot_rounds, lay_out
from game.narration.chart import chart_markup
from game.players.bots import parse_spec
from game.rules.options.presets import resolve
from game.rules.tiles import HIGH, LOW, NAME, parse_tile
from game.table import drawing, faces


def parse(markup: str) -> Any:
    return ElementTree.fromstring(f"<svg>{markup}</svg>")


def test_a_placed_tile_carries_its_name_and_its_pose() -> None:
    placed = parse(drawing.placed_markup(parse_tile("9-4"), (1.5, -2.25, 45)))[0]
    assert placed.get("data-placed") == "9-4"
    assert placed.get("style") == "--x:1.5;--y:-2.25;--a:45deg;--c:-90deg"
    assert [use.get("href") for use in placed] == ["#tile", "#h9", "#h4"]


def test_poses_are_rounded_and_never_minus_zero() -> None:
    assert drawing.pose_style((-0.0001, 1 / 3, 90.0)) == "--x:0;--y:0.333;--a:90deg"


@pytest.mark.parametrize("move", ["9-4>9-9", ""])
def test_every_place_shows_the_tile_and_names_its_move_escaped(move: str) -> None:
    place = parse(drawing.preview_markup(parse_tile("9-4"), (2, 1, 90), move))[0]
    assert place.get("data-ghost") == (move or None) and place.get("style") == drawing.pose_style((2, 1, 90))
    assert [use.get("href") for use in place.iter("use")] == [
        *("#web", "#outline", "#outline", "#tile", "#h9", "#h4")
    ]
    assert not list(place.iter("rect")), "nothing lies under the tile to which a hinge could belong"


@pytest.mark.parametrize(
    ("tile", "pose", "on", "on_pose", "hinge"),
    [
        ("9-4", (2.05, 0, 180), "9-2", (0, 0, 0), (102.5, 0, 0)),  # straight on, seen from the turned tile
        ("9-4", (0.5, 1.55, 270), "9-2", (0, 0, 0), (102.5, 0, 0)),  # beside the last half
        ("9-9", (1.55, 0, 90), "9-2", (0, 0, 0), (0, 52.5, 90)),  # a double across the line
        ("9-4", (1.55, 0, 180), "9-9", (0, 0, 90), (102.5, 0, 0)),  # the middle toe
        ("9-4", (1.4496, 1.4496, 225), "9-2", (0, 0, 45), (102.5, 0, 0)),  # straight on, diagonally
    ],
)
def test_a_hinge_lies_on_the_seam_of_a_place_and_its_end(
    tile: str, pose: drawing.PoseLike, on: str, on_pose: drawing.PoseLike, hinge: tuple[float, float, int]
) -> None:
    (bar,) = parse(drawing.preview_markup(parse_tile(tile), pose, "", (parse_tile(on), on_pose))).iter("rect")
    x, y, turn = hinge
    assert bar.get("transform") == f"translate({x:g} {y:g}) rotate({turn})"


RIM = 3
"""What half of a badge's white rim reaches beyond its radius, in hundredths of u (.badge circle in assets/styles/table.css)."""


def test_the_portrait_of_the_last_move_lies_on_free_felt() -> None:
    def place(*others: drawing.PoseLike) -> str:
        mark = parse(drawing.last_tile_markup((3, 0, 0), 4, drawing.badge_point((3, 0, 0), others)))
        return str(mark.find("g[@class='badge at s4']").get("style"))

    above, below = (3, -1.2, 0), (3, 1.2, 0)
    assert place() == "--x:3;--y:-0.82"
    assert place((9, 9, 0)) == place(), "tiles far away do not matter"
    assert place(above) == "--x:3;--y:0.82"
    assert place(above, below) == "--x:1.64;--y:-0.5", "beyond an edge"


def test_in_whole_rounds_the_portrait_of_the_last_move_covers_no_pip() -> None:
    options = resolve("montgomery", players=4)
    covered = moves = 0
    for number, plays in enumerate(bot_rounds(options, [parse_spec("greedy")], "badges", 20)):
        poses = lay_out(options, plays, 0.7, 0.0, f"badges-{number}").layout.poses
        order = list(poses)
        for count, tile in enumerate(order[1:], 2):
            laid = {each: poses[each] for each in order[:count]}
            others = [pose for each, pose in laid.items() if each != tile]
            style = (
                parse(drawing.last_tile_markup(poses[tile], 0, drawing.badge_point(poses[tile], others)))
                .find("g[@class='badge at s0']")
                .get("style")
            )
            badge = tuple(float(value) for value in re.findall(r"-?[\d.]+", style))
            moves += 1
            covered += any(
                dist(badge, pip) < (radius + drawing.BADGE_RADIUS + RIM) / 100
                for each, pose in laid.items()
                for radius, pip in pips_of(each, pose)
            )
    assert moves > 600 and covered == 0


def pips_of(tile: int, pose: drawing.PoseLike) -> Iterator[tuple[float, tuple[float, float]]]:
    """Radius (hundredths of u) and middle (u) of each pip of a tile on the table."""
    x, y, angle = pose
    c, s = cos(radians(angle)), sin(radians(angle))
    for number, half in ((HIGH[tile], 0.5), (LOW[tile], -0.5)):
        radius, pips = faces.pips(number)
        for px, py in pips:
            along, across = half - py / 100, px / 100
            yield radius, (x + along * c - across * s, y + along * s + across * c)


def test_the_portrait_of_the_last_move_is_beside_the_bar_on_the_outer_side() -> None:
    mark = parse(drawing.last_tile_markup((3, 0, 0), 4, drawing.badge_point((3, 0, 0))))
    badge = mark.find("g[@class='badge at s4']")
    assert badge.find("use").get("href") == "{portrait 4}"
    assert badge.get("style") == "--x:3;--y:-0.82"
    left = parse(drawing.last_tile_markup((-3, 1, 180), 0, drawing.badge_point((-3, 1, 180)))).find(
        "g[@class='badge at s0']"
    )
    assert left.get("style") == "--x:-3;--y:1.82"


@pytest.mark.parametrize("number", range(19))
def test_the_portrait_of_the_last_move_covers_no_pip(number: int) -> None:
    style = (
        parse(drawing.last_tile_markup((0, 0, 0), 0, drawing.badge_point((0, 0, 0))))
        .find("g[@class='badge at s0']")
        .get("style")
    )
    across, down = (100 * float(value) for value in re.findall(r"-?[\d.]+", style))
    radius, pips = faces.pips(number)
    for x, y in pips:
        for turned in ((x, y), (y, x)):  # a set of pips lies across the tile or along it
            assert (
                dist((across, down), (50 + turned[0], turned[1])) > radius + drawing.BADGE_RADIUS + RIM + 3
            ), "and touches none"


@pytest.mark.parametrize("pose", [(3, 0, 0), (3, 0, 180), (0, 3, 90), (0, 3, 270)])
def test_between_two_equally_far_sides_the_portrait_is_up_or_left(
    pose: drawing.PoseLike,
) -> None:
    style = (
        parse(drawing.last_tile_markup(pose, 0, drawing.badge_point(pose)))
        .find("g[@class='badge at s0']")
        .get("style")
    )
    x, y = map(float, re.findall(r"-?[\d.]+", style))
    assert (x < 0 and y == 3) if pose[0] == 0 else (x == 3 and y < 0)


@pytest.mark.parametrize(
    ("point", "inside"),
    [
        ((1.4, 0.4), True),
        ((-1.4, -0.4), True),
        ((1.6, 0), False),
        ((-1.6, 0), False),
        ((0, 0.6), False),
        ((0, -0.6), False),
    ],
)
def test_the_frame_cuts_off_a_disc_at_each_of_its_edges(point: tuple[float, float], inside: bool) -> None:
    radius = drawing.FRAME_MARGIN + 0.5
    assert drawing.is_in_frame(point, radius, (-2, -1, 2, 1)) is inside


@pytest.mark.parametrize("arms", range(2, 9))
def test_an_opening_shows_its_arms_inside_its_picture(arms: int) -> None:
    picture = parse(drawing.opening_markup(arms))
    places = [re.findall(r"--x:(.+);--y:(.+);--a", use.get("style"))[0] for use in picture]
    assert len(set(places)) == arms + 1
    assert picture[-1].get("class") == "at centre"
    assert all(max(abs(float(x)), abs(float(y))) <= 2.3 for x, y in places)


def test_a_table_of_150_tiles_stays_under_70_kilobytes() -> None:
    pose = (-12.345, 10.987, -135.0)
    tiles = sum(len(drawing.placed_markup(tile, pose)) for tile in range(len(NAME) - 150, len(NAME)))
    underlay = sum(map(len, drawing.underlay_markup([pose] * 150).values()))
    assert tiles + underlay < 70_000


@pytest.mark.parametrize("angle", [0, 45, 90, 225])
def test_an_outline_goes_round_its_tile(angle: int) -> None:
    path = parse(drawing.web_markup([(1, 2, angle)]))[0].get("d")
    start, *steps = re.findall(r"(?:[Ml]|0 0 1 )(-?[\d.]+) (-?[\d.]+)", path)
    x, y = map(float, start)
    xs, ys = [x], [y]
    for dx, dy in steps:
        x, y = x + float(dx), y + float(dy)
        xs.append(x)
        ys.append(y)
    assert (x, y) == pytest.approx((xs[0], ys[0]), abs=0.5)
    assert ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2) == pytest.approx((100, 200), abs=0.5)
    wide, high = (248, 148) if angle % 180 == 0 else (148, 248)
    if angle % 90 == 0:
        assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx((wide, high), abs=0.5)


def test_a_chart_holds_every_seat_and_its_labels_lie_apart() -> None:
    names = ["You", "A & B", *"CDEFGHI", "Maximiliana"]
    totals = [[0, 10, 20 + seat] for seat in range(10)]
    chart: Any = ElementTree.fromstring(chart_markup(names, totals, own=0))
    labels = chart.findall("g/text[@class='name']")
    assert len(chart.findall("g/polyline")) == len(labels) == 10
    heights = sorted(float(label.get("y")) for label in labels)
    assert all(b - a >= 13 for a, b in pairwise(heights))
    assert {"A & B 21", "Maximili… 29"} <= {label.text for label in labels}


def test_each_label_of_a_chart_lies_at_the_end_of_its_line() -> None:
    chart: Any = ElementTree.fromstring(
        chart_markup(["Ann", "Bob", "Cleo"], [[0, 0], [0, 50], [0, 100]], own=0)
    )
    ends = [float(line.get("points").split()[-1].split(",")[1]) for line in chart.findall("g/polyline")]
    labels = [float(label.get("y")) for label in chart.findall("g/text[@class='name']")]
    assert len(labels) == 3 and labels == pytest.approx([end + 4 for end in ends])


@pytest.mark.parametrize("totals", [[[0, 0]], [[0, -50], [0, 40]], [[0] * 20, list(range(0, 2000, 100))]])
def test_a_chart_copes_with_flat_negative_and_long_matches(totals: list[list[int]]) -> None:
    chart: Any = ElementTree.fromstring(chart_markup(["Ann", "Bob"][: len(totals)], totals, own=0))
    for line in chart.findall("g/polyline"):
        for point in line.get("points").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= 340 and 0 <= y <= 190
