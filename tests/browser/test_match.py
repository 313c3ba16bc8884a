"""Whole matches on the page, played through its stable hooks."""

import pytest
from playwright.sync_api import Locator, Page, expect

from game.records.links.any_link import write_position
from game.records.links.puzzle import Puzzle
from game.records.record import Seat
from game.rules.match import start_match
from game.rules.options.presets import resolve
from game.rules.view import view
from tests.browser.reached import record
from tests.browser.seats import seated
from tools.common import drive
from tools.common.deal_link import deal_link

SEATS, SET = 4, 55
SHORT = {"set": 6, "rounds": 1, "hand_size": 5}
ROUNDS = {"3": 3, "all": 10}
# Side screens by the action that opens each.
BESIDE = {"new-game": "setup", "history": "matches", "statistics": "statistics", "pad": "pad"}


def no_sideways_scroll(page: Page) -> bool:
    """Whether the page is no wider than its window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.long
@pytest.mark.parametrize(("size", "length"), [("phone", "3"), ("laptop", "all")], indirect=["size"])
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
        counts = drive.seat_numbers(page, "count")
        there = page.locator("#table [data-placed]").count() + sum(counts) + drive.yard(page)
        assert there == SET, "every tile is on the table, in a hand or in the yard"
        before, totals = totals, drive.seat_numbers(page, "total")
        for was, now, left in zip(before, totals, counts, strict=True):
            assert (was < now) == (left > 0), "who went out scores nothing, everybody else something"
        assert no_sideways_scroll(page)
        if number < ROUNDS[length]:
            assert drive.phase(page) == "round-over"
            page.locator("[data-action=next-round]:visible").first.click()
    assert drive.phase(page) == "match-over"


@pytest.mark.long  # in every run: test_hostile.py with a longer one, and tests/page/test_link_doors.py
def test_a_bad_link_gets_a_sentence_and_changes_nothing(page: Page, address: str) -> None:
    drive.open_menu(page, address, "#c1this-is-no-link")
    expect(page.locator("#toast")).to_be_visible()
    expect(page.locator("#toast")).not_to_be_empty()
    drive.start_match(page)


def go_back(page: Page, phase: str, layers: int = 2) -> None:
    """Go back from so many layers: no dialog and no sheet is open then."""
    page.evaluate(BACK, layers)
    expect(page_dialogs(page)).to_have_count(0)
    page.locator(f"body[data-phase={phase}][data-busy=false]:not([data-sheet=open])").wait_for()


def back_asks(page: Page) -> None:
    """Go back from the table, which asks first."""
    page.evaluate(BACK, 1)
    expect(page.locator("#leaving")).to_be_visible()


def back_from_each(page: Page, phase: str, *menu: str) -> None:
    """Go back from what each of these entries of the menu opens."""
    for action in menu:
        page.locator("#buttons [data-action=menu]:visible").click()
        page.locator(f"#menu [data-action={action}]").click()
        if action == "scores":
            page.locator("body[data-sheet=open]").wait_for()
        else:
            page.locator("dialog[open]:not(#menu)").wait_for()
        if action == "share":  # the toast "Copied" lies above the sheet
            page.locator("#sending [data-action=copy-link]").click()
            page.locator("#toast:not([hidden])").wait_for()
            expect(page.locator("#toast:popover-open")).to_be_visible()
        go_back(page, phase)


def back_to_the_match(page: Page, **screens: str) -> None:
    """Go back from the screens that these entries of the menu open: the match is still there."""
    for action, screen in screens.items():
        page.locator("#buttons [data-action=menu]:visible").click()
        page.locator(f"#menu [data-action={action}]").click()
        page.locator(f"html[data-screen={screen}]").wait_for()
        go_back(page, "playing")


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_back_closes_what_lies_over_the_table(started: Page) -> None:
    page = started
    drive.start_match(page)
    back_from_each(page, "playing", "scores", "share")
    back_to_the_match(page, pad="pad")
    back_asks(page)
    page.locator("#leaving [data-action=leave]").click()
    page.locator("body[data-phase=menu][data-busy=false]").wait_for()


@pytest.mark.parametrize("size", ["phone"], indirect=True)
@pytest.mark.long  # in every run: some layers, above, and tests/page/test_browser_back.py
def test_back_closes_open_layers_in_every_phase(started: Page) -> None:
    page = started
    for action, screen in BESIDE.items():
        drive.choose(page, action)
        page.locator(f"html[data-screen={screen}]").wait_for()
        go_back(page, "menu", 1)
        page.locator("html[data-screen=welcome]").wait_for()
    page.locator("#learn").click()
    page.locator("body[data-phase=lesson][data-busy=false]").wait_for()
    back_from_each(page, "lesson", "rules")
    go_back(page, "menu", 1)
    drive.start_match(page)
    back_from_each(page, "playing", "scores", "settings", "rules", "keys", "honest", "share")
    back_to_the_match(page, history="matches", pad="pad")
    page.locator("#buttons [data-action=menu]:visible").click()
    page.locator("#menu [data-action=glossary]").click()
    page.evaluate(BACK, 3)  # the glossary opens above the dialog
    expect(page.locator("#glossary")).to_be_hidden()
    go_back(page, "playing")
    back_asks(page)
    go_back(page, "playing")
    drive.open_record(page, record("near the end"))
    drive.rush_round(page)
    page.locator("body[data-phase=round-over][data-sheet=open]").wait_for()
    go_back(page, "round-over")
    back_asks(page)
    page.locator("#leaving [data-action=leave]").click()
    page.locator("body[data-phase=menu][data-busy=false]").wait_for()


@pytest.mark.long
def test_back_from_every_screen_that_lies_over_the_table(page: Page, address: str) -> None:
    dialogs = page_dialogs(page)

    def back(phase: str, screen: str, layers: int) -> None:
        page.evaluate(BACK, layers)
        page.locator(f"html[data-screen={screen}] body[data-phase={phase}][data-busy=false]").wait_for()
        expect(dialogs).to_have_count(0)

    def over_the_table(phase: str) -> None:
        for action, screen in BESIDE.items():
            page.locator("#buttons [data-action=menu]").click()
            page.locator(f"#menu [data-action={action}]").click()
            page.locator(f"html[data-screen={screen}]").wait_for()
            back(phase, "play", 2)

    drive.open_menu(page, address, deal_link("back", seats=2, **SHORT))
    drive.start_match(page)
    over_the_table("playing")
    lies = drive.table(page)
    page.locator("#buttons [data-action=menu]").click()
    page.locator("#menu [data-action=learn]").click()
    page.locator("body[data-phase=lesson][data-busy=false]").wait_for()
    back("playing", "play", 1)
    page.goto("about:blank")
    page.goto(f"{address}?pace=0{a_puzzle()}")
    page.locator("#opened [data-action=accept-link]").click()
    page.locator("body[data-phase=puzzle][data-busy=false]").wait_for()
    back("playing", "play", 1)
    assert drive.table(page) == lies
    drive.rush_round(page)

    page.locator("#over-more > summary").click()
    for action, dialog in {"share": "sending", "honest": "honest"}.items():
        page.locator(f"#over [data-action={action}]:visible").click()
        page.locator(f"#{dialog}[open]").wait_for()
        back("match-over", "over", 2)
    page.locator("#over [data-action=new-game]").click()
    back("match-over", "over", 2)
    back("menu", "welcome", 1)
    drive.choose(page, "history")
    page.locator("#finished [data-action=replay]").first.click()
    page.locator("body[data-phase=replay][data-busy=false]").wait_for()
    page.evaluate(BACK, 1)
    page.locator("html[data-screen=matches] body[data-phase=menu][data-busy=false]").wait_for()
    back("menu", "welcome", 1)

    seated(page, "Ann", "Ben")
    page.locator("#buttons [data-action=menu]").click()
    page.locator("#menu [data-action=rules]").click()
    page.locator("#rules[open]").wait_for()
    back("curtain", "play", 2)
    over_the_table("curtain")
    assert page.locator("#hand [data-tile]").count() == 0
    page.evaluate(BACK, 1)
    page.locator("#leaving [data-action=leave]").click()
    page.locator("html[data-screen=welcome] body[data-phase=menu][data-busy=false]").wait_for()


def a_puzzle() -> str:
    """The link code of a puzzle."""
    match = start_match(resolve("montgomery", {**SHORT}, 2), "other")
    seats = (Seat("Ann", "human"), Seat("Bob", "human"))
    return write_position(Puzzle("montgomery", seats, view(match, match.round.turn)))


# Presses Back after the history has that many layers and stays so, because the page may be changing it itself.
BACK = """async (layers) => {
  for (let n = 0, stays = 0; n < 200 && stays < 5; n++) {
    stays = (history.state?.depth ?? 0) === layers ? stays + 1 : 0;
    await new Promise((then) => setTimeout(then, 20));
  }
  history.back();
}"""


def page_dialogs(page: Page) -> Locator:
    """The open dialogs."""
    return page.locator("dialog[open]")
