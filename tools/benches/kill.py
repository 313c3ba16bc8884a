"""A crash loses no shown state: end the page, the browser or the engine at random moments, and open the match again."""

import collections
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Error, Playwright
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import presence_of_element_located
from selenium.webdriver.support.wait import WebDriverWait

from tools.benches.harness import Failed, Figures, Run, bench
from tools.common import drive, webkit
from tools.common.deal_link import deal_link

BOOKS = ("montgomery", "hastings", "pagat", "nathan", "double-chickenfoot")
MAX_PLAY_SECONDS = 1.2  # the longest time that the script plays before the tool ends the page
TIMEOUT = 60  # seconds until the page must show the match again
Shot = dict[str, Any]  # the table as the page shows it at one moment, with the keys of `look` below

# Records a shot whenever the table changes, as JSON, with a random number for the load of the page. It sends each shot
# to the tool by `window.shot`, and writes the last one to local storage, from where the next load reads `shots.before`.
# Both ways are needed: a killed browser loses its storage, a closed page loses its last calls. `shots.first` is this
# load's first shot. `engines` has the page's workers. `play()` plays until `stop()`. `newLoad()` changes the number.
RECORD_SHOTS = """(() => {
  if (window.shots) return;
  window.shots = { before: null, first: null };
  try { shots.before = JSON.parse(localStorage.getItem("shot")) } catch { return } // not our page: about:blank
  const all = (selector) => [...document.querySelectorAll(selector)];
  const numbers = (name) => all(`[data-seat]:not([data-event]) [data-${name}]`).map((one) => +one.dataset[name]);
  const look = () => {
    const { phase, turn } = document.body?.dataset ?? {};
    if (!turn || !["playing", "round-over", "match-over"].includes(phase)) return null;
    const hand = all("#hand [data-tile]").map((tile) => tile.dataset.tile).sort();
    const place = (tile) => tile.getAttribute("transform") ?? tile.style.cssText;
    const placed = all("#table [data-placed]").map((tile) => [tile.dataset.placed, place(tile)]);
    return {
      phase, turn: +turn, hand, round: document.querySelector("#round-now").textContent,
      laid: placed.map(([name]) => name).filter((name) => hand.includes(name)),
      table: Object.fromEntries(placed.filter(([name]) => !hand.includes(name)).sort()),
      counts: numbers("count"), totals: numbers("total"),
      yard: +document.querySelector("[data-yard]").dataset.yard,
    };
  };
  let last = "", load = Math.random(), playing = false;
  const record = () => {
    const text = JSON.stringify(look());
    if (text === last || text === "null") return;
    last = text;
    shots.first ??= text;
    window.shot?.(load, text);
    localStorage.setItem("shot", JSON.stringify([load, text]));
  };
  window.newLoad = () => { last = ""; load = Math.random() };
  new MutationObserver(record).observe(document, { subtree: true, childList: true, attributes: true });
  const press = (selector) => {
    const button = all(selector).find((one) => !one.disabled && one.getClientRects().length);
    button?.click();
    return Boolean(button);
  };
  const play = () => {
    if (!playing) return;
    const actions = ["draw", "pass", "next-round", "play-again"].map((name) => `[data-action=${name}]`);
    const selectors = ["#places [data-move]", "#hand [data-playable=true]", ...actions];
    if (document.body.dataset.busy === "false") selectors.some(press);
    setTimeout(play, 10);
  };
  window.play = () => { playing = true; play() };
  window.stop = () => { playing = false };
  const NativeWorker = Worker;
  window.engines = [];
  window.Worker = class extends NativeWorker { constructor(...given) { super(...given); engines.push(this) } };
})()"""
END_ENGINE = """() => {
  stop();
  engines.at(-1).terminate();
  document.dispatchEvent(new CustomEvent("engine:silent"));
}"""
# The ways to end the page, by browser engine.
ENDS: dict[str, tuple[str, ...]] = {
    "chromium": ("reload", "close", "crash", "kill", "worker"),
    "firefox": ("reload", "close"),
    "webkit": ("reload",),
}
PASSED = ("same", "later")  # results of `compare` that are no failure


@bench
def kill(run: Run) -> Figures:
    """End matches 100 times at random moments, in every way of ENDS in turn: no shown state may be lost.

    A script in the page plays as fast as it can. After the end the bench opens the match again. The page must then show
    the last state again, or a later one: the store may have committed moves that were not shown yet. An earlier state is a
    failure. The state is the tiles with their places, the person's hand, the tile counts, the points and the yard. The page
    shows a person's tile on the table before the engine has answered (game/page/play/choosing.py). Such a tile may be in the hand or on
    the table afterwards; `unanswered` counts these cases.

        chromium   reload, close (the page), crash (the renderer process), kill (the whole browser), worker (the engine)
        firefox    reload, close
        webkit     reload

    After `worker` the bench itself tells the page that the engine is silent. tests/browser/test_store.py tests that the page
    notices it. docs/kept.md has figures of earlier runs.
    """
    engine, deadline = run.options.engine or "chromium", run.deadline(float("inf"))
    chance, counts = random.Random(run.seed), collections.Counter[str]()
    for number, book in enumerate(BOOKS):
        player: Player = WebKitPlayer() if engine == "webkit" else PlaywrightPlayer(engine, run.playwright)
        with closing(player):
            link = deal_link(f"{run.seed}{number}", book)
            player.begin(f"{run.address}?pace=0{link}")
            for turn in range(-(-run.count(100) // len(BOOKS))):
                if time.monotonic() > deadline:
                    break
                end = ENDS[engine][(number + turn) % len(ENDS[engine])]
                player.play(chance.uniform(0, MAX_PLAY_SECONDS))
                before, after = player.end(end)
                result = compare(before, after)
                if result not in PASSED:
                    raise Failed(f"{book}, {end}: {result}\n  {json.dumps(before)}\n  {json.dumps(after)}")
                counts[f"{end}_{result}"] += 1
                counts["unanswered"] += bool(before["laid"])
                print(".", end="", file=sys.stderr, flush=True)
    return {f"kill_{engine}_{name}": value for name, value in sorted(counts.items())}


def compare(before: Shot, after: Shot) -> str:
    """Return "same" or "later", else a phrase that says how the second shot contradicts the first."""
    if {**before, "laid": 0} == {**after, "laid": 0}:
        return "same"
    new_round = after["round"] != before["round"]
    if before["phase"] == "match-over" or (before["phase"] == "round-over" and new_round):
        return "later"  # the next deal has begun
    if new_round:
        return "another round"
    if any(after["table"].get(tile) != place for tile, place in before["table"].items()):
        return "tiles moved or gone"
    if after["yard"] > before["yard"] or sum(after["totals"]) < sum(before["totals"]):
        return "earlier yard or points"
    if after["phase"] == "playing" and before["phase"] != "playing":
        return "round not over"
    return "later"


class Player(Protocol):
    """A browser that shows a match."""

    def begin(self, address: str) -> None:
        """Open the address and start the match of its link."""

    def play(self, seconds: float) -> None:
        """Let the page's script play for so long."""

    def end(self, end: str) -> tuple[Shot, Shot]:
        """End the page in a way of ENDS and open it again. Return the last shot before, and the first after."""

    def close(self) -> None:
        """Close the browser."""


class PlaywrightPlayer:
    """Chromium, with a profile that survives a kill, or Firefox, with a temporary profile."""

    def __init__(self, engine: str, playwright: Playwright) -> None:
        self.engine = engine
        self.folder = tempfile.mkdtemp(prefix="chickenfoot-kill-")
        self.playwright = playwright
        self.address = ""  # the page's address, without the link
        self.ended_load = 0.0  # the random number of the load that was ended last
        self.shots: list[tuple[float, str]] = []  # (number of the load, shot as JSON)
        self._launch()

    def _launch(self) -> None:
        if self.engine == "chromium":
            self.context = drive.launch_profile(self.playwright, self.folder)
        else:
            self.context = drive.launch_firefox(self.playwright).new_context()
        self.context.expose_function("shot", lambda load, text: self.shots.append((load, text)))
        self.context.add_init_script(RECORD_SHOTS)
        self.context.set_default_timeout(TIMEOUT * 1000)
        self.page = self.context.new_page()

    def begin(self, address: str) -> None:
        """See Player."""
        self.address = address.partition("#")[0]
        self.page.goto(address)
        self.page.locator("body[data-start=ready][data-phase=menu]").wait_for()
        drive.start_match(self.page)

    def play(self, seconds: float) -> None:
        """See Player."""
        self.page.evaluate("play()")
        self.page.wait_for_timeout(seconds * 1000)

    def end(self, end: str) -> tuple[Shot, Shot]:
        """See Player."""
        self.ended_load = self.shots[-1][0]
        if end == "reload":
            self.page.reload(wait_until="commit")
        elif end == "worker":
            self.page.evaluate(END_ENGINE)
            self.page.evaluate("newLoad()")
            self.page.locator("[data-standing=silent] .standing-do").click()
        elif end == "close":
            self.page.close()
        elif end == "crash":
            with suppress(Error):  # Playwright reports the crash
                self.page.goto("chrome://crash", timeout=5_000)
            self.page.close()
        else:
            os.kill(chromium_process(self.folder), signal.SIGKILL)
            with suppress(Error):
                self.context.close()
            self._launch()
        if end in ("close", "crash"):
            self.page = self.context.new_page()
        if end in ("close", "crash", "kill"):
            self.page.goto(self.address, wait_until="commit")
        return self._wait_for_shot()

    def _wait_for_shot(self) -> tuple[Shot, Shot]:
        """Wait for a shot of a new load. Return the last shot before it, and this first one."""
        deadline = time.monotonic() + TIMEOUT
        while self.shots[-1][0] == self.ended_load:
            if time.monotonic() > deadline:
                body = self.page.locator("body")
                dataset = body.evaluate("(body) => JSON.stringify({ ...body.dataset })")
                raise TimeoutError(f"no table: {dataset}\n{body.aria_snapshot()}")
            self.page.wait_for_timeout(20)
        before = [text for load, text in self.shots if load == self.ended_load][-1]
        first = next(text for load, text in self.shots if load != self.ended_load)
        load, stored = self.page.evaluate("shots.before") or (0, "")
        if load == self.ended_load:
            before = stored
        self.shots = [shot for shot in self.shots if shot[0] != self.ended_load]
        return json.loads(before), json.loads(first)

    def close(self) -> None:
        """See Player."""
        self.context.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class WebKitPlayer:
    """WebKitGTK. Its driver cannot receive calls from the page, so all shots come from the page's local storage."""

    def __init__(self) -> None:
        self.browser = webkit.running()
        self.driver = self.browser.__enter__()

    def begin(self, address: str) -> None:
        """See Player."""
        self.driver.get(address)
        self._wait("body[data-start=ready][data-phase=menu]")
        self._wait("#opened[open]")
        self.driver.find_element(By.CSS_SELECTOR, "#opened [data-action=accept-link]").click()
        self._wait("body[data-phase=playing]")
        self.driver.execute_script(RECORD_SHOTS)

    def _wait(self, selector: str) -> None:
        WebDriverWait(self.driver, TIMEOUT).until(presence_of_element_located((By.CSS_SELECTOR, selector)))

    def play(self, seconds: float) -> None:
        """See Player."""
        self.driver.execute_script("play()")
        time.sleep(seconds)

    def end(self, end: str) -> tuple[Shot, Shot]:
        """See Player."""
        assert end == "reload"
        self.driver.refresh()
        self.driver.execute_script(RECORD_SHOTS)
        self._wait("body[data-phase]:not([data-phase=starting])")
        self.driver.execute_script(RECORD_SHOTS)  # the first call may have reached the old document
        (_, before), first = self.driver.execute_script("return [shots.before, shots.first]")
        return json.loads(before), json.loads(first)

    def close(self) -> None:
        """See Player."""
        self.browser.__exit__(None, None, None)


def chromium_process(profile: str) -> int:
    """Return the id of Chromium's main process that uses this profile folder."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # this process has just ended
            words = path.read_bytes().split(b"\0")
            is_child = any(word.startswith(b"--type=") for word in words)
            if f"--user-data-dir={profile}".encode() in words and not is_child:
                return int(path.parent.name)
    raise ProcessLookupError(profile)
