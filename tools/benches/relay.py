"""Measure own phones far apart: from the tap on the link to the seat, and from a move to its paint on another device.

All devices are pages of one Chromium on this machine, the relay too; a script takes the place of people. No page has WebRTC,
so all lines go over the relay.

Figures on two cores without a graphics card, Chromium 156: see docs/own-phones.md.
"""

import shutil
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, ViewportSize

from tools import build
from tools.benches.harness import Figures, Run, bench, percentiles
from tools.common import phones
from tools.common import relay as relays

PHONE: ViewportSize = {"width": 390, "height": 844}
NO_WEBRTC = "delete window.RTCPeerConnection"
PLAYABLE = "#hand [data-playable=true]"
# Resolves with the time (ms since 1970) at which the tile is painted on the table, or with 0 after ten seconds.
PAINTED = """(tile) => {
  self.painted = new Promise((resolve) => {
    setTimeout(resolve, 10_000, 0);
    const observer = new MutationObserver(() => {
      if (!document.querySelector(`[data-placed="${tile}"]`)) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}"""
# Like ACT of tools/common/phones.py, with the time before: [what was done, ms since 1970].
TIMED = f"() => {{ const begun = Date.now(); return [({phones.ACT})(), begun]; }}"
MOST_STEPS = 4  # a tile, its place, and what may come before


@bench
def relay(run: Run) -> Figures:
    """Own phones far apart: from the tap on the link to the seat, and from a move to its paint on the other device.

    Each visitor has an empty cache, and `seat` begins with the address; `join` begins when the form is open.
    """
    broker = run.stack.enter_context(relays.running())
    site = Path(run.stack.enter_context(tempfile.TemporaryDirectory())) / "site"
    shutil.copytree(build.build(), site)
    relays.name_relay(site, broker.address)
    host, guest = (run.page(script=NO_WEBRTC, viewport=PHONE) for _ in range(2))
    link = phones.open_table(host, run.serve(site), seats=("human", "phone"))
    seats, joins = [], []
    for number in range(run.count(10)):
        visitor, name = run.page(script=NO_WEBRTC, viewport=PHONE), f"Visitor {number}"
        start = time.monotonic()
        phones.open_invitation(visitor, link)
        opened = time.monotonic()
        visitor.locator("input[data-name]").fill(name)
        visitor.locator("[data-action=join]").click()
        phones.let_in(host, name)
        visitor.locator("body[data-party]").wait_for()
        seats.append(1000 * (time.monotonic() - start))
        joins.append(1000 * (time.monotonic() - opened))
        visitor.context.close()
        host.evaluate("window.engine.ask('take_out', JSON.stringify({ seat: 1 }))")
        host.locator("#invite-seats > li", has_text=name).wait_for(state="detached")
    phones.join_by_link(host, guest, link, "Guest")
    phones.deal(host, guest)
    moves: list[float] = []
    while len(moves) < 6 * run.count(10) and phones.phase(host) != "match-over":
        moves += [time for time in (_move(host, guest), _move(guest, host)) if time is not None]
    return {
        "seats": len(seats),
        **percentiles("seat", seats),
        **percentiles("join", joins),
        "moves": len(moves),
        **percentiles("move", moves),
    }


def _move(actor: Page, other: Page) -> float | None:
    """Let a device act. If it laid a tile, return the ms until the other one has painted it."""
    playable = actor.locator(PLAYABLE)
    if not playable.count():
        actor.evaluate(TIMED)
        actor.locator("body[data-busy=false]").wait_for()
        return None
    tile = playable.first.get_attribute("data-tile")
    other.evaluate(PAINTED, tile)
    begun = 0.0
    for _ in range(MOST_STEPS):
        done, time = actor.evaluate(TIMED)
        begun = time if done else begun
        actor.locator("body[data-busy=false]").wait_for()
        if actor.locator(f'[data-placed="{tile}"]').count():
            painted: float = other.evaluate("self.painted")
            assert painted, f"{tile} did not come"
            return painted - begun
    return None
