"""A place that keeps texts by key between visits, and the one that forgets with the page.

Nothing here knows what the texts are; `shelf` does.
"""

from collections.abc import Collection, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple, Protocol

Changes = Mapping[str, str | None]
"""What a transaction writes, by key; None takes an entry away."""

WHYS = ("missing", "refused", "full", "slow", "newer", "taken")


class StoreError(Exception):
    """Nothing of a transaction was kept. `why` is one of WHYS: there is no such place, the browser refuses, it is full, it did not
    answer in time (then it may be kept yet), a newer version keeps it in its own way, another tab wrote there."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(f"{why}: {detail}")
        self.why = why
        self.detail = detail
        """What the browser said, or the key of the guard that refused."""


class Guard(NamedTuple):
    """A transaction is refused as `taken` if there is a text under `key` and it is none of `seen`."""

    key: str
    seen: Collection[str]


class Keeper(Protocol):
    """All of these raise StoreError."""

    async def load(self) -> dict[str, Any]:
        """Every entry by its key: a text, or whatever else somebody or something put there."""

    async def write(self, changes: Changes, guards: Sequence[Guard] = ()) -> None:
        """Keeps all of these or nothing; when it returns they are kept."""

    async def older(self) -> dict[str, Any]:
        """What a version before this room left elsewhere, by key; usually nothing."""

    async def forget_older(self) -> None:
        """Takes that away; to be called once it is kept here."""


class Memory:
    """A keeper that lasts as long as the page, and in tests the model of one that may fail: `why` is then the reason.

    Of more than `room` characters it is full.
    """

    def __init__(self, kept: Mapping[str, Any] | None = None, why: str = "", room: float = inf) -> None:
        self.kept: dict[str, Any] = dict(kept or {})
        self.left: dict[str, Any] = {}  # by a version before
        self.why = why
        self.room = room
        self.writes = 0

    async def load(self) -> dict[str, Any]:
        """See Keeper."""
        self._fail()
        return dict(self.kept)

    async def write(self, changes: Changes, guards: Sequence[Guard] = ()) -> None:
        """See Keeper."""
        self._fail()
        for guard in guards:
            stamp = self.kept.get(guard.key)
            if isinstance(stamp, str) and stamp not in guard.seen:
                raise StoreError("taken", guard.key)
        after = dict(self.kept)
        for key, text in changes.items():
            after.pop(key, None)
            if text is not None:
                after[key] = text
                if sum(len(str(entry)) for entry in after.values()) > self.room:
                    raise StoreError("full", key)
        self.writes += 1
        self.kept = after

    async def older(self) -> dict[str, Any]:
        """See Keeper."""
        self._fail()
        return dict(self.left)

    async def forget_older(self) -> None:
        """See Keeper."""
        self.left = {}

    def _fail(self) -> None:
        if self.why:
            raise StoreError(self.why)
