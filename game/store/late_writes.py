"""Writing in the background, which nobody waits for: after a slow or a failed write."""

import asyncio
from collections.abc import Awaitable, Callable

RETRY_AFTER = 5.0
"""Seconds from a failed write to the next attempt."""


class LateWrites:
    """Call `write` later. It returns whether all is stored; if not, it calls `schedule` again."""

    def __init__(self, write: Callable[[], Awaitable[bool]]) -> None:
        self.on_success: Callable[[], None] = lambda: None
        """Called after a late write has succeeded."""
        self._write = write
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Future[None] | None = None  # so that the task is not garbage-collected

    def start(self) -> None:
        """Write in the background now. A write that is running already goes on, and is followed by another if it fails.

        More of them would wait for each other, and whatever must read the store for all of them.
        """
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._write_and_tell())

    def schedule(self) -> None:
        """Write in the background after RETRY_AFTER."""
        self._timer = asyncio.get_running_loop().call_later(RETRY_AFTER, self.start)

    def cancel(self) -> None:
        """Cancel the scheduled write, if there is one."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    async def _write_and_tell(self) -> None:
        if await self._write():
            self.on_success()
