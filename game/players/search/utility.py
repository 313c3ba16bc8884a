"""What the end of a round is worth to a seat."""

from collections.abc import Callable

from game.players.search.kit import Kit
from game.rules.options.declared import Options

Utility = Callable[[list[int], int], float]  # (hands left, last tile or 0) -> utility


def margin(kit: Kit, options: Options, seat: int, weight: float) -> Utility:
    """`weight` times the mean of the others' points less the own points, in points of one round."""
    points, doubles, bit = kit.points, kit.doubles, kit.bit
    share = weight / (options.players - 1)
    bonus = options.out_bonus_on_double

    def utility(hands: list[int], last: int) -> float:
        own = hands[seat]
        value = share * points(sum(hands) - own) - points(own)
        if bonus and last and bit[last] & doubles:
            value += bonus if not own else -share * bonus
        return value

    return utility
