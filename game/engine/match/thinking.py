"""Long computations on the match on the table, in slices between calls; each ends when the table changes.

The search for what happens next begins as soon as a scene is out, so that its time hides behind the page's animation.
"""

import asyncio
from collections.abc import Iterator
from typing import TypeVar

from game.engine.match.current import CurrentMatch
from game.engine.scene import Scene
from game.rules.moves import Move
from game.session.session import Session

Found = TypeVar("Found")


class Thinking:
    """The computations under way; of the search for the next move there is one at a time."""

    def __init__(self, match: CurrentMatch) -> None:
        self._match = match
        self._search: asyncio.Task[Move | None] | None = None
        self._searched: tuple[Session, int] | None = (
            None  # the session and its version that the search is for
        )

    def ahead(self, made: Scene) -> None:
        """Begins the search for what happens next, if the scene says that something does."""
        session = self._match.session
        if made["next"] and session is not None and session.due():
            self._begun(session)

    async def next_move(self, session: Session) -> Move | None:
        """The move that happens next in the session as it is now; None when the table changed meanwhile."""
        move = await self._begun(session)
        self._search = self._searched = None
        return move

    def _begun(self, session: Session) -> "asyncio.Task[Move | None]":
        """The search in the present state, begun if it is not under way."""
        state = session, session.version
        if self._search is None or self._searched != state:
            self._search = asyncio.ensure_future(self.result(session, session.think()))
            self._searched = state
        return self._search

    async def result(self, session: Session, slices: Iterator[Found | None]) -> Found | None:
        """The first result of `slices` that is not None; None when there is none or the table has changed since."""
        version = session.version
        for found in slices:
            if found is not None:
                return found
            await asyncio.sleep(0)
            if session is not self._match.session or session.version != version:
                return None
        return None
