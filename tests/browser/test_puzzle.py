"""A puzzle on a phone: hand and buttons stay in the window with any text of the coach, and the hand has the focus."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tools.common import drive

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "positions-2.json"
PUZZLE = 5  # eleven tiles in the hand
LONG = "Justo lo que jugaría el entrenador. Juega 14-14 en el centro. Es la única jugada. " * 3
PHONES = [ViewportSize(width=360, height=640), ViewportSize(width=844, height=390)]
# Controls that are not fully in the window, or lie under the coach's text.
OUTSIDE = """() => {
    const coach = document.getElementById("riddle").getBoundingClientRect();
    return [...document.querySelectorAll("#hand > button, #buttons > button, #riddle button")]
        .filter((one) => one.checkVisibility())
        .filter((one) => {
            const { left, top, right, bottom } = one.getBoundingClientRect();
            const below = top < coach.bottom - 1 && bottom > coach.top + 1;
            const covered = !one.closest("#riddle") && below && left < coach.right && right > coach.left;
            return covered || left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
        }).map((one) => one.dataset.tile ?? one.dataset.action);
}"""


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_the_hand_of_a_puzzle_stays_in_the_window(page: Page, address: str) -> None:
    code = json.loads(GOLDEN.read_text())[PUZZLE]["code"]
    page.goto(f"{address}?pace=0&lang=es{code}")
    page.locator("[data-action=accept-link]:visible").click()
    page.locator(f"{drive.QUIET}[data-phase=puzzle]").wait_for()
    expect(page.locator("#hand > :focus")).to_be_visible()
    page.locator("#hand > [data-playable=true]").first.click()
    page.locator("#places > button").first.click(force=True)
    page.locator("#riddle-answer").click()
    page.locator("#riddle-again").wait_for()
    page.locator(drive.QUIET).wait_for()
    for text in (page.locator("#riddle-text").inner_text(), LONG):
        page.locator("#riddle-text").evaluate("(element, text) => { element.textContent = text }", text)
        for phone in PHONES:
            page.set_viewport_size(phone)
            for percent in ("100%", "200%"):
                page.evaluate("(percent) => { document.documentElement.style.fontSize = percent }", percent)
                assert page.evaluate(OUTSIDE) == [], (phone, percent, text)
