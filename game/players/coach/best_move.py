"""Find the best move of a match among the reviewed choices."""

from collections.abc import Collection, Sequence

from game.players.coach.review import Review
from game.rules.moves import Choice

LEAST_LEAD = 3.0  # points; a smaller lead over the next best choice is not worth telling


def best_move(
    rounds: Sequence[tuple[int, Review]], advised: Collection[tuple[int, Choice]] = ()
) -> tuple[int, Choice] | None:
    """The play that was farthest ahead of the next best choice, as (number of the round, choice).

    `rounds` has each round's number and review, `advised` the plays that hints advised: they do not count, nor does that of
    the only tile that fitted. None if no play was clearly the best, by LEAST_LEAD points or more.
    """
    best, best_lead = None, 0.0
    for number, review in rounds:
        for verdict in review.verdicts:
            others = [other for other in verdict.hint.ranked if other.choice != verdict.hint.choice]
            if verdict.choice != verdict.hint.choice or verdict.choice.do != "play" or not others:
                continue
            if (number, verdict.choice) in advised:
                continue
            if all(other.choice.tile in (-1, verdict.choice.tile) for other in others):
                continue  # no other tile fitted
            lead = min(other.behind for other in others)
            is_clear = all(other.clearly for other in others)
            if is_clear and lead >= LEAST_LEAD and lead > best_lead:
                best, best_lead = (number, verdict.choice), lead
    return best
