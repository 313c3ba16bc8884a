"""Hints: the best move, the reasons for it, and how sure the coach is.

The coach searches like the level farmer, from the person's own view. A hint contains the worlds (guesses of the hidden
tiles) of its search, so `recompute` can play them again and get the same values.
"""

from collections.abc import Generator
from typing import NamedTuple

from game.players.coach.reasons import Case, case_of, plain_fact, reasons
from game.players.levels import BUDGETS, DROP_ERRORS, make_search
from game.players.search.flat_monte_carlo import Budget, Candidate, Search, run_search
from game.players.search.playout import World
from game.rules.errors import Reason
from game.rules.moves import Choice
from game.rules.rng import Rng
from game.rules.tiles import NAME
from game.rules.view import SeatView

SURE_ERRORS = 2.0  # a move is clearly better than another if it is more than so many standard errors ahead


class RankedChoice(NamedTuple):
    """One choice compared with the best one."""

    choice: Choice
    behind: float  # expected points of a round behind the best choice
    error: float  # standard error of `behind`
    values: tuple[float, ...]  # its value in each world in which it was tried

    @property
    def clearly(self) -> bool:
        """Return whether the choice is clearly behind the best."""
        return self.behind > SURE_ERRORS * self.error


class Hint(NamedTuple):
    """A hint: the best choice, and why."""

    choice: Choice
    sure: str  # only (no other choice), clear (all others are clearly behind) or equal (some are not)
    reasons: tuple[Reason, ...]
    ranked: tuple[RankedChoice, ...]  # the best first
    worlds: tuple[tuple[World, int], ...]  # each with the index at which its random numbers start

    @property
    def verdict(self) -> Reason:
        """Return the sentence that says how sure the coach is. Its "points" are the lead over the second choice."""
        equal = sum(1 for other in self.ranked[1:] if not other.clearly)
        others = len(self.ranked) - 1
        lead = round(self.ranked[1].behind) if others else 0
        if self.sure == "equal" and equal < others:
            can_draw = any(other.choice.do == "draw" for other in self.ranked[1:])
            return Reason(
                "coach.sure.some-draw" if can_draw else "coach.sure.some", {"n": equal, "of": others}
            )
        sure = "little" if self.sure == "clear" and lead == 0 else self.sure
        return Reason(f"coach.sure.{sure}", {"points": lead, "n": equal})

    @property
    def only_tile(self) -> tuple[Reason, ...]:
        """Return the sentence that only one tile fits, if so. A draw or a pass may be possible too."""
        tiles = {other.choice.tile for other in self.ranked if other.choice.do == "play"}
        if self.sure == "only" or len(tiles) != 1:
            return ()
        return (Reason("coach.only-tile", {"tile": NAME[tiles.pop()]}),)


def hint(view: SeatView, style: str, rng: Rng, budget: Budget | None = None) -> Generator[None, None, Hint]:
    """Search for the best choice. This generator yields after each world, and returns the hint.

    With the same `rng` and budget, the hint's choice is the farmer's choice. A choice without a reason gets a plain fact.
    """
    search = make_search(view, style, rng)
    if len(view.choices) > 1:
        yield from run_search(search, budget or BUDGETS["farmer"], DROP_ERRORS)
    found = hint_of(view, search)
    if found.reasons or found.sure == "only":
        return found
    return found._replace(reasons=tuple(plain_fact(searched_case(view, search, found.choice))))


def hint_of(view: SeatView, search: Search) -> Hint:
    """Return the hint of a finished search."""
    if len(view.choices) == 1:
        only = view.choices[0]
        return Hint(only, "only", (), (RankedChoice(only, 0.0, 0.0, ()),), ())
    best = search.best()
    ranked = rank(search.candidates, best)
    cases = {choice: searched_case(view, search, choice) for choice in view.choices}
    why = reasons(cases[best.choice], [cases[other.choice] for other in ranked[1:]])
    sure = "clear" if all(other.clearly for other in ranked[1:]) else "equal"
    return Hint(best.choice, sure, tuple(why), ranked, tuple(search.log))


def searched_case(view: SeatView, search: Search, choice: Choice) -> Case:
    """The case of a choice in the position that was searched."""
    return case_of(view, search.tile_tables, search.rules, search.position, choice)


def rank(candidates: list[Candidate], best: Candidate) -> tuple[RankedChoice, ...]:
    """Compare all candidates with `best`, over the worlds in which both were tried. Return the best first."""
    others = [
        RankedChoice(candidate.choice, *candidate.behind(best), tuple(candidate.values))
        for candidate in candidates
        if candidate is not best
    ]
    others.sort(key=lambda other: other.behind)
    return (RankedChoice(best.choice, 0.0, 0.0, tuple(best.values)), *others)


def recompute(
    view: SeatView, style: str, worlds: tuple[tuple[World, int], ...]
) -> dict[Choice, tuple[float, ...]]:
    """Play a hint's worlds again. Return, for every choice, its value in each world."""
    search = make_search(view, style, Rng("", "coach"))  # its random numbers are not used
    return {
        choice: tuple(search.value(choice, world, start) for world, start in worlds)
        for choice in view.choices
    }
