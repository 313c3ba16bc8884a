"""The five levels and three styles. Each gets a view and nothing else, and plays by the same rules.

chick   half of its moves at random, the others as the hen
hen     always the heaviest tile that fits (the yardstick `greedy`)
rooster the best move by an evaluation function, without search
fox     a small search
farmer  the full search

A style sets the weight of the other seats' points in the utility: racer 0.5, balanced 1, spoiler 1.4. It does not make a level
stronger or weaker. Chick, hen and rooster do not search, so style changes nothing for them.
"""

from collections.abc import Generator
from random import Random

from game.players import rooster
from game.players.search.beliefs import position_of
from game.players.search.flat_monte_carlo import Budget, Search, SearchSettings, run_search
from game.players.search.playout import playout_rules
from game.players.search.tile_tables import tile_tables_for
from game.players.search.utility import Margin
from game.players.yardsticks import greedy, random
from game.rules.moves import Choice
from game.rules.rng import Rng
from game.rules.view import View

LEVELS = ("chick", "hen", "rooster", "fox", "farmer")
STYLES = ("racer", "balanced", "spoiler")

FORGETS_CALL = {"chick": 0.4, "hen": 0.25, "rooster": 0.12, "fox": 0.04, "farmer": 0.0}
MISSES_CATCH = {"chick": 0.7, "hen": 0.5, "rooster": 0.3, "fox": 0.1, "farmer": 0.0}

WEIGHTS = {"racer": 0.5, "balanced": 1.0, "spoiler": 1.4}
SETTINGS = SearchSettings(epsilon=0.03, opponent_model=True)  # of the fox's and the farmer's playouts
# The work of a farmer's decision takes .27 s in the browser, the fox's .1 s at the most (docs/players.md).
BUDGETS = {"fox": Budget(worlds=32, work=500_000), "farmer": Budget(worlds=1500, work=1_450_000)}
CLEARLY = 2.2  # standard errors behind the best at which a candidate is given up


def think(
    view: View, level: str, style: str, rng: Rng, budget: Budget | None = None
) -> Generator[None, None, Choice]:
    """Yield after each world, and return the choice. The choice depends on the arguments alone.

    `view` is that of the seat on turn. `budget` replaces the budget of fox and farmer. Raises ValueError for unknown names.
    """
    if level not in LEVELS or style not in STYLES:
        raise ValueError(f"no such level or style: {level} {style}")
    if len(view.choices) == 1:
        return view.choices[0]
    if level == "chick" and rng.random() < 0.5:
        return random(view, rng)
    if level in ("chick", "hen"):
        return greedy(view)
    if level == "rooster":
        return _best_evaluated(view)
    search = searcher(view, style, rng)
    yield  # building the search for a full table takes as long as some worlds
    yield from run_search(search, budget or BUDGETS[level], CLEARLY)
    return search.best().choice


def _best_evaluated(view: View) -> Choice:
    tile_tables, rules = tile_tables_for(view.options), playout_rules(view.options)
    position = position_of(view, tile_tables, rules)
    return max(view.choices, key=lambda choice: rooster.evaluate(tile_tables, rules, position, choice))


def searcher(view: View, style: str, rng: Rng) -> Search:
    """Build the search of fox and farmer, who differ only in their budgets."""
    utility = Margin(tile_tables_for(view.options), view.options, view.seat, WEIGHTS[style])
    return Search(view, SETTINGS, utility, Random(rng.bits()))


def choose(view: View, level: str, style: str, rng: Rng, budget: Budget | None = None) -> Choice:
    """Run `think` to its end and return the choice."""
    thinking = think(view, level, style, rng, budget)
    while True:
        try:
            next(thinking)
        except StopIteration as stop:
            choice: Choice = stop.value
            return choice


def wants_call(view: View, level: str, rng: Rng) -> bool:
    """Return whether the seat calls its last tile. Ask once for each tile: easier levels forget now and then."""
    return view.may_call and rng.random() >= FORGETS_CALL[level]


def wants_catch(view: View, level: str, rng: Rng) -> int | None:
    """Return the seat to catch for a forgotten call, or None. Ask once for each chance."""
    return view.may_catch[0] if view.may_catch and notices_catch(level, rng) else None


def notices_catch(level: str, rng: Rng) -> bool:
    """Return whether the level notices that a seat forgot to call. Easier levels often miss it."""
    return rng.random() >= MISSES_CATCH[level]
