"""The verbs (requests of the page) of a match in play: the person's moves, and the moves of the other seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.match.current import CurrentMatch
from game.engine.match.player_actions import PlayerActions
from game.engine.match.thinking import Thinking
from game.engine.verb_group import verb

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.contract.play_answers import Places, Tapped
    from game.contract.scenes import Scene


class Play:
    """The playing verbs for the match on the table. All but `next_event` raise Refusal when the table is empty.

    While the match is paused, the verbs that move, undo or deal raise Refusal.
    """

    def __init__(self, match: CurrentMatch, thinking: Thinking) -> None:
        self._match = match
        self._thinking = thinking

    def _actions(self) -> PlayerActions:
        session = self._match.require_session()
        return PlayerActions(session, session.viewer)

    @verb
    async def tap(self, tile: str, at_once: bool = False, call: bool = False) -> Tapped:
        """Every place for a tile of the hand, see `PlayerActions.places`.

        With `at_once`, a tile whose places are alike is played. Raises IllegalMove if the tile fits
        nowhere.
        """
        actions = self._actions()
        places = actions.places(tile)
        if at_once and (code := actions.single_play(places)):
            return {"scene": await self.act(code, call=call)}
        return {"places": places}

    @verb
    async def drag(self, tile: str) -> Places:
        """Every place for a tile that is dragged. Raises IllegalMove if it fits nowhere."""
        return {"places": self._actions().places(tile)}

    @verb
    async def act(self, code: str, seat: int | None = None, call: bool = False, toe: int = -1) -> Scene:
        """Execute a move code, see `PlayerActions.act`."""
        self._match.require_running()
        self._actions().act(code, seat, call, toe)
        return await self._match.commit()

    @verb
    async def lift(self) -> Scene:
        """Lift the curtain: show the hand of the person on turn. Raises IllegalMove when there is no curtain."""
        self._match.require_session().lift()
        return await self._match.commit()

    @verb
    async def hide(self) -> Scene | None:
        """Take the hand off a shared screen, which may change hands now. None where no hand was shown."""
        return await self._match.commit() if self._match.require_session().viewer.hide() else None

    @verb
    async def typed(self, tile: str, on: str = "", call: bool = False) -> Scene:
        """Play a tile that the person typed, see `PlayerActions.typed`."""
        return await self.act(self._actions().typed(tile, on), call=call)

    @verb
    async def arm(self, armed: bool) -> Scene:
        """Arm or disarm the call: an armed call is made with the next play."""
        self._actions().arm(armed)
        return await self._match.commit()

    @verb
    async def undo(self) -> Scene:
        """Return to the state before the person's last choice. Raises IllegalMove if there is none."""
        self._match.require_running().undo()
        return await self._match.commit()

    @verb
    async def redo(self) -> Scene:
        """Take the last undo back. Raises IllegalMove if a move was made since, or if there was no undo."""
        self._match.require_running().redo()
        return await self._match.commit()

    @verb
    async def next_round(self, aspect: float) -> Scene:
        """Deal the next round. `aspect` is the width of the board view divided by its height."""
        self._match.require_running().next_round(aspect)
        return await self._match.commit()

    @verb
    async def next_event(self) -> Scene | None:
        """Wait for the next move of another seat, execute it and return the scene.

        None if no other seat has to move. Raises Refusal while the match is paused.
        """
        while (session := self._match.session) is not None and session.others_must_move():
            version = self._match.require_running().version
            move = await self._thinking.next_move(session)
            unchanged = session is self._match.session and version == session.version
            if move is not None and unchanged and not self._match.is_paused:
                session.play_bot_move(move)
                return await self._match.commit()
        return None

    @verb
    async def tell(self, what: str) -> list[Message]:
        """The messages that answer a question, see `PlayerActions.tell`."""
        return self._actions().tell(what)
