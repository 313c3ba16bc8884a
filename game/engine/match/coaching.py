"""The verbs of the coach: a hint, and a round or a whole match looked at again."""

from typing import Any

from game.engine.match.current import CurrentMatch
from game.engine.match.thinking import Thinking
from game.narration import messages
from game.rules.errors import Refusal
from game.session.session import Session


class Coaching:
    """Asks the coach about the match on the table. Every verb raises Refusal when there is none."""

    def __init__(self, match: CurrentMatch, thinking: Thinking) -> None:
        self._match = match
        self._thinking = thinking

    async def hint(self) -> dict[str, Any] | None:
        """What the coach would do, as `says.advice` puts it; None when the table changed meanwhile."""
        session = self._match.table()
        hint = await self._thinking.result(session, session.hint())
        return messages.advice(*hint, session.view, _names(session)) if hint else None

    async def review(self, seat: int | None = None) -> dict[str, Any] | None:
        """A person's round looked at again, as `says.looked_at` puts it; None when the table changed meanwhile."""
        session = self._match.table()
        if session.phase == "playing":
            raise Refusal("error.round-not-over", {})
        review = await self._thinking.result(session, session.review(session.view.number, seat))
        return messages.looked_at(review, _names(session)) if review else None

    async def review_match(self, seat: int | None = None) -> dict[str, Any] | None:
        """Looks at one more round of the match that is over: {"done", "of", "line"}; None when the table changed meanwhile.

        The line of luck and skill is None until all rounds are done; to be asked again until then.
        """
        session = self._match.table()
        if session.phase != "match-over":
            raise Refusal("error.match-not-over", {})
        for number in session.not_reviewed(seat)[:1]:
            if await self._thinking.result(session, session.review(number, seat)) is None:
                return None
        rounds, left = len(session.match.rounds), len(session.not_reviewed(seat))
        if not left:
            self._match.save()  # the history knows by now what the choices cost
            await self._match.store.flush()
        line = None if left else messages.spoken(session.luck_and_skill(seat), _names(session))
        return {"done": rounds - left, "of": rounds, "line": line}


def _names(session: Session) -> list[str]:
    return [seat.name for seat in session.seats]
