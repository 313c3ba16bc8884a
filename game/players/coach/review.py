"""Reviews. After a round: what each choice cost, which choices mattered, and how much was luck. After a match: one line of luck and skill.

Points here are margins: mean points of the others − own points. With equal players the margin is 0 over all deals. So the margin of
a round is the luck of the deal, minus the cost of the choices, plus the luck of the draws and of the other seats.
"""

from collections.abc import Generator, Sequence
from math import fsum
from typing import NamedTuple

from game.players.coach.hints import SURE, Hint, hint_of
from game.players.levels import searcher
from game.players.search.flat_monte_carlo import Budget, run_search
from game.rules.errors import Reason
from game.rules.moves import Choice
from game.rules.rng import Rng
from game.rules.tiles import NAME
from game.rules.view import View

REVIEW = Budget(worlds=200, work=3_000_000)  # of each choice
COUNTS = 1.0  # points from which a choice can matter
MOST = 3  # choices that are shown


class Verdict(NamedTuple):
    """One choice of the round: what was played, what the coach would have played, and the price in points."""

    number: int  # of the choice in this round, from 0
    choice: Choice
    hint: Hint
    cost: float  # expected points behind the best move; 0 for the best
    error: float  # its standard error
    events: int = 0  # of the round, when it was made

    @property
    def mattered(self) -> bool:
        """Whether the choice was clearly worse than the best, and by enough to speak of."""
        return self.cost >= COUNTS and self.cost > SURE * self.error

    @property
    def line(self) -> Reason:
        """Return the sentence about the cost. Two of its values are sentences themselves."""
        points = round(self.cost, 1)
        values = {"played": _words(self.choice), "better": _words(self.hint.choice), "points": points}
        return Reason("review.choice", values)


class Review(NamedTuple):
    """A round. `margin` = `deal` - `cost` + `rest`; all in points."""

    verdicts: tuple[Verdict, ...]
    margin: float
    deal: float  # the expected margin before the first choice
    cost: float  # expected points lost by the choices
    rest: float  # luck of the draws and of the other seats

    @property
    def worst(self) -> tuple[Verdict, ...]:
        """Return up to three choices that mattered, the most costly first."""
        mattered = sorted((v for v in self.verdicts if v.mattered), key=lambda v: -v.cost)
        return tuple(mattered[:MOST])

    @property
    def line(self) -> Reason:
        """The sentence above the review."""
        return luck_line("review.round", self.deal, self.cost, self.rest, self.margin)


def review(
    decisions: Sequence[tuple[View, Choice]], last: View, rng: Rng, budget: Budget = REVIEW
) -> Generator[None, None, Review]:
    """Yield after each world, and return the review of a round that is over.

    `decisions` has the own views in which there was a choice, each with the choice made. `last` is the own view of the end. The
    budget is for each choice. Raises ValueError while the round is not over.
    """
    if last.end is None:
        raise ValueError("the round is not over")
    verdicts = []
    for number, (view, choice) in enumerate(decisions):
        search = searcher(view, "balanced", rng)
        yield from run_search(search, budget, float("inf"))
        verdicts.append(_verdict(number, choice, hint_of(view, search))._replace(events=len(view.events)))
    first = verdicts[0].hint.ranked[0].values if verdicts else [0.0]
    deal = fsum(first) / len(first)
    scores, seat = last.end.scores, last.seat
    came = (sum(scores) - scores[seat]) / (len(scores) - 1) - scores[seat]
    cost = sum(verdict.cost for verdict in verdicts)
    return Review(tuple(verdicts), came, deal, cost, came - deal + cost)


def _words(choice: Choice) -> Reason:
    if choice.do != "play":
        return Reason(f"review.move.{choice.do}", {})
    return Reason("review.move.play", {"tile": NAME[choice.tile], "suit": Reason(f"suits.{choice.suit}", {})})


def _verdict(number: int, choice: Choice, hint: Hint) -> Verdict:
    taken = next(ranked for ranked in hint.ranked if ranked.choice == choice)
    return Verdict(number, choice, hint, taken.behind, taken.error)


def match_review(rounds: Sequence[Review]) -> Reason:
    """Return the line of luck and skill for a match."""
    return luck_line(
        "review.match",
        sum(played.deal for played in rounds),
        sum(played.cost for played in rounds),
        sum(played.rest for played in rounds),
        sum(played.margin for played in rounds),
    )


def luck_line(key: str, deal: float, cost: float, rest: float, margin: float) -> Reason:
    """Return a line whose numbers, rounded to whole points, still add up: margin = deal − cost + rest."""
    whole = round(margin), round(deal), round(cost)
    values = {"margin": whole[0], "deal": whole[1], "cost": whole[2], "rest": whole[0] - whole[1] + whole[2]}
    return Reason(key, dict(values))
