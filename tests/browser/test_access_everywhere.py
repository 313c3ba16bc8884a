"""What axe finds on every screen and in every dialog, in both languages, with text at 100 and 200 %.

tests/browser/test_access.py checks fewer screens, and also positions and sizes.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.access import RULES
from tests.browser.text_size import MEDIUM, PAINTED
from tools.common import drive
from tools.common.drive import watch

pytestmark = pytest.mark.long  # test_access.py covers the same rules on fewer screens
PHONE = {"width": 390, "height": 844}
SIDE_SCREENS = ("new-game", "history", "statistics", "pad", "laboratory", "post")
DIALOGS = ("settings", "rules", "glossary", "keys", "honest", "share")


class Looker:
    """Runs axe on each state of a page and collects what it finds."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: list[str] = []

    def look(self, where: str) -> None:
        """Add what axe finds here."""
        self.page.locator(drive.QUIET).wait_for()
        self.page.evaluate(PAINTED)
        for rule in Axe().run(self.page, options=RULES).response["violations"]:
            for node in rule["nodes"]:
                why = (node["any"] or node["all"] or [{"message": ""}])[0]["message"]
                self.found.append(f"{where}: {rule['id']} {node['target']} {why}")

    def press(self, selector: str) -> None:
        """Press the first visible element, and wait until the page has reacted."""
        self.page.locator(f"{selector}:visible").first.click()
        self.page.locator(drive.QUIET).wait_for()


def screens_without_a_match(looker: Looker) -> None:
    page = looker.page
    looker.look("first screen")
    for action in SIDE_SCREENS:
        if page.locator(f"[data-action={action}]:visible").count() == 0:
            page.locator("#home-more").click()
        looker.press(f"[data-action={action}]")
        looker.look(action)
        page.go_back()
        page.locator("#welcome:not([hidden])").wait_for()
    looker.press("#learn")
    looker.look("lesson")
    looker.press("[data-action=lesson-leave]")


def table(looker: Looker) -> None:
    page = looker.page
    drive.start_match(page)
    looker.look("table")
    while not page.locator("#hand [data-playable=true]").count():  # a random deal: nothing may fit at first
        drive.take_turn(page)
        page.locator(drive.QUIET).wait_for()
    looker.press("#hand [data-playable=true]")
    looker.look("table, a tile is chosen")
    page.keyboard.press("Escape")
    looker.press("#buttons [data-action=hint]")
    looker.look("table, a hint")
    for _ in range(5):
        if drive.phase(page) == "playing":
            drive.take_turn(page)
    looker.press("#buttons [data-action=menu]")
    looker.look("menu")
    for action in DIALOGS:
        if not page.locator("#menu").is_visible():
            looker.press("#buttons [data-action=menu]")
        looker.press(f"#menu [data-action={action}]")
        looker.look(action)
        page.keyboard.press("Escape")


def ends(looker: Looker) -> None:
    page = looker.page
    drive.rush_round(page)
    page.locator("#sheet-title").wait_for()
    looker.look("round over")
    looker.press("#review-ask")
    page.locator("#review").wait_for()
    looker.look("review")
    if page.locator(".review-show:visible").count():
        looker.press(".review-show")
        looker.look("replay of a choice")
        looker.press("[data-action=replay-leave]")
    while drive.phase(page) != "match-over":
        drive.go_on(page)
        drive.rush_round(page)
    looker.look("match over")
    looker.press("#over-more > summary")
    looker.press("#over [data-action=scores]")
    looker.look("match over, score sheet")


@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("language", ["en", "es"])
def test_axe_finds_nothing_anywhere(chromium: Browser, address: str, language: str, percent: int) -> None:
    context = chromium.new_context(viewport=PHONE, reduced_motion="reduce", color_scheme="light")
    context.set_default_timeout(30_000)
    page = context.new_page()
    wrong = watch(page, address)
    context.new_cdp_session(page).send(
        "Page.setFontSizes", {"fontSizes": {"standard": MEDIUM * percent // 100}}
    )
    page.goto(f"{address}?pace=0&lang={language}")
    page.locator("body[data-start=ready][data-phase=menu]").wait_for()
    looker = Looker(page)
    screens_without_a_match(looker)
    table(looker)
    ends(looker)
    assert not looker.found, "\n" + "\n".join(looker.found)
    assert wrong == []
    context.close()
