"""What browsers' own hands do to the page, on every screen: other engines, forced colours, forced darkening, a minimum font size, touch.

The screens are kept once (tests/browser/every_screen.py) and shown here without the game. Lengths are in px.
"""

import base64
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright

from tests.browser.access import places, rules
from tests.browser.boxes import BOXES, PLAIN, Measured, apart
from tests.browser.every_screen import SHOW, SIZES, Screens, show, show_alone
from tools.common import drive, webkit

# In forced colours: screen, element, and what takes its state away.
STATES = (
    ("settings", ".switch input:checked", "e.checked = false"),
    ("settings", ".segments input:checked + span", "e.previousElementSibling.checked = false"),
    ("new game", ".card:has(:checked)", "e.querySelector('input').checked = false"),
    ("new game", ".dots:has(.on)", "e.querySelectorAll('.on').forEach((dot) => dot.classList.remove('on'))"),
    ("pad, tiles", ".pad-tile[aria-pressed=true]", "e.setAttribute('aria-pressed', 'false')"),
    ("day", "td[data-place='1']", "e.dataset.place = 2"),
    ("day", "td[data-place='2']", "delete e.dataset.place"),
    ("day", "td[aria-current]", "e.removeAttribute('aria-current')"),
    ("laboratory", ".lab-progress progress", "e.value = 0"),
    ("laboratory", ".lab-bar:has(b)", "e.querySelector('b').style.width = '1%'"),
    ("table", ".seat[aria-current]", "e.removeAttribute('aria-current')"),
    ("table", ".seat .seat-tiles", "e.querySelector('.backs').style.visibility = 'hidden'"),
    ("table", ".hand-tile[data-playable=true]", "e.dataset.playable = false"),
    ("table", ".hand-tile[data-drawn=true]", "delete e.dataset.drawn"),
    ("table", ".buttons [data-action=draw][data-wanted=true]", "delete e.dataset.wanted"),
    ("table", ".buttons [data-action=undo]:disabled", "e.disabled = false"),
    ("chosen", ".hand-tile[aria-pressed=true]", "e.setAttribute('aria-pressed', 'false')"),
    ("round over", "td[data-won=true]", "e.dataset.won = false"),
    ("round over", "tfoot td[data-leads]", "delete e.dataset.leads"),
    ("match over", ".placing[data-own]", "delete e.dataset.own"),
    ("invite", ".party-face[data-next]", "delete e.dataset.next"),
    ("join", ".join-faces label:has(:checked)", "e.querySelector('input').checked = false"),
    ("rules", "#rules-text section[data-house=true]", "e.dataset.house = false"),
    ("rules", "#rules-text section[data-asked]", "delete e.dataset.asked"),
)
# States that these screens do not show: what brings them about first.
BEFORE = """() => {
  const set = (selector, name, value) => document.querySelector(selector)?.setAttribute(name, value);
  set("#daily-weeks td:nth-child(2):has(.day:not([hidden]))", "data-place", "1");
  set("#daily-weeks td:nth-child(3):has(.day:not([hidden]))", "data-place", "2");
  set("#hand > :last-child", "data-drawn", "true");
  set("#buttons [data-action=draw]", "data-wanted", "true");
  set("#rules-text section", "data-asked", "");
  document.querySelectorAll(".lab-card button").forEach((e) => e.setAttribute("aria-expanded", "true"));
  const undo = document.querySelector("#buttons [data-action=undo]");
  if (undo) undo.disabled = true;
}"""
# Buttons that nothing sets off from what is around them.
NO_EDGE = """() => [...document.querySelectorAll("button:not(.tap, .place, .term, .hand-tile, .day, .turning-table)")]
  .filter((e) => e.checkVisibility() && e.getClientRects().length)
  .filter((e) => { const style = getComputedStyle(e); return style.outlineStyle === "none" && style.borderStyle === "none"; })
  .map((e) => e.dataset.action ?? e.id)"""

# Contrast of each colour of pips with the face of its tile, in a picture with forced darkening. A picture without it, in the same theme,
# says which points are pips and which are face.
CONTRASTS = """async ([plain, forced, rects]) => {
  const points = async (picture) => {
    const image = new Image();
    image.src = "data:image/png;base64," + picture;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return (left, top, width, height) => canvas.getImageData(left, top, width, height).data;
  };
  const [before, after] = [await points(plain), await points(forced)];
  const light = (rgb) => { const [r, g, b] = rgb.map((c) => c / 255).map((c) => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b; };
  const found = {};
  for (const rect of rects) {
    const was = before(...rect), is = after(...rect), groups = new Map();
    for (let i = 0; i < was.length; i += 4) {
      const colour = [was[i], was[i + 1], was[i + 2]].map((c) => c >> 4 << 4).join();
      (groups.get(colour) ?? groups.set(colour, []).get(colour)).push(i);
    }
    const [face, ...others] = [...groups].sort((a, b) => b[1].length - a[1].length);
    const mean = (at) => [0, 1, 2].map((c) => at.reduce((sum, i) => sum + is[i + c], 0) / at.length);
    const whole = (at) => [0, 1, 2].map((c) => at.reduce((sum, i) => sum + was[i + c], 0) / at.length);
    for (const [colour, at] of others) {
      const [a, b] = [light(whole(at)), light(whole(face[1]))];
      if (at.length < 12 || (Math.max(a, b) + .05) / (Math.min(a, b) + .05) < 3) continue;  // no pips: an edge, a shade
      const [one, two] = [light(mean(at)), light(mean(face[1]))];
      found[`${rect} ${colour}`] = (Math.max(one, two) + .05) / (Math.min(one, two) + .05);
    }
  }
  return found;
}"""
TILES = """() => { const isOnTop = (e) => { // the sheet may lie over the hand
    const box = e.getBoundingClientRect(), hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !e.closest("#hand") || hit && (hit.contains(e) || e.contains(hit)); };
  return [...document.querySelectorAll("#hand svg, .foot-picture, .round-picture, .held-tiles .mini, .pad-tile .mini")]
  .filter((e) => e.checkVisibility() && isOnTop(e)).map((e) => (e.querySelector(".tile") ?? e.querySelector("use")).getBoundingClientRect())
  .filter((box) => box.width > 20 && box.top > 0 && box.bottom < innerHeight)
  .map((box) => [box.left + 3, box.top + 3, box.width - 6, box.height - 6].map(Math.round)); }"""

FIELDS = """() => [...document.querySelectorAll("select, textarea, input:not([type=radio], [type=checkbox], [type=range], [type=file])")]
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 16).map((e) => e.id || e.name)"""
TOUCH = """() => [
  ...[document.documentElement, document.body].filter((e) => getComputedStyle(e).overscrollBehaviorY !== "none").map((e) => e.localName),
  ...[...document.body.querySelectorAll("*")].filter((e) => !["manipulation", "none"].includes(getComputedStyle(e).touchAction))
    .map((e) => e.id || e.className || e.localName)]"""
# With large type: names cut short, and texts that lie over each other or leave their part of the table.
CRAMPED = """() => {
  const wrong = [], box = (e) => e.getBoundingClientRect();
  const all = (css) => [...document.querySelectorAll(css)].filter((e) => e.checkVisibility());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  for (const e of all("#seats .seat-name")) if (e.scrollWidth > e.clientWidth + 1) wrong.push(`${e.textContent} is cut`);
  for (const seat of all("#seats .seat")) {
    const [did, count] = [".seat-did > span:not(:empty):not(.long)", ".seat-tiles b"].map((css) => seat.querySelector(css));
    if (did?.checkVisibility() && meet(box(did), box(count))) wrong.push(`${did.textContent} lies over ${count.textContent}`);
  }
  for (const e of all(".in-hand")) {
    const range = document.createRange(), tray = box(document.querySelector("#tray"));
    range.selectNodeContents(e);
    const { top, right } = range.getBoundingClientRect(), words = e.lastElementChild;
    if (top < tray.top - 4 || right > innerWidth) wrong.push("the points leave the tray");
    range.selectNodeContents(words);
    const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
    if (lines.size > words.textContent.split(" ").length) wrong.push("a word is broken");
  }
  for (const e of all("thead th:first-child > span"))
    if (box(e).height > 1.9 * parseFloat(getComputedStyle(e).lineHeight)) wrong.push("Round is broken");
  for (const label of all(".quick label")) {
    const select = label.querySelector("select"), text = box(select).top + parseFloat(getComputedStyle(select).paddingTop);
    if (box(label.querySelector("span")).bottom > text + 3) wrong.push(`${label.innerText} lies over its choice`);
  }
  return wrong;
}"""


# The element 2 px above the lower edge of the dialog of tiles, and after a scroll to its end the one at the upper edge of its button.
BELOW_BAR = """() => {
  const dialog = document.querySelector("#pad-tiles"), box = dialog.getBoundingClientRect();
  const below = document.elementFromPoint(box.left + box.width / 2 - 40, box.bottom - 2).id;
  dialog.scrollTop = dialog.scrollHeight;
  const button = dialog.querySelector(".primary").getBoundingClientRect();
  return [below, document.elementFromPoint(button.left + button.width / 2, button.top + 2).className];
}"""


def compare(
    screens: Screens,
    size: str,
    here: Page,
    there: Callable[[str], Measured],
    near: Callable[[float], float],
    flows: bool = False,
) -> None:
    """Compare every screen of that size in Chromium, `here`, with what another engine measures."""
    found = []
    for name, kept in screens(size).items():
        plain = kept.replace("</head>", PLAIN, 1)
        show(here, plain, size)
        found += [
            f"{name}, {size}: {fault}" for fault in apart(here.evaluate(BOXES), there(plain), near, flows)
        ]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.skipif(not shutil.which("firefox-esr"), reason="no Firefox on this machine")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.long
def test_boxes_in_firefox(playwright: Playwright, chromium: Browser, screens: Screens, size: str) -> None:
    """A text may break elsewhere: Chromium avoids a lonely word on the last line, Firefox makes the lines equally long."""
    here, firefox = chromium.new_page(), drive.launch_firefox(playwright)
    other = firefox.new_page()

    def there(kept: str) -> Measured:
        show(other, kept, size)
        measured: Measured = other.evaluate(BOXES)
        return measured

    compare(screens, size, here, there, lambda length: 2)
    firefox.close()


@pytest.mark.skipif(not webkit.is_here(), reason="no WebKitGTK here")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.long
def test_boxes_in_webkitgtk(chromium: Browser, screens: Screens, size: str) -> None:
    """Its letters stand on whole pixels and its line heights are whole too, so what holds text differs by up to a twentieth.

    A short text differs by 1.5 px more, and a long one may break elsewhere.
    """
    here = chromium.new_page()
    with webkit.running() as driver:
        driver.set_script_timeout(60)
        driver.get("about:blank")

        def there(kept: str) -> Measured:
            script = f"const done = arguments[arguments.length - 1]; ({SHOW})(arguments[0]).then(done)"
            driver.execute_async_script(script, [kept, *SIZES[size].values()])
            measured: Measured = driver.execute_script(f"return ({BOXES})()")
            return measured

        compare(screens, size, here, there, lambda length: max(2, length / 20 + 1.5), flows=True)


def touchable(page: Page, where: str) -> None:
    """Fields are large enough that iOS does not zoom into them, and no touch reloads or zooms the page."""
    assert page.evaluate(FIELDS) == [], where
    assert page.evaluate(TOUCH) == [], where


def test_every_screen_is_accessible(chromium: Browser, screens: Screens) -> None:
    """WCAG 2.2 AA by axe, nothing cut off or too small. test_access.py has more sizes, both themes and both languages.

    axe also looks at the table on a laptop, where the open ends and the sheet are in view.
    """
    context = chromium.new_context(viewport=SIZES["phone"], reduced_motion="reduce", color_scheme="light")
    page, wrong = context.new_page(), []
    for name, kept in screens("phone").items():
        show_alone(page, kept)
        for check in (touchable, places, rules):
            try:
                check(page, name)
            except AssertionError as fault:  # the other screens are looked at too
                wrong.append(str(fault))
    page.set_viewport_size(SIZES["laptop"])
    show_alone(page, screens("phone")["table"])
    assert page.locator("#ends .tap:visible").count() > 0
    rules(page, "table on a laptop")
    context.close()
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow  # first, so that no other worker waits for the walk
def test_forced_colours_leave_every_state_visible(chromium: Browser, screens: Screens) -> None:
    context = chromium.new_context(viewport=SIZES["phone"], forced_colors="active", reduced_motion="reduce")
    page, shown, alike = context.new_page(), "", []
    for screen, selector, take_away in STATES:
        if screen != shown:
            frame = show(page, screens("phone")[screen], "phone")
            frame.evaluate(BEFORE)
            assert frame.evaluate(NO_EDGE) == [], screen
            shown = screen
        element = frame.locator(selector).locator("visible=true").first
        before = element.screenshot()
        handle = element.element_handle()
        handle.evaluate(f"(e) => {{ {take_away} }}")
        if handle.screenshot() == before:
            alike.append((screen, selector, take_away))
    assert alike == []
    context.close()


@pytest.mark.parametrize(
    ("system", "theme"),
    [("dark", ""), pytest.param("dark", "light", marks=pytest.mark.long), ("light", "")],
)
@pytest.mark.parametrize(
    ("size", "names"),
    [
        ("phone", ("chosen",)),
        pytest.param("phone", ("round over", "pad, tiles"), marks=pytest.mark.long),  # the same drawings
        # on a phone the tiles of the first screen are a small picture; the other screens have the same tiles
        pytest.param("laptop", ("first",), marks=pytest.mark.long),
    ],
    ids=["phone", "others", "laptop"],
)
def test_forced_darkening_keeps_tiles_readable(
    chromium: Browser, screens: Screens, system: Any, theme: str, size: str, names: tuple[str, ...]
) -> None:
    """On a dark system a page may refuse the darkening, and the chosen theme stays. On a light one it may not."""
    context = chromium.new_context(viewport=SIZES["phone"], color_scheme=system, reduced_motion="reduce")
    page = context.new_page()
    browser = context.new_cdp_session(page)
    page.set_viewport_size(SIZES[size])
    for screen in names:
        kept = screens(size)[screen]
        if theme:
            kept = kept.replace("<html", f'<html data-theme="{theme}"', 1)
        pictures = []
        for enabled in (False, True):
            browser.send("Emulation.setAutoDarkModeOverride", {"enabled": enabled})
            frame = show(page, kept, size)
            pictures.append(page.screenshot())
        if system == "dark":
            assert pictures[0] == pictures[1], screen
            continue
        assert pictures[0] != pictures[1], screen
        page.emulate_media(color_scheme="dark")  # what the darkened page shows, without the darkening
        browser.send("Emulation.setAutoDarkModeOverride", {"enabled": False})
        frame = show(page, kept, size)
        plain = page.screenshot()
        page.emulate_media(color_scheme=system)
        told = [base64.b64encode(picture).decode() for picture in (plain, pictures[1])]
        contrasts = page.evaluate(CONTRASTS, [*told, frame.evaluate(TILES)])
        assert len(contrasts) > 2, screen
        assert {point: contrast for point, contrast in contrasts.items() if contrast < 3} == {}, screen
    context.close()


def test_nothing_shows_below_a_bar_at_the_edge_of_a_dialog(chromium: Browser, screens: Screens) -> None:
    page = chromium.new_page()
    assert show(page, screens("phone")["pad, tiles"], "phone").evaluate(BELOW_BAR) == ["pad-foot", "primary"]
    page.close()


def test_boxes_grow_with_a_minimum_font_size(
    playwright: Playwright, tmp_path: Path, screens: Screens
) -> None:
    settings = tmp_path / "Default" / "Preferences"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"webkit": {"webprefs": {"minimum_font_size": 22}}}))
    context = drive.launch_profile(playwright, str(tmp_path), viewport=SIZES["phone"])
    page = context.new_page()
    for name in ("first", "table", "round over", "match over"):
        assert show(page, screens("phone")[name], "phone").evaluate(CRAMPED) == [], name
    assert (
        page.frames[1].evaluate("parseFloat(getComputedStyle(document.body).lineHeight)") > 30
    )  # the setting holds
    context.close()
