"""Browser tests: dist/ built once, served on loopback as the host will, a Chromium that tolerates nothing.

`page` fails its test on any console error or warning, any uncaught error and any request to another origin.
Wait for states with locators (`body[data-phase=menu][data-busy=false]`), never sleep: the content-security policy
forbids `wait_for_function`.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tools import build
from tools.common import drive, serve

Homes = Callable[[str], BrowserContext]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser. What is marked `long` is run by `python3 tools/test.py long` only: it has a shorter one
    like it in the suite, or its like in CPython. What is marked `slow` begins first, so that no worker has one left at the end."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")
    items.sort(key=lambda item: not (item.get_closest_marker("browser") and item.get_closest_marker("slow")))


@pytest.fixture(scope="session")
def dist() -> Path:
    """dist/, up to date. Build it first when several workers run (tools/test.py does)."""
    return build.build()


@pytest.fixture
def published(dist: Path, tmp_path: Path) -> Path:
    """A copy of dist/ to change and to serve."""
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder)
    return folder


@pytest.fixture(scope="session")
def address(dist: Path) -> Iterator[str]:
    """Where dist/ is served."""
    with serve.serving(dist) as where:
        yield where


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The one Playwright of the session."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The machine's Chromium if it has one, else Playwright's own; for first visits, of which none is timed."""
    browser = drive.launch_chromium(playwright, drive.QUICKLY)
    yield browser
    browser.close()


@pytest.fixture(params=["laptop"])
def size(request: pytest.FixtureRequest) -> str:
    """The name of a screen in SIZES; parametrize `size` indirectly for others."""
    return str(request.param)


@pytest.fixture
def context(chromium: Browser, size: str) -> Iterator[BrowserContext]:
    """A fresh profile with a screen of the wanted size."""
    context = chromium.new_context(viewport=drive.SIZES[size], has_touch=size == "phone")
    context.set_default_timeout(30_000)
    expect.set_options(timeout=30_000)
    yield context
    context.close()


@pytest.fixture(scope="session")
def homes(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Homes]:
    """Profiles in which the page was before, one for each size of screen: the browser has kept what it compiled, the page its
    offline copy and its engine, so that a test need not pay a first visit (three to five seconds of processor)."""
    made: dict[str, BrowserContext] = {}

    def home(size: str) -> BrowserContext:
        if size not in made:
            screen, touch = drive.SIZES[size], size == "phone"
            folder = str(tmp_path_factory.mktemp(size))
            made[size] = drive.launch_profile(playwright, folder, viewport=screen, has_touch=touch)
        return made[size]

    yield home
    for context in made.values():
        context.close()


@pytest.fixture
def page(homes: Homes, size: str, address: str) -> Iterator[Page]:
    """A page that has not gone anywhere yet, in a profile with nothing of a person's; what it must not do fails the test at its end.

    For a first visit, and to change what the server answers, take `context` (a service worker answers here).
    """
    context = homes(size)
    context.set_default_timeout(30_000)
    expect.set_options(timeout=30_000)
    page = context.new_page()
    storage = {"origin": address.rstrip("/"), "storageTypes": "indexeddb,local_storage"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", storage)
    wrong = drive.watch(page, address)
    yield page
    for each in context.pages:
        each.close()
    assert wrong == []


@pytest.fixture
def stranger(context: BrowserContext, address: str) -> Iterator[Page]:
    """As `page`, in a fresh profile."""
    page = context.new_page()
    wrong = drive.watch(page, address)
    yield page
    assert wrong == []


@pytest.fixture
def started(page: Page, address: str) -> Page:
    """The page with the menu up and the engine ready, at `?pace=0`."""
    drive.open_menu(page, address)
    return page
