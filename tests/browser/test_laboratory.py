"""The rule laboratory in a browser: the command's figures, workers that end, a link that shows the same."""

import json
import re
import time
from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, expect

from game.__main__ import main
from game.laboratory.measures import MEASURES
from tests.browser.access import places, rules
from tests.browser.text_size import MEDIUM
from tools.common import drive, provision

INTERRUPTED = ("toes", "2")  # the page leaves the laboratory during this comparison, and comes back
OTHERS = [("draw", "until-playable"), ("double_blank", "50")]
LABORATORY = "assets/engine.js"


def open_laboratory(page: Page) -> None:
    drive.choose(page, "laboratory")
    page.locator("#lab-try:enabled").wait_for()


def choose(page: Page, **values: str) -> None:
    for name, value in values.items():
        page.locator(f"#lab-{name}").select_option(value)
    page.locator("#lab-try:enabled").wait_for()


def run_to_end(page: Page) -> None:
    page.locator("#lab-try").click()
    expect(page.locator("#lab-progress span")).to_have_text("301 of 300 deals", timeout=120_000)
    expect(page.locator("#lab-stop")).to_be_hidden()


def leave(page: Page) -> None:
    """Leave the laboratory during a run, after its first figures."""
    page.locator("#lab-try").click()
    page.locator("#lab-sentence:visible").wait_for()
    assert laboratory_workers(page) >= 1
    page.locator("#laboratory [data-action=back]").click()
    expect(page.locator("#welcome")).to_be_visible()
    wait_for_the_workers_to_end(page)


def leave_and_return(page: Page) -> None:
    """Leave the laboratory during a run, and come back to its first figures."""
    leave(page)
    drive.choose(page, "laboratory")
    page.locator("#lab-try:enabled").wait_for()
    expect(page.locator("#lab-try span")).to_have_text("Go on")
    expect(page.locator("#lab-progress span")).to_have_text(re.compile(r"^\d+ of 300 deals$"))


def laboratory_workers(page: Page) -> int:
    """The number of the page's workers besides the table's engine."""
    return len([worker for worker in page.workers if worker.url.endswith(LABORATORY)]) - 1


def wait_for_the_workers_to_end(page: Page) -> None:
    """Playwright hears of a worker's end a little later than the page."""
    deadline = time.monotonic() + 30
    while laboratory_workers(page) and time.monotonic() < deadline:
        page.evaluate("0")  # lets Playwright handle what the browser told
    assert laboratory_workers(page) == 0


def every_other_button_works(page: Page) -> None:
    """Save the picture of a result, and open what shares it."""
    with page.expect_download() as download:
        page.locator("[data-action=lab-picture]:visible").click()
    assert download.value.suggested_filename.endswith(".png")
    page.locator("[data-action=lab-share]:visible").click()
    page.locator("[data-action=lab-copy]:visible").wait_for()
    page.keyboard.press("Escape")


@pytest.mark.slow
def test_a_trial_has_figures_and_its_workers_end(started: Page) -> None:
    page = started
    open_laboratory(page)
    choose(page, a="book/chickie", b="book/chickie", players="2", deals="300")
    option, value = INTERRUPTED
    choose(page, option=option, value=value)
    leave(page)


@pytest.mark.long  # in every run: the trial above, tests/laboratory, and in the browser's Python test_golden.py
def test_page_and_command_agree_and_the_workers_end(
    started: Page, capsys: pytest.CaptureFixture[str]
) -> None:
    page = started
    open_laboratory(page)
    choose(page, a="book/chickie", b="book/chickie", players="2", deals="300")
    for option, value in (INTERRUPTED, *OTHERS):
        choose(page, option=option, value=value)
        if (option, value) == INTERRUPTED:
            leave_and_return(page)  # the figures must be those of an unbroken run
        run_to_end(page)
        with page.expect_download() as download:
            page.locator("[data-action=lab-csv]").click()
        arguments = [f"chickie/2,{option}={value}", "chickie/2", "--deals", "300", "--workers", "1", "--csv"]
        assert main(["compare", *arguments]) == 0
        assert download.value.path().read_text() == capsys.readouterr().out
    every_other_button_works(page)
    assert laboratory_workers(page) >= 1
    page.locator("#laboratory [data-action=back]").click()
    expect(page.locator("#welcome")).to_be_visible()
    wait_for_the_workers_to_end(page)
    drive.choose(page, "laboratory")
    expect(page.locator("#lab-progress span")).to_have_text("301 of 300 deals")
    page.locator("[data-action=lab-save]:visible").click()
    expect(page.locator("#house-name")).to_be_focused()


SCREENS = [*product([(390, 844), (1440, 900)], ["light", "dark"], ["en", "es"])]


@pytest.fixture(params=SCREENS, ids=lambda screen: f"{screen[0][0]}-{screen[1]}-{screen[2]}")
def result(request: pytest.FixtureRequest, chromium: Browser, address: str) -> Iterator[Page]:
    """A page with the result of a link."""
    (width, height), scheme, language = request.param
    context = chromium.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
    )
    context.set_default_timeout(30_000)
    page = context.new_page()
    wrong = drive.watch(page, address)
    page.goto(f"{address}?pace=0&lang={language}{golden()}")
    page.locator("#lab-sentence:visible").wait_for()
    yield page
    assert wrong == []
    context.close()


def enlarge(page: Page, percent: int) -> None:
    """Set the browser's text size."""
    size = MEDIUM * percent // 100
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": size}})


def golden() -> str:

    entries = json.loads(
        (provision.ROOT / "tests" / "golden" / "comparisons-1.json").read_text(encoding="utf-8")
    )
    return str(entries[0]["code"])


@pytest.mark.long  # in every run: test_every_screen.py, with text of 100 %
def test_a_link_shows_its_figures_accessibly(result: Page) -> None:
    page = result
    expect(page.locator("#lab-cards > li")).to_have_count(len(MEASURES))
    expect(page.locator("#lab-a")).to_have_value("link/A")
    page.locator("[data-measure=blocked] button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-measure=blocked] .lab-what")).to_be_visible()
    page.locator(drive.QUIET).wait_for()
    for percent in (100, 200):
        enlarge(page, percent)
        places(page, f"laboratory, {percent} %")
        rules(page, f"laboratory, {percent} %")
    page.locator("[data-action=lab-save]").click()
    page.locator("#own-rules[open]").wait_for()
    for percent in (200, 100):
        enlarge(page, percent)
        places(page, f"options of the form, {percent} %")
        rules(page, f"options of the form, {percent} %")
