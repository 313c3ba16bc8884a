"""Fixtures for tests of the page without a browser: a stand-in for `pyscript`, a real or scripted engine, simulated clicks.

Every test imports `game.page` again, over a fresh document made from index.html.
"""

import asyncio
import functools
import importlib
import json
import selectors
import sys
import time
import traceback
import types
import urllib.parse
from collections.abc import Awaitable, Callable, Iterable, Iterator
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.engine.desk import Desk
from game.engine.laboratory import lab_verbs
from game.engine.verbs import verbs
from game.narration.localization.language import load
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from tests.page.document import Document, Element, parsed

ROOT = Path(__file__).resolve().parents[2]
TEXTS = load().table
INDEX = parsed((ROOT / "index.html").read_text())

LONG_DATE = "numeric long numeric "  # how the stand-in for Intl starts a long date
Verb = Callable[[str], Awaitable[str]]


class PageImporter(MetaPathFinder, Loader):
    """Imports game.page from bytecode that was read once, because every test imports it again."""

    def __init__(self) -> None:
        self.specs: dict[str, ModuleSpec | None] = {}
        self.code: dict[str, Any] = {}

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if not name.startswith("game.page"):
            return None
        if name not in self.specs:
            self.specs[name] = PathFinder.find_spec(name, path)
        found = self.specs[name]
        if found is None or found.origin is None:
            return None
        # Without a location, for which the import system would look up the name of a bytecode file.
        spec = ModuleSpec(name, self, origin=found.origin)
        spec.submodule_search_locations = found.submodule_search_locations
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python make the module."""

    def exec_module(self, module: types.ModuleType) -> None:
        name = module.__name__
        module.__file__ = self.specs[name].origin  # type: ignore[union-attr]
        if name not in self.code:
            self.code[name] = SourceFileLoader(name, str(module.__file__)).get_code(name)
        exec(self.code[name], module.__dict__)


sys.meta_path.insert(0, PageImporter())


class Unordered(dict):  # type: ignore[type-arg]
    """A dict that iterates in an unexpected order, as MicroPython's dicts do."""

    def __iter__(self) -> Iterator[Any]:
        return iter(sorted(super().__iter__(), key=lambda key: str(key)[::-1]))

    def keys(self) -> list[Any]:  # type: ignore[override]
        return list(self)

    def items(self) -> list[Any]:  # type: ignore[override]
        return [(key, self[key]) for key in self]

    def values(self) -> list[Any]:  # type: ignore[override]
        return [self[key] for key in self]


def unstable_sorted(items: Iterable[Any], key: Callable[[Any], Any] | None = None) -> list[Any]:
    """As `sorted`, but equal items come in another order, as they may in MicroPython."""
    turned = [*items]
    turned.reverse()
    return sorted(turned, key=key)


class Here:
    """A promise that is resolved already, and may be awaited more than once."""

    def __await__(self) -> Iterator[Any]:
        return iter(())


class Untiring(selectors.DefaultSelector):
    """A selector that never waits for a timer: it notes how long it would have waited."""

    waited = 0.0  # seconds

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.waited += timeout or 0.0
        return super().select(None if timeout is None else 0)


class QuickLoop(asyncio.SelectorEventLoop):
    """An event loop with a clock of its own, which stands still while code runs, and jumps to the next timer when none does.

    So a test that waits takes no time, and a busy machine cannot fail it.
    """

    def __init__(self) -> None:
        self.selector = Untiring()
        super().__init__(self.selector)

    def time(self) -> float:
        """The seconds that the tasks of this loop have waited so far."""
        return self.selector.waited


def clock() -> float:
    """The time in seconds, of the loop that runs or else of the machine."""
    try:
        return asyncio.get_running_loop().time()
    except RuntimeError:
        return time.monotonic()


class Window(SimpleNamespace):
    """The browser's window, as far as the page uses it. It records the calls."""

    def __init__(self, address: str = "?pace=0", code: str = "") -> None:
        super().__init__()
        self.kept: dict[str, str] = {}
        self.timers: dict[int, Any] = {}
        self.intervals: list[Any] = []  # the functions that are called again and again
        self.errors: list[str] = []
        self.clipboard: list[str] = []
        self.buzzed: list[int] = []
        self.started: list[Any] = []
        self.reduced = False
        self.outdated = False  # whether the server has a newer version of the page
        self.devicePixelRatio = 1
        self.observers: list[Any] = []
        self.reloads = 0
        self.location = SimpleNamespace(
            origin="https://here.test", pathname="/", search=address, hash=code, reload=self._reload
        )
        self.history = History(self)
        self.onpopstate: Any = None
        self.mutations: list[Any] = []
        self.MutationObserver = SimpleNamespace(new=self._mutations)
        self.performance = SimpleNamespace(now=lambda: 1000 * clock())
        self.listeners: dict[str, list[Any]] = {}
        self.localStorage = SimpleNamespace(getItem=self.kept.get, setItem=self.kept.__setitem__)
        self.tab: dict[str, str] = {}
        self.sessionStorage = SimpleNamespace(getItem=self.tab.get, setItem=self.tab.__setitem__)
        self.console = SimpleNamespace(error=self.errors.append, info=lambda text: None)
        self.startup = SimpleNamespace(
            recall=lambda key, of_tab=False: self._storage(of_tab).getItem(key),
            remember=lambda key, text, of_tab=False: self._storage(of_tab).setItem(key, text),
            create=lambda name: getattr(self, name).new(),
            at=lambda *given: self.started.append(given),
            ready=self._ready,
            done=lambda: self.started.append("done"),
            fail=lambda why: self.started.append(("failed", why)),
            bring=self._bring,
            isOutdated=self._is_outdated,
            breathe=lambda: asyncio.sleep(0),
            whole=Here(),
        )
        self.brought: list[Any] = []  # the calls of assets/sharing.js
        self.offline_parts: list[list[Any]] = [
            []
        ]  # the answers of assets/updates.js, one after the other, the last for ever
        self.laboratory = Laboratory(self)
        self.now = "2026-11-22T12:00:00.000Z"
        self.hours_at_utc_midnight = 1  # of the clock here
        self.Reflect = SimpleNamespace(has=hasattr)
        self.engine = SimpleNamespace()  # `make` fills it
        self.navigator = SimpleNamespace(
            userAgent="none",
            languages=["en-GB"],
            clipboard=SimpleNamespace(writeText=self._copy),
            vibrate=self.buzzed.append,
        )
        self.files: list[Any] = []  # the files that the page has saved
        self.URL = SimpleNamespace(createObjectURL=self._file_address, revokeObjectURL=lambda address: None)
        self.ResizeObserver = SimpleNamespace(new=self._observer)
        self.encodeURIComponent = urllib.parse.quote
        self.URLSearchParams = SimpleNamespace(new=lambda search: dict(urllib.parse.parse_qsl(search[1:])))
        self.Date = SimpleNamespace(new=self._date, now=lambda: 1_000_000)
        self.Intl = SimpleNamespace(
            PluralRules=SimpleNamespace(new=lambda tag: SimpleNamespace(select=load().plural)),
            NumberFormat=SimpleNamespace(new=lambda tag: SimpleNamespace(format=load().number)),
            DateTimeFormat=SimpleNamespace(
                new=lambda tag, how: SimpleNamespace(
                    format=lambda date: " ".join([*how.values(), str(date.given)])
                )
            ),
        )

    def addEventListener(self, name: str, handler: Callable[[Any], Any], options: object = None) -> None:
        self.listeners.setdefault(name, []).append(handler)

    def _mutations(self, handler: Callable[..., None]) -> SimpleNamespace:
        self.mutations.append(handler)
        return SimpleNamespace(observe=lambda element, options: None)

    def mutated(self) -> None:
        """Notify the MutationObservers that attributes may have changed."""
        for handler in self.mutations:
            handler([], None)

    def _storage(self, of_tab: bool) -> SimpleNamespace:
        return self.sessionStorage if of_tab else self.localStorage

    def _ready(self) -> None:
        self.started.append("ready")
        self.document.body.dataset.start = "ready"

    def _reload(self) -> None:
        self.reloads += 1

    async def _is_outdated(self) -> bool:
        return self.outdated

    async def _bring(self, name: str) -> Any:
        assert (ROOT / name).exists()
        if name == "assets/laboratory.js":
            return self.laboratory
        if name == "assets/updates.js":
            return SimpleNamespace(parts=self._parts)

        async def poster(given: str) -> SimpleNamespace:
            self.brought.append(json.loads(given))
            return SimpleNamespace(name="chickenfoot.png")

        def qr(text: str) -> str:
            self.brought.append(text)
            return "" if len(text) > 2900 else "<svg></svg>"

        return SimpleNamespace(qr=qr, poster=poster)

    async def _parts(self) -> str:
        first, *others = self.offline_parts
        self.offline_parts = others or [first]
        return json.dumps(first)

    def _date(self, given: Any = None) -> SimpleNamespace:
        return SimpleNamespace(
            given=given,
            toISOString=lambda: self.now,
            getHours=lambda: self.hours_at_utc_midnight,
        )

    def _file_address(self, file: Any) -> str:
        self.files.append(file)
        return "blob:file"

    async def _copy(self, text: str) -> None:
        self.clipboard.append(text)

    def _observer(self, handler: Callable[..., None]) -> SimpleNamespace:
        self.observers.append(handler)
        return SimpleNamespace(observe=lambda element: None)

    def matchMedia(self, query: str) -> SimpleNamespace:
        return SimpleNamespace(matches=self.reduced)

    def setTimeout(self, handler: Callable[[], None], milliseconds: int) -> int:
        number = max(self.timers, default=0) + 1
        self.timers[number] = handler
        return number

    def setInterval(self, handler: Callable[[], None], milliseconds: int) -> None:
        self.intervals.append(handler)

    def clearTimeout(self, number: int) -> None:
        self.timers.pop(number, None)

    def requestAnimationFrame(self, handler: Callable[[float], None]) -> None:
        asyncio.get_running_loop().call_soon(handler, 0.0)

    def rest(self) -> None:
        """Fire every timer."""
        for number in list(self.timers):
            self.timers.pop(number)()


class Laboratory:
    """A stand-in for assets/laboratory.js, with the verbs of a real worker. `go_on` plays one trial."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.rows: list[str] = []
        self.setting: dict[str, Any] | None = None  # of the run; None when it is stopped
        self.count = 0
        self.saved: list[Any] = []
        self.closed = 0

    async def ask(self, verb: str, given: str) -> str:
        return await lab_verbs.open_verbs()(verb, given)

    async def figures(self) -> str:
        if not self.rows:
            return '{"ok":null}'
        return await self.ask("figures", '{"rows":[' + ",".join(self.rows) + "]}")

    def clear(self) -> None:
        self.rows = []

    def play(self, setting: str, count: int) -> None:
        self.setting, self.count = json.loads(setting), count

    async def go_on(self, trials: int = 1) -> None:
        """Play some trials, and tell the page."""
        for _ in range(trials):
            number = len(self.rows)
            answer = json.loads(
                await self.ask("trial", json.dumps({**(self.setting or {}), "number": number}))
            )
            self.rows.append(json.dumps(answer["ok"]))
        self.tell("progress", len(self.rows))

    def tell(self, name: str, detail: Any) -> None:
        self.window.document.fire(f"laboratory:{name}", detail=detail)

    def stop(self) -> None:
        self.setting = None

    def close(self) -> None:
        self.setting = None
        self.closed += 1

    async def surveyText(self) -> str:
        return (ROOT / "assets" / "survey.json").read_text()

    def save(self, text: str, file: str, type: str) -> None:
        self.saved.append((text, file, type))

    async def picture(self, description: str) -> SimpleNamespace:
        self.saved.append(json.loads(description))
        return SimpleNamespace(name=self.saved[-1]["file"])


class History:
    """The browser's history of one page: entries with a state and a code, and the current index."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.entries: list[list[Any]] = [[None, window.location.hash]]
        self.at = 0

    @property
    def state(self) -> Any:
        given = self.entries[self.at][0]
        return None if given is None else SimpleNamespace(**given)

    def pushState(self, state: dict[str, Any], title: str) -> None:
        del self.entries[self.at + 1 :]
        self.entries.append([state, self.window.location.hash])
        self.at += 1

    def replaceState(self, state: Any, title: str, address: str | None = None) -> None:
        given = vars(state) if isinstance(state, SimpleNamespace) else state
        if address is not None:
            path, mark, code = address.partition("#")
            self.window.location.hash = mark + code
            self.window.location.search = "".join(path.partition("?")[1:])
        self.entries[self.at] = [given, self.window.location.hash]

    def go(self, steps: int) -> None:
        """Go to another entry, as Back and Forward do. Outside the history nothing happens."""
        asyncio.get_running_loop().call_soon(self._go, steps)

    def _go(self, steps: int) -> None:
        if not 0 <= self.at + steps < len(self.entries):
            return
        self.at += steps
        self.window.location.hash = self.entries[self.at][1]
        if self.window.onpopstate:
            self.window.onpopstate(None)


class World:
    """One page: its document, window and engine, and the actions of a person."""

    def __init__(self, document: Document, window: Window, engine: dict[str, Verb]) -> None:
        self.document, self.window, self.engine = document, window, engine
        self.app: Any = None
        self.asked: list[tuple[str, dict[str, Any]]] = []

    async def begin(self) -> "World":
        """Run the page from its first line until it is idle."""
        kernel = importlib.import_module("game.page.kernel.app")
        made = kernel.App
        json_of = SimpleNamespace(
            dumps=json.dumps, loads=lambda text: json.loads(text, object_pairs_hook=Unordered)
        )
        importlib.import_module("game.page.kernel.engine_client").json = json_of  # type: ignore[attr-defined]

        set_state = made.set_state

        def checked(app: Any, state: dict[str, Any]) -> None:
            assert state.keys() == app.state.keys(), f"undeclared: {state.keys() ^ app.state.keys()}"
            set_state(app, state)

        made.set_state = checked

        def kept(rooms: list[Any]) -> Any:
            self.app = made(rooms)
            return self.app

        kernel.App = kept  # type: ignore[attr-defined]
        await importlib.import_module("game.page.main").begin()
        await self.quiet()
        return self

    async def quiet(self) -> "World":
        """Wait until the page is not busy. A fault of the page fails the test."""
        for _ in range(5000):
            await asyncio.sleep(0)
            assert self.window.errors == []
            if self.document.body.dataset.busy == "false":
                break
        else:
            raise AssertionError("the page stays busy")
        for _ in range(3):  # the page's history follows its open layers
            self.window.mutated()
            await asyncio.sleep(0)
        assert self.window.errors == []
        return self

    def arrive(self, code: str) -> None:
        """A link comes into the address, as an entry of its own."""
        self.window.history.pushState(None, "")
        self.window.location.hash = self.window.history.entries[-1][1] = code
        if self.window.onpopstate:
            self.window.onpopstate(None)
        self.window.onhashchange(None)

    @property
    def camera(self) -> Any:
        return self.app.object(importlib.import_module("game.page.board.camera").Camera)

    def change_setting(self, name: str, value: Any) -> None:
        importlib.import_module("game.page.settings.settings").change_setting(self.app, name, value)

    def one(self, selector: str) -> Element:
        element: Element | None = self.document.querySelector(selector)
        assert element is not None, selector
        return element

    def every(self, selector: str) -> list[Element]:
        return list(self.document.querySelectorAll(selector))

    def texts(self, selector: str) -> list[str]:
        return [element.textContent for element in self.every(selector)]

    async def click(self, target: str | Element) -> None:
        element = self.one(target) if isinstance(target, str) else target
        await self.point("pointerdown", element, 1, 1)
        element.focus()
        await self.point("pointerup", element, 1, 1)
        element.click()
        await self.quiet()

    async def do(self, action: str) -> None:
        """Click the first visible and enabled button with that action."""
        buttons = self.every(f'[data-action="{action}"]')
        await self.click(next(button for button in buttons if not button.disabled and not hidden(button)))

    async def key(self, key: str, target: str | Element | None = None, **more: Any) -> Any:
        given = {"ctrlKey": False, "metaKey": False, "altKey": False, "repeat": False, "isComposing": False}
        given |= {"keyCode": ord(key[0].upper()), "code": "Key" + key.upper()} | more
        at = self.document.activeElement if target is None else target
        event = (self.one(at) if isinstance(at, str) else at).fire("keydown", key=key, **given)
        await self.quiet()
        return event

    async def point(
        self,
        name: str,
        target: str | Element,
        x: float,
        y: float,
        finger: int = 1,
        pointer: str = "mouse",
        at: float = 0,
    ) -> None:
        """Fire a pointer event at (x, y), in px, with the stamp `at`, in ms."""
        element = self.one(target) if isinstance(target, str) else target
        given = {"clientX": x, "clientY": y, "pointerId": finger, "pointerType": pointer, "timeStamp": at}
        element.fire(name, isPrimary=finger == 1, **given)
        await asyncio.sleep(0)

    @property
    def phase(self) -> str | None:
        phase: str | None = self.document.body.dataset.phase
        return phase

    def hand(self) -> list[str]:
        return [button.dataset.tile or "" for button in self.every("#hand > button")]

    def placed(self) -> list[str]:
        return [tile.dataset.placed or "" for tile in self.every("#table [data-placed]")]

    async def turn(self) -> None:
        """Take one turn by clicks: play the first fitting tile at its first place, or draw, or pass."""
        tile = self.document.querySelector('#hand > [data-playable="true"]')
        if tile is None:
            draw = self.one('#buttons [data-action="draw"]')
            await self.click(draw if not draw.disabled else self.one('#buttons [data-action="pass"]'))
            return
        await self.click(tile)
        places = self.every("#places > button")
        if places:
            await self.click(places[0])

    async def round(self) -> int:
        """Take turns until the round is over. Return their number."""
        turns = 0
        while self.phase == "playing":
            await self.turn()
            turns += 1
            assert turns < 100
        return turns


def hidden(element: Element) -> bool:
    """Whether the element or an ancestor is hidden, or in a closed dialog."""
    shut = element.hidden or (element.tag == "dialog" and not element.open)
    return shut or (element.parent is not None and hidden(element.parent))


def scripted(answers: dict[str, Any]) -> dict[str, Verb]:
    """An engine with fixed answers for each verb: a value, an exception to raise, or a list of successive answers.

    A dict with "refused" or "failed" is the complete answer.
    """

    stored: dict[str, Any] = {
        "settings": None,
        "table": None,
        "over": False,
        "finished": 0,
        "posts": 0,
        "quarantined": [],
        "storage_problem": "",
    }
    answers = {"keep": "", "days": None, **answers}  # the page sends both by itself
    if isinstance(answers.get("boot"), dict):
        answers["boot"] = stored | answers["boot"]
    if isinstance(answers.get("leave"), dict):
        answers["leave"] = stored | answers["leave"]

    def verb(name: str) -> Verb:
        async def answer(given: str = "{}") -> str:
            value = answers[name]
            if callable(value):
                value = value(**json.loads(given))
            whole = isinstance(value, dict) and ("refused" in value or "failed" in value)
            return json.dumps(value if whole else {"ok": value})

        return answer

    answers = {"why": None, **answers}
    return {name: verb(name) for name in answers}


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Callable[..., World]:
    """Make the world in which `game.page` is imported: `make(engine=…, address="?pace=0", code="", store=…)`."""

    def made(
        engine: dict[str, Verb] | None = None,
        address: str = "?pace=0",
        code: str = "",
        store: MemoryBackend | None = None,
        kept: dict[str, Any] | None = None,
    ) -> World:
        for name in [name for name in sys.modules if name.startswith("game.page")]:
            monkeypatch.delitem(sys.modules, name)
        document, window = Document(INDEX.cloneNode(True)), Window(address, code)
        window.document = document
        document.documentElement.dataset.languages = "en"
        document.documentElement.dataset.names = "English"
        window.kept.update({key: json.dumps(value) for key, value in (kept or {}).items()})
        answering = engine if engine is not None else verbs(Desk(MatchStore(store or MemoryBackend())))
        world = World(document, window, answering)

        def ask(name: str, given: str) -> Awaitable[str]:
            world.asked.append((name, json.loads(given)))
            return asyncio.ensure_future(answering[name](given))

        async def give(verb: str, file: Any, given: str) -> str:
            return str(await ask(verb, json.dumps({**json.loads(given), "text": await file.text()})))

        window.engine = SimpleNamespace(
            ask=ask, give=give, restart=lambda: world.asked.append(("restart", {}))
        )

        ffi = SimpleNamespace(create_proxy=lambda handler: handler, to_js=lambda value: value)
        pyscript = types.ModuleType("pyscript")
        pyscript.__dict__.update(document=document, window=window, ffi=ffi)
        monkeypatch.setitem(sys.modules, "pyscript", pyscript)
        told = lambda fault, file: traceback.print_exception(fault, file=file)  # noqa: E731
        monkeypatch.setattr(sys, "print_exception", told, raising=False)
        world.one("#frame").box = (0, 100, 400, 500)
        return world

    return made


Page = Callable[[str], Any]


@pytest.fixture
def page(make: Callable[..., World]) -> Page:
    """The page's modules by name, to test their pure functions: `page("events.pacing").pause_before_next(…)`."""
    make()
    importlib.import_module("game.page.kernel.words").use(load())
    return lambda name: importlib.import_module("game.page." + name)


class States:
    """The state when the page starts, and the functions that compute states, from whatever room they are of."""

    ROOMS = (
        "kernel.room",
        "screens.navigation",
        "screens.announcer",
        "notices.notice",
        "settings.settings",
        "hand.hand",
    )
    ROOMS += (
        "events.pacing",
        "events.ending",
        "events.advancing",
        "log.recap",
        "play.choosing",
        "sound.sound",
        "seats.seats",
    )

    def __init__(self, page: Page) -> None:
        self.page = page
        self.app = page("kernel.app").App(asyncio.run(page("main").rooms(page("main").ROOMS.split())))
        self.START: dict[str, Any] = self.app.state
        self.with_scene = self.app.with_scene

    def at_menu(self, state: dict[str, Any]) -> Any:
        return self.page("screens.navigation").at_menu(self.app, state)

    def __getattr__(self, name: str) -> Any:
        found = [getattr(self.page(room), name) for room in self.ROOMS if hasattr(self.page(room), name)]
        assert found, name
        return found[0]


def played(story: Callable[..., Any]) -> Callable[..., None]:
    """Run a test that is written as a coroutine, without waiting: see `QuickLoop`."""

    @functools.wraps(story)
    def test(*given: Any, **named: Any) -> None:
        with asyncio.Runner(loop_factory=QuickLoop) as runner:
            runner.run(story(*given, **named))

    return test


def a_scene(**changes: Any) -> dict[str, Any]:
    """An ordinary scene, with `changes`: the person is seat 0 of two, on turn, with two tiles."""
    can = {"draw": False, "pass": False, "undo": False, "take-back": False, "hint": True, "next-round": False}
    scene: dict[str, Any] = {
        "version": 1,
        "phase": "playing",
        "turn": 0,
        "you": 0,
        "set": 9,
        "round": {"number": 1, "of": 3, "centre": "9-9", "own": "9-9"},
        "seats": [a_seat(0, "Ann"), a_seat(1, "Bob")],
        "yard": 7,
        "hand": [a_tile("4-1", 5), a_tile("9-4", 13, fits=True)],
        "points": 18,
        "prompt": [["ui.title", {}]],
        "foot": [],
        "dead": False,
        "ends": [{"suit": 4, "count": 2, "open": True, "at": [[1.0, 0.0, "9-4"], [-1.0, 2.0, "4-2"]]}],
        "can": can | {"call": None, "catch": [], "beside": []} | changes.pop("can", {}),
        "moves": [],
        "patch": a_patch(**changes.pop("patch", {})),
        "steps": [],
        "said": [],
        "by": [step["seat"] for step in changes.get("steps", [])],
        "curtain": None,
        "anew": False,
        "since": [],
        "next": False,
        "calls": False,
        "call_costs": False,
    }
    return scene | changes


def a_seat(number: int, name: str, **changes: Any) -> dict[str, Any]:
    return {
        "seat": number,
        "name": name,
        "level": None,
        "count": 2,
        "total": 0,
        "one": False,
        "called": False,
        "did": None,
    } | changes


def a_tile(name: str, points: int, fits: bool = False, drawn: bool = False) -> dict[str, Any]:
    return {"tile": name, "points": points, "fits": fits, "drawn": drawn, "face": f"<path d='{name}'/>"}


def a_patch(**changes: Any) -> dict[str, Any]:
    empty = {"clear": False, "remove": [], "move": [], "add": [], "ground": [], "set": []}
    return empty | {"box": [-3, -3, 3, 3], "corners": [[], []], "last": None} | changes


def a_step(seat: int, do: str, tile: str = "9-4", **changes: Any) -> dict[str, Any]:
    step = {"seat": seat, "do": do, "tile": tile, "why": None, "target": None, "double": False} | changes
    return step | ({"call": ["foot-words.chickenfoot", {}]} if step["double"] else {})


def an_event(seat: int, event: str, **changes: Any) -> dict[str, Any]:
    return {"event": event, "seat": seat, "text": ["say.draw", {"name": "Bob"}], "banner": None} | changes
