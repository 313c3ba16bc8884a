"""Pages connect directly (assets/peers.js) by the codes of game/devices/pairing, and exchange lines.

A stand-in for the engine answers the host's page, and does what each line from a guest says. Both pages are a text of the
site, which starts sooner than the game and has the same headers.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from game.contract.devices.pairing import Description
from game.devices import wire
from game.devices.pairing.descriptions import candidate_lines, read_description, write_description
from game.devices.pairing.pairing_code import read_pairing, write_pairing
from tools.common import drive

# `seen` has what happened, `when` waits until an entry of a kind is there and returns it.
LOAD = """async (name) => {
  self.seen = [];
  self.see = (...entry) => { seen.push([...entry, Date.now()]); self.dispatchEvent(new Event("seen")); };
  self.when = (fits) => new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`nothing fits ${fits} in ${JSON.stringify(seen).slice(0, 500)}`)), 30_000);
    const look = () => { const entry = seen.find(fits); if (entry) resolve(entry); };
    self.addEventListener("seen", look);
    look();
  });
  self.bring = (file) => import(new URL(`${document.documentElement.dataset.app}assets/${file}.js`, location));
  self.peers = await bring("peers");
}"""
# The stand-in: a line "echo N LENGTH" is answered with N lines, "close" with a goodbye and the end of the connection.
ENGINE = """() => {
  self.lines = (send, close = []) =>
    document.dispatchEvent(new CustomEvent("engine:lines", { detail: JSON.stringify({ send, close }) }));
  window.engine ??= {};
  window.engine.ask = async (verb, given) => {
    const { connection, line } = JSON.parse(given);
    if (verb !== "beat" || !seen.some(([kind]) => kind === "beat")) see(verb, JSON.parse(given));
    const [what, count, length] = (line ?? "").split(" ");
    if (what === "echo") lines([...Array(+count)].map((_, index) => [connection, `${index} ${"x".repeat(+length)}`]));
    if (what === "close") lines([[connection, "x".repeat(60_000)], [connection, "bye"]], [connection]);
    return '{"ok":null}';
  };
}"""
GUEST = "(id, kind, text) => see(kind, text)"
SOON = 3_000  # ms; without a goodbye, a browser notices only after five seconds or more


def invite(host: Page, number: int = 1) -> Description:
    """A new offer `cN` of the host, as the guest reads it from the code."""
    offer = host.evaluate("(n) => peers.hostOffer(`c${n}`, `invitation-${n}`)", number)
    return read_pairing(write_pairing("offer", read_description(offer), number))["description"]


def answer(guest: Page, invited: Description) -> str:
    """The guest's answer to an offer, as the host reads it from the code."""
    bare = write_description(invited, "offer", with_candidates=False)
    given = [bare, "\n".join(candidate_lines(invited))]
    sdp = guest.evaluate(f"([bare, lines]) => peers.answer('h', {GUEST}, bare, lines)", given)
    accepted = read_pairing(write_pairing("answer", read_description(sdp), 1))["description"]
    return write_description(accepted, "answer")


def accept(host: Page, sdp: str, number: int = 1) -> bool:
    accepted: bool = host.evaluate("([n, sdp]) => peers.accept(`c${n}`, sdp)", [number, sdp])
    return accepted


def connect(host: Page, guest: Page, number: int = 1) -> None:
    assert accept(host, answer(guest, invite(host, number)), number)
    guest.evaluate("when(([kind]) => kind === 'open')")
    opened = {"connection": f"c{number}", "invitation": f"invitation-{number}"}
    assert host.evaluate("when(([kind]) => kind === 'link_opened')")[1] == opened


@pytest.fixture
def host(page: Page, dist: Path, address: str) -> Page:
    text_page(page, dist, address)
    page.evaluate(ENGINE)
    return page


def text_page(page: Page, dist: Path, address: str) -> Page:
    """The page, at a text of the site and with the script for connections alone."""
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    page.goto(f"{address}THIRD-PARTY.txt")
    (app,) = (dist / "app").iterdir()
    page.evaluate("(app) => { document.documentElement.dataset.app = app; }", f"app/{app.name}/")
    page.evaluate(LOAD)
    return page


@pytest.fixture
def guest(context: BrowserContext, dist: Path, address: str) -> Iterator[Page]:
    page = text_page(context.new_page(), dist, address)
    wrong = drive.watch(page, address)
    yield page
    assert wrong == []


def test_lines_go_both_ways_in_their_order(host: Page, guest: Page) -> None:
    connect(host, guest)
    number = 300
    guest.evaluate("(n) => { for (let index = 0; index < n; index++) peers.send('h', `line ${index}`); }", 30)
    guest.evaluate("(n) => peers.send('h', `echo ${n} 20000`)", number)
    guest.evaluate("(n) => when(([kind, text]) => kind === 'line' && text.startsWith(`${n - 1} `))", number)
    heard = guest.evaluate("seen.filter(([kind]) => kind === 'line').map(([, text]) => +text.split(' ')[0])")
    assert heard == list(range(number))
    received = host.evaluate("seen.filter(([verb]) => verb === 'received').map(([, { line }]) => line)")
    assert received[:-1] == [f"line {index}" for index in range(30)]


def test_the_last_lines_arrive_before_the_connection_ends(host: Page, guest: Page) -> None:
    connect(host, guest)
    guest.evaluate("peers.send('h', 'close')")
    guest.evaluate("when(([kind]) => kind === 'closed')")
    heard = guest.evaluate("seen.filter(([kind]) => kind === 'line').map(([, text]) => text.length)")
    assert heard == [60_000, 3]
    assert (
        host.evaluate("seen.filter(([verb]) => verb === 'link_closed')") == []
    )  # the engine itself closed it
    assert not guest.evaluate("peers.send('h', 'after the end')")


def test_an_answer_is_taken_once(host: Page, guest: Page) -> None:
    invited = invite(host)
    first, second = answer(guest, invited), answer(guest, invited)
    assert not accept(host, "v=0")  # and the offer is still good
    assert accept(host, second) and not accept(host, second) and not accept(host, first)
    guest.evaluate("when(([kind]) => kind === 'open')")
    assert not accept(host, first) and not accept(host, first, number=2)


@pytest.mark.parametrize("who", ["host", "guest"])
def test_a_page_that_goes_away_says_goodbye(host: Page, guest: Page, who: str) -> None:
    connect(host, guest)
    leaving, other = (host, guest) if who == "host" else (guest, host)
    bye = wire.write({"do": "bye", "why": "closed"}) if who == "host" else wire.write({"do": "bye"})
    began = leaving.evaluate("Date.now()")
    leaving.evaluate("location.href = 'about:blank', 0")
    fits = "([, what]) => (what.line ?? what) === text"
    heard = other.evaluate(f"(text) => when({fits})", bye)[-1]
    ended = other.evaluate("when(([kind]) => ['closed', 'link_closed'].includes(kind))")[-1]
    leaving.wait_for_url("about:blank")
    assert heard - began < SOON and ended - began < SOON


def test_hosting_ends_with_the_engine_and_begins_anew(host: Page, guest: Page) -> None:
    connect(host, guest)
    invite(host, 2)
    host.evaluate("when(([kind]) => kind === 'beat')")
    host.evaluate(
        "window.engine.ask = (verb) => { see('asked', verb); return Promise.resolve('{\"gone\":true}'); }"
    )
    bye = wire.write({"do": "bye", "why": "closed"})
    guest.evaluate("(text) => when(([, line]) => line === text)", bye)
    guest.evaluate("when(([kind]) => kind === 'closed')")
    assert not accept(host, "", 2)
    host.evaluate("seen.length = 0")
    host.evaluate(ENGINE)
    guest.evaluate("seen.length = 0")
    connect(host, guest, 3)
    host.evaluate("peers.endHosting()")
    guest.evaluate("(text) => when(([, line]) => line === text)", bye)
    assert host.evaluate("when(([kind]) => kind === 'link_closed')")[1] == {"connection": "c3"}


FLOODS = {
    "small lines": "for (let index = 0; index < 1000; index++) peers.send('h', `line ${index}`)",
    "a long line": "peers.send('h', 'x'.repeat(250_000))",
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_ends_its_connection_before_it_reaches_the_engine(
    host: Page, guest: Page, flood: str
) -> None:
    connect(host, guest)
    began = guest.evaluate("Date.now()")
    guest.evaluate(f"() => {{ {FLOODS[flood]} }}")
    closed = host.evaluate("when(([kind]) => kind === 'link_closed')")
    assert closed[1] == {"connection": "c1", "flooded": True} and closed[-1] - began < 2_000
    guest.evaluate("(text) => when(([, line]) => line === text)", wire.write({"do": "bye", "why": "flooded"}))
    received = host.evaluate("seen.filter(([verb]) => verb === 'received').length")
    assert host.evaluate("seen.filter(([verb]) => verb === 'link_closed').length") == 1
    assert received == (0 if flood == "a long line" else pytest.approx(50, abs=10))


def test_what_gathers_while_a_page_is_locked_is_no_flood(host: Page, guest: Page) -> None:
    """Ten minutes of heartbeats come at once. The engine gets as many as it would take."""
    connect(host, guest)
    guest.evaluate("() => { for (let index = 0; index < 300; index++) peers.send('h', 'ping'); }")
    guest.evaluate("() => { setInterval(() => peers.send('h', 'then'), 200); }")  # one fits soon
    host.evaluate("when(([, { line }]) => line === 'then')")
    assert host.evaluate("seen.filter(([verb]) => verb === 'received').length") < 80


def test_an_engine_that_refuses_a_connection_ends_it(host: Page, guest: Page) -> None:
    host.evaluate('window.engine.ask = async () => \'{"refused":{"key":"","values":{}}}\'')
    assert accept(host, answer(guest, invite(host)))
    guest.evaluate("when(([kind]) => kind === 'closed')")


@pytest.mark.long
def test_a_device_that_takes_nothing_is_given_up(host: Page, guest: Page) -> None:
    """Its page is busy, as a locked phone's is. A few lines wait for it, and many end the connection."""
    connect(host, guest)
    guest.evaluate("setTimeout(() => { const end = Date.now() + 3_000; while (Date.now() < end); }), 0")
    host.evaluate("lines([...Array(200)].map((_, index) => ['c1', `${index} ${'x'.repeat(59_000)}`]))")
    # the guest may not hear of the end: the flood can push out the farewell of the connection too
    assert host.evaluate("when(([kind]) => kind === 'link_closed')")[1] == {"connection": "c1"}


def test_an_answer_reaches_the_tab_with_the_table(guest: Page, dist: Path, address: str) -> None:
    """A link opens a tab of its own. There the answer is given to a tab that takes it, or nobody listens."""
    other = text_page(guest.context.new_page(), dist, address)
    post = "async (code) => (await bring('answers')).post(code)"
    assert not other.evaluate(post, "#a1x")
    guest.evaluate("async () => (await bring('answers')).take(async (code) => code === '#a1x')")
    assert other.evaluate(post, "#a1x")
    assert not other.evaluate(post, "#a1y") and not other.evaluate(post, "#a1" + "x" * 600)
    guest.evaluate("async () => (await bring('answers')).take()")
    assert not other.evaluate(post, "#a1x")


@pytest.fixture
def firefox(playwright: Playwright) -> Iterator[Browser]:
    browser = drive.launch_firefox(playwright)
    yield browser
    browser.close()


@pytest.mark.skipif(not shutil.which("firefox-esr"), reason="no Firefox on this machine")
@pytest.mark.slow
def test_firefox_joins_chromium(host: Page, firefox: Browser, dist: Path, address: str) -> None:
    guest = text_page(firefox.new_page(), dist, address)
    connect(host, guest)
    guest.evaluate("peers.send('h', 'echo 3 1')")
    guest.evaluate("when(([kind, text]) => kind === 'line' && text === '2 x')")
    guest.evaluate("peers.send('h', 'close')")
    guest.evaluate("when(([kind]) => kind === 'closed')")


@pytest.mark.skipif(not shutil.which("firefox-esr"), reason="no Firefox on this machine")
@pytest.mark.long
def test_a_spoiled_answer_is_replaced(firefox: Browser, dist: Path, address: str) -> None:
    """Firefox fails for good. The same offer takes another answer."""
    host, guest = (text_page(firefox.new_page(), dist, address) for _ in range(2))
    host.evaluate("self.engine = {}")
    host.evaluate(ENGINE)
    invited = invite(host)
    guest.evaluate("RTCPeerConnection.prototype.addIceCandidate = async () => {}")
    answer(guest, invited)
    guest.evaluate("when(([kind]) => kind === 'spoiled')")
    assert accept(host, answer(guest, invited))
    guest.evaluate("when(([kind]) => kind === 'open')")
