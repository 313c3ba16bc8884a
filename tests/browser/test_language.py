"""The page in another language: a made-up one whose texts are two fifths longer, added as a single file."""

import re
from calendar import month_abbr

import pytest
from playwright.sync_api import Page, expect

from game.narration.localization.language import read_locale
from tests.browser.access import rules
from tests.browser.text_size import FAULTS, PAINTED, offer_made_up
from tools.common import drive

TO_BE_SEEN = """() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), said = [];
    while (walk.nextNode()) {
        const { parentElement, textContent } = walk.currentNode;
        if (!parentElement.closest("script, style, option, svg") && /[a-z]{2}/i.test(textContent) && parentElement.checkVisibility())
            said.push(textContent.trim());
    }
    for (const element of document.querySelectorAll("[aria-label]")) said.push(element.getAttribute("aria-label"));
    return said;
}"""
OWN = {
    "You",
    "Hattie",
    "Otis",
    "Pearl",
    *month_abbr,
}  # the browser names months, and knows no made-up language


@pytest.fixture
def pseudonymous(stranger: Page) -> Page:
    """A page that offers the made-up language too."""
    offer_made_up(stranger)
    return stranger


def in_english(page: Page) -> list[str]:
    """The visible and audible texts that are not in the made-up language. Checks that nothing is cut off, and runs axe."""
    said: list[str] = page.evaluate(TO_BE_SEEN)
    assert len(said) > 20
    for size in ("laptop", "phone"):
        page.set_viewport_size(drive.SIZES[size])
        page.evaluate(PAINTED)
        assert page.evaluate(FAULTS) == [], size
        rules(page, size)
    whole = re.compile(r"[^a-z]*|⟦.*⟧|\d+-\d+", re.I | re.S)
    return [text for text in said if not whole.fullmatch(text) and text not in OWN]


@pytest.mark.parametrize("size", ["phone"], indirect=True)
@pytest.mark.long
def test_every_text_is_in_the_language_of_the_address(pseudonymous: Page, address: str) -> None:
    page = pseudonymous
    page.goto(address + "?pace=0&lang=en-XA")
    page.locator("body[data-start=ready][data-phase=menu]").wait_for()
    expect(page.locator("html")).to_have_attribute("lang", "en-XA")
    expect(page.locator("#start-note")).to_contain_text("⟦")
    assert in_english(page) == []
    drive.start_match(page)
    drive.take_turn(page)
    drive.phase(page)
    assert in_english(page) == []
    page.locator("[data-action=menu]:visible").click()
    assert in_english(page) == []
    page.locator("#menu [data-action=settings]").click()
    assert in_english(page) == []
    page.keyboard.press("Escape")
    drive.rush_round(page)
    expect(page.locator("#sheet-title")).to_contain_text("⟦")
    assert in_english(page) == []


def test_the_chosen_language_is_kept_or_else_the_browsers_is_used(page: Page, address: str) -> None:
    page.add_init_script('Object.defineProperty(navigator, "languages", { value: ["fr", "es", "en"] })')
    page.goto(address)
    expect(page.locator("#play-first")).to_have_text(read_locale("es")["ui.play"])
    page.evaluate("""localStorage.setItem("chickenfoot-settings", '{"language": "en"}')""")
    page.reload()
    page.locator("body[data-start=ready]").wait_for()
    expect(page.locator("#play-first")).to_have_text("Play")


@pytest.mark.long  # in every run: tests/texts/test_language.py, in Node
def test_english_numbers_and_lists_are_the_browsers(started: Page) -> None:
    drive.start_match(started)
    started.keyboard.press("s")
    heard = started.locator("#announcer")
    expect(heard).to_have_text(re.compile(r"^You 0, Hattie 0, Otis 0 and Pearl 0\.$"))
