"""Flat Monte Carlo: tries every candidate move in the same sampled worlds, and plays each out to the end of the round.

A world is one guess of all hidden tiles, see beliefs.py.

Search trees, nested searches and sequential halving measured no better at equal time (docs/players.md). The strength
depends on the policies of the playouts and on the number of worlds. A candidate that is clearly behind is dropped, so
that the other candidates get more worlds.
"""

from collections.abc import Iterator
from math import fsum, sqrt
from random import Random
from typing import NamedTuple

from game.players.search.beliefs import OpponentModel, Sampler, position_of
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
from game.players.search.rollout import BURDEN, CAREFUL, RolloutPolicy, policy_for
from game.players.search.search_position import Position
from game.players.search.tile_tables import TileTables, tile_tables_for
from game.players.search.utility import Utility
from game.rules.moves import Choice
from game.rules.view import SeatView


class Budget(NamedTuple):
    """The limits of a search. They never contain a time, so every device finds the same move.

    Each world costs `Search.playout_work` for every candidate that is tried in it, and once more for drawing the world.
    Measured over 270 decisions at nine tables, the time of a unit of work varies little: p95 is 1.4 times the median.
    """

    worlds: int
    work: float = float("inf")  # in units of `Search.playout_work`


class SearchSettings(NamedTuple):
    """The settings of the playouts and of the sampling of worlds."""

    epsilon: float  # share of random plays of a seat without a policy
    # Whether the search infers the opponent types from the plays. If so, the own seat and the thinking seats follow a
    # policy; if not, no seat does.
    opponent_model: bool = False
    delay: float = (
        0.0  # what it costs to put a heavy double off, as a part of its points; see `Search.delay_of`
    )


class Candidate:
    """One candidate move, and its value in each world in which it was tried.

    It adds with `fsum`, which gives the same result everywhere. `sum` rounds floats differently since Python 3.12.
    """

    def __init__(self, choice: Choice):
        self.choice = choice
        self.values: list[float] = []

    @property
    def mean(self) -> float:
        """The mean of the values."""
        return fsum(self.values) / len(self.values)

    def behind(self, best: "Candidate") -> tuple[float, float]:
        """Return (how far behind `best` on average, its standard error) over the worlds in which both were tried."""
        differences = [other - own for own, other in zip(self.values, best.values, strict=False)]
        mean = fsum(differences) / len(differences)
        if len(differences) < 2:
            return mean, float("inf")
        variance = fsum((difference - mean) ** 2 for difference in differences) / (len(differences) - 1)
        return mean, sqrt(variance / len(differences))


class Search:
    """A search from one view. `step` tries all live candidates (those that are not dropped) in one more world."""

    def __init__(self, view: SeatView, settings: SearchSettings, utility: Utility, random: Random):
        options = view.options
        self.tile_tables: TileTables = tile_tables_for(options)
        self.rules: PlayoutRules = playout_rules(options)
        self.position: Position = position_of(view, self.tile_tables, self.rules)
        # the work of one playout, fitted to measured times (docs/players.md)
        self.playout_work = self.position.off_table.bit_count() * (5 + view.hand.bit_count())
        self.sampler = (OpponentModel if settings.opponent_model else Sampler)(
            self.position, self.tile_tables
        )
        self.utility = utility
        self.random = random
        self.random_numbers = random_numbers(settings.epsilon)
        self.settings = settings
        self.opponent_model = settings.opponent_model
        # mask of thinking seats -> policy of each seat
        self._policies: dict[int, tuple[RolloutPolicy | None, ...]] = {}
        self._others_policy: RolloutPolicy | None = None  # made when first needed
        self.heavy_double = self._heavy_double_that_fits()
        self.has_drawn = view.has_drawn
        self.candidates = [Candidate(choice) for choice in view.choices]
        self.live = self.candidates
        # the worlds so far, each with the index at which its random numbers start
        self.log: list[tuple[World, int]] = []
        self.next_seat = self.rules.next_seat[view.seat]
        self._tables_after: dict[tuple[int, int], Table] = {}  # by (local tile, suit by which it is laid)

    def step(self) -> None:
        """Try every live candidate in one more world."""
        world = self.sampler.world(self.random)
        start = int(self.random.random() * RANDOM_STARTS)
        self.log.append((world, start))
        for candidate in self.live:
            candidate.values.append(self.value(candidate.choice, world, start))

    def delay_of(self, choice: Choice) -> float:
        """Return the cost of putting a heavy double off: the 0-0 of 50 points, if it fits and `choice` keeps it.

        A playout plays it in the own seat's next turn. The next search can put it off again, until the round is over.
        """
        tile = self.heavy_double
        if not tile or (choice.do == "play" and self.tile_tables.local[choice.tile] == tile):
            return 0.0
        return self.settings.delay * self.tile_tables.score[tile]

    def _heavy_double_that_fits(self) -> int:
        """Return the local tile of a double in the own hand that fits and is a burden, see rollout.py; 0 if there is none."""
        _, _, _, _, fits = self.position.table
        tile = (self.position.hand & fits & self.tile_tables.doubles).bit_length()
        return tile if self.tile_tables.score[tile] >= BURDEN * (self.tile_tables.suits - 1) else 0

    def value(self, choice: Choice, world: World, start: int) -> float:
        """Return the value of `choice` in `world`, by one playout whose random numbers start at the index `start`."""
        return self._value_without_delay(choice, world, start) - self.delay_of(choice)

    def _value_without_delay(self, choice: Choice, world: World, start: int) -> float:
        hands = world.hands.copy()
        if choice.do == "play":
            return self._value_of_play(
                world, hands, self.tile_tables.local[choice.tile], choice.suit, 0, start
            )
        if choice.do == "draw":
            return self._value_of_draw(world, hands, start)
        idle = self.position.idle + (not self.has_drawn)
        if idle >= self.rules.stuck_limit:
            return self.utility(hands, 0)
        return self._play_out(world, hands, 0, self.position.table, idle, start)

    def _value_of_play(
        self, world: World, hands: list[int], tile: int, suit: int, drawn_count: int, start: int
    ) -> float:
        """Lay the local tile by its half `suit`, and play out. Changes `hands`."""
        seat = self.position.seat
        hands[seat] &= ~self.tile_tables.bit[tile]
        if not hands[seat]:
            return self.utility(hands, tile)
        table = self._tables_after.get((tile, suit))
        if table is None:
            off_table = self.position.off_table
            table = self._tables_after[tile, suit] = lay(
                self.tile_tables, self.rules, self.position.table, tile, suit, off_table
            )
        return self._play_out(world, hands, drawn_count, table, 0, start)

    def _value_of_draw(self, world: World, hands: list[int], start: int) -> float:
        """Draw for the own seat, play the drawn tile if it fits, and play out. Changes `hands`."""
        _, _, _, _, fits = self.position.table
        drawn_count = 0
        while drawn_count < len(world.yard) - self.rules.reserve:
            drawn = world.yard[drawn_count]
            drawn_count += 1
            hands[self.position.seat] |= drawn
            if drawn & fits:
                tile = drawn.bit_length()
                suit = self._suit_of_drawn(tile)
                return self._value_of_play(world, hands, tile, suit, drawn_count, start)
            if not self.rules.until_playable:
                break
        return self._play_out(world, hands, drawn_count, self.position.table, 0, start)

    def _play_out(
        self, world: World, hands: list[int], drawn_count: int, table: Table, idle: int, start: int
    ) -> float:
        """Play on from the next seat to the end of the round, and return the value. Arguments as for `playout`."""
        last = playout(
            self.tile_tables,
            self.rules,
            self.policies(world),
            world,
            hands,
            drawn_count,
            table,
            self.next_seat,
            idle,
            (*self.random_numbers, start),
        )
        return self.utility(hands, last)

    def policies(self, world: World) -> tuple[RolloutPolicy | None, ...]:
        """Return the rollout policy of each seat in a world. None means no policy, as for `playout`."""
        thinking = world.thinking if self.opponent_model else 0
        policies = self._policies.get(thinking)
        if policies is None:
            position = self.position
            if thinking and self._others_policy is None:
                _, opened, _, _, _ = position.table
                self._others_policy = policy_for(self.tile_tables, opened, position.hidden)
            policies = tuple(
                (CAREFUL if seat == position.seat else self._others_policy) if thinking >> seat & 1 else None
                for seat in range(len(position.counts))
            )
            self._policies[thinking] = policies
        return policies

    def _suit_of_drawn(self, tile: int) -> int:
        """Return the suit by which a playout lays a local tile that was just drawn and fits."""
        _, opened, foot, missing, _ = self.position.table
        high = self.tile_tables.high[tile]
        if missing:
            return foot
        return high if opened >> high & 1 else self.tile_tables.low[tile]

    def best(self) -> Candidate:
        """Return the live candidate with the highest mean; the first of equals."""
        return max(self.live, key=lambda candidate: candidate.mean)

    def drop(self, errors: float) -> None:
        """Drop the candidates that are more than `errors` standard errors behind the best one; with infinity, none."""
        best = self.best()

        def is_close(candidate: Candidate) -> bool:
            mean, error = candidate.behind(best)
            # infinity times an error of 0 is no number, and no comparison with it is true
            return candidate is best or not mean > errors * error

        self.live = [candidate for candidate in self.live if is_close(candidate)]


def run_search(search: Search, budget: Budget, drop_errors: float) -> Iterator[None]:
    """Search within the budget, until one candidate is left. Yield after each world.

    After 32, 64, 128 … worlds, drop the candidates that are more than `drop_errors` standard errors behind.
    """
    next_drop, work = 32, 0
    while len(search.live) > 1 and len(search.log) < budget.worlds and work < budget.work:
        search.step()
        work += search.playout_work * (len(search.live) + 1)
        if len(search.log) >= next_drop:
            next_drop *= 2
            search.drop(drop_errors)
        yield


def finish(thinking: Iterator[None]) -> None:
    """Run a generator to its end without pausing."""
    for _ in thinking:
        pass
