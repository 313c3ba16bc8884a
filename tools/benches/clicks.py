"""The delay of clicks in a match and at a crowded table, and the memory of a long visit.

Figures on two cores without a graphics card, Chromium 156, as median and 95th percentile of 60 clicks:

    in a match           click to painted tile 15 and 24 ms, to painted answer 66 and 95 ms
    at a crowded table   click to painted tile 17 and 22 ms, to painted answer 74 and 130 ms
    panning, zooming     17 and 17 ms a frame; 1 of 150 dropped
    long visit           3.9 MB heap and 11,000 nodes after 10 rounds and after 50; renderer 351 and 370 MB

In an answer the engine takes about 14 ms, the page's Python 14 ms, styles and layout 11 ms, the frame 9 ms.
"""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import CDPSession, Page

from game.records.record import Seat
from game.rules.match import start_match
from game.rules.options.presets import resolve
from game.session.saving import record_text
from game.session.session import Session
from tools.benches.harness import Figures, Run, bench, percentiles
from tools.common import drive

CROWD = 150  # tiles on the crowded table
ROUNDS, WARM = 50, 10
NAMES = ("You", "Hattie", "Otis", "Pearl", "Mabel", "Walt", "Ida", "Clem", "Nell", "Gus")
LONG_FRAME = 34  # ms; two frames of a 60 Hz screen take 33.3 ms
FAST = """localStorage.setItem("chickenfoot-settings", '{"speed": "fast"}')"""

# Measures every click that plays a tile, in ms from the event's time stamp, so waiting in the event queue counts.
# `placingTimes` end when the tile is painted at its final place, `answeredTimes` when the engine's answer is painted.
# The page shows the tile before the engine has answered. If the engine moves it, the later frame counts.
WATCH_CLICKS = """() => {
  const placed = (window.placingTimes = []), answered = (window.answeredTimes = []);
  let click = null; // { tile, begun, style: the tile's last place, painted: ms from `begun` to its frame }
  const afterFrame = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(0);
  });
  addEventListener("click", (event) => {
    const button = event.target.closest("[data-tile], [data-move]");
    if (button) click = { tile: button.dataset.tile ?? button.dataset.move.split(">")[0], begun: event.timeStamp };
  }, true);
  const watch = () => {
    const now = click, laid = now && document.querySelector(`#table [data-placed="${now.tile}"]`);
    if (!laid) return;
    const style = laid.style.cssText;
    if (style !== now.style) {
      now.style = style;
      afterFrame(() => { if (now.style === style) now.painted = performance.now() - now.begun; });
    }
    if (document.querySelector(`#hand [data-tile="${now.tile}"]`)) return; // the engine has not answered yet
    click = null;
    afterFrame(() => { placed.push(now.painted); answered.push(performance.now() - now.begun); });
  };
  const changes = new MutationObserver(watch);
  const options = { childList: true, subtree: true, attributes: true, attributeFilter: ["style"] };
  changes.observe(document.querySelector("#table"), options);
  changes.observe(document.querySelector("#hand"), { childList: true });
}"""

# Measures every write transaction of IndexedDB in the engine's worker, in ms.
WATCH_WRITES = """() => {
  const times = (self.writingTimes = []), original = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (names, mode) {
    const begun = performance.now(), transaction = original.call(this, names, mode);
    if (mode === "readwrite") transaction.addEventListener("complete", () => times.push(performance.now() - begun));
    return transaction;
  };
}"""

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


@bench
def clicks(run: Run) -> Figures:
    """The delays of 60 clicks in a match, and the store's writes.

    click_to_painted     from the click on a tile or a place to the frame that shows the tile at its final place
    click_to_answered    from the same click to the frame that shows the engine's answer, which the store has committed
    written              a write transaction of the store in the engine's worker; every event of the match causes one
    """
    return click_delays(run)


def click_delays(run: Run, prepare: Callable[[Page], None] = lambda page: None) -> Figures:
    """Return the delays of clicks. Opponents are fast. `prepare` is called with the page when the match has begun."""
    page, wanted = run.page(script=FAST), run.count(60)
    drive.open_menu(page, run.address, hurried=False)
    drive.start_match(page)
    page.evaluate(WATCH_CLICKS)
    engine = next(worker for worker in page.workers if "engine" in worker.url)
    engine.evaluate(WATCH_WRITES)
    prepare(page)
    while len(placing_times(page)) < wanted:
        if drive.phase(page) == "playing":
            drive.take_turn(page)
        else:
            drive.go_on(page)
    return (
        percentiles("click_to_painted", placing_times(page))
        | percentiles("click_to_answered", answered_times(page))
        | percentiles("written", engine.evaluate("writingTimes"))
    )


@bench
def crowd(run: Run) -> Figures:
    """Clicks and frames at a table of ten seats and a double-18 set with CROWD tiles on it.

    The time between frames is measured while the table is zoomed and dragged by real mouse events. A frame counts as
    dropped if it takes longer than two frames of a 60 Hz screen.
    """
    page, wanted = run.page(), run.count(60)
    gaps: list[float] = []
    drive.open_menu(page, run.address)
    page.evaluate(WATCH_CLICKS)
    for record in crowded_records():
        drive.open_record(page, record)
        gaps = gaps or frame_times(page)
        while drive.phase(page) == "playing" and page.locator("#hand > *").count() > 1:
            drive.take_turn(page)
        if len(placing_times(page)) >= wanted:
            break
    return {
        **percentiles("crowd_click_to_painted", placing_times(page)),
        **percentiles("crowd_click_to_answered", answered_times(page)),
        **percentiles("crowd_pan_frame", gaps),
        "crowd_pan_dropped_share": round(sum(gap > LONG_FRAME for gap in gaps) / len(gaps), 3),
    }


@bench
def long_visit(run: Run) -> Figures:
    """The page's heap and nodes, and the size of its process, after WARM and after ROUNDS rounds of one visit."""
    page, rounds = run.page(), run.count(ROUNDS)
    drive.open_menu(page, run.address)
    drive.start_match(page)
    session = page.context.new_cdp_session(page)
    measured: Figures = {}
    for number in range(1, rounds + 1):
        drive.play_round(page)
        if number in (WARM, rounds):
            sizes = memory(session)
            measured |= {f"long_visit_{name}_after_{number}": value for name, value in sizes.items()}
        drive.go_on(page)
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


def placing_times(page: Page) -> list[float]:
    """Return the times from click to painted tile that WATCH_CLICKS has collected, in ms."""
    times: list[float] = page.evaluate("window.placingTimes")
    return times


def answered_times(page: Page) -> list[float]:
    """Return the times from click to painted answer of the same clicks, in ms."""
    times: list[float] = page.evaluate("window.answeredTimes")
    return times


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
