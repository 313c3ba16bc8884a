"""Hostile files and texts in a real page: each gets one sentence and an answer, and the table stays unchanged."""

import os
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.hostile import LARGE, Parts, asked, taking_text, texts
from tools.common import drive

COUNT = int(os.environ.get("CHICKENFOOT_FUZZ_BROWSER", "500"))
# Gives the text as a file to each file field in turn. Returns the sentences, "" for none within a minute.
FILES = """async (parts) => {
  const text = parts.map(([piece, times]) => piece.repeat(times)).join("");
  const said = [];
  for (const field of document.querySelectorAll("input[type=file]")) {
    const toast = document.querySelector("#toast");
    const heard = new Promise((then) => {
      const eyes = new MutationObserver(() => {
        if (toast.hasAttribute("popover")) return;
        if (toast.hidden) return toast.setAttribute("popover", "manual"); // an earlier sentence went
        eyes.disconnect();
        then(toast.textContent);
      });
      toast.setAttribute("popover", "manual"); // the page takes it away when it says the next sentence, even the same one
      eyes.observe(toast, { attributes: true });
      setTimeout(then, 60_000, "");
    });
    const carried = new DataTransfer();
    carried.items.add(new File([text], "x.json", { type: "application/json" }));
    field.files = carried.files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
    said.push(await heard);
    while (document.body.dataset.busy === "true") await new Promise((then) => setTimeout(then, 10));
  }
  return said;
}"""
# Calls each verb. Returns everything that is neither an answer nor one sentence.
VERBS = """async (asked) => {
  const wrong = [];
  for (const [verb, given] of asked) {
    const late = new Promise((then) => setTimeout(then, 60_000, '{"late":true}'));
    const answer = JSON.parse(await Promise.race([engine.ask(verb, given), late]));
    if (!("ok" in answer || answer.refused?.key)) wrong.push([verb, JSON.stringify(answer).slice(0, 2_000)]);
  }
  return wrong;
}"""
REFUSED = re.compile("cut off or damaged")


def give_files(page: Page, parts: Parts, before: dict[str, Any]) -> None:
    """Give the text to every file field. The page must show one sentence each time and stay unchanged."""
    said = page.evaluate(FILES, parts)
    what = [(piece[:60], times) for piece, times in parts]
    assert len(said) == 2 and all(said), (what, said)
    assert page.locator("#trouble").is_hidden(), what
    assert page.locator("[data-standing]").count() == 0, what
    if page.locator(
        "body[data-phase=menu]"
    ).count():  # the page accepted a file without entries: the match waits in the list
        drive.reload(page)
    page.locator("body[data-start=ready][data-phase=playing]").wait_for()
    assert drive.seen(page) == before, what


def report(what: str, parts: Parts) -> None:
    """Print the progress, for a run with `-s`: the long test takes minutes."""
    first = ", ".join(f"{piece[:30]!r} × {times}" for piece, times in parts[:3])
    print(f"{time.strftime('%H:%M:%S')} {what}: {first}", flush=True)


def ask_verbs(page: Page, parts: Parts) -> int:
    """Call every verb that takes a text with this one. Return the number of calls."""
    text = "".join(piece * times for piece, times in parts)
    calls = [(verb, asked(verb, name, text)) for verb, name in taking_text() if verb not in ("start", "keep")]
    wrong = page.evaluate(VERBS, calls)
    assert wrong == [], ([(piece[:60], times) for piece, times in parts], wrong)
    return len(calls)


REMEMBER_TOAST = """() => {
  const toast = document.querySelector("#toast");
  const remember = () => { if (!toast.hidden) document.body.dataset.toast = toast.textContent; };
  new MutationObserver(remember).observe(toast, { attributes: true, childList: true, subtree: true, characterData: true });
}"""


def start_from_a_long_address(page: Page, address: str, length: int) -> dict[str, Any]:
    """Open an address of that length, then a shorter one over the match. Return what the match shows, unchanged."""
    page.goto(f"{address}?pace=0#r2{'a' * length}")
    page.locator("body[data-start=ready][data-phase=menu]").wait_for()
    expect(page.locator("#toast")).to_contain_text(REFUSED)
    drive.start_match(page)
    drive.phase(page)
    before = drive.seen(page)
    expect(page.locator("#toast")).to_be_hidden()  # else the sentence from before would do
    page.evaluate(REMEMBER_TOAST)  # on a busy machine, five seconds may pass before the test looks
    page.evaluate("() => { location.hash = '#p2' + 'a'.repeat(4_100); }")
    expect(page.locator("body")).to_have_attribute("data-toast", REFUSED)
    assert drive.seen(page) == before
    return before


def test_some_hostile_texts(page: Page, address: str) -> None:
    """In the two places with the most doors, the address and a file: texts for which the page's Python has no room.

    tests/session/test_hostile.py tries texts of every kind without a browser, in each verb too.
    """
    before = start_from_a_long_address(page, address, 1_500_000)
    give_files(page, [("[", 200_000)], before)
    larger_than_micropython = [("[", 1), ("[],", 600_000), ("0]", 1)]
    give_files(page, larger_than_micropython, before)


@pytest.mark.long  # in every run: a longer one, above
def test_a_long_address_is_refused_in_a_sentence(page: Page, address: str) -> None:
    start_from_a_long_address(page, address, 4_100)


@pytest.mark.long
def test_many_hostile_texts(page: Page, address: str) -> None:
    """500 texts of up to 4 MB as files, 100 of them to every verb; then texts of 50 MB."""
    before, calls = drive.begin_match(page, address), 0
    for number, parts in enumerate(texts("many", COUNT, 4_000_000)):
        report(f"file {number} of {COUNT}", parts)
        give_files(page, parts, before)
    for parts in LARGE:
        report("file of 50 MB", parts)
        give_files(page, parts, before)
    for number, parts in enumerate(texts("verbs", COUNT // 5, 200_000)):
        report(f"{calls} calls, text {number} of {COUNT // 5}", parts)
        calls += ask_verbs(page, parts)
    print(f"{COUNT} + {len(LARGE)} texts as two files each, {calls} calls")
