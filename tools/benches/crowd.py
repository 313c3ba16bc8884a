"""Measure the page with a crowded table, and its memory during a long visit.

Crowded table: a match with a double-18 set and ten seats, opened as a saved game with CROWD tiles on the table. The
bench measures at least CLICKS clicks as in the part `page`. It also measures the time between frames while the table is
zoomed and dragged by real mouse events. A frame counts as dropped if it takes longer than two frames of a 60 Hz screen.

Long visit: after WARM and after ROUNDS rounds the bench forces a garbage collection. Then it reads the page's heap, its
DOM nodes and, on Linux, the size of the renderer process, which contains the engine's worker.

Figures on two cores without a graphics card, Chromium 156 (median and 95th percentile of 60 clicks):

    click to painted tile         17 ms, 22 ms
    click to painted answer       74 ms, 130 ms
    frame of panning or zooming   17 ms, 17 ms; 1 of 150 dropped
    heap, nodes                   3.9 MB and 11,000 nodes after 10 rounds and after 50
    renderer                      351 MB after 10 rounds, 370 MB after 50

In a run of 100 rounds, read every ten rounds, the renderer varied between 353 and 368 MB, with one value of 431 MB.
"""

import itertools
import statistics
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from game.records.record import Seat
from game.rules.match import start_match
from game.rules.options.presets import resolve
from game.session.saving import record_text
from game.session.session import Session
from tools import build
from tools.benches.page import WATCH_CLICKS, answered_times, percentiles, placing_times
from tools.common import drive, serve

CROWD, CLICKS = 150, 60
ROUNDS, WARM = 50, 10
NAMES = ("You", "Hattie", "Otis", "Pearl", "Mabel", "Walt", "Ida", "Clem", "Nell", "Gus")
LONG_FRAME = 34  # ms; two frames of a 60 Hz screen take 33.3 ms

# Collects the times between frames in ms, until `framesWanted` is false.
FRAMES = """() => new Promise((done) => {
  const gaps = [];
  let last = performance.now();
  const step = (now) => {
    gaps.push(now - last);
    last = now;
    window.framesWanted ? requestAnimationFrame(step) : done(gaps);
  };
  window.framesWanted = true;
  requestAnimationFrame(step);
})"""


def figures() -> dict[str, float]:
    """Return the figures of the crowded table and of the long visit."""
    with sync_playwright() as playwright, serve.serving(build.build()) as address:
        browser = drive.launch_chromium(playwright)
        measured = crowded_table(browser, address) | long_visit(browser, address)
        browser.close()
    return measured


def crowded_records() -> Iterator[str]:
    """Yield records of matches in which CROWD tiles or more are on the table and the person can play a tile."""
    options = resolve("montgomery", {"set": 18, "hand_size": 18}, len(NAMES))
    seats = [Seat(NAMES[0], "human"), *(Seat(name, "bot", "hen", "balanced") for name in NAMES[1:])]
    for number in itertools.count():
        session = Session(start_match(options, f"crowd-{number}"), "montgomery", tuple(seats), 1.6)
        while session.phase == "playing":
            view = session.view_of(session.view.turn)
            plays = [choice for choice in view.choices if choice.do == "play"]
            if session.my_turn and plays and len(view.laid) >= CROWD:
                yield record_text(session)
                break
            session.play_bot_move(session.board.exact_move(view, (plays or view.choices)[0]))


def crowded_table(browser: Browser, address: str) -> dict[str, float]:
    """Return the times of clicks and frames with CROWD or more tiles on the table."""
    context = browser.new_context(viewport=drive.SIZES["laptop"], reduced_motion="reduce")
    page = context.new_page()
    gaps: list[float] = []
    drive.open_menu(page, address)
    page.evaluate(WATCH_CLICKS)
    for record in crowded_records():
        drive.open_record(page, record)
        gaps = gaps or frame_times(page)
        while drive.phase(page) == "playing" and page.locator("#hand > *").count() > 1:
            drive.take_turn(page)
        if len(placing_times(page)) >= CLICKS:
            break
    painted, answered = placing_times(page), answered_times(page)
    context.close()
    return {
        **percentiles("crowd_click_to_painted", painted),
        **percentiles("crowd_click_to_answered", answered),
        "crowd_pan_frame_p50_ms": round(statistics.median(gaps), 1),
        "crowd_pan_frame_p95_ms": round(statistics.quantiles(gaps, n=20)[-1], 1),
        "crowd_pan_dropped_share": round(sum(gap > LONG_FRAME for gap in gaps) / len(gaps), 3),
    }


def frame_times(page: Page) -> list[float]:
    """Zoom and drag the table with the mouse. Return the times between frames in ms."""
    box = page.locator("#frame").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.evaluate(f"window.frames_ = ({FRAMES})(); undefined")
    for turn in range(40):
        page.mouse.wheel(0, -60 if turn < 20 else 60)
    page.mouse.down()
    for step in range(60):
        page.mouse.move(x + 3 * (step % 30), y + 2 * (step % 20))
    page.mouse.up()
    gaps: list[float] = page.evaluate("(window.framesWanted = false, window.frames_)")
    return gaps[1:]


def long_visit(browser: Browser, address: str) -> dict[str, float]:
    """Return the memory figures after WARM and after ROUNDS rounds in one visit."""
    context = browser.new_context(viewport=drive.SIZES["laptop"], reduced_motion="reduce")
    page = context.new_page()
    drive.open_menu(page, address)
    drive.start_match(page)
    session = context.new_cdp_session(page)
    measured: dict[str, float] = {}
    for number in range(1, ROUNDS + 1):
        drive.play_round(page)
        if number in (WARM, ROUNDS):
            sizes = memory(session)
            measured |= {f"long_visit_{name}_after_{number}": value for name, value in sizes.items()}
        drive.go_on(page)
    context.close()
    return measured


def memory(session: CDPSession) -> dict[str, float]:
    """Force a garbage collection. Return the page's heap in MB, its DOM nodes, and the renderer's size in MB."""
    session.send("HeapProfiler.collectGarbage")
    counters = session.send("Memory.getDOMCounters")
    heap = session.send("Runtime.getHeapUsage")["usedSize"]
    return {"heap_mb": round(heap / 1e6, 1), "nodes": counters["nodes"], "renderer_mb": renderer_mb()}


def renderer_mb() -> float:
    """Return the resident size of the largest renderer process in MB, or 0 where there is no /proc."""
    sizes = [0.0]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if "--type=renderer" in (process / "cmdline").read_text():
                pages = int((process / "statm").read_text().split()[1])
                sizes.append(pages * 4096 / 1e6)  # a page of memory has 4,096 bytes
        except (FileNotFoundError, ProcessLookupError):
            continue  # the process has just ended
    return round(max(sizes))


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name}: {value}")
