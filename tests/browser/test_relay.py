"""Own phones far apart, through the real page and a real relay: one link, people who are let in, and pages that go and come.

Each device is a browser context of its own. tests/relay/ tests the channel and the packets without browsers.
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tools.common import drive, phones, relay, serve

Device = Callable[..., Page]
ONE_SHORT_ROUND = ("[name=set][value='6']", "[name=rounds][value='1']")
HAND = "[...document.querySelectorAll('#hand [data-tile]')].map((tile) => tile.dataset.tile).sort()"
TABLE = "[...document.querySelectorAll('[data-placed]')].map((tile) => tile.dataset.placed).sort()"
NO_WEBRTC = "delete window.RTCPeerConnection"
# Counts the frames that data channels have received.
COUNT_FRAMES = """
self.frames = 0;
const { createDataChannel } = RTCPeerConnection.prototype;
RTCPeerConnection.prototype.createDataChannel = function (...given) {
  const channel = createDataChannel.apply(this, given);
  channel.addEventListener("message", () => self.frames++);
  return channel;
};
"""


@pytest.fixture
def broker() -> Iterator[relay.Broker]:
    """A running relay. Where it is missing the test is skipped, but on a continuous-integration server it fails."""
    if relay.command() is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(relay.MISSING)
    with relay.running() as running:
        yield running


@pytest.fixture
def site(published: Path, broker: relay.Broker) -> Iterator[str]:
    """The address of a site that names the relay, as the build writes it."""
    page, headers = published / "index.html", published / "_headers"
    origin = broker.address.rstrip("/")
    text = page.read_text().replace("<html", f'<html data-relay="{broker.address}"', 1)
    page.write_text(text.replace("connect-src &#x27;self&#x27;", f"connect-src &#x27;self&#x27; {origin}"))
    headers.write_text(headers.read_text().replace("connect-src 'self'", f"connect-src 'self' {origin}"))
    with serve.serving(published) as address:
        yield address


@pytest.fixture
def device(chromium: Browser, site: str, broker: relay.Broker) -> Iterator[Device]:
    """Makes pages in contexts of their own. Errors, and connections to others than site and relay, fail the test at its end."""
    contexts, problems = [], []

    def make(script: str = "", browser: Browser = chromium) -> Page:
        context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        if script:
            page.add_init_script(script)
        found = drive.watch(page, site)
        page.on("websocket", lambda socket: found.extend({socket.url} - {broker.address}))
        problems.append(found)
        return page

    expect.set_options(timeout=60_000)
    yield make
    for context in contexts:
        context.close()
    # A relay that is stopped is an error of the browser, not of the page.
    expected = re.compile(r"WebSocket connection to|can.t establish a connection|was interrupted while")
    assert [each for found in problems for each in found if not expected.search(each)] == []


def open_table(host: Page, site: str, *choices: str, seats: tuple[str, ...] = ()) -> str:
    """Open a table for people anywhere. Returns its link."""
    phones.open_lobby(host, site, *choices, seats=seats)
    host.locator("#where-anywhere").click()
    expect(host.locator("#table-asks")).to_contain_text("127.0.0.1")
    host.locator("[data-action=open-table]").click()
    host.locator("[data-table-link]").wait_for()
    return host.locator("[data-table-link]").get_attribute("data-table-link") or ""


def ask(guest: Page, link: str, name: str) -> None:
    """Tap the table's link, type a name, and ask to come in."""
    phones.open_invitation(guest, link)
    guest.locator("input[data-name]").fill(name)
    guest.locator("[data-action=join]").click()


def let_in(host: Page, name: str) -> None:
    """Let in a guest who waits."""
    row = host.locator(".party-visitor:visible", has_text=name)
    row.locator("[data-welcome=yes]").click()


def join(host: Page, guest: Page, link: str, name: str) -> float:
    """Bring a guest to the table. Returns the seconds from the tap on the link to the seat, without the page's own start."""
    phones.open_invitation(guest, link)
    start = time.monotonic()
    guest.locator("input[data-name]").fill(name)
    guest.locator("[data-action=join]").click()
    let_in(host, name)
    guest.locator("body[data-party]").wait_for()
    return time.monotonic() - start


def test_one_link_brings_friends_to_the_table_and_back(device: Device, site: str) -> None:
    """Ann has no WebRTC, so her lines go over the relay for ever. She loads the page again, then the host does."""
    host, ann, ben = device(), device(NO_WEBRTC), device(COUNT_FRAMES)
    link = open_table(host, site, *ONE_SHORT_ROUND, seats=("human", "phone", "phone"))
    assert re.fullmatch(re.escape(site) + r"(\?[^#]*)?#t1[\w-]{50}", link)
    seconds = [join(host, guest, link, name) for guest, name in ((ann, "Ann"), (ben, "Ben"))]
    print(f"seconds from the tap to the seat: {seconds}")
    phones.deal(host, ann, ben)
    everybody = [host, ann, ben]
    phones.play(everybody, most_moves=4)
    assert len({str(each.evaluate(TABLE)) for each in everybody}) == 1
    hand = ann.evaluate(HAND)
    ann.reload()
    ann.locator(phones.PLAYING).wait_for()
    assert ann.evaluate(HAND) == hand
    host.reload()
    host.locator(phones.PLAYING).wait_for()
    for guest in (ann, ben):
        expect(guest.locator("#standing-play [data-standing=lost]")).to_have_count(0)
    phones.play(everybody)
    assert len({str(each.evaluate(TABLE)) for each in everybody}) == 1
    for guest in (ann, ben):
        expect(guest.locator("#over-fair")).to_have_attribute("data-fair", "true")
    assert ben.evaluate("self.frames") > 5  # directly, while the page was open
