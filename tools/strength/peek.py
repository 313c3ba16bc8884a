"""A player that cheats, for measurements: the farmer's search, which knows the true hands (and optionally the yard).

The player knows the match's seed, which the game gives to no player, and deals the round again from it. information.py
compares the fair search with this player. tests/players/test_honesty.py checks that the test for honest players detects it.
"""

from random import Random

from game.players.levels import BUDGETS, DROP_ERRORS, make_search
from game.players.search.beliefs import Sampler, greedy_seats
from game.players.search.flat_monte_carlo import Budget, finish, run_search
from game.players.search.playout import World, world_of
from game.players.search.search_position import Position
from game.players.search.tile_tables import TileTables
from game.rules.moves import Choice, Move
from game.rules.rng import Rng
from game.rules.round.deal import deal_round
from game.rules.round.round_state import Round
from game.rules.round.turn import begin_round, play
from game.rules.view import SeatView


class TrueWorlds(Sampler):
    """Draws worlds with the true hands. The yard has its true order, or is shuffled in each world."""

    def __init__(self, position: Position, tile_tables: TileTables, state: Round, sees_yard: bool):
        super().__init__(position, tile_tables)
        self.hands = [tile_tables.from_rules(hand) for hand in state.hands]
        self.yard = [tile_tables.bit[tile_tables.local[tile]] for tile in state.yard]
        self.sees_yard = sees_yard

    def world(self, random: Random) -> World:
        """Draw a world."""
        yard = self.yard if self.sees_yard else sorted(self.yard, key=lambda _: random.random())
        return world_of(self.hands, yard, ~greedy_seats(self.position, random))


class Peek:
    """Chooses moves for a seat, as a bot does.

    Args:
        seed: the seed of the match.
        stream: the name of the player's own stream of random numbers.
        worlds: the number of worlds a search draws; 0 means the farmer's budget.
        sees_yard: whether the player also knows the order of the yard.
    """

    def __init__(self, seed: str, stream: str, worlds: int = 100, sees_yard: bool = False):
        self.seed, self.sees_yard = seed, sees_yard
        self.rng = Rng(seed, stream)
        self.budget = Budget(worlds) if worlds else BUDGETS["farmer"]

    def __call__(self, seen: SeatView) -> Choice:
        """The choice for the seat of a view."""
        return self.choice(seen, true_state(seen, self.seed))

    def choice(self, seen: SeatView, state: Round) -> Choice:
        """The choice for a view, if `state` is the true state of the round."""
        if len(seen.choices) == 1:
            return seen.choices[0]
        search = make_search(seen, "balanced", self.rng)
        search.sampler = TrueWorlds(search.position, search.tile_tables, state, self.sees_yard)
        finish(run_search(search, self.budget, DROP_ERRORS))
        return search.best().choice


def true_state(seen: SeatView, seed: str) -> Round:
    """The true state of the round that a view shows: deal the round again and play the view's events."""
    state = begin_round(seen.options, deal_round(seen.options, seed, seen.number))
    for event in seen.events:
        automatic = event.do == "skip" or (event.do == "draw" and event.why != "turn")
        if not automatic:
            state = play(state, Move(event.seat, event.do, event.tile, event.on, target=event.target))
    return state
