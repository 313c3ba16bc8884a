"""Rows that have not changed keep their cells, and are not painted again."""

from typing import Any

import pytest

from tests.page.conftest import Page


@pytest.fixture
def made() -> list[tuple[Any, ...]]:
    """The inputs of each row whose cells were made."""
    return []


@pytest.fixture
def cache(page: Page, made: list[tuple[Any, ...]]) -> Any:
    def cells(*inputs: Any) -> list[Any]:
        made.append(inputs)
        return [("", "data-tile", inputs[0]["tile"])]

    return page("panels.row_cache").RowCache(cells)


def test_equal_inputs_give_the_same_cells(cache: Any, made: list[Any]) -> None:
    first = cache.cells("9-4", {"tile": "9-4"}, True)
    assert cache.cells("9-4", {"tile": "9-4"}, True) is first == [("", "data-tile", "9-4")]
    assert made == [({"tile": "9-4"}, True)]


def test_each_row_has_its_own_cells(cache: Any, made: list[Any]) -> None:
    cache.cells("9-4", {"tile": "9-4"})
    assert cache.cells("7-1", {"tile": "7-1"}) == [("", "data-tile", "7-1")]
    assert cache.cells("9-4", {"tile": "9-4"}) == [("", "data-tile", "9-4")]
    assert len(made) == 2


@pytest.mark.parametrize("other", [({"tile": "9-4", "fits": True}, 1), ({"tile": "9-4"}, 2)])
def test_a_changed_input_gives_new_cells(cache: Any, made: list[Any], other: tuple[Any, ...]) -> None:
    first = cache.cells("9-4", {"tile": "9-4"}, 1)
    assert cache.cells("9-4", *other) is not first
    assert made == [({"tile": "9-4"}, 1), other]


def test_another_language_gives_new_cells(page: Page, cache: Any) -> None:
    first = cache.cells("9-4", {"tile": "9-4"})
    page("kernel.words").use(object())
    assert cache.cells("9-4", {"tile": "9-4"}) is not first


def test_a_row_is_painted_again_only_with_other_cells(page: Page) -> None:
    dom = page("kernel.dom")

    def paint(cells: list[Any]) -> Any:
        dom.paint([("#ends", "rows", [(4, "t-end", cells)])])
        return dom.one("#ends > .end")

    cells = [("", "data-state", "open")]
    row = paint(cells)
    assert row.getAttribute("data-state") == "open"
    cells[0] = ("", "data-state", "locked")  # nothing does that; here it shows that the row is not painted
    assert paint(cells).getAttribute("data-state") == "open"
    assert paint([*cells]) is row and row.getAttribute("data-state") == "locked"
    dom.paint([("#ends", "rows", [])])
    again = paint(cells)
    assert again is not row and again.getAttribute("data-state") == "locked"  # a new element needs all cells
