"""Several persons at one screen, which stays awake: no hand is anywhere in the page while the device is passed on."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.seats import seated
from tools.common import drive

NAMES = ("Ann", "Ben", "Cleo", "Dan")
CODE = re.compile(r"(?<![\d-])(\d{1,2})-(\d{1,2})(?![\d-])")
ALL = {f"{high}-{low}" for high in range(10) for low in range(high + 1)}

# all texts and attributes except geometry, and except the score sheet's rows, which name each round's double
WRITTEN = """() => {
  const geometry = ["d", "style", "viewBox", "transform", "points", "x", "y", "x1", "x2", "y1", "y2", "placeholder"], all = [];
  for (const element of document.querySelectorAll("html, html *")) {
    if (element.closest("#score-rows, template, script, style, head")) continue;
    for (const attribute of element.attributes)
      if (!geometry.includes(attribute.name) && !(element.closest("[data-placed]") && attribute.name == "data-placed"))
        all.push(attribute.value);
    for (const node of element.childNodes) if (node.nodeType != 1) all.push(node.data);
    if ("value" in element) all.push(String(element.value));
  }
  return all;
}"""
# A fake wake lock: `awake` counts the locks held.
LOCKS = """
window.awake = 0;
Object.defineProperty(navigator, "wakeLock", { value: { async request() {
  const lock = new EventTarget();
  window.awake += 1;
  lock.release = async () => { window.awake -= 1; lock.dispatchEvent(new Event("release")); };
  return lock;
} } });
"""
FACES = """() => [...document.querySelectorAll("#play use[href^='#h']")].filter(e => !e.closest("[data-placed]")).length"""


def named(texts: list[str], page: Page) -> set[str]:
    """The tiles that texts name and that are not on the table."""
    placed = set(page.locator("#tiles [data-placed]").evaluate_all("(all) => all.map(e => e.dataset.placed)"))
    codes = {f"{int(high)}-{int(low)}" for text in texts for high, low in CODE.findall(text)}
    return codes & ALL - placed - {"9-9"}  # the round's double is known to everybody


def written_before(page: Page) -> set[str]:
    """Texts of the document before a match: examples of typed moves, and the form, whose last chapter is painted last."""
    page.locator("[data-chapter=score] [data-option]").first.wait_for(state="attached")
    return set(page.evaluate(WRITTEN))


def nothing_is_shown(page: Page, static: set[str]) -> None:
    """Check that no hidden tile is in the document, in the accessibility tree, or drawn."""
    assert page.locator("#hand [data-tile], #places button").count() == 0
    assert named([text for text in page.evaluate(WRITTEN) if text not in static], page) == set()
    assert named([page.locator("body").aria_snapshot()], page) == set()
    assert page.evaluate(FACES) == 0


@pytest.mark.parametrize("size", ["phone"], indirect=True)
@pytest.mark.long
def test_four_people_at_one_screen_play_and_no_hidden_tile_is_anywhere(started: Page) -> None:
    page, curtains, undos, lifted = started, 0, 0, set[str]()
    static = written_before(page)
    seated(page, *NAMES)
    while (phase := drive.phase(page)) != "match-over":
        if phase == "curtain":
            curtains += 1
            nothing_is_shown(page, static)
            undo = page.locator("#buttons [data-action=undo]:enabled:visible")
            if undo.count() and curtains % 5 == 0:
                undo.click()
                page.locator(drive.QUIET).wait_for()
                assert drive.phase(page) == "curtain"
                nothing_is_shown(page, static)
                undos += 1
            name = (
                (page.locator("#prompt-do").text_content() or "")
                .removeprefix("Pass the screen to ")
                .rstrip(".")
            )
            lifted.add(name)
            assert name in NAMES and name in (page.locator("[data-action=lift]").text_content() or "")
            page.locator("[data-action=lift]").click()
            page.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
            assert page.locator("#hand [data-tile]").count() > 0
        else:
            drive.take_turn(page)
    assert lifted == set(NAMES)
    assert curtains > 20 and undos > 2
    assert len(drive.seat_numbers(page, "count")) == 4
    statistics = json.loads(page.evaluate("window.engine.ask('statistics', '{}')"))["ok"]
    assert {person["name"]: person["matches"] for person in statistics["people"]} == dict.fromkeys(NAMES, 1)


def test_two_people_and_two_bots_and_a_reload_behind_the_curtain(page: Page, address: str) -> None:
    page.add_init_script(LOCKS)
    drive.open_menu(page, address)
    static = written_before(page)
    seated(page, "Ann", "Ben")
    assert page.evaluate("awake") == 1
    page.locator("[data-action=lift]").click()
    page.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
    assert page.evaluate("awake") == 1
    drive.take_turn(page)
    drive.phase(page)
    page.reload()
    page.locator(f"{drive.QUIET}[data-phase=curtain]").wait_for()
    nothing_is_shown(page, static)
    expect(page.locator("#buttons [data-action=undo]")).to_be_disabled()
    page.locator("[data-action=menu]:visible").first.click()
    page.locator("#menu [data-action=leave]").click()
    page.locator("body[data-phase=menu]").wait_for()
    assert page.evaluate("awake") == 0
