"""The main journeys in every browser engine, offline after the first visit: a match, a reload, lesson, challenge, replay.

Firefox and WebKitGTK are no iPhone, but both detect a page that only runs in Chromium. test_offline.py covers Chromium.
Engines that are not installed are skipped; tools/test.py installs them if it can. CHICKENFOOT_ENGINES=long plays a whole
match of four instead of the short round.
"""

import json
import os
import shutil
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Playwright

from tools.common import drive, serve, webkit
from tools.common.deal_link import deal_link
from tools.common.person import ByPlaywright, BySelenium, Person, wait

Way = Callable[[Person, str], None]
LONG = os.environ.get("CHICKENFOOT_ENGINES") == "long"
LINK = deal_link("engines") if LONG else deal_link("engines", seats=2, set=6, rounds=1)
GOLDEN = Path(__file__).parents[1] / "golden"
CHALLENGE, REPLAY, COMPARISON = (
    json.loads((GOLDEN / name).read_text())[0]["code"]
    for name in ("challenges-4.json", "replays-2.json", "comparisons-1.json")
)
MENU = "body[data-start=ready][data-phase=menu]"
QUIET = "body[data-busy=false]"
RETRY = "#start-slow [data-retry]"
STAGES = "performance.getEntriesByType('mark').map((mark) => mark.name + ' ' + Math.round(mark.startTime)).join(', ')"
TURN = (  # the controls that a person presses, in order of preference
    "#places > button",
    "#hand [data-playable=true]",
    "[data-action=draw]:enabled",
    "[data-action=pass]:enabled",
    "[data-action=next-round]",
)


def wait_for_start(person: Person, selector: str) -> None:
    """Wait for the element after a visit. If the page says that its start is slow, press its button to try again, once.

    WebKitGTK's start has stopped for ever in one of some 130 visits, on a loaded machine, for an unknown reason. The warning
    has the stages that the start had reached.
    """
    if wait(person, selector, RETRY) == RETRY:
        warnings.warn(f"the start was slow: {person.evaluate(STAGES)}", stacklevel=2)
        press(person, RETRY)
        wait(person, selector)


def press(person: Person, selector: str) -> None:
    """Click the first visible element."""
    wait(person, selector)
    person.evaluate(
        f"[...document.querySelectorAll({selector!r})].find((e) => e.checkVisibility()).click(), 0"
    )


def play(person: Person, most: int = 1000) -> int:
    """Press up to that many times while the match goes on. Return the number of presses."""
    for number in range(most):
        wait(person, QUIET)
        if person.evaluate("document.body.dataset.phase") not in ("playing", "round-over"):
            return number
        press(person, wait(person, *TURN))
    return most


def table(person: Person) -> list[str]:
    """The tiles on the table and in the hand."""
    wait(person, f"{QUIET}[data-phase=playing]")
    placed: list[str] = person.evaluate(
        "[...document.querySelectorAll('#tiles [data-placed], #hand [data-tile]')]"
        ".map((e) => (e.dataset.placed ? 'on ' + e.dataset.placed : e.dataset.tile)).sort()"
    )
    return placed


def journey(person: Person, dist: Path, way: Way) -> None:
    """The first visit, then `way`, offline in between if the browser can."""
    with serve.serving(dist) as address:
        person.go(f"{address}?pace=0")
        wait_for_start(person, MENU)
        offline = person.evaluate("'serviceWorker' in navigator")
        if offline:
            wait(person, "body[data-offline=ready]")
            everything_is_here(person)
        else:
            way(person, address)
    if offline:
        way(person, address)


def everything_is_here(person: Person) -> None:
    """The settings list all parts of the offline copy, and none is missing."""
    press(person, "[data-action=settings]")
    person.evaluate("document.querySelector('#offline details').open = true")
    wait(person, "#offline-parts > :last-child")
    assert person.evaluate("document.querySelectorAll('#offline-parts > :not([data-missing])').length") == 7


def by_link(person: Person, address: str, turns: int = 2) -> None:
    """Open a link's table and play some turns."""
    person.go(f"{address}?pace=0{LINK}")
    wait_for_start(person, "#opened [data-action=accept-link]")
    press(person, "#opened [data-action=accept-link]")
    wait(person, f"{QUIET}[data-phase=playing]")
    play(person, turns)


def by_link_and_laboratory(person: Person, address: str) -> None:
    """Open a link's table, then a comparison's link."""
    by_link(person, address, 6)
    laboratory(person, address)


def all_ways(person: Person, address: str) -> None:
    """A link's match with a reload, to its end, then the other journeys."""
    by_link(person, address)
    before = table(person)
    person.go(f"{address}?pace=0")
    assert table(person) == before
    play(person)
    assert person.evaluate("document.body.dataset.phase") == "match-over"
    other_ways(person, address)


def lesson(person: Person, address: str) -> None:
    """The first step of the first lesson."""
    person.go(f"{address}?pace=0")
    wait(person, f"{QUIET}[data-start=ready]")
    person.evaluate("document.querySelector('#learn').click(), 0")  # wherever the match has continued
    wait(person, f"{QUIET}[data-phase=lesson][data-step='1']")
    press(person, "#hand [data-playable=true]")
    press(person, "#places > button")
    wait(person, f"{QUIET}[data-phase=lesson]:not([data-step='1']), {QUIET}[data-done]")


def other_ways(person: Person, address: str) -> None:
    """The first lesson, a challenge, a replay, the laboratory."""
    lesson(person, address)
    person.go(f"{address}?pace=0{CHALLENGE}")
    press(person, "[data-action=accept-link]")
    wait(person, f"{QUIET}[data-phase=playing]")
    assert play(person, 2) == 2
    person.go(f"{address}?pace=0{REPLAY}")
    press(person, "[data-action=accept-link]")
    wait(person, f"{QUIET}[data-phase=replay]")
    before = person.evaluate("document.querySelector('#replay-where').textContent")
    press(person, "[data-action=on-one]")
    wait(person, QUIET)
    assert person.evaluate("document.querySelector('#replay-where').textContent") != before
    laboratory(person, address)


def laboratory(person: Person, address: str) -> None:
    """Open a comparison's link, and try it until its own workers have given the first figures."""
    person.go(f"{address}?pace=0{COMPARISON}")
    wait(person, "#lab-sentence")
    press(person, "#lab-try:enabled")
    wait(person, "#lab-stop")
    wait(person, "#lab-sentence")
    press(person, "#lab-stop")
    wait(person, "#lab-try")


@pytest.mark.long
def test_chromium(context: BrowserContext, dist: Path) -> None:
    """The other tests of this folder go these ways too, in Chromium."""
    journey(ByPlaywright(context.new_page()), dist, other_ways)


@pytest.mark.skipif(not shutil.which("firefox-esr"), reason="no Firefox on this machine")
@pytest.mark.slow
def test_a_links_table_in_firefox(playwright: Playwright, address: str) -> None:
    browser = drive.launch_firefox(playwright)
    context = browser.new_context()
    context.add_init_script(drive.NO_OFFLINE_COPY)
    by_link(ByPlaywright(context.new_page()), address)
    browser.close()


@pytest.mark.skipif(not shutil.which("firefox-esr"), reason="no Firefox on this machine")
@pytest.mark.long  # in every run: the link above, and offline the other engine, below
def test_firefox(playwright: Playwright, dist: Path) -> None:
    browser = drive.launch_firefox(playwright)
    journey(ByPlaywright(browser.new_page()), dist, all_ways)
    browser.close()


@pytest.mark.skipif(not webkit.is_here(), reason="no WebKitGTK here")
@pytest.mark.parametrize("way", [by_link, pytest.param(by_link_and_laboratory, marks=pytest.mark.long)])
@pytest.mark.slow
def test_webkitgtk(dist: Path, way: Way) -> None:
    """Without the reload: once a match was not resumed there, for an unknown reason."""
    with webkit.running(JSC_useOMGJIT="0") as driver:  # without the optimizing compiler, a quarter less work
        journey(BySelenium(driver), dist, way)
