"""Measure the start-up in Firefox, in WebKitGTK and on a slow processor, compared with the stock PyScript page.

The stock page and the method are those of the part `page`: each person has a new profile and makes three visits.

    firefox     the Firefox of the operating system, with profiles on the disk
    webkitgtk   WebKitGTK. Its driver keeps the profile in memory only, so a person's visits are all in one run of the
                browser. Therefore compiled code that WebKit would read from the disk is not measured. WebKitGTK is not
                Safari on an iPhone.
    slowed      Chromium with a processor that its developer tools slow down SLOWDOWN times

Chromium slows only the main thread, where our page's MicroPython and all of the stock page run. Workers keep their full
speed: a loop takes 4 times as long in the page, and the same time as before in the engine. A request to slow a worker
fails with "only supported for pages". So our page is slower on a slow phone than here, and its ratio is worse.

The goals, on an idle machine, for the time until the page is playable on the first visit and on later ones: Firefox
2.0 s and 1.3 s, WebKitGTK 2.8 s for both, slowed 6.0 s and 2.7 s. The bench leaves out a browser that is not installed.
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
SLOWDOWN = 4


def figures() -> dict[str, float]:
    """Return medians in milliseconds, and the ratios to the stock page."""
    build.build()
    measured: dict[str, float] = {}
    with (
        page.stock_folder() as stock,
        serve.serving(build.DIST) as ours,
        serve.serving(stock) as theirs,
        sync_playwright() as playwright,
    ):
        for engine, new_person in person_makers(playwright).items():
            times = page.starts(new_person, {"page": ours, "stock": theirs}, PEOPLE)
            measured |= {f"{engine}_{name}": time for name, time in times.items()}
    return measured


def person_makers(playwright: Playwright) -> dict[str, Callable[[], AbstractContextManager[Person]]]:
    """Return a function that yields a person with a new profile, for each installed browser."""
    found: dict[str, Callable[[], AbstractContextManager[Person]]] = {}
    if shutil.which("firefox-esr"):
        found["firefox"] = partial(page.in_profile, playwright, drive.launch_firefox_profile)
    if webkit.is_here():
        found["webkitgtk"] = in_webkitgtk
    return found | {"slowed": partial(in_slowed_chromium, playwright)}


@contextmanager
def in_webkitgtk() -> Iterator[BySelenium]:
    """Yield a person who has just started WebKitGTK."""
    with webkit.running() as driver:
        yield BySelenium(driver)


@contextmanager
def in_slowed_chromium(playwright: Playwright) -> Iterator[ByPlaywright]:
    """Yield a person with a new profile in Chromium, in whose page the main thread is slowed at all visits."""
    with page.in_profile(playwright) as person:
        session = person.page.context.new_cdp_session(person.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        yield person
