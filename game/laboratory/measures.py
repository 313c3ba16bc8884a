"""The measures. Each is declared once in MEASURES; page, command and docs/laboratory.md take everything from there.

A measure looks at one trial (game/laboratory/trials.py) and returns two whole numbers, a sum and a count. Over all trials
of a table, the measure's value is the sum of the sums divided by the sum of the counts. Whole numbers give equal matches
exactly equal values. The count is 0 if the trial says nothing about the measure. For example, a match of one round has no
half-time.

A measure must mean the same at both tables. So nothing is counted by match, because matches differ in length. A lead in
points grows with the points of the set. So it is divided by the *gap*, the mean difference between two players' points in
a round.

The locale files have the texts: `lab.measure.<code>.name`, and the definition `lab.measure.<code>.what`.
"""

from collections.abc import Callable
from itertools import combinations
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

    With `counts_events`, the sum is a number of events, of `count` possible ones. With `needs_like_matches`, two tables are
    compared only if their matches have equally many rounds and seats. A retired measure has no `tally`.
    """

    code: str
    unit: str
    words: str
    own_clause: bool
    source: str
    tally: Callable[[Trial], Pair] | None
    counts_events: bool = False
    needs_like_matches: bool = False


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
    seats = match.options.players
    margins = sum(
        _lead_of_seat(end, (state.deal.first_seat + step) % seats)
        for state, end in zip(match.rounds, _ends(match), strict=True)
    )
    return margins, len(match.rounds) * (seats - 1)


def _lead_of_seat(end: End, seat: int) -> int:
    """Add up the other seats' points less the seat's own."""
    return sum(end.scores) - len(end.scores) * end.scores[seat]


def _as_share_of_gap(margin: Pair, match: Match) -> Pair:
    """Divide a margin (points, rounds × other seats) by the gap of a match."""
    points, _ = margin
    gaps = sum(abs(one - other) for end in _ends(match) for one, other in combinations(end.scores, 2))
    return points * match.options.players, 2 * gaps


def _advantage(trial: Trial) -> Pair:
    return _as_share_of_gap(_starter_margin(trial), trial.ordinary)


def _lead_changes(trial: Trial) -> Pair:
    match, leader, changes = trial.ordinary, -1, 0
    for number in range(1, len(match.rounds) + 1):
        totals = totals_of(match.round_scores[:number], match.options.players)
        if totals.count(min(totals)) == 1:  # a shared lead changes nothing
            now = totals.index(min(totals))
            changes += leader not in (-1, now)
            leader = now
    return changes, len(match.rounds) - 1


def _comeback(trial: Trial) -> Pair:
    match = trial.ordinary
    half = len(match.rounds) // 2
    if not half:
        return 0, 0
    totals = totals_of(match.round_scores[:half], match.options.players)
    last = [seat for seat, total in enumerate(totals) if total == max(totals) > min(totals)]
    return int(any(match.places[seat] == 1 for seat in last)), 1


def _skill_margin(trial: Trial) -> Pair:
    """What the strong seat gains: its margin in the contest, less the margin of the same seat in the ordinary match.

    The deals are the same, so most of their luck cancels out.
    """
    contest, ordinary = (
        sum(_lead_of_seat(end, trial.strong) for end in _ends(match))
        for match in (trial.contest, trial.ordinary)
    )
    return contest - ordinary, len(trial.ordinary.rounds) * (trial.ordinary.options.players - 1)


def _skill_edge(trial: Trial) -> Pair:
    return _as_share_of_gap(_skill_margin(trial), trial.ordinary)


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
    Measure("length", "minutes", "long", True, "ours; Althöfer 2003, game length", _length),
    Measure("blocked", "percent", "many", True, "ours", _blocked, counts_events=True),
    Measure("advantage", "percent", "much", True, "ours; Althöfer 2003, balance", _advantage),
    Measure(
        "lead-changes",
        "percent",
        "many",
        True,
        "ours; after Browne 2008, lead change",
        _lead_changes,
        counts_events=True,
    ),
    Measure(
        "comeback",
        "percent",
        "many",
        True,
        "ours; after Browne 2008, drama",
        _comeback,
        counts_events=True,
        needs_like_matches=True,
    ),
    Measure("skill-edge", "percent", "much", True, "ours; after Althöfer 2003, deepening", _skill_edge),
    Measure("choice", "percent", "many", True, "Ludii DecisionMoves, by turns", _choice, counts_events=True),
    Measure("waiting", "percent", "many", True, "ours", _waiting, counts_events=True),
    Measure("points", "points", "many", True, "ours", _points),
)
"""The measures that two sets of rules are compared by, in the order of the page."""

RETIRED = (
    Measure("start", "points", "much", True, "ours", None),
    Measure("lead", "times", "many", True, "ours", None),
    Measure("skill", "points", "much", True, "ours", None),
)
"""Measures of November 2026, which compared unlike things. They are shown only where an older link has their values."""

MEASURE = {measure.code: measure for measure in (*MEASURES, *RETIRED)}
"""The measures by code."""

STORED = (
    *("length", "blocked", "start", "lead", "comeback", "skill", "choice", "waiting", "points"),
    *("lead-changes", "advantage", "skill-edge"),
)
"""The codes in the order in which links and the survey hold the figures. It only grows at its end."""

UNCOMPARED = (
    Measure("turns", "times", "many", False, "Ludii DurationTurns", _turns),
    Measure("left", "points", "much", False, "ours", _left_neighbour_margin),
    Measure("start-points", "points", "much", False, "ours", _starter_margin),
    Measure("skill-points", "points", "much", False, "ours", _skill_margin),
)
"""Figures that are shown beside the measures, without a comparison. The order only grows at its end, as that of STORED."""


class Counts(NamedTuple):
    """What the measures count in one trial."""

    pairs: tuple[Pair, ...]  # the pair of each measure, in the order of MEASURES and UNCOMPARED
    lengths: tuple[int, ...]  # `round_length` of each round of the ordinary match
    seats: int


def count(trial: Trial) -> Counts:
    """Apply all measures to a trial."""
    return Counts(
        tuple(measure.tally(trial) for measure in (*MEASURES, *UNCOMPARED) if measure.tally),
        tuple(map(round_length, trial.ordinary.rounds, trial.real_choices)),
        trial.ordinary.options.players,
    )
