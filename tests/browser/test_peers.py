"""Two pages connect directly (assets/peers.js) by the codes of game/devices/pairing, and exchange lines.

The pages are the published one, so its content-security policy applies. Nothing in the page uses the script yet.
"""

from playwright.sync_api import Page

from game.devices.pairing.descriptions import candidate_lines, read_description, write_description
from game.devices.pairing.pairing_code import read_pairing, write_pairing
from tools.common import drive

LOAD = """async () => {
  self.peers = await import(new URL(document.documentElement.dataset.app + "assets/peers.js", location));
  self.told = [];
  self.tell = (id, kind, text) => { told.push([id, kind, text]); self.dispatchEvent(new Event("told")); };
  self.heard = (kind) => new Promise((resolve) => {
    const look = () => { const one = told.find((each) => each[1] === kind); if (one) resolve(one[2]); };
    self.addEventListener("told", look);
    look();
  });
}"""
LONG_LINE = 200_000  # characters


def pair(host: Page, guest: Page) -> None:
    """Connect the host's offer "a" with the guest's answer "b", through both codes."""
    for page in (host, guest):
        page.evaluate(LOAD)
    offer = read_description(host.evaluate("peers.offer('a', tell, [])"))
    invited = read_pairing(write_pairing("offer", offer, 3, 2))["description"]
    bare = write_description(invited, "offer", with_candidates=False)
    lines = "\n".join(candidate_lines(invited))
    answer = guest.evaluate("([bare, lines]) => peers.answer('b', tell, [], bare, lines)", [bare, lines])
    accepted = read_pairing(write_pairing("answer", read_description(answer), 3))["description"]
    assert host.evaluate("(sdp) => peers.accept('a', sdp)", write_description(accepted, "answer"))


def test_two_pages_connect_without_a_server(page: Page, stranger: Page, address: str) -> None:
    guest = stranger
    for each in (page, guest):
        drive.open_menu(each, address)
    pair(page, guest)
    for each in (page, guest):
        each.evaluate("heard('open')")
    assert page.evaluate("(length) => peers.send('a', 'x'.repeat(length))", LONG_LINE)
    assert len(guest.evaluate("heard('line')")) == LONG_LINE
    assert not page.evaluate("peers.accept('a', '')")  # the code is single use
    guest.evaluate("peers.close('b')")
    page.evaluate("heard('closed')")
    assert not page.evaluate("peers.send('a', 'after the end')")
