"""The six levels and three styles of bots. A bot gets only its seat's view, and plays by the same rules as a person.

chick   any tile that fits
pullet  about half of its plays as the chick, the others as the hen
hen     always the heaviest tile that fits
rooster the best move by an evaluation function, without search
fox     a small search
farmer  the full search

These three play no double that nobody could fill while another tile fits.

A style sets the weight of the other seats' points in the search's utility: racer 0.5, balanced 1, spoiler 1.4. It does
not make a level stronger or weaker. The levels below the fox do not search, so they play alike in every style.
"""

from collections.abc import Generator
from random import Random

from game.players import rooster, yardsticks
from game.players.search.flat_monte_carlo import Budget, Search, SearchSettings, run_search
from game.players.search.playout import playout_rules
from game.players.search.search_position import uninferred_position
from game.players.search.tile_tables import tile_tables_for
from game.players.search.utility import Margin
from game.rules.moves import Choice
from game.rules.options.declared import Options
from game.rules.rng import Rng
from game.rules.tiles import is_double
from game.rules.view import SeatView, is_dead_foot

LEVELS = ("chick", "pullet", "hen", "rooster", "fox", "farmer")
STYLES = ("racer", "balanced", "spoiler")

# Probabilities of forgetting to call the own last tile, and of not noticing that another seat forgot. The yardstick
# `child` forgets too; the other yardsticks never do.
FORGETS_CALL = {
    "child": 0.4,
    "chick": 0.4,
    "pullet": 0.32,
    "hen": 0.25,
    "rooster": 0.12,
    "fox": 0.04,
    "farmer": 0.0,
}
MISSES_CATCH = {
    "child": 0.7,
    "chick": 0.7,
    "pullet": 0.6,
    "hen": 0.5,
    "rooster": 0.3,
    "fox": 0.1,
    "farmer": 0.0,
}

# By level: the share of its plays that are random. None of these levels draws or passes while a tile fits.
GUESSES = {"chick": 1.0, "pullet": 0.55, "hen": 0.0}

# by style, the weight of the other seats' points
WEIGHTS = {"racer": 0.5, "balanced": 1.0, "spoiler": 1.4}
SETTINGS = SearchSettings(epsilon=0.03, opponent_model=True, delay=0.2)  # for fox, farmer and the coach
# In the browser, this work takes about 0.27 s for the farmer and 0.1 s for the fox (docs/players.md).
BUDGETS = {"fox": Budget(worlds=32, work=500_000), "farmer": Budget(worlds=1500, work=1_450_000)}
# If one stuck seat ends a round, 32 worlds tell the fox no more than the rooster knows (docs/strength.md).
ONE_STUCK_BUDGETS = {**BUDGETS, "fox": Budget(worlds=128, work=500_000)}
DROP_ERRORS = 2.2  # a search drops a candidate that is more than so many standard errors behind the best


def think(
    view: SeatView, level: str, style: str, rng: Rng, budget: Budget | None = None
) -> Generator[None, None, Choice]:
    """Choose a move for the seat on turn, whose view is `view`. The choice depends on the arguments alone.

    This generator yields after each world (one guess of the hidden tiles), and returns the choice. `budget` replaces the
    budget of fox and farmer.
    Raises ValueError for an unknown level or style.
    """
    if level not in LEVELS or style not in STYLES:
        raise ValueError(f"no such level or style: {level} {style}")
    if len(view.choices) == 1:
        return view.choices[0]
    if level in GUESSES:
        return choose_at_once(view.options, view.choices, view.off_table, level, rng)
    if level == "rooster":
        return _best_evaluated(view)
    search = make_search(view, style, rng)
    yield  # a pause: with a full table, creating the search takes as long as several worlds
    budgets = ONE_STUCK_BUDGETS if view.options.one_stuck else BUDGETS
    yield from run_search(search, budget or budgets[level], DROP_ERRORS)
    return search.best().choice


def choose_at_once(
    options: Options, choices: tuple[Choice, ...], off_table: int, level: str, rng: Rng
) -> Choice:
    """Choose for a level of GUESSES. `off_table` is the mask of the tiles that are not on the table."""
    choices = _without_dead_feet(options, choices, off_table)
    if GUESSES[level] and rng.random() < GUESSES[level]:
        return yardsticks.any_that_fits(choices, rng)
    return yardsticks.heaviest(options, choices)


def _without_dead_feet(options: Options, choices: tuple[Choice, ...], off_table: int) -> tuple[Choice, ...]:
    """The choices without doubles whose foot could never be completed (FOOT-3), unless no other tile fits.

    Such a double ends the round. Played blindly, it ended every second round (docs/players.md).
    """
    alive = tuple(
        choice
        for choice in choices
        if choice.suit < 0 or not is_double(choice.tile) or not is_dead_foot(options, off_table, choice.tile)
    )
    return alive if any(choice.do == "play" for choice in alive) else choices


def _best_evaluated(view: SeatView) -> Choice:
    """Return the choice with the highest evaluation; the first of equals."""
    tile_tables, rules = tile_tables_for(view.options), playout_rules(view.options)
    position = uninferred_position(view, tile_tables)
    return max(view.choices, key=lambda choice: rooster.evaluate(tile_tables, rules, position, choice))


def make_search(view: SeatView, style: str, rng: Rng) -> Search:
    """Return a new search as fox and farmer use it. These levels differ only in their budgets."""
    utility = Margin(tile_tables_for(view.options), view.options, view.seat, WEIGHTS[style])
    return Search(view, SETTINGS, utility, Random(rng.bits()))


def choose(view: SeatView, level: str, style: str, rng: Rng, budget: Budget | None = None) -> Choice:
    """Run `think` to its end and return the choice."""
    thinking = think(view, level, style, rng, budget)
    while True:
        try:
            next(thinking)
        except StopIteration as stop:
            choice: Choice = stop.value
            return choice


def wants_call(view: SeatView, level: str, rng: Rng) -> bool:
    """Return whether the seat calls its last tile, by a random number. Ask only once for each last tile."""
    return view.may_call and rng.random() >= FORGETS_CALL[level]


def wants_catch(view: SeatView, level: str, rng: Rng) -> int | None:
    """Return the seat to catch because it forgot to call, or None. Ask only once for each forgotten call."""
    return view.may_catch[0] if view.may_catch and notices_catch(level, rng) else None


def notices_catch(level: str, rng: Rng) -> bool:
    """Return whether the level notices that a seat forgot to call, by a random number."""
    return rng.random() >= MISSES_CATCH[level]
