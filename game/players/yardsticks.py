"""Yardsticks: the bots `random`, `child`, `greedy` and `flat100` never change, so figures measured against them stay comparable.

They share the playout and the sampling of worlds with the levels. Parameters that are tuned for the levels have fixed
values here.
"""

from collections.abc import Callable
from random import Random

from game.players.search.flat_monte_carlo import Budget, Search, SearchSettings, finish, run_search
from game.players.search.tile_tables import tile_tables_for
from game.players.search.utility import Margin
from game.rules.moves import Choice
from game.rules.options.declared import Options
from game.rules.rng import Rng
from game.rules.view import SeatView, moves_of

Yardstick = Callable[[SeatView, Rng], Choice]

FLAT100 = SearchSettings(epsilon=0.2)


def random(view: SeatView, rng: Rng) -> Choice:
    """Choose a legal move at random. Each open end counts as one move, and all moves are equally likely."""
    moves = [choice for choice in view.choices for _ in moves_of(view, choice)]
    return moves[rng.below(len(moves))]


def child(view: SeatView, rng: Rng) -> Choice:
    """Play any tile that fits, as a child does who knows the rules. Draw only if none fits.

    The child forgets to call as often as a chick does today, see `FORGETS_CALL` in levels.py.
    """
    return any_that_fits(view.choices, rng)


def any_that_fits(choices: tuple[Choice, ...], rng: Rng) -> Choice:
    """Return a play at random; the first choice if there is no play."""
    plays = [choice for choice in choices if choice.do == "play"]
    return plays[rng.below(len(plays))] if plays else choices[0]


def greedy(view: SeatView, rng: Rng | None = None) -> Choice:
    """Play the tile with the most points that fits. In a tie: a double, then the higher tile, then its higher half."""
    return heaviest(view.options, view.choices)


def heaviest(options: Options, choices: tuple[Choice, ...]) -> Choice:
    """Return the choice of `greedy` among the legal choices."""
    plays = [choice for choice in choices if choice.do == "play"]
    if not plays:
        return choices[0]
    local = tile_tables_for(options).local
    return max(plays, key=lambda choice: (local[choice.tile], choice.suit))


def flat100(view: SeatView, rng: Rng) -> Choice:
    """Search 100 worlds (guesses of the hidden tiles) with greedy playouts, 20 % of their moves random.

    The utility is the mean points of the others less the own points. There is no model of the opponents.
    """
    if len(view.choices) == 1:
        return view.choices[0]
    utility = Margin(tile_tables_for(view.options), view.options, view.seat, 1.0)
    search = Search(view, FLAT100, utility, Random(rng.bits()))
    finish(run_search(search, Budget(worlds=100), drop_errors=float("inf")))
    return search.best().choice


YARDSTICKS: dict[str, Yardstick] = {"random": random, "child": child, "greedy": greedy, "flat100": flat100}
