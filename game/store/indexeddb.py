"""The storage backend for the browser's IndexedDB: database `chickenfoot`, one object store, texts by key.

A browser may lose the connection to its database and say so by an event, by an exception, or only by aborting every
transaction from then on. So after a failure the connection is closed, and the next transaction opens another one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

from game.store.storage_backend import Changes, Guard, StoreError

if TYPE_CHECKING:
    from game.contract.basics import StorageFailure

DATABASE, VERSION, ENTRIES = "chickenfoot", 1, "entries"
LEGACY_DATABASE = "IDBMap/@pyscript/chickenfoot"
"""PyScript's storage. It contained the newest and the previous match until November 2026."""
TIMEOUT = 3.0  # seconds to wait for an event of the browser
FAILURE_BY_ERROR: dict[str, StorageFailure] = {
    "QuotaExceededError": "full",
    "VersionError": "newer",
    "timeout": "slow",
}
"""The failure (see StoreError) by the name of the browser's error. Any other error is `refused`."""


class IndexedDB:
    """A storage backend on IndexedDB, see StorageBackend."""

    def __init__(self) -> None:
        self._database: Any = None

    async def load(self) -> dict[str, object]:
        """See StorageBackend."""
        loaded: dict[str, Any] = await self._with_database(_read_all)
        return loaded

    async def write(self, changes: Changes, guards: Sequence[Guard] = ()) -> None:
        """See StorageBackend."""
        await self._with_database(lambda database: self._write(database, changes, guards))

    async def _with_database(self, transact: Callable[[Any], Awaitable[Any]]) -> Any:
        """Make a transaction. If the browser refuses it on a connection that was open before, try once on a new one."""
        was_open = self._database is not None
        try:
            return await self._transact(transact)
        except StoreError as problem:
            if problem.failure != "refused" or not was_open:
                raise
            return await self._transact(transact)

    async def _transact(self, transact: Callable[[Any], Awaitable[Any]]) -> Any:
        database = await self._open()
        try:
            return await transact(database)
        except StoreError as problem:
            if problem.failure != "taken":
                self._close(database)
            raise

    @staticmethod
    async def _write(database: Any, changes: Changes, guards: Sequence[Guard]) -> None:
        """Write in one transaction.

        The first request is made here, and every other one in the callback of the request before it. Otherwise the
        browser would end the transaction.
        """
        from pyodide.ffi import JsException, create_proxy

        failed_guards: list[str] = []  # their keys
        remaining_guards = list(guards)
        try:
            transaction = database.transaction(ENTRIES, "readwrite")
            entries = transaction.objectStore(ENTRIES)
        except JsException as problem:  # the connection was closed
            raise _store_error(problem) from None

        errors: list[StoreError] = []

        def on_stamp(event: Any) -> None:
            """Check the stamp that a request has read. Exceptions go to `errors`: a callback cannot raise them."""
            try:
                check_next(event)
            except JsException as problem:
                errors.append(_store_error(problem))
                with contextlib.suppress(JsException):  # the transaction may have ended already
                    transaction.abort()

        def check_next(event: Any = None) -> None:
            """Check the guard whose stamp `event` has. Then request the next stamp; after the last one, write."""
            if event is not None:
                guard, stamp = remaining_guards.pop(0), event.target.result
                if isinstance(stamp, str) and stamp not in guard.seen:
                    failed_guards.append(guard.key)
                    transaction.abort()
                    return
            if remaining_guards:
                entries.get(remaining_guards[0].key).onsuccess = proxy
                return
            _write_entries(entries, changes)

        proxy = create_proxy(on_stamp)
        try:
            check_next()
            await _wait_for_event(transaction, "complete", "abort")
        except JsException as problem:
            raise _store_error(problem) from None
        except StoreError as problem:
            if failed_guards:
                raise StoreError("taken", failed_guards[0]) from None
            raise errors[0] if errors else problem from None
        finally:
            proxy.destroy()

    async def load_legacy(self) -> dict[str, object]:
        """See StorageBackend."""
        import js
        from pyodide.ffi import JsException

        try:
            if not hasattr(js.indexedDB, "databases"):
                return {}
            names = [entry.name for entry in await js.indexedDB.databases()]
        except JsException as problem:
            raise _store_error(problem) from None
        if LEGACY_DATABASE not in names:
            return {}
        database = await _open_database(LEGACY_DATABASE, None)
        try:
            return await _read_all(database) if database.objectStoreNames.contains(ENTRIES) else {}
        finally:
            database.close()

    async def delete_legacy(self) -> None:
        """See StorageBackend."""
        import js

        await _wait_for_event(js.indexedDB.deleteDatabase(LEGACY_DATABASE), "success", "error", "blocked")

    async def _open(self) -> Any:
        if self._database is None:
            self._database = await _open_database(DATABASE, VERSION)
            self._database.onversionchange = self._database.onclose = self._on_lost
        return self._database

    def _on_lost(self, event: Any) -> None:
        """Close the connection, because another page wants to upgrade the database, or because the browser has closed it."""
        self._close(event.target)

    def _close(self, database: Any) -> None:
        """Close a connection after its running transactions."""
        database.close()
        if self._database == database:
            self._database = None


async def _open_database(name: str, version: int | None) -> Any:
    """Open the database, or create it if it does not exist. `version` None accepts any version."""
    import js
    from pyodide.ffi import JsException, create_once_callable

    try:
        request = js.indexedDB.open(name) if version is None else js.indexedDB.open(name, version)
    except AttributeError as problem:
        raise StoreError("missing", str(problem)) from None
    except JsException as problem:
        raise _store_error(problem) from None
    request.onupgradeneeded = create_once_callable(lambda event: _migrate(request.result, event.oldVersion))
    await _wait_for_event(request, "success", "error", "blocked")
    return request.result


def _write_entries(entries: Any, changes: Changes) -> None:
    for key, text in changes.items():
        if text is None:
            entries.delete(key)
        else:
            entries.put(text, key)


def _migrate(database: Any, before: int) -> None:
    """Upgrade the database from version `before` (0 for a new one) to VERSION, step by step."""
    if before < 1:
        database.createObjectStore(ENTRIES)


async def _read_all(database: Any) -> dict[str, object]:
    """Read all entries by key. A value that is not a text becomes a list of one item: the value's string form."""
    from pyodide.ffi import JsException

    try:
        transaction = database.transaction(ENTRIES, "readonly")
        entries = transaction.objectStore(ENTRIES)
        keys, values = entries.getAllKeys(), entries.getAll()
        await _wait_for_event(transaction, "complete", "abort")
        found: dict[str, object] = {}
        for key, value in zip(keys.result, values.result, strict=True):
            if isinstance(key, str):
                found[key] = value if isinstance(value, str) else [str(value)]
        return found
    except JsException as problem:
        raise _store_error(problem) from None


async def _wait_for_event(target: Any, good: str, *bad: str) -> None:
    """Wait for an event of a request or transaction. Returns at the `good` event.

    Raises StoreError at a `bad` event and after TIMEOUT.
    """
    from pyodide.ffi import create_proxy

    event_type: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def on_event(event: Any) -> None:
        if not event_type.done():
            event_type.set_result(str(event.type))

    proxy = create_proxy(on_event)
    for name in (good, *bad):
        target.addEventListener(name, proxy)
    try:
        outcome = await asyncio.wait_for(event_type, TIMEOUT)
    except TimeoutError:
        raise StoreError("slow") from None
    finally:
        for name in (good, *bad):
            target.removeEventListener(name, proxy)
        proxy.destroy()
    if outcome != good:
        raise StoreError("slow" if outcome == "blocked" else _failure_code(target.error), outcome)


def _failure_code(error: Any) -> StorageFailure:
    return FAILURE_BY_ERROR.get(str(getattr(error, "name", "")), "refused")


def _store_error(problem: Any) -> StoreError:
    """The StoreError for an exception of the browser."""
    return StoreError(_failure_code(problem), str(problem))
