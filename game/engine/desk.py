"""The desk between page and table: every verb that the page may ask, as plain calls that answer JSON-able data.

Bots think in slices between calls, as soon as a scene is out, so that their time hides behind the animation;
whatever changes the table makes a search stale. Refusals are raised; `engine` turns them into answers.
"""

import asyncio
from collections.abc import Iterator
from typing import Any, TypeVar

from game.engine import menu
from game.engine.house.houses import Houses
from game.engine.house.pads import Pads
from game.engine.learning import Learning, of_lesson
from game.engine.library import Library
from game.engine.memory.history import History
from game.engine.memory.replays import Replays
from game.engine.memory.whole import Whole
from game.engine.scene import Scene, ghost_of
from game.engine.sharing.days import Days
from game.engine.sharing.sharing import Sharing, shared_scene
from game.lessons.lesson import Lesson
from game.rules.errors import IllegalMove, Refusal
from game.rules.moves import Move, move_text
from game.rules.tiles import parse_tile
from game.session.saving import record_text
from game.session.session import Session
from game.telling import messages as says

TELL = {
    "last": says.last_move,
    "hand": says.my_hand,
    "ends": says.open_ends,
    "scores": says.scores,
    "turn": says.whose_turn,
}


Found = TypeVar("Found")


def _names(session: Session) -> list[str]:
    return [seat.name for seat in session.seats]


class Desk(Library, Learning, Houses, Pads, Replays, History, Whole, Sharing, Days):
    """One desk serves one page."""

    _thought: tuple[tuple[Session, int], "asyncio.Task[Move | None]"] | None = None
    _reading: "asyncio.Task[None] | None" = None

    # --- menu

    async def boot(self) -> dict[str, Any]:
        """See Library; what else is kept is read once that is answered."""
        there = await super().boot()
        self._reading = asyncio.ensure_future(self.read_ahead())
        return there

    async def check(self, **wanted: Any) -> dict[str, Any]:
        """What these wishes come to. Raises OptionError when they do not fit together."""
        return menu.summary(menu.resolved(**wanted), wanted.get("preset"))

    async def record(self) -> str:
        """The record of the match so far, as text for a file."""
        return record_text(self._table())

    # --- play

    async def tap(self, tile: str, at_once: bool = False) -> dict[str, Any]:
        """The places for a tile of the hand: {"places": [see scene.ghost_of]}, one for each number that it can go on.

        With `at_once` a tile with one place is played: {"scene": …}. Raises IllegalMove with the reason if none fits.
        """
        session = self._table()
        moves = session.places(parse_tile(tile))
        if at_once and len(moves) == 1:
            return {"scene": await self.act(move_text(moves[0]))}
        return {"places": [ghost_of(session.board, move) for move in moves]}

    async def drag(self, tile: str) -> dict[str, Any]:
        """Every end that a tile fits: {"places": …} as in `tap`. Raises IllegalMove with the reason if none fits."""
        session = self._table()
        return {"places": [ghost_of(session.board, move) for move in session.ends(parse_tile(tile))]}

    async def act(self, code: str, seat: int | None = None) -> Scene:
        """Executes a move code of the person at the screen, or of `seat`, another one there. Raises MoveSyntaxError or IllegalMove."""
        self._table().do(code, seat)
        return await self._changed()

    async def lift(self) -> Scene:
        """Lifts the curtain: the hand of whoever is on turn is shown. Raises IllegalMove when there is none."""
        self._table().lift()
        return await self._changed()

    async def typed(self, tile: str, on: str = "") -> Scene:
        """A typed play: a tile, and what it goes on: a tile, a number, or nothing where only one number fits."""
        session = self._table()
        if "-" in on:
            return await self.act(f"{tile}>{on}")
        index = parse_tile(tile)
        moves = session.places(index)
        if on:
            moves = [move for move in moves if move.on >= 0 and str(says.suit_joined(index, move.on)) == on]
        if not moves:
            raise IllegalMove("reason.no-such-end", {"tile": tile, "on": on})
        if len(moves) > 1:
            raise IllegalMove("reason.say-which", {"tile": tile})
        return await self.act(move_text(moves[0]))

    async def arm(self, armed: bool) -> Scene:
        """Readies the call for the next play, or not."""
        session = self._table()
        session.armed = armed and session.may_arm()
        return await self._changed()

    async def undo(self) -> Scene:
        """Back to the person's last choice."""
        self._table().undo()
        return await self._changed()

    async def next_round(self, aspect: float) -> Scene:
        """Deals the next round."""
        self._table().next_round(aspect)
        return await self._changed()

    async def next_event(self) -> Scene | None:
        """Waits for what happens without the person and does it; None when nothing is due any more."""
        while self.session is not None and self.session.due():
            session, version = self.session, self.session.version
            move = await self._thinking()
            self._thought = None
            if move is not None and session is self.session and version == session.version:
                session.bot(move)
                return await self._changed()
        return None

    def _thinking(self) -> "asyncio.Task[Move | None]":
        """The search for what happens next in the present state, begun if it is not under way."""
        assert self.session is not None
        state = (self.session, self.session.version)
        if self._thought is None or self._thought[0] != state:
            self._thought = (
                state,
                asyncio.ensure_future(self._thought_out(self.session, self.session.think())),
            )
        return self._thought[1]

    async def hint(self) -> dict[str, Any] | None:
        """What the coach would do, as `says.advice` puts it; None when the table changed meanwhile."""
        session = self._table()
        hint = await self._thought_out(session, session.hint())
        return says.advice(*hint, session.view, _names(session)) if hint else None

    async def review(self, seat: int | None = None) -> dict[str, Any] | None:
        """A person's round looked at again, as `says.looked_at` puts it; None when the table changed meanwhile."""
        session = self._table()
        if session.phase == "playing":
            raise Refusal("error.round-not-over", {})
        review = await self._thought_out(session, session.review(session.view.number, seat))
        return says.looked_at(review, _names(session)) if review else None

    async def review_match(self, seat: int | None = None) -> dict[str, Any] | None:
        """Looks at one more round of the match that is over: {"done", "of", "line"}; None when the table changed meanwhile.

        The line of luck and skill is None until all rounds are done; to be asked again until then.
        """
        session = self._table()
        if session.phase != "match-over":
            raise Refusal("error.match-not-over", {})
        for number in session.not_reviewed(seat)[:1]:
            if await self._thought_out(session, session.review(number, seat)) is None:
                return None
        rounds, left = len(session.match.rounds), len(session.not_reviewed(seat))
        if not left:
            self._save()  # the history knows by now what the choices cost
            await self.shelf.flush()
        line = None if left else says.spoken(session.luck_and_skill(seat), _names(session))
        return {"done": rounds - left, "of": rounds, "line": line}

    async def _thought_out(self, session: Session, thinking: Iterator[Found | None]) -> Found | None:
        """What `thinking` comes to, slice by slice; None when it came to nothing or the table has changed since."""
        version = session.version
        for thought in thinking:
            if thought is not None:
                return thought
            await asyncio.sleep(0)
            if session is not self.session or session.version != version:
                return None
        return None

    async def tell(self, what: str) -> list[Any]:
        """The answer to a single key: last, hand, ends, scores, turn."""
        session = self._table()
        return TELL[what](session.view, _names(session))

    async def _changed(self) -> Scene:
        made = await super()._changed()
        if made["next"] and self.session is not None and self.session.due():
            self._thinking()
        return made

    def _scene(self) -> Scene:
        made = shared_scene(super()._scene(), self._table())
        return of_lesson(made, self.session) if isinstance(self.session, Lesson) else made
