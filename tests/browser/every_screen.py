"""Every screen of the page as a document of its own: one walk in Chromium keeps them, and any engine shows them without the game.

A kept screen has the markup, the styles and the contents of the fields, but no script and no hidden screen. So a test may look
at all screens in other engines, with other fonts, in forced colours or on paper, and pays for the walk once.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, ViewportSize

from tests.browser.reached import record
from tests.browser.text_size import PAINTED
from tools.common import drive, phones
from tools.common.deal_link import deal_link

Screens = Callable[[str], dict[str, str]]  # by size, every screen by name
GOLDEN = Path(__file__).resolve().parents[1] / "golden"
COMPARISON, PUZZLE, REPLAY = (
    json.loads((GOLDEN / name).read_text())[number]["code"]
    for name, number in (("comparisons-1.json", 0), ("positions-2.json", 5), ("replays-2.json", 0))
)
BY_POST = json.loads((GOLDEN / "post-links-1.json").read_text())
INVITED, ELSEWHERE = BY_POST[0]["code"], BY_POST[3]["code"]
SHORT = deal_link("text-size", rounds=1)
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "laptop": {"width": 1440, "height": 900},
}
# The document without scripts, its fields' contents as attributes, its open dialog marked.
KEEP = """() => {
  const page = document.documentElement.cloneNode(true);
  const fields = "input, option", copies = page.querySelectorAll(fields);
  document.querySelectorAll(fields).forEach((field, number) => {
    if (field.matches("option")) copies[number].toggleAttribute("selected", field.selected);
    else if (field.matches("[type=radio], [type=checkbox]")) copies[number].toggleAttribute("checked", field.checked);
    else if (!field.matches("[type=file]")) copies[number].setAttribute("value", field.value);
  });
  const gone = "script, noscript, template, link, meta[http-equiv], main[hidden], dialog:not([open])"; // two thirds of the elements
  page.querySelectorAll(gone).forEach((each) => each.remove());
  page.querySelectorAll("dialog[open]").forEach((dialog) => { dialog.removeAttribute("open"); dialog.dataset.kept = "open"; });
  return "<!doctype html>" + page.outerHTML;
}"""
# Shows a kept screen in a frame of that size, the only element of the page. Frames obey their own width, so the window may have any.
SHOW = """([kept, width, height]) => new Promise((done) => {
  const frame = document.querySelector("iframe") ?? document.body.appendChild(document.createElement("iframe"));
  document.body.style.margin = 0;
  frame.style.cssText = `display: block; border: 0; width: ${width}px; height: ${height}px`;
  frame.onload = () => {
    for (const dialog of frame.contentDocument.querySelectorAll("dialog[data-kept]")) dialog.showModal();
    frame.contentDocument.activeElement?.blur();
    requestAnimationFrame(() => requestAnimationFrame(() => done()));
  };
  frame.srcdoc = kept;
})"""


class Walk:
    """Walks through the page and keeps its screens, by name."""

    def __init__(self, page: Page, address: str) -> None:
        self.address = address
        self.page = page
        self.kept: dict[str, str] = {}

    def keep(self, name: str) -> None:
        """Keep the present screen."""
        self.page.evaluate(PAINTED)
        self.page.locator(drive.QUIET).wait_for()
        self.kept[name] = self.page.evaluate(KEEP)

    def press(self, selector: str) -> None:
        """Press the first visible element, and wait until the page has reacted."""
        self.page.locator(f"{selector}:visible").first.click()
        self.page.locator(drive.QUIET).wait_for()

    def close(self) -> None:
        """Close the open dialog, or leave a side screen."""
        self.page.keyboard.press("Escape")
        self.page.locator(drive.QUIET).wait_for()

    def accept(self, code: str) -> None:
        """Open the link of a code in this page, without a new visit, which costs more than most screens."""
        self.page.evaluate("(code) => { location.hash = code }", code)
        self.page.locator(
            "#opened[open], #laboratory:not([hidden]), #post-link:not([hidden])"
        ).first.wait_for()
        self.page.locator(drive.QUIET).wait_for()

    def end(self, record: str) -> None:
        """Open a record of a match, and play its last turns."""
        drive.open_record(self.page, record)
        drive.rush_round(self.page)

    def menu(self) -> None:
        """The first screen, and what lies behind it."""
        page = self.page
        drive.open_menu(page, self.address)
        page.locator(".round-picture").wait_for(state="attached")  # it comes after the start
        self.keep("first")
        drive.choose(page, "new-game")
        page.locator(drive.QUIET).wait_for()
        self.press("#own-rules > summary")
        if page.locator(".more").first.is_visible():  # a wide form shows all cards
            self.press(".more")
        self.press("#players summary")
        self.keep("new game")
        self.press("#setup [data-action=back]")
        self.press("[data-action=daily]")
        self.keep("day")
        self.close()
        self.press("[data-action=pad]")
        self.keep("pad, names")
        for number, name in enumerate(("Ann", "Benedikta Margarethe", "Cleo", "Dan")):
            page.locator("#pad-names input").nth(number).fill(name)
        self.press("[data-action=begin-pad]")
        self.press("#pad-seats .paper-button")
        self.press("[data-pad-tile]")
        self.keep("pad, tiles")
        self.close()
        self.keep("pad")
        for _ in range(2):
            self.press("[data-action=pad-leave]")
        self.press("[data-action=phones]")
        self.press("[data-action=invited]")
        self.keep("invited")
        self.close()
        phones.invite(page)
        page.locator("#invite-qr svg").wait_for()
        self.keep("invite")
        code = page.locator("[data-invitation]").get_attribute("data-invitation") or ""
        self.press("[data-action=party-help]")
        self.keep("help")
        self.close()
        self.press("[data-action=party-back]")
        page.evaluate("(code) => { location.hash = code }", code.partition("#")[2])
        page.locator("#join").wait_for()
        self.keep("join")
        self.press("[data-action=join-leave]")
        self.press("#learn")
        self.keep("lesson")
        self.press("[data-action=lesson-leave]")

    def links(self) -> None:
        """What links open."""
        self.accept(COMPARISON)
        self.page.locator("#lab-cards > li").first.wait_for()
        self.keep("laboratory")
        self.press("#laboratory [data-action=back]")
        self.accept(INVITED)
        self.keep("by post, invited")
        self.press("[data-action=post-join]")
        self.keep("by post, to send")
        self.press("#post-remove summary")
        self.press("[data-action=post-forget]")
        self.keep("by post")
        self.accept(ELSEWHERE)
        self.press("#post-others summary")
        self.keep("by post, elsewhere")
        self.press("#post-take-others button")
        self.keep("by post, table")
        self.press("#buttons [data-action=menu]")
        self.press("#menu [data-action=leave]")
        self.keep("first, by post")
        self.accept(PUZZLE)
        self.keep("opened")
        self.press("[data-action=accept-link]")
        self.keep("puzzle")
        self.page.locator("#hand > :focus").wait_for()
        self.press("#hand > [data-playable=true]")
        self.press("#places > button")
        self.press("#riddle-answer")
        self.page.locator("#riddle-again").wait_for()
        self.keep("puzzle, answered")
        self.accept(REPLAY)
        self.press("[data-action=accept-link]")
        self.press("[data-action=on-one]")
        self.keep("replay")

    def match(self) -> None:
        """A match, and the dialogs at the table."""
        page = self.page
        self.end(record("near the end"))
        self.keep("round over")
        self.accept(SHORT)
        self.press("[data-action=accept-link]")
        self.keep("round card")
        if page.locator("#card-begin:visible").count():
            self.press("#card-begin")
        turns = 0
        while turns < 5 or not page.locator("#hand [data-playable=true]").count():
            drive.take_turn(page)
            page.locator(drive.QUIET).wait_for()
            turns += 1
        self.keep("table")
        self.press("#hand [data-playable=true]")
        self.keep("chosen")
        page.keyboard.press("Escape")
        for _ in range(2):  # the first press asks, in a challenge
            self.press("#buttons [data-action=hint]")
        self.keep("hint")
        self.press("#buttons [data-action=menu]")
        self.keep("menu")
        self.close()
        for dialog in ("settings", "rules", "glossary", "keys", "honest", "share"):
            if not page.locator("#menu").is_visible():  # a closed dialog may show the menu again
                self.press("#buttons [data-action=menu]")
            self.press(f"#menu [data-action={dialog}]")
            self.keep(dialog)
            self.close()
        if page.locator("#menu").is_visible():
            self.close()
        self.end(record("near the end of all"))
        self.keep("match over")
        self.press("#over-more > summary")
        self.press("#over [data-action=leave]")
        self.press("#welcome [data-action=history]")
        self.keep("history")
        self.press("[data-action=statistics]")
        self.keep("statistics")


def walk(page: Page, address: str) -> dict[str, str]:
    """Every screen by name, in the window's size. The page has no data yet, and should ask for reduced motion."""
    walker = Walk(page, address)
    walker.menu()
    walker.links()
    walker.match()
    return walker.kept


def show_alone(page: Page, kept: str) -> None:
    """Show a kept screen as the page itself, in the window's size."""
    page.set_content(kept)
    page.evaluate("document.querySelectorAll('dialog[data-kept]').forEach((dialog) => dialog.showModal())")
    page.evaluate(PAINTED)


def show(page: Page, kept: str, size: str) -> Any:
    """Show a kept screen in a page that is empty or shows another one. Returns the frame."""
    page.evaluate(SHOW, [kept, *SIZES[size].values()])
    return page.frames[1]
