"""House rules: create, save, share and play elsewhere; a match on the score pad; the sheet on one page of paper."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tools.common import drive

# The cells whose text takes more than one line.
BROKEN = """(cells) => cells.filter((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return new Set([...range.getClientRects()].filter((box) => box.width).map((box) => Math.round(box.bottom / 8))).size > 2;
}).map((cell) => cell.textContent)"""
PAPERS = ("A4", "Letter", "A5")
PAGES = re.compile(rb"/Type\s*/Page[^s]")


def quiet(page: Page) -> None:
    page.locator(drive.QUIET).wait_for()


@pytest.mark.long  # in every run: tests/page/test_saved_rules.py goes these ways
def test_house_rules_are_created_saved_shared_and_played_elsewhere(
    started: Page, chromium: Browser, address: str
) -> None:
    page = started
    drive.choose(page, "new-game")
    page.locator("#own-rules > summary").click()
    page.locator("#option-arms").select_option("4")
    page.locator("#option-hand_size").select_option("60")
    expect(page.locator("#problem-words")).to_contain_text("13 each is the most")
    page.locator("#ways button").first.click()
    expect(page.locator("#setup-problem")).to_be_hidden()
    page.locator("#option-hand_size").select_option("5")
    page.locator("#house-name").fill("At Aunt May’s")
    page.locator("#house-save").click()
    expect(page.locator("#houses .card-name")).to_have_text("At Aunt May’s")
    page.locator("[data-action=share-house]").click()
    expect(page.locator("#house-link")).to_have_value(re.compile(re.escape(address) + "#h2"))
    link = page.locator("#house-link").input_value()
    page.locator("#house-sending [data-action=close]").click()
    page.locator("[data-action=delete-house]").click()
    expect(page.locator("#houses > *")).to_have_count(0)
    page.locator("#house-back").click()
    expect(page.locator("#houses .card-name")).to_have_text("At Aunt May’s")

    context = chromium.new_context(viewport=drive.SIZES["phone"])
    context.add_init_script(drive.NO_OFFLINE_COPY)
    context.set_default_timeout(30_000)
    other = context.new_page()
    wrong = drive.watch(other, address)
    other.goto(link.replace("#", "?pace=0#"))
    other.locator("body[data-start=ready]").wait_for()
    expect(other.locator("#opened-title")).to_contain_text("At Aunt May’s")
    expect(other.locator("#opened-changes li")).to_have_count(2)
    other.locator("[data-action=keep-rules]").click()
    expect(other.locator("#opened-here")).to_contain_text("At Aunt May’s")
    other.locator("[data-action=pass-by-link]").click()
    drive.choose(other, "new-game")
    other.locator("#houses .card").click()
    expect(other.locator("#option-hand_size")).to_have_value("5")
    other.locator('#lengths label:has(input[value="1"])').click()
    quiet(other)
    other.locator("#setup [data-action=start]").click()
    other.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
    drive.rush_round(other)
    assert drive.phase(other) == "match-over"
    other.reload()
    other.locator("body[data-start=ready]").wait_for()
    assert "#h" not in other.url
    everything_comes_into_an_empty_store_once(other, page, address)
    assert wrong == []
    context.close()


def exported(page: Page) -> tuple[bytes, str]:
    """The backup file, and its text without the date."""
    with page.expect_download() as download:
        page.locator("[data-action=export]").click()
    quiet(page)
    file = Path(download.value.path()).read_bytes()
    told = json.loads(file)
    assert told.pop("when") > 0
    return file, json.dumps(told)


def history(page: Page, address: str) -> None:
    """Open the list of all matches."""
    page.goto(address + "?pace=0")
    page.locator("body[data-start=ready]").wait_for()
    if drive.phase(page) != "menu":
        page.locator("#over-more > summary").click()
        page.locator("#over [data-action=leave]").click()
        quiet(page)
    drive.choose(page, "history")
    quiet(page)


def everything_comes_into_an_empty_store_once(there: Page, here: Page, address: str) -> None:
    """Import the backup file twice into an empty store; the export must stay the same."""
    history(there, address)
    file, everything = exported(there)
    assert '"At Aunt May\\u2019s' in everything and "chickenfoot-summary/1" in everything
    here.context.new_cdp_session(here).send(
        "Storage.clearDataForOrigin",
        {"origin": address.rstrip("/"), "storageTypes": "indexeddb,local_storage"},
    )
    history(here, address)
    assert here.locator("#finished > li").count() == 0
    for news in (
        r"^\d+ match(es)? and 1 set of house rules are new\.$",
        r"^Nothing is new\. \d+ were here already\.$",
    ):
        here.locator("#archive-file").set_input_files(
            {"name": "everything.json", "mimeType": "application/json", "buffer": file}
        )
        expect(here.locator("#toast")).to_have_text(re.compile(news))
        quiet(here)
        expect(here.locator("#finished > li")).to_have_count(1)
        assert exported(here)[1] == everything


def a_round(page: Page, out: int, told: dict[int, str]) -> None:
    """Enter a round on the pad."""
    page.locator("#pad-seats > li").nth(out).locator("[name=out]").check()
    for seat, points in told.items():
        page.locator("#pad-seats > li").nth(seat).locator("[data-points]").fill(points)
    page.locator("[data-action=write-round]").click()
    quiet(page)


def one_page(page: Page, button: str, words: str, papers: tuple[str, ...]) -> None:
    """Check that the button's print fits on one page of each paper, A5 on its side, and that it breaks no word."""
    for paper in papers:  # after printing, the page shows its screens again
        page.locator(button).click()
        quiet(page)
        expect(page.locator("#paper")).to_contain_text(words)
        assert len(PAGES.findall(page.pdf(format=paper, landscape=paper == "A5"))) == 1, paper
    page.evaluate("document.body.dataset.print = 'sheet'")
    page.emulate_media(media="print")
    assert page.locator("#paper th").evaluate_all(BROKEN) == []
    page.emulate_media(media="null")
    page.evaluate("document.body.removeAttribute('data-print')")


def begin_pad(page: Page, papers: tuple[str, ...]) -> None:
    """Print an empty sheet on these papers, then begin a pad of four people and three rounds."""
    page.evaluate("window.print = () => {}")  # the browser's print dialog would stay open
    drive.choose(page, "pad")
    quiet(page)
    one_page(page, "[data-what=empty]", "0-0", papers)
    for number, name in enumerate(("Ann", "Ben", "Cleo", "Dan")):
        page.locator("#pad-names input").nth(number).fill(name)
    page.locator("#pad-length").select_option("3")
    page.locator("[data-action=begin-pad]").click()
    page.locator("#pad-open").wait_for()


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_the_sheet_of_a_pad_fits_on_one_page(started: Page) -> None:
    begin_pad(started, ("A4",))
    a_round(started, 0, {1: "1", 2: "2", 3: "3"})
    one_page(started, "[data-what=pad]", "Cleo", ("A5",))


@pytest.mark.parametrize("size", ["phone"], indirect=True)
@pytest.mark.long  # in every run: the sheet above, tests/page/test_pad_view.py, and the pad of the crawl in test_crawl.py
def test_a_whole_match_of_real_tiles_on_the_pad_and_its_sheet_on_one_page(started: Page) -> None:
    page = started
    begin_pad(page, PAPERS)
    for number in range(2):
        a_round(page, number % 4, {seat: str(seat + number) for seat in range(4) if seat != number % 4})
    seats = page.locator("#pad-seats > li")
    seats.nth(1).locator("[name=out]").check()
    seats.nth(0).locator("button").click()
    for tile in ("0-0", "9-4"):
        page.locator(f'[data-pad-tile="{tile}"]').click()
    expect(page.locator("#pad-worth")).to_have_text("2 tiles: 63")
    page.locator("#pad-tiles .primary").click()
    for seat in (2, 3):
        seats.nth(seat).locator("[data-points]").fill("1")
    page.locator("[data-action=write-round]").click()
    expect(page.locator("#pad-won")).to_contain_text("wins")
    before = page.locator("#pad-totals td").all_text_contents()
    page.locator("#pad-rows button").nth(1).click()
    a_round(page, 0, {1: "1", 2: "2", 3: "100"})
    after = page.locator("#pad-totals td").all_text_contents()
    assert int(after[3]) == int(before[3]) - 4 + 100
    one_page(page, "[data-what=pad]", "Cleo", PAPERS)
    page.reload()
    page.locator("body[data-start=ready]").wait_for()
    drive.choose(page, "pad")
    page.locator("[data-action=open-pad]").click()
    expect(page.locator("#pad-totals td")).to_have_text(after)
