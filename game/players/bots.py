"""Bots by name, for the commands: a level (`farmer`, `fox:spoiler`, `farmer@400`), or a yardstick for comparison (`greedy`)."""

from typing import NamedTuple

from game.players.levels import (
    BUDGETS,
    FORGETS_CALL,
    GUESSES,
    LEVELS,
    MISSES_CATCH,
    STYLES,
    choose,
    choose_at_once,
    wants_call,
    wants_catch,
)
from game.players.search.flat_monte_carlo import Budget
from game.players.yardsticks import YARDSTICKS, any_that_fits, heaviest
from game.rules.errors import Refusal
from game.rules.moves import Choice
from game.rules.options.declared import Options
from game.rules.rng import Rng
from game.rules.view import SeatView


class Spec(NamedTuple):
    """The specification of a bot."""

    name: str  # a level or a yardstick
    style: str = "balanced"
    # how many worlds (guesses of the hidden tiles) each search plays out; 0 for the level's usual number
    worlds: int = 0


def parse_spec(text: str) -> Spec:
    """Parse `NAME[:STYLE][@WORLDS]`. Raises Refusal.

    >>> parse_spec("farmer:racer@400")
    Spec(name='farmer', style='racer', worlds=400)
    """
    head, _, worlds = text.partition("@")
    name, _, style = head.partition(":")
    spec = Spec(name, style or "balanced", int(worlds) if worlds.isdecimal() else 0)
    known = name in LEVELS or name in YARDSTICKS
    if not known or spec.style not in STYLES or (worlds and (not spec.worlds or name not in BUDGETS)):
        names = ", ".join((*LEVELS, *YARDSTICKS))
        raise Refusal("level.unknown", {"spec": text[:30], "names": names})
    return spec


class Bot:
    """A bot for the commands that play whole matches. The same `rng` gives the same game.

    It forgets calls and catches as `memory` does, a level or a yardstick; by default, as its own level.
    """

    def __init__(self, spec: Spec, rng: Rng, memory: str = ""):
        self.spec, self.rng, self.memory = spec, rng, memory or spec.name
        self.budget = Budget(spec.worlds) if spec.worlds else None

    def __call__(self, seen: SeatView) -> Choice:
        """Choose a move, on the bot's own turn."""
        name, style, _ = self.spec
        if name in YARDSTICKS:
            return YARDSTICKS[name](seen, self.rng)
        return choose(seen, name, style, self.rng, self.budget)

    def choose_quickly(self, options: Options, choices: tuple[Choice, ...], off_table: int) -> Choice | None:
        """Return the choice that a call of the bot would return, if the bot needs no view for it; otherwise None."""
        name = self.spec.name
        if name in GUESSES:
            return choose_at_once(options, choices, off_table, name, self.rng)
        if name == "child":
            return any_that_fits(choices, self.rng)
        return heaviest(options, choices) if name == "greedy" else None

    def call(self, seen: SeatView) -> bool:
        """Return whether the bot calls its last tile. Ask only when `seen.may_call`."""
        return self.memory not in FORGETS_CALL or wants_call(seen, self.memory, self.rng)

    def catch(self, seen: SeatView) -> int | None:
        """Return the seat that the bot catches, or None. Ask only when `seen.may_catch`."""
        remembers = self.memory not in MISSES_CATCH
        return seen.may_catch[0] if remembers else wants_catch(seen, self.memory, self.rng)
