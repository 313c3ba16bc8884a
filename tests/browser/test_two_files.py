"""The interpreter's wasm in two files: a first match needs one, and the second comes after it, or when Python needs it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, Route

from tests.browser.starts import RESTORED
from tools.common import drive, serve
from tools.common.deal_link import deal_link
from tools.trim import pyodide, split_wasm

MATCH = deal_link("two-files", rounds=2)


def split_at_nothing(published: Path) -> Path:
    """Let the first file of a published copy have no function that may be in the later one. Return the later file."""
    wasm = next(published.glob("runtime/*/pyodide/pyodide.asm.wasm"))
    whole = (pyodide.trimmed() / "pyodide" / wasm.name).read_bytes()
    later = wasm.with_name(pyodide.LATER)
    for path, content in zip((wasm, later), split_wasm.split(whole, ()), strict=True):
        path.write_bytes(content)
    return later


@pytest.mark.parametrize("language", ["es", pytest.param("en", marks=pytest.mark.long)])
def test_a_first_match_begins_without_the_later_file(chromium: Browser, address: str, language: str) -> None:
    """It is requested soon after the start, and here it never comes."""
    held = list[Route]()
    context = chromium.new_context(service_workers="block", locale=language)
    page = context.new_page()
    context.route(f"**/{pyodide.LATER}", lambda route: held.append(route))
    drive.open_menu(page, address, MATCH)
    drive.start_match(page)
    for _ in range(4):
        drive.take_turn(page)
    page.locator(drive.QUIET).wait_for()
    assert len(held) < 2
    context.close()


def starts(page: Page, address: str, with_snapshot: bool) -> None:
    """A match begins, and plays a turn."""
    if not with_snapshot:
        page.route("**/snapshot.wasm", lambda route: route.fulfill(status=404, body=""))
    drive.open_menu(page, address)
    assert page.evaluate(RESTORED) is with_snapshot
    drive.start_match(page)
    drive.take_turn(page)
    page.locator(drive.QUIET).wait_for()


@pytest.mark.parametrize("with_snapshot", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_start_that_needs_the_later_file_waits_for_it(
    chromium: Browser, published: Path, with_snapshot: bool
) -> None:
    split_at_nothing(published)
    with serve.serving(published) as address:
        context = chromium.new_context(service_workers="block")
        starts(context.new_page(), address, with_snapshot)
        context.close()


@pytest.mark.long
def test_in_firefox_too_a_start_waits_for_the_later_file(playwright: Playwright, published: Path) -> None:
    split_at_nothing(published)
    firefox = drive.launch_firefox(playwright)
    with serve.serving(published) as address:
        page = firefox.new_context().new_page()
        drive.open_menu(page, address)
        drive.start_match(page)
        drive.take_turn(page)
    firefox.close()


@pytest.mark.parametrize("how", ["missing", pytest.param("damaged", marks=pytest.mark.long)])
def test_a_start_without_the_later_file_says_so_and_repairs_itself(
    chromium: Browser, published: Path, how: str
) -> None:
    later = split_at_nothing(published)
    intact = later.read_bytes()
    if how == "missing":
        later.unlink()
    else:
        later.write_bytes(intact[: len(intact) // 2])
    context = chromium.new_context(service_workers="block")
    page = context.new_page()
    with serve.serving(published) as address:
        page.goto(address)
        page.locator("#start-failed:visible").wait_for()
        later.write_bytes(intact)
        page.locator("#start-retry").click()
        page.locator("body[data-start=ready][data-phase=menu]").wait_for()
    context.close()
