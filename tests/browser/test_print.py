"""The browser's own Print in every phase: the score sheet, the pad or the open screen, and never a white page."""

import re

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.every_screen import SIZES, Screens, show_alone

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


SHEET = r"Host .*Hattie .*Otis .*Pearl .*Total 0 0 0 0$"
PRINTED = {
    "first": r"Chickenfoot .*Play .*Deal of the day",
    "rules": r"The aim.*equal totals share the place",
    "lesson": r"Play a nine on the centre",
    "table": SHEET,
    "menu": SHEET,
    "round over": r"Round 1 of 3.*What was left|What was left.*Round 1 of 3",
    "pad": r"^Score pad .*Ann .*Benedikta Margar.* Cleo .*Dan 1 2 3 4 5 6 7 8 9 10 Total 0 0 0 0$",
}


@pytest.mark.parametrize("size", ["phone", pytest.param("laptop", marks=pytest.mark.long)])
def test_every_phase_prints_what_is_open(chromium: Browser, screens: Screens, size: str) -> None:
    page = chromium.new_page(viewport=SIZES[size], reduced_motion="reduce")
    for name, text in PRINTED.items():
        show_alone(page, screens(size)[name])
        assert re.search(text, printed(page), re.DOTALL), name
    page.close()
