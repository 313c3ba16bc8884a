"""Stamps: ids of writes, one stored with each match. With them, no page replaces a match that another page has written."""

import secrets
from collections.abc import Mapping

from game.store.storage_backend import Guard

STAMP = "stamp/"
"""Beginning of the keys of stamps. The rest is the id of the match."""


class Stamps:
    """The stamps that one page knows. `matches` is the beginning of the keys of matches."""

    def __init__(self, matches: str) -> None:
        self._matches = matches
        self._page_id = secrets.token_hex(4)
        self._seen: dict[str, set[str]] = {}  # by match id: the stamps that this page may overwrite

    def claim(self, id: str, texts: Mapping[str, str]) -> None:
        """Let this page overwrite the match's stamp in `texts`, and no other stamp."""
        stamp = texts.get(STAMP + id)
        self._seen[id] = set() if stamp is None else {stamp}

    def forget(self, id: str) -> None:
        """Forget a match that is deleted."""
        self._seen.pop(id, None)

    def add(self, changes: dict[str, str | None], texts: Mapping[str, str]) -> list[Guard]:
        """Add a new stamp to `changes` for every changed match. Return the guards under which to write the changes."""
        guards = []
        for key in [
            key for key, text in changes.items() if key.startswith(self._matches) and text is not None
        ]:
            id = key.removeprefix(self._matches)
            seen = self._seen.setdefault(id, {texts.get(STAMP + id, "")})
            guards.append(Guard(STAMP + id, frozenset(seen)))
            stamp = changes[STAMP + id] = f"{self._page_id}/{secrets.token_hex(4)}"
            seen.add(stamp)  # the backend may store the stamp although its reply comes too late
        return guards

    def confirm(self, guards: list[Guard], changes: Mapping[str, str | None]) -> dict[str, str]:
        """Remember the stamps that were written, and return them by key."""
        written = {guard.key: str(changes[guard.key]) for guard in guards}
        for key, stamp in written.items():
            self._seen[key.removeprefix(STAMP)] = {stamp}
        return written
