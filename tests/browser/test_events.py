"""Event bubbles of every kind are under their seat, inside the window, legible, and visible for a second at normal pace."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from game.records.record import Seat
from game.rules.match import start_match
from game.rules.moves import move_text
from game.rules.options.presets import resolve
from game.session.saving import record_text
from game.session.session import Session
from tools.common import drive

SEATS = (
    Seat("You", "human"),
    Seat("Hattie", "bot", "hen", "balanced"),
    Seat("Otis", "bot", "hen", "balanced"),
)
SMALL: dict[str, object] = {"set": 6, "rounds": 1, "hand_size": 5, "last_tile_call": "catch"}
CLOSES = SMALL | {"short_foot": "closes"}

# seed, rules, events before the person's first turn on the page, events that must be seen from there on
STORIES = {
    "search": ("e33", SMALL, 0, {"start-draw", "play"}),
    "caught": (
        "e13",
        SMALL,
        28,
        {"play", "foot-filled", "catch", "penalty", "call", "double", "draw", "pass"},
    ),
    "blocked": ("e11", SMALL, 30, {"play", "foot-filled", "double", "catch", "skip", "blocked"}),
    "closed": ("e37", CLOSES, 25, {"play", "call", "foot-closed", "out"}),
}
SHORT = ("search",)  # of STORIES, in every run; the bubbles of the other kinds are drawn in the same way
LEAST = 1.0  # seconds
TURNS = 8

# Checks every bubble thirty times a second, and records how long it was visible, and its faults. A bubble counts from
# the check before the one that found it: on a busy machine it may have appeared in between.
WATCH = """() => {
  const seen = window.seen = new Map();
  const inside = (box, of) => box.left >= of.left && box.top >= of.top && box.right <= of.right && box.bottom <= of.bottom;
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  let before = performance.now();
  setInterval(() => {
    const bubbles = [...document.querySelectorAll("#bubbles [data-event]")], now = performance.now();
    for (const bubble of bubbles) {
      const box = bubble.getBoundingClientRect(), style = getComputedStyle(bubble);
      const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!bubble.checkVisibility({opacityProperty: true, visibilityProperty: true}) || !middle?.closest("#play")) continue;
      const one = seen.get(bubble) ?? {event: bubble.dataset.event, says: bubble.textContent, first: before, wrong: new Set()};
      seen.set(bubble, one);
      one.last = now;
      if (!inside(box, {left: 0, top: 0, right: innerWidth, bottom: innerHeight})) one.wrong.add("not inside the window");
      if (bubble.scrollWidth > bubble.clientWidth + 1 || parseFloat(style.fontSize) < 12) one.wrong.add("not legible");
      for (const other of bubbles)
        if (other !== bubble && !apart(box, other.getBoundingClientRect())) one.wrong.add(`under ${other.textContent}`);
    }
    for (const [bubble, one] of seen) if (!bubble.isConnected) one.end ??= now;
    before = now;
  }, 33);
}"""
SEEN = "() => [...window.seen.values()].map((one) => ({...one, wrong: [...one.wrong]}))"


def record_before(seed: str, options: dict[str, object], events: int) -> str:
    """The record of a match at the person's first turn after that many events; everybody plays as on the page."""
    rules = resolve("montgomery", {**options, "may_hold_back": False}, len(SEATS))
    session = Session(start_match(rules, seed), "montgomery", SEATS, 1.0)
    while events and (session.others_must_move() or len(session.view.events) < events):
        if session.others_must_move():
            for move in session.think():
                if move is not None:
                    session.play_bot_move(move)
            continue
        fits = [choice.tile for choice in session.view.choices if choice.do == "play"]
        does = {choice.do for choice in session.view.choices}
        code = move_text(session.viewer.plays_of(max(fits))[0]) if fits else "+" if "draw" in does else "="
        session.execute(code)
    return record_text(session)


AT_NORMAL_PACE = """localStorage["chickenfoot-settings"] ??= '{"speed": "normal", "call-alone": false}'"""


@pytest.mark.parametrize("size", ["phone"], indirect=True)
@pytest.mark.parametrize(
    "story",
    [name if name in SHORT else pytest.param(name, marks=pytest.mark.long) for name in STORIES],
)
@pytest.mark.slow
def test_every_kind_of_event_is_visible_for_a_second(page: Page, address: str, story: str) -> None:
    seed, options, events, wanted = STORIES[story]
    record = record_before(seed, options, events)
    page.add_init_script(AT_NORMAL_PACE)
    drive.open_menu(page, address, hurried=False)
    page.evaluate(WATCH)
    drive.open_record(page, record)

    def told() -> list[dict[str, Any]]:
        seen: list[dict[str, Any]] = page.evaluate(SEEN)
        return seen

    for _ in range(TURNS):
        if wanted <= {one["event"] for one in told()} or drive.phase(page) != "playing":
            break
        drive.take_turn(page)
        page.locator(drive.QUIET).wait_for()
    page.locator("body[data-busy=false]").wait_for()
    drive.take_turn(page) if drive.phase(page) == "playing" else expect(page.locator("#over")).to_be_visible()
    seen = told()
    assert wanted <= {one["event"] for one in seen}
    assert [(one["event"], one["wrong"]) for one in seen if one["wrong"]] == []
    assert [one for one in seen if "end" in one and one["end"] - one["first"] < 1000 * LEAST] == []
    assert all(one["says"] for one in seen)
