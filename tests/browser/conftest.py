"""Fixtures for browser tests: dist/ is built once and served on loopback, and Chromium reports every fault.

`page` fails its test on any console error or warning, any uncaught error and any request to another origin.
Wait for states with locators (`body[data-phase=menu][data-busy=false]`), never sleep: the content-security policy
forbids `wait_for_function`.
"""

import re
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tools import build
from tools.common import drive, serve

Homes = Callable[[str], BrowserContext]
RESULTS = Path(__file__).resolve().parents[2] / "test-results"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder as a browser test, and sort slow tests first, so that no worker has one left at the end.

    Tests marked `long` run only with `python3 tools/test.py long`: a shorter test in the suite, or one in CPython, covers the same.
    """
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")
    items.sort(key=lambda item: not (item.get_closest_marker("browser") and item.get_closest_marker("slow")))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """After a failure, save a picture and the markup of each open page in test-results/. CI keeps them with the run."""
    report = yield
    if report.when == "call" and report.failed and isinstance(item, pytest.Function):
        given = [value for value in item.funcargs.values() if isinstance(value, Page | BrowserContext)]
        pages = dict.fromkeys(
            page for value in given for page in (value.context if isinstance(value, Page) else value).pages
        )
        RESULTS.mkdir(exist_ok=True)
        for number, page in enumerate(pages):
            name = re.sub(r"\W+", "-", item.name)[:80] + f"-{number}"
            try:
                (RESULTS / f"{name}.html").write_text(page.content())
                page.screenshot(path=RESULTS / f"{name}.png", timeout=5_000)
            except (
                PlaywrightError
            ) as problem:  # a crashed page has no picture; the test's own failure says more
                report.sections.append(("page not kept", str(problem)))
    return report


@pytest.fixture(scope="session")
def dist() -> Path:
    """The folder dist/, up to date. Build it first if several workers run (tools/test.py does)."""
    return build.build()


@pytest.fixture
def published(dist: Path, tmp_path: Path) -> Path:
    """A copy of dist/ to change and serve."""
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder)
    return folder


@pytest.fixture(scope="session")
def address(dist: Path) -> Iterator[str]:
    """The address at which dist/ is served."""
    with serve.serving(dist) as where:
        yield where


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The one Playwright of the session."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The machine's Chromium without windows, or else Playwright's own."""
    browser = drive.launch_chromium(playwright, drive.BASELINE_COMPILER, shell=True)
    yield browser
    browser.close()


@pytest.fixture(params=["laptop"])
def size(request: pytest.FixtureRequest) -> str:
    """The name of a screen in SIZES; parametrize `size` indirectly for others."""
    return str(request.param)


@pytest.fixture
def context(chromium: Browser, size: str) -> Iterator[BrowserContext]:
    """A fresh profile with a screen of that size."""
    context = chromium.new_context(viewport=drive.SIZES[size], has_touch=size == "phone")
    context.set_default_timeout(30_000)
    expect.set_options(timeout=30_000)
    yield context
    context.close()


@pytest.fixture(scope="session")
def homes(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Homes]:
    """Profiles that have visited the page, one for each screen size. Their compiled code and offline copy save each test the three to
    five seconds of a first visit.
    """
    made: dict[str, BrowserContext] = {}

    def home(size: str) -> BrowserContext:
        if size not in made:
            screen, touch = drive.SIZES[size], size == "phone"
            folder = str(tmp_path_factory.mktemp(size))
            made[size] = drive.launch_profile(
                playwright, folder, shell=True, viewport=screen, has_touch=touch
            )
        return made[size]

    yield home
    for context in made.values():
        context.close()


@pytest.fixture
def page(homes: Homes, size: str, address: str) -> Iterator[Page]:
    """A page that has not navigated yet, in a profile that visited the game but has no data. Faults fail the test at its end.

    Use `context` for a first visit, and to change the server's answers, because a service worker answers here.
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
    """Like `page`, in a fresh profile."""
    page = context.new_page()
    wrong = drive.watch(page, address)
    yield page
    assert wrong == []


@pytest.fixture
def started(page: Page, address: str) -> Page:
    """The page with the menu open and the engine ready, at `?pace=0`."""
    drive.open_menu(page, address)
    return page
