"""`python3 tools/kill.py [--engine NAME] [--count N] [--books B,…] [--seed S]`: ends the game at random moments, and looks.

A table is played on in a hurry, by a script in the page that presses what may be pressed. At a random moment it is ended in
one of the ways of its engine, and begun again. What the page showed last must be there again: the same tiles in the same
places, the same hand, counts, points and yard. The table may be further on, by what was kept and not shown yet; it is never
behind. A tile that a person has just laid is seen on the table before the engine was asked (game/page/app.py); these are
counted by themselves: it is in the hand or on the table afterwards, and nowhere else.

    chromium   reload, close (the page), crash (the renderer), kill (the whole browser), worker (the engine)
    firefox    reload, close
    webkit     reload

A worker is said to be silent at once: that its silence is noticed is in tests/browser/test_store.py. Figures to be compared
with: docs/kept.md. Exit 1 when anything that was shown had not been kept.
"""

import argparse
import collections
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from game.records.links.version1 import Link, write_link
from game.rules.options.presets import resolve
from tools import build
from tools.common import provision, serve

BOOKS = ("montgomery", "hastings", "pagat", "nathan", "double-chickenfoot")
LONGEST = 1.2  # seconds that are played, at most, before the next end
PATIENCE = 60  # seconds until the table must be there again
Shot = dict[str, Any]

# Tells what the table shows whenever that changes, with the number of the load: to the driver where it listens, and to the
# page's local storage, where the next load finds it as `before`; a browser that is killed loses that, a page that is closed
# its last words to the driver. Engines that the page begins are in `engines`; `play()` plays on until `stop()`.
WATCHES = """(() => {
  if (window.shots) return;
  window.shots = { before: null, first: null };
  try { shots.before = JSON.parse(localStorage.getItem("shot")) } catch { return } // no page of ours
  const all = (selector) => [...document.querySelectorAll(selector)];
  const numbers = (name) => all(`[data-seat]:not([data-event]) [data-${name}]`).map((one) => +one.dataset[name]);
  const look = () => {
    const { phase, turn } = document.body?.dataset ?? {};
    if (!turn || !["playing", "round-over", "match-over"].includes(phase)) return null;
    const hand = all("#hand [data-tile]").map((tile) => tile.dataset.tile).sort();
    const placed = all("#table [data-placed]").map((tile) => [tile.dataset.placed, tile.getAttribute("transform") ?? tile.style.cssText]);
    return {
      phase, turn: +turn, hand, round: document.querySelector("#round-now").textContent,
      laid: placed.map(([name]) => name).filter((name) => hand.includes(name)),
      table: Object.fromEntries(placed.filter(([name]) => !hand.includes(name)).sort()),
      counts: numbers("count"), totals: numbers("total"), yard: numbers("yard")[0] ?? +document.querySelector("[data-yard]").dataset.yard,
    };
  };
  let last = "", load = Math.random();
  const seen = () => {
    const text = JSON.stringify(look());
    if (text === last || text === "null") return;
    last = text;
    shots.first ??= text;
    window.shot?.(load, text);
    localStorage.setItem("shot", JSON.stringify([load, text]));
  };
  window.anew = () => { last = ""; load = Math.random() };
  new MutationObserver(seen).observe(document, { subtree: true, childList: true, attributes: true });
  let playing = false;
  const press = (selector) => {
    const button = all(selector).find((one) => !one.disabled && one.getClientRects().length);
    button?.click();
    return Boolean(button);
  };
  const play = () => {
    if (!playing) return;
    const actions = ["draw", "pass", "next-round", "play-again"].map((name) => `[data-action=${name}]`);
    if (document.body.dataset.busy === "false") ["#places [data-move]", "#hand [data-playable=true]", ...actions].some(press);
    setTimeout(play, 10);
  };
  window.play = () => { playing = true; play() };
  window.stop = () => { playing = false };
  const W = Worker;
  window.engines = [];
  window.Worker = class extends W { constructor(...given) { super(...given); engines.push(this) } };
})()"""
SILENCE = """() => {
  stop();
  engines.at(-1).terminate();
  document.dispatchEvent(new CustomEvent("engine:silent"));
}"""
WAYS: dict[str, tuple[str, ...]] = {
    "chromium": ("reload", "close", "crash", "kill", "worker"),
    "firefox": ("reload", "close"),
    "webkit": ("reload",),
}


def compared(before: Shot, after: Shot) -> str:
    """What became of a table: "same", "further" by what was kept and not yet shown, or a word on how it differs."""
    if {**before, "laid": 0} == {**after, "laid": 0}:
        return "same"
    if before["phase"] == "match-over" or (
        before["phase"] == "round-over" and after["round"] != before["round"]
    ):
        return "further"  # the next deal
    if after["round"] != before["round"]:
        return "another round"
    if any(after["table"].get(tile) != place for tile, place in before["table"].items()):
        return "tiles moved or gone"
    if after["yard"] > before["yard"] or sum(after["totals"]) < sum(before["totals"]):
        return "yard or points behind"
    if after["phase"] == "playing" and before["phase"] != "playing":
        return "round not over"
    return "further"


class Player(Protocol):
    """A browser with the table in it."""

    def begin(self, address: str) -> None:
        """Opens that address and starts the match of its link."""

    def play(self, seconds: float) -> None:
        """Lets the page play so long."""

    def end(self, how: str) -> tuple[Shot, Shot]:
        """Ends it in this way and begins it again; answers what was shown last, and first afterwards."""

    def close(self) -> None:
        """Ends for good."""


class Playwrights:
    """Chromium with a profile of its own, or Firefox with one that lasts as long as it runs."""

    def __init__(self, engine: str) -> None:
        from playwright.sync_api import sync_playwright

        self.engine = engine
        self.folder = tempfile.mkdtemp(prefix="chickenfoot-kill-")
        self.playwright = sync_playwright().start()
        self.address = ""
        self.load = 0.0
        self.shots: list[tuple[float, str]] = []
        self._launch()

    def _launch(self) -> None:
        from tools.common import drive

        if self.engine == "chromium":
            self.context = drive.launch_profile(self.playwright, self.folder)
        else:
            self.context = drive.launch_firefox(self.playwright).new_context()
        self.context.expose_function("shot", lambda load, text: self.shots.append((load, text)))
        self.context.add_init_script(WATCHES)
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page = self.context.new_page()

    def begin(self, address: str) -> None:
        """See Player."""
        from tools.common import drive

        self.address = address.partition("#")[0]
        self.page.goto(address)
        self.page.locator("body[data-start=ready][data-phase=menu]").wait_for()
        drive.start_match(self.page)

    def play(self, seconds: float) -> None:
        """See Player."""
        self.page.evaluate("play()")
        self.page.wait_for_timeout(seconds * 1000)

    def end(self, how: str) -> tuple[Shot, Shot]:
        """See Player."""
        from playwright.sync_api import Error

        self.load = self.shots[-1][0]
        if how == "reload":
            self.page.reload(wait_until="commit")
        elif how == "worker":
            self.page.evaluate(SILENCE)
            self.page.evaluate("anew()")
            self.page.locator("[data-standing=silent] .standing-do").click()
        elif how == "close":
            self.page.close()
        elif how == "crash":
            with suppress(Error):  # it is told that the page crashed
                self.page.goto("chrome://crash", timeout=5_000)
            self.page.close()
        else:
            os.kill(chromium_at(self.folder), signal.SIGKILL)
            with suppress(Error):
                self.context.close()
            self._launch()
        if how in ("close", "crash"):
            self.page = self.context.new_page()
        if how in ("close", "crash", "kill"):
            self.page.goto(self.address, wait_until="commit")
        return self._shots()

    def _shots(self) -> tuple[Shot, Shot]:
        """What was shown last before the latest load, and first in it."""
        until = time.monotonic() + PATIENCE
        before = [text for load, text in self.shots if load == self.load][-1]
        while self.shots[-1][0] == self.load:
            if time.monotonic() > until:
                body = self.page.locator("body")
                dataset = body.evaluate("(body) => JSON.stringify({ ...body.dataset })")
                raise TimeoutError(f"no table: {dataset}\n{body.aria_snapshot()}")
            self.page.wait_for_timeout(20)
            before = [text for load, text in self.shots if load == self.load][-1]
        first = next(text for load, text in self.shots if load != self.load)
        load, last = self.page.evaluate("shots.before") or (0, "")
        if load == self.load:
            before = last
        self.shots = [shot for shot in self.shots if shot[0] != self.load]
        return json.loads(before), json.loads(first)

    def close(self) -> None:
        """See Player."""
        self.context.close()
        self.playwright.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class WebKit:
    """WebKitGTK, by its own driver: a page's last sight is kept in its session storage."""

    def __init__(self) -> None:
        from tools.common import webkit

        self.running = webkit.running()
        self.driver = self.running.__enter__()

    def begin(self, address: str) -> None:
        """See Player."""
        from selenium.webdriver.common.by import By

        self.driver.get(address)
        self._wait("body[data-start=ready][data-phase=menu]")
        for button in self.driver.find_elements(By.CSS_SELECTOR, "[data-action=start]"):
            if button.is_displayed():
                button.click()
                break
        self._wait("body[data-phase=playing]")
        self.driver.execute_script(WATCHES)

    def _wait(self, selector: str) -> None:
        from selenium.webdriver.common.by import By
        from selenium.webdriver.support.expected_conditions import presence_of_element_located
        from selenium.webdriver.support.wait import WebDriverWait

        WebDriverWait(self.driver, PATIENCE).until(presence_of_element_located((By.CSS_SELECTOR, selector)))

    def play(self, seconds: float) -> None:
        """See Player."""
        self.driver.execute_script("play()")
        time.sleep(seconds)

    def end(self, how: str) -> tuple[Shot, Shot]:
        """See Player."""
        assert how == "reload"
        self.driver.refresh()
        self.driver.execute_script(WATCHES)
        self._wait("body[data-phase]:not([data-phase=starting])")
        self.driver.execute_script(WATCHES)  # the driver may have been answered by the document before
        (_, before), first = self.driver.execute_script("return [shots.before, shots.first]")
        return json.loads(before), json.loads(first)

    def close(self) -> None:
        """See Player."""
        self.running.__exit__(None, None, None)


def chromium_at(folder: str) -> int:
    """The process that has this profile, not one of those that it began."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # gone meanwhile
            words = path.read_bytes().split(b"\0")
            if f"--user-data-dir={folder}".encode() in words and not any(
                w.startswith(b"--type=") for w in words
            ):
                return int(path.parent.name)
    raise ProcessLookupError(folder)


def link(book: str, seed: str) -> str:
    """A table by that rule-book, with three opponents where it takes them."""
    return write_link(Link(book, resolve(book, {}, 4), seed))


def killed(
    engine: str, books: list[str], count: int, seed: str, seconds: float
) -> collections.Counter[tuple[str, str]]:
    """How often each way of ending led to what; prints what differs as it comes. Begins nothing after so many seconds."""
    until = time.monotonic() + seconds
    lots, told = random.Random(seed), collections.Counter[tuple[str, str]]()
    with serve.serving(build.build()) as address:
        for number, book in enumerate(books):
            player: Player = WebKit() if engine == "webkit" else Playwrights(engine)
            player.begin(f"{address}?pace=0{link(book, f'{seed}{number}')}")
            for turn in range(-(-count // len(books))):
                if time.monotonic() > until:
                    break
                how = WAYS[engine][(number + turn) % len(WAYS[engine])]
                player.play(lots.uniform(0, LONGEST))
                before, after = player.end(how)
                what = compared(before, after)
                told[how, what] += 1
                told[how, "own tile on its way"] += bool(before["laid"])
                print(".", end="", file=sys.stderr, flush=True)
                if what not in ("same", "further"):
                    print(f"{book}, {how}: {what}\n  {json.dumps(before)}\n  {json.dumps(after)}", flush=True)
            player.close()
    return told


def main(arguments: list[str]) -> int:
    """Prints a table of what came of each way; returns 1 if anything shown was not kept."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--engine", choices=[*WAYS], default="chromium")
    parser.add_argument(
        "--count",
        type=int,
        default=100,
        help="how often, over all rule-books: as often in each, at least this many",
    )
    parser.add_argument("--books", default=",".join(BOOKS))
    parser.add_argument("--seed", default="kill")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin nothing after so long")
    given = parser.parse_args(arguments)
    told = killed(given.engine, given.books.split(","), given.count, given.seed, given.seconds)
    whats = sorted({what for _, what in told}, key=["same", "further"].__contains__, reverse=True)
    print(f"{'':10}" + "".join(f"{what:>24}" for what in whats))
    for how in WAYS[given.engine]:
        print(f"{how:10}" + "".join(f"{told[how, what]:>24}" for what in whats))
    bad = sum(
        times for (_, what), times in told.items() if what not in ("same", "further", "own tile on its way")
    )
    print(
        f"{given.engine}: {sum(told[how, what] for how, what in told if what != 'own tile on its way')} ends, {bad} that differ"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    provision.go_on_in_venv(__file__)  # a browser is driven by what the tests need
    sys.exit(main(sys.argv[1:]))
