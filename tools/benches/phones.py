"""Measure own phones: from the open invitation to the seat, and from a message to its paint on a guest's page.

Host and guests are pages of one Chromium on this machine; a script takes the place of the people who scan and send codes.

Figures on two cores without a graphics card, Chromium 156: see docs/own-phones.md.
"""

import statistics

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tools import build
from tools.common import drive, phones, serve

GUESTS = 3
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


def figures() -> dict[str, float]:
    """Play one match of three rounds with GUESTS guests, and return the figures."""
    build.build()
    with serve.serving(build.DIST) as address, sync_playwright() as playwright:
        browser = drive.launch_chromium(playwright)
        host, *guests = (_device(browser) for _ in range(1 + GUESTS))
        phones.open_lobby(host, address)
        seconds = [phones.join(host, guest, f"Guest {number}") for number, guest in enumerate(guests)]
        phones.deal(host, *guests)
        phones.play([host, *guests], seconds=600)
        paints = sorted(time for guest in guests for time in guest.evaluate("window.paints"))
        browser.close()
    return {
        "phones.seat_ms": 1000 * statistics.median(seconds),
        "phones.scenes": len(paints),
        "phones.paint_p50_ms": paints[len(paints) // 2],
        "phones.paint_p95_ms": paints[len(paints) * 95 // 100],
    }


def _device(browser: Browser) -> Page:
    """A page of a context of its own."""
    context = browser.new_context(viewport=PHONE)
    context.set_default_timeout(60_000)
    context.add_init_script(WATCH)
    return context.new_page()
