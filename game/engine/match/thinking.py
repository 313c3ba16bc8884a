"""Run long computations on the match in time slices between requests, and stop them when another match is
opened or this one moves on.

The search for the next move starts as soon as a scene is sent, so that it runs during the page's animation.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from game.engine.match.current import CurrentMatch
from game.rules.moves import Move
from game.session.session import Session

if TYPE_CHECKING:
    from game.contract.scenes import Scene

Found = TypeVar("Found")


class Thinking:
    """The running computations. Only one search for the next move runs at a time."""

    def __init__(self, match: CurrentMatch) -> None:
        self._match = match
        self._search: asyncio.Task[Move | None] | None = None
        # the session and its version for which `_search` finds a move
        self._searched: tuple[Session, int] | None = None

    def follow(self, new_scene: Scene) -> None:
        """Start the search for the next move, if the scene says that another seat moves next."""
        self.search_ahead(new_scene["next"])

    def search_ahead(self, wanted: bool) -> None:
        """Start the search for the next move, if it is wanted and another seat moves next."""
        session = self._match.session
        if wanted and session is not None and session.others_must_move():
            self._search_task(session)

    async def next_move(self, session: Session) -> Move | None:
        """The next move of another seat in the session's present state.

        None if the state changed meanwhile, or if the only possible move is a catch that no bot notices.
        """
        move = await self._search_task(session)
        self._search = self._searched = None
        return move

    def _search_task(self, session: Session) -> asyncio.Task[Move | None]:
        """The task that searches the next move in the present state. Starts it if it does not run yet."""
        state = session, session.version
        if self._search is None or self._searched != state:
            self._search = asyncio.ensure_future(self.run_in_slices(session, session.think()))
            self._searched = state
        return self._search

    async def run_in_slices(self, session: Session, slices: Iterator[Found | None]) -> Found | None:
        """Run a sliced computation. Return the first value of `slices` that is not None. Lets other tasks run after each None.

        Returns None if there is no such value, or if another match was opened or this one moved on.
        """
        version = session.version
        for found in slices:
            if found is not None:
                return found
            await asyncio.sleep(0)
            if session is not self._match.session or session.version != version:
                return None
        return None
