"""The verbs of a match in play: the person's moves, and the moves of the other seats."""

from typing import Any

from game.engine.match.current import CurrentMatch
from game.engine.match.thinking import Thinking
from game.engine.scene import Scene, preview_of
from game.narration import messages
from game.rules.errors import IllegalMove
from game.rules.moves import move_text
from game.rules.tiles import parse_tile

TELL = {
    "last": messages.last_move,
    "hand": messages.my_hand,
    "ends": messages.open_ends,
    "scores": messages.scores,
    "turn": messages.whose_turn,
}


class Play:
    """The playing verbs for the match on the table. Each raises Refusal when there is none."""

    def __init__(self, match: CurrentMatch, thinking: Thinking) -> None:
        self._match = match
        self._thinking = thinking

    async def tap(self, tile: str, at_once: bool = False) -> dict[str, Any]:
        """The places for a tile of the hand, one for each number that it fits: {"places": [see `scene.preview_of`]}.

        With `at_once` a tile with only one place is played: {"scene": …}. Raises IllegalMove with the reason if it fits nowhere.
        """
        session = self._match.require_session()
        moves = session.plays_of(parse_tile(tile))
        if at_once and len(moves) == 1:
            return {"scene": await self.act(move_text(moves[0]))}
        return {"places": [preview_of(session.board, move) for move in moves]}

    async def drag(self, tile: str) -> dict[str, Any]:
        """Every end that a tile fits: {"places": …} as in `tap`. Raises IllegalMove with the reason if it fits nowhere."""
        session = self._match.require_session()
        return {
            "places": [preview_of(session.board, move) for move in session.exact_plays_of(parse_tile(tile))]
        }

    async def act(self, code: str, seat: int | None = None) -> Scene:
        """Execute a move code for the person at the screen, or for another person at `seat`.

        Raises MoveSyntaxError or IllegalMove.
        """
        self._match.require_session().execute(code, seat)
        return await self._match.commit()

    async def lift(self) -> Scene:
        """Lift the curtain: show the hand of the person on turn. Raises IllegalMove when there is no curtain."""
        self._match.require_session().lift()
        return await self._match.commit()

    async def typed(self, tile: str, on: str = "") -> Scene:
        """Play a typed tile on `on`: a tile, a number, or empty if the tile fits only one number. Raises IllegalMove."""
        session = self._match.require_session()
        if "-" in on:
            return await self.act(f"{tile}>{on}")
        index = parse_tile(tile)
        moves = session.plays_of(index)
        if on:
            moves = [
                move for move in moves if move.on >= 0 and str(messages.joining_suit(index, move.on)) == on
            ]
        if not moves:
            raise IllegalMove("reason.no-such-end", {"tile": tile, "on": on})
        if len(moves) > 1:
            raise IllegalMove("reason.say-which", {"tile": tile})
        return await self.act(move_text(moves[0]))

    async def arm(self, armed: bool) -> Scene:
        """Arm or disarm the call: an armed call is made with the next play."""
        session = self._match.require_session()
        session.armed = armed and session.may_arm()
        return await self._match.commit()

    async def undo(self) -> Scene:
        """Go back to before the person's last choice."""
        self._match.require_session().undo()
        return await self._match.commit()

    async def next_round(self, aspect: float) -> Scene:
        """Deal the next round."""
        self._match.require_session().next_round(aspect)
        return await self._match.commit()

    async def next_event(self) -> Scene | None:
        """Wait for the next move of another seat and execute it; None when no other seat has to move."""
        while (session := self._match.session) is not None and session.others_must_move():
            version = session.version
            move = await self._thinking.next_move(session)
            if move is not None and session is self._match.session and version == session.version:
                session.play_bot_move(move)
                return await self._match.commit()
        return None

    async def tell(self, what: str) -> list[Any]:
        """Messages for a keyboard question: `what` is last, hand, ends, scores or turn."""
        session = self._match.require_session()
        return TELL[what](session.view, [seat.name for seat in session.seats])
