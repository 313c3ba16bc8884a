"""The verbs of the coach: a hint, and the review of a round or a whole match."""

from typing import Any

from game.engine.match.current import CurrentMatch
from game.engine.match.thinking import Thinking
from game.narration import messages
from game.rules.errors import Refusal
from game.session.session import Session


class Coaching:
    """The coach's verbs for the match on the table. Each raises Refusal when there is none."""

    def __init__(self, match: CurrentMatch, thinking: Thinking) -> None:
        self._match = match
        self._thinking = thinking

    async def hint(self) -> dict[str, Any] | None:
        """The coach's advice, see `messages.hint_data`; None when the table changed meanwhile."""
        session = self._match.require_session()
        hint = await self._thinking.result(session, session.hint())
        return messages.hint_data(*hint, session.view, _names(session)) if hint else None

    async def review(self, seat: int | None = None) -> dict[str, Any] | None:
        """The review of a person's round, see `messages.review_data`; None when the table changed meanwhile."""
        session = self._match.require_session()
        if session.phase == "playing":
            raise Refusal("error.round-not-over", {})
        review = await self._thinking.result(session, session.review(session.view.number, seat))
        return messages.review_data(review, _names(session)) if review else None

    async def review_match(self, seat: int | None = None) -> dict[str, Any] | None:
        """Review one more round of the finished match: {"done", "of", "line"}; None when the table changed meanwhile.

        "line" is the sentence about luck and skill, None until all rounds are reviewed. The page calls this verb until then.
        """
        session = self._match.require_session()
        if session.phase != "match-over":
            raise Refusal("error.match-not-over", {})
        for number in session.not_reviewed(seat)[:1]:
            if await self._thinking.result(session, session.review(number, seat)) is None:
                return None
        rounds, left = len(session.match.rounds), len(session.not_reviewed(seat))
        if not left:
            self._match.save()  # now the summary can say how many points the choices gave away
            await self._match.store.flush()
        line = None if left else messages.coach_sentence(session.luck_and_skill(seat), _names(session))
        return {"done": rounds - left, "of": rounds, "line": line}


def _names(session: Session) -> list[str]:
    return [seat.name for seat in session.seats]
