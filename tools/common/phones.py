"""Drive a table of own phones in real browsers: invite, join, deal, play. Tests, benches and soaks use these functions.

A device is a Playwright page of a context of its own. Invitations and answers are passed on as texts, as if sent as links.
"""

import re
import time
from collections.abc import Sequence

from playwright.sync_api import Page

HURRY = "?pace=0"
SHOWN = "() => ({ ...document.body.dataset })"
PLAYING = "body[data-phase=playing]"
PAUSE = 50  # ms between two looks at devices that have nothing to do
# Does the next thing that a person at the device would do. Returns what it did, or "" if there is nothing to do.
ACT = """() => {
  if (document.body.dataset.busy === "true") return "";
  const press = (selector) => {
    const button = [...document.querySelectorAll(selector)].find((each) => !each.disabled && each.checkVisibility());
    button?.click();
    return button ? selector : "";
  };
  const task = document.body.dataset.task;
  return press("#card-begin") || press("#places .place") || press("#next-round")
    || (task === "play" && press("#hand [data-playable=true]")) || (task === "draw" && press("#buttons [data-action=draw]"))
    || (task === "pass" && press("#buttons [data-action=pass]")) || "";
}"""


def open_lobby(host: Page, address: str, *choices: str, seats: Sequence[str] = ()) -> None:
    """Open the table for guests. `choices` are selectors of radio buttons in the form.

    `seats` has for each seat "human", "phone" or a bot's level. Without it, the seats keep what the form offers.
    """
    host.goto(address + HURRY)
    host.locator("body[data-phase=menu][data-busy=false]").wait_for()
    host.locator("[data-action=phones]:visible").click()
    host.locator("#setup [data-action=invite]").wait_for()
    for choice in choices:
        host.evaluate("(selector) => document.querySelector(selector).click()", choice)
    for _ in range(len(seats) - host.locator("#players > li").count()):
        host.locator("#add-player").click()
    for number, kind in enumerate(seats):
        set_seat(host, number, kind)
    host.locator("body[data-busy=false]").wait_for()
    invite(host)


def invite(host: Page) -> None:
    """Press "Invite" in the form, and give the name that a host without one is asked for."""
    host.locator("#setup [data-action=invite]").click()
    host.locator("#host-asked[open] input, body[data-phase=invite]").first.wait_for()
    if host.locator("#host-asked[open]").count():
        host.locator("#host-name-field").fill("Host")
        host.locator("[data-action=host-name]").click()


def set_seat(host: Page, number: int, kind: str) -> None:
    """In the form, give a seat to "human", "phone" or a bot's level."""
    host.evaluate(
        """([number, kind]) => {
          const field = document.querySelectorAll("#players [data-seat-kind]")[number];
          field.value = kind;
          field.dispatchEvent(new Event("change", { bubbles: true }));
        }""",
        [number, kind],
    )


def invitation(host: Page, other_than: str = "") -> str:
    """The link of the invitation on the host's screen, once it is another one than `other_than`."""
    host.locator(f'[data-invitation]:not([data-invitation="{other_than}"])').wait_for()
    return host.locator("[data-invitation]").get_attribute("data-invitation") or ""


def hurried(link: str) -> str:
    """The link of an invitation or a table, for a page without pauses and animations."""
    return re.sub(r"(\?[^#]*)?#", lambda match: (match[1] or "?") + "&pace=0#", link)


def open_invitation(guest: Page, link: str) -> None:
    """Open the invitation as a new visit."""
    guest.goto("about:blank")
    guest.goto(hurried(link))
    guest.locator("body[data-phase=join]").wait_for()


def answer(guest: Page, name: str, only_shows: bool = False) -> str:
    """Join by the invitation that is open. Returns the link of the answer."""
    guest.locator("input[data-name]").fill(name)
    if only_shows:
        guest.locator("#join-screen").click()
    guest.locator("[data-action=join]").click()
    guest.locator("[data-answer]").wait_for()
    return guest.locator("[data-answer]").get_attribute("data-answer") or ""


def take(host: Page, link: str) -> None:
    """Paste the link of an answer at the host's table."""
    host.locator("input[data-paste]").fill(link)
    host.locator("[data-action=take-answer]").click()


def join(host: Page, guest: Page, name: str, only_shows: bool = False) -> float:
    """Bring a guest to the table. Returns the seconds from the open invitation to the seat."""
    open_invitation(guest, invitation(host))
    start = time.monotonic()
    take(host, answer(guest, name, only_shows))
    guest.locator("body[data-party]").wait_for()
    return time.monotonic() - start


def open_table(host: Page, address: str, *choices: str, seats: Sequence[str] = ()) -> str:
    """Open a table for people anywhere, at a site that names a relay. Returns its link."""
    open_lobby(host, address, *choices, seats=seats)
    return open_to_anywhere(host)


def open_to_anywhere(host: Page) -> str:
    """In the lobby, open the table for people anywhere. Returns its link."""
    host.locator("#where-anywhere").click()
    host.locator("[data-action=open-table]").click()
    host.locator("[data-table-link]").wait_for()
    return host.locator("[data-table-link]").get_attribute("data-table-link") or ""


def returns(host: Page, guest: Page, name: str) -> None:
    """Bring a guest back to its seat, by an invitation for that seat."""
    host.locator("#standing-play [data-action=party]").click()
    host.locator("#party-seats > li", has_text=name).locator("[data-do=invite]").click()
    host.locator("body[data-phase=invite], #invite-card:visible").first.wait_for()
    room = host.locator("#where-room[aria-pressed=false]:visible")
    if room.count():  # a table for people anywhere shows its link instead
        room.click()
    link = invitation(host)
    if guest.locator("#standing-play [data-action=rejoin]").count():
        guest.locator("#standing-play [data-action=rejoin]").click()
        guest.locator("#paste-invitation").fill(link)
        guest.locator("[data-action=open-invitation]").click()
        guest.locator("[data-answer]:visible").wait_for()
        given = guest.locator("[data-answer]").get_attribute("data-answer") or ""
    else:
        open_invitation(guest, link)
        given = answer(guest, name)
    take(host, given)
    guest.locator(PLAYING).wait_for()
    host.locator(PLAYING).wait_for()


def ask_by_link(guest: Page, link: str, name: str) -> None:
    """Tap the link of a table for people anywhere, type a name, and ask to come in."""
    open_invitation(guest, link)
    guest.locator("input[data-name]").fill(name)
    guest.locator("[data-action=join]").click()


def let_in(host: Page, name: str) -> None:
    """Let in a guest who waits."""
    host.locator(".party-visitor:visible", has_text=name).locator("[data-welcome=yes]").click()


def join_by_link(host: Page, guest: Page, link: str, name: str) -> float:
    """Bring a guest to a table for people anywhere. Returns the seconds from the tap on the link to the seat."""
    start = time.monotonic()
    ask_by_link(guest, link, name)
    let_in(host, name)
    guest.locator("body[data-party]").wait_for()
    return time.monotonic() - start


def deal(host: Page, *others: Page) -> None:
    """Deal, and wait until all devices show the table."""
    host.locator("[data-action=deal]:not([disabled])").click()
    for device in (host, *others):  # each takes part in the draw, and a loaded machine has many pages
        device.locator(PLAYING).wait_for(timeout=60_000)


def phase(device: Page) -> str:
    """The phase that a device shows."""
    return device.locator("body").get_attribute("data-phase") or ""


def play(
    devices: list[Page], until: str = "match-over", seconds: float = 120, most_moves: int = 10_000
) -> int:
    """Let all devices act until all show the phase `until`, or `most_moves` moves were made. Returns the number of moves."""
    deadline, moves = time.monotonic() + seconds, 0
    while moves < most_moves:
        acted = sum(bool(device.evaluate(ACT)) for device in devices)
        moves += acted
        if all(phase(device) == until for device in devices):
            break
        assert time.monotonic() < deadline, [device.evaluate(SHOWN) for device in devices]
        if not acted:
            devices[0].wait_for_timeout(PAUSE)  # asking without a pause takes the processor from the pages
    for device in devices:
        device.locator("body[data-busy=false]").wait_for()
    return moves
