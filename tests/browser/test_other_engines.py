"""Firefox and WebKitGTK on a slow line, and with a damaged or missing snapshot or starter. test_start.py covers Chromium."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browser.starts import RESTORED, Slower, spoil, spoil_starter
from tools.common import drive, serve, webkit
from tools.common.person import ByPlaywright, BySelenium, Person, wait

READY = "body[data-start=ready][data-phase=menu]"
pytestmark = (
    pytest.mark.long
)  # in every run: the same in Chromium, and both engines' journeys (test_engines.py)


@pytest.fixture(params=["firefox", "webkitgtk"])
def person(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Person]:
    """A person in each of the engines that are installed."""
    with ExitStack() as stack:
        if request.param == "firefox":
            if not shutil.which("firefox-esr"):
                pytest.skip("Firefox is not installed")
            browser = drive.launch_firefox(playwright)
            stack.callback(browser.close)
            yield ByPlaywright(browser.new_page())
        else:
            if not webkit.is_here():
                pytest.skip("WebKitGTK is not installed")
            yield BySelenium(stack.enter_context(webkit.running()))


def has_restored(person: Person) -> bool:
    """Whether this visit restored the heap snapshot."""
    return bool(person.evaluate(f"({RESTORED})()"))


def begins(person: Person) -> None:
    """Begin a match."""
    person.evaluate("document.querySelector('#play-now').click(), 0")
    wait(person, "body[data-phase=playing]")


def test_on_a_slow_line_the_engine_starts_without_its_snapshot(person: Person, dist: Path) -> None:
    with serve.serving(dist, handler=Slower) as address:
        person.go(f"{address}?pace=0")
        wait(person, READY)
        assert not has_restored(person)
        begins(person)


@pytest.mark.parametrize(("name", "how"), [("library.zip.wasm", "missing"), ("game.zip.wasm", "damaged")])
def test_without_a_valid_starter_a_start_says_so_and_repairs_itself(
    person: Person, published: Path, name: str, how: str
) -> None:
    """Without the snapshot, so that the engine needs the starter on any line."""
    spoil(published, "missing")
    archive = next(published.glob(f"app/*/{name}"))
    intact = archive.read_bytes()
    spoil_starter(archive, how)
    with serve.serving(published) as address:
        person.go(f"{address}?pace=0")
        wait(person, "#start-failed")
        archive.write_bytes(intact)
        person.evaluate("document.querySelector('#start-retry').click(), 0")
        wait(person, READY)
        begins(person)


@pytest.mark.parametrize("how", ["missing", "damaged"])
def test_without_a_valid_snapshot_the_engine_starts_by_imports(
    person: Person, published: Path, how: str
) -> None:
    spoil(published, how)
    with serve.serving(published) as address:
        person.go(f"{address}?pace=0")
        wait(person, READY)
        assert not has_restored(person)
        begins(person)
