"""A desk for tests, with the verbs as methods: `await desk.tap(tile="9-4")`."""

from collections.abc import Awaitable, Callable
from typing import Any

from game.engine.desk import Desk
from game.session.saving import record_text


class AskedDesk(Desk):
    """A desk with every verb as a method."""

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        verb: Callable[..., Awaitable[Any]] | None = self.__dict__.get("verbs", {}).get(name)
        if verb is None:
            raise AttributeError(name)
        return verb

    async def record(self) -> str:
        """The record of the match on the table. No verb returns it, because it contains hidden tiles."""
        return record_text(self.match.require_session())
