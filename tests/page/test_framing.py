"""The viewport: its arithmetic, and the camera that follows the play."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.page.conftest import Page, States, a_patch, a_scene

SIZE = (400, 500)
PART = (2.0, -1.0, 20.0)


@pytest.fixture
def framing(page: Page) -> Any:
    return page("board.framing")


def test_table_points_and_screen_positions_convert_both_ways(framing: Any) -> None:
    @given(st.floats(-50, 50), st.floats(-50, 50))
    def holds(x: float, y: float) -> None:
        assert framing.table_point(PART, SIZE, *framing.position(PART, SIZE, x, y)) == pytest.approx(
            (x, y), abs=1e-6
        )

    holds()
    assert framing.position(PART, SIZE, 2, -1) == (200, 250)
    assert framing.position(PART, SIZE, 3, 1) == (220, 290)


def test_a_fitted_box_is_contained_and_within_the_largest_scale(framing: Any) -> None:
    corner = st.floats(-30, 30)

    @given(corner, corner, st.floats(2, 40), st.floats(2, 40), st.integers(300, 2000), st.integers(400, 1200))
    def holds(x: float, y: float, wide: float, high: float, width: int, height: int) -> None:
        box = (x, y, x + wide, y + high)
        part = framing.fit(box, (width, height))
        assert part[0] == pytest.approx(x + wide / 2)
        if part[2] > framing.SMALLEST:
            assert framing.contains(part, (width, height), box)
        assert framing.SMALLEST <= part[2] <= framing.largest(width)
        assert not framing.contains(
            part, (width, height), framing.enlarge(box, [(x, y - 2 * height / part[2], 1, 1)])
        )

    holds()


def test_fitting_leaves_the_labels_free_where_that_costs_nothing(framing: Any) -> None:
    label = 56
    x, y, scale = framing.fit((-3, -3, 3, 3), SIZE, label)
    assert (x, scale) == (0, pytest.approx(framing.largest(SIZE[0])))
    assert framing.position((x, y, scale), SIZE, 0, -3)[1] == pytest.approx((500 - 6 * scale) / 2)
    tall = framing.fit((-3, -9, 3, 9), SIZE, label)
    assert tall[2] <= 484 / 18
    top = framing.position(tall, SIZE, 0, -9)[1]
    assert top == pytest.approx(
        max((500 - 18 * tall[2]) / 2, min(500 - 18 * tall[2] - framing.MARGIN, label))
    )
    wide = framing.fit((-20, -7, 20, 7), SIZE, label)
    assert framing.position(wide, SIZE, 0, -7)[1] == pytest.approx((500 - 14 * wide[2]) / 2)
    assert framing.fit((-3, -9, 3, 9), SIZE)[2] == tall[2]  # labels never shrink the tiles


def test_the_scale_has_few_steps(framing: Any) -> None:
    @given(st.floats(0.5, 200), st.floats(10, 60))
    def holds(scale: float, top: float) -> None:
        step = framing.step_below(scale, top)
        assert framing.SMALLEST <= step <= top
        assert step <= scale or step == framing.SMALLEST
        assert step == top or step >= min(scale, top) * framing.STEP or step == framing.SMALLEST

    holds()
    scales = {framing.fit((0, 0, 6 + growth / 4, 6), SIZE)[2] for growth in range(70)}
    assert len(scales) <= 26  # of 70 sizes, while the table grows to four times its size


def test_a_table_that_fits_keeps_its_scale(framing: Any) -> None:
    box = (-3, -3, 3, 3)
    before = framing.fit(box, SIZE)
    wider = (-3, -3, 4, 3)
    moved = framing.moved_to_show(before, SIZE, wider)
    assert moved[2] == before[2] and framing.contains(moved, SIZE, wider)
    assert framing.moved_to_show(before, SIZE, (-3, -3, 60, 3)) is None


def test_a_table_that_moves_leaves_the_edge_as_far_as_it_has_room(framing: Any) -> None:
    def distances(viewport: Any, box: Any) -> list[float]:
        """How far the box is from the upper and from the lower edge, in px."""
        return [
            SIZE[1] / 2 - (viewport[1] - box[1]) * viewport[2],
            SIZE[1] / 2 - (box[3] - viewport[1]) * viewport[2],
        ]

    wide = framing.fit((-9, -3, 9, 3), SIZE)
    for number in range(1, 400):
        box = (-9, -3 - number / 20, 9, 3)
        moved, before = framing.moved_to_show(wide, SIZE, box), distances(wide, box)
        if moved is None:
            assert sum(before) < 2 * framing.MARGIN + 2
            break
        assert moved[2] == wide[2]
        if before[0] >= (framing.TIGHT if sum(before) / 2 - 1 > framing.EASY else framing.MARGIN):
            assert moved == wide  # a move for nothing would be restless
        else:
            assert min(distances(moved, box)) >= min(framing.EASY, sum(before) / 2 - 1) - 0.01
    else:
        pytest.fail("the box never needed another scale")


@pytest.mark.parametrize(("width", "largest"), [(100, 26), (400, 400 / 9.3), (2000, 72)])
def test_tiles_have_a_largest_scale(framing: Any, width: int, largest: float) -> None:
    assert framing.largest(width) == pytest.approx(largest)


def test_zooming_keeps_the_point_under_the_finger(framing: Any) -> None:
    @given(st.floats(0.2, 5), st.floats(0, 400), st.floats(0, 500))
    def holds(factor: float, px: float, py: float) -> None:
        part = framing.zoom(PART, SIZE, factor, px, py)
        there = framing.table_point(PART, SIZE, px, py)
        assert framing.table_point(part, SIZE, px, py) == pytest.approx(there, abs=1e-6)
        assert framing.SMALLEST <= part[2] <= 2 * framing.LARGEST

    holds()
    assert framing.zoom(PART, SIZE, 2, 0, 0)[2] == 40
    assert framing.limit_scale(1) == framing.SMALLEST and framing.limit_scale(500) == 2 * framing.LARGEST


def test_panning_stays_on_the_table(framing: Any) -> None:
    box = (-5, -5, 5, 5)
    assert framing.pan(PART, box, 20, -40) == (1, 1, 20)
    assert framing.pan(PART, box, -900, 0) == (5, -1, 20)
    assert framing.pan(PART, box, 0, 900) == (2, -5, 20)
    assert framing.pan(PART, box, 900, -900) == (-5, 5, 20)


def test_the_edge_of_the_viewport_is_contained(framing: Any) -> None:
    assert framing.contains((0, 0, 10), (20, 40), (-1, -2, 1, 2))
    for box in ((-1.1, -2, 1, 2), (-1, -2.1, 1, 2), (-1, -2, 1.1, 2), (-1, -2, 1, 2.1)):
        assert not framing.contains((0, 0, 10), (20, 40), box)


def test_a_box_is_enlarged_around_points(framing: Any) -> None:
    assert framing.enlarge((-3, -3, 3, 3), []) == (-3, -3, 3, 3)
    assert framing.enlarge((-3, -3, 3, 3), [(2, 2, 1, 0.5), (-2, -2, 1, 1)]) == (-3, -3, 3, 3)
    assert framing.enlarge((-3, -3, 3, 3), [(4, -5, 1, 0.5), (0, 6, 0.5, 1)]) == (-3, -5.5, 5, 7)


def test_a_place_takes_the_room_of_its_tile(framing: Any) -> None:
    place = {"x": 2.0, "y": -3.0}  # as a host with version 1.0.0 sends it
    assert framing.areas_of([place, place | {"reach": [1.0, 0.5]}]) == [(2, -3, 1.06, 1.06), (2, -3, 1, 0.5)]


def test_a_shift_shows_the_old_picture_at_its_new_position(framing: Any) -> None:
    assert framing.css_transform((2, -1, 20), (3, 1, 10)) == (20, 40, 2)
    assert framing.view_box((2, -1, 20), SIZE, 100) == (-800, -1350, 2000, 2500)


@pytest.mark.parametrize(
    ("side", "points", "covered"),
    [
        (0, [], False),
        (0, [(2 - 9, -1 - 12)], True),  # 20, 10 px
        (0, [(2 - 9, -1)], False),
        (0, [(2, -1 - 12)], False),
        (1, [(2 + 9, -1 - 12)], True),
        (1, [(2 - 9, -1 - 12)], False),
        (0, [(50, 50), (2 - 9, -1 - 12)], True),
        (0, [(2 - 7.5, -1 - 12)], False),  # just at the edge
        (0, [(2 - 9, -1 - 10.5)], False),
    ],
)
def test_points_under_a_label_are_found(framing: Any, side: int, points: list[Any], covered: bool) -> None:
    assert framing.covered(PART, SIZE, side, (50, 40), points) is covered


@pytest.fixture
def camera(page: Page) -> Any:
    found = States(page).app.object(page("board.camera").Camera)
    found.follow([-3, -3, 3, 3], True)
    return found


def test_the_camera_refits_only_when_a_tile_would_leave_the_frame(camera: Any) -> None:
    assert camera.size == (400, 500) and camera.aspect() == 0.8
    before = camera.viewport
    camera.follow([-4, -3, 3, 3], False)
    assert camera.viewport == before
    camera.follow([-30, -3, 3, 3], False)
    assert camera.viewport != before and camera.viewport[0] == -13.5
    camera.zoom(2)
    before = camera.viewport
    camera.follow([-90, -3, 3, 3], False)
    assert camera.viewport == before  # the person has zoomed or panned
    x, y, scale = before
    camera.follow([-90, -3, 3, 3], False, (x + 1, y))
    assert camera.viewport == before  # and the new tile is in view
    camera.follow([-90, -3, 3, 3], False, (-80, y))
    assert camera.viewport[2] == scale and camera.moved_by_person  # pans without zooming
    assert camera.position(-80, y) == (pytest.approx(scale), pytest.approx(250))
    camera.follow([-3, -3, 3, 3], True)
    assert camera.viewport[0] == 0 and not camera.moved_by_person


def test_without_a_finger_zooming_keeps_the_middle_of_the_frame(camera: Any) -> None:
    camera.follow([-3, -3, 9, 30], True)
    middle = camera.table_point(200, 250)
    for factor in (2, 0.7):
        camera.zoom(factor)
        assert camera.table_point(200, 250) == pytest.approx(middle)


def test_places_are_revealed_with_the_least_movement(camera: Any) -> None:
    before = camera.viewport
    camera.reveal([(1, 1, 0.8, 0.8)])
    assert camera.viewport == before
    camera.reveal([(30, 1, 0.8, 0.8)])
    assert camera.box == (-3, -3, 30.8, 3) and camera.viewport != before
    camera.zoom(2)
    before = camera.viewport
    camera.reveal([(before[0], before[1], 0.8, 0.8)])
    assert camera.viewport == before
    camera.reveal([(60, 1, 0.8, 0.8)])
    assert camera.viewport[2] == before[2] and camera.position(60, 1)[0] == pytest.approx(400 - before[2])
    camera.reveal([(-60, 1, 0.8, 0.8), (60, 1, 0.8, 0.8)])
    assert camera.viewport[2] < before[2] and camera.moved_by_person
    assert camera.viewport[2] == pytest.approx(max(6, 400 / 122))


def test_the_tiles_grow_again_when_the_places_beside_them_have_gone(camera: Any) -> None:
    table = [-9, -3, 9, 3]
    camera.follow(table, True)
    before = camera.viewport
    camera.reveal([(9.5, 1, 0.8, 0.8)])  # the tiles become smaller, but not by REFIT_GAIN
    assert before[2] / 1.15 < camera.scale < before[2]
    camera.follow(table, False)
    assert camera.viewport == before
    camera.reveal([(9.5, 1, 0.8, 0.8)])
    camera.follow([-9, -3, 9.8, 3], False)
    smaller = camera.viewport
    camera.follow(table, False)  # another turn: for so little gain the scale does not change
    assert camera.viewport == smaller and smaller[2] < before[2]
    camera.reveal([(20, 1, 0.8, 0.8)])
    camera.zoom(0.9)
    zoomed = camera.viewport
    camera.follow(table, False)
    assert camera.viewport == zoomed


def glides(camera: Any) -> list[Any]:
    """The animations of the table's viewport, in order."""
    return [made for made in camera.table.root.document.animations if made.element is camera.table]


def test_a_new_viewport_is_reached_by_a_glide(camera: Any) -> None:
    assert glides(camera) == []  # a new table is shown at once
    camera.reveal([(10, 1, 0.8, 0.8)])
    camera.reveal([(10, 1, 0.8, 0.8)])
    (glide,) = glides(camera)
    assert glide.frames[0]["transform"].startswith("translate(") and glide.frames[1] == {"transform": "none"}
    assert glide.timing["duration"] == 350 and not glide.cancelled
    camera.reveal([(30, 1, 0.8, 0.8)])
    assert [made.cancelled for made in glides(camera)] == [True, False]
    camera.zoom(1.2)  # moves the rendered picture by the style's transform, which a glide would replace
    assert [made.cancelled for made in glides(camera)] == [True, True]
    assert camera.table.style.transform.startswith("translate(")
    camera.fit()
    camera.follow([-3, -3, 3, 3], True)
    assert [made.cancelled for made in glides(camera)] == [True, True, True]


@pytest.mark.parametrize("forbidden_by", ["page", "device"])
def test_without_motion_no_viewport_glides(camera: Any, page: Page, forbidden_by: str) -> None:
    if forbidden_by == "page":
        camera.table.root.document.documentElement.setAttribute("data-motion", "off")
    else:
        page("board.motion").window.reduced = True
    before = camera.viewport
    camera.reveal([(30, 1, 0.8, 0.8)])
    camera.fit()
    assert camera.viewport != before and glides(camera) == []


def test_a_frame_of_another_size_is_refitted(camera: Any) -> None:
    before = camera.viewport
    camera.resize()
    assert camera.viewport == before
    camera.frame.box = (0, 100, 800, 500)
    camera.resize()
    assert camera.size == (800, 500) and camera.viewport[2] > before[2]
    camera.zoom(1.5)
    before = camera.viewport
    camera.frame.box = (0, 100, 500, 500)
    camera.resize()
    assert camera.viewport == before and camera.size == (500, 500)
    camera.frame.box = (0, 0, 0, 0)  # another screen is shown
    camera.resize()
    assert camera.size == (500, 500)


def test_a_table_is_as_large_as_before_after_the_phone_was_turned_back(camera: Any) -> None:
    camera.follow([-4, -9, 4, 9], True)
    before = camera.viewport
    for size in (
        (800, 250),
        (400, 470),
        (400, 500),
    ):  # the new width comes first, then the height of the laid out page
        camera.frame.box = (0, 100, *size)
        camera.resize()
    assert camera.viewport == pytest.approx(before)


def test_a_notice_moves_no_tile_if_all_stay_visible(camera: Any) -> None:
    camera.follow([-9, -3, 9, 3], True)  # as wide as the frame
    before, there = camera.viewport, camera.position(1, 2)
    camera.frame.box = (0, 100, 400, 430)
    camera.resize()
    assert camera.viewport[2] == before[2] and camera.position(1, 2) == pytest.approx(there)
    camera.frame.box = (0, 100, 400, 500)
    camera.resize()
    assert camera.viewport == pytest.approx(before)
    camera.frame.box = (0, 100, 400, 260)  # so little room that the viewport must move
    camera.resize()
    assert camera.viewport[2] == before[2] and camera.position(0, 3)[1] <= 260
    camera.frame.box = (0, 100, 400, 100)  # and zoom out
    camera.resize()
    assert camera.viewport[2] < before[2]
    camera.frame.box = (0, 100, 400, 500)
    camera.resize()
    assert camera.viewport == pytest.approx(before)


def test_numerals_are_drawn_where_tiles_are_small(camera: Any) -> None:
    assert camera.table.dataset.small is None
    camera.follow([-40, -3, 40, 3], True)
    assert camera.table.dataset.small == "true"
    camera.follow([-3, -3, 3, 3], True)
    assert camera.table.dataset.small is None
    assert camera.drawings[0].getAttribute("viewBox") == camera.drawings[1].getAttribute("viewBox")


def test_a_gesture_changes_pips_to_numerals_only_at_its_end(camera: Any) -> None:
    camera.touched = True
    camera.zoom(0.2)
    camera.redraw()
    assert camera.scale < camera.numerals_below and camera.table.dataset.small is None
    camera.end_gesture()
    assert camera.table.dataset.small == "true"


def test_larger_text_has_numerals_on_larger_tiles(page: Page) -> None:
    drawing, app = page("board.table_drawing"), States(page).app
    camera = app.object(page("board.camera").Camera)
    camera.follow([-3, -3, 3, 3], True)
    camera.numerals_below = camera.scale / 1.3
    for size, numerals in (("normal", None), ("large", None), ("larger", "true"), ("normal", None)):
        drawing.follow_text_size(app, {"size": size})
        assert camera.table.dataset.small == numerals


@pytest.mark.parametrize(("top", "density", "scale"), [(9, 2, 14), (9, 3, 14), (9, 1, 20), (15, 1, 24)])
def test_dense_screens_show_smaller_pips(page: Page, top: int, density: float, scale: float) -> None:
    assert page("board.table_drawing").numerals_below(top, density) == scale


def test_labels_fade_over_tiles(page: Page) -> None:
    felt = States(page).app.object(page("board.table_drawing").Drawing)
    left, right = felt.camera.labels
    left.box, right.box = (10, 10, 60, 20), (340, 10, 50, 20)
    felt.show(a_scene(patch=a_patch(clear=True, corners=[[[0, 0]], [[0, 0]]])), None)
    assert felt.camera.label_extents == [(70, 30), (60, 30)]
    assert (left.dataset.covered, right.dataset.covered) == (None, None)
    felt.show(a_scene(patch=a_patch(corners=[[[-5, -6.5]], [[5, -6.5]]])), None)
    assert (left.dataset.covered, right.dataset.covered) == ("true", "true")
    felt.show(a_scene(set=15, patch=a_patch(box=[-9, -3, 9, 3], clear=True)), None)
    assert felt.camera.numerals_below == 24 and felt.camera.table.dataset.small == "true"
