"""A player that cheats: the farmer's search in a world whose hands, or hands and yard, are the true ones.

It measures how much of the way from `greedy` to perfect knowledge the fair search goes, and shows that the honesty test catches
what it should. It deals the round again from the match's seed, which no player of the game ever gets.
"""

from random import Random

from game.players.levels import BUDGETS, CLEARLY, searcher
from game.players.search.beliefs import Position, Sampler, greedy_seats
from game.players.search.flat_monte_carlo import Budget, finish, run_search
from game.players.search.playout import World, world_of
from game.players.search.tile_tables import TileTables
from game.rules.moves import Choice, Move
from game.rules.rng import Rng
from game.rules.round.deal import deal_round
from game.rules.round.round_state import Round
from game.rules.round.turn import begin_round, play
from game.rules.view import View


class TrueWorlds(Sampler):
    """Worlds with the true hands; the yard in its true order, or shuffled."""

    def __init__(self, position: Position, tile_tables: TileTables, state: Round, and_yard: bool):
        super().__init__(position, tile_tables)
        self.hands = [tile_tables.from_rules(hand) for hand in state.hands]
        self.yard = [tile_tables.bit[tile_tables.local[tile]] for tile in state.yard]
        self.and_yard = and_yard

    def world(self, random: Random) -> World:
        """The true hands with a yard."""
        yard = self.yard if self.and_yard else sorted(self.yard, key=lambda _: random.random())
        return world_of(self.hands, yard, ~greedy_seats(self.position, random))


class Peek:
    """Sits in a seat like a bot; `seed` is the match's."""

    def __init__(self, seed: str, stream: str, worlds: int = 100, and_yard: bool = False):
        self.seed, self.and_yard = seed, and_yard
        self.rng = Rng(seed, stream)
        self.budget = Budget(worlds) if worlds else BUDGETS["farmer"]

    def __call__(self, seen: View) -> Choice:
        """The farmer's choice, had it seen what is hidden."""
        return self.choice(seen, true_state(seen, self.seed))

    def choice(self, seen: View, state: Round) -> Choice:
        """The same with the state at hand."""
        if len(seen.choices) == 1:
            return seen.choices[0]
        search = searcher(seen, "balanced", self.rng)
        search.sampler = TrueWorlds(search.position, search.tile_tables, state, self.and_yard)
        finish(run_search(search, self.budget, CLEARLY))
        return search.best().choice


def true_state(seen: View, seed: str) -> Round:
    """The round that a view is of, dealt again and played up to where it stands."""
    state = begin_round(seen.options, deal_round(seen.options, seed, seen.number))
    for event in seen.events:
        automatic = event.do == "skip" or (event.do == "draw" and event.why != "turn")
        if not automatic:
            state = play(state, Move(event.seat, event.do, event.tile, event.on, target=event.target))
    return state
