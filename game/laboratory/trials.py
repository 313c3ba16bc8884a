"""Play a numbered pair of matches by one set of rules, for the measures to count.

A *trial* is two whole matches with the same deals. In the first one all players are equal: the ordinary level. In the
second one, the contest, one seat chooses its moves as a level better: the strong seat. It forgets calls and catches as
the others do. The strong seat moves on with each trial.

A trial depends on the rules, the level, the seed and its number alone. So two tables get the same shuffled tiles, and
any process may play any trial.
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.laboratory.runner import play_round
from game.players.bots import Bot, Spec
from game.rules.match import Match, next_round, start_match
from game.rules.options.declared import Options
from game.rules.rng import Rng
from game.rules.round.round_state import Round

# By the ordinary level: the level of the strong seat in the contest. No player of these chooses at random.
CONTEST = {"hen": "rooster", "rooster": "fox", "fox": "farmer"}


class Trial(NamedTuple):
    """Two finished matches. `strong` is the seat of the contest that plays better."""

    ordinary: Match
    real_choices: tuple[int, ...]  # by round of the ordinary match: the turns with two or more choices
    contest: Match
    strong: int


class Turns(NamedTuple):
    """The turns of a round."""

    total: int
    waited: int  # turns with a draw, a pass or a skip


class _ChoiceCounter:
    """Counts the turns with two or more choices. The same tile at equal ends is one choice."""

    def __init__(self) -> None:
        self.turns = 0
        self._is_counted = False  # whether the present turn is counted

    def __call__(self, state: Round, choices: int) -> None:
        """Count a decision. Only a seat that has drawn decides twice in a turn."""
        if state.drawn < 0:
            self._is_counted = False
        if choices > 1 and not self._is_counted:
            self.turns += 1
            self._is_counted = True


def play_trial(options: Options, level: str, seed: str, number: int) -> Trial:
    """Play trial `number` (from 0). `level` is a key of CONTEST."""
    strong = number % options.players
    levels = [level] * options.players
    ordinary, real_choices = _play(options, levels, level, f"{seed}-{number}")
    levels[strong] = CONTEST[level]
    contest, _ = _play(options, levels, level, f"{seed}-{number}")
    return Trial(ordinary, real_choices, contest, strong)


def _play(options: Options, levels: Sequence[str], memory: str, seed: str) -> tuple[Match, tuple[int, ...]]:
    """Play a match of bots, which forget as `memory` does. Return it with the number of real choices in each round."""
    bots = [Bot(Spec(level), Rng(seed, f"bot-{seat}"), memory) for seat, level in enumerate(levels)]
    match, real_choices = start_match(options, seed), list[int]()
    while True:
        counter = _ChoiceCounter()
        match = play_round(match, bots, on_decision=counter)
        real_choices.append(counter.turns)
        if match.over:
            return match, tuple(real_choices)
        match = next_round(match)


def turns_of(state: Round) -> Turns:
    """Count the turns of a finished round of bots, who never take a play back."""
    total = waited = 0
    has_drawn = False
    for event in state.events:
        if event.do == "draw":
            has_drawn = has_drawn or event.why == "turn"
        elif event.do in ("play", "pass", "skip"):
            total += 1
            waited += has_drawn or event.do != "play"
            has_drawn = False
    return Turns(total, waited)
