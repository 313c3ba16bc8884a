"""Measure how calm and how large the table is on a phone, and how large the touch targets are.

Calmness and size are measured in whole rounds with a double-9 set and four seats, on a screen of 390 × 844 px. A *turn*
is one seat's turn. A turn changes the scale if the px per u of the drawn table change by more than 0.5 % in it.
`resized_by_messages` counts changes of the table's frame while neither the hand, the table nor the offered moves have
changed.

Touch targets: the smaller side of each visible control on the screens that `targets` visits, at 360 × 640 px. A control
inside a sentence does not count (WCAG 2.2, 2.5.8), and a label counts as part of its control.

Figures on two cores without a graphics card, Chromium 156:

    turns with another scale                        14 %
    half of a tile at the end of a round, median    23.2 px; least 17.1 px
    resized by messages                             0
    smallest touch target                           44 px
"""

import statistics
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, ViewportSize

from tools.benches.harness import Figures, Run, bench
from tools.common import drive
from tools.common.deal_link import deal_link

ROUNDS = 12
TABLE: ViewportSize = {"width": 390, "height": 844}

# Counts turns, turns with a change of scale, and changes of the frame's size without a cause in hand or table.
WATCH = """() => {
  const CAUSE_MS = 100; // a change of hand or table causes a resize within this time
  const seen = window.glance = { turns: 0, changes: 0, resized: 0, half: 0 };
  const one = (selector) => document.querySelector(selector), tiles = () => one("#tiles").childElementCount;
  const drawing = one("#table > svg"), frame = one("#frame");
  const state = () => // the row of extra buttons offers moves, such as a catch
    `${tiles()} ${one("#hand").childElementCount} ${one("#extras").clientHeight} ${document.body.dataset.phase}`;
  let lastChangedTurn = -1, turn = document.body.dataset.turn, width = frame.clientWidth;
  const scaled = () => {
    width = frame.clientWidth || width; // the frame may be hidden when the round is over
    const half = width * 100 / drawing.viewBox.baseVal.width;
    if (seen.half && tiles() > 1 && Math.abs(half / seen.half - 1) > .005 && lastChangedTurn !== seen.turns) {
      seen.changes += 1;
      lastChangedTurn = seen.turns;
    }
    seen.half = half;
  };
  new MutationObserver(scaled).observe(drawing, { attributeFilter: ["viewBox"] });
  new MutationObserver(() => {
    if (document.body.dataset.turn !== turn) seen.turns += 1;
    turn = document.body.dataset.turn;
  }).observe(document.body, { attributeFilter: ["data-turn"] });
  let height = frame.clientHeight, latest = state(), changedAt = 0;
  new ResizeObserver(() => {
    const isCalm = latest === state() && latest.endsWith("playing") && performance.now() - changedAt > CAUSE_MS;
    if (frame.clientHeight !== height && isCalm) seen.resized += 1;
    height = frame.clientHeight;
  }).observe(frame);
  const follow = () => {
    if (state() !== latest) [latest, changedAt] = [state(), performance.now()];
    requestAnimationFrame(follow);
  };
  follow();
}"""
# The smaller sides (px) of the visible controls, with their names.
SIDES = """() => [...document.querySelectorAll("button, select, input, summary, a[href]")].filter((e) => e.checkVisibility({
  opacityProperty: false, visibilityProperty: true }) && !e.closest("[inert]") && !e.matches(".term, p > *, li > p *")
  && !(document.querySelector("dialog[open]") && !e.closest("dialog"))).map((e) => {
    const box = (e.closest("label") ?? e).getBoundingClientRect();
    return [Math.min(box.width, box.height), e.dataset.action ?? e.dataset.tile ?? e.dataset.move ?? (e.name || e.id || e.className)];
  }).filter(([side]) => side > 1)"""


@bench
def glance(run: Run) -> Figures:
    """How calm and how large the table is on a phone, and how large the touch targets are."""
    return rounds(run) | targets(run)


def rounds(run: Run) -> Figures:
    """Play one round of each of ROUNDS deals. Return the share of turns with another scale, and the size of the tiles."""
    page = run.page(viewport=TABLE, device_scale_factor=2, reduced_motion="no-preference")
    turns, changes, resized, halves = 0, 0, 0, []
    for number in range(run.count(ROUNDS)):
        drive.visit(page, f"{run.address}?pace=0{deal_link(f'glance-{number}', rounds=1)}")
        drive.start_match(page)
        page.evaluate(WATCH)
        drive.rush_round(page)
        seen: dict[str, Any] = page.evaluate("glance")
        turns, changes, resized = turns + seen["turns"], changes + seen["changes"], resized + seen["resized"]
        halves.append(seen["half"])
    return {
        "glance_turns_with_another_scale_percent": round(100 * changes / turns, 1),
        "glance_half_at_end_p50_px": round(statistics.median(halves), 1),
        "glance_half_at_end_least_px": round(min(halves), 1),
        "glance_resized_by_messages": resized,
    }


def targets(run: Run) -> Figures:
    """Return the smallest side of all touch targets. Print the names of the controls below 44 px."""
    page = run.page("phone", has_touch=True, reduced_motion="no-preference")
    least = 1000.0
    for where in screens(page, run.address):
        for side, name in page.evaluate(SIDES):
            if side < 44:
                print(f"{where}: {name} {side:.1f} px")
            least = min(least, side)
    return {"glance_smallest_target_px": round(least, 1)}


def screens(page: Page, address: str) -> Iterator[str]:
    """Open one screen after the other, and yield its name."""
    drive.open_menu(page, address)
    yield "menu"
    drive.choose(page, "new-game")
    page.locator("#own-rules > summary").click()
    yield "new game"
    page.locator("#setup [data-action=back]").click()
    drive.start_match(page)
    yield "table"
    for _ in range(3):
        drive.take_turn(page)
    if drive.phase(page) == "playing" and page.locator("#hand [data-playable=true]").count():
        page.locator("#hand [data-playable=true]").first.click()
        page.locator(drive.QUIET).wait_for()
        yield "tile chosen"
    for name in ("settings", "rules", "glossary", "keys", "honest"):
        page.locator("[data-action=menu]:visible").first.click()
        yield "table menu"
        page.locator(f"#menu [data-action={name}]").click()
        page.locator("dialog[open]:not(#menu)").wait_for()
        yield name
        page.keyboard.press("Escape")
        page.locator("dialog[open]:not(#menu)").wait_for(state="detached")
        page.locator(drive.QUIET).wait_for()
        if page.locator("#menu[open]").count():
            page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")
    while drive.phase(page) != "match-over":
        if drive.phase(page) == "round-over":
            yield "round over"
            drive.go_on(page)
            page.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
            if page.locator("#card-begin:visible").count():
                page.locator("#card-begin").click()
        drive.rush_round(page)
    yield "match over"
