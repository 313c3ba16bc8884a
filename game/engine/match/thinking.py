"""Run long computations on the match in slices between calls, and stop them when the table changes.

The search for the next move starts as soon as a scene is sent, so that it runs during the page's animation.
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
    """The running computations. Only one search for the next move runs at a time."""

    def __init__(self, match: CurrentMatch) -> None:
        self._match = match
        self._search: asyncio.Task[Move | None] | None = None
        self._searched: tuple[Session, int] | None = (
            None  # the session and its version that the search is for
        )

    def search_ahead(self, new_scene: Scene) -> None:
        """Start the search for the next move, if the scene says that another seat moves next."""
        session = self._match.session
        if new_scene["next"] and session is not None and session.others_must_move():
            self._search_task(session)

    async def next_move(self, session: Session) -> Move | None:
        """The next move of another seat in the session's present state; None when the table changed meanwhile."""
        move = await self._search_task(session)
        self._search = self._searched = None
        return move

    def _search_task(self, session: Session) -> "asyncio.Task[Move | None]":
        """The search task for the present state; started if it does not run yet."""
        state = session, session.version
        if self._search is None or self._searched != state:
            self._search = asyncio.ensure_future(self.result(session, session.think()))
            self._searched = state
        return self._search

    async def result(self, session: Session, slices: Iterator[Found | None]) -> Found | None:
        """Run `slices` to the first result that is not None; None when there is none or the table changed meanwhile."""
        version = session.version
        for found in slices:
            if found is not None:
                return found
            await asyncio.sleep(0)
            if session is not self._match.session or session.version != version:
                return None
        return None
