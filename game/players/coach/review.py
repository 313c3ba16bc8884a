"""Reviews: after a round, the cost of each choice. After a match, the lines of luck and skill.

A margin is the mean points of the others minus the own points. Between equal players its mean over all deals is 0.
So the margin of a round is the luck of the deal, minus the cost of the choices, plus the luck of the draws and of the
other seats.

Only choices that were clearly worse than the best one count as a cost. The search's small differences are mostly noise,
and the best of several estimates is too high: added up, they would blame a player who made no mistake.
"""

from collections.abc import Callable, Generator, Sequence
from itertools import groupby
from math import fsum
from typing import NamedTuple

from game.players.coach.facts import compared
from game.players.coach.gains import gain, own_gain
from game.players.coach.hints import SURE_ERRORS, WORTH_SAYING, Hint, hint_of, searched_cases, words_of
from game.players.coach.hints import hint as find_hint
from game.players.coach.reasons import holds_too
from game.players.levels import make_search
from game.players.search.flat_monte_carlo import Budget, Search, run_search
from game.players.search.playout import world_of
from game.rules.errors import Reason, Values
from game.rules.moves import Choice
from game.rules.rng import Rng
from game.rules.tiles import NAME, Tile
from game.rules.view import SeatView

REVIEW_BUDGET = Budget(worlds=200, work=3_000_000)  # the limits of the search for each choice
UNSEEN_COST = (
    10.0  # points; a choice that cost fewer does not matter if nobody sees why the other move is better
)
MOST_SHOWN = 3  # choices that a review shows
EVEN_LUCK = 4.0  # luck of fewer points a round is not told
COMPARED = "coach.compared."  # how the better move compares with the choice, if it has no other reason


class Decision(NamedTuple):
    """A choice that the person made, and where all tiles were."""

    view: SeatView
    choice: Choice
    hands: tuple[int, ...]  # by seat, the mask of its tiles
    yard: tuple[Tile, ...]  # in the order of drawing


class Verdict(NamedTuple):
    """The judgement of one choice of the round."""

    number: int  # index of the choice among the person's choices in this round
    choice: Choice
    hint: Hint  # the coach's hint for the same view
    cost: float  # expected points behind the best move; 0 for the best
    error: float  # standard error of `cost`
    events: int = 0  # number of events in the round before the choice
    turn: int = 1  # number of the person's turn in the round
    has_drawn: bool = False  # whether the person had drawn in this turn

    @property
    def mattered(self) -> bool:
        """Whether the choice was clearly worse than the best, by WORTH_SAYING points, or UNSEEN_COST if nobody can see why."""
        least = WORTH_SAYING if self.teaches else UNSEEN_COST
        return self.cost >= least and self.cost > SURE_ERRORS * self.error

    @property
    def teaches(self) -> bool:
        """Whether the better move has a good reason that can be seen on the table. Nobody sees why to keep a tile that fits."""
        if self.choice.do == "play" and self.hint.choice.do != "play":
            return False
        return not any(reason.key.startswith(COMPARED) for reason in self.hint.reasons[:1])

    @property
    def precedence(self) -> tuple[bool, float]:
        """The sorting key of what a review shows: first the mistakes from whose reason one can learn, then the costliest."""
        return not self.teaches, -self.cost

    @property
    def points(self) -> int:
        """The cost in whole points, as it is shown. The shown costs add up, because each is a whole number."""
        return round(self.cost)

    @property
    def played(self) -> Reason:
        """The words for what the person did. A draw or a pass names the tile that should have been played instead."""
        better = self.hint.choice
        if self.choice.do != "play" and better.do == "play":
            return Reason(f"review.did.{self.choice.do}-holding", {"tile": NAME[better.tile]})
        return words_of(self.choice)

    @property
    def when(self) -> Reason:
        """The words for the turn of the choice."""
        return Reason("review.when-drawn" if self.has_drawn else "review.when", {"turn": self.turn})

    @property
    def line(self) -> Reason:
        """The sentence about the cost. Its values `played` and `better` are words for a choice.

        It says when the choice was made: a move can be a mistake in one turn, and the better move in another.
        """
        better = words_of(self.hint.choice)
        values: Values = {"when": self.when, "played": self.played, "better": better, "points": self.points}
        return Reason("review.choice", values)


class Review(NamedTuple):
    """The review of a round. `margin` = `deal` - `cost` + `rest`; all in points."""

    verdicts: tuple[Verdict, ...]
    margin: float  # the margin by the round's scores
    deal: float  # the expected margin before the first choice
    cost: float  # expected points lost by the choices that mattered
    rest: float  # luck of the draws and of the other seats

    @property
    def mistakes(self) -> tuple[Verdict, ...]:
        """The choices that mattered, the most costly first."""
        mattered = [verdict for verdict in self.verdicts if verdict.mattered]
        return tuple(sorted(mattered, key=lambda verdict: -verdict.cost))

    @property
    def worst(self) -> tuple[Verdict, ...]:
        """The choices that the review shows: at most MOST_SHOWN, see `Verdict.precedence`."""
        return self._in_order[:MOST_SHOWN]

    @property
    def points(self) -> int:
        """The cost of the choices in whole points: the sum of the shown costs."""
        return sum(verdict.points for verdict in self.mistakes)

    @property
    def unshown(self) -> tuple[Verdict, ...]:
        """The mistakes that are not among the `worst`."""
        return self._in_order[MOST_SHOWN:]

    @property
    def _in_order(self) -> tuple[Verdict, ...]:
        return tuple(sorted(self.mistakes, key=lambda verdict: verdict.precedence))

    @property
    def good(self) -> int:
        """The number of choices that were no mistake. A turn in which only one thing was possible is no choice."""
        return self.made - len(self.mistakes)

    @property
    def made(self) -> int:
        """The number of choices."""
        return sum(len(verdict.hint.ranked) > 1 for verdict in self.verdicts)

    @property
    def line(self) -> Reason:
        """The lines above the review: what the choices were worth, and that luck was to blame if it was not they."""
        choices = _choices_line([self])
        if self.mistakes or round(self.margin) >= 0:
            return choices
        return _with_luck(choices, _luck_line([self], won=False))


def review(
    decisions: Sequence[Decision],
    last: SeatView,
    rng: Rng,
    hint_rng: Callable[[SeatView], Rng],
    budget: Budget = REVIEW_BUDGET,
) -> Generator[None, None, Review]:
    """Review a round that is over. This generator yields after each world, and returns the review.

    A choice is judged by what the person could know. It is no mistake if the better move would have gained less than WORTH_SAYING
    points with the tiles as they lay: who sees all hands afterwards does not believe it. Nor if a hint advised it: `hint_rng` returns
    the random numbers of a hint for a view. For the same reason no choice cost more than the person scored, although the search counts
    the points of the others, too: who went out made no mistake.

    `last` is the own view of the round's end. The `budget` is for each choice. Raises ValueError while the round is not over.
    """
    if last.end is None:
        raise ValueError("the round is not over")
    scores, seat = last.end.scores, last.seat
    verdicts = []
    for number, decision in enumerate(decisions):
        view, choice = decision.view, decision.choice
        search = make_search(view, "balanced", rng)
        yield from run_search(search, budget, float("inf"))
        verdict = _verdict(number, view, choice, hint_of(view, search), search)
        verdict = _believed(verdict, scores[seat])
        if verdict.mattered:
            advice = yield from find_hint(view, "balanced", hint_rng(view))
            if advice.choice == choice or _gained_as_it_lay(search, decision, verdict) < WORTH_SAYING:
                verdict = verdict._replace(cost=0.0)
        verdicts.append(verdict)
    # the value of the best first move in each world (guess of the hidden tiles)
    first_values = verdicts[0].hint.ranked[0].values if verdicts else [0.0]
    deal = fsum(first_values) / len(first_values)
    margin = (sum(scores) - scores[seat]) / (len(scores) - 1) - scores[seat]
    cost = sum(verdict.cost for verdict in verdicts if verdict.mattered)
    return Review(tuple(verdicts), margin, deal, cost, margin - deal + cost)


def _believed(verdict: Verdict, score: float) -> Verdict:
    """The verdict with no more points than the person scored; with none if all that can be said of them is whose they were."""
    if verdict.cost <= score:
        return verdict
    return verdict._replace(cost=max(0.0, score) if verdict.teaches else 0.0)


def _gained_as_it_lay(search: Search, decision: Decision, verdict: Verdict) -> float:
    """The points that the better move would have gained with the tiles where they were."""
    tables = search.tile_tables
    hands = [tables.from_rules(hand) for hand in decision.hands]
    world = world_of(hands, [tables.bit[tables.local[tile]] for tile in decision.yard])
    return gain(decision.view, search, verdict.hint.choice, decision.choice, world)


def _verdict(number: int, view: SeatView, choice: Choice, hint: Hint, search: Search) -> Verdict:
    """Return the verdict on a choice in a view, with its cost from the hint of the search for the same view.

    A better move without a reason that the choice has not, too, is compared with a choice that cost points. The playouts do not
    show what a delay costs (`Search.delay_of`), so nobody is blamed for that part.
    """
    made = next(ranked for ranked in hint.ranked if ranked.choice == choice)
    delay = search.delay_of(choice) - search.delay_of(hint.choice)
    cost = max(0.0, made.behind - max(0.0, delay))
    events, turn = len(view.events), turn_number(view)
    if cost >= WORTH_SAYING:
        cases = searched_cases(view, search)
        own, better = cases.pop(choice), cases[hint.choice]
        why = tuple(reason for reason in hint.reasons if not holds_too(reason, own, [*cases.values()]))
        gained = why or (compared(better, own) or _gained(view, search, hint.choice, choice, cost),)
        hint = hint._replace(reasons=gained)
    return Verdict(number, choice, hint, cost, made.error, events, turn, view.has_drawn)


def _gained(view: SeatView, search: Search, better: Choice, made: Choice, cost: float) -> Reason:
    """Where the `cost` came from: the own points at the end, and those of the others, which add up to it."""
    fewer = round(own_gain(view, search, better, made))
    return whose_points(fewer, round(cost) - fewer)


def whose_points(fewer: int, more: int) -> Reason:
    """Return the sentence about a move that left the own hand with `fewer` points, and the others with `more` on average.

    One of them is positive. A negative one means the opposite.

    >>> whose_points(9, 3).key, whose_points(-2, 5), whose_points(4, 0).key
    ('coach.compared.both', Reason(key='coach.compared.others-but', values={'points': 5, 'n': 2}), 'coach.compared.own')
    """
    if fewer > 0 and more > 0:
        return Reason("coach.compared.both", {"points": fewer, "n": more})
    larger, key = max((fewer, "own"), (more, "others"))
    against = larger - fewer - more
    values: Values = {"points": larger, "n": against} if against else {"points": larger}
    return Reason(f"coach.compared.{key}" + ("-but" if against else ""), values)


def turn_number(view: SeatView) -> int:
    """Return the number of the seat's present turn in the round, from 1. A missed turn counts."""
    seats = [
        event.seat for event in view.events if event.do in ("play", "pass", "skip") or event.why == "turn"
    ]
    turns = [seat for seat, _ in groupby([*seats, view.seat])]
    return turns.count(view.seat)


def match_review(rounds: Sequence[Review], won: bool) -> Reason:
    """Return the lines of luck and skill for a match: what the choices were worth, and whether luck helped to win it."""
    return _with_luck(_choices_line(rounds), _luck_line(rounds, won))


def _with_luck(choices: Reason, luck: Reason) -> Reason:
    return Reason("review.line", {"choices": choices, "luck": luck})


def _choices_line(rounds: Sequence[Review]) -> Reason:
    """How many choices were good, unless fewer than half of them.

    What each of the rest cost stands beside it. The sum is not told: nobody believes in more points than they have.
    """
    if not sum(played.points for played in rounds):
        return Reason("review.choices.even", {})
    good, made = sum(played.good for played in rounds), sum(played.made for played in rounds)
    if 2 * good < made:
        return Reason("review.choices.bad", {})
    return Reason("review.choices.good", {"good": good, "n": made})


def _luck_line(rounds: Sequence[Review], won: bool) -> Reason:
    """Whether luck helped: that of the deal, the draws and the other seats. It is what the margin has besides the cost.

    Who has not won is told of good luck together with their bad rounds, or that another scored even fewer points: else nobody believes it.
    """
    by_round = [played.margin + played.points for played in rounds]
    luck = sum(by_round)
    good, bad = [
        [number for number, each in enumerate(by_round, 1) if sign * each >= EVEN_LUCK] for sign in (1, -1)
    ]
    is_even = abs(luck) < EVEN_LUCK * len(rounds)
    if good and bad and (is_even or (luck > 0 and not won)):
        return Reason("review.luck.mixed", {"good": _rounds(good), "bad": _rounds(bad)})
    if is_even:
        return Reason("review.luck.even" if won else "review.luck.average", {})
    if luck > 0:
        return Reason("review.luck.good" if won else "review.luck.good-lost", {})
    return Reason("review.luck.bad-won" if won else "review.luck.bad", {})


def _rounds(numbers: Sequence[int]) -> Reason:
    return Reason("review.rounds", {"n": len(numbers), "numbers": [str(number) for number in numbers]})
