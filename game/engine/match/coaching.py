"""The verbs (requests of the page) of the coach: a hint, and the review of a round or a whole match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.match.current import CurrentMatch
from game.engine.match.thinking import Thinking
from game.engine.scene_parts import told_names
from game.engine.verb_group import verb
from game.narration import messages
from game.narration.coach import sentences
from game.players.coach.best_move import best_move, told_reason
from game.players.coach.review import Review, match_review
from game.rules.errors import Refusal
from game.rules.tiles import NAME
from game.session.session import Session
from game.table.faces import tile_markup

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.contract.play_answers import BestMove, HintData, MatchChoice, MatchReview, ReviewData

MOST_CHOICES = 4  # costly choices that the review of a match shows


class Coaching:
    """The coach's verbs for the match on the table. Each raises Refusal when the table is empty.

    `seat` is the person whose choices the coach reviews; None means the first person at this device.
    """

    def __init__(self, match: CurrentMatch, thinking: Thinking) -> None:
        self._match = match
        self._thinking = thinking

    @verb
    async def hint(self) -> HintData | None:
        """The coach's advice, see `sentences.hint_data`; None if the table changed during the search."""
        session = self._match.require_session()
        hint = await self._thinking.run_in_slices(session, session.hint())
        return sentences.hint_data(*hint, session.view, _names(session)) if hint else None

    @verb
    async def review(self, seat: int | None = None) -> ReviewData | None:
        """The review of the finished round, see `sentences.review_data`; None if the table changed during the search."""
        session = self._match.require_session()
        if session.phase == "playing":
            raise Refusal("error.round-not-over", {})
        review = await self._thinking.run_in_slices(session, session.review(session.view.number, seat))
        return sentences.review_data(review, _names(session)) if review else None

    @verb
    async def review_match(self, seat: int | None = None) -> MatchReview | None:
        """Review one more round of the finished match; None if the table changed meanwhile.

        The page repeats this request until all rounds are reviewed.
        """
        session = self._match.require_session()
        if session.phase != "match-over":
            raise Refusal("error.match-not-over", {})
        for number in session.not_reviewed(seat)[:1]:
            if await self._thinking.run_in_slices(session, session.review(number, seat)) is None:
                return None
        rounds, left = len(session.match.rounds), len(session.not_reviewed(seat))
        if not left:
            self._match.save()  # the summary now contains the points that the choices gave away
            await self._match.store.flush()
        line = None if left else _luck_and_skill(session, seat)
        best = None if left else _best_move(session, seat)
        choices = [] if left else _costliest_choices(session, seat)
        return {"done": rounds - left, "of": rounds, "line": line, "best": best, "choices": choices}


def _reviews(session: Session, seat: int | None) -> list[tuple[int, Review]]:
    """The rounds' numbers and their reviews for one person, in order."""
    seat = session.first_person if seat is None else seat
    return [(number, found) for (number, owner), found in sorted(session.reviews.items()) if owner == seat]


def _luck_and_skill(session: Session, seat: int | None) -> Message:
    """The lines of luck and skill in a match whose rounds are all reviewed."""
    seat = session.first_person if seat is None else seat
    won = session.match.places[seat : seat + 1] == (1,)
    reviews = [found for _, found in _reviews(session, seat)]
    return sentences.coach_sentence(match_review(reviews, won), _names(session))


def _best_move(session: Session, seat: int | None) -> BestMove | None:
    """The move that the coach puts farthest ahead of every other."""
    found = best_move(_reviews(session, seat), session.help.advised)
    if found is None:
        return None
    number, verdict = found
    values, why = {"tile": NAME[verdict.choice.tile], "number": number}, told_reason(verdict)
    if why:
        said = messages.message("best.move-why", **values, why=sentences.coach_sentence(why, _names(session)))
    else:
        said = messages.message("best.move", **values)
    return {"face": tile_markup(verdict.choice.tile), "said": said}


def _costliest_choices(session: Session, seat: int | None) -> list[MatchChoice]:
    """The choices that the review of a match shows (see `Review.worst`), at most MOST_CHOICES, in its order; then all others together."""
    mistakes = [(number, verdict) for number, found in _reviews(session, seat) for verdict in found.mistakes]
    mistakes.sort(key=lambda mistake: mistake[1].precedence)
    shown = sorted(mistakes[:MOST_CHOICES], key=lambda mistake: (mistake[0], mistake[1].number))
    choices: list[MatchChoice] = [
        {**sentences.reviewed_choice(verdict, _names(session)), "number": number} for number, verdict in shown
    ]
    return choices + sentences.smaller_mistakes([verdict for _, verdict in mistakes[MOST_CHOICES:]])


def _names(session: Session) -> list[str]:
    return told_names(session.viewer)
