"""Fixtures for browser tests: dist/ is built once and served on loopback, and Chromium reports every fault.

`page` fails its test on any console error or warning, any uncaught error and any request to another origin.
Wait for states with locators (`body[data-phase=menu][data-busy=false]`), never sleep: the content-security policy
forbids `wait_for_function`.
"""

import hashlib
import json
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.browser import every_screen
from tests.browser.every_screen import SIZES, Screens, walk
from tools import build
from tools.common import drive, provision, serve

Homes = Callable[[str], BrowserContext]
ADDRESS = pytest.StashKey[str]()
RESULTS = Path(__file__).resolve().parents[2] / "test-results"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder as a browser test, and sort slow tests first, so that no worker has one left at the end.

    The first of all keeps the screens. Other tests that show them come after the slow ones, so that none waits for that.
    Tests marked `long` run only with `python3 tools/test.py long`: a shorter test in the suite, or one in CPython, covers the same.
    """
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")

    def turn(item: pytest.Item) -> int:
        shows_screens = "screens" in getattr(item, "fixturenames", ())
        if item.get_closest_marker("browser") and item.get_closest_marker("slow"):
            return 0 if shows_screens else 1
        return 2 if shows_screens else 3

    items.sort(key=turn)


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


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Serve dist/ for all workers at one address, so that they can share a profile which has visited it."""
    config = node.config
    if ADDRESS not in config.stash:
        serving = serve.serving(build.DIST)
        config.stash[ADDRESS] = serving.__enter__()
        config.add_cleanup(lambda: serving.__exit__(None, None, None))
    node.workerinput["address"] = config.stash[ADDRESS]


@pytest.fixture(scope="session")
def address(dist: Path, pytestconfig: pytest.Config) -> Iterator[str]:
    """The address at which dist/ is served."""
    shared = getattr(pytestconfig, "workerinput", {}).get("address")
    if shared:
        yield shared
        return
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
def visited(
    playwright: Playwright, address: str, tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> Path:
    """The folder of a profile that has visited the page. Workers with the same address share it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / f"visited-{urlsplit(address).port}"
    with provision.locked("visited"):
        if not folder.exists():
            making = folder.with_name(f"{folder.name}-making")
            context = drive.launch_profile(playwright, str(making), drive.BASELINE_COMPILER, shell=True)
            for _ in range(2):  # browsers keep the compiled code of the second visit
                drive.open_menu(context.pages[0], address)
                drive.wait_until_offline_ready(context.pages[0])
            context.close()
            making.rename(folder)
    return folder


@pytest.fixture(scope="session")
def homes(playwright: Playwright, visited: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Homes]:
    """Profiles that have visited the page, one for each screen size. Their compiled code and offline copy save each test the three to
    five seconds of a first visit.
    """
    made: dict[str, BrowserContext] = {}

    def home(size: str) -> BrowserContext:
        if size not in made:
            screen, touch = drive.SIZES[size], size == "phone"
            folder = tmp_path_factory.mktemp(size) / "profile"
            shutil.copytree(visited, folder)
            made[size] = drive.launch_profile(
                playwright,
                str(folder),
                drive.BASELINE_COMPILER,
                shell=True,
                viewport=screen,
                has_touch=touch,
            )
        return made[size]

    yield home
    for context in made.values():
        context.close()


@contextmanager
def at_home(context: BrowserContext, address: str) -> Iterator[Page]:
    """A page that has not navigated yet, in a profile that visited the game but has no data. Faults fail the test at its end."""
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
def page(homes: Homes, size: str, address: str) -> Iterator[Page]:
    """A page of a profile that visited the game, see `at_home`.

    Use `context` for a first visit, and to change the server's answers, because a service worker answers here.
    """
    with at_home(homes(size), address) as page:
        yield page


@pytest.fixture
def phone(homes: Homes, address: str) -> Iterator[Page]:
    """Another person's page, beside the laptop's `page`: in a profile of its own."""
    with at_home(homes("phone"), address) as page:
        yield page


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


@pytest.fixture(scope="session")
def screens(homes: Homes, dist: Path, address: str, tmp_path_factory: pytest.TempPathFactory) -> Screens:
    """The kept screens. The workers of a session share one walk for each size."""
    shell, walker = (dist / "index.html").read_bytes(), Path(every_screen.__file__).read_bytes()
    key = hashlib.sha256(shell + walker).hexdigest()[:12]

    def kept(size: str) -> dict[str, str]:
        file = tmp_path_factory.getbasetemp().parent / f"screens-{size}-{key}.json"
        with provision.locked("screens"):
            if not file.exists():
                with at_home(homes("laptop"), address) as page:
                    page.set_viewport_size(SIZES[size])
                    page.emulate_media(reduced_motion="reduce", color_scheme="light")
                    file.write_text(json.dumps(walk(page, address)))
        found: dict[str, str] = json.loads(file.read_text())
        return found

    return kept
