"""Storage in a real browser: bad entries, failing storage, two tabs, links during a game, an engine that stops."""

import json
import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from game.narration.localization import language
from game.store.match_store import MATCH
from tests.store import damage
from tools.common import drive
from tools.common.deal_link import deal_link

TEXTS = language.read_locale("en")
REPLAYS = Path(__file__).parents[1] / "golden" / "replays-2.json"
SHORT = {"set": 6, "rounds": 1, "hand_size": 5}
DAMAGED = int(os.environ.get("CHICKENFOOT_FUZZ_BROWSER", "2"))  # docs/kept.md has the number of runs
HANDOVERS = int(os.environ.get("CHICKENFOOT_HANDOVERS", "1"))
SPEAKS = """
self.addEventListener("message", (event) => {
  const { data } = event;
  if (typeof data === "string") event.stopImmediatePropagation(); // the engine would break at what is no question
  if (data === "freeze") for (;;);
  if (data === "starve") WebAssembly.Memory.prototype.grow = () => { throw new RangeError("no more memory") };
  if (data === "throw") setTimeout(() => { throw new Error("thrown on purpose") });
  if (data === "die") engine.then((answer) => answer.__globals__.get("json").loads("[".repeat(200_000))).catch(() => {});
  if (data === "hang") engine.then((answer) => {
    const verbs = answer.__closure__.get(0).cell_contents;
    for (const name of verbs.keys()) verbs.set(name, () => new Promise(() => {}));
  });
});
"""
REMEMBERS = """
const W = Worker;
window.engines = [];
window.Worker = class extends W { constructor(...given) { super(...given); window.engines.push(this) } };
"""
NO_LOCAL_STORAGE = """
for (const name of ["getItem", "setItem"]) {
  const was = Storage.prototype[name];
  Storage.prototype[name] = function (...given) {
    if (this === localStorage) throw new Error("no");
    return was.apply(this, given);
  };
}
"""
# What a browser forbids by an exception at each access, on the page and in workers, as where cookies are blocked.
FORBIDDEN = {
    "localStorage": "self",
    "indexedDB": "self",
    "sessionStorage": "self",
    "caches": "self",
    "locks": "navigator",
    "serviceWorker": "navigator",
}
FORBIDS = """
for (const [name, owner] of %s) {
  const at = owner === "self" ? self : navigator;
  if (!(name in at)) continue;
  Object.defineProperty(at, name, { get() { throw new DOMException(name, "SecurityError") } });
}
"""
FAILS = {
    "missing": "Object.defineProperty(self, 'indexedDB', { value: undefined });",
    "forbidden": "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') };",
    "never opens": "IDBFactory.prototype.open = () => new EventTarget();",
    "later version": "{ const open = IDBFactory.prototype.open; IDBFactory.prototype.open = function (name) "
    "{ return open.call(this, name, name === 'chickenfoot' ? 0.5 : undefined) } }",
    "no transaction": "IDBDatabase.prototype.transaction = () => { throw new DOMException('no', 'InvalidStateError') };",
    "no store": "IDBTransaction.prototype.objectStore = () => { throw new DOMException('no', 'NotFoundError') };",
    "no reading": "IDBObjectStore.prototype.getAll = () => { throw new DOMException('no', 'UnknownError') };",
    "full at once": "IDBObjectStore.prototype.put = () => { throw new DOMException('no', 'QuotaExceededError') };",
    "aborted": "{ const put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function (...given) "
    "{ const request = put.apply(this, given); this.transaction.abort(); return request } }",
    "never written": "{ const at = IDBDatabase.prototype.transaction; IDBDatabase.prototype.transaction = function (name, mode) { if (mode "
    "!== 'readwrite') return at.call(this, name, mode); const none = new EventTarget(); none.objectStore = () => "
    "({ get: () => ({}), put() {}, delete() {} }); return none } }",
}


@pytest.fixture
def with_engine(chromium: Browser, address: str) -> Iterator[Callable[[str], Page]]:
    """Pages whose engine's worker runs a script first; without a service worker, which would answer instead."""
    contexts: list[BrowserContext] = []

    def made(script: str) -> Page:
        context = chromium.new_context(viewport=drive.SIZES["laptop"], service_workers="block")
        context.set_default_timeout(30_000)
        contexts.append(context)

        def first(route: Route) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, body=script + answer.text())

        context.route("**/assets/engine.js", first)
        context.add_init_script(REMEMBERS)
        return context.new_page()

    yield made
    for context in contexts:
        context.close()


def short(seed: str) -> str:
    return deal_link(seed, seats=2, **SHORT)


@pytest.mark.long
@pytest.mark.parametrize("key", ["chickenfoot-settings", "chickenfoot-table"])
def test_no_bad_setting_locks_the_page(page: Page, address: str, key: str) -> None:
    page.goto(address + "?pace=0")
    for bad in (
        "null",
        "[]",
        "7",
        "[" * 5_000,
        '{"speed":"warp"}',
        '{"preset":"montgomery","seats":[{},{}],"changes":{}}',
    ):
        page.evaluate("([key, bad]) => localStorage.setItem(key, bad)", [key, bad])
        drive.reload(page)
        page.locator("body[data-start=ready][data-phase=menu]").wait_for()
    drive.start_match(page)


@pytest.mark.long
@pytest.mark.parametrize("way", FAILS)
def test_a_failing_store_is_reported_and_a_round_is_played(
    with_engine: Callable[[str], Page], address: str, way: str
) -> None:
    page = with_engine(FAILS[way])
    drive.open_menu(page, address, short(way.replace(" ", "-")))
    drive.start_match(page)
    drive.rush_round(page)
    expect(page.locator("[data-standing=not-kept]")).to_be_visible()
    with page.expect_download() as download:
        page.locator("[data-standing=not-kept] .standing-do").click()
    assert json.loads(download.value.path().read_text())["rounds"][0]["end"]


@pytest.mark.parametrize(
    "names",
    [*(pytest.param([name], marks=pytest.mark.long, id=name) for name in FORBIDDEN), [*FORBIDDEN]],
)
def test_a_browser_that_forbids_storage_starts_and_says_what_it_cannot_do(
    with_engine: Callable[[str], Page], address: str, names: list[str]
) -> None:
    forbids = FORBIDS % json.dumps([(name, FORBIDDEN[name]) for name in names])
    page = with_engine(forbids)
    page.context.add_init_script(forbids)
    page.context.route("**/micropython.wasm", slowly)  # a refusal comes long before the page is ready
    drive.begin_match(page, address)
    assert page.evaluate("performance.getEntriesByType('navigation')[0].type") == "navigate"
    expect(page.locator("[data-standing=not-kept]")).to_have_count(int("indexedDB" in names))
    if "serviceWorker" in names:
        expect(page.locator("[data-refused=updates]")).not_to_have_attribute("hidden", "")
    drive.take_turn(page)


def slowly(route: Route) -> None:
    """Answer as on a slow line."""
    time.sleep(1)
    route.fulfill(response=route.fetch())


def spoil_connection(how: str) -> str:
    """A script for the engine that loses the connection to the database when the page says "lose"."""
    return (
        """
    const connections = [];
    let lost = 0;
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...given) {
      const request = open.apply(this, given);
      request.addEventListener("success", () => connections.push(request.result));
      return request;
    };
    const transaction = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...given) {
      const made = transaction.apply(this, given);
      if (connections.indexOf(this) < lost) setTimeout(() => made.abort());
      return made;
    };
    addEventListener("message", (event) => {
      if (event.data !== "lose") return;
      event.stopImmediatePropagation();
      """
        + {"aborts": "lost = connections.length;", "closed": "for (const one of connections) one.close();"}[
            how
        ]
        + "});"
    )


@pytest.mark.long  # in every run: tests/store/test_indexeddb.py has both
@pytest.mark.parametrize("how", ["aborts", "closed"])
def test_a_lost_connection_to_the_database_loses_nothing(
    with_engine: Callable[[str], Page], address: str, how: str
) -> None:
    page = with_engine(spoil_connection(how))
    drive.begin_match(page, address)
    drive.take_turn(page)
    drive.phase(page)
    page.evaluate("engines.at(-1).postMessage('lose')")
    for _ in range(3):
        drive.take_turn(page)
        drive.phase(page)
    expect(page.locator("[data-standing=not-kept]")).to_have_count(0)
    seen = drive.seen(page)
    drive.reload(page)
    page.locator("body[data-start=ready]:not([data-phase=starting])").wait_for()
    assert drive.seen(page) == seen


@pytest.mark.long
def test_a_browser_without_local_storage_plays(context: BrowserContext, address: str) -> None:
    context.add_init_script(NO_LOCAL_STORAGE)
    page = context.new_page()
    drive.begin_match(page, address)


@pytest.mark.slow
def test_two_tabs_hand_a_match_over(page: Page, address: str) -> None:
    drive.begin_match(page, address)
    other = page.context.new_page()
    wrong = drive.watch(other, address)
    other.goto(address + "?pace=0")
    other.locator("body[data-start=ready][data-phase=menu]").wait_for()
    here, there = other, page
    for _ in range(HANDOVERS):
        expect(here.locator("[data-standing=elsewhere]")).to_be_visible()
        before = drive.seen(there)
        here.locator("[data-action=play-here]").click()
        here.locator("body:not([data-phase=menu])").wait_for()
        there.locator("body[data-phase=menu]").wait_for()
        assert drive.seen(here) == before
        if drive.phase(here) == "playing":
            drive.take_turn(here)
        else:
            drive.go_on(here)
        drive.phase(here)
        here, there = there, here
    assert wrong == []


# Holds a lock like a page that was closed but not yet destroyed. It lets go 200 ms after another page asks for the lock,
# or, if it is `stubborn`, when it is told to (`letGo`).
LINGERS = """([name, stubborn]) => void navigator.locks.request(name, async () => {
  const some = (ms) => new Promise((then) => setTimeout(then, ms));
  while (!(await navigator.locks.query()).pending.length) await some(50);
  await (stubborn ? new Promise((then) => { window.letGo = then; }) : some(200));
})"""


@pytest.mark.long  # in every run: tests/store/test_match_lock.py, and the two tabs above
@pytest.mark.parametrize("stubborn", [False, True])
def test_a_page_that_was_just_closed_soon_releases_its_match(
    page: Page, address: str, stubborn: bool
) -> None:
    drive.begin_match(page, address)
    before = drive.seen(page)
    [name] = [
        lock["name"] for lock in page.evaluate("navigator.locks.query()")["held"] if "/" in lock["name"]
    ]
    lingering = page.context.new_page()
    lingering.goto(address + "preview.jpg")
    page.goto("about:blank")
    lingering.evaluate(LINGERS, [name, stubborn])
    page.bring_to_front()
    page.goto(address + "?pace=0")
    if stubborn:
        expect(page.locator("[data-standing=elsewhere]")).to_be_visible()
        lingering.evaluate("window.letGo()")
    page.locator("body[data-start=ready][data-phase=playing]").wait_for()
    expect(page.locator("[data-standing=elsewhere]")).to_be_hidden()
    assert drive.seen(page) == before


@pytest.mark.long  # in every run: tests/page/test_sharing.py and test_around.py, and the reloads of two tabs above
def test_a_link_during_a_match_asks_first_and_nothing_is_lost(page: Page, address: str) -> None:
    before = drive.begin_match(page, address)
    page.evaluate("code => { location.hash = code }", short("into"))
    page.locator("[data-action=pass-by-link]").click()
    assert "#" not in page.url and drive.seen(page) == before
    page.evaluate("code => { location.hash = code }", short("into"))
    page.locator("[data-action=accept-link]").click()
    page.locator("#opened").wait_for(state="hidden")
    page.locator("body[data-phase=playing]").wait_for()
    drive.phase(page)
    assert "#" not in page.url
    drive.take_turn(page)
    second = drive.seen(page)
    drive.reload(page)
    page.locator("body[data-start=ready]:not([data-phase=starting])").wait_for()
    assert drive.seen(page) == second
    page.goto("about:blank")
    page.goto(address + "?pace=0")
    page.locator("body[data-start=ready]:not([data-phase=starting])").wait_for()
    if drive.phase(page) == "playing":
        page.locator("#buttons [data-action=menu]").click()
        page.locator("#menu [data-action=leave]").click()
        page.locator("#earlier").click()
        page.locator("body[data-phase=playing]").wait_for()
        assert drive.seen(page) == before
        page.evaluate("code => { location.hash = code }", json.loads(REPLAYS.read_text())[0]["code"])
        page.locator("[data-action=accept-link]").click()
        page.locator("body[data-phase=replay]").wait_for()
        page.locator("[data-action=replay-leave]:visible").first.click()
        page.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
        assert "#" not in page.url and drive.seen(page) == before


@pytest.mark.parametrize(
    "ways",
    [
        ("dies", "hangs"),  # once it is started anew by itself, once by the person
        *(
            pytest.param((how,), marks=pytest.mark.long)
            for how in ("frozen", "closed", "throws", "out of memory")
        ),
    ],
    ids=" and ".join,
)
@pytest.mark.slow
def test_an_engine_that_stops_is_reported_and_restarted(
    with_engine: Callable[[str], Page], address: str, ways: tuple[str, ...]
) -> None:
    page = with_engine(SPEAKS)
    before = drive.begin_match(page, address)
    for how in ways:
        stop_the_engine(page, how)
        expect(page.locator("[data-standing=silent]")).to_have_count(0)
        expect(page.locator("#trouble")).to_be_hidden()
        page.locator("body[data-busy=false][data-phase=playing]").wait_for()
        assert drive.seen(page) == before
    drive.take_turn(page)
    drive.phase(page)


def stop_the_engine(page: Page, how: str) -> None:
    """Stop the engine, and start it anew where the page does not do that by itself."""
    page.evaluate(
        {
            "dies": "engines.at(-1).postMessage('die')",  # a fatal error of Pyodide, in a worker that lives
            "hangs": "engines.at(-1).postMessage('hang')",  # Python is silent, the worker is not
            "closed": "engines.at(-1).terminate()",
            "frozen": "engines.at(-1).postMessage('freeze')",
            "throws": "engines.at(-1).postMessage('throw')",
            "out of memory": "engines.at(-1).postMessage('starve');"
            "engines.at(-1).postMessage({ id: -1, verb: 'tell', given: 'x'.repeat(6e7) })",
        }[how]
    )
    if how in ("dies", "throws", "out of memory"):
        expect(page.locator("#toast")).to_have_text(TEXTS["ui.engine-again"], timeout=8_000)
        expect(page.locator("#toast")).to_be_visible()
    else:
        page.locator("#hand [data-tile]").first.click()
        again = page.locator("[data-standing=silent] .standing-do")
        expect(again).to_be_visible(timeout=8_000)
        again.click()


@pytest.mark.long  # in every run: tests/store/test_fuzz.py
def test_no_damaged_entry_blocks_the_game(page: Page, address: str) -> None:
    lots, healthy = random.Random("browser"), damage.entries()
    page.goto(address + "?pace=0")
    page.locator("body[data-start=ready][data-phase=menu]").wait_for()
    for _ in range(DAMAGED):
        key = lots.choice([MATCH + "second", MATCH + "first", *healthy])
        entry = damage.damaged(healthy[key], lots)
        if not isinstance(entry, str) or "\ud800" in entry:
            entry = None if entry is None else ["damaged"]
        page.evaluate(
            """async (entries) => {
              const request = indexedDB.open("chickenfoot");
              await new Promise((done) => { request.onsuccess = done });
              const writing = request.result.transaction("entries", "readwrite");
              writing.objectStore("entries").clear();
              for (const [key, entry] of entries) if (entry !== null) writing.objectStore("entries").put(entry, key);
              await new Promise((done) => { writing.oncomplete = done });
              request.result.close();
            }""",
            list((healthy | {key: entry}).items()),
        )
        drive.reload(page)
        page.locator("body[data-start=ready]:not([data-phase=starting]):not([data-phase=menu])").wait_for()
        if drive.phase(page) == "playing":
            drive.take_turn(page)
        assert page.locator("[data-standing=aside]").count() <= 1
