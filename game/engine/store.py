"""The browser's own keeping place (IndexedDB) for saved matches, reached from the worker."""

from typing import Any

NAME = "chickenfoot"


class BrowserStore:
    """Keeps a text under each key between visits (see `desk`); `read` must be awaited once before anything is written."""

    def __init__(self) -> None:
        self._map: Any = None

    async def read(self, key: str) -> str | None:
        """What is kept under the key, or None."""
        if self._map is None:
            from pyscript import storage  # type: ignore[import-not-found]  # only there in the worker

            self._map = await storage(NAME)
        text = self._map.get(key)
        return None if text is None else str(text)

    def write(self, key: str, text: str | None) -> None:
        """Keeps the text; writing begins at once and ends a little later. None takes it away."""
        if text is None:
            self._map.pop(key, None)
        else:
            self._map[key] = text
