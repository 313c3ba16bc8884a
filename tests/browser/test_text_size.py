"""Browser text at 100, 130 and 200 %: on every screen nothing is cut off, covered, pushed out or wider than the window.

The test plays one match, and in each state it changes the window and the text size and measures every text's box.
The suite uses the made-up language, whose texts are two fifths longer. `CHICKENFOOT_TEXT=all` measures the whole grid
of windows, text sizes, languages and seats; `CHICKENFOOT_PICTURES=FOLDER` saves pictures.
"""

import json
import os
import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from game.narration.localization.language import read_locale
from game.records.record import Record, Seat, write_record
from game.rules.match import start_match
from game.rules.options.presets import resolve
from game.rules.round.deal import deal_round
from tools.common import drive
from tools.common.catalogue import pseudo
from tools.common.deal_link import deal_link

WINDOWS = ((360, 640), (390, 844), (844, 390), (820, 1180), (1440, 900))
GRID = list(product(WINDOWS, (100, 130, 200)))
FEW = [((360, 640), 130), ((360, 640), 200), ((844, 390), 200), ((1440, 900), 200)]
WHOLE = os.environ.get("CHICKENFOOT_TEXT") == "all"
CASES = GRID if WHOLE else FEW
TABLES = (
    [("en-XA", 4), ("en-XA", 10), ("en", 2), ("en", 4), ("en", 10), ("es", 4), ("es", 10)]
    if WHOLE
    else [("en-XA", 4)]
)
PICTURES = os.environ.get("CHICKENFOOT_PICTURES", "")
MEDIUM = 16  # px of the browser's text at 100 %

# the faults on the page, one sentence each
FAULTS = r"""() => {
  const wrong = [], name = (e) => e.id || e.dataset.action || e.className || e.tagName.toLowerCase();
  const shown = (e) => e.checkVisibility({opacityProperty: true, visibilityProperty: true});
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const over = document.querySelector("dialog[open]") ??
    (document.body.dataset.sheet === "open" ? document.querySelector("#sheet") : document.body);
  const range = document.createRange();
  const clipped = (e) => e && e !== document.body && (getComputedStyle(e).clipPath === "inset(50%)" || clipped(e.parentElement));
  while (walker.nextNode()) {
    const text = walker.currentNode, e = text.parentElement;
    if (!text.data.trim() || !over.contains(e) || !shown(e) || e.closest(".unseen, svg, script, style, template, option"))
      continue;
    if (clipped(e)) continue; // for assistive tools only
    range.selectNodeContents(text);
    const says = `${name(e)} "${text.data.trim().slice(0, 20)}"`;
    const button = e.closest(".buttons > button"), icon = button?.querySelector(".icon").getBoundingClientRect();
    if (icon?.width >= 16 && icon.height >= 16 || e.id === "draw-count") { // of what does not fit nothing is seen; the yard has its count
      const edge = button.getBoundingClientRect();
      if ([...range.getClientRects()].every((l) => l.top > edge.bottom - 2)) continue;
    }
    const word = text.data.trim();
    if (!/[\s\d-]/.test(word) && new Set([...range.getClientRects()].map((l) => Math.round(l.top))).size > 1)
      wrong.push(`${says}: a word is broken`);
    if (getComputedStyle(e).textOverflow === "ellipsis") {
      if (e.clientWidth < 1.5 * parseFloat(getComputedStyle(e).fontSize)) wrong.push(`${says}: no room`);
      if (e.scrollHeight > e.clientHeight + 3) wrong.push(`${says}: cut below`);
      continue;
    }
    const lines = [...range.getClientRects()];
    for (let box = e; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box), edge = box.getBoundingClientRect();
      const scrolls = /auto|scroll/;
      if (style.display === "inline") continue;
      const held = box.matches("button, .seat, .end, td, th, label, .foot, .prompt, .callout") || style.overflowX !== "visible";
      if (held && !scrolls.test(style.overflowX) && lines.some((l) => l.left < edge.left - 2 || l.right > edge.right + 2))
        { wrong.push(`${says}: wider than ${name(box)}`); break; }
      if (held && !scrolls.test(style.overflowY) && lines.some((l) => l.top < edge.top - 3 || l.bottom > edge.bottom + 3))
        { wrong.push(`${says}: higher than ${name(box)}`); break; }
      if (scrolls.test(style.overflowX) && !box.matches(".ends, .screen") && box.scrollWidth > box.clientWidth + 1)
        { wrong.push(`${name(box)} scrolls sideways`); break; }
      if (box.matches(".ends, .screen, .sheet, .sheet-paper, .dialog")) break;
    }
    const sideways = e.closest(".ends");
    if (!sideways && lines.some((l) => l.left < -1 || l.right > innerWidth + 1)) wrong.push(`${says}: off the window`);
  }
  for (const field of over.querySelectorAll("input.field, select"))
    if (shown(field) && field.clientWidth < 5 * parseFloat(getComputedStyle(field).fontSize)) wrong.push(`${name(field)}: no room`);
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page scrolls sideways");
  const screen = document.querySelector(".screen:not([hidden])");
  if (screen && screen.scrollWidth > screen.clientWidth + 1) wrong.push(`${screen.id} is wider than the window`);
  const part = (css) => document.querySelector(css).getBoundingClientRect();
  const meet = (one, two) => one.width * one.height && two.width * two.height && one.left < two.right - 1 && two.left < one.right - 1 &&
    one.top < two.bottom - 1 && two.top < one.bottom - 1;
  const covers = (one, others) => others.forEach((other) =>
    one !== other && meet(one.getBoundingClientRect(), other.getBoundingClientRect()) && wrong.push(`${name(one)} covers ${name(other)}`));
  if (document.body.dataset.phase === "match-over" && over === document.body)
    covers(document.querySelector(".over-foot"), document.querySelectorAll(
      getComputedStyle(document.querySelector(".over-scroll")).display === "contents" ? ".over-side, .over-main" : ".over-scroll"));
  if (document.body.dataset.phase === "playing" && over === document.body) {
    for (const css of ["#last", "#foot"]) covers(document.querySelector(css), document.querySelectorAll(".frame, #ends, #foot, #last"));
    const hand = part(".hand"); // whose tiles may be out of sight
    for (const tile of document.querySelectorAll(".hand-tile")) {
      const {left, top, right, bottom} = tile.getBoundingClientRect(), low = Math.min(bottom, hand.bottom) - 4;
      if (low > top && meet(part("#hand-points"), {left, top, right, bottom: low, width: right - left, height: low - top}))
        wrong.push("the points in hand cover a tile");
    }
    const parts = [".seats", ".frame", ".ends-line", ".tray"].map((css) => [css, part(css)]);
    for (const [css, box] of parts)
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) wrong.push(`${css} off the window`);
    const inner = [".prompt", ".extras", ".hand", ".buttons"].map((css) => [css, part(css)]);
    for (const list of [parts, inner])
      list.forEach(([a, one], n) => list.slice(n + 1).forEach(([b, two]) => meet(one, two) && wrong.push(`${a} covers ${b}`)));
    for (const [css, box] of inner)
      if (box.height && box.bottom > part(".tray").bottom + 1) wrong.push(`${css} runs out of the tray`);
    const share = part(".frame").height / innerHeight;
    if (share < .399) wrong.push(`the table has ${Math.round(100 * share)} % of the height`);
    if (part(".hand").height < 44) wrong.push(`the hand has ${part(".hand").height} px`);
  }
  return [...new Set(wrong)];
}"""
# difficult names
NAMES = (
    "Wilhelmine-Bartholomea of Groombridge-Mow",
    "\U0001f414 the hen",
    "רות בת־שבע לבית אברהם",
    "E\u0301lise\u0301e",
)
# As after the last choices in the new-game form.
KEPT = "localStorage['chickenfoot-table'] ??= JSON.stringify(%s)"
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))))"


class Ruler:
    """Measures the page at every size of the grid."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.browser = page.context.new_cdp_session(page)
        self.faults: list[str] = []

    def measure(self, state: str) -> None:
        """Record the faults of this state at each window and text size. Leave the page at the first size."""
        for (width, height), percent in [*CASES, (WINDOWS[0], 100)]:
            self.page.set_viewport_size({"width": width, "height": height})
            size = MEDIUM * percent // 100
            self.browser.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
            self.page.evaluate(PAINTED)
            where = f"{state} {width}x{height} {percent} %"
            self.faults += [f"{where}: {fault}" for fault in self.page.evaluate(FAULTS)]
            if PICTURES:
                self.page.screenshot(path=Path(PICTURES) / f"{state}-{width}-{percent}.png")


def offer_made_up(page: Page) -> None:
    """Offer the made-up language en-XA on this page. For a first visit, because a service worker would answer instead."""
    texts = json.dumps(pseudo(read_locale("en")))

    def shell(route: Route) -> None:
        answer = route.fetch()
        body = answer.text().replace('data-languages="en', 'data-languages="en en-XA')
        route.fulfill(
            response=answer, body=body.replace('data-names="English', 'data-names="English, Made up')
        )

    page.route(re.compile(r"/(\?.*)?$"), shell)
    page.route("**/assets/locales/en-XA.json", lambda route: route.fulfill(body=texts))


def test_the_draws_for_the_centre_fit_if_they_come_at_once(chromium: Browser, address: str) -> None:
    options, seed = resolve("montgomery", players=4), "draws-77"
    assert len(deal_round(options, seed, 1).draws) == 8
    for width, height in ((360, 640), (844, 390)):
        page = chromium.new_page(viewport={"width": width, "height": height})
        drive.open_menu(page, address, deal_link(seed))
        page.add_style_tag(content="#bubbles .bubble { animation: none !important }")  # or they disappear
        drive.start_match(page)
        assert page.locator("#bubbles [data-event=start-draw]").count() == 8
        assert page.evaluate(FAULTS) == []
        page.close()


@pytest.mark.parametrize(("language", "seats"), TABLES)
@pytest.mark.slow
def test_nothing_is_cut_or_covered(chromium: Browser, address: str, language: str, seats: int) -> None:
    context = chromium.new_context(viewport=drive.SIZES["phone"], reduced_motion="reduce")
    context.set_default_timeout(30_000)
    page = context.new_page()
    wrong = drive.watch(page, address)
    offer_made_up(page)
    ruler = Ruler(page)

    changes: dict[str, object] = {"rounds": 1} | ({"set": 18} if seats > 8 else {})
    people = [Seat(name, "bot", "hen", "balanced") for name in (*NAMES, *map(str, range(seats)))[:seats]]
    people[0] = Seat(NAMES[0], "human")
    chosen = [seat._asdict() for seat in people]
    page.add_init_script(KEPT % json.dumps({"preset": "montgomery", "changes": changes, "seats": chosen}))
    page.goto(f"{address}?pace=0&lang={language}")
    page.locator("body[data-start=ready]").wait_for()
    page.locator("#welcome").wait_for()
    ruler.measure(f"welcome-{language}-{seats}")
    page.locator("#choose").click()
    page.locator("#setup").wait_for()
    assert page.locator("#players [data-seat-name]").count() == seats
    ruler.measure(f"form-{language}-{seats}")
    match = start_match(resolve("montgomery", changes, seats), "text-size")
    drive.open_record(page, write_record(Record(match, "montgomery", tuple(people))))
    assert page.locator("#seats .avatar > .face").count() == seats
    drawings = page.locator("#seats .avatar use")
    seen = drawings.evaluate_all(
        "(all) => all.filter((each) => getComputedStyle(each).opacity === '1').length"
    )
    assert seen == seats  # one mood of each portrait
    ruler.measure(f"opening-{language}-{seats}")
    for _ in range(4):
        drive.take_turn(page)
    if drive.phase(page) == "playing":
        page.locator("[data-action=hint]").click()
        expect(page.locator("#notice")).to_be_visible()
        ruler.measure(f"table-{language}-{seats}")
    page.locator("[data-action=menu]").click()
    expect(page.locator("#menu")).to_be_visible()
    ruler.measure(f"menu-{language}-{seats}")
    page.locator("#menu [data-action=settings]").click()
    ruler.measure(f"settings-{language}-{seats}")
    page.keyboard.press("Escape")
    page.locator("[data-action=menu]").click()
    page.locator("#menu [data-action=scores]").click()
    page.locator("body[data-sheet=open]").wait_for()
    ruler.measure(f"sheet-{language}-{seats}")
    page.locator("[data-action=close-sheet]").click()
    drive.rush_round(page)
    ruler.measure(f"result-{language}-{seats}")

    assert not ruler.faults, "\n" + "\n".join(ruler.faults)
    assert wrong == []
    context.close()
