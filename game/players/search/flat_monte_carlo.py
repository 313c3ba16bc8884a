"""Flat Monte Carlo: every candidate move is tried in the same sampled worlds, each played out to the end of the round.

Search trees, nested searches and sequential halving measured no better at equal time (docs/players.md). What decides is how the
playouts play and how many worlds there are. A candidate that is clearly behind is dropped, so the time goes to the close ones.
"""

from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import NamedTuple

from game.players.search.beliefs import OpponentModel, Position, Sampler, position_of
from game.players.search.playout import (
    RANDOM_STARTS,
    PlayoutRules,
    Table,
    World,
    lay,
    playout,
    playout_rules,
    random_numbers,
)
from game.players.search.rollout import CAREFUL, RolloutPolicy, policy_for
from game.players.search.tile_tables import TileTables, tile_tables_for
from game.players.search.utility import Utility
from game.rules.moves import Choice
from game.rules.view import View


class Budget(NamedTuple):
    """A limit of a search: a number of worlds, and an amount of work. It is never a time, so every device finds the same move.

    The work of a world is `Search.load` for each candidate that is tried in it, and once for drawing the world. Measured over
    270 decisions at nine tables, a unit takes about the same time at all of them: p95 of 1.4 times the median.
    """

    worlds: int
    work: float = float("inf")


class SearchSettings(NamedTuple):
    """How playouts play, and whether the others are modelled."""

    epsilon: float  # share of random plays of a seat without a policy
    opponent_model: bool = (
        False  # whether seats are judged by their plays; those that think, the own one too, follow a policy
    )


class Candidate:
    """One candidate move, and its value in each world so far."""

    def __init__(self, choice: Choice):
        self.choice = choice
        self.values: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    def behind(self, best: "Candidate") -> tuple[float, float]:
        """Return (mean difference to `best`, its standard error) over the worlds that both were tried in."""
        pairs = [b - own for own, b in zip(self.values, best.values, strict=False)]
        mean = sum(pairs) / len(pairs)
        if len(pairs) < 2:
            return mean, float("inf")
        spread = sum((d - mean) ** 2 for d in pairs) / (len(pairs) - 1)
        return mean, sqrt(spread / len(pairs))


class Search:
    """A search from one view. `step` tries all live candidates in one more world."""

    def __init__(self, view: View, settings: SearchSettings, utility: Utility, random: Random):
        options = view.options
        self.tile_tables: TileTables = tile_tables_for(options)
        self.rules: PlayoutRules = playout_rules(options)
        self.position: Position = position_of(view, self.tile_tables, self.rules)
        self.load = self.position.off.bit_count() * (5 + view.hand.bit_count())  # work of one playout
        self.sampler = (OpponentModel if settings.opponent_model else Sampler)(
            self.position, self.tile_tables
        )
        self.utility = utility
        self.random = random
        self.random_numbers = random_numbers(settings.epsilon)
        self.opponent_model = settings.opponent_model
        self._policies: dict[int, tuple[RolloutPolicy | None, ...]] = {}
        self._other: RolloutPolicy | None = None  # of all the others who think
        self.has_drawn = view.has_drawn
        self.candidates = [Candidate(choice) for choice in view.choices]
        self.live = self.candidates
        self.log: list[tuple[World, int]] = []  # the worlds, each with where its random numbers begin
        self.next = self.rules.after[view.seat]
        self._laid: dict[tuple[int, int], Table] = {}

    def step(self) -> None:
        """Try every live candidate in one more world."""
        world = self.sampler.world(self.random)
        start = int(self.random.random() * RANDOM_STARTS)
        self.log.append((world, start))
        for candidate in self.live:
            candidate.values.append(self.value(candidate.choice, world, start))

    def value(self, choice: Choice, world: World, start: int) -> float:
        """Return the value of `choice` in `world`, after one playout whose random numbers begin at `start`."""
        hands = world.hands.copy()
        if choice.do == "play":
            return self._played(world, hands, self.tile_tables.local[choice.tile], choice.suit, 0, start)
        if choice.do == "draw":
            return self._drawn(world, hands, start)
        idle = self.position.idle + (not self.has_drawn)
        if idle >= self.rules.limit:
            return self.utility(hands, 0)
        return self._rest(world, hands, 0, self.position.table, idle, start)

    def _played(self, world: World, hands: list[int], tile: int, suit: int, at: int, start: int) -> float:
        seat = self.position.seat
        hands[seat] &= ~self.tile_tables.bit[tile]
        if not hands[seat]:
            return self.utility(hands, tile)
        table = self._laid.get((tile, suit))
        if table is None:
            off = self.position.off
            table = self._laid[tile, suit] = lay(
                self.tile_tables, self.rules, self.position.table, tile, suit, off
            )
        return self._rest(world, hands, at, table, 0, start)

    def _drawn(self, world: World, hands: list[int], start: int) -> float:
        fits = self.position.table[4]
        at = 0
        while at < len(world.yard) - self.rules.reserve:
            drawn = world.yard[at]
            at += 1
            hands[self.position.seat] |= drawn
            if drawn & fits:
                tile = drawn.bit_length()
                return self._played(world, hands, tile, self._suit(tile), at, start)
            if not self.rules.until:
                break
        return self._rest(world, hands, at, self.position.table, 0, start)

    def _rest(self, world: World, hands: list[int], at: int, table: Table, idle: int, start: int) -> float:
        last = playout(
            self.tile_tables,
            self.rules,
            self.policies(world),
            world,
            hands,
            at,
            table,
            self.next,
            idle,
            (*self.random_numbers, start),
        )
        return self.utility(hands, last)

    def policies(self, world: World) -> tuple[RolloutPolicy | None, ...]:
        """Return the rollout policy of each seat in a world; None plays the heaviest tile."""
        thinking = world.thinking if self.opponent_model else 0
        policies = self._policies.get(thinking)
        if policies is None:
            position = self.position
            if thinking and self._other is None:
                self._other = policy_for(self.tile_tables, position.table[1], position.hidden)
            policies = tuple(
                (CAREFUL if seat == position.seat else self._other) if thinking >> seat & 1 else None
                for seat in range(len(position.counts))
            )
            self._policies[thinking] = policies
        return policies

    def _suit(self, tile: int) -> int:
        """Return the suit by which a playout lays a drawn tile."""
        _, opened, owed, missing, _ = self.position.table
        high = self.tile_tables.high[tile]
        if missing:
            return owed
        return high if opened >> high & 1 else self.tile_tables.low[tile]

    def best(self) -> Candidate:
        """Return the live candidate with the best mean; the first of equals."""
        return max(self.live, key=lambda candidate: candidate.mean)

    def drop(self, errors: float) -> None:
        """Give up candidates that are more than so many standard errors behind the best one."""
        best = self.best()

        def close(candidate: Candidate) -> bool:
            mean, error = candidate.behind(best)
            return candidate is best or mean <= errors * error

        self.live = [candidate for candidate in self.live if close(candidate)]


def run_search(search: Search, budget: Budget, errors: float) -> Iterator[None]:
    """Search within the budget, and yield after each world. At 32, 64, 128 … worlds `Search.drop(errors)` gives up candidates."""
    check, work = 32, 0
    while len(search.live) > 1 and len(search.log) < budget.worlds and work < budget.work:
        search.step()
        work += search.load * (len(search.live) + 1)
        if len(search.log) >= check:
            check *= 2
            search.drop(errors)
        yield


def finish(thinking: Iterator[None]) -> None:
    """Run a generator to its end without pausing."""
    for _ in thinking:
        pass
