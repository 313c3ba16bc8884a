"""Browser tests: dist/ built once, served on loopback as the host will, a Chromium that tolerates nothing.

`page` fails its test on any console error or warning, any uncaught error and any request to another origin.
Wait for states with locators (`body[data-phase=menu][data-busy=false]`), never sleep: the content-security policy
forbids `wait_for_function`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tools import build
from tools.common import drive, serve

# Run by `python3 tools/test.py long` only: each has a shorter one like it in the suite, or its like in CPython.
LONG = (
    "test_everywhere.py",  # golden days and choices in three engines; test_engines.py plays in all of them
    "test_five_hundred_matches",
    "test_whatever_is_missing",
    "test_no_bad_setting_locks_the_page[laptop-chickenfoot-table]",
    "test_a_store_that_fails_is_said_and_a_round_is_played",
)
NOT_LONG = ("played[never written]",)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser, and some of it much time."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")
            if any(name in item.nodeid for name in LONG) and not any(
                name in item.nodeid for name in NOT_LONG
            ):
                item.add_marker("long")


@pytest.fixture(scope="session")
def dist() -> Path:
    """dist/, up to date. Build it first when several workers run (tools/test.py does)."""
    return build.build()


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
    """The machine's Chromium if it has one, else Playwright's own."""
    browser = drive.launch_chromium(playwright)
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


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    """A page that has not gone anywhere yet; what it must not do fails the test at its end."""
    page = context.new_page()
    wrong = drive.watch(page, address)
    yield page
    assert wrong == []


@pytest.fixture
def started(page: Page, address: str) -> Page:
    """The page with the menu up and the engine ready, at `?pace=0`."""
    drive.open_menu(page, address)
    return page
