"""A person who does not wait: buttons pressed at random, many of them before the page has answered the one before."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.crawler import SEEN
from tools.common import drive
from tools.common.deal_link import deal_link

PRESS_FOR = 8  # seconds, before the page must come to rest
LONG = 60  # seconds of the whole test
BEFORE = "window.print = () => {}; navigator.share = async () => {};"

# Presses visible buttons for so many ms, with pauses of 0 to 120 ms. Half of the presses are moves, if there are some. It leaves out
# what opens a window of the browser, loads the page again, or leads to another device. Returns what it has pressed.
PRESS = (
    "([seed, ms]) => new Promise((done) => {"
    + SEEN
    + """
  const APART = /file|reload|update|reset|scan|save|open-record|export|import|picture|poster|restart|phones|table-at|invite|languages/;
  const MOVES = "#places button, #hand [data-playable=true], [data-action=draw], [data-action=pass], [data-action=next-round], #card-begin";
  let state = seed;
  const chance = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  const any = (list) => list[Math.floor(chance() * list.length)];
  const pressed = [], end = performance.now() + ms;
  const step = () => {
    if (performance.now() > end) return done(pressed);
    const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
    const sheet = document.querySelector("body[data-sheet=open] #sheet:not([hidden])");
    const within = dialog ?? (sheet && chance() < .7 ? sheet : document.querySelector("main:not([hidden])"));
    const all = [...within.querySelectorAll("button, summary")]
      .filter((e) => !e.disabled && seen(e) && !APART.test(`${e.dataset.action} ${e.id}`));
    const moves = all.filter((e) => e.matches(MOVES));
    const one = any(moves.length && chance() < .5 ? moves : all);
    if (one) {
      pressed.push(`${document.body.dataset.phase}: ${one.dataset.action ?? one.dataset.tile ?? one.dataset.move ?? one.id}`);
      one.click();
    } else dialog?.close();
    setTimeout(step, 120 * chance() ** 2);
  };
  step();
})"""
)


@pytest.mark.parametrize("size", ["phone", "laptop"], indirect=True)
@pytest.mark.parametrize("pace", ["?pace=0", ""], ids=["hurried", "unhurried"])
@pytest.mark.long  # in every run: tests/page/test_match.py and test_kept.py have what it found
def test_who_presses_without_waiting_meets_no_fault(page: Page, address: str, pace: str) -> None:
    page.add_init_script(BEFORE)
    drive.visit(page, address + pace)
    end, seed = time.monotonic() + LONG, 1
    while time.monotonic() < end:
        pressed = page.evaluate(PRESS, [seed, 1000 * PRESS_FOR])
        quiet, trouble = page.locator(drive.QUIET), page.locator("#trouble")
        expect(quiet, f"after {pressed[-9:]}").to_be_attached()
        expect(trouble, f"after {pressed[-9:]}").to_be_hidden()
        seed += 1


@pytest.mark.parametrize("size", ["phone"], indirect=True)
@pytest.mark.long  # in every run: test_the_table_can_be_left_while_others_play of tests/page
def test_who_leaves_while_the_others_play_finds_the_match_again(page: Page, address: str) -> None:
    """With pauses: an event waits behind the question whether to leave."""
    page.add_init_script("""localStorage["chickenfoot-settings"] = '{"speed": "fast"}'""")
    drive.open_menu(page, address, deal_link("leave"), hurried=False)
    drive.start_match(page)
    mine = page.locator("#hand[data-mine=true]:visible")
    for _ in range(2):
        mine.wait_for()
        while mine.count():
            drive.take_turn(page)
            page.locator(drive.QUIET).or_(page.locator("body:has(#hand:not([data-mine]))")).first.wait_for()
        page.go_back()
        page.locator("#leaving [data-action=leave]").click()
        page.locator("html[data-screen=welcome] body[data-phase=menu]").wait_for()
        expect(page.locator("#trouble")).to_be_hidden()
        page.locator("#resume").click()
    mine.wait_for()
