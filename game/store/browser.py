"""The browser's IndexedDB as a `Keeper`, reached from the worker: database `chickenfoot`, one store of texts by key."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

from game.store.keeper import Changes, Guard, StoreError

NAME, VERSION, ENTRIES = "chickenfoot", 1, "entries"
OLDER = "IDBMap/@pyscript/chickenfoot"
"""Where PyScript's storage kept one match, and one before it, until November 2026."""
PATIENCE = 3.0  # seconds for one answer of the browser
WHY = {"QuotaExceededError": "full", "VersionError": "newer", "timeout": "slow"}


class IndexedDB:
    """See Keeper."""

    def __init__(self) -> None:
        self._database: Any = None

    async def load(self) -> dict[str, Any]:
        """See Keeper."""
        return await _everything(await self._open())

    async def write(self, changes: Changes, guards: Sequence[Guard] = ()) -> None:
        """See Keeper. All requests are made before the event loop turns, or the browser would end the transaction."""
        from pyodide.ffi import JsException, create_proxy  # type: ignore[import-not-found]

        database = await self._open()
        taken: list[str] = []
        left = list(guards)
        try:
            transaction = database.transaction(ENTRIES, "readwrite")
            entries = transaction.objectStore(ENTRIES)
        except JsException as problem:
            self._database = None  # it was closed under our hands: the next write opens it again
            raise _failure(problem) from None

        thrown: list[StoreError] = []

        def heard(event: Any) -> None:
            """A guard's stamp was read. What a request throws here, nobody would catch."""
            try:
                on(event)
            except JsException as problem:
                thrown.append(_failure(problem))
                with contextlib.suppress(JsException):  # it may have ended by itself
                    transaction.abort()

        def on(event: Any = None) -> None:
            """Looks at one guard after the other, then writes."""
            if event is not None:
                guard, stamp = left.pop(0), event.target.result
                if isinstance(stamp, str) and stamp not in guard.seen:
                    taken.append(guard.key)
                    transaction.abort()
                    return
            if left:
                entries.get(left[0].key).onsuccess = proxy
                return
            _put(entries, changes)

        proxy = create_proxy(heard)
        try:
            on()
            await _event(transaction, "complete", "abort")
        except JsException as problem:
            raise _failure(problem) from None
        except StoreError as problem:
            if taken:
                raise StoreError("taken", taken[0]) from None
            raise thrown[0] if thrown else problem from None
        finally:
            proxy.destroy()

    async def older(self) -> dict[str, Any]:
        """See Keeper."""
        import js  # type: ignore[import-not-found]

        if not hasattr(js.indexedDB, "databases"):
            return {}
        names = [entry.name for entry in await js.indexedDB.databases()]
        if OLDER not in names:
            return {}
        database = await _opened(OLDER, None)
        try:
            return await _everything(database) if database.objectStoreNames.contains(ENTRIES) else {}
        finally:
            database.close()

    async def forget_older(self) -> None:
        """See Keeper."""
        import js

        await _event(js.indexedDB.deleteDatabase(OLDER), "success", "error", "blocked")

    async def _open(self) -> Any:
        if self._database is None:
            self._database = await _opened(NAME, VERSION)
            self._database.onversionchange = self._closed
            self._database.onclose = self._closed
        return self._database

    def _closed(self, event: Any) -> None:
        """A page with another version wants the database, or the browser took it away."""
        event.target.close()
        self._database = None


async def _opened(name: str, version: int | None) -> Any:
    """An open database, made if there is none."""
    import js
    from pyodide.ffi import JsException, create_once_callable

    try:
        request = js.indexedDB.open(name) if version is None else js.indexedDB.open(name, version)
    except AttributeError as problem:
        raise StoreError("missing", str(problem)) from None
    except JsException as problem:
        raise _failure(problem) from None
    request.onupgradeneeded = create_once_callable(lambda event: _migrate(request.result, event.oldVersion))
    await _event(request, "success", "error", "blocked")
    return request.result


def _put(entries: Any, changes: Changes) -> None:
    for key, text in changes.items():
        if text is None:
            entries.delete(key)
        else:
            entries.put(text, key)


def _migrate(database: Any, before: int) -> None:
    """Brings the database from version `before` (0: it is new) to VERSION, one step after the other."""
    if before < 1:
        database.createObjectStore(ENTRIES)


async def _everything(database: Any) -> dict[str, Any]:
    """Every entry by its key; what is no text in a list, as the browser puts it into words."""
    from pyodide.ffi import JsException

    try:
        transaction = database.transaction(ENTRIES, "readonly")
        entries = transaction.objectStore(ENTRIES)
        keys, values = entries.getAllKeys(), entries.getAll()
        await _event(transaction, "complete", "abort")
        found: dict[str, Any] = {}
        for key, value in zip(keys.result, values.result, strict=True):
            if isinstance(key, str):
                found[key] = value if isinstance(value, str) else [str(value)]
        return found
    except JsException as problem:
        raise _failure(problem) from None


async def _event(target: Any, good: str, *bad: str) -> None:
    """Waits until something happens to a request or a transaction. Raises StoreError if it is not the good thing."""
    from pyodide.ffi import create_proxy

    happened: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def heard(event: Any) -> None:
        if not happened.done():
            happened.set_result(str(event.type))

    proxy = create_proxy(heard)
    for name in (good, *bad):
        target.addEventListener(name, proxy)
    try:
        which = await asyncio.wait_for(happened, PATIENCE)
    except TimeoutError:
        raise StoreError("slow") from None
    finally:
        for name in (good, *bad):
            target.removeEventListener(name, proxy)
        proxy.destroy()
    if which != good:
        raise StoreError("slow" if which == "blocked" else _why(target.error), which)


def _why(error: Any) -> str:
    return WHY.get(str(getattr(error, "name", "")), "refused")


def _failure(problem: Any) -> StoreError:
    """What the browser threw, as the failure of a transaction."""
    return StoreError(_why(problem), str(problem))
