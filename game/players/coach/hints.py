"""Hints: the best move, the reasons, and how sure the coach is. The coach searches as the farmer does, from the person's own view.

A hint carries its worlds. `recompute` plays them again and gets the same numbers.
"""

from collections.abc import Generator
from typing import NamedTuple

from game.players.coach.reasons import case_of, reasons
from game.players.levels import BUDGETS, CLEARLY, searcher
from game.players.search.flat_monte_carlo import Budget, Candidate, Search, run_search
from game.players.search.playout import World
from game.rules.errors import Reason
from game.rules.moves import Choice
from game.rules.rng import Rng
from game.rules.view import View

SURE = 2.0  # standard errors from which one move is called clearly better than another


class RankedChoice(NamedTuple):
    """One choice compared with the best: how many points of a round it is behind, and the standard error of that."""

    choice: Choice
    behind: float
    error: float
    values: tuple[float, ...]  # its value in each world in which it was tried

    @property
    def clearly(self) -> bool:
        """Return whether the choice is clearly behind the best."""
        return self.behind > SURE * self.error


class Hint(NamedTuple):
    """A hint. `sure` is only (no other move), clear (all others are clearly behind) or equal (some are about as good)."""

    choice: Choice
    sure: str
    reasons: tuple[Reason, ...]
    ranked: tuple[RankedChoice, ...]  # the best first
    worlds: tuple[tuple[World, int], ...]  # each with the index at which its random numbers begin

    @property
    def verdict(self) -> Reason:
        """Return the sentence that says how sure the coach is."""
        equal = sum(1 for other in self.ranked[1:] if not other.clearly)
        lead = round(self.ranked[1].behind, 1) if len(self.ranked) > 1 else 0.0
        return Reason(f"coach.sure.{self.sure}", {"points": lead, "n": equal})


def hint(view: View, style: str, rng: Rng, budget: Budget | None = None) -> Generator[None, None, Hint]:
    """Yield after each world, and return the hint. With the same random numbers and worlds, its choice is the farmer's."""
    search = searcher(view, style, rng)
    if len(view.choices) > 1:
        yield from run_search(search, budget or BUDGETS["farmer"], CLEARLY)
    return hint_of(view, search)


def hint_of(view: View, search: Search) -> Hint:
    """Return the hint of a finished search."""
    if len(view.choices) == 1:
        only = view.choices[0]
        return Hint(only, "only", (), (RankedChoice(only, 0.0, 0.0, ()),), ())
    best = search.best()
    ranked = rank(search.candidates, best)
    cases = {
        candidate.choice: case_of(view, search.tile_tables, search.rules, search.position, candidate.choice)
        for candidate in search.candidates
    }
    why = reasons(cases[best.choice], [cases[other.choice] for other in ranked[1:]])
    sure = "clear" if all(other.clearly for other in ranked[1:]) else "equal"
    return Hint(best.choice, sure, tuple(why), ranked, tuple(search.log))


def rank(candidates: list[Candidate], best: Candidate) -> tuple[RankedChoice, ...]:
    """Compare all candidates with the best one, over the worlds that both were tried in; the best first."""
    others = [RankedChoice(t.choice, *t.behind(best), tuple(t.values)) for t in candidates if t is not best]
    others.sort(key=lambda other: other.behind)
    return (RankedChoice(best.choice, 0.0, 0.0, tuple(best.values)), *others)


def recompute(
    view: View, style: str, worlds: tuple[tuple[World, int], ...]
) -> dict[Choice, tuple[float, ...]]:
    """Return the value of every choice in each of a hint's worlds, played again."""
    search = searcher(view, style, Rng("", "coach"))
    return {
        choice: tuple(search.value(choice, world, start) for world, start in worlds)
        for choice in view.choices
    }
