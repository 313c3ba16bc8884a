"""Plays in a real page through its stable hooks (data-phase, data-tile, data-move, data-action …), as a person would.

Shared by the browser tests, the bench and the screenshots. Waits for states, never for a time: Playwright's
`wait_for_function` is forbidden by the page's content-security policy.
"""

import shutil
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    FilePayload,
    Page,
    Playwright,
    Request,
    ViewportSize,
)

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 640},
    "laptop": {"width": 1440, "height": 900},
}
SLOW_MACHINE = (
    "but not used within a few seconds"  # Chromium's warning of a preload, which tells of the machine only
)
QUIET = "body[data-busy=false]"


# Chromium then compiles wasm once, quickly, and not once more for speed: that is up to a quarter of a first visit's work.
QUICKLY = "--js-flags=--liftoff --no-wasm-tier-up --no-wasm-dynamic-tiering"


def launch_chromium(playwright: Playwright, *flags: str) -> Browser:
    """The machine's Chromium if it has one, else Playwright's own."""
    path, args = shutil.which("chromium"), ["--no-sandbox", *flags]
    return playwright.chromium.launch(executable_path=path, args=args)


def launch_profile(playwright: Playwright, folder: str, **more: Any) -> BrowserContext:
    """As launch_chromium, with a profile that is kept in a folder: what it compiled outlives a visit, as a person's does."""
    path, args = shutil.which("chromium"), ["--no-sandbox"]
    return playwright.chromium.launch_persistent_context(folder, executable_path=path, args=args, **more)


def launch_firefox(playwright: Playwright) -> Browser:
    """The machine's own Firefox."""
    return playwright.firefox.launch(channel="moz-firefox", executable_path=shutil.which("firefox-esr"))


def launch_firefox_profile(playwright: Playwright, folder: str) -> BrowserContext:
    """As launch_firefox, with a profile that is kept in a folder."""
    path = shutil.which("firefox-esr")
    return playwright.firefox.launch_persistent_context(folder, channel="moz-firefox", executable_path=path)


def kept(page: Page) -> None:
    """Waits until all is kept that makes the next visit a quick one."""
    page.locator("body[data-start=ready][data-offline=ready]").wait_for(timeout=120_000)


def watch(page: Page, origin: str) -> list[str]:
    """A list that fills with what the page must not do: errors, warnings, requests to another origin."""
    wrong: list[str] = []

    def said(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and SLOW_MACHINE not in message.text:
            wrong.append(f"console: {message.text}")

    def asked(request: Request) -> None:
        if not request.url.startswith((origin, f"blob:{origin}", "data:")):
            wrong.append(f"request: {request.url}")

    page.on("console", said)
    page.on("pageerror", lambda error: wrong.append(f"uncaught: {error}"))
    page.on("request", asked)
    return wrong


def visit(page: Page, address: str) -> None:
    """Goes there from another page, until the engine answers."""
    page.goto("about:blank")
    page.goto(address)
    page.locator("body[data-start=ready]").wait_for()


def open_menu(page: Page, address: str, link: str = "", hurried: bool = True) -> None:
    """Goes to the page, with a link's code if one is given, without waits and animation if `hurried`, up to the menu."""
    page.goto(address + "?pace=0" * hurried + link)
    page.locator("body[data-start=ready][data-phase=menu]").wait_for()


def reload(page: Page) -> None:
    """Reloads, at once or, where the page was just going back over an entry of its own in the history, after that."""
    try:
        page.reload()
    except Error as problem:
        if "ERR_ABORTED" not in problem.message:
            raise
        page.reload()


def start_match(page: Page) -> None:
    """Presses the menu's large button and waits for the first round."""
    page.locator("[data-action=start]:visible").first.click()
    page.locator(f"{QUIET}[data-phase=playing]").wait_for()


def open_record(page: Page, record: str) -> None:
    """Gives the page a record as a file, and waits until its match stands on the table."""
    file = FilePayload(name="game.json", mimeType="application/json", buffer=record.encode())
    page.locator("#record-file").set_input_files(file)
    page.locator(f"{QUIET}[data-phase=playing]").wait_for()


def phase(page: Page) -> str:
    """The page's phase once nothing is at work."""
    quiet = page.locator(QUIET)
    quiet.wait_for()
    return quiet.get_attribute("data-phase") or ""


# In scripts for the page: the first element of a selector that stands to be pressed.
STANDING = """const standing = (selector) =>
    [...document.querySelectorAll(selector)].find((one) => one.getClientRects().length && !one.disabled);"""
# What the person can do: "play 9-4", "draw", "pass", or "" where nothing stands to be pressed.
NEXT = f"""() => {{
  {STANDING}
  const tile = document.querySelector("#hand [data-tile][data-playable=true]")?.dataset.tile;
  const can = (name) => standing(`[data-action=${{name}}]`);
  return tile ? `play ${{tile}}` : (["draw", "pass"].find(can) ?? "");
}}"""
# Plays the round out without a pointer: presses whatever stands to be pressed, a place before a tile; answers how often.
# Fails where for a minute nothing stands to be pressed.
ROUND = f"""() => new Promise((done, fail) => {{
  {STANDING}
  const ways = ["#places [data-move]", "#hand [data-playable=true]", "[data-action=draw]", "[data-action=pass]"];
  let presses = 0, last = performance.now();
  const press = () => {{
    const one = ways.map(standing).find(Boolean);
    one?.click();
    return Boolean(one);
  }};
  const step = () => {{
    const {{ busy, phase }} = document.body.dataset;
    if (busy === "false" && phase !== "playing") return done(presses);
    if (busy === "false" && press()) [presses, last] = [presses + 1, performance.now()];
    if (performance.now() - last > 60_000) return fail(Error("nothing to press"));
    setTimeout(step, 10);
  }};
  step();
}})"""


def take_turn(page: Page) -> str:
    """Plays the first tile that can be played, else draws, else passes; answers what was done.

    Raises AssertionError when it is nobody's turn to press anything.
    """
    page.locator(QUIET).wait_for()
    what: str = page.evaluate(NEXT)
    if not what:
        raise AssertionError(f"nothing to press: {page.locator('body').aria_snapshot()}")
    do, _, tile = what.partition(" ")
    if not tile:
        page.locator(f"[data-action={do}]:visible:enabled").first.click()
        return what
    page.locator(f'#hand [data-tile="{tile}"]').click()
    page.locator(QUIET).wait_for()
    places = page.locator(f'[data-move^="{tile}"]:visible')
    if places.count():
        places.first.click()
    return what


def go_on(page: Page) -> None:
    """Presses on from a round or a match that is over."""
    page.locator("[data-action=next-round]:visible, [data-action=play-again]:visible").first.click()


def play_round(page: Page) -> int:
    """Plays by pointer until the round is over; answers how many turns it took."""
    turns = 0
    while phase(page) == "playing":
        take_turn(page)
        turns += 1
    return turns


def rush_round(page: Page) -> int:
    """Plays until the round is over by a script in the page, which costs half as much; answers how often it pressed."""
    presses: int = page.evaluate(ROUND)
    return presses


def numbers(page: Page, what: str) -> list[int]:
    """The `count` of tiles or the `total` of points of every seat, in the order of the seats."""
    seats = page.locator("[data-seat]:not([data-event])").evaluate_all(
        "(seats, what) => seats.map((seat) => [+seat.dataset.seat, +seat.querySelector(`[data-${what}]`)?.dataset[what]])",
        what,
    )
    return [number for _, number in sorted(seats)]


def yard(page: Page) -> int:
    """How many tiles are in the yard."""
    return int(page.locator("[data-yard]").first.get_attribute("data-yard") or 0)


def table(page: Page) -> dict[str, str]:
    """Where every placed tile lies: its name and the place that the page gives it."""
    placed: dict[str, str] = page.locator("#table [data-placed]").evaluate_all(
        "(tiles) => Object.fromEntries(tiles.map((tile) => [tile.dataset.placed, tile.getAttribute('transform') ?? tile.style.cssText]))"
    )
    return placed


def hand(page: Page) -> list[str]:
    """The tiles in the hand, in a fixed order."""
    return sorted(
        page.locator("#hand [data-tile]").evaluate_all("(tiles) => tiles.map((tile) => tile.dataset.tile)")
    )


def begin_match(page: Page, address: str) -> dict[str, Any]:
    """Open the page, start a match and take one turn. Return what the page shows then, see `seen`."""
    open_menu(page, address)
    start_match(page)
    phase(page)
    take_turn(page)
    return seen(page)


def seen(page: Page) -> dict[str, Any]:
    """All that must be the same after a reload."""
    phase(page)
    return {
        "table": table(page),
        "hand": hand(page),
        "counts": numbers(page, "count"),
        "totals": numbers(page, "total"),
        "yard": yard(page),
    }
