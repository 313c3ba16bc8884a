"""Pages connect directly (assets/peers.js) by the codes of game/devices/pairing, and exchange lines.

The pages are the published one, so its content-security policy applies. A stand-in for the engine answers the host's
page, and does what each line from a guest says.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from game.devices import wire
from game.devices.pairing.descriptions import candidate_lines, read_description, write_description
from game.devices.pairing.pairing_code import read_pairing, write_pairing
from tools.common import drive

# `seen` has what happened, `when` waits until an entry of a kind is there and returns it.
LOAD = """async (name) => {
  self.seen = [];
  self.see = (...entry) => { seen.push([...entry, Date.now()]); self.dispatchEvent(new Event("seen")); };
  self.when = (fits) => new Promise((resolve) => {
    const look = () => { const entry = seen.find(fits); if (entry) resolve(entry); };
    self.addEventListener("seen", look);
    look();
  });
  self.bring = (file) => import(new URL(`${document.documentElement.dataset.app}assets/${file}.js`, location));
  self.peers = await bring("peers");
}"""
# The stand-in: a line "echo N TEXT" is answered with N lines, "close" with a goodbye and the end of the connection.
ENGINE = """() => {
  self.lines = (send, close = []) =>
    document.dispatchEvent(new CustomEvent("engine:lines", { detail: JSON.stringify({ send, close }) }));
  window.engine.ask = async (verb, given) => {
    const { connection, line } = JSON.parse(given);
    if (verb !== "beat" || !seen.some(([kind]) => kind === "beat")) see(verb, JSON.parse(given));
    const [what, count, text] = (line ?? "").split(" ");
    if (what === "echo") lines([...Array(+count)].map((_, index) => [connection, `${index} ${text}`]));
    if (what === "close") lines([[connection, "x".repeat(60_000)], [connection, "bye"]], [connection]);
    return '{"ok":null}';
  };
}"""
GUEST = "(id, kind, text) => see(kind, text)"


def invite(host: Page, number: int = 1) -> dict[str, Any]:
    """A new offer `cN` of the host, as the guest reads it from the code."""
    offer = host.evaluate("(n) => peers.hostOffer(`c${n}`, `invitation-${n}`, [])", number)
    return read_pairing(write_pairing("offer", read_description(offer), number))["description"]


def answer(guest: Page, invited: dict[str, Any]) -> str:
    """The guest's answer to an offer, as the host reads it from the code."""
    bare = write_description(invited, "offer", with_candidates=False)
    given = [bare, "\n".join(candidate_lines(invited))]
    sdp = guest.evaluate(f"([bare, lines]) => peers.answer('h', {GUEST}, [], bare, lines)", given)
    accepted = read_pairing(write_pairing("answer", read_description(sdp), 1))["description"]
    return write_description(accepted, "answer")


def accept(host: Page, sdp: str, number: int = 1) -> bool:
    return host.evaluate("([n, sdp]) => peers.accept(`c${n}`, sdp)", [number, sdp])


def connect(host: Page, guest: Page, number: int = 1) -> None:
    assert accept(host, answer(guest, invite(host, number)), number)
    guest.evaluate("when(([kind]) => kind === 'open')")
    opened = {"connection": f"c{number}", "invitation": f"invitation-{number}"}
    assert host.evaluate("when(([kind]) => kind === 'link_opened')")[1] == opened


def load(page: Page, address: str) -> Page:
    drive.open_menu(page, address)
    page.evaluate(LOAD)
    return page


@pytest.fixture
def host(page: Page, address: str) -> Page:
    load(page, address).evaluate(ENGINE)
    return page


@pytest.fixture
def guest(stranger: Page, address: str) -> Page:
    return load(stranger, address)


def test_lines_go_both_ways_in_their_order(host: Page, guest: Page) -> None:
    connect(host, guest)
    number = 300
    guest.evaluate("(n) => { for (let index = 0; index < n; index++) peers.send('h', `line ${index}`); }", 90)
    guest.evaluate("(n) => peers.send('h', `echo ${n} ${'x'.repeat(20_000)}`)", number)
    guest.evaluate("(n) => when(([kind, text]) => kind === 'line' && text.startsWith(`${n - 1} `))", number)
    heard = guest.evaluate("seen.filter(([kind]) => kind === 'line').map(([, text]) => +text.split(' ')[0])")
    assert heard == list(range(number))
    received = host.evaluate("seen.filter(([verb]) => verb === 'received').map(([, { line }]) => line)")
    assert received[:-1] == [f"line {index}" for index in range(90)]
