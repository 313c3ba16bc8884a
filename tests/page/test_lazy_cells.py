"""Rows that have not changed are not painted again."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.page.conftest import Page


@pytest.fixture
def made() -> list[tuple[Any, ...]]:
    """The inputs of each row whose cells were made."""
    return []


@pytest.fixture
def rows(page: Page, made: list[tuple[Any, ...]]) -> Callable[..., None]:
    """Paint rows, given as {key: inputs}."""
    painting = page("kernel.painting")
    painter = painting.Painter()

    def cells(*inputs: Any) -> list[Any]:
        made.append(inputs)
        return [("", "data-state", inputs[0]["tile"])]

    def paint(**given: tuple[Any, ...]) -> None:
        lazy = [(key, "t-end", painting.LazyCells(cells, *inputs)) for key, inputs in given.items()]
        painter.paint([("#ends", "rows", lazy)])

    return paint


def shown(page: Page) -> list[str]:
    return [row.getAttribute("data-state") for row in page("kernel.dom").every("#ends > .end")]


def test_cells_are_made_once_for_equal_inputs(rows: Any, made: list[Any]) -> None:
    rows(a=({"tile": "9-4"}, True))
    rows(a=({"tile": "9-4"}, True))
    assert made == [({"tile": "9-4"}, True)]


def test_each_row_has_its_own_inputs(page: Page, rows: Any, made: list[Any]) -> None:
    rows(a=({"tile": "9-4"},), b=({"tile": "7-1"},))
    rows(a=({"tile": "9-4"},), b=({"tile": "7-0"},))
    assert shown(page) == ["9-4", "7-0"] and len(made) == 3


@pytest.mark.parametrize("other", [({"tile": "9-4", "fits": True}, 1), ({"tile": "9-4"}, 2)])
def test_a_changed_input_makes_new_cells(rows: Any, made: list[Any], other: tuple[Any, ...]) -> None:
    rows(a=({"tile": "9-4"}, 1))
    rows(a=other)
    assert made == [({"tile": "9-4"}, 1), other]


def test_another_language_makes_new_cells(page: Page, rows: Any, made: list[Any]) -> None:
    rows(a=({"tile": "9-4"},))
    page("kernel.words").use(object())
    rows(a=({"tile": "9-4"},))
    assert len(made) == 2


def test_a_new_element_gets_all_cells(page: Page, rows: Any, made: list[Any]) -> None:
    rows(a=({"tile": "9-4"},))
    before = page("kernel.dom").one("#ends > .end")
    rows()
    rows(a=({"tile": "9-4"},))
    assert page("kernel.dom").one("#ends > .end") is not before and shown(page) == ["9-4"]
    assert len(made) == 2


def test_rows_that_are_painted_one_by_one_are_painted_once(page: Page, monkeypatch: Any) -> None:
    """The form has hundreds of rows; to paint all earlier ones again with each new one slows the start."""
    painting, count = page("kernel.painting"), 20
    rows = [(number, "t-end", [("", "data-state", str(number))]) for number in range(count)]
    painter, painted = painting.Painter(), list[Any]()
    paint = painting.paint

    def counted(cells: Any, element: Any, written: Any) -> None:
        painted.append(cells)
        paint(cells, element, written)

    monkeypatch.setattr(painting, "paint", counted)
    for cell in painting.rows_one_by_one([("#ends", "rows", rows)]):
        painter.paint([cell])
    assert shown(page) == [str(number) for number in range(count)]
    assert len([cells for cells in painted if cells[0][0] == ""]) == count


def test_a_chosen_option_stays_chosen_among_new_ones(page: Page) -> None:
    select, painter = page("kernel.dom").one("#pad-rules"), page("kernel.painting").Painter()
    painter.paint([("#pad-rules", "options", [("a", "A"), ("b", "B")])])
    select.value = "b"
    painter.paint([("#pad-rules", "options", [("c", "C"), ("a", "A"), ("b", "B")])])
    assert select.value == "b"
