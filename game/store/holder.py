"""Who has a match on the table: one page at a time, by the browser's Web Locks, which end with the page that holds them."""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

PATIENCE = 3.0  # seconds for the browser's answer
GOING = 1500  # ms for a page that was closed to let go: Firefox ends its worker some time after the page


class Holder(Protocol):
    """One page's hold on one match at a time."""

    on_lost: Callable[[str], None]
    """Called with a match's id when another page took it by force."""

    async def hold(self, id: str, by_force: bool = False) -> bool:
        """Takes the match, from another page only by force, and lets go of the one held before; False when another keeps it."""

    async def freed(self, id: str) -> None:
        """Returns once no page has that match any more."""

    def let_go(self) -> None:
        """Holds none any more."""


class Anybody:
    """For browsers without locks: everybody may hold everything, and the stamps of the shelf keep pages apart."""

    def __init__(self) -> None:
        self.on_lost: Callable[[str], None] = lambda id: None

    async def hold(self, id: str, by_force: bool = False) -> bool:
        """See Holder."""
        return True

    async def freed(self, id: str) -> None:
        """See Holder."""

    def let_go(self) -> None:
        """See Holder."""


class WebLocks:
    """See Holder."""

    def __init__(self, locks: Any) -> None:
        self.locks = locks
        self.on_lost: Callable[[str], None] = lambda id: None
        self._held = ""
        self._end: Callable[[], None] = lambda: None
        self._watch: asyncio.Future[None] | None = None

    async def hold(self, id: str, by_force: bool = False) -> bool:
        """See Holder."""
        if id == self._held:
            return True
        from js import AbortSignal, Object, Promise  # type: ignore[import-not-found]
        from pyodide.ffi import create_once_callable, to_js  # type: ignore[import-not-found]

        asked: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        ends = Promise.withResolvers() if hasattr(Promise, "withResolvers") else _resolvers(Promise)

        def given(lock: Any) -> Any:
            if asked.done():
                return None
            asked.set_result(True)
            return ends.promise

        how = {"steal": True} if by_force else {"signal": AbortSignal.timeout(GOING)}
        request = self.locks.request(
            _name(id), to_js(how, dict_converter=Object.fromEntries), create_once_callable(given)
        )
        self._watch = asyncio.ensure_future(self._until_lost(id, request, asked))
        try:
            got = await asyncio.wait_for(asked, PATIENCE)
        except TimeoutError:
            return True  # the browser does not say: then as if it had no locks
        if got:
            self._end()
            self._held, self._end = id, ends.resolve
        return got

    async def _until_lost(self, id: str, request: Any, asked: asyncio.Future[bool]) -> None:
        from pyodide.ffi import JsException

        try:
            await request
        except JsException:  # not given in time, or stolen
            if not asked.done():
                asked.set_result(False)
            elif self._held == id:
                self._held, self._end = "", lambda: None
                self.on_lost(id)

    async def freed(self, id: str) -> None:
        """See Holder."""
        from pyodide.ffi import create_once_callable

        await self.locks.request(_name(id), create_once_callable(lambda lock: None))

    def let_go(self) -> None:
        """See Holder."""
        self._end()
        self._held, self._end = "", lambda: None


def _name(id: str) -> str:
    return f"chickenfoot/{id}"


class _Resolvers:
    promise: Any
    resolve: Any


def _resolvers(promise: Any) -> _Resolvers:
    """A promise with its `resolve`, in browsers whose Promise cannot make them together."""
    from pyodide.ffi import create_once_callable

    made = _Resolvers()

    def begin(resolve: Any, reject: Any) -> None:
        made.resolve = resolve

    made.promise = promise.new(create_once_callable(begin))
    return made
