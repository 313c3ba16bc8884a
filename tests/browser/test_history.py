"""Five hundred finished matches in a real browser: list, replay, statistics and backup. Prints the times of list and steps."""

import json
import random
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from game.ledger.summary import make_summary, pack_record, read_summary, write_summary
from game.records.record import Record, write_record
from game.session.save_head import Label
from game.session.saving import save
from game.store.entries import SUMMARY
from game.store.match_store import MATCH
from tests.browser.access import check
from tests.session.matches import played, table
from tools.common import drive

MANY = 500
PUT = """async (entries) => {
  const request = indexedDB.open("chickenfoot");
  await new Promise((done) => { request.onsuccess = done });
  const writing = request.result.transaction("entries", "readwrite");
  for (const [key, entry] of entries) writing.objectStore("entries").put(entry, key);
  await new Promise((done) => { writing.oncomplete = done });
  request.result.close();
}"""
PAINTED = """([press, part, many]) => new Promise((done) => {
  const begun = performance.now(), all = () => document.querySelectorAll(part);
  const before = all()[0]?.textContent;
  const watched = new MutationObserver(() => {
    if (many ? all().length < many : all()[0]?.textContent === before) return;
    watched.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
  });
  watched.observe(document.body, { subtree: true, childList: true, characterData: true });
  document.querySelector(press).click();
})"""


def store() -> dict[str, str]:
    """Many copies of some matches of four seats and three rounds, and a waiting match."""
    made = {}
    for number in range(8):
        session = table(f"browser-{number}", preset="hastings" if number % 2 else "montgomery", rounds=3)
        played(session, lambda: None, random.Random(number), 3)
        record = pack_record(write_record(Record(session.match, session.preset, session.seats)))
        summary = make_summary(session.match, session.preset, session.seats, "", 0)._replace(record=record)
        for copy in range(number, MANY, 8):
            id = f"m{copy:03}"
            made[SUMMARY.prefix + id] = write_summary(summary._replace(id=id, when=10**12 + copy * 10**7))
    return made | {MATCH + "waits": save(table("waits"), Label("waits", 2 * 10**12))}


def exported(page: Page) -> Any:
    """The backup file without its date."""
    with page.expect_download() as download:
        page.locator("[data-action=export]").click()
    told = json.loads(Path(download.value.path()).read_text())
    assert told.pop("when") > 0
    return told


@pytest.mark.parametrize("size", ["phone"], indirect=True)
@pytest.mark.long
def test_five_hundred_matches_are_listed_replayed_counted_and_exported(page: Page, address: str) -> None:
    page.goto(address + "?pace=0")
    page.locator("body[data-start=ready][data-phase=menu]").wait_for()
    page.evaluate(PUT, list(store().items()))
    opens = []
    for _ in range(3):
        page.reload()
        page.locator("body[data-start=ready]:not([data-phase=starting])").wait_for()
        if drive.phase(page) != "menu":
            page.locator("#buttons [data-action=menu]").click()
            page.locator("#menu [data-action=leave]").click()
            page.locator(f"{drive.QUIET}[data-phase=menu]").wait_for()
        opens.append(page.evaluate(PAINTED, ["#more [data-action=history]", "#finished > li", 30]))
        page.locator(drive.QUIET).wait_for()
    expect(page.locator("#history-count")).to_have_text(f"Matches: {MANY} of {MANY}")
    expect(page.locator("#waiting .match-table use, #waiting .match-table g").first).to_be_attached()
    check(page, "matches")
    page.locator("#history-rules").select_option("hastings")
    expect(page.locator("#history-count")).to_have_text(f"Matches: {MANY // 2} of {MANY}")
    page.locator("#finished .match-open").first.click()
    page.locator(f"{drive.QUIET}[data-phase=replay]").wait_for()
    steps = []
    for _ in range(40):
        steps.append(page.evaluate(PAINTED, ["#replay [data-action=on-one]", "#replay-where", 0]))
        page.locator(drive.QUIET).wait_for()
    check(page, "replay")
    page.locator("#replay [data-action=on-round]").click()
    page.locator("#replay [data-action=replay-leave]").click()
    page.locator(f"{drive.QUIET}[data-phase=menu]").wait_for()
    everything = exported(page)
    page.locator("#matches [data-action=statistics]").click()
    expect(page.locator("#statistics-list dd").first).to_have_text(str(MANY))
    page.locator(drive.QUIET).wait_for()
    check(page, "statistics")
    print(f"list {[round(t) for t in opens]} ms; step {median(steps):.0f}, most {max(steps):.0f} ms")
    assert len(everything["summaries"]) == MANY and read_summary(everything["summaries"][0]["text"]).record
