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
from playwright.sync_api import Browser, Page, expect

from game.narration.localization.language import read_locale
from game.records.record import Record, Seat, write_record
from game.rules.match import start_match
from game.rules.options.presets import resolve
from game.rules.round.deal import deal_round
from tests.browser.reached import record
from tests.browser.text_size import FAULTS, MEDIUM, PAINTED, offer_made_up
from tools.common import drive, provision
from tools.common.deal_link import deal_link

WINDOWS = ((360, 640), (390, 844), (844, 390), (820, 1180), (1440, 900))
GRID = list(product(WINDOWS, (100, 130, 200)))
FEW = [((360, 640), 200), ((844, 390), 200)]
SOME = [((360, 640), 130), *FEW, ((1440, 900), 200)]
WHOLE = os.environ.get("CHICKENFOOT_TEXT") == "all"
Cases = list[tuple[tuple[int, int], int]]  # windows, each with a text size
CASES = [GRID] if WHOLE else [FEW, pytest.param(SOME, marks=pytest.mark.long)]
TABLES = (
    [("en-XA", 4), ("en-XA", 10), ("en", 2), ("en", 4), ("en", 10), ("es", 4), ("es", 10)]
    if WHOLE
    else [("en-XA", 4)]
)
PICTURES = os.environ.get("CHICKENFOOT_PICTURES", "")

# what follows what in the line above the hand: the beginnings of keys in `prompt`
FITS = ("fits.", "fits-must")
NO_TOE = ("have-none", "only-blocked", "all-pass")
PROMPTS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("centre", "opening"), ("fits", "searched")),
    (("drawn-or-pass", "drawn-play"), ("fits.one", "fits-must.one", "fits-dots.one")),
    (("drawn-again", "drawn-pass", "draw", "pass", "blocked"), ()),
    (("foot-first",), FITS + NO_TOE),
    (("foot-dead", "few-left", "none-left"), NO_TOE),
    (("foot-short",), FITS),
    (("wait", "turn"), ("searched", "call-again")),
    (("chosen",), ("places", "may-block", "needs-all", "foot-ahead")),
)
BAR = provision.ROOT / "game" / "page" / "turns" / "action_bar.py"  # imports what browsers alone have
BOLD = float(re.findall(r"^BOLD = ([\d.]+)", BAR.read_text(), re.MULTILINE)[0])
# The prompts that would have to scroll. All are laid out at once, each as the only one in its line.
SCROLLS = """(prompts) => {
  const shown = document.querySelector("#prompt"), line = shown.parentElement;
  const box = `position: absolute; width: ${shown.clientWidth}px; max-height: ${line.clientHeight}px`;
  const copies = prompts.map(([bold, rest, letters]) => {
    const copy = shown.cloneNode(true);
    copy.style.cssText = `--letters: ${letters}; ${box}`;
    copy.firstChild.textContent = bold, copy.lastChild.textContent = rest;
    return copy;
  });
  line.append(...copies);
  const scrolls = prompts.filter((_, n) => copies[n].scrollHeight > copies[n].clientHeight + 1);
  for (const copy of copies) copy.remove();
  return scrolls;
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


class Ruler:
    """Measures the page at every size of the grid."""

    def __init__(self, page: Page, cases: Cases) -> None:
        self.page, self.cases = page, cases
        self.browser = page.context.new_cdp_session(page)
        self.faults: list[str] = []

    def measure(self, state: str) -> None:
        """Record the faults of this state at each window and text size. Leave the page at the first size."""
        for (width, height), percent in self.cases:
            self.resize(width, height, percent)
            where = f"{state} {width}x{height} {percent} %"
            self.faults += [f"{where}: {fault}" for fault in self.page.evaluate(FAULTS)]
            if PICTURES:
                self.page.screenshot(path=Path(PICTURES) / f"{state}-{width}-{percent}.png")
        self.resize(*WINDOWS[0], 100)

    def resize(self, width: int, height: int, percent: int) -> None:
        """Change the window and the text size, and wait until the page is painted."""
        self.page.set_viewport_size({"width": width, "height": height})
        size = MEDIUM * percent // 100
        self.browser.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
        self.page.evaluate(PAINTED)


@pytest.mark.parametrize(("width", "height"), [(360, 640), pytest.param(844, 390, marks=pytest.mark.long)])
def test_the_draws_for_the_centre_fit_if_they_come_at_once(
    page: Page, address: str, width: int, height: int
) -> None:
    options, seed = resolve("montgomery", players=4), "draws-77"
    assert len(deal_round(options, seed, 1).draws) == 8
    page.set_viewport_size({"width": width, "height": height})
    drive.visit(page, f"{address}?pace=0{deal_link(seed)}")
    page.add_style_tag(content="#bubbles .bubble { animation: none !important }")  # or they disappear
    drive.start_match(page)
    assert page.locator("#bubbles [data-event=start-draw]").count() == 3
    assert page.evaluate(FAULTS) == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_prompt_needs_scrolling(page: Page, address: str, language: str) -> None:
    values = {"tile": "9-4", "n": 3, "number": 9, "own": "9-9", "name": "Hattie", "names": "Hattie, Pearl"}
    words = values | {"count": {"en": "Three", "es": "Tres"}[language]}
    words |= (
        {"suit": "seven", "suits": "sevens"} if language == "en" else {"suit": "cuatro", "suits": "cuatros"}
    )
    texts = read_locale(language)

    def say(beginnings: tuple[str, ...]) -> list[str]:
        return [
            re.sub(r"\{(\w+)\}", lambda found: str(words[found[1]]), text)
            for key, text in texts.items()
            if key.startswith(tuple(f"prompt.{beginning}" for beginning in beginnings))
        ]

    pairs = [
        (bold, rest) for firsts, seconds in PROMPTS for bold in say(firsts) for rest in say(seconds) or [""]
    ]
    assert len(pairs) > 90
    drive.visit(page, f"{address}?pace=0&lang={language}{deal_link('prompts')}")
    drive.start_match(page)
    for (width, height), size in product(WINDOWS[:3], ("normal", "larger")):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("(size) => document.documentElement.dataset.size = size", size)
        scrolls = page.evaluate(
            SCROLLS, [(bold, rest, round(BOLD * len(bold)) + len(rest)) for bold, rest in pairs]
        )
        assert scrolls == [], (width, size)


@pytest.mark.parametrize("cases", CASES, ids=len)
@pytest.mark.parametrize(("language", "seats"), TABLES)
@pytest.mark.slow
def test_nothing_is_cut_or_covered(
    chromium: Browser, address: str, language: str, seats: int, cases: Cases
) -> None:
    context = chromium.new_context(viewport=drive.SIZES["phone"], reduced_motion="reduce")
    context.add_init_script(drive.NO_OFFLINE_COPY)
    context.set_default_timeout(30_000)
    page = context.new_page()
    wrong = drive.watch(page, address)
    offer_made_up(page)
    ruler = Ruler(page, cases)

    changes: dict[str, object] = {"rounds": 1} | ({"set": 18} if seats > 8 else {})
    people = [Seat(name, "bot", "hen", "balanced") for name in (*NAMES, *map(str, range(seats)))[:seats]]
    people[0] = Seat(NAMES[0], "human")
    chosen = [seat._asdict() for seat in people]
    page.add_init_script(KEPT % json.dumps({"preset": "montgomery", "changes": changes, "seats": chosen}))
    page.goto(f"{address}?pace=0&lang={language}")
    page.locator("body[data-start=ready]").wait_for()
    page.locator("#welcome").wait_for()
    ruler.measure(f"welcome-{language}-{seats}")
    drive.choose(page, "new-game")
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
        page.locator(drive.QUIET).wait_for()
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
    near_the_end = json.loads(record("near the end of all"))
    if len(near_the_end["seats"]) == seats:  # sooner there than from here
        near_the_end["seats"] = chosen
        drive.open_record(page, json.dumps(near_the_end))
    drive.rush_round(page)
    ruler.measure(f"result-{language}-{seats}")

    assert not ruler.faults, "\n" + "\n".join(ruler.faults)
    assert wrong == []
    context.close()
