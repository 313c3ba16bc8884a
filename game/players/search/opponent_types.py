"""Opponent types: the probability that a seat is *greedy* (it always plays the heaviest tile that fits) or *thinking*.

For each play, this module computes the likelihood under both types, and updates the odds (Bayes). A greedy seat plays a
light tile only if nothing heavier fits. This is unlikely if its hidden hand can contain many heavier tiles that fit.
A thinking seat plays the heaviest of several fitting tiles in less than half of all cases.
"""

from collections.abc import Sequence
from math import prod

# If several tiles with unequal points fit, flat Monte Carlo plays the heaviest one this often.
HEAVIEST_SHARE = 0.46
THINKERS = 0.5  # prior probability that a seat is thinking
SLIP = 0.05  # share of a greedy seat's plays that it makes like a thinking seat
ALIKE = 0.5  # prior probability that all other seats are of one type
MOST_ODDS = 1e6  # odds stay between 1 / MOST_ODDS and MOST_ODDS


class OpponentTypes:
    """The odds, by seat, of thinking against greedy, from the plays so far."""

    def __init__(self, seats: int, own: int):
        self.odds = [1.0] * seats
        self.own = own

    def update(self, seat: int, slots: Sequence[int], fits: int, heavier: int) -> None:
        """Update the odds of `seat` after a play of a tile that it held before its turn.

        `slots` has a mask for each of its other hidden tiles: the tiles that this one can be. `fits` is the mask of the
        tiles that fitted. `heavier` is the part of `fits` that is heavier than the played tile.
        """
        # probabilities that no heavier tile of the hand fits, and that no other tile of it fits
        none_heavier = none_else = 1.0
        others = 0.0  # expected number of other tiles of the hand that fit
        for possible in slots:
            number = possible.bit_count()
            if not number:
                continue
            share = (possible & fits).bit_count() / number
            others += share
            none_else *= 1 - share
            none_heavier *= 1 - (possible & heavier).bit_count() / number
        # probability that a thinking seat plays one certain fitting tile that is not the heaviest
        lighter_share = (1 - HEAVIEST_SHARE) / max(1.0, others)
        # likelihood of the play by a thinking seat, then its ratio to that by a greedy seat
        thinking = (
            none_else + (none_heavier - none_else) * HEAVIEST_SHARE + (1 - none_heavier) * lighter_share
        )
        ratio = thinking / ((1 - SLIP) * none_heavier + SLIP * thinking)
        self.odds[seat] = min(MOST_ODDS, max(1 / MOST_ODDS, self.odds[seat] * ratio))

    def refute(self, seat: int) -> None:
        """Record that a play proves that the seat is not greedy."""
        self.odds[seat] = MOST_ODDS

    def thinking_chances(self) -> tuple[float, ...]:
        """Return, by seat, the probability that it is thinking. It is 1 for the own seat.

        The prior mixes three cases: all others think, all others are greedy, or each seat has its own type.
        """
        others = [odds for seat, odds in enumerate(self.odds) if seat != self.own]
        greedy = 1 - THINKERS  # prior probability that a seat is greedy
        # the weights of the three cases
        all_think, all_greedy = ALIKE * THINKERS * prod(others), ALIKE * greedy
        each_own = (1 - ALIKE) * prod(greedy + THINKERS * odds for odds in others)
        total = all_think + all_greedy + each_own
        return tuple(
            1.0
            if seat == self.own or odds >= MOST_ODDS
            else (all_think + each_own * THINKERS * odds / (greedy + THINKERS * odds)) / total
            for seat, odds in enumerate(self.odds)
        )
