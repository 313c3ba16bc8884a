"""Measure own phones: from the open invitation to the seat, and from a message to its paint on a guest's page.

Host and guests are pages of one Chromium on this machine; a script takes the place of the people who scan and send codes.

Figures on two cores without a graphics card, Chromium 156: see docs/own-phones.md.
"""

import statistics

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tools import build
from tools.common import drive, phones, serve

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


def figures() -> dict[str, float]:
    """Play a match of three rounds with each number of guests, and return the figures.

    With one guest, each device has about a core of its own, as two phones would have. With three guests, four devices share
    the cores of this machine.
    """
    build.build()
    with serve.serving(build.DIST) as address, sync_playwright() as playwright:
        browser = drive.launch_chromium(playwright)
        measured = {
            f"phones.{guests}_guests.{name}": value
            for guests in GUESTS
            for name, value in _match(browser, address, guests).items()
        }
        browser.close()
    return measured


def _match(browser: Browser, address: str, count: int) -> dict[str, float]:
    """The figures of one match with `count` guests."""
    host, *guests = (_device(browser) for _ in range(1 + count))
    phones.open_lobby(host, address)
    seconds = [phones.join(host, guest, f"Guest {number}") for number, guest in enumerate(guests)]
    phones.deal(host, *guests)
    phones.play([host, *guests], seconds=600)
    paints = sorted(time for guest in guests for time in guest.evaluate("window.paints"))
    for device in (host, *guests):
        device.context.close()
    return {
        "seat_ms": 1000 * statistics.median(seconds),
        "scenes": len(paints),
        "paint_p50_ms": paints[len(paints) // 2],
        "paint_p95_ms": paints[len(paints) * 95 // 100],
    }


def _device(browser: Browser) -> Page:
    """A page of a context of its own."""
    context = browser.new_context(viewport=PHONE)
    context.set_default_timeout(60_000)
    context.add_init_script(WATCH)
    return context.new_page()
