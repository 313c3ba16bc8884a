"""Opponent types: a seat is *greedy* (it always plays the heaviest tile that fits) or *thinking*. The plays say how likely each is.

The likelihood of each play is computed for both types, over what the hidden hand can be. A greedy seat plays a light tile only if
nothing heavier fits, which is less likely the more heavier tiles could fit. A thinking seat plays the heaviest of several fitting
tiles in less than half of all cases.
"""

from collections.abc import Sequence
from math import prod

HEAVIEST_SHARE = 0.46  # how often flat Monte Carlo chooses the heaviest of tiles with unequal points
THINKERS = 0.5  # prior probability that a seat is thinking
SLIP = 0.05  # share of a greedy seat's plays that are made as a thinking seat would
ALIKE = 0.5  # prior probability that all other seats are of one type
SURE = 1e6  # odds are kept between 1 / SURE and SURE


class OpponentTypes:
    """The odds, by seat, of thinking against greedy, from the plays so far."""

    def __init__(self, seats: int, own: int):
        self.odds = [1.0] * seats
        self.own = own

    def update(self, seat: int, slots: Sequence[int], fits: int, heavier: int) -> None:
        """Take in a play from the hand. `slots` has a mask for each other tile held: what it can be. `heavier` is the part of `fits`
        that is heavier than the tile played."""
        lightest = alone = 1.0  # chances that nothing heavier fits, that nothing else does
        others = 0.0  # how many others fit
        for can in slots:
            number = can.bit_count()
            if not number:
                continue
            share = (can & fits).bit_count() / number
            others += share
            alone *= 1 - share
            lightest *= 1 - (can & heavier).bit_count() / number
        rest = (1 - HEAVIEST_SHARE) / max(1.0, others)
        thinking = alone + (lightest - alone) * HEAVIEST_SHARE + (1 - lightest) * rest
        ratio = thinking / ((1 - SLIP) * lightest + SLIP * thinking)
        self.odds[seat] = min(SURE, max(1 / SURE, self.odds[seat] * ratio))

    def refute(self, seat: int) -> None:
        """Take in a proof that the seat is not greedy."""
        self.odds[seat] = SURE

    def thinking_chances(self) -> tuple[float, ...]:
        """Return the probability, by seat, that it is thinking; 1 for the own seat."""
        others = [odds for seat, odds in enumerate(self.odds) if seat != self.own]
        some = 1 - THINKERS
        all_think, nobody = ALIKE * THINKERS * prod(others), ALIKE * some
        each = (1 - ALIKE) * prod(some + THINKERS * odds for odds in others)
        return tuple(
            1.0
            if seat == self.own or odds >= SURE
            else (all_think + each * THINKERS * odds / (some + THINKERS * odds)) / (all_think + nobody + each)
            for seat, odds in enumerate(self.odds)
        )
