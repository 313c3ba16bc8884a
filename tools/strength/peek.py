"""A player that cheats, for measurements: the farmer's search, which knows the true hands or the types of the others.

The player knows the match's seed, which the game gives to no player, and deals the round again from it. information.py
compares the fair search with this player. tests/players/test_honesty.py checks that the test for honest players detects it.
"""

from game.players.levels import BUDGETS, DROP_ERRORS, make_search
from game.players.search.beliefs import OpponentModel
from game.players.search.flat_monte_carlo import Budget, Search, finish, run_search
from game.players.search.search_position import Slots
from game.players.search.tile_tables import TileTables
from game.rules.moves import Choice, Move
from game.rules.rng import Rng
from game.rules.round.deal import deal_round
from game.rules.round.round_state import Round
from game.rules.round.turn import begin_round, play
from game.rules.view import SeatView


class Peek:
    """Chooses moves for a seat, as a bot does.

    Args:
        seed: the seed of the match.
        stream: the name of the player's own stream of random numbers.
        worlds: the number of worlds a search draws; 0 means the farmer's budget.
        sees_hands: whether the player knows the hands. Without them it is the fair search, but `thinks` may tell it more.
        thinks: the probability that another seat is thinking, if the player is told it; see opponent_types.py.
    """

    def __init__(
        self,
        seed: str,
        stream: str,
        worlds: int = 100,
        sees_hands: bool = True,
        thinks: float | None = None,
    ):
        self.seed, self.sees_hands, self.thinks = seed, sees_hands, thinks
        self.rng = Rng(seed, stream)
        self.budget = Budget(worlds) if worlds else BUDGETS["farmer"]

    def __call__(self, seen: SeatView) -> Choice:
        """The choice for the seat of a view."""
        return self.choice(seen, true_state(seen, self.seed))

    def choice(self, seen: SeatView, state: Round) -> Choice:
        """The choice for a view, if `state` is the true state of the round."""
        if len(seen.choices) == 1:
            return seen.choices[0]
        search = self.search(seen, state)
        finish(run_search(search, self.budget, DROP_ERRORS))
        return search.best().choice

    def search(self, seen: SeatView, state: Round) -> Search:
        """A new search that knows what the player knows."""
        search = make_search(seen, "balanced", self.rng)
        position = search.position
        if self.thinks is not None:
            told = [1.0 if seat == seen.seat else self.thinks for seat in range(len(seen.counts))]
            position = position._replace(thinks=tuple(told))
        if self.sees_hands:
            true = true_slots(search.tile_tables, state, seen.seat)
            position = position._replace(slots=true, supposed=true)
        search.position = position
        search.sampler = OpponentModel(position, search.tile_tables)
        return search


def true_slots(tile_tables: TileTables, state: Round, own: int) -> Slots:
    """The slots of a search that knows every hand: each hidden tile of a seat can be only what it is."""
    return tuple(
        ()
        if seat == own
        else tuple(~tile_tables.bit[tile] for tile in tile_tables.tiles(tile_tables.from_rules(hand)))
        for seat, hand in enumerate(state.hands)
    )


def true_state(seen: SeatView, seed: str) -> Round:
    """The true state of the round that a view shows: deal the round again and play the view's events."""
    state = begin_round(seen.options, deal_round(seen.options, seed, seen.number))
    for event in seen.events:
        automatic = event.do == "skip" or (event.do == "draw" and event.why != "turn")
        if not automatic:
            state = play(state, Move(event.seat, event.do, event.tile, event.on, target=event.target))
    return state
