"""The match lock: only one page at a time has a given match on its table.

The lock uses the browser's Web Locks. The browser releases them when the page closes.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

TIMEOUT = 3.0
"""Seconds to wait for the browser's answer."""
RELEASE_WAIT = 1500
"""Milliseconds to wait for a lock of another page. Firefox ends a worker some time after its page has closed."""


class MatchLock(Protocol):
    """The lock that one page holds, on one match at a time."""

    on_lost: Callable[[str], None]
    """Called with a match's id after another page has stolen its lock."""

    async def acquire(self, id: str, steal: bool = False) -> bool:
        """Lock the match with this id, then release the match that was locked before.

        Returns False if another page holds the lock. With `steal`, the lock is taken from that page.
        """

    async def wait_until_free(self, id: str) -> None:
        """Wait until no page holds the lock of this match."""

    def release(self) -> None:
        """Release the lock, if there is one."""


class NoLock:
    """A lock for browsers without Web Locks, which always succeeds. The match store's stamps prevent double writes."""

    def __init__(self) -> None:
        self.on_lost: Callable[[str], None] = lambda id: None

    async def acquire(self, id: str, steal: bool = False) -> bool:
        """See MatchLock."""
        return True

    async def wait_until_free(self, id: str) -> None:
        """See MatchLock."""

    def release(self) -> None:
        """See MatchLock."""


class WebLocks:
    """A lock by the browser's Web Locks, see MatchLock."""

    def __init__(self, locks: Any) -> None:
        self.locks = locks
        self.on_lost: Callable[[str], None] = lambda id: None
        self._held = ""
        self._release: Callable[[], None] = lambda: None
        self._watcher: asyncio.Future[None] | None = None

    async def acquire(self, id: str, steal: bool = False) -> bool:
        """See MatchLock."""
        if id == self._held:
            return True
        from js import AbortSignal, Object, Promise
        from pyodide.ffi import JsException, create_once_callable, to_js

        granted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        release = Promise.withResolvers() if hasattr(Promise, "withResolvers") else _make_promise(Promise)

        def on_granted(lock: Any) -> Any:
            """Keep the lock until `release` is resolved, or release it at once if it comes too late."""
            if granted.done():
                return None
            granted.set_result(True)
            return release.promise

        request_options = {"steal": True} if steal else {"signal": AbortSignal.timeout(RELEASE_WAIT)}
        try:
            request = self.locks.request(
                _lock_name(id),
                to_js(request_options, dict_converter=Object.fromEntries),
                create_once_callable(on_granted),
            )
        except JsException:
            return True  # the browser forbids locks: treat it like one without locks
        self._watcher = asyncio.ensure_future(self._until_lost(id, request, granted))
        try:
            acquired = await asyncio.wait_for(granted, TIMEOUT)
        except TimeoutError:
            return True  # the browser does not respond: treat it like one without locks
        if acquired:
            self._release()
            self._held, self._release = id, release.resolve
        return acquired

    async def _until_lost(self, id: str, request: Any, granted: asyncio.Future[bool]) -> None:
        """Wait until the request for a lock fails or the lock is lost, and report that by `granted` or `on_lost`."""
        from pyodide.ffi import JsException

        try:
            await request
        except JsException as problem:
            if (
                not granted.done()
            ):  # not granted in time; any other error means that the browser forbids locks
                granted.set_result(str(getattr(problem, "name", "")) != "TimeoutError")
            elif self._held == id:
                self._held, self._release = "", lambda: None
                self.on_lost(id)

    async def wait_until_free(self, id: str) -> None:
        """See MatchLock."""
        from pyodide.ffi import create_once_callable

        await self.locks.request(_lock_name(id), create_once_callable(lambda lock: None))

    def release(self) -> None:
        """See MatchLock."""
        self._release()
        self._held, self._release = "", lambda: None


def _lock_name(id: str) -> str:
    return f"chickenfoot/{id}"


class _PromiseWithResolve:
    promise: Any
    resolve: Any


def _make_promise(promise_class: Any) -> _PromiseWithResolve:
    """A promise with its `resolve` function, for browsers without `Promise.withResolvers`."""
    from pyodide.ffi import create_once_callable

    made = _PromiseWithResolve()

    def keep_resolve(resolve: Any, reject: Any) -> None:
        made.resolve = resolve

    made.promise = promise_class.new(create_once_callable(keep_resolve))
    return made
