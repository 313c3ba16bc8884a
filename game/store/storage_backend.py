"""The interface of storage backends, which store texts by key, and a backend that stores texts in RAM.

Backends do not interpret keys and texts. `MatchStore` does.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from game.contract.basics import StorageFailure

Changes = Mapping[str, str | None]
"""Texts to write in one transaction, by key. None deletes the entry."""

NO_FAILURE: StorageFailure = ""
FAILURES = ("missing", "refused", "full", "slow", "newer", "taken")
"""Reasons of a StoreError.

    missing   the browser has no storage
    refused   the browser refused, for any other reason
    full      there is no space
    slow      there was no reply in time; the data may still be stored later
    newer     a newer version of the game has upgraded the database
    taken     a guard failed, because another page has written
"""


class StoreError(Exception):
    """A transaction failed, and changed nothing (unless it was `slow`). `failure` is one of FAILURES."""

    def __init__(self, failure: StorageFailure, detail: str = "") -> None:
        super().__init__(f"{failure}: {detail}")
        self.failure = failure
        self.detail = detail
        """The browser's message, or the key of the failed guard."""


class Guard(NamedTuple):
    """A condition of a transaction: under `key` is nothing, or a text that is in `seen`. Otherwise it fails as `taken`."""

    key: str
    seen: Collection[str]


class StorageBackend(Protocol):
    """Storage of texts by key. All methods may raise StoreError."""

    async def load(self) -> dict[str, object]:
        """Load all entries by key. Normally every value is a text, but damaged storage may have other values."""

    async def write(self, changes: Changes, guards: Sequence[Guard] = ()) -> None:
        """Write all changes or none. When this method returns, the changes are stored."""

    async def load_legacy(self) -> dict[str, object]:
        """Load the legacy entries by key. An earlier version stored them in another database. Usually, none exist."""

    async def delete_legacy(self) -> None:
        """Delete the legacy entries. Call this method only after they have been stored in this backend."""


class MemoryBackend:
    """A backend in RAM, which lasts as long as the page.

    For tests: with `failure`, it always fails. Above `capacity` characters in all entries, it is full.
    """

    def __init__(
        self, entries: Mapping[str, Any] | None = None, failure: StorageFailure = "", capacity: float = inf
    ) -> None:
        self.entries: dict[str, Any] = dict(entries or {})  # damaged storage may have anything
        self.legacy: dict[str, object] = {}  # the legacy entries
        self.failure = failure
        self.capacity = capacity
        self.writes = 0  # the number of successful writes

    async def load(self) -> dict[str, object]:
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

    async def load_legacy(self) -> dict[str, object]:
        """See StorageBackend."""
        self._raise_failure()
        return dict(self.legacy)

    async def delete_legacy(self) -> None:
        """See StorageBackend."""
        self.legacy = {}

    def _raise_failure(self) -> None:
        if self.failure:
            raise StoreError(self.failure)
