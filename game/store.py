"""The browser's own keeping place (IndexedDB) for the save, reached from the worker."""

from typing import Any

NAME = "chickenfoot"
SAVE = "save"


class BrowserStore:
    """Keeps one text between visits, under NAME and SAVE; `read` must be awaited once before anything is written."""

    def __init__(self) -> None:
        self._map: Any = None

    async def read(self) -> str | None:
        """The save, or None."""
        if self._map is None:
            from pyscript import storage  # type: ignore[import-not-found]  # only there in the worker

            self._map = await storage(NAME)
        text = self._map.get(SAVE)
        return None if text is None else str(text)

    def write(self, text: str | None) -> None:
        """Keeps the save; writing begins at once and ends a little later. None takes it away."""
        if text is None:
            self._map.pop(SAVE, None)
        else:
            self._map[SAVE] = text
