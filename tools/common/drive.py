"""Play in a real page as a person would, with Playwright. Browser tests, bench and screenshots use these functions.

The functions find elements by the `data-` hooks of the page, which stay stable (data-phase, data-tile, data-move …).
They wait for attributes of elements, never for a fixed time. Playwright's `wait_for_function` does not work here,
because the page's content-security policy forbids it.
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

SIZES: dict[str, ViewportSize] = {  # CSS pixels
    "phone": {"width": 360, "height": 640},
    "laptop": {"width": 1440, "height": 900},
}
# Part of Chromium's warning about a preloaded file. It only says that the machine is slow, so `watch` ignores it.
PRELOAD_WARNING = "but not used within a few seconds"
QUIET = "body[data-busy=false]"  # selects the body while neither the engine nor an animation is at work


# A flag with which Chromium uses only its fast baseline compiler for WebAssembly, not also the optimizing one.
# That saves up to a quarter of the work of a first visit.
BASELINE_COMPILER = "--js-flags=--liftoff --no-wasm-tier-up --no-wasm-dynamic-tiering"
# A context with this script makes no offline copy, which takes nearly as much processor time as the first visit itself.
NO_OFFLINE_COPY = "delete Navigator.prototype.serviceWorker"
# Chromium without the code of its windows, which the tests use. It needs a quarter less processor time.
HEADLESS_SHELL = "chromium-headless-shell"


def _chromium(shell: bool) -> str | None:
    """The path of the Chromium of the operating system, or of its headless shell if wanted and there."""
    return (shutil.which(HEADLESS_SHELL) if shell else None) or shutil.which("chromium")


def launch_chromium(playwright: Playwright, *flags: str, shell: bool = False) -> Browser:
    """Launch the Chromium of the operating system, or Playwright's own if there is none."""
    return playwright.chromium.launch(executable_path=_chromium(shell), args=["--no-sandbox", *flags])


def launch_profile(
    playwright: Playwright, folder: str, *flags: str, shell: bool = False, **options: Any
) -> BrowserContext:
    """Launch Chromium with a profile folder, so that its caches of files and compiled code outlive a visit."""
    return playwright.chromium.launch_persistent_context(
        folder, executable_path=_chromium(shell), args=["--no-sandbox", *flags], **options
    )


def launch_firefox(playwright: Playwright) -> Browser:
    """Launch the Firefox of the operating system."""
    return playwright.firefox.launch(channel="moz-firefox", executable_path=shutil.which("firefox-esr"))


def launch_firefox_profile(playwright: Playwright, folder: str) -> BrowserContext:
    """Launch Firefox with a profile folder."""
    path = shutil.which("firefox-esr")
    return playwright.firefox.launch_persistent_context(folder, channel="moz-firefox", executable_path=path)


def wait_until_offline_ready(page: Page) -> None:
    """Wait until the page has started and its offline copy is complete. From then on, a visit is quick."""
    page.locator("body[data-start=ready][data-offline=ready]").wait_for(timeout=120_000)


def watch(page: Page, origin: str) -> list[str]:
    """Return a list to which the page's errors, warnings and requests to other origins are added as they occur."""
    problems: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and PRELOAD_WARNING not in message.text:
            problems.append(f"console: {message.text}")

    def on_request(request: Request) -> None:
        if not request.url.startswith((origin, f"blob:{origin}", "data:")):
            problems.append(f"request: {request.url}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: problems.append(f"uncaught: {error.stack or error}"))
    page.on("request", on_request)
    return problems


def visit(page: Page, address: str) -> None:
    """Load the address as a new visit, even if only its #fragment differs. Wait until the engine can answer."""
    page.goto("about:blank")
    page.goto(address)
    page.locator("body[data-start=ready]").wait_for()


def open_menu(page: Page, address: str, link: str = "", hurried: bool = True) -> None:
    """Load the page and wait for its menu. `link` is the code of a shared link, with its #; `hurried` leaves out pauses and animations."""
    page.goto(address + "?pace=0" * hurried + link)
    page.locator("body[data-start=ready][data-phase=menu]").wait_for()


def reload(page: Page) -> None:
    """Reload the page. If its own `history.back()` aborts the reload, try once more."""
    try:
        page.reload()
    except Error as problem:
        if "ERR_ABORTED" not in problem.message:
            raise
        page.reload()


def choose(page: Page, action: str) -> None:
    """Press a visible button of this action. On the first screen of a phone most are behind another button."""
    entry = page.locator(f"[data-action={action}]:visible")
    entry.or_(page.locator("#home-more:visible")).first.wait_for()  # the screen may be on its way
    if not entry.count():
        page.locator("#home-more").click()
    entry.first.click()


def start_match(page: Page) -> None:
    """Press the visible start button, or that of the link in the address. Wait for the first round.

    Close the card that says who opens, if there is one.
    """
    button = "#opened [data-action=accept-link]" if "#" in page.url else "[data-action=start]:visible"
    page.locator(button).first.click()
    page.locator(f"{QUIET}[data-phase=playing]").wait_for()
    begin = page.locator("#card-begin:visible")
    if begin.count():
        begin.click()
        page.locator(QUIET).wait_for()


def open_record(page: Page, record: str) -> None:
    """Open a record as a file, and wait until the page shows its match."""
    file = FilePayload(name="game.json", mimeType="application/json", buffer=record.encode())
    page.locator("#record-file").set_input_files(file)
    page.locator(f"{QUIET}[data-phase=playing]").wait_for()


def phase(page: Page) -> str:
    """Wait until neither the engine nor an animation is at work. Return the page's phase then."""
    quiet = page.locator(QUIET)
    quiet.wait_for()
    return quiet.get_attribute("data-phase") or ""


# JavaScript for the scripts below: returns the first visible and enabled element of a selector.
PRESSABLE = """const pressable = (selector) =>
    [...document.querySelectorAll(selector)].find((one) => one.getClientRects().length && !one.disabled);"""
# Returns the person's next action: "play 9-4", "draw", "pass", or "" if the person can do none of these.
NEXT_ACTION = f"""() => {{
  {PRESSABLE}
  const tile = document.querySelector("#hand [data-tile][data-playable=true]")?.dataset.tile;
  const can = (name) => pressable(`[data-action=${{name}}]`);
  return tile ? `play ${{tile}}` : (["draw", "pass"].find(can) ?? "");
}}"""
# Plays the rest of the round by calls of click(). Returns the number of clicks. Fails when nothing can be clicked for
# a minute.
PLAY_ROUND = f"""() => new Promise((done, fail) => {{
  {PRESSABLE}
  const selectors = ["#places [data-move]", "#hand [data-playable=true]", "[data-action=draw]", "[data-action=pass]"];
  let presses = 0, last = performance.now();
  const press = () => {{
    const one = selectors.map(pressable).find(Boolean);
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
    """Play the first playable tile, else draw, else pass. Return the action: "play 9-4", "draw" or "pass".

    Raises AssertionError when the person can do none of these.
    """
    page.locator(QUIET).wait_for()
    action: str = page.evaluate(NEXT_ACTION)
    if not action:
        raise AssertionError(f"nothing to press: {page.locator('body').aria_snapshot()}")
    verb, _, tile = action.partition(" ")
    if not tile:
        page.locator(f"[data-action={verb}]:visible:enabled").first.click()
        return action
    page.locator(f'#hand [data-tile="{tile}"]').click()
    page.locator(QUIET).wait_for()
    places = page.locator(f'[data-move^="{tile}"]:visible')
    if places.count():
        places.first.click()
    return action


def go_on(page: Page) -> None:
    """After a round or a match, start the next one."""
    page.locator("[data-action=next-round]:visible, [data-action=play-again]:visible").first.click()


def play_round(page: Page) -> int:
    """Play with the mouse until the round is over. Return the number of turns."""
    turns = 0
    while phase(page) == "playing":
        take_turn(page)
        turns += 1
    return turns


def rush_round(page: Page) -> int:
    """Play the round to its end by a script in the page, twice as fast as `play_round`. Return the clicks."""
    clicks: int = page.evaluate(PLAY_ROUND)
    return clicks


def seat_numbers(page: Page, name: str) -> list[int]:
    """Return one number for each seat, in the order of the seats. `name` is "count" (tiles) or "total" (points)."""
    seats = page.locator("[data-seat]:not([data-event])").evaluate_all(
        """(seats, name) => seats.map((seat) =>
          [+seat.dataset.seat, +seat.querySelector(`[data-${name}]`)?.dataset[name]])""",
        name,
    )
    return [number for _, number in sorted(seats)]


def yard(page: Page) -> int:
    """Return the number of tiles in the yard."""
    return int(page.locator("[data-yard]").first.get_attribute("data-yard") or 0)


def table(page: Page) -> dict[str, str]:
    """Return the place of every tile on the table: its SVG transform or its CSS text, by the tile's name."""
    placed: dict[str, str] = page.locator("#table [data-placed]").evaluate_all(
        """(tiles) => Object.fromEntries(tiles.map((tile) =>
          [tile.dataset.placed, tile.getAttribute("transform") ?? tile.style.cssText]))"""
    )
    return placed


def hand(page: Page) -> list[str]:
    """Return the tiles in the hand, sorted by name."""
    return sorted(
        page.locator("#hand [data-tile]").evaluate_all("(tiles) => tiles.map((tile) => tile.dataset.tile)")
    )


def begin_match(page: Page, address: str) -> dict[str, Any]:
    """Open the page, start a match and take one turn. Return the state that the page shows then (`seen`)."""
    open_menu(page, address)
    start_match(page)
    phase(page)
    take_turn(page)
    return seen(page)


def seen(page: Page) -> dict[str, Any]:
    """Return the state that the page must show again after a reload: table, hand, tile counts, points and yard."""
    phase(page)
    return {
        "table": table(page),
        "hand": hand(page),
        "counts": seat_numbers(page, "count"),
        "totals": seat_numbers(page, "total"),
        "yard": yard(page),
    }
