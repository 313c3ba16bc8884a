"""Find the best move of a match among the reviewed choices."""

from collections.abc import Collection, Sequence

from game.players.coach.review import Review, Verdict
from game.rules.errors import Reason
from game.rules.moves import Choice

TOLD_AFTERWARDS = (
    "coach.reason.out",
    "coach.reason.double-blank",
    "coach.reason.points",
    "coach.reason.danger",
    "coach.reason.stops",
    "coach.reason.blocks",
    "coach.reason.ends-round",
    "coach.reason.dead-foot",
    "coach.reason.hard-foot",
    "coach.reason.scarce",
    "coach.reason.closes",
    "coach.reason.completes",
)
"""Reasons that can be told when the match is over: not what fits next, nor what is in the hand."""
LEAST_CHOICE = 2  # other tiles that fitted; nobody is proud of a play where there was less choice
LEAST_LEAD = 3.0  # points; a smaller lead over the next best choice is not worth telling


def best_move(
    rounds: Sequence[tuple[int, Review]], advised: Collection[tuple[int, Choice]] = ()
) -> tuple[int, Verdict] | None:
    """The play that was farthest ahead of the next best choice, as (number of the round, verdict). First those with a reason.

    `rounds` has each round's number and review, `advised` the plays that hints advised: they do not count, nor does a play where
    fewer than LEAST_CHOICE other tiles fitted. None if no play was clearly the best, by LEAST_LEAD points or more.
    """
    best, most = None, (False, 0.0)
    for number, review in rounds:
        for verdict in review.verdicts:
            if (number, verdict.choice) in advised:
                continue
            precedence = told_reason(verdict) is not None, _lead(verdict)
            if precedence[1] >= LEAST_LEAD and precedence > most:
                best, most = (number, verdict), precedence
    return best


def told_reason(verdict: Verdict) -> Reason | None:
    """The first reason for a play that can be told when the match is over."""
    return next((reason for reason in verdict.hint.reasons if reason.key in TOLD_AFTERWARDS), None)


def _lead(verdict: Verdict) -> float:
    """By how many points a play was clearly ahead of every other choice; 0 if it was not, or if there was little choice."""
    others = [other for other in verdict.hint.ranked if other.choice != verdict.hint.choice]
    if verdict.choice != verdict.hint.choice or verdict.choice.do != "play":
        return 0.0
    if len({other.choice.tile for other in others} - {-1, verdict.choice.tile}) < LEAST_CHOICE:
        return 0.0
    return min(other.behind for other in others) if all(other.clearly for other in others) else 0.0
