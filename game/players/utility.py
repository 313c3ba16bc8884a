"""What the end of a round is worth to a seat: points, and towards the end of a match the chance of winning it."""

from collections.abc import Callable
from math import exp, sqrt

from game.players.kit import Kit
from game.rules.options import Options
from game.rules.view import View

Worth = Callable[[list[int], int], float]  # (hands left, last tile or 0) -> worth

LATE = 3  # rounds still to come after this one from which the chance of winning the match counts
SWING = (
    0.32  # how far two seats' scores of one round lie apart, as a share of what a dealt hand holds on average
)
PRIZE = 100.0  # what a won match is worth in points; the points themselves then count for TASTE of it
TASTE = 0.2


def margin(kit: Kit, options: Options, seat: int, weight: float) -> Worth:
    """`weight` times the mean of the others' points less the own points, in points of one round."""
    points, doubles, bit = kit.points, kit.doubles, kit.bit
    share = weight / (options.players - 1)
    bonus = options.out_bonus_on_double

    def worth(hands: list[int], last: int) -> float:
        own = hands[seat]
        value = share * points(sum(hands) - own) - points(own)
        if bonus and last and bit[last] & doubles:
            value += bonus if not own else -share * bonus
        return value

    return worth


def standing(kit: Kit, view: View, weight: float) -> Worth:
    """The margin, and in the last rounds of a match mostly the chance of winning it from the totals so far."""
    options, seat = view.options, view.seat
    by_points = margin(kit, options, seat, weight)
    to_come = options.round_count - view.number
    if to_come > LATE:
        return by_points
    spread = options.hand * sum(kit.score) / kit.size * SWING * sqrt(to_come)
    ahead = [total - view.totals[seat] for total in view.totals]
    others = [other for other in range(options.players) if other != seat]
    points, doubles, bit = kit.points, kit.doubles, kit.bit
    bonus = options.out_bonus_on_double

    def worth(hands: list[int], last: int) -> float:
        own = points(hands[seat])
        extra = bonus if bonus and last and bit[last] & doubles else 0
        chance = 1.0
        for other in others:
            lead = ahead[other] + points(hands[other]) - own
            if extra:
                lead += extra if not hands[seat] else -extra * (not hands[other])
            chance *= _chance(lead, spread)
        return PRIZE * chance + TASTE * by_points(hands, last)

    return worth


def _chance(lead: float, spread: float) -> float:
    """The chance to stay ahead with a lead when the rounds to come move it by about `spread` (0: none are)."""
    if not spread:
        return 0.5 + 0.5 * ((lead > 0) - (lead < 0))
    return 1 / (1 + exp(min(60.0, -1.7 * lead / spread)))
