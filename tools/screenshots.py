"""`python3 tools/screenshots.py [FOLDER]`: takes the pictures of assets/screenshots/ anew, from a match on dist/.

A phone and a laptop, light and dark: the menu, then the first round of one fixed deal at an early, a middle and a late
moment, then the score sheet. Look at them after every change that can be seen.
"""

import sys
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from game.records.links.deal import Link, write_link
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
            drive.open_menu(page, address)
            picture("menu")
            if size == "laptop" and folder == FOLDER:
                preview(page, folder.parent / build.PREVIEW, screen)
            page.goto(f"{address}?pace=0{DEAL}")
            page.reload()
            page.locator("body[data-start=ready]").wait_for()
            drive.start_match(page)
            for name, left in MOMENTS.items():
                while drive.phase(page) == "playing" and len(drive.hand(page)) > left:
                    drive.take_turn(page)
                picture(name)
            drive.play_round(page)
            picture("scores")
            page.context.close()
        browser.close()


def preview(page: Any, file: Path, screen: Any) -> None:
    """The first screen's picture and title alone, in the size that is shown of links."""
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1200, "height": 630})
    bare = page.add_style_tag(content=".welcome-words > :not(h1, .tagline) { display: none !important }")
    page.screenshot(path=file, type="jpeg", quality=82)
    bare.evaluate("(style) => style.remove()")
    page.set_viewport_size(screen)


def take(page: Any, folder: Path, size: str, name: str) -> None:
    """The page as it is, light and dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=folder / f"{name}-{size}-{scheme}.jpg", type="jpeg", quality=88)


if __name__ == "__main__":
    provision.go_on_in_venv(__file__)  # a browser is driven by what the tests need
    shoot(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
