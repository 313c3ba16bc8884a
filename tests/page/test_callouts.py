"""Call-outs: they stand on free felt, or are not shown."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.page.conftest import Page, World, a_patch, a_scene, a_seat, a_step, played
from tests.page.openings import Make
from tests.page.shown_scenes import moving

SIZE, WORD = (300, 300), (90, 30)


@pytest.fixture
def callouts(page: Page) -> Any:
    return page("board.callouts")


def test_a_word_lies_over_nothing_and_inside_the_frame(callouts: Any) -> None:
    edge = st.integers(0, 300)
    boxes = st.lists(st.tuples(edge, edge, st.integers(10, 120), st.integers(10, 120)), max_size=12)

    @given(edge, edge, boxes)
    def holds(x: int, y: int, corners: list[tuple[int, int, int, int]]) -> None:
        taken = [(left, top, left + wide, top + high) for left, top, wide, high in corners]
        place = callouts.free_place((x, y), WORD, SIZE, taken)
        free_everywhere = not taken
        assert place or not free_everywhere
        if place:
            left, top = place[0] - WORD[0] / 2, place[1] - WORD[1] / 2
            right, bottom = left + WORD[0], top + WORD[1]
            assert left >= 0 and top >= 0 and right <= SIZE[0] and bottom <= SIZE[1]
            assert all(right <= a or left >= c or bottom <= b or top >= d for a, b, c, d in taken)

    holds()


def test_the_nearest_free_place_is_taken(callouts: Any) -> None:
    tile = (100, 100, 200, 200)
    assert callouts.free_place((150, 90), WORD, SIZE, [tile]) == pytest.approx((150, 81), abs=callouts.ROW)
    assert callouts.free_place((150, 150), WORD, SIZE, [(0, 0, 300, 280)]) is None


def test_the_nearest_gap_is_found_between_boxes_with_equal_ends(callouts: Any) -> None:
    number = st.integers(0, 12)
    boxes = st.lists(st.tuples(number, st.integers(1, 5)), max_size=6)

    @given(number, boxes)
    def holds(wanted: int, drawn: list[tuple[int, int]]) -> None:
        taken = [(start, start + wide) for start, wide in drawn]
        numbers = [x for x in range(2, 11) if not any(start < x < end for start, end in taken)]
        nearest = min((abs(x - max(2, min(10, wanted))) for x in numbers), default=None)
        found = callouts.nearest_gap(wanted, 2, 10, taken)
        assert found is None if nearest is None else found in numbers
        assert nearest is None or abs(found - max(2, min(10, wanted))) == nearest

    holds()
    assert callouts.nearest_gap(5, 0, 10, [(4, 8), (2, 8), (8, 9), (4, 6)]) == 2
    assert callouts.nearest_gap(7, 6, 12, [(8, 11), (5, 9)]) == 11


def placed(tile: str, x: float, y: float) -> list[str]:
    return [tile, f'<g class="tile at" data-placed="{tile}" style="--x:{x};--y:{y};--a:0deg"></g>']


def place_of(world: World) -> tuple[float, float]:
    """The middle of the call-out, in px of the frame."""
    parts = dict(part.split(":") for part in (world.one("#callout").getAttribute("style") or "").split(";"))
    return float(parts["left"][:-2]), float(parts["top"][:-2])


@played
async def test_a_double_calls_from_its_players_face_on_free_felt_or_not_at_all(make: Make) -> None:
    world = await moving(make)
    callout = world.one("#callout")
    callout.box = (0, 0, 90, 30)
    world.one("#frame").box = (0, 100, 400, 500)
    camera = world.camera
    double = a_step(1, "play", "4-4", double=True)
    world.app.show(a_scene(steps=[double], patch=a_patch(add=[placed("4-4", 0, 0)])))
    assert callout.textContent == "Chickenfoot!" and not callout.hidden
    left, top = place_of(world)  # the face is at 210, 20: above the frame
    assert left == pytest.approx(210, abs=45) and top < 60
    assert callout.dataset.side == "top" and world.one("#callout-face").hidden
    camera.zoom(1.3)
    assert callout.hidden  # the table has moved under it
    world.app.show(a_scene(steps=[a_step(1, "call")]))
    assert not callout.hidden
    world.app.show(a_scene(steps=[a_step(0, "pass")]))
    assert callout.hidden  # a tile may be laid there
    camera.fit()
    full = [placed(f"9-{n}", x, y) for n, (x, y) in enumerate(_grid())]
    world.app.show(a_scene(steps=[a_step(1, "call")], patch=a_patch(add=full, box=[-6, -6, 6, 6])))
    assert callout.hidden
    aside = [code for code in full if x_of(code[1]) > -2]  # room beside it only
    world.app.show(
        a_scene(steps=[a_step(1, "call")], patch=a_patch(clear=True, add=aside, box=[-6, -6, 6, 6]))
    )
    face = world.one("#callout-face > svg > use").getAttribute("href")
    assert world.one("#callout-face").className == "avatar s1"
    assert not callout.hidden and (callout.dataset.side, face) == (None, "#face-person-1"), (
        "with its own face"
    )


def x_of(markup: str) -> float:
    """The x of a tile in its markup, in u."""
    return float(markup.split("--x:")[1].split(";")[0])


@pytest.mark.parametrize(
    ("face", "side"),
    [
        ((150, -40), "top"),
        ((150, 340), "bottom"),
        ((-30, 150), "left"),
        ((330, 150), "right"),
        ((150, 100), "top"),  # a device that only shows the table has faces within the frame
    ],
)
def test_a_call_out_lies_inside_the_frame_and_its_tail_points_to_the_face(
    callouts: Any, face: tuple[int, int], side: str
) -> None:
    found, place = callouts.place_beside(face, WORD, SIZE)
    assert found == side
    assert (
        WORD[0] / 2 <= place[0] <= SIZE[0] - WORD[0] / 2 and WORD[1] / 2 <= place[1] <= SIZE[1] - WORD[1] / 2
    )
    assert callouts.tail_of(side, face, place, WORD) == WORD[side in ("left", "right")] / 2 or side in (
        "left",
        "right",
    )


def test_the_tail_of_a_call_out_at_the_edge_stays_on_its_side(callouts: Any) -> None:
    side, place = callouts.place_beside((290, -40), WORD, SIZE)
    assert side == "top" and callouts.tail_of(side, (290, -40), place, WORD) == WORD[0] - callouts.TAIL_INSIDE


def _grid() -> list[tuple[int, int]]:
    """Middles of tiles that cover the whole frame."""
    return [(x, y) for x in range(-12, 13, 2) for y in range(-12, 13)]


@played
async def test_the_end_of_an_old_call_out_does_not_hide_a_newer_one(make: Make) -> None:
    world = await moving(make)
    world.app.show(a_scene(steps=[a_step(1, "call")]))
    first = world.document.animations[-1]
    world.app.show(a_scene(steps=[a_step(1, "call")]))
    first.onfinish(None)
    assert not world.one("#callout").hidden
    world.document.animations[-1].onfinish(None)
    assert world.one("#callout").hidden


@played
async def test_a_last_double_that_needs_a_foot_calls_for_it(make: Make) -> None:
    world = await moving(make)
    seats = [a_seat(0, "Ann"), a_seat(1, "Bob", count=0)]
    patch = a_patch(add=[placed("4-4", 0, 0)])
    world.app.show(a_scene(seats=seats, steps=[a_step(1, "play", "4-4", double=True)], patch=patch))
    assert world.one("#callout").textContent == "Chickenfoot!"
