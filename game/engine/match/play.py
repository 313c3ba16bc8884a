"""The verbs of a match in play: the person's moves, and what happens without the person."""

from typing import Any

from game.engine.match.current import CurrentMatch
from game.engine.match.thinking import Thinking
from game.engine.scene import Scene, ghost_of
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
    """Plays on in the match on the table. Every verb raises Refusal when there is none."""

    def __init__(self, match: CurrentMatch, thinking: Thinking) -> None:
        self._match = match
        self._thinking = thinking

    async def tap(self, tile: str, at_once: bool = False) -> dict[str, Any]:
        """The places for a tile of the hand: {"places": [see scene.ghost_of]}, one for each number that it can go on.

        With `at_once` a tile with one place is played: {"scene": …}. Raises IllegalMove with the reason if none fits.
        """
        session = self._match.table()
        moves = session.places(parse_tile(tile))
        if at_once and len(moves) == 1:
            return {"scene": await self.act(move_text(moves[0]))}
        return {"places": [ghost_of(session.board, move) for move in moves]}

    async def drag(self, tile: str) -> dict[str, Any]:
        """Every end that a tile fits: {"places": …} as in `tap`. Raises IllegalMove with the reason if none fits."""
        session = self._match.table()
        return {"places": [ghost_of(session.board, move) for move in session.ends(parse_tile(tile))]}

    async def act(self, code: str, seat: int | None = None) -> Scene:
        """Executes a move code of the person at the screen, or of `seat`, another one there. Raises MoveSyntaxError or IllegalMove."""
        self._match.table().do(code, seat)
        return await self._match.changed()

    async def lift(self) -> Scene:
        """Lifts the curtain: the hand of whoever is on turn is shown. Raises IllegalMove when there is none."""
        self._match.table().lift()
        return await self._match.changed()

    async def typed(self, tile: str, on: str = "") -> Scene:
        """A typed play: a tile, and what it goes on: a tile, a number, or nothing where only one number fits."""
        session = self._match.table()
        if "-" in on:
            return await self.act(f"{tile}>{on}")
        index = parse_tile(tile)
        moves = session.places(index)
        if on:
            moves = [
                move for move in moves if move.on >= 0 and str(messages.suit_joined(index, move.on)) == on
            ]
        if not moves:
            raise IllegalMove("reason.no-such-end", {"tile": tile, "on": on})
        if len(moves) > 1:
            raise IllegalMove("reason.say-which", {"tile": tile})
        return await self.act(move_text(moves[0]))

    async def arm(self, armed: bool) -> Scene:
        """Readies the call for the next play, or not."""
        session = self._match.table()
        session.armed = armed and session.may_arm()
        return await self._match.changed()

    async def undo(self) -> Scene:
        """Back to the person's last choice."""
        self._match.table().undo()
        return await self._match.changed()

    async def next_round(self, aspect: float) -> Scene:
        """Deals the next round."""
        self._match.table().next_round(aspect)
        return await self._match.changed()

    async def next_event(self) -> Scene | None:
        """Waits for what happens without the person and does it; None when nothing is due any more."""
        while (session := self._match.session) is not None and session.due():
            version = session.version
            move = await self._thinking.next_move(session)
            if move is not None and session is self._match.session and version == session.version:
                session.bot(move)
                return await self._match.changed()
        return None

    async def tell(self, what: str) -> list[Any]:
        """The answer to a single key: last, hand, ends, scores, turn."""
        session = self._match.table()
        return TELL[what](session.view, [seat.name for seat in session.seats])
