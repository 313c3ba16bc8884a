"""Start-up in the other browser engines and on a slow processor, beside the stock PyScript page of the part `page`.

As there, people take turns, each with a profile of their own; second and third visit follow when all is kept.

    firefox     the machine's own, in profiles on the disk
    webkitgtk   by its own driver, which keeps everything in memory and forgets it with the browser: a person's visits are all in
                one run of it, so what a WebKit has compiled for the disk is not seen. No iPhone.
    slowed      Chromium with the processor slowed SLOWER times, as its developer tools do it. That slows the main thread alone:
                there our page's MicroPython runs and all of the stock page. Workers go on at full speed (measured: a loop takes
                4 times as long in the page and as long as ever in the engine), and asked to slow one, Chromium refuses: "only
                supported for pages". So a slow telephone is slower than this, and our page's ratio better than there.

The goals: playable in Firefox within 2.0 s cold and 1.3 s later, in WebKitGTK within 2.8 s, slowed within 6.0 s cold and 2.7 s
later, on a machine that has nothing else to do. An engine that is not installed is left out.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial

from playwright.sync_api import Playwright, sync_playwright

from tools import build
from tools.benches import page
from tools.common import drive, serve, webkit
from tools.common.person import ByPlaywright, BySelenium, Person

PEOPLE = 5
SLOWER = 4


def figures() -> dict[str, float]:
    """Medians in milliseconds, and the ratios to the stock page."""
    build.build()
    measured: dict[str, float] = {}
    with (
        page.stock_folder() as stock,
        serve.serving(build.DIST) as ours,
        serve.serving(stock) as theirs,
        sync_playwright() as playwright,
    ):
        for engine, somebody in people(playwright).items():
            times = page.starts(somebody, {"page": ours, "stock": theirs}, PEOPLE)
            measured |= {f"{engine}_{name}": time for name, time in times.items()}
    return measured


def people(playwright: Playwright) -> dict[str, Callable[[], AbstractContextManager[Person]]]:
    """How to get a new person, for each engine that is here."""
    found: dict[str, Callable[[], AbstractContextManager[Person]]] = {}
    if shutil.which("firefox-esr"):
        found["firefox"] = partial(page.in_profile, playwright, drive.launch_firefox_profile)
    if webkit.is_here():
        found["webkitgtk"] = in_webkitgtk
    return found | {"slowed": partial(in_slowed_chromium, playwright)}


@contextmanager
def in_webkitgtk() -> Iterator[BySelenium]:
    """Somebody with a new browser."""
    with webkit.running() as driver:
        yield BySelenium(driver)


@contextmanager
def in_slowed_chromium(playwright: Playwright) -> Iterator[ByPlaywright]:
    """Somebody with a new profile on the disk, whose page's main thread is slow at all their visits."""
    with page.in_profile(playwright) as person:
        session = person.page.context.new_cdp_session(person.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield person
