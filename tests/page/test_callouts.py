"""Call-outs: they stand on free felt, or are not shown."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.page.conftest import Page, a_patch, a_scene, a_step, played
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


def placed(tile: str, x: float, y: float) -> list[str]:
    return [tile, f'<g class="tile at" data-placed="{tile}" style="--x:{x};--y:{y};--a:0deg"></g>']


@played
async def test_a_double_calls_on_free_felt_or_not_at_all(make: Make) -> None:
    world = await moving(make)
    callout = world.one("#callout")
    callout.box = (0, 0, 90, 30)
    camera = world.camera
    double = a_step(1, "play", "4-4", double=True)
    world.app.show(a_scene(steps=[double], patch=a_patch(add=[placed("4-4", 0, 0)])))
    assert callout.textContent == "Chickenfoot!" and not callout.hidden
    left, top = (float(value[:-2]) for value in (callout.style.left, callout.style.top))
    middle_x, middle_y = camera.position(0, 0)
    assert left == pytest.approx(middle_x, abs=1) and abs(top - middle_y) >= camera.scale / 2 + 15
    camera.zoom(1.3)
    assert callout.hidden  # the table has moved under it
    world.app.show(a_scene(steps=[a_step(2, "call")]))
    assert not callout.hidden
    world.app.show(a_scene(steps=[a_step(0, "pass")]))
    assert callout.hidden  # a tile may be laid there
    camera.fit()
    full = [placed(f"9-{n}", x, y) for n, (x, y) in enumerate(_grid())]
    world.app.show(a_scene(steps=[a_step(1, "call")], patch=a_patch(add=full, box=[-6, -6, 6, 6])))
    assert callout.hidden


@played
async def test_a_call_out_stands_on_the_nearer_free_side_of_its_double(make: Make) -> None:
    world = await moving(make)
    world.one("#callout").box = (0, 0, 90, 30)
    camera = world.camera
    double = a_step(1, "play", "4-4", double=True)
    below = [placed(f"9-{x + 6}", x, 4) for x in range(-6, 7, 2)]  # the side with more room is taken
    patch = a_patch(add=[placed("4-4", 0, 1), *below], box=[-6, -6, 6, 6])
    world.app.show(a_scene(steps=[double], patch=patch))
    top = float(world.one("#callout").style.top[:-2])
    assert camera.position(0, 1)[1] - top == pytest.approx(camera.scale / 2 + 28, abs=2)


@played
async def test_a_call_out_is_not_shown_far_from_its_double(make: Make) -> None:
    world = await moving(make)
    callout = world.one("#callout")
    callout.box = (0, 0, 90, 30)
    double = a_step(1, "play", "4-4", double=True)
    for first_row, shown in ((2, True), (-2, False)):  # the felt above this row is free
        taken = [placed(f"9-{n}", x, y) for n, (x, y) in enumerate(_grid()) if y >= first_row]
        patch = a_patch(clear=True, add=[*taken, placed("4-4", 0, 4)], box=[-6, -6, 6, 6])
        world.app.show(a_scene(steps=[double], patch=patch))
        assert callout.hidden == (not shown)


def _grid() -> list[tuple[int, int]]:
    """Middles of tiles that cover the whole frame."""
    return [(x, y) for x in range(-12, 13, 2) for y in range(-12, 13)]


@played
async def test_the_end_of_an_old_call_out_does_not_hide_a_newer_one(make: Make) -> None:
    world = await moving(make)
    world.app.show(a_scene(steps=[a_step(1, "call")]))
    first = world.document.animations[-1]
    world.app.show(a_scene(steps=[a_step(2, "call")]))
    first.onfinish(None)
    assert not world.one("#callout").hidden
    world.document.animations[-1].onfinish(None)
    assert world.one("#callout").hidden
