"""The measures. Each is declared once in MEASURES; page, command and docs/laboratory.md take everything from there.

A measure looks at one trial (game/laboratory/trials.py) and returns two whole numbers, a sum and a count. Over all trials
of a table, the measure's value is the sum of the sums divided by the sum of the counts. Whole numbers give equal matches
exactly equal values. The count is 0 if the trial says nothing about the measure. For example, a match of one round has no
half-time.

The locale files have the texts: `lab.measure.<code>.name`, and the definition `lab.measure.<code>.what`.
"""

from collections.abc import Callable
from typing import NamedTuple

from game.laboratory.trials import Trial, turns_of
from game.rules.match import Match
from game.rules.round.round_state import End, Round
from game.rules.round.scoring import totals_of

Pair = tuple[int, int]
"""(sum, count)"""

# A person at the screen and bots at the normal pace, in tenths of a second. The page shows another player's turn for
# 12 (game/page/events/event_bubbles.py), and acts for the person after 18 if nothing is to be chosen
# (game/page/turns/automatic_turns.py). A person's real choice takes 50 (our estimate).
OTHERS_TURN, FORCED_TURN, REAL_CHOICE = 12, 18, 50
MINUTE = 600


class Measure(NamedTuple):
    """One measure.

    `unit` is minutes, percent, points or times: the text `lab.unit.<unit>` shows a value. `words` selects the adjective
    of the verdict, such as "longer" or "more": the texts `lab.verdict.<words>.more` and `.less`. In the sentence above all
    figures, a measure with `own_clause` has the texts `lab.clause.<code>.more` and `.less`; the others share
    `lab.clause.more` and `.less`. `source` names the measure in the literature, see docs/laboratory.md.
    """

    code: str
    unit: str
    words: str
    own_clause: bool
    source: str
    tally: Callable[[Trial], Pair]


def round_length(state: Round, real_choices: int) -> int:
    """Return the sum of the round's durations with each seat in turn as the person, in tenths of a second.

    Divided by the number of seats, it is the mean duration.
    """
    seats, turns = state.options.players, turns_of(state).total
    forced = turns - real_choices
    return turns * (seats - 1) * OTHERS_TURN + real_choices * REAL_CHOICE + forced * FORCED_TURN


def _length(trial: Trial) -> Pair:
    rounds = trial.ordinary.rounds
    lengths = map(round_length, rounds, trial.real_choices)
    return sum(lengths), len(rounds) * trial.ordinary.options.players * MINUTE


def _blocked(trial: Trial) -> Pair:
    ends = _ends(trial.ordinary)
    return sum(end.kind == "blocked" for end in ends), len(ends)


def _starter_margin(trial: Trial) -> Pair:
    return _margin_of_seat(trial.ordinary, 0)


def _left_neighbour_margin(trial: Trial) -> Pair:
    return _margin_of_seat(trial.ordinary, 1)


def _margin_of_seat(match: Match, step: int) -> Pair:
    """The margin of the seat `step` places left of the one that starts: mean of the others' points less its own."""
    seats, margins = match.options.players, 0
    for state, end in zip(match.rounds, _ends(match), strict=True):
        margins += sum(end.scores) - seats * end.scores[(state.deal.first_seat + step) % seats]
    return margins, len(match.rounds) * (seats - 1)


def _lead(trial: Trial) -> Pair:
    match, leader, changes = trial.ordinary, -1, 0
    for number in range(1, len(match.rounds) + 1):
        totals = totals_of(match.round_scores[:number], match.options.players)
        if totals.count(min(totals)) == 1:  # a shared lead changes nothing
            now = totals.index(min(totals))
            changes += leader not in (-1, now)
            leader = now
    return changes, 1


def _comeback(trial: Trial) -> Pair:
    match = trial.ordinary
    half = len(match.rounds) // 2
    if not half:
        return 0, 0
    totals = totals_of(match.round_scores[:half], match.options.players)
    last = [seat for seat, total in enumerate(totals) if total == max(totals) > min(totals)]
    return int(any(match.places[seat] == 1 for seat in last)), 1


def _skill(trial: Trial) -> Pair:
    ends = _ends(trial.contest)
    return sum(end.scores[trial.weak] - end.scores[trial.strong] for end in ends), len(ends)


def _choice(trial: Trial) -> Pair:
    return sum(trial.real_choices), sum(turns_of(state).total for state in trial.ordinary.rounds)


def _waiting(trial: Trial) -> Pair:
    turns = [turns_of(state) for state in trial.ordinary.rounds]
    return sum(turn.waited for turn in turns), sum(turn.total for turn in turns)


def _points(trial: Trial) -> Pair:
    ends = _ends(trial.ordinary)
    return sum(sum(end.scores) for end in ends), len(ends) * trial.ordinary.options.players


def _turns(trial: Trial) -> Pair:
    rounds = trial.ordinary.rounds
    return sum(turns_of(state).total for state in rounds), len(rounds)


def _ends(match: Match) -> list[End]:
    return [state.end for state in match.rounds if state.end is not None]


MEASURES = (
    Measure("length", "minutes", "long", True, "Ludii DurationTurns; Althöfer 2003, game length", _length),
    Measure("blocked", "percent", "many", True, "Ludii Drawishness; Althöfer 2003, drawing quota", _blocked),
    Measure("start", "points", "much", True, "Ludii AdvantageP1; Althöfer 2003, balance", _starter_margin),
    Measure("lead", "times", "many", True, "Ludii LeadChange; Browne 2008, lead change", _lead),
    Measure("comeback", "percent", "many", True, "Ludii Drama; Browne 2008, drama", _comeback),
    Measure("skill", "points", "much", True, "Althöfer 2003, deepening; Ludii SkillTrace", _skill),
    Measure("choice", "percent", "many", True, "Ludii DecisionMoves", _choice),
    Measure(
        "waiting", "percent", "many", True, "ours; Ludii PassDecisionFrequency counts passes only", _waiting
    ),
    Measure("points", "points", "many", True, "ours", _points),
)
"""The measures that two sets of rules are compared by, in the order of the page."""

UNCOMPARED = (
    Measure("turns", "times", "many", False, "Ludii DurationTurns", _turns),
    Measure("left", "points", "much", False, "ours", _left_neighbour_margin),
)
"""Figures that are shown beside the measures `length` and `start`, without a comparison."""


class Counts(NamedTuple):
    """What the measures count in one trial."""

    pairs: tuple[Pair, ...]  # the pair of each measure, in the order of MEASURES and UNCOMPARED
    lengths: tuple[int, ...]  # `round_length` of each round


def count(trial: Trial) -> Counts:
    """Apply all measures to a trial."""
    return Counts(
        tuple(measure.tally(trial) for measure in (*MEASURES, *UNCOMPARED)),
        tuple(map(round_length, trial.ordinary.rounds, trial.real_choices)),
    )
