"""Storage backends keep texts by key between visits. One backend lasts only as long as the page.

Nothing here knows the meaning of the texts. `MatchStore` does.
"""

from collections.abc import Collection, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple, Protocol

Changes = Mapping[str, str | None]
"""Texts to write in one transaction, by key. None deletes the entry."""

FAILURES = ("missing", "refused", "full", "slow", "newer", "taken")


class StoreError(Exception):
    """A transaction failed completely. `failure` is one of FAILURES.

    missing: there is no storage. refused: the browser refuses. full: there is no space. slow: there was no reply in time, so the
    data may still be stored. newer: a newer version uses its own layout. taken: another tab wrote there.
    """

    def __init__(self, failure: str, detail: str = "") -> None:
        super().__init__(f"{failure}: {detail}")
        self.failure = failure
        self.detail = detail
        """Message of the browser, or the key of the guard that failed."""


class Guard(NamedTuple):
    """Condition of a transaction: it fails as `taken` if there is a text under `key` that is not one of `seen`."""

    key: str
    seen: Collection[str]


class StorageBackend(Protocol):
    """Storage of texts by key. All methods raise StoreError."""

    async def load(self) -> dict[str, Any]:
        """Load every entry by its key. A value is a text, or anything else that was put there."""

    async def write(self, changes: Changes, guards: Sequence[Guard] = ()) -> None:
        """Write all of these changes or none. They are stored when it returns."""

    async def load_legacy(self) -> dict[str, Any]:
        """Load the entries that an earlier version left elsewhere, by key. Usually there are none."""

    async def delete_legacy(self) -> None:
        """Delete the legacy entries. Call it after they have been stored here."""


class MemoryBackend:
    """Backend that lasts as long as the page. In tests it models a backend that may fail with `failure`.

    It is full above `capacity` characters.
    """

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
