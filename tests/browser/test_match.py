"""Whole matches in the page, played through its stable hooks."""

import pytest
from playwright.sync_api import Page

from tools import drive

SEATS, ROUNDS, SET = 4, 10, 55


def no_sideways_scroll(page: Page) -> bool:
    """Whether the page is not wider than its window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("size", ["phone", "laptop"], indirect=True)
def test_a_whole_match_of_ten_rounds(started: Page, size: str) -> None:
    page, totals = started, [0] * SEATS
    assert no_sideways_scroll(page)
    drive.start_match(page)
    for number in range(1, ROUNDS + 1):
        page.locator("#hand [data-tile]").first.wait_for()
        assert no_sideways_scroll(page)
        assert drive.play_round(page) > 0
        counts = drive.numbers(page, "count")
        there = page.locator("#table [data-placed]").count() + sum(counts) + drive.yard(page)
        assert there == SET, "every tile is on the table, in a hand or in the yard"
        before, totals = totals, drive.numbers(page, "total")
        for was, now, left in zip(before, totals, counts, strict=True):
            assert (was < now) == (left > 0), "who went out scores nothing, everybody else something"
        assert no_sideways_scroll(page)
        if number < ROUNDS:
            assert drive.phase(page) == "round-over"
            page.locator("[data-action=next-round]:visible").first.click()
    assert drive.phase(page) == "match-over"
