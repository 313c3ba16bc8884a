"""`python3 tools/screenshots.py [FOLDER]`: takes the pictures of assets/screenshots/ anew, from a match on dist/.

A phone and a laptop, light and dark: the menu of a first visit, then the first round of one fixed deal at an early, a middle
and a late moment, then the score sheet. By day alone: a lesson, the rules written out, words at a seat, the banner for whoever
is caught, and text at 200 %. Look at them after every change that can be seen.
"""

import sys
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from game.records.links.version1 import Link, write_link
from game.rules.options.presets import resolve
from tools import build
from tools.common import provision, serve

FOLDER = provision.ROOT / "assets" / "screenshots"
DEAL = write_link(Link("montgomery", resolve("montgomery", players=4), "screenshots"))
MOMENTS = {"early": 10, "middle": 6, "late": 2}  # tiles left in the hand, at most


def shoot(folder: Path) -> None:
    """All pictures of both sizes."""
    from playwright.sync_api import sync_playwright

    from tools.common import drive

    folder.mkdir(parents=True, exist_ok=True)
    with serve.serving(build.build()) as address, sync_playwright() as playwright:
        browser = drive.launch_chromium(playwright)
        for size, screen in drive.SIZES.items():
            page = browser.new_context(
                viewport=screen, device_scale_factor=2 if size == "phone" else 1
            ).new_page()
            picture = partial(take, page, folder, size)
            by_day = partial(picture, schemes=("light",))
            drive.open_menu(page, address)
            picture("menu")
            if size == "laptop" and folder == FOLDER:
                preview(page, folder.parent / build.PREVIEW, screen)
            teach(page, by_day)
            deal(page, f"{address}?pace=0{DEAL}")
            for name, left in MOMENTS.items():
                while drive.phase(page) == "playing" and len(drive.hand(page)) > left:
                    drive.take_turn(page)
                picture(name)
                if name == "middle":
                    large(page, by_day)
            caught(page, address, by_day)
            drive.rush_round(page)
            page.evaluate("document.activeElement.blur()")  # no hand pressed, so what has the focus is framed
            picture("scores")
            deal(page, address + DEAL)
            follow(page, by_day)
            page.context.close()
        browser.close()


def deal(page: Any, link: str) -> None:
    """Begins the match of a link."""
    from tools.common import drive

    drive.visit(page, link)
    if drive.phase(page) != "menu":  # a match stands there, and the link asks first
        page.locator("[data-action=follow-link]").click()
    drive.start_match(page)


def follow(page: Any, picture: Any) -> None:
    """The others' moves at their own pace, when one of them lays a double."""
    seen(page, "#bubbles [data-event=double]")
    picture("bubble")


def caught(page: Any, address: str, picture: Any) -> None:
    """The person lays their last tile but one without a word, and is caught; then the match stands there without pace again."""
    from tools.common import drive

    while len(drive.hand(page)) > 2:
        drive.take_turn(page)
    drive.visit(page, address)
    seen(page, "#banner:not([hidden])")
    picture("banner")
    drive.visit(page, f"{address}?pace=0")


def seen(page: Any, sign: str) -> None:
    """Plays until, while the others move, what the selector names is seen, by day and at rest. Raises RuntimeError if it never is."""
    from tools.common import drive

    page.emulate_media(color_scheme="light")  # before they move: the change of colours takes its time
    while drive.phase(page) == "playing":
        drive.take_turn(page)
        while not page.locator(drive.QUIET).count():
            if page.locator(sign).count():
                page.evaluate("() => new Promise((done) => setTimeout(done, 900))")  # until nothing moves
                return
    raise RuntimeError(f"{sign} was never seen")


def teach(page: Any, picture: Any) -> None:
    """The second lesson after a wrong try, and the rules with the paragraph that its refusal opens."""
    page.locator("#learn").click()
    page.locator("#lesson header [data-action=lesson-on]").click()
    page.locator("body[data-step='2'][data-busy=false]").wait_for()
    page.locator("#hand [data-playable=false]").first.click()
    page.locator("#why").wait_for()
    picture("lesson")
    page.locator("#why").click()
    page.locator("#rules-text [data-asked]").wait_for()
    picture("rules")
    page.locator("#rules [data-action=close]").click()
    page.locator("#lesson [data-action=lesson-leave]").click()
    page.locator("body[data-phase=menu]").wait_for()


def large(page: Any, picture: Any) -> None:
    """The table with the browser's text at 200 %."""
    browser = page.context.new_cdp_session(page)
    for size in (32, 16):
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
        page.evaluate("() => new Promise((done) => setTimeout(done, 600))")  # until the drawing is made anew
        if size == 32:
            picture("large")


def preview(page: Any, file: Path, screen: Any) -> None:
    """The first screen's picture and title alone, in the size that is shown of links."""
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1200, "height": 630})
    bare = page.add_style_tag(content=".welcome-words > :not(h1, .tagline) { display: none !important }")
    page.screenshot(path=file, type="jpeg", quality=82)
    bare.evaluate("(style) => style.remove()")
    page.set_viewport_size(screen)


def take(page: Any, folder: Path, size: str, name: str, schemes: tuple[str, ...] = ("light", "dark")) -> None:
    """The page as it is, light and dark."""
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=folder / f"{name}-{size}-{scheme}.jpg", type="jpeg", quality=88)


if __name__ == "__main__":
    provision.go_on_in_venv(__file__)  # a browser is driven by what the tests need
    shoot(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
