"""The interface of storage backends, which store texts by key, and a backend that stores them in RAM.

Backends do not know the meaning of the texts; `MatchStore` does.
"""

from collections.abc import Collection, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple, Protocol

Changes = Mapping[str, str | None]
"""Texts to write in one transaction, by key. None deletes the entry."""

FAILURES = ("missing", "refused", "full", "slow", "newer", "taken")


class StoreError(Exception):
    """A transaction failed completely. `failure` is one of FAILURES.

    missing: there is no storage. refused: the browser refuses. full: there is no space. slow: there was no reply in time, and the
    data may still be stored later. newer: a newer version of the game has upgraded the database. taken: a guard failed, because
    another tab wrote.
    """

    def __init__(self, failure: str, detail: str = "") -> None:
        super().__init__(f"{failure}: {detail}")
        self.failure = failure
        self.detail = detail
        """The browser's message, or the key of the failed guard."""


class Guard(NamedTuple):
    """A condition of a transaction: it fails as `taken` if the text under `key` exists and is not one of `seen`."""

    key: str
    seen: Collection[str]


class StorageBackend(Protocol):
    """Storage of texts by key. All methods may raise StoreError."""

    async def load(self) -> dict[str, Any]:
        """Load all entries by key. A value should be a text, but may be anything."""

    async def write(self, changes: Changes, guards: Sequence[Guard] = ()) -> None:
        """Write all changes or none. When it returns, they are stored."""

    async def load_legacy(self) -> dict[str, Any]:
        """Load the entries that an earlier version stored elsewhere, by key. Usually there are none."""

    async def delete_legacy(self) -> None:
        """Delete the legacy entries. Call it after they have been stored here."""


class MemoryBackend:
    """A backend in RAM, which lasts as long as the page. Tests make it fail with `failure`, or above `capacity` characters."""

    def __init__(
        self, entries: Mapping[str, Any] | None = None, failure: str = "", capacity: float = inf
    ) -> None:
        self.entries: dict[str, Any] = dict(entries or {})
        self.legacy: dict[str, Any] = {}  # left by an earlier version
        self.failure = failure
        self.capacity = capacity
        self.writes = 0

    async def load(self) -> dict[str, Any]:
        """See StorageBackend."""
        self._raise_failure()
        return dict(self.entries)

    async def write(self, changes: Changes, guards: Sequence[Guard] = ()) -> None:
        """See StorageBackend."""
        self._raise_failure()
        for guard in guards:
            stamp = self.entries.get(guard.key)
            if isinstance(stamp, str) and stamp not in guard.seen:
                raise StoreError("taken", guard.key)
        after = dict(self.entries)
        for key, text in changes.items():
            after.pop(key, None)
            if text is not None:
                after[key] = text
                if sum(len(str(entry)) for entry in after.values()) > self.capacity:
                    raise StoreError("full", key)
        self.writes += 1
        self.entries = after

    async def load_legacy(self) -> dict[str, Any]:
        """See StorageBackend."""
        self._raise_failure()
        return dict(self.legacy)

    async def delete_legacy(self) -> None:
        """See StorageBackend."""
        self.legacy = {}

    def _raise_failure(self) -> None:
        if self.failure:
            raise StoreError(self.failure)
