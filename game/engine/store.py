"""The browser's own keeping place (IndexedDB) for saved matches, reached from the worker."""

import asyncio
import json
from typing import Any

DATABASE, ENTRIES = "IDBMap/@pyscript/chickenfoot", "entries"


class BrowserStore:
    """Keeps a text under each key between visits (see `desk`); `read` must be awaited once before anything is written.

    The database is laid out as PyScript's `storage` does it, in which the page's report reads it.
    """

    def __init__(self) -> None:
        self._database: Any = None

    async def read(self, key: str) -> str | None:
        """What is kept under the key, or None."""
        import js  # type: ignore[import-not-found]  # only there in the worker
        from pyodide.ffi import create_once_callable  # type: ignore[import-not-found]

        if self._database is None:
            asked = js.indexedDB.open(DATABASE)
            asked.onupgradeneeded = create_once_callable(
                lambda event: asked.result.createObjectStore(ENTRIES)
            )
            self._database = await _result(asked)
        kept = await _result(self._entries("readonly").get(key))
        return None if kept is None else str(json.loads(kept)[2])

    def write(self, key: str, text: str | None) -> None:
        """Keeps the text; writing begins at once and ends a little later. None takes it away."""
        if text is None:
            self._entries("readwrite").delete(key)
        else:
            self._entries("readwrite").put(json.dumps([["1", "2"], "generic", text]), key)

    def _entries(self, mode: str) -> Any:
        return self._database.transaction(ENTRIES, mode).objectStore(ENTRIES)


async def _result(request: Any) -> Any:
    """What a request of IndexedDB comes to. Raises RuntimeError when it fails."""
    from pyodide.ffi import create_once_callable

    done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    request.onsuccess = create_once_callable(lambda event: done.set_result(request.result))
    request.onerror = create_once_callable(lambda event: done.set_exception(RuntimeError(str(request.error))))
    return await done
