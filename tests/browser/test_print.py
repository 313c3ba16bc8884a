"""The browser's own Print in every phase: the score sheet, the pad or the open screen, and never a white page."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.reached import record
from tools.common import drive

# The visible text, without texts for screen readers.
SEEN = """() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), seen = [];
    while (walk.nextNode()) {
        const { parentElement, textContent } = walk.currentNode;
        if (!parentElement.closest("script, option, .unseen") && parentElement.checkVisibility()) seen.push(textContent.trim());
    }
    return seen.filter(Boolean).join(" ");
}"""
# Texts that lie left of or above the paper, and texts that are nearly white.
FAULTS = """() => [...document.querySelectorAll("body *")]
    .filter((one) => one.checkVisibility() && !one.closest(".unseen, .avatar, svg, [role=status]"))
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((one) => {
        const { left, top } = one.getBoundingClientRect(), light = getComputedStyle(one).color.match(/[\\d.]+/g).slice(0, 3);
        return left < 0 || top + scrollY < 0 || light.every((part) => part > 200);
    }).map((one) => one.textContent)"""


def printed(page: Page) -> str:
    """The printed text, which must be on the paper, and dark."""
    page.emulate_media(media="print", color_scheme="dark")
    text: str = page.evaluate(SEEN)
    assert page.evaluate(FAULTS) == []
    page.emulate_media(media="null", color_scheme="null")
    return text


@pytest.mark.parametrize("size", ["phone", pytest.param("laptop", marks=pytest.mark.long)], indirect=True)
def test_every_phase_prints_what_is_open(started: Page) -> None:
    page = started
    assert re.search(r"Chickenfoot .*Play .*Deal of the day", printed(page))
    drive.choose(page, "rules")
    expect(page.locator("#rules-text section").first).to_be_attached()
    text = printed(page)
    assert "The aim" in text and "equal totals share the place" in text and "Deal of the day" not in text
    page.keyboard.press("Escape")
    page.locator("#learn").click()
    page.locator(f"{drive.QUIET}[data-phase=lesson]").wait_for()
    assert "Play a nine on the centre" in printed(page)
    page.locator("[data-action=lesson-leave]").click()
    page.locator(f"{drive.QUIET}[data-phase=menu]").wait_for()
    drive.start_match(page)
    assert re.search(r"You .*Hattie .*Otis .*Pearl .*Total 0 0 0 0$", printed(page))
    page.locator("#buttons [data-action=menu]").click()
    assert re.search(r"You .*Hattie .*Otis .*Pearl .*Total 0 0 0 0$", printed(page))
    page.keyboard.press("Escape")
    drive.open_record(page, record("near the end"))
    drive.rush_round(page)
    assert "What was left" in printed(page) and "Round 1 of 3" in printed(page)


def test_a_side_screen_prints_itself(started: Page) -> None:
    page = started
    drive.choose(page, "pad")
    page.locator(drive.QUIET).wait_for()
    for number, name in enumerate(("Ann", "Ben", "Cleo", "Dan")):
        page.locator("#pad-names input").nth(number).fill(name)
    page.locator("[data-action=begin-pad]").click()
    page.locator("#pad-open").wait_for()
    assert re.fullmatch(
        r"Score pad .*Ann .*Ben .*Cleo .*Dan 1 2 3 4 5 6 7 8 9 10 Total 0 0 0 0", printed(page)
    )
