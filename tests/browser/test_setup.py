"""The new-game form: choose rule-books, sets and seats, and play the match to its end."""

import pytest
from playwright.sync_api import Page, expect

from tools.common import drive

TABLES = [
    ("double-chickenfoot", 9, 6),
    pytest.param("hastings", 6, 2, marks=pytest.mark.long),
    pytest.param("nathan", 9, 3, marks=pytest.mark.long),
    pytest.param("pagat", 9, 4, marks=pytest.mark.long),
]

UNUSABLE = ("opacity", "0.45"), ("filter", "grayscale(1)")  # all disabled buttons


def pick(page: Page, group: str, value: str) -> None:
    """Click one of the labels that stand for the form's radio buttons."""
    page.locator(f'#{group} label:has(input[value="{value}"])').click()
    page.locator(drive.QUIET).wait_for()


def choose(page: Page, preset: str, most: int, seats: int) -> None:
    """Fill the form: a rule-book, a set, a number of seats, one round."""
    drive.choose(page, "new-game")
    more = page.locator("label:has(#all-presets):visible")  # only narrow screens hide the rarer rule-books
    if more.count():
        more.click()
    pick(page, "presets", preset)
    pick(page, "sets", str(most))
    pick(page, "lengths", "1")
    rows = page.locator("#players > li")
    while rows.count() > seats:
        rows.last.locator("[data-action=remove-player]").click()
        page.locator(drive.QUIET).wait_for()
    while rows.count() < seats:
        page.locator("#add-player").click()
        page.locator(drive.QUIET).wait_for()
    expect(page.locator("#setup-problem")).to_be_hidden()


@pytest.mark.long  # in every run: tests/page/test_new_game_form.py
@pytest.mark.parametrize(("preset", "most", "seats"), TABLES)
def test_chosen_options_are_played_to_the_end(started: Page, preset: str, most: int, seats: int) -> None:
    choose(started, preset, most, seats)
    started.locator("#setup [data-action=start]").click()
    started.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
    drive.rush_round(started)
    assert drive.phase(started) == "match-over"
    tiles = started.locator("#table [data-placed]").count() + sum(drive.seat_numbers(started, "count"))
    assert tiles + drive.yard(started) == (most + 1) * (most + 2) // 2
    assert len(drive.seat_numbers(started, "count")) == seats


@pytest.mark.long  # in every run: tests/page/test_new_game_form.py, and a disabled button in test_every_screen.py
def test_a_conflict_is_shown_and_cannot_start(started: Page) -> None:
    choose(started, "hastings", 9, 5)
    a_person_is_required(started)
    before = started.locator("#sets :checked").input_value()
    pick(started, "sets", "6")
    expect(started.locator("#setup-problem")).to_contain_text("5 players")
    start = started.locator("#setup [data-action=start]")
    expect(start).to_be_disabled()
    for look in UNUSABLE:
        expect(start).to_have_css(*look)
    expect(start).to_have_css("box-shadow", "none")
    started.locator("[data-action=as-it-was]").click()
    expect(started.locator("#sets :checked")).to_have_value(before)
    expect(start).to_be_focused()
    start.click()
    started.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
    for look in UNUSABLE:
        expect(started.locator("#buttons [data-action=undo]:disabled")).to_have_css(*look)


def a_person_is_required(page: Page) -> None:
    """Give the person's seat to a bot, and the last seat to a person."""
    row = page.locator("#players > li").first
    row.locator("summary").click()
    row.locator("[data-seat-kind]").select_option("hen")
    expect(page.locator("#setup-problem")).to_be_visible()
    expect(page.locator("#setup [data-action=start]")).to_be_disabled()
    page.locator("#players > li").last.locator("summary").click()
    page.locator("#players > li").last.locator("[data-seat-kind]").select_option("human")
    expect(page.locator("#setup-problem")).to_be_hidden()


@pytest.mark.long  # in every run: tests/page/test_saved_rules.py
def test_conflicting_choices_stay_chosen(started: Page) -> None:
    choose(started, "montgomery", 9, 4)
    started.locator("#own-rules > summary").click()
    hand = started.locator("#option-hand_size")
    before = hand.input_value()
    hand.select_option("25")
    expect(started.locator("#setup-problem")).to_be_visible()
    expect(hand).to_have_value("25")
    started.locator("[data-action=as-it-was]").click()
    expect(started.locator("#setup-problem")).to_be_hidden()
    expect(hand).to_have_value(before)
