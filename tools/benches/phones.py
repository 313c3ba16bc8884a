"""Measure own phones: from the open invitation to the seat, and from a message to its paint on a guest's page.

Host and guests are pages of one Chromium on this machine; a script takes the place of the people who scan and send codes.

Figures on two cores without a graphics card, Chromium 156: see docs/own-phones.md.
"""

import statistics

from playwright.sync_api import ViewportSize

from tools.benches.harness import Figures, Run, bench
from tools.common.phones import deal, join, open_lobby, play

GUESTS = (1, 3)
PHONE: ViewportSize = {"width": 390, "height": 844}
# Notes the time (ms) from the arrival of each scene until the frame after it was handled.
WATCH = """
  window.paints = [];
  const own = Object.getOwnPropertyDescriptor(RTCDataChannel.prototype, "onmessage");
  Object.defineProperty(RTCDataChannel.prototype, "onmessage", { ...own, set(handler) {
    own.set.call(this, (event) => {
      const start = performance.now(), isScene = event.data.includes('"scene"');
      handler(event);
      if (isScene) requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.paints.push(performance.now() - start);
        port2.postMessage("");
      });
    });
  } });
"""


@bench
def phones(run: Run) -> Figures:
    """Own phones: from the open invitation to the seat, and from a message to its paint on a guest's page.

    With one guest, each device has about a core of its own, as two phones would have. With three guests, four devices share
    the cores of this machine.
    """
    return {
        f"phones_{guests}_guests_{name}": value
        for guests in GUESTS
        for name, value in _match(run, guests).items()
    }


def _match(run: Run, count: int) -> Figures:
    """The figures of one match with `count` guests."""
    pages = [run.page(script=WATCH, viewport=PHONE, reduced_motion="no-preference") for _ in range(1 + count)]
    host, *guests = pages
    open_lobby(host, run.address)
    seconds = [join(host, guest, f"Guest {number}") for number, guest in enumerate(guests)]
    deal(host, *guests)
    play([host, *guests], seconds=600)
    paints = sorted(time for guest in guests for time in guest.evaluate("window.paints"))
    for device in (host, *guests):
        device.context.close()
    return {
        "seat_ms": 1000 * statistics.median(seconds),
        "scenes": len(paints),
        "paint_p50_ms": paints[len(paints) // 2],
        "paint_p95_ms": paints[len(paints) * 95 // 100],
    }
