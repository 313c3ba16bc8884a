"""Whole matches in the page, played through its stable hooks."""

import os
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tools.common import drive

SEATS, SET = 4, 55
ROUNDS = {"3": 3, "all": 10}


def no_sideways_scroll(page: Page) -> bool:
    """Whether the page is not wider than its window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


LONG = pytest.mark.skipif(
    "CHICKENFOOT_WHOLE" not in os.environ, reason="over a minute; CHICKENFOOT_WHOLE=1 plays it"
)


@pytest.mark.parametrize(
    ("size", "length"), [("phone", "3"), pytest.param("laptop", "all", marks=LONG)], indirect=["size"]
)
def test_a_whole_match(started: Page, size: str, length: str) -> None:
    page, totals = started, [0] * SEATS
    assert no_sideways_scroll(page)
    page.locator("#quick-length").select_option(length)
    page.locator(drive.QUIET).wait_for()
    drive.start_match(page)
    for number in range(1, ROUNDS[length] + 1):
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
        if number < ROUNDS[length]:
            assert drive.phase(page) == "round-over"
            page.locator("[data-action=next-round]:visible").first.click()
    assert drive.phase(page) == "match-over"


def test_a_challenge_link_gives_the_same_first_hand_in_a_fresh_profile(
    started: Page, chromium: Browser, address: str
) -> None:
    drive.start_match(started)
    drive.phase(started)
    first = drive.hand(started)
    started.locator("[data-action=menu]:visible").first.click()
    started.locator("dialog [data-action=share]").click()
    field = started.locator("#share-link")
    expect(field).to_have_value(re.compile("#c"))
    code = field.input_value().removeprefix(address)
    assert code.startswith("#c")
    assert len(code) <= 60
    fresh = chromium.new_context(viewport=drive.SIZES["phone"])
    page = fresh.new_page()
    wrong = drive.watch(page, address)
    drive.open_menu(page, address, code)
    page.locator("#opened-go").click()
    page.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
    assert drive.hand(page) == first
    fresh.close()
    assert wrong == []


def test_a_bad_link_gets_a_sentence_and_changes_nothing(page: Page, address: str) -> None:
    drive.open_menu(page, address, "#c1this-is-no-link")
    expect(page.locator("#toast")).to_be_visible()
    expect(page.locator("#toast")).not_to_be_empty()
    drive.start_match(page)
