"""Measure own phones far apart: from the tap on the link to the seat, and from a move to its paint on another device.

All devices are pages of one Chromium on this machine, the relay too; a script takes the place of people. Figures: see
docs/own-phones.md.
"""

import shutil
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, ViewportSize

from tools import build
from tools.benches.harness import Figures, Run, bench
from tools.common import phones
from tools.common import relay as relays

PHONE: ViewportSize = {"width": 390, "height": 844}
NO_WEBRTC = "delete window.RTCPeerConnection"
MOVES = 30
PLAYABLE = "#hand [data-playable=true]"
# Resolves with the time (ms since 1970) at which the tile is painted on the table.
PAINTED = """(tile) => {
  self.painted = new Promise((resolve) => {
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

    No page has WebRTC, so all lines go over the relay. A visit begins with the page's own start.
    """
    broker = run.stack.enter_context(relays.running())
    site = Path(run.stack.enter_context(tempfile.TemporaryDirectory())) / "site"
    shutil.copytree(build.build(), site)
    relays.name_relay(site, broker.address)
    address = run.serve(site)
    host, guest = (run.page(script=NO_WEBRTC, viewport=PHONE) for _ in range(2))
    link = phones.open_table(host, address, seats=("human", "phone"))
    seconds = []
    for number in range(run.count(5)):
        visitor = run.page(script=NO_WEBRTC, viewport=PHONE)
        phones.open_invitation(visitor, link)
        start = time.monotonic()
        visitor.locator("input[data-name]").fill(f"Visitor {number}")
        visitor.locator("[data-action=join]").click()
        phones.let_in(host, f"Visitor {number}")
        visitor.locator("body[data-party]").wait_for()
        seconds.append(time.monotonic() - start)
        visitor.context.close()
        _take_out(host, f"Visitor {number}")
    phones.join_by_link(host, guest, link, "Guest")
    phones.deal(host, guest)
    times: list[float] = []
    while len(times) < MOVES and phones.phase(host) == "playing":
        times += [time for time in (_move(host, guest), _move(guest, host)) if time is not None]
    return {
        "seat_ms": 1000 * statistics.median(seconds),
        "moves": len(times),
        "move_p50_ms": statistics.median(times),
        "move_p95_ms": sorted(times)[len(times) * 95 // 100],
    }


def _take_out(host: Page, name: str) -> None:
    """Free the seat of a guest who has gone."""
    host.evaluate("window.engine.ask('take_out', JSON.stringify({ seat: 1 }))")
    host.locator("#invite-seats > li", has_text=name).wait_for(state="detached")


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
            painted: float = other.evaluate("self.painted") - begun
            return painted
    return None
