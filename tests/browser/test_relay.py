"""Own phones far apart, through the real page and a real relay: one link, people who are let in, and pages that go and come.

Each device is a browser context of its own. tests/relay/ tests the channel and the packets without browsers.
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.boxes import COVERED
from tools.common import drive, phones, relay, serve, webkit
from tools.common.person import BySelenium, wait

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
    relay.name_relay(published, broker.address)
    with serve.serving(published) as address:
        yield address


@pytest.fixture
def device(chromium: Browser, site: str, broker: relay.Broker) -> Iterator[Device]:
    """Makes pages in contexts of their own. Errors, and connections to others than site and relay, fail the test at its end."""
    contexts, problems = [], []

    def make(script: str = "", browser: Browser = chromium) -> Page:
        context = browser.new_context(viewport={"width": 390, "height": 844})
        context.add_init_script(drive.NO_OFFLINE_COPY)
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
    # A relay that is stopped is an error of the browser, not of the page. Firefox also reports the connection as a request.
    opening = re.escape(broker.address.replace("ws:", "http:"))
    expected = re.compile(
        rf"WebSocket connection to|can.t establish a connection|was interrupted while|request: {opening}"
    )
    assert [each for found in problems for each in found if not expected.search(each)] == []


@pytest.mark.slow
def test_friends_in_the_room_and_far_away_take_their_turns(device: Device, site: str) -> None:
    """Ann comes by a code, and her lines go directly. Ben comes over the relay, and loads the page again."""
    host, ann, ben = device(), device(COUNT_FRAMES), device(NO_WEBRTC)
    phones.open_lobby(host, site, *ONE_SHORT_ROUND, seats=("human", "phone", "phone"))
    phones.join(host, ann, "Ann")
    link = phones.open_to_anywhere(host)
    assert re.fullmatch(re.escape(site) + r"(\?[^#]*)?#t1[\w-]{50}", link)
    phones.join_by_link(host, ben, link, "Ben")
    phones.deal(host, ann, ben)
    everybody = [host, ann, ben]
    hands = [each.evaluate(HAND) for each in everybody]
    assert all(hands) and len({tile for hand in hands for tile in hand}) == sum(map(len, hands))
    phones.play(everybody, most_moves=4)
    assert same_table(everybody)
    assert ann.evaluate("self.frames") > 5
    hand = ben.evaluate(HAND)
    ben.reload()
    ben.locator(phones.PLAYING).wait_for()
    assert ben.evaluate(HAND) == hand and same_table(everybody)


# in every run: the turns above, and tests/page/test_joining.py for a guest without an engine
@pytest.mark.long
def test_one_link_brings_friends_to_the_table_and_back(device: Device, site: str) -> None:
    """Ann has no WebRTC, so her lines go over the relay for ever. She loads the page again, then the host does."""
    host, ann, ben = device(), device(NO_WEBRTC), device(COUNT_FRAMES)
    link = phones.open_table(host, site, *ONE_SHORT_ROUND, seats=("human", "phone", "phone"))
    assert re.fullmatch(re.escape(site) + r"(\?[^#]*)?#t1[\w-]{50}", link)
    seconds = [phones.join_by_link(host, guest, link, name) for guest, name in ((ann, "Ann"), (ben, "Ben"))]
    print(f"seconds from the tap to the seat: {seconds}")
    phones.deal(host, ann, ben)
    everybody = [host, ann, ben]
    phones.play(everybody, most_moves=4)
    assert same_table(everybody)
    hand = ann.evaluate(HAND)
    ann.reload()
    ann.locator(phones.PLAYING).wait_for()
    assert ann.evaluate(HAND) == hand
    host.reload()
    host.locator(phones.PLAYING).wait_for()
    for guest in (ann, ben):
        expect(guest.locator("#standing-play [data-standing=lost]")).to_have_count(0)
    phones.play(everybody)
    assert same_table(everybody)
    for guest in (ann, ben):
        expect(guest.locator("#over-fair")).to_have_attribute("data-fair", "true")
    assert ben.evaluate("self.frames") > 5  # directly, while the page was open


def trouble(everybody: list[Page], broker: relay.Broker, times: int) -> int:
    """Between moves the relay restarts, or a page loads again. Everybody must have the same table and their own hand then.

    Returns how often that happened before the match was over. They reload in turn: the host, the last guest, the one before.
    """
    for number in range(times):
        phones.play(everybody, most_moves=1)
        while phones.phase(everybody[0]) == "round-over":
            phones.play(everybody, most_moves=1)
        if phones.phase(everybody[0]) == "match-over":
            return number
        everybody[0].locator(phones.PLAYING).wait_for()
        before = [each.evaluate(HAND) for each in everybody]
        if number % 2 == 0:
            broker.stop()
            broker.start()
        else:
            everybody[-(number // 2) % len(everybody)].reload()
        for each in everybody:
            each.locator(phones.PLAYING).wait_for()
            for notice in ("lost", "absent"):
                expect(each.locator(f"#standing-play [data-standing={notice}]")).to_have_count(0)
        assert [each.evaluate(HAND) for each in everybody] == before
        assert same_table(everybody)
    return times


def same_table(everybody: list[Page]) -> bool:
    return len({str(each.evaluate(TABLE)) for each in everybody}) == 1


@pytest.mark.long
def test_sixty_restarts_and_reloads(device: Device, site: str, broker: relay.Broker) -> None:
    host, ann, ben = device(), device(NO_WEBRTC), device()
    link = phones.open_table(host, site, seats=("human", "phone", "phone"))
    for guest, name in ((ann, "Ann"), (ben, "Ben")):
        phones.join_by_link(host, guest, link, name)
    phones.deal(host, ann, ben)
    assert trouble([host, ann, ben], broker, 60) == 60


@pytest.mark.long  # in every run: the turns above, and tests/devices/test_evening.py, tests/devices/test_cuts.py
def test_an_evening_of_friends_in_the_room_and_far_away(
    device: Device, site: str, broker: relay.Broker
) -> None:
    """Ann, with a long name, comes by a code, Ben over the relay, and Cleo late by the link, for the second match, which only begins.

    A television shows the table for some moves. Then Ann's page is closed, the relay restarts and the host reloads: each comes back
    to the same hand.
    """
    host, ann, ben, cleo, screen = device(), device(), device(NO_WEBRTC), device(COUNT_FRAMES), device()
    phones.open_lobby(host, site, *ONE_SHORT_ROUND, seats=("human", "phone", "phone", "hen"))
    phones.join(host, screen, "", only_shows=True)
    phones.join(host, ann, "Maximiliana")
    link = phones.open_to_anywhere(host)
    phones.join_by_link(host, ben, link, "Ben")
    screen.set_viewport_size({"width": 1440, "height": 900})
    phones.deal(host, ann, ben, screen)
    everybody = [host, ann, ben]
    for _ in range(3):
        phones.play(everybody, most_moves=1)
        the_screen_shows_the_table(screen)
    screen.goto("about:blank")
    hands = [each.evaluate(HAND) for each in everybody]
    ann.goto("about:blank")
    ann_returns(host, ann)
    broker.stop()
    broker.start()
    host.reload()
    ann_returns(host, ann)
    for each in everybody:
        each.locator(phones.PLAYING).wait_for()
        for notice in ("lost", "absent"):
            expect(each.locator(f"#standing-play [data-standing={notice}]")).to_have_count(0)
    assert [each.evaluate(HAND) for each in everybody] == hands
    assert same_table(everybody)
    phones.play(everybody)
    assert same_table(everybody)
    for guest in (ann, ben):
        expect(guest.locator("#over-fair")).to_have_attribute("data-fair", "true")
    cleo_comes_late(host, cleo, link)
    everybody.append(cleo)
    for each in everybody:
        each.locator(phones.PLAYING).wait_for()
    phones.play(everybody, most_moves=4)
    assert same_table(everybody)
    assert cleo.evaluate("self.frames") > 5  # directly, not over the relay


def the_screen_shows_the_table(screen: Page) -> None:
    """Check that a screen shows no hand and that no seat covers a tile, on a television and on a tablet."""
    assert screen.locator("body").get_attribute("data-party") == "screen"
    assert screen.evaluate(HAND) == []
    for width, height in ((1024, 1366), (1440, 900)):
        screen.set_viewport_size({"width": width, "height": height})
        expect(screen.locator("#seats .seat")).to_have_count(4)
        assert screen.evaluate(COVERED) == [], (width, height)


def ann_returns(host: Page, ann: Page) -> None:
    """Bring Ann back by a new code, once the host knows that she is gone."""
    host.locator('.seat[data-joined=gone]:has-text("Maximiliana")').wait_for()
    phones.returns(host, ann, "Maximiliana")


def cleo_comes_late(host: Page, cleo: Page, link: str) -> None:
    """After a match, let Cleo in and play again."""
    phones.ask_by_link(cleo, link, "Cleo")
    host.locator("[data-standing=visitor]:visible [data-action=party]").click()
    phones.let_in(host, "Cleo")
    cleo.locator("body[data-party]").wait_for()
    host.locator("#party [data-action=close]").click()
    host.locator("#party-again:not([disabled])").click()


@pytest.mark.long  # in every run: the turns above
@pytest.mark.parametrize(
    ("ann_has", "more", "times"),  # times: the relay restarts, or somebody reloads
    [("Chromium", [], 4), ("Firefox", [], 6), ("Firefox", ["Dan"], 8)],
)
def test_a_family_plays_two_matches_over_a_relay_that_restarts(
    device: Device,
    site: str,
    broker: relay.Broker,
    playwright: Playwright,
    ann_has: str,
    more: list[str],
    times: int,
) -> None:
    """Ben has no WebRTC, and Cleo comes late, for the second match; it only begins in Chromium.

    Between moves the relay restarts, and host and guests reload.
    """
    firefox = drive.launch_firefox(playwright) if ann_has == "Firefox" else None
    host, ben, cleo = device(), device(NO_WEBRTC), device(COUNT_FRAMES)
    ann = device(browser=firefox) if firefox else device()
    guests = {"Ann": ann, "Ben": ben, **{name: device() for name in more}}
    seats = ("human", *["phone"] * len(guests), "hen")
    link = phones.open_table(host, site, *ONE_SHORT_ROUND, seats=seats)
    for name, guest in guests.items():
        phones.join_by_link(host, guest, link, name)
    phones.deal(host, *guests.values())
    everybody = [host, *guests.values()]
    trouble(everybody, broker, times)
    phones.play(everybody)
    assert same_table(everybody)
    for guest in guests.values():
        expect(guest.locator("#over-fair")).to_have_attribute("data-fair", "true")
    cleo_comes_late(host, cleo, link)
    everybody.append(cleo)
    for each in everybody:
        each.locator(phones.PLAYING).wait_for()
    phones.play(everybody, most_moves=10_000 if firefox else 4)
    assert same_table(everybody)
    assert cleo.evaluate("self.frames") > 5  # directly, not over the relay
    if firefox:
        firefox.close()


# The person at the browser types the name, and joins.
JOIN = """(() => {
  const field = document.querySelector("input[data-name]");
  field.value = "Ann";
  field.dispatchEvent(new Event("change", { bubbles: true }));
  document.querySelector("[data-action=join]").click();
})()"""


@pytest.mark.skipif(not webkit.is_here(), reason="no WebKitGTK here")
@pytest.mark.long
def test_a_guest_with_webkitgtk_plays_a_match(device: Device, site: str) -> None:
    """It has WebCrypto and WebSocket, and no WebRTC, so its lines go over the relay for ever."""
    host = device()
    link = phones.open_table(host, site, *ONE_SHORT_ROUND, seats=("human", "phone"))
    with webkit.running() as driver:
        ann = BySelenium(driver)
        ann.go(phones.hurried(link))
        wait(ann, "body[data-phase=join]")
        assert not ann.evaluate("Boolean(window.RTCPeerConnection)")
        ann.evaluate(JOIN)
        phones.let_in(host, "Ann")
        wait(ann, "body[data-party=guest]")
        phones.deal(host)
        wait(ann, phones.PLAYING)
        deadline, moves = time.monotonic() + 120, 0
        while phones.phase(host) != "match-over":
            assert time.monotonic() < deadline, ann.evaluate("{ ...document.body.dataset }")
            moves += bool(host.evaluate(phones.ACT)) + bool(ann.evaluate(f"({phones.ACT})()"))
        wait(ann, "body[data-phase=match-over][data-busy=false]")
        assert moves > 5 and ann.evaluate(TABLE) == host.evaluate(TABLE)
        wait(ann, "#over-fair[data-fair=true]")


# What a changed page of a guest sends. `lines` sends a line through the page's own connection.
FLOODS = {
    "small lines": "for (let n = 0; n < 3_000; n++) lines(`line ${n}`)",
    "a long line": "lines('x'.repeat(250_000))",
}
LINES = """const { send } = await import(new URL(document.documentElement.dataset.app + "assets/relay/guest.js", location));
  const lines = (line) => send("guest-1", line);"""
# Notes when the answer to the request n arrives. Lines are decoded after they were opened.
NOTE_ANSWERS = """
self.answered = {};
const { decode } = TextDecoder.prototype;
TextDecoder.prototype.decode = function (...given) {
  const text = decode.apply(this, given);
  const number = /"do":"answer","n":(9\\d{5})/.exec(text)?.[1];
  if (number) self.answered[number] = performance.now();
  return text;
};
"""
# Asks the table 40 times, 60 ms apart, which is within the limits of a guest. Returns the times to the answers in ms.
ASK = f"""async () => {{
  {LINES}
  const wait = (ms) => new Promise((then) => setTimeout(then, ms));
  const sent = {{}};
  for (let n = 900_000; n < 900_040; n++) {{
    sent[n] = performance.now();
    lines(JSON.stringify({{ v: 1, do: "ask", n, verb: "tell", with: {{ what: "hand" }} }}));
    await wait(60);
  }}
  for (let tries = 0; tries < 200 && Object.keys(self.answered).length < 40; tries++) await wait(50);
  return Object.keys(sent).map((n) => self.answered[n] - sent[n]);
}}"""


@pytest.mark.long  # in every run: tests/relay/test_broker.py and tests/browser/test_peers.py
@pytest.mark.parametrize("flood", FLOODS)
def test_a_flooding_guest_is_soon_gone_and_holds_nobody_up(device: Device, site: str, flood: str) -> None:
    host, ann, ben = device(), device(NO_WEBRTC + "\n" + NOTE_ANSWERS), device(NO_WEBRTC)
    link = phones.open_table(host, site, seats=("human", "phone", "phone"))
    for guest, name in ((ann, "Ann"), (ben, "Ben")):
        phones.join_by_link(host, guest, link, name)
    phones.deal(host, ann, ben)
    calm = sorted(ann.evaluate(ASK))
    ann.evaluate("self.answered = {}")
    ann.wait_for_timeout(2_000)  # the limits of a guest fill up again
    ann.evaluate(f"() => {{ self.asked = ({ASK})(); }}")
    start = time.monotonic()
    ben.evaluate(f"async () => {{ {LINES} {FLOODS[flood]}; }}")
    host.locator('.seat[data-joined=gone]:has-text("Ben")').wait_for()
    gone = time.monotonic() - start
    times = sorted(ann.evaluate("self.asked"))
    print(
        f"{flood}: gone after {gone:.2f} s; answers p50 {times[20]:.0f}, p95 {times[38]:.0f} ms; before {calm[38]:.0f}"
    )
    assert gone < 2 and times[38] < 200
    expect(ben.locator("#standing-play [data-standing=lost]")).to_have_count(1)
