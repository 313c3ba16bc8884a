"""Saved games as files, and the screen at the end of a match."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from game.records.reading import read_record
from tools.common import drive
from tools.common.deal_link import deal_link

SHORT = {"set": 6, "rounds": 1, "hand_size": 5}


def on_menu(page: Page, address: str, seed: str) -> None:
    """The menu, ready to start one short round of two seats."""
    drive.open_menu(page, address, deal_link(seed, seats=2, **SHORT))


def saved(page: Page, to: Path) -> Path:
    """The file that the menu saves."""
    page.locator("#buttons [data-action=menu]").click()
    with page.expect_download() as download:
        page.locator("#menu [data-action=save-record]").click()
    expect(page.locator("#menu")).to_be_hidden()
    download.value.save_as(to)
    return to


def choose(page: Page, file: Path) -> None:
    """Pick a file for the menu's "Open a saved match"."""
    with page.expect_file_chooser() as chooser:
        drive.choose(page, "open-record")
    chooser.value.set_files(file)


def challenge(page: Page, address: str) -> str:
    """The code that the menu of a match shares."""
    page.locator("#buttons [data-action=menu]").click()
    page.locator("#menu [data-action=share]").click()
    field = page.locator("#sending-link")
    expect(field).to_have_value(re.compile("#c"))
    code = field.input_value().removeprefix(address)
    assert code.startswith("#c") and len(code) <= 60
    for dialog in ("#sending", "#menu"):
        if page.locator(dialog).is_visible():
            page.keyboard.press("Escape")
            expect(page.locator(dialog)).to_be_hidden()
    return code


@pytest.mark.long  # in every run: the file below, and a link's table in test_engines.py
def test_a_challenge_and_a_saved_game_are_opened_in_another_profile(
    page: Page, phone: Page, address: str, tmp_path: Path
) -> None:
    on_menu(page, address, "files")
    drive.start_match(page)
    drive.phase(page)
    first, code = drive.hand(page), challenge(page, address)
    before, file = saved_after_a_turn(page, tmp_path)
    drive.open_menu(phone, address, code)
    drive.start_match(phone)
    assert drive.hand(phone) == first
    phone.locator("#buttons [data-action=menu]").click()
    phone.locator("#menu [data-action=leave]").click()
    choose(phone, file)
    phone.locator("body[data-phase=playing]").wait_for()
    assert {**drive.seen(phone), "table": 0} == {
        **before,
        "table": 0,
    }  # a phone has its own layout of the table
    assert drive.seen(phone)["table"].keys() == before["table"].keys()
    drive.take_turn(phone)
    drive.phase(phone)


def test_a_saved_game_is_opened_again(page: Page, address: str, tmp_path: Path) -> None:
    on_menu(page, address, "files")
    drive.start_match(page)
    drive.phase(page)
    before, file = saved_after_a_turn(page, tmp_path)
    drive.take_turn(page)
    page.locator("#buttons [data-action=menu]").click()
    page.locator("#menu [data-action=leave]").click()
    page.locator("body[data-phase=menu]").wait_for()
    choose(page, file)
    page.locator("body[data-phase=playing]").wait_for()
    assert drive.seen(page) == before


def saved_after_a_turn(page: Page, folder: Path) -> tuple[dict[str, Any], Path]:
    """Take a turn and save the game. Return what the page shows then, and the file, which only its own encoding opens."""
    drive.take_turn(page)
    before = drive.seen(page)
    file = saved(page, folder / "game.json")
    read_record(file.read_text())
    another_encoding_is_refused(page, file)
    assert drive.seen(page) == before
    return before, file


def another_encoding_is_refused(page: Page, file: Path) -> None:
    """Choose the file with a letter that is not in UTF-8."""
    told = file.read_text(encoding="utf-8").replace('"You"', '"René"')
    assert "René" in told
    bad = file.with_name("latin-1.json")
    bad.write_text(told, encoding="latin-1")
    page.locator("#buttons [data-action=menu]").click()
    choose(page, bad)
    expect(page.locator("#toast")).to_have_text(re.compile("^This file is not in UTF-8"))
    assert "\ufffd" not in page.locator("body").inner_text()


@pytest.mark.long  # in every run: tests/page/test_kept.py, and test_hostile.py with other texts
def test_a_bad_file_gets_a_sentence_and_changes_nothing(page: Page, address: str, tmp_path: Path) -> None:
    on_menu(page, address, "bad-files")
    bad = tmp_path / "bad.json"
    page.locator("[data-action=pass-by-link]").click()
    none = "This file contains no game of Chickenfoot, or it was damaged on the way."
    long = "This is too long to be a record of a match."
    for text, sentence in (("no", none), ("x" * 7_000_000, long), ("[" * 20_000 + "]" * 20_000, none)):
        bad.write_text(text)
        choose(page, bad)
        expect(page.locator("#toast")).to_have_text(sentence)
    expect(page.locator("#welcome")).to_be_visible()
    drive.start_match(page)
    drive.phase(page)
    drive.take_turn(page)
    before = drive.seen(page)
    told = json.loads(saved(page, tmp_path / "game.json").read_text())
    cut = [{**told["rounds"][0], "events": told["rounds"][0]["events"][1:]}]
    for rounds, sentence in ((cut, "^Round 1"), ([], "^No round was dealt")):
        bad.write_text(json.dumps({**told, "rounds": rounds}))
        page.locator("#buttons [data-action=menu]").click()
        choose(page, bad)
        expect(page.locator("#toast")).to_have_text(re.compile(sentence))
    assert drive.seen(page) == before


@pytest.mark.long  # in every run: tests/page/test_around.py and test_panels.py
def test_the_end_shows_what_was_left_and_what_was_luck(page: Page, address: str) -> None:
    on_menu(page, address, "the-end")
    drive.start_match(page)
    drive.rush_round(page)
    assert drive.phase(page) == "match-over"
    page.locator("#luck-ask").click()
    drive.phase(page)
    expect(page.locator("#luck-line")).to_have_text(re.compile("You did .*Luck .*hoices? ", re.DOTALL))
    expect(page.locator("#luck-ask")).to_be_hidden()
    held = page.locator("#held-rows li")
    expect(held).to_have_count(2)
    points = [int(text) for text in held.locator(".held-points").all_text_contents()]
    assert points == drive.seat_numbers(page, "total")
    for row, points_left in zip(held.all(), points, strict=True):
        assert bool(row.locator("svg").count()) == bool(points_left)
    page.locator("[data-action=play-again]").click()
    page.locator("body[data-phase=playing]").wait_for()
    expect(page.locator("#held")).to_be_hidden()


@pytest.mark.long  # in every run: tests/page/test_match.py
def test_a_tile_with_one_place_is_played_at_once_when_the_person_likes(page: Page, address: str) -> None:
    on_menu(page, address, "at-once")
    drive.start_match(page)
    while not page.locator("#hand [data-playable=true]").count():
        drive.take_turn(page)
        drive.phase(page)
    before = drive.hand(page)
    page.locator("#buttons [data-action=menu]").click()
    page.locator("#menu [data-action=settings]").click()
    page.locator("#settings label:has([name=at-once])").click()
    page.keyboard.press("Escape")
    tile = page.locator("#hand [data-playable=true]").first
    name = tile.get_attribute("data-tile") or ""
    tile.click()
    drive.phase(page)
    assert drive.hand(page) == [other for other in before if other != name]
    expect(page.locator(f"#table [data-placed='{name}']")).to_be_visible()


@pytest.mark.long  # in every run: tests/page/test_around.py and tests/store/test_library.py
def test_a_match_that_gave_way_waits_on_the_welcome_screen(started: Page) -> None:
    page = started

    def leave() -> None:
        page.locator("#buttons [data-action=menu]").click()
        page.locator("#menu [data-action=leave]").click()
        page.locator("body[data-phase=menu]").wait_for()

    drive.start_match(page)
    drive.phase(page)
    drive.take_turn(page)
    before = drive.seen(page)
    leave()
    expect(page.locator("#earlier")).to_be_hidden()
    drive.choose(page, "new-game")
    page.locator("#setup [data-action=start]").click()
    page.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
    assert drive.seen(page) != before
    leave()
    page.locator("#earlier").click()
    page.locator("body[data-phase=playing]").wait_for()
    assert drive.seen(page) == before
    page.reload()
    page.locator("body[data-start=ready][data-phase=playing]").wait_for()
    assert drive.seen(page) == before
