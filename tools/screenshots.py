"""`python3 tools/screenshots.py [FOLDER]`: take screenshots of dist/.

Without FOLDER it takes only the pictures that are published (PUBLISHED), into assets/screenshots/.

With FOLDER it takes many more into that folder, to be looked at after a visible change: on a phone and a laptop, in light
and dark colours, the menu of a first visit, and the first round of a fixed deal at an early, a middle and a late moment,
with its score sheet. In light colours only, a lesson, the written rules, an event bubble, the banner when the person is
caught, and text at 200 %. Also a table of own phones, and the rule laboratory with a comparison, in both languages. The
sub-folder sizes/ shows six moments of a match on six sizes of screen, from a small phone to a large desktop.
"""

import re
import sys
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import build
from tools.common import provision, serve
from tools.common.deal_link import deal_link

FOLDER = provision.ROOT / "assets" / "screenshots"
DEAL = deal_link("screenshots")
# By default the game calls the last tile for the person, so nobody could catch them.
CALLS_BY_PERSON = """localStorage["chickenfoot-settings"] ??= '{"call-alone": false}'"""
SHORT_MATCH = deal_link("screenshots", rounds=2)
SCREENS = ((390, 844), (360, 640), (844, 390), (1024, 1366), (1440, 900), (1920, 1080))  # px, for sizes/
PHONE = 900  # px; the longer side of a phone's screen, which has two device pixels to a px, is shorter
FOOT_OPEN = ".ends-line[data-pending]"
# The pictures that README.md and the web app manifest show.
PUBLISHED = {
    f"{name}.jpg"
    for name in (
        "early-phone-light",
        "late-phone-dark",
        "late-laptop-light",
        "middle-phone-light",
        "scores-phone-light",
        "middle-laptop-light",
        "menu-laptop-light",
    )
}
MOMENTS = {"early": 10, "middle": 6, "late": 2}  # how many tiles the person's hand has at most


def take_phones(browser: Any, address: str, folder: Path) -> None:
    """Own phones: the form, the invitation, the guest's screens, a guest at the table, and a screen that shows it."""
    from tools.common import phones

    host, ann, ben = (
        browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2).new_page()
        for _ in range(3)
    )
    screen = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()

    def shoot(page: Any, name: str) -> None:
        page.screenshot(path=folder / f"phones-{name}.jpg", type="jpeg", quality=80)

    phones.open_lobby(host, address)
    phones.join(host, ben, "Ben")
    host.locator("#invite-qr svg").wait_for()
    shoot(host, "invite")
    phones.open_invitation(ann, phones.invitation(host))
    shoot(ann, "name")
    answer = phones.answer(ann, "Ann")
    ann.locator("#join-qr svg").wait_for()
    shoot(ann, "answer")
    phones.take(host, answer)
    ann.locator("body[data-party]").wait_for()
    phones.join(host, screen, "", only_shows=True)
    shoot(ann, "wait")
    phones.deal(host, ann, ben, screen)
    phones.play([host, ann, ben, screen], most_moves=24)
    shoot(ann, "table")
    shoot(screen, "screen")
    ben.goto("about:blank")
    host.locator(".seat[data-joined=gone]").wait_for()
    shoot(host, "quiet")
    for page in (host, ann, ben, screen):
        page.context.close()


def take_laboratory(browser: Any, address: str, folder: Path) -> None:
    """The rule laboratory: the figures of 1,000 deals drawn until a tile fits, opened by a link."""
    from playwright.sync_api import expect

    from tools.common import drive

    page = browser.new_page()
    drive.open_menu(page, address)
    drive.choose(page, "laboratory")
    page.locator("#lab-try:enabled").wait_for()
    page.locator("#lab-option").select_option("draw")
    page.locator("#lab-try:enabled").click()
    page.locator("#lab-sentence:visible").wait_for()
    expect(page.locator("#lab-stop")).to_be_hidden(timeout=300_000)
    page.locator("[data-action=lab-share]").click()
    expect(page.locator("#lab-link")).to_have_value(re.compile("#l"))
    link = "#" + page.locator("#lab-link").input_value().partition("#")[2]
    page.close()
    for (size, screen), scheme, language in product(drive.SIZES.items(), ("light", "dark"), ("en", "es")):
        page = browser.new_context(viewport=screen, color_scheme=scheme).new_page()
        page.goto(f"{address}?lang={language}{link}")
        page.locator("#lab-cards > li").first.wait_for()
        page.evaluate("document.activeElement.blur()")
        if size == "phone":  # the figures are below the tables
            page.evaluate("document.querySelector('.lab-result').scrollIntoView()")
        file = folder / f"laboratory-{size}-{scheme}-{language}.jpg"
        page.screenshot(path=file, type="jpeg", quality=80)
        page.context.close()


def take_all(folder: Path, published_only: bool) -> None:
    """Write the published screenshots into a folder, or all."""
    from playwright.sync_api import sync_playwright

    from tools.common import drive

    folder.mkdir(parents=True, exist_ok=True)
    with serve.serving(build.build()) as address, sync_playwright() as playwright:
        browser = drive.launch_chromium(playwright)
        if not published_only:
            take_phones(browser, address, folder)
            take_laboratory(browser, address, folder)
            take_sizes(browser, address, folder / "sizes")
        for size in drive.SIZES:
            take_round(browser, address, folder, size, published_only)
        browser.close()


def take_round(browser: Any, address: str, folder: Path, size: str, published_only: bool) -> None:
    """The menu and the first round of DEAL on one size of screen; without `published_only` also the moments beside them."""
    from tools.common import drive

    screen = drive.SIZES[size]
    page = browser.new_context(viewport=screen, device_scale_factor=2 if size == "phone" else 1).new_page()
    page.add_init_script(CALLS_BY_PERSON)
    shoot = partial(take, page, folder, size, published_only=published_only)
    shoot_light = partial(shoot, schemes=("light",))
    drive.open_menu(page, address)
    # Without motion the round in the first screen's picture is complete at once.
    page.emulate_media(reduced_motion="reduce")
    if size == "laptop":
        page.locator(".round-picture").wait_for()
    shoot("menu")
    if size == "laptop" and published_only:
        take_preview(page, folder.parent / build.PREVIEW, screen)
    page.emulate_media(reduced_motion="no-preference")
    if not published_only:
        take_lesson(page, shoot_light)
    start_link(page, f"{address}?pace=0{DEAL}")
    for name, most in MOMENTS.items():
        take_turns_down_to(page, most)
        shoot(name)
        if name == "middle" and not published_only:
            take_large_text(page, shoot_light)
    if not published_only:
        take_banner(page, address, shoot_light)
    drive.rush_round(page)
    page.evaluate("document.activeElement.blur()")  # without this the focused element has a frame
    shoot("scores")
    if not published_only:
        start_link(page, address + DEAL)
        take_bubble(page, shoot_light)
    page.context.close()


def take_sizes(browser: Any, address: str, folder: Path) -> None:
    """Six moments of a short match on each of SCREENS: first screen, early, open foot, late, round over, match over."""
    from tools.common import drive

    folder.mkdir(exist_ok=True)
    for width, height in SCREENS:
        is_phone = max(width, height) < PHONE
        page = browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=2 if is_phone else 1,
            color_scheme="light",
            reduced_motion="reduce",
        ).new_page()

        def shoot(name: str, page: Any = page, size: str = f"{width}x{height}") -> None:
            page.evaluate("document.activeElement.blur()")  # without this the focused element has a frame
            page.screenshot(path=folder / f"{size}-{name}.jpg", type="jpeg", quality=75)

        drive.open_menu(page, address)
        if page.locator("#company").is_visible():  # large screens only
            page.locator(".round-picture").wait_for()
        shoot("1-first")
        start_link(page, f"{address}?pace=0{SHORT_MATCH}")
        take_turns_down_to(page, MOMENTS["early"])
        shoot("2-early")
        take_turns(
            page, lambda page: page.locator(FOOT_OPEN).count() and page.locator("#tiles > *").count() > 7
        )
        shoot("3-foot")
        take_turns_down_to(page, MOMENTS["late"])
        shoot("4-late")
        drive.rush_round(page)
        shoot("5-round-over")
        drive.go_on(page)
        drive.rush_round(page)
        page.locator("body[data-phase=match-over]").wait_for()
        shoot("6-match-over")
        page.context.close()


def take_turns(page: Any, until: Any) -> None:
    """Play the person's turns until `until(page)` is true, or the round is over."""
    from tools.common import drive

    while drive.phase(page) == "playing" and not until(page):
        drive.take_turn(page)


def take_turns_down_to(page: Any, most: int) -> None:
    """Play the person's turns until they hold at most `most` tiles, or the round is over."""
    from tools.common import drive

    take_turns(page, lambda page: len(drive.hand(page)) <= most)


def start_link(page: Any, link: str) -> None:
    """Open the link of a match and start that match."""
    from tools.common import drive

    drive.visit(page, link)
    drive.start_match(page)


def take_bubble(page: Any, shoot: Any) -> None:
    """Show the event bubble of an opponent who plays a double, at the normal pace."""
    play_until_seen(page, "#bubbles [data-event=double]")
    shoot("bubble")


def take_banner(page: Any, address: str, shoot: Any) -> None:
    """Show the banner when an opponent catches the person, who has one tile left and has not called.

    The opponents move at the normal pace for this picture, and without pauses again afterwards.
    """
    from tools.common import drive

    while len(drive.hand(page)) > 2:
        drive.take_turn(page)
    drive.visit(page, address)
    play_until_seen(page, "#headline:not([hidden])")
    shoot("banner")
    drive.visit(page, f"{address}?pace=0")


def play_until_seen(page: Any, selector: str) -> None:
    """Play until an element appears during the opponents' moves, in light colours.

    Raises RuntimeError if the round ends before.
    """
    from tools.common import drive

    page.emulate_media(color_scheme="light")  # now, because the transition to other colours takes some time
    while drive.phase(page) == "playing":
        drive.take_turn(page)
        while not page.locator(drive.QUIET).count():
            if page.locator(selector).count():
                page.evaluate("() => new Promise((done) => setTimeout(done, 900))")  # ms: animations end
                return
    raise RuntimeError(f"{selector} never appeared")


def take_lesson(page: Any, shoot: Any) -> None:
    """Show the second step of the course after a wrong try, then the paragraph of the rules that explains it."""
    page.locator("#learn").click()
    page.locator("#lesson header [data-action=lesson-on]").click()
    page.locator("body[data-step='2'][data-busy=false]").wait_for()
    page.locator("#hand [data-playable=false]").first.click()
    page.locator("#why").wait_for()
    shoot("lesson")
    page.locator("#why").click()
    page.locator("#rules-text [data-asked]").wait_for()
    shoot("rules")
    page.locator("#rules [data-action=close]").click()
    page.locator("#lesson [data-action=lesson-leave]").click()
    page.locator("body[data-phase=menu]").wait_for()


def take_large_text(page: Any, shoot: Any) -> None:
    """Show the table with the browser's text size at 200 %."""
    session = page.context.new_cdp_session(page)
    for size in (32, 16):  # px: 200 %, then the default again
        session.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
        page.evaluate("() => new Promise((done) => setTimeout(done, 600))")  # ms: the page is drawn again
        if size == 32:
            shoot("large")


def take_preview(page: Any, file: Path, screen: Any) -> None:
    """Write the picture for previews of links: only the title and the table of the menu, 1200 × 630 px."""
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1200, "height": 630})
    hiding = page.add_style_tag(content=".welcome-words > :not(h1, .tagline) { display: none !important }")
    page.screenshot(path=file, type="jpeg", quality=82)
    hiding.evaluate("(style) => style.remove()")
    page.set_viewport_size(screen)


def take(
    page: Any,
    folder: Path,
    size: str,
    name: str,
    schemes: tuple[str, ...] = ("light", "dark"),
    published_only: bool = False,
) -> None:
    """Write one screenshot of the page for each colour scheme, as NAME-SIZE-SCHEME.jpg."""
    for scheme in schemes:
        file = f"{name}-{size}-{scheme}.jpg"
        if not published_only or file in PUBLISHED:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=folder / file, type="jpeg", quality=88)


if __name__ == "__main__":
    provision.rerun_in_venv(__file__)  # Playwright is in tools/requirements.txt
    take_all(Path(sys.argv[1]) if sys.argv[1:] else FOLDER, published_only=not sys.argv[1:])
