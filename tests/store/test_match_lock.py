"""The match lock by Web Locks, with a fake of the browser's part: pages take a match from one another."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from game.store import match_lock
from game.store.match_lock import WebLocks
from tests.store.stores import JsException


def named(name: str) -> JsException:
    """An exception of the browser with a name."""
    problem = JsException(name)
    problem.name = name  # type: ignore[attr-defined]
    return problem


class BrowserLocks:
    """Web Locks (navigator.locks): each name has one holder, and the other requests wait."""

    def __init__(self) -> None:
        self.holders: dict[str, asyncio.Future[None]] = {}
        self.requests = 0
        self.responds = asyncio.Event()
        self.responds.set()

    def request(self, name: str, *rest: Any) -> asyncio.Future[None]:
        self.requests += 1
        options, callback = rest if len(rest) == 2 else ({}, rest[0])
        ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.task = asyncio.ensure_future(self._grant(name, options, callback, ended))
        return ended

    async def _grant(
        self, name: str, options: dict[str, Any], callback: Callable[[Any], Any], ended: asyncio.Future[None]
    ) -> None:
        await self.responds.wait()
        while name in self.holders and "steal" not in options:
            _, waiting = await asyncio.wait({self.holders[name]}, timeout=options.get("signal"))
            if waiting:
                ended.set_exception(named("TimeoutError"))
                return
        if name in self.holders:
            self.holders[name].set_exception(named("AbortError"))
        self.holders[name] = ended
        kept = callback(object())
        if kept is not None:
            await asyncio.wait({kept, ended}, return_when=asyncio.FIRST_COMPLETED)
        if self.holders[name] is ended:
            del self.holders[name]
            ended.set_result(None)


def with_resolvers() -> SimpleNamespace:
    promise: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    return SimpleNamespace(promise=promise, resolve=lambda: promise.set_result(None))


def new_promise(executor: Callable[[Any, Any], None]) -> asyncio.Future[None]:
    made = with_resolvers()
    executor(made.resolve, None)
    return made.promise  # type: ignore[no-any-return]


@pytest.fixture(params=["a new browser", "a browser without Promise.withResolvers"])
def at_browser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Run a test with the locks of a browser, and the modules that Pyodide has there."""
    newer = {"withResolvers": with_resolvers} if request.param == "a new browser" else {}
    js = SimpleNamespace(
        AbortSignal=SimpleNamespace(timeout=lambda ms: ms / 1000),
        Object=SimpleNamespace(fromEntries=dict),
        Promise=SimpleNamespace(new=new_promise, **newer),
    )
    ffi = SimpleNamespace(
        JsException=JsException,
        create_once_callable=lambda function: function,
        to_js=lambda value, dict_converter: dict_converter(value.items()),
    )
    monkeypatch.setitem(sys.modules, "js", js)
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    monkeypatch.setattr(match_lock, "RELEASE_WAIT", 1)

    def run(test: Callable[[BrowserLocks], Awaitable[None]]) -> None:
        async def in_loop() -> None:
            await test(BrowserLocks())

        asyncio.run(in_loop())

    return run


def test_one_page_at_a_time_has_a_match(at_browser: Callable[..., None]) -> None:
    async def test(browser: BrowserLocks) -> None:
        here, there = WebLocks(browser), WebLocks(browser)
        assert await here.acquire("match") is True
        assert await there.acquire("match") is False and await there.acquire("other") is True
        here.release()
        assert await there.acquire("match") is True and await here.acquire("match") is False

    at_browser(test)


def test_a_match_that_the_page_has_already_is_not_requested_again(at_browser: Callable[..., None]) -> None:
    async def test(browser: BrowserLocks) -> None:
        lock = WebLocks(browser)
        assert await lock.acquire("match") and await lock.acquire("match") and browser.requests == 1
        lock.release()
        assert await lock.acquire("match") and browser.requests == 2

    at_browser(test)


def test_the_match_before_is_released_only_when_the_next_one_is_locked(
    at_browser: Callable[..., None],
) -> None:
    async def test(browser: BrowserLocks) -> None:
        here, there = WebLocks(browser), WebLocks(browser)
        assert await here.acquire("first") and await there.acquire("second")
        assert not await here.acquire("second") and not await there.acquire("first")
        assert await here.acquire("third") and await there.acquire("first")

    at_browser(test)


def test_a_page_hears_that_another_page_has_taken_its_match(at_browser: Callable[..., None]) -> None:
    async def test(browser: BrowserLocks) -> None:
        here, there, lost = WebLocks(browser), WebLocks(browser), list[str]()
        here.on_lost = lost.append
        assert await here.acquire("match") and await there.acquire("match", steal=True)
        await asyncio.sleep(0)
        assert lost == ["match"]
        here.release()  # it has nothing to release
        assert not await here.acquire("match") and lost == ["match"]

    at_browser(test)


def test_a_page_hears_nothing_of_a_match_that_it_has_left(at_browser: Callable[..., None]) -> None:
    async def test(browser: BrowserLocks) -> None:
        here, there, lost = WebLocks(browser), WebLocks(browser), list[str]()
        here.on_lost = lost.append
        assert await here.acquire("match")
        here.release()
        assert await there.acquire("match", steal=True) and await here.acquire("other")
        await asyncio.sleep(0)
        assert lost == []

    at_browser(test)


def test_a_page_waits_until_a_match_is_free(at_browser: Callable[..., None]) -> None:
    async def test(browser: BrowserLocks) -> None:
        here, there = WebLocks(browser), WebLocks(browser)
        assert await here.acquire("match")
        waiting = asyncio.ensure_future(there.wait_until_free("match"))
        assert not await there.acquire("match") and not waiting.done()
        here.release()
        await waiting
        assert await there.acquire("match")

    at_browser(test)


def test_a_browser_that_does_not_respond_hinders_nobody_and_keeps_no_lock(
    at_browser: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_lock, "TIMEOUT", 0.001)

    async def test(browser: BrowserLocks) -> None:
        browser.responds.clear()
        assert await WebLocks(browser).acquire("match") is True
        browser.responds.set()
        await browser.task
        assert browser.holders == {}

    at_browser(test)


@pytest.mark.parametrize("rejects", [True, False])
def test_a_browser_that_forbids_locks_hinders_nobody(at_browser: Callable[..., None], rejects: bool) -> None:
    """Chromium rejects each request where cookies are blocked."""

    async def test(browser: BrowserLocks) -> None:
        def request(*given: Any) -> asyncio.Future[None]:
            if not rejects:
                raise named("SecurityError")
            refused: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            refused.set_exception(named("SecurityError"))
            return refused

        browser.request = request
        assert await WebLocks(browser).acquire("match") is True

    at_browser(test)
