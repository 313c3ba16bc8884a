"""The best move of a match: only a play that is clearly ahead of every other choice."""

from collections.abc import Collection, Sequence

from game.players.coach import best_move as found
from game.players.coach.best_move import LEAST_LEAD
from game.players.coach.hints import Hint, RankedChoice
from game.players.coach.review import Review, Verdict
from game.rules.errors import Reason
from game.rules.moves import Choice

BEST, SECOND, THIRD, DRAW = *(Choice("play", tile, 2) for tile in (5, 7, 9)), Choice("draw")


def verdict(made: Choice, best: Choice, lead: float, error: float = 0.1) -> Verdict:
    """The verdict on `made`, if `best` is `lead` points ahead of SECOND, and farther ahead of THIRD."""
    others = RankedChoice(SECOND, lead, error, ()), RankedChoice(THIRD, lead + 20.0, 0.1, ())
    ranked = (RankedChoice(best, 0.0, 0.0, ()), *others)
    return Verdict(0, made, Hint(best, "clear", (), ranked, ()), 0.0, 0.0)


def best_move(
    rounds: Sequence[tuple[int, Review]], advised: Collection[tuple[int, Choice]] = ()
) -> tuple[int, Choice] | None:
    """The round and the choice of the best move."""
    best = found.best_move(rounds, advised)
    return best and (best[0], best[1].choice)


def reviewed(*verdicts: Verdict) -> Review:
    return Review(verdicts, 0.0, 0.0, 0.0, 0.0)


def test_the_play_with_the_largest_lead_is_found_with_its_round() -> None:
    rounds = [(1, reviewed(verdict(BEST, BEST, 4.0))), (2, reviewed(verdict(BEST, BEST, 11.0)))]
    assert best_move(rounds) == (2, BEST)


def test_a_play_with_a_reason_comes_first() -> None:
    with_reason = verdict(BEST, BEST, 4.0)
    with_reason = with_reason._replace(
        hint=with_reason.hint._replace(reasons=(Reason("coach.reason.out", {}),))
    )
    other = reviewed(verdict(BEST, BEST, 11.0))
    assert best_move([(1, reviewed(with_reason)), (2, other)]) == (1, BEST)
    assert best_move([(1, reviewed(with_reason._replace(choice=SECOND))), (2, other)]) == (2, BEST)
    in_hand = with_reason.hint._replace(reasons=(Reason("coach.reason.own-toes", {}),))
    assert best_move([(1, reviewed(with_reason._replace(hint=in_hand))), (2, other)]) == (2, BEST), (
        "what was in the hand then is no reason now"
    )


def test_the_lead_is_that_over_the_next_best_choice() -> None:
    far = RankedChoice(Choice("play", 9, 4), 30.0, 0.1, ())
    made = verdict(BEST, BEST, 7.0)
    with_far = made._replace(hint=made.hint._replace(ranked=(*made.hint.ranked, far)))
    between = reviewed(verdict(BEST, BEST, 8.0))
    assert best_move([(1, reviewed(with_far)), (2, between)]) == (2, BEST)


def test_a_choice_that_was_not_the_coachs_is_never_the_best_move() -> None:
    assert best_move([(1, reviewed(verdict(SECOND, BEST, 9.0)))]) is None


def test_a_move_that_a_hint_advised_is_not_told() -> None:
    rounds = [(1, reviewed(verdict(BEST, BEST, 4.0))), (2, reviewed(verdict(BEST, BEST, 11.0)))]
    assert best_move(rounds, {(2, BEST)}) == (1, BEST)
    assert best_move(rounds, {(2, BEST), (1, BEST)}) is None
    assert best_move(rounds, {(1, SECOND)}) == (2, BEST)


def test_a_small_or_unsure_lead_is_not_told() -> None:
    assert best_move([(1, reviewed(verdict(BEST, BEST, LEAST_LEAD - 0.1)))]) is None
    assert best_move([(1, reviewed(verdict(BEST, BEST, 9.0, error=6.0)))]) is None


def test_one_choice_that_may_be_as_good_is_enough_to_tell_nothing() -> None:
    ranked = [
        RankedChoice(BEST, 0.0, 0.0, ()),
        RankedChoice(SECOND, 9.0, 0.1, ()),
        RankedChoice(THIRD, 9.0, 0.1, ()),
        RankedChoice(DRAW, 9.5, 6.0, ()),
    ]
    unsure = Verdict(0, BEST, Hint(BEST, "clear", (), tuple(ranked), ()), 0.0, 0.0)
    assert best_move([(1, reviewed(unsure))]) is None
    assert best_move([(1, reviewed(verdict(BEST, BEST, LEAST_LEAD)))]) == (1, BEST)
    two = [(1, reviewed(verdict(BEST, BEST, 9.0))), (2, reviewed(verdict(BEST, BEST, 9.0)))]
    assert best_move(two) == (1, BEST)  # the first of equals


def test_one_of_two_tiles_that_fitted_is_not_told() -> None:
    others = RankedChoice(DRAW, 9.0, 0.1, ()), RankedChoice(BEST._replace(suit=4), 9.5, 0.1, ())
    ranked = RankedChoice(BEST, 0.0, 0.0, ()), *others
    alone = Verdict(0, BEST, Hint(BEST, "clear", (), ranked, ()), 0.0, 0.0)
    assert best_move([(1, reviewed(alone))]) is None
    another = (*ranked, RankedChoice(SECOND, 20.0, 0.1, ()))
    two_tiles = alone._replace(hint=alone.hint._replace(ranked=another))
    assert best_move([(1, reviewed(two_tiles))]) is None
    third = (*another, RankedChoice(THIRD, 20.0, 0.1, ()))
    three_tiles = alone._replace(hint=alone.hint._replace(ranked=third))
    assert best_move([(1, reviewed(three_tiles))]) == (1, BEST)


def test_drawing_and_forced_moves_are_not_told() -> None:
    only = Verdict(0, BEST, Hint(BEST, "only", (), (RankedChoice(BEST, 0.0, 0.0, ()),), ()), 0.0, 0.0)
    assert best_move([(1, reviewed(verdict(DRAW, DRAW, 9.0), only))]) is None
