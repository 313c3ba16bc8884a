"""Find the best move of a match among the reviewed choices."""

from collections.abc import Sequence

from game.players.coach.review import Review
from game.rules.moves import Choice

LEAST_LEAD = 3.0  # points; a smaller lead over the next best choice is not worth telling


def best_move(rounds: Sequence[tuple[int, Review]]) -> tuple[int, Choice, float] | None:
    """The play that was farthest ahead of the next best choice, as (number of the round, choice, lead in points).

    `rounds` has each round's number and review. None if no play was clearly the best, by LEAST_LEAD points or more. The
    play of the only tile that fitted does not count.
    """
    best = None
    for number, review in rounds:
        for verdict in review.verdicts:
            others = [other for other in verdict.hint.ranked if other.choice != verdict.hint.choice]
            if verdict.choice != verdict.hint.choice or verdict.choice.do != "play" or not others:
                continue
            if all(other.choice.tile in (-1, verdict.choice.tile) for other in others):
                continue  # no other tile fitted
            lead = min(other.behind for other in others)
            is_clear = all(other.clearly for other in others)
            if is_clear and lead >= LEAST_LEAD and (best is None or lead > best[2]):
                best = number, verdict.choice, lead
    return best
