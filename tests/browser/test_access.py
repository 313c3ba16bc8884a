"""Accessibility of every screen at four sizes, in both themes and two languages: WCAG 2.2 AA by axe, nothing cut off or too small."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.access import check
from tools.common import drive, phones
from tools.common.drive import watch

SCREENS = [(360, 640, "light"), (412, 915, "dark"), (820, 1180, "light"), (1440, 900, "dark")]
BOTH = ("es", "en")


@pytest.fixture(params=SCREENS, ids=lambda screen: f"{screen[0]}-{screen[2]}")
def there(request: pytest.FixtureRequest, chromium: Browser, address: str) -> Iterator[Page]:
    """Open the menu on a screen of that size and theme."""
    width, height, scheme = request.param
    context = chromium.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
    )
    context.set_default_timeout(30_000)
    page = context.new_page()
    wrong = watch(page, address)
    drive.open_menu(page, address)
    yield page
    assert wrong == []
    context.close()


@pytest.mark.long  # in every run: test_every_screen.py, in one size and language, and test_text_size.py
def test_every_screen_is_accessible(there: Page) -> None:
    page = there
    check(page, "menu", BOTH[::-1])
    drive.choose(page, "new-game")
    check(page, "new game", BOTH)
    page.locator("#own-rules > summary").click()
    page.locator("#players summary").last.click()
    check(page, "new game, all of it", BOTH[::-1])
    page.locator("#setup [data-action=back]").click()
    drive.choose(page, "pad")
    for number, name in enumerate(("Ann", "Ben", "Cleo", "Dan")):
        page.locator("#pad-names input").nth(number).fill(name)
    page.locator("[data-action=begin-pad]").click()
    page.locator("#pad-open").wait_for()
    check(page, "score pad", BOTH)
    for _ in range(2):
        page.locator("[data-action=pad-leave]").click()
        page.locator(drive.QUIET).wait_for()
    drive.choose(page, "phones")
    phones.invite(page)
    page.locator("#invite-qr svg").wait_for()
    check(page, "own phones, the host invites", BOTH)
    code = str(page.locator("[data-invitation]").get_attribute("data-invitation")).partition("#")[2]
    page.locator("[data-action=party-back]").click()
    page.locator("#welcome").wait_for()
    page.evaluate("(code) => { location.hash = code }", code)
    page.locator("#join").wait_for()
    check(page, "own phones, a guest joins", BOTH[::-1])
    page.locator("[data-action=join-leave]").click()
    drive.start_match(page)
    check(page, "table", BOTH[::-1])
    for _ in range(6):
        if drive.phase(page) == "playing":
            drive.take_turn(page)
    drive.phase(page)
    check(page, "table after some turns", BOTH)
    page.locator("[data-action=menu]:visible").first.click()
    check(page, "at the table: menu", BOTH[::-1])
    page.locator("#menu [data-action=settings]").click()
    check(page, "settings", BOTH)
    page.keyboard.press("Escape")
    drive.rush_round(page)
    check(page, "round over", BOTH)


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_a_screen_reader_on_a_phone_meets_the_open_ends(started: Page) -> None:
    """Chromium's accessibility tree: each seat once, and the table as a list, not as a picture without words."""
    page = started
    page.locator("#play-now").click()
    page.locator("#hand > button").first.wait_for()
    page.locator("#told-table > li").first.wait_for()
    page.locator(drive.QUIET).wait_for()
    tree = page.locator("#play").aria_snapshot()
    assert 'list "Open foot and ends"' in tree and 'img "The table"' not in tree
    told = page.locator("#told-table").aria_snapshot()
    assert "listitem" in told and page.locator("#told-table > li").first.inner_text() in told
    seats = page.locator("#seats").aria_snapshot()
    assert seats.count("button") == seats.count("listitem") == 4 and "text:" not in seats
