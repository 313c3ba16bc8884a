"""Whether a seat always plays the heaviest tile that fits, or thinks: how likely each is from what it played.

Each play is compared with what either kind would do with a hand that is hidden. Somebody who always plays the heaviest tile plays a
light one only when nothing heavier fits, which is the less likely the more heavier tiles could fit; somebody who thinks plays the
heaviest of several in less than half of all cases.
"""

from collections.abc import Sequence
from math import prod

HEAVIEST_SHARE = 0.46  # of the choices of flat Monte Carlo between tiles of unequal points
THINKERS = 0.5  # of seats of which nothing is known
SLIP = 0.05  # of the plays of somebody who plays the heaviest: as anybody would
ALIKE = 0.5  # chance that all the others are of one kind
SURE = 1e6  # odds of a kind beyond which nothing is added


class OpponentTypes:
    """By seat, how many times likelier its plays are of somebody who thinks than of one who always plays the heaviest tile."""

    def __init__(self, seats: int, own: int):
        self.odds = [1.0] * seats
        self.own = own

    def update(self, seat: int, slots: Sequence[int], fits: int, heavier: int) -> None:
        """A play from the hand: for each other tile held what it can be, what fitted, and what of that is heavier."""
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
        """It cannot have played the heaviest tile throughout."""
        self.odds[seat] = SURE

    def thinking_chances(self) -> tuple[float, ...]:
        """A seat: the chance that it thinks. Half the weight is on all the others being alike. The own seat's is 1."""
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
