"""The page under strain: a table of 150 tiles, panned and zoomed, and round after round in one visit.

The tables are double-18 with ten seats, opened as saved games in which CROWD tiles lie; every placing that a click then asks
for is timed as in bench_page, CLICKS of them. Pan and zoom are real wheel and drag events; a frame longer
than two of the screen's own is a dropped one.
Memory is read after a forced collection: the page's objects and nodes, and on Linux the whole renderer process, the
engine's worker among it, after WARM and after ROUNDS rounds.

Seen on two cores without a graphics card, Chromium 156: painted 17 ms at the median and 22 ms at p95 (60 clicks), answered
74 and 130; frames of panning and zooming 17 and 17 ms, one in 150 dropped; heap 3.9 MB and 11,000 nodes after ten rounds and
after fifty, the renderer 351 and 370 MB; read every ten rounds of a hundred it went up and down between 353 and 368, once 431.
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
from tools.benches.page import WATCH_CLICKS, answered_times, middle_and_tail, placing_times
from tools.common import drive, serve

CROWD, CLICKS = 150, 60
ROUNDS, WARM = 50, 10
NAMES = ("You", "Hattie", "Otis", "Pearl", "Mabel", "Walt", "Ida", "Clem", "Nell", "Gus")

FRAMES = """() => new Promise((done) => {
  const gaps = [];
  let last = performance.now();
  const step = (now) => { gaps.push(now - last); last = now; window.framesWanted ? requestAnimationFrame(step) : done(gaps); };
  window.framesWanted = true;
  requestAnimationFrame(step);
})"""


def figures() -> dict[str, float]:
    """Milliseconds, frames and megabytes; see the module's docstring."""
    with sync_playwright() as playwright, serve.serving(build.build()) as address:
        browser = drive.launch_chromium(playwright)
        measured = crowded(browser, address) | long_visit(browser, address)
        browser.close()
    return measured


def crowded_records() -> Iterator[str]:
    """Records of a double-18 with ten seats, each at a moment when CROWD tiles lie and the person can play."""
    options = resolve("montgomery", {"set": 18, "hand_size": 18}, len(NAMES))
    seats = [Seat(NAMES[0], "human"), *(Seat(name, "bot", "hen", "balanced") for name in NAMES[1:])]
    for number in itertools.count():
        session = Session(start_match(options, f"crowd-{number}"), "montgomery", tuple(seats), 1.6)
        while session.phase == "playing":
            seen = session.view_of(session.view.turn)
            plays = [choice for choice in seen.choices if choice.do == "play"]
            if session.my_turn and plays and len(seen.laid) >= CROWD:
                yield record_text(session)
                break
            session.play_bot_move(session.board.exact_move(seen, (plays or seen.choices)[0]))


def crowded(browser: Browser, address: str) -> dict[str, float]:
    """Click to painted table and frames while panning and zooming, with CROWD tiles and more on the table."""
    context = browser.new_context(viewport=drive.SIZES["laptop"], reduced_motion="reduce")
    page = context.new_page()
    gaps: list[float] = []
    drive.open_menu(page, address)
    page.evaluate(WATCH_CLICKS)
    for record in crowded_records():
        drive.open_record(page, record)
        gaps = gaps or panned(page)
        while drive.phase(page) == "playing" and page.locator("#hand > *").count() > 1:
            drive.take_turn(page)
        if len(placing_times(page)) >= CLICKS:
            break
    painted, answered = placing_times(page), answered_times(page)
    context.close()
    return {
        **middle_and_tail("crowd_click_to_painted", painted),
        **middle_and_tail("crowd_click_to_answered", answered),
        "crowd_pan_frame_p50_ms": round(statistics.median(gaps), 1),
        "crowd_pan_frame_p95_ms": round(statistics.quantiles(gaps, n=20)[-1], 1),
        "crowd_pan_dropped_share": round(sum(gap > 34 for gap in gaps) / len(gaps), 3),
    }


def panned(page: Page) -> list[float]:
    """The times between frames while the table is zoomed by wheel and dragged about."""
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
    """Memory after WARM and after ROUNDS rounds in one visit."""
    context = browser.new_context(viewport=drive.SIZES["laptop"], reduced_motion="reduce")
    page = context.new_page()
    drive.open_menu(page, address)
    drive.start_match(page)
    session = context.new_cdp_session(page)
    taken = []
    for number in range(1, ROUNDS + 1):
        drive.play_round(page)
        if number in (WARM, ROUNDS):
            taken.append(memory(session))
        after = "next-round" if drive.phase(page) == "round-over" else "play-again"
        page.locator(f"[data-action={after}]:visible").first.click()
    context.close()
    return {
        f"long_visit_{name}_{when}": value
        for when, sizes in zip((f"after_{WARM}", f"after_{ROUNDS}"), taken, strict=True)
        for name, value in sizes.items()
    }


def memory(session: CDPSession) -> dict[str, float]:
    """The page's heap and nodes after a collection, and the largest renderer's resident size, in MB."""
    session.send("HeapProfiler.collectGarbage")
    counters = session.send("Memory.getDOMCounters")
    heap = session.send("Runtime.getHeapUsage")["usedSize"]
    return {"heap_mb": round(heap / 1e6, 1), "nodes": counters["nodes"], "renderer_mb": renderer_mb()}


def renderer_mb() -> float:
    """The resident size of the largest renderer process, in MB; 0 where there is no /proc."""
    sizes = [0.0]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if "--type=renderer" in (process / "cmdline").read_text():
                sizes.append(int((process / "statm").read_text().split()[1]) * 4096 / 1e6)
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended meanwhile
    return round(max(sizes))


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name}: {value}")
