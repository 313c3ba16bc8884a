"""Small parts that lie close together on a phone keep a distance: a seat with three lines, and two bubbles."""

import pytest
from playwright.sync_api import Page

from game.narration.localization.language import load
from tools.common import drive

# Makes the second seat a seat on turn with one tile that drew before it played, whatever really happened.
THREE_LINES = """() => {
  const seat = document.querySelectorAll("#seats > .seat")[1], did = seat.querySelector(".seat-did");
  seat.setAttribute("aria-current", "true");
  seat.dataset.away = "one";
  delete seat.dataset.idle;
  [did.dataset.did, seat.dataset.drew] = ["play", "true"];
  did.querySelector("span").textContent = "9-5";
  seat.querySelector("b[data-count]").textContent = "1";
  const box = (part) => part.getBoundingClientRect().toJSON();
  return Object.fromEntries([["seat", box(seat)], ...[".seat-name", "b[data-count]", ".seat-did > span", ".backs i", ".avatar"]
    .map((part) => [part, box(seat.querySelector(part))])]);
}"""
TWO_BUBBLES = """() => {
  const bubbles = document.querySelector("#bubbles");
  bubbles.dataset.least = "1 2";
  bubbles.innerHTML = "<p class='bubble s1'>Hattie plays 9-3 on 3-3.</p><p class='bubble s1'>The foot of threes is full.</p>";
  return [bubbles, ...bubbles.children].map((part) => part.getBoundingClientRect().toJSON());
}"""


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_close_parts_keep_a_distance_on_a_phone(started: Page) -> None:
    drive.start_match(started)
    drive.phase(started)
    widths = started.locator("#seats > .seat").evaluate_all(
        "(seats) => seats.map((seat) => seat.offsetWidth)"
    )
    parts = started.evaluate(THREE_LINES)
    seat, name, count = parts["seat"], parts[".seat-name"], parts["b[data-count]"]
    tile, mark, portrait = parts[".seat-did > span"], parts[".backs i"], parts[".avatar"]
    assert name["top"] - seat["top"] >= 4
    assert tile["top"] - count["bottom"] >= 1.5
    assert seat["bottom"] - tile["bottom"] >= 2
    # the mark of a draw lies between the portrait and the count, above the last action
    assert min(mark["width"], mark["height"]) >= 12 and tile["top"] >= mark["bottom"]
    assert portrait["right"] <= mark["left"] and mark["right"] < count["left"] and seat["width"] == widths[1]
    line, upper, lower = started.evaluate(TWO_BUBBLES)
    assert lower["top"] - upper["bottom"] >= 6
    assert line["top"] <= upper["top"] and lower["bottom"] <= line["bottom"]


# Shows the longest sentences of the banner, and returns how far each line of text reaches beyond the banner, in px.
BANNERS = """(sentences) => {
  const banner = document.querySelector("#headline");
  banner.hidden = false;
  return sentences.map((sentence) => {
    banner.textContent = sentence;
    const range = document.createRange(), box = banner.getBoundingClientRect();
    range.selectNodeContents(banner);
    return [...range.getClientRects()].map((line) => Math.max(box.top - line.top, line.bottom - box.bottom));
  });
}"""


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_the_banner_holds_its_longest_sentences_on_a_phone(started: Page) -> None:
    drive.start_match(started)
    drive.phase(started)
    texts = load("en")
    sentences = [texts.say("say.call.for-you"), texts.say("say.caught-you", {"name": "Hattie"})]
    for lines in started.evaluate(BANNERS, sentences):
        assert len(lines) >= 2 and max(lines) <= 0
